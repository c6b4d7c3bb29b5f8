// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diff/text_form.h"
#include "ui/models/attribute_rows.h"

namespace planlens::models {

inline constexpr qsizetype longestText = 400; // characters of a value in a row

/// Splits the row of a text into its differences: by structure for JSON and YAML, also within base64; otherwise by
/// lines if there are several. If only one place of long texts differs, before and after are shortened around it. The
/// texts must not contain secrets; secrets revealed by decoding base64 are masked here.
void splitText(AttributeRow& row, TextPair texts, const Secrets& secrets);

/// The form in which two texts are compared: "JSON in base64"; empty for plain text.
QString formName(const diff::TextForms& forms);
/// The name of the difference: "only whitespace changes"; empty if the meaning differs.
QString differenceName(diff::TextDifference difference);

} // namespace planlens::models
