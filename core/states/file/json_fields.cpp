// SPDX-License-Identifier: MPL-2.0
#include "core/states/file/json_fields.h"

#include "core/values/text/quoted.h"

#include <charconv>

namespace planlens::states {

bool JsonFields::takeNull() {
    return m_scanner.peek() == 'n' && m_scanner.readLiteral("null");
}

bool JsonFields::string(std::string& out) {
    if (takeNull())
        return true;
    if (m_scanner.peek() != '"')
        return mismatch();
    std::string buffer;
    std::string_view text;
    if (!m_scanner.readString(buffer, text))
        return mismatch();
    out = text;
    return true;
}

bool JsonFields::boolean(bool& out) {
    if (takeNull())
        return true;
    const char first = m_scanner.peek();
    if (first != 't' && first != 'f')
        return mismatch();
    out = first == 't';
    return m_scanner.readLiteral(out ? "true" : "false") || mismatch();
}

bool JsonFields::unsignedInteger(std::uint64_t& out) {
    if (takeNull())
        return true;
    const char first = m_scanner.peek();
    std::string_view text;
    if ((first != '-' && (first < '0' || first > '9')) || !m_scanner.readNumber(text))
        return mismatch();
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (error == std::errc() && end == text.data() + text.size())
        return true;
    m_found = "number " + std::string(text);
    return false;
}

bool JsonFields::raw(std::string_view& out) {
    m_scanner.peek();
    const std::size_t start = m_scanner.position();
    if (!m_scanner.skipValue())
        return mismatch();
    out = m_scanner.since(start);
    return true;
}

bool JsonFields::compact(std::string& out) {
    m_scanner.peek();
    m_compact.clear();
    if (!m_scanner.skipValue(&m_compact))
        return mismatch();
    out = m_compact; // the copy has no spare capacity
    return true;
}

bool JsonFields::mismatch() {
    switch (m_scanner.peek()) {
    case '"':
        m_found = "string";
        break;
    case '{':
        m_found = "object";
        break;
    case '[':
        m_found = "array";
        break;
    case 't':
    case 'f':
        m_found = "bool";
        break;
    default:
        m_found = "number";
        break;
    }
    return false;
}

bool JsonFields::fail(std::string message) {
    m_message = std::move(message);
    return false;
}

bool JsonFields::keepPath() {
    if (!m_field.empty())
        return false;
    for (const std::string_view name : m_path) {
        if (!m_field.empty())
            m_field += '.';
        m_field += name;
    }
    return false;
}

diags::Diagnostic JsonFields::error() const {
    constexpr auto summary = "Invalid state file format";
    if (!m_message.empty()) {
        return diags::Diagnostic::error(
            summary, "The state file does not conform to the expected JSON data structure: " + m_message + ".");
    }
    if (m_field.empty())
        return diags::Diagnostic::error(summary,
                                        "The state file does not conform to the expected JSON data structure.");
    return diags::Diagnostic::error(summary, "The state file field " + values::quoted(m_field) + " has invalid value " +
                                                 m_found);
}

} // namespace planlens::states
