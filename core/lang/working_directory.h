// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>

namespace planlens::lang {

/// Returns an absolute, clean path. Relative paths refer to the current directory.
std::string absolutePath(const std::string& path);

} // namespace planlens::lang
