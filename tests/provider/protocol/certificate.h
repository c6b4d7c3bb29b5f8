// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>

namespace planlens::testing {

struct Certificate {
    std::string certificatePem, keyPem;
    /// Returns DER in base64 without padding, as used in handshakes.
    std::string handshakeForm() const;
};

/// Makes a key and a self-signed certificate for "localhost". Throws std::runtime_error.
Certificate makeCertificate();

} // namespace planlens::testing
