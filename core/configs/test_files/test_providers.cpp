// SPDX-License-Identifier: MPL-2.0
#include "core/configs/test_files/test_providers.h"

#include "core/values/text/quoted.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::configs {

using addrs::Provider;
using diags::Diagnostics;

namespace {

/// Returns a name such as "aws" or "aws.west".
std::string keyOf(const std::string& name, const std::string& alias) {
    return alias.empty() ? name : name + "." + alias;
}

class TestProviders {
public:
    TestProviders(const std::string& fileName, const TestFile& file, const Module& root,
                  const std::map<std::string, const Module*>& modules)
        : m_fileName(fileName)
        , m_file(file)
        , m_root(root)
        , m_modules(modules) {
        for (const ProviderConfig& provider : file.providers)
            m_configs[keyOf(provider.name, provider.alias)] = &provider;
        for (const TestRun& run : file.runs)
            assign(run);
    }

    Diagnostics check() {
        for (const TestRun& run : m_file.runs) {
            if (run.callsModule)
                continue; // checked like any root module
            if (run.providers.empty())
                checkSameNames();
            else
                checkPassed(run);
        }
        return std::move(m_diagnostics);
    }

private:
    Provider defaultProvider(const std::string& name) const {
        return {std::string(m_root.registry), "hashicorp", name};
    }

    /// Returns the providers that a module requires or configures, by local name.
    std::map<std::string, Provider> providersOf(const Module& module) const {
        std::map<std::string, Provider> providers;
        for (const auto& [name, required] : module.requiredProviders)
            providers.emplace(name, required.provider);
        for (const auto& [key, config] : module.providerConfigs)
            providers.emplace(config.name, defaultProvider(config.name));
        return providers;
    }

    bool isConfigured(const std::string& name) const {
        return std::ranges::any_of(m_file.providers,
                                   [&](const ProviderConfig& provider) { return provider.name == name; });
    }

    const Module& moduleOf(const TestRun& run) const { return run.callsModule ? *m_modules.at(run.name) : m_root; }

    Provider childProvider(const TestRun& run, const PassedProvider& passed) const {
        const std::map<std::string, Provider> expected = providersOf(moduleOf(run));
        const auto found = expected.find(passed.inChild.name);
        return found == expected.end() ? defaultProvider(passed.inChild.name) : found->second;
    }

    void assign(const TestRun& run) {
        if (run.providers.empty()) {
            for (const auto& [name, provider] : providersOf(moduleOf(run)))
                if (isConfigured(name))
                    m_assigned.emplace(name, provider);
            return;
        }
        for (const PassedProvider& passed : run.providers) {
            const auto assigned = m_assigned.find(passed.inParent.name);
            const Provider provider = assigned == m_assigned.end() ? childProvider(run, passed) : assigned->second;
            if (isConfigured(passed.inParent.name))
                m_assigned.emplace(passed.inParent.name, provider);
        }
    }

    Provider assigned(const ProviderConfig& config) const {
        const auto found = m_assigned.find(config.name);
        return found == m_assigned.end() ? defaultProvider(config.name) : found->second;
    }

    /// Checks the configurations that a run block passes explicitly.
    void checkPassed(const TestRun& run) {
        for (const PassedProvider& passed : run.providers) {
            const Provider expected = childProvider(run, passed);
            const auto found = m_assigned.find(passed.inParent.name);
            // An undeclared configuration belongs to the provider that it is passed as.
            const Provider given = found == m_assigned.end() ? expected : found->second;
            if (given == expected)
                continue;
            const std::string name = values::quoted(passed.inParent.name);
            m_diagnostics.error(
                "Provider type mismatch",
                fmt::format("The local name {0} in {1} represents provider {2}, but {3} in the root module represents "
                            "{4}.\n\nThis means the provider definition for {0} within {1}, or other provider "
                            "definitions with the same name, have been referenced by multiple run blocks and assigned "
                            "to different provider types.",
                            name, m_fileName, values::quoted(given.toString()), values::quoted(passed.inChild.name),
                            values::quoted(expected.toString())),
                passed.inParent.nameRange);
        }
    }

    /// Checks the configurations that a run block uses implicitly, because the root module expects their names.
    void checkSameNames() {
        constexpr std::string_view orOthers = ", or other provider definitions with the same name, have";
        for (const auto& [name, required] : m_root.requiredProviders) {
            checkConfig(name, required.provider, orOthers);
            for (const addrs::LocalProviderConfig& alias : required.aliases)
                checkConfig(keyOf(alias.localName, alias.alias), required.provider, orOthers);
        }
        for (const auto& [key, config] : m_root.providerConfigs) {
            const auto required = m_root.requiredProviders.find(config.name);
            checkConfig(key,
                        required == m_root.requiredProviders.end() ? defaultProvider(config.name)
                                                                   : required->second.provider,
                        " has");
        }
    }

    void checkConfig(const std::string& key, const Provider& expected, std::string_view which) {
        const auto config = m_configs.find(key);
        if (config == m_configs.end())
            return;
        const Provider given = assigned(*config->second);
        if (given == expected)
            return;
        m_diagnostics.error("Provider type mismatch",
                            fmt::format("The provider {0} in {1} represents provider {2}, but {0} in the root module "
                                        "represents {3}.\n\nThis means the provider definition for {0} within {1}{4} "
                                        "been referenced by multiple run blocks and assigned to different provider "
                                        "types.",
                                        values::quoted(key), m_fileName, values::quoted(given.toString()),
                                        values::quoted(expected.toString()), which),
                            config->second->range);
    }

    const std::string& m_fileName;
    const TestFile& m_file;
    const Module& m_root;
    const std::map<std::string, const Module*>& m_modules;
    std::map<std::string, const ProviderConfig*> m_configs; // by name and alias
    std::map<std::string, Provider> m_assigned;             // by name
    Diagnostics m_diagnostics;
};

} // namespace

Diagnostics checkTestProviders(const std::string& fileName, const TestFile& file, const Module& root,
                               const std::map<std::string, const Module*>& modules) {
    return TestProviders(fileName, file, root, modules).check();
}

} // namespace planlens::configs
