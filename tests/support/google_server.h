// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "tests/support/cloud_server.h"

#include <QStandardPaths>

namespace planlens::testing {

/// Google Cloud on this machine (tests/support/google_server.py).
class GoogleServer : public CloudServer {
public:
    enum class Storage { Own, FakeGcsServer };

    explicit GoogleServer(const QStringList& buckets, Storage storage = Storage::Own)
        : CloudServer(QStringLiteral("python3"),
                      storage == Storage::Own ? QStringList() : QStringList{QStringLiteral("--real")},
                      QStringLiteral("google_server.py"), buckets) {}

    std::string endpoint() const { return url().toStdString() + "/storage/v1/"; }
};

/// Cloud KMS and the services that issue tokens, which are reached as a proxy for HTTPS.
class GoogleKeyServer : public CloudServer {
public:
    GoogleKeyServer()
        : CloudServer(QStringLiteral("python3"), {QStringLiteral("--kms")}, QStringLiteral("google_server.py"), {}) {}
};

inline bool isInstalled(const char* program) {
    return !QStandardPaths::findExecutable(QString::fromLatin1(program)).isEmpty();
}

} // namespace planlens::testing

/// Skips a test that needs a program.
#define SKIP_WITHOUT_PROGRAM(program)                                                                                  \
    do {                                                                                                               \
        if (!planlens::testing::isInstalled(program))                                                                  \
            QSKIP("these tests need " program " on the PATH");                                                         \
    } while (false)
