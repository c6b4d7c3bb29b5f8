// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/azure/read_settings.h"

#include "core/system/environment.h"
#include "core/values/conversion/convert.h"

#include <fmt/core.h>

namespace planlens::cloud::azure {

using diags::Diagnostics;
using system::environmentText;

values::Value environmentValue(const char* variableName, const char* argument, const values::Type& type,
                               Diagnostics& problems) {
    const std::string text = environmentText(variableName);
    if (text.empty())
        return {};
    const auto value = values::convert(values::Value::string(text), type);
    if (value)
        return *value;
    problems.append(argumentError(
        argument, fmt::format("error setting default for \"{}\": {}", argument, values::formatError(value.error()))));
    return {};
}

bool flag(const Arguments& given, const char* name, const char* variableName, Diagnostics& problems, bool unset) {
    if (given.has(name))
        return given.flag(name);
    const values::Value value = environmentValue(variableName, name, values::Type::boolean(), problems);
    return value.isNull() ? unset : value.asBool();
}

Settings readSettings(const Arguments& given, const std::filesystem::path& directory, Diagnostics& problems) {
    Settings settings;
    settings.environment = given.text("environment", {"ARM_ENVIRONMENT"});
    settings.metadataHost = given.text("metadata_host", {"ARM_METADATA_HOST"});
    settings.tenant = given.text("tenant_id", {"ARM_TENANT_ID"});
    settings.subscription = given.text("subscription_id", {"ARM_SUBSCRIPTION_ID"});
    settings.clientId = {given.text("client_id", {"ARM_CLIENT_ID"}),
                         given.text("client_id_file_path", {"ARM_CLIENT_ID_FILE_PATH"})};
    settings.clientSecret = {given.text("client_secret", {"ARM_CLIENT_SECRET"}),
                             given.text("client_secret_file_path", {"ARM_CLIENT_SECRET_FILE_PATH"})};
    settings.certificate = {{given.text("client_certificate", {"ARM_CLIENT_CERTIFICATE"}),
                             given.text("client_certificate_path", {"ARM_CLIENT_CERTIFICATE_PATH"})},
                            given.text("client_certificate_password", {"ARM_CLIENT_CERTIFICATE_PASSWORD"})};
    Settings::OpenIdConnect& oidc = settings.oidc;
    oidc.isEnabled = flag(given, "use_oidc", "ARM_USE_OIDC", problems);
    oidc.token = {given.text("oidc_token", {"ARM_OIDC_TOKEN"}),
                  given.text("oidc_token_file_path", {"ARM_OIDC_TOKEN_FILE_PATH", "AZURE_FEDERATED_TOKEN_FILE"})};
    oidc.requestUrl = given.text("oidc_request_url",
                                 {"ARM_OIDC_REQUEST_URL", "ACTIONS_ID_TOKEN_REQUEST_URL", "SYSTEM_OIDCREQUESTURI"});
    oidc.requestToken = given.text("oidc_request_token",
                                   {"ARM_OIDC_REQUEST_TOKEN", "ACTIONS_ID_TOKEN_REQUEST_TOKEN", "SYSTEM_ACCESSTOKEN"});
    oidc.serviceConnection = given.text("ado_service_connection_id", {"ARM_ADO_PIPELINE_SERVICE_CONNECTION_ID",
                                                                      "ARM_OIDC_AZURE_SERVICE_CONNECTION_ID",
                                                                      "AZURESUBSCRIPTION_SERVICE_CONNECTION_ID"});
    settings.usesManagedIdentity = flag(given, "use_msi", "ARM_USE_MSI", problems);
    settings.usesWorkloadIdentity = flag(given, "use_aks_workload_identity", "ARM_USE_AKS_WORKLOAD_IDENTITY", problems);
    settings.usesCli = flag(given, "use_cli", "ARM_USE_CLI", problems, true);
    settings.directory = directory;
    return settings;
}

} // namespace planlens::cloud::azure
