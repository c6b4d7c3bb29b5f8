// SPDX-License-Identifier: MPL-2.0
#include "core/explain/sources/source_finder.h"

#include <algorithm>

namespace planlens::explain {

namespace syntax = hcl::syntax;
using values::Path;
using values::Type;
using values::Value;

namespace {

bool isObjectText(const hcl::Expression& expression) {
    return dynamic_cast<const syntax::ObjectConstructor*>(&expression) != nullptr;
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

bool haveKeysChanged(const Value& before, const Value& after) {
    std::vector<Value> lost, gained;
    for (std::size_t i = 0; i < before.size(); ++i)
        if (!after.find(before.key(i)))
            lost.push_back(before.element(i));
    for (std::size_t i = 0; i < after.size(); ++i)
        if (!before.find(after.key(i)))
            gained.push_back(after.element(i));
    constexpr std::size_t most = 64; // comparing all with each other is quadratic
    return !lost.empty() && lost.size() <= most && std::ranges::is_permutation(lost, gained, isSameValue);
}

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
    const auto added = [&](const hcl::ExpressionPair& item) {
        Sources ofKey = find(*item.key, {}, {});
        return ofKey.empty() ? written(diags::SourceRange::between(item.key->range(), item.value->range())) : ofKey;
    };
    std::vector<Sources> groups;
    if (!isWhole) {
        for (const auto& [key, item] : items)
            if (key == wanted && path.size() == 1 && before && before->isNull() && !canBeNull(*item->value)) {
                const std::optional<ValueSource> byDefault = variableByDefault(*item->value);
                return byDefault ? oneOf({{*byDefault}, added(*item)}) : added(*item);
            } else if (key == wanted)
                return find(*item->value, withoutFirst(path), before, m_current);
        for (const auto& [key, item] : items) // a key that was removed had another name, if names are computed
            groups.push_back(find(*item->key, {}, {}));
        Sources ofKeys = oneOf(std::move(groups));
        return before && ofKeys.empty() ? written(expression.range()) : ofKeys;
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
            groups.push_back(old ? find(*item->value, {}, *old) : added(*item));
    }
    const auto isRemoved = [&](const std::string& key) {
        return !elementOf(*before, key).isNull() &&
               std::ranges::none_of(items, [&](const auto& item) { return item.first == key; });
    };
    const auto isComputed = [&](const auto& item) {
        return !before->find(item.first) && !isLiteral(*item.second->key); // it had another name
    };
    if (std::ranges::count_if(keysOf(*before, *before), isRemoved) > std::ranges::count_if(items, isComputed))
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
    const auto replaced = std::ranges::find(isMatched, false);
    for (const hcl::Expression* item : was == is ? unmatched : std::vector<const hcl::Expression*>()) {
        if (isLiteral(*item)) {
            groups.push_back(written(item->range()));
            continue;
        }
        const bool isOnly = unmatched.size() == 1 && replaced != isMatched.end();
        const auto element = std::size_t(std::ranges::distance(isMatched.begin(), replaced));
        groups.push_back(find(*item, {}, isOnly ? Before(before->element(element)) : Before()));
    }
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
    if (isMapping(before) && isMapping(after) && !haveKeysChanged(before, after)) {
        for (const std::string& key : keysOf(after, before))
            groups.push_back(differences(expression, path.index(std::string_view(key)), elementOf(before, key),
                                         elementOf(after, key)));
        return allOf(std::move(groups));
    }
    return find(expression, path, before, after);
}

std::vector<SourceFinder::Argument> SourceFinder::argumentsOf(const syntax::FunctionCall& call) const {
    std::vector<Argument> all;
    for (const hcl::ExpressionPtr& argument : call.arguments)
        all.push_back({argument.get(), {}, evaluated(*argument)});
    if (!call.expandFinal || all.empty())
        return all;
    const Argument last = std::move(all.back());
    all.pop_back();
    const bool isList = last.value && isSequence(*last.value) && !last.value->type().isSet();
    if (!isList)
        all.push_back({last.expression, {}, {}});
    for (std::size_t i = 0; isList && i < last.value->size(); ++i)
        all.push_back({last.expression, Path().index(std::int64_t(i)), last.value->element(i)});
    return all;
}

/// Whether the value that an expression refers to had a key, as another object shows that has all its elements;
/// std::nullopt if there is none.
std::optional<bool> SourceFinder::hadKey(const Expression& expression, const std::string& key) const {
    const plans::Dependency* reference = onlyReference(expression);
    const Value value = reference ? reference->value.unmarkedDeep() : Value();
    if (!reference || !isMapping(value) || value.size() == 0)
        return {};
    const auto hasAll = [&](const Value& other) {
        for (std::size_t i = 0; i < value.size(); ++i)
            if (const Value* element = other.find(value.key(i)); !element || !isSameValue(*element, value.element(i)))
                return false;
        return true;
    };
    int left = 64; // users that are compared
    for (const plans::Dependency* use : m_plan.dependencies().on(reference->dependency)) {
        const auto* user = std::get_if<addrs::AbsResourceInstance>(&use->dependent);
        const auto object = user && !(use->dependent == reference->dependent) &&
                                    use->dependencyPath == reference->dependencyPath && left-- > 0
                                ? m_plan.of(*user, {})
                                : std::nullopt;
        for (std::size_t i = 0;
             object && isMapping(object->before) && isMapping(object->after) && i < object->after.size(); ++i)
            if (const Value& after = object->after.element(i),
                before = elementOf(object->before, std::string(object->after.key(i)));
                isMapping(after) && isMapping(before) && hasAll(after)) {
                if (!before.find(key))
                    return false;
                if (!after.find(key))
                    return true;
            }
    }
    return {};
}

bool SourceFinder::mayHaveKey(const Expression& expression, const std::string& key) const {
    if (const auto* inner = dynamic_cast<const syntax::Parentheses*>(&expression))
        return mayHaveKey(*inner->inner, key);
    if (const auto* branches = dynamic_cast<const syntax::Conditional*>(&expression))
        return mayHaveKey(*branches->whenTrue, key) || mayHaveKey(*branches->whenFalse, key);
    if (const auto* call = dynamic_cast<const syntax::FunctionCall*>(&expression);
        call && isOneOf(call->name, {"merge", "tomap"}) && !call->expandFinal)
        return std::ranges::any_of(call->arguments, [&](const auto& one) { return mayHaveKey(*one, key); });
    if (const auto* made = dynamic_cast<const syntax::ObjectConstructor*>(&expression))
        return std::ranges::any_of(made->items, [&](const hcl::ExpressionPair& item) {
            return !item.key->variables().empty() || evaluated(*item.key) == Value::string(key);
        });
    const plans::Dependency* reference = onlyReference(expression);
    const auto* value = reference ? std::get_if<plans::NamedValue>(&reference->dependency) : nullptr;
    const std::optional<Type> declared =
        value ? declaredType(m_plan.plan(), *value, reference->dependencyPath) : std::nullopt;
    return !declared || !declared->isObject() || declared->hasAttribute(key); // its text may have been edited
}

SourceFinder::Sources SourceFinder::merge(const syntax::FunctionCall& call, const Path& path, const Before& before) {
    const std::optional<std::string> wanted = keyOf(path);
    const std::vector<Argument> arguments = argumentsOf(call);
    const auto at = [&](const std::string& key, const Path& rest, const Before& was) -> Sources {
        for (std::size_t i = arguments.size(); i-- > 0;)
            if (const std::optional<Value>& value = arguments[i].value;
                value && isMapping(*value) && value->find(key)) {
                // An argument that gained the key overrides another one, which still has the previous value.
                const Path element = joined(Path().index(std::string_view(key)), rest);
                std::vector<Sources> groups{find(*arguments[i].expression, joined(arguments[i].path, element), was)};
                if (was && was->isNull() && rest.isEmpty()) { // it is new in all arguments that have it
                    for (std::size_t j = 0; j < i; ++j)
                        if (arguments[j].value && isMapping(*arguments[j].value) && arguments[j].value->find(key))
                            groups.push_back(find(*arguments[j].expression, joined(arguments[j].path, element), was));
                    return allOf(std::move(groups));
                }
                // Or the arguments were in another order.
                for (std::size_t j = 0; was && !was->isNull() && !call.expandFinal && j < i; ++j)
                    if (!isObjectText(*arguments[i].expression) &&
                        isSameValue(*was, valueAt(*arguments[j].value, element)))
                        groups.push_back(written(call.range()));
                // An argument that lost the key overrode this one before.
                for (std::size_t j = i + 1; was && !was->isNull() && !call.expandFinal && j < arguments.size(); ++j)
                    if (mayHaveKey(*arguments[j].expression, key)) {
                        Sources lost = find(*arguments[j].expression, element, was);
                        if (lost.empty())
                            lost = find(*arguments[j].expression, {}, {});
                        groups.push_back(lost.empty() ? written(arguments[j].expression->range()) : std::move(lost));
                    }
                return oneOf(std::move(groups));
            }
        // A removed key: another branch of an argument has the entry, or else it came from one that may have had it.
        const Path removed = joined(Path().index(std::string_view(key)), rest);
        for (const hcl::ExpressionPtr& argument : call.arguments)
            if (was && isUsable(*was) && !call.expandFinal && mayHaveBeen(*argument, removed, *was))
                if (Sources found = find(*argument, removed, was); !found.empty())
                    return found;
        std::vector<Sources> groups;
        for (const hcl::ExpressionPtr& argument : call.arguments)
            if (const std::optional<bool> had = hadKey(*argument, key); had && *had)
                return find(*argument, {}, {});
            else if (!had && mayHaveKey(*argument, key))
                groups.push_back(find(*argument, {}, {}));
            else if (isObjectText(*argument))
                groups.push_back(written(argument->range()));
        Sources found = oneOf(std::move(groups));
        return found.empty() ? written(call.range()) : found;
    };
    if (arguments.empty() || std::ranges::any_of(arguments, [](const Argument& one) { return !one.value; }))
        return anyPart(call, before);
    if (wanted)
        return at(*wanted, withoutFirst(path), before);
    const std::optional<Value> now = evaluated(call);
    if (!before || !isMapping(*before) || !now || !isMapping(*now))
        return anyPart(call, before);
    if (Sources found = rewrittenKeys(call, *before, *now); !found.empty())
        return found;
    if (Sources found = replacedKeys(arguments, *before, *now); !found.empty())
        return found;
    std::vector<Sources> groups;
    for (const std::string& key : keysOf(*now, *before)) {
        const Value was = elementOf(*before, key);
        if (!isSameValue(was, elementOf(*now, key)))
            groups.push_back(at(key, {}, was));
    }
    return allOf(std::move(groups));
}

/// Returns the sources of the only argument of merge() that has the added keys, if other keys were removed.
SourceFinder::Sources SourceFinder::replacedKeys(const std::vector<Argument>& arguments, const Value& before,
                                                 const Value& now) {
    const Argument* replaced = nullptr;
    std::set<std::string> others; // keys that this argument did not have
    for (const Argument& argument : arguments) {
        bool isAdded = false;
        for (std::size_t i = 0; i < argument.value->size(); ++i)
            isAdded |= !before.find(argument.value->key(i));
        if (isAdded && replaced)
            return {};
        if (isAdded)
            replaced = &argument;
    }
    for (const Argument& argument : arguments)
        for (std::size_t i = 0; &argument != replaced && i < argument.value->size(); ++i)
            others.emplace(argument.value->key(i));
    std::vector<std::pair<std::string, Value>> left;
    bool isRemoved = false;
    for (std::size_t i = 0; i < before.size(); ++i) {
        isRemoved |= !now.find(before.key(i));
        if (!others.contains(std::string(before.key(i))))
            left.emplace_back(before.key(i), before.element(i));
    }
    if (!replaced || !isRemoved || (isObjectText(*replaced->expression) && !haveKeysChanged(before, now)))
        return {};
    return find(*replaced->expression, replaced->path, Value::object(std::move(left)));
}

SourceFinder::Sources SourceFinder::concat(const syntax::FunctionCall& call, const Path& path, const Before& before) {
    const std::vector<Argument> lists = argumentsOf(call);
    if (!std::ranges::all_of(lists, [](const Argument& one) { return one.value && isSequence(*one.value); }))
        return anyPart(call, before);
    if (std::optional<Sources> found = elementOfLists(lists, path, before))
        return *std::move(found);
    if (!path.isEmpty() || !before || !isSequence(*before))
        return anyPart(call, before);
    Sources found = before->type().isSet() ? changedInSets(lists, *before) : onlyDifferentList(lists, *before);
    return found.empty() ? anyPart(call, before) : found;
}

/// Returns the sources of an element of concatenated lists; nullopt if the path is not that of an element.
std::optional<SourceFinder::Sources> SourceFinder::elementOfLists(const std::vector<Argument>& lists, const Path& path,
                                                                  const Before& before) {
    std::optional<std::size_t> at = indexAt(path);
    if (!at)
        return {};
    for (const Argument& list : lists) {
        if (readsRemoved(*list.expression)) // its elements were before the others
            return find(*list.expression, list.path, {});
        if (*at < list.value->size())
            return find(*list.expression,
                        joined(list.path, joined(Path().index(std::int64_t(*at)), withoutFirst(path))), before);
        *at -= list.value->size();
    }
    return {};
}

/// Returns the sources of elements that were added to concatenated lists, if the order of the previous elements is not
/// known. An added text may have replaced the removed one that is most like it.
SourceFinder::Sources SourceFinder::changedInSets(const std::vector<Argument>& lists, const Value& before) {
    constexpr std::size_t most = 64; // comparing each one with all others is quadratic
    std::vector<std::string> removed;
    for (std::size_t i = 0; i < before.size() && before.size() <= most; ++i)
        if (const auto isSame = [&](const Argument& list) { return contains(*list.value, before.element(i)); };
            std::ranges::none_of(lists, isSame))
            removed.push_back(textOf(before.element(i)).value_or(""));
    std::vector<std::vector<std::size_t>> added; // elements of each list
    std::size_t count = 0;
    const ElementIndex previous(before);
    for (const Argument& list : lists) {
        added.emplace_back();
        for (std::size_t i = 0; i < list.value->size(); ++i)
            if (!previous.contains(list.value->element(i)))
                added.back().push_back(i);
        count += added.back().size();
    }
    const bool arePaired = count == removed.size();
    std::vector<Sources> groups;
    for (std::size_t k = 0; k < lists.size(); ++k) {
        const auto& [expression, path, list] = lists[k];
        std::vector<Value> old;
        for (std::size_t i = 0; i < list->size(); ++i)
            old.push_back(list->element(i));
        std::vector<std::size_t> others; // elements that replaced none
        for (const std::size_t i : added[k]) {
            const std::optional<std::string> text = textOf(list->element(i));
            if (!text || !arePaired || list->type().isSet()) {
                others.push_back(i);
                continue;
            }
            const auto closest = closestTo(*text, removed);
            old[i] = Value::string(*closest);
            removed.erase(closest);
        }
        const auto add = [&, expression = expression](Sources one) {
            groups.push_back(one.empty() ? written(expression->range()) : std::move(one));
        };
        if (others.size() < added[k].size())
            add(find(*expression, path, Value::tuple(std::move(old))));
        for (const std::size_t i : others)
            add(list->type().isSet()
                    ? find(*expression, path, {})
                    : find(*expression, joined(path, Path().index(std::int64_t(i))), Value::null(Type::dynamic())));
    }
    return allOf(std::move(groups));
}

/// Returns the sources of each list that can be the only one that differs: the elements before and after it are equal.
SourceFinder::Sources SourceFinder::onlyDifferentList(const std::vector<Argument>& lists, const Value& before) {
    std::vector<Sources> groups;
    for (std::size_t k = 0; k < lists.size(); ++k) {
        std::size_t start = 0, end = 0;
        for (std::size_t i = 0; i < lists.size(); ++i)
            (i < k ? start : end) += i == k ? 0 : lists[i].value->size();
        if (before.size() < start + end)
            continue;
        bool isPossible = true;
        for (std::size_t i = 0, at = 0; i < lists.size(); ++i) {
            if (i == k) {
                at = before.size() - end;
                continue;
            }
            for (std::size_t j = 0; j < lists[i].value->size(); ++j, ++at)
                isPossible = isPossible && isSameValue(before.element(at), lists[i].value->element(j));
        }
        if (!isPossible)
            continue;
        std::vector<Value> old;
        for (std::size_t i = start; i < before.size() - end; ++i)
            old.push_back(before.element(i));
        groups.push_back(find(*lists[k].expression, lists[k].path, Value::tuple(std::move(old))));
    }
    return oneOf(std::move(groups));
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
    std::vector<Sources> groups;
    if (const std::optional<Value> list = evaluated(argument); list && isSequence(*list) && !list->type().isSet())
        for (std::size_t i = 0; i < list->size(); ++i)
            if (isSameValue(Value::string(*key), list->element(i)))
                groups.push_back(find(argument, Path().index(std::int64_t(i)), before));
    Sources found = oneOf(std::move(groups));
    if (found.empty())
        found = find(argument, {}, {});
    return found.empty() && before ? written(argument.range()) : found;
}

} // namespace planlens::explain
