// SPDX-License-Identifier: MPL-2.0
#include "core/diff/plan_difference.h"

#include "core/diff/value_equivalence.h"
#include "core/plans/applied_changes.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace planlens::diff {

namespace {

using plans::Action;
using plans::ResourceInstanceChange;
using plans::ResourceInstanceChangePtr;

constexpr int nothing = 8; // severity of no action

int actionSeverity(Action action) {
    switch (action) {
    case Action::Delete:
        return 0;
    case Action::DeleteThenCreate:
    case Action::CreateThenDelete:
    case Action::ForgetThenCreate:
        return 1;
    case Action::Forget:
        return 2;
    case Action::Update:
        return 3;
    case Action::Create:
        return 4;
    case Action::Read:
        return 5;
    case Action::NoOp:
        break;
    }
    return nothing;
}

std::string keyOf(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed) {
    return deposed.empty() ? address.toString() : address.toString() + '\n' + deposed;
}

bool isSomething(const ResourceInstanceChange& change) {
    return severity(change) != nothing;
}

/// Returns the top-level arguments whose planned values differ between the plans.
std::vector<std::string> differingArguments(const values::Value& before, const values::Value& after) {
    std::vector<std::string> names;
    const values::Value one = before.unmarked(), other = after.unmarked();
    const auto isObject = [](const values::Value& value) {
        return !value.isNull() && value.isKnown() && value.type().isObject();
    };
    if (!isObject(one) || !isObject(other))
        return names;
    for (const values::ObjectAttribute& attribute : other.type().attributes()) {
        const values::Value* former = one.find(attribute.name);
        const values::Value now = other.attribute(attribute.name);
        if (former ? !isEquivalent(*former, now) : !now.isNull())
            names.push_back(attribute.name);
    }
    return names;
}

bool isSame(const ResourceInstanceChange& a, const ResourceInstanceChange& b) {
    return a.address == b.address && a.change.action == b.change.action && a.reason == b.reason &&
           isEquivalent(a.change.after, b.change.after) && isEquivalent(a.change.before, b.change.before) &&
           a.requiredReplace == b.requiredReplace && a.change.importing == b.change.importing &&
           a.previousAddress == b.previousAddress;
}

/// Whether targets or exclusions leave out the change that another plan makes to an instance.
bool isLeftOut(const plans::Plan& plan, const addrs::AbsResourceInstance& address) {
    return !plans::isApplied(plan, address) ||
           std::ranges::binary_search(plan.recorded.resourcesLeftOut, address.config()) ||
           std::ranges::binary_search(plan.recorded.instancesLeftOut, address);
}

DifferenceKind kindOf(int before, int after) {
    if (before == after)
        return DifferenceKind::Different;
    if (before == nothing)
        return DifferenceKind::New;
    if (after == nothing)
        return DifferenceKind::Gone;
    return after < before ? DifferenceKind::Worse : DifferenceKind::Better;
}

int partOf(DifferenceKind kind) {
    switch (kind) {
    case DifferenceKind::Worse:
    case DifferenceKind::New:
        return 0;
    case DifferenceKind::Different:
        return 1;
    case DifferenceKind::Better:
    case DifferenceKind::NotApplied:
    case DifferenceKind::Gone:
        break;
    }
    return 2;
}

int worst(const ChangeDifference& difference) {
    return std::min(difference.before ? severity(*difference.before) : nothing,
                    difference.after ? severity(*difference.after) : nothing);
}

} // namespace

int severity(const ResourceInstanceChange& change) {
    if (change.change.action != Action::NoOp)
        return actionSeverity(change.change.action);
    return change.change.importing ? 6 : change.isMoved() ? 7 : nothing;
}

std::size_t PlanDifference::count(DifferenceKind kind) const {
    const auto has = [kind](const auto& difference) { return difference.kind == kind; };
    return std::size_t(std::count_if(changes.begin(), changes.end(), has) +
                       std::count_if(outputs.begin(), outputs.end(), has));
}

PlanDifference difference(const plans::Plan& before, const plans::Plan& after) {
    PlanDifference found;
    std::unordered_map<std::string, ResourceInstanceChangePtr> former;
    for (const ResourceInstanceChangePtr& change : before.changes.resources())
        former.emplace(keyOf(change->address, change->deposed), change);
    const auto take = [&former](const std::string& key) -> ResourceInstanceChangePtr {
        const auto at = former.find(key);
        if (at == former.end())
            return nullptr;
        ResourceInstanceChangePtr change = std::move(at->second);
        former.erase(at);
        return change;
    };
    const auto note = [&](ResourceInstanceChangePtr one, ResourceInstanceChangePtr other) {
        const bool hadOne = one && isSomething(*one) && plans::isApplied(before, one->address);
        const bool hasOther = other && isSomething(*other) && plans::isApplied(after, other->address);
        if (!hadOne && !hasOther)
            return;
        if (hadOne && hasOther && isSame(*one, *other)) {
            ++found.unchanged;
            return;
        }
        ChangeDifference made;
        const ResourceInstanceChange& named = other ? *other : *one;
        made.address = named.address;
        made.deposed = named.deposed;
        made.kind = kindOf(hadOne ? severity(*one) : nothing, hasOther ? severity(*other) : nothing);
        if (made.kind == DifferenceKind::Gone && isLeftOut(after, made.address))
            made.kind = DifferenceKind::NotApplied;
        if (hadOne && hasOther)
            made.arguments = differingArguments(one->change.after, other->change.after);
        made.before = hadOne ? std::move(one) : nullptr;
        made.after = hasOther ? std::move(other) : nullptr;
        found.changes.push_back(std::move(made));
    };
    // Objects with unchanged addresses are matched first, so that a move cannot take their counterpart.
    std::vector<ResourceInstanceChangePtr> moved;
    for (const ResourceInstanceChangePtr& change : after.changes.resources()) {
        if (ResourceInstanceChangePtr same = take(keyOf(change->address, change->deposed)))
            note(std::move(same), change);
        else
            moved.push_back(change);
    }
    for (const ResourceInstanceChangePtr& change : moved)
        note(change->isMoved() ? take(keyOf(change->previousAddress, change->deposed)) : nullptr, change);
    for (auto& [key, change] : former)
        note(std::move(change), nullptr);
    std::sort(found.changes.begin(), found.changes.end(), [](const ChangeDifference& a, const ChangeDifference& b) {
        const std::pair one(partOf(a.kind), worst(a)), other(partOf(b.kind), worst(b));
        return one != other ? one < other : std::tie(a.address, a.deposed) < std::tie(b.address, b.deposed);
    });

    std::map<std::string, std::pair<const plans::OutputChange*, const plans::OutputChange*>> outputs;
    for (const plans::OutputChange& output : before.changes.outputs())
        if (output.module.isRoot())
            outputs[output.name].first = &output;
    for (const plans::OutputChange& output : after.changes.outputs())
        if (output.module.isRoot())
            outputs[output.name].second = &output;
    for (const auto& [name, sides] : outputs) {
        const auto actionOf = [](const plans::OutputChange* output) {
            return output ? output->change.action : Action::NoOp;
        };
        const Action one = actionOf(sides.first), other = actionOf(sides.second);
        if (one == other &&
            (one == Action::NoOp || isEquivalent(sides.first->change.after, sides.second->change.after))) {
            found.unchanged += one != Action::NoOp;
            continue;
        }
        found.outputs.push_back({kindOf(actionSeverity(one), actionSeverity(other)), name, one, other});
    }
    return found;
}

std::vector<OmittedChange> omittedChanges(const plans::Plan& partial, const plans::Plan* whole) {
    std::vector<OmittedChange> found;
    std::unordered_set<std::string> planned;
    for (const ResourceInstanceChangePtr& change : partial.changes.resources()) {
        if (!isSomething(*change))
            continue;
        planned.insert(keyOf(change->address, change->deposed));
        if (!plans::isApplied(partial, change->address))
            found.push_back({change->address.toString(), change});
    }
    if (whole)
        for (const ResourceInstanceChangePtr& change : whole->changes.resources())
            if (isSomething(*change) && !planned.contains(keyOf(change->address, change->deposed)))
                found.push_back({change->address.toString(), change});
    std::ranges::stable_sort(found, {}, [](const OmittedChange& omitted) { return severity(*omitted.change); });
    if (whole)
        return found;
    for (const addrs::ConfigResource& resource : partial.recorded.resourcesLeftOut)
        found.push_back({resource.toString(), nullptr});
    for (const addrs::AbsResourceInstance& instance : partial.recorded.instancesLeftOut)
        if (plans::isApplied(partial, instance)) // otherwise its change is known
            found.push_back({instance.toString(), nullptr});
    return found;
}

} // namespace planlens::diff
