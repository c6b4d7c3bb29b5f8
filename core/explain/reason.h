// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/plan.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Explains the changes of a plan from the plan alone.
namespace planlens::explain {

/// Returns the text in the reader's language for an English text with the placeholders %1 and %2. Empty function:
/// English.
using Translation = std::function<std::string(const char* english)>;

/// One sentence about a change: what happens and why. Names are in backquotes.
std::string sentence(const plans::ResourceInstanceChange& change, const Translation& translation = {});
/// The first part of the sentence: what happens to the object, and the reason that the plan gives.
std::string reasonSentence(const plans::ResourceInstanceChange& change, const Translation& translation = {});
/// The path of an attribute without its leading dot.
std::string pathText(const values::Path& path);
/// The part of the sentence that is not about the reason: the order of a replacement, the previous address, the import.
std::string details(const plans::ResourceInstanceChange& change, const Translation& translation = {});

/// A phrase for one cause, or for a difference that is kept. No full stop; names in backquotes.
std::string phrase(const plans::Cause& cause, const Translation& translation = {});
std::string phrase(const plans::UnchangedReason& kept, const Translation& translation = {});
/// "configuration", "provider", "operator".
std::string_view name(plans::Origin origin);

/// A change that another change depends on, and the source range of the reference.
struct Cause {
    addrs::AbsResourceInstance address;
    plans::Action action = plans::Action::NoOp;
    values::Path path; // of the argument that contains the reference
    diags::SourceRange range;
};
/// The changes (except no-ops) that this one refers to, directly or through named values; sorted by address.
std::vector<Cause> causes(const plans::Plan& plan, const addrs::AbsResourceInstance& address);

/// One step from a change towards its root cause.
struct Link {
    plans::DependencyEnd subject; // the change, or the named value that passes it on
    std::optional<plans::Cause>
        cause; // of an instance; empty if a named value only passes the change on, or if there are candidates
    diags::SourceRange range; // the argument or reference of this step, if any
    // the origin of a variable's value, which may be set for this run
    plans::Origin origin = plans::Origin::Configuration;
    std::vector<plans::Cause> candidates = {}; // inferred causes if there are several, each of which may apply
    /// Not empty: a file ("file a.txt") or call ("timestamp()") in the definition of the subject is the root.
    std::string part = {};
    diags::SourceRange place = {};              // of the root: where its value is written, if it is in a file
    std::optional<values::Value> before, after; // of the value that this step passes on, without marks
    bool isSensitive = false;                   // of these values
    bool isDeciding = true;                     // of the change: false if another cause is enough for its action
    std::vector<Link> oneOf = {};               // at the end of a chain: the possible roots if it cannot be decided

    bool isRootVariable() const;
};
using Chain = std::vector<Link>;
/// The chains from a change to its root causes, each starting with the change: each link is caused by the next. Those
/// that decide the action come first, then those of other attributes. Behind a reference, only causes of the attribute
/// that it reads count. Of unknown values, only unknown references are followed; of known ones, only parts whose
/// value differs. If this cannot be decided, the last link has all possible roots. In plans read from files causes are
/// inferred and have no ranges; the chain ends if there are several candidates.
std::vector<Chain> chains(const plans::Plan& plan, const plans::ResourceInstanceChange& change);
/// The same, for many changes of a plan.
class PlanValues;
std::vector<Chain> chains(const PlanValues& values, const plans::ResourceInstanceChange& change);
/// The first of these chains.
Chain chain(const plans::Plan& plan, const plans::ResourceInstanceChange& change);

} // namespace planlens::explain
