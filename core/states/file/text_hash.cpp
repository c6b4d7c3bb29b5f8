// SPDX-License-Identifier: MPL-2.0
#include "core/states/file/text_hash.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <span>

namespace planlens::states {

std::string textHash(std::string_view text) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
    unsigned size = 0;
    if (EVP_Digest(text.data(), text.size(), bytes.data(), &size, EVP_sha256(), nullptr) != 1)
        return {};
    std::string digits;
    for (const unsigned char byte : std::span(bytes).first(size))
        digits += fmt::format("{:02x}", byte);
    return digits;
}

} // namespace planlens::states
