// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <string_view>

namespace planlens::values {

inline bool isAscii(std::string_view text) {
    for (const char c : text)
        if (static_cast<unsigned char>(c) >= 0x80)
            return false;
    return true;
}

/// Converts the text to Unicode normalization form C; invalid UTF-8 bytes stay unchanged.
std::string toNfc(std::string_view text);

} // namespace planlens::values
