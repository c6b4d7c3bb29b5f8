// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/lang/functions/compression/huffman.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::lang {

/// A literal byte, or a repetition of earlier bytes.
struct DeflateToken {
    std::uint16_t length = 0; // 0 for a literal
    std::uint16_t literal = 0;
    std::uint32_t distance = 0;
};

/// Writes DEFLATE blocks, each in the shortest of the three formats.
class DeflateWriter {
public:
    /// Writes a block; `bytes` are the decoded bytes, if the block may be stored uncompressed.
    void writeBlock(const std::vector<DeflateToken>& tokens, std::optional<std::string_view> bytes);
    enum class Position { Middle, Last };
    void writeEmptyStored(Position position);
    std::string take() { return std::move(m_out); }

private:
    struct Frequencies;

    void writeBits(std::uint32_t bits, std::size_t count);
    void writeSymbol(const PrefixCode& code, std::size_t symbol);
    void finishByte();
    void writeStored(std::string_view bytes, Position position);
    void writeTokens(const std::vector<DeflateToken>& tokens, const PrefixCode& literals, const PrefixCode& distances);

    std::string m_out;
    std::uint64_t m_bits = 0;
    std::size_t m_bitCount = 0;
};

} // namespace planlens::lang
