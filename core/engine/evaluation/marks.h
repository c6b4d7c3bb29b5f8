// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"
#include "core/schemas/schema.h"
#include "core/values/value.h"

#include <vector>

namespace planlens::engine {

/// The marks of two lists, path by path.
std::vector<values::PathMarks> combinedMarks(std::vector<values::PathMarks> marks,
                                             const std::vector<values::PathMarks>& more);

/// What references to an object of a resource see: its value with the marks of its schema, and that of being ephemeral
/// for the whole where the resource is.
values::Value seenValue(const values::Value& value, const schemas::Block& schema, const addrs::Resource& resource,
                        const configs::ModuleNode& module);

} // namespace planlens::engine
