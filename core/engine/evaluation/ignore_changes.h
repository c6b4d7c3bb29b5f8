// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/module.h"
#include "core/schemas/schema.h"

namespace planlens::engine {

/// Returns the configuration with the paths in ignore_changes replaced by the prior value. Without a schema, `all`
/// returns the prior value itself, which also reverts changes made by providers with the legacy type system.
values::Value applyIgnoreChanges(const configs::Resource& resource, const values::Value& prior,
                                 const values::Value& config, const schemas::Block* schema);

} // namespace planlens::engine
