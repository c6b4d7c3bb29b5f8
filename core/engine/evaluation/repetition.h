// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/evaluation/scope.h"

namespace planlens::engine {

/// The instances that count, for_each or enabled declare, in the scope of the block they belong to. On errors: none.
/// The address is what -exclude would be told to go on without it.
diags::Result<Instances> declareInstances(const hcl::ExpressionPtr& count, const hcl::ExpressionPtr& forEach,
                                          const hcl::ExpressionPtr& enabled, const ModuleScope& scope,
                                          const std::string& excludeAddress);
/// For validation: one placeholder instance, with what can be said of the arguments; what `enabled` is, only plans say.
diags::Result<Instances> placeholderInstances(const hcl::ExpressionPtr& count, const hcl::ExpressionPtr& forEach,
                                              const hcl::ExpressionPtr& enabled, const ModuleScope& scope);

/// An argument quoted for a POSIX shell where it needs to be.
std::string shellQuoted(const std::string& argument);

} // namespace planlens::engine
