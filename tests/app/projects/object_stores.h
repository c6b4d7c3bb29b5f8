// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/storage/object_store.h"
#include "tests/app/support/project_folder.h"
#include "tests/support/aws_server.h"
#include "tests/support/azure_server.h"
#include "tests/support/scoped_environment.h"

#include <QTest>

#include <memory>

namespace planlens::testing {

/// A server with a bucket "states" for results, and the environment with which programs reach it.
struct StoreServer {
    QString bucket; // "gs://states"
    Environment environment;
    std::unique_ptr<CloudServer> server;

    QString address(const QString& prefix) const { return bucket + '/' + prefix; }
    Environment with(Environment more) const {
        more.insert(environment.begin(), environment.end());
        return more;
    }
    /// All objects below an address.
    std::map<std::string, std::string> objects(const QString& prefix) const {
        std::map<std::string, std::string> found;
        use(prefix, [&](cloud::storage::ObjectStore& store) {
            if (const auto keys = store.list({}, {}))
                for (const std::string& key : *keys)
                    if (const auto text = store.read(key, {}); text && *text)
                        found[key] = **text;
        });
        return found;
    }
    void write(const QString& prefix, const std::string& key, const std::string& text) const {
        use(prefix, [&](cloud::storage::ObjectStore& store) {
            QVERIFY(store.write(key, text, cloud::storage::ObjectStore::Writing::Always, {}));
        });
    }
    void remove(const QString& prefix, const std::string& key) const {
        use(prefix, [&](cloud::storage::ObjectStore& store) { QVERIFY(store.remove(key, {})); });
    }
    template <typename Use>
    void use(const QString& prefix, const Use& work) const {
        ScopedEnvironment own;
        for (const auto& [name, value] : environment)
            own.set(name.toUtf8().constData(), value.toUtf8());
        const auto parsed = cloud::storage::parseAddress(address(prefix).toStdString());
        const auto store = cloud::storage::openObjectStore(*parsed, "/");
        QVERIFY(store.value);
        work(**store.value);
    }
};

inline StoreServer googleStore(GoogleServer::Storage storage) {
    auto server = std::make_unique<GoogleServer>(QStringList{"states"}, storage);
    return {"gs://states",
            {{"GOOGLE_STORAGE_CUSTOM_ENDPOINT", QString::fromStdString(server->endpoint())},
             {"GOOGLE_OAUTH_ACCESS_TOKEN", "token-of-argument"}},
            std::move(server)};
}

inline StoreServer awsStore() {
    auto server = std::make_unique<AwsServer>(QStringList{"states"});
    return {"s3://states",
            {{"AWS_ENDPOINT_URL", QString::fromLatin1(server->url())},
             {"AWS_REGION", "eu-west-1"},
             {"AWS_ACCESS_KEY_ID", "AKIATEST"},
             {"AWS_SECRET_ACCESS_KEY", "secret-of-test"},
             {"AWS_CONFIG_FILE", "/dev/null"},
             {"AWS_SHARED_CREDENTIALS_FILE", "/dev/null"}},
            std::move(server)};
}

inline StoreServer azureStore(AzureServer::Storage storage) {
    auto server = std::make_unique<AzureServer>(QStringList{"states"}, storage);
    return {"azblob://teststorage/states",
            {{"HTTPS_PROXY", QString::fromLatin1(server->url())},
             {"SSL_CERT_FILE", server->path("authority.pem")},
             {"AZURE_STORAGE_KEY", QString::fromLatin1(server->accessKey())}},
            std::move(server)};
}

} // namespace planlens::testing
