// SPDX-License-Identifier: MPL-2.0
#include "tests/core/backends/s3_arguments.h"
#include "tests/support/aws_server.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QTest>

#include <memory>

using namespace planlens;
using testing::Arguments;
using testing::AwsServer;
using values::Value;

/// Where the backend "s3" finds credentials. The server rejects wrong signatures.
class TestS3Credentials final : public QObject {
    Q_OBJECT

    testing::ScopedEnvironment m_environment;
    std::unique_ptr<AwsServer> m_server;
    QTemporaryDir m_folder;

    Arguments arguments() const { return testing::s3Arguments(m_server->url().toStdString()); }
    std::unique_ptr<backends::WorkspaceState> stateOf(const Arguments& given) const {
        return (*testing::makeS3(given, m_folder.path().toStdString()))->state("default");
    }
    static void writeIn(const QTemporaryDir& directory, const QString& name, const QByteArray& text) {
        const QString path = directory.filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

private Q_SLOTS:
    void initTestCase() {
        SKIP_WITHOUT_MOTO();
        m_server = std::make_unique<AwsServer>(QStringList{QStringLiteral("states")});
        QVERIFY(m_server->isRunning());
    }
    void init() { testing::withoutAwsVariables(m_environment); }
    void cleanup() { m_environment.restore(); }

    void findsCredentials_data();
    void findsCredentials();
    void reportsProfilesThatDoNotExist_data();
    void reportsProfilesThatDoNotExist();
    void reportsWhereCredentialsWereLookedFor_data();
    void reportsWhereCredentialsWereLookedFor();
    void renewsCredentials();
    void namesTheExpiredCredentials_data() {
        QTest::addColumn<bool>("isValidated");
        QTest::newRow("at first") << true;
        QTest::newRow("later") << false;
    }
    void namesTheExpiredCredentials() {
        QFETCH(bool, isValidated);
        m_environment.set("AWS_ACCESS_KEY_ID", "ASIAEXPIRED");
        m_environment.set("AWS_SECRET_ACCESS_KEY", "secret-token");
        m_environment.set("AWS_SESSION_TOKEN", "secret-token");
        Arguments given = arguments();
        given["skip_credentials_validation"] = Value::boolean(!isValidated);
        given["use_lockfile"] = Value::boolean(true);
        const QString text =
            QString::fromStdString(stateOf(given)->lock("OperationTypePlan", {}, {}).toString()).simplified();
        QVERIFY2(
            text.contains(QStringLiteral("The credentials have expired. They are those of the environment variables "
                                         "AWS_ACCESS_KEY_ID")) &&
                text.contains(QStringLiteral("aws sso login")) && !text.contains(QStringLiteral("secret-token")),
            qPrintable(text));
    }
    void rejectsHalfOfAKey() {
        Arguments given = arguments();
        given["secret_key"] = Value::string("secret-token");
        const auto read = stateOf(given)->read({});
        QVERIFY(read.hasErrors());
        QCOMPARE(read.diagnostics[0].summary, std::string("retrieving credentials: static credentials are empty"));
        QVERIFY(read.diagnostics.toString().find("secret-token") == std::string::npos);
    }
};

namespace {

QString problem(const diags::Result<backends::StoredState>& read) {
    return QString::fromStdString(read.diagnostics.toString());
}

using Variables = QMap<QString, QString>;

/// A profile with keys.
constexpr auto keys = "aws_access_key_id = AKIAPROFILE\naws_secret_access_key = secret-of-profile\n";

/// The file of a token of SSO; its name is the SHA-1 of the session or the start address.
QString ssoCache(const char* key) {
    return QStringLiteral(".aws/sso/cache/") +
           QString::fromLatin1(QCryptographicHash::hash(key, QCryptographicHash::Sha1).toHex()) +
           QStringLiteral(".json");
}

QByteArray ssoToken(const char* token, int seconds, const char* more = "") {
    return QByteArray("{\"accessToken\": \"") + token + "\", \"expiresAt\": \"" +
           QDateTime::currentDateTimeUtc().addSecs(seconds).toString(Qt::ISODate).toLatin1() + "\"" + more + "}";
}

QByteArray processOutput(int seconds) {
    return "{\"Version\": 1, \"AccessKeyId\": \"ASIAPROCESS\", \"SecretAccessKey\": \"secret-of-process\", "
           "\"SessionToken\": \"token-of-process\", \"Expiration\": \"" +
           QDateTime::currentDateTimeUtc().addSecs(seconds).toString(Qt::ISODate).toLatin1() + "\"}";
}

constexpr auto refreshable = ", \"refreshToken\": \"refresh\", \"clientId\": \"c\", \"clientSecret\": \"s\"";
constexpr auto ssoProfile = "[profile p]\nsso_account_id = 123456789012\nsso_role_name = r\n";
constexpr auto roleArn = "arn:aws:iam::123456789012:role/r";

} // namespace

/// Files are in the home directory. URL stands for the address of the server.
void TestS3Credentials::findsCredentials_data() {
    QTest::addColumn<Variables>("variables");
    QTest::addColumn<Variables>("files");
    QTest::addColumn<QString>("role"); // of the argument
    QTest::addColumn<QString>("accessKey");
    const auto row = [](const char* name, const Variables& variables, const Variables& files, const char* accessKey,
                        const char* role = "") {
        QTest::newRow(name) << variables << files << QString(role) << QString(accessKey);
    };
    const QString config = QStringLiteral(".aws/config"), credentials = QStringLiteral(".aws/credentials");
    const auto text = [](const QByteArray& bytes) { return QString::fromUtf8(bytes); };
    row("environment", {{"AWS_ACCESS_KEY_ID", "AKIATEST"}, {"AWS_SECRET_ACCESS_KEY", "secret-of-test"}},
        {{credentials, text(QByteArray("[default]\n") + keys)}}, "AKIATEST");
    row("older names in the environment", {{"AWS_ACCESS_KEY", "AKIATEST"}, {"AWS_SECRET_KEY", "secret-of-test"}}, {},
        "AKIATEST");
    row("default profile", {}, {{credentials, text(QByteArray("[default]\n") + keys)}}, "AKIAPROFILE");
    row("config file", {}, {{config, text(QByteArray("[default]\n") + keys)}}, "AKIAPROFILE");
    row("named profile", {{"AWS_PROFILE", "p"}}, {{credentials, text(QByteArray("[p]\n") + keys)}}, "AKIAPROFILE");
    row("other files", {{"AWS_PROFILE", "p"}, {"AWS_SHARED_CREDENTIALS_FILE", "~/c"}},
        {{"c", text(QByteArray("[p]\n") + keys)}}, "AKIAPROFILE");
    row("role with a source profile", {{"AWS_PROFILE", "p"}},
        {{config, QStringLiteral("[profile p]\nrole_arn = %1\nsource_profile = s\nexternal_id = e\n").arg(roleArn)},
         {credentials, text(QByteArray("[s]\n") + keys)}},
        "ASIA");
    row("role with itself as the source profile", {{"AWS_PROFILE", "p"}},
        {{config, QStringLiteral("[profile p]\nrole_arn = %1\nsource_profile = p\n").arg(roleArn) + text(keys)}},
        "ASIA");
    row("role with the environment",
        {{"AWS_PROFILE", "p"},
         {"AWS_CONTAINER_CREDENTIALS_FULL_URI", "URL/container"},
         {"AWS_CONTAINER_AUTHORIZATION_TOKEN", "token-for-agent"}},
        {{config, QStringLiteral("[profile p]\nrole_arn = %1\ncredential_source = EcsContainer\n").arg(roleArn)}},
        "ASIA");
    row("role of the argument", {}, {{credentials, text(QByteArray("[default]\n") + keys)}}, "ASIA", roleArn);
    row("web identity of the environment", {{"AWS_WEB_IDENTITY_TOKEN_FILE", "~/token"}, {"AWS_ROLE_ARN", roleArn}},
        {{"token", "t"}}, "ASIA");
    row("web identity of a profile", {{"AWS_PROFILE", "p"}},
        {{config, QStringLiteral("[profile p]\nrole_arn = %1\nweb_identity_token_file = ~/token\n").arg(roleArn)},
         {"token", "t"}},
        "ASIA");
    row("process", {{"AWS_PROFILE", "p"}},
        {{config, QStringLiteral("[profile p]\ncredential_process = cat \"$HOME/output\" | cat\n")},
         {"output", text(processOutput(7200))}},
        "ASIAPROCESS");
    row("SSO", {{"AWS_PROFILE", "p"}, {"AWS_ENDPOINT_URL_SSO", "URL/sso"}},
        {{config, text(QByteArray(ssoProfile) + "sso_start_url = https://start\nsso_region = eu-west-1\n")},
         {ssoCache("https://start"), text(ssoToken("sso-token", 3600))}},
        "ASIASSO");
    row("SSO session", {{"AWS_PROFILE", "p"}, {"AWS_ENDPOINT_URL_SSO", "URL/sso"}},
        {{config, text(QByteArray(ssoProfile) + "sso_session = s\n[sso-session s]\nsso_start_url = https://start\n"
                                                "sso_region = eu-west-1\n")},
         {ssoCache("s"), text(ssoToken("sso-token", 3600))}},
        "ASIASSO");
    row("SSO session that is renewed",
        {{"AWS_PROFILE", "p"}, {"AWS_ENDPOINT_URL_SSO", "URL/sso"}, {"AWS_ENDPOINT_URL_SSO_OIDC", "URL/oidc"}},
        {{config, text(QByteArray(ssoProfile) + "sso_session = s\n[sso-session s]\nsso_start_url = https://start\n"
                                                "sso_region = eu-west-1\n")},
         {ssoCache("s"), text(ssoToken("old", -60, refreshable))}},
        "ASIASSO");
    row("container",
        {{"AWS_CONTAINER_CREDENTIALS_FULL_URI", "URL/container"},
         {"AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE", "HOME/token"}},
        {{"token", "token-for-agent"}}, "ASIACONTAINER");
    row("instance", {{"AWS_EC2_METADATA_DISABLED", "false"}, {"AWS_EC2_METADATA_SERVICE_ENDPOINT", "URL"}}, {},
        "ASIAINSTANCE");
}

void TestS3Credentials::findsCredentials() {
    QFETCH(Variables, variables);
    QFETCH(Variables, files);
    QFETCH(QString, role);
    QFETCH(QString, accessKey);
    const QTemporaryDir home;
    m_environment.set("HOME", home.path().toUtf8());
    for (auto [name, value] : variables.asKeyValueRange())
        m_environment.set(name.toLatin1().constData(), QString(value)
                                                           .replace(QStringLiteral("URL"), m_server->url())
                                                           .replace(QStringLiteral("HOME"), home.path())
                                                           .toUtf8());
    for (auto [name, content] : files.asKeyValueRange())
        writeIn(home, name, content.toUtf8());
    Arguments given = arguments();
    if (!role.isEmpty())
        given["role_arn"] = Value::string(role.toStdString());
    (void)m_server->requests();
    QCOMPARE(problem(stateOf(given)->read({})), QString());
    const QByteArray last = m_server->requests().last();
    QVERIFY2(last.mid(last.lastIndexOf(' ') + 1).startsWith(accessKey.toLatin1()), last.constData());
}

void TestS3Credentials::reportsProfilesThatDoNotExist_data() {
    QTest::addColumn<QString>("argument");
    QTest::addColumn<bool>("hasKeys"); // as arguments
    QTest::addColumn<Variables>("variables");
    QTest::addColumn<QString>("expected");
    const QString missing = QStringLiteral("failed to get shared config profile, p");
    const Variables keys{{"AWS_ACCESS_KEY_ID", "AKIAENV"}, {"AWS_SECRET_ACCESS_KEY", "secret-of-env"}};
    QTest::newRow("argument") << "p" << false << Variables() << missing;
    QTest::newRow("variable") << QString() << false << Variables{{"AWS_PROFILE", "p"}} << missing;
    QTest::newRow("argument and keys of the environment") << "p" << false << keys << missing;
    QTest::newRow("argument and keys") << "p" << true << Variables() << "loading configuration: " + missing;
}

void TestS3Credentials::reportsProfilesThatDoNotExist() {
    QFETCH(QString, argument);
    QFETCH(bool, hasKeys);
    QFETCH(Variables, variables);
    QFETCH(QString, expected);
    const QTemporaryDir home;
    m_environment.set("HOME", home.path().toUtf8());
    for (auto [name, value] : variables.asKeyValueRange())
        m_environment.set(name.toLatin1().constData(), value.toUtf8());
    Arguments given = arguments();
    if (!argument.isEmpty())
        given["profile"] = values::Value::string(argument.toStdString());
    if (hasKeys) {
        given["access_key"] = values::Value::string("AKIAARGUMENT");
        given["secret_key"] = values::Value::string("secret-of-argument");
    }
    const auto read = stateOf(given)->read({});
    QVERIFY(read.hasErrors());
    QCOMPARE(QString::fromStdString(read.diagnostics[0].summary), expected);
    const QString detail = QString::fromStdString(read.diagnostics[0].detail);
    QVERIFY2(detail.contains(QStringLiteral("aws configure --profile p")), qPrintable(detail));
}

void TestS3Credentials::reportsWhereCredentialsWereLookedFor_data() {
    QTest::addColumn<Variables>("variables");
    QTest::addColumn<Variables>("files");
    QTest::addColumn<QStringList>("expected");
    const QString config = QStringLiteral(".aws/config");
    QTest::newRow("nothing") << Variables() << Variables()
                             << QStringList{"access_key", "AWS_ACCESS_KEY_ID", "the profile \"default\" in ",
                                            ".aws/credentials", "aws sso login"};
    QTest::newRow("no token of SSO")
        << Variables{{"AWS_PROFILE", "p"}}
        << Variables{{config,
                      QString::fromLatin1(ssoProfile) + "sso_start_url = https://start\nsso_region = eu-west-1\n"}}
        << QStringList{"the SSO session has expired or is invalid", "Log in with \"aws sso login --profile p\""};
    QTest::newRow("expired token of SSO")
        << Variables{{"AWS_PROFILE", "p"}}
        << Variables{{config,
                      QString::fromLatin1(ssoProfile) + "sso_start_url = https://start\nsso_region = eu-west-1\n"},
                     {ssoCache("https://start"), QString::fromUtf8(ssoToken("secret-token", -1))}}
        << QStringList{"the SSO session has expired or is invalid", "Log in with \"aws sso login --profile p\""};
    QTest::newRow("revoked token of SSO")
        << Variables{{"AWS_PROFILE", "p"}, {"AWS_ENDPOINT_URL_SSO", "URL/sso"}}
        << Variables{{config,
                      QString::fromLatin1(ssoProfile) + "sso_start_url = https://start\nsso_region = eu-west-1\n"},
                     {ssoCache("https://start"), QString::fromUtf8(ssoToken("secret-token", 600))}}
        << QStringList{"Session token not found or invalid", "aws sso login --profile p"};
    QTest::newRow("device for a role") << Variables{{"AWS_PROFILE", "p"}}
                                       << Variables{{config,
                                                     "[profile p]\nrole_arn = a\nsource_profile = p\nmfa_serial = m\n" +
                                                         QString::fromLatin1(keys)}}
                                       << QStringList{"MFA", "Planlens cannot ask for the code of a device"};
    QTest::newRow("half of a key") << Variables()
                                   << Variables{{".aws/credentials",
                                                 "[default]\naws_secret_access_key = secret-token\n"}}
                                   << QStringList{"partial credentials found for profile default"};
    QTest::newRow("no source profile") << Variables()
                                       << Variables{{config, "[default]\nrole_arn = a\nsource_profile = s\n"}}
                                       << QStringList{"the profile \"s\", the source_profile of \"default\", does not "
                                                      "exist"};
    QTest::newRow("process of the credentials file")
        << Variables() << Variables{{".aws/credentials", "[default]\ncredential_process = touch $HOME/started\n"}}
        << QStringList{"was not started, because programs are started only from ~/.aws/config"};
    QTest::newRow("process that fails") << Variables()
                                        << Variables{{config,
                                                      "[default]\ncredential_process = echo secret-token; exit 3\n"}}
                                        << QStringList{"credential_process failed (exit status 3); run its command"};
    QTest::newRow("process that fails with a reason")
        << Variables()
        << Variables{{config, "[default]\ncredential_process = printf 'The session \\033[1mhas\\r\\nexpired.\\n' >&2; "
                              "exit 255\n"}}
        << QStringList{"credential_process failed (exit status 255): The session \\x1b[1mhas\nexpired."};
    QTest::newRow("process that is killed")
        << Variables() << Variables{{config, "[default]\ncredential_process = kill -9 $$\n"}}
        << QStringList{"credential_process failed (signal: killed)"};
    QTest::newRow("process without credentials")
        << Variables() << Variables{{config, "[default]\ncredential_process = echo secret-token\n"}}
        << QStringList{"credential_process did not print a JSON object of version 1"};
    QTest::newRow("container on another host")
        << Variables{{"AWS_CONTAINER_CREDENTIALS_FULL_URI", "http://192.0.2.1/"}} << Variables()
        << QStringList{"only addresses of this machine and of container agents are allowed"};
    QTest::newRow("container refuses") << Variables{{"AWS_CONTAINER_CREDENTIALS_FULL_URI", "URL/container"},
                                                    {"AWS_CONTAINER_AUTHORIZATION_TOKEN", "secret-token"}}
                                       << Variables() << QStringList{"status 401"};
    QTest::newRow("session of aws login") << Variables() << Variables{{config, "[default]\nlogin_session = s\n"}}
                                          << QStringList{"login_session, which is not supported", "export-credentials"};
}

void TestS3Credentials::reportsWhereCredentialsWereLookedFor() {
    QFETCH(Variables, variables);
    QFETCH(Variables, files);
    QFETCH(QStringList, expected);
    const QTemporaryDir home;
    m_environment.set("HOME", home.path().toUtf8());
    for (auto [name, value] : variables.asKeyValueRange())
        m_environment.set(name.toLatin1().constData(),
                          QString(value).replace(QStringLiteral("URL"), m_server->url()).toUtf8());
    for (auto [name, content] : files.asKeyValueRange())
        writeIn(home, name, content.toUtf8());
    const auto read = stateOf(arguments())->read({});
    QVERIFY(read.hasErrors());
    QCOMPARE(read.diagnostics[0].summary, std::string("No valid credential sources found"));
    const QString detail = QString::fromStdString(read.diagnostics[0].detail);
    for (const QString& part : expected)
        QVERIFY2(detail.contains(part), qPrintable(detail));
    QVERIFY2(!detail.contains(QStringLiteral("secret-token")) && !detail.contains(QStringLiteral("secret-of")),
             qPrintable(detail));
    QVERIFY(!QFile::exists(home.filePath(QStringLiteral("started"))));
}

void TestS3Credentials::renewsCredentials() {
    const QTemporaryDir home;
    m_environment.set("HOME", home.path().toUtf8());
    writeIn(home, QStringLiteral(".aws/config"),
            "[default]\ncredential_process = echo >> \"$HOME/runs\"; cat \"$HOME/output\"\n");
    const auto runs = [&] { return QFileInfo(home.filePath(QStringLiteral("runs"))).size(); };
    const auto state = stateOf(arguments());
    writeIn(home, QStringLiteral("output"), processOutput(60)); // expires soon
    QCOMPARE(problem(state->read({})), QString());
    const qint64 first = runs();
    QVERIFY(first > 1);
    writeIn(home, QStringLiteral("output"), processOutput(3600));
    QCOMPARE(problem(state->read({})), QString());
    QCOMPARE(runs(), first + 1);
    QCOMPARE(problem(state->read({})), QString());
    QCOMPARE(runs(), first + 1);
}

QTEST_GUILESS_MAIN(TestS3Credentials)
#include "tst_s3_credentials.moc"
