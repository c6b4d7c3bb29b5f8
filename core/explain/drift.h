// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/change.h"

#include <string>
#include <string_view>
#include <vector>

namespace planlens::plans {
struct Plan;
}
namespace planlens::explain {

/// The effect of drift on a plan, most important first.
enum class DriftTier {
    Undone,     // this plan restores the value, or creates the object again
    Replaced,   // this plan gives the attribute another value
    Destroyed,  // this plan destroys the object
    Feeding,    // attributes that this plan changes depend on it
    TakenOver,  // a refresh-only plan writes it to the state
    Irrelevant, // unaffected, and no change depends on it
    NoEffect,   // differs only in form: empty and null
    Ignored     // unaffected: listed in ignore_changes or muted by a rule
};

/// A rule that mutes expected drift. In patterns `*` matches any text and `?` any character.
struct DriftRule {
    std::string address, path; // patterns of resource instances and of their attributes ("tags[\"x\"]")
    bool operator==(const DriftRule&) const = default;
};
/// Parses one rule per line: the address, then the path. `#` starts a comment. Invalid lines are ignored.
std::vector<DriftRule> parseDriftRules(std::string_view text);
/// Formats a rule as a line. Spaces in its patterns are written as `?`.
std::string toLine(const DriftRule& rule);
bool matchesPattern(std::string_view pattern, std::string_view text);

/// One attribute that changed outside of OpenTofu, or an object that no longer exists.
struct DriftItem {
    const plans::ResourceInstanceChange* drift = nullptr; // owned by the plan
    values::Path path;                                    // empty: the whole object no longer exists
    values::Value before, after;                          // at the path, with marks
    DriftTier tier = DriftTier::Irrelevant;
    bool byRule = false; // ignored because of a rule
    bool isGone() const { return path.isEmpty(); }
    /// Returns the path without its leading dot.
    std::string pathText() const;
};

/// An object that changed outside of OpenTofu, other than in form.
struct DriftedObject {
    plans::ResourceInstanceChangePtr change; // from the state to the real object
    DriftTier tier = DriftTier::Irrelevant;  // the most important effect of its attributes
    bool isGone() const { return change->change.action == plans::Action::Delete; }
};
/// Returns whether an object of the drift of a plan changed outside of OpenTofu, other than in form.
bool isDrifted(const plans::ResourceInstanceChange& drift);
/// Returns these objects: those that no longer exist first, then those with the most important effect on the plan; in
/// the plan's order within.
std::vector<DriftedObject> driftedObjects(const plans::Plan& plan);
/// Returns their number.
std::size_t driftCount(const plans::Plan& plan);
/// Returns all drift of a plan, in the plan's order. Rules only affect the tier. They never mute a deleted object, or
/// attributes of an object that the plan destroys or replaces. Objects that only moved are not drift.
std::vector<DriftItem> driftItems(const plans::Plan& plan, const std::vector<DriftRule>& rules = {});
/// Returns the drift of one object, without rules.
std::vector<DriftItem> driftItemsOf(const plans::Plan& plan, const addrs::AbsResourceInstance& address);

} // namespace planlens::explain
