// SPDX-License-Identifier: MPL-2.0
#include "core/providers/plugin/service.h"

namespace planlens::providers::plugin {

Service serviceOf(int protocol) {
    const bool isFive = protocol == 5;
    const std::string provider = isFive ? "/tfplugin5.Provider/" : "/tfplugin6.Provider/";
    Service service;
    service.protocol = protocol;
    service.getProviderSchema.method = provider + (isFive ? "GetSchema" : "GetProviderSchema");
    service.getResourceIdentitySchemas.method = provider + "GetResourceIdentitySchemas";
    service.getFunctions.method = provider + "GetFunctions";
    service.callFunction.method = provider + "CallFunction";
    service.validateProviderConfig.method = provider + (isFive ? "PrepareProviderConfig" : "ValidateProviderConfig");
    service.configure.method = provider + (isFive ? "Configure" : "ConfigureProvider");
    service.stop.method = provider + (isFive ? "Stop" : "StopProvider");
    service.validateResourceConfig.method =
        provider + (isFive ? "ValidateResourceTypeConfig" : "ValidateResourceConfig");
    service.upgradeResourceState.method = provider + "UpgradeResourceState";
    service.upgradeResourceIdentity.method = provider + "UpgradeResourceIdentity";
    service.readResource.method = provider + "ReadResource";
    service.planResourceChange.method = provider + "PlanResourceChange";
    service.applyResourceChange.method = provider + "ApplyResourceChange";
    service.importResourceState.method = provider + "ImportResourceState";
    service.moveResourceState.method = provider + "MoveResourceState";
    service.validateDataResourceConfig.method =
        provider + (isFive ? "ValidateDataSourceConfig" : "ValidateDataResourceConfig");
    service.readDataSource.method = provider + "ReadDataSource";
    service.validateEphemeralResourceConfig.method = provider + "ValidateEphemeralResourceConfig";
    service.openEphemeralResource.method = provider + "OpenEphemeralResource";
    service.renewEphemeralResource.method = provider + "RenewEphemeralResource";
    service.closeEphemeralResource.method = provider + "CloseEphemeralResource";
    return service;
}

} // namespace planlens::providers::plugin
