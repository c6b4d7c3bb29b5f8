// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <string_view>

namespace planlens::values {

/// Returns the shortest equivalent path (Go's path.Clean): without empty and "." parts, and without ".." parts as far
/// as possible. "." if nothing is left. Does not access the file system.
std::string cleanPath(std::string_view path);

} // namespace planlens::values
