// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/http/exchange.h"
#include "core/cloud/json_object.h"
#include "core/diags/expected.h"
#include "core/encryption/servers/wrapped_key.h"

#include <chrono>
#include <string>
#include <string_view>

namespace planlens::encryption {

/// The connection to an OpenBao or Vault server.
struct OpenBaoServer {
    std::string address = "https://127.0.0.1:8200"; // without user and password
    std::string username, password;                 // of the address
    std::string token, nameSpace;                   // empty: not sent
    std::string unixSocket; // used instead of the address, if that starts with unix://; empty: none
    cloud::http::Tls tls;
    std::string serverName;           // of the certificate; empty: that of the address
    std::optional<std::string> proxy; // not set: that of the environment
    int retries = 2;
    std::chrono::milliseconds limit{60'000}; // of a request
    enum class Redirects { Followed, Returned };
    Redirects redirects = Redirects::Followed;
};

/// Reads the variables BAO_… and VAULT_…. An address or token that is not empty replaces that of the environment.
/// The error is a message without secrets.
diags::Expected<OpenBaoServer, std::string> readOpenBaoServer(const std::string& address, const std::string& token);

/// The transit engine of a server, with one key of it. Errors are messages without secrets.
class OpenBaoTransit {
public:
    /// `path` is that of the engine: "/transit".
    OpenBaoTransit(OpenBaoServer server, std::string path, std::string keyName)
        : m_server(std::move(server))
        , m_path(std::move(path))
        , m_keyName(std::move(keyName)) {}

    /// A new key of this length in bytes. Blocks.
    NewDataKey generate(int length) const;
    /// The key that generate() returned together with `wrapped`. Blocks.
    diags::Expected<std::string, std::string> decrypt(const std::string& wrapped) const;

private:
    diags::Expected<cloud::JsonObject, std::string> write(std::string_view operation, const std::string& body) const;

    OpenBaoServer m_server;
    std::string m_path, m_keyName;
};

} // namespace planlens::encryption
