// SPDX-License-Identifier: MPL-2.0
#include "core/risk/findings.h"

#include "core/plans/applied_changes.h"
#include "core/risk/likely_moves.h"
#include "core/states/state.h"
#include "core/values/number/number.h"
#include "core/values/text/scalar_text.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace planlens::risk {

using plans::Action;
using values::Value;

namespace {

bool isOneOf(const std::vector<RuleAction>& actions, Action action) {
    const auto has = [&](RuleAction wanted) { return std::ranges::find(actions, wanted) != actions.end(); };
    switch (action) {
    case Action::Create:
        return has(RuleAction::Create);
    case Action::Update:
        return has(RuleAction::Update);
    case Action::Delete:
        return has(RuleAction::Delete);
    case Action::DeleteThenCreate:
        return has(RuleAction::Replace) || has(RuleAction::DestroyBeforeCreate);
    case Action::CreateThenDelete:
        return has(RuleAction::Replace) || has(RuleAction::CreateBeforeDestroy);
    case Action::Forget:
        return has(RuleAction::Forget);
    case Action::ForgetThenCreate:
        return has(RuleAction::Forget) || has(RuleAction::Create);
    case Action::NoOp:
    case Action::Read:
        return false;
    }
    return false;
}

bool isLikeAny(std::string_view text, const std::vector<std::string>& patterns) {
    return std::any_of(patterns.begin(), patterns.end(),
                       [&](const std::string& pattern) { return isLike(text, pattern); });
}

bool isFor(const Rule& rule, const std::string& type) {
    return (rule.kinds.empty() || isLikeAny(type, rule.kinds)) && !isLikeAny(type, rule.notKinds);
}

/// Returns the number of managed objects that a rule is for.
std::size_t objectsFor(const Rule& rule, const states::State& state) {
    std::size_t count = 0;
    for (const auto& [address, resource] : state.resources())
        if (address.resource.mode == addrs::ResourceMode::Managed && isFor(rule, address.resource.type))
            for (const auto& [key, instance] : resource.instances)
                count += (instance.current ? 1 : 0) + instance.deposed.size();
    return count;
}

/// The values of a change, without marks.
struct Sides {
    Value before, after;
};

/// The scalar values of one side that a condition is about.
struct Texts {
    std::vector<std::string> texts;
    bool isComplete; // false if some are unknown
};

Texts scalarTexts(const AttributePath::Selection& selection) {
    Texts found{{}, selection.isComplete};
    for (const Value& value : selection.values)
        if (auto text = values::scalarText(value))
            found.texts.push_back(*std::move(text));
    return found;
}

/// Whether there are numbers on both sides, and all numbers of `texts` are less than those of `others`.
bool areLess(const Texts& texts, const Texts& others) {
    const auto numbers = [](const Texts& from) {
        std::vector<values::Number> found;
        for (const std::string& text : from.texts)
            if (auto number = values::Number::parse(text))
                found.push_back(*std::move(number));
        return found;
    };
    const std::vector<values::Number> low = numbers(texts), high = numbers(others);
    return texts.isComplete && others.isComplete && !low.empty() && !high.empty() &&
           *std::max_element(low.begin(), low.end()) < *std::min_element(high.begin(), high.end());
}

/// Whether the matching values at one of the paths differ from the other side as the condition requires.
bool hasChanged(const Condition& condition, std::size_t path, const Value& side, const Value& otherSide) {
    Texts found = scalarTexts(condition.attribute->select(side, path));
    if (!condition.is.empty())
        std::erase_if(found.texts, [&](const std::string& text) { return !isLikeAny(text, condition.is); });
    if (found.texts.empty())
        return false;
    const Texts others = scalarTexts(condition.attribute->select(otherSide, path));
    if (condition.change == Since::Less)
        return areLess(found, others);
    // An unknown value may turn out to be the same.
    return others.isComplete && !std::ranges::all_of(found.texts, [&](const std::string& text) {
               return std::ranges::find(others.texts, text) != others.texts.end();
           });
}

bool holds(const Condition& condition, const Sides& sides) {
    const bool isBefore = condition.side == Condition::Side::Before;
    const Value& side = isBefore ? sides.before : sides.after;
    const Value& otherSide = isBefore ? sides.after : sides.before;
    std::vector<std::string> texts = scalarTexts(condition.attribute->select(side)).texts;
    const auto refused = std::any_of(texts.begin(), texts.end(),
                                     [&](const std::string& text) { return isLikeAny(text, condition.isNot); });
    if (refused)
        return false;
    if (condition.is.empty() && condition.change != Since::Less)
        return true;
    if (condition.change == Since::New || condition.change == Since::Less) {
        for (std::size_t path = 0; path < condition.attribute->alternatives(); ++path)
            if (hasChanged(condition, path, side, otherSide))
                return true;
        return false;
    }
    std::erase_if(texts, [&](const std::string& text) { return !isLikeAny(text, condition.is); });
    if (condition.change == Since::Any || texts.empty())
        return !texts.empty();
    const std::vector<std::string> others = scalarTexts(condition.attribute->select(otherSide)).texts;
    return std::ranges::all_of(
        texts, [&](const std::string& text) { return std::ranges::find(others, text) != others.end(); });
}

bool allHold(const Rule& rule, const Sides& sides) {
    return std::all_of(rule.when.begin(), rule.when.end(),
                       [&](const Condition& condition) { return holds(condition, sides); });
}

/// Whether only labels, such as tags, differ.
bool differByLabelsOnly(const Sides& sides) {
    if (sides.before.isNull() || sides.after.isNull() || !sides.before.isKnown() || !sides.after.isKnown() ||
        !sides.after.type().isObject() || !sides.before.type().isObject())
        return false;
    for (std::size_t i = 0; i < sides.after.size(); ++i) {
        const std::string& name = sides.after.key(i);
        static const std::set<std::string, std::less<>> labels{
            "tags", "tags_all", "labels", "effective_labels", "terraform_labels", "description", "timeouts"};
        const Value* before = sides.before.find(name);
        if (!labels.contains(name) && (!before || !(*before == sides.after.element(i))))
            return false;
    }
    return true;
}

bool applies(const Rule& rule, const plans::ResourceInstanceChange& change, const Sides& sides) {
    if (rule.when.empty() && rule.change != Since::Less)
        return true;
    if (!rule.each) {
        if (!allHold(rule, sides))
            return false;
        return rule.change != Since::New || plans::isReplace(change.change.action) ||
               !allHold(rule, {sides.before, sides.before}) || !differByLabelsOnly(sides);
    }
    const std::vector<Value> before = rule.each->in(sides.before);
    const auto [after, isComplete] = rule.each->select(sides.after);
    if (rule.change == Since::Less) {
        const auto matches = [&](const Value& part) { return allHold(rule, {part, part}); };
        return isComplete && std::ranges::count_if(after, matches) < std::ranges::count_if(before, matches);
    }
    return std::any_of(after.begin(), after.end(), [&](const Value& part) {
        const bool wasThere = std::find(before.begin(), before.end(), part) != before.end();
        return allHold(rule, {part, part}) && (rule.change == Since::Any || wasThere == (rule.change == Since::Same));
    });
}

Finding made(const Rule& rule) {
    return {rule.id, rule.severity, rule.title, rule.detail, {}, 1, {}, {}, {}, {}};
}

} // namespace

std::vector<Finding> findings(const plans::Plan& plan, const Rules& rules, const Context& context) {
    std::vector<Finding> found;
    // The rules for a resource type are selected once for each type.
    std::unordered_map<std::string, std::vector<const Rule*>> byType;
    std::vector<std::pair<std::size_t, std::size_t>> counts(rules.size()); // matched, and existing before
    for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources()) {
        if (change->address.resource.mode != addrs::ResourceMode::Managed)
            continue;
        const auto [at, isNew] = byType.try_emplace(change->address.resource.type);
        if (isNew)
            for (const Rule& rule : rules)
                if (isFor(rule, at->first))
                    at->second.push_back(&rule);
        const bool isApplied = plans::isApplied(plan, change->address);
        std::optional<Sides> sides;
        for (const Rule* rule : at->second) {
            using About = Rule::About;
            if (rule->about == About::Moves)
                continue;
            if (rule->about != About::Actions) {
                const bool holds = rule->about == About::Protection
                                       ? isApplied && context.unprotected.contains(change->address.config())
                                   : rule->about == About::OnlyDestroyed ? plans::isOnlyDestroyed(plan, change->address)
                                                                         : !isApplied;
                if (change->deposed.empty() && holds) {
                    found.push_back(made(*rule));
                    found.back().address = change->address;
                }
                continue;
            }
            auto& [hit, there] = counts[std::size_t(rule - rules.data())];
            there += !change->change.before.isNull();
            if (!isApplied || !isOneOf(rule->actions, change->change.action))
                continue;
            if (!sides)
                sides = Sides{change->change.before.unmarkedDeep(), change->change.after.unmarkedDeep()};
            if (!applies(*rule, *change, *sides))
                continue;
            ++hit;
            if (!rule->many) {
                found.push_back(made(*rule));
                found.back().address = change->address;
            }
        }
    }
    std::optional<std::vector<LikelyMove>> moves;
    for (const Rule& rule : rules) {
        if (rule.about != Rule::About::Moves)
            continue;
        if (!moves)
            moves = likelyMoves(plan.changes);
        for (const LikelyMove& move : *moves)
            if (isFor(rule, move.from.resource.type)) {
                found.push_back(made(rule));
                found.back().address = move.from;
                found.back().other = move.to;
            }
    }
    for (std::size_t i = 0; i < rules.size(); ++i) {
        auto [hit, there] = counts[i];
        const auto& many = rules[i].many;
        if (many && plan.priorState) // a partial plan does not contain all objects
            there = std::max(there, objectsFor(rules[i], *plan.priorState));
        if (many && ((many->atLeast > 0 && hit >= many->atLeast) ||
                     (hit >= many->ofAtLeast && double(hit) >= many->orShare * double(there)))) {
            found.push_back(made(rules[i]));
            found.back().count = hit;
        }
    }
    sort(found);
    return found;
}

void sort(std::vector<Finding>& findings) {
    std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
        return std::pair(a.severity, a.address.has_value()) < std::pair(b.severity, b.address.has_value());
    });
}

std::string_view name(Severity severity) {
    switch (severity) {
    case Severity::High:
        return "high";
    case Severity::Medium:
        return "medium";
    case Severity::Low:
        return "low";
    }
    return {};
}

} // namespace planlens::risk
