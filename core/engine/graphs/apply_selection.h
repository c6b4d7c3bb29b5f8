// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/graphs/apply_graph.h"

#include <map>
#include <string>
#include <vector>

namespace planlens::engine {

/// What of an apply's steps takes part, as in the reference: nothing is evaluated that nothing refers to and nothing is
/// done with – variables, locals, outputs of modules, resources, and above all providers and ephemeral resources, which
/// are not started and opened for nothing –, and of a plan with targets or exclusions only what follows from them among
/// the changes. Of those the reference selects by instances, which now and then leaves it without a value that it
/// needs; here an instance takes part where its resource does. A value of what the graph and the plan say; both have to
/// outlive it.
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
    /// isThere: what of the configuration is evaluated for more than outputs and checks.
    void leaveUntargeted(std::vector<bool> isThere);

    const ApplyGraph& m_graph;
    const plans::Plan& m_plan;
    std::map<std::string, const values::Value*> m_plannedOutputs;
    std::vector<bool> m_declared;
    std::vector<bool> m_used;
    std::vector<bool> m_expanded;
    std::vector<Selection> m_targeted; // empty where all takes part
};

} // namespace planlens::engine
