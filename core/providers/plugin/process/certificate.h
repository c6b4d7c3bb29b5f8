// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <string>
#include <string_view>

/// The certificates of automatic mutual TLS: each side makes its own and knows the other's only from having started it.
namespace planlens::providers::plugin {

struct KeyPair {
    std::string certificate; // PEM
    std::string privateKey;  // PEM; never leaves this process
};

/// A self-signed certificate for localhost with a new key (P-256).
diags::Expected<KeyPair, std::string> makeClientCertificate();

/// The certificate of a handshake as PEM.
diags::Expected<std::string, std::string> serverCertificate(std::string_view base64);

} // namespace planlens::providers::plugin
