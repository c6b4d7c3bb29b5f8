// SPDX-License-Identifier: MPL-2.0
#include "core/explain/chain_finder.h"

#include "core/configs/module.h"
#include "core/explain/definition.h"
#include "core/plans/plan.h"
#include "core/values/conversion/convert.h"

#include <algorithm>

/// Chains through variables, locals, outputs and repetitions.
namespace planlens::explain {

using values::Path;
using values::Type;
using values::Value;
using Kind = plans::Cause::Kind;

namespace {

/// Whether another call of the module does not set a variable, either, and only objects that do not change read it:
/// then the default was hardly edited.
bool isDefaultKept(const plans::Plan& plan, const plans::NamedValue& variable) {
    return std::ranges::any_of(defaultsElsewhere(plan, variable), [&](const plans::NamedValue& other) {
        const std::vector<const plans::Dependency*> uses = plan.dependencies.on(other);
        return !uses.empty() && std::ranges::all_of(uses, [&](const plans::Dependency* use) {
            const auto* instance = std::get_if<addrs::AbsResourceInstance>(&use->dependent);
            const plans::ResourceInstanceChange* change = instance ? plan.changes.resource(*instance) : nullptr;
            return change && change->change.action == plans::Action::NoOp;
        });
    });
}

bool isUsed(const ValueSource& source) {
    return source.after && source.after->isWhollyKnown() && !source.after->isNull();
}

/// Whether an expression is a text with no references but to the paths of modules, which do not change.
bool isPathText(const hcl::Expression& expression) {
    const std::vector<hcl::Traversal> variables = expression.variables();
    return !variables.empty() &&
           std::ranges::all_of(variables, [](const hcl::Traversal& one) { return one.rootName() == "path"; });
}

/// Whether an element of a collection is the same as another one, which it may have become by an edit.
bool isRepeatedElement(const PlanValues& values, const plans::NamedValue& named, const Path& path) {
    constexpr std::size_t most = 128; // elements that are compared
    const std::optional<Value> whole =
        path.isEmpty() ? std::nullopt : currentValue(values, named, path.prefix(path.size() - 1));
    if (!whole || !whole->isWhollyKnown() || (!isMapping(*whole) && !isSequence(*whole)) || whole->size() > most)
        return false;
    const Value own = valueAt(*whole, withoutFirst(path, path.size() - 1));
    std::size_t same = 0;
    for (std::size_t i = 0; isUsable(own) && i < whole->size(); ++i)
        same += isSameValue(own, whole->element(i)) ? 1 : 0;
    return same > 1;
}

/// Whether a given value is null, so that the value comes from the default or from the type.
bool isMissing(const std::optional<Value>& given, const ValueSource& source) {
    return isUsed(source) && given && given->isKnown() && given->isNull();
}

} // namespace

/// Returns the end of a chain at a variable whose value, or an attribute of it, was not given: its default or type was
/// edited, or the given value had the attribute before.
Link ChainFinder::withDefault(Link variable, const Path& path, const diags::SourceRange& given, bool isGiven) const {
    Link atDefault = variable;
    atDefault.place = placeOfDefault(m_values, std::get<plans::NamedValue>(variable.subject), path);
    if (!isGiven)
        return atDefault;
    atDefault.range = atDefault.place;
    Link atValue = variable;
    atValue.range = atValue.place = given;
    variable.oneOf = {std::move(atDefault), std::move(atValue)};
    return variable;
}

std::optional<Value> ChainFinder::inTypeOf(const std::optional<Value>& after, std::optional<Value> before) {
    if (before && after && textOf(before) && after->type().isPrimitive())
        if (values::Outcome<Value> converted = values::convert(*before, after->type()))
            return *std::move(converted);
    return before;
}

/// The source with the previous value of a named value, if other objects show it.
ValueSource ChainFinder::withPrevious(const plans::NamedValue& named, ValueSource source) const {
    if (!source.before)
        for (const PlanValues::Previous& one : m_values.previousOf(named, named))
            if (!one.isSame && isWithin(source.path, one.path)) {
                source.before = valueAt(one.value, withoutFirst(source.path, one.path.size()));
                source.isExact &= !one.isForm;
            }
    return source;
}

std::vector<Chain> ChainFinder::followNamed(const plans::NamedValue& named, const ValueSource& found) {
    const ValueSource source = withPrevious(named, found);
    Link link;
    link.subject = named;
    link.range = source.range;
    if (!(source.before && source.before->isNull() && !source.path.isEmpty())) { // not for a new element
        const bool isRecorded = source.before && source.before->isWhollyKnown();
        const bool isShown = source.isExact && isRecorded;
        if (isShown && !source.before->type().isSet()) // a set does not show the order of its source list
            link.before = inTypeOf(source.after, source.before);
        link.after = source.after;
    }
    if (named.kind != plans::NamedValue::Kind::Repetition)
        link.path = source.path;
    link.isSensitive = source.reference->value.containsMark(values::Mark::sensitive());
    const Definition definition = definitionOf(plan(), named);
    return link.isRootVariable()   ? endAtVariable(named, source, std::move(link), definition.range)
           : definition.expression ? behindExpression(named, source, std::move(link), definition)
                                   : behindReferences(named, source, std::move(link), definition.range);
}

/// Ends at a variable of the root module, whose value is given or a default.
std::vector<Chain> ChainFinder::endAtVariable(const plans::NamedValue& variable, const ValueSource& source, Link link,
                                              const diags::SourceRange& declared) const {
    if (m_isInferred) // files contain neither the origin nor the previous value of a variable
        return {};
    const auto given = plan().variables.find(variable.name);
    const bool isGiven = given != plan().variables.end();
    if (isGiven && isMissing(valueAt(given->second.value, source.path), source))
        return {{withDefault(std::move(link), source.path, declared, !given->second.fromDefault)}};
    link.origin = originOf(variable);
    const bool isDefaultUsed = isGiven ? given->second.fromDefault : defaultOf(plan(), variable).has_value();
    if (isUsed(source) && !source.path.isEmpty() && isDefaultUsed && !isWritten(m_values, declared, source.path))
        link.place = placeOfOptional(m_values, variable, source.path);
    if (link.place.isEmpty())
        link.place = placeOfElement(m_values, declared, source.path, source.before, source.after);
    return {{std::move(link)}};
}

/// Follows the references of a named value whose expression is not known, or that has none.
std::vector<Chain> ChainFinder::behindReferences(const plans::NamedValue& named, const ValueSource& source, Link link,
                                                 const diags::SourceRange& range) {
    std::vector<ValueSource> sources;
    for (const plans::Dependency* reference : m_values.dependencies().of(named))
        if (mayBeCause(*reference, false)) {
            sources.push_back(sourceOf(*reference));
            const auto* instance = std::get_if<addrs::AbsResourceInstance>(&reference->dependency);
            const Path part = joined(reference->dependencyPath, source.path);
            const auto object = instance && m_isInferred ? m_values.of(*instance, part) : std::nullopt;
            if (object && !object->after.isNull())
                sources.back().path = part;
        }
    const bool isUndecided = sources.size() > 1;
    for (ValueSource& one : sources)
        one.isCertain = !isUndecided || m_isInferred;
    Tails tails = expanded(named, sources);
    if (tails.isEmpty() && range.isEmpty())
        return {};
    if (const configs::ModuleCall* call =
            tails.isEmpty() && named.kind == plans::NamedValue::Kind::Variable ? callOf(plan(), named.module) : nullptr;
        call && isDefaultKept(plan(), named))
        return {{withDefault(std::move(link), source.path, call->range, true)}};
    if (tails.place.isEmpty())
        tails.place = placeOfElement(m_values, range, source.path, source.before, source.after);
    return finished(std::move(link), std::move(tails));
}

/// Returns the parts of the expression of a named value in which the difference may come from.
std::vector<ValueSource> ChainFinder::sourcesIn(const Definition& definition, const plans::NamedValue& named,
                                                const ValueSource& source) const {
    const std::vector<const plans::Dependency*> references = m_values.dependencies().of(named);
    if (isOfInstances(source.reference))
        return instanceSources(m_values, references, *definition.expression, named);
    if (source.previousKeys && currentValue(m_values, references, *definition.expression, {}))
        return keySources(m_values, references, *definition.expression, source.key, *source.previousKeys,
                          RenamedKeys::Together)
            .sources;
    return valueSources(m_values, references, *definition.expression, source.path, source.before, source.after);
}

/// Follows the expression that defines a named value, or ends there.
std::vector<Chain> ChainFinder::behindExpression(const plans::NamedValue& named, const ValueSource& source, Link link,
                                                 const Definition& definition) {
    const std::vector<const plans::Dependency*> references = m_values.dependencies().of(named);
    const bool isVariable = named.kind == plans::NamedValue::Kind::Variable;
    if (isVariable && isMissing(currentValue(m_values, references, *definition.expression, source.path), source))
        return {{withDefault(std::move(link), source.path, definition.range, true)}};
    Tails added;
    if (isVariable && source.path.isEmpty() && source.before && source.before->isNull() && isUsed(source) &&
        defaultIsNull(plan(), named) && isAddedArgument(m_values, references, *definition.expression)) {
        added.place = definition.range;
        return finished(std::move(link), std::move(added));
    }
    if (isAbsent(source)) {
        added.place = itemAt(*definition.expression, source.path);
        if (!added.isEmpty())
            return finished(std::move(link), std::move(added));
    }
    std::vector<ValueSource> sources = sourcesIn(definition, named, source);
    for (ValueSource& one : sources)
        one.isExact &= source.isExact;
    if (source.before && source.path.isEmpty() && !sources.empty() && isDefault(plan(), named, *source.before)) {
        for (ValueSource& one : sources)
            one.isCertain = false;
        sources.push_back(possibleText(definition.range)); // the argument may have been added
    }
    Tails tails = expanded(named, sources);
    if (!tails.isEmpty()) {
        link.place = definition.range;
        return finished(std::move(link), std::move(tails));
    }
    const hcl::Expression* part = elementAt(*definition.expression, source.path);
    const hcl::Expression& text = part ? *part : *definition.expression;
    const bool mayBeEdited = isPathText(text) && isRepeatedElement(m_values, named, source.path);
    if (!source.isCertain && !source.before && !text.variables().empty() && !mayBeEdited)
        return {}; // no referenced value has changed
    // The definition itself was edited.
    tails.place = definition.range;
    for (const ValueSource& one :
         valueSources(m_values, references, *definition.expression, source.path, Value::null(Type::dynamic())))
        if (one.kind == ValueSource::Kind::Written)
            tails.place = one.range;
    return finished(std::move(link), std::move(tails));
}

/// Whether the object whose change is explained had no such key in the previous run.
bool ChainFinder::isAbsent(const ValueSource& source) const {
    return m_absentKey && source.before && source.before->isNull() && !source.path.isEmpty() &&
           keyOf(withoutFirst(source.path, source.path.size() - 1)) == m_absentKey;
}

/// Whether the instances had keys of another type in the previous run: count, for_each and neither were exchanged.
bool ChainFinder::isRepeatedOtherwise(const plans::NamedValue& repetition, const addrs::InstanceKey& key,
                                      bool isDeclared) const {
    const bool wasCount = m_values.previousCount(repetition).has_value();
    const bool wasForEach = !m_values.previousKeys(repetition).empty();
    if (isDeclared)
        return key.isInt() ? wasForEach && !wasCount : !key.isNone() && wasCount && !wasForEach;
    const std::optional<Value> now = currentValue(m_values, repetition, {});
    return now && !key.isNone() && (key.isInt() ? !now->type().isNumber() : now->type().isNumber());
}

ChainFinder::Tails ChainFinder::behindRepetition(const plans::ResourceInstanceChange& change,
                                                 const plans::Cause& cause) {
    const addrs::AbsResourceInstance& address = change.address;
    std::vector<std::pair<plans::NamedValue, addrs::InstanceKey>> all{
        {plans::repetitionOf(address.containing()), address.key}};
    for (addrs::ModuleInstance module = address.module; !module.isRoot(); module = module.parent())
        all.emplace_back(plans::repetitionOf(module), module.path.back().key);
    for (const auto& [repetition, key] : all) {
        const Definition definition = definitionOf(plan(), repetition);
        if (!definition.expression) {
            std::vector<ValueSource> sources;
            for (const plans::Dependency* reference : m_values.dependencies().of(repetition))
                if (isInside(reference->range, cause.range))
                    sources.push_back(sourceOf(*reference));
            if (!sources.empty())
                return expanded(repetition, sources);
            continue;
        }
        if (!(definition.range == cause.range))
            continue;
        const bool isDeclared = cause.kind == Kind::Declared;
        const bool isOfResource = &repetition == &all.front().first;
        Tails edited;
        if (isDeclared && isOfResource)
            edited.place = addedCallOf(m_values, address.module);
        if (edited.isEmpty() &&
            ((isDeclared && m_values.isFirstRun()) || isRepeatedOtherwise(repetition, key, isDeclared)))
            edited.place = definition.range;
        if (!edited.isEmpty())
            return edited;
        std::optional<Value> before;
        if (key.isInt()) {
            const std::optional<std::int64_t> count = m_values.previousCount(repetition);
            if (count || isDeclared) // a new resource had no instances
                before = Value::number(count.value_or(0));
        } else {
            before = isDeclared ? Value::boolean(false) : Value::boolean(true);
        }
        const std::vector<const plans::Dependency*> references = m_values.dependencies().of(repetition);
        Tails tails;
        if (key.isNone() || key.isInt()) {
            tails = expanded(repetition, valueSources(m_values, references, *definition.expression, {}, before));
            if (before)
                tails = decidedByEdits(repetition, *definition.expression, *before, std::move(tails));
        } else {
            const auto ofKey = [&](RenamedKeys compared) {
                return keySources(m_values, references, *definition.expression, std::string(key.string()),
                                  m_values.previousKeys(repetition), compared);
            };
            const auto seen = m_seen;
            const KeySources found = ofKey(RenamedKeys::Together);
            tails = expanded(repetition, found.sources);
            if (found.areSeveral && !tails.areDecided()) { // they have no root in common
                m_seen = seen;
                tails = expanded(repetition, ofKey(RenamedKeys::Alone).sources);
            }
            tails = decidedByEdits(repetition, *definition.expression, std::string(key.string()), std::move(tails));
        }
        const bool hadInstances = m_values.previousCount(repetition) || !m_values.previousKeys(repetition).empty();
        if (isDeclared && isOfResource && !hadInstances && !m_values.wasDeclared(address.config()))
            addPossibleText(tails, repetition, definition.range);
        if (tails.isEmpty())
            tails.place = definition.range;
        return tails;
    }
    Tails added;
    if (cause.kind == Kind::Declared)
        added.place = addedCallOf(m_values, address.module);
    return added;
}

plans::Origin ChainFinder::originOf(const plans::NamedValue& variable) const {
    using Origin = plans::VariableOrigin::Kind;
    const auto value = plan().variables.find(variable.name);
    if (value == plan().variables.end() || value->second.fromDefault)
        return plans::Origin::Configuration;
    const auto origin = plan().recorded.variableOrigins.find(variable.name);
    return origin != plan().recorded.variableOrigins.end() && origin->second.kind == Origin::DefaultFile
               ? plans::Origin::Configuration
               : plans::Origin::Operator;
}

} // namespace planlens::explain
