// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/report/document.h"

#include <cstddef>
#include <string>

namespace planlens::report {

/// The maximum length of a pull request comment.
inline constexpr std::size_t commentLimit = 65536; // characters

/// Returns Markdown for a comment, with all attributes. If that exceeds the limit, one line per change; if that does
/// too, the number of changes and the most severe ones. Omitted parts are counted.
std::string markdown(const Document& document, std::size_t limit = commentLimit);

} // namespace planlens::report
