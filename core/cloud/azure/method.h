// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/azure/cloud.h"
#include "core/cloud/azure/token.h"

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

/// The ways to get tokens. The session tries them in the order of the reference.
namespace planlens::cloud::azure {

struct Context {
    const Settings& settings;
    const Cloud& cloud;
    const std::stop_token& stop;
    std::string& cliSubscription; // the current one of the Azure CLI, which its check sets
};

struct Method {
    std::string_view summary; // of its problems: "Invalid Azure Client Secret Auth"
    /// The reasons why this method cannot be used, as sentences of the reference. If there are none, it is selected.
    std::vector<std::string> (*problems)(const Context&);
    /// The reason why the selected method cannot work; empty if none is known.
    std::string (*conflict)(const Context&);
    FoundToken (*token)(const Context&, const std::string& scope);
};

/// The problems with tenant and client ID, for methods that require both.
std::vector<std::string> applicationProblems(const Settings& settings);
/// The conflict of an invalid tenant.
std::string tenantConflict(const Context& context);

Method clientCertificate();
Method clientSecret();
Method azurePipelines();
Method openIdConnect();
Method managedIdentity();
Method workloadIdentity();
Method azureCli();

/// The message for an invalid tenant, which becomes part of addresses; empty if it is valid.
std::string tenantProblem(const std::string& tenant);

/// The resource for services that know no scopes: without "/.default".
std::string resourceOf(const std::string& scope);

} // namespace planlens::cloud::azure
