// SPDX-License-Identifier: MPL-2.0
#include "core/backends/types.h"
#include "tests/core/backends/s3_arguments.h"
#include "tests/support/scoped_environment.h"

#include <QTest>

using namespace planlens;
using testing::Arguments;
using values::Value;

/// The parts of the backend "s3" that need no server.
class TestS3 final : public QObject {
    Q_OBJECT

    testing::ScopedEnvironment m_environment;

private Q_SLOTS:
    void init() { testing::withoutAwsVariables(m_environment); }
    void cleanup() { m_environment.restore(); }

    void invalidArgumentsAreErrors_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* title, const char* name, const char* value, const char* expected) {
            QTest::newRow(title) << QString(name) << QString(value) << QString(expected);
        };
        row("access point", "bucket", "arn:aws:s3:eu-west-1:123456789012:accesspoint/x", "Bucket not supported");
        row("directory bucket", "bucket", "x--euw1-az1--x-s3", "Bucket not supported");
        row("profile file in the folder", "shared_credentials_file", "credentials",
            "Deprecated Parameter; Profile file in the working directory");
        row("authorities", "custom_ca_bundle", "/nowhere/ca.pem",
            "reading custom CA bundle: open /nowhere/ca.pem: no such file or directory");
        row("short customer key", "sse_customer_key", "abc", "Invalid sse_customer_key value");
        row("customer key that is not Base64", "sse_customer_key", "!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!",
            "Invalid sse_customer_key value");
    }
    void invalidArgumentsAreErrors() {
        QFETCH(QString, name);
        QFETCH(QString, value);
        Arguments arguments = testing::s3Arguments("http://127.0.0.1:1");
        arguments[name.toStdString()] = Value::string(value.toStdString());
        const auto made = testing::makeS3(arguments);
        QVERIFY(made.hasErrors());
        QStringList summaries;
        for (const diags::Diagnostic& diagnostic : made.diagnostics) {
            summaries.append(QString::fromStdString(diagnostic.summary));
            QVERIFY(name != "sse_customer_key" || diagnostic.detail.find(value.toStdString()) == std::string::npos);
        }
        QTEST(summaries.join(QStringLiteral("; ")), "expected");
    }

    void workspacesHaveNames() {
        const auto made = testing::makeS3(testing::s3Arguments("http://127.0.0.1:1"));
        const diags::Diagnostics found = (*made)->createWorkspace("", {});
        QCOMPARE(found.toString(), std::string("missing state name\n"));
    }
};

QTEST_APPLESS_MAIN(TestS3)
#include "tst_s3.moc"
