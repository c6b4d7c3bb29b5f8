// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/reference.h"
#include "core/engine/evaluation/runtime.h"
#include "core/hcl/expression.h"

namespace planlens::engine {

/// Returns the reference of a replace_triggered_by expression for one resource instance. Only count.index and each.key
/// may select an instance, besides constants; the expression is not evaluated.
diags::Result<addrs::Reference> replaceTriggerReference(const hcl::Expression& expression,
                                                        const RepetitionData& repetition);

} // namespace planlens::engine
