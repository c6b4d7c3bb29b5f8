// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/module.h"

#include "core/addrs/address_text.h"
#include "core/values/text/utf8.h"

#include <unicode/uchar.h>

#include <cstdio>

namespace planlens::addrs {

namespace {

/// Whether a character stays readable in quotes: letters, marks, numbers, punctuation, symbols and the ASCII space.
bool isPrintable(char32_t code) {
    if (code == U' ')
        return true;
    constexpr std::uint32_t printable = U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK | U_GC_P_MASK | U_GC_S_MASK;
    return (U_GET_GC_MASK(static_cast<UChar32>(code)) & printable) != 0;
}

void appendEscape(std::string& out, char32_t code) {
    char buffer[16];
    std::snprintf(buffer, sizeof buffer, code < 0x10000 ? "\\u%04x" : "\\U%08x", static_cast<unsigned>(code));
    out += buffer;
}

} // namespace

void appendHclQuoted(std::string& out, std::string_view text) {
    out += '"';
    for (std::size_t i = 0; i < text.size();) {
        const char c = text[i];
        switch (c) {
        case '\n':
            out += "\\n";
            ++i;
            continue;
        case '\r':
            out += "\\r";
            ++i;
            continue;
        case '\t':
            out += "\\t";
            ++i;
            continue;
        case '"':
            out += "\\\"";
            ++i;
            continue;
        case '\\':
            out += "\\\\";
            ++i;
            continue;
        case '$':
        case '%':
            out += c;
            if (i + 1 < text.size() && text[i + 1] == '{')
                out += c;
            ++i;
            continue;
        }
        const values::CodePoint point = values::decodeUtf8(text.substr(i));
        if (!point.isValid)
            out += "\xEF\xBF\xBD";
        else if (isPrintable(point.code))
            out += text.substr(i, point.size);
        else
            appendEscape(out, point.code);
        i += point.size;
    }
    out += '"';
}

void appendKey(std::string& out, const InstanceKey& key) {
    if (key.isNone())
        return;
    out += '[';
    if (key.isInt())
        out += std::to_string(key.index());
    else
        appendHclQuoted(out, key.string());
    out += ']';
}

std::string InstanceKey::toString() const {
    std::string out;
    appendKey(out, *this);
    return out;
}

std::strong_ordering InstanceKey::operator<=>(const InstanceKey& other) const {
    if (const auto byKind = m_key.index() <=> other.m_key.index(); byKind != 0)
        return byKind;
    if (isInt())
        return index() <=> other.index();
    if (isString())
        return string() <=> other.string();
    return std::strong_ordering::equal;
}

std::size_t InstanceKey::hash() const {
    if (isInt())
        return std::hash<std::int64_t>{}(index()) + 0x9e3779b97f4a7c15U;
    return isString() ? hashText(string()) : 0;
}

} // namespace planlens::addrs
