// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::masking {

/// A text to be found, and what has to stand around it.
struct Pattern {
    enum class Where {
        Anywhere,
        Word,  // no letter or digit on either side
        Base64 // anywhere; what is next to it in base64 holds bits of it and is counted to it
    };
    std::string text; // not empty
    Where where = Where::Anywhere;
    auto operator<=>(const Pattern&) const = default;
};

/// Bytes of a text, from one position up to another.
struct Span {
    std::size_t begin = 0, end = 0;
    bool operator==(const Span&) const = default;
};

/// Finds any number of patterns in one pass over a text (Aho–Corasick). Of long patterns a piece is looked for and the
/// rest compared where that is found, so that keys of some kilobytes take no more room than words. Immutable.
class Matcher {
public:
    explicit Matcher(std::vector<Pattern> patterns);

    /// What the patterns cover, in order; those that overlap are one.
    std::vector<Span> spans(std::string_view text) const;
    bool isIn(std::string_view text) const;

private:
    struct Node {
        std::uint32_t firstChild = 0, childCount = 0;
        std::uint32_t fail = 0;
        std::uint32_t told = 0; // the nearest on the way of failing, itself included, at which pieces end; 0: none
        std::uint32_t piece = 0, pieceCount = 0;
        std::uint32_t depth = 0;
        unsigned char byte = 0;
    };
    /// Of a pattern: what the tree is made of.
    struct Piece {
        std::uint32_t pattern = 0, offset = 0;
    };

    std::uint32_t childOf(std::uint32_t node, unsigned char byte) const;
    std::uint32_t next(std::uint32_t node, unsigned char byte) const;
    /// Where the pattern really is, given where its piece ends; an empty span: it is not.
    Span checked(const Piece& piece, std::size_t length, std::string_view text, std::size_t end) const;
    template <typename Visit>
    void search(std::string_view text, Visit visit) const;

    std::vector<Pattern> m_patterns;
    std::vector<Piece> m_pieces;              // sorted by their texts
    std::vector<Node> m_nodes;                // by depth; children of a node stand side by side
    std::array<std::uint32_t, 256> m_first{}; // children of the root
};

} // namespace planlens::masking
