// SPDX-License-Identifier: MPL-2.0
#include "tests/core/encryption/made_keys.h"
#include "tests/support/google_server.h"

#include <QTest>

#include <memory>

using namespace planlens;
using testing::GoogleKeyServer;
using testing::plainState;

namespace {

const QString failed = QStringLiteral("key_provider.gcp_kms.a failed with error: ");
const QString notBuilt = QStringLiteral("Unable to build encryption key data; ") + failed;
const QString notEncrypted =
    QStringLiteral("Unable to fetch encryption key data; ") + failed + QStringLiteral("failed to encrypt key: ");
const QString rpc = notEncrypted + QStringLiteral("rpc error: code = ");
const std::string path = "projects/p/locations/global/keyRings/r/cryptoKeys/";
const QByteArray user = "{\"type\":\"authorized_user\",\"client_id\":\"c\",\"client_secret\":\"client-secret\","
                        "\"refresh_token\":\"refresh-secret\"}";

std::string keyNamed(const std::string& name) {
    return "kms_encryption_key = \"" + path + name + "\"\n";
}
const std::string key = keyNamed("k") + "key_length = 32\n";
const std::string token = "access_token = \"token-of-argument\"\n";

} // namespace

/// The key provider "gcp_kms". Expected texts are those of OpenTofu 1.12.6 with the same server.
class TestGcpKms final : public QObject {
    Q_OBJECT

    testing::ScopedEnvironment m_environment;
    std::unique_ptr<GoogleKeyServer> m_server;

    diags::Result<encryption::EncryptionPtr> made(const std::string& arguments) const {
        return testing::makeEncryption(testing::withKeyProvider("gcp_kms", arguments));
    }
    QString told(const std::string& arguments) const { return testing::told(made(arguments), *m_server); }
    static QByteArray request(const char* operation, const char* token) {
        return QByteArray("POST /v1/") + path.c_str() + "k:" + operation + " token-of-" + token;
    }

private slots:
    void initTestCase() {
        SKIP_WITHOUT_PROGRAM("openssl");
        m_server = std::make_unique<GoogleKeyServer>();
        QVERIFY(m_server->isRunning());
    }
    void init() {
        testing::withoutKeyVariables(m_environment);
        m_environment.set("HTTPS_PROXY", m_server->url());
        m_environment.set("SSL_CERT_FILE", m_server->path("authority.pem").toUtf8());
        m_server->requests();
    }
    void cleanup() {
        m_environment.restore();
        m_server->setContent({});
        m_server->setFaults({});
        QFile::remove(m_server->path("lifetime"));
    }

    void decryptsWithTheKeyThatItEncryptedWith_data() {
        QTest::addColumn<int>("length");
        for (const int length : {16, 24, 32})
            QTest::newRow(QByteArray::number(length).constData()) << length;
    }
    void decryptsWithTheKeyThatItEncryptedWith() {
        QFETCH(int, length);
        const std::string arguments = keyNamed("k") + token + "key_length = " + std::to_string(length);
        const auto writer = made(arguments);
        QCOMPARE(testing::told(writer, *m_server), QStringLiteral("ok"));
        const auto stored = (*writer)->state()->encryptState(plainState);
        QVERIFY(stored && stored->find("resources") == std::string::npos);
        QCOMPARE(m_server->requests(), QList<QByteArray>{request("encrypt", "argument")});
        const auto reader = made(arguments);
        const auto read = (*reader)->state()->decryptState(*stored);
        QVERIFY2(read, read ? "" : read.error().c_str());
        QCOMPARE(read->text, plainState);
        QVERIFY(m_server->requests().contains(request("decrypt", "argument")));
    }

    void decryptsStatesOfOpenTofu() {
        const auto reader = made(key + token);
        const auto read = (*reader)->state()->decryptState(testing::recordedState("gcp_kms.tfstate"));
        QVERIFY2(read, read ? "" : read.error().c_str());
        QVERIFY(read->text.find("planted-secret") != std::string::npos);
    }

    void readsArgumentsAsTheReference_data() {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const std::string& arguments, const QString& expected) {
            QTest::newRow(name) << QString::fromStdString(arguments) << expected;
        };
        const QString ok = QStringLiteral("ok"),
                      unsuitable = QStringLiteral("Unsuitable value type; Unsuitable value: "),
                      notNull = unsuitable + QStringLiteral("null value is not allowed");
        const auto at = [](const char* place) { return QStringLiteral("main.tf:") + QString::fromUtf8(place) + ": "; };
        const auto required = [&](const char* name) {
            return at("3,28-28") + "Missing required argument; The argument \"" + name +
                   "\" is required, but no definition was found.";
        };
        row("the required arguments", key + token, ok);
        row("nothing", "", required("key_length") + '\n' + required("kms_encryption_key"));
        row("an empty name", "kms_encryption_key = \"\"\nkey_length = 32\n" + token,
            notBuilt + "kms_key_name must be provided");
        row("no length", keyNamed("k") + "key_length = 0\n" + token, notBuilt + "key_length must be at least 1");
        row("a negative length", keyNamed("k") + "key_length = -1\n" + token,
            notBuilt + "key_length must be at least 1");
        row("a length that is too large", keyNamed("k") + "key_length = 1025\n" + token,
            notBuilt + "key_length must be less than the GCP limit of 1024");
        row("an empty name and no length", "kms_encryption_key = \"\"\nkey_length = 0\n" + token,
            notBuilt + "kms_key_name must be provided");
        row("a length that the method does not have", keyNamed("k") + "key_length = 1024\n" + token,
            QStringLiteral(
                "Invalid method configuration; invalid method configuration: AES-GCM requires the key length "
                "to be one of: 16, 24, 32, received 1024 bytes in the encryption key"));
        row("a length as text", keyNamed("k") + "key_length = \"32\"\n" + token, ok);
        row("a fraction", keyNamed("k") + "key_length = 1.5\n" + token,
            at("5,14-17") + unsuitable +
                "value must be a whole number, between -9223372036854775808 and 9223372036854775807");
        row("a null name", "kms_encryption_key = null\nkey_length = 32\n" + token, at("4,22-26") + notNull);
        row("a null token", key + "access_token = null", at("6,16-20") + notNull);
        row("delegates", key + token + "impersonate_service_account_delegates = null", ok);
        row("a null delegate", key + token + "impersonate_service_account_delegates = [null]", at("7,41-47") + notNull);
        row("a text as delegates", key + token + "impersonate_service_account_delegates = \"x\"",
            at("7,41-44") + unsuitable + "list of string required, but have string");
        row("an unknown argument", key + token + "unknown = 1",
            at("7,1-8") + "Unsupported argument; An argument named \"unknown\" is not expected here.");
        row("credentials that are no JSON", key + "credentials = \"x\"",
            notBuilt + "the string provided in credentials is neither valid json nor a valid file path");
        row("credentials beside a token", key + token + "credentials = \"x\"", ok);
        row("credentials without a type", key + "credentials = \"{}\"",
            notBuilt + "invalid key provider configuration: credentials: unsupported unidentified file type");
        row("credentials of another type", key + "credentials = \"{\\\"type\\\":\\\"x\\\"}\"",
            notBuilt + "invalid key provider configuration: credentials: unsupported filetype \"x\"");
        row("a service account", key + token + "impersonate_service_account = \"a@b\"", ok);
    }
    void readsArgumentsAsTheReference() {
        QFETCH(QString, arguments);
        QTEST(told(arguments.toStdString()), "expected");
    }

    void findsCredentials_data() {
        QTest::addColumn<QString>("more");
        QTest::addColumn<QByteArray>("variable");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("expected");
        const QByteArray none;
        QTest::newRow("token") << QString() << QByteArray("GOOGLE_OAUTH_ACCESS_TOKEN")
                               << QByteArray("token-of-argument") << QByteArray("argument");
        QTest::newRow("user") << QString() << QByteArray("GOOGLE_CREDENTIALS") << user << QByteArray("user");
        QTest::newRow("service account of the argument")
            << QStringLiteral("access_token = \"token-of-argument\"\nimpersonate_service_account = \"a@b\"\n"
                              "impersonate_service_account_delegates = [\"c@d\"]")
            << none << none << QByteArray("a@b-via-c@d");
        for (const char* variable :
             {"GOOGLE_BACKEND_IMPERSONATE_SERVICE_ACCOUNT", "GOOGLE_IMPERSONATE_SERVICE_ACCOUNT"})
            QTest::newRow(variable) << QStringLiteral("access_token = \"token-of-argument\"") << QByteArray(variable)
                                    << QByteArray("a@b") << QByteArray("a@b");
    }
    void findsCredentials() {
        QFETCH(QString, more);
        QFETCH(QByteArray, variable);
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, expected);
        if (!variable.isEmpty())
            m_environment.set(variable.constData(), value);
        QCOMPARE(told(key + more.toStdString()), QStringLiteral("ok"));
        QCOMPARE(m_server->requests().last(), request("encrypt", expected.constData()));
    }

    void reportsWhereCredentialsWereLookedFor() {
        m_environment.set("GOOGLE_BACKEND_CREDENTIALS", user); // only for the backend
        const QString told = this->told(key);
        QVERIFY2(told.startsWith(notBuilt + "invalid key provider configuration: credentials: could not find default "
                                            "credentials. See https://cloud.google.com/docs/authentication/external/"
                                            "set-up-adc for more information\n\nPlanlens looked for credentials in:\n"),
                 qPrintable(told));
        QVERIFY2(told.contains(QStringLiteral("environment variable GOOGLE_CREDENTIALS\n")) &&
                     told.contains(QStringLiteral("gcloud auth application-default login")) &&
                     !told.contains(QStringLiteral("storage")) && !told.contains(QStringLiteral("BACKEND")),
                 qPrintable(told));
        QVERIFY(m_server->requests().isEmpty());
        m_environment.set("GOOGLE_APPLICATION_CREDENTIALS", "/nonexistent");
        const QString missing = this->told(key);
        QVERIFY2(missing.startsWith(notBuilt + "invalid key provider configuration: open /nonexistent: no such file or "
                                               "directory\n"),
                 qPrintable(missing));
    }

    void reportsErrorsOfTheServer_data() {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("expected");
        QTest::addColumn<QString>("advice");
        const auto row = [](const char* name, const std::string& arguments, const QString& expected,
                            const char* advice) {
            QTest::newRow(name) << QString::fromStdString(arguments + "key_length = 32\n") << expected
                                << QString::fromUtf8(advice);
        };
        const QString named = QString::fromStdString(path);
        row("no such key", keyNamed("none") + token, "NotFound desc = CryptoKey " + named + "none not found.",
            "Check the name of the key in kms_encryption_key.");
        row("no key name", "kms_encryption_key = \"alias/x\"\n" + token,
            QStringLiteral("InvalidArgument desc = Resource name is not valid."), "Check the name of the key");
        row("permission denied", keyNamed("denied") + token,
            "PermissionDenied desc = Permission 'cloudkms.cryptoKeyVersions.useToEncrypt' denied on resource '" +
                named + "denied' (or it may not exist).",
            "roles/cloudkms.cryptoKeyEncrypterDecrypter");
        row("disabled key", keyNamed("disabled") + token,
            "FailedPrecondition desc = " + named +
                "disabled/cryptoKeyVersions/1 is not enabled, current state is: "
                "DISABLED.",
            "Enable the key");
        row("expired token", keyNamed("k") + "access_token = \"secret-expired\"\n",
            QStringLiteral("Unauthenticated desc = Request had invalid authentication credentials."),
            "They are those of the argument access_token of the key provider \"gcp_kms\". Get a new token");
    }
    void reportsErrorsOfTheServer() {
        QFETCH(QString, arguments);
        QFETCH(QString, expected);
        QFETCH(QString, advice);
        const QString told = this->told(arguments.toStdString());
        QVERIFY2(told.startsWith(rpc + expected + "\n\n"), qPrintable(told));
        QVERIFY2(told.contains(advice) && !told.contains(QStringLiteral("secret-expired")), qPrintable(told));
    }

    void reportsCredentialsThatHaveExpired() {
        m_environment.set("GOOGLE_CREDENTIALS", QByteArray(user).replace("refresh-secret", "planted-refresh-token"));
        const QString told = this->told(key);
        QVERIFY2(told.startsWith(notEncrypted) &&
                     told.contains(QStringLiteral("auth: \"invalid_grant\" \"Token has been expired or revoked.\"")) &&
                     told.contains(QStringLiteral("gcloud auth application-default login")) &&
                     !told.contains(QStringLiteral("planted")) && !told.contains(QStringLiteral("client-secret")),
                 qPrintable(told));
        const QString forbidden = this->told(key + token + "impersonate_service_account = \"forbidden@b\"");
        QVERIFY2(forbidden.contains(QStringLiteral("impersonate: status code 403: ")) &&
                     forbidden.contains(QStringLiteral("roles/iam.serviceAccountTokenCreator")) &&
                     !forbidden.contains(QStringLiteral("token-of-")),
                 qPrintable(forbidden));
    }

    void renewsTokensThatExpire() {
        m_server->write("lifetime", "1");
        m_environment.set("GOOGLE_CREDENTIALS", user);
        const auto writer = made(key);
        QVERIFY2(writer.isOk(), writer.diagnostics.toString().c_str());
        const auto stored = (*writer)->state()->encryptState(plainState);
        QVERIFY(stored && (*writer)->state()->decryptState(*stored));
        QVERIFY(m_server->requests().count("POST /token ") > 1);
    }

    void reportsWrongResponses_data() {
        QTest::addColumn<QByteArray>("content");
        for (const char* content : {"empty", "text", "no-key", "no-base64"})
            QTest::newRow(content) << QByteArray(content);
    }
    void reportsWrongResponses() {
        QFETCH(QByteArray, content);
        m_server->setContent(content);
        QCOMPARE(told(key + token), notEncrypted + "the response of https://cloudkms.googleapis.com/v1/" +
                                        QString::fromStdString(path) + "k:encrypt has no field ciphertext in Base64");
    }

    void reportsKeysOfOtherStates() {
        const auto writer = made(key + token);
        const std::string stored = *(*writer)->state()->encryptState(plainState);
        const auto other = made(keyNamed("other") + "key_length = 32\n" + token);
        const auto read = (*other)->state()->decryptState(stored);
        QVERIFY(!read);
        QVERIFY2(read.error().starts_with("<nil>: Unable to fetch encryption key data; key_provider.gcp_kms.a failed "
                                          "with error: rpc error: code = InvalidArgument desc = Decryption failed: the "
                                          "ciphertext is invalid."),
                 read.error().c_str());
    }

    void reportsServersThatAreGone() {
        m_environment.set("HTTPS_PROXY", "http://planted-user:planted-password@127.0.0.1:1");
        const QString told = this->told(key + token);
        QVERIFY2(told.startsWith(notEncrypted + "Post \"https://cloudkms.googleapis.com/v1/"), qPrintable(told));
        QVERIFY2(told.contains(QStringLiteral("Check the network and the proxy (HTTPS_PROXY)")) &&
                     !told.contains(QStringLiteral("planted")) && !told.contains(QStringLiteral("token-of")),
                 qPrintable(told));
    }

    /// Each request of a new encryption and of a decryption fails once.
    void repeatsRequestsThatFail_data() {
        QTest::addColumn<QByteArray>("fault");
        for (const char* fault : {"500", "503", "429", "reset", "lost", "half"})
            QTest::newRow(fault) << QByteArray(fault);
    }
    void repeatsRequestsThatFail() {
        QFETCH(QByteArray, fault);
        m_environment.set("GOOGLE_CREDENTIALS", user);
        for (int number = 1; number <= 2; ++number) { // the token, and the key
            m_server->setFaults(QByteArray::number(number) + ' ' + fault);
            const auto writer = made(key);
            QCOMPARE(testing::told(writer, *m_server), QStringLiteral("ok"));
            const auto stored = (*writer)->state()->encryptState(plainState);
            m_server->setFaults("1 " + fault);
            const auto read = (*writer)->state()->decryptState(*stored);
            QVERIFY2(read, read ? "" : read.error().c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestGcpKms)
#include "tst_gcp_kms.moc"
