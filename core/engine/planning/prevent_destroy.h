// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/evaluation/runtime.h"
#include "core/plans/change.h"

namespace planlens::engine {

/// Reports an error if prevent_destroy forbids a change or cannot be evaluated. The expression is evaluated in the
/// module instance of the object, without each and count. If that instance is no longer declared, only constants can be
/// evaluated.
diags::Diagnostics checkPreventDestroy(const configs::Resource& config, const Runtime& runtime,
                                       const plans::ResourceInstanceChange& change);

} // namespace planlens::engine
