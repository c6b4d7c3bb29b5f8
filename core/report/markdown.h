// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/report/document.h"

#include <cstddef>
#include <string>

namespace planlens::report {

/// What a comment on a pull request may have at most.
inline constexpr std::size_t commentLimit = 65536; // characters

/// For a comment: all attributes; where that is longer than the limit one line a change, and where that is too, how
/// many there are and the worst of them. What is left out is said and counted.
std::string markdown(const Document& document, std::size_t limit = commentLimit);

} // namespace planlens::report
