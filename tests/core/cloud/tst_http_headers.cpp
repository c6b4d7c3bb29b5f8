// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/http/exchange.h"

#include <QTest>

using namespace planlens::cloud;

/// Which headers are sent. Nothing listens at the address.
class TestHttpHeaders final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void headersWithControlsAreRejected_data() {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<bool>("isRefused");
        QTest::newRow("plain") << QByteArray("token") << false;
        QTest::newRow("tab") << QByteArray("a\tb") << false;
        QTest::newRow("other characters") << QByteArray("caf\xc3\xa9") << false;
        QTest::newRow("another header") << QByteArray("a\r\nX-Evil: 1") << true;
        QTest::newRow("line break at the end") << QByteArray("token\n") << true;
        QTest::newRow("carriage return") << QByteArray("a\rb") << true;
        QTest::newRow("null character") << QByteArray("a\0b", 3) << true;
        QTest::newRow("escape") << QByteArray("a\x1b") << true;
        QTest::newRow("delete") << QByteArray("a\x7f") << true;
    }
    void headersWithControlsAreRejected() {
        QFETCH(QByteArray, value);
        QFETCH(bool, isRefused);
        http::Request request;
        request.method = "GET";
        request.url = "http://127.0.0.1:1/";
        request.headers = {"X-First: 1", "X-Token: " + value.toStdString()};
        const auto response = http::performRequest(request, {});
        QVERIFY(!response);
        const std::string refusal = "net/http: invalid header field value for \"X-Token\"";
        QVERIFY2((response.error().message == refusal) == isRefused, response.error().message.c_str());
        QVERIFY(!isRefused || !response.error().canRetry);
    }
};

QTEST_GUILESS_MAIN(TestHttpHeaders)
#include "tst_http_headers.moc"
