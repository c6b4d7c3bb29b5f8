// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>

namespace planlens::testing {

struct Certificate {
    std::string certificatePem, keyPem;
    /// DER in base64 without padding, as handshakes have it.
    std::string handshakeForm() const;
};

/// A new key and a certificate for "localhost" that it signs itself. Throws std::runtime_error.
Certificate makeCertificate();

} // namespace planlens::testing
