// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/server_names.h"

#include <openssl/x509v3.h>

namespace planlens::cloud {

bool hasServerNames(const x509_st* certificate) {
    auto* const names =
        static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr));
    bool isFound = false;
    for (int i = 0; i < sk_GENERAL_NAME_num(names); ++i) {
        const int type = sk_GENERAL_NAME_value(names, i)->type;
        isFound = isFound || type == GEN_DNS || type == GEN_IPADD;
    }
    GENERAL_NAMES_free(names);
    return isFound;
}

} // namespace planlens::cloud
