// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/providers/builtin/remote_state.h"
#include "core/providers/provider.h"

namespace planlens::providers {

/// The provider `terraform.io/builtin/terraform`: terraform_data, terraform_remote_state and three functions. Runs
/// inside this process, without a plugin; its only side effect is the state itself. Only remote states are read from
/// other places.
class TerraformProvider final : public Provider {
public:
    explicit TerraformProvider(builtin::RemoteStateAccess remoteStates = {});

    diags::Result<schemas::ProviderSchemaPtr> schema(std::stop_token stop) override;
    ProviderDiagnostics validateProviderConfig(const ValidateRequest& request, std::stop_token stop) override;
    ProviderDiagnostics configure(const ConfigureRequest& request, std::stop_token stop) override;
    ProviderDiagnostics validateResourceConfig(const ValidateRequest& request, std::stop_token stop) override;
    UpgradeResponse upgradeResourceState(const UpgradeRequest& request, std::stop_token stop) override;
    ReadResponse readResource(const ReadRequest& request, std::stop_token stop) override;
    PlanResponse planResourceChange(const PlanRequest& request, std::stop_token stop) override;
    ApplyResponse applyResourceChange(const ApplyRequest& request, std::stop_token stop) override;
    ImportResponse importResourceState(const ImportRequest& request, std::stop_token stop) override;
    MoveResponse moveResourceState(const MoveRequest& request, std::stop_token stop) override;
    ProviderDiagnostics validateDataResourceConfig(const ValidateRequest& request, std::stop_token stop) override;
    ReadDataResponse readDataSource(const ReadDataRequest& request, std::stop_token stop) override;
    CallFunctionResponse callFunction(const CallFunctionRequest& request, std::stop_token stop) override;
    bool isInstant() const override { return true; }
    bool readsInstantly() const override { return false; }

private:
    builtin::RemoteStateAccess m_remoteStates;
};

} // namespace planlens::providers
