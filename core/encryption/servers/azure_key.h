// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/azure/requests.h"
#include "core/cloud/azure/session.h"
#include "core/cloud/json_object.h"
#include "core/diags/expected.h"

#include <memory>
#include <string>

namespace planlens::encryption {

/// A key that a key of Azure Key Vault has encrypted, as bytes, with all that decrypts it.
struct SealedKey {
    std::string ciphertext;
    std::string algorithm;                     // "RSA-OAEP-256"
    std::string version = {};                  // of the key of the vault
    std::string iv = {}, tag = {}, extra = {}; // of a symmetric algorithm
};

/// A key in a vault or a managed HSM. The vault says in its first response which tokens it accepts. Errors are messages
/// without secrets. Used by one thread at a time.
class AzureKey {
public:
    /// `vault` is the address of the vault: "https://NAME.vault.azure.net/".
    AzureKey(const std::string& vault, std::string name, const cloud::azure::Settings& settings)
        : m_vault(vault)
        , m_name(std::move(name))
        , m_settings(settings)
        , m_session(settings) {}

    /// The reason why tokens cannot be obtained; empty if none is known. Sends no request for a token.
    std::string check();
    /// Uses the current version of the key. Blocks.
    diags::Expected<SealedKey, std::string> encrypt(const std::string& algorithm, const std::string& plain);
    /// Blocks.
    diags::Expected<std::string, std::string> decrypt(const SealedKey& key);

private:
    using Reply = diags::Expected<cloud::JsonObject, std::string>;
    Reply call(const std::string& operation, const std::string& body);
    std::string authenticate(const std::string& challenge, const std::string& host);
    cloud::azure::Outcome sendOnce(cloud::http::Request request, std::string& problem);

    const std::string m_vault, m_name;
    const cloud::azure::Settings m_settings;
    cloud::azure::Session m_session;
    std::string m_scope; // of tokens; empty: not known before the first response
};

} // namespace planlens::encryption
