// SPDX-License-Identifier: MPL-2.0
#include "core/backends/types.h"

#include "core/backends/azurerm/azurerm.h"
#include "core/backends/consul/consul.h"
#include "core/backends/gcs/gcs.h"
#include "core/backends/http/http.h"
#include "core/backends/kubernetes/kubernetes.h"
#include "core/backends/local.h"
#include "core/backends/pg/pg.h"
#include "core/backends/s3/s3.h"
#include "core/backends/tool_arguments.h"
#include "core/diags/terraform_only.h"
#include "core/values/text/quoted.h"

#include <fmt/core.h>

#include <algorithm>

namespace planlens::backends {
namespace {

// Native backends have arguments and a function that makes them. All others are accessed through the tool.
constexpr BackendType types[] = {
    {.name = "azurerm",
     .readsWhenSelected = true,
     .createsDefault = true,
     .arguments = azurermArguments,
     .make = makeAzurermBackend,
     .check = checkAzurermArguments,
     .credentialProgram = azurermCredentialProgram},
    {.name = "cloud", .appliesOwnPlans = true},
    {.name = "consul", .arguments = consulArguments, .make = makeConsulBackend, .check = checkConsulArguments},
    {.name = "cos", .nestedBlock = "assume_role", .arguments = cosArguments, .check = checkCosArguments},
    {.name = "gcs",
     .readsWhenSelected = true,
     .createsDefault = true,
     .arguments = gcsArguments,
     .make = makeGcsBackend,
     .check = checkGcsArguments},
    {.name = "http",
     .hasWorkspaces = false,
     .arguments = httpArguments,
     .make = makeHttpBackend,
     .check = checkHttpArguments},
    {.name = "inmem"},
    {.name = "kubernetes",
     .readsWhenSelected = true,
     .createsDefault = true,
     .arguments = kubernetesArguments,
     .make = makeKubernetesBackend,
     .check = checkKubernetesArguments,
     .credentialProgram = kubernetesCredentialProgram},
    {.name = "local",
     .namesArguments = true,
     .arguments = localArguments,
     .make = makeLocalBackend,
     .check = checkLocalArguments},
    {.name = "oss", .nestedBlock = "assume_role", .arguments = ossArguments, .check = checkOssArguments},
    {.name = "pg", .arguments = pgArguments, .make = makePgBackend},
    {.name = "remote", .appliesOwnPlans = true},
    {.name = "s3",
     .namesArguments = true,
     .readsWhenSelected = true,
     .arguments = s3Arguments,
     .make = makeS3Backend,
     .check = checkS3Arguments},
};

} // namespace

std::span<const BackendType> backendTypes() {
    return types;
}

const BackendType* findBackendType(std::string_view name) {
    const auto* const found = std::ranges::find(types, name, &BackendType::name);
    return found == std::end(types) ? nullptr : found;
}

std::string unknownType(std::string_view name) {
    for (const std::string_view removed : {"artifactory", "etcd", "etcdv3", "manta", "swift"})
        if (name == removed)
            return fmt::format("The \"{}\" backend is not supported in OpenTofu v1.3 or later.", name);
    if (name == "azure")
        return "The \"azure\" backend name has been removed, please use \"azurerm\".";
    return fmt::format("There is no backend type named {}.", values::quoted(name)) +
           (name == "oci" ? diags::terraformOnly("the backend \"oci\"", "1.12") : std::string());
}

} // namespace planlens::backends
