// SPDX-License-Identifier: MPL-2.0
#include "tests/provider/protocol/wire.h"

#include "core/values/json/json.h"
#include "core/values/msgpack/msgpack.h"

#include <stdexcept>

namespace planlens::testing {

using values::Type;
using values::Value;

namespace {

Value orThrow(values::Outcome<Value> value, const char* what) {
    if (!value)
        throw std::runtime_error(std::string("bad ") + what + ": " + values::formatError(value.error()));
    return *std::move(value);
}

tfplugin::StringKind kindOf(bool isMarkdown) {
    return isMarkdown ? tfplugin::MARKDOWN : tfplugin::PLAIN;
}

tfplugin::Function::Parameter encoded(const schemas::FunctionParameter& parameter) {
    tfplugin::Function::Parameter message;
    message.set_name(parameter.name);
    message.set_type(values::typeToJson(parameter.type));
    message.set_allow_null_value(parameter.allowNull);
    message.set_allow_unknown_values(parameter.allowUnknown);
    message.set_description(parameter.description);
    return message;
}

} // namespace

Value decoded(const tfplugin::DynamicValue& message, Type type) {
    if (!message.msgpack().empty())
        return orThrow(values::fromMsgpack(message.msgpack(), type), "msgpack");
    if (!message.json().empty())
        return orThrow(values::fromJson(message.json(), type), "JSON");
    return Value::null(type);
}

tfplugin::DynamicValue encoded(const Value& value, Type type, const Happening& happening) {
    tfplugin::DynamicValue message;
    if (const auto raw = happening.rawMsgpack()) {
        message.set_msgpack(*raw);
        return message;
    }
    const bool asJson = happening.answersJson() && value.isWhollyKnown(); // JSON has no unknown values
    auto bytes = asJson ? values::toJson(value, type) : values::toMsgpack(value, type);
    // A value of the wrong type, as events produce them.
    if (!bytes ||
        (type.isObject() && value.type().isObject() && value.type().attributes().size() != type.attributes().size()))
        bytes = asJson ? values::toJson(value, value.type()) : values::toMsgpack(value, value.type());
    if (!bytes)
        throw std::runtime_error("cannot encode the answer: " + values::formatError(bytes.error()));
    if (asJson)
        message.set_json(*std::move(bytes));
    else
        message.set_msgpack(*std::move(bytes));
    return message;
}

tfplugin::AttributePath encoded(const values::Path& path) {
    tfplugin::AttributePath message;
    for (const values::PathStep& step : path) {
        if (const auto* attribute = std::get_if<values::AttributeStep>(&step)) {
            message.add_steps()->set_attribute_name(attribute->name);
            continue;
        }
        const Value& key = std::get<values::IndexStep>(step).key;
        if (!key.isKnown() || key.isNull() || !key.type().isPrimitive())
            break; // elements of sets have no usable key
        if (key.type().isString())
            message.add_steps()->set_element_key_string(key.asString());
        else
            message.add_steps()->set_element_key_int(key.asNumber().toInt64().value_or(0));
    }
    return message;
}

void addDiagnostics(google::protobuf::RepeatedPtrField<tfplugin::Diagnostic>& messages,
                    const providers::ProviderDiagnostics& diagnostics) {
    for (const providers::ProviderDiagnostic& diagnostic : diagnostics) {
        tfplugin::Diagnostic& message = *messages.Add();
        message.set_severity(diagnostic.severity == diags::Severity::Error ? tfplugin::Diagnostic::ERROR
                                                                           : tfplugin::Diagnostic::WARNING);
        message.set_summary(diagnostic.summary);
        message.set_detail(diagnostic.detail);
        if (!diagnostic.attribute.isEmpty())
            *message.mutable_attribute() = encoded(diagnostic.attribute);
    }
}

tfplugin::Deferred encoded(const providers::Deferred& deferred) {
    using Reason = providers::Deferred::Reason;
    tfplugin::Deferred message;
    switch (deferred.reason) {
    case Reason::Unknown:
        message.set_reason(tfplugin::Deferred::UNKNOWN);
        break;
    case Reason::ResourceConfigUnknown:
        message.set_reason(tfplugin::Deferred::RESOURCE_CONFIG_UNKNOWN);
        break;
    case Reason::ProviderConfigUnknown:
        message.set_reason(tfplugin::Deferred::PROVIDER_CONFIG_UNKNOWN);
        break;
    case Reason::AbsentPrerequisite:
        message.set_reason(tfplugin::Deferred::ABSENT_PREREQ);
        break;
    }
    return message;
}

tfplugin::Function encoded(const schemas::FunctionSignature& signature) {
    tfplugin::Function message;
    for (const schemas::FunctionParameter& parameter : signature.parameters)
        *message.add_parameters() = encoded(parameter);
    if (signature.variadic)
        *message.mutable_variadic_parameter() = encoded(*signature.variadic);
    message.mutable_return_()->set_type(values::typeToJson(signature.returnType));
    message.set_summary(signature.summary);
    message.set_description(signature.description);
    message.set_deprecation_message(signature.deprecationMessage);
    message.set_description_kind(kindOf(false));
    return message;
}

tfplugin::ResourceIdentitySchema encodedIdentity(const schemas::ResourceSchema& schema) {
    tfplugin::ResourceIdentitySchema message;
    message.set_version(schema.identityVersion);
    for (const auto& [name, attribute] : schema.identity->attributes) {
        auto& made = *message.add_identity_attributes();
        made.set_name(name);
        made.set_type(values::typeToJson(attribute.impliedType()));
        made.set_required_for_import(attribute.required);
        made.set_optional_for_import(attribute.optional);
        made.set_description(attribute.description);
    }
    return message;
}

Json describe(const tfplugin::RawState& state) {
    Json made = Json::object();
    if (!state.json().empty())
        made["json"] = state.json();
    if (!state.flatmap().empty())
        made["flatmap"] = std::map<std::string, std::string>(state.flatmap().begin(), state.flatmap().end());
    return made;
}

} // namespace planlens::testing
