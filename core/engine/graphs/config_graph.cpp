// SPDX-License-Identifier: MPL-2.0
#include "core/engine/graphs/config_graph.h"

#include "core/addrs/reference.h"
#include "core/configs/config.h"
#include "core/configs/provider_checks.h"
#include "core/engine/graphs/apply_steps.h"
#include "core/engine/graphs/config_cycles.h"
#include "core/engine/graphs/config_dependencies.h"
#include "core/engine/graphs/config_edges.h"
#include "core/engine/planning/missing_provider.h"
#include "core/schemas/decode.h"
#include "core/system/background_task.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace planlens::engine {

namespace {

using configs::ModuleNode;
using graph::Vertex;
using hcl::Traversal;
using Kind = ConfigNode::Kind;

class Builder {
public:
    Builder(const configs::Config& config, const ConfigGraphOptions& options)
        : m_config(config)
        , m_options(options) {}

    diags::Result<ConfigGraph> build() {
        m_result.nodes.reserve(vertexCount());
        // When applying, the objects that imports refer to no longer exist.
        if (!m_options.changes && m_options.importBlocks == ConfigGraphOptions::ImportBlocks::Imported)
            for (const configs::Import& import : m_config.root->module.imports)
                m_imports[{import.toModule, import.toResource}].push_back(&import);
        m_config.forEachModule([&](const ModuleNode& module) { addVertices(module); });
        if (diags::Diagnostics missing = reportMissingProviders(); missing.hasErrors())
            return missing;
        addOrphans();
        addDeposed();
        addProviders();
        connectAll();
        connectProviders();
        if (m_unknownProviders.hasErrors())
            return m_unknownProviders;
        m_result.graph = m_builder.build();
        diags::Diagnostics cycles = reportCycles(m_result, m_config, m_options);
        for (const Vertex v : m_selfReferences)
            cycles.error("Self reference: " + labelOf(m_result[v]), {});
        if (cycles.hasErrors())
            return cycles;
        addReleases();
        attachDependencies(m_result, m_vertices, m_options.schemas);
        selectTargeted(m_result, m_config, m_options.state, m_options.targets, m_options.excludes);
        if (!m_options.changes)
            forceCreateBeforeDestroy();
        return std::move(m_result);
    }

private:
    // --- vertices

    /// Returns the number of declared objects and their provider configurations.
    std::size_t vertexCount() const {
        std::size_t count = 0;
        m_config.forEachModule([&count](const ModuleNode& module) {
            const configs::Module& content = module.module;
            count += 2 + content.variables.size() + content.locals.size() + content.resources.size() +
                     content.outputs.size() + content.checks.size();
            count += std::max<std::size_t>(content.providerConfigs.size(), 1) + content.requiredProviders.size();
        });
        return count;
    }
    Vertex add(ConfigNode node) {
        m_result.nodes.push_back(std::move(node));
        return m_builder.addVertex();
    }
    ConfigNode node(Kind kind, const ModuleNode& module, std::string name = {}) const {
        ConfigNode result;
        result.kind = kind;
        result.module = &module;
        result.name = std::move(name);
        return result;
    }

    void addVertices(const ModuleNode& module) {
        ModuleVertices& vertices = m_vertices.modules[&module];
        vertices.expansion = add(node(Kind::Expansion, module));
        vertices.resources.reserve(module.module.resources.size());
        for (const auto& [name, variable] : module.module.variables)
            vertices.variables.emplace(name, add(node(Kind::Variable, module, name)));
        for (const auto& [name, local] : module.module.locals)
            vertices.locals.emplace(name, add(node(Kind::Local, module, name)));
        for (const auto& [address, resource] : module.module.resources) {
            ConfigNode resourceNode = node(Kind::Resource, module);
            resourceNode.resource = {module.path, address};
            resourceNode.resourceConfig = &resource;
            if (const auto imports = m_imports.find(resourceNode.resource); imports != m_imports.end())
                resourceNode.imports = imports->second;
            const configs::ResolvedProvider provider = m_config.providerFor(module, resource);
            resourceNode.provider = provider.address;
            resourceNode.providerConfig = provider.config;
            if (provider.keyExpression)
                m_vertices.providerKeys.emplace(&resource, provider);
            if (resource.createBeforeDestroy)
                resourceNode.createBeforeDestroy = *resource.createBeforeDestroy;
            vertices.resources.emplace(address, add(std::move(resourceNode)));
        }
        if (!module.parent && m_options.generation == ConfigGeneration::On)
            addGeneratedImports(module);
        for (const auto& [name, output] : module.module.outputs)
            vertices.outputs.emplace(name, add(node(Kind::Output, module, name)));
        for (const auto& [name, check] : module.module.checks)
            m_vertices.checks.emplace_back(&module, add(node(Kind::Check, module, name)));
        vertices.close = add(node(Kind::Close, module));
    }

    void addGeneratedImports(const ModuleNode& root) {
        for (const configs::Import& import : root.module.imports) {
            const addrs::ConfigResource target{import.toModule, import.toResource};
            if (m_config.resource(target))
                continue;
            ConfigNode importNode = node(Kind::Import, root);
            importNode.resource = target;
            importNode.imports = {&import};
            importNode.provider = {{}, import.provider, import.providerRef ? import.providerRef->alias : std::string()};
            importNode.providerConfig = configFor(importNode.provider);
            m_vertices.generated.push_back(add(std::move(importNode)));
        }
    }

    /// Reports provider configurations that are used, passed on or in the state, but do not exist.
    diags::Diagnostics reportMissingProviders() const {
        if (const auto missing = configs::missingPassedProvider(m_config, m_options.rootAliases))
            return diags::Diagnostic::error("missing provider " + missing->toString(), {});
        diags::Diagnostics diagnostics;
        const auto report = [&](const std::string& user, const addrs::AbsProviderConfig& provider) {
            diagnostics.append(providerNotPresent(user, provider));
        };
        const char* const suffix = m_options.rootAliases == configs::RootAliases::Accepted ? "" : " (expand)";
        const char* const orphan = m_options.destroys == ConfigGraphOptions::Destroys::None ? "" : " (orphan)";
        const bool destroysAll = m_options.destroys == ConfigGraphOptions::Destroys::All;
        std::map<addrs::ConfigResource, const ConfigNode*> users;
        for (const ConfigNode& user : m_result.nodes) {
            if ((user.kind != Kind::Resource && user.kind != Kind::Import) ||
                !configs::isMissing(m_config, {user.provider, user.providerConfig, nullptr, {}}, m_options.rootAliases))
                continue;
            // Only objects of the state are destroyed.
            if (!destroysAll || user.resource.resource.mode == addrs::ResourceMode::Ephemeral)
                report(user.resource.toString() + suffix, user.provider);
            if (user.kind == Kind::Resource)
                users.emplace(user.resource, &user);
        }
        // The changes of a plan contain the provider configurations that they need.
        if (!m_options.state || m_options.changes)
            return diagnostics;
        for (const auto& [address, resource] : m_options.state->resources()) {
            const auto user = users.find(address.config());
            const bool isConfigured = user != users.end();
            if (!isConfigured &&
                (m_config.resource(address.config()) || configs::storedProvider(m_config, resource.provider)))
                continue;
            const addrs::AbsProviderConfig& provider = isConfigured ? user->second->provider : resource.provider;
            // Removing a data source needs no provider.
            const bool isOrphan = !isConfigured && address.resource.mode == addrs::ResourceMode::Managed;
            for (const auto& [key, instance] : resource.instances) {
                const std::string name = address.instance(key).toString();
                if (instance.current && (destroysAll || isOrphan))
                    report(name + (destroysAll ? " (destroy)" : orphan), provider);
                for (const auto& [deposed, object] : instance.deposed)
                    report(fmt::format("{} (deposed {})", name, deposed), provider);
            }
        }
        return diagnostics;
    }

    void addOrphans() {
        if (!m_options.state)
            return;
        std::set<std::pair<addrs::ConfigResource, addrs::AbsProviderConfig>> seen;
        for (const auto& [address, resource] : m_options.state->resources()) {
            const addrs::ConfigResource configured = address.config();
            if (resource.instances.empty() || m_config.resource(configured))
                continue;
            ConfigNode orphan = node(Kind::Orphan, *m_config.root);
            orphan.resource = configured;
            orphan.provider = orphanProvider(m_config, resource.provider);
            if (!seen.emplace(configured, orphan.provider).second)
                continue;
            m_orphans.push_back(add(std::move(orphan)));
            // References to a whole module also depend on its orphans. As in OpenTofu, orphans in removed modules
            // belong to no configured module. When applying, destroys have their own order.
            if (m_options.changes)
                continue;
            connectToModule(m_orphans.back(), configured.module);
        }
    }

    /// Adds deposed objects, except when applying: they are then ordered as changes.
    void addDeposed() {
        if (!m_options.state || m_options.changes)
            return;
        std::set<addrs::ConfigResource> seen;
        for (const auto& [address, resource] : m_options.state->resources()) {
            const addrs::ConfigResource configured = address.config();
            const ModuleNode* const module = m_config.module(configured.module);
            if (!module || !hasDeposed(resource))
                continue;
            const auto& resources = m_vertices.modules.at(module).resources;
            const auto current = resources.find(configured.resource);
            if (current == resources.end() || !seen.insert(configured).second)
                continue;
            ConfigNode deposed = m_result.nodes[graph::index(current->second)];
            deposed.kind = Kind::Deposed;
            deposed.imports.clear();
            connectToModule(add(std::move(deposed)), configured.module);
        }
    }

    /// Makes objects that are only in the state wait for the expansion of their module, which ends after them.
    void connectToModule(Vertex objects, const addrs::Module& address) {
        const ModuleNode* const module = m_config.module(address);
        if (!module || !module->parent)
            return;
        m_builder.addEdge(objects, m_vertices.modules.at(module).expansion);
        m_builder.addEdge(m_vertices.modules.at(module).close, objects);
    }

    /// Adds a vertex for each provider configuration that a resource uses.
    void addProviders() {
        for (std::size_t i = 0, count = m_result.nodes.size(); i < count; ++i) {
            const ConfigNode& user = m_result.nodes[i];
            if (!usesProvider(user))
                continue;
            providerVertex(m_result.nodes[i].provider, m_result.nodes[i].providerConfig);
        }
    }

    /// Whether a node uses a provider. Removing a data source needs none, except if everything is destroyed.
    bool usesProvider(const ConfigNode& node) const {
        if (node.kind == Kind::Orphan)
            return node.resource.resource.mode == addrs::ResourceMode::Managed ||
                   m_options.destroys == ConfigGraphOptions::Destroys::All;
        return node.kind == Kind::Resource || node.kind == Kind::Deposed || node.kind == Kind::Import;
    }

    const configs::ProviderConfig* configFor(const addrs::AbsProviderConfig& address) const {
        const configs::ProviderConfig* found = nullptr;
        if (const ModuleNode* module = m_config.module(address.module))
            for (const auto& [key, candidate] : module->module.providerConfigs)
                if (candidate.alias == address.alias &&
                    module->module.providerForLocalName(candidate.name) == address.provider)
                    found = &candidate;
        return found;
    }

    Vertex providerVertex(addrs::AbsProviderConfig address, const configs::ProviderConfig* config) {
        const auto existing = m_providers.find(address);
        if (existing != m_providers.end())
            return existing->second;
        const ModuleNode* module = m_config.module(address.module);
        ConfigNode provider = node(Kind::Provider, module ? *module : *m_config.root);
        provider.provider = address;
        provider.providerConfig = config ? config : configFor(address);
        const Vertex vertex = add(std::move(provider));
        m_providers.emplace(std::move(address), vertex);
        return vertex;
    }

    // --- edges

    void connectAll() {
        ConfigEdges edges(m_vertices);
        m_config.forEachModule([&](const ModuleNode& module) { edges.connect(module); });
        std::vector<Vertex> resources;
        for (std::size_t i = 0; i < m_result.nodes.size(); ++i)
            if (m_result.nodes[i].kind == Kind::Resource)
                resources.push_back(static_cast<Vertex>(i));
        constexpr std::size_t worthwhile = 4000;
        const std::size_t parts =
            std::clamp<std::size_t>(resources.size() / worthwhile, 1, std::min(system::processorCount(), 8U));
        const auto connectPart = [&](std::size_t part) {
            ConfigEdges found(m_vertices);
            for (std::size_t i = resources.size() * part / parts; i < resources.size() * (part + 1) / parts; ++i)
                found.connectResource(resources[i]);
            return found;
        };
        std::vector<system::BackgroundTask<ConfigEdges>> others;
        for (std::size_t part = 1; part < parts; ++part)
            others.push_back(system::runInBackground([&connectPart, part] { return connectPart(part); }));
        take(connectPart(0));
        for (system::BackgroundTask<ConfigEdges>& other : others)
            take(other.get());
        take(edges);
    }

    void take(const ConfigEdges& edges) {
        m_unknownProviders.append(edges.unknownProviders);
        for (const graph::Edge& edge : edges.list)
            m_builder.addEdge(edge.from, edge.to);
        m_result.references.insert(m_result.references.end(), edges.references.begin(), edges.references.end());
        for (const auto& [from, provider] : edges.providerUses) {
            const auto used = m_providers.find(provider.address);
            if (!provider.config && used == m_providers.end())
                continue;
            const Vertex to = provider.config ? providerVertex(provider.address, provider.config) : used->second;
            if (from == to)
                m_selfReferences.insert(from);
            else
                m_builder.addEdge(from, to);
        }
    }

    void connectProviders() {
        // Functions called by a provider configuration may require further provider configurations.
        std::set<Vertex> connected;
        while (connected.size() < m_providers.size()) {
            ConfigEdges edges(m_vertices);
            for (const auto& [address, v] : m_providers) {
                if (!connected.insert(v).second)
                    continue;
                const ConfigNode& provider = m_result.nodes[graph::index(v)];
                m_builder.addEdge(v, m_vertices.modules.at(provider.module).expansion);
                if (!provider.providerConfig)
                    continue;
                edges.depend(v, *provider.module, provider.providerConfig->forEach);
                edges.depend(v, *provider.module, provider.providerConfig->config);
            }
            take(edges);
        }
        for (std::size_t i = 0; i < m_result.nodes.size(); ++i) {
            const ConfigNode& user = m_result.nodes[i];
            if (usesProvider(user))
                m_builder.addEdge(static_cast<Vertex>(i), m_providers.at(user.provider));
        }
    }

    // --- properties derived from the edges

    /// Adds a Release node for each ephemeral resource, after all its direct and indirect dependents. These have a
    /// Release node too, so that the number of edges is linear.
    void addReleases() {
        const auto order = m_result.graph.topologicalOrder();
        std::vector<bool> depends(m_result.nodes.size());
        bool any = false;
        for (const Vertex v : *order) {
            const ConfigNode& node = m_result[v];
            const bool isRootClose = node.kind == Kind::Close && !node.module->parent;
            const bool isBehind = std::ranges::any_of(m_result.graph.dependencies(v),
                                                      [&](Vertex d) { return bool(depends[graph::index(d)]); });
            depends[graph::index(v)] = node.isEphemeral() || (isBehind && !isRootClose);
            any = any || depends[graph::index(v)];
        }
        if (!any)
            return;
        std::map<Vertex, Vertex> releases;
        for (auto v = order->rbegin(); v != order->rend(); ++v) {
            if (!depends[graph::index(*v)])
                continue;
            ConfigNode release = node(Kind::Release, *m_result[*v].module);
            if (m_result[*v].isEphemeral())
                release.resource = m_result[*v].resource;
            else if (m_result[*v].kind == Kind::Provider)
                release.provider = m_result[*v].provider;
            const Vertex made = add(std::move(release));
            releases.emplace(*v, made);
            if (m_result[*v].kind != Kind::Close)
                m_builder.addEdge(made, *v);
            for (const Vertex user : m_result.graph.dependents(*v))
                if (const auto behind = releases.find(user); behind != releases.end())
                    m_builder.addEdge(made, behind->second);
        }
        m_result.graph = m_builder.build();
    }

    void forceCreateBeforeDestroy() {
        std::vector<Vertex> starts;
        for (std::size_t i = 0; i < m_result.nodes.size(); ++i) {
            const ConfigNode& node = m_result.nodes[i];
            if (node.createBeforeDestroy && m_result.selection[i] != Selection::None)
                starts.push_back(static_cast<Vertex>(i));
        }
        if (starts.empty())
            return;
        const std::vector<bool> forced = m_result.graph.reachable(starts, graph::Direction::Dependencies);
        for (std::size_t i = 0; i < forced.size(); ++i)
            if (forced[i] && m_result.nodes[i].kind == Kind::Resource &&
                m_result.nodes[i].resource.resource.mode == addrs::ResourceMode::Managed)
                m_result.nodes[i].createBeforeDestroy = true;
    }

    const configs::Config& m_config;
    const ConfigGraphOptions& m_options;
    ConfigGraph m_result;
    graph::GraphBuilder m_builder;
    ConfigVertices m_vertices{m_config, m_options.schemas,           m_result.nodes, {}, {}, {},
                              {},       m_options.changes != nullptr};
    std::map<addrs::AbsProviderConfig, Vertex> m_providers;
    std::vector<Vertex> m_orphans;
    diags::Diagnostics m_unknownProviders;
    std::set<Vertex> m_selfReferences; // provider configurations that call their own functions
    std::map<addrs::ConfigResource, std::vector<const configs::Import*>> m_imports;
};

} // namespace

diags::Diagnostic providerNotPresent(const std::string& user, const addrs::AbsProviderConfig& provider) {
    return diags::Diagnostic::error(
        "Provider configuration not present",
        fmt::format("To work with {0} its original provider configuration at {1} is required, but it has been removed. "
                    "This occurs when a provider "
                    "configuration is removed while objects created by that provider still exist in the state. Re-add "
                    "the provider configuration to "
                    "destroy {0}, after which you can remove the provider configuration again.",
                    user, provider.toString()));
}

bool hasDeposed(const states::Resource& resource) {
    return std::ranges::any_of(resource.instances, [](const auto& one) { return !one.second.deposed.empty(); });
}

addrs::AbsProviderConfig orphanProvider(const configs::Config& config, const addrs::AbsProviderConfig& stored) {
    const auto found = configs::storedProvider(config, stored);
    return found ? found->address : stored;
}

diags::Result<ConfigGraph> buildConfigGraph(const configs::Config& config, const ConfigGraphOptions& options) {
    if (diags::Diagnostics problems = configs::checkCallArguments(*config.root); problems.hasErrors())
        return problems;
    return Builder(config, options).build();
}

} // namespace planlens::engine
