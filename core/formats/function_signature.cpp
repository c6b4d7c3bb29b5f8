// SPDX-License-Identifier: MPL-2.0
#include "core/formats/function_signature.h"

#include "core/lang/functions.h"
#include "core/values/json/json.h"

#include <vector>

namespace planlens::formats {
namespace {

using values::Type;
using values::Value;

void writeParameter(JsonWriter& json, const hcl::Parameter& parameter) {
    json.beginObject();
    json.key("name").string(parameter.name);
    json.key("type").raw(values::typeToJson(parameter.type));
    json.endObject();
}

/// Returns the return type without arguments. Dynamic if it depends on argument types, or if a call with unknown
/// arguments fails.
Type staticReturnType(const hcl::Function& function) {
    if (function.isLazy())
        return Type::dynamic();
    std::vector<Value> arguments;
    const std::size_t count = function.parameters().size() + (function.variadic() ? 1 : 0);
    for (std::size_t i = 0; i < count; ++i) {
        const hcl::Parameter& parameter = *function.parameter(i);
        if (parameter.type.isDynamic() && !parameter.allowDynamicType)
            return Type::dynamic();
        arguments.push_back(Value::unknown(parameter.type));
    }
    const auto type = function.returnType(arguments);
    return type ? *type : Type::dynamic();
}

} // namespace

const hcl::Function* builtinFunction(std::string_view name) {
    static const lang::FunctionTable functions{lang::FunctionOptions()};
    return functions.find(name);
}

void writeFunctionSignature(JsonWriter& json, const hcl::Function& function) {
    json.beginObject();
    json.key("name").string(function.name());
    json.key("params").beginArray();
    for (const hcl::Parameter& parameter : function.parameters())
        writeParameter(json, parameter);
    json.endArray();
    if (function.variadic())
        writeParameter(json.key("variadic_param"), *function.variadic());
    json.key("return_type").raw(values::typeToJson(staticReturnType(function)));
    json.endObject();
}

} // namespace planlens::formats
