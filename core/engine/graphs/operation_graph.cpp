// SPDX-License-Identifier: MPL-2.0
#include "core/engine/operation_graph.h"

#include "core/configs/config.h"
#include "core/configs/provider_checks.h"
#include "core/configs/provider_lookup.h"
#include "core/engine/evaluation/provider_functions.h"
#include "core/engine/graphs/operation_steps.h"
#include "core/engine/planning/missing_provider.h"
#include "core/plans/plan.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

namespace planlens::engine {

using configs::ModuleNode;
using Index = OperationSteps::Index;
using Kind = OperationStep::Kind;

namespace {

class Builder {
public:
    Builder(const configs::Config& config, const OperationGraphOptions& options)
        : m_config(config)
        , m_options(options) {}

    diags::Result<OperationGraph> build() {
        m_config.forEachModule([this](const ModuleNode& module) { addModule(module); });
        if (isApplying())
            addChanges();
        else
            addStoredObjects();
        addRemovedOutputs();
        connectProviders();
        if (m_problems.hasErrors())
            return m_problems;
        connectModules();
        connectReferences(m_steps, m_options.operation, m_options.schemas);
        attachDependencies(m_steps);
        if (m_options.operation == GraphOperation::Apply)
            addCheckStart(m_steps);
        orderDestroys(m_steps, m_options.operation);
        if (m_options.operation != GraphOperation::Plan)
            pruneUnused(m_steps, m_options.operation);
        if (m_options.plan)
            selectTargets(m_steps, m_options.plan->options);
        addClosingSteps(m_steps);
        return finish();
    }

private:
    bool isApplying() const {
        return m_options.operation == GraphOperation::Apply || m_options.operation == GraphOperation::Destroy;
    }
    bool isDestroying() const {
        return m_options.operation == GraphOperation::Destroy || m_options.operation == GraphOperation::PlanDestroy;
    }

    // --- steps of configuration objects

    Index add(Kind kind, const ModuleNode& module, std::string key, std::string_view suffix) {
        OperationStep step;
        step.kind = kind;
        step.module = module.path;
        step.moduleNode = &module;
        step.name = prefixOf(module.path) +
                    (kind == Kind::Local                                ? "local."
                     : kind == Kind::Output                             ? "output."
                     : kind == Kind::Check || kind == Kind::CheckReport ? "check."
                                                                        : "var.") +
                    key;
        step.name += suffix;
        step.key = std::move(key);
        return m_steps.add(std::move(step));
    }
    static std::string prefixOf(const addrs::Module& module) {
        return module.isRoot() ? std::string() : module.toString() + ".";
    }

    void addModule(const ModuleNode& module) {
        for (const auto& [name, variable] : module.module.variables) {
            const Index value = module.parent ? add(Kind::Argument, module, name, " (expand, input)")
                                              : add(Kind::RootVariable, module, name, "");
            const Index reference = add(Kind::Variable, module, name, " (expand, reference)");
            m_steps[reference].hasValidations = !variable.validations.empty();
            m_steps.connect(reference, value);
        }
        for (const auto& [name, local] : module.module.locals)
            add(Kind::Local, module, name, " (expand)");
        for (const auto& [name, output] : module.module.outputs)
            add(Kind::Output, module, name, " (expand)");
        for (const auto& [address, resource] : module.module.resources)
            if (m_options.operation != GraphOperation::PlanDestroy || address.mode == addrs::ResourceMode::Ephemeral)
                addResource(module, resource);
        if (!isDestroying())
            for (const auto& [name, check] : module.module.checks)
                addCheck(module, check);
    }

    void addResource(const ModuleNode& module, const configs::Resource& resource) {
        OperationStep step = stepOf({module.path, resource.address}, Kind::Resource);
        step.name = step.resource.toString() + " (expand)";
        const std::string address = step.resource.toString();
        m_resources.emplace(address, m_steps.add(std::move(step)));
    }

    void addCheck(const ModuleNode& module, const configs::Check& check) {
        const Index expansion = add(Kind::Check, module, check.name, " (expand)");
        if (isApplying())
            return;
        const Index report = add(Kind::CheckReport, module, check.name, " (report)");
        m_steps.connect(expansion, report);
        if (!check.dataResource.empty())
            m_steps.connect(m_resources.at(prefixOf(module.path) + check.dataResource), report);
    }

    // --- steps of objects

    OperationStep stepOf(const addrs::ConfigResource& resource, Kind kind) const {
        OperationStep step;
        step.kind = kind;
        step.module = resource.module;
        step.moduleNode = m_config.module(resource.module);
        step.resource = resource;
        step.resourceConfig = m_config.resource(resource);
        return step;
    }

    Index addObject(Kind kind, const addrs::AbsResourceInstance& address, const std::string& suffix) {
        OperationStep step = stepOf(address.config(), kind);
        step.name = address.toString() + suffix;
        step.instance = address;
        if (const states::ResourceInstance* stored = m_options.state.instance(address))
            step.current = stored->current.get();
        if (step.current)
            step.dependencies = step.current->dependencies;
        if (kind == Kind::DestroyedDeposed)
            step.createBeforeDestroy = true;
        else if (step.current)
            step.createBeforeDestroy = step.current->createBeforeDestroy;
        else if (step.resourceConfig)
            step.createBeforeDestroy = step.resourceConfig->createBeforeDestroy.value_or(false);
        return m_steps.add(std::move(step));
    }

    void addStoredObjects() {
        const bool destroysAll = m_options.operation == GraphOperation::PlanDestroy;
        for (const auto& [address, resource] : m_options.state.resources())
            for (const auto& [key, instance] : resource.instances) {
                if (instance.current && destroysAll)
                    addObject(Kind::PlannedDestroy, address.instance(key), " (destroy)");
                else if (instance.current && !m_config.resource(address.config()))
                    addObject(Kind::Orphan, address.instance(key), " (orphan)");
                for (const auto& [deposed, object] : instance.deposed)
                    addObject(Kind::Deposed, address.instance(key), fmt::format(" (deposed {})", deposed));
            }
    }

    void addChanges() {
        if (m_options.plan)
            for (const plans::ResourceInstanceChangePtr& change : m_options.plan->changes.resources())
                addChange(*change);
    }

    void addChange(const plans::ResourceInstanceChange& change) {
        using plans::Action;
        const Action action = change.change.action;
        const configs::Resource* config = m_config.resource(change.address.config());
        const bool hasConditions = config && !(config->preconditions.empty() && config->postconditions.empty());
        const bool forgets = action == Action::Forget || action == Action::ForgetThenCreate;
        const bool destroys =
            action == Action::Delete || action == Action::DeleteThenCreate || action == Action::CreateThenDelete;
        const bool applies =
            action == Action::NoOp ? hasConditions : action != Action::Forget && action != Action::Delete;
        const addrs::DeposedKey deposed = action == Action::CreateThenDelete
                                              ? states::newDeposedKey(m_options.state, change.address)
                                              : change.deposed;
        std::optional<Index> applied;
        if (applies) {
            applied = addObject(Kind::Applied, change.address, "");
            m_steps[*applied].changes = action != Action::NoOp;
            // As in OpenTofu, resources are looked up with module keys, so only those without keys are found.
            if (const auto resource = m_resources.find(change.address.containing().toString());
                resource != m_resources.end())
                m_steps.connect(*applied, resource->second);
        }
        if (destroys && deposed.empty())
            addObject(Kind::Destroyed, change.address, " (destroy)");
        else if (destroys)
            addObject(Kind::DestroyedDeposed, change.address, fmt::format(" (destroy deposed {})", deposed));
        if (!forgets)
            return;
        const Index forgotten = deposed.empty() ? addObject(Kind::Forgotten, change.address, " (forget)")
                                                : addObject(Kind::ForgottenDeposed, change.address,
                                                            fmt::format(" (forget deposed {})", deposed));
        if (applied)
            m_steps.connect(*applied, forgotten);
    }

    void addRemovedOutputs() {
        for (const auto& [name, value] : m_options.state.outputs) {
            if (m_config.root->module.outputs.contains(name))
                continue;
            OperationStep step;
            step.kind = Kind::RemovedOutput;
            step.name = "output." + name + " (destroy)";
            m_steps.add(std::move(step));
        }
    }

    // --- providers

    Index providerStep(const configs::ResolvedProvider& resolved) {
        const auto known = m_providers.find(resolved.address);
        if (known != m_providers.end())
            return known->second;
        OperationStep step;
        step.kind = Kind::Provider;
        step.name = resolved.address.toString();
        step.module = resolved.address.module;
        step.moduleNode = m_config.module(step.module);
        step.provider = resolved.address;
        step.providerConfig = resolved.config;
        const Index added = m_steps.add(std::move(step));
        m_providers.emplace(resolved.address, added);
        return added;
    }

    void connectProviders() {
        if (const auto missing = configs::missingPassedProvider(m_config, configs::RootAliases::Missing)) {
            m_problems.error("missing provider " + missing->toString(), {});
            return;
        }
        for (Index i = 0, count = m_steps.size(); i < count; ++i)
            if (m_steps[i].isOfResource())
                connectProvider(i);
        if (m_problems.hasErrors())
            return;
        for (Index i = 0; i < m_steps.size(); ++i) // the size grows
            if (m_steps[i].refers())
                connectFunctions(i);
    }

    /// Connects a step to its provider configuration, which the state determines for objects that are not configured.
    void connectProvider(Index i) {
        const OperationStep& step = m_steps[i];
        const bool isManaged = step.resource.resource.mode == addrs::ResourceMode::Managed;
        if ((step.kind == Kind::Orphan || step.kind == Kind::Destroyed) && !isManaged)
            return;
        std::optional<configs::ResolvedProvider> resolved;
        addrs::AbsProviderConfig wanted;
        if (step.resourceConfig) {
            resolved = m_config.providerFor(*step.moduleNode, *step.resourceConfig);
            wanted = resolved->address;
            if (configs::isMissing(m_config, *resolved, configs::RootAliases::Missing))
                resolved.reset();
        } else {
            const states::Resource* stored = m_options.state.resource(step.instance->containing());
            wanted = stored ? stored->provider
                            : addrs::AbsProviderConfig{{}, addrs::Provider::implied(impliedProvider(step)), {}};
            resolved = configs::storedProvider(m_config, wanted);
        }
        if (!resolved) {
            m_problems.append(providerNotPresent(step.name, wanted));
            return;
        }
        const Index provider = providerStep(*resolved);
        m_steps[i].provider = resolved->address;
        m_steps.connect(i, provider);
    }

    static std::string impliedProvider(const OperationStep& step) {
        const std::string& type = step.resource.resource.type;
        return type.substr(0, type.find('_'));
    }

    void connectFunctions(Index i) {
        const StepReferences references = referencesOf(m_steps[i], m_options.operation, m_options.schemas);
        for (const hcl::FunctionReference& function : references.functions) {
            const std::optional<ProviderFunctionName> name = ProviderFunctionName::parse(function.name);
            const ModuleNode* const module = m_config.module(references.module);
            if (!name || !module)
                continue;
            const auto required = module->module.requiredProviders.find(name->provider);
            if (required == module->module.requiredProviders.end()) {
                m_problems.append(unknownFunctionProvider(name->provider, function.nameRange));
                continue;
            }
            const addrs::Provider& provider = required->second.provider;
            std::optional<configs::ResolvedProvider> resolved =
                configs::declaredProvider(m_config, {references.module, provider, name->alias});
            if (!resolved)
                resolved = configs::storedProvider(m_config, {{}, provider, {}});
            const Index to = providerStep(*resolved);
            m_steps.connect(i, to);
        }
    }

    // --- modules

    void connectModules() {
        const Index count = m_steps.size();
        std::map<addrs::Module, Index> expansions, closes;
        m_config.forEachModule([&](const ModuleNode& module) {
            if (!module.parent)
                return;
            expansions.emplace(module.path, addModuleStep(Kind::Expansion, module.path, " (expand)"));
            closes.emplace(module.path, addModuleStep(Kind::CloseModule, module.path, " (close)"));
            m_steps.connect(closes.at(module.path), expansions.at(module.path));
            if (const auto parent = expansions.find(module.path.parent()); parent != expansions.end())
                m_steps.connect(expansions.at(module.path), parent->second);
            for (addrs::Module outer = module.path.parent(); !outer.isRoot(); outer = outer.parent())
                m_steps.connect(closes.at(outer), closes.at(module.path));
        });
        for (Index i = 0; i < count; ++i) {
            const OperationStep& step = m_steps[i];
            const auto expansion = expansions.find(step.module);
            if (expansion == expansions.end() || step.destroys())
                continue;
            m_steps.connect(i, expansion->second);
            if (step.kind != Kind::Check && step.kind != Kind::CheckReport && !step.isNestedInCheck())
                m_steps.connect(closes.at(step.module), i);
        }
        std::set<addrs::Module> removed;
        for (const auto& [address, resource] : m_options.state.resources())
            if (const addrs::Module module = address.module.module();
                !m_config.module(module) && removed.insert(module).second)
                addModuleStep(Kind::CloseModule, module, " (close)");
    }

    Index addModuleStep(Kind kind, const addrs::Module& module, std::string_view suffix) {
        OperationStep step;
        step.kind = kind;
        step.module = module;
        step.moduleNode = m_config.module(module);
        step.name = module.toString();
        step.name += suffix;
        return m_steps.add(std::move(step));
    }

    // --- the result

    diags::Result<OperationGraph> finish() {
        OperationGraph result;
        {
            const auto [graph, order] = m_steps.build();
            if (diags::Diagnostics cycles = graph.validate(
                    [&, &order = order](graph::Vertex v) { return m_steps[order[graph::index(v)]].name; });
                cycles.hasErrors())
                return cycles;
        }
        m_steps.reduce();
        auto [graph, order] = m_steps.build();
        result.graph = std::move(graph);
        for (const Index i : order)
            result.nodes.push_back(nodeOf(m_steps[i]));
        return result;
    }

    static OperationGraph::Node nodeOf(const OperationStep& step) {
        using Drawn = OperationGraph::Node::Drawn;
        if (step.isOfResource())
            return {step.name, step.resource.toString(), "box", Drawn::Always};
        switch (step.kind) {
        case Kind::RootVariable:
        case Kind::RemovedOutput:
            return {step.name, step.name, "note", Drawn::Always};
        case Kind::Provider:
            return {step.name, step.name, "diamond", Drawn::Always};
        case Kind::CloseProvider:
            return {step.name, step.name, "diamond", Drawn::Verbose};
        default:
            return {step.name, {}, {}, Drawn::Never};
        }
    }

    const configs::Config& m_config;
    const OperationGraphOptions& m_options;
    OperationSteps m_steps;
    std::map<std::string, Index> m_resources;
    std::map<addrs::AbsProviderConfig, Index> m_providers;
    diags::Diagnostics m_problems;
};

} // namespace

diags::Result<OperationGraph> buildOperationGraph(const configs::Config& config, const OperationGraphOptions& options) {
    if (diags::Diagnostics problems = configs::checkCallArguments(*config.root); problems.hasErrors())
        return problems;
    return Builder(config, options).build();
}

std::string toDot(const OperationGraph& graph, bool verbose) {
    using Drawn = OperationGraph::Node::Drawn;
    const auto escaped = [](const std::string& text) {
        const std::string quoted = values::quoted(text);
        return quoted.substr(1, quoted.size() - 2);
    };
    std::vector<std::pair<std::string, const OperationGraph::Node*>> nodes;
    std::vector<std::string> names, edges;
    for (const OperationGraph::Node& node : graph.nodes) {
        names.push_back(fmt::format("\"[root] {}\"", escaped(node.name)));
        if (node.drawn == Drawn::Always || (verbose && node.drawn == Drawn::Verbose))
            nodes.emplace_back(escaped(node.name), &node);
    }
    std::ranges::sort(nodes);
    for (std::size_t i = 0; i < names.size(); ++i)
        for (const graph::Vertex dependency : graph.graph.dependencies(static_cast<graph::Vertex>(i)))
            edges.push_back(names[i] + " -> " + names[graph::index(dependency)]);
    std::ranges::sort(edges);
    std::string text = "digraph {\n\tcompound = \"true\"\n\tnewrank = \"true\"\n\tsubgraph \"root\" {\n";
    for (const auto& [name, node] : nodes)
        text += fmt::format("\t\t\"[root] {}\" [label = {}, shape = \"{}\"]\n", name, values::quoted(node->label),
                            node->shape);
    for (const std::string& edge : edges)
        text += "\t\t" + edge + "\n";
    return text + "\t}\n}\n";
}

} // namespace planlens::engine
