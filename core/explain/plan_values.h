// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/explain/file_data.h"
#include "core/hcl/expression.h"
#include "core/plans/changes.h"
#include "core/plans/dependencies.h"
#include "core/plans/variable_value.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace planlens::states {
class State;
}
namespace planlens::plans {
struct Plan;
}
namespace planlens::explain {

class EditedInputs;
struct Carried;
struct FoundSources;
struct KeyEdits;
struct ValueEdits;
class Witnesses;

/// Whether two unmarked values are equal, possibly after conversion to the type of the first one.
bool isSameValue(const values::Value& before, const values::Value& after);

/// Returns the unmarked value at a path; null of the dynamic type if there is none.
values::Value valueAt(const values::Value& value, const values::Path& path);

/// Returns the text of a known string, number or boolean, as templates render it.
std::optional<std::string> textOf(const std::optional<values::Value>& value);

/// Whether two values are different, but only in upper and lower case.
bool differsInCase(const values::Value& a, const values::Value& b);

/// Returns a text with lower case for upper case, and the reverse.
std::string inOtherCase(std::string text);

/// Whether a value is a known list, tuple or set.
bool isSequence(const values::Value& value);
/// Whether a value is a known map or object.
bool isMapping(const values::Value& value);
/// Whether a known collection has an element.
inline bool contains(const values::Value& collection, const values::Value& element) {
    for (std::size_t i = 0; i < collection.size(); ++i)
        if (isSameValue(collection.element(i), element))
            return true;
    return false;
}
/// Looks up elements of a known collection; texts in constant time.
class ElementIndex {
public:
    explicit ElementIndex(const values::Value& collection)
        : m_collection(collection) {
        for (std::size_t i = 0; i < collection.size(); ++i)
            if (const values::Value& element = collection.element(i); isText(element))
                m_texts.insert(element.asString());
            else
                m_others.push_back(element);
    }
    /// As contains().
    bool contains(const values::Value& element) const {
        if (!isText(element))
            return explain::contains(m_collection, element);
        return m_texts.contains(element.asString()) ||
               std::ranges::any_of(m_others, [&](const values::Value& one) { return isSameValue(one, element); });
    }

private:
    static bool isText(const values::Value& value) {
        return value.isKnown() && !value.isNull() && value.type().isString();
    }

    const values::Value m_collection;
    std::unordered_set<std::string> m_texts;
    std::vector<values::Value> m_others;
};
/// Returns the elements of a known collection that another one does not have.
inline std::vector<values::Value> elementsWithout(const values::Value& collection, const values::Value& other) {
    const ElementIndex others(other);
    std::vector<values::Value> found;
    for (std::size_t i = 0; i < collection.size(); ++i)
        if (!others.contains(collection.element(i)))
            found.push_back(collection.element(i));
    return found;
}
/// Returns the keys of a mapping, or the texts of a sequence; empty ones for elements without a text.
inline std::set<std::string> keysOf(const values::Value& collection) {
    std::set<std::string> keys;
    for (std::size_t i = 0; i < collection.size(); ++i)
        keys.insert(isSequence(collection) ? textOf(collection.element(i)).value_or("")
                                           : std::string(collection.key(i)));
    return keys;
}
/// Returns a set of texts.
inline values::Value asSet(const std::set<std::string>& texts) {
    std::vector<values::Value> elements;
    for (const std::string& text : texts)
        elements.push_back(values::Value::string(text));
    return elements.empty() ? values::Value::emptySet(values::Type::string()) : values::Value::set(std::move(elements));
}
/// Returns the path to an element of a mapping, list or tuple.
inline values::Path elementPath(const values::Value& collection, std::size_t i) {
    return isMapping(collection) ? values::Path().index(std::string_view(collection.key(i)))
                                 : values::Path().index(std::int64_t(i));
}

/// Whether a function has one of these names, apart from the namespace of built-in functions.
inline bool isOneOf(std::string_view function, std::initializer_list<std::string_view> names) {
    return std::ranges::find(names, builtInName(function)) != names.end();
}

/// Returns the part of `after` between the prefix and the suffix that it shares with `before`, in whole words.
std::string_view changedPart(std::string_view before, std::string_view after);
/// Returns the parts of both texts in which they differ, `before` first.
inline std::pair<std::string_view, std::string_view> changedParts(std::string_view before, std::string_view after) {
    return {changedPart(after, before), changedPart(before, after)};
}

values::Path joined(const values::Path& first, const values::Path& second);
/// Returns a path without its first steps.
values::Path withoutFirst(const values::Path& path, std::size_t steps = 1);
/// Whether a path begins with the steps of another one. Keys of objects and maps are interchangeable.
bool isWithin(const values::Path& path, const values::Path& prefix);
/// Whether one path is the beginning of the other.
bool areRelated(const values::Path& a, const values::Path& b);
/// Whether a source range lies within another one of the same file.
bool isInside(const diags::SourceRange& inner, const diags::SourceRange& outer);
/// Whether a value is wholly known and not null.
bool isUsable(const values::Value& value);
/// Returns the string key or attribute name in the first step of a path; std::nullopt for other steps.
std::optional<std::string> keyOf(const values::Path& path);
/// Returns the number of the element in a step of a path, or in its first step; std::nullopt for other steps.
std::optional<std::size_t> indexOf(const values::PathStep& step);
std::optional<std::size_t> indexAt(const values::Path& path);

/// Looks up the values of objects before and after a plan.
class PlanValues {
public:
    explicit PlanValues(const plans::Plan& plan);

    const plans::Plan& plan() const { return m_plan; }
    /// Returns the name of the workspace.
    const std::string& workspace() const;
    const plans::Changes& changes() const;
    const plans::Dependencies& dependencies() const;
    /// Whether the plan has its configuration.
    bool hasConfiguration() const;
    /// Returns the value of a variable of the root module; null if the plan does not contain it.
    const plans::VariableValue* variable(const plans::NamedValue& named) const;
    /// Returns null if the object has no drift.
    const plans::ResourceInstanceChange* driftOf(const addrs::AbsResourceInstance& address) const;

    struct BeforeAfter {
        values::Value before, after; // null of the dynamic type if the object or the path does not exist
        bool isDifferent() const;
    };
    /// Returns the value at a path in the previous run, and the one that references read now. std::nullopt if the plan
    /// does not contain them.
    std::optional<BeforeAfter> of(const addrs::AbsResourceInstance& address, const values::Path& path) const;

    enum class Side { Before, After };
    /// Whether the plan has an object in a module instance before or after apply.
    bool hasObjects(const addrs::ModuleInstance& module, Side side) const;
    /// Whether the plan has any object before apply.
    bool hadObjects() const { return modules().hadAny; }

    /// The instances of a resource in the plan.
    struct Instances {
        std::set<std::string> keys; // after apply
        std::int64_t count = 0;     // after apply, if they are numbered
        bool hadAny = false;        // before
    };
    /// Collected once for each resource, because it is needed for each of its instances.
    const Instances& instancesOf(const addrs::AbsResource& resource) const;

    /// The recorded value of a reference: unmarked, wholly known and not null.
    struct Recorded {
        values::Value value;
        std::unordered_set<std::string> texts, names; // all texts in it; all keys and attribute names
        std::set<std::size_t> lengths;                // of the texts
        mutable std::optional<bool> isShownUnchanged; // by an argument that has its text; computed on demand
        bool contains(const std::string& text) const { return texts.contains(text) || names.contains(text); }
        /// Returns those texts that a text contains, in time that hardly depends on their number.
        std::vector<std::string> textsIn(const std::string& text) const;
    };
    /// Returns null if the value is not recorded. Collected once, because it is needed for each instance of a resource.
    const Recorded* recorded(const plans::Dependency& reference) const;
    /// Whether the recorded value contains all keys of a resource.
    bool containsKeys(const plans::Dependency& reference, const addrs::AbsResource& resource) const;

    /// Returns the value of `count` in the previous run, derived from the stored instances. std::nullopt if there were
    /// none, or if the plan has no state.
    std::optional<std::int64_t> previousCount(const plans::NamedValue& repetition) const;
    /// Returns the keys of `for_each` in the previous run, derived in the same way; empty if there were none.
    const std::set<std::string>& previousKeys(const plans::NamedValue& repetition) const;

    /// Whether the instances of the resource or module call that a reference reads (isOfInstances()) differ from those
    /// of the previous run; with a key, whether that instance was removed, or added to a module call. Instances that
    /// were added to a resource are references of their own. If there were no instances before, the whole resource or
    /// call was added, unless a stored object depends on the module.
    bool haveInstancesChanged(const plans::Dependency& reference, const std::optional<addrs::InstanceKey>& key) const;
    /// Whether the module instance had no objects in the previous run.
    bool isNew(const addrs::ModuleInstance& module) const { return !hasObjects(module, Side::Before); }
    /// Returns the instances of a resource in the previous run, in the form in which references read them: those that
    /// still exist with their present values. std::nullopt if there were none, or many.
    const std::optional<values::Value>& instancesBefore(const plans::NamedValue& repetition) const;
    /// Whether a value of `count`, `for_each` or `enabled` makes the instances of the previous run.
    bool isRepetitionBefore(const plans::NamedValue& repetition, const values::Value& value) const;
    /// Whether instances of the resource with this repetition are removed.
    bool hasRemoved(const plans::NamedValue& repetition) const;
    /// Whether there were no objects at all, so that nothing can have changed. False if there is a state and all
    /// objects have conditions, which may have been false in the previous run.
    bool isFirstRun() const;
    /// Whether the call of the module, or of one around it, was added: it had no objects, and one of the new ones has
    /// no condition.
    bool isAddedCall(addrs::ModuleInstance module) const;
    /// Whether a stored object depends on a resource, even if that had no instances in the previous run.
    bool wasDeclared(const addrs::ConfigResource& resource) const { return dependedOn().contains(resource); }
    /// Whether a stored object depends on objects that nothing behind its present arguments reads.
    bool hasLostDependency(const addrs::AbsResourceInstance& address) const;
    /// Whether a named value depends on a value that is known only after apply.
    bool mayBeUnknown(const plans::DependencyEnd& named) const;
    /// Whether a value differs from that of the previous run, unless its text was edited.
    enum class Difference {
        None,     // it only depends on objects that did not change
        Possible, // the plan does not show it
        Known     // all objects that it depends on changed, or instances were added or removed
    };
    Difference differenceOf(const plans::DependencyEnd& end, const values::Path& path) const;
    /// The value of a named value, or of a part of it, in the previous run.
    struct Previous {
        values::Path path;
        values::Value value;
        values::Value now;
        bool isSame = false;
        bool isSize = false; // only the number of elements is known, or their keys; both are as now
        bool isProof = true; // false: other values may lead to what the objects have
        bool isForm = false; // `value` is what a function returns, also for other values
    };
    /// Returns the previous values that other objects show because they have them; those that contradict each other
    /// are left out. `explained` is the user whose change is explained: it may have started to refer to the value.
    /// Empty for plans without their configuration.
    const std::vector<Previous>& previousOf(const plans::NamedValue& named,
                                            const plans::DependencyEnd& explained) const;
    /// Whether a value is that of the previous run. Perhaps: what previousOf() returns is no proof, because other
    /// values lead to the same, or may do so with those of other references.
    enum class Kept { No, Perhaps, Yes };
    /// `before`: the value that it may have had.
    Kept keptStatus(const plans::NamedValue& named, const values::Path& path,
                    const std::optional<values::Value>& before, const plans::DependencyEnd& explained) const;
    /// Whether previousOf() proves that the value at a path is that of the previous run.
    bool isProvenKept(const plans::NamedValue& named, const values::Path& path,
                      const plans::DependencyEnd& explained) const;
    /// Whether previousOf() shows that the value at a path is that of the previous run.
    bool isKept(const plans::NamedValue& named, const values::Path& path, const plans::DependencyEnd& explained) const;
    /// Whether previousOf() shows that an element of a map or object, which exists now, existed in the previous run.
    bool hadElement(const plans::NamedValue& named, const values::Path& path,
                    const plans::DependencyEnd& explained) const;
    /// Whether previousOf() shows that the value at a path, or a part of it, differs from that of the previous run.
    /// With the explained argument, also whether another argument of the same object does.
    bool isShownChanged(const plans::NamedValue& named, const values::Path& path, const plans::DependencyEnd& explained,
                        const values::Path& argument = {}) const;
    /// Whether another instance of the same resource had a value in the previous run.
    bool hasSibling(const plans::DependencyEnd& instance, const values::Path& path, const values::Value& value) const;

    /// The previous value of a part of a reference, which differs from the present one.
    struct Replayed {
        const plans::Dependency* reference = nullptr;
        values::Path path; // within the value of the reference
        values::Value before;
        bool isForm = false; // as in Previous
    };
    using References = std::set<const plans::Dependency*>;
    /// Cached facts about an expression with the references of one object or named value. Computed once, because each
    /// instance of a resource needs one of its elements.
    struct Evaluation {
        std::optional<std::optional<values::Value>> value; // std::nullopt inside: it cannot be evaluated
        std::optional<std::unordered_map<std::string, std::vector<std::size_t>>> elements; // of the collection, by key
        std::optional<References> reads;                                                   // what it reads now
        std::optional<std::vector<Replayed>> changed;
        /// With all changed references, and without each of them; std::nullopt inside as above.
        std::map<const Replayed*, std::optional<values::Value>> replayed;
        std::optional<bool> hasMovedElements;
        /// The last results of valueSources() and instanceSources(): each moved element of a list needs those of the
        /// whole list.
        std::shared_ptr<const FoundSources> found, ofInstances;
    };
    /// The first reference stands for the object or named value; it can be null.
    Evaluation& evaluation(const hcl::Expression& expression, const plans::Dependency* firstReference) const {
        return m_evaluations[{&expression, firstReference}];
    }

    /// Returns the cache entry for a named value, computed with the previous values of its references, and whether the
    /// entry is new, so that the caller must fill it.
    std::pair<std::optional<values::Value>&, bool> replayedValue(const plans::NamedValue& named) const {
        const auto [found, isNew] = m_replayed.try_emplace(named);
        return {found->second, isNew};
    }

    /// The same for the current value of a named value.
    std::pair<std::optional<values::Value>&, bool> presentValue(const plans::NamedValue& named) const {
        const auto [found, isNew] = m_present.try_emplace(named);
        return {found->second, isNew};
    }

    /// Returns the cache entry for the edits that were tried for a `for_each`, which each added or removed instance
    /// needs; null if it is new.
    std::shared_ptr<const KeyEdits>& keyEdits(const plans::NamedValue& repetition) const {
        return m_keyEdits[repetition];
    }
    /// The same for a `count`.
    std::shared_ptr<const ValueEdits>& countEdits(const plans::NamedValue& repetition) const {
        return m_countEdits[repetition];
    }

    /// Returns the cache entry for the objects that show the previous value; null if it is new.
    std::shared_ptr<Witnesses>& witnesses(const plans::NamedValue& named) const { return m_witnesses[named]; }

    /// The keys of a map's entries, by the text that each entry has at a path. Of each text only two keys, which show
    /// whether another entry has it.
    using KeysByText = std::unordered_map<std::string, std::vector<std::string>>;
    /// Returns the cache entry for the map at a path of a named value, and whether it is new: each changed object may
    /// ask for one of the entries.
    std::pair<KeysByText&, bool> keysByText(const plans::NamedValue& named, const values::Path& map,
                                            const values::Path& within) const {
        const auto [found, isNew] = m_keysByText.try_emplace({named, map.toString(), within.toString()});
        return {found->second, isNew};
    }

    /// Where a possible root is edited: the file, the position in it, and the part of the definition.
    struct RootPlace {
        std::string file;
        std::uint32_t line = 0, column = 0;
        std::string part;
        std::string subject = {}; // without the keys of instances
        auto operator<=>(const RootPlace&) const = default;
    };
    /// A cause of a change that other instances of the same resource may share, and its possible roots.
    struct SharedCause {
        plans::Cause cause;
        BeforeAfter difference; // of the argument, or of a text that the key of the instance contains
        std::set<RootPlace> roots;
    };
    /// Returns the cache entry for such causes of a change, and whether it is new.
    std::pair<std::vector<SharedCause>&, bool> sharedCauses(const plans::ResourceInstanceChange& change) const {
        const auto [found, isNew] = m_sharedCauses.try_emplace(&change);
        return {found->second, isNew};
    }
    /// The instances of a resource in all modules.
    struct Siblings {
        std::vector<const plans::ResourceInstanceChange*> changes; // a few of them
        bool areAll = true;                                        // whether all instances change
        std::size_t count = 0;                                     // of all instances
    };
    const Siblings& siblings(const addrs::ConfigResource& resource) const;

    /// Returns the expression at a source range, which `parse` parses once; null if it is not an expression.
    template <typename Parse>
    const hcl::Expression* expressionAt(const diags::SourceRange& range, Parse parse) const {
        const auto [found, isNew] = m_expressions.try_emplace(range);
        if (isNew)
            found->second = parse();
        return found->second.get();
    }

    const FileData& files() const { return m_files; }
    const EditedInputs& editedInputs() const;

    /// Whether the text of the configuration reads an attribute of this name from any value.
    bool readsAttribute(const std::string& name) const;

private:
    // kept_values.cpp
    std::vector<Previous> previousIn(const plans::Dependency& reference, int& probes) const;
    std::vector<Previous> shownByNamed(const plans::Dependency& reference, const plans::NamedValue& named,
                                       const hcl::Expression& expression, const Carried& carried) const;
    static std::vector<Previous> shownBy(const plans::Dependency& reference, const Carried& carried,
                                         const values::Value& before, const values::Value& after, bool mayBeIgnored);
    static std::vector<Previous> shownAt(const plans::Dependency& reference, const Carried& carried,
                                         const values::Path& rest, const std::optional<values::Value>& before);
    /// What a user of a named value shows.
    struct Use {
        plans::DependencyEnd user;
        values::Path argument;
        Previous shown;
    };
    static std::vector<Previous> combined(const std::vector<Use>& uses, const plans::DependencyEnd* without);
    bool isKept(const plans::NamedValue& named, const values::Path& path, const std::vector<Previous>& all,
                int depth) const;
    values::Value currentOf(const plans::NamedValue& named, const values::Path& path) const;
    std::optional<values::Value> stored(const std::shared_ptr<const states::State>& state,
                                        const addrs::AbsResourceInstance& address) const;

    const plans::Plan& m_plan;
    const FileData m_files;
    std::unordered_map<addrs::AbsResourceInstance, const plans::ResourceInstanceChange*> m_drift;
    struct Repeated {
        std::optional<std::int64_t> count;
        std::set<std::string> keys;
    };
    const Repeated& previous(const plans::NamedValue& repetition) const;
    mutable std::optional<std::map<plans::NamedValue, Repeated>> m_previous; // computed on demand
    struct Modules {
        std::unordered_set<addrs::ModuleInstance> before, after;
        std::unordered_set<addrs::ModuleInstance> added; // directly with a new object that has no condition
        bool hadAny = false;                             // before
    };
    const Modules& modules() const;
    mutable std::optional<Modules> m_modules; // with objects; computed on demand
    mutable std::unordered_map<addrs::AbsResource, Instances> m_instances;
    // By dependency and path: each dependent has its own references.
    mutable std::map<std::pair<plans::DependencyEnd, std::string>, std::optional<Recorded>> m_recordedValues;
    mutable std::map<std::pair<const Recorded*, const Instances*>, bool> m_containsKeys;
    mutable std::map<std::pair<plans::DependencyEnd, std::string>, Difference> m_differences;
    mutable std::map<plans::DependencyEnd, bool> m_unknown;
    /// What the users of a named value show.
    struct Uses {
        std::vector<Use> all;
        std::set<plans::DependencyEnd> differing; // users that show another value
        std::vector<Previous> combined;
        std::map<plans::DependencyEnd, std::vector<Previous>> without; // combined, without a differing user
    };
    mutable std::map<plans::NamedValue, Uses> m_uses;
    mutable std::map<plans::NamedValue, std::optional<values::Value>> m_replayed, m_present, m_instancesBefore;
    mutable std::map<plans::NamedValue, std::shared_ptr<const KeyEdits>> m_keyEdits;
    mutable std::map<plans::NamedValue, std::shared_ptr<const ValueEdits>> m_countEdits;
    mutable std::map<plans::NamedValue, std::shared_ptr<Witnesses>> m_witnesses;
    mutable std::map<std::tuple<plans::NamedValue, std::string, std::string>, KeysByText> m_keysByText;
    mutable std::map<const plans::ResourceInstanceChange*, std::vector<SharedCause>> m_sharedCauses;
    mutable std::map<addrs::ConfigResource, Siblings> m_siblings;
    /// Returns the resources on which stored objects depend.
    const std::set<addrs::ConfigResource>& dependedOn() const;
    /// Whether one of them is in the module of a call.
    bool wasCalled(const plans::NamedValue& repetition) const;
    mutable std::optional<std::set<addrs::ConfigResource>> m_dependedOn;     // by stored objects; computed on demand
    mutable std::optional<std::unordered_set<std::string>> m_readAttributes; // computed on demand
    mutable std::map<diags::SourceRange, hcl::ExpressionPtr> m_expressions;
    mutable std::shared_ptr<const EditedInputs> m_editedInputs; // made on demand
    mutable std::map<std::pair<const hcl::Expression*, const plans::Dependency*>, Evaluation> m_evaluations;
};

/// Whether a reference is count.index, each.key or each.value.
bool isOwnRepetition(const plans::Dependency& reference);
/// Whether a reference reads an output of a new module instance, and other references beside it read which instances
/// the module has.
bool isOfAddedModule(const PlanValues& values, const plans::Dependency& reference,
                     const std::vector<const plans::Dependency*>& all);
/// Whether a reference reads which instances a resource or module call has.
bool isOfInstances(const plans::Dependency* reference);

} // namespace planlens::explain
