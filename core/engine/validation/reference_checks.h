// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/reference.h"
#include "core/configs/module.h"
#include "core/schemas/schema.h"

#include <span>
#include <vector>

namespace planlens::engine {

/// Returns the references in a resource's arguments to the resource itself or its instances.
std::vector<addrs::Reference> selfReferences(const configs::Resource& resource, const schemas::ResourceSchema& schema);
/// Reports instances of a resource that refer to each other anywhere in the block, because each depends on the others.
/// `orphans` are instances in the state that are no longer declared.
diags::Diagnostics checkSiblingReferences(const configs::Resource& resource, const schemas::ResourceSchema& schema,
                                          std::span<const addrs::AbsResourceInstance> declared,
                                          std::span<const addrs::AbsResourceInstance> orphans);
/// Reports instances whose arguments refer to themselves. As in OpenTofu, twice if the resource has no repetition.
diags::Diagnostics checkSelfReferences(std::span<const addrs::Reference> references,
                                       std::span<const addrs::AbsResourceInstance> instances);

/// Reports references of a local value to itself.
diags::Diagnostics checkSelfReferences(const std::string& local, const hcl::Expression& expression);

/// Follows a traversal through a schema. Invalid steps are errors with OpenTofu's text.
diags::Diagnostics checkSchemaTraversal(const schemas::Block& block, const hcl::Traversal& traversal);

} // namespace planlens::engine
