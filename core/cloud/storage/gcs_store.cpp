// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/storage/connection_pool.h"
#include "core/cloud/storage/gcs/connection.h"
#include "core/cloud/storage/stores.h"

namespace planlens::cloud::storage {
namespace {

using diags::Expected;
using diags::Unexpected;

struct GcsConnection {
    explicit GcsConnection(const gcs::Connection& connection)
        : session(connection.google)
        , bucket(session, connection.bucket) {}
    google::Session session;
    gcs::Bucket bucket;
};

StoreError errorOf(const google::ServiceError& error) {
    return {error.text, error.status};
}

class GcsStore final : public ObjectStore {
public:
    GcsStore(gcs::Connection connection, std::string prefix)
        : ObjectStore(std::move(prefix))
        , m_connections([made = std::move(connection)] { return std::make_unique<GcsConnection>(made); }) {}

    diags::Diagnostics connect(const std::stop_token& stop) override {
        return m_connections.with([&](GcsConnection& connection) { return connection.session.connect(stop); });
    }

private:
    Expected<std::optional<std::string>, StoreError> readObject(const std::string& key,
                                                                const std::stop_token& stop) override {
        auto object = m_connections.with(
            [&](GcsConnection& connection) { return connection.bucket.read(key, gcs::Encryption::OfSettings, stop); });
        if (!object)
            return Unexpected{errorOf(object.error())};
        return *object ? std::optional(std::move((*object)->text)) : std::nullopt;
    }
    Expected<bool, StoreError> writeObject(const std::string& key, const std::string& text, Writing writing,
                                           const std::stop_token& stop) override {
        const auto written = m_connections.with([&](GcsConnection& connection) {
            const auto replaced =
                writing == Writing::OnlyNew ? std::optional<gcs::Generation>(gcs::noGeneration) : std::nullopt;
            return connection.bucket.write(key, text, gcs::Encryption::OfSettings, replaced, stop);
        });
        if (!written)
            return Unexpected{errorOf(written.error())};
        return true;
    }
    Expected<bool, StoreError> removeObject(const std::string& key, const std::stop_token& stop) override {
        const auto removed =
            m_connections.with([&](GcsConnection& connection) { return connection.bucket.remove(key, {}, stop); });
        constexpr int notFound = 404;
        if (!removed && removed.error().status != notFound)
            return Unexpected{errorOf(removed.error())};
        return true;
    }
    Expected<std::vector<std::string>, StoreError> listObjects(const std::string& start,
                                                               const std::stop_token& stop) override {
        auto names = m_connections.with(
            [&](GcsConnection& connection) { return connection.bucket.list(start, stop, gcs::Bucket::Depth::All); });
        if (!names)
            return Unexpected{errorOf(names.error())};
        return *std::move(names);
    }

    ConnectionPool<GcsConnection> m_connections;
};

} // namespace

OpenedStore openGcsStore(const Address& address, const std::filesystem::path& directory) {
    const Arguments given(values::Value::object({{"bucket", values::Value::string(address.bucket)}}));
    auto connection = gcs::readConnection(given, directory);
    if (!connection.isOk())
        return std::move(connection.diagnostics);
    return {std::make_unique<GcsStore>(*std::move(connection.value), address.prefix),
            std::move(connection.diagnostics)};
}

} // namespace planlens::cloud::storage
