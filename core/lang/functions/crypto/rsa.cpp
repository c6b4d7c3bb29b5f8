// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions/crypto/rsa.h"

#include "core/lang/functions/crypto/openssh_key.h"
#include "core/values/text/quoted.h"

#include <openssl/decoder.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>

#include <memory>
#include <string_view>
#include <vector>

namespace planlens::lang {
namespace {

/// A PEM block.
struct PemBlock {
    std::string name;
    std::string header;
    std::string data;
};

std::optional<PemBlock> readPem(const std::string& pem) {
    const std::unique_ptr<BIO, decltype(&BIO_free)> input(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())),
                                                          BIO_free);
    char* name = nullptr;
    char* header = nullptr;
    unsigned char* data = nullptr;
    long size = 0;
    if (!input || PEM_read_bio(input.get(), &name, &header, &data, &size) != 1)
        return std::nullopt;
    PemBlock block{name, header, {reinterpret_cast<const char*>(data), static_cast<std::size_t>(size)}};
    OPENSSL_free(name);
    OPENSSL_free(header);
    OPENSSL_clear_free(data, static_cast<std::size_t>(size));
    return block;
}

KeyPtr decodeDer(const std::string& der, const char* structure) {
    EVP_PKEY* key = nullptr;
    const std::unique_ptr<OSSL_DECODER_CTX, decltype(&OSSL_DECODER_CTX_free)> decoder(
        OSSL_DECODER_CTX_new_for_pkey(&key, "DER", structure, nullptr, EVP_PKEY_KEYPAIR, nullptr, nullptr),
        OSSL_DECODER_CTX_free);
    const auto* bytes = reinterpret_cast<const unsigned char*>(der.data());
    std::size_t size = der.size();
    if (!decoder || OSSL_DECODER_from_data(decoder.get(), &bytes, &size) != 1)
        return KeyPtr(nullptr, EVP_PKEY_free);
    return KeyPtr(key, EVP_PKEY_free);
}

/// Returns the private key, or sets the problem.
KeyPtr readKey(const std::string& pem, std::string& problem) {
    KeyPtr none(nullptr, EVP_PKEY_free);
    const auto block = readPem(pem);
    if (!block) {
        problem = "invalid private key: ssh: no key found";
        return none;
    }
    if (block->header.find("DEK-Info:") != std::string::npos) {
        problem = "invalid private key: ssh: this private key is passphrase protected";
        return none;
    }
    KeyPtr key(nullptr, EVP_PKEY_free);
    if (block->name == "OPENSSH PRIVATE KEY") {
        key = readOpenSshKey(block->data, problem);
        if (!key && problem.empty())
            problem = "invalid private key: ssh: malformed OpenSSH key";
    } else if (block->name == "RSA PRIVATE KEY" || block->name == "PRIVATE KEY") {
        key = decodeDer(block->data, block->name == "PRIVATE KEY" ? "PrivateKeyInfo" : "type-specific");
        if (!key)
            problem = "invalid ASN1 data in the given private key: sequence truncated";
    } else if (block->name == "EC PRIVATE KEY" || block->name == "DSA PRIVATE KEY") {
        problem = "invalid private key type %!t(" + block->name + ")";
    } else {
        problem = "invalid private key: ssh: unsupported key type " + values::quoted(block->name);
    }
    if (key && EVP_PKEY_get_base_id(key.get()) != EVP_PKEY_RSA) {
        problem = "invalid private key type";
        return none;
    }
    return key;
}

/// Removes PKCS #1 v1.5 padding. Not done by the library, because libraries differ for invalid padding.
std::optional<std::string> withoutPadding(const std::vector<unsigned char>& block) {
    constexpr std::size_t leastPadding = 8;
    if (block.size() < leastPadding + 3 || block[0] != 0 || block[1] != 2)
        return std::nullopt;
    std::size_t end = 2;
    while (end < block.size() && block[end] != 0)
        ++end;
    if (end == block.size() || end < leastPadding + 2)
        return std::nullopt;
    return std::string(block.begin() + static_cast<std::ptrdiff_t>(end) + 1, block.end());
}

} // namespace

RsaResult decryptRsa(const std::string& bytes, const std::string& pem) {
    RsaResult result;
    std::string problem;
    const KeyPtr key = readKey(pem, problem);
    if (!key) {
        result.keyError = problem;
        return result;
    }
    const std::unique_ptr<EVP_PKEY_CTX, decltype(&EVP_PKEY_CTX_free)> context(EVP_PKEY_CTX_new(key.get(), nullptr),
                                                                              EVP_PKEY_CTX_free);
    const auto* input = reinterpret_cast<const unsigned char*>(bytes.data());
    std::size_t size = static_cast<std::size_t>(EVP_PKEY_get_size(key.get()));
    std::vector<unsigned char> block(size);
    if (context && EVP_PKEY_decrypt_init(context.get()) == 1 &&
        EVP_PKEY_CTX_set_rsa_padding(context.get(), RSA_NO_PADDING) == 1 &&
        EVP_PKEY_decrypt(context.get(), block.data(), &size, input, bytes.size()) == 1) {
        block.resize(size);
        result.text = withoutPadding(block);
    }
    return result;
}

} // namespace planlens::lang
