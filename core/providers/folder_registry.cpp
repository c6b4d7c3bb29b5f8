// SPDX-License-Identifier: MPL-2.0
#include "core/providers/folder_registry.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

namespace planlens::providers {

using addrs::openTofuRegistry;
using addrs::terraformRegistry;
using diags::Diagnostic;
using diags::Diagnostics;

namespace {

constexpr std::string_view summary = "Folder of both OpenTofu and Terraform";

bool names(const LockFile& locks, std::string_view registry) {
    return std::any_of(locks.providers.begin(), locks.providers.end(), [registry](const auto& lock) { return lock.first.hostname == registry; });
}

/// Whether a state has resources of providers of this registry.
bool names(std::string_view stateText, std::string_view registry) {
    return stateText.find(fmt::format("provider[\\\"{}/", registry)) != std::string_view::npos;
}

std::string list(const std::set<std::string>& names) {
    std::string text;
    for (const std::string& name : names)
        text += "\n  - " + name;
    return text;
}

} // namespace

std::string_view registryOfFolder(const LockFile& locks, std::string_view stateText) {
    if (names(locks, openTofuRegistry))
        return openTofuRegistry;
    if (names(locks, terraformRegistry))
        return terraformRegistry;
    return names(stateText, terraformRegistry) && !names(stateText, openTofuRegistry) ? terraformRegistry : openTofuRegistry;
}

std::string_view registryOfFolder(const std::filesystem::path& directory, const std::filesystem::path& stateFile) {
    const diags::Result<LockFile> locks = readLockFile(directory);
    const LockFile known = locks.value.value_or(LockFile());
    if (stateFile.empty() || names(known, openTofuRegistry) || names(known, terraformRegistry))
        return registryOfFolder(known, {});
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(stateFile, error);
    std::string text(error ? 0 : size, '\0');
    std::ifstream stream(stateFile, std::ios::binary);
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    return registryOfFolder(known, text);
}

Diagnostics fitStateToFolder(std::shared_ptr<const states::State>& state, std::string_view registry, const addrs::ProviderRequirements& requirements) {
    const bool isTerraform = registry == terraformRegistry;
    const std::string_view other = isTerraform ? openTofuRegistry : terraformRegistry;
    std::set<std::string> found;
    std::map<addrs::AbsResource, states::Resource> changed;
    for (const auto& [address, resource] : state->resources()) {
        const addrs::Provider& provider = resource.provider.provider;
        if (provider.hostname != other || requirements.contains(provider))
            continue;
        found.insert(provider.toString());
        changed.emplace(address, resource).first->second.provider.provider.hostname = registry;
    }
    if (found.empty())
        return {};
    if (isTerraform)
        return Diagnostic::error(std::string(summary),
                                 fmt::format("The dependency lock file of this folder selects providers of {}, as Terraform does, but the state has resources of providers that OpenTofu has "
                                             "worked with:{}\n\nGo on with one of the two tools. For OpenTofu, run:\n  tofu init\nFor Terraform, run \"terraform state replace-provider\" for "
                                             "each of these providers.", registry, list(found)));
    const char* translation = std::getenv("OPENTOFU_STATEFILE_PROVIDER_ADDRESS_TRANSLATION");
    if (translation && std::string_view(translation) == "0")
        return {};
    auto fitted = std::make_shared<states::State>(*state);
    for (auto& [address, resource] : changed)
        fitted->setResource(address, std::move(resource));
    state = std::move(fitted);
    return Diagnostic::warning(std::string(summary),
                               fmt::format("The state has resources of providers of {}, which Terraform has worked with, but this folder is one of OpenTofu:{}\n\nThey are planned with the "
                                           "providers of the same names in {}, as OpenTofu does. Applying this plan changes their addresses in the state.", other, list(found), registry));
}

Diagnostics checkLocksOfFolder(const LockFile& locks, const addrs::ProviderRequirements& requirements) {
    if (!names(locks, openTofuRegistry) || !names(locks, terraformRegistry))
        return {};
    std::set<std::string> unused;
    for (const auto& [provider, lock] : locks.providers)
        if (provider.hostname == terraformRegistry && !requirements.contains(provider))
            unused.insert(provider.toString());
    if (unused.empty())
        return {};
    return Diagnostic::warning(std::string(summary),
                               fmt::format("The dependency lock file selects providers of both {} and {}. This folder is taken for one of OpenTofu, where nothing requires these:{}\n\nTo "
                                           "remove them from the lock file, run:\n  tofu init", openTofuRegistry, terraformRegistry, list(unused)));
}

} // namespace planlens::providers
