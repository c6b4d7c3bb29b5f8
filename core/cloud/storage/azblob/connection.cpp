// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/storage/azblob/connection.h"

#include "core/cloud/azure/cloud.h"
#include "core/cloud/azure/read_settings.h"
#include "core/system/environment.h"
#include "core/values/text/base64.h"

#include <array>
#include <fmt/core.h>
#include <optional>
#include <re2/re2.h>

namespace planlens::cloud::storage::azblob {
namespace {

using diags::Diagnostic;
using diags::Diagnostics;
using system::environmentText;

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

void checkConflict(const Arguments& given, const std::array<std::pair<const char*, const char*>, 2>& names,
                   Diagnostics& problems) {
    const auto isSet = [&](const auto& name) { return given.has(name.first) || !environmentText(name.second).empty(); };
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

void readTimeout(const Arguments& given, ContainerSettings& settings, Diagnostics& problems) {
    constexpr int fallback = 300; // seconds
    std::optional<int> seconds = fallback;
    if (given.has("timeout_seconds")) {
        seconds = given.number("timeout_seconds");
    } else if (const values::Value value =
                   azure::environmentValue("ARM_TIMEOUT_SECONDS", "timeout_seconds", values::Type::number(), problems);
               !value.isNull()) {
        seconds = Arguments(values::Value::object({{"timeout_seconds", value}})).number("timeout_seconds");
    }
    if (seconds.value_or(-1) < 0)
        problems.append(argumentError("timeout_seconds", "timeout_seconds expected to be a non-negative integer"));
    settings.limit = std::chrono::seconds(seconds.value_or(fallback));
}

void readAccount(const Arguments& given, const std::filesystem::path& directory, AccountSettings& account,
                 Diagnostics& problems) {
    account.name = given.text("storage_account_name");
    account.resourceGroup = given.text("resource_group_name");
    account.usesTokens = azure::flag(given, "use_azuread_auth", "ARM_USE_AZUREAD", problems);
    account.credentials = azure::readSettings(given, directory, problems);
    const std::string& environment = account.credentials.environment;
    if (const auto cloud = azure::cloudNamed(environment); !cloud)
        problems.append(argumentError("environment", "unknown environment identifier: " + environment));
    else if (account.credentials.metadataHost.empty())
        account.endpoint = fmt::format("https://{}.blob.{}", account.name, cloud->storageDomain);
}

void readKeys(const Arguments& given, AccountSettings& account, Diagnostics& problems) {
    auto accessKey = values::fromBase64(given.text("access_key", {"ARM_ACCESS_KEY"}));
    if (!accessKey)
        problems.append(
            argumentError("access_key", fmt::format("error creating credential from shared access key: decode account "
                                                    "key: illegal base64 data at input byte {}",
                                                    accessKey.error())));
    else
        account.accessKey = *std::move(accessKey);
    account.sasToken = given.text("sas_token", {"ARM_SAS_TOKEN"});
    account.sasToken.erase(0, account.sasToken.starts_with('?') ? 1 : 0);
}

/// The arguments whose values are checked without reading any files.
void readChecked(const Arguments& given, ContainerSettings& container, Diagnostics& problems) {
    checkConflict(given,
                  {{{"customer_provided_key", "ARM_CUSTOMER_PROVIDED_KEY"},
                    {"encryption_scope", "ARM_ENCYRPTION_SCOPE"}}}, // as OpenTofu spells it
                  problems);
    checkConflict(given, {{{"environment", "ARM_ENVIRONMENT"}, {"metadata_host", "ARM_METADATA_HOST"}}}, problems);
    readCustomerKey(given.text("customer_provided_key", {"ARM_CUSTOMER_PROVIDED_KEY"}), container, problems);
    readTimeout(given, container, problems);
}

} // namespace

Diagnostics checkArguments(const Arguments& given) {
    Diagnostics problems;
    ContainerSettings ignored;
    readChecked(given, ignored, problems);
    return problems;
}

diags::Result<ContainerSettings> readConnection(const Arguments& given, const std::filesystem::path& directory) {
    Diagnostics problems;
    ContainerSettings container;
    readChecked(given, container, problems);
    if (problems.hasErrors())
        return problems;
    container.encryptionScope = given.text("encryption_scope", {"ARM_ENCYRPTION_SCOPE"});
    container.name = given.text("container_name");
    readAccount(given, directory, container.account, problems);
    if (!problems.hasErrors())
        checkNames(container.account.name, container.name, problems);
    if (!problems.hasErrors())
        readKeys(given, container.account, problems);
    if (problems.hasErrors())
        return problems;
    return container;
}

} // namespace planlens::cloud::storage::azblob
