// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/graphs/apply_graph.h"

#include <map>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace planlens::engine {

/// Selects the steps of an apply, as OpenTofu does: variables, locals, module outputs, resources, providers and
/// ephemeral resources without dependents and effects are left out. With targets or exclusions, changes are selected
/// one by one: see selectSteps(). Their dependencies are always evaluated; OpenTofu omits some and fails. The graph and
/// the plan must outlive this object.
class ApplySelection {
public:
    ApplySelection(const ApplyGraph& graph, const plans::Plan& plan);

    /// Whether a configuration object is declared, by its index in the configuration graph.
    bool isDeclared(std::size_t config) const { return m_declared[config]; }
    /// Whether it also has an effect or is referred to, so that it is evaluated.
    bool isUsed(std::size_t config) const { return m_used[config]; }
    /// Whether the instances of a resource are declared; false if only root outputs refer to it.
    bool isExpanded(std::size_t config) const { return m_expanded[config]; }
    /// Whether a resource that is not declared keeps its values in the state, because something evaluated refers to it.
    bool isStored(std::size_t config) const { return m_stored[config]; }
    /// Whether a step is part of the apply.
    bool takesPart(const ApplyNode& node) const;
    /// Returns the value of a root output that was known when planning and needs no evaluation; null for others.
    const values::Value* plannedOutput(const ConfigNode& node) const;

private:
    void dropUnused();
    void dropUntargeted();

    const ApplyGraph& m_graph;
    const plans::Plan& m_plan;
    std::map<std::string, const values::Value*> m_plannedOutputs;
    std::vector<bool> m_declared;
    std::vector<bool> m_used;
    std::vector<bool> m_expanded;
    std::vector<bool> m_stored;
    /// The selected changes, by whether they destroy an object. All changes are selected if there is no value.
    struct SelectedChanges {
        std::unordered_set<const plans::ResourceInstanceChange*> applied, destroyed;
    };
    std::optional<SelectedChanges> m_selected;
};

} // namespace planlens::engine
