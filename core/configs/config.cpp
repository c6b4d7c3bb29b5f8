// SPDX-License-Identifier: MPL-2.0
#include "core/configs/config.h"

#include "core/configs/provider_lookup.h"

#include <fmt/format.h>

#include <algorithm>

namespace planlens::configs {

std::string Resource::providerLocalName() const {
    return providerRef ? providerRef->name : address.impliedProvider();
}

addrs::Provider Module::providerForLocalName(std::string_view localName) const {
    const auto required = requiredProviders.find(std::string(localName));
    return required == requiredProviders.end() ? addrs::Provider::implied(std::string(localName), registry)
                                               : required->second.provider;
}

bool ModuleNode::isRemote() const {
    for (const ModuleNode* node = this; node->parent; node = node->parent) {
        const std::optional<addrs::ModuleSource>& source =
            node->parent->module.moduleCalls.at(node->path.path.back()).sourceAddress;
        if (source && !std::holds_alternative<addrs::LocalModuleSource>(*source))
            return true;
    }
    return false;
}

const ModuleNode* ModuleNode::child(std::string_view name) const {
    const auto it = children.find(std::string(name));
    return it == children.end() ? nullptr : it->second.get();
}

const ModuleNode* Config::module(const addrs::Module& path) const {
    const ModuleNode* node = root.get();
    for (const std::string& name : path.path) {
        if (!node)
            return nullptr;
        node = node->child(name);
    }
    return node;
}

const Resource* Config::resource(const addrs::ConfigResource& address) const {
    const ModuleNode* node = module(address.module);
    return node ? node->module.resource(address.resource) : nullptr;
}

namespace {

void visitAll(const ModuleNode& node, const std::function<void(const ModuleNode&)>& visit) {
    visit(node);
    for (const auto& [name, child] : node.children)
        visitAll(*child, visit);
}

} // namespace

void Config::forEachModule(const std::function<void(const ModuleNode&)>& visit) const {
    if (root)
        visitAll(*root, visit);
}

ResolvedProvider Config::providerFor(const ModuleNode& module, const Resource& resource) const {
    const ProviderConfigRef* const ref = resource.providerRef.get();
    const addrs::AbsProviderConfig wanted{module.path, resource.provider, ref ? ref->alias : std::string()};
    std::optional<ResolvedProvider> resolved = declaredProvider(*this, wanted);
    // Only default provider configurations are inherited.
    for (const ModuleNode* outer = module.parent; !resolved && wanted.alias.empty() && outer; outer = outer->parent)
        resolved = declaredProvider(*this, {outer->path, wanted.provider, {}});
    if (!resolved)
        resolved = ResolvedProvider{
            wanted.alias.empty() ? addrs::AbsProviderConfig{{}, wanted.provider, {}} : wanted, nullptr, nullptr, {}};
    if (ref && ref->keyExpression) {
        resolved->keyExpression = ref->keyExpression;
        resolved->keyModule = module.path;
    }
    return *std::move(resolved);
}

ResolvedProvider Config::providerFor(const addrs::Module& path, std::string_view localName,
                                     std::string_view alias) const {
    const ModuleNode* node = module(path);
    const addrs::Provider provider = node ? node->module.providerForLocalName(localName)
                                          : addrs::Provider::implied(std::string(localName), registry);
    for (const addrs::AbsProviderConfig& wanted :
         {addrs::AbsProviderConfig{path, provider, std::string(alias)}, addrs::AbsProviderConfig{{}, provider, {}}})
        if (std::optional<ResolvedProvider> resolved = declaredProvider(*this, wanted))
            return *std::move(resolved);
    return {{{}, provider, {}}, nullptr, nullptr, {}};
}

addrs::ProviderRequirements ModuleNode::providerRequirements() const {
    addrs::ProviderRequirements requirements;
    const auto require = [&](const addrs::Provider& provider, const std::string& constraint) {
        addrs::ProviderConstraints& constraints = requirements[provider];
        if (const auto parsed = addrs::ProviderConstraints::parse(constraint))
            constraints.add(*parsed);
    };
    for (const auto& [name, provider] : module.requiredProviders)
        require(provider.provider, provider.versionConstraint);
    for (const addrs::Provider& provider : module.resourceProviders)
        require(provider, {});
    for (const Import& import : module.imports)
        require(import.provider, {});
    for (const auto& [name, config] : module.providerConfigs)
        require(module.providerForLocalName(config.name), config.versionConstraint);
    return requirements;
}

namespace {

/// Checks that import blocks and resources use the same provider configuration.
diags::Diagnostics importProviderErrors(const Module& root) {
    diags::Diagnostics diagnostics;
    for (const Import& import : root.imports) {
        const Resource* const target =
            import.toModule.isRoot() && import.providerRef ? root.resource(import.toResource) : nullptr;
        if (!target || import.toResource.mode != addrs::ResourceMode::Managed)
            continue;
        const ProviderConfigRef* const given = target->providerRef.get();
        if (!given)
            diagnostics.error(
                "Invalid import provider argument",
                "The provider argument in the target resource block must be specified and match the import block.",
                import.providerRange);
        else if (given->name != import.providerRef->name || given->alias != import.providerRef->alias)
            diagnostics.error("Invalid import provider argument",
                              "The provider argument in the target resource block must match the import block.",
                              import.providerRange);
    }
    return diagnostics;
}

} // namespace

diags::Diagnostics ModuleNode::providerConstraintErrors() const {
    diags::Diagnostics diagnostics;
    const auto check = [&](const std::string& constraint, const SourceRange& range) {
        if (const auto parsed = addrs::ProviderConstraints::parse(constraint); !parsed)
            diagnostics.error("Invalid version constraint",
                              fmt::format("Incorrect version constraint syntax: {}.", parsed.error()), range);
    };
    for (const auto& [name, provider] : module.requiredProviders)
        check(provider.versionConstraint, provider.argumentRange);
    for (const auto& [name, config] : module.providerConfigs)
        check(config.versionConstraint, config.versionRange);
    diagnostics.append(importProviderErrors(module));
    return diagnostics;
}

addrs::ProviderRequirements Config::providerRequirements() const {
    addrs::ProviderRequirements requirements;
    forEachModule([&](const ModuleNode& node) {
        for (const auto& [provider, constraints] : node.providerRequirements())
            requirements[provider].add(constraints);
    });
    return requirements;
}

diags::Diagnostics Config::providerConstraintErrors() const {
    diags::Diagnostics diagnostics;
    forEachModule([&](const ModuleNode& node) { diagnostics.append(node.providerConstraintErrors()); });
    return diagnostics;
}

std::vector<addrs::Provider> Config::requiredProviders() const {
    std::vector<addrs::Provider> providers;
    for (const auto& [provider, constraints] : providerRequirements())
        providers.push_back(provider);
    return providers;
}

std::vector<addrs::Provider> Config::requiredProvidersWithTests() const {
    std::vector<addrs::Provider> providers = requiredProviders();
    for (const auto& [file, requirements] : testProviders)
        for (const auto& [provider, constraints] : requirements)
            providers.push_back(provider);
    for (const TestModule& test : testModules)
        std::ranges::copy(test.config->requiredProviders(), std::back_inserter(providers));
    std::ranges::sort(providers);
    providers.erase(std::unique(providers.begin(), providers.end()), providers.end());
    return providers;
}

} // namespace planlens::configs
