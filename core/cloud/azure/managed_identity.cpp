// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/azure/method.h"
#include "core/cloud/azure/requests.h"
#include "core/system/environment.h"
#include "core/system/file.h"

#include <fmt/core.h>

namespace planlens::cloud::azure {
namespace {

using diags::Unexpected;
using system::environmentText;

/// The service that issues the tokens of the identity.
enum class Source { Machine, AppService, ServiceFabric, MachineLearning, CloudShell, Arc };

bool isArc() {
    std::error_code error;
    return (!environmentText("IDENTITY_ENDPOINT").empty() && !environmentText("IMDS_ENDPOINT").empty()) ||
           std::filesystem::exists("/opt/azcmagent/bin/himds", error);
}

Source source() {
    if (!environmentText("IDENTITY_ENDPOINT").empty() && !environmentText("IDENTITY_HEADER").empty())
        return environmentText("IDENTITY_SERVER_THUMBPRINT").empty() ? Source::AppService : Source::ServiceFabric;
    if (!environmentText("MSI_ENDPOINT").empty())
        return environmentText("MSI_SECRET").empty() ? Source::CloudShell : Source::MachineLearning;
    return isArc() ? Source::Arc : Source::Machine;
}

std::vector<std::string> problems(const Context& context) {
    if (context.settings.usesManagedIdentity)
        return {};
    return {"The Managed Service Identity (MSI) needs to have \"use_msi\" (or ARM_USE_MSI) set to true in order to be "
            "used."};
}

std::string conflict(const Context& context) {
    if (context.settings.clientId.value.empty())
        return {};
    switch (source()) {
    case Source::CloudShell:
        return "Cloud Shell doesn't support user-assigned managed identities";
    case Source::Arc:
        return "Azure Arc doesn't support user-assigned managed identities";
    case Source::ServiceFabric:
        return "Service Fabric API doesn't support specifying a user-assigned identity. The identity is determined by "
               "cluster resource configuration. See https://aka.ms/servicefabricmi";
    case Source::Machine:
    case Source::AppService:
    case Source::MachineLearning:
        return {};
    }
    return {};
}

http::Request requestOf(const std::string& url, const http::Parameters& parameters, std::vector<std::string> headers) {
    http::Request request;
    request.method = "GET";
    request.url = url + (url.find('?') == std::string::npos ? '?' : '&') + http::encodedParameters(parameters);
    request.headers = std::move(headers);
    return request;
}

http::Request requestOf(Source source, const std::string& clientId, const std::string& resource) {
    http::Parameters parameters{{"resource", resource}};
    const std::string identity = environmentText("IDENTITY_ENDPOINT"), msi = environmentText("MSI_ENDPOINT");
    if (!clientId.empty() && source != Source::MachineLearning)
        parameters["client_id"] = clientId;
    switch (source) {
    case Source::AppService:
        parameters["api-version"] = "2019-08-01";
        return requestOf(identity, parameters, {"X-IDENTITY-HEADER: " + environmentText("IDENTITY_HEADER")});
    case Source::ServiceFabric:
        parameters["api-version"] = "2019-07-01-preview";
        return requestOf(identity, parameters,
                         {"Accept: application/json", "Secret: " + environmentText("IDENTITY_HEADER")});
    case Source::MachineLearning:
        parameters["api-version"] = "2017-09-01";
        parameters["clientid"] = clientId.empty() ? environmentText("DEFAULT_IDENTITY_CLIENT_ID") : clientId;
        return requestOf(msi, parameters, {"secret: " + environmentText("MSI_SECRET")});
    case Source::CloudShell: {
        http::Request request;
        request.method = "POST";
        request.url = msi;
        request.headers = {"Metadata: true"};
        request.contentType = "application/x-www-form-urlencoded";
        request.body = http::encodedParameters(parameters);
        return request;
    }
    case Source::Arc:
        parameters["api-version"] = "2020-06-01";
        return requestOf(identity.empty() ? "http://127.0.0.1:40342/metadata/identity/oauth2/token" : identity,
                         parameters, {"Metadata: true"});
    case Source::Machine:
        break;
    }
    parameters["api-version"] = "2018-02-01";
    http::Request request =
        requestOf("http://169.254.169.254/metadata/identity/oauth2/token", parameters, {"Metadata: true"});
    request.connection.connectLimit = std::chrono::seconds(2);
    return request;
}

/// Statuses after which the service on a machine may respond later.
bool isTemporaryOnMachine(int status) {
    constexpr int notFound = 404, gone = 410;
    return status == notFound || status == gone || http::isTemporaryStatus(status);
}

/// The key in the file that Azure Arc names in its first response. Only administrators can read the directory of these
/// files, which is the proof that this program is permitted to get tokens.
diags::Expected<std::string, std::string> keyOfArc(const http::Response& response, const Settings& settings) {
    constexpr std::string_view start = "Basic realm=";
    const std::string header(response.header("www-authenticate"));
    const std::size_t found = header.find(start);
    if (found == std::string::npos)
        return Unexpected{std::string("the response has no www-authenticate header with the realm")};
    const std::filesystem::path path = header.substr(found + start.size());
    if (path.extension() != ".key")
        return Unexpected{"invalid file extension, expected .key, got " + path.extension().string()};
    if (path.parent_path() != settings.arcDirectory)
        return Unexpected{fmt::format("invalid file path, expected {}, got {}", settings.arcDirectory.string(),
                                      path.parent_path().string())};
    constexpr std::size_t limit = 4096;
    auto key = system::readFile(path);
    if (!key)
        return Unexpected{
            fmt::format("failed to read the key: {}. The group \"himds\" may read it.", key.error().toString())};
    if (key->size() > limit)
        return Unexpected{fmt::format("invalid secret file size, expected {}, file size was {}", limit, key->size())};
    return *std::move(key);
}

/// Azure Arc first requires proof that this program may read a file.
diags::Expected<http::Request, TokenFailure> authorizedByArc(http::Request request, const Context& context) {
    http::Request first = request;
    first.redirects = http::Request::Redirects::Returned;
    first.connection.limit = context.settings.limit;
    const http::Attempts attempts = http::performRepeatedly(
        [&] { return first; }, [](const http::Response& response) { return http::isTemporaryStatus(response.status); },
        context.settings.retries, context.stop);
    constexpr int unauthorized = 401;
    if (!attempts.response)
        return Unexpected{TokenFailure{"ManagedIdentityCredential: " + attempts.response.error().message}};
    if (attempts.response->status != unauthorized)
        return Unexpected{TokenFailure{
            fmt::format("ManagedIdentityCredential: expected a 401 response, received {}", attempts.response->status)}};
    auto key = keyOfArc(*attempts.response, context.settings);
    if (!key)
        return Unexpected{TokenFailure{"ManagedIdentityCredential: " + key.error()}};
    request.headers.push_back("Authorization: Basic " + *key);
    return request;
}

std::string hintOf(const ServiceError& error, Source source, const Settings& settings) {
    constexpr int badRequest = 400;
    if (source != Source::Machine || error.status != badRequest)
        return {};
    return settings.clientId.value.empty() ? "failed to authenticate a system assigned identity. "
                                           : "the requested identity isn't assigned to this resource. ";
}

FoundToken token(const Context& context, const std::string& scope) {
    const Settings& settings = context.settings;
    const Source used = source();
    http::Request request = requestOf(used, settings.clientId.value, resourceOf(scope));
    if (used == Source::Arc) {
        auto authorized = authorizedByArc(std::move(request), context);
        if (!authorized)
            return Unexpected{std::move(authorized.error())};
        request = *std::move(authorized);
    }
    const Outcome outcome =
        send(request, settings, context.stop, {environmentText("IDENTITY_HEADER"), environmentText("MSI_SECRET")},
             used == Source::Machine ? isTemporaryOnMachine : http::isTemporaryStatus);
    if (!outcome)
        return Unexpected{TokenFailure{
            fmt::format("ManagedIdentityCredential authentication failed. {}{}",
                        hintOf(outcome.error(), used, settings), outcome.error().text),
            "The managed identity was requested because use_msi (ARM_USE_MSI) is true. Check that this machine or "
            "service of Azure has one, and that client_id (ARM_CLIENT_ID), if it is set, is the client ID of a "
            "user-assigned identity."}};
    if (auto found = readToken(outcome->body))
        return *std::move(found);
    return Unexpected{TokenFailure{"ManagedIdentityCredential authentication failed. The response has no token"}};
}

} // namespace

Method managedIdentity() {
    return {"Invalid Azure Managed Service Identity Auth", problems, conflict, token};
}

} // namespace planlens::cloud::azure
