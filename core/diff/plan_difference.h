// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/change.h"

#include <string>
#include <vector>

namespace planlens::plans {
struct Plan;
}
namespace planlens::diff {

/// The kind of difference between the changes of two plans.
enum class DifferenceKind {
    Worse,      // a more severe action
    New,        // the first plan has no change here
    Different,  // equally severe, but different
    Better,     // a less severe action
    NotApplied, // targets or exclusions of the second plan leave the change out
    Gone        // the second plan has no change here
};

/// Returns the severity of an action, 0 being the most destructive: destroy, replace, forget, update, create, read,
/// import, move, nothing. Import and move only count without another action.
int severity(const plans::ResourceInstanceChange& change);

/// A resource instance object whose changes differ between two plans.
struct ChangeDifference {
    DifferenceKind kind = DifferenceKind::Different;
    addrs::AbsResourceInstance address; // in the second plan, otherwise in the first
    addrs::DeposedKey deposed;
    plans::ResourceInstanceChangePtr before, after; // null if that plan has no change, or does not apply it
    /// Top-level arguments whose planned values differ; only set if both plans have a change.
    std::vector<std::string> arguments;
};

/// An output of the root module whose changes differ between two plans.
struct OutputDifference {
    DifferenceKind kind = DifferenceKind::Different;
    std::string name;
    plans::Action before = plans::Action::NoOp, after = plans::Action::NoOp;
};

struct PlanDifference {
    /// Worse and new changes come first, then different ones, then all others. Within each group the most severe
    /// action comes first, then by address.
    std::vector<ChangeDifference> changes;
    std::vector<OutputDifference> outputs; // by name
    std::size_t unchanged = 0;             // number of equal changes in both plans

    std::size_t count(DifferenceKind kind) const; // includes outputs
    std::size_t size() const { return changes.size() + outputs.size(); }
};

/// Compares the changes that two plans apply. Linear in the changes, apart from sorting the differences. If the second
/// plan moves an object, its change is compared with that of the previous address.
PlanDifference difference(const plans::Plan& before, const plans::Plan& after);

/// A change that -target or -exclude omits from a plan.
struct OmittedChange {
    std::string address;                     // of a resource if its instances are not known
    plans::ResourceInstanceChangePtr change; // the omitted change; null if unknown
};
/// Returns the changes that a partial plan does not apply, most severe first. With the full plan, these include changes
/// that only the full plan has; without it, the recorded omissions follow, by address.
std::vector<OmittedChange> omittedChanges(const plans::Plan& partial, const plans::Plan* whole);

} // namespace planlens::diff
