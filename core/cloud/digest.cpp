// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/digest.h"

#include <array>
#include <fmt/core.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

namespace planlens::cloud {
namespace {

using Bytes = std::array<unsigned char, EVP_MAX_MD_SIZE>;

std::string textOf(const Bytes& bytes, unsigned size) {
    return {reinterpret_cast<const char*>(bytes.data()), size};
}

std::string digest(std::string_view text, const EVP_MD* function) {
    Bytes bytes{};
    unsigned size = 0;
    return EVP_Digest(text.data(), text.size(), bytes.data(), &size, function, nullptr) == 1 ? textOf(bytes, size)
                                                                                             : std::string();
}

} // namespace

std::string md5(std::string_view text) {
    return digest(text, EVP_md5());
}

std::string sha1(std::string_view text) {
    return digest(text, EVP_sha1());
}

std::string sha256(std::string_view text) {
    return digest(text, EVP_sha256());
}

std::string hmacSha256(std::string_view key, std::string_view text) {
    Bytes bytes{};
    unsigned size = 0;
    const auto* const data = reinterpret_cast<const unsigned char*>(text.data());
    return HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), data, text.size(), bytes.data(), &size)
               ? textOf(bytes, size)
               : std::string();
}

std::string hex(std::string_view bytes) {
    std::string text;
    for (const char byte : bytes)
        text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
    return text;
}

} // namespace planlens::cloud
