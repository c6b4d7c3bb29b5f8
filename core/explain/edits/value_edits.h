// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/explain/edits/text_edits.h"
#include "core/schemas/decode.h"

#include <set>
#include <vector>

namespace planlens::explain {

/// The edits that were tried for one argument: those that, undone, make its value as it was in the last run, and change
/// no other value that is the same: of another argument of the object, or of this one of another instance.
struct ValueEdits {
    std::vector<Edit> found;
    std::set<plans::NamedValue> tried;        // values that have such an edit, or certainly have none
    std::set<plans::NamedValue> contradicted; // values with an edit that another changed instance contradicts
    std::vector<TextEdit> texts;              // empty if an edit of a value is telling
};

/// Tries edits of the values behind an argument, whose value differs from the one of the last run. The previous text or
/// number of an element is solved from the place that it has in the value; other elements are removed and inserted.
/// Evaluates the expression with each edit, so their number is limited.
ValueEdits tryValueEdits(const PlanValues& values, const plans::ResourceInstanceChange& change,
                         const values::Path& attribute, const schemas::ArgumentExpression& argument,
                         const values::Value& before, const values::Value& after);

/// Tries edits of two texts or flags behind an argument, which only together make its previous value, such as both keys
/// of `table[var.a][var.b]`. Returns those that the present value needs; empty if a single edit explains the
/// difference.
std::vector<Edit> tryCombinedEdits(const PlanValues& values, const plans::ResourceInstanceChange& change,
                                   const values::Path& attribute, const schemas::ArgumentExpression& argument,
                                   const values::Value& before, const values::Value& after);

/// Tries edits of the expressions behind an argument, or behind a part of it.
std::vector<TextEdit> tryExpressionEdits(const PlanValues& values, const plans::ResourceInstanceChange& change,
                                         const values::Path& attribute, const schemas::ArgumentExpression& argument,
                                         const values::Value& before, const values::Value& after);

/// Tries edits of the values behind the number of instances of a `count`.
ValueEdits tryCountEdits(const PlanValues& values, const plans::NamedValue& repetition,
                         const hcl::Expression& expression, const values::Value& before);

} // namespace planlens::explain
