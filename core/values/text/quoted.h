// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <string_view>

namespace planlens::values {

/// Returns the text in double quotes with escapes, like Go's %q, as names are quoted in the reference's messages.
std::string quoted(std::string_view text);
/// Whether a character is not escaped there: letters, marks, numbers, punctuation, symbols and the space.
bool isPrintable(char32_t character);

} // namespace planlens::values
