// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace planlens::diags {

/// Returns a suggestion for a mistyped name: the first of `names` with an edit distance below three, or an empty
/// string. The reference uses the same rule.
std::string nearestName(std::string_view given, const std::vector<std::string>& names);

} // namespace planlens::diags
