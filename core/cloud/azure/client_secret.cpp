// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/azure/method.h"
#include "core/cloud/azure/requests.h"
#include "core/cloud/azure/text_or_file.h"

#include <fmt/core.h>

namespace planlens::cloud::azure {
namespace {

std::vector<std::string> problems(const Context& context) {
    const Settings& settings = context.settings;
    std::vector<std::string> found = applicationProblems(settings);
    if (const auto secret = readTextOrFile(settings.clientSecret, "client secret", settings); !secret)
        found.push_back(fmt::format("The Client Secret is misconfigured: {}.", secret.error()));
    return found;
}

FoundToken token(const Context& context, const std::string& scope) {
    const Settings& settings = context.settings;
    const auto id = readTextOrFile(settings.clientId, "client ID", settings);
    const auto secret = readTextOrFile(settings.clientSecret, "client secret", settings);
    for (const auto* given : {&id, &secret})
        if (!*given)
            return diags::Unexpected{TokenFailure{"ClientSecretCredential: " + given->error()}};
    FoundToken found = requestToken("ClientSecretCredential", {{"client_id", *id}, {"client_secret", *secret}}, scope,
                                    settings.tenant, context.cloud, settings, context.stop);
    if (!found)
        found.error().advice = fmt::format(
            "The credentials are the client secret of the application {} in the tenant {} ({}). Check these IDs, and "
            "whether the secret has expired. A new one is created with \"az ad app credential reset --id {}\".",
            *id, settings.tenant,
            settings.clientSecret.file.empty() ? "client_secret or ARM_CLIENT_SECRET" : settings.clientSecret.file,
            *id);
    if (!found && secret->ends_with('\n'))
        found.error().advice += " The file ends with a line break, which is sent as a part of the secret.";
    return found;
}

} // namespace

Method clientSecret() {
    return {"Invalid Azure Client Secret Auth", problems, tenantConflict, token};
}

} // namespace planlens::cloud::azure
