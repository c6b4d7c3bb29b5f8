// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/azure/method.h"
#include "core/cloud/azure/pfx.h"
#include "core/cloud/azure/requests.h"
#include "core/cloud/azure/text_or_file.h"
#include "core/cloud/signed_token.h"
#include "core/values/random.h"
#include "core/values/text/base64.h"
#include "core/values/text/digest.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace planlens::cloud::azure {
namespace {

using diags::Expected;
using diags::Unexpected;

/// The bytes of the PFX file.
Expected<std::string, std::string> pfxBytes(const Settings& settings) {
    const TextOrFile& given = settings.certificate.pfx;
    const auto bytes = values::fromBase64(given.value);
    if (!bytes)
        return Unexpected{
            fmt::format("error decoding client certificate: illegal base64 data at input byte {}", bytes.error())};
    auto content = readGivenFile(given.file, "client certificate", settings);
    if (!content)
        return content;
    if (bytes->empty() && content->empty())
        return Unexpected{std::string("missing certificate, client certificate is required")};
    if (!bytes->empty() && !content->empty() && *bytes != *content)
        return Unexpected{std::string("client certificate provided directly and through file do not match; either make "
                                      "them the same value or only provide one")};
    return content->empty() ? *bytes : *std::move(content);
}

std::vector<std::string> problems(const Context& context) {
    const Settings& settings = context.settings;
    std::vector<std::string> found = applicationProblems(settings);
    const auto bytes = pfxBytes(settings);
    if (!bytes)
        found.push_back(fmt::format("The Client Certificate is misconfigured: {}.", bytes.error()));
    else if (const auto opened = openPfx(*bytes, settings.certificate.password); !opened)
        found.push_back(fmt::format("The Client Certificate is invalid: {}.", opened.error()));
    return found;
}

/// A token that proves the possession of the key to Microsoft Entra ID.
Expected<std::string, std::string> assertionOf(const CertifiedKey& key, const std::string& clientId,
                                               const Context& context) {
    using nlohmann::json;
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now).count();
    constexpr int lifetime = 600; // seconds
    const json header{{"alg", "PS256"}, {"typ", "JWT"}, {"x5t#S256", toBase64Url(values::sha256(key.certificate))}};
    const json claims{{"aud", context.cloud.login + context.settings.tenant + "/oauth2/v2.0/token"},
                      {"exp", seconds + lifetime},
                      {"iss", clientId},
                      {"jti", values::randomUuid()},
                      {"nbf", seconds},
                      {"sub", clientId}};
    return signedToken(header.dump(), claims.dump(), key.privateKey, SignatureScheme::Pss);
}

FoundToken token(const Context& context, const std::string& scope) {
    const Settings& settings = context.settings;
    const auto failure = [](const std::string& problem) {
        return Unexpected{TokenFailure{"ClientCertificateCredential: " + problem}};
    };
    const auto id = readTextOrFile(settings.clientId, "client ID", settings);
    const auto bytes = pfxBytes(settings);
    if (!id || !bytes)
        return failure(id ? bytes.error() : id.error());
    const auto key = openPfx(*bytes, settings.certificate.password);
    if (!key)
        return failure(key.error());
    const auto assertion = assertionOf(*key, *id, context);
    if (!assertion)
        return failure(assertion.error());
    FoundToken found = requestToken("ClientCertificateCredential", assertionForm(*id, *assertion), scope,
                                    settings.tenant, context.cloud, settings, context.stop);
    if (!found)
        found.error().advice = fmt::format(
            "The credentials are the certificate of the application {} in the tenant {} ({}). Check these IDs, whether "
            "the certificate is registered and has not expired, and that the clock of this machine is right.",
            *id, settings.tenant,
            settings.certificate.pfx.file.empty() ? "client_certificate or ARM_CLIENT_CERTIFICATE"
                                                  : settings.certificate.pfx.file);
    return found;
}

} // namespace

Method clientCertificate() {
    return {"Invalid Azure Client Certificate Auth", problems, tenantConflict, token};
}

} // namespace planlens::cloud::azure
