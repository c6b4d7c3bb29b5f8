// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <string_view>

namespace planlens::values {

/// Text in double quotes with escapes, as Go's %q prints it: how names stand in the reference's messages.
std::string quoted(std::string_view text);
/// Whether a character stands for itself there: letters, marks, numbers, punctuation, symbols and the space.
bool isPrintable(char32_t character);

} // namespace planlens::values
