// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/google/read_settings.h"
#include "core/cloud/google/session.h"
#include "core/cloud/http/uri.h"
#include "core/cloud/json_object.h"
#include "core/diags/join_messages.h"
#include "core/encryption/provider_arguments.h"
#include "core/encryption/servers/wrapped_key.h"
#include "core/system/environment.h"
#include "core/values/text/base64.h"

#include <cctype>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace planlens::encryption {

using cloud::Arguments;
using diags::Diagnostics;
using diags::Unexpected;

namespace {

namespace google = cloud::google;
using Kind = ArgumentType::Kind;
using Bytes = diags::Expected<std::string, std::string>; // or a message

constexpr WrappedKeyFormat metadataFormat{"ciphertext", "gcp_kms.keyMeta", "failed to encrypt key: ", ""};

/// "NotFound" of "NOT_FOUND".
std::string codeOf(const std::string& status) {
    std::string code;
    bool isStart = true;
    for (const char letter : status) {
        if (letter != '_')
            code += isStart ? letter : static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
        isStart = letter == '_';
    }
    return code;
}

/// Advice for an error of the service; empty if there is none.
std::string adviceFor(const google::ServiceError& error, const std::string& status) {
    if (!error.advice.empty())
        return error.advice;
    if (status == "PERMISSION_DENIED")
        return "Check the name of the key in kms_encryption_key. The account of the credentials needs the role \"Cloud "
               "KMS CryptoKey Encrypter/Decrypter\" (roles/cloudkms.cryptoKeyEncrypterDecrypter) on the key.";
    if (status == "NOT_FOUND" || status == "INVALID_ARGUMENT")
        return "Check the name of the key in kms_encryption_key.";
    if (status == "FAILED_PRECONDITION")
        return "Enable the key or its version again, and try again.";
    return error.status == 0 && error.body.empty()
               ? "Check the network and the proxy (HTTPS_PROXY) if one is needed, and try again."
               : "";
}

/// The error as the reference has it, which calls the service with gRPC.
std::string textOf(const google::ServiceError& error) {
    const auto body = cloud::JsonObject::parse(error.body);
    const auto details = body ? body->object("error") : std::nullopt;
    const std::string status = details ? details->text("status") : std::string();
    std::string text = status.empty()
                           ? error.text
                           : fmt::format("rpc error: code = {} desc = {}", codeOf(status), details->text("message"));
    const std::string advice = adviceFor(error, status);
    if (!advice.empty() && !text.ends_with(advice))
        text += "\n\n" + advice;
    return text;
}

/// Encrypts random keys with a key of Cloud KMS. Used by one thread at a time, as the setup of encryption is.
class GcpKms final : public WrappedKeyProvider {
public:
    GcpKms(std::string keyName, std::size_t keyLength, std::string universe, std::unique_ptr<google::Session> session)
        : WrappedKeyProvider(metadataFormat, keyLength)
        , m_keyName(std::move(keyName))
        , m_universe(std::move(universe))
        , m_session(std::move(session)) {}

private:
    NewDataKey generate() const override {
        NewDataKey key = randomKey();
        if (!key)
            return key;
        auto wrapped = call("encrypt", "plaintext", key->plain, "ciphertext");
        if (!wrapped)
            return Unexpected{wrapped.error()};
        key->wrapped = *std::move(wrapped);
        return key;
    }
    Bytes decrypt(const std::string& wrapped) const override {
        return call("decrypt", "ciphertext", wrapped, "plaintext");
    }

    Bytes call(const char* operation, const char* given, const std::string& content, const char* returned) const {
        cloud::http::Request request;
        request.method = "POST";
        request.url = fmt::format("https://cloudkms.{}/v1/{}:{}", m_universe,
                                  cloud::http::encoded(m_keyName, cloud::http::Slashes::Kept), operation);
        request.body = nlohmann::json{{given, values::toBase64(content)}}.dump();
        const google::Outcome outcome = m_session->send(request, {});
        if (!outcome)
            return Unexpected{textOf(outcome.error())};
        const auto response = cloud::JsonObject::parse(outcome->body);
        auto bytes = values::fromBase64(response ? response->text(returned) : std::string());
        if (!bytes || bytes->empty())
            return Unexpected{fmt::format("the response of {} has no field {} in Base64", request.url, returned)};
        return *std::move(bytes);
    }

    const std::string m_keyName, m_universe;
    const std::unique_ptr<google::Session> m_session;
};

ArgumentTypes argumentTypes() {
    static const std::vector<ArgumentType> types{
        {"key_length", Kind::Integer, true},
        {"kms_encryption_key", Kind::Text, true},
        {"access_token"},
        {"credentials"},
        {"impersonate_service_account"},
        {"impersonate_service_account_delegates", Kind::Texts},
    };
    return types;
}

google::Settings readSettings(const Arguments& given, const std::filesystem::path& directory, Diagnostics& problems) {
    google::Settings settings;
    google::Purpose& purpose = settings.purpose;
    purpose.scopes = "https://www.googleapis.com/auth/cloud-platform https://www.googleapis.com/auth/cloudkms";
    purpose.scopeOfAccount = "https://www.googleapis.com/auth/cloudkms";
    purpose.usedBy = "key provider \"gcp_kms\"";
    purpose.failedCall = "invalid key provider configuration: ";
    purpose.credentialVariables = {"GOOGLE_CREDENTIALS"};
    if (std::string domain = system::environmentText("GOOGLE_CLOUD_UNIVERSE_DOMAIN"); !domain.empty())
        settings.universe = std::move(domain);
    google::readCredentials(given, directory, settings, problems);
    return settings;
}

/// The first problem with the key; empty if there is none.
std::string checkKey(const std::string& name, std::int64_t length) {
    constexpr int longest = 1024; // bytes
    if (name.empty())
        return "kms_key_name must be provided";
    if (length < 1)
        return "key_length must be at least 1";
    if (length > longest)
        return "key_length must be less than the GCP limit of 1024";
    return {};
}

KeyProviderPtr make(const values::Value& arguments, const KeyProviderType::Context& context, std::string& problem) {
    const Arguments given(arguments);
    Diagnostics problems;
    google::Settings settings = readSettings(given, context.directory, problems);
    std::string universe = settings.universe;
    auto session = std::make_unique<google::Session>(std::move(settings));
    if (!problems.hasErrors())
        problems.append(session->check({}));
    const std::string name = given.text("kms_encryption_key");
    const std::int64_t length = keyLengthIn(arguments);
    problem = problems.hasErrors() ? diags::paragraphs(problems[0]) : checkKey(name, length);
    if (!problem.empty())
        return nullptr;
    return std::make_unique<const GcpKms>(name, static_cast<std::size_t>(length), std::move(universe),
                                          std::move(session));
}

} // namespace

const KeyProviderType gcpKmsKeyProvider = keyProviderWithArguments<argumentTypes, make>("gcp_kms");

} // namespace planlens::encryption
