// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace planlens::lang {

/// A prefix code of DEFLATE: for each symbol its bits, lowest first, and how many they are.
struct PrefixCode {
    std::vector<std::uint16_t> bits;
    std::vector<std::uint8_t> lengths;

    /// How many bits symbols that often take.
    std::size_t size(std::span<const std::uint32_t> frequencies) const;
};

/// The best code with no symbol longer than a limit; of equally good ones, the one the reference makes.
PrefixCode makePrefixCode(std::span<const std::uint32_t> frequencies, std::size_t longest);
/// The canonical code with given lengths.
PrefixCode canonicalCode(std::vector<std::uint8_t> lengths);

} // namespace planlens::lang
