// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions/compression/huffman.h"

#include <algorithm>
#include <array>

namespace planlens::lang {
namespace {

constexpr std::size_t mostBits = 16;

std::uint16_t reversed(unsigned bits, std::size_t count) {
    unsigned result = 0;
    for (std::size_t i = 0; i < count; ++i)
        result |= (bits >> i & 1u) << (count - 1 - i);
    return static_cast<std::uint16_t>(result);
}

/// An item of a package-merge list: a symbol, or a package of two items of the previous list.
struct Item {
    std::uint64_t frequency = 0;
    bool isLeaf = true;
};

/// Sorts symbols and packages by frequency; a package precedes a symbol of the same frequency.
std::vector<Item> merged(const std::vector<std::uint64_t>& leaves, const std::vector<Item>& before) {
    std::vector<Item> list;
    std::size_t leaf = 0;
    for (std::size_t i = 0; i + 1 < before.size(); i += 2) {
        const std::uint64_t package = before[i].frequency + before[i + 1].frequency;
        for (; leaf < leaves.size() && leaves[leaf] < package; ++leaf)
            list.push_back({leaves[leaf], true});
        list.push_back({package, false});
    }
    for (; leaf < leaves.size(); ++leaf)
        list.push_back({leaves[leaf], true});
    return list;
}

/// Returns the number of codes of each length for symbols sorted from rare to frequent.
std::array<std::size_t, mostBits> countLengths(const std::vector<std::uint64_t>& leaves, std::size_t longest) {
    std::vector<std::vector<Item>> lists(1, merged(leaves, {}));
    while (lists.size() < longest)
        lists.push_back(merged(leaves, lists.back()));
    // The code length of a symbol is the number of lists in which it is among the chosen items.
    std::array<std::size_t, mostBits> counts{};
    std::size_t chosen = 2 * leaves.size() - 2;
    std::size_t longer = 0; // symbols chosen in the previous list
    std::vector<std::size_t> symbols;
    for (std::size_t i = lists.size(); i-- > 0;) {
        const auto end = lists[i].begin() + static_cast<std::ptrdiff_t>(std::min(chosen, lists[i].size()));
        const auto leafCount = static_cast<std::size_t>(
            std::count_if(lists[i].begin(), end, [](const Item& item) { return item.isLeaf; }));
        symbols.push_back(leafCount);
        chosen = 2 * (static_cast<std::size_t>(end - lists[i].begin()) - leafCount);
    }
    for (std::size_t length = symbols.size(); length > 0; --length) {
        counts[length] = symbols[length - 1] - longer;
        longer = symbols[length - 1];
    }
    return counts;
}

} // namespace

std::size_t PrefixCode::size(std::span<const std::uint32_t> frequencies) const {
    std::size_t total = 0;
    for (std::size_t i = 0; i < frequencies.size(); ++i)
        total += static_cast<std::size_t>(frequencies[i]) * lengths[i];
    return total;
}

PrefixCode canonicalCode(std::vector<std::uint8_t> lengths) {
    PrefixCode code;
    code.bits.assign(lengths.size(), 0);
    unsigned next = 0;
    for (std::size_t length = 1; length < mostBits; ++length) {
        next <<= 1;
        for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol) {
            if (lengths[symbol] == length)
                code.bits[symbol] = reversed(next++, length);
        }
    }
    code.lengths = std::move(lengths);
    return code;
}

PrefixCode makePrefixCode(std::span<const std::uint32_t> frequencies, std::size_t longest) {
    std::vector<std::size_t> symbols;
    for (std::size_t i = 0; i < frequencies.size(); ++i) {
        if (frequencies[i] > 0)
            symbols.push_back(i);
    }
    std::vector<std::uint8_t> lengths(frequencies.size(), 0);
    if (symbols.size() <= 2) {
        for (const std::size_t symbol : symbols)
            lengths[symbol] = 1;
        return canonicalCode(std::move(lengths));
    }
    std::stable_sort(symbols.begin(), symbols.end(),
                     [&](std::size_t a, std::size_t b) { return frequencies[a] < frequencies[b]; });
    std::vector<std::uint64_t> leaves;
    for (const std::size_t symbol : symbols)
        leaves.push_back(frequencies[symbol]);
    const auto counts = countLengths(leaves, std::min(longest, symbols.size() - 1));
    std::size_t at = symbols.size();
    for (std::size_t length = 1; length < counts.size(); ++length) {
        for (std::size_t i = 0; i < counts[length]; ++i)
            lengths[symbols[--at]] = static_cast<std::uint8_t>(length);
    }
    return canonicalCode(std::move(lengths));
}

} // namespace planlens::lang
