// SPDX-License-Identifier: MPL-2.0
#include "core/providers/plugin/connection.h"
#include "core/providers/plugin/process/certificate.h"
#include "core/providers/plugin/process/handshake.h"
#include "core/values/text/base64.h"

#include <QTest>
#include <openssl/pem.h>
#include <openssl/x509.h>

using namespace planlens::providers::plugin;

/// The handshake line of a plugin, its address and its certificates.
class TestHandshake : public QObject {
    Q_OBJECT

private slots:
    void understands_data();
    void understands();
    void rejectsInvalidInput_data();
    void rejectsInvalidInput();
    void namesAddressesForGrpc_data();
    void namesAddressesForGrpc();
    void makesCertificatesThatAreRead();
    void rejectsCertificates_data();
    void rejectsCertificates();
};

namespace {

std::string derOf(const std::string& pem) {
    BIO* bio = BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size()));
    X509* certificate = PEM_read_bio_X509(bio, nullptr, nullptr, nullptr);
    unsigned char* der = nullptr;
    const int size = i2d_X509(certificate, &der);
    std::string result(reinterpret_cast<const char*>(der), size > 0 ? static_cast<std::size_t>(size) : 0);
    OPENSSL_free(der);
    X509_free(certificate);
    BIO_free(bio);
    return result;
}

std::string withoutPadding(std::string base64) {
    while (base64.ends_with('='))
        base64.pop_back();
    return base64;
}

} // namespace

void TestHandshake::understands_data() {
    QTest::addColumn<QString>("line");
    QTest::addColumn<int>("protocol");
    QTest::addColumn<bool>("isUnix");
    QTest::addColumn<QString>("address");
    QTest::addColumn<int>("certificateSize");

    const QString certificate(51, 'A');
    QTest::newRow("protocol 5 with certificate")
        << "1|5|unix|/tmp/plugin1|grpc|" + certificate << 5 << true << "/tmp/plugin1" << 51;
    QTest::newRow("protocol 6 without") << "1|6|unix|/tmp/plugin1|grpc|" << 6 << true << "/tmp/plugin1" << 0;
    QTest::newRow("five fields") << "1|6|unix|/tmp/plugin1|grpc" << 6 << true << "/tmp/plugin1" << 0;
    QTest::newRow("seven fields") << "1|6|unix|/tmp/plugin1|grpc|" + certificate + "|true" << 6 << true
                                  << "/tmp/plugin1" << 51;
    QTest::newRow("too short for a certificate")
        << "1|6|unix|/tmp/plugin1|grpc|" + QString(50, 'A') << 6 << true << "/tmp/plugin1" << 0;
    QTest::newRow("tcp") << "1|5|tcp|127.0.0.1:1234|grpc|" << 5 << false << "127.0.0.1:1234" << 0;
    QTest::newRow("tcp by version 6") << "1|5|tcp|[::1]:1234|grpc|" << 5 << false << "[::1]:1234" << 0;
    QTest::newRow("space around") << "  1|5|unix|/a b/ü|grpc|\r" << 5 << true << QString::fromUtf8("/a b/ü") << 0;
    QTest::newRow("numbers as Go takes them") << "+1|05|unix|/s|grpc|" << 5 << true << "/s" << 0;
}

void TestHandshake::understands() {
    QFETCH(QString, line);
    const auto handshake = parseHandshake(line.toStdString());
    QVERIFY2(handshake, handshake ? "" : handshake.error().c_str());
    QTEST(handshake->protocol, "protocol");
    QTEST(handshake->network == Handshake::Network::Unix, "isUnix");
    QTEST(QString::fromStdString(handshake->address), "address");
    QTEST(static_cast<int>(handshake->certificate.size()), "certificateSize");
}

void TestHandshake::rejectsInvalidInput_data() {
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("error");

    const auto row = [](const char* name, const QByteArray& line, const QString& error) {
        QTest::newRow(name) << line << error;
    };
    row("empty", "", "Unrecognized remote plugin message: ");
    row("text", "hello", "Unrecognized remote plugin message: hello");
    row("three fields", "1|5|unix", "Unrecognized remote plugin message: 1|5|unix");
    row("bytes", QByteArray("\x00\xff|\x01", 4), "Unrecognized remote plugin message: \\x00\\xff|\\x01");
    row("core is not a number", "x|5|unix|/s|grpc",
        "error parsing core protocol version: strconv.Atoi: parsing \"x\": invalid syntax");
    row("core is empty", "|5|unix|/s|grpc",
        "error parsing core protocol version: strconv.Atoi: parsing \"\": invalid syntax");
    row("another core", "2|5|unix|/s|grpc",
        "incompatible core API version with plugin. Plugin version: 2, Core version: 1\n\n"
        "To fix this, the plugin usually only needs to be recompiled.\n"
        "Please report this to the plugin author");
    row("protocol is not a number", "1|5.0|unix|/s|grpc",
        "Error parsing protocol version \"5.0\": strconv.Atoi: parsing \"5.0\": invalid syntax");
    row("protocol is too large", "1|99999999999|unix|/s|grpc",
        "Error parsing protocol version \"99999999999\": strconv.Atoi: parsing \"99999999999\": value out of range");
    row("old protocol", "1|4|unix|/s|grpc",
        "incompatible API version with plugin. Plugin version: 4, Client versions: [5 6]");
    row("new protocol", "1|7|unix|/s|grpc",
        "incompatible API version with plugin. Plugin version: 7, Client versions: [5 6]");
    row("unknown network", "1|5|pipe|/s|grpc", "unknown address type: pipe");
    row("no gRPC", "1|5|unix|/s", "unsupported plugin protocol \"netrpc\". Supported: [grpc]");
    row("another wire", "1|5|unix|/s|http", "unsupported plugin protocol \"http\". Supported: [grpc]");
    row("relative socket", "1|5|unix|s|grpc", "the socket \"s\" is not an absolute path");
    row("no socket", "1|5|unix||grpc", "the socket \"\" is not an absolute path");
    row("long socket", "1|5|unix|/" + QByteArray(107, 's') + "|grpc",
        "the path of its socket is longer than 107 bytes; set TMPDIR to a folder with a shorter path: /" +
            QString(107, 's'));
    row("no port", "1|5|tcp|127.0.0.1|grpc", "the address \"127.0.0.1\" is not of the form host:port");
    row("no host", "1|5|tcp|:80|grpc", "the address \":80\" is not of the form host:port");
    row("port too large", "1|5|tcp|h:65536|grpc", "the address \"h:65536\" is not of the form host:port");
}

void TestHandshake::rejectsInvalidInput() {
    QFETCH(QByteArray, line);
    const auto handshake = parseHandshake({line.data(), static_cast<std::size_t>(line.size())});
    QVERIFY(!handshake);
    QTEST(QString::fromStdString(handshake.error()), "error");
}

void TestHandshake::namesAddressesForGrpc_data() {
    QTest::addColumn<bool>("isUnix");
    QTest::addColumn<QString>("address");
    QTest::addColumn<QString>("target");

    QTest::newRow("socket") << true << "/tmp/plugin123"
                            << "unix:/tmp/plugin123";
    QTest::newRow("marks of a URI") << true << "/a%b#c?d e"
                                    << "unix:/a%25b%23c%3Fd%20e";
    QTest::newRow("another script") << true << QString::fromUtf8("/ü") << "unix:/%C3%BC";
    QTest::newRow("IPv4") << false << "127.0.0.1:10"
                          << "ipv4:127.0.0.1:10";
    QTest::newRow("IPv6") << false << "[::1]:10"
                          << "ipv6:%5B%3A%3A1%5D:10";
    QTest::newRow("name") << false << "localhost:10"
                          << "dns:///localhost:10";
}

void TestHandshake::namesAddressesForGrpc() {
    QFETCH(bool, isUnix);
    QFETCH(QString, address);
    const Handshake handshake{5, isUnix ? Handshake::Network::Unix : Handshake::Network::Tcp, address.toStdString(),
                              ""};
    QTEST(QString::fromStdString(channelTarget(handshake)), "target");
}

void TestHandshake::makesCertificatesThatAreRead() {
    const auto own = makeClientCertificate();
    QVERIFY(own);
    QVERIFY(own->privateKey.starts_with("-----BEGIN PRIVATE KEY-----"));
    const auto read = serverCertificate(withoutPadding(planlens::values::toBase64(derOf(own->certificate))));
    QVERIFY2(read, read ? "" : read.error().c_str());
    QCOMPARE(*read, own->certificate);
}

void TestHandshake::rejectsCertificates_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("error");

    const auto own = makeClientCertificate();
    QVERIFY(own);
    const std::string der = derOf(own->certificate);
    const auto base64 = [](const std::string& bytes) {
        return QByteArray::fromStdString(withoutPadding(planlens::values::toBase64(bytes)));
    };
    const QString notBase64 = "error parsing server cert: illegal base64 data";
    const QString notCertificate = "error parsing server cert: malformed certificate";
    QTest::newRow("not base64") << QByteArray("***") << notBase64;
    QTest::newRow("padding") << QByteArray::fromStdString(planlens::values::toBase64("ab")) << notBase64;
    QTest::newRow("empty") << QByteArray() << notCertificate;
    QTest::newRow("no certificate") << base64(std::string(100, 'x')) << notCertificate;
    QTest::newRow("cut off") << base64(der.substr(0, der.size() - 1)) << notCertificate;
    QTest::newRow("more behind it") << base64(der + "x") << notCertificate;
}

void TestHandshake::rejectsCertificates() {
    QFETCH(QByteArray, text);
    const auto read = serverCertificate(text.toStdString());
    QVERIFY(!read);
    QTEST(QString::fromStdString(read.error()), "error");
}

QTEST_APPLESS_MAIN(TestHandshake)
#include "tst_handshake.moc"
