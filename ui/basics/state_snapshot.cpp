// SPDX-License-Identifier: MPL-2.0
#include "ui/basics/state_snapshot.h"

#include "core/schemas/values_by_schema.h"
#include "core/states/stored_value.h"

namespace planlens::session {

using states::OutlineEntry;
using values::Value;

namespace {

/// Decodes by the schema if there is a matching one, because it declares more values sensitive than the file.
Value objectValue(const OutlineEntry& entry, const plans::Schemas& schemas) {
    if (const schemas::ResourceSchemaPtr schema =
            plans::resourceSchema(schemas, entry.provider.provider, entry.instance.resource))
        if (const diags::Result<states::Object> object = states::decode(*entry.object, *schema); object.isOk()) {
            const std::vector<values::PathMarks> bySchema =
                schemas::sensitivePaths(schema->block, object->value.unmarkedDeep());
            if (bySchema.empty())
                return object->value;
            std::vector<values::PathMarks> all = object->value.pathMarks();
            all.insert(all.end(), bySchema.begin(), bySchema.end());
            return object->value.unmarkedDeep().withPathMarks(all);
        }
    return states::storedValue(*entry.object).value_or(Value());
}

} // namespace

Value StateSnapshot::valueOf(const OutlineEntry& entry) const {
    switch (entry.kind) {
    case OutlineEntry::Kind::Object:
    case OutlineEntry::Kind::Deposed:
        return objectValue(entry, schemas);
    case OutlineEntry::Kind::Output: {
        const states::OutputValue& output = state->outputs.at(entry.name);
        return output.sensitive ? output.value.withMarks(values::MarkSet(values::Mark::sensitive())) : output.value;
    }
    case OutlineEntry::Kind::Check:
        break;
    }
    return {};
}

} // namespace planlens::session
