// SPDX-License-Identifier: MPL-2.0
#include "core/backends/gcs/client.h"
#include "core/backends/remote/remote_state.h"
#include "tests/core/backends/gcs_arguments.h"
#include "tests/support/google_server.h"

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <memory>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>

using namespace planlens;
using testing::Arguments;
using testing::GoogleServer;
using values::Value;

namespace {

using Variables = QMap<QString, QString>;

/// A key of a service account: the PEM text, and the modulus with which the server checks signatures.
struct AccountKey {
    QString pem;
    QByteArray modulus;
};

AccountKey newKey() {
    const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(EVP_RSA_gen(2048), EVP_PKEY_free);
    const std::unique_ptr<BIO, decltype(&BIO_free)> text(BIO_new(BIO_s_mem()), BIO_free);
    PEM_write_bio_PKCS8PrivateKey(text.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr);
    char* bytes = nullptr;
    const long size = BIO_get_mem_data(text.get(), &bytes);
    BIGNUM* modulus = nullptr;
    EVP_PKEY_get_bn_param(key.get(), "n", &modulus);
    char* const digits = BN_bn2hex(modulus);
    AccountKey result{QString::fromLatin1(bytes, size), digits};
    OPENSSL_free(digits);
    BN_free(modulus);
    return result;
}

QString json(const QJsonObject& object) {
    return QString::fromUtf8(QJsonDocument(object).toJson());
}

QString problem(const diags::Result<backends::StoredState>& read) {
    return QString::fromStdString(read.diagnostics.toString());
}

constexpr auto usualFile = ".config/gcloud/application_default_credentials.json";

} // namespace

/// Where the backend "gcs" finds credentials. The server accepts only tokens that it has issued. In rows, URL stands
/// for its address and HOME for the home directory.
class TestGcsCredentials final : public QObject {
    Q_OBJECT

    testing::ScopedEnvironment m_environment;
    std::unique_ptr<GoogleServer> m_server;
    AccountKey m_key;

    QString replaced(QString text, const QTemporaryDir& home) const {
        return text.replace(QStringLiteral("URL"), QString::fromLatin1(m_server->url()))
            .replace(QStringLiteral("HOST"), QString::fromLatin1(m_server->url().mid(7)))
            .replace(QStringLiteral("HOME"), home.path());
    }
    void prepare(const QTemporaryDir& home, const Variables& variables, const Variables& files) {
        m_environment.set("HOME", home.path().toUtf8());
        for (auto [name, value] : variables.asKeyValueRange())
            m_environment.set(name.toLatin1().constData(), replaced(value, home).toUtf8());
        for (auto [name, text] : files.asKeyValueRange()) {
            const QString path = home.filePath(name);
            QDir().mkpath(QFileInfo(path).path());
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(replaced(text, home).toUtf8());
        }
    }
    /// The services of Google are those of the server.
    std::unique_ptr<backends::WorkspaceState> stateOf(const Arguments& given, const QTemporaryDir& home) const {
        const std::string url = m_server->url().toStdString();
        auto settings = backends::gcs::readSettings(testing::gcsSetup(given, home.path().toStdString()));
        settings.value->google.services = {url + "/token", url + "/sts", url};
        settings.value->google.retries.attempts = 2;
        settings.value->google.retries.firstWait = std::chrono::milliseconds(20);
        return backends::makeRemoteState(backends::gcs::makeClient(*settings, "default"), "unused", {});
    }
    Arguments argumentsOf(const Variables& arguments, const QTemporaryDir& home) const {
        Arguments given = testing::gcsArguments(m_server->endpoint());
        for (auto [name, value] : arguments.asKeyValueRange())
            if (name == "impersonate_service_account_delegates")
                given[name.toStdString()] = Value::list({Value::string(value.toStdString())});
            else
                given[name.toStdString()] = Value::string(replaced(value, home).toStdString());
        return given;
    }
    QString account(const QJsonObject& changes = {}) const {
        QJsonObject file{{"type", "service_account"},
                         {"client_email", "robot@project"},
                         {"private_key_id", "key-1"},
                         {"private_key", m_key.pem},
                         {"token_uri", "URL/token"}};
        for (auto it = changes.begin(); it != changes.end(); ++it)
            file[it.key()] = it.value();
        return json(file);
    }
    static QString user(const char* refreshToken = "refresh-secret") {
        return json({{"type", "authorized_user"},
                     {"client_id", "id"},
                     {"client_secret", "client-secret"},
                     {"quota_project_id", "payer"},
                     {"refresh_token", refreshToken}});
    }
    static QString external(const QJsonObject& source, const QJsonObject& changes = {}) {
        QJsonObject file{{"type", "external_account"},
                         {"audience", "pool"},
                         {"subject_token_type", "urn:ietf:params:oauth:token-type:jwt"},
                         {"token_url", "URL/sts"},
                         {"credential_source", source}};
        for (auto it = changes.begin(); it != changes.end(); ++it)
            file[it.key()] = it.value();
        return json(file);
    }

private Q_SLOTS:
    void initTestCase() {
        SKIP_WITHOUT_PROGRAM("python3");
        m_server = std::make_unique<GoogleServer>(QStringList{"states"});
        QVERIFY(m_server->isRunning());
        m_key = newKey();
        m_server->write("modulus", m_key.modulus);
    }
    void init() { testing::withoutGoogleVariables(m_environment); }
    void cleanup() {
        m_environment.restore();
        QFile::remove(m_server ? m_server->path("lifetime") : QString());
    }

    void findsCredentials_data();
    void findsCredentials();
    void reportsWhereCredentialsWereLookedFor_data();
    void reportsWhereCredentialsWereLookedFor();

    void renewsTokens() {
        const QTemporaryDir home;
        prepare(home, {}, {{usualFile, user()}});
        m_server->write("lifetime", "30"); // expires soon
        const auto state = stateOf(argumentsOf({}, home), home);
        const auto tokenRequests = [&] {
            const QList<QByteArray> lines = m_server->requests();
            return std::ranges::count_if(lines, [](const QByteArray& line) { return line.contains("/token "); });
        };
        (void)m_server->requests();
        QCOMPARE(problem(state->read({})), QString());
        QVERIFY(tokenRequests() > 0);
        QFile::remove(m_server->path("lifetime"));
        QCOMPARE(problem(state->read({})), QString());
        QCOMPARE(tokenRequests(), 1);
        QCOMPARE(problem(state->read({})), QString());
        QCOMPARE(tokenRequests(), 0);
    }

    void renewsTokensThatAreRevoked() {
        const QTemporaryDir home;
        prepare(home, {}, {{usualFile, user()}});
        const auto state = stateOf(argumentsOf({}, home), home);
        QCOMPARE(problem(state->read({})), QString());
        m_server->setFaults("1 401");
        QCOMPARE(problem(state->read({})), QString());
        m_server->setFaults({});
    }

    void namesTheRejectedToken() {
        const QTemporaryDir home;
        prepare(home, {{"GOOGLE_OAUTH_ACCESS_TOKEN", "secret-token"}}, {});
        const QString text = problem(stateOf(argumentsOf({}, home), home)->read({})).simplified();
        for (const char* part : {"googleapi: Error 401: Invalid Credentials, authError",
                                 "They are those of the environment variable GOOGLE_OAUTH_ACCESS_TOKEN.",
                                 "gcloud auth print-access-token"})
            QVERIFY2(text.contains(QString::fromLatin1(part)), qPrintable(text));
        QVERIFY(!text.contains("secret-token"));
    }
};

void TestGcsCredentials::findsCredentials_data() {
    QTest::addColumn<Variables>("variables");
    QTest::addColumn<Variables>("files");
    QTest::addColumn<Variables>("arguments");
    QTest::addColumn<QByteArray>("token");
    const auto row = [](const char* name, const char* token, const Variables& variables, const Variables& files,
                        const Variables& arguments = {}) {
        QTest::newRow(name) << variables << files << arguments << QByteArray(token);
    };
    const QJsonObject file{{"file", "HOME/subject"}};
    row("argument access_token", "token-of-argument", {}, {}, {{"access_token", "token-of-argument"}});
    row("key in the argument", "token-of-account", {}, {}, {{"credentials", account()}});
    row("file in the argument", "token-of-account", {}, {{"key.json", account()}}, {{"credentials", "~/key.json"}});
    row("relative path in the argument", "token-of-account", {}, {{"key.json", account()}},
        {{"credentials", "key.json"}});
    row("key in the environment", "token-of-account", {{"GOOGLE_CREDENTIALS", account()}}, {});
    row("file in the environment", "token-of-user", {{"GOOGLE_BACKEND_CREDENTIALS", "HOME/user.json"}},
        {{"user.json", user()}});
    row("default file of the environment", "token-of-account", {{"GOOGLE_APPLICATION_CREDENTIALS", "HOME/key.json"}},
        {{"key.json", account()}, {usualFile, user()}});
    row("default file", "token-of-user", {}, {{usualFile, user()}});
    row("machine", "token-of-machine", {{"GCE_METADATA_HOST", "HOST"}}, {});
    row("impersonation", "token-of-other@project", {}, {{usualFile, user()}},
        {{"impersonate_service_account", "other@project"}});
    row("impersonation with delegates", "token-of-other@project-via-third@project",
        {{"GOOGLE_IMPERSONATE_SERVICE_ACCOUNT", "other@project"}}, {{usualFile, account()}},
        {{"impersonate_service_account_delegates", "third@project"}});
    row("impersonated account in the file", "token-of-other@project", {},
        {{usualFile, json({{"type", "impersonated_service_account"},
                           {"service_account_impersonation_url",
                            "URL/v1/projects/-/serviceAccounts/other@project:generateAccessToken"},
                           {"source_credentials", QJsonDocument::fromJson(user().toUtf8()).object()}})}});
    row("identity in a file", "token-of-sts", {}, {{usualFile, external(file)}, {"subject", "subject-secret\n"}});
    row("identity in a JSON file", "token-of-sts", {},
        {{usualFile, external({{"file", "HOME/subject"},
                               {"format", QJsonObject{{"type", "json"}, {"subject_token_field_name", "value"}}}})},
         {"subject", "{\"value\": \"subject-secret\"}"}});
    row("identity at an address", "token-of-sts", {},
        {{usualFile, external({{"url", "URL/subject"},
                               {"headers", QJsonObject{{"X-Platform", "yes"}}},
                               {"format", QJsonObject{{"type", "json"}, {"subject_token_field_name", "value"}}}})}});
    row("identity that impersonates", "token-of-other@project", {},
        {{usualFile, external(file, {{"service_account_impersonation_url",
                                      "URL/v1/projects/-/serviceAccounts/other@project:generateAccessToken"}})},
         {"subject", "subject-secret"}});
}

void TestGcsCredentials::findsCredentials() {
    QFETCH(Variables, variables);
    QFETCH(Variables, files);
    QFETCH(Variables, arguments);
    QFETCH(QByteArray, token);
    const QTemporaryDir home;
    prepare(home, variables, files);
    (void)m_server->requests();
    QCOMPARE(problem(stateOf(argumentsOf(arguments, home), home)->read({})), QString());
    const QByteArray last = m_server->requests().last();
    QCOMPARE(last.mid(last.lastIndexOf(' ') + 1), token);
}

void TestGcsCredentials::reportsWhereCredentialsWereLookedFor_data() {
    QTest::addColumn<Variables>("variables");
    QTest::addColumn<Variables>("files");
    QTest::addColumn<Variables>("arguments");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char* name, const QStringList& expected, const Variables& variables,
                        const Variables& files, const Variables& arguments = {}) {
        QTest::newRow(name) << variables << files << arguments << expected;
    };
    row("nothing",
        {"storage.NewClient() failed: dialing: credentials: could not find default credentials. See "
         "https://cloud.google.com/docs/authentication/external/set-up-adc for more information",
         "GOOGLE_OAUTH_ACCESS_TOKEN", "GOOGLE_BACKEND_CREDENTIALS and GOOGLE_CREDENTIALS",
         "GOOGLE_APPLICATION_CREDENTIALS", usualFile, "the metadata server", "gcloud auth application-default login"},
        {}, {});
    row("no file",
        {"storage.NewClient() failed: dialing: open HOME/none: no such file or directory",
         "GOOGLE_APPLICATION_CREDENTIALS (HOME/none)"},
        {{"GOOGLE_APPLICATION_CREDENTIALS", "HOME/none"}}, {});
    row("revoked user",
        {"auth: \"invalid_grant\" \"Token has been expired or revoked.\"", "the file HOME/.config/gcloud",
         "gcloud auth application-default login"},
        {}, {{usualFile, user("revoked-secret")}});
    row("key of another account",
        {"auth: \"invalid_grant\" \"Invalid JWT Signature.\"", "the argument credentials of the backend",
         "robot@project"},
        {}, {}, {{"credentials", account({{"private_key", newKey().pem}})}});
    row("key that is not one", {"the private key is not a PEM text", "Create a new key"}, {}, {},
        {{"credentials", account({{"private_key", "key-secret"}})}});
    row("account that must not be impersonated",
        {"impersonate: status code 403", "Permission denied", "roles/iam.serviceAccountTokenCreator",
         "the service account forbidden@project"},
        {}, {{usualFile, user()}}, {{"impersonate_service_account", "forbidden@project"}});
    row("identity that has expired", {"auth: \"invalid_request\" \"Invalid subject token.\"", "Renew the token"}, {},
        {{usualFile, external({{"file", "HOME/subject"}})}, {"subject", "old-secret"}});
    row("identity without a file", {"failed to open credential file \"HOME/subject\""}, {},
        {{usualFile, external({{"file", "HOME/subject"}})}});
    row("identity that is not given", {"status code 403"}, {}, {{usualFile, external({{"url", "URL/subject"}})}});
    row("identity of AWS", {"supported only with a token in a file or at an address"}, {},
        {{usualFile, external({{"environment_id", "aws1"}, {"url", "URL/subject"}})}});
    row("identity of a program", {"supported only with a token in a file or at an address"}, {},
        {{usualFile, external({{"executable", QJsonObject{{"command", "touch HOME/started"}}}})}});
    row("other kind", {"credentials of the type \"gdch_service_account\" are not supported"}, {},
        {{usualFile, json({{"type", "gdch_service_account"}})}});
}

void TestGcsCredentials::reportsWhereCredentialsWereLookedFor() {
    QFETCH(Variables, variables);
    QFETCH(Variables, files);
    QFETCH(Variables, arguments);
    QFETCH(QStringList, expected);
    const QTemporaryDir home;
    prepare(home, variables, files);
    const auto read = stateOf(argumentsOf(arguments, home), home)->read({});
    QVERIFY(read.hasErrors());
    const QString text = QString::fromStdString(read.diagnostics[0].summary + '\n' + read.diagnostics[0].detail);
    for (const QString& part : expected)
        QVERIFY2(text.contains(replaced(part, home)), qPrintable(text));
    QVERIFY2(!text.contains(QStringLiteral("-secret")) && !text.contains(QStringLiteral("PRIVATE KEY")),
             qPrintable(text));
    QVERIFY(!QFile::exists(home.filePath(QStringLiteral("started"))));
}

QTEST_GUILESS_MAIN(TestGcsCredentials)
#include "tst_gcs_credentials.moc"
