// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/module.h"
#include "core/hcl/expression.h"
#include "core/plans/plan.h"

namespace planlens::engine {

/// An error where prevent_destroy forbids a change, or cannot be evaluated. The scope is that of the resource's module, without
/// each and count; null where the instance of the module is gone: then only constants can be evaluated.
diags::Diagnostics checkPreventDestroy(const configs::Resource& config, const hcl::Scope* scope, const plans::ResourceInstanceChange& change);

} // namespace planlens::engine
