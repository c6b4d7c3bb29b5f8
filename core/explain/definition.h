// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/expression.h"
#include "core/plans/plan.h"
#include "core/schemas/decode.h"

namespace planlens::explain {

/// Where a value is written.
struct Definition {
    hcl::ExpressionPtr expression; // null if it is not written as an expression of the configuration
    diags::SourceRange range;      // of the expression, the default or the value in a variables file
};

/// The definition of a named value, as far as the plan has its configuration: of a local value or output its
/// expression, of a module's variable the argument of the call or its default, of a repetition the expression of
/// count, for_each or enabled.
Definition definitionOf(const plans::Plan& plan, const plans::NamedValue& named);
/// The place of the element at a path in a value that is written at a range, such as a default: as far as the texts of
/// the configuration show it. If the path is empty and both values are known, that of the only element that differs.
diags::SourceRange placeOfElement(const plans::Plan& plan, const diags::SourceRange& range, const values::Path& path,
                                  const std::optional<values::Value>& before,
                                  const std::optional<values::Value>& after);
/// The argument of a resource that sets the value at a path. No expression and no range without configuration.
schemas::ArgumentExpression argumentOf(const plans::Plan& plan, const plans::ResourceInstanceChange& change,
                                       const values::Path& path);
/// The names of the top-level arguments of a resource that are written as such.
std::vector<std::string> argumentNames(const plans::Plan& plan, const addrs::ConfigResource& resource);
hcl::BodyPtr bodyOf(const plans::Plan& plan, const addrs::ConfigResource& resource);

} // namespace planlens::explain
