// SPDX-License-Identifier: MPL-2.0
#include "core/explain/sources/source_finder.h"

#include <algorithm>
#include <iterator>
#include <set>

/// Sources of `for` expressions.
namespace planlens::explain {

namespace syntax = hcl::syntax;
using values::Path;
using values::Type;
using values::Value;

namespace {

/// Whether several texts of a list changed, all in the same part.
bool haveSameDifference(const Value& before, const std::optional<Value>& now) {
    std::set<std::pair<std::string, std::string>> differences;
    std::size_t changed = 0;
    for (std::size_t i = 0; now && isSequence(*now) && i < std::min(before.size(), now->size()); ++i) {
        const std::optional<std::string> was = textOf(before.element(i)), is = textOf(now->element(i));
        if (!was || !is)
            return false;
        if (*was == *is)
            continue;
        differences.emplace(changedParts(*was, *is));
        ++changed;
    }
    return changed > 1 && differences.size() == 1;
}

} // namespace

/// Calls a function with the names of a `for` expression bound to one element of its collection.
bool SourceFinder::inElement(const syntax::ForExpression& expression, const Value& collection, std::size_t i,
                             const std::function<bool(const Path& element)>& call) {
    const hcl::Scope* const outer = m_scope;
    const auto names = std::make_shared<const Names>(m_bound);
    const Value key = isMapping(collection)       ? Value::string(collection.key(i))
                      : collection.type().isSet() ? collection.element(i)
                                                  : Value::number(std::int64_t(i));
    const hcl::MapScope scope({{expression.keyVariable, key}, {expression.valueVariable, collection.element(i)}},
                              outer);
    m_scope = &scope;
    const Path element = collection.type().isSet() ? Path() : Path().index(key);
    Bound bound{expression.collection.get(), element, outer};
    bound.names = names;
    m_bound[expression.valueVariable] = bound;
    bound.isKey = true;
    bound.mayBeRenamed = !expression.key || m_isRenaming;
    bound.isIndex = !collection.type().isSet() && !isMapping(collection);
    if (!expression.keyVariable.empty())
        m_bound[expression.keyVariable] = std::move(bound);
    const bool result = call(element);
    m_scope = outer;
    m_bound = *names;
    return result;
}

std::vector<std::string>::iterator SourceFinder::closestTo(const std::string& text, std::vector<std::string>& others) {
    return std::ranges::max_element(others, {}, [&](const std::string& other) {
        const auto start = std::ranges::mismatch(text, other).in1 - text.begin();
        const auto end = std::mismatch(text.rbegin(), text.rend(), other.rbegin(), other.rend()).first - text.rbegin();
        return start + end;
    });
}

/// Returns the sources of the texts that are new in the keys or values of a `for` expression, if as many were removed.
/// Each one is compared with the removed one that it shares most with. Empty if this is not decided.
SourceFinder::Sources SourceFinder::pairedTexts(const syntax::ForExpression& expression, const Expression& part,
                                                const Value& collection, const std::vector<std::size_t>& included,
                                                const std::set<std::string>& previous) {
    std::vector<std::pair<std::size_t, std::string>> added;
    std::set<std::string> present;
    for (const std::size_t i : included)
        inElement(expression, collection, i, [&](const Path&) {
            const std::optional<std::string> text = textOf(evaluated(part));
            if (text && present.insert(*text).second && !previous.contains(*text))
                added.emplace_back(i, *text);
            return true;
        });
    std::vector<std::string> removed;
    std::ranges::set_difference(previous, present, std::back_inserter(removed));
    constexpr std::size_t most = 64; // comparing each one with all others is quadratic
    if (present.size() != included.size() || added.size() != removed.size() || added.size() > most)
        return {};
    std::vector<Sources> groups;
    for (const auto& [i, text] : added) {
        const auto closest = closestTo(text, removed);
        inElement(expression, collection, i, [&](const Path&) {
            groups.push_back(find(part, {}, Value::string(*closest)));
            return true;
        });
        removed.erase(closest);
    }
    return allOf(std::move(groups));
}

SourceFinder::Sources SourceFinder::inCommon(std::vector<Sources> groups, const Expression& text, Elements changed) {
    std::erase_if(groups, [](const Sources& group) { return group.empty(); });
    if (groups.size() < 2)
        return allOf(std::move(groups));
    Sources common = groups.front();
    std::erase_if(common, [&](const ValueSource& one) {
        const bool isUnknownPart = one.kind == ValueSource::Kind::File && one.path.isEmpty();
        return isUnknownPart || !std::ranges::all_of(groups, [&](const Sources& group) {
                   return std::ranges::any_of(group, [&](const ValueSource& other) {
                       return isSameSource(one, other) && one.before == other.before;
                   });
               });
    });
    if (!common.empty()) {
        for (ValueSource& one : common)
            one.isCertain = common.size() == 1;
        return common;
    }
    return changed == Elements::All && !isName(text) ? written(text.range()) : allOf(std::move(groups));
}

/// Returns the sources of an entry that a `for` expression makes of a file that fileset() returns: the file, if its
/// name follows from the key.
SourceFinder::Sources SourceFinder::ofNamedFile(const syntax::ForExpression& expression, const std::string& key,
                                                const Path& path, const Before& before) {
    const auto* listed = dynamic_cast<const syntax::FunctionCall*>(expression.collection.get());
    if (!listed || !listed->name.ends_with("fileset") || listed->arguments.size() != 2 || !expression.key)
        return {};
    // Inverts the functions that make the key of the name, the outermost one first.
    std::string name = key;
    const std::string pattern = textOf(evaluated(*listed->arguments[1])).value_or("");
    const Expression* part = expression.key.get();
    while (const auto* called = dynamic_cast<const syntax::FunctionCall*>(part)) {
        if (called->arguments.empty())
            return {};
        if (called->name.ends_with("trimsuffix") && called->arguments.size() == 2)
            name += textOf(evaluated(*called->arguments[1])).value_or("");
        else if (const std::size_t slash = pattern.rfind('/');
                 called->name.ends_with("basename") && pattern.find('*') > slash && slash != std::string::npos)
            name.insert(0, pattern, 0, slash + 1);
        else if (called->name.ends_with("dirname") && slash != std::string::npos &&
                 pattern.find('*', slash) == std::string::npos)
            name.append(pattern, slash, std::string::npos);
        else if (!called->name.ends_with("basename"))
            return {};
        part = called->arguments.front().get();
    }
    if (!dynamic_cast<const syntax::ScopeTraversal*>(part))
        return {};
    Sources found;
    const Value files = Value::set({Value::string(name)});
    inElement(expression, files, 0, [&](const Path&) {
        m_bound[expression.valueVariable].isKey = true; // its name stays the same while the entry exists
        if (keyIn(expression) != key)
            return false;
        if (before && !before->isNull())
            found = find(*expression.value, path, before, m_current);
        else if (expression.condition)
            found = find(*expression.condition, {}, Value::boolean(false));
        if (found.empty())
            if (std::optional<ValueSource> file = listedFile(*listed, Value::string(name)))
                found = {*std::move(file)};
        return true;
    });
    return found;
}

/// Returns the sources of elements that a tuple gained or lost while all others are the same; empty if others differ.
SourceFinder::Sources SourceFinder::resized(const syntax::ForExpression& expression, const Value& collection,
                                            const std::vector<std::size_t>& included, const Value& before) {
    constexpr std::size_t most = 64; // comparing each one with all others is quadratic
    if (collection.size() > most || before.size() > most)
        return {};
    std::vector<bool> isMatched(before.size(), false);
    std::vector<std::size_t> other;
    const auto matches = [&](std::size_t i) {
        return inElement(expression, collection, i, [&](const Path&) {
            const std::optional<Value> value = evaluated(*expression.value);
            for (std::size_t j = 0; value && j < before.size(); ++j)
                if (!isMatched[j] && isSameValue(before.element(j), *value)) {
                    isMatched[j] = true;
                    return true;
                }
            return false;
        });
    };
    for (const std::size_t i : included)
        if (!matches(i))
            other.push_back(i);
    const bool isLonger = included.size() > before.size();
    if (isLonger ? other.size() != included.size() - before.size() : !other.empty() || !expression.condition)
        return {};
    for (std::size_t i = 0; !isLonger && i < collection.size(); ++i)
        if (std::ranges::find(included, i) == included.end() && matches(i))
            other.push_back(i);
    if (!std::ranges::all_of(isMatched, std::identity()))
        return {};
    std::vector<Sources> groups;
    for (const std::size_t i : other) {
        Path element;
        Sources ofCondition;
        inElement(expression, collection, i, [&](const Path& at) {
            element = at;
            if (expression.condition)
                ofCondition = find(*expression.condition, {}, Value::boolean(!isLonger));
            return true;
        });
        if (isLonger) // or the element was added
            ofCondition = orLostCondition(
                oneOf({std::move(ofCondition), find(*expression.collection, element, Value::null(Type::dynamic()))}),
                expression, collection, i,
                [&](std::size_t j) { return std::ranges::count(included, j) > std::ranges::count(other, j); });
        groups.push_back(std::move(ofCondition));
    }
    return allOf(std::move(groups));
}

const std::set<std::string>* SourceFinder::otherInstances(const Expression& expression, const Value& collection) const {
    const auto* named = dynamic_cast<const syntax::ScopeTraversal*>(&expression);
    constexpr std::size_t wholeSteps = 2; // of module.m, and of a resource
    if (!named || m_bound.contains(named->traversal.rootName()) || named->traversal.steps.size() != wholeSteps ||
        !isMapping(collection))
        return nullptr;
    for (const plans::Dependency* reference : m_recorded.at(named->range())) {
        const auto* value = std::get_if<plans::NamedValue>(&reference->dependency);
        if (value && value->module.isRoot())
            continue;
        const auto* instance = std::get_if<addrs::AbsResourceInstance>(&reference->dependency);
        const std::set<std::string>& keys = m_plan.previousKeys(instance ? plans::repetitionOf(instance->containing())
                                                                         : plans::repetitionOf(value->module));
        if (!keys.empty())
            return keys == keysOf(collection) ? nullptr : &keys;
    }
    return nullptr;
}

bool SourceFinder::hasMovedElements(const Expression& expression) const {
    const auto* loop = dynamic_cast<const syntax::ForExpression*>(&expression);
    if (!loop || loop->key || loop->condition)
        return false;
    const std::optional<Value> collection = evaluated(*loop->collection);
    return collection && otherInstances(*loop->collection, *collection);
}

/// Returns the sources of a list that is made of instances with other keys than in the previous run: the keys, and what
/// changed in the elements of those that are in both.
SourceFinder::Sources SourceFinder::movedElements(const syntax::ForExpression& expression, const Value& collection,
                                                  const Path& path, const Before& before,
                                                  const std::set<std::string>& previous) {
    const std::vector<std::string> was(previous.begin(), previous.end());
    const bool isWhole =
        path.isEmpty() && before && isSequence(*before) && !before->type().isSet() && before->size() == was.size();
    std::vector<Sources> groups;
    const auto addKey = [&](const std::string& key) {
        groups.push_back(find(*expression.collection, Path().index(key), Value::null(Type::dynamic())));
    };
    for (const std::string& key : was)
        if (!collection.find(key))
            addKey(key);
    for (std::size_t i = 0; i < collection.size(); ++i) {
        const std::string key(collection.key(i));
        if (!previous.contains(key)) {
            addKey(key);
            continue;
        }
        if (isWhole)
            inElement(expression, collection, i, [&](const Path&) {
                const auto place = std::ranges::lower_bound(was, key) - was.begin();
                groups.push_back(find(*expression.value, {}, before->element(std::size_t(place))));
                return true;
            });
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
    if (const std::set<std::string>* previous =
            expression.condition ? nullptr : otherInstances(*expression.collection, collection))
        if (Sources found = movedElements(expression, collection, path, before, *previous); !found.empty())
            return found;
    if (path.isEmpty() && before && isSequence(*before) && before->type().isSet()) {
        std::set<std::string> previous;
        for (std::size_t i = 0; i < before->size(); ++i)
            previous.insert(textOf(before->element(i)).value_or(""));
        if (Sources found = pairedTexts(expression, *expression.value, collection, included, previous); !found.empty())
            return found;
        if (Sources found = gainedTexts(expression, collection, included, before); !found.empty())
            return found;
    }
    const auto* step = path.isEmpty() ? nullptr : std::get_if<values::IndexStep>(&path[0]);
    const bool isWhole =
        path.isEmpty() && before && isSequence(*before) && before->size() == included.size() && !before->type().isSet();
    bool wasSelected = false; // another element, with another literal in the condition
    if (expression.condition && step && before && path.size() == 1)
        for (std::size_t i = 0; i < collection.size(); ++i)
            if (std::ranges::find(included, i) == included.end() &&
                inElement(expression, collection, i, [&](const Path&) {
                    const std::optional<Value> left = evaluated(*expression.value);
                    return left && isSameValue(*before, *left);
                })) { // the condition selected this element before
                if (Sources found = anyPart(*expression.condition, {}); !found.empty())
                    return found;
                wasSelected |= hasLiteralPart(*expression.condition);
            }
    std::vector<Sources> groups;
    for (std::size_t n = 0; n < included.size(); ++n) {
        if (!isWhole && !(step && step->key == Value::number(std::int64_t(n))))
            continue;
        Path element;
        const bool isNew = inElement(expression, collection, included[n], [&](const Path& at) {
            element = at;
            if (!isWhole && path.size() == 1 && before && before->isNull() && !canBeNull(*expression.value))
                return true;
            groups.push_back(find(*expression.value, isWhole ? Path() : withoutFirst(path),
                                  isWhole ? Before(before->element(n)) : before));
            return false;
        });
        if (isNew) {
            Sources added = find(*expression.collection, element, before);
            if (expression.condition)
                added = oneOf({std::move(added), conditionOf(expression, collection, included[n], before)});
            groups.push_back(std::move(added));
        }
        if (!isWhole && path.size() == 1 && before && before->isNull())
            groups.back() = orLostCondition(std::move(groups.back()), expression, collection, included[n], nullptr);
    }
    const auto isDifferent = [](const Sources& group) { return !group.empty(); };
    if (isWhole && haveSameDifference(*before, evaluated(expression)))
        groups = {inCommon(std::move(groups), *expression.value,
                           std::size_t(std::ranges::count_if(groups, isDifferent)) == included.size()
                               ? Elements::All
                               : Elements::Some)};
    if (Sources found = allOf(std::move(groups)); !found.empty())
        return wasSelected ? oneOf({std::move(found), written(expression.condition->range())}) : found;
    if (wasSelected)
        return written(expression.condition->range());
    const bool isResized =
        path.isEmpty() && before && isSequence(*before) && !before->type().isSet() && before->size() != included.size();
    if (!isResized) // any part of the values may have changed
        return anyPart(expression, before);
    if (Sources found = resized(expression, collection, included, *before); !found.empty())
        return found;
    Sources found = find(*expression.collection, {}, {});
    if (expression.condition)
        found = oneOf({std::move(found), anyPart(*expression.condition, {})});
    return found.empty() ? written((expression.condition ? expression : *expression.collection).range()) : found;
}

} // namespace planlens::explain
