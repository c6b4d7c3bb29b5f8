// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions/compression/deflate.h"

#include "core/lang/functions/compression/deflate_writer.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>

namespace planlens::lang {
namespace {

/// Finds repetitions with chains of positions that start with the same four bytes, one byte ahead of the output.
/// Positions are offsets into all bytes; the search range depends on a window that moves in steps.
class Compressor {
public:
    explicit Compressor(std::string_view bytes)
        : m_bytes(bytes)
        , m_windowEnd(std::min(bytes.size(), 2 * windowSize))
        , m_head(hashSize, none)
        , m_previous(windowSize, none) {}

    enum class End { Flushed, Unflushed };
    std::string run(End end) {
        while (moveWindow())
            step();
        if (m_hasByte)
            addLiteral(m_at - 1);
        if (!m_tokens.empty())
            writeBlock(m_at);
        if (end == End::Flushed)
            m_writer.writeEmptyStored(DeflateWriter::Position::Middle);
        m_writer.writeEmptyStored(DeflateWriter::Position::Last);
        return m_writer.take();
    }

private:
    static constexpr std::size_t windowSize = 1 << 15;
    static constexpr std::size_t shortestMatch = 4;
    static constexpr std::size_t longestMatch = 258;
    static constexpr std::size_t noMatch = shortestMatch - 1;
    static constexpr std::size_t lazyBelow = 16;
    static constexpr std::size_t niceLength = 128;
    static constexpr std::size_t mostTries = 128;
    static constexpr std::size_t mostTokens = 1 << 14;
    static constexpr std::size_t hashBits = 17;
    static constexpr std::size_t hashSize = 1 << hashBits;
    static constexpr std::int64_t none = -1;

    /// Returns false at the end of all bytes.
    bool moveWindow() {
        if (m_windowEnd - m_at < shortestMatch + longestMatch && m_windowEnd < m_bytes.size()) {
            m_windowStart += windowSize;
            m_windowEnd = std::min(m_bytes.size(), m_windowEnd + windowSize);
            // Bytes that have left the window can no longer be stored uncompressed.
            m_blockLost = m_blockLost || m_blockStart < m_windowStart;
        }
        return m_at < m_windowEnd;
    }

    void enter(std::size_t at) {
        std::uint32_t four = 0;
        for (std::size_t i = 0; i < shortestMatch; ++i)
            four = four << 8 | static_cast<unsigned char>(m_bytes[at + i]);
        constexpr std::uint32_t multiplier = 0x1e35a7bd;
        std::int64_t& head = m_head[(four * multiplier) >> (32 - hashBits)];
        m_chain = head;
        m_previous[at % windowSize] = head;
        head = static_cast<std::int64_t>(at);
    }

    bool canEnter(std::size_t at) const { return at + noMatch < m_windowEnd; }

    void step() {
        if (canEnter(m_at))
            enter(m_at);
        const DeflateToken before = m_match;
        const std::size_t lookahead = m_windowEnd - m_at;
        m_match = {noMatch, 0, 0};
        if (m_chain >= firstInReach(m_at) && lookahead > before.length && before.length < lazyBelow)
            findMatch(lookahead);
        if (before.length >= shortestMatch && m_match.length <= before.length) {
            addMatch(before);
        } else {
            if (m_hasByte)
                addLiteral(m_at - 1);
            if (m_tokens.size() == mostTokens)
                writeBlock(m_at);
            ++m_at;
            m_hasByte = true;
        }
    }

    std::int64_t firstInReach(std::size_t at) const {
        return static_cast<std::int64_t>(std::max(m_windowStart, at > windowSize ? at - windowSize : 0));
    }

    void findMatch(std::size_t lookahead) {
        const std::size_t most = std::min(longestMatch, lookahead);
        const std::size_t nice = std::min(niceLength, most);
        const std::int64_t reach = firstInReach(m_at);
        std::int64_t place = m_chain;
        for (std::size_t tries = mostTries; tries > 0 && place >= reach; --tries) {
            const auto candidate = static_cast<std::size_t>(place);
            if (m_bytes[candidate + m_match.length] == m_bytes[m_at + m_match.length]) {
                const std::size_t length = commonLength(candidate, most);
                const std::size_t distance = m_at - candidate;
                constexpr std::size_t nearEnough = 4096; // for matches that save little
                if (length > m_match.length && (length > shortestMatch || distance <= nearEnough)) {
                    m_match = {static_cast<std::uint16_t>(length), 0, static_cast<std::uint32_t>(distance)};
                    if (length >= nice)
                        return;
                }
            }
            if (candidate + windowSize == m_at)
                return;
            place = m_previous[candidate % windowSize];
        }
    }

    std::size_t commonLength(std::size_t candidate, std::size_t most) const {
        std::size_t length = 0;
        while (length < most && m_bytes[candidate + length] == m_bytes[m_at + length])
            ++length;
        return length;
    }

    /// The match started at the previous byte.
    void addMatch(const DeflateToken& match) {
        m_tokens.push_back(match);
        const std::size_t end = m_at + match.length - 1;
        const std::int64_t chain = m_chain;
        for (++m_at; m_at < end; ++m_at) {
            if (canEnter(m_at))
                enter(m_at);
        }
        m_chain = chain;
        m_hasByte = false;
        m_match = {noMatch, 0, 0};
        if (m_tokens.size() == mostTokens)
            writeBlock(m_at);
    }

    void addLiteral(std::size_t at) {
        m_tokens.push_back({0, static_cast<unsigned char>(m_bytes[at]), 0});
        m_hasByte = false;
    }

    void writeBlock(std::size_t end) {
        std::optional<std::string_view> bytes;
        if (!m_blockLost)
            bytes = m_bytes.substr(m_blockStart, end - m_blockStart);
        m_writer.writeBlock(m_tokens, bytes);
        m_tokens.clear();
        m_blockStart = end;
        m_blockLost = false;
    }

    std::string_view m_bytes;
    DeflateWriter m_writer;
    std::vector<DeflateToken> m_tokens;
    std::size_t m_at = 0;
    std::size_t m_windowStart = 0;
    std::size_t m_windowEnd;
    std::size_t m_blockStart = 0;
    bool m_blockLost = false;
    bool m_hasByte = false; // the previous byte is not written yet
    DeflateToken m_match = {noMatch, 0, 0};
    std::int64_t m_chain = none;
    std::vector<std::int64_t> m_head;
    std::vector<std::int64_t> m_previous;
};

void appendLittleEndian(std::string& out, std::uint32_t number) {
    for (int i = 0; i < 4; ++i)
        out += static_cast<char>(number >> (8 * i) & 0xFF);
}

/// Returns the reference's message about invalid data, as far as zlib's result allows.
std::string problem(const z_stream& stream, int result) {
    const std::string_view message = stream.msg ? stream.msg : "";
    if (result == Z_BUF_ERROR || result == Z_OK)
        return "unexpected EOF";
    if (message == "incorrect data check" || message == "incorrect length check")
        return "gzip: invalid checksum";
    return fmt::format("flate: corrupt input before offset {}", stream.total_in);
}

std::string zipped(std::string_view bytes, Compressor::End end) {
    std::string out("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff", 10);
    out += Compressor(bytes).run(end);
    const auto* data = reinterpret_cast<const Bytef*>(bytes.data());
    appendLittleEndian(out, static_cast<std::uint32_t>(crc32_z(crc32_z(0, nullptr, 0), data, bytes.size())));
    appendLittleEndian(out, static_cast<std::uint32_t>(bytes.size()));
    return out;
}

} // namespace

std::string gzip(std::string_view bytes) {
    return zipped(bytes, Compressor::End::Flushed);
}

std::string gzipUnflushed(std::string_view bytes) {
    return zipped(bytes, Compressor::End::Unflushed);
}

Unzipped gunzip(std::string_view bytes, std::size_t limit) {
    constexpr std::size_t headerSize = 10;
    if (bytes.size() < headerSize)
        return {{}, bytes.empty() ? "EOF" : "unexpected EOF", true};
    if (!bytes.starts_with("\x1f\x8b\x08"))
        return {{}, "gzip: invalid header", true};
    Unzipped result;
    std::array<char, 64 * 1024> buffer;
    while (!bytes.empty()) {
        z_stream stream{};
        constexpr int gzipOnly = 16 + MAX_WBITS;
        if (inflateInit2(&stream, gzipOnly) != Z_OK)
            return {{}, "out of memory", false};
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
        stream.avail_in = static_cast<uInt>(bytes.size());
        int status = Z_OK;
        while (status == Z_OK && result.bytes.size() <= limit) {
            stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
            stream.avail_out = static_cast<uInt>(buffer.size());
            status = inflate(&stream, Z_NO_FLUSH);
            result.bytes.append(buffer.data(), buffer.size() - stream.avail_out);
        }
        const std::size_t used = bytes.size() - stream.avail_in;
        if (status != Z_STREAM_END)
            result.error = used < 2 || std::string_view(stream.msg ? stream.msg : "") == "incorrect header check"
                               ? "gzip: invalid header"
                               : problem(stream, status);
        inflateEnd(&stream);
        if (result.bytes.size() > limit)
            result.error = fmt::format("the decompressed data is larger than {} bytes", limit);
        if (result.error)
            return result;
        bytes.remove_prefix(used);
    }
    return result;
}

} // namespace planlens::lang
