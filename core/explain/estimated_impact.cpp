// SPDX-License-Identifier: MPL-2.0
#include "core/explain/estimated_impact.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace planlens::explain {

namespace {

/// The objects that a resource or named value of the configuration depends on, regardless of instances: -target and
/// -exclude follow the configuration.
class ConfigDependencies {
public:
    explicit ConfigDependencies(const plans::Dependencies& dependencies) {
        for (const plans::Dependency& dependency : dependencies.all()) {
            const std::string dependent = nameOf(dependency.dependent), of = nameOf(dependency.dependency);
            m_dependents[of].push_back(dependent);
            m_dependencies[dependent].push_back(of);
        }
    }

    static std::string nameOf(const plans::DependencyEnd& end) {
        if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&end))
            return instance->config().toString();
        const auto& value = std::get<plans::NamedValue>(end);
        plans::NamedValue configured = value;
        configured.module = addrs::ModuleInstance();
        return value.module.module().toString() + " " + configured.toString();
    }

    std::unordered_set<std::string> dependentsOf(const std::vector<addrs::AbsResourceInstance>& instances) const {
        return reach(m_dependents, instances);
    }
    std::unordered_set<std::string> dependenciesOf(const std::vector<addrs::AbsResourceInstance>& instances) const {
        return reach(m_dependencies, instances);
    }

private:
    using Neighbors = std::unordered_map<std::string, std::vector<std::string>>;

    /// Returns the names that are reachable from the instances, except those of their resources.
    static std::unordered_set<std::string> reach(const Neighbors& neighbors,
                                                 const std::vector<addrs::AbsResourceInstance>& instances) {
        std::unordered_set<std::string> starts, found;
        for (const addrs::AbsResourceInstance& instance : instances)
            starts.insert(nameOf(instance));
        std::vector<std::string> pending(starts.begin(), starts.end());
        while (!pending.empty()) {
            const auto next = neighbors.find(pending.back());
            pending.pop_back();
            if (next == neighbors.end())
                continue;
            for (const std::string& name : next->second)
                if (!starts.contains(name) && found.insert(name).second)
                    pending.push_back(name);
        }
        return found;
    }

    Neighbors m_dependents, m_dependencies;
};

/// Returns the instances whose values depend on the given ones, including them.
std::unordered_set<addrs::AbsResourceInstance> withDependents(const plans::Dependencies& dependencies,
                                                              const std::vector<addrs::AbsResourceInstance>& from) {
    std::unordered_set<addrs::AbsResourceInstance> found(from.begin(), from.end());
    std::unordered_set<std::string> seen;
    std::vector<plans::DependencyEnd> pending(from.begin(), from.end());
    while (!pending.empty()) {
        const plans::DependencyEnd end = std::move(pending.back());
        pending.pop_back();
        for (const plans::Dependency* dependency : dependencies.on(end)) {
            const plans::DependencyEnd& next = dependency->dependent;
            if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&next)) {
                if (found.insert(*instance).second)
                    pending.push_back(next);
            } else if (seen.insert(std::get<plans::NamedValue>(next).toString()).second) {
                pending.push_back(next);
            }
        }
    }
    return found;
}

/// Whether the plan does anything with the object.
bool isChanged(const plans::ResourceInstanceChange& change) {
    return change.change.action != plans::Action::NoOp || change.isMoved() || change.change.importing;
}

} // namespace

std::vector<addrs::AbsResourceInstance> estimatedImpact(const plans::Plan& plan, PlanningOverride kind,
                                                        const std::vector<addrs::TargetSubject>& subjects) {
    std::vector<addrs::AbsResourceInstance> named, found;
    std::unordered_set<addrs::AbsResourceInstance> instances; // a set, because there may be many addresses
    std::vector<addrs::TargetSubject> containers;
    for (const addrs::TargetSubject& subject : subjects) {
        if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&subject))
            instances.insert(*instance);
        else
            containers.push_back(subject);
    }
    for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources())
        if (instances.contains(change->address) ||
            std::any_of(containers.begin(), containers.end(), [&](const addrs::TargetSubject& subject) {
                return addrs::targetContains(subject, change->address);
            }))
            named.push_back(change->address);
    const auto addIf = [&](const auto& isAffected) {
        for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources())
            if (isAffected(*change))
                found.push_back(change->address);
    };
    if (kind == PlanningOverride::Replace) {
        const auto reached = withDependents(plan.dependencies, named);
        addIf([&](const plans::ResourceInstanceChange& change) { return reached.contains(change.address); });
    } else {
        const bool isExclusion = kind == PlanningOverride::LeaveOut;
        const ConfigDependencies dependencies(plan.dependencies);
        const auto reached = isExclusion ? dependencies.dependentsOf(named) : dependencies.dependenciesOf(named);
        const std::unordered_set<addrs::AbsResourceInstance> given(named.begin(), named.end());
        addIf([&](const plans::ResourceInstanceChange& change) {
            const bool isIncluded =
                given.contains(change.address) || reached.contains(ConfigDependencies::nameOf(change.address));
            return isChanged(change) && isIncluded == isExclusion;
        });
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

} // namespace planlens::explain
