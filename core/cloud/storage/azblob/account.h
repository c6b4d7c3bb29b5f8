// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/azure/session.h"
#include "core/cloud/storage/azblob/signature.h"

#include <mutex>
#include <stop_token>
#include <string>

namespace planlens::cloud::storage::azblob {

/// Which storage account is accessed, and with which credentials.
struct AccountSettings {
    std::string name;
    std::string endpoint;      // "https://ACCOUNT.blob.core.windows.net"; empty: the metadata host decides
    std::string accessKey;     // bytes; empty: none
    std::string sasToken;      // used if there is no access key; without a question mark
    bool usesTokens = false;   // of Microsoft Entra ID, instead of the access key that Azure Resource Manager returns
    std::string resourceGroup; // needed for that key
    cloud::azure::Settings credentials; // used if there is neither an access key nor a SAS token
};

/// The authorization of requests: one of the three.
struct Access {
    std::string endpoint;
    AccountKey key = {};
    std::string sasToken = {};
    std::string token = {};
};

/// The address of a storage account, and the access to it. May be used by several threads.
class Account {
public:
    explicit Account(AccountSettings settings)
        : m_settings(std::move(settings))
        , m_session(m_settings.credentials)
        , m_endpoint(m_settings.endpoint)
        , m_accessKey(m_settings.accessKey) {}

    /// Returns the authorization of the next request. Gets an access key or a token unless there is a valid one.
    diags::Result<Access> access(const std::stop_token& stop);
    /// Forgets a token that the server has rejected.
    void reject(const std::string& token) { m_session.reject(token); }
    /// Empty if it is not known yet.
    std::string endpoint() const;

private:
    const AccountSettings m_settings;
    cloud::azure::Session m_session;
    mutable std::mutex m_mutex; // of the texts below
    std::string m_endpoint;
    std::string m_accessKey; // bytes
};

} // namespace planlens::cloud::storage::azblob
