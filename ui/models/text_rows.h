// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diff/text_form.h"
#include "ui/models/attribute_rows.h"

namespace planlens::models {

inline constexpr qsizetype longestText = 400; // characters of a value that a row holds

/// Splits the row of a text into what differs in it: by the structure of JSON and YAML, in base64 too, else by lines
/// where there are several. Where only one place of long texts differs, before and after are cut around it. Texts that
/// hold secrets are not given to this; what comes to light in base64 is masked here.
void splitText(AttributeRow& row, TextPair texts, const Secrets& secrets);

/// What two texts are compared as, in words: "JSON in base64"; empty for plain text.
QString formName(const diff::TextForms& forms);
/// What sets them apart where that has a name: "only whitespace changes"; empty where their meaning changes.
QString differenceName(diff::TextDifference difference);

} // namespace planlens::models
