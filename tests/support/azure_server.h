// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "tests/support/cloud_server.h"
#include "tests/support/google_server.h"

namespace planlens::testing {

/// Azure Blob Storage on this machine (tests/support/azure_server.py), which is reached as a proxy for HTTPS.
class AzureServer : public CloudServer {
public:
    enum class Storage { Own, Azurite };

    explicit AzureServer(const QStringList& containers, Storage storage = Storage::Own)
        : CloudServer(QStringLiteral("python3"),
                      storage == Storage::Own ? QStringList() : QStringList{QStringLiteral("--azurite")},
                      QStringLiteral("azure_server.py"), containers) {}

    QByteArray accessKey() const {
        QFile file(path("key"));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
};

} // namespace planlens::testing
