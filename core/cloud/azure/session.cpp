// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/azure/session.h"

#include "core/cloud/azure/requests.h"
#include "core/cloud/azure/text_or_file.h"
#include "core/cloud/json_object.h"

#include <algorithm>
#include <fmt/core.h>

namespace planlens::cloud::azure {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::Result;

namespace {

constexpr std::string_view scopeSuffix = "/.default";

constexpr const char* noMethod =
    "Please see above warnings for details about what each auth method needs to properly work.\n\nPlanlens looked for "
    "credentials in the arguments of the {}, in the environment variables that start with ARM_, and in the Azure "
    "CLI. If you work at this machine, run \"az login\" and try again. For a program, set ARM_TENANT_ID, ARM_CLIENT_ID "
    "and ARM_CLIENT_SECRET.";

/// The parameters of ListKeys.
Diagnostics missingNames(const std::string& resourceGroup, const std::string& subscription) {
    Diagnostics problems;
    if (resourceGroup.empty())
        problems.error("Resource Group is empty",
                       "In order to obtain a Storage Account Access Key, a resource group is necessary\n\nSet "
                       "resource_group_name, or set use_azuread_auth to true to access blobs without an access key.");
    if (subscription.empty())
        problems.error("Subscription ID is empty",
                       "In order to obtain a Storage Account Access Key, a subscription id is necessary\n\nSet "
                       "subscription_id or ARM_SUBSCRIPTION_ID.");
    return problems;
}

} // namespace

std::string tenantProblem(const std::string& tenant) {
    const bool isValid = !tenant.empty() && std::ranges::all_of(tenant, [](char letter) {
        return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') ||
               (letter >= 'A' && letter <= 'Z') || letter == '.' || letter == '-';
    });
    return isValid ? std::string()
                   : "invalid tenantID. You can locate your tenantID by following the instructions listed here: "
                     "https://learn.microsoft.com/partner-center/find-ids-and-domain-names";
}

std::string tenantConflict(const Context& context) {
    return tenantProblem(context.settings.tenant);
}

std::vector<std::string> applicationProblems(const Settings& settings) {
    std::vector<std::string> found;
    if (settings.tenant.empty())
        found.emplace_back("Tenant ID is missing.");
    if (const auto id = readTextOrFile(settings.clientId, "client ID", settings); !id)
        found.push_back(fmt::format("The Client ID is misconfigured: {}.", id.error()));
    return found;
}

std::string resourceOf(const std::string& scope) {
    return scope.ends_with(scopeSuffix) ? scope.substr(0, scope.size() - scopeSuffix.size()) : scope;
}

Diagnostics Session::prepare(const std::stop_token& stop) {
    if (m_cloud)
        return {};
    if (m_settings.metadataHost.empty()) {
        m_cloud = cloudNamed(m_settings.environment);
        return m_cloud ? Diagnostics()
                       : Diagnostic::error("unknown environment identifier: " + m_settings.environment, {});
    }
    auto described = describedCloud(m_settings, stop);
    if (!described)
        return Diagnostic::error(
            std::move(described.error()),
            fmt::format("The argument metadata_host (ARM_METADATA_HOST) is {}.", m_settings.metadataHost));
    m_cloud = *std::move(described);
    return {};
}

Diagnostics Session::select(const std::stop_token& stop) {
    if (m_method)
        return {};
    Diagnostics all;
    for (Method (*const make)() : {clientCertificate, clientSecret, azurePipelines, openIdConnect, managedIdentity,
                                   workloadIdentity, azureCli}) {
        const Method method = make();
        const std::vector<std::string> problems = method.problems(context(stop));
        for (const std::string& problem : problems)
            all.error(std::string(method.summary), problem);
        if (!problems.empty())
            continue;
        m_method = method;
        return {};
    }
    all.error("No valid azure auth methods found", fmt::format(noMethod, m_settings.usedBy));
    return all;
}

/// Selects a method, and checks that it may work.
Diagnostics Session::selectUsable(const std::stop_token& stop) {
    if (Diagnostics problems = select(stop); problems.hasErrors())
        return problems;
    std::string conflict = m_method->conflict(context(stop));
    return conflict.empty() ? Diagnostics() : Diagnostic::error(std::move(conflict), {});
}

Result<std::string> Session::validToken(const std::string& scope, const std::stop_token& stop) {
    using std::chrono::system_clock;
    constexpr std::chrono::minutes early(5);
    const auto found = m_tokens.find(scope);
    if (found != m_tokens.end() && found->second.expires > system_clock::now() + early)
        return found->second.value;
    if (Diagnostics problems = selectUsable(stop); problems.hasErrors())
        return problems;
    FoundToken token = m_method->token(context(stop), scope);
    if (!token) {
        if (found != m_tokens.end() && found->second.expires > system_clock::now())
            return found->second.value;
        return Diagnostic::error(std::move(token.error().message), std::move(token.error().advice));
    }
    m_tokens[scope] = *token;
    return token->value;
}

Result<Cloud> Session::cloud(const std::stop_token& stop) {
    const std::lock_guard lock(m_mutex);
    if (Diagnostics problems = prepare(stop); problems.hasErrors())
        return problems;
    return *m_cloud;
}

Diagnostics Session::selectMethod(const std::stop_token& stop) {
    const std::lock_guard lock(m_mutex);
    Diagnostics problems = prepare(stop);
    return problems.hasErrors() ? problems : select(stop);
}

std::string Session::conflict(const std::stop_token& stop) {
    const std::lock_guard lock(m_mutex);
    return m_method ? m_method->conflict(context(stop)) : std::string();
}

void Session::useTenant(const std::string& tenant) {
    const std::lock_guard lock(m_mutex);
    if (m_settings.tenant.empty())
        m_settings.tenant = tenant;
}

Result<std::string> Session::token(const std::string& scope, const std::stop_token& stop) {
    const std::lock_guard lock(m_mutex);
    if (Diagnostics problems = prepare(stop); problems.hasErrors())
        return problems;
    return validToken(scope, stop);
}

void Session::reject(const std::string& token) {
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_tokens, [&](const auto& entry) { return entry.second.value == token; });
}

Result<std::string> Session::accessKey(const std::string& resourceGroup, const std::string& account,
                                       const std::stop_token& stop) {
    const std::lock_guard lock(m_mutex);
    Diagnostics problems = prepare(stop);
    if (!problems.hasErrors())
        problems.append(selectUsable(stop));
    if (problems.hasErrors())
        return problems;
    const std::string& subscription = m_settings.subscription.empty() ? m_cliSubscription : m_settings.subscription;
    if (problems = missingNames(resourceGroup, subscription); problems.hasErrors())
        return problems;
    if (!m_cloud->management.starts_with("https://"))
        return Diagnostic::error("authenticated requests are not permitted for non TLS protected (https) endpoints",
                                 "The metadata host gives another address of Azure Resource Manager.");
    const Result<std::string> token = validToken(m_cloud->managementAudience + std::string(scopeSuffix), stop);
    if (!token.isOk())
        return token.diagnostics;
    http::Request request;
    request.method = "POST";
    request.url = fmt::format("{}/subscriptions/{}/resourceGroups/{}/providers/Microsoft.Storage/storageAccounts/{}/"
                              "listKeys?api-version=2024-01-01",
                              m_cloud->management, http::encoded(subscription), http::encoded(resourceGroup),
                              http::encoded(account));
    request.headers = {"Accept: application/json", "Authorization: Bearer " + *token};
    const Outcome outcome = send(request, m_settings, stop, {*token});
    if (!outcome)
        return Diagnostic::error(
            "error getting container client: error listing access keys on the storage account: " + outcome.error().text,
            "Check resource_group_name, subscription_id and storage_account_name. The credentials need the permission "
            "Microsoft.Storage/storageAccounts/listKeys/action; without it, set use_azuread_auth to true.");
    const auto body = JsonObject::parse(outcome->body);
    const std::vector<JsonObject> keys = body ? body->objects("keys") : std::vector<JsonObject>();
    if (keys.empty() || keys.front().text("value").empty())
        return Diagnostic::error(
            "error getting container client: malformed structure returned from the ListKeys function", {});
    return keys.front().text("value");
}

} // namespace planlens::cloud::azure
