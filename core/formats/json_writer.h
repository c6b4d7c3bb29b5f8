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

/// Writes JSON piece by piece into one text, compactly, with the reference's escapes. Whoever calls it keeps the order:
/// keys only in objects, one value after a key.
class JsonWriter {
public:
    /// Takes a piece of the text; where it throws, so does whoever writes.
    using Sink = std::function<void(std::string_view piece)>;
    explicit JsonWriter(std::string& out)
        : m_out(out) {}
    /// What is passed on goes to a sink, so that a big text is never there as a whole.
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
    /// Between parts of a big text: hands over what is written, once it is long enough. Marks from before are void.
    void passOn() {
        if (m_sink && m_out.size() >= piece)
            handOver();
    }
    /// Hands over what is left, at the end.
    void handOver();
    std::string& text() { return m_out; }
    /// For values that are appended to text() directly: first this, which puts a comma where one is needed.
    void beforeValue();

private:
    void open(char bracket);
    void close(char bracket);

    static constexpr std::size_t piece = std::size_t(64) << 10; // bytes
    std::string& m_out;
    const Sink* m_sink = nullptr; // null: all stays in m_out
    bool m_needsComma = false;
};

} // namespace planlens::formats
