// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <string_view>

namespace planlens::lang {

// Convert case by single code points, independent of language.
std::string toUpper(std::string_view text);
std::string toLower(std::string_view text);
/// Converts the first letter of each word to title case.
std::string toTitle(std::string_view text);

} // namespace planlens::lang
