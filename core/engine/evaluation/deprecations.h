// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/module.h"
#include "core/configs/variables.h"
#include "core/hcl/body.h"

#include <map>
#include <string>

// Deprecations declared by module authors. Values of deprecated outputs have a mark, which is converted to a warning
// where an expression or a block uses them.

namespace planlens::schemas {
struct Block;
}
namespace planlens::configs {
struct Module;
struct ModuleNode;
struct Output;
struct Variable;
} // namespace planlens::configs
namespace planlens::engine {

/// Returns the value of an output for references; marked if the output is deprecated.
values::Value withDeprecation(values::Value value, const configs::Output& output, const addrs::ModuleInstance& instance,
                              const configs::ModuleNode& module);

/// Removes the deprecation marks of a value and adds a warning for each.
values::Value takeDeprecations(values::Value value, const hcl::Expression& expression, diags::Diagnostics& diagnostics);
values::Value takeDeprecations(values::Value value, const hcl::BodyPtr& body, const schemas::Block& schema,
                               diags::Diagnostics& diagnostics);

/// Names the resource in the diagnostics of its evaluated body that are about a single attribute: uses of deprecated
/// and of ephemeral values. As in the reference, other errors of expressions have no address.
void nameResource(diags::Diagnostics& ofBody, const std::string& address);

/// Returns warnings about deprecated variables of the root module that are set.
diags::Diagnostics deprecatedRootVariables(const configs::Module& root,
                                           const std::map<std::string, configs::RootVariable>& given);
/// Returns the warning about a module call argument that sets a deprecated variable.
diags::Diagnostic deprecatedArgument(const configs::Variable& variable, const configs::ModuleNode& module,
                                     const hcl::Expression& argument);

} // namespace planlens::engine
