// SPDX-License-Identifier: MPL-2.0
#include "core/workspace/folder_encryption.h"
#include "core/workspace/programs.h"
#include "tests/core/encryption/made_keys.h"

#include <QTest>

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
    }
    void contactsServersOnlyIfAllowed() {
        QFETCH(QString, type);
        QFETCH(QString, arguments);
        QFETCH(QString, shown);
        const KeyServer server({QStringLiteral("foo")});
        testing::ScopedEnvironment environment;
        testing::withoutKeyVariables(environment);
        environment.set("BAO_ADDR", server.url());
        environment.set("AWS_ENDPOINT_URL", server.url());
        environment.set("AWS_REGION", "eu-west-1");
        arguments.replace(QStringLiteral("SERVER"), QString::fromUtf8(server.url()));
        shown.replace(QStringLiteral("SERVER"), QString::fromUtf8(server.url()));
        const std::string text = testing::withKeyProvider(type.toStdString(), arguments.toStdString());
        const Root root(text);

        const auto forbidden = root.encryption(ExternalPrograms::Forbidden);
        QVERIFY(forbidden.isOk() && forbidden->isForbidden && !forbidden->active);
        QCOMPARE(forbidden->partOfTool, std::string());
        QCOMPARE(server.requests(), QList<QByteArray>());

        diags::Sources sources;
        sources.add("main.tf", std::make_shared<const std::string>(text));
        workspace::StateLocation location;
        location.encryption = *forbidden;
        const auto started =
            workspace::startedPrograms(**root.loaded, location, providers::InstalledPackages("/nowhere", {}), sources);
        QCOMPARE(started.size(), std::size_t(1));
        QVERIFY(started[0].kind == workspace::StartedProgram::Kind::Encryption);
        QCOMPARE(QString::fromStdString(started[0].name), QStringLiteral("key_provider.%1.a").arg(type));
        QCOMPARE(QString::fromStdString(started[0].command), shown);

        const auto allowed = root.encryption(ExternalPrograms::Allowed);
        QVERIFY2(allowed.isOk(), allowed.diagnostics.toString().c_str());
        QVERIFY(!allowed->isForbidden && allowed->state());
        QVERIFY(!server.requests().isEmpty());
    }
};

QTEST_APPLESS_MAIN(TestFolderEncryption)
#include "tst_folder_encryption.moc"
