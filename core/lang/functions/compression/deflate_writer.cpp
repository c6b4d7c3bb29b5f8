// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions/compression/deflate_writer.h"

#include <algorithm>
#include <array>

namespace planlens::lang {
namespace {

constexpr std::size_t literalCount = 286;
constexpr std::size_t distanceCount = 30;
constexpr std::size_t endOfBlock = 256;
constexpr std::size_t firstLengthSymbol = 257;
constexpr std::size_t longestCode = 15;
constexpr std::size_t greatestStored = 65535;

struct Extra {
    std::size_t symbol = 0;
    std::uint32_t value = 0;
    std::size_t bits = 0;
};

/// Returns the number of extra bits of a length symbol, counted from the first.
constexpr std::size_t lengthExtraBits(std::size_t symbol) {
    return symbol < 8 || symbol == 28 ? 0 : symbol / 4 - 1;
}
constexpr std::size_t distanceExtraBits(std::size_t symbol) {
    return symbol < 4 ? 0 : symbol / 2 - 1;
}

Extra lengthSymbol(std::size_t length) {
    constexpr std::size_t shortest = 3;
    constexpr std::size_t longest = 258;
    if (length == longest)
        return {28, 0, 0};
    std::size_t base = 0;
    for (std::size_t symbol = 0;; ++symbol) {
        const std::size_t bits = lengthExtraBits(symbol);
        if (length - shortest < base + (std::size_t{1} << bits))
            return {symbol, static_cast<std::uint32_t>(length - shortest - base), bits};
        base += std::size_t{1} << bits;
    }
}

Extra distanceSymbol(std::size_t distance) {
    std::size_t base = 1;
    for (std::size_t symbol = 0;; ++symbol) {
        const std::size_t bits = distanceExtraBits(symbol);
        if (distance < base + (std::size_t{1} << bits))
            return {symbol, static_cast<std::uint32_t>(distance - base), bits};
        base += std::size_t{1} << bits;
    }
}

const PrefixCode& fixedLiterals() {
    static const PrefixCode code = [] {
        constexpr std::size_t all = 288;
        std::vector<std::uint8_t> lengths(all, 8);
        std::fill(lengths.begin() + 144, lengths.begin() + 256, std::uint8_t{9});
        std::fill(lengths.begin() + 256, lengths.begin() + 280, std::uint8_t{7});
        return canonicalCode(std::move(lengths));
    }();
    return code;
}

const PrefixCode& fixedDistances() {
    static const PrefixCode code = canonicalCode(std::vector<std::uint8_t>(distanceCount, 5));
    return code;
}

/// The code lengths of both codes of a block, compressed with repetitions.
class CodeLengths {
public:
    static constexpr std::size_t symbolCount = 19;

    CodeLengths(const PrefixCode& literals, std::size_t literalsUsed, const PrefixCode& distances,
                std::size_t distancesUsed) {
        std::vector<std::uint8_t> all(literals.lengths.begin(),
                                      literals.lengths.begin() + static_cast<std::ptrdiff_t>(literalsUsed));
        all.insert(all.end(), distances.lengths.begin(),
                   distances.lengths.begin() + static_cast<std::ptrdiff_t>(distancesUsed));
        for (std::size_t i = 0; i < all.size();) {
            std::size_t end = i;
            while (end < all.size() && all[end] == all[i])
                ++end;
            addRun(all[i], end - i);
            i = end;
        }
        constexpr std::size_t longest = 7;
        m_code = makePrefixCode(m_frequencies, longest);
        m_used = symbolCount;
        while (m_used > 4 && m_frequencies[order[m_used - 1]] == 0)
            --m_used;
    }

    std::size_t size() const {
        return 3 * m_used + m_code.size(m_frequencies) + m_frequencies[16] * 2 + m_frequencies[17] * 3 +
               m_frequencies[18] * 7;
    }

    template <typename WriteBits>
    void write(WriteBits writeBits) const {
        writeBits(static_cast<std::uint32_t>(m_used - 4), 4);
        for (std::size_t i = 0; i < m_used; ++i)
            writeBits(m_code.lengths[order[i]], 3);
        for (const Extra& item : m_items) {
            writeBits(m_code.bits[item.symbol], m_code.lengths[item.symbol]);
            writeBits(item.value, item.bits);
        }
    }

private:
    static constexpr std::array<std::size_t, symbolCount> order{16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                                11, 4,  12, 3, 13, 2, 14, 1, 15};

    void add(std::size_t symbol, std::size_t value, std::size_t bits) {
        m_items.push_back({symbol, static_cast<std::uint32_t>(value), bits});
        ++m_frequencies[symbol];
    }

    void addRun(std::uint8_t length, std::size_t count) {
        if (length != 0) {
            add(length, 0, 0);
            for (--count; count >= 3;) {
                const std::size_t repeated = std::min<std::size_t>(count, 6);
                add(16, repeated - 3, 2);
                count -= repeated;
            }
        } else {
            while (count >= 11) {
                const std::size_t repeated = std::min<std::size_t>(count, 138);
                add(18, repeated - 11, 7);
                count -= repeated;
            }
            if (count >= 3) {
                add(17, count - 3, 3);
                count = 0;
            }
        }
        for (; count > 0; --count)
            add(length, 0, 0);
    }

    std::vector<Extra> m_items;
    std::array<std::uint32_t, symbolCount> m_frequencies{};
    PrefixCode m_code;
    std::size_t m_used = 0;
};

std::size_t usedCount(std::span<const std::uint32_t> frequencies) {
    std::size_t used = frequencies.size();
    while (used > 0 && frequencies[used - 1] == 0)
        --used;
    return used;
}

} // namespace

/// The frequencies of the symbols of a block.
struct DeflateWriter::Frequencies {
    std::array<std::uint32_t, literalCount> literals{};
    std::array<std::uint32_t, distanceCount> distances{};
    std::size_t extraBits = 0;

    explicit Frequencies(const std::vector<DeflateToken>& tokens) {
        for (const DeflateToken& token : tokens) {
            if (token.length == 0) {
                ++literals[token.literal];
                continue;
            }
            const Extra length = lengthSymbol(token.length);
            const Extra distance = distanceSymbol(token.distance);
            ++literals[firstLengthSymbol + length.symbol];
            ++distances[distance.symbol];
            extraBits += length.bits + distance.bits;
        }
        literals[endOfBlock] = 1;
        if (usedCount(distances) == 0)
            distances[0] = 1;
    }
};

void DeflateWriter::writeBits(std::uint32_t bits, std::size_t count) {
    m_bits |= static_cast<std::uint64_t>(bits) << m_bitCount;
    for (m_bitCount += count; m_bitCount >= 8; m_bitCount -= 8) {
        m_out += static_cast<char>(m_bits & 0xFF);
        m_bits >>= 8;
    }
}

void DeflateWriter::writeSymbol(const PrefixCode& code, std::size_t symbol) {
    writeBits(code.bits[symbol], code.lengths[symbol]);
}

void DeflateWriter::finishByte() {
    if (m_bitCount > 0)
        writeBits(0, 8 - m_bitCount);
}

void DeflateWriter::writeStored(std::string_view bytes, Position position) {
    writeBits(position == Position::Last ? 1 : 0, 3);
    finishByte();
    const auto size = static_cast<std::uint16_t>(bytes.size());
    writeBits(size, 16);
    writeBits(static_cast<std::uint16_t>(~size), 16);
    m_out += bytes;
}

void DeflateWriter::writeEmptyStored(Position position) {
    writeStored({}, position);
}

void DeflateWriter::writeTokens(const std::vector<DeflateToken>& tokens, const PrefixCode& literals,
                                const PrefixCode& distances) {
    for (const DeflateToken& token : tokens) {
        if (token.length == 0) {
            writeSymbol(literals, token.literal);
            continue;
        }
        const Extra length = lengthSymbol(token.length);
        writeSymbol(literals, firstLengthSymbol + length.symbol);
        writeBits(length.value, length.bits);
        const Extra distance = distanceSymbol(token.distance);
        writeSymbol(distances, distance.symbol);
        writeBits(distance.value, distance.bits);
    }
    writeSymbol(literals, endOfBlock);
}

void DeflateWriter::writeBlock(const std::vector<DeflateToken>& tokens, std::optional<std::string_view> bytes) {
    const Frequencies frequencies(tokens);
    const PrefixCode literals = makePrefixCode(frequencies.literals, longestCode);
    const PrefixCode distances = makePrefixCode(frequencies.distances, longestCode);
    const std::size_t literalsUsed = usedCount(frequencies.literals);
    const std::size_t distancesUsed = usedCount(frequencies.distances);
    const CodeLengths lengths(literals, literalsUsed, distances, distancesUsed);

    constexpr std::size_t headerBits = 3;
    const std::size_t fixedSize = headerBits + fixedLiterals().size(frequencies.literals) +
                                  fixedDistances().size(frequencies.distances) + frequencies.extraBits;
    const std::size_t dynamicSize = headerBits + 5 + 5 + 4 + lengths.size() + literals.size(frequencies.literals) +
                                    distances.size(frequencies.distances) + frequencies.extraBits;
    constexpr std::size_t storedOverhead = 5;
    if (bytes && bytes->size() <= greatestStored &&
        (bytes->size() + storedOverhead) * 8 < std::min(fixedSize, dynamicSize)) {
        writeStored(*bytes, Position::Middle);
    } else if (dynamicSize < fixedSize) {
        constexpr std::uint32_t dynamicHeader = 4;
        writeBits(dynamicHeader, headerBits);
        writeBits(static_cast<std::uint32_t>(literalsUsed - firstLengthSymbol), 5);
        writeBits(static_cast<std::uint32_t>(distancesUsed - 1), 5);
        lengths.write([this](std::uint32_t bits, std::size_t count) { writeBits(bits, count); });
        writeTokens(tokens, literals, distances);
    } else {
        constexpr std::uint32_t fixedHeader = 2;
        writeBits(fixedHeader, headerBits);
        writeTokens(tokens, fixedLiterals(), fixedDistances());
    }
}

} // namespace planlens::lang
