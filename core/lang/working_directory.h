// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>

namespace planlens::lang {

/// The absolute path of the current directory: as the shell names it (PWD), through links, if that is the same directory.
std::string workingDirectory();
/// A path made absolute and clean. What is relative is so to the current directory.
std::string absolutePath(const std::string& path);

} // namespace planlens::lang
