// SPDX-License-Identifier: MPL-2.0
#include "core/explain/edits/other_values.h"

#include "core/configs/module.h"
#include "core/explain/definition.h"
#include "core/explain/edits/marked_value.h"
#include "core/explain/sources/value_sources.h"

#include <algorithm>
#include <set>

/// Values of the plan that show which edits are impossible.
namespace planlens::explain {

using plans::NamedValue;
using values::Path;
using values::Value;

namespace {

/// Returns the value that a replay makes with an edit; std::nullopt if the edit is not behind its expression.
std::optional<std::optional<Value>> valueWith(Replay& replay, const Edit& edit) {
    return replay.written().contains(edit.edited()) ? std::optional(replay.valueWith(edit.edited(), edit.whole))
                                                    : std::nullopt;
}
std::optional<std::optional<Value>> valueWith(Replay& replay, const TextEdit& edit) {
    const hcl::Expression& edited = *edit.evaluated.expression;
    return replay.evaluates(edited) ? std::optional(replay.valueWithText(edited, edit.pieces)) : std::nullopt;
}
std::optional<std::optional<Value>> valueWith(Replay& replay, const Replay::NamedValues& edited) {
    Replay::NamedValues behind = edited;
    std::erase_if(behind, [&](const auto& one) { return !replay.written().contains(one.first); });
    return behind.empty() ? std::nullopt : std::optional(replay.valueWith(behind));
}

/// Whether a value has the same parts as two others where those are the same. It can lack defaults of optional
/// attributes.
bool haveSameKept(const Value& before, const Value& after, const Value& made) {
    if (isSameValue(before, after))
        return made.isNull() || isSameValue(before, made);
    const bool areMappings = isMapping(before) && isMapping(after);
    const bool areLists = isSequence(before) && isSequence(after) && !before.type().isSet() && !after.type().isSet() &&
                          before.size() == after.size();
    for (std::size_t i = 0; (areMappings || areLists) && i < before.size(); ++i) {
        const Path element = elementPath(before, i);
        if ((areLists || after.find(before.key(i))) &&
            !haveSameKept(before.element(i), valueAt(after, element), valueAt(made, element)))
            return false;
    }
    return true;
}

/// Whether two values have a part in common, so that they show something.
bool haveKept(const Value& before, const Value& after) {
    if (isSameValue(before, after))
        return true;
    const bool areMappings = isMapping(before) && isMapping(after);
    for (std::size_t i = 0; areMappings && i < before.size(); ++i)
        if (const Value* now = after.find(before.key(i)); now && haveKept(before.element(i), *now))
            return true;
    return false;
}

/// Returns a value with another part at a path; null stands for a missing element.
Value withPartOrNone(const Value& whole, const Path& path, const Value& part) {
    return withPart(whole, path, part.isNull() && !path.isEmpty() ? std::nullopt : std::optional(part));
}

} // namespace

std::optional<ComparedArgument> ComparedArgument::of(const PlanValues& values,
                                                     const plans::ResourceInstanceChange& change, const Path& path,
                                                     Compared compared) {
    if (change.change.importing)
        return {};                                      // its values are not those of the previous run
    const auto known = values.of(change.address, path); // not as refreshed
    const Value before = known ? known->before : Value(), after = valueAt(change.change.after, path);
    if (!isUsable(before) || !isUsable(after))
        return {};
    const bool isText = textOf(before) && textOf(after); // others can have several edits
    if (compared == Compared::Whole && !isText && !isSameValue(before, after))
        return {};
    schemas::ArgumentExpression argument = argumentOf(values.plan(), change, path);
    if (!argument.expression)
        return {};
    Replay replay(values, values.dependencies().of(change.address), *argument.expression);
    const std::optional<Value> now = knownAt(replay.value(), argument.rest);
    if (!now || !isSameValue(after, *now))
        return {};
    return ComparedArgument{std::move(argument), before, after, std::move(replay), compared};
}

bool ComparedArgument::isDifferent(const std::optional<Value>& made) const {
    const std::optional<Value> part = knownAt(made, argument.rest);
    return part && isDifferent(*part);
}

bool ComparedArgument::isDifferent(const Value& part) const {
    return compared == Compared::Kept ? !haveSameKept(before, after, part)
                                      : !isSameValue(before, part) && !isSameValue(after, part);
}

Witnesses::Witnesses(const PlanValues& values, const NamedValue& named)
    : m_values(values)
    , m_named(named) {
    constexpr std::size_t most = 16, mostNamed = 64; // witnesses, and values between them and this one
    const plans::Dependencies& dependencies = values.dependencies();
    std::set<std::pair<plans::DependencyEnd, std::string>> seen;
    std::vector<plans::DependencyEnd> ends{named};
    for (std::size_t i = 0; i < ends.size(); ++i)
        for (const plans::Dependency* use : dependencies.on(ends[i])) {
            const auto* instance = std::get_if<addrs::AbsResourceInstance>(&use->dependent);
            const Path path = use->dependentPath.prefix(std::min<std::size_t>(use->dependentPath.size(), 1));
            if (use->kind != plans::Dependency::Kind::Reference || m_arguments.size() == most ||
                !seen.emplace(use->dependent, instance ? path.toString() : "").second)
                continue;
            const plans::ResourceInstanceChange* change =
                instance && !path.isEmpty() ? values.changes().resource(*instance) : nullptr;
            if (change)
                add(*change, path);
            else if (!instance && ends.size() < mostNamed)
                ends.push_back(use->dependent);
        }
}

void Witnesses::add(const plans::ResourceInstanceChange& change, const Path& path) {
    const configs::Resource* const resource = resourceOf(m_values.plan(), change.address.config());
    const auto known = m_values.of(change.address, path);
    if (change.address.resource.mode != addrs::ResourceMode::Managed || !resource || !resource->ignoreChanges.empty() ||
        !known || !haveKept(known->before, valueAt(change.change.after, path)))
        return;
    std::optional<ComparedArgument> argument =
        ComparedArgument::of(m_values, change, path, ComparedArgument::Compared::Kept);
    if (!argument || argument->replay.isLarge())
        return;
    // What lies between is not evaluated as while planning if types have defaults of optional attributes.
    const std::optional<Value> present = currentValue(m_values, m_named, {});
    const auto again =
        present && present->isWhollyKnown()
            ? knownAt(argument->replay.valueWith(m_named, present->unmarkedDeep()), argument->argument.rest)
            : std::nullopt;
    if (!again || !isSameValue(argument->after, *again))
        return;
    argument->replay.usePreviousObjects();
    m_arguments.push_back(*std::move(argument));
}

/// Possible if another part of the value, or another value that a person writes, can make up for the difference, as `b`
/// does in `a + b`.
Witnesses::Contradiction Witnesses::contradictionOf(ComparedArgument& argument, const Path& path, const Value& part,
                                                    const Value& now) const {
    Replay& replay = argument.replay;
    const Value whole = withPartOrNone(now, path, part);
    const auto valueWith = [&](const Replay::NamedValues& edited) {
        return knownAt(replay.valueWith(edited), argument.argument.rest);
    };
    const std::optional<Value> made = valueWith({{m_named, whole}});
    if (!made || !argument.isDifferent(*made))
        return Contradiction::None;
    const auto makesUp = [&](const std::string& marker, const Replay::NamedValues& edited) {
        const std::optional<Value> other = valueWith(edited);
        return other && mayBeEqual(argument.before, argument.after, *made, *other, marker);
    };
    for (const std::string& marker : {firstMarkerText, lastMarkerText}) {
        if (!path.isEmpty() && makesUp(marker, {{m_named, withPartOrNone(withOtherParts(now, marker), path, part)}}))
            return Contradiction::Possible;
        for (const auto& [named, written] : replay.written())
            if (named != m_named && !m_values.isProvenKept(named, {}, named) &&
                makesUp(marker, {{m_named, whole}, {named, withOtherParts(written.value, marker)}}))
                return Contradiction::Possible;
    }
    return Contradiction::Certain;
}

Witnesses::Contradiction Witnesses::contradict(const Path& path, const Value& part) {
    constexpr std::size_t most = 256; // answers that are kept and compared
    const std::optional<Value> now = m_arguments.empty() ? std::nullopt : currentValue(m_values, m_named, {});
    if (!now || !now->isWhollyKnown() || now->isNull() || m_known.size() == most)
        return Contradiction::None;
    const auto known = std::ranges::find_if(
        m_known, [&](const KnownResult& one) { return one.path == path && isSameValue(one.part, part); });
    if (known != m_known.end())
        return known->contradiction;
    Contradiction found = Contradiction::None;
    for (ComparedArgument& one : m_arguments)
        if (found != Contradiction::Certain)
            found = std::max(found, contradictionOf(one, path, part, now->unmarkedDeep()));
    m_known.push_back({path, part, found});
    return found;
}

Witnesses& witnessesOf(const PlanValues& values, const NamedValue& named) {
    std::shared_ptr<Witnesses>& known = values.witnesses(named);
    if (!known)
        known = std::make_shared<Witnesses>(values, named);
    return *known;
}

bool OtherValues::contradict(const Edit& edit) {
    return contradictAny(edit) ||
           witnessesOf(m_values, edit.edited()).contradict({}, edit.whole) == Witnesses::Contradiction::Certain;
}

bool OtherValues::contradict(const TextEdit& edit) {
    return contradictAny(edit);
}

bool OtherValues::contradict(const Replay::NamedValues& edited) {
    return contradictAny(edited);
}

bool OtherValues::contradictAny(const auto& edit) {
    if (!m_all)
        collect();
    return std::ranges::any_of(*m_all, [&](ComparedArgument& one) {
        const std::optional<std::optional<Value>> made = valueWith(one.replay, edit);
        const bool isOther = made && one.isDifferent(*made);
        m_isContradictedByInstance |= isOther && !isSameValue(one.before, one.after);
        return isOther;
    });
}

void OtherValues::collect() {
    constexpr std::size_t most = 8; // other instances
    m_all.emplace();
    const Value object = m_change.change.before.unmarked();
    for (std::size_t i = 0; isMapping(object) && i < object.size(); ++i)
        add(m_change, Path().attribute(std::string(object.key(i))), ComparedArgument::Compared::Kept);
    std::size_t seen = 0;
    for (const plans::ResourceInstanceChange* one : m_values.changes().instancesOf(m_change.address.config())) {
        const bool hasBoth = !one->change.before.isNull() && !one->change.after.isNull();
        if (one == &m_change || !hasBoth || !one->deposed.empty())
            continue;
        if (++seen > most)
            break;
        add(*one, m_explained, ComparedArgument::Compared::Whole);
    }
}

void OtherValues::add(const plans::ResourceInstanceChange& one, const Path& path, ComparedArgument::Compared compared) {
    if (std::optional<ComparedArgument> argument = ComparedArgument::of(m_values, one, path, compared))
        m_all->push_back(*std::move(argument));
}

} // namespace planlens::explain
