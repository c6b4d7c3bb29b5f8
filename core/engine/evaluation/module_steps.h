// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/evaluation/checks.h"
#include "core/engine/evaluation/runtime.h"
#include "core/engine/graphs/config_graph.h"

#include <string>

// Steps for the parts of modules that all walks over the configuration share.

namespace planlens::engine {

/// Returns `module.a.var.x`: the name of a module member in checks and messages.
std::string memberName(const addrs::Module& module, const std::string& member);
std::string memberName(const addrs::ModuleInstance& module, const std::string& member);

/// Returns the argument for a variable in the module's call; null if it is not set, or in the root module.
hcl::ExpressionPtr callArgument(const configs::ModuleNode& module, const std::string& variable);

/// Declares the instances of a called module in every instance of its parent. Records the dependencies of count and
/// for_each.
diags::Diagnostics expandModule(Runtime& runtime, const configs::ModuleNode& module,
                                std::vector<plans::Dependency>& used);

/// Reports the objects of a module member to `checks`, one for each module instance. Returns its configuration address.
std::string reportMembers(Runtime& runtime, const configs::ModuleNode& module, const std::string& member,
                          Checks& checks);

/// Checks the value of an output. Ephemeral values require a declaration and are errors in the root module, whose
/// outputs are stored. In the root module, sensitive values require a declaration too.
diags::Diagnostics checkOutputValue(const configs::Output& output, const configs::ModuleNode& module,
                                    const values::Value& value);

/// Reports the result of reading a check block's data source as the last rule of the check. Its errors become
/// warnings.
void reportNestedData(const configs::Resource& data, const ModuleRuntime& module, diags::Diagnostics& found,
                      Checks& checks);
/// Evaluates a check block in every instance of its module. Failures are warnings. Skipped if its data source could not
/// be read, because the check has then already failed.
diags::Diagnostics evaluateCheck(Runtime& runtime, const ConfigNode& node, Checks& checks);

} // namespace planlens::engine
