// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/body.h"
#include "core/schemas/schema.h"

namespace planlens::schemas {

/// Evaluates a body against a schema: expands dynamic blocks, converts arguments, combines nested blocks (hcldec with
/// configschema's DecoderSpec). The value is of the schema's type. It is present even beside errors, with unknown parts
/// in place of what could not be evaluated.
diags::Result<values::Value> decodeBody(const hcl::BodyPtr& body, const Block& schema, const hcl::Scope* scope);
/// All references in the body, including `for_each` of dynamic blocks.
std::vector<hcl::Traversal> variablesInBody(const hcl::BodyPtr& body, const Block& schema);
/// Only the references needed to expand dynamic blocks, in their `for_each` and similar arguments.
std::vector<hcl::Traversal> variablesInExpansion(const hcl::BodyPtr& body, const Block& schema);
std::vector<hcl::FunctionReference> functionsInBody(const hcl::BodyPtr& body, const Block& schema);
/// The schema of a body's top level in HCL terms.
hcl::BodySchema bodySchema(const Block& schema);
/// The source range of a value path: the nearest argument or block (for diagnostics that a provider attaches to a
/// path).
diags::SourceRange rangeOfPath(const hcl::BodyPtr& body, const Block& schema, const values::Path& path);
/// The range of the smallest expression for a value path, including items of objects and lists. For a block, the
/// position where it begins.
diags::SourceRange argumentRange(const hcl::BodyPtr& body, const Block& schema, const values::Path& path);

} // namespace planlens::schemas
