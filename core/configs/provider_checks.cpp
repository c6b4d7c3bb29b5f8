// SPDX-License-Identifier: MPL-2.0
#include "core/configs/provider_checks.h"

#include "core/configs/module_node.h"
#include "core/configs/terraform_syntax.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace planlens::configs {

using addrs::Provider;
using diags::Diagnostics;

namespace {

/// Returns a name such as "aws" or "aws.west".
std::string nameOf(const std::string& name, const std::string& alias) {
    return alias.empty() ? name : name + "." + alias;
}
std::string nameOf(const ProviderConfigRef& reference) {
    return nameOf(reference.name, reference.alias);
}

/// Returns the provider that a local name refers to without other declarations: always one of the default registry,
/// unlike the implied provider.
Provider defaultProvider(const Module& module, const std::string& name) {
    return {std::string(module.registry), "hashicorp", name};
}

/// Returns the range of the call's count, for_each or enabled, which forbids provider configurations in its module.
std::optional<SourceRange> repetitionRange(const ModuleCall& call) {
    for (const ExpressionPtr& expression : {call.count, call.forEach, call.enabled})
        if (expression)
            return expression->range();
    if (!call.dependsOn.empty())
        return call.dependsOn.front().range();
    return {};
}

/// Checks one module.
class Checker {
public:
    Checker(const ModuleNode& node, const ModuleCall* call, std::optional<SourceRange> noConfigs)
        : m_node(node)
        , m_module(node.module)
        , m_call(call)
        , m_noConfigs(std::move(noConfigs)) {
        if (!node.path.isRoot()) {
            m_moduleText = node.path.toString();
            if (!node.parent->path.isRoot())
                m_parentText = node.parent->path.toString();
        }
        for (const auto& [name, config] : m_module.providerConfigs) {
            const bool isEmpty = config.versionConstraint.empty() && !config.config->content({}).hasErrors();
            (isEmpty ? m_empty : m_configured).emplace(name, config.range);
            if (config.forEach)
                m_forEach.emplace(name, config.forEach);
        }
        if (call)
            for (const PassedProvider& passed : call->providers)
                m_passed.emplace(nameOf(passed.inChild), &passed);
        for (const auto& [address, resource] : m_module.resources)
            m_resources.push_back(&resource);
        std::ranges::stable_sort(m_resources, {}, [](const Resource* resource) { return resource->address.mode; });
    }

    Diagnostics run() {
        for (const auto& [name, child] : m_node.children) {
            const ModuleCall& call = m_module.moduleCalls.at(name);
            std::optional<SourceRange> range = repetitionRange(call);
            m_diagnostics.append(Checker(*child, &call, range ? std::move(range) : m_noConfigs).run());
        }
        checkRequirements();
        for (const Resource* resource : m_resources)
            checkImpliedName(*resource);
        for (const auto& [name, call] : m_module.moduleCalls)
            for (const PassedProvider& passed : call.providers)
                checkPassedInstance(call, passed);
        for (const Resource* resource : m_resources)
            checkInstanceOf(*resource);
        for (const auto& [name, call] : m_module.moduleCalls)
            for (const PassedProvider& passed : call.providers)
                checkPassedName(passed);
        if (m_call)
            checkAsChild();
        return std::move(m_diagnostics);
    }

private:
    bool isRequired(const std::string& localName) const { return m_module.requiredProviders.contains(localName); }

    /// Returns the local name under which the module requires a provider, or empty.
    std::string nameRequiring(const Provider& provider) const {
        for (const auto& [name, required] : m_module.requiredProviders)
            if (required.provider == provider)
                return name;
        return {};
    }

    void warn(std::string summary, std::string detail, const SourceRange& range) {
        m_diagnostics.warning(std::move(summary), std::move(detail), range);
    }
    void fail(std::string summary, std::string detail, const SourceRange& range) {
        m_diagnostics.error(std::move(summary), std::move(detail), range);
    }

    void checkRequirements() {
        constexpr const char* summary = "Duplicate required provider";
        std::map<Provider, std::string> seen;
        for (const auto& [name, required] : m_module.requiredProviders) {
            const Provider& provider = required.provider;
            const auto [previous, isFirst] = seen.emplace(provider, name);
            if (!isFirst) {
                warn(summary,
                     fmt::format("Provider {} with the local name \"{}\" was previously required as \"{}\". A provider "
                                 "can only be required once within "
                                 "required_providers.",
                                 provider.forDisplay(), name, previous->second),
                     required.range);
                previous->second = name;
                continue;
            }
            if (provider != defaultProvider(m_module, provider.type()) || name == provider.type())
                continue;
            const bool isImplied =
                std::any_of(m_module.providerConfigs.begin(), m_module.providerConfigs.end(),
                            [&](const auto& config) { return config.second.name == provider.type(); });
            if (isImplied)
                warn(summary,
                     fmt::format("Provider {0} with the local name \"{1}\" was implicitly required via a configuration "
                                 "block as \"{2}\". The provider configuration "
                                 "block name must match the name used in required_providers.",
                                 provider.forDisplay(), name, provider.type()),
                     required.range);
        }
    }

    void checkImpliedName(const Resource& resource) {
        if (resource.providerRef)
            return;
        const std::string localName = resource.address.impliedProvider();
        if (m_goodNames.contains(localName))
            return;
        if (const auto part = addrs::parseProviderPart(localName); !part)
            return fail("Invalid provider local name",
                        fmt::format("\"{}\" is an invalid implied provider local name: {}", localName, part.error()),
                        resource.range);
        bool isGood = true;
        const Provider implied = Provider::implied(localName, m_module.registry);
        for (const auto& [name, required] : m_module.requiredProviders) {
            if (required.provider != implied || isRequired(localName))
                continue;
            isGood = false;
            warn("Duplicate required provider",
                 fmt::format("Provider \"{0}\" was implicitly required via resource \"{1}\", but listed in "
                             "required_providers as \"{2}\". Either the local name in "
                             "required_providers must match the resource name, or the \"{2}\" provider must be "
                             "assigned within the resource block.",
                             implied.toString(), resource.address.toString(), name),
                 resource.range);
        }
        if (isGood)
            m_goodNames.insert(localName);
    }

    /// Checks that a reference has an instance key if and only if the provider configuration has for_each.
    void checkKey(std::string_view block, const ProviderConfigRef& reference) {
        const std::string summary = fmt::format("Invalid {} provider configuration", block);
        const std::string name = nameOf(reference);
        const bool isRepeated = m_forEach.contains(name);
        if (!reference.keyExpression) {
            if (isRepeated)
                fail(summary,
                     "A reference to a provider configuration which uses for_each requires an instance key. Passing a "
                     "collection of provider instances into a child "
                     "module is not allowed.",
                     reference.nameRange);
        } else if (reference.alias.empty()) {
            fail(summary,
                 "An instance key can be specified only for a provider configuration which has an alias and uses "
                 "for_each.",
                 reference.keyExpression->range());
        } else if (!isRepeated && !m_configured.contains(name)) {
            fail(summary,
                 fmt::format("This module doesn't declare a provider \"{}\" block with alias = \"{}\", which is "
                             "required for use with for_each.",
                             reference.name, reference.alias),
                 reference.nameRange);
        } else if (!isRepeated) {
            fail(summary, "An instance key can be specified only for a provider configuration that uses for_each.",
                 reference.keyExpression->range());
        }
    }

    /// Warns of instances that are removed together with their provider instance, and could no longer be destroyed.
    void warnOfSameForEach(std::string_view block, const std::string& target, const ExpressionPtr& forEach,
                           const ProviderConfigRef& reference) {
        const auto config = m_forEach.find(nameOf(reference));
        if (!reference.keyExpression || !forEach || config == m_forEach.end() || forEach->variables().empty() ||
            config->second->variables().empty() || !haveSameSyntax(*forEach, *config->second))
            return;
        warn(fmt::format("Provider configuration for_each matches {}", block),
             fmt::format("This provider configuration uses the same for_each expression as a {}, which means that "
                         "subsequent removal of elements from this collection would cause "
                         "a planning error.\n\nOpenTofu relies on a provider instance to destroy resource instances "
                         "that are associated with it, and so the provider instance "
                         "must outlive all of its resource instances by at least one plan/apply round. For removal of "
                         "instances to succeed in future you must structure the "
                         "configuration so that the provider block's for_each expression can produce a superset of the "
                         "instances of the resources associated with the provider "
                         "configuration. Refer to the OpenTofu documentation for specific suggestions.\n\nTo destroy "
                         "this object before removing the provider configuration, "
                         "consider first performing a targeted destroy:\n    tofu apply -destroy -target={}",
                         block, target),
             forEach->range());
    }

    void checkPassedInstance(const ModuleCall& call, const PassedProvider& passed) {
        if (passed.inChild.keyExpression)
            fail("Invalid module provider configuration",
                 "Instance keys are not allowed on the left side of a provider configuration assignment.",
                 passed.inChild.keyExpression->range());
        checkKey("module", passed.inParent);
        warnOfSameForEach("module", m_node.path.child(call.name).toString(), call.forEach, passed.inParent);
    }

    void checkInstanceOf(const Resource& resource) {
        if (!resource.providerRef)
            return;
        checkKey("resource", *resource.providerRef);
        if (resource.address.mode == addrs::ResourceMode::Managed)
            warnOfSameForEach("resource", addrs::ConfigResource{m_node.path, resource.address}.toString(),
                              resource.forEach, *resource.providerRef);
    }

    /// Configurations with an alias are never inherited, so they are checked in the called module.
    void checkPassedName(const PassedProvider& passed) {
        const std::string& name = passed.inParent.name;
        if (!passed.inParent.alias.empty())
            return;
        const std::string provider = defaultProvider(m_module, name).forDisplay();
        if (!m_configured.contains(name) && !isRequired(name))
            warn("Reference to undefined provider",
                 fmt::format("There is no explicit declaration for local provider name \"{0}\" in {1}, so OpenTofu is "
                             "assuming you mean to pass a configuration for provider "
                             "\"{2}\".\n\nTo clarify your intent and silence this warning, add to {3} a "
                             "required_providers entry named \"{0}\" with source = \"{2}\", or a "
                             "different source address if appropriate.",
                             name, m_moduleText, provider, m_parentText),
                 passed.inParent.nameRange);
        else if (m_call && !m_configured.contains(name) && !m_passed.contains(name))
            warn("Missing required provider configuration",
                 fmt::format("The configuration for {0} expects to inherit a configuration for provider {1} with local "
                             "name \"{2}\", but {3} doesn't pass a configuration under "
                             "that name.\n\nTo satisfy this requirement, add an entry for \"{2}\" to the \"providers\" "
                             "argument in the module \"{4}\" block.",
                             m_moduleText, provider, name, m_parentText, m_call->name),
                 m_call->range);
    }

    void checkAsChild() {
        if (!m_configured.empty() && m_noConfigs)
            fail("Module is incompatible with count, for_each, enabled and depends_on",
                 fmt::format("The module at {} is a legacy module which contains its own local provider "
                             "configurations, and so calls to it may not use the count, for_each, "
                             "enabled or depends_on arguments.\n\nIf you also control the module \"{}\", consider "
                             "updating this module to instead expect provider configurations "
                             "to be passed by its caller.",
                             m_node.path.toString(), m_node.sourceAddress),
                 *m_noConfigs);
        for (const auto& [name, range] : m_configured)
            if (const auto passed = m_passed.find(name); passed != m_passed.end())
                fail("Cannot override provider configuration",
                     fmt::format("The configuration of {} has its own local configuration for {}, and so it cannot "
                                 "accept an overridden configuration provided by {}.",
                                 m_moduleText, name, m_parentText),
                     passed->second->inChild.nameRange);
        for (const auto& [localName, required] : m_module.requiredProviders)
            for (const addrs::LocalProviderConfig& alias : required.aliases)
                if (const std::string name = nameOf(alias.localName, alias.alias);
                    !m_configured.contains(name) && !m_passed.contains(name))
                    fail("Missing required provider configuration",
                         fmt::format("The child module requires an additional configuration for provider {0}, with the "
                                     "local name \"{1}\".\n\nRefer to the module's documentation "
                                     "to understand the intended purpose of this additional provider configuration, "
                                     "and then add an entry for {1} in the \"providers\" "
                                     "meta-argument in the module block to choose which provider configuration the "
                                     "module should use for that purpose.",
                                     required.provider.forDisplay(), name),
                         m_call->range);
        for (const auto& [name, passed] : m_passed)
            checkPassed(name, *passed);
        suggestRequirements();
    }

    const RequiredProvider* requiredWithAlias(const std::string& name) const {
        for (const auto& [localName, required] : m_module.requiredProviders)
            for (const addrs::LocalProviderConfig& alias : required.aliases)
                if (nameOf(alias.localName, alias.alias) == name)
                    return &required;
        return nullptr;
    }

    /// Returns the provider that a reference in a call refers to in the given module.
    static Provider providerOf(const Module& module, const ProviderConfigRef& reference) {
        const auto required = module.requiredProviders.find(reference.name);
        return required != module.requiredProviders.end() ? required->second.provider
                                                          : defaultProvider(module, reference.name);
    }

    /// Checks that the module can use a passed configuration, and that it belongs to the expected provider.
    void checkPassed(const std::string& name, const PassedProvider& passed) {
        Provider provider = providerOf(m_module, passed.inChild);
        const RequiredProvider* const aliased = requiredWithAlias(name);
        if (const auto required = m_module.requiredProviders.find(name); required != m_module.requiredProviders.end())
            provider = required->second.provider;
        if (aliased)
            provider = aliased->provider;
        if (!isRequired(name) && !aliased && !m_empty.contains(name)) {
            if (provider == defaultProvider(m_module, provider.type()))
                warn("Reference to undefined provider",
                     fmt::format("There is no explicit declaration for local provider name \"{0}\" in {1}, so OpenTofu "
                                 "is assuming you mean to pass a configuration for "
                                 "\"{2}\".\n\nIf you also control the child module, add a required_providers entry "
                                 "named \"{0}\" with the source address \"{2}\".",
                                 name, m_moduleText, provider.forDisplay()),
                     passed.inChild.nameRange);
            else
                fail("Reference to undefined provider",
                     fmt::format("The child module does not declare any provider requirement with the local name "
                                 "\"{0}\".\n\nIf you also control the child module, you can add a "
                                 "required_providers entry named \"{0}\" with the source address \"{1}\" to accept "
                                 "this provider configuration.",
                                 name, provider.forDisplay()),
                     passed.inChild.nameRange);
        }
        const Module& parent = m_node.parent->module;
        Provider given = providerOf(parent, passed.inParent);
        if (const auto required = parent.requiredProviders.find(name); required != parent.requiredProviders.end())
            given = required->second.provider;
        if (provider == given)
            return;
        if (const std::string other = nameRequiring(given); !other.empty())
            fail("Provider type mismatch",
                 fmt::format("The assigned configuration is for provider \"{}\", but local name \"{}\" in {} "
                             "represents \"{}\".\n\nTo pass this configuration to the child module, "
                             "use the local name \"{}\" instead.",
                             provider.forDisplay(), passed.inChild.name, m_parentText, given.forDisplay(), other),
                 passed.inChild.nameRange);
        else
            fail("Provider type mismatch",
                 fmt::format("The local name \"{0}\" in {1} represents provider \"{2}\", but \"{3}\" in {4} represents "
                             "\"{5}\".\n\nEach provider has its own distinct "
                             "configuration schema and provider types, so this module's \"{3}\" can be assigned only a "
                             "configuration for {5}, which is not required by {4}.",
                             nameOf(passed.inParent), m_parentText, given.forDisplay(), nameOf(passed.inChild),
                             m_moduleText, provider.forDisplay()),
                 passed.inParent.nameRange);
    }

    /// Suggests a replacement for empty provider blocks, which preceded required_providers, once for each provider.
    void suggestRequirements() {
        struct Suggestion {
            Provider provider;
            std::vector<SourceRange> ranges;
            std::vector<std::string> configs; // sorted
            bool hasAlias = false;
        };
        std::map<std::string, Suggestion> suggestions;
        for (const auto& [name, range] : m_empty) {
            const std::string localName = name.substr(0, name.find('.'));
            Suggestion& suggestion = suggestions[localName];
            if (suggestion.configs.empty()) {
                const auto required = m_module.requiredProviders.find(name);
                suggestion.provider = required != m_module.requiredProviders.end()
                                          ? required->second.provider
                                          : defaultProvider(m_module, localName);
            }
            suggestion.hasAlias = suggestion.hasAlias || localName != name;
            suggestion.configs.push_back(name);
            suggestion.ranges.push_back(range);
        }
        for (auto& [name, suggestion] : suggestions) {
            std::string detail =
                fmt::format("Earlier versions of OpenTofu used empty provider blocks (\"proxy provider "
                            "configurations\") for child modules to declare their need to be passed a provider "
                            "configuration by their callers. That approach was ambiguous and is now deprecated.\n\nIf "
                            "you control this module, you can migrate to the new declaration syntax "
                            "by removing all of the empty provider \"{0}\" blocks and then adding or updating an entry "
                            "like the following to the required_providers block of {1}:\n"
                            "    {0} = {{\n      source = \"{2}\"\n",
                            name, m_moduleText, suggestion.provider.forDisplay());
            if (suggestion.hasAlias) {
                detail += "      configuration_aliases = [\n";
                for (const std::string& config : suggestion.configs)
                    detail += fmt::format("        {},\n", config);
                detail += "      ]\n";
            }
            detail += "    }";
            const auto first = std::min_element(
                suggestion.ranges.begin(), suggestion.ranges.end(),
                [](const SourceRange& a, const SourceRange& b) { return a.toString() < b.toString(); });
            warn("Redundant empty provider block", std::move(detail), *first);
        }
    }

    const ModuleNode& m_node;
    const Module& m_module;
    const ModuleCall* m_call; // null for the root module
    std::optional<SourceRange> m_noConfigs;
    std::string m_moduleText = "the root module", m_parentText = "the root module";
    // By "name" or "name.alias".
    std::map<std::string, SourceRange> m_empty, m_configured;
    std::map<std::string, ExpressionPtr> m_forEach;
    std::map<std::string, const PassedProvider*> m_passed;
    std::vector<const Resource*> m_resources; // managed, data, ephemeral
    std::set<std::string> m_goodNames;        // implied names that need no warning
    Diagnostics m_diagnostics;
};

} // namespace

Diagnostics checkProviderConfigs(const ModuleNode& root) {
    return Checker(root, nullptr, {}).run();
}

Diagnostics checkCallArguments(const ModuleNode& root) {
    for (const auto& [name, child] : root.children) {
        Diagnostics problems = checkCallArguments(*child);
        if (problems.hasErrors())
            return problems;
        hcl::BodySchema schema;
        for (const auto& [variableName, variable] : child->module.variables)
            schema.attributes.push_back({variableName, variable.isRequired()});
        problems = root.module.moduleCalls.at(name).config->content(schema).diagnostics;
        if (problems.hasErrors()) {
            explainTerraformSyntax(problems, TerraformContext::ModuleCall);
            return problems;
        }
    }
    return {};
}

} // namespace planlens::configs
