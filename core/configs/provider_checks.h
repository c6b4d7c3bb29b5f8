// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"

namespace planlens::configs {

/// Whether the provider configurations of a tree of modules, what the modules require and what calls pass go together.
/// For trees that were loaded without errors.
diags::Diagnostics checkProviderConfigs(const ModuleNode& root);

/// Problems with the arguments of one module call: of the first that has any, called modules before their callers. As
/// in the reference, they are found when a graph is built, so commands without a graph accept them.
diags::Diagnostics checkCallArguments(const ModuleNode& root);

/// Whether two expressions are written the same way, as far as can be told: what is hard to compare is different.
bool areWrittenAlike(const hcl::Expression& a, const hcl::Expression& b);

} // namespace planlens::configs
