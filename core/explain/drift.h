// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/plan.h"

#include <string>
#include <string_view>
#include <vector>

namespace planlens::explain {

/// What becomes of something that changed outside since the last apply; what has to be looked at first comes first.
enum class DriftTier {
    Undone,     // this plan changes it again, or destroys the object
    Feeding,    // other changes of this plan follow from it
    TakenOver,  // a plan of Mode::RefreshOnly writes it to the state
    Irrelevant, // it stays, and nothing follows from it
    NoEffect,   // only in form: an empty value and none at all
    Ignored     // it stays: ignore_changes names it, or a rule asks not to be told of it
};

/// Which drift a person does not want to see among the rest. Patterns: `*` stands for any text, `?` for one character.
struct DriftRule {
    std::string address, path; // of resource instances, and of attributes in them ("tags[\"x\"]")
    bool operator==(const DriftRule&) const = default;
};
/// Rules from text: one a line, the address, then the path; what follows a # is a comment. Lines that are neither are
/// left out.
std::vector<DriftRule> parseDriftRules(std::string_view text);
/// The line of a rule. Spaces within it are written as `?`.
std::string toLine(const DriftRule& rule);
bool matchesPattern(std::string_view pattern, std::string_view text);

/// One attribute that changed outside, or an object that is gone.
struct DriftItem {
    const plans::ResourceInstanceChange* drift = nullptr; // owned by the plan
    values::Path path;                                    // empty: the whole object is gone
    values::Value before, after;                          // at the path, with their marks
    DriftTier tier = DriftTier::Irrelevant;
    bool byRule = false; // of what is ignored: a rule did it
    bool isGone() const { return path.isEmpty(); }
    /// Without the dot at its beginning.
    std::string pathText() const;
};

/// All drift of a plan, in the plan's order. Rules only say how it is shown: they never hide that an object is gone,
/// nor anything of one that the plan destroys or replaces. Objects that only moved have not drifted.
std::vector<DriftItem> driftItems(const plans::Plan& plan, const std::vector<DriftRule>& rules = {});

} // namespace planlens::explain
