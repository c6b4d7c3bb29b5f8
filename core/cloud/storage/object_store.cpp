// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/storage/object_store.h"

#include "core/cloud/storage/stores.h"

#include <fmt/core.h>

namespace planlens::cloud::storage {

using diags::Expected;

namespace {

struct Advice {
    std::string_view endpoint, permissions, bucket;
};

Advice adviceOf(Address::Kind kind) {
    switch (kind) {
    case Address::Kind::S3:
        return {"AWS_REGION, AWS_ENDPOINT_URL_S3",
                "the permissions s3:ListBucket, s3:GetObject, s3:PutObject and s3:DeleteObject", "bucket"};
    case Address::Kind::Gcs:
        return {"STORAGE_EMULATOR_HOST, GOOGLE_STORAGE_CUSTOM_ENDPOINT", "the role \"Storage Object User\"", "bucket"};
    case Address::Kind::AzureBlob:
        return {"AZURE_STORAGE_SERVICE_ENDPOINT, ARM_ENVIRONMENT", "the role \"Storage Blob Data Contributor\"",
                "container"};
    }
    return {};
}

} // namespace

Expected<std::optional<std::string>, StoreError> ObjectStore::read(const std::string& key,
                                                                   const std::stop_token& stop) {
    return readObject(m_prefix + key, stop);
}

Expected<bool, StoreError> ObjectStore::write(const std::string& key, const std::string& text, Writing writing,
                                              const std::stop_token& stop) {
    constexpr int conflict = 409, preconditionFailed = 412; // there is an object, or another program writes one
    auto written = writeObject(m_prefix + key, text, writing, stop);
    if (written || writing == Writing::Always ||
        (written.error().status != conflict && written.error().status != preconditionFailed))
        return written;
    // An earlier attempt may have been carried out.
    auto found = read(key, stop);
    if (!found)
        return diags::Unexpected{std::move(found.error())};
    return *found == text;
}

Expected<bool, StoreError> ObjectStore::remove(const std::string& key, const std::stop_token& stop) {
    return removeObject(m_prefix + key, stop);
}

Expected<std::vector<std::string>, StoreError> ObjectStore::list(const std::string& start,
                                                                 const std::stop_token& stop) {
    auto keys = listObjects(m_prefix + start, stop);
    if (keys) {
        std::erase_if(*keys, [&](const std::string& key) { return !key.starts_with(m_prefix); });
        for (std::string& key : *keys)
            key.erase(0, m_prefix.size());
    }
    return keys;
}

OpenedStore openObjectStore(const Address& address, const std::filesystem::path& directory) {
    switch (address.kind) {
    case Address::Kind::S3:
        return openS3Store(address, directory);
    case Address::Kind::Gcs:
        return openGcsStore(address, directory);
    case Address::Kind::AzureBlob:
        return openAzureStore(address, directory);
    }
    return {};
}

diags::Diagnostic storeProblem(const Address& address, const StoreError& error) {
    constexpr int unauthorized = 401, forbidden = 403, notFound = 404;
    const Advice advice = adviceOf(address.kind);
    std::string todo;
    if (error.status == 0)
        todo = fmt::format("Check the network, the proxies and the endpoint ({}), then try again.", advice.endpoint);
    else if (error.status == unauthorized || error.status == forbidden)
        todo = fmt::format("The credentials are not valid, or lack permissions. They need {}.", advice.permissions);
    else if (error.status == notFound)
        todo = fmt::format("Create the {} {}, or correct the address.", advice.bucket, address.bucket);
    else
        todo = "Try again later.";
    return diags::Diagnostic::error("Object store not accessible",
                                    fmt::format("{}: {}\n\n{}", address.toString(), error.text, todo));
}

} // namespace planlens::cloud::storage
