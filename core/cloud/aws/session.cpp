// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/aws/session.h"

#include "core/cloud/aws/credential_chain.h"
#include "core/diags/join_messages.h"
#include "core/system/environment.h"
#include "core/values/text/trimmed.h"

#include <algorithm>
#include <fmt/core.h>
#include <pugixml.hpp>

namespace planlens::cloud::aws {
namespace {

using diags::Diagnostic;
using diags::Diagnostics;
using diags::Unexpected;
using system::environmentText;

/// The address of a service that the environment or the profile configures; empty if there is none.
std::string configuredEndpoint(Service service, const Section& profile, const Profiles& profiles) {
    if (environmentText("AWS_IGNORE_CONFIGURED_ENDPOINT_URLS") == "true" ||
        valueOf(profile, "ignore_configured_endpoint_urls") == "true")
        return {};
    const std::string key(namesOf(service).key);
    std::string name = key;
    std::ranges::transform(name, name.begin(),
                           [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
    for (const std::string& url : {environmentText("AWS_ENDPOINT_URL_" + name), environmentText("AWS_ENDPOINT_URL")})
        if (!url.empty())
            return url;
    if (const Section* const services = profiles.services(valueOf(profile, "services")))
        if (std::string url = valueOf(*services, key + ".endpoint_url"); !url.empty())
            return url;
    return valueOf(profile, "endpoint_url");
}

bool isExpired(const ServiceError& error) {
    return error.is("ExpiredToken") || error.is("ExpiredTokenException");
}

} // namespace

std::string accountOfArn(const std::string& arn) {
    std::size_t start = 0;
    for (int part = 0; part < 4; ++part) {
        start = arn.find(':', start);
        if (start == std::string::npos)
            return {};
        ++start;
    }
    const std::size_t end = arn.find(':', start);
    return end == std::string::npos ? std::string() : arn.substr(start, end - start);
}

Session::Session(Settings settings)
    : m_settings(std::move(settings))
    , m_caller(m_settings.transport) {}

Session::Endpoint Session::endpoint(Service service) const {
    const auto withoutSlash = [](const std::string& url) { return std::string(values::trimmedEnd(url, "/")); };
    const auto it = m_settings.endpoints.find(service);
    if (it != m_settings.endpoints.end())
        return {withoutSlash(it->second), true};
    const std::string region =
        service == Service::Sts && !m_settings.stsRegion.empty() ? m_settings.stsRegion : m_settings.region;
    return {defaultEndpoint(service, region, m_settings.variants), false};
}

Sts Session::sts() {
    return {&m_caller, endpoint(Service::Sts).url,
            m_settings.stsRegion.empty() ? m_settings.region : m_settings.stsRegion};
}

Diagnostics Session::connect(const std::stop_token& stop) {
    const auto renewAt = std::chrono::system_clock::now() + std::chrono::minutes(5);
    if (m_isConnected && (!m_credentials.expires || *m_credentials.expires > renewAt))
        return {};
    if (!m_isConnected) {
        m_profiles = Profiles::read(m_settings.files);
        static const Section empty;
        const Section* const known = m_profiles.profile(selectedProfile(m_settings));
        const Section& profile = known ? *known : empty;
        m_settings.variants.isFips = m_settings.variants.isFips || valueOf(profile, "use_fips_endpoint") == "true";
        m_settings.variants.isDualStack =
            m_settings.variants.isDualStack || valueOf(profile, "use_dualstack_endpoint") == "true";
        for (const Service service :
             {Service::S3, Service::DynamoDb, Service::Sts, Service::Iam, Service::Sso, Service::SsoOidc, Service::Kms})
            if (!m_settings.endpoints.contains(service))
                if (std::string url = configuredEndpoint(service, profile, m_profiles); !url.empty())
                    m_settings.endpoints[service] = std::move(url);
    }
    CredentialChain chain(m_settings, m_profiles, m_caller, sts());
    auto found = chain.find(stop);
    if (!found) {
        const bool areStillValid =
            m_isConnected && m_credentials.expires && *m_credentials.expires > std::chrono::system_clock::now();
        return areStillValid ? Diagnostics() : Diagnostics(std::move(found.error()));
    }
    m_credentials = *std::move(found);
    if (m_isConnected)
        return {};
    Diagnostics diagnostics = checkCredentials(stop);
    m_isConnected = !diagnostics.hasErrors();
    return diagnostics;
}

/// The text of an error. Whose credentials have expired is part of it.
std::string Session::textOf(const ServiceError& error) const {
    if (!isExpired(error))
        return error.text;
    return fmt::format(
        "{}\n\nThe credentials have expired. They are those of {}. Renew them, for example with \"aws sso "
        "login\", and try again.",
        error.text, m_credentials.source);
}

Outcome Session::send(Call call, const std::stop_token& stop) {
    if (const Diagnostics problems = connect(stop); problems.hasErrors())
        return Unexpected{ServiceError{.text = diags::paragraphs(problems[0])}};
    Outcome outcome = m_caller.send(call, m_credentials, stop);
    // Credentials can be revoked or expire early; those of a session may have been renewed by now.
    if (!outcome && m_credentials.expires && isExpired(outcome.error())) {
        m_credentials.expires = Time();
        if (!connect(stop).hasErrors())
            outcome = m_caller.send(call, m_credentials, stop);
    }
    if (!outcome)
        outcome.error().text = textOf(outcome.error());
    return outcome;
}

Diagnostics Session::checkCredentials(const std::stop_token& stop) {
    std::string account;
    if (!m_settings.skipsValidation) {
        const auto arn = callerIdentity(sts(), m_credentials, stop);
        if (!arn)
            return Diagnostic::error(
                "validating provider credentials: retrieving caller identity from STS: " + textOf(arn.error()), {});
        account = accountOfArn(*arn);
    }
    const auto& allowed = m_settings.allowedAccounts;
    const auto& forbidden = m_settings.forbiddenAccounts;
    if (allowed.empty() && forbidden.empty())
        return {};
    if (account.empty() && !m_settings.skipsAccountId) {
        const auto found = accountId(stop);
        if (!found)
            return Diagnostic::error("Retrieving AWS account details: AWS account ID not previously found and failed "
                                     "retrieving via all available methods.",
                                     found.error());
        account = *found;
    }
    const bool isAllowed = std::ranges::find(forbidden, account) == forbidden.end() &&
                           (allowed.empty() || std::ranges::find(allowed, account) != allowed.end());
    if (isAllowed)
        return {};
    return Diagnostic::error("Invalid account ID", "AWS account ID not allowed: " + account);
}

/// The account, from IAM or else from STS.
diags::Expected<std::string, std::string> Session::accountId(const std::stop_token& stop) {
    const Call call = formCall("IAM", "GetUser", {}, endpoint(Service::Iam).url,
                               {"iam", signingRegion(Service::Iam, m_settings.region)});
    const Outcome user = m_caller.send(call, m_credentials, stop);
    if (user) {
        pugi::xml_document document;
        document.load_buffer(user->body.data(), user->body.size());
        const std::string arn = document.first_child().child("GetUserResult").child("User").child_value("Arn");
        if (std::string account = accountOfArn(arn); !account.empty())
            return account;
    }
    const auto arn = callerIdentity(sts(), m_credentials, stop);
    if (arn)
        return accountOfArn(*arn);
    return Unexpected{(user ? std::string() : user.error().text + "\n") + arn.error().text};
}

} // namespace planlens::cloud::aws
