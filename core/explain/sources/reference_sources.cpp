// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/reference.h"
#include "core/explain/sources/source_finder.h"

#include <algorithm>

/// References to named values, objects and collections of instances, and the selection of their elements.
namespace planlens::explain {

namespace syntax = hcl::syntax;
using values::Path;
using values::Type;
using values::Value;

namespace {

/// Returns the key of an instance that a reference contains; std::nullopt if it refers to all instances.
std::optional<addrs::InstanceKey> writtenKey(const hcl::Traversal& traversal) {
    const diags::Result<addrs::Reference> reference = addrs::parseReference(traversal);
    if (!reference.value)
        return {};
    addrs::InstanceKey key;
    if (const auto* resource = std::get_if<addrs::ResourceInstance>(&reference->subject))
        key = resource->key;
    else if (const auto* module = std::get_if<addrs::ModuleCallInstance>(&reference->subject))
        key = module->key;
    else if (const auto* output = std::get_if<addrs::ModuleCallInstanceOutput>(&reference->subject))
        key = output->key;
    return key.isNone() ? std::nullopt : std::optional(key);
}

/// Returns the key in the first step of a path to an element of a collection.
std::optional<addrs::InstanceKey> keyAt(const Path& path) {
    if (const std::optional<std::string> key = keyOf(path))
        return addrs::InstanceKey(*key);
    const std::optional<std::size_t> index = indexAt(path);
    return index ? std::optional(addrs::InstanceKey(std::int64_t(*index))) : std::nullopt;
}

const plans::NamedValue* outputIn(const plans::Dependency& reference) {
    const auto* named = std::get_if<plans::NamedValue>(&reference.dependency);
    return named && named->kind == plans::NamedValue::Kind::Output ? named : nullptr;
}

addrs::InstanceKey instanceKeyIn(const plans::Dependency& reference) {
    if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&reference.dependency))
        return instance->key;
    const plans::NamedValue* output = outputIn(reference);
    return output && !output->module.isRoot() ? output->module.path.back().key : addrs::InstanceKey();
}

} // namespace

/// Returns the path to the key of an object that was moved from another key. Otherwise count.index and each.key stay
/// the same while an instance exists.
std::optional<Path> SourceFinder::newKeyOf(const plans::Dependency& reference) const {
    const auto* address = std::get_if<addrs::AbsResourceInstance>(&reference.dependent);
    const plans::ResourceInstanceChange* change = address ? m_plan.changes().resource(*address) : nullptr;
    if (!change || change->previousAddress.key == address->key || address->key.isNone() || address->key.isInt())
        return {};
    return Path().index(std::string_view(address->key.string()));
}

SourceFinder::Sources SourceFinder::references(const hcl::Traversal& traversal, const Path& path,
                                               const Before& before) {
    std::vector<const plans::Dependency*> all = m_recorded.at(traversal.range());
    const auto collection = std::ranges::find_if(all, isOfInstances);
    const plans::Dependency* instances = collection == all.end() ? nullptr : *collection;
    if (instances)
        all.erase(collection);
    const std::optional<addrs::InstanceKey> written = instances ? writtenKey(traversal) : std::nullopt;
    const bool isWhole = !written && (instances || all.size() > 1); // the path starts with the key
    const std::optional<addrs::InstanceKey> wanted = written ? written : isWhole ? keyAt(path) : std::nullopt;
    std::vector<Sources> groups;
    if (instances && m_plan.haveInstancesChanged(*instances, wanted))
        groups.push_back({{ValueSource::Kind::Reference, instances, {}, {}, {}, traversal.range(), {}, true}});
    std::set<std::pair<plans::DependencyEnd, std::string>> seen;
    for (const plans::Dependency* reference : all) {
        const addrs::InstanceKey key = instanceKeyIn(*reference);
        if (wanted && !key.isNone() && !(key == *wanted))
            continue;
        Path rest = isWhole && !key.isNone() && !path.isEmpty() ? withoutFirst(path) : path;
        const plans::NamedValue* output = outputIn(*reference);
        if (output && (instances || all.size() > 1)) { // the module as an object
            const bool isNamed = traversal.steps.size() > (written ? 3 : 2);
            if (!isNamed && !rest.isEmpty()) {
                if (keyOf(rest) != output->name)
                    continue;
                rest = withoutFirst(rest);
            }
            const bool isEdited = before && isUsable(*before) && isUsable(reference->value) &&
                                  !isSameValue(*before, valueAt(reference->value.unmarkedDeep(), rest)) &&
                                  rest.size() < path.size();
            if ((!isEdited && m_plan.differenceOf(reference->dependency, {}) == PlanValues::Difference::None) ||
                (!groups.empty() && m_plan.isNew(output->module)))
                continue;
        }
        ValueSource source{ValueSource::Kind::Reference,
                           reference,
                           joined(reference->dependencyPath, rest),
                           before,
                           {},
                           reference->range,
                           {},
                           true};
        if (!seen.emplace(reference->dependency, source.path.toString()).second)
            continue;
        if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&reference->dependency)) {
            if (const auto values = m_plan.of(*instance, source.path)) {
                if (!values->isDifferent())
                    continue;
                source.before = values->before;
                source.after = values->after;
            }
        } else {
            source.after = valueAt(reference->value, path);
            if (isOwnRepetition(*reference) && source.path.isEmpty()) {
                const std::optional<Path> moved = newKeyOf(*reference);
                if (!moved)
                    continue;
                source.path = *moved;
                source.before = Value::null(Type::dynamic());
            }
        }
        groups.push_back({std::move(source)});
    }
    return all.size() + (instances ? 1 : 0) == 1 || before ? allOf(std::move(groups)) : oneOf(std::move(groups));
}

std::optional<Value> SourceFinder::withRemoved(const hcl::Traversal& traversal) const {
    const std::vector<const plans::Dependency*> all = m_recorded.at(traversal.range());
    const auto instances = std::ranges::find_if(all, isOfInstances);
    if (instances == all.end())
        return {};
    const auto& repetition = std::get<plans::NamedValue>((*instances)->dependency);
    const std::optional<addrs::InstanceKey> key = writtenKey(traversal);
    const std::optional<Value>& whole = m_plan.instancesBefore(repetition);
    if (!whole || !m_plan.haveInstancesChanged(**instances, key))
        return {};
    const Path instance = !key           ? Path()
                          : key->isInt() ? Path().index(std::int64_t(key->index()))
                                         : Path().index(key->string());
    const diags::Result<addrs::Reference> reference = addrs::parseReference(traversal);
    const diags::Result<Value> value = hcl::applyTraversal(valueAt(*whole, instance), reference->remaining);
    return value.hasErrors() || !value.value || !value.value->isKnown() ? std::nullopt : value.value;
}

const plans::Dependency* SourceFinder::onlyReference(const Expression& expression) const {
    const auto* named = dynamic_cast<const syntax::ScopeTraversal*>(&expression);
    if (!named || m_bound.contains(named->traversal.rootName()))
        return nullptr;
    const std::vector<const plans::Dependency*> all = m_recorded.at(named->range());
    return all.size() == 1 ? all.front() : nullptr;
}

namespace {

PlanValues::KeysByText entriesByText(const std::optional<Value>& map, const Path& within) {
    constexpr std::size_t most = 2; // keys of each text
    PlanValues::KeysByText keys;
    for (std::size_t i = 0; map && isMapping(*map) && i < map->size(); ++i)
        if (const std::optional<std::string> text = textOf(valueAt(map->element(i), within)))
            if (auto& ofText = keys[*text]; ofText.size() < most)
                ofText.emplace_back(map->key(i));
    return keys;
}

} // namespace

/// Whether another attribute, or that of another entry, has the previous value, so that the reference may have named
/// it.
bool SourceFinder::isOfOtherAttribute(const Expression& expression, const Path& path, const Value& before) const {
    const plans::Dependency* reference = onlyReference(expression);
    const auto* named = reference ? std::get_if<plans::NamedValue>(&reference->dependency) : nullptr;
    constexpr std::size_t shortest = 2; // shorter numbers are often equal
    const std::string text = textOf(before).value_or("");
    if (!named || reference->dependencyPath.isEmpty() || before.type().isBool() || text.empty() ||
        (before.type().isNumber() && text.size() < shortest))
        return false;
    const Path& whole = reference->dependencyPath;
    const std::size_t first = named->kind == plans::NamedValue::Kind::Repetition ? whole.size() - 1 : 0; // each.value
    for (std::size_t step = whole.size(); step-- > first;) {
        const std::optional<std::string> key = keyOf(withoutFirst(whole, step));
        if (!key)
            continue;
        const Path map = whole.prefix(step), within = joined(withoutFirst(whole, step + 1), path);
        const auto [keys, isNew] = m_plan.keysByText(*named, map, within);
        if (isNew)
            keys = entriesByText(currentValue(m_plan, *named, map), within);
        const auto found = keys.find(text);
        if (found != keys.end() &&
            std::ranges::any_of(found->second, [&](const std::string& one) { return one != *key; }))
            return true;
    }
    return false;
}

bool SourceFinder::isOfOtherElement(const Expression& source, const Path& steps, const Path& path,
                                    const Value& before) const {
    constexpr std::size_t most = 128; // elements that are compared
    const std::optional<Value> whole = isUsable(before) && !before.type().isBool() ? evaluated(source) : std::nullopt;
    for (std::size_t step = 0; whole && step < steps.size(); ++step) {
        const Value collection = valueAt(*whole, steps.prefix(step));
        const Path rest = joined(withoutFirst(steps, step + 1), path);
        if ((!isMapping(collection) && !isSequence(collection)) || collection.type().isSet() ||
            collection.size() > most)
            continue;
        std::size_t same = 0, others = 0;
        for (std::size_t i = 0; i < collection.size(); ++i)
            if (!isWithin(steps, joined(steps.prefix(step), elementPath(collection, i)))) {
                same += isSameValue(before, valueAt(collection.element(i), rest)) ? 1 : 0;
                ++others;
            }
        if (same > 0 && (others == 1 || same < others))
            return true;
    }
    return false;
}

/// Returns the sources of an element that had another key. Empty if the key is the same.
SourceFinder::Sources SourceFinder::renamedElement(const Bound& element, const Value& key, const Value& before) {
    if (isSameValue(before, key))
        return {};
    const hcl::Scope* const inner = std::exchange(m_scope, element.outer);
    auto names = std::exchange(m_bound, element.names ? *element.names : Names());
    const std::optional<Value> collection = evaluated(*element.collection);
    Sources found;
    if (collection && isMapping(*collection))
        found = find(*element.collection, {}, withRenamed(*collection, {{*textOf(key), *textOf(before)}}));
    m_scope = inner;
    m_bound = std::move(names);
    return found;
}

SourceFinder::Sources SourceFinder::traversal(const syntax::ScopeTraversal& expression, const Path& path,
                                              const Before& before) {
    const auto bound = m_bound.find(expression.traversal.rootName());
    if (bound == m_bound.end()) {
        Sources found = references(expression.traversal, path, before);
        return before && isOfOtherAttribute(expression, path, *before)
                   ? oneOf({std::move(found), written(expression.range())})
                   : found;
    }
    const Bound element = bound->second;
    if (element.isKey && !element.isIndex) {
        const std::optional<Value> key = evaluated(expression);
        return element.mayBeRenamed && key && textOf(before) ? renamedElement(element, *key, *before) : Sources();
    }
    if (m_isRenaming && element.path.isEmpty())
        if (std::optional<ValueSource> file = listedFile(*element.collection, evaluated(expression)))
            return {*std::move(file)};
    hcl::Traversal rest = expression.traversal;
    rest.steps.erase(rest.steps.begin());
    if (element.isIterator) {
        if (rest.steps.empty())
            return {};
        const diags::InternedName name = rest.steps.front().name;
        if (name == "key" && !element.path.isEmpty()) {
            const std::optional<Value> key = evaluated(expression);
            return key && textOf(*key) && before && textOf(*before) ? renamedElement(element, *key, *before)
                                                                    : Sources();
        }
        if (name != "value" && name != "key") // the elements of sets are their keys
            return {};
        rest.steps.erase(rest.steps.begin());
    }
    const hcl::Scope* const inner = std::exchange(m_scope, element.outer);
    auto names = std::exchange(m_bound, element.names ? *element.names : Names());
    // The index of an element changes with the order of the collection.
    Sources found = element.isKey ? find(*element.collection, {}, {})
                                  : find(*element.collection, joined(joined(element.path, hcl::pathOf(rest)), path),
                                         before, m_current);
    m_scope = inner;
    m_bound = std::move(names);
    return found;
}

SourceFinder::Sources SourceFinder::index(const syntax::Index& expression, const Path& path, const Before& before) {
    if (const auto* named = dynamic_cast<const syntax::ScopeTraversal*>(expression.collection.get());
        named && m_scope->indexSelectsInstance(named->traversal))
        return instanceByKey(expression, path, before);
    const std::optional<Value> key = evaluated(*expression.key);
    if (!key || !key->isKnown() || key->isNull())
        return anyPart(expression, before);
    return selected(*expression.collection, *expression.key, path, before);
}

/// Whether another instance than the selected one has the previous value.
bool SourceFinder::isOfOtherInstance(const ValueSource& selected, const Value& before) const {
    const auto* named = std::get_if<plans::NamedValue>(&selected.reference->dependency);
    if (!named)
        return m_plan.hasSibling(selected.reference->dependency, selected.path, before);
    if (named->kind != plans::NamedValue::Kind::Output || named->module.isRoot())
        return false;
    const addrs::ModuleInstance parent = named->module.parent();
    const std::string& call = named->module.path.back().name;
    const std::set<std::string>& keys = m_plan.previousKeys(plans::repetitionOf(named->module));
    return std::ranges::any_of(keys, [&](const std::string& key) {
        plans::NamedValue other = *named;
        other.module = parent.child(call, addrs::InstanceKey(key));
        const auto value = other == *named ? std::nullopt : currentValue(m_plan, other, selected.path);
        return value && isSameValue(before, *value);
    });
}

SourceFinder::Sources SourceFinder::instanceByKey(const syntax::Index& expression, const Path& path,
                                                  const Before& before) {
    const auto& collection = dynamic_cast<const syntax::ScopeTraversal&>(*expression.collection);
    Sources byInstance = references(collection.traversal, path, before);
    const bool isPending = std::ranges::any_of(byInstance, [](const ValueSource& one) {
        return one.after && !one.after->isWhollyKnown() && one.before && isUsable(*one.before);
    });
    if (isPending && !before) // the instance was there, and makes the value unknown
        return byInstance;
    Sources byKey = find(*expression.key, {}, {});
    if (!byKey.empty())
        std::erase_if(byInstance, [&](const ValueSource& one) {
            return m_plan.differenceOf(one.reference->dependency, one.path) == PlanValues::Difference::None ||
                   (before && isOfOtherInstance(one, *before));
        });
    return oneOf({std::move(byInstance), std::move(byKey)});
}

SourceFinder::Sources SourceFinder::selected(const Expression& elements, const Expression& selector, const Path& path,
                                             const Before& before) {
    const std::optional<Value> key = evaluated(selector);
    Sources byKey = find(selector, {}, {});
    if (areKept(byKey))
        byKey.clear();
    bool isByChance = false, mayBeOther = false;
    if (byKey.empty() && (isLiteral(selector) || hasLiteralPart(selector)))
        byKey = written(selector.range());
    const bool isWritten = !byKey.empty() && byKey.front().kind == ValueSource::Kind::Written;
    if (!byKey.empty() && before) {
        // The key may be the source if another element of the collection has the previous value.
        std::size_t same = 0, others = 0;
        for (const std::optional<Value>& collection : {evaluated(elements), evaluatedBefore(elements, {})}) {
            const bool isCollection = collection && collection->isKnown() && !collection->isNull() &&
                                      !collection->type().isSet() && !textOf(collection);
            for (std::size_t i = 0; isCollection && i < collection->size(); ++i) {
                const bool isSelected =
                    isMapping(*collection) ? collection->key(i) == textOf(key) : Value::number(std::int64_t(i)) == *key;
                same += !isSelected && isSameValue(*before, valueAt(collection->element(i), path));
                others += !isSelected;
            }
        }
        // Weak evidence: booleans, and values that all others have.
        isByChance = same > 0 && (before->type() == Type::boolean() || (others > 1 && same == others));
        mayBeOther = same > 0 && !isByChance && !isWritten;
        const bool isKeyEvident = std::ranges::any_of(byKey, [&](const ValueSource& one) { return isEvident(one); });
        if (isKeyEvident && (mayBeOther || same == 0)) // the element that it selected may have been edited with it
            return byKey;
        if (isWritten && (same == 0 || isByChance))
            byKey.clear();
    }
    const std::optional<Value> whole = evaluated(elements);
    const std::optional<std::string> name = whole && isMapping(*whole) ? textOf(key) : std::nullopt; // also of numbers
    const Path step = name ? Path().index(std::string_view(*name)) : Path().index(*key);
    Sources byElement = find(elements, joined(step, path), before, m_current);
    if (mayBeOther)
        return oneOf({std::move(byKey), std::move(byElement)});
    return before && !isByChance && !isWritten && !byElement.empty() ? byElement
                                                                     : oneOf({std::move(byElement), std::move(byKey)});
}

SourceFinder::Sources SourceFinder::splat(const syntax::Splat& expression, const Path& path, const Before& before) {
    Path steps;
    if (const auto* relative = dynamic_cast<const syntax::RelativeTraversal*>(expression.each.get())) {
        if (relative->source.get() != expression.item.get())
            return anyPart(*expression.source, before);
        steps = hcl::pathOf(relative->traversal);
    }
    const std::optional<Value> source = evaluated(*expression.source);
    const bool isList =
        source && source->isKnown() && !source->isNull() && (source->type().isList() || source->type().isTuple());
    if (!isList)
        return find(*expression.source, steps, {});
    if (path.isEmpty() && before && isSequence(*before) && before->size() > source->size()) // elements were removed
        if (Sources found = find(*expression.source, {}, {}); !found.empty())
            return found;
    std::vector<Sources> groups;
    for (std::size_t i = 0; i < source->size(); ++i) {
        if (!path.isEmpty() && !(path[0] == values::PathStep(values::IndexStep{Value::number(std::int64_t(i))})))
            continue;
        Before was;
        if (before && path.size() <= 1)
            was = path.isEmpty() ? valueAt(*before, Path().index(std::int64_t(i))) : *before;
        if (was && was->isNull())
            was.reset();
        groups.push_back(find(*expression.source, joined(Path().index(std::int64_t(i)), steps), was));
    }
    Sources found = before ? allOf(std::move(groups)) : oneOf(std::move(groups));
    keepRead(found, {steps});
    if (!found.empty())
        return found;
    found = find(*expression.source, {}, {});
    keepRead(found, {steps});
    return found.empty() && before ? written(expression.range()) : found;
}

} // namespace planlens::explain
