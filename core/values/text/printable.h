// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace planlens::values {

/// Prepares text of another program for messages: invalid UTF-8 and characters that are not printable are escaped, long
/// text is cut.
std::string printable(std::string_view text, std::size_t limit = 300);
/// The same for a text of several lines, which stay separate. Empty lines are left out.
std::string printableLines(std::string_view text, std::size_t limit = 2000);

/// Whether a character is a control character of Latin-1, or changes the direction of the text after it (embeddings,
/// overrides and isolates of Unicode), so that a name is displayed as another one.
bool isHiddenControl(char32_t code);

} // namespace planlens::values
