// SPDX-License-Identifier: MPL-2.0
#include "core/engine/graphs/apply_cycles.h"

#include "core/plans/plan.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::engine {

namespace {

using graph::Vertex;
using plans::Action;
using plans::ResourceInstanceChange;
using Kind = ConfigNode::Kind;

class CycleReport {
public:
    CycleReport(ApplySteps steps, const ConfigGraph& config, const plans::Plan& plan)
        : m_config(config)
        , m_plan(plan)
        , m_steps(std::move(steps)) {}

    diags::Diagnostics report() {
        if (m_steps.graph.cycles().empty())
            return {};
        dropUnusedSteps(m_steps, m_config, m_plan.options.mode);
        const std::vector<bool> isSelected = selectSteps(m_steps, m_config, m_plan.options);
        diags::Diagnostics diagnostics;
        for (const std::vector<Vertex>& cycle : m_steps.graph.cycles()) {
            if (!isSelected[graph::index(cycle.front())])
                continue;
            std::string names;
            std::size_t count = 0;
            for (const Vertex v : cycle)
                if (step(v).kind != ApplyStep::Kind::Between)
                    names += (count++ ? ", " : "") + label(step(v)) + argumentLabel(cycle, v);
            diagnostics.error((count == 1 ? "Self reference: " : "Cycle: ") + names, {});
        }
        return diagnostics;
    }

private:
    const ApplyStep& step(Vertex v) const { return m_steps.steps[graph::index(v)]; }

    /// Returns the suffix for a variable's label if the cycle contains its module call argument.
    std::string argumentLabel(const std::vector<Vertex>& cycle, Vertex vertex) const {
        if (step(vertex).kind != ApplyStep::Kind::Config || m_config.nodes[step(vertex).config].kind != Kind::Variable)
            return {};
        const ConfigNode& variable = m_config.nodes[step(vertex).config];
        const bool isArgument = std::ranges::any_of(m_steps.graph.dependencies(vertex), [&](Vertex v) {
            const ApplyStep& other = step(v);
            return std::ranges::find(cycle, v) != cycle.end() &&
                   (other.kind != ApplyStep::Kind::Config || takesArgumentFrom(variable, m_config.nodes[other.config]));
        });
        return isArgument ? ", " + argumentLabelOf(variable) : std::string();
    }

    std::string label(const ApplyStep& step) const {
        const auto object = [&](const char* what) {
            return step.change->address.toString() + (step.deposed.empty()
                                                          ? fmt::format(" ({})", what)
                                                          : fmt::format(" ({} deposed {})", what, step.deposed));
        };
        switch (step.kind) {
        case ApplyStep::Kind::Config: {
            const ConfigNode& node = m_config.nodes[step.config];
            return labelOf(node) + (node.kind == Kind::Resource ? " (expand)" : "");
        }
        case ApplyStep::Kind::Applied:
            return step.change->address.toString();
        case ApplyStep::Kind::Forgotten:
            return object("forget");
        case ApplyStep::Kind::Destroyed:
            return object("destroy");
        case ApplyStep::Kind::CheckStart:
        case ApplyStep::Kind::Between:
            return {};
        }
        return {};
    }

    const ConfigGraph& m_config;
    const plans::Plan& m_plan;
    ApplySteps m_steps;
};

bool isRemoved(const plans::ResourceInstanceChangePtr& change) {
    return destroysObject(*change) || forgetsObject(*change);
}

} // namespace

diags::Diagnostics reportApplyCycles(ApplySteps steps, const ConfigGraph& config, const plans::Plan& plan) {
    return CycleReport(std::move(steps), config, plan).report();
}

diags::Diagnostics checkApplyGraph(const configs::Config& config, const plans::Plan& plan) {
    if (std::ranges::none_of(plan.changes.resources(), isRemoved))
        return {};
    plans::Schemas schemas = plan.schemas;
    const diags::Result<ConfigGraph> graph =
        buildConfigGraph(config, {.schemas = &schemas, .state = plan.priorState.get(), .changes = &plan.changes});
    return graph.value ? reportApplyCycles(buildApplySteps(*graph.value, plan), *graph.value, plan) : graph.diagnostics;
}

diags::Diagnostics checkDestroyGraph(const std::shared_ptr<const states::State>& state,
                                     const std::vector<addrs::TargetSubject>& targets,
                                     const std::vector<addrs::TargetSubject>& excludes) {
    plans::Plan everything;
    everything.options.mode = plans::Mode::Destroy;
    everything.priorState = state;
    everything.options.targets = targets;
    everything.options.excludes = excludes;
    for (const auto& [address, resource] : state->resources()) {
        for (const auto& [key, instance] : resource.instances) {
            if (!instance.current)
                continue;
            ResourceInstanceChange change;
            change.address = change.previousAddress = address.instance(key);
            change.provider = {resource.provider, instance.providerKey};
            change.change.action = Action::Delete;
            everything.changes.add(std::make_shared<const ResourceInstanceChange>(std::move(change)));
        }
    }
    return reportApplyCycles(buildApplySteps({}, everything), {}, everything);
}

} // namespace planlens::engine
