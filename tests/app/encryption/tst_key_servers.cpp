// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/json_shapes.h"
#include "tests/app/support/project_folder.h"
#include "tests/support/aws_server.h"
#include "tests/support/azure_server.h"
#include "tests/support/key_server.h"

#include <QDirIterator>
#include <QJsonObject>
#include <QtTest>

#include <memory>

using namespace planlens::testing;

namespace {

const QByteArray resources = "variable \"v\" {\n  default = \"x\"\n}\nresource \"terraform_data\" \"a\" {\n  input = "
                             "[var.v, \"planted-secret-4711\"]\n}\noutput \"o\" {\n  value = terraform_data.a.output\n}"
                             "\n";

/// State and plan with the method `aes_gcm.a`, which has the keys of this provider.
QByteArray encrypted(const QByteArray& keyProviders, const QByteArray& keys) {
    return keyProviders + "\nmethod \"aes_gcm\" \"a\" {\n  keys = key_provider." + keys +
           "\n}\nstate {\n  method = method.aes_gcm.a\n}\nplan {\n  method = method.aes_gcm.a\n}\n";
}
QByteArray openbao(const QByteArray& arguments) {
    return encrypted("key_provider \"openbao\" \"a\" {\n" + arguments + "\n}", "openbao.a");
}
QByteArray awsKms(const QByteArray& arguments) {
    return encrypted("key_provider \"aws_kms\" \"a\" {\n" + arguments + "\n}", "aws_kms.a");
}
QByteArray gcpKms(const QByteArray& key, const QByteArray& arguments) {
    return encrypted("key_provider \"gcp_kms\" \"a\" {\n  kms_encryption_key = \"projects/p/locations/l/keyRings/r/"
                     "cryptoKeys/" +
                         key + "\"\n" + arguments + "\n}",
                     "gcp_kms.a");
}
QByteArray azureVault(const QByteArray& key, const QByteArray& arguments) {
    return encrypted("key_provider \"azure_vault\" \"a\" {\n  vault_uri = \"https://testvault.vault.azure.net/\"\n  "
                     "vault_key_name = \"" +
                         key + "\"\n" + arguments + "\n}",
                     "azure_vault.a");
}
const QByteArray awsKey = "kms_key_id = \"foo\"\nkey_spec = \"AES_256\"";

} // namespace

/// What tofu encrypts with keys of a server, Planlens reads, and the other way round.
class TestKeyServers : public QObject {
    Q_OBJECT

    std::unique_ptr<KeyServer> m_keys;
    std::unique_ptr<AwsServer> m_aws; // checks signatures
    std::unique_ptr<CloudServer> m_google, m_azure;

    Environment environment(const QByteArray& settings, const QByteArray& server) const {
        return {{"TF_ENCRYPTION", QString::fromUtf8(settings)},
                {"BAO_ADDR", QString::fromUtf8(server)},
                {"BAO_TOKEN", "token-of-test"},
                {"BAO_MAX_RETRIES", "0"},
                {"AWS_ENDPOINT_URL", QString::fromUtf8(server)},
                {"AWS_ACCESS_KEY_ID", "AKIATEST"},
                {"AWS_SECRET_ACCESS_KEY", "secret-of-test"},
                {"AWS_REGION", "eu-west-1"},
                {"AWS_EC2_METADATA_DISABLED", "true"},
                {"HOME", m_keys->path()}};
    }
    static Environment throughProxy(Environment environment, const CloudServer& server) {
        environment["HTTPS_PROXY"] = QString::fromUtf8(server.url());
        environment["SSL_CERT_FILE"] = server.path("authority.pem");
        environment["NO_GCE_CHECK"] = "true";
        environment["ARM_TENANT_ID"] = "tenant-1";
        environment["ARM_CLIENT_ID"] = "client-1";
        environment["ARM_CLIENT_SECRET"] = "client-secret";
        return environment;
    }
    /// The environment in which both programs reach the server of the provider that the settings name first.
    Environment environmentFor(const QByteArray& settings) {
        if (settings.startsWith("key_provider \"gcp_kms\"")) {
            if (!m_google)
                m_google = std::make_unique<GoogleKeyServer>();
            return throughProxy(environment(settings, {}), *m_google);
        }
        if (settings.startsWith("key_provider \"azure_vault\"")) {
            if (!m_azure)
                m_azure = std::make_unique<AzureServer>(QStringList());
            return throughProxy(environment(settings, {}), *m_azure);
        }
        return environment(settings, m_keys->url());
    }
    static Ran run(const ProjectFolder& folder, const QString& program, const QStringList& arguments,
                   const Environment& environment) {
        return program == "tofu" ? folder.tofu(arguments, environment) : folder.planlens(arguments, environment);
    }

private slots:
    void initTestCase() {
        m_keys = std::make_unique<KeyServer>(QStringList{QStringLiteral("foo")});
        QVERIFY(m_keys->isRunning());
    }
    void cleanup() { m_keys->setFaults({}); }

    void sharesStatesAndPlans_data() {
        QTest::addColumn<QByteArray>("settings");
        QTest::addColumn<bool>("isAws"); // the server that checks signatures
        QTest::addColumn<QString>("writer");
        const auto row = [](const QByteArray& name, const QByteArray& settings, bool isAws = false) {
            for (const char* writer : {"tofu", "planlens"})
                QTest::newRow((name + ", written by " + writer).constData())
                    << settings << isAws << QString::fromUtf8(writer);
        };
        row("openbao", openbao("key_name = \"foo\""));
        row("openbao with 16 bytes", openbao("key_name = \"foo\"\nkey_length = 16\nencrypted_metadata_alias = \"x\""));
        row("aws_kms", awsKms(awsKey));
        row("a chain", encrypted("key_provider \"aws_kms\" \"a\" {\n" + awsKey +
                                     "\n}\nkey_provider \"pbkdf2\" \"b\" {\n  iterations = 200000\n  chain = "
                                     "key_provider.aws_kms.a\n}",
                                 "pbkdf2.b"));
        row("gcp_kms", gcpKms("k", "key_length = 32\naccess_token = \"token-of-argument\""));
        row("gcp_kms with a service account",
            gcpKms("k",
                   "key_length = 16\naccess_token = \"token-of-argument\"\nimpersonate_service_account = \"a@b\""));
        row("gcp_kms of a user",
            gcpKms("k", "key_length = 24\ncredentials = jsonencode({ type = \"authorized_user\", client_id = \"c\", "
                        "client_secret = \"client-secret\", refresh_token = \"refresh-secret\" })"));
        row("azure_vault", azureVault("k", "key_length = 32"));
        for (const char* bits : {"128", "192", "256"})
            row(QByteArray("azure_vault with AES of ") + bits + " bits",
                azureVault("k", QByteArray("key_length = 16\nsymmetric = true\nsymmetric_key_size = ") + bits));
        row("a chain with azure_vault",
            azureVault("k", "key_length = 32").replace("key_provider.azure_vault.a", "key_provider.pbkdf2.b") +
                "key_provider \"pbkdf2\" \"b\" {\n  iterations = 200000\n  chain = key_provider.azure_vault.a\n}\n");
        const QByteArray moto = "kms_key_id = \"alias/state\"\nkey_spec = \"AES_256\"\n";
        row("aws_kms with signatures", awsKms(moto), true);
        row("aws_kms with a role",
            awsKms("kms_key_id = \"alias/state\"\nkey_spec = \"AES_128\"\nassume_role = {\n  role_arn = "
                   "\"arn:aws:iam::123456789012:role/x\"\n  duration = \"1h\"\n}"),
            true);
    }
    void sharesStatesAndPlans() {
        SKIP_WITHOUT_TOFU();
        QFETCH(QByteArray, settings);
        QFETCH(bool, isAws);
        QFETCH(QString, writer);
        if (isAws && !m_aws) {
            SKIP_WITHOUT_MOTO();
            m_aws = std::make_unique<AwsServer>(QStringList());
            QVERIFY(m_aws->isRunning());
        }
        const Environment given = isAws ? environment(settings, m_aws->url()) : environmentFor(settings);
        const QString reader = writer == "tofu" ? "planlens" : "tofu";
        const ProjectFolder folder(resources);
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}, given), 0);
        COMPARE_EXIT(run(folder, writer, {"apply", "-no-color", "-auto-approve"}, given), 0);
        QVERIFY(folder.read("terraform.tfstate").contains("encrypted_data"));
        QVERIFY(!folder.read("terraform.tfstate").contains("planted-secret"));
        COMPARE_EXIT(run(folder, reader, {"plan", "-no-color", "-detailed-exitcode"}, given), 0);
        const Ran pulled = run(folder, reader, {"state", "pull"}, given),
                  own = run(folder, writer, {"state", "pull"}, given);
        COMPARE_EXIT(pulled, 0);
        QCOMPARE(pulled.out, own.out);
        COMPARE_EXIT(run(folder, writer, {"plan", "-no-color", "-var=v=y", "-out=saved"}, given), 0);
        QVERIFY(folder.read("saved").contains("encrypted_data"));
        COMPARE_EXIT(run(folder, reader, {"apply", "-no-color", "saved"}, given), 0);
        for (const QString& program : {writer, reader})
            COMPARE_EXIT(run(folder, program, {"plan", "-no-color", "-var=v=y", "-detailed-exitcode"}, given), 0);
    }

    void reportsWhatTheReferenceReports_data() {
        QTest::addColumn<QByteArray>("settings");
        QTest::newRow("openbao, no such key") << openbao("key_name = \"none\"");
        QTest::newRow("openbao, no name") << openbao("key_name = \"\"");
        QTest::newRow("openbao, a wrong token") << openbao("key_name = \"foo\"\ntoken = \"x\"");
        QTest::newRow("openbao, a wrong length") << openbao("key_name = \"foo\"\nkey_length = 24");
        QTest::newRow("openbao, an unknown argument") << openbao("key_name = \"foo\"\nx = 1");
        QTest::newRow("openbao, a fraction") << openbao("key_name = \"foo\"\nkey_length = 0.5");
        QTest::newRow("openbao, 64 bytes for AES") << openbao("key_name = \"foo\"\nkey_length = 64");
        const QByteArray google = "access_token = \"token-of-argument\"\n";
        QTest::newRow("gcp_kms, no such key") << gcpKms("none", google + "key_length = 32");
        QTest::newRow("gcp_kms, permission denied") << gcpKms("denied", google + "key_length = 32");
        QTest::newRow("gcp_kms, a disabled key") << gcpKms("disabled", google + "key_length = 32");
        QTest::newRow("gcp_kms, a wrong token") << gcpKms("k", "access_token = \"x\"\nkey_length = 32");
        QTest::newRow("gcp_kms, no credentials") << gcpKms("k", "key_length = 32");
        QTest::newRow("gcp_kms, wrong credentials") << gcpKms("k", "credentials = \"x\"\nkey_length = 32");
        QTest::newRow("gcp_kms, a type of credentials") << gcpKms("k", "credentials = \"{}\"\nkey_length = 32");
        for (const char* length : {"0", "1025", "1024", "null", "1.5"})
            QTest::newRow(QByteArray("gcp_kms, the length ").append(length).constData())
                << gcpKms("k", google + "key_length = " + length);
        QTest::newRow("gcp_kms, an unknown argument") << gcpKms("k", google + "key_length = 32\nx = 1");
        QTest::newRow("gcp_kms, no arguments") << encrypted("key_provider \"gcp_kms\" \"a\" {\n}", "gcp_kms.a");
        QTest::newRow("azure_vault, no arguments")
            << encrypted("key_provider \"azure_vault\" \"a\" {\n}", "azure_vault.a");
        QTest::newRow("azure_vault, a wrong name") << azureVault("a_b", "key_length = 32");
        QTest::newRow("azure_vault, an empty name") << azureVault("", "key_length = 32");
        for (const char* length : {"0", "64", "null", "\"x\""})
            QTest::newRow(QByteArray("azure_vault, the length ").append(length).constData())
                << azureVault("k", QByteArray("key_length = ") + length);
        QTest::newRow("azure_vault, a wrong size")
            << azureVault("k", "key_length = 32\nsymmetric = true\nsymmetric_key_size = 64");
        QTest::newRow("azure_vault, an unknown cloud") << azureVault("k", "key_length = 32\nenvironment = \"x\"");
        QTest::newRow("azure_vault, a wrong tenant") << azureVault("k", "key_length = 32\ntenant_id = \"a/b\"");
        QTest::newRow("azure_vault, no credentials")
            << azureVault("k", "key_length = 32\nuse_cli = false\nclient_secret_file_path = \"/nonexistent\"");
        QTest::newRow("aws_kms, no such key") << awsKms("kms_key_id = \"none\"\nkey_spec = \"AES_256\"");
        QTest::newRow("aws_kms, access denied") << awsKms("kms_key_id = \"denied\"\nkey_spec = \"AES_256\"");
        QTest::newRow("aws_kms, a wrong length") << awsKms("kms_key_id = \"foo\"\nkey_spec = \"x\"");
        QTest::newRow("aws_kms, no length") << awsKms("kms_key_id = \"foo\"");
        QTest::newRow("aws_kms, a wrong duration")
            << awsKms(awsKey + "\nassume_role = {\n  role_arn = \"x\"\n  duration = \"2h3x\"\n}");
        QTest::newRow("aws_kms, a role without name") << awsKms(awsKey + "\nassume_role = {}");
        QTest::newRow("aws_kms, an unknown argument of a role")
            << awsKms(awsKey + "\nassume_role = {\n  role_arn = \"x\"\n  roles = 1\n}");
        QTest::newRow("aws_kms, a null element") << awsKms(awsKey + "\nallowed_account_ids = [null]");
        QTest::newRow("aws_kms, wrong tags") << awsKms(awsKey + "\nassume_role = {\n  role_arn = \"x\"\n  tags = 1\n}");
    }
    void reportsWhatTheReferenceReports() {
        SKIP_WITHOUT_TOFU();
        QFETCH(QByteArray, settings);
        const ProjectFolder folder(resources);
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        const Environment given = environmentFor(settings);
        const Ran wanted = folder.tofu({"plan", "-json"}, given), got = folder.planlens({"plan", "-json"}, given);
        COMPARE_EXIT(got, wanted.exitCode);
        const auto texts = [](const Ran& ran) {
            QStringList found;
            for (const QJsonObject& line : parseLines(ran.all()))
                if (const QJsonObject diagnostic = line["diagnostic"].toObject(); !diagnostic.isEmpty())
                    found += diagnostic["summary"].toString() + " | " + diagnostic["detail"].toString();
            return found;
        };
        const QStringList own = texts(got), others = texts(wanted);
        QVERIFY(!others.isEmpty());
        QCOMPARE(own.size(), others.size());
        for (int i = 0; i < own.size(); ++i) // what to do may follow
            QVERIFY2(own[i] == others[i] || own[i].startsWith(others[i] + "\n\n"),
                     qPrintable(own[i] + "\nwhere the reference has\n" + others[i]));
    }

    void savesTheStateWithoutTheServer_data() {
        QTest::addColumn<QByteArray>("settings");
        QTest::newRow("openbao") << openbao("key_name = \"foo\"");
        QTest::newRow("aws_kms") << awsKms(awsKey + "\nmax_retries = 1");
    }
    /// The server is gone while a resource is created.
    void savesTheStateWithoutTheServer() {
        QFETCH(QByteArray, settings);
        const ProjectFolder folder(resources +
                                   "resource \"terraform_data\" \"b\" {\n  input = terraform_data.a.id\n  provisioner "
                                   "\"local-exec\" {\n    command = \"echo 1- reset > '" +
                                   m_keys->path("faults").toUtf8() + "'\"\n  }\n}\n");
        const Environment given = environment(settings, m_keys->url());
        COMPARE_EXIT(folder.planlens({"apply", "-no-color", "-auto-approve", "-target=terraform_data.a"}, given), 0);
        COMPARE_EXIT(folder.planlens({"apply", "-no-color", "-auto-approve", "-var=v=y"}, given), 0);
        QVERIFY(folder.planlens({"state", "list"}, given).exitCode != 0);
        m_keys->setFaults({});
        const Ran listed = folder.planlens({"state", "list"}, given);
        COMPARE_EXIT(listed, 0);
        QCOMPARE(listed.out, QByteArray("terraform_data.a\nterraform_data.b\n"));
        QDirIterator files(folder.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY2(file.fileName().endsWith(".tf") || !file.readAll().contains("planted-secret"),
                     qPrintable(file.fileName()));
        }
    }
};

QTEST_GUILESS_MAIN(TestKeyServers)
#include "tst_key_servers.moc"
