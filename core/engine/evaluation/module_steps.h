// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/evaluation/checks.h"
#include "core/engine/evaluation/runtime.h"
#include "core/engine/graphs/config_graph.h"

#include <string>

// What every walk over the configuration does for the parts of modules.

namespace planlens::engine {

/// `module.a.var.x`: a part of a module, as checks and messages name it.
std::string memberName(const addrs::Module& module, const std::string& member);
std::string memberName(const addrs::ModuleInstance& module, const std::string& member);

/// What the call of a module gives for one of its variables; null: nothing, or it is the root module.
hcl::ExpressionPtr callArgument(const configs::ModuleNode& module, const std::string& variable);

/// Declares the instances of a called module in every instance of the module around it, and notes what says which.
diags::Diagnostics expandModule(Runtime& runtime, const configs::ModuleNode& module,
                                std::vector<plans::Dependency>& used);

/// Tells the checks in which module instances a part of a module is; gives its name in the configuration.
std::string reportMembers(Runtime& runtime, const configs::ModuleNode& module, const std::string& member,
                          Checks& checks);

/// Whether an output may have this value, or what could be made of it beside errors: ephemeral only where that is
/// declared, and outputs of the root module never, as they are kept; sensitive in the root module only where declared.
diags::Diagnostics checkOutputValue(const configs::Output& output, const configs::ModuleNode& module,
                                    const values::Value& value);

/// What reading a data source that stands in a check block says of the check, which is the last of its rules. Its
/// problems become warnings.
void reportNestedData(const configs::Resource& data, const ModuleRuntime& module, diags::Diagnostics& found,
                      Checks& checks);
/// Evaluates a check block in every instance of its module. A check never fails what it is part of: what goes wrong in
/// it is told as a warning. Where its data could not be read, it has failed already.
diags::Diagnostics evaluateCheck(Runtime& runtime, const ConfigNode& node, Checks& checks);

} // namespace planlens::engine
