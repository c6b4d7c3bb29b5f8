// SPDX-License-Identifier: MPL-2.0
#include "tests/provider/protocol/certificate.h"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

namespace planlens::testing {

namespace {

template <auto Free>
struct Freeing {
    template <typename T>
    void operator()(T* pointer) const {
        Free(pointer);
    }
};
using Key = std::unique_ptr<EVP_PKEY, Freeing<EVP_PKEY_free>>;
using X509Ptr = std::unique_ptr<X509, Freeing<X509_free>>;
using Bio = std::unique_ptr<BIO, Freeing<BIO_free>>;
using Extension = std::unique_ptr<X509_EXTENSION, Freeing<X509_EXTENSION_free>>;

void require(bool holds, const char* what) {
    if (!holds)
        throw std::runtime_error(std::string("cannot make a certificate: ") + what);
}

void addExtension(X509* certificate, int id, const char* value) {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
    const Extension extension(X509V3_EXT_conf_nid(nullptr, &context, id, value));
    require(extension && X509_add_ext(certificate, extension.get(), -1) == 1, value);
}

std::string textOf(const Bio& bio) {
    char* data = nullptr;
    const long length = BIO_get_mem_data(bio.get(), &data);
    return std::string(data, static_cast<std::size_t>(length));
}

} // namespace

Certificate makeCertificate() {
    const Key key(EVP_EC_gen("P-256"));
    require(key != nullptr, "no key");
    const X509Ptr certificate(X509_new());
    X509_set_version(certificate.get(), 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -30);
    X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 60L * 60 * 24 * 365);
    X509_set_pubkey(certificate.get(), key.get());
    X509_NAME* name = X509_get_subject_name(certificate.get());
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>("localhost"), -1, -1,
                               0);
    X509_set_issuer_name(certificate.get(), name);
    addExtension(certificate.get(), NID_subject_alt_name, "DNS:localhost");
    require(X509_sign(certificate.get(), key.get(), EVP_sha256()) > 0, "not signed");

    Certificate made;
    const Bio certificateBio(BIO_new(BIO_s_mem()));
    require(PEM_write_bio_X509(certificateBio.get(), certificate.get()) == 1, "not written");
    made.certificatePem = textOf(certificateBio);
    const Bio keyBio(BIO_new(BIO_s_mem()));
    require(PEM_write_bio_PrivateKey(keyBio.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr) == 1, "no key");
    made.keyPem = textOf(keyBio);
    return made;
}

std::string Certificate::handshakeForm() const {
    // The form is the text between the first and the last line of the PEM text.
    const std::size_t begin = certificatePem.find('\n') + 1;
    std::string text = certificatePem.substr(begin, certificatePem.find("-----END") - begin);
    std::erase(text, '\n');
    text.erase(text.find_last_not_of('=') + 1);
    return text;
}

} // namespace planlens::testing
