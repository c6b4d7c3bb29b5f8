// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/plan.h"

#include <string>
#include <vector>

namespace planlens::diff {

/// What became of a change from one plan to another.
enum class Turn {
    Worse,     // a more severe action
    New,       // the plan before did nothing here
    Otherwise, // as severe, but something else
    Better,    // a less severe action
    Gone       // nothing is done here any more
};

/// How much an action takes away, 0 being the most: destroy, replace, forget, update, create, read, import, move,
/// nothing. Importing and moving count only where nothing else is done.
int severity(const plans::ResourceInstanceChange& change);

/// One resource instance object with which two plans do not do the same.
struct ChangeDifference {
    Turn turn = Turn::Otherwise;
    addrs::AbsResourceInstance address; // as the second plan has it, if it has it
    addrs::DeposedKey deposed;
    plans::ResourceInstanceChangePtr before, after; // null where a plan has nothing to do
    /// Top-level arguments that are planned to become something else than before; only where both plans have a change.
    std::vector<std::string> arguments;
};

/// An output of the root module with which two plans do not do the same.
struct OutputDifference {
    Turn turn = Turn::Otherwise;
    std::string name;
    plans::Action before = plans::Action::NoOp, after = plans::Action::NoOp;
};

struct PlanDifference {
    /// What got worse or is new first, then what is otherwise, then what got better or is gone; the most severe action
    /// first in each part, then by address.
    std::vector<ChangeDifference> changes;
    std::vector<OutputDifference> outputs; // by name
    std::size_t alike = 0;                 // changes that both plans have and that are the same

    std::size_t count(Turn turn) const; // outputs too
    std::size_t size() const { return changes.size() + outputs.size(); }
};

/// Compares what two plans do, in time linear in their changes but for sorting what differs. An object that has another
/// address in the second plan is compared with its former self where the second plan moves it.
PlanDifference difference(const plans::Plan& before, const plans::Plan& after);

/// A change that -target or -exclude keeps out of a plan.
struct LeftOut {
    std::string address;                     // of a resource where its instances are not known
    plans::ResourceInstanceChangePtr change; // that would be made otherwise; null where that is not known
};
/// What a partial plan leaves out. Where a plan of everything is known, the changes that only that one has, most severe
/// first; else what the partial plan itself notes, by address.
std::vector<LeftOut> leftOut(const plans::Plan& partial, const plans::Plan* whole);

} // namespace planlens::diff
