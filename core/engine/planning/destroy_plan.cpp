// SPDX-License-Identifier: MPL-2.0
#include "core/configs/config.h"
#include "core/engine/graphs/apply_cycles.h"
#include "core/engine/graphs/destroy_selection.h"
#include "core/engine/planning/drift.h"
#include "core/engine/planning/planner.h"
#include "core/engine/planning/prevent_destroy.h"
#include "core/engine/provider_schemas.h"
#include "core/engine/refactoring/forgetting.h"
#include "core/plans/plan.h"

#include <fmt/core.h>

#include <algorithm>
#include <tuple>

namespace planlens::engine {

using diags::Diagnostics;
using plans::Action;
using values::Type;
using values::Value;

namespace {

std::shared_ptr<const states::State> withoutCheckResults(const std::shared_ptr<const states::State>& state) {
    if (!state->checkResults)
        return state;
    states::State copy = *state;
    copy.checkResults.reset();
    return std::make_shared<const states::State>(std::move(copy));
}

/// Returns the nodes with everything that their evaluation needs. Resources except ephemeral ones are taken from the
/// state and need only their module.
std::vector<bool> evaluatedWith(const ConfigGraph& graph, std::vector<graph::Vertex> open) {
    std::vector<bool> found(graph.nodes.size());
    for (const graph::Vertex start : open)
        found[graph::index(start)] = true;
    while (!open.empty()) {
        const graph::Vertex v = open.back();
        open.pop_back();
        const bool isStored = graph[v].kind == ConfigNode::Kind::Resource && !graph[v].isEphemeral();
        for (const graph::Vertex dependency : graph.graph.dependencies(v)) {
            if (found[graph::index(dependency)] || (isStored && graph[dependency].kind != ConfigNode::Kind::Expansion))
                continue;
            found[graph::index(dependency)] = true;
            open.push_back(dependency);
        }
    }
    return found;
}

} // namespace

std::set<addrs::ConfigResource> Planner::destroyedResources(const states::State& state) const {
    const PlanOptions& options = m_request.options;
    std::set<addrs::ConfigResource> destroyed;
    for (const addrs::AbsResourceInstance& address : selectDestroyed(state, options.targets, options.excludes))
        destroyed.insert(address.config());
    for (const auto& [address, resource] : state.resources())
        for (const auto& [key, instance] : resource.instances)
            if (!instance.deposed.empty() && isTargeted(address.instance(key), options.targets, options.excludes))
                destroyed.insert(address.config());
    return destroyed;
}

std::vector<Selection> Planner::neededToDestroy(const ConfigGraph& graph, const states::State& state) const {
    const std::set<addrs::ConfigResource> destroyed = destroyedResources(state);
    std::set<addrs::ConfigResource> present;
    for (const auto& [address, resource] : state.resources())
        present.insert(address.config());
    std::vector<graph::Vertex> starts, providers;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const ConfigNode& node = graph.nodes[i];
        if ((node.kind != ConfigNode::Kind::Resource && node.kind != ConfigNode::Kind::Orphan) ||
            !present.contains(node.resource))
            continue;
        const bool isDestroyed = destroyed.contains(node.resource);
        for (const graph::Vertex dependency : graph.graph.dependencies(static_cast<graph::Vertex>(i))) {
            if (graph[dependency].kind != ConfigNode::Kind::Provider)
                continue;
            providers.push_back(dependency);
            if (isDestroyed)
                starts.push_back(dependency);
        }
        if (!isDestroyed)
            continue;
        const std::vector<graph::Vertex> references = preventDestroyReferences(graph, static_cast<graph::Vertex>(i));
        starts.insert(starts.end(), references.begin(), references.end());
    }
    const std::vector<bool> behindProviders = evaluatedWith(graph, providers);
    for (std::size_t i = 0; i < graph.nodes.size(); ++i)
        if (graph.nodes[i].isEphemeral() && behindProviders[i] && graph.selection[i] != Selection::None)
            starts.push_back(static_cast<graph::Vertex>(i));
    const std::vector<bool> needed = evaluatedWith(graph, starts);
    std::vector<Selection> selection(needed.size(), Selection::None);
    for (std::size_t i = 0; i < needed.size(); ++i)
        if (needed[i])
            selection[i] = Selection::Whole;
    return selection;
}

Planner::Made Planner::walkToDestroy() {
    if (!isRefreshing())
        return walk(WalkPurpose::Destroy, m_state);
    const Diagnostics before = m_diagnostics;
    const Made made = walk(WalkPurpose::BeforeDestroy, m_state);
    if (m_diagnostics.hasErrors() || made == Made::Nothing)
        return Made::Nothing;
    m_diagnostics = before; // its warnings concern a configuration that is not planned
    const std::shared_ptr<const states::State> refreshed = m_plan->priorState, previous = m_plan->previousRunState;
    plans::Dependencies dependencies = std::move(m_plan->dependencies);
    m_diagnostics.append(m_walk->close(OpenedResources::Report::Yes));
    if (walk(WalkPurpose::Destroy, *refreshed) == Made::Nothing)
        return Made::Nothing;
    m_plan->previousRunState = previous;
    m_plan->dependencies = std::move(dependencies);
    return Made::Plan;
}

Planner::Made Planner::planDestruction() {
    if (walkToDestroy() == Made::Nothing)
        return Made::Nothing;
    const std::shared_ptr<const states::State> prior = m_plan->priorState;
    m_plan->changes = {};
    m_plan->recorded.resourcesLeftOut.clear();
    m_plan->recorded.instancesLeftOut.clear();
    m_plan->checks = resultsOfDestroying();
    if (Diagnostics cycles = checkDestroyGraph(prior, m_request.options.targets, m_request.options.excludes);
        cycles.hasErrors()) {
        m_diagnostics.append(std::move(cycles));
        return Made::Nothing;
    }
    Destruction destruction = destroyObjects(*prior);
    if (!isRefreshing())
        takeUpgraded();
    recordDestruction(std::move(destruction));
    if (!isRefreshing()) // for its warnings
        (void)findDrift(*m_plan->previousRunState, *m_plan->priorState, m_moves, m_plan->schemas,
                        isPartial() || m_diagnostics.hasErrors() ? Coverage::Partial : Coverage::Whole, m_diagnostics);
    if (!isPartial())
        for (const auto& [name, output] : prior->outputs)
            removeOutput(name, output);
    m_plan->changes.sort();
    if (!m_diagnostics.hasErrors())
        m_diagnostics.append(blockedMovesWarning(m_moves));
    if (!m_diagnostics.hasErrors())
        m_diagnostics.append(unreadSchemas(*m_plan->priorState)); // OpenTofu reports it for each walk
    return Made::Plan;
}

Planner::Destruction Planner::destroyObjects(const states::State& prior) {
    const PlanOptions& options = m_request.options;
    const std::set<addrs::AbsResourceInstance> selected = selectDestroyed(prior, options.targets, options.excludes);
    m_walk->showUnvisited(m_walk->runtime.root());
    Destruction destruction;
    const auto destroy = [&](const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed,
                             const states::StoredObject& object, Diagnostics& found) {
        const std::optional<PlanWalk::ProviderUse> use = m_walk->providerForDestroyed(address, deposed, found);
        if (!use)
            return false;
        diags::Result<plans::ResourceInstanceChangePtr> change = destroyObject(address, deposed, object, *use);
        found.append(std::move(change.diagnostics));
        if (change.value && *change.value)
            destruction.changes.push_back(*change.value);
        return true;
    };
    visitInDestroyOrder(prior, [&](const addrs::AbsResourceInstance& address) {
        if (!selected.contains(address))
            return true;
        Diagnostics& found = destruction.diagnostics[address];
        return destroy(address, {}, *prior.current(address), found) && !found.hasErrors();
    });
    for (const auto& [resourceAddress, resource] : prior.resources()) {
        for (const auto& [key, instance] : resource.instances) {
            const addrs::AbsResourceInstance address = resourceAddress.instance(key);
            if (!selected.contains(address) && resourceAddress.resource.mode == addrs::ResourceMode::Managed)
                m_plan->recorded.instancesLeftOut.push_back(address);
            // Deposed objects have no dependents, so they are selected by their own address.
            if (isTargeted(address, options.targets, options.excludes))
                for (const auto& [deposed, object] : instance.deposed)
                    destroy(address, deposed, *object, destruction.ofDeposed);
        }
    }
    std::ranges::sort(destruction.changes, {}, [](const plans::ResourceInstanceChangePtr& change) {
        return std::tie(change->address, change->deposed);
    });
    return destruction;
}

void Planner::recordDestruction(Destruction destruction) {
    for (auto& [address, found] : destruction.diagnostics)
        m_diagnostics.append(std::move(found));
    m_diagnostics.append(std::move(destruction.ofDeposed));
    for (plans::ResourceInstanceChangePtr& change : destruction.changes) {
        m_listener.planned(*change);
        m_plan->changes.add(std::move(change));
    }
}

states::CheckResults Planner::resultsOfDestroying() const {
    if (!isPartial())
        for (const auto& [name, output] : m_request.config->root->module.outputs)
            m_walk->checks.reportObjects("output." + name, {"output." + name});
    return m_walk->checks.results();
}

std::optional<states::Object> Planner::readObject(const addrs::AbsResourceInstance& address,
                                                  const addrs::DeposedKey& deposed, const states::StoredObject& stored,
                                                  const schemas::ResourceSchema& schema,
                                                  const PlanWalk::ProviderUse& use, Diagnostics& diagnostics) {
    if (!isRefreshing())
        return m_walk->readStored(address, deposed, schema, use, nullptr, diagnostics);
    return m_walk->readRefreshed(address, deposed, stored, schema, use, diagnostics);
}

void Planner::takeUpgraded() {
    m_plan->previousRunState = std::make_shared<const states::State>(m_walk->previousRunState);
    m_plan->priorState = withoutCheckResults(m_plan->previousRunState);
}

diags::Result<plans::ResourceInstanceChangePtr> Planner::destroyObject(const addrs::AbsResourceInstance& address,
                                                                       const addrs::DeposedKey& deposed,
                                                                       const states::StoredObject& stored,
                                                                       const PlanWalk::ProviderUse& use) {
    Diagnostics diagnostics;
    std::optional<plans::ResourceInstanceChange> change;
    if (address.resource.mode == addrs::ResourceMode::Managed) {
        change = removeManaged(address, deposed, stored, use, diagnostics);
    } else if (!plans::resourceSchema(m_plan->schemas, use.address.config.provider, address.resource)) {
        diagnostics.error(fmt::format("provider does not support resource type \"{}\"", address.resource.type), "");
    } else {
        states::Object gone; // its value is not used and may not conform to the schema
        gone.value = Value::null(Type::dynamic());
        change = removal(address, m_moves.previousAddress(address), deposed, use.address, gone, Action::Delete);
    }
    if (!change)
        return diagnostics;
    change->causes.push_back({plans::Cause::Kind::Mode, {}, {}});
    const configs::Resource* config = m_request.config->resource(address.config());
    if (config && deposed.empty())
        diagnostics.append(checkPreventDestroy(*config, m_walk->runtime, *change));
    return {std::make_shared<const plans::ResourceInstanceChange>(std::move(*change)), std::move(diagnostics)};
}

std::optional<plans::ResourceInstanceChange>
Planner::removeManaged(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed,
                       const states::StoredObject& stored, const PlanWalk::ProviderUse& use, Diagnostics& diagnostics) {
    const configs::Resource* config = m_request.config->resource(address.config());
    const addrs::AbsResourceInstance previous = m_moves.previousAddress(address);
    const addrs::Provider& provider = use.address.config.provider;
    const schemas::ResourceSchemaPtr schema = plans::resourceSchema(m_plan->schemas, provider, address.resource);
    if (!schema) {
        diagnostics.append(noSchemaInState(address));
        return {};
    }
    const std::optional<states::Object> object = readObject(address, deposed, stored, *schema, use, diagnostics);
    if (!object || diagnostics.hasErrors())
        return {};
    const Forgetting forgetting = forgettingOf(config, object->skipDestroy, nullptr);
    if (forgetting.isForgotten) {
        plans::ResourceInstanceChange change =
            removal(address, previous, deposed, use.address, *object, Action::Forget);
        change.reason = forgetting.reason;
        if (!deposed.empty())
            diagnostics.append(forgottenWarning(address));
        return change;
    }
    const std::optional<Value> meta = m_walk->metaFor(address, use, diagnostics);
    if (!meta)
        return {};
    return planDestroy(
        use, *meta, *m_plan->schemas.at(provider), address, previous, deposed, *object,
        config ? config->config : nullptr,
        [&](const auto& what) {
            what(m_stop);
            return true;
        },
        diagnostics);
}

} // namespace planlens::engine
