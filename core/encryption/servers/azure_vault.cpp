// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/azure/read_settings.h"
#include "core/encryption/provider_arguments.h"
#include "core/encryption/servers/azure_key.h"
#include "core/encryption/servers/wrapped_key.h"
#include "core/values/json/json.h"
#include "core/values/text/base64.h"
#include "core/values/text/quoted.h"

#include <algorithm>
#include <fmt/core.h>

namespace planlens::encryption {

using cloud::Arguments;
using diags::Diagnostics;
using diags::Unexpected;
using values::Value;

namespace {

namespace azure = cloud::azure;
using Kind = ArgumentType::Kind;

constexpr WrappedKeyFormat metadataFormat{"ciphertext", "azure_vault.keyMeta",
                                          "failed to encrypt key: ", "failed to decrypt key: "};

/// Encrypts random keys with a key of a vault. Used by one thread at a time, as the setup of encryption is. The
/// encrypted key is the whole metadata.
class AzureVault final : public WrappedKeyProvider {
public:
    AzureVault(std::size_t keyLength, std::string algorithm, std::unique_ptr<AzureKey> key)
        : WrappedKeyProvider(metadataFormat, keyLength)
        , m_algorithm(std::move(algorithm))
        , m_key(std::move(key)) {}

    std::string checkMetadata(std::string_view metadata) const override {
        SealedKey key;
        return read(metadata, key);
    }

private:
    NewDataKey generate() const override {
        NewDataKey key = randomKey();
        if (!key)
            return key;
        const auto sealed = m_key->encrypt(m_algorithm, key->plain);
        if (!sealed)
            return Unexpected{sealed.error()};
        key->wrapped = written(*sealed);
        return key;
    }
    diags::Expected<std::string, std::string> decrypt(const std::string& wrapped) const override {
        SealedKey key;
        read(wrapped, key);
        if (key.algorithm.empty())
            key.algorithm = m_algorithm;
        return m_key->decrypt(key);
    }
    std::string toMetadata(const std::string& wrapped) const override { return wrapped; }
    std::string fromMetadata(std::string_view metadata) const override {
        SealedKey key;
        read(metadata, key);
        return key.ciphertext.empty() ? std::string() : std::string(metadata);
    }

    static std::string read(std::string_view metadata, SealedKey& key) {
        using enum MetadataField::Kind;
        return readMetadata(metadata, metadataFormat.type,
                            {{metadataFormat.field, &key.ciphertext},
                             {"iv", &key.iv},
                             {"authentication_tag", &key.tag},
                             {"additional_authenticated_data", &key.extra},
                             {"key_version", &key.version, Text},
                             {"algo", &key.algorithm, Text}});
    }
    static std::string written(const SealedKey& key) {
        std::string json = "{";
        for (const auto& [name, bytes] : {std::pair{metadataFormat.field, &key.ciphertext},
                                          {"iv", &key.iv},
                                          {"authentication_tag", &key.tag},
                                          {"additional_authenticated_data", &key.extra}}) {
            json += fmt::format("\"{}\":", name);
            if (bytes->empty())
                json += "null";
            else
                values::appendJsonString(json, values::toBase64(*bytes));
            json += ',';
        }
        json += "\"key_version\":";
        values::appendJsonString(json, key.version);
        json += ",\"algo\":";
        values::appendJsonString(json, key.algorithm);
        return json + '}';
    }

    const std::string m_algorithm;
    const std::unique_ptr<AzureKey> m_key;
};

ArgumentTypes argumentTypes() {
    static const std::vector<ArgumentType> types{
        {"key_length", Kind::Integer, true},
        {"vault_key_name", Kind::Text, true},
        {"vault_uri", Kind::Text, true},
        {"use_cli", Kind::NullableFlag},
        {"client_id"},
        {"client_id_file_path"},
        {"client_secret"},
        {"client_secret_file_path"},
        {"client_certificate"},
        {"client_certificate_password"},
        {"client_certificate_path"},
        {"use_oidc", Kind::Flag},
        {"oidc_token"},
        {"oidc_token_file_path"},
        {"oidc_request_url"},
        {"oidc_request_token"},
        {"use_msi", Kind::Flag},
        {"msi_endpoint"},
        {"use_aks_workload_identity", Kind::Flag},
        {"metadata_host"},
        {"environment"},
        {"subscription_id"},
        {"tenant_id"},
        {"symmetric", Kind::Flag},
        {"symmetric_key_size", Kind::Integer},
    };
    return types;
}

/// The algorithm that the arguments select; nothing beside a problem.
std::string algorithmOf(const Arguments& given, std::string& problem) {
    if (!given.flag("symmetric"))
        return "RSA-OAEP-256";
    const int bits = given.number("symmetric_key_size").value_or(0);
    if (bits == 128 || bits == 192 || bits == 256)
        return fmt::format("A{}GCM", bits);
    problem = "when symmetric is set to true, symmetric_key_size must be given a value of 128, 192, or 256";
    return {};
}

bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool isLetterOrDigit(char c) {
    return isLetter(c) || (c >= '0' && c <= '9');
}
bool areNameLetters(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return isLetterOrDigit(c) || c == '-'; });
}

/// The host of the address, without the port; empty without "://". A problem if it cannot be an address.
std::string hostOf(const std::string& address, std::string& problem) {
    const std::size_t start = address.find("://");
    if (start == std::string::npos)
        return {};
    std::string host = address.substr(start + 3);
    host.resize(std::min(host.find_first_of("/?#"), host.size()));
    host.erase(0, host.rfind('@') + 1); // nothing without a user
    const auto invalid = [&](const std::string& reason) {
        problem = fmt::format("invalid key vault URL: parse {}: {}", values::quoted(address), reason);
        return std::string();
    };
    if (start == 0)
        return invalid("missing protocol scheme");
    if (host.starts_with('[') && host.find(']') == std::string::npos)
        return invalid("missing ']' in host");
    if (const std::size_t place = host.find_first_of(" <>\"\\^`{|}"); place != std::string::npos)
        return invalid(fmt::format("invalid character {} in host name", values::quoted(host.substr(place, 1))));
    if (const std::size_t place = host.find('%'); place != std::string::npos)
        return invalid(fmt::format("invalid URL escape {}", values::quoted(host.substr(place, 3))));
    const std::size_t colon = host.starts_with('[') ? host.find(':', host.find(']')) : host.find(':');
    if (colon == std::string::npos)
        return host;
    const std::string port = host.substr(colon);
    if (port.find_first_not_of("0123456789", 1) != std::string::npos)
        return invalid(fmt::format("invalid port {} after host", values::quoted(port)));
    return host.substr(0, colon);
}

/// The problem with the names of the key and the vault; empty if there is none.
std::string checkNames(const std::string& key, const std::string& vault) {
    constexpr const char* rules = "See documentation here: https://learn.microsoft.com/en-us/azure/"
                                  "azure-resource-manager/management/resource-name-rules#microsoftkeyvault";
    if (key.empty() || key.size() > 127 || !areNameLetters(key))
        return fmt::format("invalid key name: Azure requires a key name consists of 1-127 letters, numbers, or "
                           "hyphens. {}",
                           rules);
    std::string problem;
    std::string name = hostOf(vault, problem);
    if (!problem.empty())
        return problem;
    name.resize(std::min(name.find('.'), name.size()));
    if (name.size() < 3 || name.size() > 24 || !isLetter(name.front()) || !isLetterOrDigit(name.back()) ||
        !areNameLetters(name))
        return fmt::format("invalid key vault name: Azure requires a key vault name consists of 3-24 letters, numbers, "
                           "and hyphens only. It must start with a letter and cannot end with a hyphen. {}",
                           rules);
    if (name.find("--") != std::string::npos)
        return fmt::format("invalid key vault name: Hyphens in a key vault name must be nonconsecutive. {}", rules);
    return {};
}

std::string checkKey(const std::string& key, const std::string& vault, std::int64_t length) {
    if (key.empty())
        return "vault_key_name must be provided";
    if (vault.empty())
        return "vault_uri must be provided";
    if (const std::string problem = checkNames(key, vault); !problem.empty())
        return "misconfigured key vault name or key name: " + problem;
    return length < 1 ? "key_length must be at least 1" : "";
}

/// The credentials. The environment neither enables nor disables ways to get them here, unlike for the backend, and
/// nothing is read from variables of Azure DevOps.
azure::Settings readSettings(const Value& arguments, const std::filesystem::path& directory) {
    std::map<std::string, Value> all{{"use_oidc", Value::boolean(false)},
                                     {"use_msi", Value::boolean(false)},
                                     {"use_aks_workload_identity", Value::boolean(false)},
                                     {"use_cli", Value::boolean(true)}};
    for (std::size_t i = 0; i < arguments.size(); ++i)
        if (!arguments.element(i).isNull())
            all.insert_or_assign(arguments.key(i), arguments.element(i));
    const Arguments given(Value::object({all.begin(), all.end()}));
    Diagnostics none; // they concern flags of the environment
    azure::Settings settings = azure::readSettings(given, directory, none);
    settings.usedBy = "key provider \"azure_vault\"";
    azure::Settings::OpenIdConnect& oidc = settings.oidc;
    oidc.token.file = given.text("oidc_token_file_path", {"ARM_OIDC_TOKEN_FILE_PATH"});
    oidc.requestUrl = given.text("oidc_request_url", {"ARM_OIDC_REQUEST_URL", "ACTIONS_ID_TOKEN_REQUEST_URL"});
    oidc.requestToken = given.text("oidc_request_token", {"ARM_OIDC_REQUEST_TOKEN", "ACTIONS_ID_TOKEN_REQUEST_TOKEN"});
    oidc.serviceConnection.clear();
    return settings;
}

KeyProviderPtr make(const values::Value& arguments, const KeyProviderType::Context& context, std::string& problem) {
    const Arguments given(arguments);
    std::string algorithm = algorithmOf(given, problem);
    const std::string name = given.text("vault_key_name"), vault = given.text("vault_uri");
    const std::int64_t length = keyLengthIn(arguments);
    if (problem.empty())
        problem = checkKey(name, vault, length);
    if (!problem.empty())
        return nullptr;
    auto key = std::make_unique<AzureKey>(vault, name, readSettings(arguments, context.directory));
    problem = key->check();
    if (!problem.empty())
        return nullptr;
    return std::make_unique<const AzureVault>(static_cast<std::size_t>(length), std::move(algorithm), std::move(key));
}

} // namespace

const KeyProviderType azureVaultKeyProvider = keyProviderWithArguments<argumentTypes, make>("azure_vault");

} // namespace planlens::encryption
