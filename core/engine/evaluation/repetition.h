// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/evaluation/scope.h"

namespace planlens::engine {

/// Evaluates count, for_each or enabled in the scope that contains the block. After errors there are no instances.
/// excludeAddress is the -exclude argument that error messages suggest.
diags::Result<Instances> declareInstances(const hcl::ExpressionPtr& count, const hcl::ExpressionPtr& forEach,
                                          const hcl::ExpressionPtr& enabled, const ModuleScope& scope,
                                          const std::string& excludeAddress);
/// The problems of for_each that validation reports.
enum class ForEachProblems { All, OfKnownValues };
/// Returns one placeholder instance for validation, with the errors that need no values. `enabled` is evaluated only
/// when planning.
diags::Result<Instances> placeholderInstances(const hcl::ExpressionPtr& count, const hcl::ExpressionPtr& forEach,
                                              const hcl::ExpressionPtr& enabled, const ModuleScope& scope,
                                              ForEachProblems problems);

} // namespace planlens::engine
