// SPDX-License-Identifier: MPL-2.0
#include "core/lang/functions/crypto/openssh_key.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>

#include <cstdint>
#include <optional>
#include <string_view>

namespace planlens::lang {
namespace {

/// Reads the fields of an SSH message.
class SshReader {
public:
    explicit SshReader(std::string_view data)
        : m_rest(data) {}

    std::optional<std::uint32_t> number() {
        if (m_rest.size() < 4)
            return std::nullopt;
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < 4; ++i)
            value = value << 8 | static_cast<unsigned char>(m_rest[i]);
        m_rest.remove_prefix(4);
        return value;
    }
    std::optional<std::string_view> text() {
        const auto size = number();
        if (!size || *size > m_rest.size())
            return std::nullopt;
        const std::string_view value = m_rest.substr(0, *size);
        m_rest.remove_prefix(*size);
        return value;
    }

private:
    std::string_view m_rest;
};

using NumberPtr = std::unique_ptr<BIGNUM, decltype(&BN_clear_free)>;

NumberPtr bigNumber(std::string_view bytes) {
    return {BN_bin2bn(reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<int>(bytes.size()), nullptr),
            BN_clear_free};
}

KeyPtr makeKey(std::string_view n, std::string_view e, std::string_view d) {
    KeyPtr result(nullptr, EVP_PKEY_free);
    const NumberPtr modulus = bigNumber(n);
    const NumberPtr exponent = bigNumber(e);
    const NumberPtr privateExponent = bigNumber(d);
    const std::unique_ptr<OSSL_PARAM_BLD, decltype(&OSSL_PARAM_BLD_free)> builder(OSSL_PARAM_BLD_new(),
                                                                                  OSSL_PARAM_BLD_free);
    if (!builder || !OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_N, modulus.get()) ||
        !OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_E, exponent.get()) ||
        !OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_D, privateExponent.get()))
        return result;
    const std::unique_ptr<OSSL_PARAM, decltype(&OSSL_PARAM_free)> parameters(OSSL_PARAM_BLD_to_param(builder.get()),
                                                                             OSSL_PARAM_free);
    const std::unique_ptr<EVP_PKEY_CTX, decltype(&EVP_PKEY_CTX_free)> context(
        EVP_PKEY_CTX_new_from_name(nullptr, "RSA", nullptr), EVP_PKEY_CTX_free);
    EVP_PKEY* key = nullptr;
    if (parameters && context && EVP_PKEY_fromdata_init(context.get()) == 1 &&
        EVP_PKEY_fromdata(context.get(), &key, EVP_PKEY_KEYPAIR, parameters.get()) == 1)
        result.reset(key);
    return result;
}

} // namespace

KeyPtr readOpenSshKey(const std::string& data, std::string& problem) {
    KeyPtr none(nullptr, EVP_PKEY_free);
    constexpr std::string_view magic("openssh-key-v1\0", 15);
    if (!std::string_view(data).starts_with(magic)) {
        problem = "invalid private key: ssh: invalid openssh private key format";
        return none;
    }
    SshReader outer(std::string_view(data).substr(magic.size()));
    const auto cipher = outer.text();
    const auto derivation = outer.text();
    const auto options = outer.text();
    const auto count = outer.number();
    const auto publicKey = outer.text();
    const auto secret = outer.text();
    if (!cipher || !derivation || !options || !count || !publicKey || !secret)
        return none;
    if (*cipher != "none") {
        problem = "invalid private key: ssh: this private key is passphrase protected";
        return none;
    }
    if (*count != 1) {
        problem = "invalid private key: ssh: multi-key files are not supported";
        return none;
    }
    SshReader inner(*secret);
    const auto check = inner.number();
    if (!check || check != inner.number())
        return none;
    const auto type = inner.text();
    if (!type)
        return none;
    if (*type != "ssh-rsa") {
        problem = "invalid private key type";
        return none;
    }
    const auto n = inner.text();
    const auto e = inner.text();
    const auto d = inner.text();
    return n && e && d ? makeKey(*n, *e, *d) : std::move(none);
}

} // namespace planlens::lang
