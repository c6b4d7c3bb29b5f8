// SPDX-License-Identifier: MPL-2.0
#include "core/values/text/digest.h"

#include <array>
#include <openssl/evp.h>
#include <openssl/hmac.h>

namespace planlens::values {
namespace {

using Buffer = std::array<unsigned char, EVP_MAX_MD_SIZE>;

std::string textOf(const Buffer& buffer, unsigned size) {
    return {reinterpret_cast<const char*>(buffer.data()), size};
}

std::string digest(std::string_view bytes, const EVP_MD* algorithm) {
    Buffer buffer{};
    unsigned size = 0;
    return EVP_Digest(bytes.data(), bytes.size(), buffer.data(), &size, algorithm, nullptr) == 1 ? textOf(buffer, size)
                                                                                                 : std::string();
}

} // namespace

std::string md5(std::string_view bytes) {
    return digest(bytes, EVP_md5());
}

std::string sha1(std::string_view bytes) {
    return digest(bytes, EVP_sha1());
}

std::string sha256(std::string_view bytes) {
    return digest(bytes, EVP_sha256());
}

std::string sha512(std::string_view bytes) {
    return digest(bytes, EVP_sha512());
}

std::string hmacSha256(std::string_view key, std::string_view bytes) {
    Buffer buffer{};
    unsigned size = 0;
    const auto* const data = reinterpret_cast<const unsigned char*>(bytes.data());
    return HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), data, bytes.size(), buffer.data(), &size)
               ? textOf(buffer, size)
               : std::string();
}

std::string toHex(std::string_view bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    text.reserve(bytes.size() * 2);
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        text += {digits[byte >> 4], digits[byte & 15]};
    }
    return text;
}

} // namespace planlens::values
