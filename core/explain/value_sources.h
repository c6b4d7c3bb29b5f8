// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/explain/plan_values.h"

#include <optional>
#include <string>
#include <vector>

namespace planlens::explain {

/// A part of an expression that may have changed its value.
struct ValueSource {
    enum class Kind {
        Reference, // `reference` reads another value now
        Written,   // the text at `range` was edited
        File,      // the file `text` has another content
        Call       // the function call `text` returns another value each time
    };
    Kind kind = Kind::Written;
    const plans::Dependency* reference = nullptr;
    values::Path path;                   // in the dependency
    std::optional<values::Value> before; // at the path, if it is known
    std::optional<values::Value> after;
    diags::SourceRange range;
    std::string text;
    bool isCertain = true; // false: one of several sources that may be the cause
};

/// The sources of the present value of an expression at a path, as opposed to its previous value `before`
/// (std::nullopt: not known; null: there was none). If the value is not known, these are its unknown references.
/// Otherwise only parts that can explain the difference are returned: branches taken, elements that differ,
/// references whose value changed. `after` is the present value, for expressions that read files. Empty if the value
/// did not change, or nothing in the expression can change.
std::vector<ValueSource> valueSources(const PlanValues& plan, std::vector<const plans::Dependency*> references,
                                      const hcl::Expression& expression, const values::Path& path,
                                      const std::optional<values::Value>& before,
                                      const std::optional<values::Value>& after = {});

} // namespace planlens::explain
