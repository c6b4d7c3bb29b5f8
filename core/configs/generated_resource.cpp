// SPDX-License-Identifier: MPL-2.0
#include "core/configs/generated_resource.h"

#include "core/hcl/formatted_text.h"
#include "core/values/json/json.h"

#include <optional>

namespace planlens::configs {

namespace {

using schemas::Attribute;
using schemas::Block;
using schemas::NestedBlock;
using schemas::NestingMode;
using values::Mark;
using values::Type;
using values::Value;

bool isSensitive(const Value& value) {
    return value.containsMark(Mark::sensitive());
}

/// Parses the JSON text of an object or array; empty for any other text.
std::optional<Value> jsonValue(const std::string& text) {
    const auto first = text.find_first_not_of(" \t\n\v\f\r");
    if (first == std::string::npos || (text[first] != '{' && text[first] != '['))
        return {};
    values::Outcome<Value> value = values::fromSimpleJson(text);
    return value ? std::optional(*std::move(value)) : std::nullopt;
}

class Writer {
public:
    void provider(std::string_view name) {
        m_text.key("provider");
        m_text.name(std::string(name));
        m_text.endLine();
    }

    void body(const std::map<std::string, Attribute, std::less<>>& attributes, const Value& object) {
        for (const auto& [name, attribute] : attributes)
            if (isWritten(name, attribute))
                argument(name, attribute, object);
    }
    void body(const Block& block, const Value& object) {
        body(block.attributes, object);
        for (const auto& [name, nested] : block.blockTypes)
            if (!nested.block.deprecated && object.type().hasAttribute(name))
                blocks(name, nested, object.attribute(name));
    }

    const hcl::FormattedText& text() const { return m_text; }

private:
    static bool isWritten(std::string_view name, const Attribute& attribute) {
        const bool readOnly = attribute.computed && !attribute.optional;
        const bool computedId = name == "id" && attribute.computed && attribute.optional;
        return !readOnly && !attribute.deprecated && !computedId;
    }

    /// Ends a line whose value is omitted, with a comment on the reason.
    void endSecret(const Attribute* attribute = nullptr) {
        m_text.comment(attribute && attribute->writeOnly ? "# sensitive write-only" : "# sensitive");
    }
    void endPlain(const Attribute& attribute) {
        if (attribute.writeOnly)
            m_text.comment("# write-only");
        else
            m_text.endLine();
    }

    void argument(const std::string& argumentName, const Attribute& attribute, const Value& object) {
        const Value given = object.type().hasAttribute(argumentName) ? object.attribute(argumentName)
                                                                     : Value::null(attribute.impliedType());
        if (attribute.nested) {
            nestedArgument(argumentName, attribute, given);
            return;
        }
        m_text.key(argumentName);
        if (attribute.sensitive || isSensitive(given)) {
            m_text.name("null");
            endSecret(&attribute);
            return;
        }
        const Value value = given.unmarkedDeep();
        const bool isText = value.type().isString() && value.isKnown() && !value.isNull();
        if (const std::optional<Value> json = isText ? jsonValue(value.asString()) : std::nullopt) {
            m_text.name("jsonencode");
            m_text.open("(");
            m_text.value(*json);
            m_text.close(")");
        } else {
            m_text.value(value);
        }
        endPlain(attribute);
    }

    void nestedArgument(const std::string& argumentName, const Attribute& attribute, const Value& value) {
        const bool isSequence =
            attribute.nested->nesting == NestingMode::List || attribute.nested->nesting == NestingMode::Set;
        const std::string opening = isSequence ? "[" : "{", closing = isSequence ? "]" : "}";
        m_text.key(argumentName);
        if (attribute.sensitive || value.hasMark(Mark::sensitive())) {
            m_text.open(opening);
            m_text.close(closing);
            endSecret(&attribute);
            return;
        }
        const Value bare = value.unmarked();
        if (!bare.isKnown() || bare.isNull()) {
            m_text.name("null");
            endPlain(attribute);
            return;
        }
        m_text.open(opening);
        m_text.endLine();
        if (attribute.nested->nesting == NestingMode::Single || attribute.nested->nesting == NestingMode::Group) {
            body(attribute.nested->attributes, bare);
        } else {
            for (std::size_t i = 0; i < bare.size(); ++i) {
                const Value element = bare.element(i);
                if (!isSequence)
                    m_text.key(bare.key(i));
                m_text.open("{");
                const bool secret = element.hasMark(Mark::sensitive());
                if (!secret) {
                    m_text.endLine();
                    body(attribute.nested->attributes, element);
                }
                m_text.close("}");
                if (isSequence)
                    m_text.comma();
                secret ? endSecret() : m_text.endLine();
            }
        }
        m_text.close(closing);
        m_text.endLine();
    }

    void blocks(const std::string& type, const NestedBlock& nested, const Value& value) {
        switch (nested.nesting) {
        case NestingMode::Single:
        case NestingMode::Group:
            if (!value.isNull())
                block(type, nullptr, nested.block, value);
            return;
        case NestingMode::List:
        case NestingMode::Set:
        case NestingMode::Map:
            break;
        }
        const Value bare = value.unmarked();
        if (value.hasMark(Mark::sensitive())) {
            block(type, nullptr, nested.block, value);
            return;
        }
        for (std::size_t i = 0; bare.isKnown() && !bare.isNull() && i < bare.size(); ++i) {
            const std::string label = nested.nesting == NestingMode::Map ? std::string(bare.key(i)) : std::string();
            block(type, nested.nesting == NestingMode::Map ? &label : nullptr, nested.block, bare.element(i));
        }
    }

    void block(const std::string& type, const std::string* label, const Block& schema, const Value& value) {
        m_text.name(type);
        if (label)
            m_text.quoted(*label);
        m_text.open("{");
        if (value.hasMark(Mark::sensitive())) {
            m_text.close("}");
            endSecret();
            return;
        }
        m_text.endLine();
        body(schema, value);
        m_text.close("}");
        m_text.endLine();
    }

    hcl::FormattedText m_text;
};

} // namespace

GeneratedResource generateResource(const addrs::Resource& address, const schemas::Block& schema, const Value& object,
                                   std::string_view provider) {
    Writer writer;
    if (!provider.empty())
        writer.provider(provider);
    writer.body(schema, object.unmarked());
    hcl::FormattedText block;
    block.name("resource");
    block.quoted(address.type);
    block.quoted(address.name);
    block.open("{");
    block.endLine();
    block.append(writer.text());
    block.close("}");
    return {writer.text().toString(), block.toString()};
}

} // namespace planlens::configs
