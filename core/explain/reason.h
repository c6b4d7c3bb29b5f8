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
};
/// The chain from a change to its root cause, starting with the change: each link is caused by the next. Only causes of
/// the change's action reason count, restricted to the attribute that the previous step refers to. The first reference
/// that leads to another change or a root variable is followed. In plans read from files causes are inferred and have
/// no ranges; the chain ends if there are several candidates.
std::vector<Link> chain(const plans::Plan& plan, const plans::ResourceInstanceChange& change);

} // namespace planlens::explain
