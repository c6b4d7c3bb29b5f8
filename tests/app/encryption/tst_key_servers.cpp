// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/json_shapes.h"
#include "tests/app/support/project_folder.h"
#include "tests/support/aws_server.h"
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
const QByteArray awsKey = "kms_key_id = \"foo\"\nkey_spec = \"AES_256\"";

} // namespace

/// What tofu encrypts with keys of a server, Planlens reads, and the other way round.
class TestKeyServers : public QObject {
    Q_OBJECT

    std::unique_ptr<KeyServer> m_keys;
    std::unique_ptr<AwsServer> m_aws; // checks signatures

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
        const Environment given = environment(settings, isAws ? m_aws->url() : m_keys->url());
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
        const Environment given = environment(settings, m_keys->url());
        const Ran wanted = folder.tofu({"plan", "-json"}, given), got = folder.planlens({"plan", "-json"}, given);
        COMPARE_EXIT(got, wanted.exitCode);
        const auto texts = [](const Ran& ran) {
            QStringList found;
            for (const QJsonObject& line : parseLines(ran.all()))
                if (const QJsonObject diagnostic = line["diagnostic"].toObject(); !diagnostic.isEmpty())
                    found += diagnostic["summary"].toString() + " | " + diagnostic["detail"].toString();
            return found;
        };
        QVERIFY(!texts(wanted).isEmpty());
        QCOMPARE(texts(got), texts(wanted));
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
