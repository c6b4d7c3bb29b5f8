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

/// The platform this program runs on, as packages name it: "linux_amd64".
std::string_view platform();

/// The program in an unpacked package: the first file, by name, that is called `terraform-provider-TYPE`, alone or with
/// something after a "_" or a "."; or a phrase of what is wrong.
diags::Expected<std::filesystem::path, std::string> executableOf(const std::filesystem::path& package,
                                                                 const addrs::Provider& provider);

/// A package that may be used, as it was when it was looked at.
struct TrustedPackage {
    std::filesystem::path executable; // absolute
    std::vector<FileIdentity> identity;
    std::string version; // empty: under development, and its content was compared with nothing
};

/// A package that would be used, as far as is known without looking into it.
struct SelectedPackage {
    std::string version;              // empty: under development, or none is selected
    std::filesystem::path folder;     // of the package; empty: none is selected
    std::filesystem::path executable; // absolute; empty: there is none
    bool isUnderDevelopment = false;
};

/// The packages that `init` has put into a folder's `.terraform/providers` (TF_DATA_DIR), by what the lock file there
/// selects. Files are looked at whenever something is asked, as `init` may run at any time. Thread-safe.
class InstalledPackages {
public:
    InstalledPackages(std::filesystem::path workingDirectory, CliConfig config);

    const std::filesystem::path& workingDirectory() const { return m_workingDirectory; }
    const CliConfig& config() const { return m_config; }
    /// Whether a version of the provider is selected, or it is one under development.
    bool isSelected(const addrs::Provider& provider) const;
    /// Which program a provider is. To be shown, never to be started: nothing was compared.
    SelectedPackage selected(const addrs::Provider& provider) const;

    /// The package of a provider: found, and of a content that the lock file has a hash for. This is the only way to
    /// one, and nothing but being under development spares a package the comparison. Otherwise a phrase that names the
    /// provider and what to do.
    diags::Expected<TrustedPackage, std::string> trusted(const addrs::Provider& provider);

    /// What keeps the selected packages from being used at all: an unreadable lock file, or packages that are not
    /// there, all in one error. The short form is that of commands that only validate.
    enum class Form { Whole, Short };
    diags::Diagnostics problems(Form form) const;

    /// What of a configuration the lock file does not fit, in one error that says how to mend it.
    /// The registry is that of the folder, which says what tool mends it.
    diags::Diagnostics inconsistencies(const addrs::ProviderRequirements& requirements,
                                       std::string_view registry = addrs::openTofuRegistry) const;
    /// The same, of the configuration in a saved plan that was made with the locks given as text.
    diags::Diagnostics inconsistenciesOfPlan(const addrs::ProviderRequirements& requirements,
                                             const std::string& locks) const;

    /// The command that installs packages here, by the lock file: "tofu init", or "terraform init" in a folder of
    /// Terraform.
    std::string initCommand() const;

private:
    struct Hashed {
        std::mutex mutex; // held while hashing
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
    std::mutex m_mutex; // guards what follows
    std::map<std::filesystem::path, std::shared_ptr<Hashed>> m_hashed;
};

} // namespace planlens::providers
