// SPDX-License-Identifier: MPL-2.0
#include "core/plans/plan.h"

#include <algorithm>

namespace planlens::plans {

namespace {

/// Whether two states have equal managed resources.
bool sameManaged(const states::State* a, const states::State* b) {
    const auto managed = [](const states::State* state) {
        std::map<addrs::AbsResource, const states::Resource*> all;
        if (state)
            for (const auto& [address, resource] : state->resources())
                if (address.resource.mode == addrs::ResourceMode::Managed)
                    all.emplace(address, &resource);
        return all;
    };
    const auto left = managed(a), right = managed(b);
    // The order of dependencies and sensitive paths in state files is arbitrary.
    const auto sameObject = [](const states::StoredObjectPtr& x, const states::StoredObjectPtr& y) {
        if (x == y || !x || !y)
            return x == y;
        states::StoredObject ordered = *x;
        const auto isSame = [](const auto& one, const auto& other) {
            return std::is_permutation(one.begin(), one.end(), other.begin(), other.end());
        };
        if (!isSame(x->dependencies, y->dependencies) || !isSame(x->sensitivePaths, y->sensitivePaths))
            return false;
        ordered.dependencies = y->dependencies;
        ordered.sensitivePaths = y->sensitivePaths;
        return ordered == *y;
    };
    const auto sameInstance = [&](const states::ResourceInstance& x, const states::ResourceInstance& y) {
        return sameObject(x.current, y.current) && x.deposed.size() == y.deposed.size() &&
               std::equal(x.deposed.begin(), x.deposed.end(), y.deposed.begin(), [&](const auto& p, const auto& q) {
                   return p.first == q.first && sameObject(p.second, q.second);
               });
    };
    return left.size() == right.size() &&
           std::equal(left.begin(), left.end(), right.begin(), [&](const auto& x, const auto& y) {
               return x.first == y.first && x.second->provider == y.second->provider &&
                      x.second->instances.size() == y.second->instances.size() &&
                      std::equal(x.second->instances.begin(), x.second->instances.end(), y.second->instances.begin(),
                                 [&](const auto& p, const auto& q) {
                                     return p.first == q.first && sameInstance(p.second, q.second);
                                 });
           });
}

} // namespace

bool Plan::canApply() const {
    if (errored || quality == Quality::Estimate)
        return false;
    if (!changes.isEmpty())
        return true;
    return options.mode == Mode::RefreshOnly && !sameManaged(priorState.get(), previousRunState.get());
}

} // namespace planlens::plans
