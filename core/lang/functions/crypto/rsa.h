// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <optional>
#include <string>

namespace planlens::lang {

struct RsaResult {
    std::optional<std::string> text;     // none where it cannot be decrypted
    std::optional<std::string> keyError; // what is wrong with the key
};

/// Decrypts by PKCS #1 v1.5 with a private key in PEM.
RsaResult decryptRsa(const std::string& bytes, const std::string& pem);

} // namespace planlens::lang
