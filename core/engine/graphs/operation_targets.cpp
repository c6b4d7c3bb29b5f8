// SPDX-License-Identifier: MPL-2.0
#include "core/engine/graphs/config_graph.h"
#include "core/engine/graphs/operation_steps.h"
#include "core/plans/options.h"

#include <algorithm>

namespace planlens::engine {

using Index = OperationSteps::Index;
using addrs::TargetSubject;

namespace {

TargetSubject addressOf(const OperationStep& step) {
    return step.instance ? TargetSubject(*step.instance) : TargetSubject(step.resource);
}

/// Whether a target contains a step. A step for all instances is compared without instance keys.
bool anyContains(const std::vector<TargetSubject>& targets, const OperationStep& step) {
    return std::ranges::any_of(targets, [&](const TargetSubject& target) {
        return addrs::targetContainsSubject(step.instance ? target : configured(target), addressOf(step));
    });
}

bool anyContainsAsGiven(const std::vector<TargetSubject>& targets, const OperationStep& step) {
    return std::ranges::any_of(
        targets, [&](const TargetSubject& target) { return addrs::targetContainsSubject(target, addressOf(step)); });
}

std::vector<Index> included(const OperationSteps& steps, const std::vector<TargetSubject>& targets) {
    std::vector<Index> found;
    steps.forEach([&](Index i) {
        if (steps[i].isOfResource() && anyContains(targets, steps[i]))
            found.push_back(i);
    });
    return found;
}

/// Returns the steps that are neither excluded nor depend on an excluded step.
std::vector<Index> notExcluded(const OperationSteps& steps, const std::vector<TargetSubject>& excludes) {
    OperationSteps::Set excluded;
    steps.forEach([&](Index i) {
        if (!steps[i].isOfResource() || !anyContains(excludes, steps[i]))
            return;
        if (anyContainsAsGiven(excludes, steps[i]))
            excluded.insert(i);
        for (const Index dependent : steps.allDependents(i))
            if (steps[dependent].isOfResource() &&
                !addrs::targetContainsSubject(addressOf(steps[i]), addressOf(steps[dependent])))
                excluded.insert(dependent);
    });
    std::vector<Index> found;
    steps.forEach([&](Index i) {
        if (steps[i].isOfResource() && !excluded.contains(i))
            found.push_back(i);
    });
    return found;
}

} // namespace

void selectTargets(OperationSteps& steps, const plans::Options& options) {
    if (options.targets.empty() && options.excludes.empty())
        return;
    OperationSteps::Set kept;
    const auto keep = [&](Index i) {
        kept.insert(i);
        kept.merge(steps.allDependencies(i));
    };
    for (const Index i :
         options.targets.empty() ? notExcluded(steps, options.excludes) : included(steps, options.targets))
        keep(i);
    // Permanent values are kept if all resources they depend on are.
    std::vector<Index> lasting;
    steps.forEach([&](Index i) {
        if (steps[i].isTemporary({}) != std::optional(false))
            return;
        bool any = false, all = true;
        for (const Index dependency : steps.allDependencies(i))
            if (steps[dependency].isOfResource()) {
                any = true;
                all = all && kept.contains(dependency);
            }
        if (any && all)
            lasting.push_back(i);
    });
    std::ranges::for_each(lasting, keep);
    steps.forEach([&](Index i) {
        if (!kept.contains(i))
            steps.remove(i);
    });
}

} // namespace planlens::engine
