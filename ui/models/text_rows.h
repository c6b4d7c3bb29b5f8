// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diff/rows/attribute_row.h"

#include <QString>

namespace planlens::models {

/// Returns the form in which two texts are compared: "JSON in base64"; empty for plain text.
QString formName(diff::TextKind kind, diff::TextCoding coding);
/// Returns the name of the difference: "only whitespace changes"; empty if the meaning differs.
QString differenceName(diff::TextDifference difference);
/// Returns "line ends CRLF → LF"; empty if they stay the same.
QString lineEndsName(const std::string& change);
/// Returns a note on the texts or elements of a row: "JSON in base64, only the order changes".
QString noteOf(const diff::AttributeRow& row);
/// Returns the name of a line or of omitted rows: "line 4", "3 unchanged hidden".
QString nameOf(const diff::AttributeRow& row);

} // namespace planlens::models
