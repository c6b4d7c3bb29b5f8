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

/// Which version of a provider `init` has selected, and the hashes that its packages have.
struct ProviderLock {
    addrs::Provider provider;
    addrs::Version version;
    addrs::ProviderConstraints constraints; // by which it was selected; of use for messages only
    std::vector<std::string> hashes;        // with their schemes, "h1:…"; sorted, each once
    /// Those that can be held against a package that is unpacked.
    std::vector<std::string> packageHashes() const;
};

/// The dependency lock file. It is read only: writing it is `init`'s work.
struct LockFile {
    std::map<addrs::Provider, ProviderLock> providers;
    /// The same selections, with the same hashes.
    bool operator==(const LockFile& other) const;
};

/// The text of a lock file. What could be read accompanies errors.
diags::Result<LockFile> parseLockFile(std::string text, std::string_view filename);
/// The lock file of a folder: without any locks where there is no such file. All that is wrong with it is one error.
diags::Result<LockFile> readLockFile(const std::filesystem::path& directory);

} // namespace planlens::providers
