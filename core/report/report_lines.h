// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diff/rows/attribute_row.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace planlens::report {

/// A line of a change in a report. An absent side has no text.
struct ReportLine {
    /// Headings name a list or text whose parts follow. Lines of texts are values, or context if they are unchanged.
    enum class Kind { Value, Heading, TextLine, Context, Gap };
    std::string path;
    std::optional<std::string> before, after;
    bool forcesReplacement = false;
    std::string note = {}; // "JSON in base64", "only the order changes", "line 4"
    Kind kind = Kind::Value;
    bool operator==(const ReportLine&) const = default;
};

/// How reports write values: longer ones are shortened.
diff::RowTexts reportTexts();

struct ReportLines {
    std::vector<ReportLine> lines;
    std::vector<ReportLine> withoutEffect; // attributes that change in form only
    std::vector<std::string> computed;     // paths of those that only the provider sets
};
/// The rows of the window as lines, in the same order. `isComputed` decides about unknown values.
using IsComputed = std::function<bool(const diff::AttributeRow&)>;
ReportLines reportLines(const diff::AttributeRow& row, const std::string& path = {}, const IsComputed& isComputed = {});

/// What the texts or elements of a row have in common: "JSON in base64, only the order changes".
std::string noteOf(const diff::AttributeRow& row);

} // namespace planlens::report
