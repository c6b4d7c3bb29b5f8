// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace planlens::values {

/// The parts of a text between separators, of which some can be empty. At least one; they point into the text.
inline std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t end = std::min(text.find(separator, start), text.size());
        parts.push_back(text.substr(start, end - start));
        start = end + 1;
    }
    return parts;
}

} // namespace planlens::values
