// SPDX-License-Identifier: MPL-2.0
#include "core/engine/masked_provider.h"

#include "core/plans/plan.h"
#include "core/schemas/values_by_schema.h"

#include <utility>

namespace planlens::engine {

using addrs::ResourceMode;
using providers::ProviderDiagnostics;
using values::Value;

namespace {

/// Returns what a value has in sensitive and write-only attributes.
masking::Secrets secretsIn(const schemas::Block& block, const Value& value) {
    if (value.isNull() || !value.isKnown())
        return {};
    const Value bare = value.unmarkedDeep();
    std::vector<values::PathMarks> marks = schemas::sensitivePaths(block, bare);
    for (values::Path& path : schemas::writeOnlyViolations(block, bare))
        marks.push_back({std::move(path), values::Mark::sensitive()});
    return marks.empty() ? masking::Secrets()
                         : masking::secretsOf(bare.withPathMarks(marks), masking::Sensitive::Marked);
}

} // namespace

void MaskedProvider::note(const schemas::ResourceSchemaPtr& schema, std::initializer_list<const Value*> values) {
    if (!schema || !(schema->block.containsSensitive() || schema->block.containsWriteOnly()))
        return;
    for (const Value* value : values)
        m_secrets->add(secretsIn(schema->block, *value));
}

void MaskedProvider::note(ResourceMode mode, const std::string& type, std::initializer_list<const Value*> values) {
    const auto all = m_provider->schema({});
    if (!all.isOk() || !*all)
        return;
    const schemas::ResourceSchemas& types = mode == ResourceMode::Managed ? (*all)->managed
                                            : mode == ResourceMode::Data  ? (*all)->data
                                                                          : (*all)->ephemeral;
    if (const auto found = types.find(type); found != types.end())
        note(found->second.pointer(), values);
}

ProviderDiagnostics MaskedProvider::masked(ProviderDiagnostics diagnostics) {
    for (providers::ProviderDiagnostic& diagnostic : diagnostics) {
        diagnostic.summary = m_secrets->masked(diagnostic.summary);
        diagnostic.detail = m_secrets->masked(diagnostic.detail);
    }
    return diagnostics;
}

diags::Result<schemas::ProviderSchemaPtr> MaskedProvider::schema(std::stop_token stop) {
    return m_provider->schema(std::move(stop));
}

ProviderDiagnostics MaskedProvider::validateProviderConfig(const providers::ValidateRequest& request,
                                                           std::stop_token stop) {
    if (const auto all = m_provider->schema({}); all.isOk() && *all)
        note((*all)->provider, {&request.config});
    return masked(m_provider->validateProviderConfig(request, std::move(stop)));
}

ProviderDiagnostics MaskedProvider::configure(const providers::ConfigureRequest& request, std::stop_token stop) {
    return masked(m_provider->configure(request, std::move(stop)));
}

ProviderDiagnostics MaskedProvider::validateResourceConfig(const providers::ValidateRequest& request,
                                                           std::stop_token stop) {
    note(ResourceMode::Managed, request.typeName, {&request.config});
    return masked(m_provider->validateResourceConfig(request, std::move(stop)));
}

providers::UpgradeResponse MaskedProvider::upgradeResourceState(const providers::UpgradeRequest& request,
                                                                std::stop_token stop) {
    providers::UpgradeResponse response = m_provider->upgradeResourceState(request, std::move(stop));
    response.diagnostics = masked(std::move(response.diagnostics));
    return response;
}

providers::UpgradeResponse MaskedProvider::upgradeResourceIdentity(const providers::UpgradeRequest& request,
                                                                   std::stop_token stop) {
    providers::UpgradeResponse response = m_provider->upgradeResourceIdentity(request, std::move(stop));
    response.diagnostics = masked(std::move(response.diagnostics));
    return response;
}

providers::ReadResponse MaskedProvider::readResource(const providers::ReadRequest& request, std::stop_token stop) {
    note(ResourceMode::Managed, request.typeName, {&request.prior});
    providers::ReadResponse response = m_provider->readResource(request, std::move(stop));
    note(ResourceMode::Managed, request.typeName, {&response.newState});
    response.diagnostics = masked(std::move(response.diagnostics));
    return response;
}

providers::PlanResponse MaskedProvider::planResourceChange(const providers::PlanRequest& request,
                                                           std::stop_token stop) {
    note(ResourceMode::Managed, request.typeName, {&request.prior, &request.config});
    providers::PlanResponse response = m_provider->planResourceChange(request, std::move(stop));
    response.diagnostics = masked(std::move(response.diagnostics));
    return response;
}

providers::ApplyResponse MaskedProvider::applyResourceChange(const providers::ApplyRequest& request,
                                                             std::stop_token stop) {
    note(ResourceMode::Managed, request.typeName, {&request.prior, &request.config});
    providers::ApplyResponse response = m_provider->applyResourceChange(request, std::move(stop));
    note(ResourceMode::Managed, request.typeName, {&response.newState});
    response.diagnostics = masked(std::move(response.diagnostics));
    return response;
}

providers::ImportResponse MaskedProvider::importResourceState(const providers::ImportRequest& request,
                                                              std::stop_token stop) {
    providers::ImportResponse response = m_provider->importResourceState(request, std::move(stop));
    response.diagnostics = masked(std::move(response.diagnostics));
    return response;
}

providers::MoveResponse MaskedProvider::moveResourceState(const providers::MoveRequest& request, std::stop_token stop) {
    providers::MoveResponse response = m_provider->moveResourceState(request, std::move(stop));
    response.diagnostics = masked(std::move(response.diagnostics));
    return response;
}

ProviderDiagnostics MaskedProvider::validateDataResourceConfig(const providers::ValidateRequest& request,
                                                               std::stop_token stop) {
    note(ResourceMode::Data, request.typeName, {&request.config});
    return masked(m_provider->validateDataResourceConfig(request, std::move(stop)));
}

providers::ReadDataResponse MaskedProvider::readDataSource(const providers::ReadDataRequest& request,
                                                           std::stop_token stop) {
    note(ResourceMode::Data, request.typeName, {&request.config});
    providers::ReadDataResponse response = m_provider->readDataSource(request, std::move(stop));
    note(ResourceMode::Data, request.typeName, {&response.state});
    response.diagnostics = masked(std::move(response.diagnostics));
    return response;
}

ProviderDiagnostics MaskedProvider::validateEphemeralConfig(const providers::ValidateRequest& request,
                                                            std::stop_token stop) {
    note(ResourceMode::Ephemeral, request.typeName, {&request.config});
    return masked(m_provider->validateEphemeralConfig(request, std::move(stop)));
}

providers::OpenEphemeralResponse MaskedProvider::openEphemeral(const providers::OpenEphemeralRequest& request,
                                                               std::stop_token stop) {
    note(ResourceMode::Ephemeral, request.typeName, {&request.config});
    providers::OpenEphemeralResponse response = m_provider->openEphemeral(request, std::move(stop));
    m_secrets->add(masking::secretsOf(response.result, masking::Sensitive::All));
    response.diagnostics = masked(std::move(response.diagnostics));
    return response;
}

providers::RenewEphemeralResponse MaskedProvider::renewEphemeral(const providers::RenewEphemeralRequest& request,
                                                                 std::stop_token stop) {
    providers::RenewEphemeralResponse response = m_provider->renewEphemeral(request, std::move(stop));
    response.diagnostics = masked(std::move(response.diagnostics));
    return response;
}

ProviderDiagnostics MaskedProvider::closeEphemeral(const providers::RenewEphemeralRequest& request,
                                                   std::stop_token stop) {
    return masked(m_provider->closeEphemeral(request, std::move(stop)));
}

providers::FunctionsResponse MaskedProvider::functions(std::stop_token stop) {
    providers::FunctionsResponse response = m_provider->functions(std::move(stop));
    response.diagnostics = masked(std::move(response.diagnostics));
    return response;
}

providers::CallFunctionResponse MaskedProvider::callFunction(const providers::CallFunctionRequest& request,
                                                             std::stop_token stop) {
    providers::CallFunctionResponse response = m_provider->callFunction(request, std::move(stop));
    if (response.error)
        response.error = m_secrets->masked(*response.error);
    return response;
}

} // namespace planlens::engine
