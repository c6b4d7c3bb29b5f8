// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace planlens::system {

/// Splits a text at blanks as a shell does, with quotes and backslashes. Nothing is expanded.
std::vector<std::string> splitWords(std::string_view text);

} // namespace planlens::system
