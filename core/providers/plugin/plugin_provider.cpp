// SPDX-License-Identifier: MPL-2.0
#include "core/providers/plugin/plugin_provider.h"

#include "core/providers/plugin/exchange.h"
#include "core/providers/plugin/schema_codec.h"
#include "core/schemas/values_by_schema.h"
#include "core/values/text/quoted.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace planlens::providers::plugin {

using schemas::ProviderSchema;
using values::Value;

PluginProvider::PluginProvider(std::unique_ptr<Session> session, addrs::Provider address,
                               schemas::ProviderSchemaPtr known)
    : m_address(std::move(address))
    , m_session(std::move(session))
    , m_known(std::move(known)) {}

diags::Result<schemas::ProviderSchemaPtr> PluginProvider::schema(std::stop_token stop) {
    ProviderDiagnostics warnings;
    auto known = knownSchema(stop, warnings);
    diags::Diagnostics all;
    for (const ProviderDiagnostic& diagnostic : known ? warnings : known.error()) {
        diags::Diagnostic said = diagnostic.severity == diags::Severity::Error
                                     ? diags::Diagnostic::error(diagnostic.summary, diagnostic.detail)
                                     : diags::Diagnostic::warning(diagnostic.summary, diagnostic.detail);
        // Callers join schema errors into one sentence and add a full stop, so the one of the last paragraph is
        // removed.
        if (said.detail.find("\n\n") != std::string::npos && said.detail.ends_with('.'))
            said.detail.pop_back();
        all.append(std::move(said));
    }
    if (!known)
        return all;
    return {*std::move(known), std::move(all)};
}

PluginProvider::Schema PluginProvider::knownSchema(const std::stop_token& stop, ProviderDiagnostics& warnings) {
    const std::lock_guard lock(m_schemaMutex);
    if (m_schema)
        return m_schema;
    if (m_known) {
        // Protocol: GetProviderSchema must be called first unless the plugin declares it optional.
        if (!m_known->getProviderSchemaOptional) {
            tfplugin::GetProviderSchema::Response unread;
            m_session->call(m_session->service().getProviderSchema, {}, unread, Interruption::AtOnce, stop);
        }
        return m_schema = m_known;
    }
    auto fetched = fetchSchema(stop, warnings);
    if (fetched)
        m_schema = *fetched;
    return fetched;
}

namespace {

struct ResourceKind {
    std::string_view written, meant; // used in messages about encoding errors, and about invalid content
};

/// Returns the problems of a schema, in OpenTofu's words; empty if the schema is valid.
std::string problemOf(const addrs::Provider& provider, std::string_view kind, const std::string& type,
                      const schemas::ResourceSchema& schema) {
    if (schema.version < 0)
        return fmt::format(
            "provider {} has invalid negative schema version for {} type {}, which is a bug in the provider",
            provider.toString(), kind, values::quoted(type));
    const std::vector<std::string> problems = schemas::internalValidate(schema.block);
    if (problems.empty())
        return {};
    return fmt::format(
        "provider {} has invalid schema for {} type {}, which is a bug in the provider: {} occurred:\n\t* {}\n\n",
        provider.toString(), kind, values::quoted(type),
        problems.size() == 1 ? "1 error" : fmt::format("{} errors", problems.size()), fmt::join(problems, "\n\t* "));
}

} // namespace

PluginProvider::Schema PluginProvider::fetchSchema(const std::stop_token& stop, ProviderDiagnostics& warnings) {
    const auto invalid = [this](std::string_view what, const std::string& problem) {
        return diags::Unexpected{ProviderDiagnostics{plainError(fmt::format(
            "invalid schema of provider {}: {}: {}", values::quoted(m_address.toString()), what, problem))}};
    };
    const Service& service = m_session->service();
    tfplugin::GetProviderSchema::Response answer;
    const CallStatus status = m_session->call(service.getProviderSchema, {}, answer, Interruption::AtOnce, stop);
    if (!status.isOk())
        return diags::Unexpected{ProviderDiagnostics{m_session->failure(status, "getProviderSchema")}};
    ProviderDiagnostics received;
    appendDiagnostics(received, answer.diagnostics(), service.protocol);
    if (hasErrors(received))
        return diags::Unexpected{std::move(received)};
    if (!answer.has_provider())
        return diags::Unexpected{ProviderDiagnostics{plainError("missing provider schema")}};

    // Identities are optional: errors in them must not prevent use of the provider.
    std::map<std::string, IdentitySchema> identities;
    tfplugin::GetResourceIdentitySchemas::Response identityAnswer;
    if (m_session->call(service.getResourceIdentitySchemas, {}, identityAnswer, Interruption::AtOnce, stop).isOk()) {
        ProviderDiagnostics problems;
        appendDiagnostics(problems, identityAnswer.diagnostics(), service.protocol);
        for (const auto& [name, message] : identityAnswer.identity_schemas())
            if (auto identity = decodeIdentitySchema(message); identity && !hasErrors(problems))
                identities.emplace(name, *std::move(identity));
    }

    auto schema = std::make_shared<ProviderSchema>();
    const int protocol = service.protocol;
    auto own = decodeSchema(protocol, answer.provider());
    if (!own)
        return invalid("provider", own.error());
    schema->provider = *std::move(own);
    if (answer.has_provider_meta()) {
        auto meta = decodeSchema(protocol, answer.provider_meta());
        if (!meta)
            return invalid("provider_meta", meta.error());
        schema->providerMeta = *std::move(meta);
    }
    // All schemas are decoded to validate them, but only their bytes are kept, because few of them are used later.
    const auto decodeAll = [&](auto* messages, auto& into, const ResourceKind& kind) -> std::optional<Schema> {
        for (auto& [name, bytes] : *messages) {
            const auto found = &into == &schema->managed ? identities.find(name) : identities.end();
            const IdentitySchema identity = found == identities.end() ? IdentitySchema() : found->second;
            const auto resource = decodeSchema(protocol, bytes, identity);
            if (!resource)
                return Schema(invalid(fmt::format("{} {}", kind.written, values::quoted(name)), resource.error()));
            if (const std::string problem = problemOf(m_address, kind.meant, name, **resource); !problem.empty())
                return Schema(diags::Unexpected{ProviderDiagnostics{plainError(problem)}});
            into.emplace(name, schemas::SharedSchema([protocol, identity, kept = std::move(bytes)] {
                             return *decodeSchema(protocol, kept, identity);
                         }));
        }
        return {};
    };
    if (auto failed =
            decodeAll(answer.mutable_resource_schemas(), schema->managed, {"resource type", "managed resource"}))
        return *std::move(failed);
    if (auto failed = decodeAll(answer.mutable_data_source_schemas(), schema->data, {"data source", "data resource"}))
        return *std::move(failed);
    if (auto failed = decodeAll(answer.mutable_ephemeral_resource_schemas(), schema->ephemeral,
                                {"ephemeral resource", "ephemeral resource"}))
        return *std::move(failed);
    for (const auto& [name, message] : answer.functions()) {
        auto function = decodeFunction(message);
        if (!function)
            return invalid("function " + values::quoted(name), function.error());
        schema->functions.emplace(name, *std::move(function));
    }
    schema->planDestroy = answer.server_capabilities().plan_destroy();
    schema->getProviderSchemaOptional = answer.server_capabilities().get_provider_schema_optional();
    schema->moveResourceState = answer.server_capabilities().move_resource_state();
    warnings = std::move(received);
    return schemas::ProviderSchemaPtr(std::move(schema));
}

ProviderDiagnostics PluginProvider::validateProviderConfig(const ValidateRequest& request, std::stop_token stop) {
    ProviderDiagnostics diagnostics;
    Exchange exchange(*this, diagnostics, stop);
    const ProviderSchema* schema = exchange.schema();
    tfplugin::ValidateProviderConfig::Request message;
    if (!schema || !exchange.encode(request.config, schema->provider->type, message.mutable_config()))
        return diagnostics;
    tfplugin::ValidateProviderConfig::Response answer;
    Value unused; // protocol 5 returns a prepared configuration, which is validated but not used
    if (exchange.call(&Service::validateProviderConfig, "ValidateProviderConfig", message, answer))
        exchange.decode(answer.prepared_config(), schema->provider->type, unused);
    return diagnostics;
}

ProviderDiagnostics PluginProvider::configure(const ConfigureRequest& request, std::stop_token stop) {
    ProviderDiagnostics diagnostics;
    Exchange exchange(*this, diagnostics, stop);
    const ProviderSchema* schema = exchange.schema();
    tfplugin::Configure::Request message;
    message.set_terraform_version(request.terraformVersion);
    setCapabilities(message.mutable_client_capabilities());
    if (!schema || !exchange.encode(request.config, schema->provider->type, message.mutable_config()))
        return diagnostics;
    tfplugin::DiagnosticsResponse answer;
    exchange.call(&Service::configure, "ConfigureProvider", message, answer);
    return diagnostics;
}

diags::Expected<schemas::FunctionSignature, std::string>
PluginProvider::signature(const ProviderSchema& schema, const std::string& name, const std::stop_token& stop) {
    if (const auto found = schema.functions.find(name); found != schema.functions.end())
        return found->second;
    // The function may only exist after the provider is configured.
    const FunctionsResponse all = functions(stop);
    if (hasErrors(all.diagnostics))
        return diags::Unexpected{all.diagnostics.front().summary + ": " + all.diagnostics.front().detail};
    const auto found = all.functions.find(name);
    if (found == all.functions.end())
        return diags::Unexpected{
            fmt::format("invalid CallFunctionRequest: function {} not defined in provider schema", name)};
    return found->second;
}

FunctionsResponse PluginProvider::functions(std::stop_token stop) {
    FunctionsResponse response;
    tfplugin::GetFunctions::Response answer;
    const CallStatus status =
        m_session->call(m_session->service().getFunctions, {}, answer, Interruption::AtOnce, stop);
    if (!status.isOk()) {
        response.diagnostics.push_back(m_session->failure(status, "GetFunctions"));
        return response;
    }
    appendDiagnostics(response.diagnostics, answer.diagnostics(), m_session->service().protocol);
    for (const auto& [name, message] : answer.functions()) {
        auto function = decodeFunction(message);
        if (function)
            response.functions.emplace(name, *std::move(function));
        else
            response.diagnostics.push_back(
                plainError(fmt::format("invalid function {}: {}", values::quoted(name), function.error())));
    }
    return response;
}

CallFunctionResponse PluginProvider::callFunction(const CallFunctionRequest& request, std::stop_token stop) {
    CallFunctionResponse response;
    const auto failed = [&response](std::string text) {
        response.error = std::move(text);
        return response;
    };
    ProviderDiagnostics warnings;
    const auto schema = knownSchema(stop, warnings);
    if (!schema)
        return failed(schema.error().front().summary);
    const auto function = signature(**schema, request.name, stop);
    if (!function)
        return failed(function.error());
    if (request.arguments.size() < function->parameters.size())
        return failed(fmt::format("invalid CallFunctionRequest: function {} expected {} parameters and got {} instead",
                                  request.name, function->parameters.size(), request.arguments.size()));
    tfplugin::CallFunction::Request message;
    message.set_name(request.name);
    for (std::size_t i = 0; i < request.arguments.size(); ++i) {
        const Value& argument = request.arguments[i];
        if (i >= function->parameters.size() && !function->variadic)
            return failed("invalid CallFunctionRequest: too many arguments passed to non-variadic function " +
                          request.name);
        const schemas::FunctionParameter& parameter =
            i < function->parameters.size() ? function->parameters[i] : *function->variadic;
        if (!parameter.allowUnknown && !argument.isWhollyKnown()) {
            response.result = Value::unknown(function->returnType);
            return response;
        }
        if (argument.isKnown() && argument.isNull() && !parameter.allowNull) {
            response.errorArgument = static_cast<std::int64_t>(i);
            return failed(fmt::format("parameter {} is null, which is not allowed for function {}", parameter.name,
                                      request.name));
        }
        auto encoded = encodeValue(argument, parameter.type);
        if (!encoded)
            return failed(encoded.error().summary);
        *message.add_arguments() = *std::move(encoded);
    }
    tfplugin::CallFunction::Response answer;
    const CallStatus status =
        m_session->call(m_session->service().callFunction, message, answer, Interruption::AtOnce, stop);
    if (!status.isOk())
        return failed(statusText(status));
    if (answer.has_error()) {
        if (answer.error().has_function_argument())
            response.errorArgument = answer.error().function_argument();
        return failed(answer.error().text());
    }
    auto result = decodeValue(answer.result(), function->returnType);
    if (!result)
        return failed(result.error().summary);
    response.result = *std::move(result);
    return response;
}

} // namespace planlens::providers::plugin
