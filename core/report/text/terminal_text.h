// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/report/text/text_options.h"

#include <string>
#include <string_view>

namespace planlens::report {

/// Replaces `[red]`, `[bold]`, `[reset]` and the like by escape sequences, or by nothing without colour. What is not
/// such a name stays. Text of others must not pass through here.
std::string colored(std::string_view markup, Color color);

/// Wraps lines at white space so that they are shorter than width; lines that start with a space stay whole.
std::string wordWrapped(std::string_view text, int width);

/// C0 control characters but tab and line breaks, as visible symbols.
std::string withVisibleControls(std::string_view text);

/// A line across the terminal, without a line break at its end.
std::string horizontalRule(const TextOptions& options);

} // namespace planlens::report
