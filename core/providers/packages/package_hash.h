// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace planlens::providers {

/// Returns the "h1:" hash of an unpacked package, as recorded in lock files (`Hash1` of Go's
/// golang.org/x/mod/sumdb/dirhash): covers the sorted names of all files and the SHA-256 hashes of their contents. The
/// package directory and its files may be symbolic links, whose targets are hashed. Links to directories and names with
/// line breaks are errors. The error is a phrase.
diags::Expected<std::string, std::string> packageHash(const std::filesystem::path& package);

/// Metadata of a file when it was read. The change time of an inode cannot be set by a program, so that equal metadata
/// implies equal content.
struct FileIdentity {
    std::string name;
    std::uint64_t device = 0, inode = 0, size = 0;
    std::int64_t modifiedSeconds = 0, modifiedNanoseconds = 0, changedSeconds = 0, changedNanoseconds = 0;
    bool operator==(const FileIdentity&) const = default;
};
/// Returns metadata of all files of a package, sorted by name; empty if it cannot be read.
std::vector<FileIdentity> packageIdentity(const std::filesystem::path& package);

} // namespace planlens::providers
