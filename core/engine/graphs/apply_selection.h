// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/graphs/apply_graph.h"

#include <map>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace planlens::engine {

/// The selected steps of an apply, as in the reference: variables, locals, module outputs, resources, providers and
/// ephemeral resources without users and without effects are left out. With targets or exclusions, changes are selected
/// one by one: see selectSteps(). Their dependencies are evaluated also where the reference leaves them out and fails.
/// The graph and the plan must outlive this object.
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
    /// The selected changes: applied or forgotten ones, and destroying ones. Empty if all are selected.
    struct SelectedChanges {
        std::unordered_set<const plans::ResourceInstanceChange*> applied, destroyed;
    };
    std::optional<SelectedChanges> m_selected;
};

} // namespace planlens::engine
