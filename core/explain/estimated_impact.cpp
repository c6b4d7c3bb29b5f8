// SPDX-License-Identifier: MPL-2.0
#include "core/explain/estimated_impact.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace planlens::explain {

namespace {

enum class Direction { ToDependents, ToDependencies };

/// Returns the instances reachable from the given ones, including them.
std::unordered_set<addrs::AbsResourceInstance> reach(const plans::Dependencies& dependencies,
                                                     const std::vector<addrs::AbsResourceInstance>& from,
                                                     Direction direction) {
    std::unordered_set<addrs::AbsResourceInstance> found(from.begin(), from.end());
    std::unordered_set<std::string> seen;
    std::vector<plans::DependencyEnd> pending(from.begin(), from.end());
    while (!pending.empty()) {
        const plans::DependencyEnd end = std::move(pending.back());
        pending.pop_back();
        const bool isDown = direction == Direction::ToDependents;
        for (const plans::Dependency* dependency : isDown ? dependencies.on(end) : dependencies.of(end)) {
            const plans::DependencyEnd& next = isDown ? dependency->dependent : dependency->dependency;
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
    const bool isInverse = kind == PlanningOverride::OnlyThis;
    const auto reached =
        reach(plan.dependencies, named, isInverse ? Direction::ToDependencies : Direction::ToDependents);
    for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources())
        if (reached.contains(change->address) != isInverse)
            found.push_back(change->address);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

} // namespace planlens::explain
