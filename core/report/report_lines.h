// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diff/rows/attribute_row.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::report {

/// A line of a change in a report. An absent side has no text.
struct ReportLine {
    /// Headings name a list or text whose parts follow. Lines of texts are values, or context if they are unchanged.
    /// Unchanged parts of elements, objects and rules are only included on request (Extras::hasUnchangedParts).
    enum class Kind { Value, Heading, TextLine, Context, Gap, Unchanged };
    std::string path;
    std::optional<std::string> before, after;
    bool forcesReplacement = false;
    std::string note = {}; // "JSON in base64", "only the order changes", "line 4"
    Kind kind = Kind::Value;
    bool operator==(const ReportLine&) const = default;
};

/// The start of an unknown value whose parts are named: "(known after apply: aws_vpc.main.id)".
inline constexpr std::string_view namedUnknown = "(known after apply: ";

/// Returns the format of values in reports, with a limit for their length.
diff::RowTexts reportTexts();

struct ReportLines {
    std::vector<ReportLine> lines;
    std::vector<ReportLine> withoutEffect; // attributes that only change in form
    std::vector<std::string> computed;     // paths of attributes that only the provider sets
};
/// Converts a row and those below it to lines, in the same order. `isComputed` classifies unknown values.
using IsComputed = std::function<bool(const diff::AttributeRow&)>;
ReportLines reportLines(const diff::AttributeRow& row, const std::string& path = {}, const IsComputed& isComputed = {});

/// Describes the texts or elements of a row: "JSON in base64, only the order changes".
std::string noteOf(const diff::AttributeRow& row);

} // namespace planlens::report
