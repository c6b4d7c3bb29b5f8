// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::masking {

/// A text to search for, with a condition on its surroundings.
struct Pattern {
    enum class Where {
        Anywhere,
        Word,  // no letter, digit or underscore on either side
        Base64 // anywhere; adjacent base64 digits contain some of its bits and are included in the span
    };
    std::string text; // must not be empty
    Where where = Where::Anywhere;
    auto operator<=>(const Pattern&) const = default;
};

/// A range of bytes [begin, end) in a text.
struct Span {
    std::size_t begin = 0, end = 0;
    bool operator==(const Span&) const = default;
};

/// Returns the ranges in order, and overlapping ones as one.
std::vector<Span> merged(std::vector<Span> spans);

/// Finds any number of patterns in one pass (Aho–Corasick). For a long pattern only a piece is in the tree; the rest is
/// compared where the piece is found, so that keys of several kilobytes need little memory. Immutable.
class Matcher {
public:
    explicit Matcher(std::vector<Pattern> patterns);

    /// Returns the ranges covered by patterns, in order. Overlapping ranges are merged.
    std::vector<Span> spans(std::string_view text) const;
    bool isIn(std::string_view text) const;

private:
    struct Node {
        std::uint32_t firstChild = 0, childCount = 0;
        std::uint32_t fail = 0;
        std::uint32_t nearestEnd = 0; // nearest node on the failure path (or this one) where pieces end; 0: none
        std::uint32_t piece = 0, pieceCount = 0;
        std::uint32_t depth = 0;
        unsigned char byte = 0;
    };
    /// The part of a pattern that is in the tree.
    struct Piece {
        std::uint32_t pattern = 0, offset = 0;
    };

    std::uint32_t childOf(std::uint32_t node, unsigned char byte) const;
    std::uint32_t next(std::uint32_t node, unsigned char byte) const;
    /// Returns the range of the whole pattern, given the end of its piece; empty if the pattern does not match.
    Span checked(const Piece& piece, std::size_t length, std::string_view text, std::size_t end) const;
    template <typename Visit>
    void search(std::string_view text, Visit visit) const;

    std::vector<Pattern> m_patterns;
    std::vector<Piece> m_pieces;              // sorted by text
    std::vector<Node> m_nodes;                // by depth; the children of a node are adjacent
    std::array<std::uint32_t, 256> m_first{}; // children of the root
};

} // namespace planlens::masking
