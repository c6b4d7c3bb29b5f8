// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/storage/address.h"
#include "core/cloud/storage/object_store.h"
#include "tests/support/scoped_environment.h"

#include <QtTest>

using namespace planlens;
using cloud::storage::Address;

/// Addresses of object stores, and what the environment must give for them.
class TestStorageAddress final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsAddresses_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("account");
        QTest::addColumn<QString>("bucket");
        QTest::addColumn<QString>("prefix");
        const auto row = [](const char* text, const char* account, const char* bucket, const char* prefix) {
            QTest::newRow(text) << text << account << bucket << prefix;
        };
        row("s3://bucket", "", "bucket", "");
        row("s3://bucket/", "", "bucket", "");
        row("s3://bucket.with.dots/a/b", "", "bucket.with.dots", "a/b/");
        row("s3://bucket/a/b/", "", "bucket", "a/b/");
        row("gs://bucket_x/drift", "", "bucket_x", "drift/");
        row("gs://bucket/pull request 7", "", "bucket", "pull request 7/");
        row("azblob://account/container", "account", "container", "");
        row("azblob://account/container/a/b", "account", "container", "a/b/");
    }
    void readsAddresses() {
        QFETCH(QString, text);
        QVERIFY(cloud::storage::isAddress(text.toStdString()));
        const auto address = cloud::storage::parseAddress(text.toStdString());
        QVERIFY(address.value);
        QTEST(QString::fromStdString(address->account), "account");
        QTEST(QString::fromStdString(address->bucket), "bucket");
        QTEST(QString::fromStdString(address->prefix), "prefix");
        QCOMPARE(QString::fromStdString(address->toString()), text.endsWith('/') ? text.chopped(1) : text);
        QVERIFY(*cloud::storage::parseAddress(address->toString()) == *address);
    }

    void rejectsAddresses_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("why");
        const auto row = [](const char* text, const char* why) { QTest::newRow(text) << text << why; };
        row("s3://", "there is no bucket");
        row("s3:///prefix", "there is no bucket");
        row("s3://ab", "not the name of a bucket");
        row("s3://key:secret@bucket/a", "not the name of a bucket");
        row("s3://bucket?region=eu-west-1", "not the name of a bucket");
        row("s3://bucket/a?region=eu-west-1", "contains one of the characters");
        row("s3://bucket//a", "is empty");
        row("s3://bucket/a//b", "is empty");
        row("s3://bucket/a/../b", "is empty");
        row("s3://bucket/./b", "is empty");
        row("s3://bucket/a\tb", "control characters");
        row("gs://-bucket/a", "not the name of a bucket");
        row("azblob://account", "there is no container");
        row("azblob://account/", "there is no container");
        row("azblob:///container", "there is no account");
        row("azblob://account.blob.core.windows.net:10000/container", "not the name of an account");
        QTest::newRow("long prefix") << "s3://bucket/" + QString(600, 'a') << "longer than 512 bytes";
    }
    void rejectsAddresses() {
        QFETCH(QString, text);
        QFETCH(QString, why);
        const auto address = cloud::storage::parseAddress(text.toStdString());
        QVERIFY(!address.value);
        const QString detail = QString::fromStdString(address.diagnostics[0].detail);
        QVERIFY2(detail.contains(why) && !detail.contains("secret@"), qPrintable(detail));
    }

    void distinguishesPaths_data() {
        QTest::addColumn<QString>("text");
        for (const char* path : {"results", "/s3://x", "s3:/bucket", "./s3://bucket", "S3://bucket", "http://bucket"})
            QTest::newRow(path) << path;
    }
    void distinguishesPaths() {
        QFETCH(QString, text);
        QVERIFY(!cloud::storage::isAddress(text.toStdString()));
    }

    void needsRegionOfBucket() {
        testing::ScopedEnvironment environment;
        for (const char* name : {"AWS_REGION", "AWS_DEFAULT_REGION", "AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_S3"})
            environment.unset(name);
        environment.set("AWS_CONFIG_FILE", "/nonexistent");
        const Address address = *cloud::storage::parseAddress("s3://bucket");
        const auto store = cloud::storage::openObjectStore(address, "/");
        QVERIFY(!store.value);
        QCOMPARE(QString::fromStdString(store.diagnostics[0].summary), QString("Missing region value"));
        environment.set("AWS_REGION", "eu-west-1");
        QVERIFY(cloud::storage::openObjectStore(address, "/").value);
    }
};

QTEST_GUILESS_MAIN(TestStorageAddress)
#include "tst_storage_address.moc"
