// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <vector>

namespace planlens::cli {

/// The completions of the last word, which may be empty or partial. Empty for files, which the shell completes, and for
/// addresses and values.
std::vector<std::string> completions(const std::vector<std::string>& words);

} // namespace planlens::cli
