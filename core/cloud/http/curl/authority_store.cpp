// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/http/curl/authority_store.h"

#include <mutex>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509_vfy.h>

namespace planlens::cloud::http {
namespace {

AuthorityStore read(const std::string& text) {
    AuthorityStore store(X509_STORE_new(), X509_STORE_free);
    const std::unique_ptr<BIO, decltype(&BIO_free)> input(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())),
                                                          BIO_free);
    if (!store || !input)
        return nullptr;
    using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;
    while (const Certificate certificate{PEM_read_bio_X509(input.get(), nullptr, nullptr, nullptr), X509_free})
        X509_STORE_add_cert(store.get(), certificate.get());
    ERR_clear_error();                                            // of the end of the text
    X509_STORE_set_flags(store.get(), X509_V_FLAG_PARTIAL_CHAIN); // as libcurl does
    return store;
}

} // namespace

AuthorityStore authorityStore(const std::string& text) {
    static std::mutex mutex;
    static std::string lastText;
    static AuthorityStore last;
    const std::scoped_lock lock(mutex);
    if (!last || text != lastText) {
        last = read(text);
        lastText = text;
    }
    return last;
}

} // namespace planlens::cloud::http
