// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <vector>

namespace planlens::cli {

/// What may stand in place of the last of some words of a command line, which may be empty or in part. Nothing where it
/// is a file, an address or a value, of which the shell or nobody knows more.
std::vector<std::string> completions(const std::vector<std::string>& words);

} // namespace planlens::cli
