// SPDX-License-Identifier: MPL-2.0
#include "core/providers/plugin/process/certificate.h"

#include "core/values/text/base64.h"

#include <memory>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <utility>

namespace planlens::providers::plugin {
namespace {

template <auto destroy>
struct Deleter {
    template <typename T>
    void operator()(T* thing) const {
        destroy(thing);
    }
};
using Certificate = std::unique_ptr<X509, Deleter<X509_free>>;
using Key = std::unique_ptr<EVP_PKEY, Deleter<EVP_PKEY_free>>;
using Bio = std::unique_ptr<BIO, Deleter<BIO_free>>;
using Extension = std::unique_ptr<X509_EXTENSION, Deleter<X509_EXTENSION_free>>;

std::string text(BIO* bio) {
    char* data = nullptr;
    const long size = BIO_get_mem_data(bio, &data);
    return size > 0 ? std::string(data, static_cast<std::size_t>(size)) : std::string();
}

std::string lastError() {
    char buffer[256];
    ERR_error_string_n(ERR_get_error(), buffer, sizeof buffer);
    return buffer;
}

std::string pem(X509* certificate) {
    const Bio bio(BIO_new(BIO_s_mem()));
    return bio && PEM_write_bio_X509(bio.get(), certificate) == 1 ? text(bio.get()) : std::string();
}

bool addExtension(X509* certificate, int kind, const char* value) {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
    const Extension extension(X509V3_EXT_conf_nid(nullptr, &context, kind, value));
    return extension && X509_add_ext(certificate, extension.get(), -1) == 1;
}

bool fill(X509* certificate, EVP_PKEY* key) {
    constexpr long clockSkew = 30;                 // seconds
    constexpr long lifetime = 365L * 24 * 60 * 60; // seconds; longer than any plugin process runs
    unsigned char serial[16];
    if (RAND_bytes(serial, sizeof serial) != 1)
        return false;
    serial[0] &= 0x7f;
    const std::unique_ptr<BIGNUM, Deleter<BN_free>> number(BN_bin2bn(serial, sizeof serial, nullptr));
    X509_NAME* name = X509_get_subject_name(certificate);
    const auto say = [name](const char* field, const char* value) {
        return X509_NAME_add_entry_by_txt(name, field, MBSTRING_ASC, reinterpret_cast<const unsigned char*>(value), -1,
                                          -1, 0) == 1;
    };
    return X509_set_version(certificate, X509_VERSION_3) == 1 && number &&
           BN_to_ASN1_INTEGER(number.get(), X509_get_serialNumber(certificate)) &&
           X509_gmtime_adj(X509_getm_notBefore(certificate), -clockSkew) &&
           X509_gmtime_adj(X509_getm_notAfter(certificate), lifetime) && say("O", "Planlens") &&
           say("CN", "localhost") && X509_set_issuer_name(certificate, name) == 1 &&
           X509_set_pubkey(certificate, key) == 1 &&
           addExtension(certificate, NID_basic_constraints, "critical,CA:TRUE") &&
           addExtension(certificate, NID_key_usage,
                        "critical,digitalSignature,keyEncipherment,keyAgreement,keyCertSign") &&
           addExtension(certificate, NID_ext_key_usage, "clientAuth,serverAuth") &&
           addExtension(certificate, NID_subject_alt_name, "DNS:localhost") &&
           X509_sign(certificate, key, EVP_sha256()) > 0;
}

} // namespace

diags::Expected<KeyPair, std::string> makeClientCertificate() {
    const Key key(EVP_EC_gen("P-256"));
    const Certificate certificate(X509_new());
    const Bio bio(BIO_new(BIO_s_mem()));
    if (!key || !certificate || !bio || !fill(certificate.get(), key.get()) ||
        PEM_write_bio_PrivateKey(bio.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr) != 1)
        return diags::Unexpected{lastError()};
    return KeyPair{pem(certificate.get()), text(bio.get())};
}

diags::Expected<std::string, std::string> serverCertificate(std::string_view base64) {
    std::string padded(base64);
    padded.append((4 - padded.size() % 4) % 4, '=');
    const auto der = values::fromBase64(padded);
    if (!der || base64.ends_with('='))
        return diags::Unexpected{std::string("error parsing server cert: illegal base64 data")};
    const auto* data = reinterpret_cast<const unsigned char*>(der->data());
    const auto* const end = data + der->size();
    const Certificate certificate(d2i_X509(nullptr, &data, static_cast<long>(der->size())));
    if (!certificate || data != end) {
        ERR_clear_error();
        return diags::Unexpected{std::string("error parsing server cert: malformed certificate")};
    }
    return pem(certificate.get());
}

} // namespace planlens::providers::plugin
