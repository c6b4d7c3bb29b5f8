// SPDX-License-Identifier: MPL-2.0
#include "core/explain/sources/source_finder.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace planlens::explain {

namespace syntax = hcl::syntax;
using values::Path;
using values::Type;
using values::Value;

namespace {

bool isMapping(const Value& value) {
    return value.isKnown() && !value.isNull() && (value.type().isObject() || value.type().isMap());
}

Value elementOf(const Value& mapping, const std::string& key) {
    const Value* found = mapping.find(key);
    return found ? *found : Value::null(Type::dynamic());
}

/// Returns the keys of both mappings, in the order of the first one.
std::vector<std::string> keysOf(const Value& first, const Value& second) {
    std::vector<std::string> keys;
    for (const Value& mapping : {first, second})
        for (std::size_t i = 0; i < mapping.size(); ++i)
            if (std::string key = mapping.key(i); std::ranges::find(keys, key) == keys.end())
                keys.push_back(std::move(key));
    return keys;
}

} // namespace

SourceFinder::Sources SourceFinder::object(const syntax::ObjectConstructor& expression, const Path& path,
                                           const Before& before) {
    const std::optional<std::string> wanted = keyOf(path);
    const bool isWhole = path.isEmpty();
    std::vector<std::pair<std::string, const hcl::ExpressionPair*>> items;
    for (const hcl::ExpressionPair& item : expression.items) {
        const std::optional<Value> key = evaluated(*item.key);
        if (!key || !key->isKnown() || key->isNull())
            return anyPart(expression, before);
        items.emplace_back(key->type().isString() ? key->asString() : key->asNumber().toString(), &item);
    }
    std::vector<Sources> groups;
    if (!isWhole) {
        for (const auto& [key, item] : items)
            if (key == wanted && path.size() == 1 && before && before->isNull() && !canBeNull(*item->value))
                return written(diags::SourceRange::between(item->key->range(), item->value->range()));
            else if (key == wanted)
                return find(*item->value, withoutFirst(path), before, m_current);
        return before ? written(expression.range()) : Sources();
    }
    if (!before) {
        for (const auto& [key, item] : items)
            groups.push_back(find(*item->value, {}, {}));
        return oneOf(std::move(groups));
    }
    if (!isMapping(*before))
        return written(expression.range());
    for (const auto& [key, item] : items) {
        const Value* old = before->find(key);
        const Before current = m_current && isMapping(*m_current) ? Before(elementOf(*m_current, key)) : Before();
        if (old && !(old->isNull() && before->type().isObject()))
            groups.push_back(find(*item->value, {}, *old, current));
        else if (const std::optional<Value> now = evaluated(*item->value); !now || !now->isKnown() || !now->isNull())
            groups.push_back(old ? find(*item->value, {}, *old)
                                 : written(diags::SourceRange::between(item->key->range(), item->value->range())));
    }
    const bool isShorter = std::ranges::any_of(keysOf(*before, *before), [&](const std::string& key) {
        return !elementOf(*before, key).isNull() &&
               std::ranges::none_of(items, [&](const auto& item) { return item.first == key; });
    });
    if (isShorter)
        groups.push_back(written(expression.range()));
    return allOf(std::move(groups));
}

SourceFinder::Sources SourceFinder::tuple(const syntax::TupleConstructor& expression, const Path& path,
                                          const Before& before) {
    std::vector<Sources> groups;
    if (!path.isEmpty()) {
        const std::optional<std::size_t> i = indexAt(path);
        return i && *i < expression.items.size() ? find(*expression.items[*i], withoutFirst(path), before, m_current)
                                                 : anyPart(expression, before);
    }
    if (!before) {
        for (const hcl::ExpressionPtr& item : expression.items)
            groups.push_back(find(*item, {}, {}));
        return oneOf(std::move(groups));
    }
    if (!isSequence(*before))
        return written(expression.range());
    const std::size_t was = before->size(), is = expression.items.size();
    if (was == is && !before->type().isSet()) {
        for (std::size_t i = 0; i < is; ++i)
            groups.push_back(find(*expression.items[i], {}, before->element(i),
                                  m_current ? Before(valueAt(*m_current, Path().index(std::int64_t(i)))) : Before()));
        return allOf(std::move(groups));
    }
    // Finds elements without an equal one in the other list. If the lengths differ, elements were added or removed.
    std::vector<bool> isMatched(was, false);
    std::vector<const hcl::Expression*> unmatched;
    std::vector<std::optional<Value>> items;
    for (const hcl::ExpressionPtr& item : expression.items) {
        const std::optional<Value>& now = items.emplace_back(evaluated(*item));
        bool found = false;
        for (std::size_t i = 0; now && i < was && !found; ++i)
            if (!isMatched[i] && isSameValue(before->element(i), *now))
                isMatched[i] = found = true;
        if (!found)
            unmatched.push_back(item.get());
    }
    if (was == is)
        for (const hcl::Expression* item : unmatched)
            groups.push_back(find(*item, {}, {}));
    for (std::size_t i = 0; unmatched.empty() && before->type().isSet() && i < is; ++i) // items that are equal now
        for (std::size_t j = 0; j < is; ++j)
            if (i != j && items[i] && items[j] && isSameValue(*items[i], *items[j]))
                groups.push_back(find(*expression.items[i], {}, {}));
    Sources all = allOf(std::move(groups));
    if (!all.empty())
        return all;
    return written(unmatched.empty() ? expression.range() : unmatched.front()->range());
}

SourceFinder::Sources SourceFinder::differences(const Expression& expression, const Path& path, const Value& before,
                                                const Value& after) {
    if (isSameValue(before, after))
        return {};
    std::vector<Sources> groups;
    if (isMapping(before) && isMapping(after)) {
        for (const std::string& key : keysOf(after, before))
            groups.push_back(differences(expression, path.index(std::string_view(key)), elementOf(before, key),
                                         elementOf(after, key)));
        return allOf(std::move(groups));
    }
    return find(expression, path, before, after);
}

SourceFinder::Sources SourceFinder::merge(const syntax::FunctionCall& call, const Path& path, const Before& before) {
    const std::optional<std::string> wanted = keyOf(path);
    std::vector<std::optional<Value>> arguments;
    for (const hcl::ExpressionPtr& argument : call.arguments)
        arguments.push_back(evaluated(*argument));
    const auto at = [&](const std::string& key, const Path& rest, const Before& was) -> Sources {
        for (std::size_t i = arguments.size(); i-- > 0;)
            if (arguments[i] && isMapping(*arguments[i]) && arguments[i]->find(key)) {
                // An argument that gained the key overrides another one, which still has the previous value.
                const Path element = joined(Path().index(std::string_view(key)), rest);
                std::vector<Sources> groups{find(*call.arguments[i], element, was)};
                // An argument that lost the key overrode this one before.
                for (std::size_t j = i + 1; was && !was->isNull() && j < arguments.size(); ++j)
                    if (!dynamic_cast<const syntax::ObjectConstructor*>(call.arguments[j].get()))
                        groups.push_back(find(*call.arguments[j], element, was));
                return oneOf(std::move(groups));
            }
        std::vector<Sources> groups; // a removed key: it came from an argument that may have had it
        for (const hcl::ExpressionPtr& argument : call.arguments)
            if (!dynamic_cast<const syntax::ObjectConstructor*>(argument.get()))
                groups.push_back(find(*argument, {}, {}));
        Sources found = oneOf(std::move(groups));
        return found.empty() ? written(call.range()) : found;
    };
    if (call.expandFinal || std::ranges::any_of(arguments, [](const auto& one) { return !one; }))
        return anyPart(call, before);
    if (wanted)
        return at(*wanted, withoutFirst(path), before);
    const std::optional<Value> now = evaluated(call);
    if (!before || !isMapping(*before) || !now || !isMapping(*now))
        return anyPart(call, before);
    std::vector<Sources> groups;
    for (const std::string& key : keysOf(*now, *before)) {
        const Value was = elementOf(*before, key);
        if (!isSameValue(was, elementOf(*now, key)))
            groups.push_back(at(key, {}, was));
    }
    return allOf(std::move(groups));
}

SourceFinder::Sources SourceFinder::concat(const syntax::FunctionCall& call, const Path& path, const Before& before) {
    std::vector<Value> lists;
    for (const hcl::ExpressionPtr& argument : call.arguments) {
        const std::optional<Value> list = evaluated(*argument);
        if (!list || !isSequence(*list) || call.expandFinal)
            return anyPart(call, before);
        lists.push_back(*list);
    }
    if (const auto* step = path.isEmpty() ? nullptr : std::get_if<values::IndexStep>(&path[0]);
        step && step->key.isKnown() && !step->key.isNull() && step->key.type().isNumber()) {
        std::size_t at = std::size_t(step->key.asNumber().toUint64().value_or(0));
        for (std::size_t i = 0; i < lists.size(); at -= lists[i++].size())
            if (at < lists[i].size())
                return find(*call.arguments[i], joined(Path().index(std::int64_t(at)), withoutFirst(path)), before);
    }
    if (!path.isEmpty() || !before || !isSequence(*before))
        return anyPart(call, before);
    if (before->type().isSet()) { // the order of the previous elements is not known
        std::vector<Sources> added;
        for (std::size_t k = 0; k < lists.size(); ++k)
            for (std::size_t i = 0; i < lists[k].size(); ++i)
                if (valueAt(*before, Path().index(lists[k].element(i))).isNull()) {
                    Sources one = lists[k].type().isSet() ? find(*call.arguments[k], {}, {})
                                                          : find(*call.arguments[k], Path().index(std::int64_t(i)), {});
                    added.push_back(one.empty() ? written(call.arguments[k]->range()) : std::move(one));
                }
        return added.empty() ? anyPart(call, before) : allOf(std::move(added));
    }
    // If only one list differs, the elements before and after it are equal.
    std::vector<Sources> groups;
    for (std::size_t k = 0; k < lists.size(); ++k) {
        std::size_t start = 0, end = 0;
        for (std::size_t i = 0; i < lists.size(); ++i)
            (i < k ? start : end) += i == k ? 0 : lists[i].size();
        if (before->size() < start + end)
            continue;
        std::vector<Value> expected;
        bool isPossible = true;
        for (std::size_t i = 0, at = 0; i < lists.size(); ++i) {
            if (i == k) {
                at = before->size() - end;
                continue;
            }
            for (std::size_t j = 0; j < lists[i].size(); ++j, ++at)
                isPossible = isPossible && isSameValue(before->element(at), lists[i].element(j));
        }
        if (!isPossible)
            continue;
        std::vector<Value> old;
        for (std::size_t i = start; i < before->size() - end; ++i)
            old.push_back(before->element(i));
        groups.push_back(find(*call.arguments[k], {}, Value::tuple(std::move(old))));
    }
    Sources found = oneOf(std::move(groups));
    return found.empty() ? anyPart(call, before) : found;
}

SourceFinder::Sources SourceFinder::toSet(const syntax::FunctionCall& call, const Path& path, const Before& before) {
    const Expression& argument = *call.arguments.front();
    const std::optional<std::string> key = keyOf(path);
    if (!key)
        return find(argument, {}, before);
    if (const auto* list = dynamic_cast<const syntax::TupleConstructor*>(&argument))
        for (const hcl::ExpressionPtr& item : list->items)
            if (const std::optional<Value> value = evaluated(*item);
                value && isSameValue(Value::string(*key), *value)) {
                Sources found = find(*item, {}, {});
                return found.empty() ? written(item->range()) : found;
            }
    Sources found = find(argument, {}, {});
    return found.empty() && before ? written(argument.range()) : found;
}

/// Calls a function with the names of a `for` expression bound to one element of its collection.
bool SourceFinder::inElement(const syntax::ForExpression& expression, const Value& collection, std::size_t i,
                             const std::function<bool(const Path& element)>& call) {
    const hcl::Scope* const outer = m_scope;
    const auto names = m_bound;
    const Value key = isMapping(collection)       ? Value::string(collection.key(i))
                      : collection.type().isSet() ? collection.element(i)
                                                  : Value::number(std::int64_t(i));
    const hcl::MapScope scope({{expression.keyVariable, key}, {expression.valueVariable, collection.element(i)}},
                              outer);
    m_scope = &scope;
    const Path element = collection.type().isSet() ? Path() : Path().index(key);
    m_bound[expression.valueVariable] = {expression.collection.get(), element, outer, false, false};
    if (!expression.keyVariable.empty())
        m_bound[expression.keyVariable] = {expression.collection.get(), element, outer, true, false};
    const bool result = call(element);
    m_scope = outer;
    m_bound = names;
    return result;
}

/// Returns the sources of the condition for one element, without the element itself.
SourceFinder::Sources SourceFinder::conditionOf(const syntax::ForExpression& expression, const Value& collection,
                                                std::size_t i) {
    Sources found;
    inElement(expression, collection, i, [&](const Path&) {
        found = find(*expression.condition, {}, Value::boolean(false));
        return true;
    });
    return found;
}

/// Returns the sources of the elements that are added to a set, if as many were removed. Each added text is compared
/// with the removed one that it shares most with. Empty if this is not decided.
SourceFinder::Sources SourceFinder::forSet(const syntax::ForExpression& expression, const Value& collection,
                                           const std::vector<std::size_t>& included, const Value& before) {
    std::vector<std::pair<std::size_t, std::string>> added;
    std::vector<std::string> present, removed;
    for (const std::size_t i : included)
        inElement(expression, collection, i, [&](const Path&) {
            const std::optional<std::string> text = textOf(evaluated(*expression.value));
            if (!text)
                return false;
            present.push_back(*text);
            if (valueAt(before, Path().index(std::string_view(*text))).isNull())
                added.emplace_back(i, *text);
            return true;
        });
    for (std::size_t i = 0; i < before.size(); ++i)
        if (const std::optional<std::string> text = textOf(before.element(i));
            text && std::ranges::find(present, *text) == present.end())
            removed.push_back(*text);
    if (present.size() != included.size() || added.size() != removed.size())
        return {};
    std::vector<Sources> groups;
    for (const auto& [i, text] : added) {
        const auto shared = [&text = text](const std::string& other) {
            const auto start = std::ranges::mismatch(text, other).in1 - text.begin();
            const auto end =
                std::mismatch(text.rbegin(), text.rend(), other.rbegin(), other.rend()).first - text.rbegin();
            return start + end;
        };
        const auto closest = std::ranges::max_element(removed, {}, shared);
        inElement(expression, collection, i, [&](const Path&) {
            groups.push_back(find(*expression.value, {}, Value::string(*closest)));
            return true;
        });
        removed.erase(closest);
    }
    return allOf(std::move(groups));
}

/// Returns the sources of a `for` expression that returns a tuple.
SourceFinder::Sources SourceFinder::forTuple(const syntax::ForExpression& expression, const Value& collection,
                                             const Path& path, const Before& before) {
    bool isEvaluated = true;
    const auto isIncluded = [&](std::size_t i) {
        return !expression.condition || inElement(expression, collection, i, [&](const Path&) {
            const std::optional<Value> kept = evaluated(*expression.condition);
            isEvaluated &= kept.has_value();
            return kept && isSameValue(Value::boolean(true), *kept);
        });
    };
    std::vector<std::size_t> included;
    for (std::size_t i = 0; i < collection.size(); ++i)
        if (isIncluded(i))
            included.push_back(i);
    if (!isEvaluated)
        return anyPart(expression, before);
    if (path.isEmpty() && before && isSequence(*before) && before->type().isSet())
        if (Sources found = forSet(expression, collection, included, *before); !found.empty())
            return found;
    const auto* step = path.isEmpty() ? nullptr : std::get_if<values::IndexStep>(&path[0]);
    const bool isWhole =
        path.isEmpty() && before && isSequence(*before) && before->size() == included.size() && !before->type().isSet();
    if (expression.condition && step && before && path.size() == 1)
        for (std::size_t i = 0; i < collection.size(); ++i)
            if (std::ranges::find(included, i) == included.end() &&
                inElement(expression, collection, i, [&](const Path&) {
                    const std::optional<Value> left = evaluated(*expression.value);
                    return left && isSameValue(*before, *left);
                })) // the condition selected this element before
                if (Sources found = anyPart(*expression.condition, {}); !found.empty())
                    return found;
    std::vector<Sources> groups;
    for (std::size_t n = 0; n < included.size(); ++n) {
        if (!isWhole && !(step && step->key == Value::number(std::int64_t(n))))
            continue;
        inElement(expression, collection, included[n], [&](const Path&) {
            groups.push_back(find(*expression.value, isWhole ? Path() : withoutFirst(path),
                                  isWhole ? Before(before->element(n)) : before));
            return true;
        });
    }
    if (Sources found = allOf(std::move(groups)); !found.empty())
        return found;
    const bool isResized =
        path.isEmpty() && before && isSequence(*before) && !before->type().isSet() && before->size() != included.size();
    if (!isResized) // any part of the values may have changed
        return anyPart(expression, before);
    Sources found = find(*expression.collection, {}, {});
    if (expression.condition)
        found = oneOf({std::move(found), anyPart(*expression.condition, {})});
    return found.empty() ? written((expression.condition ? expression : *expression.collection).range()) : found;
}

SourceFinder::Sources SourceFinder::forEach(const syntax::ForExpression& expression, const Path& path,
                                            const Before& before) {
    const std::optional<std::string> wanted = keyOf(path);
    const std::optional<Value> collection = evaluated(*expression.collection);
    const bool isPaired = collection && (isMapping(*collection) || isSequence(*collection));
    const bool existed = before && !before->isNull();
    if (!isPaired && wanted && existed) // the condition decides whether an element exists, not its value
        if (Sources found = anyPartOf(expression, Condition::Omitted); !found.empty())
            return found;
    if (isPaired && !expression.key)
        return forTuple(expression, *collection, path, before);
    if (!isPaired || !expression.key || expression.group || (!wanted && (!before || !isMapping(*before))))
        return anyPart(expression, before);
    // A condition that cannot be evaluated is true for elements of the current value, or of the previous one.
    const auto isKept = [&](const std::string& key) {
        if (!expression.condition)
            return true;
        if (const std::optional<Value> kept = evaluated(*expression.condition))
            return isSameValue(Value::boolean(true), *kept);
        if (wanted)
            return wanted == key && m_current && !m_current->isNull();
        const Value& known = m_current && isMapping(*m_current) ? *m_current : *before;
        return known.find(key) != nullptr;
    };
    // The references in the key, such as a prefix of all keys. Without them, only the collection decides.
    std::vector<Sources> parts;
    addFreeParts(*expression.key, {expression.keyVariable, expression.valueVariable}, parts);
    const Sources ofAllKeys = allOf(std::move(parts));
    enum class Keys { Kept, Replaced, Unknown } keys = ofAllKeys.empty() ? Keys::Kept : Keys::Unknown;
    if (keys == Keys::Unknown && !wanted && m_scope == &m_recorded) {
        bool isAnyKept = false;
        for (std::size_t i = 0; i < before->size() && !isAnyKept; ++i)
            isAnyKept = !elementsOf(expression, *collection, std::string(before->key(i))).empty();
        keys = isAnyKept ? Keys::Kept : before->size() == collection->size() ? Keys::Replaced : Keys::Unknown;
    }
    const auto decidedBy = [&](const Path& element, const Before& previous) {
        if (keys == Keys::Replaced)
            return ofAllKeys;
        Sources found = find(*expression.collection, element, previous);
        return keys == Keys::Kept ? found : oneOf({std::move(found), ofAllKeys});
    };
    std::vector<std::size_t> elements;
    if (wanted) {
        elements = elementsOf(expression, *collection, *wanted);
    } else {
        elements.resize(collection->size());
        std::iota(elements.begin(), elements.end(), std::size_t(0));
    }
    std::vector<Sources> groups;
    std::set<std::string> seen;
    for (const std::size_t i : elements) {
        Path element;
        const bool isNewElement = inElement(expression, *collection, i, [&](const Path& at) {
            element = at;
            const std::optional<std::string> name = keyIn(expression);
            if (!name || !isKept(*name))
                return false;
            const std::string& text = *name;
            seen.insert(text);
            const bool isNew = !wanted && !before->find(text);
            if (!wanted && !isNew)
                groups.push_back(
                    find(*expression.value, {}, *before->find(text),
                         m_current && isMapping(*m_current) ? Before(elementOf(*m_current, text)) : std::nullopt));
            else if (wanted == text && !(before && before->isNull()))
                groups.push_back(find(*expression.value, withoutFirst(path), before, m_current));
            else
                return isNew || wanted == text;
            return false;
        });
        if (isNewElement) {
            Sources added = decidedBy(element, Value::null(Type::dynamic()));
            if (expression.condition)
                added = oneOf({std::move(added), conditionOf(expression, *collection, i)});
            groups.push_back(std::move(added));
        }
    }
    const bool isShorter = wanted ? !seen.contains(*wanted)
                                  : std::ranges::any_of(keysOf(*before, *before),
                                                        [&](const std::string& key) { return !seen.contains(key); });
    if (isShorter) {
        Sources gone = decidedBy({}, {});
        if (expression.condition)
            gone = oneOf({std::move(gone), anyPart(*expression.condition, {})});
        groups.push_back(std::move(gone));
    }
    Sources found = allOf(std::move(groups));
    return found.empty() && before ? written(expression.range()) : found;
}

} // namespace planlens::explain
