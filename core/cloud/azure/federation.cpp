// SPDX-License-Identifier: MPL-2.0
// Identity tokens of other platforms, which are exchanged for tokens of Azure.
#include "core/cloud/azure/method.h"
#include "core/cloud/azure/requests.h"
#include "core/cloud/azure/text_or_file.h"
#include "core/cloud/json_object.h"
#include "core/system/environment.h"
#include "core/system/file.h"

#include <fmt/core.h>

namespace planlens::cloud::azure {
namespace {

using diags::Expected;
using diags::Unexpected;
using system::environmentText;

bool isTokenGiven(const Settings& settings) {
    return !settings.oidc.token.value.empty() || !settings.oidc.token.file.empty();
}

FoundToken exchange(const char* credential, const std::string& clientId, const std::string& tenant,
                    const std::string& assertion, const std::string& scope, const Context& context) {
    FoundToken found = requestToken(credential, assertionForm(clientId, assertion), scope, tenant, context.cloud,
                                    context.settings, context.stop);
    if (!found)
        found.error().advice = fmt::format(
            "An identity token was exchanged for a token of the application {} in the tenant {}. Check these IDs, the "
            "federated credential of the application (issuer, subject and audience), and whether the identity token "
            "has expired.",
            clientId, tenant);
    return found;
}

/// The token in a field of the response of a service of the platform.
Expected<std::string, std::string> requestIdentity(const http::Request& request, const char* field,
                                                   const Context& context) {
    const Outcome outcome = send(request, context.settings, context.stop, {context.settings.oidc.requestToken});
    if (!outcome)
        return Unexpected{outcome.error().text};
    const auto body = JsonObject::parse(outcome->body);
    if (!body)
        return Unexpected{std::string("the response of the OIDC endpoint is not a JSON object")};
    return body->text(field);
}

/// A token of GitHub Actions, and of services that have the same interface.
Expected<std::string, std::string> requestedToken(const Context& context) {
    const Settings::OpenIdConnect& oidc = context.settings.oidc;
    const std::string audience = "audience=" + http::encoded(context.cloud.exchangeAudience);
    if (oidc.requestUrl.empty())
        return Unexpected{
            fmt::format("error obtaining token: Get \"?{}\": unsupported protocol scheme \"\"", audience)};
    http::Request request;
    request.method = "GET";
    request.url = oidc.requestUrl;
    const std::string query = '&' + http::parseUri(request.url).query;
    if (query.find("&audience=") == std::string::npos)
        request.url += (request.url.find('?') == std::string::npos ? '?' : '&') + audience;
    request.headers = {"Authorization: Bearer " + oidc.requestToken, "Accept: application/json; api-version=2.0",
                       "Content-Type: application/json"};
    auto token = requestIdentity(request, "value", context);
    if (!token)
        return Unexpected{"error obtaining token: " + token.error()};
    return token;
}

std::vector<std::string> problemsOfOpenId(const Context& context) {
    const Settings& settings = context.settings;
    if (!settings.oidc.isEnabled)
        return {"OpenID Connect Auth is disabled when use_oidc or the environment variable ARM_USE_OIDC are unset or "
                "set explicitly to false."};
    std::vector<std::string> found = applicationProblems(settings);
    if (isTokenGiven(settings)) {
        const auto token = readTextOrFile(settings.oidc.token, "token", settings);
        if (!token && !token.error().starts_with("missing"))
            found.push_back("The token is misconfigured: " + token.error());
        return found;
    }
    if (settings.oidc.requestUrl.empty() || settings.oidc.requestToken.empty())
        found.emplace_back("An access token must be provided, either directly with a variable or through a file, or "
                           "indirectly through a request URL and request token (as in GitHub Actions).");
    if (const auto token = requestedToken(context); !token)
        found.push_back(
            fmt::format("Tried to test fetching the token, but received this error instead: {}.", token.error()));
    return found;
}

FoundToken tokenOfOpenId(const Context& context, const std::string& scope) {
    const Settings& settings = context.settings;
    const auto id = readTextOrFile(settings.clientId, "client ID", settings);
    const auto identity =
        isTokenGiven(settings) ? readTextOrFile(settings.oidc.token, "token", settings) : requestedToken(context);
    for (const auto* given : {&id, &identity})
        if (!*given)
            return Unexpected{TokenFailure{"ClientAssertionCredential: " + given->error(),
                                           "The identity token is that of the arguments oidc_token, "
                                           "oidc_token_file_path, or oidc_request_url and oidc_request_token."}};
    return exchange("ClientAssertionCredential", *id, settings.tenant, *identity, scope, context);
}

/// The reasons why the settings are not those of a pipeline of Azure DevOps.
std::string pipelineProblem(const Settings& settings) {
    if (std::string problem = tenantProblem(settings.tenant); !problem.empty())
        return problem;
    const auto id = readTextOrFile(settings.clientId, "client ID", settings);
    if (!id)
        return id.error();
    if (settings.oidc.requestToken.empty())
        return "no system access token specified";
    return environmentText("SYSTEM_OIDCREQUESTURI").empty()
               ? "no value for environment variable SYSTEM_OIDCREQUESTURI. This "
                 "should be set by Azure Pipelines"
               : "";
}

std::vector<std::string> problemsOfPipelines(const Context& context) {
    const Settings& settings = context.settings;
    if (!settings.oidc.isEnabled || settings.oidc.serviceConnection.empty())
        return {"To use Azure DevOps Auth, use_oidc must be set directly or via environment variable ARM_USE_OIDC. "
                "Additionally, the Azure DevOps Service Connection ID must be provided. If you are running in Azure "
                "DevOps, make sure you have serviceConnection configured for the pipeline task."};
    std::vector<std::string> found;
    if (environmentText("SYSTEM_OIDCREQUESTURI").empty())
        found.emplace_back("ADO System OIDC Request URI is missing. This should be set by the Azure DevOps pipeline "
                           "service via the SYSTEM_OIDCREQUESTURI environment variable.");
    if (settings.oidc.requestToken.empty())
        found.emplace_back("An access token for fetching a federation token must be provided.");
    if (settings.tenant.empty())
        found.emplace_back("Tenant ID is missing.");
    if (const std::string problem = pipelineProblem(settings); !problem.empty())
        found.push_back(fmt::format("Tried to create the credential, but received this error instead: {}.", problem));
    return found;
}

std::string noConflict(const Context&) {
    return {};
}

FoundToken tokenOfPipelines(const Context& context, const std::string& scope) {
    const Settings& settings = context.settings;
    const auto id = readTextOrFile(settings.clientId, "client ID", settings);
    if (!id)
        return Unexpected{TokenFailure{"AzurePipelinesCredential: " + id.error()}};
    http::Request request;
    request.method = "POST";
    request.url =
        environmentText("SYSTEM_OIDCREQUESTURI") + '?' +
        http::encodedParameters({{"api-version", "7.1"}, {"serviceConnectionId", settings.oidc.serviceConnection}});
    // Without the second header, a token that is not valid is redirected to a page for people.
    request.headers = {"Authorization: Bearer " + settings.oidc.requestToken, "X-TFS-FedAuthRedirect: Suppress"};
    const auto identity = requestIdentity(request, "oidcToken", context);
    if (!identity)
        return Unexpected{TokenFailure{
            "AzurePipelinesCredential authentication failed. Check service connection ID and Pipeline configuration. " +
                identity.error(),
            "The identity token was requested from Azure DevOps (SYSTEM_OIDCREQUESTURI) with SYSTEM_ACCESSTOKEN."}};
    return exchange("AzurePipelinesCredential", *id, settings.tenant, *identity, scope, context);
}

std::vector<std::string> problemsOfWorkload(const Context& context) {
    if (context.settings.usesWorkloadIdentity)
        return {};
    return {"The AKS Workload Identity Auth needs to have \"use_aks_workload_identity\" (or "
            "ARM_USE_AKS_WORKLOAD_IDENTITY) set to true in order to be used."};
}

std::string conflictOfWorkload(const Context&) {
    const auto isSet = [](const char* name) { return system::environmentVariable(name).has_value(); };
    if (!isSet("AZURE_CLIENT_ID"))
        return "no client ID specified. Check pod configuration or set ClientID in the options";
    if (!isSet("AZURE_FEDERATED_TOKEN_FILE"))
        return "no token file specified. Check pod configuration or set TokenFilePath in the options";
    if (!isSet("AZURE_TENANT_ID"))
        return "no tenant ID specified. Check pod configuration or set TenantID in the options";
    return tenantProblem(environmentText("AZURE_TENANT_ID"));
}

FoundToken tokenOfWorkload(const Context& context, const std::string& scope) {
    const auto identity = system::readFile(context.settings.directory / environmentText("AZURE_FEDERATED_TOKEN_FILE"));
    if (!identity)
        return Unexpected{TokenFailure{"WorkloadIdentityCredential: " + identity.error().toString(),
                                       "The path is that of the environment variable AZURE_FEDERATED_TOKEN_FILE, which "
                                       "the workload identity of Kubernetes sets."}};
    return exchange("WorkloadIdentityCredential", environmentText("AZURE_CLIENT_ID"),
                    environmentText("AZURE_TENANT_ID"), *identity, scope, context);
}

} // namespace

Method openIdConnect() {
    return {"Invalid Azure OpenID Connect Auth", problemsOfOpenId, tenantConflict, tokenOfOpenId};
}

Method azurePipelines() {
    return {"Invalid Azure DevOps Auth", problemsOfPipelines, noConflict, tokenOfPipelines};
}

Method workloadIdentity() {
    return {"Invalid AKS Workload Identity Auth", problemsOfWorkload, conflictOfWorkload, tokenOfWorkload};
}

} // namespace planlens::cloud::azure
