// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <string>

namespace planlens::cloud {

/// Whether the first private key of a PEM text needs a passphrase. TLS libraries ask for it on the terminal, or crash.
bool needsPassphrase(const std::string& pem);

/// The error for such a key of a client, and after an empty line what to do.
inline constexpr auto encryptedKeyProblem =
    "the private key of the client certificate is encrypted with a passphrase\n\nPlanlens and OpenTofu do not ask for "
    "passphrases of keys. Write the key without its passphrase to a file that only you can read, for example with "
    "\"(umask 077; openssl pkey -in KEY -out NEW)\", and configure the new key.";

} // namespace planlens::cloud
