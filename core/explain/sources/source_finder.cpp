// SPDX-License-Identifier: MPL-2.0
#include "core/explain/sources/source_finder.h"

#include "core/explain/definition.h"

#include <algorithm>
#include <unordered_map>

namespace planlens::explain {

namespace syntax = hcl::syntax;
using values::Path;
using values::Type;
using values::Value;

namespace {

/// Whether an expression calls try() or can().
bool hidesErrors(const hcl::Expression& expression) {
    return hasPart(expression, [](const hcl::Expression& part) {
        const auto* call = dynamic_cast<const syntax::FunctionCall*>(&part);
        return call && (call->name.ends_with("try") || call->name.ends_with("can"));
    });
}

/// Whether only the keys of `before` are known, and the other value has the same keys.
bool hasSameKeys(const Value& before, const Value& other) {
    if (!before.isKnown() || before.isNull() || !before.type().isObject() || !other.isKnown() || other.isNull() ||
        !other.type().isMapping() || before.size() != other.size() || before.size() == 0)
        return false;
    for (std::size_t i = 0; i < before.size(); ++i)
        if (before.element(i).isKnown() || !other.find(before.key(i)))
            return false;
    return true;
}

} // namespace

SourceFinder::Sources SourceFinder::written(const diags::SourceRange& range) {
    ValueSource source;
    source.range = range;
    return {source};
}

/// Whether two sources are the same, whatever their values were.
bool SourceFinder::isSameSource(const ValueSource& a, const ValueSource& b) {
    return a.kind == b.kind && a.reference == b.reference && a.path == b.path && a.range == b.range && a.text == b.text;
}

SourceFinder::Sources SourceFinder::allOf(std::vector<Sources> groups) {
    Sources all;
    for (Sources& group : groups)
        for (ValueSource& source : group) {
            const auto same =
                std::ranges::find_if(all, [&](const ValueSource& one) { return isSameSource(one, source); });
            if (same == all.end())
                all.push_back(std::move(source));
            else
                same->isCertain |= source.isCertain;
        }
    return all;
}

bool SourceFinder::isEvident(const ValueSource& source) const {
    if (source.kind != ValueSource::Kind::Reference)
        return false;
    const auto* named = std::get_if<plans::NamedValue>(&source.reference->dependency);
    return isOfInstances(source.reference) ||
           m_plan.differenceOf(source.reference->dependency, source.path) == PlanValues::Difference::Known ||
           (named &&
            m_plan.isShownChanged(*named, source.path, source.reference->dependent, source.reference->dependentPath));
}

PlanValues::Kept SourceFinder::keptStatus(const ValueSource& source) const {
    const auto* named = source.reference ? std::get_if<plans::NamedValue>(&source.reference->dependency) : nullptr;
    return named && source.kind == ValueSource::Kind::Reference && !isOfInstances(source.reference)
               ? m_plan.keptStatus(*named, source.path, source.before, source.reference->dependent)
               : PlanValues::Kept::No;
}

bool SourceFinder::isKept(const ValueSource& source) const {
    return keptStatus(source) == PlanValues::Kept::Yes;
}

bool SourceFinder::areKept(const Sources& sources) const {
    return !sources.empty() && std::ranges::all_of(sources, [&](const ValueSource& one) { return isKept(one); });
}

SourceFinder::Sources SourceFinder::withoutKept(Sources sources, const diags::SourceRange& range) const {
    if (sources.empty() || !std::ranges::all_of(sources, &ValueSource::isCertain))
        return sources;
    std::erase_if(sources, [&](const ValueSource& one) { return isKept(one); });
    return sources.empty() ? written(range) : withDoubts(std::move(sources), range);
}

SourceFinder::Sources SourceFinder::withDoubts(Sources sources, const diags::SourceRange& range) const {
    bool areDoubtful = false;
    for (ValueSource& one : sources)
        if (keptStatus(one) == PlanValues::Kept::Perhaps) {
            one.isCertain = false;
            areDoubtful = true;
        }
    if (areDoubtful)
        sources.push_back(possibleText(range));
    return sources;
}

SourceFinder::Sources SourceFinder::oneOf(std::vector<Sources> groups) const {
    std::erase_if(groups, [](const Sources& group) { return group.empty(); });
    const auto isKnown = [&](const Sources& group) {
        return std::ranges::all_of(group, [&](const ValueSource& one) { return isEvident(one); });
    };
    if (groups.size() > 1 && std::ranges::any_of(groups, isKnown))
        for (Sources& group : groups)
            std::erase_if(group, [](const ValueSource& one) { return one.kind == ValueSource::Kind::Written; });
    std::erase_if(groups, [](const Sources& group) { return group.empty(); });
    const auto isGroupKept = [&](const Sources& group) { return areKept(group); };
    if (groups.size() > 1 && !std::ranges::all_of(groups, isGroupKept))
        std::erase_if(groups, isGroupKept);
    const bool isCertain = groups.size() <= 1;
    Sources all = allOf(std::move(groups));
    if (!isCertain && all.size() > 1)
        for (ValueSource& source : all)
            source.isCertain = false;
    return all;
}

std::optional<Value> SourceFinder::valueIn(const Expression& expression, const Path& path) const {
    m_recorded.takeMissing();
    diags::Result<Value> result = expression.evaluate(m_scope);
    if (result.hasErrors() || !result.value || (m_recorded.takeMissing() && hidesErrors(expression)))
        return {};
    return valueAt(*result.value, path);
}

std::optional<Value> SourceFinder::evaluated(const Expression& expression, const Path& path) const {
    const bool isExpensive = dynamic_cast<const syntax::ForExpression*>(&expression) ||
                             dynamic_cast<const syntax::FunctionCall*>(&expression);
    if (m_scope != &m_recorded || !isExpensive)
        return valueIn(expression, path);
    PlanValues::Evaluation& known = m_plan.evaluation(expression, m_recorded.first());
    if (!known.value)
        known.value = valueIn(expression, {});
    return *known.value ? std::optional(valueAt(**known.value, path)) : std::nullopt;
}

std::optional<std::string> SourceFinder::keyIn(const syntax::ForExpression& expression) const {
    const std::optional<Value> name = evaluated(expression.key ? *expression.key : *expression.value);
    return name && name->isKnown() ? textOf(name->unmarked()) : std::nullopt;
}

/// Returns the elements of the collection that a `for` expression gives a key. Conditions are not considered.
std::vector<std::size_t> SourceFinder::elementsOf(const syntax::ForExpression& expression, const Value& collection,
                                                  const std::string& key) {
    std::unordered_map<std::string, std::vector<std::size_t>> made;
    auto* known = &made;
    if (m_scope == &m_recorded) {
        auto& kept = m_plan.evaluation(expression, m_recorded.first()).elements;
        if (kept) {
            const auto found = kept->find(key);
            return found == kept->end() ? std::vector<std::size_t>() : found->second;
        }
        known = &kept.emplace();
    }
    for (std::size_t i = 0; i < collection.size(); ++i)
        inElement(expression, collection, i, [&](const Path&) {
            if (const std::optional<std::string> name = keyIn(expression))
                (*known)[*name].push_back(i);
            return true;
        });
    return (*known)[key];
}

SourceFinder::Sources SourceFinder::find(const Expression& expression, const Path& path, const Before& before,
                                         Before now) {
    if (const hcl::ExpressionPtr native = expression.inNativeSyntax())
        return find(*native, path, before, std::move(now));
    constexpr int deepest = 200;
    if (m_depth > deepest || (before && !before->isKnown()))
        return {};
    ++m_depth;
    const Before outer = std::exchange(m_current, std::move(now));
    Sources found;
    if (const auto* made = dynamic_cast<const syntax::ObjectConstructor*>(&expression); made && !path.isEmpty()) {
        found = object(*made, path, before); // without evaluating the whole object
    } else if (const auto* loop = dynamic_cast<const syntax::ForExpression*>(&expression);
               loop && !loop->key && !loop->condition && m_scope != &m_recorded && indexAt(path)) {
        found = forEach(*loop, path, before); // without evaluating an inner list for each of its elements
    } else {
        const bool isKnown = m_current && m_current->isWhollyKnown();
        if (const std::optional<Value> value = evaluated(expression, path);
            value && (value->isWhollyKnown() || !isKnown)) // try() of a reference that fails is unknown here
            m_current = value;
        if (m_current && !m_current->isWhollyKnown()) {
            found = flipped(expression, path, before);
            if (found.empty())
                found = unknown(expression, path);
        } else if (!before || !m_current || !isSameValue(*before, *m_current))
            found = changed(expression, path, before);
    }
    m_current = outer;
    --m_depth;
    return found;
}

SourceFinder::Sources SourceFinder::changed(const Expression& expression, const Path& path, const Before& before) {
    if (const auto* inner = dynamic_cast<const syntax::Parentheses*>(&expression))
        return find(*inner->inner, path, before, m_current);
    if (const auto* wrap = dynamic_cast<const syntax::TemplateWrap*>(&expression))
        return find(*wrap->wrapped, path, before, m_current);
    if (const auto* named = dynamic_cast<const syntax::ScopeTraversal*>(&expression))
        return traversal(*named, path, before);
    if (const auto* relative = dynamic_cast<const syntax::RelativeTraversal*>(&expression)) {
        const Path steps = hcl::pathOf(relative->traversal);
        if (const auto* indexed = dynamic_cast<const syntax::Index*>(relative->source.get()))
            if (const auto* named = dynamic_cast<const syntax::ScopeTraversal*>(indexed->collection.get());
                named && m_scope->indexSelectsInstance(named->traversal))
                return instanceByKey(*indexed, path, before); // recorded with its steps
        Sources found = find(*relative->source, joined(steps, path), before, m_current);
        return before && isOfOtherElement(*relative->source, steps, path, *before)
                   ? oneOf({std::move(found), written(expression.range())})
                   : found;
    }
    if (const auto* indexed = dynamic_cast<const syntax::Index*>(&expression))
        return index(*indexed, path, before);
    if (const auto* conditionally = dynamic_cast<const syntax::Conditional*>(&expression))
        return conditional(*conditionally, path, before);
    if (const auto* called = dynamic_cast<const syntax::FunctionCall*>(&expression))
        return call(*called, path, before);
    if (const auto* made = dynamic_cast<const syntax::ObjectConstructor*>(&expression))
        return object(*made, path, before);
    if (const auto* made = dynamic_cast<const syntax::TupleConstructor*>(&expression))
        return tuple(*made, path, before);
    if (const auto* operation = dynamic_cast<const syntax::BinaryOperation*>(&expression))
        return binary(*operation, before);
    if (const auto* operation = dynamic_cast<const syntax::UnaryOperation*>(&expression);
        operation && operation->op == syntax::UnaryOperation::Operator::Not && before && before->isKnown() &&
        !before->isNull() && before->type().isBool())
        return find(*operation->operand, {}, Value::boolean(!before->asBool()));
    if (const auto* star = dynamic_cast<const syntax::Splat*>(&expression))
        return splat(*star, path, before);
    if (const auto* loop = dynamic_cast<const syntax::ForExpression*>(&expression))
        return forEach(*loop, path, before);
    if (const auto* pieces = dynamic_cast<const syntax::Template*>(&expression)) {
        std::vector<Piece> all;
        for (const hcl::ExpressionPtr& part : pieces->parts) {
            Piece piece{part.get(), {}, dynamic_cast<const syntax::LiteralValue*>(part.get()) != nullptr};
            piece.text = textOf(evaluated(*part));
            all.push_back(std::move(piece));
        }
        return text(std::move(all), before);
    }
    return anyPart(expression, before);
}

bool SourceFinder::readsMissing(const Expression& expression) const {
    const std::vector<hcl::Traversal> all = expression.variables();
    return std::ranges::any_of(all, [&](const hcl::Traversal& one) {
        const std::vector<const plans::Dependency*> references = m_recorded.at(one.range());
        return one.rootName() != "path" && !m_bound.contains(one.rootName()) &&
               std::ranges::all_of(references, isOfInstances);
    });
}

bool SourceFinder::readsRemoved(const Expression& expression) const {
    for (const hcl::Traversal& one : expression.variables())
        for (const plans::Dependency* reference : m_recorded.at(one.range()))
            if (const Value& now = reference->value; isOfInstances(reference) && (isSequence(now) || isMapping(now)) &&
                                                     now.size() == 0 && m_plan.haveInstancesChanged(*reference, {}))
                return true;
    return false;
}

bool SourceFinder::hasLiteralsOf(const Expression& expression, const Expression& other, const Value& text) {
    constexpr std::size_t shortest = 3;
    const auto literals = [](const Expression& one) {
        std::vector<std::string> found;
        if (const auto* pieces = dynamic_cast<const syntax::Template*>(&one))
            for (const hcl::ExpressionPtr& part : pieces->parts)
                if (const auto* literal = dynamic_cast<const syntax::LiteralValue*>(part.get()))
                    found.push_back(textOf(literal->value).value_or(""));
        return found;
    };
    const std::string whole = textOf(text).value_or("");
    const auto has = [&](const std::vector<std::string>& all) {
        std::size_t at = 0, size = 0;
        for (const std::string& one : all) {
            at = whole.find(one, at);
            if (at == std::string::npos)
                return false;
            at += one.size();
            size += one.size();
        }
        return size >= shortest;
    };
    return has(literals(expression)) && !has(literals(other));
}

bool SourceFinder::shareReference(const Expression& a, const Expression& b) const {
    for (const hcl::Traversal& one : a.variables())
        for (const plans::Dependency* reference : m_recorded.at(one.range()))
            for (const hcl::Traversal& other : b.variables())
                for (const plans::Dependency* same : m_recorded.at(other.range()))
                    if (reference->dependency == same->dependency &&
                        areRelated(reference->dependencyPath, same->dependencyPath))
                        return true;
    return false;
}

/// Whether an expression has a value in one of its branches, or with the previous values of its references.
bool SourceFinder::mayHaveBeen(const Expression& expression, const Path& path, const Value& value) const {
    if (const auto* inner = dynamic_cast<const syntax::Parentheses*>(&expression))
        return mayHaveBeen(*inner->inner, path, value);
    if (const auto* branches = dynamic_cast<const syntax::Conditional*>(&expression))
        return mayHaveBeen(*branches->whenTrue, path, value) || mayHaveBeen(*branches->whenFalse, path, value);
    const auto is = [&](const std::optional<Value>& one) { return one && isSameValue(value, *one); };
    const plans::Dependency* reference = onlyReference(expression);
    const auto* instance = reference ? std::get_if<addrs::AbsResourceInstance>(&reference->dependency) : nullptr;
    const auto object = instance ? m_plan.of(*instance, joined(reference->dependencyPath, path)) : std::nullopt;
    return (object && is(object->before)) || is(evaluated(expression, path)) || is(evaluatedBefore(expression, path));
}

/// Returns the sources of the condition if the other branch has the previous value, and the value is not known now.
SourceFinder::Sources SourceFinder::flipped(const Expression& expression, const Path& path, const Before& before) {
    if (const auto* inner = dynamic_cast<const syntax::Parentheses*>(&expression))
        return flipped(*inner->inner, path, before);
    const auto* branches = dynamic_cast<const syntax::Conditional*>(&expression);
    const std::optional<Value> condition =
        branches && before && isUsable(*before) ? evaluated(*branches->condition) : std::nullopt;
    if (!condition || !condition->isKnown() || condition->isNull())
        return {};
    const bool isTrue = isSameValue(Value::boolean(true), *condition);
    if (!mayHaveBeen(isTrue ? *branches->whenFalse : *branches->whenTrue, path, *before) ||
        mayHaveBeen(isTrue ? *branches->whenTrue : *branches->whenFalse, path, *before))
        return {};
    Sources found = find(*branches->condition, {}, Value::boolean(!isTrue));
    return areKept(found) ? Sources() : found;
}

SourceFinder::Sources SourceFinder::conditional(const syntax::Conditional& expression, const Path& path,
                                                const Before& before) {
    const std::optional<Value> condition = evaluated(*expression.condition);
    const bool isTrue = condition && isSameValue(Value::boolean(true), *condition);
    if (!isTrue && !(condition && isSameValue(Value::boolean(false), *condition)))
        return anyPart(expression, before);
    const Expression& taken = isTrue ? *expression.whenTrue : *expression.whenFalse;
    const Expression& other = isTrue ? *expression.whenFalse : *expression.whenTrue;
    if (!before)
        return oneOf({find(*expression.condition, {}, Value::boolean(!isTrue)), find(taken, path, {})});
    const std::optional<Value> otherValue = evaluated(other, path);
    const bool wasOther = (otherValue && hasSameKeys(*before, *otherValue)) || mayHaveBeen(other, path, *before);
    Sources byCondition = find(*expression.condition, {}, Value::boolean(!isTrue));
    const bool isConditionKept = areKept(byCondition);
    if (isConditionKept)
        byCondition.clear();
    if (!(otherValue && otherValue->isKnown()) && !byCondition.empty() && readsMissing(other))
        return byCondition;
    if (!byCondition.empty() && (readsRemoved(other) || (path.isEmpty() && hasLiteralsOf(other, taken, *before))))
        return byCondition;
    const auto isSourceEvident = [&](const ValueSource& one) { return isEvident(one); };
    if (!byCondition.empty() && otherValue && isUsable(*otherValue) && m_current &&
        !isSameValue(*otherValue, *m_current) && std::ranges::all_of(byCondition, isSourceEvident))
        return byCondition; // also if the other branch was edited with it
    const bool isOtherEmpty =
        otherValue && (isMapping(*otherValue) || isSequence(*otherValue)) && otherValue->size() == 0;
    if (m_previousKeys == PreviousKeys::None && isOtherEmpty && !byCondition.empty()) // which made all keys
        return byCondition;
    const bool hadKeys = m_previousKeys == PreviousKeys::Some || m_previousKeys == PreviousKeys::Replaced;
    if (hadKeys && isOtherEmpty && before->isNull() && path.size() == 1) // others had been made before
        byCondition.clear();
    Sources byBranch = find(taken, path, before, m_current);
    if (wasOther && isConditionKept) // the branches may have been exchanged
        return oneOf({std::move(byBranch), written(expression.range())});
    if (wasOther && !byCondition.empty() && before->isNull() && !path.isEmpty()) // most keys do not exist elsewhere
        return oneOf({std::move(byBranch), std::move(byCondition)});
    if (wasOther && !byCondition.empty()) {
        // `big ? base * 2 : base` has the same value with half the base.
        const bool isPlain = before->type().isNumber() || before->type().isString();
        const bool isByChance =
            (isPlain && shareReference(taken, other)) ||
            std::ranges::all_of(byCondition, [](const auto& one) { return one.kind == ValueSource::Kind::Written; });
        return isByChance && !byBranch.empty() ? oneOf({std::move(byBranch), std::move(byCondition)}) : byCondition;
    }
    const auto isWritten = [](const ValueSource& one) { return one.kind == ValueSource::Kind::Written; };
    if (!byCondition.empty() && !byBranch.empty() && std::ranges::all_of(byBranch, isWritten))
        if (const Sources byOther = find(other, path, before);
            !byOther.empty() && !areKept(byOther) && !std::ranges::all_of(byOther, isWritten))
            return oneOf({std::move(byBranch), std::move(byCondition)}); // the other branch was edited with it
    if (byBranch.empty() && !byCondition.empty() && !taken.variables().empty() && otherValue &&
        otherValue->isWhollyKnown() && path.isEmpty() && textOf(*before)) // neither branch was the previous value
        return oneOf({std::move(byCondition), written(taken.range())});
    // `x != null ? x : "default"`: with another condition, the other branch would have another value, too.
    if (otherValue && otherValue->isWhollyKnown() && !byBranch.empty() && !areKept(byBranch) &&
        (byCondition.empty() || !shareReference(*expression.condition, other)))
        return byBranch;
    return oneOf({std::move(byBranch), std::move(byCondition)});
}

SourceFinder::Sources SourceFinder::binary(const syntax::BinaryOperation& expression, const Before& before) {
    using Operator = syntax::BinaryOperation::Operator;
    if (expression.op != Operator::LogicalAnd && expression.op != Operator::LogicalOr)
        return operation(expression, before);
    const std::optional<Value> left = evaluated(*expression.left), right = evaluated(*expression.right);
    const bool neutral = expression.op == Operator::LogicalAnd; // neutral element: true for &&, false for ||
    const auto is = [](const std::optional<Value>& value, bool expected) {
        return value && isSameValue(Value::boolean(expected), *value);
    };
    const Before was = Value::boolean(!neutral);
    if (is(left, neutral) && is(right, neutral)) // one operand had the other value
        return oneOf({find(*expression.left, {}, was), find(*expression.right, {}, was), written(expression.range())});
    std::vector<Sources> groups; // operands with the other value, which must have changed
    for (const auto& [side, value] : {std::pair(expression.left.get(), left), {expression.right.get(), right}})
        if (is(value, !neutral))
            groups.push_back(find(*side, {}, Value::boolean(neutral)));
    if (groups.empty())
        return anyPart(expression, before);
    return oneOf({allOf(std::move(groups)), written(expression.range())}); // or an operand was added
}

} // namespace planlens::explain
