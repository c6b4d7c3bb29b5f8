// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace planlens::lang {

/// A prefix code of DEFLATE: for each symbol its bits, lowest first, and the number of bits.
struct PrefixCode {
    std::vector<std::uint16_t> bits;
    std::vector<std::uint8_t> lengths;

    /// Returns the number of bits for symbols with these frequencies.
    std::size_t size(std::span<const std::uint32_t> frequencies) const;
};

/// Returns the optimal code with a maximum symbol length; of several optimal codes, that of the reference.
PrefixCode makePrefixCode(std::span<const std::uint32_t> frequencies, std::size_t longest);
/// Returns the canonical code with the given lengths.
PrefixCode canonicalCode(std::vector<std::uint8_t> lengths);

} // namespace planlens::lang
