// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/aws/credential_chain.h"
#include "core/cloud/storage/connection_pool.h"
#include "core/cloud/storage/s3/connection.h"
#include "core/cloud/storage/stores.h"
#include "core/diags/join_messages.h"
#include "core/system/environment.h"

#include <type_traits>

namespace planlens::cloud::storage {
namespace {

using diags::Expected;
using diags::Unexpected;

struct S3Connection {
    explicit S3Connection(const s3::Connection& connection)
        : session(connection.aws)
        , bucket(session, connection.bucket) {}
    aws::Session session;
    s3::Bucket bucket;
};

StoreError errorOf(const aws::ServiceError& error) {
    return {s3::messageOf(error), error.status};
}

class S3Store final : public ObjectStore {
public:
    S3Store(s3::Connection connection, std::string prefix)
        : ObjectStore(std::move(prefix))
        , m_connections([made = std::move(connection)] { return std::make_unique<S3Connection>(made); }) {}

    diags::Diagnostics connect(const std::stop_token& stop) override {
        return m_connections.with([&](S3Connection& connection) { return connection.session.connect(stop); });
    }

private:
    Expected<std::optional<std::string>, StoreError> readObject(const std::string& key,
                                                                const std::stop_token& stop) override {
        auto text = with(stop, [&](s3::Bucket& bucket) { return bucket.read(key, stop); });
        if (text)
            return std::optional(*std::move(text));
        if (text.error().is("NoSuchKey"))
            return std::optional<std::string>();
        return Unexpected{errorOf(text.error())};
    }
    Expected<bool, StoreError> writeObject(const std::string& key, const std::string& text, Writing writing,
                                           const std::stop_token& stop) override {
        const auto written = with(stop, [&](s3::Bucket& bucket) {
            return bucket.write(key, text, {}, writing == Writing::OnlyNew ? s3::Writing::OnlyNew : s3::Writing::Always,
                                stop);
        });
        if (!written)
            return Unexpected{errorOf(written.error())};
        return true;
    }
    Expected<bool, StoreError> removeObject(const std::string& key, const std::stop_token& stop) override {
        const auto removed = with(stop, [&](s3::Bucket& bucket) { return bucket.remove(key, stop); });
        if (!removed && !removed.error().is("NoSuchKey"))
            return Unexpected{errorOf(removed.error())};
        return true;
    }
    Expected<std::vector<std::string>, StoreError> listObjects(const std::string& start,
                                                               const std::stop_token& stop) override {
        auto keys = with(stop, [&](s3::Bucket& bucket) { return bucket.list(start, stop); });
        if (!keys)
            return Unexpected{errorOf(keys.error())};
        return *std::move(keys);
    }

    /// Calls the function with the bucket of a connected session. The endpoint is not known before.
    template <typename Use>
    std::invoke_result_t<Use, s3::Bucket&> with(const std::stop_token& stop, const Use& use) {
        return m_connections.with([&](S3Connection& connection) -> std::invoke_result_t<Use, s3::Bucket&> {
            if (const diags::Diagnostics problems = connection.session.connect(stop); problems.hasErrors())
                return Unexpected{aws::ServiceError{.text = diags::paragraphs(problems[0])}};
            return use(connection.bucket);
        });
    }

    ConnectionPool<S3Connection> m_connections;
};

/// The region of the environment, or else of the profile. Other servers need none.
std::string regionOf(const aws::Settings& settings) {
    if (!settings.region.empty())
        return settings.region;
    const aws::Profiles profiles = aws::Profiles::read(settings.files);
    if (const aws::Section* const profile = profiles.profile(aws::selectedProfile(settings)))
        if (std::string region = aws::valueOf(*profile, "region"); !region.empty())
            return region;
    const bool hasEndpoint =
        settings.endpoints.contains(aws::Service::S3) || !system::environmentText("AWS_ENDPOINT_URL").empty();
    return hasEndpoint ? "us-east-1" : "";
}

} // namespace

OpenedStore openS3Store(const Address& address, const std::filesystem::path& directory) {
    diags::Diagnostics problems;
    const Arguments given(values::Value::object({{"bucket", values::Value::string(address.bucket)}}));
    s3::Connection connection = s3::readConnection(given, directory, problems);
    if (problems.hasErrors())
        return problems;
    connection.aws.usedBy.clear();
    connection.aws.documentation = "https://docs.aws.amazon.com/cli/latest/userguide/cli-chap-configure.html";
    // The first request shows whether credentials are valid; STS may not be reachable.
    connection.aws.skipsValidation = connection.aws.skipsAccountId = true;
    connection.aws.region = regionOf(connection.aws);
    if (connection.aws.region.empty())
        return diags::Diagnostic::error("Missing region value",
                                        "The region of the bucket is not known. Set the environment variable "
                                        "AWS_REGION, or the region of the profile in ~/.aws/config.");
    connection.bucket.address = s3::BucketAddress::Automatic;
    return {std::make_unique<S3Store>(std::move(connection), address.prefix), std::move(problems)};
}

} // namespace planlens::cloud::storage
