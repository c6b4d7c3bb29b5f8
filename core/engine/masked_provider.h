// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/resource.h"
#include "core/engine/provider_secrets.h"
#include "core/providers/provider.h"

namespace planlens::engine {

/// A provider whose diagnostics and errors do not show secrets. OpenTofu prints them as the provider returns them.
/// Records the secrets that are sent to the provider, before the call, because it may log them, and those that it
/// returns.
class MaskedProvider final : public providers::Provider {
public:
    MaskedProvider(std::shared_ptr<providers::Provider> provider, std::shared_ptr<ProviderSecrets> secrets)
        : m_provider(std::move(provider))
        , m_secrets(std::move(secrets)) {}

    diags::Result<schemas::ProviderSchemaPtr> schema(std::stop_token stop) override;
    providers::ProviderDiagnostics validateProviderConfig(const providers::ValidateRequest& request,
                                                          std::stop_token stop) override;
    providers::ProviderDiagnostics configure(const providers::ConfigureRequest& request, std::stop_token stop) override;

    providers::ProviderDiagnostics validateResourceConfig(const providers::ValidateRequest& request,
                                                          std::stop_token stop) override;
    providers::UpgradeResponse upgradeResourceState(const providers::UpgradeRequest& request,
                                                    std::stop_token stop) override;
    providers::UpgradeResponse upgradeResourceIdentity(const providers::UpgradeRequest& request,
                                                       std::stop_token stop) override;
    providers::ReadResponse readResource(const providers::ReadRequest& request, std::stop_token stop) override;
    providers::PlanResponse planResourceChange(const providers::PlanRequest& request, std::stop_token stop) override;
    providers::ApplyResponse applyResourceChange(const providers::ApplyRequest& request, std::stop_token stop) override;
    providers::ImportResponse importResourceState(const providers::ImportRequest& request,
                                                  std::stop_token stop) override;
    providers::MoveResponse moveResourceState(const providers::MoveRequest& request, std::stop_token stop) override;

    providers::ProviderDiagnostics validateDataResourceConfig(const providers::ValidateRequest& request,
                                                              std::stop_token stop) override;
    providers::ReadDataResponse readDataSource(const providers::ReadDataRequest& request,
                                               std::stop_token stop) override;

    providers::ProviderDiagnostics validateEphemeralConfig(const providers::ValidateRequest& request,
                                                           std::stop_token stop) override;
    providers::OpenEphemeralResponse openEphemeral(const providers::OpenEphemeralRequest& request,
                                                   std::stop_token stop) override;
    providers::RenewEphemeralResponse renewEphemeral(const providers::RenewEphemeralRequest& request,
                                                     std::stop_token stop) override;
    providers::ProviderDiagnostics closeEphemeral(const providers::RenewEphemeralRequest& request,
                                                  std::stop_token stop) override;

    providers::FunctionsResponse functions(std::stop_token stop) override;
    providers::CallFunctionResponse callFunction(const providers::CallFunctionRequest& request,
                                                 std::stop_token stop) override;

    void stop() override { m_provider->stop(); }
    bool hasEnded() const override { return m_provider->hasEnded(); }
    bool isInstant() const override { return m_provider->isInstant(); }
    bool readsInstantly() const override { return m_provider->readsInstantly(); }
    bool isEstimate() const override { return m_provider->isEstimate(); }

private:
    /// Records the values of attributes that are sensitive or write-only. The schema may be null.
    void note(const schemas::ResourceSchemaPtr& schema, std::initializer_list<const values::Value*> values);
    void note(addrs::ResourceMode mode, const std::string& type, std::initializer_list<const values::Value*> values);
    providers::ProviderDiagnostics masked(providers::ProviderDiagnostics diagnostics);
    /// Returns a response with masked diagnostics.
    template <typename Response>
    Response withoutSecrets(Response response);

    const std::shared_ptr<providers::Provider> m_provider;
    const std::shared_ptr<ProviderSecrets> m_secrets;
};

} // namespace planlens::engine
