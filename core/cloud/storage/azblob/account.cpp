// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/storage/azblob/account.h"

#include "core/values/text/base64.h"

#include <fmt/core.h>

namespace planlens::cloud::storage::azblob {

using diags::Diagnostic;
using diags::Result;

std::string Account::endpoint() const {
    if (!m_settings.endpoint.empty())
        return m_settings.endpoint; // without waiting for a request
    const std::lock_guard lock(m_mutex);
    return m_endpoint;
}

Result<Access> Account::access(const std::stop_token& stop) {
    const std::lock_guard lock(m_mutex);
    if (m_endpoint.empty()) {
        const Result<cloud::azure::Cloud> cloud = m_session.cloud(stop);
        if (!cloud.isOk())
            return cloud.diagnostics;
        m_endpoint = fmt::format("https://{}.blob.{}", m_settings.name, cloud->storageDomain);
    }
    if (m_accessKey.empty() && !m_settings.sasToken.empty())
        return Access{.endpoint = m_endpoint, .sasToken = m_settings.sasToken};
    if (m_accessKey.empty() && m_settings.usesTokens) {
        Result<std::string> token = m_session.token(cloud::azure::storageScope, stop);
        if (!token.isOk())
            return std::move(token.diagnostics);
        return Access{.endpoint = m_endpoint, .token = *std::move(token.value)};
    }
    if (m_accessKey.empty()) {
        Result<std::string> listed = m_session.accessKey(m_settings.resourceGroup, m_settings.name, stop);
        if (!listed.isOk())
            return std::move(listed.diagnostics);
        auto bytes = values::fromBase64(*listed);
        if (!bytes || bytes->empty())
            return Diagnostic::error("error getting container client: error creating credential from shared access "
                                     "key: the key is not in Base64",
                                     {});
        m_accessKey = *std::move(bytes);
    }
    return Access{.endpoint = m_endpoint, .key = {m_settings.name, m_accessKey}};
}

} // namespace planlens::cloud::storage::azblob
