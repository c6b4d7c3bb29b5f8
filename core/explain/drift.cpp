// SPDX-License-Identifier: MPL-2.0
#include "core/explain/drift.h"

#include "core/plans/no_effect.h"
#include "core/plans/plan.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

namespace planlens::explain {

using plans::Action;
using values::Path;
using values::Value;

namespace {

struct Leaf {
    Path path;
    Value before, after;
};

bool isContainer(const Value& value) {
    return !value.isNull() && value.isKnown() &&
           (value.type().isMapping() || value.type().isList() || value.type().isTuple());
}

/// Adds the differing paths, as deep as both values have the same structure. Sensitive values and sets are leaves.
void addLeaves(const Value& markedBefore, const Value& markedAfter, Path& path, std::vector<Leaf>& leaves) {
    const Value before = markedBefore.unmarked();
    const Value after = markedAfter.unmarked();
    const bool isSensitive = markedBefore.isSensitive() || markedAfter.isSensitive();
    if (isSensitive || !isContainer(before) || !isContainer(after) ||
        before.type().isObject() != after.type().isObject() || before.type().isMap() != after.type().isMap()) {
        if (!(before.unmarkedDeep() == after.unmarkedDeep()))
            leaves.push_back({path, markedBefore, markedAfter});
        return;
    }
    const auto step = [&](values::PathStep by, const Value& one, const Value& other) {
        path.push(std::move(by));
        addLeaves(one, other, path, leaves);
        path.pop();
    };
    if (before.type().isMapping()) {
        const auto stepTo = [&](const std::string& key) -> values::PathStep {
            if (before.type().isObject())
                return values::AttributeStep{key};
            return values::IndexStep{Value::string(key)};
        };
        for (std::size_t i = 0; i < before.size(); ++i) {
            const Value* other = after.find(before.key(i));
            step(stepTo(before.key(i)), before.element(i), other ? *other : Value::null(before.element(i).type()));
        }
        for (std::size_t i = 0; i < after.size(); ++i)
            if (!before.find(after.key(i)))
                step(stepTo(after.key(i)), Value::null(after.element(i).type()), after.element(i));
        return;
    }
    if (before.size() != after.size()) {
        leaves.push_back({path, markedBefore, markedAfter});
        return;
    }
    for (std::size_t i = 0; i < before.size(); ++i)
        step(values::IndexStep{Value::number(std::int64_t(i))}, before.element(i), after.element(i));
}

bool overlap(const Path& a, const Path& b) {
    return a.hasPrefix(b) || b.hasPrefix(a);
}

/// Whether a change alters the value at a path.
bool changesAt(const plans::Change& change, const Path& path) {
    const values::Outcome<Value> before = values::applyPath(change.before.unmarkedDeep(), path);
    const values::Outcome<Value> after = values::applyPath(change.after.unmarkedDeep(), path);
    if (!before || !after)
        return before.hasValue() != after.hasValue();
    return !(*before == *after);
}

/// Whether a change brings back the value that an attribute had before the drift.
bool restores(const plans::Change& change, const DriftItem& item) {
    const values::Outcome<Value> after = values::applyPath(change.after.unmarkedDeep(), item.path);
    return after ? *after == item.before.unmarkedDeep() : item.before.isNull();
}

bool destroys(Action action) {
    return action == Action::Delete || action == Action::DeleteThenCreate || action == Action::CreateThenDelete;
}

class Tiers {
public:
    explicit Tiers(const plans::Plan& plan)
        : m_plan(plan) {
        for (const plans::ResourceAttribute& attribute : plan.relevantAttributes)
            m_relevant[attribute.resource].push_back(attribute.path);
    }

    DriftTier tierOf(const DriftItem& item) const {
        const plans::ResourceInstanceChange* change = m_plan.changes.resource(item.drift->address);
        if (m_plan.options.mode == plans::Mode::RefreshOnly)
            return DriftTier::TakenOver;
        const Action action = change ? change->change.action : Action::NoOp;
        if (item.isGone())
            return action == Action::Create || destroys(action) ? DriftTier::Undone
                   : feeds(item)                                ? DriftTier::Feeding
                                                                : DriftTier::Irrelevant;
        if (action == Action::Delete)
            return DriftTier::Destroyed;
        if ((destroys(action) || action == Action::Update) && changesAt(change->change, item.path))
            return restores(change->change, item) ? DriftTier::Undone : DriftTier::Replaced;
        if (feeds(item))
            return DriftTier::Feeding;
        if (change &&
            std::any_of(change->unchanged.begin(), change->unchanged.end(), [&](const plans::UnchangedReason& kept) {
                return kept.why == plans::UnchangedReason::Why::Ignored && overlap(kept.path, item.path);
            }))
            return DriftTier::Ignored;
        return DriftTier::Irrelevant;
    }

    bool isToBeDestroyed(const DriftItem& item) const {
        const plans::ResourceInstanceChange* change = m_plan.changes.resource(item.drift->address);
        return change && destroys(change->change.action);
    }

private:
    bool feeds(const DriftItem& item) const {
        return isRelevant(item) && (m_plan.dependencies.all().empty() || reachesChange(item));
    }

    /// Whether an attribute that this plan changes depends on the value, directly or through named values.
    bool reachesChange(const DriftItem& item) const {
        return std::ranges::any_of(m_plan.dependencies.on(item.drift->address), [&](const plans::Dependency* use) {
            return overlap(use->dependencyPath, item.path) && reachesChange(*use);
        });
    }

    bool reachesChange(const plans::Dependency& use) const {
        if (const auto* named = std::get_if<plans::NamedValue>(&use.dependent)) {
            const auto [found, isNew] = m_reaching.try_emplace(*named, false);
            if (isNew)
                found->second = std::ranges::any_of(m_plan.dependencies.on(*named),
                                                    [&](const plans::Dependency* one) { return reachesChange(*one); });
            return found->second;
        }
        const plans::ResourceInstanceChange* user =
            m_plan.changes.resource(std::get<addrs::AbsResourceInstance>(use.dependent));
        const Action action = user ? user->change.action : Action::NoOp;
        if (action == Action::NoOp || action == Action::Delete)
            return false;
        return action != Action::Update || use.dependentPath.isEmpty() || changesAt(user->change, use.dependentPath);
    }

    bool isRelevant(const DriftItem& item) const {
        const addrs::AbsResource resource{item.drift->address.module, item.drift->address.resource};
        for (const std::string& name :
             {item.drift->address.toString(), resource.toString(), resource.config().toString()})
            if (const auto paths = m_relevant.find(name); paths != m_relevant.end())
                for (const Path& path : paths->second)
                    if (overlap(path, item.path))
                        return true;
        return false;
    }

    const plans::Plan& m_plan;
    std::unordered_map<std::string, std::vector<Path>> m_relevant; // by resource
    mutable std::map<plans::NamedValue, bool> m_reaching; // those asked for, and whether a change depends on them
};

/// Adds the changed attributes of one object.
void addItems(std::vector<DriftItem>& items, const plans::ResourceInstanceChange& drift, const Tiers& tiers,
              const std::vector<DriftRule>& rules) {
    if (drift.change.action == Action::NoOp)
        return;
    std::vector<Leaf> leaves;
    if (drift.change.action == Action::Delete) {
        leaves.push_back({{}, drift.change.before, drift.change.after});
    } else {
        Path path;
        addLeaves(drift.change.before, drift.change.after, path, leaves);
        std::erase_if(leaves, [](const Leaf& leaf) { return leaf.path.isEmpty(); });
    }
    const std::string address = drift.address.toString();
    for (Leaf& leaf : leaves) {
        DriftItem item;
        item.drift = &drift;
        item.path = std::move(leaf.path);
        item.before = std::move(leaf.before);
        item.after = std::move(leaf.after);
        item.tier = tiers.tierOf(item);
        const bool isAttribute = !item.path.isEmpty() &&
                                 // map keys count as attributes
                                 std::holds_alternative<values::AttributeStep>(item.path[item.path.size() - 1]);
        if (isAttribute && item.tier != DriftTier::Feeding && !tiers.isToBeDestroyed(item) &&
            plans::hasNoEffect(item.before, item.after))
            item.tier = DriftTier::NoEffect;
        if (!rules.empty() && !item.isGone() && !tiers.isToBeDestroyed(item)) {
            const std::string path = item.pathText();
            item.byRule = std::any_of(rules.begin(), rules.end(), [&](const DriftRule& rule) {
                return matchesPattern(rule.address, address) && matchesPattern(rule.path, path);
            });
            if (item.byRule)
                item.tier = DriftTier::Ignored;
        }
        items.push_back(std::move(item));
    }
}

} // namespace

std::string DriftItem::pathText() const {
    const std::string text = path.toString();
    return text.starts_with('.') ? text.substr(1) : text;
}

std::vector<DriftRule> parseDriftRules(std::string_view text) {
    std::vector<DriftRule> rules;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        line = line.substr(0, line.find('#'));
        std::vector<std::string> words;
        while (!line.empty()) {
            const std::size_t start = line.find_first_not_of(" \t\r");
            if (start == std::string_view::npos)
                break;
            line.remove_prefix(start);
            const std::size_t length = std::min(line.find_first_of(" \t\r"), line.size());
            words.emplace_back(line.substr(0, length));
            line.remove_prefix(length);
        }
        if (words.size() == 2)
            rules.push_back({words[0], words[1]});
    }
    return rules;
}

std::string toLine(const DriftRule& rule) {
    std::string address = rule.address, path = rule.path;
    for (std::string* text : {&address, &path})
        std::replace_if(
            text->begin(), text->end(),
            [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '#'; }, '?');
    return address + " " + path;
}

bool matchesPattern(std::string_view pattern, std::string_view text) {
    std::size_t p = 0, t = 0;
    std::size_t star = std::string_view::npos, resume = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            resume = t;
        } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
            ++p;
            ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++resume;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

bool isDrifted(const plans::ResourceInstanceChange& drift) {
    return drift.change.action != Action::NoOp &&
           !plans::isSameInEffect(drift.change.before.unmarkedDeep(), drift.change.after.unmarkedDeep());
}

std::vector<DriftedObject> driftedObjects(const plans::Plan& plan) {
    std::unordered_map<const plans::ResourceInstanceChange*, DriftTier> tiers;
    for (const DriftItem& item : driftItems(plan))
        if (item.tier != DriftTier::NoEffect)
            if (const auto [at, isNew] = tiers.emplace(item.drift, item.tier); !isNew)
                at->second = std::min(at->second, item.tier);
    std::vector<DriftedObject> objects;
    for (const plans::ResourceInstanceChangePtr& drift : plan.drift)
        if (isDrifted(*drift)) {
            const auto found = tiers.find(drift.get());
            objects.push_back({drift, found == tiers.end() ? DriftTier::Irrelevant : found->second});
        }
    std::ranges::stable_sort(objects, {},
                             [](const DriftedObject& object) { return std::pair(!object.isGone(), object.tier); });
    return objects;
}

std::size_t driftCount(const plans::Plan& plan) {
    return std::size_t(std::ranges::count_if(
        plan.drift, [](const plans::ResourceInstanceChangePtr& drift) { return isDrifted(*drift); }));
}

std::vector<DriftItem> driftItems(const plans::Plan& plan, const std::vector<DriftRule>& rules) {
    std::vector<DriftItem> items;
    if (plan.drift.empty())
        return items; // if the plan is large, many attributes are relevant to drift
    const Tiers tiers(plan);
    for (const plans::ResourceInstanceChangePtr& drift : plan.drift)
        addItems(items, *drift, tiers, rules);
    return items;
}

std::vector<DriftItem> driftItemsOf(const plans::Plan& plan, const addrs::AbsResourceInstance& address) {
    std::vector<DriftItem> items;
    std::optional<Tiers> tiers; // made for drifted objects only
    for (const plans::ResourceInstanceChangePtr& drift : plan.drift)
        if (drift->address == address)
            addItems(items, *drift, tiers ? *tiers : tiers.emplace(plan), {});
    return items;
}

} // namespace planlens::explain
