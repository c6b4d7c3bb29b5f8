// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diff/diff.h"
#include "core/report/text/text_options.h"

#include <string>
#include <string_view>

namespace planlens::report {

/// Display options of a diff tree; children get modified copies.
struct DiffTextOptions {
    DiffTextOptions() = default;
    explicit DiffTextOptions(const TextOptions& options)
        : color(options.color)
        , isTerminal(options.isTerminal)
        , showSensitive(options.showSensitive) {}

    Color color = Color::Off;
    bool isTerminal = false;
    bool showSensitive = false;
    bool showUnchangedChildren = false;
    bool hideSymbols = false;
    bool hideNullSuffix = false;
    std::string_view mask = "(sensitive value)";
    /// Every direct child is marked as forcing replacement. Not inherited further.
    bool forcesReplacement = false;
};

/// Returns the text of one block, attribute or element, without a line break at its start or end. Following lines are
/// indented by `indent` levels of four spaces.
std::string diffText(const diff::Diff& diff, int indent, const DiffTextOptions& options);
/// Returns `  +`, `-/+`, …: three columns wide.
std::string actionSymbol(plans::Action action, Color color);
/// Returns an attribute's name, quoted unless it is an identifier.
std::string attributeName(const std::string& name);

} // namespace planlens::report
