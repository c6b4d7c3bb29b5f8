// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/aws/credential_chain.h"

#include "core/cloud/aws/credential_process.h"
#include "core/cloud/aws/metadata.h"
#include "core/cloud/aws/sso.h"
#include "core/cloud/given_files.h"
#include "core/system/environment.h"
#include "core/system/file.h"

#include <algorithm>
#include <charconv>
#include <fmt/core.h>
#include <fmt/format.h>
#include <initializer_list>

namespace planlens::cloud::aws {
namespace {

using diags::Diagnostic;
using diags::Unexpected;

/// The first of these variables that is set and not empty.
std::string variable(std::initializer_list<const char*> names) {
    for (const char* name : names)
        if (std::string value = system::environmentText(name); !value.empty())
            return value;
    return {};
}

Unexpected<std::string> none(std::string why) {
    return Unexpected{std::move(why)};
}

Credentials environmentKeys() {
    return {variable({"AWS_ACCESS_KEY_ID", "AWS_ACCESS_KEY"}), variable({"AWS_SECRET_ACCESS_KEY", "AWS_SECRET_KEY"}),
            variable({"AWS_SESSION_TOKEN"})};
}

std::string containerUrl() {
    if (const std::string path = variable({"AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"}); !path.empty())
        return "http://169.254.170.2" + path;
    return variable({"AWS_CONTAINER_CREDENTIALS_FULL_URI"});
}

bool isTrue(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text == "true";
}

/// The role of a profile.
Role roleOf(const Section& section) {
    Role role;
    role.arn = valueOf(section, "role_arn");
    role.sessionName = valueOf(section, "role_session_name");
    role.externalId = valueOf(section, "external_id");
    const std::string text = valueOf(section, "duration_seconds");
    int seconds = 0;
    // Shorter durations are ignored, as by the reference.
    if (std::from_chars(text.data(), text.data() + text.size(), seconds).ec == std::errc() && seconds >= 16 * 60)
        role.duration = std::chrono::seconds(seconds);
    return role;
}

std::string fileList(const ProfileFiles& files) {
    std::vector<std::string> names;
    for (const auto* list : {&files.config, &files.credentials})
        for (const auto& path : *list)
            names.push_back(path.string());
    return fmt::format("{}", fmt::join(names, ", "));
}

bool hasSso(const Section& section) {
    return std::ranges::any_of(section, [](const auto& entry) { return entry.first.starts_with("sso_"); });
}

} // namespace

std::string selectedProfile(const Settings& settings) {
    if (!settings.profile.empty())
        return settings.profile;
    const std::string name = variable({"AWS_PROFILE", "AWS_DEFAULT_PROFILE"});
    return name.empty() ? "default" : name;
}

Diagnostic CredentialChain::nothingFound(const std::string& error) const {
    std::string detail =
        fmt::format("Please see {}\nfor more information about providing credentials.\n\nError: {}\n\nPlanlens looked "
                    "for credentials in:\n",
                    m_settings.documentation, error);
    for (const std::string& place : m_places)
        detail += "  * " + place + "\n";
    detail += '\n' + (m_advice.empty()
                          ? "Set one of them, for example with \"aws configure\" or \"aws sso login\", and try again."
                          : m_advice);
    return Diagnostic::error("No valid credential sources found", std::move(detail));
}

diags::Expected<Credentials, Diagnostic> CredentialChain::find(const std::stop_token& stop) {
    m_places.clear();
    m_advice.clear();
    const Credentials& given = m_settings.given;
    const bool isGiven = !given.accessKey.empty() || !given.secretKey.empty() || !given.token.empty();
    if (isGiven && !given.areComplete())
        return Unexpected{Diagnostic::error(
            "retrieving credentials: static credentials are empty",
            fmt::format("The arguments access_key and secret_key of the {} are only valid together. Set both of them, "
                        "or neither.",
                        m_settings.usedBy))};
    if (const std::string profile = selectedProfile(m_settings); profile != "default" && !m_profiles.profile(profile))
        return Unexpected{Diagnostic::error(
            fmt::format("{}failed to get shared config profile, {}", isGiven ? "loading configuration: " : "", profile),
            fmt::format("There is no such profile in {}. Select a profile that exists, or add this one with \"aws "
                        "configure --profile {}\".",
                        fileList(m_profiles.files()), profile))};
    Credentials credentials = given;
    credentials.source = fmt::format("the arguments access_key, secret_key and token of the {}", m_settings.usedBy);
    if (!isGiven) {
        if (m_settings.webIdentity) {
            if (m_settings.webIdentity->role.arn.empty())
                return Unexpected{Diagnostic::error("Assume Role With Web Identity", "Role ARN was not set")};
            if (m_settings.webIdentity->token.empty() && m_settings.webIdentity->tokenFile.empty())
                return Unexpected{Diagnostic::error("Assume Role With Web Identity",
                                                    "One of WebIdentityToken, WebIdentityTokenFile must be set")};
        }
        Found found = m_settings.webIdentity ? ofWebIdentity(*m_settings.webIdentity, stop) : initial(stop);
        if (!found && m_settings.webIdentity)
            return Unexpected{Diagnostic::error(
                "Cannot assume IAM Role with web identity",
                fmt::format(
                    "IAM Role ({}) cannot be assumed with web identity token.\n\nThere are a number of possible "
                    "causes of this - the most common are:\n  * The web identity token used in order to assume "
                    "the role is invalid\n  * The web identity token does not have appropriate permission to "
                    "assume the role\n  * The role ARN is not valid\n\nError: {}\n",
                    m_settings.webIdentity->role.arn, found.error()))};
        if (!found)
            return Unexpected{nothingFound(found.error())};
        credentials = *std::move(found);
        credentials.source = m_settings.webIdentity ? "the argument assume_role_with_web_identity" : m_places.back();
    }
    if (!m_settings.role)
        return credentials;
    if (m_settings.role->arn.empty())
        return Unexpected{Diagnostic::error("Cannot assume IAM Role", "IAM Role ARN not set in assume role 1 of 1")};
    Found assumed = assumeRole(m_sts, *m_settings.role, credentials, stop);
    if (!assumed)
        return Unexpected{Diagnostic::error(
            "Cannot assume IAM Role",
            fmt::format("IAM Role ({}) cannot be assumed.\n\nThere are a number of possible causes of this - the most "
                        "common are:\n  * The credentials used in order to assume the role are invalid\n  * The "
                        "credentials do not have appropriate permission to assume the role\n  * The role ARN is not "
                        "valid\n\nError: {}\n",
                        m_settings.role->arn, assumed.error()))};
    assumed->source = "the role " + m_settings.role->arn;
    return *std::move(assumed);
}

Found CredentialChain::initial(const std::stop_token& stop) {
    const std::string profile = selectedProfile(m_settings);
    if (!m_settings.usedBy.empty())
        m_places.push_back(fmt::format("the arguments access_key and secret_key of the {}", m_settings.usedBy));
    if (m_settings.profile.empty()) {
        m_places.emplace_back("the environment variables AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and "
                              "AWS_WEB_IDENTITY_TOKEN_FILE");
        if (Credentials keys = environmentKeys(); keys.areComplete())
            return keys;
        if (!variable({"AWS_WEB_IDENTITY_TOKEN_FILE"}).empty())
            return ofEnvironment(stop);
    }
    std::vector<std::string> visited;
    return ofProfile(profile, visited, stop);
}

Found CredentialChain::ofEnvironment(const std::stop_token& stop) {
    WebIdentity identity;
    identity.tokenFile = variable({"AWS_WEB_IDENTITY_TOKEN_FILE"});
    identity.role.arn = variable({"AWS_ROLE_ARN"});
    identity.role.sessionName = variable({"AWS_ROLE_SESSION_NAME"});
    if (identity.role.arn.empty())
        return none("AWS_WEB_IDENTITY_TOKEN_FILE is set, but AWS_ROLE_ARN is not: role ARN is not set");
    return ofWebIdentity(identity, stop);
}

Found CredentialChain::ofWebIdentity(const WebIdentity& identity, const std::stop_token& stop) {
    std::string token = identity.token;
    if (token.empty()) {
        auto text = system::readFile(expandHome(identity.tokenFile));
        if (!text)
            return none("the web identity token cannot be read: " + text.error().toString());
        token = *std::move(text);
    }
    return assumeRoleWithWebIdentity(m_sts, identity.role, token, stop);
}

Found CredentialChain::ofProfile(const std::string& name, std::vector<std::string>& visited,
                                 const std::stop_token& stop) {
    m_places.push_back(fmt::format("the profile \"{}\" in {}", name, fileList(m_profiles.files())));
    static const Section empty;
    const Section* const known = m_profiles.profile(name);
    const Section& section = known ? *known : empty;
    const std::string keyId = valueOf(section, "aws_access_key_id"), secret = valueOf(section, "aws_secret_access_key");
    if (keyId.empty() != secret.empty())
        return none(fmt::format("partial credentials found for profile {}", name));
    const bool isVisited = std::ranges::find(visited, name) != visited.end();
    Role role = isVisited ? Role() : roleOf(section);
    const bool needsRole = std::ranges::any_of(
        std::initializer_list<const char*>{"source_profile", "credential_source", "web_identity_token_file"},
        [&](const char* key) { return !valueOf(section, key).empty(); });
    if (needsRole && !isVisited && role.arn.empty())
        return none(fmt::format("the profile \"{}\" has no role_arn", name));
    Found found = ofSection(name, section, visited, stop);
    if (!found || role.arn.empty() || !valueOf(section, "web_identity_token_file").empty())
        return found;
    if (!valueOf(section, "mfa_serial").empty()) {
        m_advice =
            "Planlens cannot ask for the code of a device. Assume the role with \"aws sts assume-role\" or a tool "
            "that does, and set its credentials in the environment.";
        return none("assume role with MFA enabled, but AssumeRoleTokenProvider session option not set.");
    }
    Found assumed = assumeRole(m_sts, role, *found, stop);
    if (!assumed)
        return none(
            fmt::format("the role {} of the profile \"{}\" cannot be assumed: {}", role.arn, name, assumed.error()));
    return assumed;
}

Found CredentialChain::ofSection(const std::string& name, const Section& section, std::vector<std::string>& visited,
                                 const std::stop_token& stop) {
    const Credentials keys{valueOf(section, "aws_access_key_id"), valueOf(section, "aws_secret_access_key"),
                           valueOf(section, "aws_session_token")};
    const bool isVisited = std::ranges::find(visited, name) != visited.end();
    if (!visited.empty() && keys.areComplete())
        return keys;
    visited.push_back(name);
    const std::string source = isVisited ? std::string() : valueOf(section, "source_profile");
    if (!source.empty()) {
        if (!m_profiles.profile(source))
            return none(fmt::format("the profile \"{}\", the source_profile of \"{}\", does not exist", source, name));
        return ofProfile(source, visited, stop);
    }
    if (keys.areComplete())
        return keys;
    if (const std::string named = valueOf(section, "credential_source"); !named.empty() && !isVisited)
        return ofNamedSource(named, stop);
    if (const std::string file = valueOf(section, "web_identity_token_file"); !file.empty())
        return ofWebIdentity({roleOf(section), {}, file}, stop);
    if (hasSso(section))
        return ofSso(name, section, stop);
    if (!valueOf(section, "login_session").empty()) {
        m_advice =
            "Planlens cannot renew sessions of \"aws login\". Set their credentials in the environment: eval \"$(aws "
            "configure export-credentials --format env)\".";
        return none(fmt::format("the profile \"{}\" uses login_session, which is not supported", name));
    }
    if (!valueOf(section, "credential_process").empty())
        return ofProcess(name, stop);
    if (!containerUrl().empty())
        return ofContainer(stop);
    return ofInstance(section, stop);
}

Found CredentialChain::ofNamedSource(const std::string& source, const std::stop_token& stop) {
    if (source == "Ec2InstanceMetadata")
        return ofInstance({}, stop);
    if (source == "Environment") {
        if (Credentials keys = environmentKeys(); keys.areComplete())
            return keys;
        return none("the credential_source of the profile is Environment, but AWS_ACCESS_KEY_ID and "
                    "AWS_SECRET_ACCESS_KEY are not set");
    }
    if (source != "EcsContainer")
        return none("credential_source values must be EcsContainer, Ec2InstanceMetadata, or Environment");
    if (containerUrl().empty())
        return none("EcsContainer was specified as the credential_source, but neither "
                    "'AWS_CONTAINER_CREDENTIALS_RELATIVE_URI' or AWS_CONTAINER_CREDENTIALS_FULL_URI' was set");
    return ofContainer(stop);
}

Found CredentialChain::ofSso(const std::string& name, const Section& section, const std::stop_token& stop) {
    SsoProfile profile;
    profile.session = valueOf(section, "sso_session");
    const Section* const session = profile.session.empty() ? &section : m_profiles.ssoSession(profile.session);
    if (!session)
        return none(fmt::format("failed to find SSO session section, {}", profile.session));
    profile.startUrl = valueOf(*session, "sso_start_url");
    profile.region = valueOf(*session, "sso_region");
    profile.accountId = valueOf(section, "sso_account_id");
    profile.roleName = valueOf(section, "sso_role_name");
    std::vector<std::string_view> missing;
    for (const auto& [key, value] : {std::pair<std::string_view, const std::string&>{"sso_region", profile.region},
                                     {"sso_start_url", profile.startUrl},
                                     {"sso_account_id", profile.accountId},
                                     {"sso_role_name", profile.roleName}})
        if (value.empty())
            missing.push_back(key);
    if (!missing.empty())
        return none(fmt::format("profile \"{}\" is configured to use SSO but is missing required configuration: {}",
                                name, fmt::join(missing, ", ")));
    const auto address = [&](Service service) {
        const auto it = m_settings.endpoints.find(service);
        return it == m_settings.endpoints.end() ? defaultEndpoint(service, profile.region, m_settings.variants)
                                                : it->second;
    };
    profile.portal = address(Service::Sso);
    profile.oidc = address(Service::SsoOidc);
    auto found = ssoCredentials(profile, m_caller, stop);
    if (found)
        return *std::move(found);
    if (found.error().needsLogin)
        m_advice = fmt::format("Log in with \"aws sso login{}\" and try again.",
                               name == "default" ? std::string() : " --profile " + name);
    return none(found.error().message);
}

Found CredentialChain::ofProcess(const std::string& name, const std::stop_token& stop) {
    const std::string command = m_profiles.credentialProcess(name);
    if (!command.empty())
        return runCredentialProcess(command, stop);
    m_advice = "Move the profile to ~/.aws/config, or name its file with AWS_CONFIG_FILE.";
    return none(
        fmt::format("the credential_process of the profile \"{}\" was not started, because programs are started "
                    "only from ~/.aws/config or the file that AWS_CONFIG_FILE names",
                    name));
}

Found CredentialChain::ofContainer(const std::stop_token& stop) {
    m_places.emplace_back("the container (AWS_CONTAINER_CREDENTIALS_RELATIVE_URI, AWS_CONTAINER_CREDENTIALS_FULL_URI)");
    return containerCredentials(containerUrl(), stop);
}

Found CredentialChain::ofInstance(const Section& section, const std::stop_token& stop) {
    const MetadataSettings& settings = m_settings.metadata;
    const auto first = [](std::string one, const std::string& other) { return one.empty() ? other : one; };
    if (!settings.isEnabled.value_or(!isTrue(variable({"AWS_EC2_METADATA_DISABLED"}))))
        return none("no EC2 IMDS role found, access disabled to EC2 IMDS via client option, or "
                    "\"AWS_EC2_METADATA_DISABLED\" environment variable");
    m_places.emplace_back("the metadata service of EC2 instances");
    const std::string mode = first(settings.mode, valueOf(section, "ec2_metadata_service_endpoint_mode"));
    const std::string fallback = mode == "IPv6" || mode == "ipv6" ? "http://[fd00:ec2::254]" : "http://169.254.169.254";
    InstanceMetadata metadata;
    metadata.endpoint = first(first(settings.endpoint, valueOf(section, "ec2_metadata_service_endpoint")), fallback);
    metadata.allowsVersion1 =
        !isTrue(first(variable({"AWS_EC2_METADATA_V1_DISABLED"}), valueOf(section, "ec2_metadata_v1_disabled")));
    return instanceCredentials(metadata, stop);
}

} // namespace planlens::cloud::aws
