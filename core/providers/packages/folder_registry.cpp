// SPDX-License-Identifier: MPL-2.0
#include "core/providers/packages/folder_registry.h"

#include "core/system/environment.h"
#include "core/system/file.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <span>
#include <string>

#include <fcntl.h>

namespace planlens::providers {

using addrs::openTofuRegistry;
using addrs::terraformRegistry;
using diags::Diagnostic;
using diags::Diagnostics;

namespace {

constexpr std::string_view summary = "Folder of both OpenTofu and Terraform";

bool names(const LockFile& locks, std::string_view registry) {
    return std::any_of(locks.providers.begin(), locks.providers.end(),
                       [registry](const auto& lock) { return lock.first.hostname() == registry; });
}

/// The registries of the providers used in a state file.
struct RegistriesNamed {
    bool openTofu = false, terraform = false;

    explicit RegistriesNamed(const std::filesystem::path& stateFile) {
        // An unreadable file contains no registry here. Reading the state reports the error.
        const auto file = system::FileHandle::open(stateFile, O_RDONLY);
        if (!file)
            return;
        std::string text(pieceSize, '\0');
        off_t position = 0;
        for (std::size_t kept = 0; !openTofu && position < longestState;) {
            const auto count = file->readAt(std::span(text).subspan(kept), position);
            if (!count || *count == 0)
                return;
            position += static_cast<off_t>(*count);
            const std::string_view read = std::string_view(text).substr(0, kept + *count);
            look(read);
            kept = std::min(read.size(), before.size() + std::max(openTofuRegistry.size(), terraformRegistry.size()));
            std::ranges::copy(read.substr(read.size() - kept), text.begin()); // a name may continue in the next block
        }
    }

private:
    static constexpr std::size_t pieceSize = 1 << 18;
    static constexpr off_t longestState = off_t{2} << 30; // devices have no end
    static constexpr std::string_view before = "provider[\\\"";

    void look(std::string_view text) {
        // Faster than find(), which stops at every occurrence of the first character.
        while (const void* const found = ::memmem(text.data(), text.size(), before.data(), before.size())) {
            text.remove_prefix(static_cast<std::size_t>(static_cast<const char*>(found) - text.data()) + before.size());
            openTofu = openTofu || isOf(text, openTofuRegistry);
            terraform = terraform || isOf(text, terraformRegistry);
        }
    }
    static bool isOf(std::string_view address, std::string_view registry) {
        return address.starts_with(registry) && address.substr(registry.size()).starts_with('/');
    }
};

std::string list(const std::set<std::string>& names) {
    std::string text;
    for (const std::string& name : names)
        text += "\n  - " + name;
    return text;
}

} // namespace

std::string_view registryOfFolder(const LockFile& locks, const std::filesystem::path& stateFile) {
    if (names(locks, openTofuRegistry))
        return openTofuRegistry;
    if (names(locks, terraformRegistry))
        return terraformRegistry;
    if (stateFile.empty())
        return openTofuRegistry;
    const RegistriesNamed named(stateFile);
    return named.terraform && !named.openTofu ? terraformRegistry : openTofuRegistry;
}

std::string_view registryOfFolder(const std::filesystem::path& directory, const std::filesystem::path& stateFile) {
    return registryOfFolder(readLockFile(directory).value.value_or(LockFile()), stateFile);
}

Diagnostics fitStateToFolder(std::shared_ptr<const states::State>& state, std::string_view registry,
                             const addrs::ProviderRequirements& requirements) {
    const bool isTerraform = registry == terraformRegistry;
    const std::string_view other = isTerraform ? openTofuRegistry : terraformRegistry;
    std::set<std::string> found;
    std::map<addrs::AbsResource, states::Resource> changed;
    for (const auto& [address, resource] : state->resources()) {
        const addrs::Provider& provider = resource.provider.provider;
        if (provider.hostname() != other || requirements.contains(provider))
            continue;
        found.insert(provider.toString());
        changed.emplace(address, resource).first->second.provider.provider =
            addrs::Provider(std::string(registry), provider.nameSpace(), provider.type());
    }
    if (found.empty())
        return {};
    if (isTerraform)
        return Diagnostic::error(
            std::string(summary),
            fmt::format("The dependency lock file in this directory selects providers from {}, as Terraform does, but "
                        "the state contains resources of providers that OpenTofu "
                        "used:{}\n\nContinue with one of the two tools. For OpenTofu, run:\n  tofu init\nFor "
                        "Terraform, run \"terraform state replace-provider\" for "
                        "each of these providers.",
                        registry, list(found)));
    if (system::environmentVariable("OPENTOFU_STATEFILE_PROVIDER_ADDRESS_TRANSLATION") == "0")
        return {};
    auto fitted = std::make_shared<states::State>(*state);
    for (auto& [address, resource] : changed)
        fitted->setResource(address, std::move(resource));
    state = std::move(fitted);
    return Diagnostic::warning(std::string(summary),
                               fmt::format("The state contains resources of providers from {}, which Terraform used, "
                                           "but this is an OpenTofu directory:{}\n\nThey are planned with the "
                                           "providers of the same names in {}, as OpenTofu does. Applying this plan "
                                           "changes their addresses in the state.",
                                           other, list(found), registry));
}

Diagnostics checkLocksOfFolder(const LockFile& locks, const addrs::ProviderRequirements& requirements) {
    if (!names(locks, openTofuRegistry) || !names(locks, terraformRegistry))
        return {};
    std::set<std::string> unused;
    for (const auto& [provider, lock] : locks.providers)
        if (provider.hostname() == terraformRegistry && !requirements.contains(provider))
            unused.insert(provider.toString());
    if (unused.empty())
        return {};
    return Diagnostic::warning(
        std::string(summary),
        fmt::format("The dependency lock file selects providers from both {} and {}. Planlens treats this directory as "
                    "an OpenTofu directory, which does not require:{}\n\nTo "
                    "remove them from the lock file, run:\n  tofu init",
                    openTofuRegistry, terraformRegistry, list(unused)));
}

} // namespace planlens::providers
