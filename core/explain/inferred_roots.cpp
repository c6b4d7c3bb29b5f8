// SPDX-License-Identifier: MPL-2.0
#include "core/explain/chain_finder.h"
#include "core/explain/inferred_causes.h"
#include "core/plans/plan.h"

#include <algorithm>
#include <iterator>

/// Finds roots in plans whose configuration has references, but no expressions: plan JSON.
namespace planlens::explain {

using plans::Action;
using values::Value;
using Kind = plans::Cause::Kind;

namespace {

using References = std::vector<const plans::Dependency*>;

constexpr std::size_t mostRoots = 20;      // that are named
constexpr std::size_t mostPossible = 1000; // that are compared
constexpr std::size_t longestPath = 64;    // of named values

void collectTexts(const Value& value, PlanValues::Recorded& recorded) {
    if (value.isNull())
        return;
    if (std::optional<std::string> text = textOf(value)) {
        if (!text->empty())
            recorded.lengths.insert(text->size());
        recorded.texts.insert(*std::move(text));
        return;
    }
    for (std::size_t i = 0; i < value.size(); ++i) {
        if (!isSequence(value))
            recorded.names.emplace(value.key(i));
        collectTexts(value.element(i), recorded);
    }
}

/// Returns the element of `other` that corresponds to the one at an index of `value`; null if there is none.
const Value* counterpart(const Value& value, std::size_t i, const Value& other) {
    if (!other.isWhollyKnown() || other.isNull() || textOf(other) || isSequence(value) != isSequence(other))
        return nullptr;
    if (isSequence(value))
        return i < other.size() ? &other.element(i) : nullptr;
    return other.find(value.key(i));
}

/// Whether a recorded value contains all parts of `after` that differ from `before`. False if parts were only removed.
bool containsChanges(const PlanValues::Recorded& recorded, const Value* before, const Value& after) {
    if (!after.isWhollyKnown() || after.isNull())
        return false;
    if (const std::optional<std::string> now = textOf(after)) {
        const std::optional<std::string> was = before ? textOf(*before) : std::nullopt;
        if (!was || (!textOf(recorded.value) && recorded.contains(*was))) // added, or another element was selected
            return false;
        const std::string_view part = changedPart(*was, *now);
        constexpr std::size_t shortest = 3; // of texts that are in the value only now
        return recorded.texts.contains(*now) ||
               std::ranges::any_of(recorded.textsIn(*now), [&](const std::string& text) {
                   return was->find(text) == std::string::npos &&
                          (text.size() >= shortest || (!part.empty() && text.find(part) != std::string::npos));
               });
    }
    bool isAny = false;
    for (std::size_t i = 0; i < after.size(); ++i) {
        const Value* was = before ? counterpart(after, i, *before) : nullptr;
        if (was && isSameValue(*was, after.element(i)))
            continue;
        if (!containsChanges(recorded, was, after.element(i)))
            return false;
        isAny = true;
    }
    return isAny;
}

/// Whether a value lists texts of which another value has only some: an expression selects them.
bool isSelected(const Value& list, const Value& from) {
    constexpr std::size_t most = 16; // comparing each one with all others is quadratic
    bool isAny = false, areAll = true;
    for (std::size_t i = 0; isSequence(list) && list.size() <= most && i < list.size(); ++i) {
        const std::optional<std::string> text = textOf(list.element(i));
        bool isFound = false;
        values::walk(from, [&](const values::Path&, const Value& part) {
            isFound |= text && textOf(part).value_or("").find(*text) != std::string::npos;
            return !isFound;
        });
        isAny |= isFound;
        areAll &= isFound;
    }
    return isAny && !areAll;
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

/// Whether another root variable, or another part of the value of a reference, has the text that a text had before, so
/// that this one may have been referred to.
bool hasPreviousText(const plans::Plan& plan, const plans::Dependency& reference, const PlanValues::Recorded& recorded,
                     const Value& before, const Value& after) {
    constexpr std::size_t shortest = 3; // shorter ones are equal by chance
    const std::optional<std::string> was = textOf(before), now = textOf(after);
    if (!was || !now || !before.type().isString())
        return false;
    const std::string part(changedParts(*was, *now).first);
    const auto isPrevious = [&](const std::optional<std::string>& text) {
        return text && text->size() >= shortest && (*text == *was || *text == part);
    };
    if (!textOf(recorded.value))
        return (was->size() >= shortest && recorded.texts.contains(*was)) ||
               (part.size() >= shortest && recorded.texts.contains(part));
    return std::ranges::any_of(plan.variables, [&](const auto& variable) {
        const auto* named = std::get_if<plans::NamedValue>(&reference.dependency);
        const bool isOwn = named && named->module.isRoot() && named->name == variable.first;
        return !isOwn && isPrevious(textOf(variable.second.value.unmarkedDeep()));
    });
}

/// Removes the outputs of added instances of a module, beside the reference to its repetition, which adds them.
void withoutAddedModules(const PlanValues& values, References& references) {
    std::erase_if(references, [&](const plans::Dependency* one) { return isOfAddedModule(values, *one, references); });
}

/// Whether plan JSON does not show where the value of an argument comes from: `dynamic` blocks, and expressions without
/// references, which may read files.
bool isHidden(const plans::Plan& plan, const addrs::ConfigResource& resource, const values::Path& path,
              const Value& after) {
    using Form = plans::Dependencies::ArgumentForm;
    const plans::Dependencies::Arguments* arguments = plan.dependencies.argumentsOf(resource);
    const auto* first = path.isEmpty() ? nullptr : std::get_if<values::AttributeStep>(&path[0]);
    if (!arguments || !first)
        return false;
    const auto found = arguments->find(first->name);
    if (found == arguments->end())
        return !after.isKnown() || (!after.isNull() && !textOf(after)); // an argument without a value was removed
    return found->second.kind == Form::Kind::Expression ||
           (found->second.kind == Form::Kind::Blocks && isSequence(after) && found->second.count < after.size());
}

/// Whether a value contains a text at a path where another value contains it, too.
bool sharesText(const Value& before, const Value& after, const std::string& text) {
    constexpr std::size_t shortest = 4; // of a part of a text
    if (const std::optional<std::string> now = textOf(after))
        return now == textOf(before) &&
               (now == text || (text.size() >= shortest && now->find(text) != std::string::npos));
    if (!after.isKnown() || after.isNull())
        return false;
    for (std::size_t i = 0; i < after.size(); ++i)
        if (const Value* was = before.isKnown() && !before.isNull() ? counterpart(after, i, before) : nullptr;
            was && sharesText(*was, after.element(i), text))
            return true;
    return false;
}

/// Returns how often such a value is the root, the most frequent first: the instances of a module, which are only
/// referred to if some were added or removed; variables of the root module; others without references; and those that
/// forward others.
int rank(const plans::Plan& plan, const plans::Dependency& reference) {
    const auto* named = std::get_if<plans::NamedValue>(&reference.dependency);
    if (named && named->kind == plans::NamedValue::Kind::Repetition)
        return 0;
    if (named && named->kind == plans::NamedValue::Kind::Variable && named->module.isRoot())
        return 1;
    return plan.dependencies.of(reference.dependency).empty() ? 2 : 3;
}

/// Calls a function with each text in a value that is another one than at the same place in the previous value, and
/// with that one, if any.
void eachNewText(const Value* before, const Value& after,
                 const std::function<void(const std::optional<std::string>&, const std::string&)>& call) {
    if (!after.isKnown() || after.isNull() || (before && isSameValue(*before, after)))
        return;
    if (const std::optional<std::string> text = textOf(after))
        return call(before ? textOf(*before) : std::nullopt, *text);
    for (std::size_t i = 0; i < after.size(); ++i)
        eachNewText(before && before->isKnown() ? counterpart(after, i, *before) : nullptr, after.element(i), call);
}

} // namespace

std::vector<std::string> PlanValues::Recorded::textsIn(const std::string& text) const {
    constexpr std::size_t few = 16; // for each length: a search is quicker than as many look-ups
    std::vector<std::string> found;
    if (texts.size() < few * lengths.size()) {
        std::ranges::copy_if(texts, std::back_inserter(found),
                             [&](const std::string& one) { return text.find(one) != std::string::npos; });
        return found;
    }
    for (const std::size_t length : lengths)
        for (std::size_t at = 0; at + length <= text.size(); ++at)
            if (const auto one = texts.find(text.substr(at, length)); one != texts.end())
                found.push_back(*one);
    return found;
}

const PlanValues::Recorded* PlanValues::recorded(const plans::Dependency& reference) const {
    const auto [found, isNew] =
        m_recordedValues.try_emplace({reference.dependency, reference.dependencyPath.toString()});
    std::optional<Recorded>& recorded = found->second;
    if (isNew && reference.value.isWhollyKnown() && !reference.value.isNull()) {
        recorded.emplace().value = reference.value.unmarkedDeep();
        collectTexts(recorded->value, *recorded);
    }
    return recorded ? &*recorded : nullptr;
}

bool PlanValues::containsKeys(const plans::Dependency& reference, const addrs::AbsResource& resource) const {
    const Recorded* value = recorded(reference);
    const Instances& instances = instancesOf(resource);
    const auto [found, isNew] = m_containsKeys.try_emplace({value, &instances});
    if (isNew)
        found->second =
            value && std::ranges::all_of(instances.keys, [&](const auto& key) { return value->contains(key); });
    return found->second;
}

bool hasOtherPart(const Link& argument, const Link& root) {
    constexpr std::size_t shortest = 3; // shorter texts are equal by chance
    const std::optional<std::string> known = textOf(root.after);
    if (!argument.before || !argument.after || !isUsable(*argument.before) || !known)
        return false;
    const auto isOfOther = [&](const std::string& text) {
        return std::ranges::any_of(argument.oneOf, [&](const Link& other) {
            return std::holds_alternative<plans::NamedValue>(other.subject) && !isSameRoot(other, root) &&
                   textOf(other.after) == text;
        });
    };
    bool isFound = false;
    eachNewText(&*argument.before, *argument.after, [&](const std::optional<std::string>& was, const std::string& now) {
        const bool isExplained = now.find(*known) != std::string::npos || known->find(now) != std::string::npos;
        isFound |= !isExplained && now.size() >= shortest && isOfOther(now) &&
                   !(was && isOfOther(*was)); // the root may select one of them
    });
    return isFound;
}

/// Whether an argument that refers to a value has its text, and had it in the previous run.
bool ChainFinder::isShownUnchanged(const plans::Dependency& reference) const {
    constexpr std::size_t shortest = 3, most = 200; // shorter texts are equal by chance
    const PlanValues::Recorded* recorded = m_values.recorded(reference);
    const std::optional<std::string> text = recorded ? textOf(recorded->value) : std::nullopt;
    if (!text || recorded->value.type().isBool())
        return false;
    if (recorded->isShownUnchanged)
        return *recorded->isShownUnchanged;
    const std::vector<const plans::Dependency*> uses = m_values.dependencies().on(reference.dependency);
    bool& isFound = recorded->isShownUnchanged.emplace(false);
    const auto isAlone = [&](const plans::Dependency& use) { // in an argument
        return std::ranges::all_of(m_values.dependencies().of(use.dependent), [&](const plans::Dependency* other) {
            return !(other->dependentPath == use.dependentPath) || other->dependency == use.dependency;
        });
    };
    for (std::size_t i = 0; i < std::min(uses.size(), most) && !isFound; ++i) {
        const auto* user = std::get_if<addrs::AbsResourceInstance>(&uses[i]->dependent);
        if (!user || uses[i]->dependentPath.isEmpty() || !(uses[i]->dependencyPath == reference.dependencyPath))
            continue;
        const auto values = m_values.of(*user, uses[i]->dependentPath);
        const bool isTelling = text->size() >= shortest || (text->size() > 1 && isAlone(*uses[i]));
        isFound = values && (textOf(values->after) || isTelling) && sharesText(values->before, values->after, *text);
    }
    return isFound;
}

ChainFinder::Tails ChainFinder::inferredBehind(const Link& change, const References& references,
                                               const Explains& explains) const {
    const auto linkTo = [&](const plans::Dependency* reference) {
        Link link;
        link.subject = reference->dependency;
        link.isSensitive = reference->value.containsMark(values::Mark::sensitive());
        // A collection is not written for each instance that has an element of it.
        if (const PlanValues::Recorded* recorded = m_values.recorded(*reference); recorded && textOf(recorded->value))
            link.after = recorded->value;
        return link;
    };
    const auto isExplained = [&](const plans::Dependency* reference) {
        return explains && m_values.recorded(*reference) && explains(*reference) && !isShownUnchanged(*reference);
    };
    // Without other references in the expressions, a value that explains the change is its root.
    Tails tails;
    Chain path;
    for (References next = distinct(references); next.size() == 1 && path.size() < longestPath;
         next = distinct(m_values.dependencies().of(next.front()->dependency))) {
        path.push_back(linkTo(next.front()));
        if (isExplained(next.front())) {
            tails.chains.push_back(std::move(path));
            return tails;
        }
    }
    const auto collect = [&](bool areUnchangedIncluded) {
        References roots;
        const auto add = [&](const References& all) {
            for (const plans::Dependency* reference : distinct(all)) {
                const auto* instance = std::get_if<addrs::AbsResourceInstance>(&reference->dependency);
                const bool isPossible = !instance || (instance->resource.mode == addrs::ResourceMode::Data &&
                                                      !m_values.changes().resource(*instance));
                if (isPossible && roots.size() < mostPossible &&
                    (areUnchangedIncluded || !isShownUnchanged(*reference)) &&
                    std::ranges::none_of(roots, [&](const plans::Dependency* other) {
                        return other->dependency == reference->dependency;
                    }))
                    roots.push_back(reference);
            }
        };
        add(references);
        for (std::size_t i = 0; i < roots.size(); ++i)
            add(m_values.dependencies().of(roots[i]->dependency));
        return roots;
    };
    References roots = collect(false);
    if (roots.empty()) // a function may have hidden the change where the value seems to be the same
        roots = collect(true);
    if (roots.empty())
        return tails;
    const auto first = std::ranges::stable_partition(roots, isExplained).begin();
    const auto explained = std::size_t(first - roots.begin());
    std::stable_sort(first, roots.end(), [&](const plans::Dependency* a, const plans::Dependency* b) {
        return rank(plan(), *a) < rank(plan(), *b);
    });
    for (std::size_t i = 0; i < std::min(roots.size(), mostRoots); ++i) {
        if (i == explained)
            tails.oneOf.push_back(change);
        tails.oneOf.push_back(linkTo(roots[i]));
    }
    if (explained >= std::min(roots.size(), mostRoots))
        tails.oneOf.push_back(change);
    return tails;
}

ChainFinder::Tails ChainFinder::inferredBehindArgument(const plans::ResourceInstanceChange& change,
                                                       const plans::Cause& cause) const {
    References references;
    for (const plans::Dependency* reference : m_values.dependencies().of(change.address))
        if (!reference->dependentPath.isEmpty() && areRelated(reference->dependentPath, cause.path))
            references.push_back(reference);
    const Value before = valueAt(change.change.before, cause.path), after = valueAt(change.change.after, cause.path);
    if (cause.kind == Kind::Unknown && isUnknownByCall(plan(), change, cause.path))
        return {};
    const Link own = linkOf(change, cause);
    withoutAddedModules(m_values, references);
    Tails tails = inferredBehind(own, references, [&](const plans::Dependency& reference) {
        const PlanValues::Recorded& recorded = *m_values.recorded(reference);
        if (!isUsable(before) || hasPreviousText(plan(), reference, recorded, before, after))
            return false; // the argument may be new, or have referred to another value
        const std::optional<std::string> text = textOf(recorded.value), now = textOf(after);
        if (text && now && *text != *now && isSameValue(recorded.value, after))
            return false; // a number in another form
        if (isSelected(recorded.value, valueAt(change.change.after, cause.path.prefix(1))))
            return false;
        return isSameValue(recorded.value, after) || containsChanges(recorded, &before, after);
    });
    if (tails.isEmpty() && isHidden(plan(), change.address.config(), cause.path, after))
        tails.oneOf.push_back(own);
    return tails;
}

/// Each object that changes and on which this one depended in the last run may be the trigger. Objects that others of
/// them depend on are left out, because states contain indirect dependencies, too.
ChainFinder::Tails ChainFinder::inferredBehindTrigger(const plans::ResourceInstanceChange& change) {
    std::vector<ValueSource> sources;
    std::set<addrs::AbsResourceInstance> behind;
    for (ValueSource& source : instancesOf(change.address, plans::Dependency::Kind::Reference, {}))
        if (const auto* instance = std::get_if<addrs::AbsResourceInstance>(&source.reference->dependency)) {
            const plans::ResourceInstanceChange* other = m_values.changes().resource(*instance);
            if (!other || other->change.action == Action::NoOp)
                continue;
            const std::vector<addrs::AbsResourceInstance> all = m_values.dependencies().instancesBehind(*instance);
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

/// Whether all instances of a resource that were there had keys of another type, and are removed: count and for_each
/// were exchanged.
bool ChainFinder::isNowRepeatedOtherwise(const plans::NamedValue& repetition, const addrs::InstanceKey& key) const {
    const auto resource = addrs::readAbsResourceInstance(repetition.name); // none: that of a module call
    if (!resource)
        return false;
    bool isAny = false;
    for (const plans::ResourceInstanceChange* one :
         m_values.changes().instancesOf(addrs::AbsResource{repetition.module, resource->resource})) {
        if (one->change.before.isNull())
            continue;
        const addrs::InstanceKey& other = one->address.key;
        if (other.isNone() || other.isInt() == key.isInt())
            return false;
        isAny = true;
    }
    return isAny;
}

/// Follows `for_each` over the instances of another resource to the one with the same key, if that is added or removed,
/// too.
ChainFinder::Tails ChainFinder::behindSameKey(const References& references, const addrs::InstanceKey& key,
                                              bool isDeclared) {
    const plans::Dependency* same = nullptr;
    for (const plans::Dependency* reference : references) {
        const auto* instance = std::get_if<addrs::AbsResourceInstance>(&reference->dependency);
        if (!instance)
            return {};
        const plans::ResourceInstanceChange* other = m_values.changes().resource(*instance);
        const Action action = isDeclared ? Action::Create : Action::Delete;
        if (instance->key == key && other && other->change.action == action)
            same = reference;
    }
    return same ? expanded(same->dependent, {sourceOf(*same)}) : Tails();
}

ChainFinder::Tails ChainFinder::inferredBehindRepetition(const plans::ResourceInstanceChange& change,
                                                         const plans::Cause& cause) {
    const bool isDeclared = cause.kind == Kind::Declared;
    if (isDeclared && !m_values.hadObjects())
        return {}; // all blocks are new
    const addrs::AbsResourceInstance& address = change.address;
    // The outermost module instance that has no object on the other side was added or removed.
    plans::NamedValue repetition = plans::repetitionOf(address.containing());
    addrs::InstanceKey key = address.key;
    for (addrs::ModuleInstance module = address.module; !module.isRoot(); module = module.parent())
        if (const addrs::InstanceKey& one = module.path.back().key;
            !one.isNone() &&
            !m_values.hasObjects(module, isDeclared ? PlanValues::Side::Before : PlanValues::Side::After)) {
            repetition = plans::repetitionOf(module);
            key = one;
        }
    if (key.isNone())
        return {};
    const References references = m_values.dependencies().of(repetition);
    if (isDeclared && isNowRepeatedOtherwise(repetition, key)) { // its own text was edited
        Link link;
        link.subject = repetition;
        Tails exchanged;
        exchanged.chains.push_back({std::move(link)});
        return exchanged;
    }
    if (Tails tails = behindSameKey(references, key, isDeclared); !tails.isEmpty())
        return tails;
    const PlanValues::Instances& instances = m_values.instancesOf(address.containing());
    const auto explains = [&](const plans::Dependency& reference) {
        const PlanValues::Recorded& recorded = *m_values.recorded(reference);
        const Value& value = recorded.value;
        const bool isCollection = !textOf(value).has_value();
        if (!key.isInt()) {
            if (isCollection && value.size() != instances.keys.size()) // only some of its elements are used
                return false;
            const bool isIn = recorded.contains(std::string(key.string()));
            return isDeclared ? isIn : !isIn && isCollection && m_values.containsKeys(reference, address.containing());
        }
        if (value.type().isBool())
            return value.asBool() == isDeclared;
        return isCollection ? std::int64_t(value.size()) == instances.count
                            : textOf(value) == std::to_string(instances.count);
    };
    // A new block is another possible cause, and the keys of module instances are not in the plan.
    const bool canDecide = repetition.module == address.module && (!isDeclared || instances.hadAny);
    const Link own = linkOf(change, cause);
    Tails tails = inferredBehind(own, references, canDecide ? Explains(explains) : Explains());
    if (tails.isEmpty() && references.empty() && isDeclared && repetition.module == address.module &&
        instances.hadAny && !key.isInt()) // for_each may depend on files
        tails.oneOf.push_back(own);
    return tails;
}

} // namespace planlens::explain
