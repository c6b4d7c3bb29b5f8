// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diff/pairing.h"
#include "core/diff/rows/attribute_row.h"

namespace planlens::diff {

/// Splits the row of a text into its differences: by structure for JSON, YAML and PEM, also within base64; otherwise by
/// lines if there are several. If only one place of long texts differs, before and after are shortened around it. The
/// texts must not contain secrets; secrets revealed by decoding base64 are masked here. `originals` are the texts of
/// JSON before masking: secrets that differ are changes although they look alike.
void splitText(AttributeRow& row, TextPair texts, const masking::Secrets& secrets, const RowTexts& form,
               const TextPair* originals = nullptr);

inline constexpr std::size_t longestLabel = 100; // bytes

/// Truncates a text at a character boundary to at most that many bytes.
std::string shortenedText(std::string text, std::size_t longest);
/// Returns "[1]", or "[1 → 0]" if the element is at another position.
std::string positionName(const Pair& pair);

} // namespace planlens::diff
