// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/explain/plan_values.h"

#include <set>
#include <string>
#include <vector>

namespace planlens::explain {

/// An edit of one element of a value that a person writes: a root variable, a literal local value or argument of a
/// module call, a data file. Undone, it makes keys of a `for_each` as they were in the last run, and
/// changes no others.
struct KeyEdit {
    std::vector<const plans::Dependency*> steps; // from the repetition to the edited value, at least one
    values::Path path;                           // in the edited value; that of the collection for a removed element
    values::Value before, after; // at the path; before: null for an added element, unknown for any other text or number
    std::set<std::string> keys;  // added or removed ones that the edit explains

    const plans::NamedValue& edited() const { return std::get<plans::NamedValue>(steps.back()->dependency); }
};

/// The edits that were tried for one repetition.
struct KeyEdits {
    std::vector<KeyEdit> found;
    std::set<plans::NamedValue> tried; // the values with edits, whether or not one explains a key
};

/// Tries edits of the values behind a `for_each` expression. Evaluates it with each one, so their number is limited,
/// and large collections are left out. `previous` are the keys of the last run.
KeyEdits tryKeyEdits(const PlanValues& values, const plans::NamedValue& repetition, const hcl::Expression& expression,
                     const std::set<std::string>& previous);

} // namespace planlens::explain
