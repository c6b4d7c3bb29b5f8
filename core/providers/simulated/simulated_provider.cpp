// SPDX-License-Identifier: MPL-2.0
#include "core/providers/simulated/simulated_provider.h"

#include "core/values/json/json.h"
#include "core/values/path.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace planlens::providers::simulated {

using Json = nlohmann::json;
using schemas::Attribute;
using schemas::Block;
using schemas::NestingMode;
using values::Path;
using values::Value;

namespace {

/// Returns the new value of an attribute. Argument and result have the attribute's type.
using Change = Value (*)(const Attribute& attribute, const Value& value);

template <typename ChangeElement>
Value eachElement(const Value& collection, const ChangeElement& change) {
    if (!collection.isKnown() || collection.isNull() || collection.size() == 0)
        return collection;
    if (collection.type().isMapping()) {
        std::vector<std::pair<std::string, Value>> elements;
        for (std::size_t i = 0; i < collection.size(); ++i)
            elements.emplace_back(collection.key(i), change(collection.element(i)));
        return collection.type().isMap() ? Value::map(std::move(elements)) : Value::object(std::move(elements));
    }
    std::vector<Value> elements;
    for (std::size_t i = 0; i < collection.size(); ++i)
        elements.push_back(change(collection.element(i)));
    return Value::sequence(collection.type(), std::move(elements));
}

/// Calls `change` for every attribute, including those of nested blocks and nested types.
Value changed(const std::map<std::string, Attribute, std::less<>>& attributes, const Block* block, const Value& object,
              Change change) {
    if (!object.isKnown() || object.isNull())
        return object;
    std::vector<Value> members;
    for (std::size_t i = 0; i < object.size(); ++i) {
        const Value& member = object.element(i);
        const std::string& name = object.key(i);
        if (const auto attribute = attributes.find(name); attribute != attributes.end()) {
            Value made = change(attribute->second, member);
            if (const schemas::ObjectType* nested = attribute->second.nested.get()) {
                const auto inner = [&](const Value& element) {
                    return changed(nested->attributes, nullptr, element, change);
                };
                made = nested->nesting == NestingMode::Single || nested->nesting == NestingMode::Group
                           ? inner(made)
                           : eachElement(made, inner);
            }
            members.push_back(std::move(made));
        } else if (const auto nested = block ? block->blockTypes.find(name) : decltype(block->blockTypes.find(name)){};
                   block && nested != block->blockTypes.end()) {
            const Block& body = nested->second.block;
            const auto inner = [&](const Value& element) { return changed(body.attributes, &body, element, change); };
            members.push_back(nested->second.nesting == NestingMode::Single ||
                                      nested->second.nesting == NestingMode::Group
                                  ? inner(member)
                                  : eachElement(member, inner));
        } else {
            members.push_back(member);
        }
    }
    return Value::object(object.type(), std::move(members));
}

Value changed(const Block& block, const Value& object, Change change) {
    return changed(block.attributes, &block, object, change);
}

/// Returns null for write-only attributes, which are neither planned nor stored.
Value withoutWriteOnly(const Attribute& attribute, const Value& value) {
    return attribute.writeOnly ? Value::null(value.type()) : value;
}

Value unknownWhereComputed(const Attribute& attribute, const Value& value) {
    return attribute.computed && value.isKnown() && value.isNull() ? Value::unknown(value.type()) : value;
}

/// Returns an object with null attributes and no nested blocks.
Value emptyObject(const schemas::ResourceSchema& schema) {
    std::vector<std::pair<std::string, Value>> members;
    for (const auto& [name, attribute] : schema.block.attributes)
        members.emplace_back(name, Value::null(attribute.impliedType()));
    for (const auto& [name, nested] : schema.block.blockTypes) {
        const values::Type type = schema.type.attributeType(name);
        if (type.isList())
            members.emplace_back(name, Value::emptyList(type.elementType()));
        else if (type.isSet())
            members.emplace_back(name, Value::emptySet(type.elementType()));
        else if (type.isMap())
            members.emplace_back(name, Value::emptyMap(type.elementType()));
        else if (type.isTuple())
            members.emplace_back(name, Value::emptyTuple());
        else
            members.emplace_back(name, Value::null(type));
    }
    return Value::object(std::move(members));
}

Value withMember(const Value& object, std::string_view name, const Value& member) {
    std::vector<std::pair<std::string, Value>> members;
    for (std::size_t i = 0; i < object.size(); ++i)
        members.emplace_back(object.key(i), object.key(i) == name ? member : object.element(i));
    return Value::object(std::move(members));
}

/// Adds the paths below a dotted name at which two values differ.
void findChanges(const Value& before, const Value& after, std::string_view name, const Path& path,
                 std::vector<Path>& found) {
    if (before == after)
        return;
    const bool bothKnown = before.isKnown() && after.isKnown() && !before.isNull() && !after.isNull();
    if (name.empty() || !bothKnown) {
        found.push_back(path);
        return;
    }
    const values::Type type = after.type();
    if (type.isObject()) {
        const std::size_t dot = std::min(name.find('.'), name.size());
        const std::string_view first = name.substr(0, dot);
        const Value* const was = before.find(first);
        const Value* const is = after.find(first);
        if (was && is)
            findChanges(*was, *is, name.substr(std::min(dot + 1, name.size())), path.attribute(first), found);
    } else if ((type.isList() || type.isTuple()) && before.size() == after.size()) {
        for (std::size_t i = 0; i < after.size(); ++i)
            findChanges(before.element(i), after.element(i), name, path.index(static_cast<std::int64_t>(i)), found);
    } else if (type.isMap()) {
        for (std::size_t i = 0; i < after.size(); ++i)
            if (const Value* const was = before.find(after.key(i)))
                findChanges(*was, after.element(i), name, path.index(after.key(i)), found);
    } else {
        found.push_back(path);
    }
}

const schemas::ResourceSchema* find(const schemas::ResourceSchemas& types, const std::string& name) {
    const auto found = types.find(name);
    return found == types.end() ? nullptr : found->second.pointer().get();
}

} // namespace

diags::Result<ReplacementRules> readReplacementRules(std::string_view text) {
    const auto wrong = [](std::string what) {
        return diags::Diagnostic::error("Invalid rules for replacement",
                                        "The file with rules for replacement has to be a JSON object of lists of "
                                        "attributes by resource type, such as "
                                        "{\"aws_instance\": [\"ami\"]}: " +
                                            std::move(what) + ".");
    };
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object())
        return wrong("it is not an object");
    ReplacementRules rules;
    for (const auto& [type, attributes] : json.items()) {
        if (!attributes.is_array())
            return wrong("\"" + type + "\" is not a list");
        for (const Json& attribute : attributes) {
            if (!attribute.is_string())
                return wrong("\"" + type + "\" has something else than names of attributes");
            rules[type].insert(attribute.get<std::string>());
        }
    }
    return rules;
}

SimulatedProvider::SimulatedProvider(addrs::Provider address, schemas::ProviderSchemaPtr schema, ReplacementRules rules)
    : m_address(std::move(address))
    , m_schema(std::move(schema))
    , m_rules(std::move(rules)) {}

ProviderDiagnostic SimulatedProvider::refusal(std::string_view what) const {
    return {diags::Severity::Error,
            "Provider is simulated",
            "The provider " + m_address.toString() + " is simulated from its schema and cannot " + std::string(what) +
                ". Plan with the provider itself instead.",
            {},
            ProviderDiagnostic::About::Nothing};
}

diags::Result<schemas::ProviderSchemaPtr> SimulatedProvider::schema(std::stop_token) {
    return m_schema;
}
ProviderDiagnostics SimulatedProvider::validateProviderConfig(const ValidateRequest&, std::stop_token) {
    return {};
}
ProviderDiagnostics SimulatedProvider::configure(const ConfigureRequest&, std::stop_token) {
    return {};
}
ProviderDiagnostics SimulatedProvider::validateResourceConfig(const ValidateRequest&, std::stop_token) {
    return {};
}
ProviderDiagnostics SimulatedProvider::validateDataResourceConfig(const ValidateRequest&, std::stop_token) {
    return {};
}
ProviderDiagnostics SimulatedProvider::validateEphemeralConfig(const ValidateRequest&, std::stop_token) {
    return {};
}

UpgradeResponse SimulatedProvider::upgradeResourceState(const UpgradeRequest& request, std::stop_token) {
    const schemas::ResourceSchema* const schema = find(m_schema->managed, request.typeName);
    if (!schema || request.rawJson.empty())
        return {Value(), {refusal("read a state of this form")}};
    if (const values::Outcome<Value> same = values::fromJson(request.rawJson, schema->type))
        return {*same, {}};
    // Stored with another schema version: only attributes that fit the current schema are used.
    const Json stored = Json::parse(request.rawJson, nullptr, false);
    Value upgraded = emptyObject(*schema);
    if (stored.is_object())
        for (const auto& [name, member] : stored.items())
            if (schema->type.hasAttribute(name))
                if (const values::Outcome<Value> read =
                        values::fromJson(member.dump(), schema->type.attributeType(name));
                    read && !(read->isNull()))
                    upgraded = withMember(upgraded, name, *read);
    return {upgraded, {}};
}

UpgradeResponse SimulatedProvider::upgradeResourceIdentity(const UpgradeRequest& request, std::stop_token) {
    const schemas::ResourceSchema* const schema = find(m_schema->managed, request.typeName);
    if (!schema || !schema->identity)
        return {Value(), {}};
    std::vector<std::pair<std::string, Value>> members;
    for (const auto& [name, attribute] : schema->identity->attributes)
        members.emplace_back(name, Value::null(attribute.impliedType()));
    const Value none = Value::object(std::move(members));
    const values::Outcome<Value> read = values::fromJson(request.rawJson, none.type());
    return {read ? *read : none, {}};
}

ReadResponse SimulatedProvider::readResource(const ReadRequest& request, std::stop_token) {
    ReadResponse response;
    response.newState = request.prior;
    response.privateData = request.privateData;
    response.identity = request.identity;
    return response;
}

PlanResponse SimulatedProvider::planResourceChange(const PlanRequest& request, std::stop_token) {
    PlanResponse response;
    response.plannedPrivate = request.priorPrivate;
    response.plannedIdentity = request.priorIdentity;
    const schemas::ResourceSchema* const schema = find(m_schema->managed, request.typeName);
    if (!schema || request.proposed.isNull()) {
        response.planned = request.proposed;
        return response;
    }
    response.planned = changed(schema->block, request.proposed, withoutWriteOnly);
    if (request.prior.isNull()) {
        response.planned = changed(schema->block, response.planned, unknownWhereComputed);
        return response;
    }
    if (const auto rules = m_rules.find(request.typeName); rules != m_rules.end())
        for (const std::string& attribute : rules->second)
            findChanges(request.prior, response.planned, attribute, {}, response.requiresReplace);
    return response;
}

ApplyResponse SimulatedProvider::applyResourceChange(const ApplyRequest& request, std::stop_token) {
    ApplyResponse response;
    response.newState = request.prior;
    response.diagnostics = {refusal("change anything")};
    return response;
}

ImportResponse SimulatedProvider::importResourceState(const ImportRequest& request, std::stop_token) {
    ImportResponse response;
    const schemas::ResourceSchema* const schema = find(m_schema->managed, request.typeName);
    const auto id = schema ? schema->block.attributes.find("id") : decltype(schema->block.attributes.find("id")){};
    if (!schema || request.id.empty() || id == schema->block.attributes.end() || !id->second.impliedType().isString()) {
        response.diagnostics = {refusal("import an object that has no id")};
        return response;
    }
    response.resources.push_back(
        {request.typeName, withMember(emptyObject(*schema), "id", Value::string(request.id)), {}, request.identity});
    return response;
}

OpenEphemeralResponse SimulatedProvider::openEphemeral(const OpenEphemeralRequest& request, std::stop_token) {
    OpenEphemeralResponse response;
    const schemas::ResourceSchema* const schema = find(m_schema->ephemeral, request.typeName);
    response.result = schema ? changed(schema->block, request.config, withoutWriteOnly) : request.config;
    return response;
}

ProviderDiagnostics SimulatedProvider::closeEphemeral(const RenewEphemeralRequest&, std::stop_token) {
    return {};
}

CallFunctionResponse SimulatedProvider::callFunction(const CallFunctionRequest& request, std::stop_token) {
    CallFunctionResponse response;
    const auto function = m_schema->functions.find(request.name);
    response.result =
        function == m_schema->functions.end() ? Value::dynamicUnknown() : Value::unknown(function->second.returnType);
    return response;
}

} // namespace planlens::providers::simulated
