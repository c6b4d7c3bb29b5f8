// SPDX-License-Identifier: MPL-2.0
#include "core/explain/sources/source_finder.h"

#include <algorithm>
#include <numeric>

/// Keys of `for_each` and `for` expressions.
namespace planlens::explain {

namespace syntax = hcl::syntax;
using values::Path;
using values::Type;
using values::Value;

namespace {

/// Whether a text can be that of a template with other values between its literals.
bool isMadeBy(const syntax::Template& pieces, std::string_view text) {
    bool isAtEnd = true; // the next literal follows at once
    for (const hcl::ExpressionPtr& part : pieces.parts) {
        const auto* literal = dynamic_cast<const syntax::LiteralValue*>(part.get());
        if (!literal) {
            isAtEnd = false;
            continue;
        }
        const std::string wanted = textOf(literal->value).value_or("");
        const bool isLast = part == pieces.parts.back();
        const std::size_t at = isLast && text.ends_with(wanted) ? text.size() - wanted.size() : text.find(wanted);
        if (at == std::string_view::npos || (isAtEnd && at != 0) || (isLast && !text.ends_with(wanted)))
            return false;
        text.remove_prefix(at + wanted.size());
        isAtEnd = true;
    }
    return !isAtEnd || text.empty();
}

/// Whether an expression is only the name that a loop gives to a key.
bool isNameOf(const hcl::Expression& expression, const std::string& key) {
    const auto* named = dynamic_cast<const syntax::ScopeTraversal*>(&expression);
    return named && !key.empty() && named->traversal.steps.size() == 1 && named->traversal.rootName() == key;
}

constexpr std::size_t mostKeys = 64; // comparing all keys for each instance is quadratic

Value collectionOf(const std::set<std::string>& keys, bool isSet) {
    if (isSet)
        return asSet(keys);
    std::vector<std::pair<std::string, Value>> elements; // only their existence matters
    for (const std::string& one : keys)
        elements.emplace_back(one, Value::dynamicUnknown());
    return Value::object(std::move(elements));
}

} // namespace

/// Empty if there are not as many added as removed ones, or if they do not differ in the same part of their text.
std::map<std::string, std::string> SourceFinder::renamedKeys(const std::set<std::string>& previous,
                                                             const std::set<std::string>& present) {
    std::vector<std::string> added, removed;
    std::ranges::set_difference(present, previous, std::back_inserter(added));
    std::ranges::set_difference(previous, present, std::back_inserter(removed));
    if (added.size() != removed.size())
        return {};
    std::map<std::string, std::string> renamed;
    std::set<std::pair<std::string, std::string>> differences;
    for (const std::string& one : added) {
        const auto closest = closestTo(one, removed);
        const auto [was, is] = changedParts(*closest, one);
        if (added.size() == 1 && (was.empty() || is.empty() || is.size() == one.size()))
            return {};
        differences.emplace(was, is);
        renamed.emplace(one, *closest);
        removed.erase(closest);
    }
    return differences.size() == 1 ? renamed : std::map<std::string, std::string>();
}

/// Returns a collection with previous keys, or texts in a sequence, in place of present ones.
Value SourceFinder::withRenamed(const Value& collection, const std::map<std::string, std::string>& renamed) {
    if (collection.size() == 0)
        return collection;
    std::vector<std::pair<std::string, Value>> entries;
    std::vector<Value> elements;
    for (std::size_t i = 0; i < collection.size(); ++i) {
        const std::string key =
            isMapping(collection) ? std::string(collection.key(i)) : textOf(collection.element(i)).value_or("");
        const auto pair = renamed.find(key);
        if (isMapping(collection))
            entries.emplace_back(pair == renamed.end() ? key : pair->second, collection.element(i));
        else
            elements.push_back(pair == renamed.end() ? collection.element(i) : Value::string(pair->second));
    }
    return isMapping(collection)       ? Value::object(std::move(entries))
           : collection.type().isSet() ? Value::set(std::move(elements))
                                       : Value::tuple(std::move(elements));
}

/// Whether the condition excludes the element of a removed key: then it was not renamed.
bool SourceFinder::isAnyExcluded(const syntax::ForExpression& expression, const Value& collection,
                                 const std::map<std::string, std::string>& renamed) {
    return expression.condition && expression.key && std::ranges::any_of(renamed, [&](const auto& one) {
               return !elementsOf(expression, collection, one.second).empty();
           });
}

std::map<std::string, std::string> SourceFinder::renamedWith(const Expression& expression, const std::string& key,
                                                             const std::set<std::string>& previous) {
    const std::optional<Value> collection = evaluated(expression);
    if (!collection || !(isMapping(*collection) || isSequence(*collection)) ||
        collection->size() + previous.size() > mostKeys)
        return {};
    const std::set<std::string> present = keysOf(*collection);
    std::map<std::string, std::string> all = renamedKeys(previous, present);
    if (const auto* loop = dynamic_cast<const syntax::ForExpression*>(&expression); loop && loop->condition)
        if (const std::optional<Value> elements = evaluated(*loop->collection);
            elements && (isMapping(*elements) || isSequence(*elements)) && isAnyExcluded(*loop, *elements, all))
            return {};
    const auto isOwn = [&](const auto& one) { return one.first == key || one.second == key; };
    return all.size() < present.size() && std::ranges::any_of(all, isOwn) ? std::move(all)
                                                                          : std::map<std::string, std::string>();
}

SourceFinder::Sources SourceFinder::findKey(const Expression& expression, const std::string& key,
                                            const std::set<std::string>& previous,
                                            const std::map<std::string, std::string>& renamed) {
    m_keys = &previous;
    const std::optional<Value> collection = evaluated(expression);
    const bool isKnown = collection && (isMapping(*collection) || isSequence(*collection));
    const bool isSet = isKnown && isSequence(*collection);
    if (isKnown && collection->size() + previous.size() > mostKeys)
        return previous.contains(key)
                   ? find(expression, {}, {})
                   : find(expression, Path().index(std::string_view(key)), Value::null(Type::dynamic()));
    const auto ofKeys = [&](const std::set<std::string>& keys) { return collectionOf(keys, isSet); };
    const auto isDecided = [](const Sources& found) {
        return !found.empty() && std::ranges::all_of(found, &ValueSource::isCertain);
    };
    const std::set<std::string> present = isKnown ? keysOf(*collection) : std::set<std::string>();
    const auto kept =
        std::size_t(std::ranges::count_if(present, [&](const std::string& one) { return previous.contains(one); }));
    const std::size_t size = isKnown ? collection->size() : 0;
    const bool isReplaced = isSet && previous.contains(key) && previous.size() == size; // as many added as removed
    const bool isOnly = previous.size() + size == 2 * kept + 1;                         // no other key differs
    if (previous.empty())
        m_previousKeys = size > 1 ? PreviousKeys::None : PreviousKeys::Unknown;
    else
        m_previousKeys = size > 0 && kept == 0 ? PreviousKeys::Replaced : PreviousKeys::Some;
    Sources found;
    if (!renamed.empty()) // compared with the others as if they had been there before
        if (found = find(expression, {}, withRenamed(*collection, renamed)); isDecided(found))
            return found;
    if (isKnown && !previous.empty() && (isReplaced || isOnly || kept == 0))
        found = find(expression, {}, ofKeys(previous));
    if (!found.empty())
        return found;
    if (!previous.contains(key)) {
        found = find(expression, Path().index(std::string_view(key)), Value::null(Type::dynamic()));
    } else if (isKnown) { // compared with the present keys, as if only this one had been removed
        std::set<std::string> keys = present;
        keys.insert(key);
        found = find(expression, {}, ofKeys(keys));
    }
    if (isKnown && !isDecided(found) && !previous.empty())
        if (Sources ofAll = find(expression, {}, ofKeys(previous)); isDecided(ofAll) && ofAll.size() == 1)
            return ofAll;
    return found.empty() && previous.contains(key) ? find(expression, {}, {}) : found;
}

/// Returns the sources of the texts that a set of them gained. Empty if it lost others, or if there is another element
/// that is not a string.
SourceFinder::Sources SourceFinder::gainedTexts(const syntax::ForExpression& expression, const Value& collection,
                                                const std::vector<std::size_t>& included, const Before& before) {
    const std::set<std::string> previous = keysOf(*before);
    std::map<std::size_t, std::string> texts; // by element
    for (const std::size_t i : included)
        inElement(expression, collection, i, [&](const Path&) {
            if (const std::optional<std::string> text = textOf(evaluated(*expression.value)))
                texts.emplace(i, *text);
            return true;
        });
    std::set<std::string> present;
    for (const auto& [i, text] : texts)
        present.insert(text);
    if (present.size() != included.size() || collection.type().isSet() || !std::ranges::includes(present, previous))
        return {};
    std::vector<Sources> groups;
    for (const auto& [i, text] : texts) {
        if (previous.contains(text))
            continue;
        Sources added;
        if (expression.condition && hadElement(expression, collection, i)) { // it was excluded
            inElement(expression, collection, i, [&](const Path&) {
                added = find(*expression.condition, {}, Value::boolean(false));
                return true;
            });
        } else {
            added = find(*expression.collection, elementPath(collection, i), Value::null(Type::dynamic()));
            if (!std::ranges::all_of(added, &ValueSource::isCertain)) // such as those of split()
                added = find(*expression.collection, {}, {});
            if (expression.condition)
                added = oneOf({std::move(added), conditionOf(expression, collection, i, before)});
        }
        groups.push_back(orLostCondition(std::move(added), expression, collection, i, [&](std::size_t j) {
            const auto other = texts.find(j);
            return other != texts.end() && previous.contains(other->second);
        }));
    }
    return allOf(std::move(groups));
}

/// Returns the sources of the keys of entries that were not there before, if the previous keys contain as many others.
SourceFinder::Sources SourceFinder::renamedEntries(const syntax::ForExpression& expression, const Value& collection,
                                                   const std::set<std::string>& previous) {
    std::map<std::size_t, std::string> keys; // by element
    std::set<std::string> present;
    for (std::size_t i = 0; i < collection.size(); ++i)
        inElement(expression, collection, i, [&](const Path&) {
            const std::optional<std::string> key = keyIn(expression);
            if (key && isIncluded(expression) && present.insert(*key).second)
                keys.emplace(i, *key);
            return true;
        });
    const std::map<std::string, std::string> renamed = renamedKeys(previous, present);
    if (renamed.empty() || isAnyExcluded(expression, collection, renamed))
        return {};
    if ((isNameOf(*expression.key, expression.keyVariable) && isMapping(collection)) ||
        (isNameOf(*expression.key, expression.valueVariable) && isSequence(collection)))
        return find(*expression.collection, {}, withRenamed(collection, renamed));
    std::vector<Sources> groups;
    const bool outer = std::exchange(m_isRenaming, true);
    for (const auto& [i, key] : keys)
        if (const auto pair = renamed.find(key); pair != renamed.end())
            inElement(expression, collection, i, [&, &was = pair->second](const Path&) {
                groups.push_back(find(*expression.key, {}, Value::string(was)));
                return true;
            });
    m_isRenaming = outer;
    return inCommon(std::move(groups), *expression.key, renamed.size() == keys.size() ? Elements::All : Elements::Some);
}

SourceFinder::Sources SourceFinder::findKeys(const Expression& expression, const std::set<std::string>& previous) {
    const std::optional<Value> collection = evaluated(expression);
    Sources found = find(expression, {}, collectionOf(previous, collection && isSequence(*collection)));
    return found.empty() ? find(expression, {}, {}) : found;
}

void SourceFinder::addMadeKeys(const Expression& expression, std::vector<MadeKey>& made) {
    if (const auto* inner = dynamic_cast<const syntax::Parentheses*>(&expression))
        return addMadeKeys(*inner->inner, made);
    if (const auto* call = dynamic_cast<const syntax::FunctionCall*>(&expression);
        call && builtInName(call->name) == "merge")
        for (const hcl::ExpressionPtr& argument : call->arguments)
            addMadeKeys(*argument, made);
    const auto* loop = dynamic_cast<const syntax::ForExpression*>(&expression);
    const std::optional<Value> collection = loop ? evaluated(*loop->collection) : std::nullopt;
    if (!collection || !(isMapping(*collection) || isSequence(*collection)))
        return;
    for (std::size_t i = 0; i < collection->size(); ++i)
        inElement(*loop, *collection, i, [&](const values::Path&) {
            if (!isIncluded(*loop))
                return false;
            if (!loop->key) {
                addMadeKeys(*loop->value, made);
                return true;
            }
            const auto* pieces = dynamic_cast<const syntax::Template*>(loop->key.get());
            const std::optional<std::string> key = pieces ? keyIn(*loop) : std::nullopt;
            MadeKey one{pieces, key.value_or(""), {}};
            for (const hcl::ExpressionPtr& part : pieces ? pieces->parts : std::vector<hcl::ExpressionPtr>())
                if (!dynamic_cast<const syntax::LiteralValue*>(part.get()))
                    one.parts.push_back(textOf(evaluated(*part)).value_or(""));
            if (key && std::ranges::none_of(made, [&](const MadeKey& other) { return other.key == *key; }))
                made.push_back(std::move(one));
            return true;
        });
}

/// Returns the templates of keys if all keys that they make are new, and each one has the parts of another removed key,
/// which the template cannot have made of other parts. Empty if this is not so.
SourceFinder::Sources SourceFinder::rewrittenKeys(const Expression& expression, const Value& before,
                                                  const Value& after) {
    constexpr std::size_t most = 64; // comparing each one with all others is quadratic
    std::vector<std::string> removed;
    for (std::size_t i = 0; i < before.size() && before.size() <= most; ++i)
        if (!after.find(before.key(i)))
            removed.push_back(before.key(i));
    std::vector<MadeKey> made;
    if (!removed.empty())
        addMadeKeys(expression, made);
    std::erase_if(made, [&](const MadeKey& one) { return !after.find(one.key); }); // by another argument
    if (made.size() != removed.size())
        return {};
    std::vector<Sources> groups;
    for (const MadeKey& one : made) {
        const std::size_t size = std::accumulate(one.parts.begin(), one.parts.end(), std::size_t(0),
                                                 [](std::size_t sum, const auto& part) { return sum + part.size(); });
        const auto isRewritten = [&](const std::string& other) {
            const auto isIn = [&](const std::string& part) { return other.find(part) != std::string::npos; };
            return std::ranges::all_of(one.parts, isIn) &&
                   (!isMadeBy(*one.text, other) || (other.size() == one.key.size() && one.parts.size() > 1));
        };
        const auto found = std::ranges::find_if(removed, isRewritten);
        if (before.find(one.key) || size == 0 || found == removed.end())
            return {};
        removed.erase(found);
        groups.push_back(written(one.text->range()));
    }
    return allOf(std::move(groups));
}

} // namespace planlens::explain
