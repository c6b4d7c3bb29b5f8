// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/client_key.h"

#include <memory>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

namespace planlens::cloud {

bool needsPassphrase(const std::string& pem) {
    const std::unique_ptr<BIO, decltype(&BIO_free)> text(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())),
                                                         BIO_free);
    bool isAsked = false;
    const auto refusePassphrase = [](char*, int, int, void* asked) {
        *static_cast<bool*>(asked) = true;
        return -1;
    };
    if (text)
        EVP_PKEY_free(PEM_read_bio_PrivateKey(text.get(), nullptr, refusePassphrase, &isAsked));
    ERR_clear_error();
    return isAsked;
}

} // namespace planlens::cloud
