// SPDX-License-Identifier: MPL-2.0
#include "core/engine/masked_provider.h"

#include "core/masking/state_secrets.h"

#include <utility>

namespace planlens::engine {

using addrs::ResourceMode;
using providers::ProviderDiagnostics;
using values::Value;

void MaskedProvider::note(const schemas::ResourceSchemaPtr& schema, std::initializer_list<const Value*> values) {
    for (const Value* value : values)
        if (schema)
            m_secrets->add(masking::secretsOf(*value, schema->block));
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

template <typename Response>
Response MaskedProvider::withoutSecrets(Response response) {
    response.diagnostics = masked(std::move(response.diagnostics));
    return response;
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
    return withoutSecrets(m_provider->upgradeResourceState(request, std::move(stop)));
}

providers::UpgradeResponse MaskedProvider::upgradeResourceIdentity(const providers::UpgradeRequest& request,
                                                                   std::stop_token stop) {
    return withoutSecrets(m_provider->upgradeResourceIdentity(request, std::move(stop)));
}

providers::ReadResponse MaskedProvider::readResource(const providers::ReadRequest& request, std::stop_token stop) {
    note(ResourceMode::Managed, request.typeName, {&request.prior});
    providers::ReadResponse response = m_provider->readResource(request, std::move(stop));
    note(ResourceMode::Managed, request.typeName, {&response.newState});
    return withoutSecrets(std::move(response));
}

providers::PlanResponse MaskedProvider::planResourceChange(const providers::PlanRequest& request,
                                                           std::stop_token stop) {
    note(ResourceMode::Managed, request.typeName, {&request.prior, &request.config});
    return withoutSecrets(m_provider->planResourceChange(request, std::move(stop)));
}

providers::ApplyResponse MaskedProvider::applyResourceChange(const providers::ApplyRequest& request,
                                                             std::stop_token stop) {
    note(ResourceMode::Managed, request.typeName, {&request.prior, &request.config});
    providers::ApplyResponse response = m_provider->applyResourceChange(request, std::move(stop));
    note(ResourceMode::Managed, request.typeName, {&response.newState});
    return withoutSecrets(std::move(response));
}

providers::ImportResponse MaskedProvider::importResourceState(const providers::ImportRequest& request,
                                                              std::stop_token stop) {
    return withoutSecrets(m_provider->importResourceState(request, std::move(stop)));
}

providers::MoveResponse MaskedProvider::moveResourceState(const providers::MoveRequest& request, std::stop_token stop) {
    return withoutSecrets(m_provider->moveResourceState(request, std::move(stop)));
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
    return withoutSecrets(std::move(response));
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
    return withoutSecrets(std::move(response));
}

providers::RenewEphemeralResponse MaskedProvider::renewEphemeral(const providers::RenewEphemeralRequest& request,
                                                                 std::stop_token stop) {
    return withoutSecrets(m_provider->renewEphemeral(request, std::move(stop)));
}

ProviderDiagnostics MaskedProvider::closeEphemeral(const providers::RenewEphemeralRequest& request,
                                                   std::stop_token stop) {
    return masked(m_provider->closeEphemeral(request, std::move(stop)));
}

providers::FunctionsResponse MaskedProvider::functions(std::stop_token stop) {
    return withoutSecrets(m_provider->functions(std::move(stop)));
}

providers::CallFunctionResponse MaskedProvider::callFunction(const providers::CallFunctionRequest& request,
                                                             std::stop_token stop) {
    providers::CallFunctionResponse response = m_provider->callFunction(request, std::move(stop));
    if (response.error)
        response.error = m_secrets->masked(*response.error);
    return response;
}

} // namespace planlens::engine
