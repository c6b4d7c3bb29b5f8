// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/resource.h"
#include "core/schemas/schema.h"
#include "core/values/path.h"
#include "core/values/value.h"

#include <vector>

namespace planlens::configs {
struct ModuleNode;
}
namespace planlens::engine {

/// Merges two lists of marks by path.
std::vector<values::PathMarks> combinedMarks(std::vector<values::PathMarks> marks,
                                             const std::vector<values::PathMarks>& more);

/// Returns the value of an object as seen by references: with the marks of its schema. Values of ephemeral resources
/// are marked as ephemeral as a whole.
values::Value seenValue(const values::Value& value, const schemas::Block& schema, const addrs::Resource& resource,
                        const configs::ModuleNode& module);

} // namespace planlens::engine
