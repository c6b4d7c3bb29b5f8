// SPDX-License-Identifier: MPL-2.0
#include "core/explain/sources/value_sources.h"

#include "core/explain/sources/source_finder.h"

#include <algorithm>

namespace planlens::explain {

namespace syntax = hcl::syntax;
using values::Path;
using values::Type;
using values::Value;

/// What was asked, and the answer.
struct FoundSources {
    Path path;
    std::optional<Value> before, after;
    std::vector<ValueSource> sources;

    bool isFor(const Path& other, const std::optional<Value>& was, const std::optional<Value>& now) const {
        return path == other && before == was && after == now;
    }
};

namespace {

/// Whether two values are the same but for the types of texts, numbers, booleans and sets.
bool differsInType(const Value& before, const Value& after) {
    if (!isUsable(before) || !isUsable(after) || !isSameValue(before, after))
        return false;
    if (textOf(before) || isSequence(before) != isSequence(after))
        return before.type() != after.type();
    if (isSequence(before) && before.type().isSet() != after.type().isSet())
        return true;
    for (std::size_t i = 0; i < before.size(); ++i) {
        const Value* other = isMapping(before) ? after.find(before.key(i)) : &after.element(i);
        if (other && differsInType(before.element(i), *other))
            return true;
    }
    return false;
}

/// Previous values of variables are known exactly; those of locals and outputs are computed.
bool isVariable(const plans::Dependency& reference) {
    const auto* named = std::get_if<plans::NamedValue>(&reference.dependency);
    return named && named->kind == plans::NamedValue::Kind::Variable;
}

} // namespace

bool SourceFinder::isEditedBeside(const Expression& expression, const Value& before, const Sources& found) const {
    const std::vector<Replayed>& changed = changedReferences(expression);
    const auto isChanged = [&](const plans::Dependency* reference) {
        return std::ranges::any_of(changed, [&](const Replayed& one) { return one.reference == reference; });
    };
    const auto isOfChanged = [&](const ValueSource& one) {
        return one.kind == ValueSource::Kind::Reference && one.isCertain && isChanged(one.reference);
    };
    if (!isUsable(before) || !before.type().isNumber() || found.empty() || !std::ranges::all_of(found, isOfChanged) ||
        std::ranges::any_of(changed, [](const Replayed& one) { return one.isForm || !isVariable(*one.reference); }))
        return false;
    if (hasPart(expression, [](const Expression& part) { return dynamic_cast<const syntax::Conditional*>(&part); }))
        return false; // the other branch was not evaluated
    for (const hcl::Traversal& variable : expression.variables())
        for (const plans::Dependency* reference : m_recorded.at(variable.range())) {
            const auto* named = std::get_if<plans::NamedValue>(&reference->dependency);
            if (!isChanged(reference) &&
                !(named ? m_plan.isProvenKept(*named, reference->dependencyPath, reference->dependent)
                        : m_plan.differenceOf(reference->dependency, reference->dependencyPath) ==
                              PlanValues::Difference::None))
                return false;
        }
    const std::optional<Value> made = evaluatedBefore(expression, {}), now = evaluated(expression);
    return isUsable(made.value_or(Value())) && isUsable(now.value_or(Value())) && !isSameValue(before, *made) &&
           !isSameValue(*now, *made);
}

/// Returns the sources of a value of another type: the references, or a function that converts them now or did before.
std::vector<ValueSource> SourceFinder::ofType(const Expression& expression, const Path& path, const Value& before,
                                              const Value& after) const {
    const Expression* element = elementAt(expression, path);
    const Expression& part = element ? *element : expression;
    Sources found;
    for (const hcl::Traversal& variable : part.variables())
        for (const plans::Dependency* reference : m_recorded.at(variable.range())) {
            const bool isWhole = onlyReference(part) == reference;
            ValueSource source{ValueSource::Kind::Reference,
                               reference,
                               isWhole && !element ? joined(reference->dependencyPath, path)
                                                   : reference->dependencyPath,
                               isWhole ? Before(before) : Before(),
                               isWhole ? Before(after) : Before(),
                               reference->range,
                               {},
                               false};
            if (isUsable(reference->value) && !isOfInstances(reference) && !isOwnRepetition(*reference))
                found.push_back(std::move(source));
        }
    found.push_back(possibleText(part.range()));
    found.back().isCertain = found.size() == 1;
    return found;
}

namespace {

std::vector<ValueSource> find(SourceFinder& finder, const hcl::Expression& expression, const Path& path,
                              const std::optional<Value>& before, const std::optional<Value>& after) {
    if (before)
        if (const std::optional<Value> now = finder.evaluated(expression, path);
            now && (!after || isSameValue(*after, *now)) && differsInType(*before, *now))
            return finder.ofType(expression, path, *before, *now);
    if (before)
        if (SourceFinder::Sources replayed = finder.replayed(expression, path, *before); !replayed.empty())
            return replayed;
    auto found = finder.withoutUnread(finder.find(expression, path, before, after), expression);
    if (before && indexAt(path) && finder.areKept(found)) // the element was elsewhere in the list
        if (auto ofList = finder.withoutUnread(finder.find(expression, {}, {}), expression); !ofList.empty())
            found = std::move(ofList);
    if (before) {
        found = finder.withoutKept(std::move(found), expression.range());
        if (const hcl::Expression* part = elementAt(expression, path);
            part && finder.isEditedBeside(*part, *before, found)) {
            found.push_back(possibleText(part->range()));
            found.back().isCertain = true;
        }
        const auto isReference = [](const ValueSource& one) { return one.kind == ValueSource::Kind::Reference; };
        if (!found.empty() && std::ranges::all_of(found, isReference) &&
            differsInCase(*before, finder.evaluated(expression, path).value_or(*before)) &&
            !dynamic_cast<const syntax::ScopeTraversal*>(&expression)) { // lower() or the like may have been edited
            for (ValueSource& one : found)
                one.isCertain = false;
            found.push_back(possibleText(expression.range()));
        }
        return found;
    }
    if (finder.areKept(found)) // so the text was edited, if the value is known to differ
        found.clear();
    return finder.withDoubts(std::move(found), expression.range());
}

const plans::Dependency* firstOf(const std::vector<const plans::Dependency*>& references) {
    return references.empty() ? nullptr : references.front();
}

} // namespace

std::vector<ValueSource> valueSources(const PlanValues& plan, std::vector<const plans::Dependency*> references,
                                      const hcl::Expression& expression, const Path& path,
                                      const std::optional<Value>& before, const std::optional<Value>& after) {
    const plans::Dependency* const first = firstOf(references);
    if (const auto& known = plan.evaluation(expression, first).found; known && known->isFor(path, before, after))
        return known->sources;
    SourceFinder finder(plan, std::move(references));
    std::vector<ValueSource> sources = find(finder, expression, path, before, after);
    plan.evaluation(expression, first).found =
        std::make_shared<const FoundSources>(FoundSources{path, before, after, sources});
    return sources;
}

bool isAddedArgument(const PlanValues& plan, std::vector<const plans::Dependency*> references,
                     const hcl::Expression& expression) {
    return !SourceFinder(plan, std::move(references)).canBeNull(expression);
}

std::optional<ValueSource> variableByDefault(const PlanValues& plan, std::vector<const plans::Dependency*> references,
                                             const hcl::Expression& expression) {
    return SourceFinder(plan, std::move(references)).variableByDefault(expression);
}

std::optional<ValueSource> SourceFinder::variableByDefault(const Expression& expression) const {
    const plans::Dependency* reference = onlyReference(expression);
    const auto* named = reference ? std::get_if<plans::NamedValue>(&reference->dependency) : nullptr;
    if (!named || named->kind != plans::NamedValue::Kind::Variable || !reference->dependencyPath.isEmpty())
        return {};
    const plans::VariableValue* const value = m_plan.variable(*named);
    ValueSource source{ValueSource::Kind::Reference,
                       reference,
                       {},
                       Value::null(Type::dynamic()),
                       reference->value,
                       reference->range,
                       {},
                       false};
    const bool isDefault = named->module.isRoot()
                               ? !value || value->fromDefault
                               : !definitionOf(m_plan.plan(), *named).expression; // the call does not set it
    return isDefault && !isKept(source) ? std::optional(source) : std::nullopt;
}

std::optional<Value> currentValue(const PlanValues& plan, std::vector<const plans::Dependency*> references,
                                  const hcl::Expression& expression, const Path& path) {
    return SourceFinder(plan, std::move(references)).evaluated(expression, path);
}

std::optional<Value> currentValue(const PlanValues& plan, const plans::NamedValue& named, const Path& path) {
    const Definition definition = definitionOf(plan.plan(), named);
    if (definition.expression)
        return currentValue(plan, plan.dependencies().of(named), *definition.expression, path);
    if (named.kind != plans::NamedValue::Kind::Variable || !named.module.isRoot())
        return {};
    const plans::VariableValue* const variable = plan.variable(named);
    const std::optional<Value> value = variable ? variable->value : defaultOf(plan.plan(), named);
    return value ? std::optional(valueAt(*value, path)) : std::nullopt;
}

bool hasMovedElements(const PlanValues& plan, std::vector<const plans::Dependency*> references,
                      const hcl::Expression& expression) {
    const plans::Dependency* const first = firstOf(references);
    std::optional<bool>& known = plan.evaluation(expression, first).hasMovedElements;
    if (!known)
        known = SourceFinder(plan, std::move(references)).hasMovedElements(expression);
    return *known;
}

KeySources keySources(const PlanValues& plan, std::vector<const plans::Dependency*> references,
                      const hcl::Expression& expression, const std::string& key, const std::set<std::string>& previous,
                      RenamedKeys compared) {
    SourceFinder finder(plan, std::move(references));
    std::map<std::string, std::string> renamed = finder.renamedWith(expression, key, previous);
    const bool areSeveral = renamed.size() > 1;
    if (compared == RenamedKeys::Alone)
        std::erase_if(renamed, [&](const auto& one) { return one.first != key && one.second != key; });
    SourceFinder::Sources found = finder.findKey(expression, key, previous, renamed);
    if (renamed.empty() && dynamic_cast<const syntax::ScopeTraversal*>(&expression))
        for (ValueSource& one : found)
            if (one.kind == ValueSource::Kind::Reference && one.reference->dependencyPath.isEmpty()) {
                one.previousKeys = &previous;
                one.key = key;
            }
    return {finder.withoutKept(finder.withoutUnread(std::move(found), expression), expression.range()), areSeveral};
}

std::vector<ValueSource> instanceSources(const PlanValues& plan, std::vector<const plans::Dependency*> references,
                                         const hcl::Expression& expression, const plans::NamedValue& repetition) {
    const plans::Dependency* const first = firstOf(references);
    if (const auto& known = plan.evaluation(expression, first).ofInstances)
        return known->sources;
    SourceFinder finder(plan, std::move(references));
    std::optional<std::int64_t> count = plan.previousCount(repetition);
    const std::optional<Value> now = finder.evaluated(expression);
    if (!count && now && now->type().isNumber())
        count = 0;
    const bool isFlag = now && isUsable(*now) && now->type().isBool(); // `enabled`
    SourceFinder::Sources found = isFlag  ? finder.find(expression, {}, Value::boolean(!now->asBool()))
                                  : count ? finder.find(expression, {}, Value::number(*count))
                                          : finder.findKeys(expression, plan.previousKeys(repetition));
    found = finder.withoutKept(finder.withoutUnread(std::move(found), expression), expression.range());
    plan.evaluation(expression, first).ofInstances =
        std::make_shared<const FoundSources>(FoundSources{{}, {}, {}, found});
    return found;
}

std::vector<ValueSource> setBlockSources(const PlanValues& plan, std::vector<const plans::Dependency*> references,
                                         const std::vector<ConfiguredBlock>& blocks, const Value& before,
                                         const Value& after) {
    return SourceFinder(plan, std::move(references)).findInBlocks(blocks, before, after);
}

std::vector<ValueSource> blockSources(const PlanValues& plan, std::vector<const plans::Dependency*> references,
                                      const GeneratedBlock& block, const std::optional<Value>& before,
                                      const std::optional<Value>& after) {
    SourceFinder finder(plan, std::move(references));
    const hcl::Expression& expression = block.argument ? *block.argument : *block.forEach;
    return finder.withoutKept(finder.findInBlock(block, before, after), expression.range());
}

} // namespace planlens::explain
