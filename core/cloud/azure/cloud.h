// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/azure/settings.h"
#include "core/diags/expected.h"

#include <optional>
#include <stop_token>
#include <string>

namespace planlens::cloud::azure {

/// The addresses of the services of a cloud.
struct Cloud {
    std::string login;              // of Microsoft Entra ID: "https://login.microsoftonline.com/"
    std::string management;         // of Azure Resource Manager: "https://management.azure.com"
    std::string managementAudience; // of its tokens
    std::string storageDomain;      // "core.windows.net"
    std::string exchangeAudience = "api://AzureADTokenExchange"; // of identity tokens that are exchanged
};

/// The cloud with this name; the public one if the name is empty. std::nullopt if there is none.
std::optional<Cloud> cloudNamed(const std::string& environment);

/// The cloud that the metadata host describes. The error is that of the reference.
diags::Expected<Cloud, std::string> describedCloud(const Settings& settings, const std::stop_token& stop);

} // namespace planlens::cloud::azure
