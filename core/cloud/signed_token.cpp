// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/signed_token.h"

#include "core/values/text/base64.h"

#include <algorithm>
#include <memory>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>

namespace planlens::cloud {
namespace {

using diags::Unexpected;
using Bio = std::unique_ptr<BIO, decltype(&BIO_free)>;
using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using Context = std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>;

/// Without it, the library asks for the passphrase of a key on the terminal.
int noPassphrase(char*, int, int, void*) {
    return 0;
}

Key readKey(const std::string& pem) {
    const Bio text(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())), BIO_free);
    return {text ? PEM_read_bio_PrivateKey(text.get(), nullptr, noPassphrase, nullptr) : nullptr, EVP_PKEY_free};
}

/// Prepares for signing with SHA-256.
bool start(EVP_MD_CTX* context, EVP_PKEY* key, SignatureScheme scheme) {
    EVP_PKEY_CTX* parameters = nullptr; // belongs to the context
    if (EVP_DigestSignInit(context, &parameters, EVP_sha256(), nullptr, key) != 1)
        return false;
    return scheme == SignatureScheme::Pkcs1 ||
           (EVP_PKEY_CTX_set_rsa_padding(parameters, RSA_PKCS1_PSS_PADDING) == 1 &&
            EVP_PKEY_CTX_set_rsa_pss_saltlen(parameters, RSA_PSS_SALTLEN_DIGEST) == 1);
}

} // namespace

std::string toBase64Url(std::string_view bytes) {
    std::string text = values::toBase64(bytes);
    text.erase(text.find_last_not_of('=') + 1);
    std::ranges::replace(text, '+', '-');
    std::ranges::replace(text, '/', '_');
    return text;
}

diags::Expected<std::string, std::string> signedToken(std::string_view header, std::string_view claims,
                                                      const std::string& privateKey, SignatureScheme scheme) {
    const Key key = readKey(privateKey);
    ERR_clear_error();
    if (!key)
        return Unexpected{std::string("the private key is not a PEM text without a passphrase")};
    if (EVP_PKEY_get_base_id(key.get()) != EVP_PKEY_RSA)
        return Unexpected{std::string("the private key is not an RSA key")};
    const std::string text = toBase64Url(header) + '.' + toBase64Url(claims);
    const Context context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
    const auto* const data = reinterpret_cast<const unsigned char*>(text.data());
    std::size_t size = 0;
    if (!context || !start(context.get(), key.get(), scheme) ||
        EVP_DigestSign(context.get(), nullptr, &size, data, text.size()) != 1)
        return Unexpected{std::string("the private key cannot sign")};
    std::string signature(size, '\0');
    if (EVP_DigestSign(context.get(), reinterpret_cast<unsigned char*>(signature.data()), &size, data, text.size()) !=
        1)
        return Unexpected{std::string("the private key cannot sign")};
    signature.resize(size);
    return text + '.' + toBase64Url(signature);
}

} // namespace planlens::cloud
