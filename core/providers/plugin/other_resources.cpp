// SPDX-License-Identifier: MPL-2.0
#include "core/providers/plugin/exchange.h"

/// Data sources and ephemeral resources.
namespace planlens::providers::plugin {
namespace {

using schemas::ResourceSchema;

template <typename Answer>
std::optional<Clock::time_point> renewalTime(const Answer& answer) {
    if (!answer.has_renew_at())
        return {};
    const auto sinceEpoch =
        std::chrono::seconds(answer.renew_at().seconds()) + std::chrono::nanoseconds(answer.renew_at().nanos());
    return Clock::time_point(std::chrono::duration_cast<Clock::duration>(sinceEpoch));
}

} // namespace

ProviderDiagnostics PluginProvider::validateDataResourceConfig(const ValidateRequest& request, std::stop_token stop) {
    ProviderDiagnostics diagnostics;
    Exchange exchange(*this, diagnostics, stop);
    const ResourceSchema* schema = exchange.data(request.typeName);
    tfplugin::ValidateConfig::Request message;
    message.set_type_name(request.typeName);
    if (!schema || !exchange.encode(request.config, schema->type, message.mutable_config()))
        return diagnostics;
    tfplugin::DiagnosticsResponse answer;
    exchange.call(&Service::validateDataResourceConfig, "ValidateDataResourceConfig", message, answer);
    return diagnostics;
}

ReadDataResponse PluginProvider::readDataSource(const ReadDataRequest& request, std::stop_token stop) {
    ReadDataResponse response;
    Exchange exchange(*this, response.diagnostics, stop);
    const ResourceSchema* schema = exchange.data(request.typeName);
    tfplugin::ReadDataSource::Request message;
    message.set_type_name(request.typeName);
    setCapabilities(message.mutable_client_capabilities());
    if (!schema || !exchange.encode(request.config, schema->type, message.mutable_config()) ||
        !exchange.encodeMeta(request.providerMeta, message))
        return response;
    tfplugin::ReadDataSource::Response answer;
    if (!exchange.call(&Service::readDataSource, "ReadDataSource", message, answer))
        return response;
    response.deferred = decodeDeferred(answer.has_deferred(), answer.deferred());
    exchange.decode(answer.state(), schema->type, response.state);
    return response;
}

ProviderDiagnostics PluginProvider::validateEphemeralConfig(const ValidateRequest& request, std::stop_token stop) {
    ProviderDiagnostics diagnostics;
    Exchange exchange(*this, diagnostics, stop);
    const ResourceSchema* schema = exchange.ephemeral(request.typeName);
    tfplugin::ValidateConfig::Request message;
    message.set_type_name(request.typeName);
    if (!schema || !exchange.encode(request.config, schema->type, message.mutable_config()))
        return diagnostics;
    tfplugin::DiagnosticsResponse answer;
    exchange.call(&Service::validateEphemeralResourceConfig, "ValidateEphemeralConfig", message, answer);
    return diagnostics;
}

OpenEphemeralResponse PluginProvider::openEphemeral(const OpenEphemeralRequest& request, std::stop_token stop) {
    OpenEphemeralResponse response;
    Exchange exchange(*this, response.diagnostics, stop);
    const ResourceSchema* schema = exchange.ephemeral(request.typeName);
    tfplugin::OpenEphemeralResource::Request message;
    message.set_type_name(request.typeName);
    setCapabilities(message.mutable_client_capabilities());
    if (!schema || !exchange.encode(request.config, schema->type, message.mutable_config()))
        return response;
    tfplugin::OpenEphemeralResource::Response answer;
    // An opened object must be closed later, so the call is not cancelled.
    if (!exchange.call(&Service::openEphemeralResource, "OpenEphemeralResource", message, answer,
                       Interruption::Gracefully))
        return response;
    response.privateData = answer.private_();
    response.renewAt = renewalTime(answer);
    response.deferred = decodeDeferred(answer.has_deferred(), answer.deferred());
    exchange.decode(answer.result(), schema->type, response.result);
    return response;
}

RenewEphemeralResponse PluginProvider::renewEphemeral(const RenewEphemeralRequest& request, std::stop_token stop) {
    RenewEphemeralResponse response;
    Exchange exchange(*this, response.diagnostics, stop);
    tfplugin::RenewEphemeralResource::Request message;
    message.set_type_name(request.typeName);
    message.set_private_(request.privateData);
    tfplugin::RenewEphemeralResource::Response answer;
    if (!exchange.call(&Service::renewEphemeralResource, "RenewEphemeralResource", message, answer))
        return response;
    response.privateData = answer.private_();
    response.renewAt = renewalTime(answer);
    return response;
}

ProviderDiagnostics PluginProvider::closeEphemeral(const RenewEphemeralRequest& request, std::stop_token stop) {
    ProviderDiagnostics diagnostics;
    Exchange exchange(*this, diagnostics, stop);
    tfplugin::CloseEphemeralResource::Request message;
    message.set_type_name(request.typeName);
    message.set_private_(request.privateData);
    tfplugin::DiagnosticsResponse answer;
    exchange.call(&Service::closeEphemeralResource, "CloseEphemeralResource", message, answer, Interruption::None);
    return diagnostics;
}

} // namespace planlens::providers::plugin
