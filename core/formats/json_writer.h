// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/json/json.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::formats {

/// Writes JSON into a text piece by piece, without white space, with OpenTofu's escapes. The caller must ensure the
/// order: keys only in objects, and one value after each key.
class JsonWriter {
public:
    /// Receives a piece of the text. Exceptions are passed to the caller.
    using Sink = std::function<void(std::string_view piece)>;
    /// Which characters of strings are escaped in addition to those that JSON requires.
    enum class Escapes { Html, None };
    explicit JsonWriter(std::string& out, Escapes escapes = Escapes::Html)
        : m_out(out)
        , m_escapes(escapes) {}
    /// Passes the text to a sink in pieces, so that a large text is never in memory as a whole.
    JsonWriter(std::string& buffer, const Sink& sink)
        : m_out(buffer)
        , m_sink(&sink) {}

    void beginObject() { open('{'); }
    void endObject() { close('}'); }
    void beginArray() { open('['); }
    void endArray() { close(']'); }
    JsonWriter& key(std::string_view name);
    void string(std::string_view text);
    void boolean(bool value);
    void number(std::int64_t value);
    void null();
    /// Adds text that is valid JSON.
    void raw(std::string_view json);
    void strings(std::span<const std::string> texts);

    /// Adds `"name":"text"`, or nothing if the text is empty.
    void optional(std::string_view name, std::string_view text);
    /// Adds `"name":true`, or nothing if the value is false.
    void optional(std::string_view name, bool value);

    /// A position in the text, to remove everything written since.
    struct Mark {
        std::size_t size = 0;
        bool needsComma = false;
    };
    Mark mark() const { return {m_out.size(), m_needsComma}; }
    void takeBack(const Mark& mark);
    /// Passes the text to the sink if it is long enough. Call it between parts of a large text. Invalidates marks.
    void passOn() {
        if (m_sink && m_out.size() >= piece)
            handOver();
    }
    /// Passes the remaining text to the sink, at the end.
    void handOver();
    std::string& text() { return m_out; }
    /// Must be called before a value is appended to text() directly. Adds a comma if required.
    void beforeValue();

private:
    void open(char bracket);
    void append(std::string_view text);
    void close(char bracket);

    static constexpr std::size_t piece = std::size_t(64) << 10; // bytes
    std::string& m_out;
    const Sink* m_sink = nullptr; // null: the whole text stays in m_out
    Escapes m_escapes = Escapes::Html;
    bool m_needsComma = false;
};

} // namespace planlens::formats
