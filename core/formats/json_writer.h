// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/json.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::formats {

/// Writes JSON piece by piece into one text, compactly, with the reference's escapes. Whoever calls it keeps the order:
/// keys only in objects, one value after a key.
class JsonWriter {
public:
    explicit JsonWriter(std::string& out) : m_out(out) {}

    void beginObject() { open('{'); }
    void endObject() { close('}'); }
    void beginArray() { open('['); }
    void endArray() { close(']'); }
    JsonWriter& key(std::string_view name);
    void string(std::string_view text);
    void boolean(bool value);
    void number(std::int64_t value);
    void null();
    /// Text that is JSON already.
    void raw(std::string_view json);
    void strings(std::span<const std::string> texts);

    /// `"name":"text"`, and nothing where the text is empty.
    void optional(std::string_view name, std::string_view text);
    /// `"name":true`, and nothing where it is not.
    void optional(std::string_view name, bool value);

    /// Where the text is now, to take back what was written since.
    struct Mark {
        std::size_t size = 0;
        bool needsComma = false;
    };
    Mark mark() const { return {m_out.size(), m_needsComma}; }
    void takeBack(const Mark& mark);
    std::string& text() { return m_out; }
    /// For values that are appended to text() directly: first this, which puts a comma where one is needed.
    void beforeValue();

private:
    void open(char bracket);
    void close(char bracket);
    std::string& m_out;
    bool m_needsComma = false;
};

} // namespace planlens::formats
