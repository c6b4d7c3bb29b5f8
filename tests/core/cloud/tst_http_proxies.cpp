// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/http/proxies.h"

#include <QTest>

using namespace planlens::cloud;

/// Which requests go through a proxy. The rows are those of OpenTofu.
class TestHttpProxies final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void exceptionsAreReachedDirectly_data() {
        QTest::addColumn<QString>("url");
        QTest::addColumn<QString>("none"); // NO_PROXY
        QTest::addColumn<bool>("isDirect");
        const auto row = [](const char* url, const char* none, bool isDirect) {
            QTest::newRow(qPrintable(QStringLiteral("%1 without %2").arg(url, none))) << url << none << isDirect;
        };
        row("https://a.example.test/s", "", false);
        row("https://localhost/s", "", true);
        row("https://localhost:8080/s", "", true);
        row("https://user:password@127.1.2.3/s", "", true);
        row("https://[::1]:8080/s", "", true);
        row("https://[::ffff:127.0.0.1]/s", "", true);
        row("https://localhost.example.test/s", "", false);
        row("https://a.example.test/s", "example.test", true);
        row("https://example.test/s", "example.test", true);
        row("https://aexample.test/s", "example.test", false);
        row("https://A.Example.test/s", " EXAMPLE.test ", true);
        row("https://a.example.test/s", ".example.test", true);
        row("https://example.test/s", ".example.test", false);
        row("https://a.example.test/s", "*.example.test", true);
        row("https://example.test/s", "*.example.test", false);
        row("https://a.example.test/s", "x, *", true);
        row("https://a.example.test/s", "a.*", false);
        row("https://a.example.test/s", "a.example.test:443", true);
        row("https://a.example.test:8443/s", "a.example.test:443", false);
        row("http://a.example.test/s", "a.example.test:80", true);
        row("https://a.example.test/s", ":443", false);
        row("https://10.1.2.3/s", "10.0.0.0/8", true);
        row("https://11.1.2.3/s", "10.0.0.0/8", false);
        row("https://10.1.2.3/s", "10.0.0.0/33", false);
        row("https://10.1.2.3:9/s", "10.1.2.3:9", true);
        row("https://10.1.2.3:9/s", "10.1.2.3:8", false);
        row("https://10.1.2.3/s", "3", false);
        row("https://[fd00::1]/s", "fd00::/8", true);
        row("https://[fd00::1]/s", "[fd00:0::1]:443", true);
        row("https://10.1.2.3/s", "::/0", false);
    }
    void exceptionsAreReachedDirectly() {
        QFETCH(QString, url);
        QFETCH(QString, none);
        QFETCH(bool, isDirect);
        const auto proxy = http::proxyFor(url.toStdString(), {"http://p:1", "http://p:2", none.toStdString()});
        QVERIFY(proxy);
        QCOMPARE(proxy->empty(), isDirect);
    }
    void schemesHaveTheirOwnProxies() {
        const http::Proxies proxies{"http://p:1", "socks5://p:2", ""};
        QCOMPARE(*http::proxyFor("http://h/s", proxies), std::string("http://p:1"));
        QCOMPARE(*http::proxyFor("https://h/s", proxies), std::string("socks5h://p:2"));
        QCOMPARE(*http::proxyFor("https://h/s", {"http://p:1", "", ""}), std::string());
        const http::Proxies ofServer{"http://p:1", "http://p:2", "", true};
        QVERIFY(!http::proxyFor("http://h/s", ofServer));
        QCOMPARE(*http::proxyFor("https://h/s", ofServer), std::string("http://p:2"));
    }
};

QTEST_GUILESS_MAIN(TestHttpProxies)
#include "tst_http_proxies.moc"
