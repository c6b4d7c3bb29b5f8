// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/number/number.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace planlens::values {

/// Deeper nesting is rejected, because it would exhaust the stack.
inline constexpr int maxMsgpackNesting = 2000;

/// Reads msgpack token by token. Functions that return an optional return nothing if the next token is of another kind
/// or truncated; `nil` is read as an absent length, an empty string, zero or false, as in the reference.
class MsgpackUnpacker {
public:
    explicit MsgpackUnpacker(std::string_view bytes)
        : m_bytes(bytes) {}

    bool atEnd() const { return m_at >= m_bytes.size(); }
    unsigned peek() const { return static_cast<unsigned char>(m_bytes[m_at]); }
    void skipCode() { ++m_at; }

    static bool isExtension(unsigned code) { return (code >= 0xd4 && code <= 0xd8) || (code >= 0xc7 && code <= 0xc9); }
    static bool isFixedNumber(unsigned code) { return code <= 0x7f || code >= 0xe0; }
    static bool isString(unsigned code) { return (code >= 0xa0 && code <= 0xbf) || (code >= 0xd9 && code <= 0xdb); }
    static bool isMap(unsigned code) { return (code >= 0x80 && code <= 0x8f) || code == 0xde || code == 0xdf; }
    static bool isArray(unsigned code) { return (code >= 0x90 && code <= 0x9f) || code == 0xdc || code == 0xdd; }

    std::optional<std::string_view> take(std::size_t size) {
        if (m_bytes.size() - m_at < size)
            return std::nullopt;
        m_at += size;
        return m_bytes.substr(m_at - size, size);
    }
    std::optional<std::uint64_t> bigEndian(std::size_t bytes) {
        const auto taken = take(bytes);
        if (!taken)
            return std::nullopt;
        std::uint64_t value = 0;
        for (const char c : *taken)
            value = value << 8 | static_cast<unsigned char>(c);
        return value;
    }
    std::optional<unsigned> code() {
        const auto c = bigEndian(1);
        return c ? std::optional(static_cast<unsigned>(*c)) : std::nullopt;
    }

    std::optional<bool> boolean() {
        const auto c = code();
        if (!c || (*c != 0xc0 && *c != 0xc2 && *c != 0xc3))
            return std::nullopt;
        return *c == 0xc3;
    }
    std::optional<std::int64_t> integer();
    std::optional<Number> number();
    /// A string or binary data.
    std::optional<std::string_view> string();
    /// -1 for nil.
    std::optional<std::int64_t> arrayLength() { return length(0x90, 0xdc); }
    std::optional<std::int64_t> mapLength() { return length(0x80, 0xde); }

    struct ExtensionHeader {
        unsigned type;
        std::size_t length;
    };
    std::optional<ExtensionHeader> extensionHeader();
    /// An upper bound of the number of remaining elements: each takes at least one byte.
    std::size_t bytesLeft() const { return m_bytes.size() - m_at; }
    /// Returns the error about a rejected token, in the words of the reference's decoder.
    std::string refused(std::size_t position, std::string_view decoding) const;
    std::size_t position() const { return m_at; }

private:
    std::optional<std::int64_t> length(unsigned fixed, unsigned code16);

    std::string_view m_bytes;
    std::size_t m_at = 0;
};

} // namespace planlens::values
