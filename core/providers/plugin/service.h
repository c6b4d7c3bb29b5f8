// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>
#include <tfplugin.pb.h>

namespace planlens::providers::plugin {

/// The method name ("/package.Service/Method") and the message types of a call.
template <typename Request, typename Response>
struct Rpc {
    std::string method;
};
/// For messages with nested Request and Response types.
template <typename Message>
using RpcOf = Rpc<typename Message::Request, typename Message::Response>;

/// The calls of a provider, with the method names of its protocol version.
struct Service {
    int protocol = 0;

    RpcOf<tfplugin::GetProviderSchema> getProviderSchema;
    RpcOf<tfplugin::GetResourceIdentitySchemas> getResourceIdentitySchemas;
    RpcOf<tfplugin::GetFunctions> getFunctions;
    RpcOf<tfplugin::CallFunction> callFunction;

    RpcOf<tfplugin::ValidateProviderConfig> validateProviderConfig;
    Rpc<tfplugin::Configure::Request, tfplugin::DiagnosticsResponse> configure;
    RpcOf<tfplugin::Stop> stop;

    Rpc<tfplugin::ValidateConfig::Request, tfplugin::DiagnosticsResponse> validateResourceConfig;
    RpcOf<tfplugin::UpgradeResourceState> upgradeResourceState;
    RpcOf<tfplugin::UpgradeResourceIdentity> upgradeResourceIdentity;
    RpcOf<tfplugin::ReadResource> readResource;
    RpcOf<tfplugin::PlanResourceChange> planResourceChange;
    RpcOf<tfplugin::ApplyResourceChange> applyResourceChange;
    RpcOf<tfplugin::ImportResourceState> importResourceState;
    RpcOf<tfplugin::MoveResourceState> moveResourceState;

    Rpc<tfplugin::ValidateConfig::Request, tfplugin::DiagnosticsResponse> validateDataResourceConfig;
    RpcOf<tfplugin::ReadDataSource> readDataSource;

    Rpc<tfplugin::ValidateConfig::Request, tfplugin::DiagnosticsResponse> validateEphemeralResourceConfig;
    RpcOf<tfplugin::OpenEphemeralResource> openEphemeralResource;
    RpcOf<tfplugin::RenewEphemeralResource> renewEphemeralResource;
    Rpc<tfplugin::CloseEphemeralResource::Request, tfplugin::DiagnosticsResponse> closeEphemeralResource;
};

/// Returns the service for protocol 5 or 6.
Service serviceOf(int protocol);

} // namespace planlens::providers::plugin
