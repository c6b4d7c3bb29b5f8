// SPDX-License-Identifier: MPL-2.0
#include "core/formats/function_signature.h"

#include "core/values/json/json.h"

namespace planlens::formats {
namespace {

void writeParameter(JsonWriter& json, const hcl::Parameter& parameter) {
    json.beginObject();
    json.key("name").string(parameter.name);
    json.key("type").raw(values::typeToJson(parameter.type));
    json.endObject();
}

} // namespace

void writeFunctionSignature(JsonWriter& json, const hcl::Signature& signature) {
    json.beginObject();
    json.key("name").string(signature.name);
    json.key("params").beginArray();
    for (const hcl::Parameter& parameter : signature.parameters)
        writeParameter(json, parameter);
    json.endArray();
    if (signature.variadic)
        writeParameter(json.key("variadic_param"), *signature.variadic);
    json.key("return_type").raw(values::typeToJson(signature.returnType));
    json.endObject();
}

} // namespace planlens::formats
