// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/storage/gcs/connection.h"

#include "core/cloud/given_files.h"
#include "core/cloud/google/read_settings.h"
#include "core/system/environment.h"
#include "core/values/text/base64.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace planlens::cloud::storage::gcs {
namespace {

using diags::Diagnostic;
using diags::Diagnostics;
using system::environmentText;

/// The customer key. The reference complains about its length with the first access.
void readCustomerKey(const std::filesystem::path& directory, const std::string& text, BucketSettings& settings,
                     Diagnostics& problems) {
    if (text.empty())
        return;
    const auto content = pathOrContents(text, directory);
    if (!content) {
        problems.append(argumentError("encryption_key", "Error loading encryption key: " + content.error()));
        return;
    }
    auto bytes = values::fromBase64(*content);
    constexpr std::size_t size = 32;
    if (!bytes)
        problems.append(argumentError(
            "encryption_key",
            fmt::format("Error decoding encryption key: illegal base64 data at input byte {}", bytes.error())));
    else if (!bytes->empty() && bytes->size() != size)
        problems.append(argumentError("encryption_key", "storage: not a 32-byte AES-256 key"));
    else
        settings.customerKey = *std::move(bytes);
}

/// The address of the service: that of the arguments, of an emulator, or of the domain.
std::string endpointOf(const std::string& custom, const google::Settings& settings) {
    std::string host = "storage." + settings.universe, scheme = "https://";
    if (const std::string emulator = environmentText("STORAGE_EMULATOR_HOST"); !emulator.empty()) {
        const std::size_t start = emulator.find("://");
        scheme = start == std::string::npos ? "http://" : emulator.substr(0, start + 3);
        host = start == std::string::npos ? emulator : emulator.substr(start + 3);
        host.resize(std::min(host.find('/'), host.size()));
    }
    if (custom.find("://") != std::string::npos)
        return custom;
    return scheme + (custom.empty() ? host : custom) + "/storage/v1/";
}

} // namespace

Diagnostics checkArguments(const Arguments& given) {
    constexpr std::array<std::array<const char*, 3>, 2> keys{
        {{"encryption_key", "kms_encryption_key", "GOOGLE_ENCRYPTION_KEY"},
         {"kms_encryption_key", "encryption_key", "GOOGLE_KMS_ENCRYPTION_KEY"}}};
    const auto isSet = [&](const char* name, const char* variableName) {
        return given.has(name) || !environmentText(variableName).empty();
    };
    Diagnostics problems;
    if (isSet(keys[0][0], keys[0][2]) && isSet(keys[1][0], keys[1][2]))
        for (const auto& [name, other, source] : keys)
            problems.append(argumentError(name, fmt::format("\"{}\": conflicts with {}", name, other)));
    return problems;
}

diags::Result<Connection> readConnection(const Arguments& given, const std::filesystem::path& directory) {
    Diagnostics problems = checkArguments(given);
    if (problems.hasErrors())
        return problems;
    Connection connection;
    connection.google.isAnonymous = !environmentText("STORAGE_EMULATOR_HOST").empty();
    connection.bucket.name = given.text("bucket");
    const std::string customerKey = given.text("encryption_key", {"GOOGLE_ENCRYPTION_KEY"});
    connection.bucket.kmsKey = given.text("kms_encryption_key", {"GOOGLE_KMS_ENCRYPTION_KEY"});
    google::Settings& account = connection.google;
    account.universe = given.text("universe_domain", {"GOOGLE_BACKEND_UNIVERSE_DOMAIN"});
    if (account.universe.empty())
        account.universe = google::Settings().universe;
    google::readCredentials(given, directory, account, problems);
    connection.bucket.endpoint =
        endpointOf(given.text("storage_custom_endpoint",
                              {"GOOGLE_BACKEND_STORAGE_CUSTOM_ENDPOINT", "GOOGLE_STORAGE_CUSTOM_ENDPOINT"}),
                   account);
    if (!problems.hasErrors())
        readCustomerKey(directory, customerKey, connection.bucket, problems);
    if (problems.hasErrors())
        return problems;
    return connection;
}

} // namespace planlens::cloud::storage::gcs
