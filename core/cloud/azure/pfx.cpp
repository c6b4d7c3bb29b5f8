// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/azure/pfx.h"

#include <memory>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/objects.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/provider.h>
#include <openssl/x509.h>

namespace planlens::cloud::azure {
namespace {

using diags::Unexpected;
using Bio = std::unique_ptr<BIO, decltype(&BIO_free)>;
using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;
using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using Pfx = std::unique_ptr<PKCS12, decltype(&PKCS12_free)>;

/// The algorithms of OpenSSL with the old ones, which its usual context does not have. Without the module for those,
/// only files with newer ciphers can be opened.
class Algorithms {
public:
    Algorithms()
        : m_context(OSSL_LIB_CTX_new())
        , m_usual(OSSL_PROVIDER_load(m_context, "default"))
        , m_old(OSSL_PROVIDER_load(m_context, "legacy")) {}
    ~Algorithms() {
        for (OSSL_PROVIDER* const provider : {m_old, m_usual})
            if (provider)
                OSSL_PROVIDER_unload(provider);
        OSSL_LIB_CTX_free(m_context);
        ERR_clear_error();
    }
    Algorithms(const Algorithms&) = delete;
    Algorithms& operator=(const Algorithms&) = delete;

    OSSL_LIB_CTX* context() const { return m_context; }
    bool haveOldOnes() const { return m_old != nullptr; }

private:
    OSSL_LIB_CTX* m_context;
    OSSL_PROVIDER *m_usual, *m_old;
};

Pfx parse(const std::string& bytes, const Algorithms& algorithms) {
    PKCS12* pfx = PKCS12_init_ex(NID_pkcs7_data, algorithms.context(), nullptr);
    const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
    PKCS12* const read = d2i_PKCS12(&pfx, &data, static_cast<long>(bytes.size())); // frees a failed one
    return {read, PKCS12_free};
}

std::string textOf(BIO* bio) {
    char* data = nullptr;
    const long size = BIO_get_mem_data(bio, &data);
    return size > 0 ? std::string(data, static_cast<std::size_t>(size)) : std::string();
}

/// Memory that is cleared when it is freed, because keys are written to it.
Bio memory() {
    return {BIO_new(BIO_s_secmem()), BIO_free};
}

} // namespace

diags::Expected<CertifiedKey, std::string> openPfx(const std::string& bytes, const std::string& password) {
    const Algorithms algorithms;
    const Pfx pfx = parse(bytes, algorithms);
    if (!pfx)
        return Unexpected{std::string("pkcs12: error reading P12 data: it is not a PFX file")};
    const bool hasNoPassword = password.empty() && PKCS12_verify_mac(pfx.get(), nullptr, 0) == 1;
    if (!hasNoPassword && PKCS12_verify_mac(pfx.get(), password.c_str(), static_cast<int>(password.size())) != 1)
        return Unexpected{std::string("pkcs12: decryption password incorrect")};
    EVP_PKEY* key = nullptr;
    X509* certificate = nullptr;
    const bool isOpen =
        PKCS12_parse(pfx.get(), hasNoPassword ? nullptr : password.c_str(), &key, &certificate, nullptr) == 1;
    const Key ownedKey(key, EVP_PKEY_free);
    const Certificate ownedCertificate(certificate, X509_free);
    if (!isOpen)
        return Unexpected{std::string(
            algorithms.haveOldOnes()
                ? "pkcs12: the content cannot be decrypted"
                : "pkcs12: the content cannot be decrypted; the provider \"legacy\" of OpenSSL is not installed")};
    if (!certificate)
        return Unexpected{std::string("pkcs12: certificate missing")};
    if (!key)
        return Unexpected{std::string("pkcs12: private key missing")};
    const Bio der = memory(), pem = memory();
    if (!der || !pem || i2d_X509_bio(der.get(), certificate) != 1 ||
        PEM_write_bio_PrivateKey(pem.get(), key, nullptr, nullptr, 0, nullptr, nullptr) != 1)
        return Unexpected{std::string("pkcs12: the private key cannot be used")};
    return CertifiedKey{textOf(der.get()), textOf(pem.get())};
}

} // namespace planlens::cloud::azure
