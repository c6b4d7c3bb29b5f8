// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <string_view>

namespace planlens::states {

/// Valid JSON without the white space between its tokens; numbers and strings stay as written.
std::string compactJson(std::string_view json);
/// A line break and two spaces a level.
void appendLineBreak(std::string& out, std::size_t level);
/// Appends valid JSON laid out with two spaces a level, as Go's encoder does, for a value that stands at the given
/// level. Characters that matter to HTML are escaped.
void appendIndented(std::string& out, std::string_view json, std::size_t level);

} // namespace planlens::states
