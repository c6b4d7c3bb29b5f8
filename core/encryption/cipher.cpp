// SPDX-License-Identifier: MPL-2.0
#include "core/encryption/cipher.h"

#include <climits>
#include <memory>
#include <openssl/evp.h>
#include <openssl/rand.h>

namespace planlens::encryption {

namespace {

constexpr std::size_t tagLength = 16;
constexpr std::size_t longestKey = std::size_t{1} << 24U;  // bytes; a file may ask for any length
constexpr std::size_t largestPart = std::size_t{1} << 30U; // libcrypto counts in int

using Context = std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)>;

const unsigned char* bytesOf(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

unsigned char* bytesOf(std::string& text) {
    return reinterpret_cast<unsigned char*>(text.data());
}

const EVP_CIPHER* cipherFor(std::size_t keyLength) {
    switch (keyLength) {
    case 16:
        return EVP_aes_128_gcm();
    case 24:
        return EVP_aes_192_gcm();
    case 32:
        return EVP_aes_256_gcm();
    default:
        return nullptr;
    }
}

/// A context for one direction, to which the additional data has been given; null if that fails.
template <typename Init, typename Update>
Context begin(std::string_view key, std::string_view nonce, std::string_view aad, Init init, Update update) {
    Context context(EVP_CIPHER_CTX_new(), EVP_CIPHER_CTX_free);
    const EVP_CIPHER* const cipher = cipherFor(key.size());
    int count = 0;
    if (!context || !cipher || nonce.size() != gcmNonceLength || aad.size() > largestPart ||
        init(context.get(), cipher, nullptr, bytesOf(key), bytesOf(nonce)) != 1 ||
        (!aad.empty() && update(context.get(), nullptr, &count, bytesOf(aad), static_cast<int>(aad.size())) != 1))
        return {nullptr, EVP_CIPHER_CTX_free};
    return context;
}

/// Transforms a text of any length; false if that fails.
template <typename Update>
bool transform(EVP_CIPHER_CTX* context, std::string_view from, std::string& to, Update update) {
    to.resize(from.size());
    std::size_t done = 0;
    while (done < from.size()) {
        const std::string_view part = from.substr(done, largestPart);
        int count = 0;
        if (update(context, bytesOf(to) + done, &count, bytesOf(part), static_cast<int>(part.size())) != 1 ||
            static_cast<std::size_t>(count) != part.size())
            return false;
        done += part.size();
    }
    return true;
}

} // namespace

std::optional<std::string> randomBytes(std::size_t count) {
    if (count > longestKey)
        return {};
    std::string bytes(count, '\0');
    if (RAND_bytes(bytesOf(bytes), static_cast<int>(count)) != 1)
        return {};
    return bytes;
}

std::optional<std::string> pbkdf2(std::string_view passphrase, std::string_view salt, std::int64_t iterations,
                                  std::int64_t keyLength, HashFunction function) {
    if (iterations < 1 || iterations > INT_MAX || keyLength < 1 || static_cast<std::size_t>(keyLength) > longestKey ||
        salt.size() > largestPart || passphrase.size() > largestPart)
        return {};
    const EVP_MD* const digest = function == HashFunction::Sha256 ? EVP_sha256() : EVP_sha512();
    std::string key(static_cast<std::size_t>(keyLength), '\0');
    if (PKCS5_PBKDF2_HMAC(passphrase.data(), static_cast<int>(passphrase.size()), bytesOf(salt),
                          static_cast<int>(salt.size()), static_cast<int>(iterations), digest,
                          static_cast<int>(keyLength), bytesOf(key)) != 1)
        return {};
    return key;
}

std::optional<std::string> sealAesGcm(std::string_view key, std::string_view nonce, std::string_view text,
                                      std::string_view aad) {
    const Context context = begin(key, nonce, aad, EVP_EncryptInit_ex, EVP_EncryptUpdate);
    std::string sealed;
    int count = 0;
    if (!context || !transform(context.get(), text, sealed, EVP_EncryptUpdate))
        return {};
    sealed.resize(text.size() + tagLength);
    unsigned char* const tag = bytesOf(sealed) + text.size();
    if (EVP_EncryptFinal_ex(context.get(), tag, &count) != 1 || count != 0 ||
        EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_GET_TAG, tagLength, tag) != 1)
        return {};
    return sealed;
}

std::optional<std::string> openAesGcm(std::string_view key, std::string_view nonce, std::string_view sealed,
                                      std::string_view aad) {
    if (sealed.size() < tagLength)
        return {};
    const std::string_view encrypted = sealed.substr(0, sealed.size() - tagLength);
    std::string tag(sealed.substr(encrypted.size()));
    const Context context = begin(key, nonce, aad, EVP_DecryptInit_ex, EVP_DecryptUpdate);
    std::string text;
    int count = 0;
    unsigned char none = 0;
    if (!context || !transform(context.get(), encrypted, text, EVP_DecryptUpdate) ||
        EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_SET_TAG, tagLength, bytesOf(tag)) != 1 ||
        EVP_DecryptFinal_ex(context.get(), &none, &count) != 1)
        return {};
    return text;
}

} // namespace planlens::encryption
