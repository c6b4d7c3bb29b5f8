// SPDX-License-Identifier: MPL-2.0
#include "core/backends/gcs/client.h"
#include "core/backends/gcs/gcs.h"
#include "core/backends/gcs/settings.h"
#include "core/cloud/signed_token.h"
#include "tests/core/backends/gcs_arguments.h"

#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>

using namespace planlens;
using testing::Arguments;
using values::Value;

namespace {

using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;

std::string pemOf(const Key& key) {
    const std::unique_ptr<BIO, decltype(&BIO_free)> text(BIO_new(BIO_s_mem()), BIO_free);
    PEM_write_bio_PKCS8PrivateKey(text.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr);
    char* bytes = nullptr;
    const long size = BIO_get_mem_data(text.get(), &bytes);
    return {bytes, static_cast<std::size_t>(size)};
}

QByteArray decoded(const QByteArray& part) {
    return QByteArray::fromBase64(part, QByteArray::Base64UrlEncoding);
}

QString messages(const diags::Diagnostics& diagnostics) {
    QStringList list;
    for (const diags::Diagnostic& diagnostic : diagnostics)
        list.append(
            QString::fromStdString(diagnostic.summary + (diagnostic.detail.empty() ? "" : "; ") + diagnostic.detail));
    return list.join(QLatin1Char('\n'));
}

using Variables = QMap<QString, QString>;

} // namespace

/// The parts of the backend "gcs" that need no server.
class TestGcs final : public QObject {
    Q_OBJECT

    testing::ScopedEnvironment m_environment;

    void setVariables(const Variables& variables) {
        for (auto [name, value] : variables.asKeyValueRange())
            m_environment.set(name.toLatin1().constData(), value.toUtf8());
    }

private Q_SLOTS:
    void init() { testing::withoutGoogleVariables(m_environment); }
    void cleanup() { m_environment.restore(); }

    void signsTokensWithTheKey() {
        const Key key(EVP_RSA_gen(2048), EVP_PKEY_free);
        const auto token = cloud::signedToken("{\"alg\":\"RS256\"}", "{\"iss\":\"ü\"}", pemOf(key));
        QVERIFY2(token, token ? "" : token.error().c_str());
        const QList<QByteArray> parts = QByteArray::fromStdString(*token).split('.');
        QCOMPARE(parts.size(), qsizetype(3));
        QCOMPARE(decoded(parts[0]), QByteArray("{\"alg\":\"RS256\"}"));
        QCOMPARE(decoded(parts[1]), QByteArray("{\"iss\":\"ü\"}"));
        QVERIFY(token->find('=') == std::string::npos);
        const QByteArray text = parts[0] + '.' + parts[1], signature = decoded(parts[2]);
        const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
        QCOMPARE(EVP_DigestVerifyInit(context.get(), nullptr, EVP_sha256(), nullptr, key.get()), 1);
        QCOMPARE(EVP_DigestVerify(context.get(), reinterpret_cast<const unsigned char*>(signature.constData()),
                                  static_cast<std::size_t>(signature.size()),
                                  reinterpret_cast<const unsigned char*>(text.constData()),
                                  static_cast<std::size_t>(text.size())),
                 1);
    }

    void rejectsKeysThatCannotSign_data() {
        QTest::addColumn<QByteArray>("pem");
        QTest::addColumn<QString>("expected");
        const Key other(EVP_EC_gen("P-256"), EVP_PKEY_free);
        QTest::newRow("no PEM") << QByteArray("secret") << "the private key is not a PEM text without a passphrase";
        QTest::newRow("empty") << QByteArray() << "the private key is not a PEM text without a passphrase";
        QTest::newRow("another algorithm")
            << QByteArray::fromStdString(pemOf(other)) << "the private key is not an RSA key";
    }
    void rejectsKeysThatCannotSign() {
        QFETCH(QByteArray, pem);
        const auto token = cloud::signedToken("{}", "{}", pem.toStdString());
        QVERIFY(!token);
        QTEST(QString::fromStdString(token.error()), "expected");
    }

    void placesObjectsAsTheReferenceDoes_data() {
        QTest::addColumn<QString>("prefix");
        QTest::addColumn<QString>("workspace");
        QTest::addColumn<QString>("expected");
        QTest::newRow("no prefix") << ""
                                   << "default"
                                   << "default.tfstate default.tflock";
        QTest::newRow("prefix") << "a/b"
                                << "default"
                                << "a/b/default.tfstate a/b/default.tflock";
        QTest::newRow("slashes around it") << "//a/"
                                           << "blue"
                                           << "a/blue.tfstate a/blue.tflock";
        QTest::newRow("folders that are not clean") << "a//./b/../c"
                                                    << "x"
                                                    << "a/c/x.tfstate a/c/x.tflock";
    }
    void placesObjectsAsTheReferenceDoes() {
        QFETCH(QString, prefix);
        QFETCH(QString, workspace);
        const Arguments given = testing::gcsArguments("http://127.0.0.1:1", prefix.toStdString());
        const auto settings = backends::gcs::readSettings(testing::gcsSetup(given));
        QVERIFY(settings.isOk());
        const std::string name = workspace.toStdString();
        QTEST(QString::fromStdString(backends::gcs::stateObject(settings->prefix, name) + ' ' +
                                     backends::gcs::lockObject(settings->prefix, name)),
              "expected");
    }

    void findsTheService_data() {
        QTest::addColumn<Variables>("variables");
        QTest::addColumn<QString>("endpoint");
        QTest::addColumn<QString>("universe");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* expected, const Variables& variables, const char* endpoint = "",
                            const char* universe = "") {
            QTest::newRow(expected) << variables << QString(endpoint) << QString(universe) << QString(expected);
        };
        row("https://storage.googleapis.com/storage/v1/", {});
        row("https://storage.example.org/storage/v1/", {}, "", "example.org");
        row("https://storage.env.org/storage/v1/", {{"GOOGLE_BACKEND_UNIVERSE_DOMAIN", "env.org"}});
        row("https://private/storage/v1/b", {}, "https://private/storage/v1/b");
        row("https://host:1/storage/v1/", {}, "host:1");
        row("http://a/b/", {{"GOOGLE_BACKEND_STORAGE_CUSTOM_ENDPOINT", "http://a/b/"},
                            {"GOOGLE_STORAGE_CUSTOM_ENDPOINT", "http://c/"}});
        row("http://c/", {{"GOOGLE_STORAGE_CUSTOM_ENDPOINT", "http://c/"}});
        row("http://emulator:1/storage/v1/", {{"STORAGE_EMULATOR_HOST", "emulator:1"}});
        row("https://emulator:2/storage/v1/", {{"STORAGE_EMULATOR_HOST", "https://emulator:2/x"}});
        row("http://over/", {{"STORAGE_EMULATOR_HOST", "emulator:1"}}, "http://over/");
    }
    void findsTheService() {
        QFETCH(Variables, variables);
        QFETCH(QString, endpoint);
        QFETCH(QString, universe);
        setVariables(variables);
        Arguments given{{"bucket", Value::string("b")}};
        if (!endpoint.isEmpty())
            given = testing::with(given, "storage_custom_endpoint", endpoint.toStdString());
        if (!universe.isEmpty())
            given = testing::with(given, "universe_domain", universe.toStdString());
        const auto settings = backends::gcs::readSettings(testing::gcsSetup(given));
        QVERIFY(settings.isOk());
        QTEST(QString::fromStdString(settings->bucket.endpoint), "expected");
        QCOMPARE(settings->google.isAnonymous, variables.contains("STORAGE_EMULATOR_HOST"));
    }

    void readsArgumentsAndVariables_data() {
        QTest::addColumn<Variables>("variables");
        QTest::addColumn<Variables>("arguments");
        QTest::addColumn<QString>("expected"); // source of credentials, account, key
        const auto row = [](const char* name, const Variables& variables, const Variables& arguments,
                            const char* expected) {
            QTest::newRow(name) << variables << arguments << QString(expected);
        };
        const QString json = QStringLiteral("{\"type\":\"authorized_user\"}");
        row("token", {}, {{"access_token", "t"}}, "the argument access_token of the backend|||");
        row("token of the environment", {{"GOOGLE_OAUTH_ACCESS_TOKEN", "t"}}, {{"credentials", json}},
            "the environment variable GOOGLE_OAUTH_ACCESS_TOKEN|||");
        row("credentials", {{"GOOGLE_CREDENTIALS", json}}, {{"credentials", json}},
            "the argument credentials of the backend|||");
        row("first variable", {{"GOOGLE_CREDENTIALS", json}, {"GOOGLE_BACKEND_CREDENTIALS", json}}, {},
            "the environment variable GOOGLE_BACKEND_CREDENTIALS|||");
        row("second variable", {{"GOOGLE_CREDENTIALS", json}}, {}, "the environment variable GOOGLE_CREDENTIALS|||");
        row("account", {{"GOOGLE_IMPERSONATE_SERVICE_ACCOUNT", "a"}}, {{"access_token", "t"}},
            "the argument access_token of the backend|a||");
        row("first account",
            {{"GOOGLE_IMPERSONATE_SERVICE_ACCOUNT", "a"}, {"GOOGLE_BACKEND_IMPERSONATE_SERVICE_ACCOUNT", "b"}},
            {{"access_token", "t"}}, "the argument access_token of the backend|b||");
        row("customer key of the environment", {{"GOOGLE_ENCRYPTION_KEY", QByteArray(32, 'k').toBase64()}},
            {{"access_token", "t"}}, "the argument access_token of the backend||kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk|");
        row("KMS key of the environment", {{"GOOGLE_KMS_ENCRYPTION_KEY", "k"}}, {{"access_token", "t"}},
            "the argument access_token of the backend|||k");
        row("empty argument", {{"GOOGLE_KMS_ENCRYPTION_KEY", "k"}}, {{"access_token", "t"}, {"kms_encryption_key", ""}},
            "the argument access_token of the backend|||");
    }
    void readsArgumentsAndVariables() {
        QFETCH(Variables, variables);
        QFETCH(Variables, arguments);
        setVariables(variables);
        Arguments given{{"bucket", Value::string("b")}};
        for (auto [name, value] : arguments.asKeyValueRange())
            given = testing::with(given, name.toLatin1().constData(), value.toStdString());
        const auto settings = backends::gcs::readSettings(testing::gcsSetup(given));
        QVERIFY2(settings.isOk(), qPrintable(messages(settings.diagnostics)));
        QTEST(QString::fromStdString(settings->google.credentialsSource + '|' + settings->google.impersonated + '|' +
                                     settings->bucket.customerKey + '|' + settings->bucket.kmsKey),
              "expected");
    }

    void readsFilesThatArgumentsName() {
        const QTemporaryDir home, folder;
        m_environment.set("HOME", home.path().toUtf8());
        const auto writeIn = [](const QTemporaryDir& directory, const char* name, const QByteArray& text) {
            QFile file(directory.filePath(QString::fromLatin1(name)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text);
        };
        writeIn(home, "key", QByteArray(32, 'k').toBase64() + '\n');
        writeIn(folder, "account.json", "{\"type\": \"authorized_user\"}");
        const Arguments given{{"bucket", Value::string("b")},
                              {"credentials", Value::string("account.json")},
                              {"encryption_key", Value::string("~/key")}};
        const auto settings = backends::gcs::readSettings(testing::gcsSetup(given, folder.path().toStdString()));
        QVERIFY2(settings.isOk(), qPrintable(messages(settings.diagnostics)));
        QCOMPARE(settings->google.credentials, std::string("{\"type\": \"authorized_user\"}"));
        QCOMPARE(settings->bucket.customerKey, std::string(32, 'k'));
    }

    /// The rows are compared with the reference in tst_app_gcs_backend.
    void invalidArgumentsAreErrors_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* title, const char* name, const char* value, const char* expected) {
            QTest::newRow(title) << QString(name) << QString(value) << QString(expected);
        };
        row("no JSON", "credentials", "secret",
            "the string provided in credentials is neither valid json nor a valid file path");
        row("folder", "credentials", "/", "Error loading credentials: read /: is a directory");
        row("no type", "credentials", "{}",
            "storage.NewClient() failed: dialing: credentials: unsupported unidentified file type");
        row("unknown type", "credentials", "{\"type\":\"x\"}",
            "storage.NewClient() failed: dialing: credentials: unsupported filetype \"x\"");
        row("customer key that is not Base64", "encryption_key", "!!!!",
            "Error decoding encryption key: illegal base64 data at input byte 0");
        row("short customer key", "encryption_key", "c2VjcmV0", "storage: not a 32-byte AES-256 key");
    }
    void invalidArgumentsAreErrors() {
        QFETCH(QString, name);
        QFETCH(QString, value);
        const auto made = testing::makeGcs(testing::with(testing::gcsArguments("http://127.0.0.1:1"),
                                                         name.toLatin1().constData(), value.toStdString()));
        QVERIFY(made.hasErrors());
        QTEST(messages(made.diagnostics), "expected");
        QVERIFY(made.diagnostics[0].code == diags::ErrorCode::InvalidBackendArgument);
        QCOMPARE(QString::fromStdString(made.diagnostics[0].codeSubject), name);
    }

    void bothKeysConflict_data() {
        QTest::addColumn<Variables>("variables");
        QTest::addColumn<Variables>("arguments");
        QTest::newRow("arguments") << Variables() << Variables{{"encryption_key", "a"}, {"kms_encryption_key", "b"}};
        QTest::newRow("variables") << Variables{{"GOOGLE_ENCRYPTION_KEY", "a"}, {"GOOGLE_KMS_ENCRYPTION_KEY", "b"}}
                                   << Variables();
        QTest::newRow("one of each") << Variables{{"GOOGLE_ENCRYPTION_KEY", "a"}}
                                     << Variables{{"kms_encryption_key", "b"}};
    }
    void bothKeysConflict() {
        QFETCH(Variables, variables);
        QFETCH(Variables, arguments);
        setVariables(variables);
        Arguments given{{"bucket", Value::string("b")}};
        for (auto [name, value] : arguments.asKeyValueRange())
            given = testing::with(given, name.toLatin1().constData(), value.toStdString());
        QCOMPARE(messages(testing::makeGcs(given).diagnostics),
                 QStringLiteral("\"encryption_key\": conflicts with kms_encryption_key\n\"kms_encryption_key\": "
                                "conflicts with encryption_key"));
    }
};

QTEST_APPLESS_MAIN(TestGcs)
#include "tst_gcs.moc"
