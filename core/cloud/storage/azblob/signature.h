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

/// Adds the header Authorization for the scheme SharedKey. All other headers must be set, including the date, and the
/// path must be encoded. `parameters` are those of the query.
void sign(cloud::http::Request& request, const std::string& path, const cloud::http::Parameters& parameters,
          const AccountKey& key);

} // namespace planlens::cloud::storage::azblob
