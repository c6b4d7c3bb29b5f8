// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/source_range.h"

#include <cstddef>
#include <string_view>

namespace planlens::hcl {

/// Returns the length of the grapheme cluster at the start of a text, by the rules with which the reference counts
/// columns. An invalid byte is a cluster of its own. Zero only for an empty text.
std::size_t firstGraphemeSize(std::string_view text);
std::size_t countGraphemes(std::string_view text);

/// Advances a position past a text: lines by line feeds, columns by grapheme clusters.
void advance(diags::SourcePos& position, std::string_view text);

/// Returns the end of the identifier that starts at `at`, or `at` if there is none. Letters and digits are those of
/// Unicode 9, the version that the reference uses.
std::size_t identifierEnd(std::string_view text, std::size_t at);

/// Trims Unicode white space as templates do.
std::string_view trimSpaceLeft(std::string_view text);
std::string_view trimSpaceRight(std::string_view text);

/// Returns the length of the well-formed multi-byte sequence at the start of a text, judged by its byte
/// pattern only; zero if there is none.
std::size_t multiByteSize(std::string_view text);

} // namespace planlens::hcl
