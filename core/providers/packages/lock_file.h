// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/provider_version.h"
#include "core/diags/diagnostic.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::providers {

constexpr std::string_view lockFileName = ".terraform.lock.hcl";

/// The provider version selected by `init`, with the hashes of its packages.
struct ProviderLock {
    addrs::Provider provider;
    addrs::Version version;
    addrs::ProviderConstraints constraints; // used for the selection; only for messages
    std::vector<std::string> hashes;        // with schemes ("h1:…"); sorted and unique
    /// Returns the hashes that can be compared with an unpacked package.
    std::vector<std::string> packageHashes() const;
};

/// The dependency lock file. Planlens only reads it; `init` writes it.
struct LockFile {
    std::map<addrs::Provider, ProviderLock> providers;
    /// Whether both files select the same versions with the same hashes.
    bool operator==(const LockFile& other) const;
};

/// Parses the text of a lock file. If there are errors, the value contains what could be read.
diags::Result<LockFile> parseLockFile(std::string text, std::string_view filename);
/// Reads the lock file of a directory. A missing file is an empty one. All problems are joined in one error.
diags::Result<LockFile> readLockFile(const std::filesystem::path& directory);

} // namespace planlens::providers
