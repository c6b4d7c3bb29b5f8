// SPDX-License-Identifier: MPL-2.0
#include "core/backends/azurerm/settings.h"

#include "core/backends/azurerm/azurerm.h"
#include "core/backends/remote/argument_schemas.h"
#include "core/cloud/arguments.h"
#include "core/system/environment.h"
#include "core/values/text/base64.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/core.h>
#include <re2/re2.h>

namespace planlens::backends {
namespace azurerm {
namespace {

using diags::Diagnostic;
using diags::Diagnostics;

Diagnostic argumentError(const char* argument, std::string summary) {
    return Diagnostic::error(std::move(summary), {}).withCode(diags::ErrorCode::InvalidBackendArgument, argument);
}

std::string variable(const char* name) {
    return system::environmentVariable(name).value_or("");
}

constexpr const char* namingRules = "See documentation here: https://learn.microsoft.com/en-us/azure/"
                                    "azure-resource-manager/management/resource-name-rules#microsoftstorage";

void checkNames(const std::string& account, const std::string& container, Diagnostics& problems) {
    if (!re2::RE2::FullMatch(account, "[0-9a-z]{3,24}"))
        problems.append(argumentError("storage_account_name",
                                      fmt::format("invalid storage account name: Azure requires a storage account "
                                                  "name "
                                                  "consists of 3-24 lowercase characters and numbers only. {}",
                                                  namingRules)));
    else if (!re2::RE2::FullMatch(container, "[0-9a-z][0-9a-z\\-]{1,61}[0-9a-z]"))
        problems.append(argumentError("container_name",
                                      fmt::format("invalid storage container name: Azure requires a storage "
                                                  "container "
                                                  "name consists of 3-63 lowercase characters, numbers, and hyphens "
                                                  "only. It cannot start or end with a hyphen. {}",
                                                  namingRules)));
    else if (container.find("--") != std::string::npos)
        problems.append(argumentError("container_name", fmt::format("invalid storage container name: Hyphens "
                                                                    "in a storage container name "
                                                                    "must be nonconsecutive. {}",
                                                                    namingRules)));
}

/// The domain of an environment; empty if there is no such environment.
std::string domainOf(const std::string& environment) {
    constexpr std::array global{"", "public", "global", "canary"};
    constexpr std::array government{"usgovernment", "usgovernmentl4", "dod", "usgovernmentl5"};
    if (std::ranges::find(global, environment) != global.end())
        return "core.windows.net";
    if (std::ranges::find(government, environment) != government.end())
        return "core.usgovcloudapi.net";
    return environment == "china" ? "core.chinacloudapi.cn" : "";
}

void checkConflict(const cloud::Arguments& given, const std::array<std::pair<const char*, const char*>, 2>& names,
                   Diagnostics& problems) {
    const auto isSet = [&](const auto& name) { return given.has(name.first) || !variable(name.second).empty(); };
    if (!isSet(names[0]) || !isSet(names[1]))
        return;
    problems.append(
        argumentError(names[0].first, fmt::format("\"{}\": conflicts with {}", names[0].first, names[1].first)));
    problems.append(
        argumentError(names[1].first, fmt::format("\"{}\": conflicts with {}", names[1].first, names[0].first)));
}

void readCustomerKey(const std::string& text, ContainerSettings& settings, Diagnostics& problems) {
    auto bytes = values::fromBase64(text);
    constexpr std::size_t size = 32;
    if (!bytes)
        problems.append(argumentError("customer_provided_key", fmt::format("CPK: failed to decode base64 key illegal "
                                                                           "base64 data at input byte "
                                                                           "{}",
                                                                           bytes.error())));
    else if (!text.empty() && bytes->size() != size)
        problems.append(argumentError("customer_provided_key",
                                      fmt::format("CPK: Key must be 32 bytes (AES-256), got {} bytes", bytes->size())));
    else
        settings.customerKey = *std::move(bytes);
}

void readTimeout(const cloud::Arguments& given, ContainerSettings& settings, Diagnostics& problems) {
    int seconds = 300;
    if (given.has("timeout_seconds")) {
        seconds = given.number("timeout_seconds").value_or(-1);
    } else if (const std::string text = variable("ARM_TIMEOUT_SECONDS"); !text.empty()) {
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
        if (error != std::errc() || end != text.data() + text.size())
            seconds = -1;
    }
    if (seconds < 0)
        problems.append(argumentError("timeout_seconds", "timeout_seconds expected to be a non-negative integer"));
    settings.limit = std::chrono::seconds(seconds);
}

bool flag(const cloud::Arguments& given, const char* name, const char* variableName) {
    const std::string text = variable(variableName);
    return given.has(name) ? given.flag(name) : text == "true" || text == "1";
}

} // namespace

diags::Result<Settings> readSettings(const Setup& setup) {
    const cloud::Arguments given(setup.arguments);
    Diagnostics problems;
    Settings settings;
    ContainerSettings& container = settings.container;
    checkConflict(given,
                  {{{"customer_provided_key", "ARM_CUSTOMER_PROVIDED_KEY"},
                    {"encryption_scope", "ARM_ENCYRPTION_SCOPE"}}}, // as OpenTofu spells it
                  problems);
    checkConflict(given, {{{"environment", "ARM_ENVIRONMENT"}, {"metadata_host", "ARM_METADATA_HOST"}}}, problems);
    readCustomerKey(given.text("customer_provided_key", {"ARM_CUSTOMER_PROVIDED_KEY"}), container, problems);
    readTimeout(given, container, problems);
    if (problems.hasErrors())
        return problems;
    container.encryptionScope = given.text("encryption_scope", {"ARM_ENCYRPTION_SCOPE"});
    const std::string environment = given.text("environment", {"ARM_ENVIRONMENT"});
    const std::string domain = domainOf(environment);
    const std::string account = given.text("storage_account_name");
    container.name = given.text("container_name");
    settings.key = given.text("key");
    settings.takesSnapshots = flag(given, "snapshot", "ARM_SNAPSHOT");
    if (domain.empty())
        problems.append(argumentError("environment", "unknown environment identifier: " + environment));
    else
        checkNames(account, container.name, problems);
    container.endpoint = fmt::format("https://{}.blob.{}", account, domain);
    auto accessKey = values::fromBase64(given.text("access_key", {"ARM_ACCESS_KEY"}));
    if (!accessKey)
        problems.append(
            argumentError("access_key", fmt::format("error creating credential from shared access key: decode account "
                                                    "key: illegal base64 data at input byte {}",
                                                    accessKey.error())));
    else
        container.accountKey = {account, *std::move(accessKey)};
    container.sasToken = given.text("sas_token", {"ARM_SAS_TOKEN"});
    container.sasToken.erase(0, container.sasToken.starts_with('?') ? 1 : 0);
    if (problems.hasErrors())
        return problems;
    return settings;
}

} // namespace azurerm

bool hasAzurermKey(const values::Value& arguments) {
    const cloud::Arguments given(arguments);
    return given.text("metadata_host", {"ARM_METADATA_HOST"}).empty() &&
           !(given.text("access_key", {"ARM_ACCESS_KEY"}).empty() &&
             given.text("sas_token", {"ARM_SAS_TOKEN"}).empty());
}

const schemas::Block& azurermArguments() {
    static const schemas::Block schema = [] {
        schemas::Block block;
        Attributes& all = block.attributes;
        using values::Type;
        addArguments(all, {"storage_account_name", "container_name", "key"}, Type::string(), Need::Required);
        addArguments(all,
                     {"metadata_host",
                      "environment",
                      "access_key",
                      "sas_token",
                      "resource_group_name",
                      "client_id",
                      "client_id_file_path",
                      "endpoint",
                      "subscription_id",
                      "tenant_id",
                      "client_certificate",
                      "client_certificate_password",
                      "client_certificate_path",
                      "client_secret",
                      "client_secret_file_path",
                      "msi_endpoint",
                      "oidc_token",
                      "oidc_token_file_path",
                      "oidc_request_url",
                      "oidc_request_token",
                      "ado_service_connection_id",
                      "customer_provided_key",
                      "encryption_scope"},
                     Type::string());
        addArguments(all,
                     {"snapshot", "use_msi", "use_oidc", "use_aks_workload_identity", "use_azuread_auth", "use_cli"},
                     Type::boolean());
        addArguments(all, {"timeout_seconds"}, Type::number());
        all.at("customer_provided_key").sensitive = true;
        return block;
    }();
    return schema;
}

} // namespace planlens::backends
