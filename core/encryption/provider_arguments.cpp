// SPDX-License-Identifier: MPL-2.0
#include "core/encryption/provider_arguments.h"

#include "core/values/conversion/convert.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace planlens::encryption {

using diags::Diagnostics;
using diags::SourceRange;
using values::Type;
using values::Value;
using Kind = ArgumentType::Kind;

namespace {

std::optional<Value> unsuitable(const std::string& problem, const SourceRange& range, Diagnostics& diagnostics) {
    diagnostics.error("Unsuitable value type", fmt::format("Unsuitable value: {}", problem), range);
    return {};
}

Type typeOf(Kind kind) {
    switch (kind) {
    case Kind::Text:
    case Kind::NullableText:
        return Type::string();
    case Kind::Flag:
    case Kind::NullableFlag:
        return Type::boolean();
    case Kind::Integer:
        return Type::number();
    case Kind::Texts:
        return Type::list(Type::string());
    case Kind::TextMap:
        return Type::map(Type::string());
    case Kind::Object:
        break;
    }
    return Type::dynamic();
}

bool isScalar(Kind kind) {
    return kind == Kind::Text || kind == Kind::Flag || kind == Kind::Integer;
}

bool isLeftOut(const Value& value, Kind kind) {
    return value.isNull() || (kind == Kind::Text && value.asString().empty());
}

std::optional<Value> converted(const Value& given, const ArgumentType& type, const SourceRange& range,
                               Diagnostics& diagnostics);

/// An object with the attributes of the table; others are errors.
std::optional<Value> convertedObject(const Value& given, const ArgumentType& type, const SourceRange& range,
                                     Diagnostics& diagnostics) {
    if (!given.isKnown())
        return unsuitable("value must be known", range, diagnostics);
    if (given.isNull())
        return given;
    if (!given.type().isObject() && !given.type().isMap())
        return unsuitable("object required", range, diagnostics);
    for (std::size_t i = 0; i < given.size(); ++i)
        if (std::ranges::find(type.attributes, given.key(i), &ArgumentType::name) == type.attributes.end())
            diagnostics.error("Unsupported argument",
                              fmt::format("An argument named {} is not expected here.", values::quoted(given.key(i))),
                              range);
    std::vector<std::pair<std::string, Value>> attributes;
    for (const ArgumentType& attribute : type.attributes) {
        const Value* const found = given.find(attribute.name);
        if (!found && attribute.isRequired)
            diagnostics.error("Missing required argument",
                              fmt::format("The argument {} is required, but no definition was found.",
                                          values::quoted(attribute.name)),
                              range);
        const auto value = found ? converted(*found, attribute, range, diagnostics) : std::nullopt;
        if (value && !isLeftOut(*value, attribute.kind))
            attributes.emplace_back(attribute.name, *value);
    }
    return attributes.empty() ? Value::emptyObject() : Value::object(std::move(attributes));
}

/// The value in the type of the argument; null stays null. Nothing if there are errors.
std::optional<Value> converted(const Value& given, const ArgumentType& type, const SourceRange& range,
                               Diagnostics& diagnostics) {
    if (type.kind == Kind::Object)
        return convertedObject(given, type, range, diagnostics);
    const values::Outcome<Value> value = values::convert(given, typeOf(type.kind));
    if (!value || !value->isWhollyKnown())
        return unsuitable(value ? std::string("value must be known") : values::formatError(value.error()), range,
                          diagnostics);
    const bool hasElements = !value->isNull() && (type.kind == Kind::Texts || type.kind == Kind::TextMap);
    bool hasNull = value->isNull() && isScalar(type.kind);
    for (std::size_t i = 0; hasElements && i < value->size(); ++i)
        hasNull = hasNull || value->element(i).isNull();
    if (hasNull)
        return unsuitable("null value is not allowed", range, diagnostics);
    if (type.kind == Kind::Integer && !value->asNumber().toInt64())
        return unsuitable("value must be a whole number, between -9223372036854775808 and 9223372036854775807", range,
                          diagnostics);
    return *value;
}

} // namespace

hcl::BodySchema schemaOf(ArgumentTypes types) {
    hcl::BodySchema schema;
    for (const ArgumentType& type : types)
        schema.attributes.push_back({type.name, type.isRequired});
    return schema;
}

std::optional<Value> readArguments(const hcl::BodyContent& content, ArgumentTypes types,
                                   const KeyProviderType::Evaluate& evaluate, Diagnostics& diagnostics) {
    Diagnostics problems;
    std::vector<std::pair<std::string, Value>> arguments;
    for (const ArgumentType& type : types) {
        const hcl::Attribute* const attribute = content.attribute(type.name);
        const auto evaluated = attribute ? evaluate(*attribute->expression).into(problems) : std::nullopt;
        const auto value = evaluated
                               ? converted(evaluated->unmarkedDeep(), type, attribute->expression->range(), problems)
                               : std::nullopt;
        if (value && !isLeftOut(*value, type.kind))
            arguments.emplace_back(type.name, *value);
    }
    const bool isRead = !problems.hasErrors();
    diagnostics.append(std::move(problems));
    if (!isRead)
        return {};
    return arguments.empty() ? Value::emptyObject() : Value::object(std::move(arguments));
}

std::optional<Value> readArguments(const hcl::Body& body, ArgumentTypes types,
                                   const KeyProviderType::Evaluate& evaluate, Diagnostics& diagnostics) {
    const std::optional<hcl::BodyContent> content = body.content(schemaOf(types)).into(diagnostics);
    return diagnostics.hasErrors() ? std::nullopt : readArguments(*content, types, evaluate, diagnostics);
}

std::int64_t keyLengthIn(const Value& arguments) {
    return *arguments.find("key_length")->asNumber().toInt64();
}

diags::Result<std::vector<hcl::Traversal>> referencesIn(const hcl::Body& body, const hcl::BodySchema& schema) {
    const diags::Result<hcl::BodyContent> content = body.knownContent(schema);
    std::vector<hcl::Traversal> found;
    if (!content.value) // reported when the arguments are read
        return found;
    for (const hcl::Attribute& attribute : content->attributes)
        attribute.expression->collectVariables(found);
    for (const hcl::Block& block : content->blocks)
        block.body->collectVariables(found);
    return found;
}

} // namespace planlens::encryption
