// SPDX-License-Identifier: MPL-2.0
#include "core/formats/json_writer.h"

#include <algorithm>
#include <utility>

namespace planlens::formats {

namespace {

/// Replaces the escapes of <, > and & from a position on.
void removeHtmlEscapes(std::string& json, std::size_t from) {
    constexpr std::pair<std::string_view, char> escapes[] = {{"\\u003c", '<'}, {"\\u003e", '>'}, {"\\u0026", '&'}};
    std::size_t out = from;
    for (std::size_t in = from; in < json.size();) {
        const std::string_view rest = std::string_view(json).substr(in);
        const auto escape = std::ranges::find_if(escapes, [&](const auto& one) { return rest.starts_with(one.first); });
        if (escape != std::end(escapes)) {
            json[out++] = escape->second;
            in += escape->first.size();
            continue;
        }
        if (json[in] == '\\') // copies an escaped character, which may be a backslash
            json[out++] = json[in++];
        json[out++] = json[in++];
    }
    json.resize(out);
}

} // namespace

void JsonWriter::append(std::string_view text) {
    const std::size_t from = m_out.size();
    values::appendJsonString(m_out, text);
    if (m_escapes == Escapes::None)
        removeHtmlEscapes(m_out, from);
}

void JsonWriter::beforeValue() {
    if (m_needsComma)
        m_out += ',';
    m_needsComma = true;
}
void JsonWriter::open(char bracket) {
    beforeValue();
    m_out += bracket;
    m_needsComma = false;
}
void JsonWriter::close(char bracket) {
    m_out += bracket;
    m_needsComma = true;
}
JsonWriter& JsonWriter::key(std::string_view name) {
    beforeValue();
    append(name);
    m_out += ':';
    m_needsComma = false;
    return *this;
}
void JsonWriter::string(std::string_view text) {
    beforeValue();
    append(text);
}
void JsonWriter::boolean(bool value) {
    raw(value ? "true" : "false");
}
void JsonWriter::number(std::int64_t value) {
    raw(std::to_string(value));
}
void JsonWriter::null() {
    raw("null");
}
void JsonWriter::raw(std::string_view json) {
    beforeValue();
    m_out += json;
}
void JsonWriter::strings(std::span<const std::string> texts) {
    beginArray();
    for (const std::string& text : texts)
        string(text);
    endArray();
}
void JsonWriter::optional(std::string_view name, std::string_view text) {
    if (!text.empty())
        key(name).string(text);
}
void JsonWriter::optional(std::string_view name, bool value) {
    if (value)
        key(name).boolean(true);
}
void JsonWriter::handOver() {
    if (!m_sink)
        return;
    (*m_sink)(m_out);
    m_out.clear();
}
void JsonWriter::takeBack(const Mark& mark) {
    m_out.resize(mark.size);
    m_needsComma = mark.needsComma;
}

} // namespace planlens::formats
