// SPDX-License-Identifier: MPL-2.0
#include "core/values/json/json.h"

#include "core/hcl/syntax/characters.h"
#include "core/lang/functions/builtins.h"
#include "core/values/text/quoted.h"
#include "core/values/text/utf8.h"

#include <fmt/format.h>

namespace planlens::lang {
namespace {

/// The first character of the JSON text is known as soon as the type is known and the value is not null.
ValueOutcome encodeUnknown(const Value& value, Type returnType) {
    if (!value.isKnownNotNull())
        return unknown(returnType);
    values::Refinement beginning;
    beginning.notNull = true;
    const Type type = value.type();
    if (type.isString())
        beginning.prefix = "\"";
    else if (type.isMapping())
        beginning.prefix = "{";
    else if (isSequence(type))
        beginning.prefix = "[";
    return Value::unknown(returnType, beginning);
}

ValueOutcome encode(Arguments arguments, Type returnType) {
    const Value& value = arguments[0];
    if (!value.isWhollyKnown())
        return encodeUnknown(value, returnType);
    if (value.isNull())
        return Value::string("null");
    const auto text = values::toJson(value, value.type());
    if (!text)
        return fail(text.error().message);
    return Value::string(*text);
}

/// Returns what the known prefix of a text implies about the type.
TypeOutcome typeByPrefix(const std::string& prefix) {
    const std::string_view trimmed = hcl::trimSpaceRight(hcl::trimSpaceLeft(prefix));
    if (trimmed.empty())
        return Type::dynamic();
    switch (trimmed[0]) {
    case '{':
    case '[':
    case 'n':
        return Type::dynamic();
    case '"':
        return Type::string();
    case 't':
    case 'f':
        return Type::boolean();
    default:
        break;
    }
    if (std::string_view("-.0123456789").find(trimmed[0]) != std::string_view::npos)
        return Type::number();
    const std::string character = values::quoted(trimmed.substr(0, values::decodeUtf8(trimmed).size));
    const std::string inside = trimmed[0] == '\'' ? "\\'" : character.substr(1, character.size() - 2);
    return failAt(0, fmt::format("a JSON document cannot begin with the character '{}'", inside));
}

TypeOutcome decodedType(Arguments arguments) {
    if (!arguments[0].isKnown())
        return typeByPrefix(arguments[0].refinement()->prefix);
    auto type = values::impliedTypeOfJson(arguments[0].asString());
    if (!type)
        return fail(type.error().message);
    return *type;
}

ValueOutcome decode(Arguments arguments, Type type) {
    auto value = values::fromJson(arguments[0].asString(), type);
    if (!value)
        return fail(value.error().message);
    return *std::move(value);
}

} // namespace

void addJson(FunctionList& functions) {
    add(functions,
        {.name = "jsonencode",
         .parameters = {parameter("val", Type::dynamic(), {Allow::Unknown, Allow::DynamicType, Allow::Null})},
         .type = always(Type::string()),
         .call = encode});
    add(functions, {.name = "jsondecode",
                    .parameters = {parameter("str", Type::string())},
                    .nullness = Nullness::MayBeNull,
                    .type = decodedType,
                    .call = decode});
}

} // namespace planlens::lang
