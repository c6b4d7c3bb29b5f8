// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "tests/support/cloud_server.h"

#include <QJsonObject>

namespace planlens::testing {

/// A local simulation of AWS (tests/support/aws_server.py) for the tests of one class, because it starts slowly.
class AwsServer : public CloudServer {
public:
    /// Returns the path of a Python with the module moto; empty if there is none.
    static QString python() {
        for (const char* name : {"python3", "python3.12", "python3.11", "/usr/bin/python3"}) {
            QProcess process;
            process.start(QString::fromLatin1(name),
                          {QStringLiteral("-c"), QStringLiteral("import boto3, moto.server")});
            if (process.waitForFinished() && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0)
                return QString::fromLatin1(name);
        }
        return {};
    }

    explicit AwsServer(const QStringList& buckets)
        : CloudServer(python(), {}, QStringLiteral("aws_server.py"), buckets) {}
};

/// The arguments of a backend with a state in the bucket "states" of such a server, as JSON.
inline QJsonObject stateArguments(const CloudServer& server, const QString& key) {
    const QString url = QString::fromLatin1(server.url());
    return {{"bucket", "states"},
            {"key", key},
            {"region", "eu-west-1"},
            {"access_key", "AKIATEST"},
            {"secret_key", "secret-of-test"},
            {"use_path_style", true},
            {"use_lockfile", true},
            {"dynamodb_table", "locks"},
            {"endpoints", QJsonObject{{"s3", url}, {"dynamodb", url}, {"sts", url}, {"iam", url}}}};
}

} // namespace planlens::testing

/// Skips a test that needs the AWS server.
#define SKIP_WITHOUT_MOTO()                                                                                            \
    do {                                                                                                               \
        if (planlens::testing::AwsServer::python().isEmpty())                                                          \
            QSKIP("no Python with the libraries moto and boto3, which run the server of these tests");                 \
    } while (false)
