// SPDX-License-Identifier: MPL-2.0
#include "core/backends/azurerm/settings.h"

#include "core/backends/azurerm/azurerm.h"
#include "core/backends/remote/argument_schemas.h"
#include "core/cloud/arguments.h"
#include "core/cloud/azure/read_settings.h"
#include "core/cloud/storage/azblob/connection.h"
#include "core/system/environment.h"

#include <fmt/core.h>

namespace planlens::backends {
namespace azurerm {

diags::Result<Settings> readSettings(const Setup& setup) {
    diags::Diagnostics checked = checkAzurermArguments(setup.arguments);
    if (checked.hasErrors())
        return checked;
    const cloud::Arguments given(setup.arguments);
    auto container = cloud::storage::azblob::readConnection(given, setup.directory);
    diags::Diagnostics problems = std::move(container.diagnostics);
    const bool takesSnapshots = cloud::azure::flag(given, "snapshot", "ARM_SNAPSHOT", problems);
    if (problems.hasErrors())
        return problems;
    checked.append(problems);
    return {Settings{*std::move(container.value), given.text("key"),
                     takesSnapshots ? Snapshots::BeforeWrites : Snapshots::None},
            std::move(checked)};
}

} // namespace azurerm

std::string azurermCredentialProgram(const Setup& setup) {
    const cloud::Arguments given(setup.arguments);
    diags::Diagnostics ignored; // reported when the backend is made
    const cloud::azure::Settings settings = cloud::azure::readSettings(given, {}, ignored);
    const bool hasKey =
        !given.text("access_key", {"ARM_ACCESS_KEY"}).empty() || !given.text("sas_token", {"ARM_SAS_TOKEN"}).empty();
    const bool hasSecret =
        !settings.tenant.empty() && !settings.clientId.value.empty() && !settings.clientSecret.value.empty();
    const bool usesOthers = settings.usesManagedIdentity || settings.usesWorkloadIdentity;
    return hasKey || hasSecret || usesOthers || !settings.usesCli ? "" : "az";
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

diags::Diagnostics checkAzurermArguments(const values::Value& arguments) {
    const cloud::Arguments given(arguments);
    diags::Diagnostics problems = missingArguments(azurermArguments(), arguments);
    const auto warn = [&](const char* name, const char* variable, const char* advice) {
        if (given.has(name) || !system::environmentText(variable).empty())
            problems.append(diags::Diagnostic::warning(fmt::format("\"{}\": [DEPRECATED] {}", name, advice), {}));
    };
    warn("endpoint", "",
         "This variable is unused and does not affect any execution. Please use environment or metadata host instead.");
    warn("msi_endpoint", "ARM_MSI_ENDPOINT",
         "This configuration is now managed in a dependent library, not directly by OpenTofu. Please use the "
         "`MSI_ENDPOINT` environment variable to set the Managed Service Identity endpoint.");
    problems.append(cloud::storage::azblob::checkArguments(given));
    return problems;
}

} // namespace planlens::backends
