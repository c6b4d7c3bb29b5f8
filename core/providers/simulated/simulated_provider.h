// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/providers/provider.h"

#include <map>
#include <set>
#include <string>

namespace planlens::providers::simulated {

/// By resource type: attributes whose change requires replacement. Dotted names lead through nested blocks and
/// attributes: "network_interface.subnet_id".
using ReplacementRules = std::map<std::string, std::set<std::string>>;
/// Parses JSON of the form {"aws_instance": ["ami", "network_interface.subnet_id"]}.
diags::Result<ReplacementRules> readReplacementRules(std::string_view json);

/// Simulates a provider of which only the schema is available, by the rules of the protocol. Configured values are
/// planned; computed values keep their prior value or are unknown. Remote objects are assumed to match the state. All
/// responses are estimates; applying is an error.
class SimulatedProvider final : public Provider {
public:
    SimulatedProvider(addrs::Provider address, schemas::ProviderSchemaPtr schema, ReplacementRules rules);

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
    ProviderDiagnostics validateDataResourceConfig(const ValidateRequest& request, std::stop_token stop) override;
    ProviderDiagnostics validateEphemeralConfig(const ValidateRequest& request, std::stop_token stop) override;
    OpenEphemeralResponse openEphemeral(const OpenEphemeralRequest& request, std::stop_token stop) override;
    ProviderDiagnostics closeEphemeral(const RenewEphemeralRequest& request, std::stop_token stop) override;
    CallFunctionResponse callFunction(const CallFunctionRequest& request, std::stop_token stop) override;
    bool isInstant() const override { return true; }
    bool isEstimate() const override { return true; }

private:
    ProviderDiagnostic refusal(std::string_view what) const;

    addrs::Provider m_address;
    schemas::ProviderSchemaPtr m_schema;
    ReplacementRules m_rules;
};

} // namespace planlens::providers::simulated
