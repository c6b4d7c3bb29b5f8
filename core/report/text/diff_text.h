// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diff/diff.h"
#include "core/report/text/text_options.h"

#include <string>

namespace planlens::report {

/// How a tree of changes is shown; passed down and altered on the way.
struct DiffTextOptions {
    Color color = Color::Off;
    bool showSensitive = false;
    bool showUnchangedChildren = false;
    bool hideSymbols = false;
    bool hideNullSuffix = false;
    /// Every direct child says that it forces replacement. Not handed further down.
    bool forcesReplacement = false;
};

/// The text of one block, attribute or element: starts in the line it is asked for and has no line break at its end.
/// Lines after the first are indented by so many steps of four.
std::string diffText(const diff::Diff& diff, int indent, const DiffTextOptions& options);
/// `  + `, `-/+`, … three columns wide.
std::string actionSymbol(plans::Action action, Color color);
/// An attribute's name, quoted where it is no identifier.
std::string attributeName(const std::string& name);

} // namespace planlens::report
