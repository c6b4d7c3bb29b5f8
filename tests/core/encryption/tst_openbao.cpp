// SPDX-License-Identifier: MPL-2.0
#include "core/values/text/base64.h"
#include "tests/core/encryption/made_keys.h"

#include <QDir>
#include <QElapsedTimer>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

#include <sys/fsuid.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace planlens;
using testing::KeyServer;
using testing::plainState;

namespace {

const std::string key = "key_name = \"foo\"";
const QString failed = QStringLiteral("key_provider.openbao.a failed with error: ");
const QString notGenerated =
    QStringLiteral("Unable to fetch encryption key data; ") + failed +
    QStringLiteral("failed to generate OpenBao data key (check if the configuration valid and OpenBao server "
                   "accessible): ");
const QString notSent = notGenerated + QStringLiteral("error sending datakey request to OpenBao: ");
const QString notDecrypted = QStringLiteral(
    "<nil>: Unable to fetch encryption key data; key_provider.openbao.a failed with error: failed to decrypt "
    "ciphertext (check if the configuration valid and OpenBao server accessible): ");
const QString notBuilt = QStringLiteral("Unable to build encryption key data; ") + failed;
const QString invalid = notBuilt + QStringLiteral("invalid key provider configuration: ");
const QString incompatible = QStringLiteral(" (it's either OpenTofu bug or incompatible OpenBao version)");

} // namespace

/// The key provider "openbao". Expected texts are those of OpenTofu 1.12.6 with the same server.
class TestOpenBao final : public QObject {
    Q_OBJECT

    testing::ScopedEnvironment m_environment;
    std::unique_ptr<KeyServer> m_server;

    diags::Result<encryption::EncryptionPtr> made(const std::string& arguments) const {
        return testing::makeEncryption(testing::withKeyProvider("openbao", arguments));
    }
    QString told(const std::string& arguments) const { return testing::told(made(arguments), *m_server); }
    /// An encrypted state with these metadata in place of its own.
    std::string withMetadata(const std::string& metadata) const {
        return "{\"serial\":1,\"lineage\":\"l\",\"meta\":{\"key_provider.openbao.a\":\"" + values::toBase64(metadata) +
               "\"},\"encrypted_data\":\"YWJj\",\"encryption_version\":\"v0\"}";
    }

private slots:
    void initTestCase() {
        m_server = std::make_unique<KeyServer>(QStringList{QStringLiteral("foo"), QStringLiteral("a b/c"),
                                                           QStringLiteral("a%20b%2Fc"), QStringLiteral("x+$y")});
        QVERIFY(m_server->isRunning());
    }
    void init() {
        testing::withoutKeyVariables(m_environment);
        m_environment.set("BAO_ADDR", m_server->url());
        m_environment.set("BAO_TOKEN", "token-of-test");
        m_environment.set("BAO_MAX_RETRIES", "0");
        m_server->requests();
    }
    void cleanup() {
        m_environment.restore();
        m_server->setContent({});
        m_server->setFaults({});
    }

    void decryptsWithTheKeyThatItEncryptedWith() {
        const auto writer = made(key);
        QCOMPARE(testing::told(writer, *m_server), QStringLiteral("ok"));
        const auto stored = (*writer)->state()->encryptState(plainState);
        QVERIFY(stored && stored->find("resources") == std::string::npos);
        QCOMPARE(m_server->requests(), QList<QByteArray>{"PUT /v1/transit/datakey/plaintext/foo - token-of-test"});
        const auto reader = made(key);
        const auto read = (*reader)->state()->decryptState(*stored);
        QVERIFY2(read, read ? "" : read.error().c_str());
        QCOMPARE(read->text, plainState);
        QVERIFY((*reader)->state()->decryptState(*stored).operator bool());
        QCOMPARE(m_server->requests(), (QList<QByteArray>{"PUT /v1/transit/datakey/plaintext/foo - token-of-test",
                                                          "PUT /v1/transit/decrypt/foo - token-of-test"}));
    }

    void decryptsStatesOfOpenTofu() {
        const auto reader = made(key);
        const auto read = (*reader)->state()->decryptState(testing::recordedState("openbao.tfstate"));
        QVERIFY2(read, read ? "" : read.error().c_str());
        QVERIFY(read->text.find("planted-secret") != std::string::npos);
    }

    void encryptsWithoutTheServer() {
        const KeyServer server({QStringLiteral("foo")});
        m_environment.set("BAO_ADDR", server.url());
        const auto writer = made(key);
        QVERIFY(writer.isOk());
        server.setFaults("1- reset");
        QVERIFY((*writer)->state()->encryptState(plainState).operator bool());
        QVERIFY((*writer)->state()->encryptRecord("x").operator bool());
        QVERIFY(server.requests().size() == 1);
    }

    void readsArgumentsAsTheReference_data() {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const std::string& arguments, const QString& expected) {
            QTest::newRow(name) << QString::fromStdString(arguments) << expected;
        };
        const QString unsuitable = QStringLiteral("Unsuitable value type; Unsuitable value: ");
        const auto at = [](const char* place) { return QStringLiteral("main.tf:") + QString::fromUtf8(place) + ": "; };
        row("a key", key, QStringLiteral("ok"));
        row("an empty key", "key_name = \"\"", notBuilt + "no key name found");
        row("no key", "key_length = 16",
            at("3,28-28") + "Missing required argument; The argument \"key_name\" is required, but no definition was "
                            "found.");
        row("a null key", "key_name = null", at("4,12-16") + unsuitable + "null value is not allowed");
        row("a list", "key_name = [\"a\"]", at("4,12-17") + unsuitable + "string required, but have tuple");
        row("a number", "key_name = 5",
            notSent + "Error making API request.\n\nURL: PUT SERVER/v1/transit/datakey/plaintext/5\nCode: 400. "
                      "Errors:\n\n* encryption key not found");
        for (const char* length : {"0", "16", "32", "\"32\""})
            row(length, key + "\nkey_length = " + length, QStringLiteral("ok"));
        for (const char* length : {"17", "-1", "4294967328"})
            row(length, key + "\nkey_length = " + length,
                invalid + "data key length should one of 16, 32 or 64 bytes: got " + length);
        row("64", key + "\nkey_length = 64",
            "Invalid method configuration; invalid method configuration: AES-GCM requires the key length to be one of: "
            "16, 24, 32, received 64 bytes in the encryption key");
        row("a fraction", key + "\nkey_length = 16.5",
            at("5,14-18") + unsuitable +
                "value must be a whole number, between -9223372036854775808 and 9223372036854775807");
        row("an unknown argument", key + "\nunknown = 1",
            at("5,1-8") + "Unsupported argument; An argument named \"unknown\" is not expected here.");
        row("a wrong token", key + "\ntoken = \"secret-bad\"",
            notSent + "Error making API request.\n\nURL: PUT SERVER/v1/transit/datakey/plaintext/foo\nCode: 403. "
                      "Errors:\n\n* permission denied");
        row("empty texts", key + "\ntoken = \"\"\naddress = \"\"\ntransit_engine_path = \"\"", QStringLiteral("ok"));
        row("an unknown engine", key + "\ntransit_engine_path = \"/none/\"",
            notSent + "Error making API request.\n\nURL: PUT SERVER/v1/none/datakey/plaintext/foo\nCode: 404. "
                      "Errors:");
        row("a path that is not clean", key + "\ntransit_engine_path = \"/x/../transit//\"", QStringLiteral("ok"));
        row("a name that is encoded twice", "key_name = \"a b/c\"", QStringLiteral("ok"));
        row("a name with marks", "key_name = \"x+$y\"", QStringLiteral("ok"));
        row("an unused variable", "key_name = var.none",
            at("4,12-20") + "Undefined variable; Undefined variable var.none");
        row("no scheme", key + "\naddress = \"localhost:8200\"",
            invalid + "error creating OpenBao client: the address \"localhost:8200\" of the server must start with "
                      "http:// or https://");
    }
    void readsArgumentsAsTheReference() {
        QFETCH(QString, arguments);
        QString told = this->told(arguments.toStdString());
        QVERIFY(!told.contains(QStringLiteral("secret-bad")));
        QTEST(told, "expected");
    }

    void encodesNamesTwice() {
        QCOMPARE(told("key_name = \"a b/c\""), QStringLiteral("ok"));
        QCOMPARE(m_server->requests(),
                 QList<QByteArray>{"PUT /v1/transit/datakey/plaintext/a%2520b%252Fc - token-of-test"});
    }

    void readsVariablesAsTheReference_data() {
        QTest::addColumn<QByteArray>("variable");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* variable, const char* value, const QString& expected) {
            QTest::addRow("%s=%s", variable, value) << QByteArray(variable) << QByteArray(value) << expected;
        };
        const QString ok = QStringLiteral("ok");
        row("BAO_MAX_RETRIES", "x", invalid + "strconv.ParseInt: parsing \"x\": invalid syntax");
        row("BAO_MAX_RETRIES", "-1", invalid + "error parsing int value; out of range [0 to 9223372036854775807]: -1");
        row("BAO_CLIENT_TIMEOUT", "x", invalid + "could not parse \"BAO_CLIENT_TIMEOUT\"");
        row("BAO_CLIENT_TIMEOUT", "5s", ok);
        row("BAO_CLIENT_TIMEOUT", "5", ok);
        row("BAO_SKIP_VERIFY", "maybe", invalid + "could not parse BAO_SKIP_VERIFY");
        row("BAO_SKIP_VERIFY", "T", ok);
        row("BAO_SRV_LOOKUP", "x", invalid + "could not parse BAO_SRV_LOOKUP");
        row("BAO_SRV_LOOKUP", "0", ok);
        row("BAO_SRV_LOOKUP", "1", ok); // the address has a port
        row("BAO_RATE_LIMIT", "x", invalid + "BAO_RATE_LIMIT was provided but incorrectly formatted");
        row("BAO_RATE_LIMIT", "5:2", ok);
        row("BAO_DISABLE_REDIRECTS", "x", invalid + "could not parse BAO_DISABLE_REDIRECTS");
        row("BAO_CACERT", "/nonexistent",
            invalid + "Error loading CA File: open /nonexistent: no such file or directory");
        row("BAO_CACERT_BYTES", "x", invalid + "Error appending CA: Couldn't parse PEM");
        row("BAO_CAPATH", "/nonexistent", invalid + "lstat /nonexistent: no such file or directory");
        row("BAO_CLIENT_CERT", "a", invalid + "both client cert and client key must be provided");
        row("BAO_WRAP_TTL", "5", ok);
        row("VAULT_MAX_RETRIES", "x", ok); // BAO_MAX_RETRIES is set
        row("VAULT_SKIP_VERIFY", "maybe", invalid + "could not parse BAO_SKIP_VERIFY");
        row("BAO_ADDR", "127.0.0.1:8",
            invalid +
                "error creating OpenBao client: the address \"127.0.0.1:8\" of the server must start with http:// "
                "or https://");
        row("BAO_TOKEN", "to\x01k",
            notSent + "configured Vault token contains non-printable characters and cannot be used");
        row("BAO_TLS_SERVER_NAME", "x", ok); // the address has no TLS
    }
    void readsVariablesAsTheReference() {
        QFETCH(QByteArray, variable);
        QFETCH(QByteArray, value);
        m_environment.set(variable.constData(), value);
        QTEST(told(key), "expected");
    }

    void reportsUnreadableFoldersOfAuthorities() {
        const QTemporaryDir directory;
        QVERIFY(QDir(directory.path()).mkdir(QStringLiteral("nested")));
        const QString nested = directory.filePath(QStringLiteral("nested"));
        QCOMPARE(::chmod(nested.toUtf8().constData(), 0), 0);
        m_environment.set("BAO_CAPATH", directory.path().toUtf8());
        QCOMPARE(::chmod(directory.path().toUtf8().constData(), 0755), 0);
        ::setfsuid(1); // root reads everything
        const QString problem = told(key);
        ::setfsuid(::geteuid());
        QCOMPARE(problem, invalid + "open " + nested + ": permission denied");
    }

    void prefersTheVariablesOfOpenBao() {
        m_environment.set("VAULT_ADDR", "http://127.0.0.1:1");
        m_environment.set("VAULT_TOKEN", "other");
        m_environment.set("VAULT_NAMESPACE", "n");
        QCOMPARE(told(key), QStringLiteral("ok"));
        QCOMPARE(m_server->requests(), QList<QByteArray>{"PUT /v1/transit/datakey/plaintext/foo n token-of-test"});
        m_environment.unset("BAO_TOKEN");
        m_environment.set("BAO_NAMESPACE", "");
        told(key);
        QCOMPARE(m_server->requests(), QList<QByteArray>{"PUT /v1/transit/datakey/plaintext/foo - other"});
    }

    void usesNamespacesAndEngines() {
        m_environment.set("BAO_NAMESPACE", "team");
        QCOMPARE(told(key + "\ntransit_engine_path = \"other/engine\""), QStringLiteral("ok"));
        QCOMPARE(m_server->requests(),
                 QList<QByteArray>{"PUT /v1/other/engine/datakey/plaintext/foo team token-of-test"});
    }

    void prefersArguments() {
        m_environment.set("BAO_ADDR", "http://127.0.0.1:1");
        m_environment.set("BAO_TOKEN", "other");
        const std::string server = m_server->url().toStdString();
        QCOMPARE(told(key + "\ntoken = \"token-of-test\"\naddress = \"" + server + "/prefix/\""), QStringLiteral("ok"));
        QCOMPARE(m_server->requests(),
                 QList<QByteArray>{"PUT /prefix/v1/transit/datakey/plaintext/foo - token-of-test"});
        m_environment.set("BAO_AGENT_ADDR", m_server->url());
        QCOMPARE(told(key + "\ntoken = \"token-of-test\"\naddress = \"http://127.0.0.1:1\""), QStringLiteral("ok"));
    }

    void followsOneRedirection() {
        m_environment.set("BAO_ADDR", m_server->url() + "/moved");
        QCOMPARE(told(key), QStringLiteral("ok"));
        QCOMPARE(m_server->requests(), (QList<QByteArray>{"PUT /moved/v1/transit/datakey/plaintext/foo - token-of-test",
                                                          "PUT /v1/transit/datakey/plaintext/foo - token-of-test"}));
        m_environment.set("BAO_DISABLE_REDIRECTS", "true");
        QVERIFY(told(key) != QStringLiteral("ok"));
        QCOMPARE(m_server->requests().size(), 1);
    }

    void reportsWrongResponses_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("expected");
        QTest::newRow("empty") << QByteArray("empty") << notSent + "the response is not a JSON object";
        QTest::newRow("text") << QByteArray("text") << notSent + "the response is not a JSON object";
        QTest::newRow("no data") << QByteArray("no-data")
                                 << notGenerated + "failed to deserialize 'ciphertext'" + incompatible;
        QTest::newRow("no key") << QByteArray("no-key")
                                << notGenerated + "failed to deserialize 'plaintext'" + incompatible;
        QTest::newRow("no encrypted key")
            << QByteArray("no-cipher") << notGenerated + "failed to deserialize 'ciphertext'" + incompatible;
        QTest::newRow("no base64") << QByteArray("no-base64")
                                   << notGenerated + "base64 decoding 'plaintext'" + incompatible +
                                          ": illegal base64 data at input byte 0";
    }
    void reportsWrongResponses() {
        QFETCH(QByteArray, content);
        m_server->setContent(content);
        QTEST(told(key), "expected");
    }

    void reportsWhyItCannotDecrypt_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("metadata"); // empty: those of a state
        QTest::addColumn<QString>("expected");
        const QString notDecoded =
            QStringLiteral("<nil>: Unable to decode encrypted metadata (did you change your encryption config?); "
                           "metadata decoder for key_provider.openbao.a failed with error: ");
        const QString noKey = QStringLiteral("decryption failed for all provided methods\nattempted decryption failed "
                                             "for state: no decryption key available");
        const auto row = [](const char* name, const char* content, const char* metadata, const QString& expected) {
            QTest::newRow(name) << QByteArray(content) << QString::fromUtf8(metadata) << expected;
        };
        row("no key in the response", "no-key", "", notDecrypted + "failed to deserialize 'plaintext'" + incompatible);
        row("another ciphertext", "", R"({"ciphertext":"YWJj"})",
            notDecrypted + "error sending decryption request to OpenBao: Error making API request.\n\nURL: PUT "
                           "SERVER/v1/transit/decrypt/foo\nCode: 400. Errors:\n\n* invalid ciphertext: no prefix");
        row("a number", "", R"({"ciphertext":5})",
            notDecoded + "json: cannot unmarshal number into Go struct field keyMeta.ciphertext of type []uint8");
        row("an array", "", "[]", notDecoded + "json: cannot unmarshal array into Go value of type openbao.keyMeta");
        row("a text", "", "\"x\"", notDecoded + "json: cannot unmarshal string into Go value of type openbao.keyMeta");
        row("no base64", "", R"({"ciphertext":"*"})", notDecoded + "illegal base64 data at input byte 0");
        row("null", "", R"({"ciphertext":null})", noKey);
        row("an empty object", "", "{}", noKey);
    }
    void reportsWhyItCannotDecrypt() {
        QFETCH(QByteArray, content);
        QFETCH(QString, metadata);
        const auto reader = made(key);
        QVERIFY(reader.isOk());
        const std::string stored =
            metadata.isEmpty() ? *(*reader)->state()->encryptState(plainState) : withMetadata(metadata.toStdString());
        m_server->setContent(content);
        const auto read = (*reader)->state()->decryptState(stored);
        QVERIFY(!read);
        QString problem = QString::fromStdString(read.error());
        QTEST(problem.replace(QString::fromUtf8(m_server->url()), QStringLiteral("SERVER")), "expected");
    }

    void repeatsRequests() {
        m_environment.set("BAO_MAX_RETRIES", "1");
        for (const char* fault : {"1 500", "1 429", "1 412", "1 reset"}) {
            m_server->setFaults(fault);
            QCOMPARE(told(key), QStringLiteral("ok"));
            QCOMPARE(m_server->requests().size(), 2);
        }
        m_server->setFaults("1- 501");
        QCOMPARE(told(key), notSent + "Error making API request.\n\nURL: PUT SERVER/v1/transit/datakey/plaintext/foo\n"
                                      "Code: 501. Errors:\n\n* internal error");
        QCOMPARE(m_server->requests().size(), 1);
    }

    void reportsServersThatDoNotRespond() {
        m_server->setFaults("1- hang");
        m_environment.set("BAO_CLIENT_TIMEOUT", "1");
        QElapsedTimer timer;
        timer.start();
        QVERIFY(told(key).startsWith(notSent + "Put \"SERVER/v1/transit/datakey/plaintext/foo\": "));
        QVERIFY(timer.elapsed() < 20'000);
        m_environment.set("BAO_ADDR", "http://127.0.0.1:1");
        QVERIFY(told(key).startsWith(notSent + "Put \"http://127.0.0.1:1/v1/transit/datakey/plaintext/foo\": "));
    }

    void verifiesServers() {
        if (QStandardPaths::findExecutable(QStringLiteral("openssl")).isEmpty())
            QSKIP("openssl, which makes the certificates, is not on the PATH");
        const KeyServer server({QStringLiteral("foo")}, KeyServer::Transport::Tls);
        QVERIFY(server.isRunning());
        QByteArray address = server.url();
        m_environment.set("BAO_ADDR", address.replace("http://", "https://"));
        m_environment.set("BAO_CLIENT_CERT", server.path("client.pem").toUtf8());
        m_environment.set("BAO_CLIENT_KEY", server.path("client.key").toUtf8());
        const auto succeedsWith = [&](const char* variable, const QByteArray& value) {
            testing::ScopedEnvironment environment(variable, value);
            return told(key) == QStringLiteral("ok");
        };
        QVERIFY(told(key).contains(QStringLiteral("certificate")));
        QVERIFY(server.requests().isEmpty());
        QFile authority(server.path("authority.pem"));
        QVERIFY(authority.open(QIODevice::ReadOnly));
        QVERIFY(succeedsWith("BAO_CACERT", authority.fileName().toUtf8()));
        QVERIFY(succeedsWith("BAO_CACERT_BYTES", authority.readAll()));
        QVERIFY(succeedsWith("BAO_SKIP_VERIFY", "true"));
        QVERIFY(succeedsWith("SSL_CERT_FILE", authority.fileName().toUtf8()));
        const QTemporaryDir directory;
        QVERIFY(authority.copy(directory.filePath(QStringLiteral("a.pem"))));
        QVERIFY(succeedsWith("BAO_CAPATH", directory.path().toUtf8()));
        QVERIFY(QProcess::execute("openssl", {"pkey", "-in", server.path("client.key"), "-aes256", "-passout", "pass:x",
                                              "-out", directory.filePath("encrypted.key")}) == 0);
        m_environment.set("BAO_CLIENT_KEY", directory.filePath("encrypted.key").toUtf8());
        QVERIFY(told(key).contains(QStringLiteral("is encrypted with a passphrase")));
        m_environment.unset("BAO_CLIENT_CERT");
        m_environment.unset("BAO_CLIENT_KEY");
        QVERIFY(!succeedsWith("BAO_CACERT", authority.fileName().toUtf8()));
    }

    void expectsTheCertificateOfTheServerName_data() {
        QTest::addColumn<QByteArray>("host");
        QTest::addColumn<QByteArray>("variable");
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<bool>("isAccepted");
        const QByteArray address = "127.0.0.1", variable = "BAO_TLS_SERVER_NAME";
        QTest::newRow("name") << address << variable << QByteArray("bao.example.com") << true;
        QTest::newRow("variable of Vault")
            << address << QByteArray("VAULT_TLS_SERVER_NAME") << QByteArray("bao.example.com") << true;
        QTest::newRow("other name") << address << variable << QByteArray("other.example.com") << false;
        QTest::newRow("name of the address") << QByteArray("localhost") << variable << QByteArray() << false;
        QTest::newRow("IP address") << QByteArray("localhost") << variable << address << true;
    }
    void expectsTheCertificateOfTheServerName() {
        QFETCH(QByteArray, host);
        QFETCH(QByteArray, variable);
        QFETCH(QByteArray, name);
        if (QStandardPaths::findExecutable(QStringLiteral("openssl")).isEmpty())
            QSKIP("openssl, which makes the certificates, is not on the PATH");
        const KeyServer server({QStringLiteral("foo")}, KeyServer::Transport::Tls);
        QVERIFY(server.isRunning());
        QByteArray address = server.url();
        m_environment.set("BAO_ADDR", address.replace("http://127.0.0.1", "https://" + host));
        m_environment.set("BAO_CACERT", server.path("authority.pem").toUtf8());
        m_environment.set("BAO_CLIENT_CERT", server.path("client.pem").toUtf8());
        m_environment.set("BAO_CLIENT_KEY", server.path("client.key").toUtf8());
        m_environment.set(variable.constData(), name);
        const QString result = told(key);
        QFETCH(bool, isAccepted);
        if (isAccepted)
            QCOMPARE(result, QStringLiteral("ok"));
        else
            QVERIFY2(result.contains(QStringLiteral("certificate")) && result.contains(QString::fromUtf8(host)),
                     qPrintable(result));
    }

    void connectsToSockets_data() {
        QTest::addColumn<QByteArray>("variable");
        for (const char* variable : {"BAO_ADDR", "BAO_AGENT_ADDR"})
            QTest::newRow(variable) << QByteArray(variable);
    }
    void connectsToSockets() {
        QFETCH(QByteArray, variable);
        const QTemporaryDir directory;
        m_environment.set(variable.constData(), "unix://" + directory.filePath(QStringLiteral("none")).toUtf8());
        const QString result = told(key);
        QVERIFY2(result.startsWith(notSent + "Put \"http://localhost/v1/transit/datakey/plaintext/foo\": "),
                 qPrintable(result));
        QVERIFY(m_server->requests().isEmpty());
    }

    void messagesContainNoSecrets() {
        m_environment.set("BAO_TOKEN", "secret-token");
        QByteArray address = m_server->url();
        address.replace("http://", "http://user:secret-password@");
        m_environment.set("BAO_ADDR", address);
        const QString told = this->told(key);
        QVERIFY2(told.contains(QStringLiteral("permission denied")) && !told.contains(QStringLiteral("secret-")),
                 qPrintable(told));
    }
};

QTEST_APPLESS_MAIN(TestOpenBao)
#include "tst_openbao.moc"
