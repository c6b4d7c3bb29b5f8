// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/explain/sources/replay.h"

#include <set>
#include <vector>

namespace planlens::explain {

/// The edits that were tried for one expression: those that, undone, make its value as it was in the last run.
struct ValueEdits {
    std::vector<Edit> found;
    std::set<plans::NamedValue> refuted; // no edit of one element of these values makes the previous value
};

/// Tries edits of the values behind an expression, whose value at the path differs from the one of the last run. The
/// previous text or number of an element is solved from the place that it has in the value; other elements are removed
/// and inserted. Evaluates the expression with each edit, so their number is limited.
ValueEdits tryValueEdits(const PlanValues& values, const std::vector<const plans::Dependency*>& references,
                         const hcl::Expression& expression, const values::Path& path, const values::Value& before,
                         const values::Value& after);

/// Whether an edit, undone, changes a value that is the same as in the last run: another argument of the object, or the
/// explained one of another instance of the resource. Then it was not made.
bool changesKeptValue(const PlanValues& values, const Edit& edit, const plans::ResourceInstanceChange& change,
                      const values::Path& explained);

} // namespace planlens::explain
