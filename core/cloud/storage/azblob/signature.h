// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/http/exchange.h"
#include "core/cloud/http/uri.h"

#include <string>

namespace planlens::cloud::storage::azblob {

/// The access key of a storage account.
struct AccountKey {
    std::string account;
    std::string bytes;
};

/// Adds the header Authorization for the scheme SharedKey. The request is
/// complete otherwise: it has a date, its path is encoded, and these are the
/// parameters of its query.
void sign(cloud::http::Request& request, const std::string& path, const cloud::http::Parameters& parameters,
          const AccountKey& key);

} // namespace planlens::cloud::storage::azblob
