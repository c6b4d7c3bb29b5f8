// SPDX-License-Identifier: MPL-2.0
#include "core/diff/same_changes.h"

#include "core/plans/changes.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace planlens::diff {

using plans::Action;
using values::Value;

namespace {

constexpr std::size_t fewest = 3; // smaller groups are as quick to read one by one

/// A path that a change affects, and how.
struct Touch {
    values::Path path;
    const Value* before = nullptr; // pointers into the plan; null if absent
    const Value* after = nullptr;
};

bool isKeyed(const Value& value) {
    return value.isKnown() && !value.isNull() && !value.isMarked() && (value.type().isObject() || value.type().isMap());
}
bool isNothing(const Value* value) {
    return !value || (!value->isMarked() && value->isKnown() && value->isNull());
}
bool areEqual(const Value* a, const Value* b) {
    return isNothing(a) || isNothing(b) ? isNothing(a) == isNothing(b) : *a == *b;
}
/// Whether only the provider decides the new value. The old one, such as an id, then says nothing about the change.
bool becomesUnknown(const Touch& touch) {
    return touch.after && !touch.after->unmarked().isKnown();
}

/// Whether both are lists of the same length, and elements of the new one have unknown parts.
bool haveUnknownParts(const Value* before, const Value* after) {
    const auto isList = [](const Value* value) {
        return !isNothing(value) && value->isKnown() && !value->isMarked() && value->type().isSequence() &&
               !value->type().isSet();
    };
    return isList(before) && isList(after) && before->size() == after->size() && !after->isWhollyKnown();
}

/// Collects members that differ, descending through objects and maps, and through lists with unknown parts.
void collect(const Value* before, const Value* after, values::Path path, std::vector<Touch>& touches) {
    if (areEqual(before, after) && (!after || after->isWhollyKnown()))
        return;
    if (haveUnknownParts(before, after)) {
        for (std::size_t i = 0; i < after->size(); ++i)
            collect(&before->element(i), &after->element(i), path.index(std::int64_t(i)), touches);
        return;
    }
    const bool goesIn = (before || after) && (isNothing(before) || isKeyed(*before)) &&
                        (isNothing(after) || isKeyed(*after)) && !(isNothing(before) && isNothing(after));
    if (!goesIn) {
        touches.push_back({std::move(path), before, after});
        return;
    }
    std::set<std::string_view> names;
    for (const Value* side : {before, after})
        for (std::size_t i = 0; !isNothing(side) && i < side->size(); ++i)
            names.insert(side->key(i));
    for (const std::string_view name : names)
        collect(isNothing(before) ? nullptr : before->find(std::string(name)),
                isNothing(after) ? nullptr : after->find(std::string(name)), path.attribute(name), touches);
    if (names.empty())
        touches.push_back({std::move(path), before, after});
}

std::size_t mixed(std::size_t seed, std::size_t value) {
    return seed ^ (value + 0x9e3779b97f4a7c15U + (seed << 6) + (seed >> 2));
}
std::size_t hashOf(const Value* value) {
    return isNothing(value) ? 1 : value->isWhollyKnown() ? value->unmarkedDeep().hash() : 2;
}

std::size_t hashOf(const plans::ResourceInstanceChange& change, const std::vector<Touch>& touches) {
    std::size_t hash =
        mixed(std::hash<std::string>{}(change.address.resource.type), static_cast<std::size_t>(change.change.action));
    for (const Touch& touch : touches)
        hash = mixed(mixed(mixed(hash, touch.path.hash()), becomesUnknown(touch) ? 0 : hashOf(touch.before)),
                     hashOf(touch.after));
    return hash;
}

bool areSame(const std::vector<Touch>& a, const std::vector<Touch>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Touch& x, const Touch& y) {
        return x.path == y.path && areEqual(x.after, y.after) && (becomesUnknown(x) || areEqual(x.before, y.before));
    });
}

/// Whether an object is replaced, and not only forgotten.
bool endsAndCreates(Action action) {
    return action == Action::DeleteThenCreate || action == Action::CreateThenDelete;
}

bool canBeAmongOthers(const plans::ResourceInstanceChange& change) {
    const Action action = change.change.action;
    return (action == Action::Create || action == Action::Read || action == Action::Update || endsAndCreates(action)) &&
           change.deposed.empty() && !change.isMoved() && !change.change.importing;
}

/// Returns the paths of the changes: first those that force a replacement, and last those of unknown values.
std::vector<std::string> attributesOf(std::vector<Touch> touches, const std::vector<values::Path>& requiredReplace) {
    std::ranges::stable_sort(touches, {}, [&](const Touch& touch) {
        const bool isForcing = std::ranges::any_of(requiredReplace, [&](const values::Path& path) {
            return touch.path.hasPrefix(path) || path.hasPrefix(touch.path);
        });
        return isForcing ? 0 : becomesUnknown(touch) ? 2 : 1;
    });
    std::vector<std::string> attributes;
    for (const Touch& touch : touches) {
        const std::string path = touch.path.toString();
        attributes.push_back(path.starts_with('.') ? path.substr(1) : path);
    }
    return attributes;
}

struct Group {
    std::vector<Touch> touches;
    SameChange same;
};

} // namespace

std::vector<SameChange> sameChanges(const plans::Changes& changes) {
    std::vector<Group> groups;
    std::unordered_map<std::size_t, std::vector<std::size_t>> byHash;
    for (const plans::ResourceInstanceChangePtr& change : changes.resources()) {
        if (!canBeAmongOthers(*change))
            continue;
        std::vector<Touch> touches;
        collect(&change->change.before, &change->change.after, {}, touches);
        if (touches.empty())
            continue;
        std::vector<std::size_t>& candidates = byHash[hashOf(*change, touches)];
        const auto isOf = [&](std::size_t i) {
            const plans::ResourceInstanceChange& first = *groups[i].same.changes.front();
            const addrs::Resource &a = first.address.resource, &b = change->address.resource;
            // Names say what new and lost objects are for.
            return a.type == b.type && a.mode == b.mode &&
                   (a.name == b.name || change->change.action == Action::Update) &&
                   first.change.action == change->change.action && first.reason == change->reason &&
                   first.requiredReplace == change->requiredReplace && areSame(groups[i].touches, touches);
        };
        const auto it = std::find_if(candidates.begin(), candidates.end(), isOf);
        if (it != candidates.end()) {
            groups[*it].same.changes.push_back(change);
            continue;
        }
        candidates.push_back(groups.size());
        groups.push_back({std::move(touches), {{change}, {}}});
    }
    std::vector<SameChange> found;
    for (Group& group : groups) {
        if (group.same.changes.size() < fewest)
            continue;
        const plans::ResourceInstanceChange& first = *group.same.changes.front();
        if (first.change.action == Action::Update || endsAndCreates(first.change.action))
            group.same.attributes = attributesOf(std::move(group.touches), first.requiredReplace);
        found.push_back(std::move(group.same));
    }
    return found;
}

} // namespace planlens::diff
