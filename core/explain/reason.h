// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/change.h"
#include "core/plans/dependencies.h"
#include "core/plans/program.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::plans {
struct Plan;
}

/// Explains the changes of a plan, using only the plan.
namespace planlens::explain {

/// Returns the translation of an English text with the placeholders %1 and %2. An empty function: English.
using Translation = std::function<std::string(const char* english)>;

/// Returns one sentence about a change: the action and its reason. Names are in backquotes.
std::string sentence(const plans::ResourceInstanceChange& change, const Translation& translation = {});
/// Returns the first part of the sentence, beginning with actionText(): "Destroyed because key `["b"]` is not in the
/// `for_each`." A deposed object is named.
std::string reasonSentence(const plans::ResourceInstanceChange& change, const Translation& translation = {});
/// Returns the action as the beginning of a sentence: "Destroyed", "Moved from `a.b`".
std::string actionText(const plans::ResourceInstanceChange& change, const Translation& translation = {});
/// Returns the path of an attribute without its leading dot.
std::string pathText(const values::Path& path);
/// Returns the rest of the sentence, without the reason: the order of a replacement, the previous address, the import.
std::string details(const plans::ResourceInstanceChange& change, const Translation& translation = {});

/// Returns a phrase for one cause, or for a reason why a value does not change. No full stop; names in backquotes.
/// `program` is that of the plan, for changes made outside of it.
std::string phrase(const plans::Cause& cause, const plans::Program& program, const Translation& translation = {});
/// The same for a cause of this change: it can say more about the object.
std::string phrase(const plans::Cause& cause, const plans::ResourceInstanceChange& change,
                   const plans::Program& program, const Translation& translation = {});
std::string phrase(const plans::UnchangedReason& kept, const Translation& translation = {});
/// Returns "configuration", "provider" or "operator".
std::string_view name(plans::Origin origin);

/// A change on which another change depends, and the source range of the reference.
struct Cause {
    addrs::AbsResourceInstance address;
    plans::Action action = plans::Action::NoOp;
    values::Path path; // of the argument that contains the reference
    diags::SourceRange range;
};
/// Returns the changes (except no-ops) to which this one refers, directly or through named values; sorted by address.
std::vector<Cause> causes(const plans::Plan& plan, const addrs::AbsResourceInstance& address);

/// One step from a change towards its root cause.
struct Link {
    plans::DependencyEnd subject; // the change, or the named value through which it is caused
    /// Of an instance; empty if a named value only forwards the change, or if there are candidates.
    std::optional<plans::Cause> cause;
    diags::SourceRange range; // the argument or reference of this step, if any
    /// The origin of a variable's value, which may only be set for this run.
    plans::Origin origin = plans::Origin::Configuration;
    std::vector<plans::Cause> candidates = {}; // several inferred causes, each of which may apply
    /// Not empty: the root is a file ("file a.txt") or call ("timestamp()") in the definition of the subject.
    std::string part = {};
    values::Path path = {};                     // within a named value, or within the data that was decoded from a file
    diags::SourceRange place = {};              // of the root: the source range of its value, if it is in a file
    std::optional<values::Value> before, after; // unmarked values that this step forwards
    bool isSensitive = false;                   // whether these values are sensitive
    bool isDeciding = true;                     // false if another cause determines the action of the change
    std::vector<Link> oneOf = {};               // at the end of a chain: the possible roots if undecided
    std::size_t omitted = 0;                    // number of further possible roots

    bool isRootVariable() const;
    /// Returns the path of the file, or "function(…)", if the root is a file; otherwise an empty text.
    std::string_view file() const;
};
using Chain = std::vector<Link>;
/// Returns the chains from a change to its root causes, each starting with the change: each link is caused by the next.
/// Those that determine the action come first, then those of other attributes. After a reference, only causes of the
/// attribute that it reads count. For unknown values, only unknown references are followed; for known ones, only parts
/// whose value differs. If the root is undecided, the last link has all possible roots. In plans read from files,
/// causes are inferred and have no ranges; the chain ends if there are several candidates.
std::vector<Chain> chains(const plans::Plan& plan, const plans::ResourceInstanceChange& change);
class PlanValues;
/// Selects causes by the paths of their attributes.
using PathFilter = std::function<bool(const values::Path&)>;
/// As above, for several changes of a plan, whose values are computed once. An empty `isWanted` selects all causes.
std::vector<Chain> chains(const PlanValues& values, const plans::ResourceInstanceChange& change,
                          const PathFilter& isWanted = {});
/// Returns the first chain of a change.
Chain chain(const plans::Plan& plan, const plans::ResourceInstanceChange& change);

} // namespace planlens::explain
