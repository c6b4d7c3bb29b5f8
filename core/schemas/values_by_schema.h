// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/schemas/schema.h"
#include "core/values/path.h"

namespace planlens::schemas {

/// The value an empty configuration body gives (configschema.Block.EmptyValue).
values::Value emptyValue(const Block& block);
/// Every argument unknown, and every nested block type as a whole (configschema.Block.UnknownValue).
values::Value unknownValue(const Block& block);
/// The value of the right type that is nearest to a given one, as providers expect it: missing attributes become null,
/// nested blocks get their collection types (configschema.Block.CoerceValue).
values::Outcome<values::Value> coerceValue(const Block& block, const values::Value& value);
/// Where the schema says "sensitive", for a value of it (configschema.Block.ValueMarks); unmarked value in.
std::vector<values::PathMarks> sensitivePaths(const Block& block, const values::Value& value);
/// Where the schema says "deprecated", for an unmarked value of it, and what it says about that.
struct DeprecatedPath {
    values::Path path;
    std::string message;
};
std::vector<DeprecatedPath> deprecatedPaths(const Block& block, const values::Value& value);
/// Whether the path leads to a write-only attribute.
bool isWriteOnlyPath(const Block& block, const values::Path& path);
/// The attribute a path leads to (configschema.Block.AttributeByPath); null where it leads elsewhere.
const Attribute* attributeByPath(const Block& block, const values::Path& path);
const Attribute* attributeByPath(const ObjectType& object, const values::Path& path);
/// What is wrong with a schema itself (InternalValidate).
std::vector<std::string> internalValidate(const Block& block);
/// Write-only attributes that hold a value, as paths (providers must never answer with one).
std::vector<values::Path> writeOnlyViolations(const Block& block, const values::Value& value);
/// The value with all write-only attributes null. Their marks stay, but for that of ephemeral values.
values::Value withoutWriteOnly(const Block& block, const values::Value& value);

} // namespace planlens::schemas
