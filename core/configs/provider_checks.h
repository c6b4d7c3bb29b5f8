// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"

namespace planlens::hcl {
class Expression;
}
namespace planlens::configs {

struct ModuleNode;

/// Checks that the provider configurations of a module tree, the requirements of its modules and the providers that
/// calls pass are consistent. For trees that were loaded without errors.
diags::Diagnostics checkProviderConfigs(const ModuleNode& root);

/// Checks the arguments of module calls; returns the problems of the first call that has any, called modules before
/// callers. As in OpenTofu, this is checked when a graph is built, so commands without a graph accept them.
diags::Diagnostics checkCallArguments(const ModuleNode& root);

/// Whether two expressions are written in the same way. Kinds of expressions that are not compared count as different.
bool haveSameSyntax(const hcl::Expression& a, const hcl::Expression& b);

} // namespace planlens::configs
