// SPDX-License-Identifier: MPL-2.0
#include "core/explain/inferred_causes.h"

#include "core/plans/no_effect.h"
#include "core/plans/plan.h"

#include <algorithm>
#include <set>

namespace planlens::explain {

using plans::Action;
using plans::ActionReason;
using plans::Cause;
using values::Value;

namespace {

const Value* attributeOf(const Value& object, const std::string& name) {
    return object.isKnown() && !object.isNull() && object.type().isObject() ? object.find(name) : nullptr;
}

bool differs(const Value* a, const Value* b) {
    const bool hasA = a && !a->isNull(), hasB = b && !b->isNull();
    return hasA != hasB || (hasA && !(*a == *b));
}

/// Tells which arguments of an object refer to unknown values.
class UnknownReferences {
public:
    UnknownReferences(const plans::Plan& plan, const plans::ResourceInstanceChange& change)
        : m_plan(plan)
        , m_references(plan.dependencies.of(change.address))
        , m_arguments(plan.dependencies.argumentsOf(change.address.config())) {}

    /// Whether no reference makes the value of an argument unknown, so that a function must do it.
    bool isByCall(const std::string& name) const {
        if (!m_arguments)
            return false;
        const auto argument = m_arguments->find(name);
        return argument != m_arguments->end() &&
               argument->second.kind == plans::Dependencies::ArgumentForm::Kind::Expression &&
               !refersToUnknown(values::Path().attribute(name)).value_or(false);
    }

    /// Whether an argument may refer to an unknown value. nullopt if the file lists no references for it, as for
    /// arguments that only the provider sets and for references to local values.
    std::optional<bool> refersToUnknown(const values::Path& argument) const {
        std::optional<bool> found;
        for (const plans::Dependency* reference : m_references)
            if (reference->kind == plans::Dependency::Kind::Reference && !reference->dependentPath.isEmpty() &&
                reference->dependentPath.hasPrefix(argument)) {
                std::set<plans::DependencyEnd> seen;
                found = found.value_or(false) || mayBeUnknown(*reference, seen);
            }
        return found;
    }

    /// Null if unknown.
    const plans::Dependencies::Arguments* arguments() const { return m_arguments; }

private:
    bool mayBeUnknown(const plans::Dependency& reference, std::set<plans::DependencyEnd>& seen) const {
        if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&reference.dependency)) {
            const plans::ResourceInstanceChange* change = m_plan.changes.resource(*instance);
            if (!change)
                return false; // already visited
            const values::Outcome<Value> value =
                values::applyPath(change->change.after.unmarkedDeep(), reference.dependencyPath);
            return !value || !value->isWhollyKnown();
        }
        const auto& named = std::get<plans::NamedValue>(reference.dependency);
        if (named.kind == plans::NamedValue::Kind::Variable && named.module.isRoot())
            return false;
        if (!seen.insert(named).second)
            return false;
        const std::vector<const plans::Dependency*> behind = m_plan.dependencies.of(named);
        return behind.empty() ||
               std::ranges::any_of(behind, [&](const plans::Dependency* next) { return mayBeUnknown(*next, seen); });
    }

    const plans::Plan& m_plan;
    std::vector<const plans::Dependency*> m_references;
    const plans::Dependencies::Arguments* m_arguments;
};

/// Collects attributes with a different value and attributes each difference to the configuration, the provider or
/// drift.
class DifferenceReader {
    /// Adds the parts of a partly known value that are known and differ.
    static void addKnownParts(const Value& before, const Value& after, const values::Path& path,
                              std::vector<Cause>& causes) {
        const bool areMappings = isMapping(before) && isMapping(after);
        const bool areLists = isSequence(before) && isSequence(after) && !after.type().isSet() &&
                              !before.type().isSet() && before.size() == after.size();
        for (std::size_t i = 0; (areMappings || areLists) && i < after.size(); ++i) {
            const values::Path part = joined(path, elementPath(after, i));
            const Value was = valueAt(before, elementPath(after, i));
            const Value& now = after.element(i);
            if (!now.isWhollyKnown())
                addKnownParts(was, now, part, causes);
            else if (!isSameValue(was, now))
                causes.push_back({Cause::Kind::Argument, part, {}});
        }
    }

public:
    DifferenceReader(const PlanValues& values, const plans::ResourceInstanceChange& change)
        : m_change(change)
        , m_unknown(values.plan(), change)
        , m_schema(plans::resourceSchema(values.plan(), change))
        , m_before(change.change.before.unmarkedDeep())
        , m_after(change.change.after.unmarkedDeep()) {
        if (const plans::ResourceInstanceChange* drift = values.driftOf(change.address)) {
            m_stored = drift->change.before.unmarkedDeep();
            m_found = drift->change.after.unmarkedDeep();
        }
    }

    std::vector<Cause> causes() const {
        std::vector<Cause> causes, followers;
        if (m_after.isKnown() && !m_after.isNull() && m_after.type().isObject())
            for (std::size_t i = 0; i < m_after.size(); ++i)
                read(std::string(m_after.key(i)), m_after.element(i), causes, followers);
        // Values computed by the provider follow from the configuration and from drift, if any.
        if (causes.empty())
            causes = std::move(followers);
        return causes;
    }

    /// Returns the causes at the paths that force replacement. Other attributes did not force it.
    std::vector<Cause> forcingCauses() const {
        const std::vector<Cause> all = causes();
        if (m_change.requiredReplace.empty())
            return all;
        std::vector<Cause> found;
        for (const Cause& cause : all)
            if (std::ranges::any_of(m_change.requiredReplace,
                                    [&](const values::Path& path) { return areRelated(path, cause.path); }))
                found.push_back(cause);
        for (const values::Path& path : m_change.requiredReplace)
            if (!path.isEmpty() &&
                std::ranges::none_of(found, [&](const Cause& cause) { return areRelated(path, cause.path); })) {
                const Value* after = attributeOf(m_after, std::get<values::AttributeStep>(path[0]).name);
                found.push_back({after && !after->isWhollyKnown() ? Cause::Kind::Unknown : Cause::Kind::Argument,
                                 path.prefix(1),
                                 {}});
            }
        return found;
    }

private:
    bool hasDrifted(const std::string& name) const {
        const Value *stored = attributeOf(m_stored, name), *found = attributeOf(m_found, name);
        return differs(stored, found) && !(stored && found && plans::isSameInEffect(*stored, *found));
    }
    /// Whether the planned value is the one before drift. Otherwise the configuration changed, too.
    bool undoes(const std::string& name, const Value& after) const {
        const Value* stored = attributeOf(m_stored, name);
        return stored ? plans::isSameInEffect(*stored, after) : after.isNull();
    }
    void read(const std::string& name, const Value& after, std::vector<Cause>& causes,
              std::vector<Cause>& followers) const {
        const std::optional<bool> configured = isConfigured(name);
        const values::Path path = values::Path().attribute(name);
        if (!after.isWhollyKnown()) {
            const std::optional<bool> unknown = configured == false ? std::nullopt : m_unknown.refersToUnknown(path);
            if (unknown || configured == true)
                (unknown.value_or(true) || m_unknown.isByCall(name) ? causes : followers)
                    .push_back({Cause::Kind::Unknown, path, {}});
            if (const Value* before = attributeOf(m_before, name); before && configured != false)
                addKnownParts(*before, after, path, causes);
        } else if (const Value* before = attributeOf(m_before, name); differs(before, &after)) {
            if (before && plans::hasNoEffect(*before, after))
                followers.push_back({Cause::Kind::Argument, path, {}});
            else if (hasDrifted(name) && (configured == false || undoes(name, after)))
                causes.push_back({Cause::Kind::Drift, path, {}});
            else if (configured == false)
                followers.push_back({Cause::Kind::Decided, path, {}});
            else
                causes.push_back({Cause::Kind::Argument, path, {}});
        }
    }

    /// Returns nullopt if neither the configuration nor the schema is available. Plan files do not contain `dynamic`
    /// blocks, so every block type counts as configured.
    std::optional<bool> isConfigured(const std::string& name) const {
        if (m_schema) {
            const auto attribute = m_schema->block.attributes.find(name);
            if (attribute == m_schema->block.attributes.end())
                return true;
            if (!attribute->second.required && !attribute->second.optional)
                return false;
        }
        const plans::Dependencies::Arguments* arguments = m_unknown.arguments();
        if (arguments && arguments->contains(name))
            return true;
        return arguments && m_schema ? std::optional(false) : std::nullopt;
    }

    const plans::ResourceInstanceChange& m_change;
    const UnknownReferences m_unknown;
    schemas::ResourceSchemaPtr m_schema; // null if unknown
    Value m_before, m_after, m_stored, m_found;
};

/// Whether the object existed and was deleted outside of OpenTofu.
bool wasDeleted(const PlanValues& values, const plans::ResourceInstanceChange& change) {
    const plans::ResourceInstanceChange* drift = values.driftOf(change.address);
    return drift && drift->change.action == Action::Delete;
}

/// Returns the paths whose sensitivity differs.
std::vector<Cause> sensitivity(const plans::Change& change) {
    std::vector<Cause> causes;
    const auto before = change.before.pathMarks(), after = change.after.pathMarks();
    for (const auto& [one, other] : {std::pair(&before, &after), std::pair(&after, &before)})
        for (const values::PathMarks& marked : *one)
            if (marked.marks.contains(values::Mark::sensitive()) &&
                std::ranges::none_of(*other, [&](const values::PathMarks& same) { return same.path == marked.path; }))
                causes.push_back({Cause::Kind::Sensitive, marked.path, {}});
    return causes;
}

} // namespace

std::vector<Cause> inferredCauses(const PlanValues& values, const plans::ResourceInstanceChange& change) {
    const plans::Plan& plan = values.plan();
    const auto one = [](Cause::Kind kind) { return std::vector<Cause>{{kind, {}, {}}}; };
    if (!change.deposed.empty())
        return one(Cause::Kind::Incomplete);
    switch (change.change.action) {
    case Action::NoOp:
        return change.change.importing ? one(Cause::Kind::Imported)
               : change.isMoved()      ? one(Cause::Kind::Moved)
                                       : std::vector<Cause>();
    case Action::Create:
        return one(wasDeleted(values, change) ? Cause::Kind::Drift : Cause::Kind::Declared);
    case Action::Delete:
    case Action::Forget:
        return plan.options.mode == plans::Mode::Destroy ? one(Cause::Kind::Mode)
               : change.reason == ActionReason::None     ? std::vector<Cause>()
                                                         : one(Cause::Kind::Undeclared);
    case Action::Read:
        if (change.reason == ActionReason::ReadBecauseDependencyPending)
            return one(Cause::Kind::Pending);
        if (change.reason == ActionReason::ReadBecauseCheckNested)
            return one(Cause::Kind::Checked);
        break;
    case Action::Update:
    case Action::DeleteThenCreate:
    case Action::CreateThenDelete:
    case Action::ForgetThenCreate:
        break;
    }
    switch (change.reason) {
    case ActionReason::ReplaceBecauseTainted:
        return one(Cause::Kind::Incomplete);
    case ActionReason::ReplaceByRequest:
        return one(Cause::Kind::Requested);
    case ActionReason::ReplaceByTriggers:
        return one(Cause::Kind::Trigger);
    case ActionReason::ReplaceBecauseCannotUpdate:
        return DifferenceReader(values, change).forcingCauses();
    default:
        break;
    }
    std::vector<Cause> causes = inferredDifferences(values, change);
    const bool isComputed =
        std::ranges::all_of(causes, [](const Cause& cause) { return cause.kind == Cause::Kind::Decided; });
    if (std::vector<Cause> marks = sensitivity(change.change); isComputed && !marks.empty())
        return marks;
    return causes;
}

std::vector<Cause> inferredDifferences(const PlanValues& values, const plans::ResourceInstanceChange& change) {
    return DifferenceReader(values, change).causes();
}

bool isUnknownByCall(const plans::Plan& plan, const plans::ResourceInstanceChange& change, const values::Path& path) {
    const auto* first = path.isEmpty() ? nullptr : std::get_if<values::AttributeStep>(&path[0]);
    const Value after = first ? valueAt(change.change.after, path.prefix(1)) : Value();
    return first && change.causes.empty() && !after.isWhollyKnown() &&
           UnknownReferences(plan, change).isByCall(first->name);
}

} // namespace planlens::explain
