// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/schemas/schema.h"
#include "core/values/path.h"

namespace planlens::schemas {

/// Returns the value of an empty configuration body (configschema.Block.EmptyValue).
values::Value emptyValue(const Block& block);
/// Returns the value with every argument unknown, and every nested block type unknown as a whole
/// (configschema.Block.UnknownValue).
values::Value unknownValue(const Block& block);
/// Converts a value to the nearest value of the schema's type, as providers expect it. Missing attributes become null,
/// nested blocks get their collection types (configschema.Block.CoerceValue).
values::Outcome<values::Value> coerceValue(const Block& block, const values::Value& value);
/// Returns the paths that the schema marks as sensitive, for an unmarked value (configschema.Block.ValueMarks).
std::vector<values::PathMarks> sensitivePaths(const Block& block, const values::Value& value);
/// A path in a value that the schema marks as deprecated, with the deprecation message.
struct DeprecatedPath {
    values::Path path;
    std::string message;
};
std::vector<DeprecatedPath> deprecatedPaths(const Block& block, const values::Value& value);
/// Whether the path leads to a write-only attribute.
bool isWriteOnlyPath(const Block& block, const values::Path& path);
/// Returns the attribute at a path (configschema.Block.AttributeByPath); null if the path leads to something else.
const Attribute* attributeByPath(const Block& block, const values::Path& path);
const Attribute* attributeByPath(const ObjectType& object, const values::Path& path);
/// Returns problems with the schema itself (InternalValidate).
std::vector<std::string> internalValidate(const Block& block);
/// Returns the paths of write-only attributes that are not null. Providers must never return such values.
std::vector<values::Path> writeOnlyViolations(const Block& block, const values::Value& value);
/// Returns the value with all write-only attributes set to null. Their marks are kept, except the ephemeral mark.
values::Value withoutWriteOnly(const Block& block, const values::Value& value);

} // namespace planlens::schemas
