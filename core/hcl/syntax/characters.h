// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/source_range.h"

#include <cstddef>
#include <string_view>

namespace planlens::hcl {

/// Length of the grapheme cluster that a text starts with, by the rules the reference counts columns with. An invalid
/// byte is a cluster of its own. Zero only for the empty text.
std::size_t firstGraphemeSize(std::string_view text);
std::size_t countGraphemes(std::string_view text);

/// Moves a position over a text: lines by line feeds, columns by grapheme clusters.
void advance(diags::SourcePos& position, std::string_view text);

/// End of the identifier that starts at a place of a text, or that place where none does. Letters and digits are those
/// of Unicode 9, the version that the language is defined by.
std::size_t identifierEnd(std::string_view text, std::size_t at);

/// White space of Unicode, as templates trim it.
std::string_view trimSpaceLeft(std::string_view text);
std::string_view trimSpaceRight(std::string_view text);

/// Length of the well-formed multi-byte sequence at the start of a text, by the form of its bytes alone; zero where
/// they are none.
std::size_t multiByteSize(std::string_view text);

} // namespace planlens::hcl
