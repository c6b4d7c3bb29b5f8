// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/providers/provider.h"
#include "tests/provider/script.h"
#include "tests/provider/store.h"

#include <atomic>

namespace planlens::testing {

/// The provider that a script describes, without its events: it responds by its rules, and without rules like a correct
/// provider. Thread-safe.
class RuleProvider final : public providers::Provider {
public:
    explicit RuleProvider(std::shared_ptr<const PluginScript> script);

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
    providers::CallFunctionResponse callFunction(const providers::CallFunctionRequest& request,
                                                 std::stop_token stop) override;
    void stop() override { m_stopped = true; }
    bool isStopped() const { return m_stopped; }
    bool isConfigured() const { return m_configured; }

private:
    /// Returns an error if the provider is not configured yet.
    providers::ProviderDiagnostics configured() const;
    /// Returns an error if the private data of an object is not the data that the rules returned.
    providers::ProviderDiagnostics privateDataIs(const Json& rules, const char* when, const std::string& given) const;
    values::Value identityOf(const schemas::ResourceSchema& schema, const Json& rules, const values::Value& object);
    std::string keyOf(const Json& rules, const values::Value& object) const;

    std::shared_ptr<const PluginScript> m_script;
    Store m_store;
    std::atomic<std::int64_t> m_counter{0};
    std::atomic<bool> m_configured{false};
    std::atomic<bool> m_stopped{false};
};

providers::ProviderDiagnostic errorOf(std::string summary, std::string detail = {}, values::Path attribute = {});

} // namespace planlens::testing
