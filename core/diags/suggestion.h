// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace planlens::diags {

/// The name that a mistyped one probably means: the first at an edit distance below three; else
/// empty. The reference suggests the same.
std::string nearestName(std::string_view given, const std::vector<std::string>& names);

} // namespace planlens::diags
