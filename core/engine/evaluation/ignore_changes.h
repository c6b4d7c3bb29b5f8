// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/module.h"
#include "core/schemas/schema.h"

namespace planlens::engine {

/// The configuration with what ignore_changes names taken from the prior value. Without a schema, `all` gives the prior
/// value as it is (what providers of the legacy type system changed on their own is taken back with that).
values::Value applyIgnoreChanges(const configs::Resource& resource, const values::Value& prior,
                                 const values::Value& config, const schemas::Block* schema);

} // namespace planlens::engine
