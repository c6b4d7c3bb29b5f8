// SPDX-License-Identifier: MPL-2.0
#include "core/providers/builtin/terraform_provider.h"

#include "core/providers/builtin/terraform_data.h"
#include "core/providers/builtin/terraform_functions.h"
#include "core/values/json/json.h"

namespace planlens::providers {
namespace {

constexpr std::string_view dataResource = "terraform_data";
constexpr std::string_view remoteState = "terraform_remote_state";

schemas::ProviderSchemaPtr makeSchema() {
    auto schema = std::make_shared<schemas::ProviderSchema>();
    schema->provider = schemas::ResourceSchema::make({});
    schema->managed.emplace(dataResource, builtin::terraformDataSchema());
    schema->data.emplace(remoteState, builtin::remoteStateSchema());
    schema->functions = builtin::functionSignatures();
    schema->planDestroy = true;
    schema->moveResourceState = true;
    return schema;
}

const schemas::ProviderSchemaPtr& sharedSchema() {
    static const schemas::ProviderSchemaPtr schema = makeSchema();
    return schema;
}

ProviderDiagnostic error(std::string summary) {
    return {diags::Severity::Error, std::move(summary), {}, {}, ProviderDiagnostic::About::Nothing};
}

} // namespace

TerraformProvider::TerraformProvider(builtin::RemoteStateAccess remoteStates)
    : m_remoteStates(std::move(remoteStates)) {}

diags::Result<schemas::ProviderSchemaPtr> TerraformProvider::schema(std::stop_token) {
    return sharedSchema();
}

ProviderDiagnostics TerraformProvider::validateProviderConfig(const ValidateRequest&, std::stop_token) {
    return {};
}

ProviderDiagnostics TerraformProvider::configure(const ConfigureRequest&, std::stop_token) {
    return {};
}

ProviderDiagnostics TerraformProvider::validateResourceConfig(const ValidateRequest& request, std::stop_token) {
    return builtin::validateTerraformData(request.config);
}

UpgradeResponse TerraformProvider::upgradeResourceState(const UpgradeRequest& request, std::stop_token) {
    UpgradeResponse response;
    auto value = values::fromJson(request.rawJson, builtin::terraformDataSchema()->type);
    if (value)
        response.upgraded = *std::move(value);
    else
        response.diagnostics.push_back(error(values::formatError(value.error())));
    return response;
}

ReadResponse TerraformProvider::readResource(const ReadRequest& request, std::stop_token) {
    ReadResponse response;
    response.newState = request.prior;
    return response;
}

PlanResponse TerraformProvider::planResourceChange(const PlanRequest& request, std::stop_token) {
    return builtin::planTerraformData(request);
}

ApplyResponse TerraformProvider::applyResourceChange(const ApplyRequest& request, std::stop_token) {
    return builtin::applyTerraformData(request);
}

ImportResponse TerraformProvider::importResourceState(const ImportRequest& request, std::stop_token) {
    ImportResponse response;
    ImportedResource resource;
    resource.typeName = request.typeName;
    resource.state = builtin::terraformDataValue(values::Value::string(request.id), values::Value());
    response.resources.push_back(std::move(resource));
    return response;
}

MoveResponse TerraformProvider::moveResourceState(const MoveRequest& request, std::stop_token) {
    return builtin::moveToTerraformData(request);
}

ProviderDiagnostics TerraformProvider::validateDataResourceConfig(const ValidateRequest& request, std::stop_token) {
    if (request.typeName != remoteState)
        return {error("Error: unsupported data source " + request.typeName)};
    return builtin::validateRemoteState(request.config);
}

ReadDataResponse TerraformProvider::readDataSource(const ReadDataRequest& request, std::stop_token stop) {
    ReadDataResponse response;
    if (request.typeName != remoteState) {
        response.diagnostics.push_back(error("Error: unsupported data source " + request.typeName));
        return response;
    }
    response = builtin::readRemoteState(request.config, m_remoteStates, request.address, std::move(stop));
    if (hasErrors(response.diagnostics)) {
        response.diagnostics.push_back(
            error((request.address.empty() ? request.typeName : request.address) + ": Unable to read remote state"));
    }
    return response;
}

CallFunctionResponse TerraformProvider::callFunction(const CallFunctionRequest& request, std::stop_token stop) {
    if (auto response = builtin::callFunction(request))
        return *std::move(response);
    return Provider::callFunction(request, stop);
}

} // namespace planlens::providers
