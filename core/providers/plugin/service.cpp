// SPDX-License-Identifier: MPL-2.0
#include "core/providers/plugin/service.h"

#include <tfplugin5.grpc.pb.h>
#include <tfplugin6.grpc.pb.h>

namespace planlens::providers::plugin {
namespace {

template <auto method, typename Stub>
auto call(const std::shared_ptr<Stub>& stub) {
    return [stub](grpc::ClientContext* context, const auto& request, auto* response) {
        return (stub.get()->*method)(context, request, response);
    };
}

/// What has one name in both protocols.
template <typename Stub>
Service commonCalls(int protocol, const std::shared_ptr<Stub>& stub) {
    Service service;
    service.protocol = protocol;
    service.getResourceIdentitySchemas = call<&Stub::GetResourceIdentitySchemas>(stub);
    service.getFunctions = call<&Stub::GetFunctions>(stub);
    service.callFunction = call<&Stub::CallFunction>(stub);
    service.upgradeResourceState = call<&Stub::UpgradeResourceState>(stub);
    service.upgradeResourceIdentity = call<&Stub::UpgradeResourceIdentity>(stub);
    service.readResource = call<&Stub::ReadResource>(stub);
    service.planResourceChange = call<&Stub::PlanResourceChange>(stub);
    service.applyResourceChange = call<&Stub::ApplyResourceChange>(stub);
    service.importResourceState = call<&Stub::ImportResourceState>(stub);
    service.moveResourceState = call<&Stub::MoveResourceState>(stub);
    service.readDataSource = call<&Stub::ReadDataSource>(stub);
    service.validateEphemeralResourceConfig = call<&Stub::ValidateEphemeralResourceConfig>(stub);
    service.openEphemeralResource = call<&Stub::OpenEphemeralResource>(stub);
    service.renewEphemeralResource = call<&Stub::RenewEphemeralResource>(stub);
    service.closeEphemeralResource = call<&Stub::CloseEphemeralResource>(stub);
    return service;
}

} // namespace

Service serviceOf(int protocol, const std::shared_ptr<grpc::Channel>& channel) {
    if (protocol == 5) {
        using Stub = tfplugin5::Provider::Stub;
        const std::shared_ptr<Stub> stub = tfplugin5::Provider::NewStub(channel);
        Service service = commonCalls(protocol, stub);
        service.getProviderSchema = call<&Stub::GetSchema>(stub);
        service.validateProviderConfig = call<&Stub::PrepareProviderConfig>(stub);
        service.configure = call<&Stub::Configure>(stub);
        service.stop = call<&Stub::Stop>(stub);
        service.validateResourceConfig = call<&Stub::ValidateResourceTypeConfig>(stub);
        service.validateDataResourceConfig = call<&Stub::ValidateDataSourceConfig>(stub);
        return service;
    }
    using Stub = tfplugin6::Provider::Stub;
    const std::shared_ptr<Stub> stub = tfplugin6::Provider::NewStub(channel);
    Service service = commonCalls(protocol, stub);
    service.getProviderSchema = call<&Stub::GetProviderSchema>(stub);
    service.validateProviderConfig = call<&Stub::ValidateProviderConfig>(stub);
    service.configure = call<&Stub::ConfigureProvider>(stub);
    service.stop = call<&Stub::StopProvider>(stub);
    service.validateResourceConfig = call<&Stub::ValidateResourceConfig>(stub);
    service.validateDataResourceConfig = call<&Stub::ValidateDataResourceConfig>(stub);
    return service;
}

} // namespace planlens::providers::plugin
