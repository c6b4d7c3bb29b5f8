// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <optional>
#include <string>

namespace planlens::lang {

struct RsaResult {
    std::optional<std::string> text;     // none if it cannot be decrypted
    std::optional<std::string> keyError; // the problem with the key
};

/// Decrypts with PKCS #1 v1.5 and a PEM private key.
RsaResult decryptRsa(const std::string& bytes, const std::string& pem);

} // namespace planlens::lang
