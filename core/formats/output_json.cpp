// SPDX-License-Identifier: MPL-2.0
#include "core/formats/output_json.h"

#include "core/formats/json_writer.h"
#include "core/states/file/json_layout.h"
#include "core/values/json/json.h"

namespace planlens::formats {

diags::Result<std::string> outputJson(const states::OutputValue& output) {
    values::Outcome<std::string> json = values::toJson(output.value, output.value.type());
    if (!json)
        return diags::Diagnostic::error(values::formatError(json.error()), {});
    return *std::move(json);
}

diags::Result<std::string> outputsJson(const std::map<std::string, states::OutputValue>& outputs) {
    std::string compact;
    JsonWriter json(compact);
    json.beginObject();
    for (const auto& [name, output] : outputs) {
        const diags::Result<std::string> value = outputJson(output);
        if (!value.isOk())
            return value;
        json.key(name).beginObject();
        json.key("sensitive").boolean(output.sensitive);
        json.optional("deprecated", output.deprecated);
        json.key("type").raw(values::typeToJson(output.value.type()));
        json.key("value").raw(*value.value);
        json.endObject();
    }
    json.endObject();
    return states::indentedJson(compact);
}

} // namespace planlens::formats
