// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/google/read_settings.h"

#include "core/cloud/given_files.h"
#include "core/cloud/google/credential_file.h"
#include "core/system/environment.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace planlens::cloud::google {
namespace {

using diags::Diagnostics;

constexpr const char* tokenVariable = "GOOGLE_OAUTH_ACCESS_TOKEN";

/// The JSON text of the argument or of a variable; both may be a path instead.
void readJson(const Arguments& given, const std::filesystem::path& directory, Settings& settings,
              Diagnostics& problems) {
    std::string text = given.text("credentials");
    settings.credentialsSource = fmt::format("the argument credentials of the {}", settings.purpose.usedBy);
    for (const char* name : settings.purpose.credentialVariables)
        if (text.empty()) {
            text = system::environmentText(name);
            settings.credentialsSource = fmt::format("the environment variable {}", name);
        }
    if (text.empty())
        return;
    auto content = pathOrContents(text, directory);
    if (!content) {
        problems.append(argumentError("credentials", "Error loading credentials: " + content.error()));
    } else if (!nlohmann::json::accept(*content)) {
        problems.append(argumentError(
            "credentials", "the string provided in credentials is neither valid json nor a valid file path"));
    } else if (const auto checked = checkCredentials(*content); !checked && !settings.isAnonymous) {
        problems.append(argumentError("credentials", settings.purpose.failedCall + checked.error()));
    } else {
        settings.credentials = *std::move(content);
    }
}

} // namespace

void readCredentials(const Arguments& given, const std::filesystem::path& directory, Settings& settings,
                     Diagnostics& problems) {
    settings.impersonated = given.text("impersonate_service_account", {"GOOGLE_BACKEND_IMPERSONATE_SERVICE_ACCOUNT",
                                                                       "GOOGLE_IMPERSONATE_SERVICE_ACCOUNT"});
    settings.delegates = given.list("impersonate_service_account_delegates");
    settings.accessToken = given.text("access_token", {tokenVariable});
    if (settings.accessToken.empty())
        readJson(given, directory, settings, problems);
    else
        settings.credentialsSource = given.has("access_token")
                                         ? fmt::format("the argument access_token of the {}", settings.purpose.usedBy)
                                         : fmt::format("the environment variable {}", tokenVariable);
}

} // namespace planlens::cloud::google
