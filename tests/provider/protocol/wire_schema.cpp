// SPDX-License-Identifier: MPL-2.0
#include "tests/provider/protocol/wire.h"

#include "core/values/json/json.h"

#include <tfplugin5.pb.h>
#include <tfplugin6.pb.h>

#include <stdexcept>

namespace planlens::testing {

namespace {

using schemas::NestingMode;

/// The protocols differ in the places of nested attributes and in field numbers, not in names.
template <typename Schema>
class SchemaEncoder {
public:
    static Schema encode(const schemas::ResourceSchema& schema) {
        Schema message;
        message.set_version(schema.version);
        *message.mutable_block() = encode(schema.block);
        message.mutable_block()->set_version(schema.version);
        return message;
    }

private:
    using Block = typename Schema::Block;
    using Attribute = typename Schema::Attribute;
    using NestedBlock = typename Schema::NestedBlock;

    static Block encode(const schemas::Block& block) {
        Block message;
        for (const auto& [name, attribute] : block.attributes)
            *message.add_attributes() = encode(name, attribute);
        for (const auto& [name, nested] : block.blockTypes) {
            NestedBlock& made = *message.add_block_types();
            made.set_type_name(name);
            *made.mutable_block() = encode(nested.block);
            made.set_nesting(modeOf(nested.nesting));
            made.set_min_items(nested.minItems);
            made.set_max_items(nested.maxItems);
        }
        message.set_description(block.description);
        message.set_description_kind(block.descriptionIsMarkdown ? tfplugin::MARKDOWN : tfplugin::PLAIN);
        message.set_deprecated(block.deprecated);
        message.set_deprecation_message(block.deprecationMessage);
        return message;
    }

    static Attribute encode(const std::string& name, const schemas::Attribute& attribute) {
        Attribute message;
        message.set_name(name);
        message.set_description(attribute.description);
        message.set_description_kind(attribute.descriptionIsMarkdown ? tfplugin::MARKDOWN : tfplugin::PLAIN);
        message.set_required(attribute.required);
        message.set_optional(attribute.optional);
        message.set_computed(attribute.computed);
        message.set_sensitive(attribute.sensitive);
        message.set_write_only(attribute.writeOnly);
        message.set_deprecated(attribute.deprecated);
        message.set_deprecation_message(attribute.deprecationMessage);
        if (attribute.type)
            message.set_type(values::typeToJson(*attribute.type));
        if (!attribute.nested)
            return message;
        if constexpr (requires { message.mutable_nested_type(); }) {
            auto& object = *message.mutable_nested_type();
            for (const auto& [inner, innerAttribute] : attribute.nested->attributes)
                *object.add_attributes() = encode(inner, innerAttribute);
            object.set_nesting(objectModeOf<std::decay_t<decltype(object)>>(attribute.nested->nesting));
        } else {
            throw std::runtime_error("nested attributes need protocol 6");
        }
        return message;
    }

    static typename NestedBlock::NestingMode modeOf(NestingMode mode) {
        switch (mode) {
        case NestingMode::Single:
            return NestedBlock::SINGLE;
        case NestingMode::Group:
            return NestedBlock::GROUP;
        case NestingMode::List:
            return NestedBlock::LIST;
        case NestingMode::Set:
            return NestedBlock::SET;
        case NestingMode::Map:
            return NestedBlock::MAP;
        }
        return NestedBlock::INVALID;
    }

    template <typename Object>
    static typename Object::NestingMode objectModeOf(NestingMode mode) {
        switch (mode) {
        case NestingMode::Single:
        case NestingMode::Group:
            return Object::SINGLE;
        case NestingMode::List:
            return Object::LIST;
        case NestingMode::Set:
            return Object::SET;
        case NestingMode::Map:
            return Object::MAP;
        }
        return Object::INVALID;
    }
};

} // namespace

std::string encodedSchema5(const schemas::ResourceSchema& schema) {
    return SchemaEncoder<tfplugin5::Schema>::encode(schema).SerializeAsString();
}

std::string encodedSchema6(const schemas::ResourceSchema& schema) {
    return SchemaEncoder<tfplugin6::Schema>::encode(schema).SerializeAsString();
}

} // namespace planlens::testing
