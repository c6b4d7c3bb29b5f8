// SPDX-License-Identifier: MPL-2.0
#include "core/engine/graphs/apply_selection.h"

#include "core/engine/apply.h"
#include "core/engine/graphs/apply_steps.h"
#include "core/engine/graphs/destroy_selection.h"
#include "core/plans/plan.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>

namespace planlens::engine {

using plans::Action;
using values::Value;

namespace {

/// Whether a step needs the configuration of its resource. For removed objects, the state is sufficient.
bool expandsResource(const ApplyNode& node) {
    return node.kind == ApplyNode::Kind::Apply && node.change->change.action != Action::Forget;
}

/// Returns the resources with instances to apply, and the providers called for them, by configuration node.
std::vector<bool> workedOn(const ApplyGraph& graph, const std::function<bool(const ApplyNode&)>& isWork) {
    const std::vector<ConfigNode>& config = graph.config.nodes;
    std::map<addrs::AbsProviderConfig, std::size_t> providers;
    for (std::size_t i = 0; i < config.size(); ++i)
        if (config[i].kind == ConfigNode::Kind::Provider)
            providers.emplace(config[i].provider, i);
    std::vector<bool> result(config.size());
    for (const ApplyNode& node : graph.nodes) {
        if ((node.kind != ApplyNode::Kind::Apply && node.kind != ApplyNode::Kind::Destroy) || !isWork(node))
            continue;
        if (node.config != ApplyNode::npos && expandsResource(node))
            result[node.config] = true;
        // Data sources are removed from the state without a provider.
        if (node.kind == ApplyNode::Kind::Destroy && node.change->address.resource.mode != addrs::ResourceMode::Managed)
            continue;
        if (const auto provider = providers.find(node.change->provider.config); provider != providers.end())
            result[provider->second] = true;
    }
    return result;
}

/// Whether an apply evaluates a node although nothing refers to it.
bool hasEffect(const ConfigNode& node, bool isWorkedOn, plans::Mode mode) {
    using Kind = ConfigNode::Kind;
    const bool destroys = mode == plans::Mode::Destroy;
    switch (node.kind) {
    case Kind::Output:
        return !destroys && !node.module->parent;
    case Kind::Variable:
        return !destroys && !node.module->module.variables.at(node.name).validations.empty();
    case Kind::Resource:
        return !destroys && !node.isEphemeral() && isWorkedOn;
    case Kind::Provider:
        return isWorkedOn;
    case Kind::Close:
    case Kind::Import:
    case Kind::Check:
        return !destroys;
    case Kind::Orphan:
    case Kind::Deposed: // removed objects are steps of their own, which need only their provider
    case Kind::Local:
    case Kind::Expansion:
    case Kind::Release:
        break;
    }
    return false;
}

} // namespace

ApplySelection::ApplySelection(const ApplyGraph& graph, const plans::Plan& plan)
    : m_graph(graph)
    , m_plan(plan)
    , m_declared(graph.config.nodes.size(), true)
    , m_used(graph.config.nodes.size(), true)
    , m_stored(graph.config.nodes.size(), false) {
    for (const plans::OutputChange& output : plan.changes.outputs())
        if (output.module.isRoot() && output.change.after.isWhollyKnown())
            m_plannedOutputs.emplace(output.name, &output.change.after);
    dropUnused();
}

void ApplySelection::dropUnused() {
    using Kind = ConfigNode::Kind;
    const ConfigGraph& config = m_graph.config;
    // A destroy plan only evaluates objects that provider configurations depend on.
    const bool destroys = m_plan.options.mode == plans::Mode::Destroy;
    // Conditions of unchanged objects are checked again.
    const std::vector<bool> worked = workedOn(m_graph, [&](const ApplyNode& node) {
        return node.isWork() || (node.config != ApplyNode::npos && config.nodes[node.config].hasConditions());
    });
    std::vector<bool> referred(config.nodes.size()), expanded = worked, forgets(config.nodes.size());
    for (const ApplyNode& node : m_graph.nodes)
        if (node.kind == ApplyNode::Kind::Apply && node.config != ApplyNode::npos &&
            node.change->change.action == Action::Forget)
            forgets[node.config] = true;
    for (const ApplyNode& node : m_graph.nodes)
        if (node.kind == ApplyNode::Kind::Destroy && node.config != ApplyNode::npos)
            for (const graph::Vertex reference :
                 preventDestroyReferences(config, static_cast<graph::Vertex>(node.config)))
                referred[graph::index(reference)] = true;
    const auto order = config.graph.topologicalOrder();
    for (auto v = order->rbegin(); v != order->rend(); ++v) {
        const std::size_t i = graph::index(*v);
        const ConfigNode& node = config.nodes[i];
        for (const graph::Vertex dependent : config.graph.dependents(*v)) {
            const std::size_t d = graph::index(dependent);
            const ConfigNode& user = config.nodes[d];
            // References of a resource with forgotten instances are kept, although forgetting does not evaluate them.
            if (forgets[d] && node.kind != Kind::Provider && !node.isEphemeral())
                referred[i] = true;
            if (!m_used[d])
                continue;
            // A reference to a whole module is a reference to its outputs, and to nothing else in the module.
            if (user.kind == Kind::Close && (!referred[d] || node.kind != Kind::Output))
                continue;
            // A resource without work is only declared. This needs no provider, and needs ephemeral resources only if
            // others refer to the resource. An output with a known value needs neither.
            const bool isDeclaredOnly = user.kind == Kind::Resource && !user.isEphemeral() && !worked[d];
            const bool isKnown = user.kind == Kind::Output && plannedOutput(user) &&
                                 user.module->module.outputs.at(user.name).preconditions.empty();
            if (node.kind == Kind::Provider ? isDeclaredOnly || isKnown
                                            : node.isEphemeral() && ((isDeclaredOnly && !expanded[d]) || isKnown))
                continue;
            referred[i] = true;
            // Dependencies of root outputs are not expanded for these outputs alone, and neither are indirect ones.
            if ((user.kind != Kind::Resource || expanded[d]) && user.kind != Kind::Close &&
                (user.kind != Kind::Output || user.module->parent))
                expanded[i] = true;
        }
        if (node.kind == Kind::Release) {
            m_used[i] = false; // it has no references, and always comes last
            continue;
        }
        m_used[i] = m_declared[i] && (referred[i] || hasEffect(node, worked[i], m_plan.options.mode));
        // The checkable objects of unused outputs remain declared, but are not checked.
        if (node.kind != Kind::Output || destroys)
            m_declared[i] = m_used[i];
    }
    m_expanded = std::move(expanded);
    if (!(m_plan.options.targets.empty() && m_plan.options.excludes.empty()))
        dropUntargeted();
}

void ApplySelection::dropUntargeted() {
    const ConfigGraph& config = m_graph.config;
    ApplySteps steps = buildApplySteps(config, m_plan);
    dropUnusedSteps(steps, config, m_plan.options.mode);
    const std::vector<bool> isSelected = selectSteps(steps, config, m_plan.options);
    m_selected.emplace();
    for (std::size_t i = 0; i < steps.steps.size(); ++i)
        if (const ApplyStep& step = steps.steps[i]; step.change && isSelected[i])
            (step.kind == ApplyStep::Kind::Destroyed ? m_selected->destroyed : m_selected->applied).insert(step.change);
    if (m_plan.options.mode == plans::Mode::Destroy)
        return; // only dependencies of providers are evaluated, whatever is destroyed
    // Conditions of unchanged instances are checked too.
    const std::vector<bool> worked = workedOn(m_graph, [&](const ApplyNode& node) {
        const bool isChecked = node.config != ApplyNode::npos && config.nodes[node.config].hasConditions();
        return (node.isWork() || isChecked) && takesPart(node);
    });
    std::vector<graph::Vertex> starts;
    for (std::size_t i = 0; i < config.nodes.size(); ++i)
        if (worked[i])
            starts.push_back(static_cast<graph::Vertex>(i));
    const std::vector<bool> needed = config.graph.reachable(starts, graph::Direction::Dependencies);
    for (std::size_t i = 0; i < config.nodes.size(); ++i)
        if (!isSelected[i] && !needed[i])
            m_used[i] = m_declared[i] = false;
    // Nothing happens to these resources, but selected root outputs can refer to them.
    for (std::size_t i = 0; i < config.nodes.size(); ++i)
        m_stored[i] = config.nodes[i].kind == ConfigNode::Kind::Resource && !config.nodes[i].isEphemeral() &&
                      !m_declared[i] &&
                      std::ranges::any_of(config.graph.dependents(static_cast<graph::Vertex>(i)),
                                          [&](graph::Vertex user) { return bool(m_used[graph::index(user)]); });
}

bool ApplySelection::takesPart(const ApplyNode& node) const {
    const bool isConfigured = node.config != ApplyNode::npos;
    if (m_selected && node.kind == ApplyNode::Kind::Destroy)
        return m_selected->destroyed.contains(node.change.get());
    if (m_selected && (node.isWork() || (isConfigured && m_graph.config.nodes[node.config].hasConditions())))
        return m_selected->applied.contains(node.change.get());
    return node.isWork() || !isConfigured || m_declared[node.config];
}

const Value* ApplySelection::plannedOutput(const ConfigNode& node) const {
    const auto planned = m_plannedOutputs.find(node.name);
    return node.module->parent || planned == m_plannedOutputs.end() ? nullptr : planned->second;
}

void recordNotApplied(const configs::Config& config, plans::Plan& plan) {
    plan.notApplied.clear();
    plan.onlyDestroyed.clear();
    if (plan.options.targets.empty() && plan.options.excludes.empty())
        return;
    const diags::Result<ApplyGraph> graph = buildApplyGraph(config, plan);
    if (!graph.value)
        return; // applying reports the error
    const ApplySelection selection(*graph.value, plan);
    std::set<addrs::AbsResourceInstance> left, notCreated, destroyed;
    for (const ApplyNode& node : graph.value->nodes) {
        if (!node.isWork())
            continue;
        const bool isDestroy = node.kind == ApplyNode::Kind::Destroy;
        if (!selection.takesPart(node)) {
            left.insert(node.change->address);
            if (!isDestroy)
                notCreated.insert(node.change->address);
        } else if (isDestroy && node.change->deposed.empty()) {
            destroyed.insert(node.change->address);
        }
    }
    std::ranges::set_intersection(notCreated, destroyed, std::back_inserter(plan.onlyDestroyed));
    std::ranges::set_difference(left, plan.onlyDestroyed, std::back_inserter(plan.notApplied));
}

} // namespace planlens::engine
