// SPDX-License-Identifier: MPL-2.0
#include "core/configs/module.h"
#include "core/explain/definition.h"
#include "core/explain/edits/other_values.h"
#include "core/explain/sources/carrier.h"
#include "core/explain/sources/probe.h"
#include "core/explain/sources/value_sources.h"
#include "core/plans/plan.h"

#include <algorithm>

/// Named values that have the value of the previous run, as other objects show that use it.
namespace planlens::explain {

using values::Path;
using values::Value;

namespace {

bool haveKeys(const Value& mapping, const std::set<std::string>& keys) {
    return mapping.size() == keys.size() &&
           std::ranges::all_of(keys, [&](const std::string& key) { return mapping.find(key) != nullptr; });
}

/// Whether a path leads to an element of a list that had another number of elements, so that it may be another element.
bool mayBeShifted(const Value& before, const Value& now, const Path& path) {
    for (std::size_t i = 0; i < path.size(); ++i)
        if (indexOf(path[i])) {
            const Value list = valueAt(now, path.prefix(i)), other = valueAt(before, path.prefix(i));
            if (isSequence(list) && (!isSequence(other) || list.size() != other.size()))
                return true;
        }
    return false;
}

PlanValues::Previous sizeAt(Path path) {
    return {std::move(path), {}, {}, true, true};
}

} // namespace

/// Returns what the value of its user shows of the previous value of a reference.
std::vector<PlanValues::Previous> PlanValues::previousIn(const plans::Dependency& reference, int& probes) const {
    if (reference.kind != plans::Dependency::Kind::Reference || !isUsable(reference.value) ||
        reference.value.type().isSet() ||                                   // arguments may be lists in another order
        (isOwnRepetition(reference) && reference.dependencyPath.isEmpty())) // each.key or count.index
        return {};
    const ValueOfPart valueOfPart = [&](const hcl::Expression& part) {
        return currentValue(*this, m_plan.dependencies.of(reference.dependent), part, {});
    };
    std::vector<Previous> made;
    // Calls a function with each part of an expression that carries the reference, and keeps what it returns.
    const auto addAll = [&](const hcl::Expression& expression, const auto& shown) {
        const std::optional<Carried> carried = Carrier(reference.range, valueOfPart).in(expression);
        if (carried) {
            made = shown(*carried);
            for (Previous& one : made)
                one.isProof &= carried->isUnique && !carried->isSelected;
        }
        if (probes == 0 || (carried && carried->isExact))
            return;
        --probes;
        const RecordedScope scope(m_plan.dependencies.of(reference.dependent), m_files, workspace());
        Probe probe(reference, expression, scope);
        for (const Carried& part : probe.carried())
            for (Previous& one : shown(part))
                if (one.isSame || (probe.carries(part, one.value) && !probe.hasWithout(part, one.value))) {
                    one.isForm = !probe.isUnique(part, one.value);
                    one.isProof &= !one.isForm && !probe.hasOthers(part);
                    made.push_back(std::move(one));
                }
    };
    if (const auto* address = std::get_if<addrs::AbsResourceInstance>(&reference.dependent)) {
        const plans::ResourceInstanceChange* const change = m_plan.changes.resource(*address);
        if (!change || change->change.importing || // its values are not those of the previous run
            address->resource.mode != addrs::ResourceMode::Managed || reference.dependentPath.isEmpty())
            return {};
        const configs::Resource* const resource = resourceOf(m_plan, address->config());
        const bool mayBeIgnored = !resource || !resource->ignoreChanges.empty();
        const schemas::ArgumentExpression argument = argumentOf(m_plan, *change, reference.dependentPath);
        if (argument.expression)
            addAll(*argument.expression, [&](const Carried& carried) {
                const auto values = of(*address, reference.dependentPath);
                if (!values || mayBeShifted(values->before, values->after, carried.path))
                    return std::vector<Previous>();
                return shownBy(reference, carried, valueAt(values->before, carried.path),
                               valueAt(values->after, carried.path), mayBeIgnored);
            });
        return made;
    }
    const auto& named = std::get<plans::NamedValue>(reference.dependent);
    const Definition definition = definitionOf(m_plan, named);
    if (definition.expression)
        addAll(*definition.expression,
               [&](const Carried& carried) { return shownByNamed(reference, named, *definition.expression, carried); });
    return made;
}

/// Returns what an exact part of a user shows: `before` is the previous value of the reference at the path of the part.
std::vector<PlanValues::Previous> PlanValues::shownAt(const plans::Dependency& reference, const Carried& carried,
                                                      const Path& rest, const std::optional<Value>& before) {
    const Path within = joined(carried.within, rest);
    const Value now = valueAt(reference.value.unmarkedDeep(), within);
    const bool isSame = before && isSameValue(*before, now);
    if (!before || !isUsable(*before) || !isUsable(now) || (!isSame && carried.isSelected))
        return {};
    return {{joined(reference.dependencyPath, within), *before, now, isSame}};
}

/// Returns what the values of a part of a user show that contains a reference.
std::vector<PlanValues::Previous> PlanValues::shownBy(const plans::Dependency& reference, const Carried& carried,
                                                      const Value& before, const Value& after, bool mayBeIgnored) {
    if (!isUsable(before))
        return {};
    const bool isSame = !mayBeIgnored && isUsable(after) && isSameValue(before, after);
    if (carried.isSize)
        return isSame ? std::vector<Previous>{sizeAt(joined(reference.dependencyPath, carried.within))}
                      : std::vector<Previous>();
    if (!carried.isExact)
        return isSame ? shownAt(reference, carried, {}, valueAt(reference.value.unmarkedDeep(), carried.within))
                      : std::vector<Previous>();
    if (carried.isNegated)
        return before.type().isBool() ? shownAt(reference, carried, {}, Value::boolean(!before.asBool()))
                                      : std::vector<Previous>();
    if (carried.prefix.empty() && carried.suffix.empty())
        return shownAt(reference, carried, {}, before);
    const std::string text = textOf(before).value_or("");
    const std::size_t around = carried.prefix.size() + carried.suffix.size();
    if (text.size() < around || !text.starts_with(carried.prefix) || !text.ends_with(carried.suffix))
        return {};
    return shownAt(reference, carried, {}, Value::string(text.substr(carried.prefix.size(), text.size() - around)));
}

/// Returns what a named value shows of a reference that a part of its value contains.
std::vector<PlanValues::Previous> PlanValues::shownByNamed(const plans::Dependency& reference,
                                                           const plans::NamedValue& named,
                                                           const hcl::Expression& expression,
                                                           const Carried& carried) const {
    if (named.kind == plans::NamedValue::Kind::Output && named.module.isRoot()) {
        for (const plans::OutputChange& output : m_plan.changes.outputs())
            if (output.module.isRoot() && output.name == named.name)
                return shownBy(reference, carried, valueAt(output.change.before, carried.path),
                               valueAt(output.change.after, carried.path), false);
        return {};
    }
    const auto now = currentValue(*this, m_plan.dependencies.of(named), expression, carried.path);
    std::vector<Previous> made;
    if (named.kind == plans::NamedValue::Kind::Repetition && now) {
        if (const std::optional<std::int64_t> count = previousCount(named); count && carried.path.isEmpty())
            return shownBy(reference, carried, Value::number(*count), *now, false);
        const std::set<std::string>& keys = previousKeys(named);
        if (isMapping(*now) && carried.isWhole() && !carried.isSize && haveKeys(*now, keys))
            made.push_back(sizeAt(joined(reference.dependencyPath, carried.within)));
        if (isSequence(*now) && carried.path.isEmpty() && !keys.empty())
            return shownBy(reference, carried, asSet(keys), *now, false);
    }
    for (const Previous& one : previousOf(named, named)) {
        std::vector<Previous> found;
        if (one.isSize) {
            if (carried.isWhole() && isWithin(one.path, carried.path))
                found = {sizeAt(joined(joined(reference.dependencyPath, carried.within),
                                       withoutFirst(one.path, carried.path.size())))};
        } else if (now && isWithin(carried.path, one.path)) {
            const Path rest = withoutFirst(carried.path, one.path.size());
            if (!mayBeShifted(one.value, one.now, rest))
                found = shownBy(reference, carried, valueAt(one.value, rest), *now, false);
        } else if (carried.isExact && carried.prefix.empty() && carried.suffix.empty() && !carried.isSize &&
                   !carried.isNegated && isWithin(one.path, carried.path)) {
            found = shownAt(reference, carried, withoutFirst(one.path, carried.path.size()), one.value);
        }
        for (Previous& shown : found)
            shown.isProof = one.isProof;
        std::ranges::move(found, std::back_inserter(made));
    }
    return made;
}

const std::vector<PlanValues::Previous>& PlanValues::previousOf(const plans::NamedValue& named,
                                                                const plans::DependencyEnd& explained) const {
    static const std::vector<Previous> none;
    if (!m_plan.configuration)
        return none;
    const auto [found, isNew] = m_uses.try_emplace(named);
    Uses& uses = found->second;
    if (isNew) {
        constexpr std::size_t most = 200; // of the uses that are compared
        int probes = 16;                  // of expressions that are evaluated with other values
        const std::vector<const plans::Dependency*> all = m_plan.dependencies.on(named);
        for (std::size_t i = 0; i < std::min(all.size(), most); ++i)
            for (Previous& one : previousIn(*all[i], probes)) {
                if (!one.isSame)
                    uses.differing.insert(all[i]->dependent);
                uses.all.push_back({all[i]->dependent, all[i]->dependentPath, std::move(one)});
            }
        uses.combined = combined(uses.all, nullptr);
    }
    const auto differing = uses.differing.find(explained);
    if (differing == uses.differing.end())
        return uses.combined;
    // The explained user may have started to refer to the value.
    const auto [other, isFirst] = uses.without.try_emplace(explained);
    if (isFirst)
        other->second = combined(uses.all, &explained);
    return other->second;
}

/// Joins what the users show. Those that contradict each other are left out.
std::vector<PlanValues::Previous> PlanValues::combined(const std::vector<Use>& uses,
                                                       const plans::DependencyEnd* without) {
    std::vector<Previous> made;
    std::map<std::pair<std::string, bool>, std::size_t> places;
    for (const auto& [user, argument, one] : uses) {
        if (without && user == *without && !one.isSame)
            continue;
        const auto [place, isNew] = places.try_emplace({one.path.toString(), one.isSize}, made.size());
        if (isNew)
            made.push_back(one);
        else if (Previous& same = made[place->second]; !one.isSize && !isSameValue(same.value, one.value))
            same.value = Value::dynamicUnknown(); // some of them were edited, or applied before
        else
            same.isProof |= one.isProof;
    }
    std::erase_if(made, [](const Previous& one) { return !one.isSize && !one.value.isKnown(); });
    return made;
}

bool PlanValues::isKept(const plans::NamedValue& named, const Path& path, const plans::DependencyEnd& explained) const {
    const std::vector<Previous>& all = previousOf(named, explained);
    return isKept(named, path, all, 0);
}

bool PlanValues::isKept(const plans::NamedValue& named, const Path& path, const std::vector<Previous>& all,
                        int depth) const {
    bool isSame = false, hasElements = false, hasSize = false;
    for (const Previous& one : all) {
        if (one.isSize) {
            hasSize |= isWithin(one.path, path) && one.path.size() == path.size();
        } else if (isWithin(path, one.path)) {
            const Path rest = withoutFirst(path, one.path.size());
            if (!isSameValue(valueAt(one.value, rest), valueAt(one.now, rest)))
                return false;
            isSame = true;
        } else if (isWithin(one.path, path)) {
            if (!one.isSame)
                return false;
            hasElements = true;
        }
    }
    constexpr int deepest = 3;
    if (isSame || !hasElements || !hasSize || depth == deepest)
        return isSame;
    // All elements are kept, and there were as many.
    const Value now = currentOf(named, path);
    if (!isSequence(now) && !isMapping(now))
        return false;
    for (std::size_t i = 0; i < now.size(); ++i) {
        if (!isKept(named, joined(path, elementPath(now, i)), all, depth + 1))
            return false;
    }
    return true;
}

bool PlanValues::isProvenKept(const plans::NamedValue& named, const Path& path,
                              const plans::DependencyEnd& explained) const {
    std::vector<Previous> proofs = previousOf(named, explained);
    std::erase_if(proofs, [](const Previous& one) { return one.isSame && !one.isProof; });
    return isKept(named, path, proofs, 0);
}

PlanValues::Kept PlanValues::keptStatus(const plans::NamedValue& named, const Path& path,
                                        const std::optional<Value>& before,
                                        const plans::DependencyEnd& explained) const {
    if (!isKept(named, path, explained))
        return Kept::No;
    if (isProvenKept(named, path, explained))
        return Kept::Yes;
    Witnesses& witnesses = witnessesOf(*this, named);
    if (!before || !before->isWhollyKnown() || witnesses.isEmpty())
        return Kept::Perhaps;
    switch (witnesses.contradict(path, *before)) {
    case Witnesses::Contradiction::None:
        return Kept::No;
    case Witnesses::Contradiction::Possible:
        return Kept::Perhaps;
    case Witnesses::Contradiction::Certain:
        return Kept::Yes;
    }
    return Kept::Perhaps;
}

bool PlanValues::hadElement(const plans::NamedValue& named, const Path& path,
                            const plans::DependencyEnd& explained) const {
    const auto hasKey = [](const Path& at) { return !at.isEmpty() && keyOf(withoutFirst(at, at.size() - 1)); };
    return hasKey(path) && std::ranges::any_of(previousOf(named, explained), [&](const Previous& one) {
               return one.isSize ? one.path == path.prefix(path.size() - 1)
                                 : isWithin(one.path, path) && (one.path.size() > path.size() || one.isSame);
           });
}

bool PlanValues::isShownChanged(const plans::NamedValue& named, const Path& path, const plans::DependencyEnd& explained,
                                const Path& argument) const {
    const auto isChanged = [&](const Previous& one) {
        if (one.isSame || one.isSize || !areRelated(path, one.path))
            return false;
        const Path rest = isWithin(path, one.path) ? withoutFirst(path, one.path.size()) : Path();
        return !isSameValue(valueAt(one.value, rest), valueAt(one.now, rest));
    };
    if (std::ranges::any_of(previousOf(named, explained), isChanged))
        return true;
    const auto uses = m_uses.find(named);
    return !argument.isEmpty() && uses != m_uses.end() && std::ranges::any_of(uses->second.all, [&](const Use& one) {
        return one.user == explained && !areRelated(one.argument, argument) && isChanged(one.shown);
    });
}

const std::optional<Value>& PlanValues::instancesBefore(const plans::NamedValue& repetition) const {
    constexpr std::size_t most = 64; // each evaluation with them visits all
    const auto [found, isNew] = m_instancesBefore.try_emplace(repetition);
    std::optional<Value>& known = found->second;
    const auto address = isNew ? addrs::readAbsResourceInstance(repetition.name) : std::nullopt; // none: a module call
    if (!address || !m_plan.previousRunState)
        return known;
    const addrs::AbsResource all{repetition.module, address->resource};
    const states::Resource* before = m_plan.previousRunState->resource(all);
    if (!before || before->instances.empty() || before->instances.size() > most)
        return known;
    std::vector<Value> numbered;
    std::vector<std::pair<std::string, Value>> named;
    for (const auto& [key, instance] : before->instances) {
        const addrs::AbsResourceInstance one{all.module, all.resource, key};
        const plans::ResourceInstanceChange* change = m_plan.changes.resource(one);
        const bool exists = change && !change->change.after.isNull();
        std::optional<Value> object =
            exists ? std::optional(change->change.after.unmarkedDeep()) : stored(m_plan.previousRunState, one);
        if (!object)
            return known;
        if (key.isNone())
            return known = std::move(object);
        if (!key.isInt())
            named.emplace_back(key.string(), *std::move(object));
        else if (std::size_t(key.index()) == numbered.size())
            numbered.push_back(*std::move(object));
        else
            return known;
    }
    return known = numbered.empty() ? Value::object(std::move(named)) : Value::tuple(std::move(numbered));
}

bool PlanValues::isRepetitionBefore(const plans::NamedValue& repetition, const Value& value) const {
    if (!isUsable(value))
        return false;
    if (value.type().isBool())
        return value.asBool();
    if (const std::optional<std::int64_t> count = previousCount(repetition); value.type().isNumber())
        return count && isSameValue(Value::number(*count), value);
    return (isMapping(value) || isSequence(value)) && keysOf(value) == previousKeys(repetition);
}

const std::string& PlanValues::workspace() const {
    return m_plan.backend.workspace;
}

Value PlanValues::currentOf(const plans::NamedValue& named, const Path& path) const {
    for (const plans::Dependency* use : m_plan.dependencies.on(named))
        if (isWithin(path, use->dependencyPath) && isUsable(use->value))
            return valueAt(use->value, withoutFirst(path, use->dependencyPath.size()));
    return Value::null(values::Type::dynamic());
}

const std::set<addrs::ConfigResource>& PlanValues::dependedOn() const {
    if (!m_dependedOn) {
        m_dependedOn.emplace();
        if (m_plan.previousRunState)
            for (const auto& [address, stored] : m_plan.previousRunState->resources())
                for (const auto& [key, instance] : stored.instances)
                    if (instance.current)
                        m_dependedOn->insert(instance.current->dependencies.begin(),
                                             instance.current->dependencies.end());
    }
    return *m_dependedOn;
}

bool PlanValues::hasLostDependency(const addrs::AbsResourceInstance& address) const {
    constexpr std::size_t most = 1'024; // ends
    const states::StoredObjectPtr stored =
        m_plan.previousRunState ? m_plan.previousRunState->current(address) : nullptr;
    if (!stored || stored->dependencies.empty())
        return false;
    std::set<addrs::ConfigResource> read;
    std::set<plans::DependencyEnd> seen;
    std::vector<plans::DependencyEnd> ends{address};
    for (std::size_t i = 0; i < ends.size(); ++i)
        for (const plans::Dependency* one : m_plan.dependencies.of(ends[i])) {
            if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&one->dependency))
                read.insert(instance->config());
            if (seen.size() == most)
                return false;
            if (seen.insert(one->dependency).second)
                ends.push_back(one->dependency);
        }
    return std::ranges::any_of(stored->dependencies, [&](const addrs::ConfigResource& one) {
        return !read.contains(one) && !m_plan.changes.instancesOf(one).empty(); // not if it was moved
    });
}

bool PlanValues::wasCalled(const plans::NamedValue& repetition) const {
    constexpr std::string_view prefix = "module.";
    if (!repetition.name.starts_with(prefix))
        return false;
    const addrs::Module called = repetition.module.child(repetition.name.substr(prefix.size())).module();
    return std::ranges::any_of(dependedOn(), [&](const addrs::ConfigResource& one) { return one.module == called; });
}

} // namespace planlens::explain
