// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <functional>
#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/support/status.h>
#include <memory>
#include <tfplugin.pb.h>

namespace planlens::providers::plugin {

template <typename Request, typename Response>
using Rpc = std::function<grpc::Status(grpc::ClientContext*, const Request&, Response*)>;
/// Of a message that holds both.
template <typename Message>
using RpcOf = Rpc<typename Message::Request, typename Message::Response>;

/// The calls of a provider, whatever its protocol names them. They block, and may be made from several threads.
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

/// Protocol 5 or 6.
Service serviceOf(int protocol, const std::shared_ptr<grpc::Channel>& channel);

} // namespace planlens::providers::plugin
