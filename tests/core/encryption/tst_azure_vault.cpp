// SPDX-License-Identifier: MPL-2.0
#include "tests/core/encryption/made_keys.h"
#include "tests/support/azure_server.h"

#include <QDir>
#include <QRegularExpression>
#include <QTest>

#include <map>
#include <memory>

using namespace planlens;
using testing::AzureServer;
using testing::plainState;

namespace {

const QString failed = QStringLiteral("key_provider.azure_vault.a failed with error: ");
const QString notBuilt = QStringLiteral("Unable to build encryption key data; ") + failed;
const QString notEncrypted =
    QStringLiteral("Unable to fetch encryption key data; ") + failed + QStringLiteral("failed to encrypt key: ");
const QString vault = QStringLiteral("https://testvault.vault.azure.net");

using Changes = std::map<std::string, std::string>;

/// The arguments of a client secret, with changes; an empty text leaves one out.
std::string arguments(const Changes& changes = {}) {
    Changes all{{"vault_uri", "\"https://testvault.vault.azure.net/\""},
                {"vault_key_name", "\"k\""},
                {"key_length", "32"},
                {"tenant_id", "\"tenant-1\""},
                {"client_id", "\"client-1\""},
                {"client_secret", "\"client-secret\""}};
    for (const auto& [name, value] : changes)
        all[name] = value;
    std::string text;
    for (const auto& [name, value] : all)
        if (!value.empty())
            text += name + " = " + value + '\n';
    return text;
}
const Changes withoutSecret{{"client_secret", ""}, {"use_cli", "false"}};

} // namespace

/// The key provider "azure_vault". Expected texts are those of OpenTofu 1.12.6 with the same server.
class TestAzureVault final : public QObject {
    Q_OBJECT

    testing::ScopedEnvironment m_environment;
    std::unique_ptr<AzureServer> m_server;

    diags::Result<encryption::EncryptionPtr> made(const std::string& arguments) const {
        return testing::makeEncryption(testing::withKeyProvider("azure_vault", arguments));
    }
    QString told(const std::string& arguments) const { return testing::told(made(arguments), *m_server); }
    static QByteArray request(const QByteArray& path, const char* source) {
        return "POST https://testvault.vault.azure.net/keys/" + path + "?api-version=7.6 " + source;
    }

private slots:
    void initTestCase() {
        SKIP_WITHOUT_PROGRAM("openssl");
        m_server = std::make_unique<AzureServer>(QStringList());
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
        for (const char* name : {"version", "challenge", "lifetime"})
            QFile::remove(m_server->path(name));
    }

    void decryptsWithTheKeyThatItEncryptedWith_data() {
        QTest::addColumn<QString>("symmetric");
        QTest::newRow("RSA") << QString();
        for (const char* bits : {"128", "192", "256"})
            QTest::newRow(bits) << QString::fromUtf8(bits);
    }
    void decryptsWithTheKeyThatItEncryptedWith() {
        QFETCH(QString, symmetric);
        const std::string given = arguments(
            symmetric.isEmpty() ? Changes()
                                : Changes{{"symmetric", "true"}, {"symmetric_key_size", symmetric.toStdString()}});
        const auto writer = made(given);
        QCOMPARE(testing::told(writer, *m_server), QStringLiteral("ok"));
        const auto stored = (*writer)->state()->encryptState(plainState);
        QVERIFY(stored && stored->find("resources") == std::string::npos);
        const QByteArray token = "POST https://login.microsoftonline.com/tenant-1/oauth2/v2.0/token -";
        QCOMPARE(m_server->requests(),
                 (QList<QByteArray>{request("k/encrypt", "-"), token, request("k/encrypt", "client")}));
        m_server->write("version", "v2"); // old versions of a key still decrypt
        const auto reader = made(given);
        const auto read = (*reader)->state()->decryptState(*stored);
        QVERIFY2(read, read ? "" : read.error().c_str());
        QCOMPARE(read->text, plainState);
        QVERIFY(m_server->requests().contains(request("k/v1/decrypt", "client")));
    }

    void decryptsStatesOfOpenTofu_data() {
        QTest::addColumn<QString>("more");
        QTest::newRow("azure_vault.tfstate") << QString();
        QTest::newRow("azure_vault_symmetric.tfstate") << QStringLiteral("symmetric = true\nsymmetric_key_size = 128");
    }
    void decryptsStatesOfOpenTofu() {
        QFETCH(QString, more); // another algorithm than the stored one
        const auto reader = made(arguments() + more.toStdString());
        const auto read = (*reader)->state()->decryptState(testing::recordedState(QTest::currentDataTag()));
        QVERIFY2(read, read ? "" : read.error().c_str());
        QVERIFY(read->text.find("planted-secret") != std::string::npos);
    }

    void readsArgumentsAsTheReference_data() {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const Changes& changes, const QString& expected) {
            QTest::newRow(name) << QString::fromStdString(arguments(changes)) << expected;
        };
        const QString ok = QStringLiteral("ok"),
                      unsuitable = QStringLiteral("Unsuitable value type; Unsuitable value: "),
                      notNull = unsuitable + QStringLiteral("null value is not allowed"),
                      misnamed = notBuilt + QStringLiteral("misconfigured key vault name or key name: "),
                      rules = QStringLiteral(" See documentation here: https://learn.microsoft.com/en-us/azure/azure-"
                                             "resource-manager/management/resource-name-rules#microsoftkeyvault"),
                      otherVault =
                          misnamed +
                          "invalid key vault name: Azure requires a key vault name consists of 3-24 letters, "
                          "numbers, and hyphens only. It must start with a letter and cannot end with a hyphen." +
                          rules;
        const auto required = [&](const char* name) {
            return QStringLiteral("main.tf:3,32-32: Missing required argument; The argument \"") +
                   QString::fromUtf8(name) + "\" is required, but no definition was found.";
        };
        QTest::newRow("nothing") << QString()
                                 << required("key_length") + '\n' + required("vault_key_name") + '\n' +
                                        required("vault_uri");
        row("the required arguments", {}, ok);
        row("an empty name", {{"vault_key_name", "\"\""}}, notBuilt + "vault_key_name must be provided");
        row("an empty vault", {{"vault_uri", "\"\""}}, notBuilt + "vault_uri must be provided");
        row("another name", {{"vault_key_name", "\"a_b\""}},
            misnamed + "invalid key name: Azure requires a key name consists of 1-127 letters, numbers, or hyphens." +
                rules);
        row("a vault without a scheme", {{"vault_uri", "\"testvault.vault.azure.net\""}}, otherVault);
        row("a short vault", {{"vault_uri", "\"https://ab.vault.azure.net\""}}, otherVault);
        row("hyphens", {{"vault_uri", "\"https://a--b.vault.azure.net\""}},
            misnamed + "invalid key vault name: Hyphens in a key vault name must be nonconsecutive." + rules);
        const auto unparsed = [&](const std::string& address, const char* problem) {
            row(address.c_str(), {{"vault_uri", '"' + address + '"'}},
                misnamed + "invalid key vault URL: parse \"" + QString::fromStdString(address) + "\": " + problem);
        };
        unparsed("https://a b.net", "invalid character \" \" in host name");
        unparsed("http://[x", "missing ']' in host");
        unparsed("://x", "missing protocol scheme");
        unparsed("https://testvault.x:abc/", "invalid port \":abc\" after host");
        row("without TLS", {{"vault_uri", "\"http://testvault.vault.azure.net\""}},
            notEncrypted + "authenticated requests are not permitted for non TLS protected (https) endpoints");
        row("no length", {{"key_length", "0"}}, notBuilt + "key_length must be at least 1");
        row("a length as text", {{"key_length", "\"32\""}}, ok);
        row("a length that the method does not have", {{"key_length", "64"}},
            QStringLiteral(
                "Invalid method configuration; invalid method configuration: AES-GCM requires the key length "
                "to be one of: 16, 24, 32, received 64 bytes in the encryption key"));
        const QString size = notBuilt +
                             "when symmetric is set to true, symmetric_key_size must be given a value of 128, "
                             "192, or 256";
        row("no size", {{"symmetric", "true"}}, size);
        row("another size", {{"symmetric", "true"}, {"symmetric_key_size", "64"}}, size);
        row("a size that is not used", {{"symmetric_key_size", "64"}}, ok);
        row("nulls", {{"use_cli", "null"}}, ok);
        row("a null flag", {{"use_msi", "null"}}, "main.tf:8,11-15: " + notNull);
        row("a null name", {{"vault_key_name", "null"}}, "main.tf:8,18-22: " + notNull);
        row("an unknown argument", {{"unknown", "1"}},
            QStringLiteral("main.tf:8,1-8: Unsupported argument; An argument named \"unknown\" is not expected here."));
        row("an unknown cloud", {{"environment", "\"x\""}},
            notBuilt + "while obtaining Azure cloud configuration: unknown environment identifier: x");
        row("a described cloud", {{"environment", "\"x\""}, {"metadata_host", "\"metadata.test\""}}, ok);
        row("another tenant", {{"tenant_id", "\"a/b\""}},
            notBuilt +
                "problem getting auth creds: invalid tenantID. You can locate your tenantID by following the "
                "instructions listed here: https://learn.microsoft.com/partner-center/find-ids-and-domain-names");
        row("a certificate that cannot be read", {{"client_certificate_path", "\"/nonexistent\""}},
            ok); // the secret can
        row("a managed HSM", {{"vault_uri", "\"https://testvault.managedhsm.azure.net\""}}, ok);
        row("another cloud",
            {{"vault_uri", "\"https://testvault.vault.usgovcloudapi.net\""}, {"environment", "\"usgovernment\""}}, ok);
    }
    void readsArgumentsAsTheReference() {
        QFETCH(QString, arguments);
        QTEST(told(arguments.toStdString()), "expected");
    }

    void reportsWhatEachMethodNeeds() {
        m_environment.set("ARM_USE_OIDC", "true"); // only for the backend
        m_environment.set("ARM_USE_MSI", "true");
        m_environment.set("ARM_OIDC_TOKEN", "identity-secret");
        const QString told = this->told(arguments(withoutSecret));
        QVERIFY2(told.startsWith(notBuilt + "problem getting an auth method: 8 problems:\n\n- Invalid Azure Client "
                                            "Certificate Auth: The Client Certificate is misconfigured: missing "
                                            "certificate, client certificate is required.\n- Invalid Azure Client "
                                            "Secret Auth: "),
                 qPrintable(told));
        QVERIFY2(told.contains(QStringLiteral("\n- No valid azure auth methods found: Please see above warnings for "
                                              "details about what each auth method needs to properly work.")) &&
                     told.contains(QStringLiteral("the arguments of the key provider \"azure_vault\"")) &&
                     told.contains(QStringLiteral("az login")),
                 qPrintable(told));
        QVERIFY(m_server->requests().isEmpty());
    }

    void findsCredentials_data() {
        QTest::addColumn<QString>("more");
        QTest::addColumn<QByteArray>("variable");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("source");
        QTest::newRow("secret of the environment")
            << QString() << QByteArray("ARM_CLIENT_SECRET") << QByteArray("client-secret") << QByteArray("client");
        QTest::newRow("identity token") << QStringLiteral("use_oidc = true\noidc_token = \"identity-secret\"")
                                        << QByteArray() << QByteArray() << QByteArray("identity");
        QTest::newRow("identity token of the environment")
            << QStringLiteral("use_oidc = true") << QByteArray("ARM_OIDC_TOKEN") << QByteArray("identity-secret")
            << QByteArray("identity");
        QTest::newRow("managed identity") << QStringLiteral("use_msi = true") << QByteArray("IDENTITY_ENDPOINT")
                                          << QByteArray("URL/identity/app") << QByteArray("app-client-1");
    }
    void findsCredentials() {
        QFETCH(QString, more);
        QFETCH(QByteArray, variable);
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, source);
        m_environment.set("IDENTITY_HEADER", "header-secret");
        if (!variable.isEmpty())
            m_environment.set(variable.constData(), value.replace("URL", m_server->url()));
        QCOMPARE(told(arguments(withoutSecret) + more.toStdString()), QStringLiteral("ok"));
        QCOMPARE(m_server->requests().last(), request("k/encrypt", source.constData()));
    }

    /// The Azure CLI gets a token for the tenant of the vault.
    void usesTheAzureCli() {
        const QTemporaryDir home;
        QFile az(home.filePath(QStringLiteral("az")));
        QVERIFY(az.open(QIODevice::WriteOnly));
        az.write("#!/bin/sh\necho \"$@\" >> '" + home.path().toUtf8() +
                 "/log'\n[ \"$2\" = show ] && echo '{}' && exit\necho '{\"accessToken\":\"planted-token\","
                 "\"expires_on\":4000000000}'\n");
        az.close();
        QVERIFY(az.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
        m_environment.set("PATH", home.path().toUtf8() + ":/usr/bin:/bin");
        const QString told = this->told(arguments({{"tenant_id", ""}, {"client_id", ""}, {"client_secret", ""}}));
        QVERIFY2(told.startsWith(notEncrypted + "POST https://testvault.vault.azure.net/keys/k/encrypt: RESPONSE 401: "
                                                "Unauthorized: AKV10000") &&
                     told.contains(QStringLiteral("belongs to the tenant of the credentials")) &&
                     !told.contains(QStringLiteral("planted")),
                 qPrintable(told)); // a token that the server does not know
        QFile log(home.filePath(QStringLiteral("log")));
        QVERIFY(log.open(QIODevice::ReadOnly));
        QVERIFY(log.readAll().contains("account get-access-token -o json --resource https://vault.azure.net --tenant "
                                       "tenant-1\n"));
    }

    void reportsErrorsOfTheServer_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("expected");
        QTest::addColumn<QString>("advice");
        QTest::newRow("no such key") << "none"
                                     << "404: KeyNotFound: A key with (name/id) none was not found in this key vault."
                                     << "Check vault_uri and vault_key_name.";
        QTest::newRow("permission denied") << "denied"
                                           << "403: Forbidden: Caller is not authorized to perform action on resource."
                                           << "Key Vault Crypto User";
        QTest::newRow("disabled key") << "disabled"
                                      << "403: Forbidden: Operation encrypt is not allowed on a disabled key."
                                      << "must be enabled";
    }
    void reportsErrorsOfTheServer() {
        QFETCH(QString, name);
        QFETCH(QString, expected);
        QFETCH(QString, advice);
        const QString told = this->told(arguments({{"vault_key_name", '"' + name.toStdString() + '"'}}));
        QVERIFY2(told.startsWith(notEncrypted + "POST " + vault + "/keys/" + name + "/encrypt: RESPONSE " + expected +
                                 "\n\n") &&
                     told.contains(advice) && !told.contains(QStringLiteral("secret")),
                 qPrintable(told));
    }

    void reportsCredentialsThatHaveExpired() {
        const QString told = this->told(arguments({{"client_secret", "\"planted-secret\""}}));
        QVERIFY2(told.startsWith(notEncrypted + "ClientSecretCredential authentication failed. POST https://login."
                                                "microsoftonline.com/tenant-1/oauth2/v2.0/token: RESPONSE 401: "
                                                "invalid_client: AADSTS7000215: Invalid client secret provided.\n\n") &&
                     told.contains(QStringLiteral("az ad app credential reset")) &&
                     !told.contains(QStringLiteral("planted-secret")),
                 qPrintable(told));
    }

    void renewsTokensThatAreRejected() {
        const auto writer = made(arguments());
        QVERIFY(writer.isOk());
        const auto stored = (*writer)->state()->encryptState(plainState);
        m_server->setFaults("3 401"); // the request with the token
        const auto read = (*writer)->state()->decryptState(*stored);
        QVERIFY2(!read && read.error().find("response has no WWW-Authenticate header for challenge authentication") !=
                              std::string::npos,
                 read ? "read" : read.error().c_str());
    }

    void sendsNoTokenToOtherServers_data() {
        QTest::addColumn<QByteArray>("challenge");
        QTest::addColumn<QString>("expected");
        const QString other = QStringLiteral("challenge resource \"%1\" doesn't match the requested domain. Check "
                                             "vault_uri. See https://aka.ms/azsdk/blog/vault-uri for more information");
        QTest::newRow("another domain") << QByteArray(
                                               "Bearer authorization=\"https://login.microsoftonline.com/tenant-1\", "
                                               "resource=\"https://vault.example\"")
                                        << other.arg(QStringLiteral("https://vault.example"));
        QTest::newRow("a part of the domain") << QByteArray("Bearer resource=\"https://ault.azure.net\"")
                                              << other.arg(QStringLiteral("https://ault.azure.net"));
        QTest::newRow("no resource") << QByteArray(
                                            "Bearer authorization=\"https://login.microsoftonline.com/tenant-1\"")
                                     << "could not find a valid resource in the WWW-Authenticate header";
        QTest::newRow("no challenge") << QByteArray()
                                      << "response has no WWW-Authenticate header for challenge authentication";
    }
    void sendsNoTokenToOtherServers() {
        QFETCH(QByteArray, challenge);
        QFETCH(QString, expected);
        m_server->write("challenge", challenge);
        QCOMPARE(told(arguments()), notEncrypted + expected);
        QCOMPARE(m_server->requests(), QList<QByteArray>{request("k/encrypt", "-")});
    }

    void reportsWrongResponses_data() {
        QTest::addColumn<QString>("expected");
        QTest::newRow("null") << "the response of https://testvault.vault.azure.net/keys/k/encrypt?api-version=7.6 is "
                                 "not a JSON object";
        QTest::newRow("list") << "the response of https://testvault.vault.azure.net/keys/k/encrypt?api-version=7.6 is "
                                 "not a JSON object";
        QTest::newRow("no-value") << "the response of https://testvault.vault.azure.net/ has no field value";
        QTest::newRow("no-base64")
            << "the field value of the response of https://testvault.vault.azure.net/ is not in Base64";
    }
    void reportsWrongResponses() {
        QFETCH(QString, expected);
        m_server->setContent(QTest::currentDataTag());
        QCOMPARE(told(arguments()), notEncrypted + expected);
    }

    void reportsKeysOfOtherStates() {
        const auto writer = made(arguments());
        const std::string stored = *(*writer)->state()->encryptState(plainState);
        const auto other = made(arguments({{"vault_key_name", "\"other\""}}));
        const auto read = (*other)->state()->decryptState(stored);
        QVERIFY(!read);
        QVERIFY2(
            read.error().starts_with("<nil>: Unable to fetch encryption key data; key_provider.azure_vault.a failed "
                                     "with error: failed to decrypt key: POST https://testvault.vault.azure.net/"
                                     "keys/other/v1/decrypt: RESPONSE 400: BadParameter: "),
            read.error().c_str());
    }

    void readsMetadataAsTheReference_data() {
        QTest::addColumn<QByteArray>("metadata");
        QTest::addColumn<QString>("expected");
        QTest::newRow("a text") << QByteArray("\"x\"")
                                << "json: cannot unmarshal string into Go value of type azure_vault.keyMeta";
        QTest::newRow("a number as iv") << QByteArray("{\"iv\":1}")
                                        << "json: cannot unmarshal number into Go struct field keyMeta.iv of type "
                                           "[]uint8";
        QTest::newRow("a number as version")
            << QByteArray("{\"key_version\":1}")
            << "json: cannot unmarshal number into Go struct field keyMeta.key_version "
               "of type string";
        QTest::newRow("no Base64") << QByteArray("{\"ciphertext\":\"?\"}") << "illegal base64 data at input byte 0";
    }
    void readsMetadataAsTheReference() {
        QFETCH(QByteArray, metadata);
        QFETCH(QString, expected);
        const auto writer = made(arguments());
        QString stored = QString::fromStdString(*(*writer)->state()->encryptState(plainState));
        static const QRegularExpression entry(QStringLiteral("(\"key_provider.azure_vault.a\": *\")[^\"]*"));
        stored.replace(entry, QStringLiteral("\\1") + QString::fromLatin1(metadata.toBase64()));
        const auto read = (*writer)->state()->decryptState(stored.toStdString());
        QVERIFY(!read);
        QVERIFY2(QString::fromStdString(read.error())
                     .contains("metadata decoder for key_provider.azure_vault.a failed with error: " + expected),
                 read.error().c_str());
    }

    void reportsServersThatAreGone() {
        m_environment.set("HTTPS_PROXY", "http://planted-user:planted-password@127.0.0.1:1");
        const QString told = this->told(arguments());
        QVERIFY2(told.startsWith(notEncrypted + "POST https://testvault.vault.azure.net/keys/k/encrypt: ") &&
                     told.contains(QStringLiteral("Check vault_uri, the network, and the proxy (HTTPS_PROXY)")) &&
                     !told.contains(QStringLiteral("planted")),
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
        for (int number = 1; number <= 3; ++number) { // the challenge, the token, and the key
            m_server->setFaults(QByteArray::number(number) + ' ' + fault);
            const auto writer = made(arguments());
            QCOMPARE(testing::told(writer, *m_server), QStringLiteral("ok"));
            const auto stored = (*writer)->state()->encryptState(plainState);
            m_server->setFaults(QByteArray::number(number) + ' ' + fault);
            const auto read = (*writer)->state()->decryptState(*stored);
            QVERIFY2(read, read ? "" : read.error().c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestAzureVault)
#include "tst_azure_vault.moc"
