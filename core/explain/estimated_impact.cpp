// SPDX-License-Identifier: MPL-2.0
#include "core/explain/estimated_impact.h"

#include "core/plans/plan.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace planlens::explain {

namespace {

enum class Direction { ToDependents, ToDependencies };
/// -target and -exclude follow the configuration, in which instances are not told apart.
enum class Unit { Instance, Resource };

std::string nameOf(const plans::DependencyEnd& end, Unit unit) {
    if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&end))
        return unit == Unit::Instance ? instance->toString() : instance->config().toString();
    plans::NamedValue value = std::get<plans::NamedValue>(end);
    for (addrs::ModuleStep& step : value.module.path)
        if (unit == Unit::Resource)
            step.key = {};
    return " " + value.toString(); // is not an address
}

/// Returns the names of what depends on the given objects, or on what they depend, directly or indirectly.
std::unordered_set<std::string> reach(const plans::Dependencies& dependencies,
                                      const std::vector<addrs::AbsResourceInstance>& from, Direction direction,
                                      Unit unit) {
    std::unordered_map<std::string, std::vector<std::string>> neighbors;
    for (const plans::Dependency& dependency : dependencies.all()) {
        std::string dependent = nameOf(dependency.dependent, unit), of = nameOf(dependency.dependency, unit);
        if (direction == Direction::ToDependencies)
            std::swap(dependent, of);
        neighbors[std::move(of)].push_back(std::move(dependent));
    }
    std::unordered_set<std::string> starts, found;
    for (const addrs::AbsResourceInstance& instance : from)
        starts.insert(nameOf(instance, unit));
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
    const bool isReplacement = kind == PlanningOverride::Replace, isTarget = kind == PlanningOverride::OnlyThis;
    const Unit unit = isReplacement ? Unit::Instance : Unit::Resource;
    const auto reached =
        reach(plan.dependencies, named, isTarget ? Direction::ToDependencies : Direction::ToDependents, unit);
    const std::unordered_set<addrs::AbsResourceInstance> given(named.begin(), named.end());
    for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources()) {
        const bool isInside = given.contains(change->address) || reached.contains(nameOf(change->address, unit));
        if (isInside != isTarget && (isReplacement || !change->isEmpty()))
            found.push_back(change->address);
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

} // namespace planlens::explain
