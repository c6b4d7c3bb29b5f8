// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string_view>

namespace planlens::values {

/// A text without these characters at its start and its end. They are the white space of ASCII unless others are given.
inline std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\r\n\v\f") {
    const std::size_t start = text.find_first_not_of(blanks);
    return start == std::string_view::npos ? std::string_view()
                                           : text.substr(start, text.find_last_not_of(blanks) - start + 1);
}

/// A text without these characters at its end.
inline std::string_view trimmedEnd(std::string_view text, std::string_view blanks) {
    return text.substr(0, text.find_last_not_of(blanks) + 1);
}

} // namespace planlens::values
