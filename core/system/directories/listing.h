// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"
#include "core/system/file.h"

#include <filesystem>
#include <string>
#include <vector>

namespace planlens::system {

/// A name in a directory.
struct DirectoryEntry {
    std::string name;
    bool isDirectory = false; // also a link to one
    bool isLink = false;
};
/// Returns the entries of a directory, sorted by name. The iterators of the standard library end the program if an
/// allocation fails.
diags::Expected<std::vector<DirectoryEntry>, ReadError> listDirectory(const std::filesystem::path& directory);

/// Returns the paths of all files in a directory and its subdirectories, in the order of their names. Links to
/// directories are ignored.
diags::Expected<std::vector<std::filesystem::path>, ReadError> listFiles(const std::filesystem::path& directory);

} // namespace planlens::system
