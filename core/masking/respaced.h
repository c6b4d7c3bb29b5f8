// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/masking/matcher.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::masking {

/// The minimum number of bytes besides white space at which copies of a secret with other white space are found.
inline constexpr std::size_t longRespaced = 16;

/// Finds copies of long secrets whose white space differs: JSON that is written on one line or on several, PEM with
/// other line ends, base64 with line breaks. White space and its escapes in JSON do not count, and neither do the
/// backslashes of other escapes. Linear in the length of the text. Immutable.
class RespacedMatcher {
public:
    explicit RespacedMatcher(const std::vector<std::string>& secrets);

    /// Returns the ranges of the copies, in order, without white space around them.
    std::vector<Span> spans(std::string_view text) const;
    bool isIn(std::string_view text) const;

private:
    std::optional<Matcher> m_matcher; // of texts without white space; none if no secret is long enough
};

} // namespace planlens::masking
