// SPDX-License-Identifier: MPL-2.0
#include "core/providers/plugin/value_codec.h"

#include "core/values/json/json.h"
#include "core/values/msgpack/msgpack.h"

namespace planlens::providers::plugin {

using values::Type;
using values::Value;

ProviderDiagnostic plainError(std::string text) {
    ProviderDiagnostic diagnostic;
    diagnostic.summary = std::move(text);
    diagnostic.about = ProviderDiagnostic::About::Nothing;
    return diagnostic;
}

diags::Expected<tfplugin::DynamicValue, ProviderDiagnostic> encodeValue(const Value& value, Type type) {
    const bool isNullOfAnyType = value.isKnown() && value.isNull() && !type.isDynamic();
    auto bytes = values::toMsgpack(isNullOfAnyType ? Value::null(type) : value, type);
    if (!bytes)
        return diags::Unexpected{plainError(values::formatError(bytes.error()))};
    tfplugin::DynamicValue message;
    message.set_msgpack(*std::move(bytes));
    return message;
}

diags::Expected<Value, ProviderDiagnostic> decodeValue(const tfplugin::DynamicValue& message, Type type) {
    if (message.msgpack().empty() && message.json().empty())
        return Value::null(type);
    auto value = message.msgpack().empty() ? values::fromJson(message.json(), type)
                                           : values::fromMsgpack(message.msgpack(), type);
    if (!value)
        return diags::Unexpected{plainError(values::formatError(value.error()))};
    return *std::move(value);
}

values::Path decodePath(const tfplugin::AttributePath& message) {
    using Step = tfplugin::AttributePath::Step;
    std::vector<values::PathStep> steps;
    for (const Step& step : message.steps()) {
        switch (step.selector_case()) {
        case Step::kAttributeName:
            steps.emplace_back(values::AttributeStep{step.attribute_name()});
            break;
        case Step::kElementKeyString:
            steps.emplace_back(values::IndexStep{Value::string(step.element_key_string())});
            break;
        case Step::kElementKeyInt:
            steps.emplace_back(values::IndexStep{Value::number(step.element_key_int())});
            break;
        case Step::SELECTOR_NOT_SET:
            break;
        }
    }
    return values::Path(std::move(steps));
}

tfplugin::AttributePath encodePath(const values::Path& path) {
    tfplugin::AttributePath message;
    for (const values::PathStep& step : path) {
        if (const auto* attribute = std::get_if<values::AttributeStep>(&step)) {
            message.add_steps()->set_attribute_name(attribute->name);
            continue;
        }
        const Value& key = std::get<values::IndexStep>(step).key;
        if (!key.isKnown() || key.isNull())
            break;
        if (key.type().isString()) {
            message.add_steps()->set_element_key_string(key.asString());
        } else if (const auto number = key.type().isNumber() ? key.asNumber().toInt64() : std::nullopt) {
            message.add_steps()->set_element_key_int(*number);
        } else {
            break;
        }
    }
    return message;
}

void appendDiagnostics(ProviderDiagnostics& diagnostics, const DiagnosticMessages& messages, int protocol) {
    for (const tfplugin::Diagnostic& message : messages) {
        ProviderDiagnostic diagnostic;
        if (message.severity() == tfplugin::Diagnostic::WARNING)
            diagnostic.severity = diags::Severity::Warning;
        diagnostic.summary = message.summary();
        diagnostic.detail = message.detail();
        diagnostic.attribute = decodePath(message.attribute());
        // In protocol 6 an empty path counts as a path, but it refers to nothing.
        if (protocol == 6 && message.has_attribute() && message.attribute().steps().empty())
            diagnostic.about = ProviderDiagnostic::About::Nothing;
        diagnostics.push_back(std::move(diagnostic));
    }
}

} // namespace planlens::providers::plugin
