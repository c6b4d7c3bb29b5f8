// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions/builtins.h"
#include "core/lang/functions/yaml/yaml_document.h"
#include "core/values/conversion/convert.h"

namespace planlens::lang {
namespace {

TypeOutcome decodedType(Arguments arguments) {
    if (!arguments[0].isKnown())
        return Type::dynamic();
    const auto node = readYaml(arguments[0].asString());
    if (!node)
        return fail(node.error());
    return node->type;
}

ValueOutcome decode(Arguments arguments, Type type) {
    const auto node = readYaml(arguments[0].asString());
    if (!node)
        return fail(node.error());
    auto value = values::convert(node->value, type);
    if (!value)
        return fail(value.error().message);
    return *std::move(value);
}

ValueOutcome encode(Arguments arguments, Type type) {
    if (!arguments[0].isWhollyKnown())
        return unknown(type);
    const auto text = writeYaml(arguments[0]);
    if (!text)
        return fail(text.error());
    return Value::string(*text);
}

} // namespace

void addYaml(FunctionList& functions) {
    add(functions, {.name = "yamldecode",
                    .parameters = {parameter("src", Type::string())},
                    .nullness = Nullness::MayBeNull,
                    .type = decodedType,
                    .call = decode});
    add(functions, {.name = "yamlencode",
                    .parameters = {parameter("value", Type::dynamic(), {Allow::Null, Allow::DynamicType})},
                    .nullness = Nullness::MayBeNull,
                    .type = always(Type::string()),
                    .call = encode});
}

} // namespace planlens::lang
