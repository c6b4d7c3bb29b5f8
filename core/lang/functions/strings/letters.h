// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <string_view>

namespace planlens::lang {

// Case by code points, each on its own, in no particular language.
std::string toUpper(std::string_view text);
std::string toLower(std::string_view text);
/// The first letter of each word in title case.
std::string toTitle(std::string_view text);

} // namespace planlens::lang
