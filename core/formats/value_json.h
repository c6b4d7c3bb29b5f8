// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/module.h"
#include "core/formats/json_writer.h"
#include "core/schemas/schema.h"
#include "core/values/path.h"

namespace planlens::formats {

/// The value itself, by its own type; marks are passed over.
void writeValue(JsonWriter& json, const values::Value& value);
/// The known parts: unknown attributes and map elements are left out, unknown elements of sequences are null; nothing
/// is written and false returned where the whole is unknown.
bool writeKnownParts(JsonWriter& json, const values::Value& value);
/// true where the value is unknown, in the shape of the value; false parts are left out of objects.
void writeUnknownMask(JsonWriter& json, const values::Value& value);
/// true where the value is sensitive, in the same way.
void writeSensitiveMask(JsonWriter& json, const values::Value& value);
/// The same, and true for what its schema calls sensitive.
void writeSensitiveMask(JsonWriter& json, const values::Value& value, const schemas::Block& schema);
/// `["tags",0,"name"]`.
void writePath(JsonWriter& json, const values::Path& path);
/// A number or string; nothing for no key.
void writeInstanceKey(JsonWriter& json, std::string_view name, const addrs::InstanceKey& key);

} // namespace planlens::formats
