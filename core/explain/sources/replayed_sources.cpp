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

/// Returns another value for a path, in the type of the present one; std::nullopt if it has no place there.
std::optional<Value> partFor(const Value& value, const Path& path, const Value& part) {
    const Value current = valueAt(value, path);
    if (!isUsable(current))
        return {};
    if (values::Outcome<Value> converted = values::convert(part, current.type()))
        return *std::move(converted);
    return path.isEmpty() ? std::optional(part) : std::nullopt; // another number of elements, or other attributes
}

using Parts = std::vector<std::pair<Path, Value>>;

/// Returns the value with other parts at paths that exist. All at once, because each one copies what is around it.
Value withParts(const Value& value, const Parts& parts) {
    std::map<std::string, Parts> byKey;
    std::map<std::size_t, Parts> byIndex;
    for (const auto& [path, part] : parts) {
        if (path.isEmpty())
            return part;
        if (const std::optional<std::string> key = keyOf(path); key && isMapping(value))
            byKey[*key].emplace_back(withoutFirst(path), part);
        else if (!value.type().isSet())
            byIndex[indexAt(path).value_or(value.size())].emplace_back(withoutFirst(path), part);
        else
            for (std::size_t i = 0; i < value.size(); ++i)
                if (isWithin(path, Path().index(value.element(i))))
                    byIndex[i].emplace_back(withoutFirst(path), part);
    }
    std::vector<Value> elements;
    std::vector<std::pair<std::string, Value>> entries;
    for (std::size_t i = 0; i < value.size(); ++i) {
        const auto other = [&](const auto& all, const auto& at) {
            const auto found = all.find(at);
            return found == all.end() ? value.element(i) : withParts(value.element(i), found->second);
        };
        if (isMapping(value)) {
            std::string key(value.key(i));
            Value element = other(byKey, key);
            entries.emplace_back(std::move(key), std::move(element));
        } else {
            elements.push_back(other(byIndex, i));
        }
    }
    return value.size() == 0       ? value
           : value.type().isMap()  ? Value::map(std::move(entries))
           : isMapping(value)      ? Value::object(std::move(entries))
           : value.type().isList() ? Value::list(std::move(elements))
           : value.type().isSet()  ? Value::set(std::move(elements))
                                   : Value::tuple(std::move(elements));
}

} // namespace

/// Returns the path of the element that an expression selects from a reference by count.index or each.key, which are
/// those of the previous run; empty if it may read others.
Path SourceFinder::selectedElement(const Expression& expression, const hcl::Traversal& reference) const {
    const auto isFixed = [&](const hcl::Traversal& variable) {
        const std::vector<const plans::Dependency*> all = m_recorded.at(variable.range());
        return !all.empty() && isOwnRepetition(*all.front()) && all.front()->dependencyPath.isEmpty();
    };
    Path path;
    hasPart(expression, [&](const Expression& part) {
        const auto* selection = dynamic_cast<const hcl::syntax::Index*>(&part);
        const auto* from =
            selection ? dynamic_cast<const hcl::syntax::ScopeTraversal*>(selection->collection.get()) : nullptr;
        if (!from || !(from->traversal.range() == reference.range()))
            return false;
        const std::optional<Value> key =
            std::ranges::all_of(selection->key->variables(), isFixed) ? evaluated(*selection->key) : std::nullopt;
        if (textOf(key))
            path = Path().index(key->unmarked());
        return true;
    });
    return path;
}

const std::vector<SourceFinder::Replayed>& SourceFinder::changedReferences(const Expression& expression) const {
    std::optional<std::vector<Replayed>>& kept = m_plan.evaluation(expression, m_recorded.first()).changed;
    if (kept)
        return *kept;
    std::vector<Replayed> changed;
    for (const hcl::Traversal& variable : expression.variables()) {
        const std::vector<const plans::Dependency*> all = m_recorded.at(variable.range());
        if (std::optional<Value> previous = withRemoved(variable)) {
            changed.push_back({*std::ranges::find_if(all, isOfInstances), {}, *std::move(previous)});
            continue;
        }
        const auto isSame = [&](const plans::Dependency* one) { // a loop reads it several times
            return one->dependency == all.front()->dependency && one->dependencyPath == all.front()->dependencyPath;
        };
        if (all.empty() || !std::ranges::all_of(all, isSame) || isOfInstances(all.front()) ||
            isOwnRepetition(*all.front()) || !isUsable(all.front()->value))
            continue;
        const plans::Dependency* reference = all.front();
        const auto add = [&](const Path& path, const Value& before, bool isForm = false) {
            if (isUsable(before) && partFor(reference->value.unmarkedDeep(), path, before))
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
        const Path read = joined(reference->dependencyPath, selectedElement(expression, variable));
        for (const PlanValues::Previous& one : m_plan.previousOf(named, reference->dependent)) {
            if (one.isSame || !areRelated(one.path, read))
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
        const SourceFinder finder(plan, plan.dependencies().of(named));
        const std::vector<Replayed>& changed = finder.changedReferences(*definition.expression);
        if (!changed.empty())
            known = finder.valueWith(previousValues(changed), *definition.expression, {});
    }
    return known;
}

RecordedScope::Values SourceFinder::previousValues(std::span<const Replayed> references, const Replayed* without) {
    std::map<const plans::Dependency*, Parts> parts;
    for (const Replayed& one : references)
        if (&one != without && !isOfInstances(one.reference))
            if (std::optional<Value> part = partFor(one.reference->value.unmarkedDeep(), one.path, one.before))
                parts[one.reference].emplace_back(one.path, *std::move(part));
    RecordedScope::Values values;
    for (const Replayed& one : references)
        if (&one != without && isOfInstances(one.reference))
            values.emplace(one.reference, one.before);
    for (const auto& [reference, all] : parts)
        values.emplace(reference, withParts(reference->value.unmarkedDeep(), all));
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
        if (isOfInstances(one.reference) && !leads(&one)) {
            needed.push_back({ValueSource::Kind::Reference, one.reference, {}, {}, {}, one.reference->range, {}, true});
        } else if (!leads(&one)) {
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
