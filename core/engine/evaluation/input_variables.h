// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/evaluation/checks.h"
#include "core/engine/evaluation/scope.h"

namespace planlens::engine {

/// The final value of a module's input variable from the argument of its call (null: not given): defaults filled in,
/// converted, checked for null and ephemeral values. Always a value.
diags::Result<values::Value> moduleVariableValue(const configs::Variable& variable, const hcl::Expression* argument,
                                                 const ModuleScope& callScope, const addrs::ModuleInstance& module);

/// Evaluates a variable's validation rules against the value it has in the scope's module. The argument is what the
/// value came from, or null at the root.
diags::Diagnostics evaluateVariableValidations(const configs::Variable& variable, const hcl::Expression* argument,
                                               const ModuleScope& scope, Checks& checks);

} // namespace planlens::engine
