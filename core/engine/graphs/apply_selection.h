// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/graphs/apply_graph.h"

#include <map>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace planlens::engine {

/// The steps of an apply that take part, as in the reference: variables, locals, outputs of modules, resources, and
/// above all providers and ephemeral resources are left out where nothing refers to them and nothing is done with them.
/// Of a plan with targets or exclusions, steps take part one by one: see selectSteps(). What these need is evaluated
/// also where the reference leaves it out, and then misses it. A value of the graph and the plan; both have to outlive
/// it.
class ApplySelection {
public:
    ApplySelection(const ApplyGraph& graph, const plans::Plan& plan);

    /// Whether an object of the configuration is declared, by its index in the graph of the configuration.
    bool isDeclared(std::size_t config) const { return m_declared[config]; }
    /// Whether it also has an effect or is referred to, and so is evaluated.
    bool isUsed(std::size_t config) const { return m_used[config]; }
    /// Whether the instances of a resource are declared: not where only outputs of the root module refer to it.
    bool isExpanded(std::size_t config) const { return m_expanded[config]; }
    /// Whether a step for an instance is taken.
    bool takesPart(const ApplyNode& node) const;
    /// The value of an output of the root module that needs no evaluation, since planning knew it; null for others.
    const values::Value* plannedOutput(const ConfigNode& node) const;

private:
    void leaveUnused();
    void leaveUntargeted();

    const ApplyGraph& m_graph;
    const plans::Plan& m_plan;
    std::map<std::string, const values::Value*> m_plannedOutputs;
    std::vector<bool> m_declared;
    std::vector<bool> m_used;
    std::vector<bool> m_expanded;
    /// The changes that are applied or forgotten, and those that destroy; nothing where all take part.
    struct SelectedChanges {
        std::unordered_set<const plans::ResourceInstanceChange*> applied, destroyed;
    };
    std::optional<SelectedChanges> m_selected;
};

} // namespace planlens::engine
