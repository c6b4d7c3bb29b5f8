// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions/crypto/digest.h"

#include <openssl/evp.h>

namespace planlens::lang {
namespace {

const EVP_MD* implementation(Digest algorithm) {
    switch (algorithm) {
    case Digest::Md5:
        return EVP_md5();
    case Digest::Sha1:
        return EVP_sha1();
    case Digest::Sha256:
        return EVP_sha256();
    case Digest::Sha512:
        return EVP_sha512();
    }
    return nullptr;
}

} // namespace

std::string digest(Digest algorithm, std::string_view bytes) {
    unsigned char result[EVP_MAX_MD_SIZE];
    unsigned int size = 0;
    if (EVP_Digest(bytes.data(), bytes.size(), result, &size, implementation(algorithm), nullptr) != 1)
        return {};
    return {reinterpret_cast<const char*>(result), size};
}

std::string toHex(std::string_view bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out;
    out.reserve(bytes.size() * 2);
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        out += {digits[byte >> 4], digits[byte & 15]};
    }
    return out;
}

} // namespace planlens::lang
