// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/report/text/text_options.h"

#include <string>
#include <string_view>

namespace planlens::report {

/// Replaces `[red]`, `[bold]`, `[reset]` and similar names with escape sequences, or removes them without color. Other
/// brackets are kept. Must not be used on untrusted text.
std::string colored(std::string_view markup, Color color);

/// Wraps lines at white space so that they are shorter than width; lines that start with a space are not wrapped.
std::string wordWrapped(std::string_view text, int width);

/// Replaces the control characters of ASCII and Latin-1 except tabs and line breaks, and the characters that change the
/// direction of text, with visible symbols.
std::string withVisibleControls(std::string_view text);
/// As above, but only if the text is for a terminal.
template <typename Options>
std::string safeText(std::string_view text, const Options& options) {
    return options.isTerminal ? withVisibleControls(text) : std::string(text);
}

/// Returns a line across the terminal, without a final line break.
std::string horizontalRule(const TextOptions& options);

} // namespace planlens::report
