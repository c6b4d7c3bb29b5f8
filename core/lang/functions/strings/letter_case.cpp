// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions/strings/letter_case.h"

#include "core/values/text/utf8.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

namespace planlens::lang {
namespace {

void append(std::string& out, char32_t code) {
    char buffer[U8_MAX_LENGTH];
    std::int32_t length = 0;
    U8_APPEND_UNSAFE(buffer, length, static_cast<UChar32>(code));
    out.append(buffer, static_cast<std::size_t>(length));
}

template <typename Mapping>
std::string mapped(std::string_view text, Mapping mapping) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const auto point = values::decodeUtf8(text);
        append(out, static_cast<char32_t>(mapping(static_cast<UChar32>(point.code))));
        text.remove_prefix(point.size);
    }
    return out;
}

bool separatesWords(UChar32 code) {
    if (code < 0x80)
        return !((code >= '0' && code <= '9') || (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z') ||
                 code == '_');
    return !u_isalpha(code) && !u_isdigit(code) && u_isUWhiteSpace(code);
}

} // namespace

std::string toUpper(std::string_view text) {
    return mapped(text, u_toupper);
}
std::string toLower(std::string_view text) {
    return mapped(text, u_tolower);
}

std::string toTitle(std::string_view text) {
    UChar32 previous = ' ';
    return mapped(text, [&previous](UChar32 code) {
        const bool first = separatesWords(previous);
        previous = code;
        return first ? u_totitle(code) : code;
    });
}

} // namespace planlens::lang
