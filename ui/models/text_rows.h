// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/models/attribute_rows.h"

namespace planlens::models {

inline constexpr qsizetype longestText = 400; // characters of a value that a row holds

/// Splits the row of a text into what differs in it: by JSON where both sides are JSON of an object or array, by lines where
/// either has several. A null pointer is a side without a text. Where only one place of long texts differs, before and after
/// are cut around it.
void splitText(AttributeRow& row, const std::string* before, const std::string* after, const Secrets& secrets);

} // namespace planlens::models
