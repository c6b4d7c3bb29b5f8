// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/module.h"
#include "core/schemas/schema.h"

namespace planlens::engine {

/// Errors for references of a resource instance's configuration to itself: to the instance and to the whole resource
/// (both, and so twice, where the resource is not repeated; as in the reference).
diags::Diagnostics checkSelfReferences(const configs::Resource& resource, const addrs::InstanceKey& key, const schemas::ResourceSchema& schema);

/// Errors for references of a local value to itself.
diags::Diagnostics checkSelfReferences(const std::string& local, const hcl::Expression& expression);

/// Follows the steps of a traversal into a schema; errors in the reference's words where they lead nowhere.
diags::Diagnostics checkSchemaTraversal(const schemas::Block& block, const hcl::Traversal& traversal);

} // namespace planlens::engine
