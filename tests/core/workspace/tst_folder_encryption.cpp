// SPDX-License-Identifier: MPL-2.0
#include "core/configs/config.h"
#include "core/workspace/folder_encryption.h"
#include "core/workspace/programs.h"
#include "tests/core/encryption/made_keys.h"
#include "tests/support/azure_server.h"

#include <QTest>
#include <memory>

using namespace planlens;
using testing::KeyServer;
using workspace::ExternalPrograms;

namespace {

/// A root module that is set up with or without trust.
struct Root {
    explicit Root(const std::string& configuration) {
        options.files = configs::memoryFileSystem({{"main.tf", configuration}});
        loaded = configs::load(options);
    }
    diags::Result<workspace::FolderEncryption> encryption(ExternalPrograms programs) const {
        return workspace::folderEncryption(*loaded, options, programs);
    }

    configs::LoadOptions options;
    diags::Result<configs::ConfigPtr> loaded;
};

std::unique_ptr<const testing::CloudServer> serverOf(const QString& type) {
    if (type == QStringLiteral("gcp_kms"))
        return std::make_unique<const testing::GoogleKeyServer>();
    if (type == QStringLiteral("azure_vault"))
        return std::make_unique<const testing::AzureServer>(QStringList());
    return std::make_unique<const KeyServer>(QStringList{QStringLiteral("foo")});
}

} // namespace

/// What the encryption of a directory starts and contacts.
class TestFolderEncryption final : public QObject {
    Q_OBJECT

private slots:
    void contactsServersOnlyIfAllowed_data() {
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("shown");
        QTest::newRow("openbao") << "openbao"
                                 << "key_name = \"foo\"\ntoken = \"token-of-test\"\naddress = \"SERVER\""
                                 << "address = \"SERVER\"";
        QTest::newRow("openbao by the environment") << "openbao"
                                                    << "key_name = \"foo\"\ntoken = \"token-of-test\""
                                                    << "";
        QTest::newRow("aws_kms")
            << "aws_kms"
            << "key_spec = \"AES_256\"\nkms_key_id = \"foo\"\naccess_key = \"AKIATEST\"\nsecret_key "
               "= \"secret-of-test\""
            << "kms_key_id = \"foo\"";
        QTest::newRow("gcp_kms")
            << "gcp_kms"
            << "kms_encryption_key = \"projects/p/locations/l/keyRings/r/cryptoKeys/k\"\nkey_length = 32\naccess_token "
               "= \"token-of-argument\""
            << "kms_encryption_key = \"projects/p/locations/l/keyRings/r/cryptoKeys/k\"";
        QTest::newRow("azure_vault") << "azure_vault"
                                     << "vault_uri = \"https://testvault.vault.azure.net\"\nvault_key_name = \"k\"\n"
                                        "key_length = 32\ntenant_id = \"tenant-1\"\nclient_id = \"client-1\"\n"
                                        "client_secret = \"client-secret\""
                                     << "vault_key_name = \"k\", vault_uri = \"https://testvault.vault.azure.net\"";
    }
    void contactsServersOnlyIfAllowed() {
        QFETCH(QString, type);
        QFETCH(QString, arguments);
        QFETCH(QString, shown);
        const std::unique_ptr<const testing::CloudServer> started = serverOf(type);
        const testing::CloudServer& server = *started;
        testing::ScopedEnvironment environment;
        testing::withoutKeyVariables(environment);
        if (type == QStringLiteral("gcp_kms") || type == QStringLiteral("azure_vault")) {
            environment.set("HTTPS_PROXY", server.url());
            environment.set("SSL_CERT_FILE", server.path("authority.pem").toUtf8());
        }
        environment.set("BAO_ADDR", server.url());
        environment.set("AWS_ENDPOINT_URL", server.url());
        environment.set("AWS_REGION", "eu-west-1");
        arguments.replace(QStringLiteral("SERVER"), QString::fromUtf8(server.url()));
        shown.replace(QStringLiteral("SERVER"), QString::fromUtf8(server.url()));
        const std::string text = testing::withKeyProvider(type.toStdString(), arguments.toStdString());
        const Root root(text);

        const auto forbidden = root.encryption(ExternalPrograms::Forbidden);
        QVERIFY(forbidden.isOk() && forbidden->isForbidden && !forbidden->active);
        QCOMPARE(server.requests(), QList<QByteArray>());

        diags::Sources sources;
        sources.add("main.tf", std::make_shared<const std::string>(text));
        workspace::StateLocation location;
        location.encryption = *forbidden;
        const auto programs =
            workspace::startedPrograms(**root.loaded, location, providers::InstalledPackages("/nowhere", {}), sources);
        QCOMPARE(programs.size(), std::size_t(1));
        QVERIFY(programs[0].kind == workspace::StartedProgram::Kind::Encryption);
        QCOMPARE(QString::fromStdString(programs[0].name), QStringLiteral("key_provider.%1.a").arg(type));
        QCOMPARE(QString::fromStdString(programs[0].command), shown);

        const auto allowed = root.encryption(ExternalPrograms::Allowed);
        QVERIFY2(allowed.isOk(), allowed.diagnostics.toString().c_str());
        QVERIFY(!allowed->isForbidden && allowed->state());
        QVERIFY(!server.requests().isEmpty());
    }
};

QTEST_APPLESS_MAIN(TestFolderEncryption)
#include "tst_folder_encryption.moc"
