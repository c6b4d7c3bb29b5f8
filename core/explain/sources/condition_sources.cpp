// SPDX-License-Identifier: MPL-2.0
#include "core/explain/sources/source_finder.h"

#include <algorithm>

/// Sources of conditions of `for` expressions.
namespace planlens::explain {

namespace syntax = hcl::syntax;
using values::Path;
using values::Value;

namespace {

bool readsElement(const hcl::Expression& expression, const syntax::ForExpression& loop) {
    const std::vector<hcl::Traversal> all = expression.variables();
    return std::ranges::any_of(all, [&](const hcl::Traversal& one) {
        return one.rootName() == loop.keyVariable || one.rootName() == loop.valueVariable;
    });
}

/// A condition that compares a part of the element with something else.
struct Comparison {
    const hcl::Expression *ofElement = nullptr, *other = nullptr;
    bool isEqual = false; // otherwise "!="
};
std::optional<Comparison> comparisonIn(const syntax::ForExpression& loop) {
    using Operator = syntax::BinaryOperation::Operator;
    const auto* operation = dynamic_cast<const syntax::BinaryOperation*>(loop.condition.get());
    if (!operation || (operation->op != Operator::Equal && operation->op != Operator::NotEqual))
        return {};
    Comparison found{operation->left.get(), operation->right.get(), operation->op == Operator::Equal};
    if (readsElement(*found.other, loop))
        std::swap(found.ofElement, found.other);
    return readsElement(*found.ofElement, loop) && !readsElement(*found.other, loop) ? std::optional(found)
                                                                                     : std::nullopt;
}

/// Returns the values of an element that the condition reads; std::nullopt if it reads none, or the key.
std::optional<std::vector<Value>> readOf(const Value& element, const syntax::ForExpression& loop) {
    std::vector<Value> found;
    for (const hcl::Traversal& one : loop.condition->variables()) {
        if (one.rootName() == loop.keyVariable)
            return {};
        if (one.rootName() == loop.valueVariable)
            found.push_back(valueAt(element, hcl::pathOf(one)));
    }
    return found.empty() ? std::nullopt : std::optional(std::move(found));
}

} // namespace

/// Whether the condition selects the element that inElement() binds.
bool SourceFinder::isIncluded(const syntax::ForExpression& expression) {
    if (!expression.condition)
        return true;
    const std::optional<Value> included = evaluated(*expression.condition);
    return included && isSameValue(Value::boolean(true), *included);
}

/// Whether the previous run had an entry with this key, which the explained instances or the value show.
bool SourceFinder::existed(const std::string& key, const Before& before) const {
    return (m_keys && m_keys->contains(key)) || (before && isMapping(*before) && before->find(key)) ||
           (before && isSequence(*before) && contains(*before, Value::string(key)));
}

/// Whether the condition includes an element with the same values as this one, as it did in the previous run: it would
/// then have included this one, too.
bool SourceFinder::includesEqualElement(const syntax::ForExpression& expression, const Value& collection, std::size_t i,
                                        const Before& before) {
    constexpr std::size_t most = 64; // comparing each one with all others is quadratic
    const auto own = collection.size() <= most ? readOf(collection.element(i), expression) : std::nullopt;
    for (std::size_t j = 0; own && j < collection.size(); ++j)
        if (const auto other = readOf(collection.element(j), expression);
            j != i && other && std::ranges::equal(*own, *other, isSameValue) &&
            inElement(expression, collection, j, [&](const Path&) {
                const std::optional<std::string> key = keyIn(expression);
                return key && existed(*key, before) && isIncluded(expression);
            }))
            return true;
    return false;
}

/// Returns the sources of the condition for one element, without the element itself.
SourceFinder::Sources SourceFinder::conditionOf(const syntax::ForExpression& expression, const Value& collection,
                                                std::size_t i, const Before& before) {
    Sources found;
    if (!includesEqualElement(expression, collection, i, before))
        inElement(expression, collection, i, [&](const Path&) {
            found = find(*expression.condition, {}, Value::boolean(false));
            return true;
        });
    return found;
}

/// Whether a condition that is no longer there may have excluded an element: by an attribute that nothing reads now,
/// and that is the same in all elements that were included. `wasIncluded` can be null if those are not known; then only
/// flags count, which can be the default in others.
bool SourceFinder::mayHaveExcluded(const Value& collection, std::size_t i,
                                   const std::function<bool(std::size_t)>& wasIncluded) const {
    constexpr std::size_t most = 64; // comparing each one with all others is quadratic
    const Value& element = collection.element(i);
    if (!isMapping(element) || collection.size() > most)
        return false;
    for (std::size_t k = 0; k < element.size(); ++k) {
        const std::string name(element.key(k));
        const Value& own = element.element(k);
        const std::optional<std::string> text = isUsable(own) ? textOf(own) : std::nullopt;
        const bool isFlag = text == "true" || text == "false";
        if (!text || (!isFlag && !wasIncluded) || m_plan.readsAttribute(name))
            continue;
        std::vector<Value> included;
        for (std::size_t j = 0; j < collection.size(); ++j)
            if (const Value other = valueAt(collection.element(j), Path().index(std::string_view(name)));
                j != i && (wasIncluded ? wasIncluded(j) : !isSameValue(other, own)))
                included.push_back(other);
        const auto isPossible = [&](const Value& other) {
            return !isSameValue(own, other) && (isFlag || (isUsable(other) && isSameValue(included.front(), other)));
        };
        if (included.size() >= (isFlag ? 1 : 2) && std::ranges::all_of(included, isPossible))
            return true;
    }
    return false;
}

/// Whether other objects show that an element of the collection existed in the previous run.
bool SourceFinder::hadElement(const syntax::ForExpression& expression, const Value& collection, std::size_t i) const {
    const plans::Dependency* reference = isMapping(collection) ? onlyReference(*expression.collection) : nullptr;
    const auto* named = reference ? std::get_if<plans::NamedValue>(&reference->dependency) : nullptr;
    return named && m_plan.hadElement(*named, joined(reference->dependencyPath, elementPath(collection, i)),
                                      reference->dependent);
}

/// Adds the text of the condition, or of the loop if it has none, to the sources of an added element, if a condition
/// may have excluded it. If the element existed under this key, the loop without a condition is the only source.
SourceFinder::Sources SourceFinder::orLostCondition(Sources added, const syntax::ForExpression& expression,
                                                    const Value& collection, std::size_t i,
                                                    const std::function<bool(std::size_t)>& wasIncluded) const {
    const diags::SourceRange text = (expression.condition ? *expression.condition : expression).range();
    const auto* name =
        dynamic_cast<const syntax::ScopeTraversal*>(expression.key ? expression.key.get() : expression.value.get());
    const bool isOfKey = isMapping(collection) && name && name->traversal.steps.size() == 1 &&
                         name->traversal.rootName() == expression.keyVariable;
    if (isOfKey && !expression.condition && hadElement(expression, collection, i))
        return written(text);
    return mayHaveExcluded(collection, i, wasIncluded) ? oneOf({std::move(added), written(text)}) : std::move(added);
}

/// Returns the sources of the condition if another one selects exactly the elements of the previous value: its
/// negation, or the comparison with another value. Empty if there is none.
SourceFinder::Sources SourceFinder::otherCondition(const syntax::ForExpression& expression, const Value& collection,
                                                   const Before& before) {
    constexpr std::size_t most = 64, mostValues = 16; // compared with each other
    const bool isWhole = before && (isMapping(*before) || isSequence(*before));
    if (!expression.condition || isNullTest(*expression.condition) || collection.size() > most ||
        !(isWhole || (m_keys && expression.key)))
        return {};
    const std::optional<Comparison> comparison = comparisonIn(expression);
    struct Element {
        Value made;
        std::optional<Value> operand;
        bool isIncluded = false;
    };
    std::vector<Element> elements;
    std::vector<Value> operands;
    for (std::size_t i = 0; i < collection.size(); ++i)
        inElement(expression, collection, i, [&](const Path&) {
            Element& element = elements.emplace_back();
            element.made =
                evaluated(expression.key ? *expression.key : *expression.value).value_or(Value::dynamicUnknown());
            element.isIncluded = isIncluded(expression);
            if (comparison)
                element.operand = evaluated(*comparison->ofElement);
            const auto isSame = [&](const Value& one) { return isSameValue(one, *element.operand); };
            if (element.operand && isUsable(*element.operand) && std::ranges::none_of(operands, isSame))
                operands.push_back(*element.operand);
            return true;
        });
    std::vector<Value> previous; // what the elements made
    if (isWhole)
        for (std::size_t i = 0; i < before->size(); ++i)
            previous.push_back(isMapping(*before) ? Value::string(before->key(i)) : before->element(i));
    else
        for (const std::string& key : *m_keys)
            previous.push_back(Value::string(key));
    const auto makes = [&](const std::function<bool(const Element&)>& isSelected) {
        std::vector<Value> made;
        for (const Element& one : elements)
            if (isSelected(one))
                made.push_back(one.made);
        return !made.empty() && std::ranges::is_permutation(previous, made, isSameValue);
    };
    const auto isPrevious = [&](const Element& one) {
        return std::ranges::any_of(previous, [&](const Value& value) { return isSameValue(value, one.made); });
    };
    const auto isGained = [&](const Element& one) { return one.isIncluded && !isPrevious(one); };
    const auto isLost = [&](const Element& one) { return !one.isIncluded && isPrevious(one); };
    if (std::ranges::none_of(elements, isGained) || std::ranges::none_of(elements, isLost)) // one element was edited
        return {};
    const auto negated = [&] {
        return makes([](const Element& one) { return !one.isIncluded; }) ? written(expression.condition->range())
                                                                         : Sources();
    };
    for (const Value& operand : operands.size() <= mostValues ? operands : std::vector<Value>())
        if (makes([&](const Element& one) {
                return one.operand && isSameValue(operand, *one.operand) == comparison->isEqual;
            })) {
            Sources found = find(*comparison->other, {}, operand);
            if (found.empty())
                return written(expression.condition->range());
            return operand.type().isBool() ? oneOf({std::move(found), negated()}) : found; // or "==" was "!="
        }
    return negated();
}

/// Returns the sources of the condition if it excludes elements that still exist. Empty if one of them does not.
SourceFinder::Sources SourceFinder::excluded(const syntax::ForExpression& expression, const Value& collection,
                                             const std::set<std::string>& keys, const Before& before) {
    if (!expression.condition || isNullTest(*expression.condition)) // the value of the element decides
        return {};
    // Other elements that it included or excluded before.
    bool wasIncluded = false, wasExcluded = false;
    for (std::size_t i = 0; i < collection.size() && !(wasIncluded && wasExcluded); ++i)
        inElement(expression, collection, i, [&](const Path&) {
            const std::optional<std::string> key = keyIn(expression);
            const bool is = key && isIncluded(expression), was = key && existed(*key, before);
            wasIncluded |= is && was;
            wasExcluded |= key && m_keys && !is && !was;
            return true;
        });
    // `element.a == x` included elements with another value before: no other `x` does that.
    const std::optional<Comparison> comparison = wasIncluded ? comparisonIn(expression) : std::nullopt;
    std::vector<Sources> groups;
    for (const std::string& key : keys) {
        bool exists = false;
        for (const std::size_t i : elementsOf(expression, collection, key))
            exists |= inElement(expression, collection, i, [&](const Path&) {
                if (isIncluded(expression))
                    return false;
                groups.push_back(comparison && comparison->isEqual
                                     ? find(*comparison->ofElement, {}, evaluated(*comparison->other))
                                     : find(*expression.condition, {}, Value::boolean(true)));
                return true;
            });
        if (!exists)
            return {};
    }
    if (!wasExcluded) // the condition may have been added
        groups.push_back(written(expression.condition->range()));
    return oneOf(std::move(groups));
}

} // namespace planlens::explain
