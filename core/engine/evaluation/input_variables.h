// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/evaluation/checks.h"
#include "core/engine/evaluation/scope.h"

namespace planlens::configs {
struct Variable;
}
namespace planlens::engine {

/// Returns the final value of a module variable from the argument of its call (null: not set): with defaults,
/// converted, and checked for null and ephemeral values. The result always has a value.
diags::Result<values::Value> moduleVariableValue(const configs::Variable& variable, const hcl::Expression* argument,
                                                 const ModuleScope& callScope, const addrs::ModuleInstance& module);

/// Evaluates the validation rules of a variable with its value in the scope's module. `argument` is the source of the
/// value, or null in the root module.
diags::Diagnostics evaluateVariableValidations(const configs::Variable& variable, const hcl::Expression* argument,
                                               const ModuleScope& scope, Checks& checks);

} // namespace planlens::engine
