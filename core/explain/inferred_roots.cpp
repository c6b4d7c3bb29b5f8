// SPDX-License-Identifier: MPL-2.0
#include "core/explain/chain_finder.h"

#include <algorithm>

/// Finds roots in plans whose configuration has references, but no expressions: plan JSON.
namespace planlens::explain {

using plans::Action;
using values::Value;
using Kind = plans::Cause::Kind;

namespace {

using References = std::vector<const plans::Dependency*>;

constexpr std::size_t mostRoots = 8;
constexpr std::size_t longestPath = 64; // of named values

bool isRecorded(const Value& value) {
    return value.isWhollyKnown() && !value.isNull();
}

bool isCollection(const Value& value) {
    return isRecorded(value) && (isSequence(value) || value.type().isObject() || value.type().isMap());
}

/// Calls a function with each string, number and boolean in a value; keys count as strings if `withKeys`. Stops if it
/// returns true.
bool anyText(const Value& value, bool withKeys, const std::function<bool(const std::string&)>& call) {
    if (!isRecorded(value))
        return false;
    if (const std::optional<std::string> text = textOf(value))
        return call(*text);
    for (std::size_t i = 0; i < value.size(); ++i)
        if ((withKeys && !isSequence(value) && call(std::string(value.key(i)))) ||
            anyText(value.element(i), withKeys, call))
            return true;
    return false;
}

bool containsText(const Value& value, const std::string& text) {
    return anyText(value, true, [&](const std::string& one) { return one == text; });
}

/// Returns the element of `other` that corresponds to the one at an index of `value`; null if there is none.
const Value* counterpart(const Value& value, std::size_t i, const Value& other) {
    if (!isCollection(other) || isSequence(value) != isSequence(other))
        return nullptr;
    if (isSequence(value))
        return i < other.size() ? &other.element(i) : nullptr;
    return other.find(value.key(i));
}

/// Whether all parts of `after` that differ from `before` are in `value`. False if parts were only removed.
bool containsChanges(const Value& value, const Value* before, const Value& after) {
    if (!isRecorded(after))
        return false;
    const std::optional<std::string> now = textOf(after);
    if (now) {
        const std::optional<std::string> was = before ? textOf(*before) : std::nullopt;
        if (!was || (isCollection(value) && containsText(value, *was))) // added, or another element was selected
            return false;
        const std::string_view part = changedPart(*was, *now);
        return anyText(value, false, [&](const std::string& text) {
            return text == *now ||
                   (!part.empty() && text.find(part) != std::string::npos && now->find(text) != std::string::npos);
        });
    }
    bool isAny = false;
    for (std::size_t i = 0; i < after.size(); ++i) {
        const Value* was = before ? counterpart(after, i, *before) : nullptr;
        if (was && isSameValue(*was, after.element(i)))
            continue;
        if (!containsChanges(value, was, after.element(i)))
            return false;
        isAny = true;
    }
    return isAny;
}

/// Returns the references to different values.
References distinct(const References& references) {
    References found;
    for (const plans::Dependency* reference : references)
        if (reference->kind == plans::Dependency::Kind::Reference &&
            std::ranges::none_of(found, [&](const plans::Dependency* other) {
                return other->dependency == reference->dependency && other->dependencyPath == reference->dependencyPath;
            }))
            found.push_back(reference);
    return found;
}

Link linkTo(const plans::Dependency& reference) {
    Link link;
    link.subject = reference.dependency;
    link.isSensitive = reference.value.containsMark(values::Mark::sensitive());
    if (const Value value = reference.value.unmarkedDeep(); isRecorded(value))
        link.after = value;
    return link;
}

} // namespace

ChainFinder::Tails ChainFinder::inferredBehind(const Link& change, const References& references,
                                               const std::function<bool(const Value&)>& explains) const {
    // Without other references in the expressions, a value that explains the change is its root.
    Tails tails;
    Chain path;
    for (References next = distinct(references); next.size() == 1 && path.size() < longestPath;
         next = distinct(plan().dependencies.of(next.front()->dependency))) {
        path.push_back(linkTo(*next.front()));
        if (explains && path.back().after && explains(*path.back().after)) {
            tails.chains.push_back(std::move(path));
            return tails;
        }
    }
    std::vector<Link> roots;
    const auto add = [&](const References& all) {
        for (const plans::Dependency* reference : distinct(all)) {
            const auto* instance = std::get_if<addrs::AbsResourceInstance>(&reference->dependency);
            const bool isPossible = !instance || (instance->resource.mode == addrs::ResourceMode::Data &&
                                                  !plan().changes.resource(*instance));
            if (isPossible && roots.size() < mostRoots && std::ranges::none_of(roots, [&](const Link& other) {
                    return other.subject == reference->dependency;
                })) {
                roots.push_back(linkTo(*reference));
            }
        }
    };
    add(references);
    for (std::size_t i = 0; i < roots.size(); ++i)
        add(plan().dependencies.of(plans::DependencyEnd(roots[i].subject)));
    if (roots.empty())
        return tails;
    roots.insert(roots.begin(), change);
    std::ranges::stable_partition(
        roots, [&](const Link& root) { return !root.cause && root.after && explains && explains(*root.after); });
    tails.oneOf = std::move(roots);
    return tails;
}

ChainFinder::Tails ChainFinder::inferredBehindArgument(const plans::ResourceInstanceChange& change,
                                                       const plans::Cause& cause) const {
    References references;
    for (const plans::Dependency* reference : plan().dependencies.of(change.address))
        if (!reference->dependentPath.isEmpty() && areRelated(reference->dependentPath, cause.path))
            references.push_back(reference);
    const Value before = valueAt(change.change.before, cause.path), after = valueAt(change.change.after, cause.path);
    return inferredBehind(linkOf(change, cause), references, [&](const Value& value) {
        return isSameValue(value, after) || containsChanges(value, &before, after);
    });
}

/// Each object that changes and on which this one depended in the last run may be the trigger. Objects that others of
/// them depend on are left out, because states contain indirect dependencies, too.
ChainFinder::Tails ChainFinder::inferredBehindTrigger(const plans::ResourceInstanceChange& change) {
    std::vector<ValueSource> sources;
    std::set<addrs::AbsResourceInstance> behind;
    for (ValueSource& source : instancesOf(change.address, plans::Dependency::Kind::Reference, {}))
        if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&source.reference->dependency)) {
            const plans::ResourceInstanceChange* other = plan().changes.resource(*instance);
            if (!other || other->change.action == Action::NoOp)
                continue;
            const std::vector<addrs::AbsResourceInstance> all = plan().dependencies.instancesBehind(*instance);
            behind.insert(all.begin(), all.end());
            sources.push_back(std::move(source));
        }
    std::erase_if(sources, [&](const ValueSource& source) {
        return behind.contains(std::get<addrs::AbsResourceInstance>(source.reference->dependency));
    });
    for (ValueSource& source : sources)
        source.isCertain = sources.size() == 1;
    return expanded(change.address, sources);
}

ChainFinder::Tails ChainFinder::inferredBehindRepetition(const plans::ResourceInstanceChange& change,
                                                         const plans::Cause& cause) const {
    using Named = plans::NamedValue;
    const bool isDeclared = cause.kind == Kind::Declared;
    const addrs::AbsResourceInstance& address = change.address;
    // The outermost module instance that has no object on the other side was added or removed.
    Named repetition{Named::Kind::Repetition, address.module, address.resource.toString()};
    addrs::InstanceKey key = address.key;
    for (addrs::ModuleInstance module = address.module; !module.isRoot(); module = module.parent())
        if (const addrs::InstanceKey& one = module.path.back().key;
            !one.isNone() &&
            !m_values.hasObjects(module, isDeclared ? PlanValues::Side::Before : PlanValues::Side::After)) {
            repetition = {Named::Kind::Repetition, module.parent(), "module." + module.path.back().name};
            key = one;
        }
    if (key.isNone())
        return {};
    std::set<std::string> keys; // now
    std::int64_t count = 0;
    bool hadOthers = !isDeclared; // a new block is another possible cause
    const auto note = [&](const plans::ResourceInstanceChange& one, const addrs::InstanceKey& other) {
        hadOthers |= !one.change.before.isNull();
        if (one.change.after.isNull())
            return;
        if (other.isInt())
            count = std::max(count, std::int64_t(other.index()) + 1);
        else if (!other.isNone())
            keys.insert(other.string());
    };
    if (repetition.module == address.module)
        for (const plans::ResourceInstanceChange* one : plan().changes.instancesOf(address.containing()))
            note(*one, one->address.key);
    const bool isText = !key.isInt();
    const auto explains = [&](const Value& value) {
        if (isText) {
            const bool isIn = containsText(value, std::string(key.string()));
            if (isCollection(value) && value.size() != keys.size()) // only some of its elements are used
                return false;
            return isDeclared ? isIn
                              : !isIn && isCollection(value) && std::ranges::all_of(keys, [&](const std::string& one) {
                                    return containsText(value, one);
                                });
        }
        if (value.type().isBool())
            return value.asBool() == isDeclared;
        return isCollection(value) ? std::int64_t(value.size()) == count : textOf(value) == std::to_string(count);
    };
    const bool canDecide = hadOthers && repetition.module == address.module;
    return inferredBehind(linkOf(change, cause), plan().dependencies.of(repetition),
                          canDecide ? explains : std::function<bool(const Value&)>());
}

} // namespace planlens::explain
