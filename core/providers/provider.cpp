// SPDX-License-Identifier: MPL-2.0
#include "core/providers/provider.h"

#include "core/values/text/quoted.h"

#include <algorithm>

namespace planlens::providers {
namespace {

ProviderDiagnostic unsupported(std::string_view what, std::string_view typeName) {
    std::string detail = "The provider does not support ";
    detail += what;
    if (!typeName.empty())
        detail += " (asked for " + values::quoted(typeName) + ")";
    detail += '.';
    return {diags::Severity::Error, "Operation not supported by the provider", std::move(detail), {}};
}

} // namespace

bool hasErrors(const ProviderDiagnostics& diagnostics) {
    return std::any_of(diagnostics.begin(), diagnostics.end(),
                       [](const ProviderDiagnostic& d) { return d.severity == diags::Severity::Error; });
}

UpgradeResponse Provider::upgradeResourceIdentity(const UpgradeRequest& request, std::stop_token) {
    UpgradeResponse response;
    response.diagnostics.push_back(unsupported("resource identities", request.typeName));
    return response;
}

ImportResponse Provider::importResourceState(const ImportRequest& request, std::stop_token) {
    ImportResponse response;
    response.diagnostics.push_back(unsupported("importing existing objects", request.typeName));
    return response;
}

MoveResponse Provider::moveResourceState(const MoveRequest& request, std::stop_token) {
    MoveResponse response;
    response.diagnostics.push_back(unsupported("moving objects from another resource type", request.targetType));
    return response;
}

ProviderDiagnostics Provider::validateDataResourceConfig(const ValidateRequest& request, std::stop_token) {
    return {unsupported("data sources", request.typeName)};
}

ReadDataResponse Provider::readDataSource(const ReadDataRequest& request, std::stop_token) {
    ReadDataResponse response;
    response.diagnostics.push_back(unsupported("data sources", request.typeName));
    return response;
}

ProviderDiagnostics Provider::validateEphemeralConfig(const ValidateRequest& request, std::stop_token) {
    return {unsupported("ephemeral resources", request.typeName)};
}

OpenEphemeralResponse Provider::openEphemeral(const OpenEphemeralRequest& request, std::stop_token) {
    OpenEphemeralResponse response;
    response.diagnostics.push_back(unsupported("ephemeral resources", request.typeName));
    return response;
}

RenewEphemeralResponse Provider::renewEphemeral(const RenewEphemeralRequest& request, std::stop_token) {
    RenewEphemeralResponse response;
    response.diagnostics.push_back(unsupported("ephemeral resources", request.typeName));
    return response;
}

ProviderDiagnostics Provider::closeEphemeral(const RenewEphemeralRequest& request, std::stop_token) {
    return {unsupported("ephemeral resources", request.typeName)};
}

FunctionsResponse Provider::functions(std::stop_token) {
    return {};
}

CallFunctionResponse Provider::callFunction(const CallFunctionRequest& request, std::stop_token) {
    CallFunctionResponse response;
    response.error = "provider function " + values::quoted(request.name) + " not found";
    return response;
}

} // namespace planlens::providers
