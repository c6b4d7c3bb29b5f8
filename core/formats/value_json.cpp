// SPDX-License-Identifier: MPL-2.0
#include "core/formats/value_json.h"

#include "core/schemas/values_by_schema.h"
#include "core/values/marked_paths.h"

namespace planlens::formats {

using values::Mark;
using values::Type;
using values::Value;

namespace {

bool hasKeys(Type type) {
    return type.isMapping();
}

/// Whether the mask of a value is just `false`, which is left out in objects.
enum class Mask { Plain, Something };

Mask unknownMask(JsonWriter& json, const Value& given) {
    const Value value = given.unmarked();
    if (!value.isKnown()) {
        json.boolean(true);
        return Mask::Something;
    }
    if (value.isNull() || value.type().isPrimitive() || value.type().isDynamic()) {
        json.boolean(false);
        return Mask::Plain;
    }
    const bool keys = hasKeys(value.type());
    keys ? json.beginObject() : json.beginArray();
    for (std::size_t i = 0; i < value.size(); ++i) {
        const JsonWriter::Mark before = json.mark();
        if (keys)
            json.key(value.key(i));
        if (unknownMask(json, value.element(i)) == Mask::Plain && keys)
            json.takeBack(before);
    }
    keys ? json.endObject() : json.endArray();
    return Mask::Something;
}

Mask sensitiveMask(JsonWriter& json, const Value& given, const values::MarkedPaths& paths) {
    if (given.hasMark(Mark::sensitive()) || paths.endHere()) {
        json.boolean(true);
        return Mask::Something;
    }
    const Value value = given.unmarked();
    const Type type = value.type();
    if (value.isNull() || type.isPrimitive() || type.isDynamic()) {
        json.boolean(false);
        return Mask::Plain;
    }
    const bool keys = hasKeys(type);
    keys ? json.beginObject() : json.beginArray();
    for (std::size_t i = 0; value.isKnown() && i < value.size(); ++i) {
        const JsonWriter::Mark before = json.mark();
        if (keys)
            json.key(value.key(i));
        if (sensitiveMask(json, value.element(i), paths.below(value, i)) == Mask::Plain && keys)
            json.takeBack(before);
    }
    keys ? json.endObject() : json.endArray();
    return Mask::Something;
}

} // namespace

void writeValue(JsonWriter& json, const Value& value) {
    json.beforeValue();
    const Value bare = value.containsMarked() ? value.unmarkedDeep() : value;
    const std::size_t start = json.text().size();
    if (!values::appendJson(json.text(), bare, bare.type())) {
        json.text().resize(start);
        json.text() += "null";
    }
}

bool writeKnownParts(JsonWriter& json, const Value& given) {
    if (given.isWhollyKnown()) {
        writeValue(json, given);
        return true;
    }
    const Value value = given.unmarked();
    if (!value.isKnown())
        return false;
    const bool keys = hasKeys(value.type());
    keys ? json.beginObject() : json.beginArray();
    for (std::size_t i = 0; i < value.size(); ++i) {
        const JsonWriter::Mark before = json.mark();
        if (keys)
            json.key(value.key(i));
        if (!writeKnownParts(json, value.element(i))) {
            if (keys)
                json.takeBack(before);
            else
                json.null();
        }
    }
    keys ? json.endObject() : json.endArray();
    return true;
}

void writeUnknownMask(JsonWriter& json, const Value& value) {
    unknownMask(json, value);
}
void writeSensitiveMask(JsonWriter& json, const Value& value) {
    sensitiveMask(json, value, values::MarkedPaths(std::span<const values::PathMarks>()));
}

void writeSensitiveMask(JsonWriter& json, const Value& value, const schemas::Block& schema) {
    const std::vector<values::PathMarks> paths = schemas::sensitivePaths(schema, value.unmarkedDeep());
    sensitiveMask(json, value, values::MarkedPaths(paths));
}

void writePath(JsonWriter& json, const values::Path& path) {
    json.beginArray();
    for (const values::PathStep& step : path) {
        if (const auto* attribute = std::get_if<values::AttributeStep>(&step))
            json.string(attribute->name);
        else
            writeValue(json, std::get<values::IndexStep>(step).key);
    }
    json.endArray();
}

void writeInstanceKey(JsonWriter& json, std::string_view name, const addrs::InstanceKey& key) {
    if (key.isInt())
        json.key(name).number(key.index());
    else if (key.isString())
        json.key(name).string(key.string());
}

} // namespace planlens::formats
