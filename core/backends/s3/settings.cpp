// SPDX-License-Identifier: MPL-2.0
#include "core/backends/s3/settings.h"

#include "core/backends/remote/arguments.h"
#include "core/backends/remote/given_files.h"
#include "core/lang/functions/time/timestamp.h"
#include "core/system/environment.h"
#include "core/system/file.h"
#include "core/values/text/base64.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace planlens::backends::s3 {
namespace {

namespace fs = std::filesystem;
using diags::Diagnostic;
using diags::Diagnostics;

std::string variable(const char* name) {
    return system::environmentVariable(name).value_or("");
}

Diagnostic argumentError(const char* argument, std::string summary, std::string detail) {
    return Diagnostic::error(std::move(summary), std::move(detail))
        .withCode(diags::ErrorCode::InvalidBackendArgument, argument);
}

std::string trimmed(const std::string& text) {
    constexpr const char* blanks = " \t\r\n";
    const std::size_t start = text.find_first_not_of(blanks);
    return start == std::string::npos ? std::string() : text.substr(start, text.find_last_not_of(blanks) - start + 1);
}

std::optional<std::chrono::seconds> durationOf(const Arguments& role) {
    const auto text = role.given("duration");
    const auto nanoseconds = text ? lang::parseDuration(*text) : 0;
    if (!text || !nanoseconds)
        return std::nullopt;
    return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::nanoseconds(*nanoseconds));
}

std::optional<aws::Role> readRole(const Arguments& given) {
    aws::Role role;
    if (const Arguments nested = given.nested("assume_role"); !nested.isNull()) {
        role.arn = nested.text("role_arn");
        role.duration = durationOf(nested);
        role.externalId = nested.text("external_id");
        role.policy = trimmed(nested.text("policy"));
        role.sessionName = nested.text("session_name");
        role.policyArns = nested.list("policy_arns");
        role.tags = nested.map("tags");
        role.transitiveTagKeys = nested.list("transitive_tag_keys");
        return role;
    }
    if (!given.has("role_arn"))
        return std::nullopt;
    role.arn = given.text("role_arn");
    if (const int seconds = given.number("assume_role_duration_seconds").value_or(0); seconds > 0)
        role.duration = std::chrono::seconds(seconds);
    role.externalId = given.text("external_id");
    role.policy = given.text("assume_role_policy");
    role.sessionName = given.text("session_name");
    role.policyArns = given.list("assume_role_policy_arns");
    role.tags = given.map("assume_role_tags");
    role.transitiveTagKeys = given.list("assume_role_transitive_tag_keys");
    return role;
}

std::optional<aws::WebIdentity> readWebIdentity(const Arguments& given) {
    const Arguments nested = given.nested("assume_role_with_web_identity");
    if (nested.isNull())
        return std::nullopt;
    aws::WebIdentity identity;
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

/// The files of an argument, or else that of the environment, or else the usual one.
std::vector<fs::path> profileFiles(const Setup& setup, std::vector<std::string> given, const char* argument,
                                   const char* variableName, const char* usual, Diagnostics& problems) {
    if (!given.empty()) {
        std::vector<fs::path> paths;
        for (const std::string& name : given) {
            fs::path path = inHome(name);
            if (path.is_relative())
                path = setup.directory / path;
            if (isInside(path, setup.directory))
                problems.append(argumentError(
                    argument, "Profile file in the working directory",
                    fmt::format("The argument \"{}\" names the file {} in the directory of the configuration. Planlens "
                                "reads profiles only from files of the user. Move it to ~/.aws, or name it with {}.",
                                argument, name, variableName)));
            paths.push_back(std::move(path));
        }
        return paths;
    }
    if (const std::string path = variable(variableName); !path.empty())
        return {inHome(path)};
    return {inHome(usual)};
}

void readProfiles(const Setup& setup, const Arguments& given, aws::Settings& settings, Diagnostics& problems) {
    std::vector<std::string> credentials = given.list("shared_credentials_files");
    if (const auto older = given.given("shared_credentials_file"); older && credentials.empty())
        credentials = {*older};
    const std::vector<std::string> config = given.list("shared_config_files");
    settings.files.isConfigOfUser = config.empty();
    settings.files.config =
        profileFiles(setup, config, "shared_config_files", "AWS_CONFIG_FILE", "~/.aws/config", problems);
    // The reference reads this variable, too, and prefers it.
    if (const std::string path = variable("AWS_SHARED_CONFIG_FILE"); config.empty() && !path.empty())
        settings.files.config = {inHome(path)};
    settings.files.credentials = profileFiles(setup, std::move(credentials), "shared_credentials_files",
                                              "AWS_SHARED_CREDENTIALS_FILE", "~/.aws/credentials", problems);
    settings.profile = given.text("profile");
}

std::string withScheme(const std::string& endpoint) {
    return endpoint.find("://") == std::string::npos ? "https://" + endpoint : endpoint;
}

std::string endpointOf(const Arguments& given, const EndpointNames& names) {
    if (names.argument) {
        const std::string argument = names.argument;
        const std::string inner = argument.substr(argument.find('.') + 1);
        if (const auto url = given.nested("endpoints").given(inner.c_str()))
            return withScheme(*url);
        if (const auto url = given.given(names.deprecated))
            return withScheme(*url);
    }
    for (const char* name : names.variables)
        if (const std::string url = variable(name); !url.empty())
            return withScheme(url);
    return {};
}

/// A number of attempts of the reference: 0 stands for its default.
int attemptsOf(const Arguments& given) {
    constexpr int usual = 5, ofZero = 3;
    const int attempts = given.number("max_retries").value_or(usual);
    return attempts > 0 ? attempts : ofZero;
}

void readTransport(const Setup& setup, const Arguments& given, aws::Transport& transport, Diagnostics& problems) {
    transport.attempts = attemptsOf(given);
    transport.httpProxy = given.given("http_proxy");
    transport.httpsProxy = given.given("https_proxy");
    if (const std::string none = given.text("no_proxy"); !none.empty())
        transport.noProxy = none;
    // Other programs read the upper case, too; the library for HTTP does not.
    if (const std::string proxy = variable("HTTP_PROXY");
        !transport.httpProxy && variable("http_proxy").empty() && !proxy.empty())
        transport.httpProxy = proxy;
    if (transport.httpProxy.value_or("").size() > 0 && given.has("http_proxy") && !transport.httpsProxy &&
        variable("HTTPS_PROXY").empty() && variable("https_proxy").empty())
        problems.warning("Missing HTTPS Proxy",
                         "An HTTP proxy was set but no HTTPS proxy was.\n\nTo specify no proxy for "
                         "HTTPS, set the HTTPS to an empty string.");
    transport.tls.skipVerification = given.flag("insecure");
    if (const std::string bundle = given.text("custom_ca_bundle", {"AWS_CA_BUNDLE"}); !bundle.empty()) {
        const fs::path path = inHome(bundle);
        auto text = system::readFile(path.is_relative() ? setup.directory / path : path);
        if (text)
            transport.tls.authorities = *std::move(text);
        else
            problems.append(
                argumentError("custom_ca_bundle", "reading custom CA bundle: " + text.error().toString(), {}));
    }
}

void readCustomerKey(const Arguments& given, Settings& settings, Diagnostics& problems) {
    const auto argument = given.given("sse_customer_key");
    const std::string text = argument ? *argument : variable("AWS_SSE_CUSTOMER_KEY");
    if (!argument && text.empty())
        return;
    const char* const name = argument ? "sse_customer_key" : "AWS_SSE_CUSTOMER_KEY";
    const std::string words = argument ? name : fmt::format("The environment variable \"{}\"", name);
    const auto refuse = [&](const std::string& why) {
        Diagnostic problem = Diagnostic::error(fmt::format("Invalid {} value", name), words + why);
        problems.append(argument ? std::move(problem).withCode(diags::ErrorCode::InvalidBackendArgument, name)
                                 : problem);
    };
    constexpr std::size_t size = 44;
    if (text.size() != size)
        return refuse(" must be 44 characters in length");
    auto bytes = values::fromBase64(text);
    if (!bytes)
        return refuse(fmt::format(" must be base64 encoded: illegal base64 data at input byte {}", bytes.error()));
    settings.store.customerKey = *std::move(bytes);
}

/// Buckets that need other requests than plain buckets.
void checkBucketKind(const std::string& bucket, Diagnostics& problems) {
    if (bucket.starts_with("arn:") || bucket.ends_with("--x-s3"))
        problems.append(argumentError("bucket", "Bucket not supported",
                                      "Planlens accesses general purpose buckets only, not access points or directory "
                                      "buckets. Set the argument \"bucket\" to the name of a bucket."));
}

} // namespace

std::span<const EndpointNames> endpointNames() {
    static const EndpointNames all[] = {
        {aws::Service::S3, "endpoints.s3", "endpoint", {"AWS_ENDPOINT_URL_S3", "AWS_S3_ENDPOINT"}},
        {aws::Service::Iam, "endpoints.iam", "iam_endpoint", {"AWS_ENDPOINT_URL_IAM", "AWS_IAM_ENDPOINT"}},
        {aws::Service::Sts, "endpoints.sts", "sts_endpoint", {"AWS_ENDPOINT_URL_STS", "AWS_STS_ENDPOINT"}},
        {aws::Service::DynamoDb,
         "endpoints.dynamodb",
         "dynamodb_endpoint",
         {"AWS_ENDPOINT_URL_DYNAMODB", "AWS_DYNAMODB_ENDPOINT"}},
    };
    return all;
}

diags::Result<Settings> readSettings(const Setup& setup) {
    const Arguments given(setup.arguments);
    Diagnostics problems = checkArguments(setup.arguments);
    Settings settings;
    aws::Settings& aws = settings.aws;
    aws.region = given.text("region", {"AWS_REGION", "AWS_DEFAULT_REGION"});
    if (const std::string region = given.text("region"); !problems.hasErrors() && !region.empty() &&
                                                         !given.flag("skip_region_validation") &&
                                                         !aws::isKnownRegion(region))
        problems.append(argumentError("region", "Invalid region value", "invalid AWS Region: " + region));
    if (problems.hasErrors())
        return problems;
    settings.key = given.text("key");
    settings.workspacePrefix = given.given("workspace_key_prefix").value_or(settings.workspacePrefix);
    settings.table = given.text("dynamodb_table");
    settings.usesLockFile = given.flag("use_lockfile");
    settings.stateTags = given.map("state_tags");
    settings.lockTags = given.map("lock_tags");
    settings.store.bucket = given.text("bucket");
    checkBucketKind(settings.store.bucket, problems);
    if (given.flag("use_path_style") || given.flag("force_path_style"))
        settings.store.address = BucketAddress::InPath;
    settings.store.isEncrypted = given.flag("encrypt");
    settings.store.kmsKey = given.text("kms_key_id");
    settings.store.acl = given.text("acl");
    settings.store.hasChecksums = !given.flag("skip_s3_checksum");
    readCustomerKey(given, settings, problems);
    aws.given = {given.text("access_key"), given.text("secret_key"), given.text("token")};
    aws.stsRegion = given.text("sts_region");
    aws.variants = {given.flag("use_dualstack_endpoint") || variable("AWS_USE_DUALSTACK_ENDPOINT") == "true",
                    given.flag("use_fips_endpoint") || variable("AWS_USE_FIPS_ENDPOINT") == "true"};
    for (const EndpointNames& names : endpointNames())
        if (std::string url = endpointOf(given, names); !url.empty())
            aws.endpoints[names.service] = std::move(url);
    aws.role = readRole(given);
    aws.webIdentity = readWebIdentity(given);
    aws.skipsValidation = given.flag("skip_credentials_validation");
    aws.skipsAccountId = given.flag("skip_requesting_account_id");
    aws.allowedAccounts = given.list("allowed_account_ids");
    aws.forbiddenAccounts = given.list("forbidden_account_ids");
    aws.metadata.endpoint = given.text("ec2_metadata_service_endpoint", {"AWS_EC2_METADATA_SERVICE_ENDPOINT"});
    if (const std::string older = variable("AWS_METADATA_URL"); aws.metadata.endpoint.empty() && !older.empty()) {
        aws.metadata.endpoint = older;
        problems.warning("Deprecated Environment Variable",
                         "The environment variable \"AWS_METADATA_URL\" is deprecated. "
                         "Use \"AWS_EC2_METADATA_SERVICE_ENDPOINT\" instead.");
    }
    aws.metadata.mode = given.text("ec2_metadata_service_endpoint_mode", {"AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE"});
    if (given.has("skip_metadata_api_check"))
        aws.metadata.isEnabled = !given.flag("skip_metadata_api_check");
    readTransport(setup, given, aws.transport, problems);
    readProfiles(setup, given, aws, problems);
    if (problems.hasErrors())
        return problems;
    return {std::move(settings), std::move(problems)};
}

} // namespace planlens::backends::s3
