// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>

namespace planlens::lang {

/// An absolute, clean path. Relative paths start at the current directory.
std::string absolutePath(const std::string& path);

} // namespace planlens::lang
