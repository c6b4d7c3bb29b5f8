// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/providers/plugin/session.h"
#include "core/providers/provider.h"

#include <mutex>

namespace planlens::providers::plugin {

class Exchange;

/// A provider implemented by a plugin process, called through a session.
class PluginProvider final : public Provider {
public:
    /// `known` is the schema returned by another process of the same executable, or null.
    PluginProvider(std::unique_ptr<Session> session, addrs::Provider address, schemas::ProviderSchemaPtr known);

    diags::Result<schemas::ProviderSchemaPtr> schema(std::stop_token stop) override;
    ProviderDiagnostics validateProviderConfig(const ValidateRequest& request, std::stop_token stop) override;
    ProviderDiagnostics configure(const ConfigureRequest& request, std::stop_token stop) override;

    ProviderDiagnostics validateResourceConfig(const ValidateRequest& request, std::stop_token stop) override;
    UpgradeResponse upgradeResourceState(const UpgradeRequest& request, std::stop_token stop) override;
    UpgradeResponse upgradeResourceIdentity(const UpgradeRequest& request, std::stop_token stop) override;
    ReadResponse readResource(const ReadRequest& request, std::stop_token stop) override;
    PlanResponse planResourceChange(const PlanRequest& request, std::stop_token stop) override;
    ApplyResponse applyResourceChange(const ApplyRequest& request, std::stop_token stop) override;
    ImportResponse importResourceState(const ImportRequest& request, std::stop_token stop) override;
    MoveResponse moveResourceState(const MoveRequest& request, std::stop_token stop) override;

    ProviderDiagnostics validateDataResourceConfig(const ValidateRequest& request, std::stop_token stop) override;
    ReadDataResponse readDataSource(const ReadDataRequest& request, std::stop_token stop) override;

    ProviderDiagnostics validateEphemeralConfig(const ValidateRequest& request, std::stop_token stop) override;
    OpenEphemeralResponse openEphemeral(const OpenEphemeralRequest& request, std::stop_token stop) override;
    RenewEphemeralResponse renewEphemeral(const RenewEphemeralRequest& request, std::stop_token stop) override;
    ProviderDiagnostics closeEphemeral(const RenewEphemeralRequest& request, std::stop_token stop) override;

    FunctionsResponse functions(std::stop_token stop) override;
    CallFunctionResponse callFunction(const CallFunctionRequest& request, std::stop_token stop) override;

    void stop() override { m_session->askToStop(); }
    bool hasEnded() const override { return m_session->hasEnded(); }

private:
    /// The schema, or the errors that prevented its use.
    using Schema = diags::Expected<schemas::ProviderSchemaPtr, ProviderDiagnostics>;
    Schema knownSchema(const std::stop_token& stop, ProviderDiagnostics& warnings);
    Schema fetchSchema(const std::stop_token& stop, ProviderDiagnostics& warnings);
    diags::Expected<schemas::FunctionSignature, std::string>
    signature(const schemas::ProviderSchema& schema, const std::string& name, const std::stop_token& stop);

    const addrs::Provider m_address;
    const std::unique_ptr<Session> m_session;
    std::mutex m_schemaMutex; // guards m_known and m_schema
    schemas::ProviderSchemaPtr m_known;
    schemas::ProviderSchemaPtr m_schema;
    friend class Exchange;
};

} // namespace planlens::providers::plugin
