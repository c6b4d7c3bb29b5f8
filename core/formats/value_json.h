// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/module.h"
#include "core/formats/json_writer.h"
#include "core/schemas/schema.h"
#include "core/values/path.h"

namespace planlens::formats {

/// Writes a value by its own type. Marks are ignored.
void writeValue(JsonWriter& json, const values::Value& value);
/// Writes the known parts: unknown attributes and map elements are left out, unknown sequence elements are null. If the
/// whole value is unknown, writes nothing and returns false.
bool writeKnownParts(JsonWriter& json, const values::Value& value);
/// Writes `true` for unknown parts, in the structure of the value. Parts that are false are left out of objects.
void writeUnknownMask(JsonWriter& json, const values::Value& value);
/// Writes `true` for sensitive parts, in the same structure.
void writeSensitiveMask(JsonWriter& json, const values::Value& value);
/// As above, with the attributes that are sensitive according to the schema.
void writeSensitiveMask(JsonWriter& json, const values::Value& value, const schemas::Block& schema);
/// Writes a path as `["tags",0,"name"]`.
void writePath(JsonWriter& json, const values::Path& path);
/// Writes the member `name` with a number or string; nothing if there is no key.
void writeInstanceKey(JsonWriter& json, std::string_view name, const addrs::InstanceKey& key);

} // namespace planlens::formats
