// SPDX-License-Identifier: MPL-2.0
#include "core/providers/packages/installed_packages.h"

#include "core/addrs/hostname.h"
#include "core/addrs/init_command.h"
#include "core/diags/join_messages.h"
#include "core/providers/packages/folder_registry.h"
#include "core/states/workspace.h"
#include "core/system/directories/listing.h"
#include "core/system/environment.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace planlens::providers {

namespace fs = std::filesystem;
using addrs::Provider;
using diags::Diagnostic;
using diags::Diagnostics;
using diags::Expected;
using diags::Unexpected;

namespace {

/// Returns the directory of the packages, within a working directory.
fs::path providersFolder(const fs::path& workingDirectory) {
    return states::dataDirectory(workingDirectory) / "providers";
}

bool isFolder(const fs::path& path) {
    std::error_code error;
    return fs::is_directory(path, error);
}

std::string listed(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines)
        text += "\n  - " + line;
    return text;
}

} // namespace

std::string_view platform() {
#if defined(__x86_64__)
    return "linux_amd64";
#elif defined(__aarch64__)
    return "linux_arm64";
#elif defined(__i386__)
    return "linux_386";
#elif defined(__arm__)
    return "linux_arm";
#elif defined(__riscv)
    return "linux_riscv64";
#elif defined(__s390x__)
    return "linux_s390x";
#elif defined(__powerpc64__)
    return "linux_ppc64le";
#else
#error "Packages of providers have no name for this platform"
#endif
}

Expected<fs::path, std::string> executableOf(const fs::path& package, const Provider& provider) {
    const std::string wanted = "terraform-provider-" + provider.type();
    const auto entries = system::listDirectory(package);
    if (!entries)
        return Unexpected("could not read package directory: " + entries.error().toString());
    std::vector<fs::path> fitting;
    for (const auto& [name, isDirectory, isLink] : *entries) {
        const bool isNamedSo = name.starts_with(wanted) && (name.size() == wanted.size() ||
                                                            name[wanted.size()] == '_' || name[wanted.size()] == '.');
        if (isNamedSo && (!isDirectory || isLink))
            fitting.push_back(package / name);
    }
    if (fitting.empty())
        return Unexpected("could not find executable file starting with " + wanted);
    return system::absolutePath(*std::min_element(fitting.begin(), fitting.end()));
}

InstalledPackages::InstalledPackages(fs::path workingDirectory, CliConfig config)
    : m_workingDirectory(std::move(workingDirectory))
    , m_config(std::move(config)) {}

std::string InstalledPackages::shownFolder() const {
    return providersFolder({}).lexically_normal().string();
}

fs::path InstalledPackages::packageFolder(const ProviderLock& lock) const {
    return providersFolder(m_workingDirectory) / addrs::hostnameForDisplay(lock.provider.hostname()) /
           lock.provider.nameSpace() / lock.provider.type() / lock.version.toString() / platform();
}

std::string InstalledPackages::initCommand() const {
    return addrs::initCommand(registryOfFolder(m_workingDirectory));
}

bool InstalledPackages::isSelected(const Provider& provider) const {
    if (m_config.devOverrides.contains(provider))
        return true;
    const diags::Result<LockFile> locks = readLockFile(m_workingDirectory);
    return !locks.isOk() || locks->providers.contains(provider); // trusted() reports an unreadable file
}

SelectedPackage InstalledPackages::selected(const Provider& provider) const {
    SelectedPackage package;
    if (const auto override = m_config.devOverrides.find(provider); override != m_config.devOverrides.end()) {
        package.isUnderDevelopment = true;
        package.folder = m_workingDirectory / override->second;
    } else {
        const diags::Result<LockFile> locks = readLockFile(m_workingDirectory);
        if (!locks.isOk())
            return package; // trusted() reports the error
        const auto lock = locks->providers.find(provider);
        if (lock == locks->providers.end())
            return package;
        package.version = lock->second.version.toString();
        package.folder = packageFolder(lock->second);
    }
    if (auto executable = executableOf(package.folder, provider))
        package.executable = *std::move(executable);
    return package;
}

Expected<TrustedPackage, std::string> InstalledPackages::trusted(const Provider& provider) {
    if (const auto override = m_config.devOverrides.find(provider); override != m_config.devOverrides.end()) {
        const fs::path package = m_workingDirectory / override->second;
        auto executable = executableOf(package, provider);
        if (!executable)
            return Unexpected(executable.error());
        return TrustedPackage{*std::move(executable), packageIdentity(package), {}};
    }
    diags::Result<LockFile> locks = readLockFile(m_workingDirectory);
    if (!locks.isOk())
        return Unexpected(locks.diagnostics[0].summary);
    const auto lock = locks->providers.find(provider);
    if (lock == locks->providers.end())
        return Unexpected("unavailable provider " + values::quoted(provider.toString()));
    const std::string named = provider.toString() + " " + lock->second.version.toString();
    const fs::path package = packageFolder(lock->second);
    if (!isFolder(package))
        return Unexpected(fmt::format("there is no package for {} cached in {}", named, shownFolder()));
    return check(package, lock->second, named);
}

Expected<TrustedPackage, std::string> InstalledPackages::check(const fs::path& package, const ProviderLock& lock,
                                                               const std::string& named) {
    const std::vector<std::string> allowed = lock.packageHashes();
    const bool hasKnownHash = std::any_of(lock.hashes.begin(), lock.hashes.end(), [](const std::string& hash) {
        return hash.starts_with("h1:") || hash.starts_with("zh:");
    });
    if (!hasKnownHash)
        return Unexpected(fmt::format("the dependency lock file records no checksum for {}, so that the package cached "
                                      "in {} cannot be trusted, run {} to record one",
                                      named, shownFolder(), initCommand()));
    std::shared_ptr<Hashed> known;
    {
        const std::scoped_lock guard(m_mutex);
        std::shared_ptr<Hashed>& entry = m_hashed[package];
        if (!entry)
            entry = std::make_shared<Hashed>();
        known = entry;
    }
    const std::scoped_lock guard(known->mutex);
    std::vector<FileIdentity> identity = packageIdentity(package);
    if (known->hash.empty() || identity.empty() || known->identity != identity) {
        known->hash.clear();
        auto hash = packageHash(package);
        if (!hash)
            return Unexpected(fmt::format("failed to verify checksum of {} package cached in in {}: {}", named,
                                          shownFolder(), hash.error()));
        // A hash calculated while files changed describes neither the old nor the new content.
        if (identity != packageIdentity(package))
            return Unexpected(fmt::format("the package for {} (in {}) is being changed, run {} again", named,
                                          shownFolder(), initCommand()));
        known->hash = *std::move(hash);
        known->identity = identity;
    }
    if (std::find(allowed.begin(), allowed.end(), known->hash) == allowed.end())
        return Unexpected(fmt::format("the cached package for {} (in {}) does not match any of the checksums recorded "
                                      "in the dependency lock file, run {} to ensure all providers are "
                                      "correctly installed",
                                      named, shownFolder(), initCommand()));
    auto executable = executableOf(package, lock.provider);
    if (!executable)
        return Unexpected(executable.error());
    return TrustedPackage{*std::move(executable), std::move(identity), lock.version.toString()};
}

Diagnostics InstalledPackages::problems(Form form) const {
    if (!system::environmentText("TF_REATTACH_PROVIDERS").empty())
        return Diagnostic::error("Running providers not supported",
                                 "The environment variable TF_REATTACH_PROVIDERS selects providers that are already "
                                 "running. These cannot be verified against the dependency lock file. Unset the "
                                 "variable, or list the directory of a provider under development in a dev_overrides "
                                 "block of the CLI configuration.");
    return lockProblems(form);
}

Diagnostics InstalledPackages::lockProblems(Form form) const {
    diags::Result<LockFile> locks = readLockFile(m_workingDirectory);
    if (!locks.isOk())
        return std::move(locks.diagnostics);
    std::vector<std::string> missing;
    for (const auto& [provider, lock] : locks->providers)
        if (!m_config.devOverrides.contains(provider) && !isFolder(packageFolder(lock)))
            missing.push_back(fmt::format("{0}: there is no package for {0} {1} cached in {2}", provider.toString(),
                                          lock.version.toString(), shownFolder()));
    if (missing.empty())
        return {};
    if (form == Form::Short) // as in OpenTofu, the short form has no advice
        return Diagnostic::error(
            missing.size() == 1 ? missing.front() : "missing or corrupted provider plugins:" + listed(missing), {});
    const bool isAutomation = !system::environmentText("TF_IN_AUTOMATION").empty();
    const std::string suggestion =
        isAutomation ? "You must install the required plugins before running OpenTofu operations."
                     : "To download the plugins required for this configuration, run:\n  " + initCommand();
    return Diagnostic::error("Required plugins are not installed",
                             fmt::format("The installed provider plugins are not consistent with the packages selected "
                                         "in the dependency lock file:{}\n\nOpenTofu uses external plugins to "
                                         "integrate with a variety of different infrastructure services. {}",
                                         listed(missing), suggestion))
        .withCode(diags::ErrorCode::NotInitialized);
}

std::vector<std::string> InstalledPackages::listInconsistencies(const addrs::ProviderRequirements& requirements,
                                                                const LockFile& locks) const {
    std::vector<std::string> wrong;
    for (const auto& [provider, constraints] : requirements) {
        if (provider.isBuiltIn() || m_config.devOverrides.contains(provider))
            continue;
        const auto lock = locks.providers.find(provider);
        if (lock == locks.providers.end()) {
            wrong.push_back(fmt::format("provider {}: required by this configuration but no version is selected",
                                        provider.toString()));
            continue;
        }
        const std::string selected = lock->second.version.toString(), wanted = constraints.toString();
        if (constraints.allow(lock->second.version))
            continue;
        wrong.push_back(
            wanted != lock->second.constraints.toString()
                ? fmt::format(
                      "provider {}: locked version selection {} doesn't match the updated version constraints {}",
                      provider.toString(), selected, values::quoted(wanted))
                : fmt::format("provider {}: version constraints {} don't match the locked version selection {}",
                              provider.toString(), values::quoted(wanted), selected));
    }
    std::sort(wrong.begin(), wrong.end());
    return wrong;
}

Diagnostics InstalledPackages::inconsistencies(const addrs::ProviderRequirements& requirements,
                                               std::string_view registry, const Diagnostics& constraintErrors) const {
    diags::Result<LockFile> locks = readLockFile(m_workingDirectory);
    if (!locks.isOk())
        return std::move(locks.diagnostics);
    std::vector<std::string> wrong = listInconsistencies(requirements, *locks);
    if (constraintErrors.hasErrors())
        wrong.insert(wrong.begin(), "failed to determine the configuration's provider requirements: " +
                                        diags::firstAndOthers(constraintErrors));
    if (wrong.empty())
        return {};
    const std::string suggestion =
        locks->providers.empty()
            ? "To make the initial dependency selections that will initialize the dependency lock file, run:\n  " +
                  addrs::initCommand(registry)
            : "To update the locked dependency selections to match a changed configuration, run:\n  " +
                  addrs::initCommand(registry) + " -upgrade";
    return Diagnostic::error("Inconsistent dependency lock file",
                             fmt::format("The following dependency selections recorded in the lock file are "
                                         "inconsistent with the current configuration:{}\n\n{}",
                                         listed(wrong), suggestion))
        .withCode(diags::ErrorCode::NotInitialized);
}

Diagnostics InstalledPackages::inconsistenciesOfPlan(const addrs::ProviderRequirements& requirements,
                                                     const std::string& planned) const {
    constexpr std::string_view summary = "Inconsistent dependency lock file";
    diags::Result<LockFile> locks = readLockFile(m_workingDirectory);
    if (!locks.isOk())
        return std::move(locks.diagnostics);
    Diagnostics diagnostics;
    if (const std::vector<std::string> wrong = listInconsistencies(requirements, *locks); !wrong.empty())
        diagnostics.error(std::string(summary),
                          fmt::format("The following dependency selections recorded in the lock file are inconsistent "
                                      "with the configuration in the saved plan:{}\n\nA saved plan can be "
                                      "applied only to the same configuration it was created from. Create a new plan "
                                      "from the updated configuration.",
                                      listed(wrong)));
    diags::Result<LockFile> then = parseLockFile(planned, lockFileName);
    diagnostics.append(std::move(then.diagnostics));
    if (then.value && *then.value != *locks)
        diagnostics.error(
            std::string(summary),
            "The given plan file was created with a different set of external dependency selections than the current "
            "configuration. A saved plan can be applied only to the "
            "same configuration it was created from.\n\nCreate a new plan from the updated configuration.");
    return diagnostics;
}

} // namespace planlens::providers
