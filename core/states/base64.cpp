// SPDX-License-Identifier: MPL-2.0
#include "core/states/base64.h"

#include <cstdint>

namespace planlens::states {
namespace {
constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
}

std::string toBase64(std::string_view bytes) {
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t group = 0;
        for (std::size_t j = 0; j < 3; ++j)
            group = group << 8 | (j < count ? static_cast<unsigned char>(bytes[i + j]) : 0u);
        for (std::size_t j = 0; j < 4; ++j)
            out += j <= count ? alphabet[group >> (18 - 6 * j) & 63] : '=';
    }
    return out;
}

std::optional<std::string> fromBase64(std::string_view text) {
    std::string out;
    out.reserve(text.size() / 4 * 3);
    std::uint32_t group = 0;
    std::size_t digits = 0, padding = 0;
    for (const char c : text) {
        if (c == '\n' || c == '\r')
            continue;
        const std::size_t digit = alphabet.find(c);
        if (c == '=' && digits + padding < 4 && digits >= 2)
            ++padding;
        else if (digit == std::string_view::npos || padding > 0)
            return {};
        else
            group = group << 6 | static_cast<std::uint32_t>(digit), ++digits;
        if (digits + padding < 4)
            continue;
        group <<= 6 * padding;
        for (std::size_t j = 0; j < 3 - padding; ++j)
            out += static_cast<char>(group >> (16 - 8 * j) & 0xFF);
        if (padding == 0)
            digits = 0;
        group = 0;
    }
    if (padding == 0 ? digits != 0 : digits + padding != 4)
        return {};
    return out;
}

} // namespace planlens::states
