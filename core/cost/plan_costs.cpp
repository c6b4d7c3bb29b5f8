// SPDX-License-Identifier: MPL-2.0
#include "core/cost/plan_costs.h"

#include "core/plans/changes.h"

#include <set>

namespace planlens::cost {

namespace {

/// A new object costs nothing before, a destroyed one nothing after.
Costs withDifference(Costs costs, plans::Action action) {
    if (costs.difference)
        return costs;
    if (action == plans::Action::Create)
        costs.difference = costs.after;
    else if (action == plans::Action::NoOp)
        costs.difference = Amount();
    return costs;
}

} // namespace

PlanCosts planCosts(const Estimate& estimate, const plans::Changes& changes) {
    PlanCosts result;
    result.currency = estimate.currency;
    result.unpriced = estimate.unpriced;
    std::set<std::string> used;
    std::set<std::string> withoutDifference; // modules
    for (const plans::ResourceInstanceChangePtr& change : changes.resources()) {
        if (!change->deposed.empty())
            continue;
        // An estimate of the state before has moved objects at their previous addresses.
        auto found = estimate.resources.find(change->address.toString());
        std::string name = change->address.toString();
        if (found == estimate.resources.end() && change->isMoved()) {
            name = change->previousAddress.toString();
            found = estimate.resources.find(name);
        }
        if (found == estimate.resources.end() || !used.insert(name).second)
            continue;
        const Costs costs = withDifference(found->second, change->change.action);
        result.resources.emplace(change->address, costs);
        for (addrs::ModuleInstance module = change->address.module;; module = module.parent()) {
            const std::string address = module.isRoot() ? std::string() : module.toString();
            result.modules[address].add(costs);
            if (!costs.difference)
                withoutDifference.insert(address);
            if (module.isRoot())
                break;
        }
    }
    for (const std::string& address : withoutDifference)
        result.modules[address].difference.reset();
    if (const auto root = result.modules.find(std::string()); root != result.modules.end())
        result.total = root->second;
    for (const auto& [name, costs] : estimate.resources)
        if (!used.contains(name))
            result.others.push_back(name);
    return result;
}

} // namespace planlens::cost
