// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"

#include <string>
#include <string_view>

namespace planlens::cloud::storage {

/// A folder in an object store: "s3://BUCKET/PREFIX", "gs://BUCKET/PREFIX" or "azblob://ACCOUNT/CONTAINER/PREFIX". The
/// prefix can be left out.
struct Address {
    enum class Kind { S3, Gcs, AzureBlob };
    Kind kind = Kind::S3;
    std::string account; // of Azure; empty for others
    std::string bucket;  // or the container
    std::string prefix;  // of all keys: empty, or with a slash at its end

    /// The address without a slash at its end.
    std::string toString() const;
    bool operator==(const Address&) const = default;
};

/// Whether a text has the scheme of an object store. Other texts are paths.
bool isAddress(std::string_view text);
diags::Result<Address> parseAddress(std::string_view text);

} // namespace planlens::cloud::storage
