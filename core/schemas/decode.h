// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/body.h"
#include "core/schemas/schema.h"

namespace planlens::schemas {

/// Evaluates a body against a schema: dynamic blocks expanded, arguments converted, nested blocks put together
/// (hcldec with configschema's DecoderSpec). The value is of the schema's type, with unknown parts where something is
/// not known, and present even beside errors.
diags::Result<values::Value> decodeBody(const hcl::BodyPtr& body, const Block& schema, const hcl::Scope* scope);
/// All references that evaluating the body would make, `for_each` of dynamic blocks included.
std::vector<hcl::Traversal> variablesInBody(const hcl::BodyPtr& body, const Block& schema);
/// Those that making blocks of `dynamic` would make, of their `for_each` and the like only.
std::vector<hcl::Traversal> variablesInExpansion(const hcl::BodyPtr& body, const Block& schema);
std::vector<hcl::FunctionReference> functionsInBody(const hcl::BodyPtr& body, const Block& schema);
/// The schema of a body's top level in HCL terms.
hcl::BodySchema bodySchema(const Block& schema);
/// Where in the configuration a path of the value comes from: the nearest argument or block (for diagnostics that a
/// provider attaches to a path).
diags::SourceRange rangeOfPath(const hcl::BodyPtr& body, const Block& schema, const values::Path& path);
/// The smallest expression that a path of the value comes from, an item of an object or a list too; of a block where it
/// begins.
diags::SourceRange argumentRange(const hcl::BodyPtr& body, const Block& schema, const values::Path& path);

} // namespace planlens::schemas
