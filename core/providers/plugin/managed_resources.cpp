// SPDX-License-Identifier: MPL-2.0
#include "core/providers/plugin/exchange.h"
#include "core/values/text/quoted.h"

#include <fmt/format.h>

namespace planlens::providers::plugin {

using schemas::ResourceSchema;
using values::Value;

ProviderDiagnostics PluginProvider::validateResourceConfig(const ValidateRequest& request, std::stop_token stop) {
    ProviderDiagnostics diagnostics;
    Exchange exchange(*this, diagnostics, stop);
    const ResourceSchema* schema = exchange.managed(request.typeName);
    tfplugin::ValidateConfig::Request message;
    message.set_type_name(request.typeName);
    setCapabilities(message.mutable_client_capabilities());
    if (!schema || !exchange.encode(request.config, schema->type, message.mutable_config()))
        return diagnostics;
    tfplugin::DiagnosticsResponse answer;
    exchange.call(&Service::validateResourceConfig, "ValidateResourceConfig", message, answer);
    return diagnostics;
}

UpgradeResponse PluginProvider::upgradeResourceState(const UpgradeRequest& request, std::stop_token stop) {
    UpgradeResponse response;
    Exchange exchange(*this, response.diagnostics, stop);
    const ResourceSchema* schema = exchange.managed(request.typeName);
    if (!schema)
        return response;
    tfplugin::UpgradeResourceState::Request message;
    message.set_type_name(request.typeName);
    message.set_version(request.version);
    message.mutable_raw_state()->set_json(request.rawJson);
    message.mutable_raw_state()->mutable_flatmap()->insert(request.rawFlat.begin(), request.rawFlat.end());
    tfplugin::UpgradeResourceState::Response answer;
    if (exchange.call(&Service::upgradeResourceState, "UpgradeResourceState", message, answer) &&
        exchange.decode(answer.upgraded_state(), schema->type, response.upgraded))
        exchange.checkWriteOnly(*schema, response.upgraded, request.typeName);
    return response;
}

UpgradeResponse PluginProvider::upgradeResourceIdentity(const UpgradeRequest& request, std::stop_token stop) {
    UpgradeResponse response;
    Exchange exchange(*this, response.diagnostics, stop);
    const auto failed = [&](std::string summary, std::string detail) {
        ProviderDiagnostic diagnostic{
            diags::Severity::Error, std::move(summary), std::move(detail), {}, ProviderDiagnostic::About::Nothing};
        exchange.fail(std::move(diagnostic));
        return response;
    };
    const ResourceSchema* schema = exchange.managed(request.typeName);
    if (!schema)
        return response;
    if (!schema->identity)
        return failed("No identity schema found", fmt::format("No identity schema available for resource type {}.",
                                                              values::quoted(request.typeName)));
    tfplugin::UpgradeResourceIdentity::Request message;
    message.set_type_name(request.typeName);
    message.set_version(request.version);
    message.mutable_raw_identity()->set_json(request.rawJson);
    tfplugin::UpgradeResourceIdentity::Response answer;
    if (!exchange.call(&Service::upgradeResourceIdentity, "UpgradeResourceIdentity", message, answer))
        return response;
    if (!answer.upgraded_identity().has_identity_data()) {
        if (hasErrors(response.diagnostics))
            return response;
        return failed(
            "Provider returned no identity after upgrade",
            fmt::format(
                "The provider returned a nil identity for {} after UpgradeResourceIdentity without reporting an error. "
                "This is a bug in the provider.",
                values::quoted(request.typeName)));
    }
    exchange.decodeIdentity(answer.upgraded_identity(), *schema, response.upgraded);
    return response;
}

ReadResponse PluginProvider::readResource(const ReadRequest& request, std::stop_token stop) {
    ReadResponse response;
    Exchange exchange(*this, response.diagnostics, stop);
    const ResourceSchema* schema = exchange.managed(request.typeName);
    tfplugin::ReadResource::Request message;
    message.set_type_name(request.typeName);
    message.set_private_(request.privateData);
    setCapabilities(message.mutable_client_capabilities());
    if (!schema || !exchange.encode(request.prior, schema->type, message.mutable_current_state()) ||
        !exchange.encodeIdentity(request.identity, *schema, message,
                                 &tfplugin::ReadResource::Request::mutable_current_identity) ||
        !exchange.encodeMeta(request.providerMeta, message))
        return response;
    tfplugin::ReadResource::Response answer;
    if (!exchange.call(&Service::readResource, "ReadResource", message, answer) ||
        !exchange.decode(answer.new_state(), schema->type, response.newState))
        return response;
    response.privateData = answer.private_();
    response.deferred = decodeDeferred(answer.has_deferred(), answer.deferred());
    if (exchange.decodeIdentity(answer.new_identity(), *schema, response.identity))
        exchange.checkWriteOnly(*schema, response.newState, request.typeName);
    return response;
}

PlanResponse PluginProvider::planResourceChange(const PlanRequest& request, std::stop_token stop) {
    PlanResponse response;
    Exchange exchange(*this, response.diagnostics, stop);
    const schemas::ProviderSchema* all = exchange.schema();
    const ResourceSchema* schema = all ? exchange.managed(request.typeName) : nullptr;
    if (!schema)
        return response;
    // Older providers do not support planning a destroy.
    if (request.proposed.isNull() && !all->planDestroy) {
        response.planned = Value::null(schema->type);
        response.plannedPrivate = request.priorPrivate;
        return response;
    }
    tfplugin::PlanResourceChange::Request message;
    message.set_type_name(request.typeName);
    message.set_prior_private(request.priorPrivate);
    setCapabilities(message.mutable_client_capabilities());
    if (!exchange.encode(request.prior, schema->type, message.mutable_prior_state()) ||
        !exchange.encode(request.config, schema->type, message.mutable_config()) ||
        !exchange.encode(request.proposed, schema->type, message.mutable_proposed_new_state()) ||
        !exchange.encodeIdentity(request.priorIdentity, *schema, message,
                                 &tfplugin::PlanResourceChange::Request::mutable_prior_identity) ||
        !exchange.encodeMeta(request.providerMeta, message))
        return response;
    tfplugin::PlanResourceChange::Response answer;
    if (!exchange.call(&Service::planResourceChange, "PlanResourceChange", message, answer) ||
        !exchange.decode(answer.planned_state(), schema->type, response.planned))
        return response;
    for (const tfplugin::AttributePath& path : answer.requires_replace())
        response.requiresReplace.push_back(decodePath(path));
    response.plannedPrivate = answer.planned_private();
    response.legacyTypeSystem = answer.legacy_type_system();
    response.deferred = decodeDeferred(answer.has_deferred(), answer.deferred());
    if (exchange.decodeIdentity(answer.planned_identity(), *schema, response.plannedIdentity))
        exchange.checkWriteOnly(*schema, response.planned, request.typeName);
    return response;
}

ApplyResponse PluginProvider::applyResourceChange(const ApplyRequest& request, std::stop_token stop) {
    ApplyResponse response;
    Exchange exchange(*this, response.diagnostics, stop);
    const ResourceSchema* schema = exchange.managed(request.typeName);
    tfplugin::ApplyResourceChange::Request message;
    message.set_type_name(request.typeName);
    message.set_planned_private(request.plannedPrivate);
    if (!schema || !exchange.encode(request.prior, schema->type, message.mutable_prior_state()) ||
        !exchange.encode(request.planned, schema->type, message.mutable_planned_state()) ||
        !exchange.encode(request.config, schema->type, message.mutable_config()) ||
        !exchange.encodeIdentity(request.plannedIdentity, *schema, message,
                                 &tfplugin::ApplyResourceChange::Request::mutable_planned_identity) ||
        !exchange.encodeMeta(request.providerMeta, message))
        return response;
    tfplugin::ApplyResourceChange::Response answer;
    if (!exchange.call(&Service::applyResourceChange, "ApplyResourceChange", message, answer, Interruption::Gracefully))
        return response;
    response.privateData = answer.private_();
    response.legacyTypeSystem = answer.legacy_type_system();
    if (exchange.decode(answer.new_state(), schema->type, response.newState) &&
        exchange.decodeIdentity(answer.new_identity(), *schema, response.identity))
        exchange.checkWriteOnly(*schema, response.newState, request.typeName);
    return response;
}

ImportResponse PluginProvider::importResourceState(const ImportRequest& request, std::stop_token stop) {
    ImportResponse response;
    Exchange exchange(*this, response.diagnostics, stop);
    const ResourceSchema* schema = exchange.managed(request.typeName);
    if (!schema)
        return response;
    tfplugin::ImportResourceState::Request message;
    message.set_type_name(request.typeName);
    setCapabilities(message.mutable_client_capabilities());
    if (request.identity.isNull()) {
        message.set_id(request.id);
    } else if (!schema->identity) {
        exchange.fail(
            {diags::Severity::Error,
             "No identity schema found",
             fmt::format("No identity schema available for resource type {}.", values::quoted(request.typeName)),
             {},
             ProviderDiagnostic::About::Nothing});
        return response;
    } else if (!exchange.encodeIdentity(request.identity, *schema, message,
                                        &tfplugin::ImportResourceState::Request::mutable_identity)) {
        return response;
    }
    tfplugin::ImportResourceState::Response answer;
    if (!exchange.call(&Service::importResourceState, "ImportResourceState", message, answer))
        return response;
    response.deferred = decodeDeferred(answer.has_deferred(), answer.deferred());
    for (const auto& imported : answer.imported_resources()) {
        ImportedResource resource;
        resource.typeName = imported.type_name();
        resource.privateData = imported.private_();
        if (!exchange.decodeIdentity(imported.identity(), *schema, resource.identity))
            continue;
        if (!exchange.decode(imported.state(), schema->type, resource.state))
            return response;
        response.resources.push_back(std::move(resource));
    }
    return response;
}

MoveResponse PluginProvider::moveResourceState(const MoveRequest& request, std::stop_token stop) {
    MoveResponse response;
    Exchange exchange(*this, response.diagnostics, stop);
    const ResourceSchema* schema = exchange.managed(request.targetType);
    if (!schema)
        return response;
    tfplugin::MoveResourceState::Request message;
    message.set_source_provider_address(request.sourceProvider);
    message.set_source_type_name(request.sourceType);
    message.set_source_schema_version(request.sourceSchemaVersion);
    message.mutable_source_state()->set_json(request.sourceJson);
    message.mutable_source_state()->mutable_flatmap()->insert(request.sourceFlat.begin(), request.sourceFlat.end());
    message.set_source_private(request.sourcePrivate);
    message.set_target_type_name(request.targetType);
    if (!request.sourceIdentityJson.empty()) {
        message.mutable_source_identity()->set_json(request.sourceIdentityJson);
        message.set_source_identity_schema_version(request.sourceIdentitySchemaVersion);
    }
    tfplugin::MoveResourceState::Response answer;
    if (!exchange.call(&Service::moveResourceState, "MoveResourceState", message, answer) ||
        !exchange.decode(answer.target_state(), schema->type, response.target))
        return response;
    response.targetPrivate = answer.target_private();
    if (exchange.decodeIdentity(answer.target_identity(), *schema, response.targetIdentity))
        exchange.checkWriteOnly(*schema, response.target, request.targetType);
    return response;
}

} // namespace planlens::providers::plugin
