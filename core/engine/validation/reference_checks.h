// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/reference.h"
#include "core/configs/module.h"
#include "core/schemas/schema.h"

#include <span>
#include <vector>

namespace planlens::engine {

/// References of a resource's arguments to the resource or instances of it.
std::vector<addrs::Reference> selfReferences(const configs::Resource& resource, const schemas::ResourceSchema& schema);
/// Errors about instances of a resource that refer to each other, anywhere in the block: each would have to wait for
/// the others. Orphans are what is left of a resource that has fewer instances by now.
diags::Diagnostics checkSiblingReferences(const configs::Resource& resource, const schemas::ResourceSchema& schema,
                                          std::span<const addrs::AbsResourceInstance> declared,
                                          std::span<const addrs::AbsResourceInstance> orphans);
/// Errors about instances whose arguments refer to themselves (told twice where the resource is not repeated, as in the
/// reference).
diags::Diagnostics checkSelfReferences(std::span<const addrs::Reference> references,
                                       std::span<const addrs::AbsResourceInstance> instances);

/// Errors for references of a local value to itself.
diags::Diagnostics checkSelfReferences(const std::string& local, const hcl::Expression& expression);

/// Follows the steps of a traversal into a schema; errors in the reference's words where they lead nowhere.
diags::Diagnostics checkSchemaTraversal(const schemas::Block& block, const hcl::Traversal& traversal);

} // namespace planlens::engine
