// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/module.h"
#include "core/configs/config.h"
#include "core/hcl/body.h"

#include <map>
#include <string>

// What authors of modules have marked as deprecated: a mark goes along with the values of such outputs, and is turned
// into warnings where an expression or a block has used them.

namespace planlens::engine {

/// The value of an output as others see it: marked where the output is deprecated.
values::Value withDeprecation(values::Value value, const configs::Output& output, const addrs::ModuleInstance& instance,
                              const configs::ModuleNode& module);

/// Warns of what a value was made from, and takes these marks off.
values::Value takeDeprecations(values::Value value, const hcl::Expression& expression, diags::Diagnostics& diagnostics);
values::Value takeDeprecations(values::Value value, const hcl::BodyPtr& body, const schemas::Block& schema,
                               diags::Diagnostics& diagnostics);

/// Warnings about deprecated variables of the root module that were given a value.
diags::Diagnostics deprecatedRootVariables(const configs::Module& root,
                                           const std::map<std::string, configs::RootVariable>& given);
/// The warning about an argument of a module call that sets a deprecated variable.
diags::Diagnostic deprecatedArgument(const configs::Variable& variable, const configs::ModuleNode& module,
                                     const hcl::Expression& argument);

} // namespace planlens::engine
