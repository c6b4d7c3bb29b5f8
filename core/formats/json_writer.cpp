// SPDX-License-Identifier: MPL-2.0
#include "core/formats/json_writer.h"

namespace planlens::formats {

void JsonWriter::append(std::string_view text) {
    const std::size_t from = m_out.size();
    values::appendJsonString(m_out, text);
    if (m_escapes == Escapes::None)
        values::removeHtmlEscapes(m_out, from);
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
