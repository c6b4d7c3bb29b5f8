// SPDX-License-Identifier: MPL-2.0
#include "core/configs/provider_lookup.h"

#include "core/configs/config.h"

#include <algorithm>

namespace planlens::configs {

using addrs::AbsProviderConfig;
using addrs::Provider;

namespace {

/// Returns the local name under which a module configures a provider.
std::string localNameFor(const Module& module, const Provider& provider) {
    for (const auto& [name, required] : module.requiredProviders)
        if (required.provider == provider)
            return name;
    return provider.type();
}

const ProviderConfig* ownBlock(const Module& module, const Provider& provider, const std::string& alias) {
    for (const auto& [key, block] : module.providerConfigs)
        if (block.alias == alias && module.providerForLocalName(block.name) == provider)
            return &block;
    return nullptr;
}

const PassedProvider* passedTo(const ModuleNode& node, const Provider& provider, const std::string& alias) {
    if (!node.parent)
        return nullptr;
    const std::vector<PassedProvider>& all = node.parent->module.moduleCalls.at(node.path.path.back()).providers;
    const auto found = std::ranges::find_if(all, [&](const PassedProvider& passed) {
        return passed.inChild.alias == alias && node.module.providerForLocalName(passed.inChild.name) == provider;
    });
    return found == all.end() ? nullptr : &*found;
}

/// Whether the root module requires the provider without a block. If a default block exists, aliases of the provider
/// are not implied.
bool isRequired(const Module& root, const Provider& provider, const std::string& alias) {
    return std::ranges::any_of(root.requiredProviders, [&](const auto& entry) {
        const auto& [name, required] = entry;
        return required.provider == provider && !root.providerConfigs.contains(name) &&
               (alias.empty() || std::ranges::any_of(required.aliases, [&](const addrs::LocalProviderConfig& one) {
                    return one.alias == alias;
                }));
    });
}

std::optional<ResolvedProvider> declared(const ModuleNode& node, const Provider& provider, const std::string& alias) {
    const ProviderConfig* const own = ownBlock(node.module, provider, alias);
    const PassedProvider* const passed = passedTo(node, provider, alias);
    if (passed && (!own || !own->config->content({}).hasErrors())) {
        std::optional<ResolvedProvider> target = declared(*node.parent, provider, passed->inParent.alias);
        if (target && passed->inParent.keyExpression) {
            target->keyExpression = passed->inParent.keyExpression;
            target->keyModule = node.parent->path;
        }
        return target;
    }
    if (!own && (node.parent || !isRequired(node.module, provider, alias)))
        return {};
    ResolvedProvider resolved;
    resolved.address = {node.path, provider, alias};
    // A block with another local name than the required one configures nothing; there is a warning about it.
    if (own && (own->name == localNameFor(node.module, provider) || !alias.empty()))
        resolved.config = own;
    return resolved;
}

/// Configurations with an alias are never implied.
bool isWithoutBlock(const ResolvedProvider& provider) {
    return !provider.config && !provider.address.alias.empty();
}

std::optional<AbsProviderConfig> missingPassedTo(const ModuleNode& node, RootAliases rootAliases) {
    if (node.parent)
        for (const PassedProvider& passed : node.parent->module.moduleCalls.at(node.path.path.back()).providers) {
            const Provider provider = node.module.providerForLocalName(passed.inChild.name);
            const std::optional<ResolvedProvider> target = declared(*node.parent, provider, passed.inParent.alias);
            if (!target || (rootAliases == RootAliases::Missing && isWithoutBlock(*target)))
                return AbsProviderConfig{node.parent->path, provider, passed.inParent.alias};
        }
    for (const auto& [name, child] : node.children)
        if (std::optional<AbsProviderConfig> missing = missingPassedTo(*child, rootAliases))
            return missing;
    return {};
}

} // namespace

std::optional<ResolvedProvider> declaredProvider(const Config& config, const AbsProviderConfig& address) {
    const ModuleNode* const node = config.module(address.module);
    return node ? declared(*node, address.provider, address.alias) : std::nullopt;
}

std::optional<ResolvedProvider> storedProvider(const Config& config, const AbsProviderConfig& address) {
    std::optional<ResolvedProvider> found = declaredProvider(config, address);
    if (found && isWithoutBlock(*found)) // only named in configuration_aliases
        return {};
    if (found)
        found->keyExpression = nullptr; // the address in the state contains the key
    else if (address.module.isRoot() && address.alias.empty())
        found = ResolvedProvider{address, nullptr, nullptr, {}};
    return found;
}

std::optional<AbsProviderConfig> missingPassedProvider(const Config& config, RootAliases rootAliases) {
    return config.root ? missingPassedTo(*config.root, rootAliases) : std::nullopt;
}

bool isMissing(const Config& config, const ResolvedProvider& provider, RootAliases rootAliases) {
    return isWithoutBlock(provider) &&
           (rootAliases == RootAliases::Missing || !declaredProvider(config, provider.address));
}

} // namespace planlens::configs
