// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/plan.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Why a plan does what it does, from the plan alone.
namespace planlens::explain {

/// Gives the text of the reader's language for an English one; %1 and %2 in it stand for names. Nothing: English.
using Translation = std::function<std::string(const char* english)>;

/// One sentence in plain words about a change: what happens and why. Names are in backquotes.
std::string sentence(const plans::ResourceInstanceChange& change, const Translation& translation = {});

/// Words for one cause, and for what stays although it is configured otherwise; without a stop, names in backquotes.
std::string phrase(const plans::Cause& cause, const Translation& translation = {});
std::string phrase(const plans::UnchangedReason& kept, const Translation& translation = {});
/// "configuration", "provider", "operator".
std::string_view name(plans::Origin origin);

/// A change that another one follows from, and where in the configuration the reference between them stands.
struct Cause {
    addrs::AbsResourceInstance address;
    plans::Action action = plans::Action::NoOp;
    values::Path path; // of the argument that refers to it
    diags::SourceRange range;
};
/// The changes (not no-ops) that this one refers to, directly or through named values; sorted by address.
std::vector<Cause> causes(const plans::Plan& plan, const addrs::AbsResourceInstance& address);

/// One step from a change towards where it comes from.
struct Link {
    plans::DependencyEnd subject; // what changes, or the named value that hands a change on
    std::optional<plans::Cause>
        cause; // of an instance; nothing where a named value only hands on, or where there are candidates
    diags::SourceRange range; // the argument or reference that the step goes through, where there is one
    plans::Origin origin = plans::Origin::Configuration; // whose doing it is: a variable's value may be this run's
    std::vector<plans::Cause> candidates = {}; // inferred ones of which each may have decided, where there are several
};
/// From a change back to its root, the change itself first: each link comes from the next. Only causes of the change's
/// reason count, and of these the ones at the attribute that the step before refers to, if any; of several the first
/// one leads on that refers to something that changes or to a root variable. Causes of plans that were read from files
/// are inferred, and have no places: where there are several candidates, the chain ends.
std::vector<Link> chain(const plans::Plan& plan, const plans::ResourceInstanceChange& change);

} // namespace planlens::explain
