// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/evaluation/runtime.h"
#include "core/plans/plan.h"

namespace planlens::engine {

/// An error where prevent_destroy forbids a change, or cannot be evaluated. It is evaluated in the instance of the
/// module that the changed object is in, without each and count; where that instance is gone, only constants can be
/// evaluated.
diags::Diagnostics checkPreventDestroy(const configs::Resource& config, const Runtime& runtime,
                                       const plans::ResourceInstanceChange& change);

} // namespace planlens::engine
