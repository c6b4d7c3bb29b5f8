// SPDX-License-Identifier: MPL-2.0
#include "core/explain/chain_finder.h"
#include "core/explain/definition.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace planlens::explain {

using plans::Action;
using values::Path;
using values::Value;
using Kind = plans::Cause::Kind;

namespace {

/// Returns the only key that an object gained, if it has the value of a key that the object lost.
std::optional<std::string> renamed(const Value& before, const Value& after, const Value& lost) {
    std::optional<std::string> found;
    for (std::size_t i = 0; i < after.size(); ++i)
        if (!before.find(after.key(i)) && isUsable(lost) && isSameValue(lost, after.element(i))) {
            if (found)
                return {};
            found = after.key(i);
        }
    return found;
}

/// Returns the texts in a value that another value does not have at the same path.
std::vector<std::string> addedTexts(const Value& before, const Value& after) {
    if (!after.isKnown() || after.isNull() || isSameValue(before, after))
        return {};
    if (const std::optional<std::string> text = textOf(after))
        return text->empty() ? std::vector<std::string>() : std::vector{*text};
    std::vector<std::string> all;
    for (std::size_t i = 0; i < after.size(); ++i) {
        const Path step = elementPath(after, i);
        const Value was =
            after.type().isSet() ? valueAt(before, Path().index(after.element(i))) : valueAt(before, step);
        std::ranges::move(addedTexts(was, after.element(i)), std::back_inserter(all));
    }
    return all;
}

void collectTexts(const Value& value, std::set<std::string>& texts) {
    values::walk(value, [&](const Path&, const Value& part) {
        if (isUsable(part) && part.type().isString())
            texts.insert(part.asString());
        return true;
    });
}

/// Returns the texts in a value that another value has nowhere.
std::vector<std::string> newTexts(const Value& before, const Value& after) {
    std::set<std::string> was, is;
    collectTexts(before, was);
    collectTexts(after, is);
    std::vector<std::string> found;
    std::ranges::set_difference(is, was, std::back_inserter(found));
    return found;
}

/// Returns the argument of a cause. That of a new element is the whole argument, because its key may have been another
/// one.
schemas::ArgumentExpression argumentBehind(const PlanValues& values, const plans::ResourceInstanceChange& change,
                                           const plans::Cause& cause) {
    schemas::ArgumentExpression argument = argumentOf(values.plan(), change, cause.path);
    if (!argument.expression || cause.path.size() <= 1 || !argument.rest.isEmpty())
        return argument;
    const auto sides = values.of(change.address, cause.path);
    if (!sides || !sides->before.isNull())
        return argument;
    schemas::ArgumentExpression whole = argumentOf(values.plan(), change, cause.path.prefix(1));
    if (!whole.expression || whole.expression == argument.expression)
        return argument;
    whole.rest = withoutFirst(cause.path);
    return whole;
}

} // namespace

ChainFinder::Tails ChainFinder::behindArgument(const plans::ResourceInstanceChange& change, const plans::Cause& cause) {
    const schemas::ArgumentExpression argument = argumentBehind(m_values, change, cause);
    if (cause.kind == Kind::Unset && !argument.expression && isInWrittenBlock(plan(), change, cause.path)) {
        Tails removed; // not by a dynamic block of the same type
        removed.place = argument.range;
        return removed;
    }
    if (!argument.expression && !cause.path.isEmpty())
        if (Tails tails = behindBlock(change, cause); !tails.isEmpty())
            return tails;
    if (!argument.expression || cause.path.isEmpty()) {
        const std::vector<ValueSource> sources = referencesIn(change, cause);
        Tails tails = expanded(change.address, sources);
        if (m_isInferred && cause.kind == Kind::Argument && !tails.chains.empty() &&
            !isAnyExplaining(sources, change, cause.path))
            return orOwnText(change, cause, tails);
        const bool isOfValue = cause.kind == Kind::Argument || cause.kind == Kind::Unknown;
        return m_isInferred && tails.isEmpty() && isOfValue ? inferredBehindArgument(change, cause) : tails;
    }
    std::optional<Value> before, after;
    if (!change.change.before.isNull())
        if (const auto values = m_values.of(change.address, cause.path)) {
            before = values->before;
            after = values->after;
        }
    Tails tails;
    const auto whole = before && !cause.path.isEmpty() && !argument.rest.isEmpty()
                           ? m_values.of(change.address, cause.path.prefix(cause.path.size() - 1))
                           : std::nullopt;
    const auto key = keyOf(withoutFirst(cause.path, cause.path.size() - (cause.path.isEmpty() ? 0 : 1)));
    const bool isMapped = whole && key && isMapping(whole->before) && isMapping(whole->after);
    const bool isObject = isMapped && whole->before.type().isObject(); // not a map, whose elements can be null
    const bool isAbsent = isObject && before->isNull() && !whole->before.find(*key);
    if (isAbsent)
        tails.place = itemAt(*argument.expression, argument.rest);
    else if (isObject && !whole->after.find(*key))
        if (const std::optional<std::string> name = renamed(whole->before, whole->after, *before))
            tails.place = itemAt(*argument.expression, argument.rest.prefix(argument.rest.size() - 1).index(*name));
    if (!tails.isEmpty())
        return tails;
    // An element that another one replaced, which was elsewhere in the list, is explained with the whole list.
    const bool isMoved =
        whole && isSequence(whole->before) && isSequence(whole->after) &&
        (contains(whole->before, *after) || contains(whole->after, *before) || isOfMovedElements(change, argument));
    const bool isKept =
        isMapped && whole->after.find(*key) && (isObject ? !isAbsent : whole->before.find(*key) != nullptr);
    if (isMoved || (isMapped && !isKept && haveKeysChanged(whole->before, whole->after))) {
        tails = expanded(change.address,
                         valueSources(m_values, m_values.dependencies().of(change.address), *argument.expression,
                                      argument.rest.prefix(argument.rest.size() - 1), whole->before, whole->after));
        if (!tails.isEmpty())
            return doubtedByTexts(change, cause.path, argument, std::move(tails));
    }
    const auto outer = std::exchange(m_absentKey, isAbsent ? key : std::nullopt);
    const std::vector<const plans::Dependency*> references = m_values.dependencies().of(change.address);
    const bool isNew =
        before && before->isNull() && argument.rest.isEmpty() && after && after->isWhollyKnown() && !after->isNull();
    if (const std::optional<ValueSource> byDefault =
            isNew ? variableByDefault(m_values, references, *argument.expression) : std::nullopt)
        tails = expanded(change.address, {*byDefault, possibleText(argument.range)});
    else if (!isNew || !isAddedArgument(m_values, references, *argument.expression))
        tails = expanded(change.address,
                         valueSources(m_values, references, *argument.expression, argument.rest, before, after));
    m_absentKey = outer;
    const bool areKnown = before && after && isUsable(*before) && isUsable(*after);
    if (areKnown && !tails.isElsewhere && !m_isInferred && !isAbsent) {
        if (tails.isOneRoot() && isSmall(change) && isRefuted(tails.chains.front()))
            tails = insteadOf(tails.chains.front(), change.address, *argument.expression);
        if (std::optional<Tails> combined = combinedRoots(change, cause.path, argument, *before, *after, tails))
            return *std::move(combined);
        if (mayDecide(change, *before, tails))
            tails = decidedByEdits(change, cause.path, argument, *before, *after, std::move(tails));
        tails = orLostReference(change, argument, doubtedByTexts(change, cause.path, argument, std::move(tails)));
    }
    if (tails.isEmpty())
        tails.place = argument.range;
    return tails;
}

/// Whether the argument is an element of a list of instances that have other keys than in the previous run.
bool ChainFinder::isOfMovedElements(const plans::ResourceInstanceChange& change,
                                    const schemas::ArgumentExpression& argument) const {
    const hcl::Expression* const list = elementAt(*argument.expression, argument.rest.prefix(argument.rest.size() - 1));
    return list && hasMovedElements(m_values, m_values.dependencies().of(change.address), *list);
}

/// Whether a value was changed outside of OpenTofu and is not changed by the plan, which changes other attributes.
bool ChainFinder::onlyDrifted(const plans::ResourceInstanceChange& change, const Path& path) const {
    const plans::ResourceInstanceChange* const drift = m_values.driftOf(change.address);
    const Value refreshed = valueAt(change.change.before, path), planned = valueAt(change.change.after, path);
    return drift && !path.isEmpty() && planned.isWhollyKnown() && isSameValue(refreshed, planned) &&
           !isSameValue(valueAt(drift->change.before, path), refreshed);
}

/// Returns the header of an added block, or the sources of an argument in a generated one; nothing if it is not known
/// which block is added or generated.
ChainFinder::Tails ChainFinder::behindBlock(const plans::ResourceInstanceChange& change, const plans::Cause& cause) {
    Tails added;
    added.place = addedBlockOf(plan(), change, cause.path);
    if (!added.isEmpty())
        return added;
    const auto values = m_values.of(change.address, cause.path);
    const std::vector<const plans::Dependency*> references = m_values.dependencies().of(change.address);
    if (values && isSequence(values->before) && isSequence(values->after) && values->after.type().isSet())
        if (Tails tails = expanded(change.address,
                                   setBlockSources(m_values, references, configuredBlocks(plan(), change, cause.path),
                                                   values->before, values->after));
            !tails.isEmpty())
            return tails;
    const GeneratedBlock block = generatedBlockOf(plan(), change, cause.path);
    if (!block.forEach || !values || change.change.before.isNull())
        return {};
    if (!block.argument && cause.path.size() > 3) // in a block of its content
        return {};
    if (!block.argument && cause.path.size() > 2 && values->after.isNull()) { // it was taken out of the content
        added.place = block.range;
        return added;
    }
    Tails tails = expanded(change.address, blockSources(m_values, references, block, values->before, values->after));
    if (!block.argument)
        tails = orCondition(change.address, *block.forEach, values->before, values->after, std::move(tails));
    if (tails.isEmpty())
        tails.place = (block.argument ? block.argument : block.forEach)->range();
    return tails;
}

std::vector<ValueSource> ChainFinder::instancesOf(const addrs::AbsResourceInstance& address,
                                                  plans::Dependency::Kind kind, const diags::SourceRange& range) const {
    std::vector<ValueSource> sources;
    const auto add = [&](const plans::Dependency* reference) {
        ValueSource source;
        source.kind = ValueSource::Kind::Reference;
        source.reference = reference;
        source.path = reference->dependencyPath;
        source.range = reference->range;
        sources.push_back(std::move(source));
    };
    for (const plans::Dependency* reference : m_values.dependencies().of(address)) {
        if (reference->kind != kind || !(range.isEmpty() || isInside(reference->range, range)))
            continue;
        const auto* named = std::get_if<plans::NamedValue>(&reference->dependency);
        if (kind == plans::Dependency::Kind::DependsOn && named && named->kind == plans::NamedValue::Kind::Repetition)
            std::ranges::for_each(m_values.dependencies().of(*named), add); // depends_on of the call of a module
        else
            add(reference);
    }
    return sources;
}

std::vector<ValueSource> ChainFinder::sensitiveSources(const plans::ResourceInstanceChange& change,
                                                       const plans::Cause& cause) const {
    std::vector<ValueSource> sources;
    for (ValueSource& source : instancesOf(change.address, plans::Dependency::Kind::Reference, cause.range))
        if (source.reference->value.containsMark(values::Mark::sensitive()))
            sources.push_back(std::move(source));
    return sources;
}

/// Follows `depends_on` of a data source and of the calls of its modules, or the objects to which its arguments refer.
ChainFinder::Tails ChainFinder::behindPending(const plans::ResourceInstanceChange& change, const plans::Cause& cause) {
    Tails tails =
        expanded(change.address, instancesOf(change.address, plans::Dependency::Kind::DependsOn, cause.range));
    if (tails.isEmpty())
        tails = behindEntries(dependsOnOf(plan(), change.address));
    for (addrs::ModuleInstance module = change.address.module; tails.isEmpty() && !module.isRoot();
         module = module.parent())
        tails = behindEntries(dependsOnOfCall(plan(), module));
    if (!tails.isEmpty())
        return tails;
    for (const addrs::AbsResourceInstance& instance :
         m_values.dependencies().instancesBehind(change.address)) // arguments
        if (const plans::ResourceInstanceChange* other = m_values.changes().resource(instance);
            other && other->change.action != Action::NoOp && instance.resource.mode == addrs::ResourceMode::Managed &&
            m_seen.emplace(plans::DependencyEnd(instance), "").second)
            std::ranges::move(from(*other, {}), std::back_inserter(tails.chains));
    return tails;
}

/// Follows the changes of the objects in `depends_on`, or else those of the objects that these depend on.
ChainFinder::Tails ChainFinder::behindEntries(const std::vector<DependsOnEntry>& entries) {
    Tails tails;
    for (const auto& [range, subject] : entries) {
        std::vector<const plans::ResourceInstanceChange*> others;
        if (const auto* resource = std::get_if<addrs::AbsResource>(&subject))
            others = m_values.changes().instancesOf(*resource);
        else
            for (const plans::ResourceInstanceChangePtr& one : m_values.changes().resources())
                if (addrs::targetContains(subject, one->address))
                    others.push_back(one.get());
        while (!others.empty() && tails.chains.empty()) {
            std::vector<const plans::ResourceInstanceChange*> behind;
            for (const plans::ResourceInstanceChange* other : others) {
                if (other->address.resource.mode == addrs::ResourceMode::Data ||
                    !m_seen.emplace(plans::DependencyEnd(other->address), "depends_on").second)
                    continue;
                if (other->change.action != Action::NoOp)
                    std::ranges::move(from(*other, {}), std::back_inserter(tails.chains));
                else
                    for (const addrs::AbsResourceInstance& instance :
                         m_values.dependencies().instancesBehind(other->address))
                        if (const plans::ResourceInstanceChange* next = m_values.changes().resource(instance))
                            behind.push_back(next);
            }
            others = std::move(behind);
        }
        if (!tails.chains.empty())
            tails.place = range;
    }
    return tails;
}

/// Adds the sources of the blocks that a `dynamic` one generates: of their number, or of the arguments that differ.
void ChainFinder::addDifferentBlocks(const std::vector<const plans::Dependency*>& references, GeneratedBlock block,
                                     const Value& before, const Value& after, std::vector<ValueSource>& sources) const {
    const auto add = [&](const Value& was, const Value& now) {
        std::ranges::move(blockSources(m_values, references, block, was, now), std::back_inserter(sources));
    };
    if (!isSequence(before) || !isSequence(after) || before.size() != after.size() || after.type().isSet())
        return add(before, after);
    for (block.index = 0; block.index < after.size(); ++block.index)
        for (const auto& [name, argument] : block.arguments) {
            block.argument = argument;
            const Path path = Path().attribute(name);
            const Value was = valueAt(before.element(block.index), path),
                        now = valueAt(after.element(block.index), path);
            if (!isSameValue(was, now))
                add(was, now);
        }
}

/// Adds the sources of the arguments in a body whose values differ. Blocks count as far as it is known which one makes
/// an element.
void ChainFinder::addDifferentArguments(const std::vector<const plans::Dependency*>& references, const hcl::Body& body,
                                        const Value& before, const Value& after,
                                        std::vector<ValueSource>& sources) const {
    for (std::size_t i = 0; isMapping(before) && isMapping(after) && i < after.size(); ++i) {
        const std::string name(after.key(i));
        const Value was = valueAt(before, Path().attribute(name)), &now = after.element(i);
        if (isSameValue(was, now))
            continue;
        if (const auto found = body.knownContent({{{name, false}}, {}}); found.value && found->attribute(name)) {
            std::ranges::move(valueSources(m_values, references, *found->attribute(name)->expression, {}, was),
                              std::back_inserter(sources));
            continue;
        }
        if (std::vector<ConfiguredBlock> all = configuredBlocks(body, name); all.size() == 1 && all.front().forEach) {
            addDifferentBlocks(references, {std::move(all.front()), nullptr}, was, now, sources);
            continue;
        }
        const auto blocks = body.knownContent({{}, {{name, {}}}});
        if (!blocks.value || !isSequence(was) || !isSequence(now) || was.size() != now.size() ||
            blocks->blocks.size() != now.size() || (now.type().isSet() && now.size() > 1))
            continue;
        for (std::size_t k = 0; k < now.size(); ++k)
            addDifferentArguments(references, *blocks->blocks[k].body, was.element(k), now.element(k), sources);
    }
}

/// Follows the arguments of a data source that differ from those of the previous run.
ChainFinder::Tails ChainFinder::behindData(const addrs::AbsResourceInstance& address) {
    const hcl::BodyPtr body = bodyOf(plan(), address.config());
    const auto object = m_values.of(address, {});
    if (!body || !object || object->before.isNull())
        return {};
    std::vector<ValueSource> sources;
    addDifferentArguments(m_values.dependencies().of(address), *body, object->before, object->after, sources);
    return expanded(address, sources);
}

/// Finds the sources for arguments without an expression: generated blocks, and plans without configuration.
std::vector<ValueSource> ChainFinder::referencesIn(const plans::ResourceInstanceChange& change,
                                                   const plans::Cause& cause) {
    std::vector<ValueSource> sources;
    const bool isKnown = cause.kind == Kind::Argument && valueAt(change.change.after, cause.path).isWhollyKnown();
    const auto isUnknownValue = [&](const plans::Dependency& reference) {
        const auto* instance = std::get_if<addrs::AbsResourceInstance>(&reference.dependency);
        const auto values = instance ? m_values.of(*instance, reference.dependencyPath) : std::nullopt;
        return values && !values->after.isKnown();
    };
    // Of blocks in blocks, it is not recorded which references make them.
    const bool isNested = std::ranges::count_if(cause.path, [](const values::PathStep& step) {
                              return std::holds_alternative<values::AttributeStep>(step);
                          }) > 2;
    const std::vector<const plans::Dependency*> all = m_values.dependencies().of(change.address);
    for (const plans::Dependency* reference : all) {
        if (reference->kind != plans::Dependency::Kind::Reference ||
            (m_isInferred && cause.kind != Kind::Unknown && isOfAddedModule(m_values, *reference, all)))
            continue;
        const bool isNamed = !reference->dependentPath.isEmpty();
        const bool isIn = isNamed ? !cause.path.isEmpty() && areRelated(reference->dependentPath, cause.path)
                                  : isNested || (!cause.range.isEmpty() && isInside(reference->range, cause.range));
        if (!isIn)
            continue;
        if (m_isInferred && isKnown && isUnknownValue(*reference)) // which makes no known value
            continue;
        if (mayBeCause(*reference, cause.kind == Kind::Unknown))
            sources.push_back(sourceOf(*reference));
    }
    if (cause.kind != Kind::Unknown && sources.size() > 1)
        for (ValueSource& source : sources)
            source.isCertain = false;
    return sources;
}

/// Adds the argument itself to the roots of objects that do not explain its difference, and the named values to which
/// it refers.
ChainFinder::Tails ChainFinder::orOwnText(const plans::ResourceInstanceChange& change, const plans::Cause& cause,
                                          const Tails& tails) const {
    Tails undecided;
    const auto add = [&](const Link& root) {
        if (std::ranges::none_of(undecided.oneOf, [&](const Link& other) { return isSameRoot(root, other); }))
            undecided.oneOf.push_back(root);
    };
    const Tails named = inferredBehindArgument(change, cause);
    add(linkOf(change, cause));
    for (const Tails* one : {&tails, &named}) {
        for (const Chain& chain : one->chains)
            std::ranges::for_each(chain.back().oneOf.empty() ? std::vector{chain.back()} : chain.back().oneOf, add);
        std::ranges::for_each(one->oneOf, add);
    }
    return undecided;
}

/// Whether one of the objects to which an argument refers may explain its difference. Several ones may do so if that
/// contains no texts, and so may named values beside each other.
bool ChainFinder::isAnyExplaining(const std::vector<ValueSource>& sources, const plans::ResourceInstanceChange& change,
                                  const Path& path) const {
    if (sources.size() == 1)
        return mayExplain(*sources.front().reference, change, path);
    std::set<std::string> texts;
    collectTexts(valueAt(change.change.before, path), texts);
    collectTexts(valueAt(change.change.after, path), texts);
    const auto isObject = [](const ValueSource& one) {
        return std::holds_alternative<addrs::AbsResourceInstance>(one.reference->dependency);
    };
    return texts.empty() || std::ranges::none_of(sources, isObject) ||
           std::ranges::any_of(sources, [&](const ValueSource& one) {
               return isObject(one) && mayExplain(*one.reference, change, path);
           });
}

/// Whether the known value of an argument has a text that is new in the object to which it refers, or lost one that
/// the object lost.
bool ChainFinder::mayExplain(const plans::Dependency& reference, const plans::ResourceInstanceChange& change,
                             const Path& path) const {
    const auto* instance = std::get_if<addrs::AbsResourceInstance>(&reference.dependency);
    const auto object = instance ? m_values.of(*instance, reference.dependencyPath) : std::nullopt;
    const Value before = valueAt(change.change.before, path), after = valueAt(change.change.after, path);
    if (!object || object->before.isNull() || !after.isWhollyKnown())
        return true;
    const auto areOf = [](const std::vector<std::string>& texts, const std::vector<std::string>& parts) {
        return std::ranges::any_of(texts, [&](const std::string& text) {
            return std::ranges::any_of(parts,
                                       [&](const std::string& part) { return text.find(part) != std::string::npos; });
        });
    };
    const bool isOfTexts = isSequence(before) && isSequence(after);
    if (const auto lost = newTexts(after, before); isOfTexts && newTexts(before, after).empty()) // or in another order
        return areOf(lost, addedTexts(object->after, object->before));
    return areOf(addedTexts(before, after), addedTexts(object->before, object->after));
}

ValueSource ChainFinder::sourceOf(const plans::Dependency& reference) {
    ValueSource source;
    source.kind = ValueSource::Kind::Reference;
    source.reference = &reference;
    source.path = reference.dependencyPath;
    source.range = reference.range;
    return source;
}

bool ChainFinder::mayBeCause(const plans::Dependency& reference, bool isUnknown) const {
    if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&reference.dependency)) {
        const auto values = m_values.of(*instance, reference.dependencyPath);
        return !values || (isUnknown ? !values->after.isWhollyKnown() : values->isDifferent());
    }
    if (m_isInferred)
        return !isUnknown || m_values.mayBeUnknown(reference.dependency);
    return !isUnknown || !reference.value.isWhollyKnown();
}

} // namespace planlens::explain
