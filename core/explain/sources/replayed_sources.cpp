// SPDX-License-Identifier: MPL-2.0
#include "core/explain/definition.h"
#include "core/explain/sources/source_finder.h"
#include "core/values/conversion/convert.h"

#include <algorithm>

/// The evaluation of an expression with the previous values of its references.
namespace planlens::explain {

using values::Path;
using values::Value;

namespace {

/// Whether both values are known maps or objects with the same keys.
bool haveSameKeys(const Value& a, const Value& b) {
    if (!isMapping(a) || !isMapping(b) || a.size() != b.size())
        return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!b.find(a.key(i)))
            return false;
    return true;
}

/// Returns the value with another one at a path; std::nullopt if that has no place there.
std::optional<Value> withValue(const Value& value, const Path& path, const Value& part) {
    const Value current = valueAt(value, path);
    const values::Outcome<Value> converted = isUsable(current) ? values::convert(part, current.type()) : current;
    if (!isUsable(current))
        return {};
    if (!converted) // another number of elements in a tuple, or other attributes
        return path.isEmpty() ? std::optional(part) : std::nullopt;
    return values::transform(value, [&](const Path& at, const Value& old) {
        return at.size() == path.size() && isWithin(at, path) ? *converted : old;
    });
}

} // namespace

const std::vector<SourceFinder::Replayed>& SourceFinder::changedReferences(const Expression& expression) const {
    std::optional<std::vector<Replayed>>& kept = m_plan.evaluation(expression, m_recorded.first()).changed;
    if (kept)
        return *kept;
    std::vector<Replayed> changed;
    for (const hcl::Traversal& variable : expression.variables()) {
        const std::vector<const plans::Dependency*> all = m_recorded.at(variable.range());
        const auto isSame = [&](const plans::Dependency* one) { // a loop reads it several times
            return one->dependency == all.front()->dependency && one->dependencyPath == all.front()->dependencyPath;
        };
        if (all.empty() || !std::ranges::all_of(all, isSame) || isOfInstances(all.front()) ||
            isOwnRepetition(*all.front()) || !isUsable(all.front()->value))
            continue;
        const plans::Dependency* reference = all.front();
        const auto add = [&](const Path& path, const Value& before, bool isForm = false) {
            if (isUsable(before) && withValue(reference->value.unmarkedDeep(), path, before))
                changed.push_back({reference, path, before.unmarkedDeep(), isForm});
        };
        if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&reference->dependency)) {
            const auto values = m_plan.of(*instance, reference->dependencyPath);
            if (values && values->isDifferent() && haveSameKeys(values->before, values->after))
                for (std::size_t i = 0; i < values->before.size(); ++i)
                    add(Path().index(std::string_view(values->before.key(i))), values->before.element(i));
            else if (values && values->isDifferent())
                add({}, values->before);
            continue;
        }
        const auto& named = std::get<plans::NamedValue>(reference->dependency);
        const std::size_t steps = reference->dependencyPath.size();
        const std::size_t known = changed.size();
        for (const PlanValues::Previous& one : m_plan.previousOf(named, reference->dependent)) {
            if (one.isSame)
                continue;
            if (isWithin(one.path, reference->dependencyPath))
                add(withoutFirst(one.path, steps), one.value, one.isForm);
            else if (isWithin(reference->dependencyPath, one.path))
                add({}, valueAt(one.value, withoutFirst(reference->dependencyPath, one.path.size())), one.isForm);
        }
        if (changed.size() == known)
            if (const std::optional<Value>& before = replayedValue(m_plan, named))
                add({}, valueAt(*before, reference->dependencyPath));
    }
    std::erase_if(changed, [](const Replayed& one) {
        return isSameValue(one.before, valueAt(one.reference->value.unmarkedDeep(), one.path));
    });
    const std::vector<Replayed> all = changed;
    std::erase_if(changed, [&](const Replayed& one) { // a part of another one
        return std::ranges::any_of(all, [&](const Replayed& other) {
            return one.reference == other.reference && one.path.size() > other.path.size() &&
                   isWithin(one.path, other.path);
        });
    });
    return kept.emplace(std::move(changed));
}

const std::optional<Value>& SourceFinder::replayedValue(const PlanValues& plan, const plans::NamedValue& named) {
    const auto [known, isNew] = plan.replayedValue(named);
    const Definition definition = isNew ? definitionOf(plan.plan(), named) : Definition();
    if (definition.expression && named.kind != plans::NamedValue::Kind::Repetition) {
        const SourceFinder finder(plan, plan.plan().dependencies.of(named));
        const std::vector<Replayed>& changed = finder.changedReferences(*definition.expression);
        if (!changed.empty())
            known = finder.valueWith(previousValues(changed), *definition.expression, {});
    }
    return known;
}

RecordedScope::Values SourceFinder::previousValues(std::span<const Replayed> references, const Replayed* without) {
    RecordedScope::Values values;
    for (const Replayed& one : references) {
        if (&one == without)
            continue;
        const auto [value, isNew] = values.try_emplace(one.reference, one.reference->value.unmarkedDeep());
        if (const std::optional<Value> made = withValue(value->second, one.path, one.before))
            value->second = *made;
    }
    return values;
}

std::optional<Value> SourceFinder::valueWith(RecordedScope::Values references, const Expression& expression,
                                             const Path& path, std::vector<EditedText> edited) const {
    RecordedScope::Values outer = m_recorded.replace(std::move(references));
    m_recorded.setEdited(std::move(edited));
    std::optional<Value> value = valueIn(expression, path);
    m_recorded.setEdited({});
    m_recorded.replace(std::move(outer));
    return value;
}

std::optional<Value> SourceFinder::evaluatedBefore(const Expression& expression, const Path& path) const {
    if (const auto* named = dynamic_cast<const hcl::syntax::ScopeTraversal*>(&expression)) // an argument of a template
        if (const auto bound = m_bound.find(named->traversal.rootName());
            bound != m_bound.end() && bound->second.isArgument && named->traversal.steps.size() == 1)
            return evaluatedBefore(*bound->second.collection, joined(bound->second.path, path));
    RecordedScope::Values values = previousValues(changedReferences(expression));
    return values.empty() ? std::nullopt : valueWith(std::move(values), expression, path);
}

SourceFinder::Sources SourceFinder::replayed(const Expression& expression, const Path& path,
                                             const Value& before) const {
    const std::vector<Replayed>& changed = changedReferences(expression);
    auto& values = m_plan.evaluation(expression, m_recorded.first()).replayed;
    const auto leads = [&](const Replayed* without) {
        const auto [value, isNew] = values.try_emplace(without);
        if (isNew)
            value->second = valueWith(previousValues(changed, without), expression, {});
        return value->second && isSameValue(before, valueAt(*value->second, path));
    };
    if (changed.empty() || !isUsable(before) || !leads(nullptr))
        return {};
    Sources needed;
    for (const Replayed& one : changed)
        if (!leads(&one)) {
            const bool isWhole = one.path.isEmpty() && onlyReference(expression) == one.reference;
            const Path within = isWhole ? path : one.path;
            needed.push_back({ValueSource::Kind::Reference,
                              one.reference,
                              joined(one.reference->dependencyPath, within),
                              isWhole ? before : one.before,
                              valueAt(one.reference->value.unmarkedDeep(), within),
                              one.reference->range,
                              {},
                              true});
            needed.back().isExact = !one.isForm;
        }
    return needed;
}

} // namespace planlens::explain
