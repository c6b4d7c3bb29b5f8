// SPDX-License-Identifier: MPL-2.0
#include "tests/provider/protocol/calls.h"

#include "tests/provider/protocol/calls_answer.h"
#include "tests/provider/protocol/wire.h"

#include <stdexcept>

namespace planlens::testing {

using namespace planlens::providers;
using values::Type;
using values::Value;

namespace {

const schemas::ResourceSchema& find(const schemas::ResourceSchemas& schemas, const std::string& type) {
    const auto found = schemas.find(type);
    if (found == schemas.end())
        throw std::runtime_error("the script has no type " + type);
    return *found->second;
}

} // namespace

Calls::Calls(std::shared_ptr<const PluginScript> script, int protocol)
    : m_script(std::move(script))
    , m_protocol(protocol)
    , m_rules(m_script)
    , m_journal(m_script->log) {}

Calls::Running::Running(Calls& calls, const char* name, const std::string& type, Json arguments, const Json& subject)
    : m_calls(calls) {
    Json line = {
        {"call", name}, {"protocol", calls.m_protocol}, {"number", ++calls.m_number}, {"running", ++calls.m_running}};
    if (!type.empty())
        line["type"] = type;
    if (!arguments.empty())
        line["arguments"] = std::move(arguments);
    calls.m_journal.append(std::move(line));
    std::vector<const Event*> events;
    for (const auto& event : calls.m_script->events)
        if (event->happensAt(name, type, subject))
            events.push_back(event.get());
    happening = Happening(std::move(events));
    if (!happening.before([&calls] { return calls.m_rules.isStopped(); })) {
        --calls.m_running; // no destructor runs
        throw std::runtime_error("stopped");
    }
}

const schemas::ResourceSchema& Calls::managed(const std::string& type) const {
    return find(m_script->schemas->managed, type);
}

Type Calls::identityType(const std::string& type) const {
    const schemas::ResourceSchema& schema = managed(type);
    if (!schema.identity)
        return Type();
    schemas::Block block;
    block.attributes = schema.identity->attributes;
    return block.impliedType();
}

Type Calls::metaType() const {
    return m_script->schemas->providerMeta ? m_script->schemas->providerMeta->type : Type();
}

Calls::Status Calls::getProviderSchema(tfplugin::GetProviderSchema::Response& out) {
    return answered(out, [&] {
        auto call = std::make_unique<Running>(*this, "GetProviderSchema", "", Json(), Json());
        const auto encode = [this](const schemas::ResourceSchemaPtr& schema) {
            return m_protocol == 5 ? encodedSchema5(*schema) : encodedSchema6(*schema);
        };
        const schemas::ProviderSchema& schemas = *m_script->schemas;
        out.set_provider(encode(schemas.provider));
        if (schemas.providerMeta)
            out.set_provider_meta(encode(schemas.providerMeta));
        for (const auto& [name, schema] : schemas.managed)
            (*out.mutable_resource_schemas())[name] = encode(schema);
        for (const auto& [name, schema] : schemas.data)
            (*out.mutable_data_source_schemas())[name] = encode(schema);
        for (const auto& [name, schema] : schemas.ephemeral)
            (*out.mutable_ephemeral_resource_schemas())[name] = encode(schema);
        for (const auto& [name, signature] : schemas.functions)
            if (!m_script->laterFunctions.contains(name))
                (*out.mutable_functions())[name] = encoded(signature);
        out.mutable_server_capabilities()->set_plan_destroy(schemas.planDestroy);
        out.mutable_server_capabilities()->set_get_provider_schema_optional(schemas.getProviderSchemaOptional);
        out.mutable_server_capabilities()->set_move_resource_state(schemas.moveResourceState);
        ProviderDiagnostics diagnostics;
        call->happening.change({.diagnostics = &diagnostics});
        addDiagnostics(*out.mutable_diagnostics(), diagnostics);
        finish(*call, out);
        return call;
    });
}

Calls::Status Calls::getResourceIdentitySchemas(tfplugin::GetResourceIdentitySchemas::Response& out) {
    return answered(out, [&] {
        auto call = std::make_unique<Running>(*this, "GetResourceIdentitySchemas", "", Json(), Json());
        for (const auto& [name, schema] : m_script->schemas->managed)
            if (schema->identity)
                (*out.mutable_identity_schemas())[name] = encodedIdentity(*schema);
        finish(*call, out);
        return call;
    });
}

Calls::Status Calls::getFunctions(tfplugin::GetFunctions::Response& out) {
    return answered(out, [&] {
        auto call = std::make_unique<Running>(*this, "GetFunctions", "", Json(), Json());
        const bool isConfigured = m_rules.isConfigured();
        for (const auto& [name, signature] : m_script->schemas->functions)
            if (isConfigured || !m_script->laterFunctions.contains(name))
                (*out.mutable_functions())[name] = encoded(signature);
        finish(*call, out);
        return call;
    });
}

Calls::Status Calls::callFunction(const tfplugin::CallFunction::Request& in, tfplugin::CallFunction::Response& out) {
    return answered(out, [&] {
        const auto function = m_script->schemas->functions.find(in.name());
        if (function == m_script->schemas->functions.end())
            throw std::runtime_error("the script has no function " + in.name());
        const schemas::FunctionSignature& signature = function->second;
        CallFunctionRequest request{in.name(), {}};
        Json arguments = Json::array();
        for (int i = 0; i < in.arguments_size(); ++i) {
            const auto n = static_cast<std::size_t>(i);
            const Type type = n < signature.parameters.size() ? signature.parameters[n].type
                              : signature.variadic            ? signature.variadic->type
                                                              : Type();
            request.arguments.push_back(decoded(in.arguments(i), type));
            arguments.push_back(describe(request.arguments.back()));
        }
        auto call = std::make_unique<Running>(*this, "CallFunction", in.name(), arguments, arguments);
        CallFunctionResponse response = m_rules.callFunction(request, {});
        call->happening.change({.value = &response.result, .type = signature.returnType});
        if (const Json& error = call->happening.action("error"); error.is_string()) {
            out.mutable_error()->set_text(error.get<std::string>());
            if (const Json& argument = call->happening.action("argument"); argument.is_number())
                out.mutable_error()->set_function_argument(argument.get<std::int64_t>());
        } else {
            *out.mutable_result() = encoded(response.result, signature.returnType, call->happening);
        }
        return call;
    });
}

Calls::Status Calls::validateProviderConfig(const tfplugin::ValidateProviderConfig::Request& in,
                                            tfplugin::ValidateProviderConfig::Response& out) {
    return answered(out, [&] {
        const Type type = m_script->schemas->provider->type;
        Value config = decoded(in.config(), type);
        auto call = std::make_unique<Running>(*this, "ValidateProviderConfig", "", Json{{"config", describe(config)}},
                                              describe(config));
        ProviderDiagnostics diagnostics = m_rules.validateProviderConfig({"", config}, {});
        call->happening.change({.value = &config, .type = type, .diagnostics = &diagnostics});
        addDiagnostics(*out.mutable_diagnostics(), diagnostics);
        if (m_protocol == 5)
            *out.mutable_prepared_config() = encoded(config, type, call->happening);
        finish(*call, out);
        return call;
    });
}

Calls::Status Calls::configure(const tfplugin::Configure::Request& in, tfplugin::DiagnosticsResponse& out) {
    return answered(out, [&] {
        Value config = decoded(in.config(), m_script->schemas->provider->type);
        auto call = std::make_unique<Running>(*this, "ConfigureProvider", "",
                                              Json{{"config", describe(config)},
                                                   {"terraform_version", in.terraform_version()},
                                                   {"client_capabilities", describe(in.client_capabilities())}},
                                              describe(config));
        ProviderDiagnostics diagnostics = m_rules.configure({in.terraform_version(), config}, {});
        call->happening.change({.value = &config, .diagnostics = &diagnostics});
        addDiagnostics(*out.mutable_diagnostics(), diagnostics);
        finish(*call, out);
        return call;
    });
}

Calls::Status Calls::stop(tfplugin::Stop::Response& out) {
    return answered(out, [&] {
        auto call = std::make_unique<Running>(*this, "StopProvider", "", Json(), Json());
        m_rules.stop();
        if (const Json& error = call->happening.action("error"); error.is_string())
            out.set_error(error.get<std::string>());
        return call;
    });
}

Calls::Status Calls::validate(Mode mode, const tfplugin::ValidateConfig::Request& in,
                              tfplugin::DiagnosticsResponse& out) {
    return answered(out, [&] {
        const auto& schemas = mode == Mode::Managed ? m_script->schemas->managed
                              : mode == Mode::Data  ? m_script->schemas->data
                                                    : m_script->schemas->ephemeral;
        Value config = decoded(in.config(), find(schemas, in.type_name()).type);
        const char* name = mode == Mode::Managed ? "ValidateResourceConfig"
                           : mode == Mode::Data  ? "ValidateDataResourceConfig"
                                                 : "ValidateEphemeralResourceConfig";
        auto call = std::make_unique<Running>(
            *this, name, in.type_name(),
            Json{{"config", describe(config)}, {"client_capabilities", describe(in.client_capabilities())}},
            describe(config));
        ProviderDiagnostics diagnostics;
        call->happening.change({.value = &config, .diagnostics = &diagnostics});
        addDiagnostics(*out.mutable_diagnostics(), diagnostics);
        finish(*call, out);
        return call;
    });
}

Calls::Status Calls::readDataSource(const tfplugin::ReadDataSource::Request& in,
                                    tfplugin::ReadDataSource::Response& out) {
    return answered(out, [&] {
        const Type type = find(m_script->schemas->data, in.type_name()).type;
        const ReadDataRequest request{in.type_name(), decoded(in.config(), type),
                                      decoded(in.provider_meta(), metaType())};
        auto call = std::make_unique<Running>(*this, "ReadDataSource", in.type_name(),
                                              Json{{"config", describe(request.config)},
                                                   {"provider_meta", describe(request.providerMeta)},
                                                   {"client_capabilities", describe(in.client_capabilities())}},
                                              describe(request.config));
        ReadDataResponse response = m_rules.readDataSource(request, {});
        call->happening.change({&response.state, type, nullptr, &response.deferred, &response.diagnostics});
        *out.mutable_state() = encoded(response.state, type, call->happening);
        if (response.deferred)
            *out.mutable_deferred() = encoded(*response.deferred);
        addDiagnostics(*out.mutable_diagnostics(), response.diagnostics);
        finish(*call, out);
        return call;
    });
}

Calls::Status Calls::openEphemeral(const tfplugin::OpenEphemeralResource::Request& in,
                                   tfplugin::OpenEphemeralResource::Response& out) {
    return answered(out, [&] {
        const Type type = find(m_script->schemas->ephemeral, in.type_name()).type;
        const OpenEphemeralRequest request{in.type_name(), decoded(in.config(), type)};
        auto call = std::make_unique<Running>(
            *this, "OpenEphemeralResource", in.type_name(),
            Json{{"config", describe(request.config)}, {"client_capabilities", describe(in.client_capabilities())}},
            describe(request.config));
        OpenEphemeralResponse response = m_rules.openEphemeral(request, {});
        call->happening.change(
            {&response.result, type, &response.privateData, &response.deferred, &response.diagnostics});
        *out.mutable_result() = encoded(response.result, type, call->happening);
        if (!response.privateData.empty())
            out.set_private_(response.privateData);
        if (response.renewAt)
            setTime(*out.mutable_renew_at(), *response.renewAt);
        if (response.deferred)
            *out.mutable_deferred() = encoded(*response.deferred);
        addDiagnostics(*out.mutable_diagnostics(), response.diagnostics);
        finish(*call, out);
        return call;
    });
}

Calls::Status Calls::renewEphemeral(const tfplugin::RenewEphemeralResource::Request& in,
                                    tfplugin::RenewEphemeralResource::Response& out) {
    return answered(out, [&] {
        auto call = std::make_unique<Running>(*this, "RenewEphemeralResource", in.type_name(),
                                              Json{{"private", in.private_()}}, Json());
        RenewEphemeralResponse response = m_rules.renewEphemeral({in.type_name(), in.private_()}, {});
        call->happening.change({.privateData = &response.privateData, .diagnostics = &response.diagnostics});
        if (!response.privateData.empty())
            out.set_private_(response.privateData);
        if (response.renewAt)
            setTime(*out.mutable_renew_at(), *response.renewAt);
        addDiagnostics(*out.mutable_diagnostics(), response.diagnostics);
        finish(*call, out);
        return call;
    });
}

Calls::Status Calls::closeEphemeral(const tfplugin::CloseEphemeralResource::Request& in,
                                    tfplugin::DiagnosticsResponse& out) {
    return answered(out, [&] {
        auto call = std::make_unique<Running>(*this, "CloseEphemeralResource", in.type_name(),
                                              Json{{"private", in.private_()}}, Json());
        ProviderDiagnostics diagnostics = m_rules.closeEphemeral({in.type_name(), in.private_()}, {});
        call->happening.change({.diagnostics = &diagnostics});
        addDiagnostics(*out.mutable_diagnostics(), diagnostics);
        finish(*call, out);
        return call;
    });
}

void Calls::shutdown() {
    try {
        const Running call(*this, "Shutdown", "", Json(), Json());
        call.happening.after();
    } catch (const std::exception&) {
        // A delay that was stopped.
    }
}

} // namespace planlens::testing
