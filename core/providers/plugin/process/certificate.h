// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <string>
#include <string_view>

/// Certificates of go-plugin's automatic mutual TLS. Each side creates its own certificate; the peers exchange them
/// through the environment and the handshake line of the started process.
namespace planlens::providers::plugin {

struct KeyPair {
    std::string certificate; // PEM
    std::string privateKey;  // PEM; never leaves this process
};

/// Creates a self-signed certificate for localhost with a new P-256 key.
diags::Expected<KeyPair, std::string> makeClientCertificate();

/// Converts the certificate of a handshake line (base64 DER without padding) to PEM.
diags::Expected<std::string, std::string> serverCertificate(std::string_view base64);

} // namespace planlens::providers::plugin
