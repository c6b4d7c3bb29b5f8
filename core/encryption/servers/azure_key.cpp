// SPDX-License-Identifier: MPL-2.0
#include "core/encryption/servers/azure_key.h"

#include "core/cloud/http/uri.h"
#include "core/cloud/signed_token.h"
#include "core/diags/join_messages.h"
#include "core/values/text/base64.h"
#include "core/values/text/split.h"
#include "core/values/text/trimmed.h"

#include <algorithm>
#include <fmt/core.h>
#include <map>
#include <nlohmann/json.hpp>

namespace planlens::encryption {

using cloud::JsonObject;
using cloud::http::Request;
using diags::Expected;
using diags::Unexpected;
namespace azure = cloud::azure;

namespace {

constexpr int unauthorized = 401;

std::optional<std::string> fromBase64Url(std::string text) {
    std::ranges::replace(text, '-', '+');
    std::ranges::replace(text, '_', '/');
    text.append((4 - text.size() % 4) % 4, '=');
    auto bytes = values::fromBase64(text);
    return bytes ? std::optional(*std::move(bytes)) : std::nullopt;
}

/// The parameters of a challenge: authorization, and resource or scope.
std::map<std::string, std::string> partsOf(std::string challenge) {
    constexpr std::string_view scheme = "Bearer ";
    if (challenge.starts_with(scheme))
        challenge.erase(0, scheme.size());
    std::map<std::string, std::string> parts;
    for (const std::string_view part : values::split(challenge, ' ')) {
        const std::size_t equals = part.find('=');
        if (equals == std::string_view::npos)
            continue;
        std::string value(part.substr(equals + 1));
        std::erase(value, '"');
        parts[std::string(part.substr(0, equals))] = values::trimmedEnd(value, ",");
    }
    return parts;
}

/// The tenant in "https://login.microsoftonline.com/TENANT".
std::string tenantOf(const std::string& authorization) {
    const std::string path = authorization.empty() ? std::string() : cloud::http::parseUri(authorization).path;
    return path.empty() ? path : path.substr(1, path.find('/', 1) - 1);
}

/// The error with what to do about it.
std::string textOf(const azure::ServiceError& error) {
    constexpr int forbidden = 403, notFound = 404;
    std::string advice;
    if (error.status == unauthorized)
        advice = "The vault does not accept the token. Check that the vault belongs to the tenant of the credentials.";
    else if (error.status == forbidden)
        advice = "The credentials need the permissions to encrypt and decrypt with the key, for example by the role "
                 "\"Key Vault Crypto User\". The key must be enabled, and the firewall of the vault must admit this "
                 "machine.";
    else if (error.status == notFound)
        advice = "Check vault_uri and vault_key_name.";
    else if (error.status == 0)
        advice = "Check vault_uri, the network, and the proxy (HTTPS_PROXY) if one is needed, and try again.";
    return advice.empty() ? error.text : error.text + "\n\n" + advice;
}

nlohmann::json parametersOf(const SealedKey& key) {
    nlohmann::json parameters{{"alg", key.algorithm}, {"value", cloud::toBase64Url(key.ciphertext)}};
    for (const auto& [name, bytes] : {std::pair{"iv", &key.iv}, {"tag", &key.tag}, {"aad", &key.extra}})
        if (!bytes->empty())
            parameters[name] = cloud::toBase64Url(*bytes);
    return parameters;
}

} // namespace

std::string AzureKey::check() {
    if (const auto cloud = m_session.cloud({}); !cloud.isOk())
        return "while obtaining Azure cloud configuration: " + diags::paragraphs(cloud.diagnostics[0]);
    if (const diags::Diagnostics problems = m_session.selectMethod({}); problems.hasErrors()) {
        std::string text = fmt::format("problem getting an auth method: {} problems:\n", problems.size());
        for (const diags::Diagnostic& problem : problems)
            text += fmt::format("\n- {}: {}", problem.summary, problem.detail);
        return text;
    }
    const std::string conflict = m_session.conflict({});
    return conflict.empty() ? conflict : "problem getting auth creds: " + conflict;
}

/// Reads which tokens the vault accepts. The result is the problem.
std::string AzureKey::authenticate(const std::string& challenge, const std::string& host) {
    if (challenge.empty())
        return "response has no WWW-Authenticate header for challenge authentication";
    const auto parts = partsOf(challenge);
    const auto part = [&](const char* name) {
        const auto found = parts.find(name);
        return found == parts.end() ? std::string() : found->second;
    };
    const std::string resource = part("scope").empty() ? part("resource") : part("scope");
    if (resource.empty())
        return "could not find a valid resource in the WWW-Authenticate header";
    // Another server must not get tokens for the vaults of a cloud.
    if (!resource.starts_with("https://") || !host.ends_with('.' + cloud::http::parseUri(resource).host()))
        return fmt::format("challenge resource \"{}\" doesn't match the requested domain. Check vault_uri. See "
                           "https://aka.ms/azsdk/blog/vault-uri for more information",
                           resource);
    m_scope = azure::resourceOf(resource) + "/.default";
    m_session.useTenant(tenantOf(part("authorization")));
    return {};
}

/// Sends a request with a token, if it is known which one.
azure::Outcome AzureKey::sendOnce(Request request, std::string& problem) {
    if (m_scope.empty()) {
        request.body.clear(); // contains a key
        return azure::send(request, m_settings, {});
    }
    const auto token = m_session.token(m_scope, {});
    if (!token.isOk()) {
        problem = diags::paragraphs(token.diagnostics[0]);
        return Unexpected{azure::ServiceError()};
    }
    request.headers.push_back("Authorization: Bearer " + *token);
    azure::Outcome outcome = azure::send(request, m_settings, {}, {*token});
    if (!outcome && outcome.error().status == unauthorized)
        m_session.reject(*token);
    return outcome;
}

/// Calls an operation: "encrypt".
AzureKey::Reply AzureKey::call(const std::string& operation, const std::string& body) {
    cloud::http::Uri uri = cloud::http::parseUri(m_vault);
    if (uri.scheme != "https")
        return Unexpected{
            std::string("authenticated requests are not permitted for non TLS protected (https) endpoints")};
    const std::string host = uri.host();
    uri.path = fmt::format("{}/keys/{}/{}", values::trimmedEnd(uri.path, "/"), m_name, operation);
    uri.query = "api-version=7.6";
    Request request;
    request.method = "POST";
    request.url = uri.toString();
    request.headers = {"Accept: application/json"};
    request.body = body;
    constexpr int rounds = 3; // without a token, with one, and with a new one if it has expired early
    for (int round = 1;; ++round) {
        std::string problem;
        const azure::Outcome outcome = sendOnce(request, problem);
        if (outcome) {
            auto object = JsonObject::parse(outcome->body);
            if (!object)
                return Unexpected{fmt::format("the response of {} is not a JSON object", request.url)};
            return *std::move(object);
        }
        if (!problem.empty())
            return Unexpected{std::move(problem)};
        if (outcome.error().status != unauthorized || round == rounds)
            return Unexpected{textOf(outcome.error())};
        if (problem = authenticate(outcome.error().challenge, host); !problem.empty())
            return Unexpected{std::move(problem)};
    }
}

Expected<SealedKey, std::string> AzureKey::encrypt(const std::string& algorithm, const std::string& plain) {
    SealedKey key{.ciphertext = plain, .algorithm = algorithm};
    const Reply reply = call("encrypt", parametersOf(key).dump());
    if (!reply)
        return Unexpected{reply.error()};
    for (const auto& [name, target] :
         {std::pair{"value", &key.ciphertext}, {"iv", &key.iv}, {"tag", &key.tag}, {"aad", &key.extra}}) {
        auto bytes = fromBase64Url(reply->text(name));
        if (!bytes)
            return Unexpected{fmt::format("the field {} of the response of {} is not in Base64", name, m_vault)};
        *target = *std::move(bytes);
    }
    if (key.ciphertext.empty())
        return Unexpected{fmt::format("the response of {} has no field value", m_vault)};
    const std::string id = reply->text("kid"); // "https://HOST/keys/NAME/VERSION"
    const std::string path = id.empty() ? id : cloud::http::parseUri(id).path.substr(1);
    const auto parts = values::split(path, '/');
    key.version = parts.size() > 2 ? std::string(parts[2]) : std::string();
    return key;
}

Expected<std::string, std::string> AzureKey::decrypt(const SealedKey& key) {
    const std::string version = cloud::http::encoded(key.version);
    const Reply reply = call(version.empty() ? "decrypt" : version + "/decrypt", parametersOf(key).dump());
    if (!reply)
        return Unexpected{reply.error()};
    auto bytes = fromBase64Url(reply->text("value"));
    if (!bytes || bytes->empty())
        return Unexpected{fmt::format("the response of {} has no field value in Base64", m_vault)};
    return *std::move(bytes);
}

} // namespace planlens::encryption
