// SPDX-License-Identifier: MPL-2.0
#include "tests/core/encryption/made_keys.h"

#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace planlens;
using testing::KeyServer;
using testing::plainState;

namespace {

const std::string key = "kms_key_id = \"foo\"\nkey_spec = \"AES_256\"\n";
const std::string role = "arn:aws:iam::123456789012:role/x";
const QString failed = QStringLiteral("key_provider.aws_kms.a failed with error: ");
const QString notBuilt = QStringLiteral("Unable to build encryption key data; ") + failed;
const QString notConfigured = notBuilt + QStringLiteral("errors were encountered in aws kms configuration\n");
const QString notGenerated = QStringLiteral("Unable to fetch encryption key data; ") + failed +
                             QStringLiteral("failed to generate key: operation error KMS: GenerateDataKey, ");
const QString badRequest = notGenerated + "https response error StatusCode: 400, RequestID: id-of-test, ";

} // namespace

/// The key provider "aws_kms". Expected texts are those of OpenTofu 1.12.6 with the same server.
class TestAwsKms final : public QObject {
    Q_OBJECT

    testing::ScopedEnvironment m_environment;
    std::unique_ptr<KeyServer> m_server;

    diags::Result<encryption::EncryptionPtr> made(const std::string& arguments) const {
        return testing::makeEncryption(testing::withKeyProvider("aws_kms", arguments));
    }
    QString told(const std::string& arguments) const { return testing::told(made(arguments), *m_server); }

private slots:
    void initTestCase() {
        m_server = std::make_unique<KeyServer>(QStringList{QStringLiteral("foo")});
        QVERIFY(m_server->isRunning());
    }
    void init() {
        testing::withoutKeyVariables(m_environment);
        m_environment.set("AWS_ENDPOINT_URL", m_server->url());
        m_environment.set("AWS_ACCESS_KEY_ID", "AKIATEST");
        m_environment.set("AWS_SECRET_ACCESS_KEY", "secret-of-test");
        m_environment.set("AWS_REGION", "eu-west-1");
        m_server->requests();
    }
    void cleanup() {
        m_environment.restore();
        m_server->setContent({});
        m_server->setFaults({});
    }

    void decryptsWithTheKeyThatItEncryptedWith_data() {
        QTest::addColumn<QString>("spec");
        QTest::newRow("256 bits") << "AES_256";
        QTest::newRow("128 bits") << "AES_128";
    }
    void decryptsWithTheKeyThatItEncryptedWith() {
        QFETCH(QString, spec);
        const std::string arguments = "kms_key_id = \"foo\"\nkey_spec = \"" + spec.toStdString() + "\"";
        const auto writer = made(arguments);
        QCOMPARE(testing::told(writer, *m_server), QStringLiteral("ok"));
        const auto stored = (*writer)->state()->encryptState(plainState);
        QVERIFY(stored && stored->find("resources") == std::string::npos);
        QCOMPARE(m_server->requests(), (QList<QByteArray>{"GetCallerIdentity AKIATEST eu-west-1/sts",
                                                          "GenerateDataKey AKIATEST eu-west-1/kms"}));
        const auto reader = made(arguments);
        const auto read = (*reader)->state()->decryptState(*stored);
        QVERIFY2(read, read ? "" : read.error().c_str());
        QCOMPARE(read->text, plainState);
        QVERIFY(m_server->requests().contains("Decrypt AKIATEST eu-west-1/kms"));
    }

    void decryptsStatesOfOpenTofu() {
        const auto reader = made(key);
        const auto read = (*reader)->state()->decryptState(testing::recordedState("aws_kms.tfstate"));
        QVERIFY2(read, read ? "" : read.error().c_str());
        QVERIFY(read->text.find("planted-secret") != std::string::npos);
    }

    void encryptsWithoutTheServer() {
        const KeyServer server({QStringLiteral("foo")});
        m_environment.set("AWS_ENDPOINT_URL", server.url());
        const auto writer = made(key);
        QVERIFY(writer.isOk());
        server.setFaults("1- reset");
        QVERIFY((*writer)->state()->encryptState(plainState).operator bool());
        QVERIFY(server.requests().size() == 2);
    }

    void readsArgumentsAsTheReference_data() {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const std::string& arguments, const QString& expected) {
            QTest::newRow(name) << QString::fromStdString(arguments) << expected;
        };
        const QString ok = QStringLiteral("ok"), unsuitable = "Unsuitable value type; Unsuitable value: ",
                      notNull = unsuitable + "null value is not allowed";
        const auto at = [](const char* place) { return QStringLiteral("main.tf:") + QString::fromUtf8(place) + ": "; };
        const auto required = [&](const char* place, const char* name) {
            return at(place) + "Missing required argument; The argument \"" + name +
                   "\" is required, but no definition was found.";
        };
        row("the required arguments", key, ok);
        row("no key", "key_spec = \"AES_256\"", required("3,28-28", "kms_key_id"));
        row("no length", "kms_key_id = \"foo\"", required("3,28-28", "key_spec"));
        row("an empty key", "kms_key_id = \"\"\nkey_spec = \"AES_256\"", notBuilt + "no kms_key_id provided");
        row("an empty length", "kms_key_id = \"foo\"\nkey_spec = \"\"", notBuilt + "no key_spec provided");
        row("another length", "kms_key_id = \"foo\"\nkey_spec = \"AES_192\"",
            notBuilt + "invalid key_spec AES_192, expected one of [AES_256 AES_128]");
        row("a null key", "kms_key_id = null\nkey_spec = \"AES_256\"", at("4,14-18") + notNull);
        row("a null region", key + "region = null", at("6,10-14") + notNull);
        row("nulls", key + "skip_metadata_api_check = null\nhttp_proxy = null\nshared_config_files = null", ok);
        row("a fraction", key + "max_retries = 1.5",
            at("6,15-18") + unsuitable +
                "value must be a whole number, between -9223372036854775808 and 9223372036854775807");
        row("an unknown argument", key + "unknown = 1",
            at("6,1-8") + "Unsupported argument; An argument named \"unknown\" is not expected here.");
        row("an unknown endpoint", key + "endpoints {\n  kms = \"x\"\n}",
            at("7,3-6") +
                "Unsupported argument; An argument named \"kms\" is not expected here. Did you mean \"sts\"?");
        row("endpoints as argument", key + "endpoints = {}",
            at("6,1-10") + "Unsupported argument; An argument named \"endpoints\" is not expected here. Did you mean "
                           "to define a block of type \"endpoints\"?");
        row("two blocks of endpoints", key + "endpoints {\n}\nendpoints {\n}",
            notBuilt + "expected single aws_kms endpoints block, multiple provided");
        row("a role as block", key + "assume_role {\n}",
            at("6,1-12") + "Unsupported block type; Blocks of type \"assume_role\" are not expected here. Did you mean "
                           "to define argument \"assume_role\"? If so, use the equals sign to assign it a value.");
        row("no region", key + "region = \"\"", ok);
        row("a retry mode", key + "retry_mode = \"x\"",
            notBuilt + "unknown RetryMode, x: expected \"standard\" or \"adaptive\"");
        row("two lists of accounts", key + "allowed_account_ids = [\"1\"]\nforbidden_account_ids = [\"1\"]",
            notBuilt + "conflicting config attributes: only allowed_account_ids or forbidden_account_ids can be "
                       "specified, not both");
        row("an account that is not allowed", key + "allowed_account_ids = [\"1\"]", ok);
        row("half of a key", key + "access_key = \"x\"",
            notConfigured + "retrieving credentials: static credentials are empty : The arguments access_key and "
                            "secret_key of the key provider \"aws_kms\" are only valid together. Set both of them, or "
                            "neither.");
        row("authorities that do not exist", key + "custom_ca_bundle = \"/nonexistent\"",
            notConfigured + "reading custom CA bundle: open /nonexistent: no such file or directory :");
        const auto assumed = [&](const char* name, const std::string& arguments, const QString& expected) {
            row(name, key + "assume_role = {\n" + arguments + "\n}", expected);
        };
        assumed("an empty role", "role_arn = \"\"",
                notConfigured + "Cannot assume IAM Role : IAM Role ARN not set in assume role 1 of 1");
        assumed("no role", "external_id = \"x\"", required("6,15-8,2", "role_arn"));
        assumed("a null role", "role_arn = null", at("6,15-8,2") + notNull);
        assumed("an unknown argument of a role", "role_arn = \"" + role + "\"\nunknown = 1",
                at("6,15-9,2") + "Unsupported argument; An argument named \"unknown\" is not expected here.");
        const auto limited = [&](const char* name, const std::string& more, const QString& expected) {
            assumed(name, "role_arn = \"" + role + "\"\n" + more, expected);
        };
        limited("no duration", "duration = \"x\"",
                notBuilt + "invalid assume_role duration \"x\": time: invalid duration \"x\"");
        limited("a short duration", "duration = \"1m\"",
                notBuilt + "assume_role duration must be between 15m0s and 12h0m0s, had 1m0s");
        limited("a long duration", "duration = \"13h1.5s\"",
                notBuilt + "assume_role duration must be between 15m0s and 12h0m0s, had 13h0m1.5s");
        limited("no ARN", "policy_arns = [\"x\"]", notBuilt + "arn: invalid prefix");
        limited("half of an ARN", "policy_arns = [\"arn:x\"]", notBuilt + "arn: not enough sections");
        limited("another ARN", "policy_arns = [\"arn:aws:iam::aws:role/x\"]",
                notBuilt + "arn must be a valid IAM Policy ARN, got \"arn:aws:iam::aws:role/x\"");
        const auto identity = [&](const char* name, const std::string& arguments, const QString& expected) {
            row(name, key + "assume_role_with_web_identity = {\n" + arguments + "\n}", expected);
        };
        identity("two tokens", "web_identity_token = \"a\"\nweb_identity_token_file = \"b\"",
                 notBuilt + "conflicting config attributes: only web_identity_token or web_identity_token_file can be "
                            "specified, not both");
        identity("a token without a role", "web_identity_token = \"a\"",
                 notConfigured + "Assume Role With Web Identity : Role ARN was not set");
        identity("a short duration of a token", "web_identity_token = \"a\"\nduration = \"1m\"",
                 notBuilt + "assume_role duration must be between 15m0s and 12h0m0s, had 1m0s");
    }
    void readsArgumentsAsTheReference() {
        QFETCH(QString, arguments);
        if (arguments.contains(QStringLiteral("web_identity_token = \"a\"")))
            m_environment.unset("AWS_ACCESS_KEY_ID");
        QTEST(told(arguments.toStdString()), "expected");
    }

    void needsARegion() {
        m_environment.unset("AWS_REGION");
        QCOMPARE(told(key), notBuilt + "the \"region\" attribute or the \"AWS_REGION\" or \"AWS_DEFAULT_REGION\" "
                                       "environment variables must be set.");
        m_environment.set("AWS_DEFAULT_REGION", "eu-west-2");
        QCOMPARE(told(key), QStringLiteral("ok"));
        QCOMPARE(told(key + "region = \"us-east-1\"\nsts_region = \"us-west-1\""), QStringLiteral("ok"));
        QCOMPARE(
            m_server->requests(),
            (QList<QByteArray>{"GetCallerIdentity AKIATEST eu-west-2/sts", "GenerateDataKey AKIATEST eu-west-2/kms",
                               "GetCallerIdentity AKIATEST us-west-1/sts", "GenerateDataKey AKIATEST us-east-1/kms"}));
    }

    void findsEndpoints() {
        m_environment.set("AWS_ENDPOINT_URL", "http://127.0.0.1:1");
        m_environment.set("AWS_ENDPOINT_URL_KMS", m_server->url() + "/");
        const std::string server = m_server->url().toStdString();
        QCOMPARE(told(key + "endpoints {\n  sts = \"" + server + "\"\n}"), QStringLiteral("ok"));
        m_environment.set("AWS_ENDPOINT_URL_STS", m_server->url());
        QCOMPARE(told(key), QStringLiteral("ok"));
        QCOMPARE(m_server->requests().size(), 4);
    }

    void reportsWhereCredentialsWereLookedFor() {
        m_environment.unset("AWS_ACCESS_KEY_ID");
        const QString told = this->told(key);
        QVERIFY2(told.startsWith(notConfigured + "No valid credential sources found : Please see "
                                                 "https://opentofu.org/docs/language/state/encryption/#aws-kms\nfor "
                                                 "more information about providing credentials.\n\nError: no EC2 IMDS "
                                                 "role found"),
                 qPrintable(told));
        QVERIFY2(told.contains(QStringLiteral("secret_key of the key provider \"aws_kms\"")) &&
                     !told.contains(QStringLiteral("secret-of-test")) && !told.contains(QStringLiteral("s3")),
                 qPrintable(told));
    }

    void reportsErrorsOfTheServer_data() {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QByteArray>("accessKey");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* keyId, const char* more, const char* accessKey,
                            const QString& expected) {
            QTest::newRow(name) << QStringLiteral("kms_key_id = \"%1\"\nkey_spec = \"AES_256\"\n%2")
                                       .arg(QString::fromUtf8(keyId), QString::fromUtf8(more))
                                << QByteArray(accessKey) << expected;
        };
        row("no such key", "none", "", "AKIATEST", badRequest + "NotFoundException: Invalid keyId none");
        row("access denied", "denied", "", "AKIATEST",
            badRequest + "api error AccessDeniedException: No policy allows it.");
        row("a disabled key", "disabled", "", "AKIATEST", badRequest + "DisabledException: The key is disabled.");
        row("wrong credentials", "foo", "", "AKIABAD",
            notConfigured + "validating provider credentials: retrieving caller identity from STS: operation error "
                            "STS: GetCallerIdentity, https response error StatusCode: 403, RequestID: id-of-test, api "
                            "error InvalidClientTokenId: The security token is not valid. :");
        row("wrong credentials without validation", "foo", "skip_credentials_validation = true", "AKIABAD",
            badRequest + "api error UnrecognizedClientException: The security token is not valid.");
    }
    void reportsErrorsOfTheServer() {
        QFETCH(QString, arguments);
        QFETCH(QByteArray, accessKey);
        m_environment.set("AWS_ACCESS_KEY_ID", accessKey);
        QTEST(told(arguments.toStdString()), "expected");
    }

    void reportsWrongResponses_data() {
        QTest::addColumn<QString>("expected");
        const QString undecoded = notGenerated + "https response error StatusCode: 200, RequestID: , deserialization "
                                                 "failed, failed to decode response body, ";
        QTest::newRow("empty") << undecoded + "it is not a JSON object";
        QTest::newRow("text") << undecoded + "it is not a JSON object";
        QTest::newRow("no-key") << undecoded + "Plaintext is missing";
        QTest::newRow("no-cipher") << undecoded + "CiphertextBlob is missing";
        QTest::newRow("no-base64") << undecoded + "failed to decode Plaintext, illegal base64 data at input byte 0";
    }
    void reportsWrongResponses() {
        m_server->setContent(QTest::currentDataTag());
        QTEST(told(key), "expected");
    }

    void reportsWhyItCannotDecrypt() {
        const auto writer = made(key);
        std::string stored = *(*writer)->state()->encryptState(plainState);
        const auto other = made("kms_key_id = \"denied\"\nkey_spec = \"AES_256\"\n");
        QVERIFY(!other.isOk());
        m_server->setFaults("2- 403"); // after the validation of credentials
        const auto read = (*writer)->state()->decryptState(stored);
        QVERIFY(!read);
        QVERIFY2(read.error().starts_with("<nil>: Unable to fetch encryption key data; key_provider.aws_kms.a failed "
                                          "with error: : operation error KMS: Decrypt, https response error "
                                          "StatusCode: 403, "),
                 read.error().c_str());
    }

    void reportsServersThatAreGone() {
        m_environment.set("AWS_ENDPOINT_URL", "http://127.0.0.1:1");
        QVERIFY(told(key + "max_retries = 1")
                    .startsWith(notConfigured + "validating provider credentials: retrieving caller identity from STS: "
                                                "operation error STS: GetCallerIdentity, "));
        QVERIFY(told(key + "max_retries = 1\nskip_credentials_validation = true").startsWith(notGenerated));
    }

    void repeatsRequests() {
        m_server->setFaults("2 500");
        QCOMPARE(told(key + "max_retries = 2"), QStringLiteral("ok"));
        QCOMPARE(m_server->requests().size(), 3);
    }

    void readsProfilesOfTheUserOnly() {
        const QTemporaryDir home;
        QFile file(home.filePath(QStringLiteral("config")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("[profile p]\naws_access_key_id = AKIATEST\naws_secret_access_key = s\nregion = eu-west-1\n");
        file.close();
        m_environment.unset("AWS_ACCESS_KEY_ID");
        m_environment.set("AWS_CONFIG_FILE", file.fileName().toUtf8());
        QCOMPARE(told(key + "profile = \"p\""), QStringLiteral("ok"));
        const QString refused = told(key + "shared_config_files = [\"config\"]");
        QVERIFY2(refused.startsWith(notConfigured + "Profile file in the working directory : "), qPrintable(refused));
    }
};

QTEST_APPLESS_MAIN(TestAwsKms)
#include "tst_aws_kms.moc"
