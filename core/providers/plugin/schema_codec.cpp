// SPDX-License-Identifier: MPL-2.0
#include "core/providers/plugin/schema_codec.h"

#include "core/values/json/json.h"
#include "core/values/text/quoted.h"

#include <algorithm>
#include <cstdint>
#include <google/protobuf/io/coded_stream.h>
#include <limits>
#include <tfplugin5.pb.h>
#include <tfplugin6.pb.h>

namespace planlens::providers::plugin {
namespace {

using schemas::NestingMode;
template <typename T>
using Decoded = diags::Expected<T, std::string>;

diags::Unexpected<std::string> problem(std::string_view kind, const std::string& name, const std::string& text) {
    return diags::Unexpected{std::string(kind) + " " + values::quoted(name) + ": " + text};
}

Decoded<values::Type> decodeType(const std::string& json) {
    auto type = values::typeFromJson(json);
    if (!type)
        return diags::Unexpected{"invalid type: " + values::formatError(type.error())};
    return *type;
}

int limited(std::int64_t count) {
    return static_cast<int>(
        std::clamp<std::int64_t>(count, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()));
}

template <typename Message>
Decoded<schemas::Attribute> decodeAttribute(const Message& message);

Decoded<std::shared_ptr<const schemas::ObjectType>> decodeObject(const tfplugin6::Schema::Object& message) {
    using Object = tfplugin6::Schema::Object;
    auto object = std::make_shared<schemas::ObjectType>();
    switch (message.nesting()) {
    case Object::SINGLE:
        object->nesting = NestingMode::Single;
        break;
    case Object::LIST:
        object->nesting = NestingMode::List;
        break;
    case Object::SET:
        object->nesting = NestingMode::Set;
        break;
    case Object::MAP:
        object->nesting = NestingMode::Map;
        break;
    default:
        return diags::Unexpected{std::string("invalid nesting mode")};
    }
    for (const auto& inner : message.attributes()) {
        auto attribute = decodeAttribute(inner);
        if (!attribute)
            return problem("attribute", inner.name(), attribute.error());
        object->attributes.insert_or_assign(inner.name(), *std::move(attribute));
    }
    return std::shared_ptr<const schemas::ObjectType>(std::move(object));
}

template <typename Message>
Decoded<schemas::Attribute> decodeAttribute(const Message& message) {
    schemas::Attribute attribute;
    attribute.description = message.description();
    attribute.descriptionIsMarkdown = message.description_kind() == tfplugin::MARKDOWN;
    attribute.required = message.required();
    attribute.optional = message.optional();
    attribute.computed = message.computed();
    attribute.sensitive = message.sensitive();
    attribute.writeOnly = message.write_only();
    attribute.deprecated = message.deprecated();
    attribute.deprecationMessage = message.deprecation_message();
    if constexpr (std::is_same_v<Message, tfplugin6::Schema::Attribute>) {
        if (message.has_nested_type()) {
            auto nested = decodeObject(message.nested_type());
            if (!nested)
                return diags::Unexpected{nested.error()};
            attribute.nested = *std::move(nested);
        }
        if (message.type().empty())
            return attribute; // reported by internalValidate() with all other problems of the schema
    }
    auto type = decodeType(message.type());
    if (!type)
        return diags::Unexpected{type.error()};
    attribute.type = *type;
    return attribute;
}

template <typename NestedBlock>
Decoded<NestingMode> decodeNesting(const NestedBlock& message) {
    switch (message.nesting()) {
    case NestedBlock::SINGLE:
        return NestingMode::Single;
    case NestedBlock::LIST:
        return NestingMode::List;
    case NestedBlock::SET:
        return NestingMode::Set;
    case NestedBlock::MAP:
        return NestingMode::Map;
    case NestedBlock::GROUP:
        return NestingMode::Group;
    default:
        return diags::Unexpected{std::string("invalid nesting mode")};
    }
}

template <typename Message>
Decoded<schemas::Block> decodeBlock(const Message& message) {
    schemas::Block block;
    block.description = message.description();
    block.descriptionIsMarkdown = message.description_kind() == tfplugin::MARKDOWN;
    block.deprecated = message.deprecated();
    block.deprecationMessage = message.deprecation_message();
    for (const auto& inner : message.attributes()) {
        auto attribute = decodeAttribute(inner);
        if (!attribute)
            return problem("attribute", inner.name(), attribute.error());
        block.attributes.insert_or_assign(inner.name(), *std::move(attribute));
    }
    for (const auto& inner : message.block_types()) {
        auto body = decodeBlock(inner.block());
        if (!body)
            return problem("block", inner.type_name(), body.error());
        const auto nesting = decodeNesting(inner);
        if (!nesting)
            return problem("block", inner.type_name(), nesting.error());
        block.blockTypes.insert_or_assign(
            inner.type_name(),
            schemas::NestedBlock{*std::move(body), *nesting, limited(inner.min_items()), limited(inner.max_items())});
    }
    return block;
}

template <typename Message>
Decoded<schemas::ResourceSchemaPtr> decodeSchemaAs(const std::string& bytes, const IdentitySchema& identity) {
    // A nested block takes two levels of messages; the default limit of protobuf would reject real schemas.
    constexpr int deepest = 1000;
    google::protobuf::io::CodedInputStream input(reinterpret_cast<const std::uint8_t*>(bytes.data()),
                                                 static_cast<int>(bytes.size()));
    input.SetRecursionLimit(deepest);
    Message message;
    if (!message.ParseFromCodedStream(&input) || !input.ConsumedEntireMessage())
        return diags::Unexpected{std::string("it is not a Schema message")};
    auto block = decodeBlock(message.block());
    if (!block)
        return diags::Unexpected{block.error()};
    auto schema = std::make_shared<schemas::ResourceSchema>();
    schema->version = message.version();
    schema->block = *std::move(block);
    schema->type = schema->block.impliedType();
    schema->identity = identity.object;
    schema->identityVersion = identity.version;
    return schemas::ResourceSchemaPtr(std::move(schema));
}

Decoded<schemas::FunctionParameter> decodeParameter(const tfplugin::Function::Parameter& message) {
    auto type = decodeType(message.type());
    if (!type)
        return problem("parameter", message.name(), type.error());
    return schemas::FunctionParameter{message.name(), *type, message.allow_null_value(), message.allow_unknown_values(),
                                      message.description()};
}

} // namespace

Decoded<schemas::ResourceSchemaPtr> decodeSchema(int protocol, const std::string& bytes,
                                                 const IdentitySchema& identity) {
    return protocol == 5 ? decodeSchemaAs<tfplugin5::Schema>(bytes, identity)
                         : decodeSchemaAs<tfplugin6::Schema>(bytes, identity);
}

Decoded<IdentitySchema> decodeIdentitySchema(const tfplugin::ResourceIdentitySchema& message) {
    auto object = std::make_shared<schemas::ObjectType>();
    for (const auto& inner : message.identity_attributes()) {
        schemas::Attribute attribute;
        attribute.description = inner.description();
        attribute.required = inner.required_for_import();
        attribute.optional = inner.optional_for_import();
        auto type = decodeType(inner.type());
        if (!type)
            return problem("attribute", inner.name(), type.error());
        attribute.type = *type;
        object->attributes.insert_or_assign(inner.name(), std::move(attribute));
    }
    return IdentitySchema{std::move(object), message.version()};
}

Decoded<schemas::FunctionSignature> decodeFunction(const tfplugin::Function& message) {
    schemas::FunctionSignature signature;
    for (const auto& inner : message.parameters()) {
        auto parameter = decodeParameter(inner);
        if (!parameter)
            return diags::Unexpected{parameter.error()};
        signature.parameters.push_back(*std::move(parameter));
    }
    if (message.has_variadic_parameter()) {
        auto parameter = decodeParameter(message.variadic_parameter());
        if (!parameter)
            return diags::Unexpected{parameter.error()};
        signature.variadic = *std::move(parameter);
    }
    auto result = decodeType(message.return_().type());
    if (!result)
        return diags::Unexpected{"result: " + result.error()};
    signature.returnType = *result;
    signature.summary = message.summary();
    signature.description = message.description();
    signature.deprecationMessage = message.deprecation_message();
    return signature;
}

} // namespace planlens::providers::plugin
