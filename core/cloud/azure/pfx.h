// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <string>

namespace planlens::cloud::azure {

/// A certificate and its key.
struct CertifiedKey {
    std::string certificate; // DER
    std::string privateKey;  // PEM, without a passphrase
};

/// Opens PKCS #12 (PFX), also with the old ciphers that Windows uses. More certificates than that of the key are
/// ignored. The error has the words of the reference, and contains neither the password nor the key.
diags::Expected<CertifiedKey, std::string> openPfx(const std::string& bytes, const std::string& password);

} // namespace planlens::cloud::azure
