// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/providers/packages/lock_file.h"
#include "core/providers/packages/package_hash.h"
#include "core/providers/settings/cli_config.h"

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::providers {

/// Returns the platform of this program, in the format of package names: "linux_amd64".
std::string_view platform();

/// Returns the executable of an unpacked package: the first file, by name, called `terraform-provider-TYPE`, optionally
/// with a suffix that starts with "_" or ".". The error is a phrase.
diags::Expected<std::filesystem::path, std::string> executableOf(const std::filesystem::path& package,
                                                                 const addrs::Provider& provider);

/// A package that may be started, with the identity of its files at the time of the check.
struct TrustedPackage {
    std::filesystem::path executable; // absolute
    std::vector<FileIdentity> identity;
    std::string version; // empty: development override, which is not verified
};

/// The selected package of a provider, not verified.
struct SelectedPackage {
    std::string version;              // empty: development override, or none selected
    std::filesystem::path folder;     // of the package; empty: none is selected
    std::filesystem::path executable; // absolute; empty: not found
    bool isUnderDevelopment = false;
};

/// The packages installed by `init` in `.terraform/providers` (or TF_DATA_DIR), as selected by the lock file. Every
/// call reads the files again, because `init` may run at any time. Thread-safe.
class InstalledPackages {
public:
    InstalledPackages(std::filesystem::path workingDirectory, CliConfig config);

    const std::filesystem::path& workingDirectory() const { return m_workingDirectory; }
    const CliConfig& config() const { return m_config; }
    /// Whether the lock file selects a version of the provider, or a development override exists.
    bool isSelected(const addrs::Provider& provider) const;
    /// Returns the selected executable of a provider, for display only. It is not verified and must not be started.
    SelectedPackage selected(const addrs::Provider& provider) const;

    /// Returns the package of a provider if its content matches a hash in the lock file. Only development overrides
    /// skip this check. This is the only function that returns a package to start. The error is a phrase that contains
    /// the provider and, where possible, the command that fixes the problem.
    diags::Expected<TrustedPackage, std::string> trusted(const addrs::Provider& provider);

    /// The reasons why no selected package can be used, such as an unreadable lock file or missing packages, in one
    /// error. The short form is for commands that only validate.
    enum class Form { Whole, Short };
    diags::Diagnostics problems(Form form) const;
    /// As problems(), ignoring environment variables that select other packages.
    diags::Diagnostics lockProblems(Form form) const;

    /// Returns the differences between the configuration's requirements and the lock file, in one error with advice.
    /// The registry is that of the directory; it determines the tool that the advice refers to. Errors in the version
    /// constraints of the requirements are differences too.
    diags::Diagnostics inconsistencies(const addrs::ProviderRequirements& requirements,
                                       std::string_view registry = addrs::openTofuRegistry,
                                       const diags::Diagnostics& constraintErrors = {}) const;
    /// As inconsistencies(), for a saved plan's configuration and the text of the lock file it was created with.
    diags::Diagnostics inconsistenciesOfPlan(const addrs::ProviderRequirements& requirements,
                                             const std::string& locks) const;

    /// Returns the command that installs packages here: "tofu init", or "terraform init" if the lock file belongs to
    /// Terraform.
    std::string initCommand() const;

private:
    struct Hashed {
        std::mutex mutex; // held while the hash is calculated
        std::vector<FileIdentity> identity;
        std::string hash;
    };
    std::filesystem::path packageFolder(const ProviderLock& lock) const;
    std::string shownFolder() const;
    std::vector<std::string> listInconsistencies(const addrs::ProviderRequirements& requirements,
                                                 const LockFile& locks) const;
    diags::Expected<TrustedPackage, std::string> check(const std::filesystem::path& package, const ProviderLock& lock,
                                                       const std::string& named);

    std::filesystem::path m_workingDirectory;
    CliConfig m_config;
    std::mutex m_mutex; // guards m_hashed
    std::map<std::filesystem::path, std::shared_ptr<Hashed>> m_hashed;
};

} // namespace planlens::providers
