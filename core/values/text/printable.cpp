// SPDX-License-Identifier: MPL-2.0
#include "core/values/text/printable.h"

#include "core/values/text/quoted.h"
#include "core/values/text/split.h"
#include "core/values/text/trimmed.h"
#include "core/values/text/utf8.h"

#include <fmt/core.h>

namespace planlens::values {

std::string printable(std::string_view text, std::size_t limit) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        if (at >= limit)
            return result + "…";
        const CodePoint point = decodeUtf8(text.substr(at));
        if (!point.isValid || !isPrintable(point.code))
            for (std::size_t i = 0; i < point.size; ++i)
                result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[at + i]));
        else
            result += text.substr(at, point.size);
        at += point.size;
    }
    return result;
}

std::string printableLines(std::string_view text, std::size_t limit) {
    std::string result;
    for (const std::string_view line : split(text, '\n')) {
        const std::string_view content = trimmed(line);
        if (content.empty())
            continue;
        if (result.size() >= limit)
            return result + "\n…";
        result += (result.empty() ? "" : "\n") + printable(content, limit - result.size());
    }
    return result;
}

bool isHiddenControl(char32_t code) {
    return (code >= 0x80 && code < 0xA0) || (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

} // namespace planlens::values
