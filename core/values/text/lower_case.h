// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace planlens::values {

/// A text with the letters of ASCII in lower case, as in names of hosts and headers. toLower() of the language is
/// another one.
inline std::string lowerCase(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return lower;
}

} // namespace planlens::values
