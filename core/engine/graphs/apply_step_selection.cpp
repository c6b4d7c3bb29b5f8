// SPDX-License-Identifier: MPL-2.0
#include "core/engine/graphs/apply_steps.h"
#include "core/plans/options.h"

#include <algorithm>
#include <array>

namespace planlens::engine {

namespace {

using addrs::TargetSubject;
using graph::Direction;
using graph::Vertex;
using Kind = ConfigNode::Kind;

/// The excluded vertices on which a step depends. Two different ones are enough to decide for each step whether any of
/// them belongs to another resource.
class Origins {
public:
    static constexpr std::size_t none = static_cast<std::size_t>(-1), anyObject = static_cast<std::size_t>(-2);

    bool add(std::size_t origin) {
        if (origin == none || m_found[0] == origin || m_found[1] == origin || m_found[1] != none)
            return false;
        (m_found[0] == none ? m_found[0] : m_found[1]) = origin;
        return true;
    }
    bool add(const Origins& other) {
        const bool first = add(other.m_found[0]);
        return add(other.m_found[1]) || first;
    }
    bool hasOtherThan(std::size_t origin) const {
        return std::ranges::any_of(m_found, [&](std::size_t one) { return one != none && one != origin; });
    }

private:
    std::array<std::size_t, 2> m_found{none, none};
};

class Selector {
public:
    Selector(const ApplySteps& steps, const ConfigGraph& config, const plans::Options& options)
        : m_steps(steps.steps)
        , m_graph(steps.graph)
        , m_config(config)
        , m_options(options) {}

    std::vector<bool> select() {
        std::vector<Vertex> starts;
        const std::vector<bool> isExcluded = m_options.targets.empty() ? excluded() : std::vector<bool>();
        for (std::size_t i = 0; i < m_steps.size(); ++i)
            if (m_steps[i].isTargetable(m_config) &&
                (m_options.targets.empty() ? !isExcluded[i] : isAmong(m_steps[i], m_options.targets)))
                starts.push_back(static_cast<Vertex>(i));
        std::vector<bool> selected = m_graph.reachable(starts, Direction::Dependencies);
        const std::vector<bool> kept = m_graph.reachable(completeValues(selected), Direction::Dependencies);
        for (std::size_t i = 0; i < selected.size(); ++i)
            if (kept[i])
                selected[i] = true;
        return selected;
    }

private:
    /// Whether a step belongs to one of the subjects. The expansion of a resource belongs to all of its instances.
    bool isAmong(const ApplyStep& step, const std::vector<TargetSubject>& subjects) const {
        return std::ranges::any_of(subjects, [&](const TargetSubject& subject) {
            return step.change ? addrs::targetContains(subject, step.change->address)
                               : addrs::targetContains(configured(subject), m_config.nodes[step.config].resource);
        });
    }

    bool isExcludedWhole(const ApplyStep& step) const {
        return step.change ? isAmong(step, m_options.excludes)
                           : std::ranges::any_of(m_options.excludes, [&](const TargetSubject& subject) {
                                 return addrs::targetContains(subject, m_config.nodes[step.config].resource);
                             });
    }

    /// Returns the configuration node of the resource of each step.
    std::vector<std::size_t> resourceNodes() const {
        std::map<addrs::ConfigResource, std::size_t> byResource;
        for (std::size_t i = 0; i < m_config.nodes.size(); ++i)
            if (m_config.nodes[i].kind == Kind::Resource)
                byResource.emplace(m_config.nodes[i].resource, i);
        std::vector<std::size_t> nodes(m_steps.size(), Origins::none);
        for (std::size_t i = 0; i < m_steps.size(); ++i) {
            const ApplyStep& step = m_steps[i];
            if (!step.change)
                nodes[i] = step.isTargetable(m_config) ? step.config : Origins::none;
            else if (const auto found = byResource.find(step.change->address.config()); found != byResource.end())
                nodes[i] = found->second;
        }
        return nodes;
    }

    /// Returns excluded steps and their dependents. Dependents of a resource with an excluded instance are excluded
    /// too, except the other instances of the resource.
    std::vector<bool> excluded() const {
        const std::vector<std::size_t> nodes = resourceNodes();
        std::vector<std::size_t> own(m_steps.size(), Origins::none);
        std::vector<bool> result(m_steps.size());
        std::vector<Vertex> open;
        for (std::size_t i = 0; i < m_steps.size(); ++i) {
            if (!m_steps[i].isTargetable(m_config) || !isAmong(m_steps[i], m_options.excludes))
                continue;
            own[i] = m_steps[i].change ? Origins::anyObject : nodes[i];
            result[i] = isExcludedWhole(m_steps[i]);
            open.push_back(static_cast<Vertex>(i));
        }
        std::vector<Origins> origins(m_steps.size());
        while (!open.empty()) {
            const std::size_t v = graph::index(open.back());
            open.pop_back();
            for (const Vertex dependent : m_graph.dependents(static_cast<Vertex>(v))) {
                const bool first = origins[graph::index(dependent)].add(own[v]);
                if (origins[graph::index(dependent)].add(origins[v]) || first)
                    open.push_back(dependent);
            }
        }
        for (std::size_t i = 0; i < m_steps.size(); ++i)
            if (m_steps[i].isTargetable(m_config) && origins[i].hasOtherThan(nodes[i]))
                result[i] = true;
        return result;
    }

    /// Selects root outputs and variables with validations that depend on steps of resources, if all of these are
    /// selected.
    std::vector<Vertex> completeValues(const std::vector<bool>& selected) const {
        std::vector<bool> hasKept(m_steps.size()), hasLeft(m_steps.size());
        for (const bool isKept : {true, false}) {
            std::vector<Vertex> starts;
            for (std::size_t i = 0; i < m_steps.size(); ++i)
                if (m_steps[i].isTargetable(m_config) && selected[i] == isKept)
                    starts.push_back(static_cast<Vertex>(i));
            (isKept ? hasKept : hasLeft) = m_graph.reachable(starts, Direction::Dependents);
        }
        std::vector<Vertex> found;
        for (std::size_t i = 0; i < m_config.nodes.size(); ++i)
            if ((m_config.nodes[i].isRootOutput() || m_config.nodes[i].isValidated()) && hasKept[i] && !hasLeft[i])
                found.push_back(static_cast<Vertex>(i));
        return found;
    }

    const std::vector<ApplyStep>& m_steps;
    const graph::Graph& m_graph;
    const ConfigGraph& m_config;
    const plans::Options& m_options;
};

} // namespace

void dropUnusedSteps(ApplySteps& steps, const ConfigGraph& config, plans::Mode mode) {
    const std::size_t count = config.nodes.size();
    const auto needs = [&](Vertex user, const ConfigNode& used) {
        const std::size_t u = graph::index(user);
        if (u >= count)
            return true;
        const ConfigNode& node = config.nodes[u];
        // Root outputs need no expansion.
        const bool isExpanded = used.kind == Kind::Expansion || used.kind == Kind::Resource;
        return node.kind != Kind::Close && !(node.isRootOutput() && isExpanded);
    };
    const auto lasts = [&](const ConfigNode& node) {
        return node.kind == Kind::Provider || node.kind == Kind::Close || node.kind == Kind::Check ||
               node.isRootOutput() || (node.isValidated() && mode != plans::Mode::Destroy);
    };
    std::vector<std::size_t> needed(count);
    std::vector<std::size_t> open;
    const auto dropIfUnneeded = [&](std::size_t i) {
        if (needed[i] > 0 || steps.steps[i].isDropped || lasts(config.nodes[i]))
            return;
        steps.steps[i].isDropped = true;
        open.push_back(i);
    };
    for (std::size_t i = 0; i < count; ++i)
        needed[i] = static_cast<std::size_t>(std::ranges::count_if(
            steps.graph.dependents(static_cast<Vertex>(i)), [&](Vertex user) { return needs(user, config.nodes[i]); }));
    for (std::size_t i = 0; i < count; ++i)
        dropIfUnneeded(i);
    while (!open.empty()) {
        const auto user = static_cast<Vertex>(open.back());
        open.pop_back();
        for (const Vertex dependency : steps.graph.dependencies(user)) {
            const std::size_t d = graph::index(dependency);
            if (d < count && needs(user, config.nodes[d]) && --needed[d] == 0)
                dropIfUnneeded(d);
        }
    }
    std::vector<graph::Edge> edges;
    for (std::size_t i = 0; i < steps.steps.size(); ++i)
        for (const Vertex dependency : steps.graph.dependencies(static_cast<Vertex>(i)))
            if (!steps.steps[i].isDropped && !steps.steps[graph::index(dependency)].isDropped)
                edges.push_back({static_cast<Vertex>(i), dependency});
    steps.graph = graph::Graph(steps.steps.size(), edges);
}

std::vector<bool> selectSteps(const ApplySteps& steps, const ConfigGraph& config, const plans::Options& options) {
    if (options.targets.empty() && options.excludes.empty())
        return std::vector<bool>(steps.steps.size(), true);
    return Selector(steps, config, options).select();
}

} // namespace planlens::engine
