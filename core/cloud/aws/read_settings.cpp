// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/aws/read_settings.h"

#include "core/cloud/given_files.h"
#include "core/lang/functions/time/timestamp.h"
#include "core/system/environment.h"
#include "core/system/file.h"
#include "core/values/text/trimmed.h"

#include <algorithm>
#include <fmt/core.h>

namespace planlens::cloud::aws {
namespace {

namespace fs = std::filesystem;
using diags::Diagnostic;
using diags::Diagnostics;
using system::environmentText;

std::optional<std::chrono::seconds> durationOf(const Arguments& role) {
    const auto text = role.given("duration");
    const auto nanoseconds = text ? lang::parseDuration(*text) : 0;
    if (!text || !nanoseconds)
        return std::nullopt;
    return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::nanoseconds(*nanoseconds));
}

std::optional<Role> readRole(const Arguments& given) {
    const Arguments nested = given.nested("assume_role");
    if (nested.isNull())
        return std::nullopt;
    Role role;
    role.arn = nested.text("role_arn");
    role.duration = durationOf(nested);
    role.externalId = nested.text("external_id");
    role.policy = std::string(values::trimmed(nested.text("policy"), " \t\r\n"));
    role.sessionName = nested.text("session_name");
    role.policyArns = nested.list("policy_arns");
    role.tags = nested.map("tags");
    role.transitiveTagKeys = nested.list("transitive_tag_keys");
    return role;
}

std::optional<WebIdentity> readWebIdentity(const Arguments& given) {
    const Arguments nested = given.nested("assume_role_with_web_identity");
    if (nested.isNull())
        return std::nullopt;
    WebIdentity identity;
    identity.role.arn = nested.text("role_arn", {"AWS_ROLE_ARN"});
    identity.role.duration = durationOf(nested);
    identity.role.policy = nested.text("policy");
    identity.role.policyArns = nested.list("policy_arns");
    identity.role.sessionName = nested.text("session_name", {"AWS_ROLE_SESSION_NAME"});
    identity.token = nested.text("web_identity_token", {"AWS_WEB_IDENTITY_TOKEN"});
    identity.tokenFile = nested.text("web_identity_token_file", {"AWS_WEB_IDENTITY_TOKEN_FILE"});
    return identity;
}

/// Whether a path is in a folder or in one of its folders.
bool isInside(const fs::path& path, const fs::path& folder) {
    std::error_code error;
    const fs::path absolute = fs::weakly_canonical(system::absolutePath(path), error);
    const fs::path base = fs::weakly_canonical(system::absolutePath(folder), error);
    const auto [end, other] = std::mismatch(base.begin(), base.end(), absolute.begin(), absolute.end());
    return end == base.end();
}

/// The files of an argument, or else that of the environment, or else the default one.
std::vector<fs::path> profileFiles(const fs::path& directory, std::vector<std::string> given, const char* argument,
                                   const char* variableName, const char* fallback, Diagnostics& problems) {
    if (!given.empty()) {
        std::vector<fs::path> paths;
        for (const std::string& name : given) {
            fs::path path = expandHome(name);
            if (path.is_relative())
                path = directory / path;
            if (isInside(path, directory))
                problems.append(argumentError(
                    argument, "Profile file in the working directory",
                    fmt::format("The argument \"{}\" names the file {} in the directory of the configuration. Planlens "
                                "reads profiles only from files of the user. Move it to ~/.aws, or name it with {}.",
                                argument, name, variableName)));
            paths.push_back(std::move(path));
        }
        return paths;
    }
    if (const std::string path = environmentText(variableName); !path.empty())
        return {expandHome(path)};
    return {expandHome(fallback)};
}

void readProfiles(const fs::path& directory, const Arguments& given, Settings& settings, Diagnostics& problems) {
    std::vector<std::string> credentials = given.list("shared_credentials_files");
    if (const auto older = given.given("shared_credentials_file"); older && credentials.empty())
        credentials = {*older};
    const std::vector<std::string> config = given.list("shared_config_files");
    settings.files.isConfigOfUser = config.empty();
    settings.files.config =
        profileFiles(directory, config, "shared_config_files", "AWS_CONFIG_FILE", "~/.aws/config", problems);
    // The reference reads this variable, too, and prefers it.
    if (const std::string path = environmentText("AWS_SHARED_CONFIG_FILE"); config.empty() && !path.empty())
        settings.files.config = {expandHome(path)};
    settings.files.credentials = profileFiles(directory, std::move(credentials), "shared_credentials_files",
                                              "AWS_SHARED_CREDENTIALS_FILE", "~/.aws/credentials", problems);
    settings.profile = given.text("profile");
}

/// A number of attempts of the reference: 0 stands for its default.
int attemptsOf(const Arguments& given) {
    constexpr int defaultAttempts = 5, ofZero = 3;
    const int attempts = given.number("max_retries").value_or(defaultAttempts);
    return attempts > 0 ? attempts : ofZero;
}

void readTransport(const fs::path& directory, const Arguments& given, Transport& transport, Diagnostics& problems) {
    transport.attempts = attemptsOf(given);
    http::Proxies& proxies = transport.proxies.emplace(http::proxiesOfEnvironment());
    if (const std::string none = given.text("no_proxy"); !none.empty())
        proxies.none = none;
    const auto http = given.given("http_proxy"), https = given.given("https_proxy");
    if (!http.value_or("").empty() && !https && proxies.https.empty())
        problems.warning("Missing HTTPS Proxy",
                         "An HTTP proxy was set but no HTTPS proxy was.\n\nTo specify no proxy for "
                         "HTTPS, set the HTTPS to an empty string.");
    proxies.http = http.value_or(proxies.http);
    proxies.https = https.value_or(proxies.https);
    transport.tls.skipVerification = given.flag("insecure");
    if (const std::string bundle = given.text("custom_ca_bundle", {"AWS_CA_BUNDLE"}); !bundle.empty()) {
        const fs::path path = expandHome(bundle);
        auto text = system::readFile(path.is_relative() ? directory / path : path);
        if (text)
            transport.tls.authorities = *std::move(text);
        else
            problems.append(
                argumentError("custom_ca_bundle", "reading custom CA bundle: " + text.error().toString(), {}));
    }
}

} // namespace

std::string withScheme(const std::string& endpoint) {
    return endpoint.find("://") == std::string::npos ? "https://" + endpoint : endpoint;
}

Settings readSettings(const Arguments& given, const fs::path& directory, Diagnostics& problems) {
    Settings settings;
    settings.region = given.text("region", {"AWS_REGION", "AWS_DEFAULT_REGION"});
    settings.given = {given.text("access_key"), given.text("secret_key"), given.text("token")};
    settings.stsRegion = given.text("sts_region");
    settings.variants = {given.flag("use_dualstack_endpoint") ||
                             environmentText("AWS_USE_DUALSTACK_ENDPOINT") == "true",
                         given.flag("use_fips_endpoint") || environmentText("AWS_USE_FIPS_ENDPOINT") == "true"};
    settings.role = readRole(given);
    settings.webIdentity = readWebIdentity(given);
    settings.skipsValidation = given.flag("skip_credentials_validation");
    settings.skipsAccountId = given.flag("skip_requesting_account_id");
    settings.metadata.endpoint = given.text("ec2_metadata_service_endpoint", {"AWS_EC2_METADATA_SERVICE_ENDPOINT"});
    settings.metadata.mode =
        given.text("ec2_metadata_service_endpoint_mode", {"AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE"});
    if (given.has("skip_metadata_api_check"))
        settings.metadata.isEnabled = !given.flag("skip_metadata_api_check");
    readTransport(directory, given, settings.transport, problems);
    readProfiles(directory, given, settings, problems);
    return settings;
}

} // namespace planlens::cloud::aws
