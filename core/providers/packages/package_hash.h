// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace planlens::providers {

/// The "h1:" hash of an unpacked package, as lock files record it: over the names of all files below the folder,
/// sorted, and the SHA-256 of their contents (`Hash1` of Go modules). The folder may be a symbolic link, and so may
/// files; what they point at is hashed. Links to folders, and names with line breaks, are refused. Otherwise a phrase
/// of what is wrong.
diags::Expected<std::string, std::string> packageHash(const std::filesystem::path& package);

/// What a file was like when it was looked at. The system gives the time of the last change of the inode, which cannot
/// be set from outside, so that files that look the same have the same content.
struct FileIdentity {
    std::string name;
    std::uint64_t device = 0, inode = 0, size = 0;
    std::int64_t modifiedSeconds = 0, modifiedNanoseconds = 0, changedSeconds = 0, changedNanoseconds = 0;
    bool operator==(const FileIdentity&) const = default;
};
/// All files of a package, sorted by name; empty where it cannot be read.
std::vector<FileIdentity> packageIdentity(const std::filesystem::path& package);

} // namespace planlens::providers
