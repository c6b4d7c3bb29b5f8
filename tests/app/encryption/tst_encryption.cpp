// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/json_shapes.h"
#include "tests/app/support/project_folder.h"
#include "tests/app/support/state_server.h"

#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

using namespace planlens::testing;

namespace {

const QByteArray secret = "planted-secret-4711", passphrase = "planted-passphrase-0815";

const QByteArray resources = "resource \"terraform_data\" \"a\" {\n  input = \"" + secret +
                             "\"\n}\noutput \"o\" {\n  sensitive = true\n  value = terraform_data.a.output\n}\n";

/// The content of an encryption block with a key of a variable, and these targets.
QByteArray settings(const QByteArray& targets) {
    return "key_provider \"pbkdf2\" \"k\" {\n  passphrase = var.passphrase\n  iterations = 200000\n}\nmethod "
           "\"aes_gcm\" \"m\" {\n  keys = key_provider.pbkdf2.k\n}\n" +
           targets;
}
const QByteArray ofState = "state {\n  method = method.aes_gcm.m\n}\n";
const QByteArray ofPlan = "plan {\n  method = method.aes_gcm.m\n  enforced = true\n}\n";

QByteArray configuration(const QByteArray& targets) {
    return "variable \"passphrase\" {\n  sensitive = true\n  type = string\n}\nterraform {\n  encryption {\n" +
           settings(targets) + "  }\n}\n" + resources;
}

const Environment withPassphrase{{"TF_VAR_passphrase", QString::fromUtf8(passphrase)}};

/// The files of a folder that contain a text, in clear or in base64.
QStringList filesWith(const QString& folder, const QByteArray& text) {
    QStringList found;
    QDirIterator files(folder, QDir::Files | QDir::Hidden | QDir::System, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (file.fileName().endsWith("/main.tf") || !file.open(QIODevice::ReadOnly))
            continue;
        const QByteArray content = file.readAll();
        if (content.contains(text) || content.contains(text.toBase64().left(20)))
            found.append(file.fileName());
    }
    return found;
}

bool isEncrypted(const QByteArray& text) {
    return text.contains("\"encrypted_data\"") && text.contains("\"encryption_version\"");
}

} // namespace

/// States and plans that Planlens encrypts itself.
class TestEncryption : public QObject {
    Q_OBJECT
private slots:
    void encryptsStates() {
        const ProjectFolder folder(configuration(ofState));
        const QTemporaryDir temporary;
        Environment environment = withPassphrase;
        environment["TMPDIR"] = temporary.path();
        environment["XDG_CACHE_HOME"] = temporary.path();
        environment["TF_LOG"] = "trace";
        environment["TF_LOG_PATH"] = temporary.filePath("log");
        Ran ran = folder.planlens({"apply", "-no-color", "-auto-approve"}, environment);
        COMPARE_EXIT(ran, 0);
        QVERIFY(isEncrypted(folder.read("terraform.tfstate")));
        QVERIFY2(folder.read("terraform.tfstate").startsWith("{\n  \"serial\": "), folder.read("terraform.tfstate"));
        QVERIFY(!ran.all().contains(passphrase));
        COMPARE_EXIT(folder.planlens({"plan", "-no-color", "-detailed-exitcode"}, environment), 0);
        ran = folder.planlens({"output", "-raw", "o"}, environment);
        COMPARE_EXIT(ran, 0);
        QCOMPARE(ran.out, secret);
        ran = folder.planlens({"state", "pull"}, environment);
        COMPARE_EXIT(ran, 0);
        QVERIFY(ran.out.contains(secret) && ran.out.startsWith("{\"version\":4,"));
        COMPARE_EXIT(folder.planlens({"show", "-no-color"}, environment), 0);
        ran = folder.planlens({"show", "-json", "terraform.tfstate"}, environment);
        COMPARE_EXIT(ran, 0);
        QVERIFY(ran.out.contains(secret));
        folder.write("more.tf", "output \"p\" {\n  value = 1\n}\n");
        COMPARE_EXIT(folder.planlens({"apply", "-no-color", "-auto-approve"}, environment), 0);
        QVERIFY(isEncrypted(folder.read("terraform.tfstate.backup")));
        for (const QByteArray& text : {secret, passphrase}) {
            QCOMPARE(filesWith(folder.path(), text), QStringList());
            QCOMPARE(filesWith(temporary.path(), text), QStringList());
        }
    }

    void needsTheKey_data() {
        QTest::addColumn<QString>("given");
        QTest::addColumn<QByteArray>("expected");
        QTest::newRow("another one") << "another-passphrase-0815"
                                     << QByteArray("attempted decryption failed for state: decryption failed: cipher: "
                                                   "message authentication failed");
        QTest::newRow("none") << "" << QByteArray("Failed to request input from user for variable var.passphrase");
        QTest::newRow("a short one") << "short" << QByteArray("passphrase is too short (minimum 16 characters)");
    }
    void needsTheKey() {
        QFETCH(QString, given);
        QFETCH(QByteArray, expected);
        const ProjectFolder folder(configuration(ofState));
        COMPARE_EXIT(folder.planlens({"apply", "-no-color", "-auto-approve"}, withPassphrase), 0);
        const QByteArray before = folder.read("terraform.tfstate");
        const Environment environment = given.isEmpty() ? Environment() : Environment{{"TF_VAR_passphrase", given}};
        for (const QStringList& arguments :
             {QStringList{"apply", "-no-color", "-auto-approve", "-input=false"},
              QStringList{"plan", "-no-color", "-input=false"}, QStringList{"show", "-no-color"},
              QStringList{"state", "pull"}, QStringList{"output", "-no-color"}}) {
            const Ran ran = folder.planlens(arguments, environment);
            COMPARE_EXIT(ran, 1);
            const QByteArray said = ran.err.simplified().replace("\u2502 ", "");
            QVERIFY2(said.contains(expected), ran.err.constData());
            QVERIFY(!ran.all().contains(secret));
        }
        QCOMPARE(folder.read("terraform.tfstate"), before);
    }

    void reportsEncryptedStatesWithoutConfiguration() {
        const ProjectFolder folder(configuration(ofState));
        COMPARE_EXIT(folder.planlens({"apply", "-no-color", "-auto-approve"}, withPassphrase), 0);
        folder.write("main.tf", resources);
        const Ran ran = folder.planlens({"plan", "-no-color"});
        COMPARE_EXIT(ran, 1);
        QVERIFY2(ran.err.simplified().contains("This state file is encrypted and can not be read without an encryption "
                                               "configuration"),
                 ran.err.constData());
    }

    void reportsEncryptedPlansWithoutConfiguration() {
        const ProjectFolder folder(configuration(ofPlan));
        COMPARE_EXIT(folder.planlens({"plan", "-no-color", "-out=saved"}, withPassphrase), 0);
        folder.write("main.tf", resources);
        const QByteArray why = ": the given plan file is encrypted and requires a valid encryption configuration to";
        for (const auto& [command, expected] :
             {std::pair("show", QByteArray("Couldn't show local plan Plan read error") + why),
              std::pair("apply", QByteArray("Failed to load \"saved\" as a plan file Error") + why)}) {
            const Ran ran = folder.planlens({command, "-no-color", "saved"});
            COMPARE_EXIT(ran, 1);
            QVERIFY2(ran.err.simplified().contains(expected), ran.err.constData());
        }
    }

    void encryptsPlans() {
        const ProjectFolder folder(configuration(ofState + ofPlan));
        COMPARE_EXIT(folder.planlens({"plan", "-no-color", "-out=saved"}, withPassphrase), 0);
        QVERIFY(folder.read("saved").startsWith("{\"meta\":{\"key_provider.pbkdf2.k\":\"") &&
                isEncrypted(folder.read("saved")));
        const Ran shown = folder.planlens({"show", "-json", "saved"}, withPassphrase);
        COMPARE_EXIT(shown, 0);
        QCOMPARE(parseJson(shown.out).toObject()["resource_changes"].toArray().size(), 1);
        const Ran refused =
            folder.planlens({"show", "-no-color", "saved"}, {{"TF_VAR_passphrase", "another-passphrase-0815"}});
        COMPARE_EXIT(refused, 1);
        QVERIFY2(refused.err.contains("attempted decryption failed for plan"), refused.err.constData());
        QCOMPARE(filesWith(folder.path(), secret), QStringList());
        COMPARE_EXIT(folder.planlens({"apply", "-no-color", "saved"}, withPassphrase), 0);
        QVERIFY(isEncrypted(folder.read("terraform.tfstate")));
        QCOMPARE(folder.planlens({"output", "-raw", "o"}, withPassphrase).out, secret);
    }

    void rejectsPlansInClearIfEncryptionIsConfigured() {
        const ProjectFolder folder(configuration(ofState));
        COMPARE_EXIT(folder.planlens({"plan", "-no-color", "-out=saved"}, withPassphrase), 0);
        QVERIFY(folder.read("saved").startsWith("PK"));
        Environment more = withPassphrase;
        more["TF_ENCRYPTION"] = QString::fromUtf8(ofPlan);
        const Ran ran = folder.planlens({"apply", "-no-color", "saved"}, more);
        COMPARE_EXIT(ran, 1);
        QVERIFY2(ran.err.contains("encountered unencrypted payload without unencrypted method configured"),
                 ran.err.constData());
        QVERIFY(!folder.has("terraform.tfstate"));
    }

    void migratesToEncryptionAndBack() {
        const ProjectFolder folder(resources);
        COMPARE_EXIT(folder.planlens({"apply", "-no-color", "-auto-approve"}), 0);
        QVERIFY(folder.read("terraform.tfstate").contains(secret));
        const QByteArray both =
            "key_provider \"pbkdf2\" \"k\" {\n  passphrase = \"" + passphrase +
            "\"\n  iterations = 200000\n}\nmethod \"aes_gcm\" \"m\" {\n  keys = key_provider.pbkdf2.k\n}\n"
            "method \"unencrypted\" \"u\" {}\n";
        const auto target = [](const char* first, const char* second) {
            return QByteArray("state {\n  method = method.") + first + "\n  fallback {\n    method = method." + second +
                   "\n  }\n}\n";
        };
        Environment environment{{"TF_ENCRYPTION", QString::fromUtf8(both + target("aes_gcm.m", "unencrypted.u"))}};
        Ran ran = folder.planlens({"plan", "-no-color"}, environment);
        COMPARE_EXIT(ran, 0);
        QVERIFY2(ran.all().contains("Unencrypted method configured"), ran.all().constData());
        COMPARE_EXIT(folder.planlens({"apply", "-no-color", "-auto-approve"}, environment), 0);
        QVERIFY(isEncrypted(folder.read("terraform.tfstate")));
        environment["TF_ENCRYPTION"] = QString::fromUtf8(both + target("unencrypted.u", "aes_gcm.m"));
        COMPARE_EXIT(folder.planlens({"apply", "-no-color", "-auto-approve"}, environment), 0);
        QVERIFY(folder.read("terraform.tfstate").contains(secret));
        environment["TF_ENCRYPTION"] =
            QString::fromUtf8(both + "state {\n  enforced = true\n  method = method.unencrypted.u\n}\n");
        ran = folder.planlens({"plan", "-no-color"}, environment);
        COMPARE_EXIT(ran, 1);
        QVERIFY2(ran.err.contains("Unencrypted method is forbidden"), ran.err.constData());
    }

    /// A team migrates with any command that may write the state.
    void unchangedStatesAreEncrypted_data() {
        QTest::addColumn<QStringList>("command");
        QTest::newRow("refresh") << QStringList{"refresh", "-no-color"};
        QTest::newRow("state push") << QStringList{"state", "push", "pulled"};
        QTest::newRow("state push -force") << QStringList{"state", "push", "-force", "pulled"};
    }
    void unchangedStatesAreEncrypted() {
        QFETCH(QStringList, command);
        const ProjectFolder folder("resource \"terraform_data\" \"a\" {\n  input = \"" + secret + "\"\n}\n");
        COMPARE_EXIT(folder.planlens({"apply", "-no-color", "-auto-approve"}), 0);
        folder.write("pulled", folder.read("terraform.tfstate"));
        const Environment environment{
            {"TF_ENCRYPTION",
             QString::fromUtf8("key_provider \"pbkdf2\" \"k\" {\n  passphrase = \"" + passphrase +
                               "\"\n  iterations = 200000\n}\nmethod \"aes_gcm\" \"m\" {\n  keys = "
                               "key_provider.pbkdf2.k\n}\nmethod \"unencrypted\" \"u\" {}\nstate {\n  method = "
                               "method.aes_gcm.m\n  fallback {\n    method = method.unencrypted.u\n  }\n}\n")}};
        COMPARE_EXIT(folder.planlens(command, environment), 0);
        QVERIFY(isEncrypted(folder.read("terraform.tfstate")));
    }

    void encryptsErroredStates() {
        const ProjectFolder folder(configuration(ofState));
        COMPARE_EXIT(folder.planlens({"apply", "-no-color", "-auto-approve"}, withPassphrase), 0);
        // The provisioner puts a folder in the place of the recovery file, so that the state cannot be written.
        folder.write("more.tf",
                     "resource \"terraform_data\" \"b\" {\n  input = terraform_data.a.output\n  provisioner "
                     "\"local-exec\" {\n    command = \"mkdir -p terraform.tfstate.planlens-recovery/x\"\n  }\n}\n");
        const Ran ran = folder.planlens({"apply", "-no-color", "-auto-approve"}, withPassphrase);
        COMPARE_EXIT(ran, 1);
        QVERIFY2(isEncrypted(folder.read("errored.tfstate")), ran.err.constData());
        QCOMPARE(filesWith(folder.path(), secret), QStringList());
    }

    /// The state is encrypted, so that only Planlens can push it.
    void erroredStatesCanBePushed() {
        StateServer server;
        const ProjectFolder folder(configuration(ofState) + "terraform {\n  backend \"http\" {\n" + server.backend() +
                                   "  }\n}\n");
        folder.write(".terraform/terraform.tfstate", initialized(server));
        server.refuseWrites();
        const Ran ran = folder.planlens({"apply", "-no-color", "-auto-approve"}, withPassphrase);
        COMPARE_EXIT(ran, 1);
        QVERIFY2(ran.err.contains("planlens-cli state push errored.tfstate") && !ran.err.contains("tofu state push"),
                 ran.err.constData());
        QVERIFY(isEncrypted(folder.read("errored.tfstate")));
        server.refuseWrites(false);
        const Ran other =
            folder.planlens({"state", "push", "errored.tfstate"}, {{"TF_VAR_passphrase", "another-passphrase-0815"}});
        COMPARE_EXIT(other, 1);
        QVERIFY2(other.err.contains("decryption failed"), other.err.constData());
        COMPARE_EXIT(folder.planlens({"state", "push", "errored.tfstate"}, withPassphrase), 0);
        QVERIFY(isEncrypted(server.state()) && !server.state().contains(secret));
        const Ran listed = folder.planlens({"state", "list"}, withPassphrase);
        QCOMPARE(listed.out, QByteArray("terraform_data.a\n"));
        COMPARE_EXIT(folder.planlens({"plan", "-no-color", "-detailed-exitcode"}, withPassphrase), 0);
        QCOMPARE(filesWith(folder.path(), secret), QStringList());
    }

    /// plan.json contains the state and the variables.
    void resultsContainNoPlansInClear() {
        for (const QByteArray& targets : {ofState + ofPlan, ofPlan}) {
            const ProjectFolder folder(configuration(targets));
            COMPARE_EXIT(folder.planlens({"apply", "-no-color", "-auto-approve"}, withPassphrase), 0);
            folder.write("more.tf", "output \"p\" {\n  sensitive = true\n  value = var.passphrase\n}\n");
            QVERIFY(QDir(folder.path()).mkdir("result"));
            COMPARE_EXIT(folder.planlens({"plan", "-no-color", "-result=result", "-out=result/plan"}, withPassphrase),
                         0);
            QVERIFY(folder.has("result/review.json") && !folder.has("result/plan.json"));
            QCOMPARE(filesWith(folder.path() + "/result", passphrase), QStringList());
        }
    }

    void encryptsStatesOnServers() {
        StateServer server;
        const ProjectFolder folder(configuration(ofState) + "terraform {\n  backend \"http\" {\n" + server.backend() +
                                   "  }\n}\n");
        folder.write(".terraform/terraform.tfstate", initialized(server));
        COMPARE_EXIT(folder.planlens({"apply", "-no-color", "-auto-approve"}, withPassphrase), 0);
        QVERIFY(isEncrypted(server.state()) && !server.state().contains(secret));
        QVERIFY2(server.state().startsWith("{\"serial\":"), server.state().constData());
        COMPARE_EXIT(folder.planlens({"plan", "-no-color", "-detailed-exitcode"}, withPassphrase), 0);
        const int writes = server.writes();
        COMPARE_EXIT(folder.planlens({"apply", "-no-color", "-auto-approve"}, withPassphrase), 0);
        QCOMPARE(server.writes(), writes); // nothing has changed
        QCOMPARE(filesWith(folder.path(), secret), QStringList());
    }

    void readsEncryptedRemoteStates_data() {
        QTest::addColumn<QByteArray>("targets");
        QTest::addColumn<bool>("isRead");
        const QByteArray method = "method = method.aes_gcm.m";
        QTest::newRow("by default") << QByteArray("remote_state_data_sources {\ndefault {\n" + method + "\n}\n}\n")
                                    << true;
        QTest::newRow("by name") << QByteArray("remote_state_data_sources {\nremote_state_data_source \"r\" {\n" +
                                               method + "\n}\n}\n")
                                 << true;
        QTest::newRow("of another name")
            << QByteArray("remote_state_data_sources {\nremote_state_data_source \"s\" {\n" + method + "\n}\n}\n")
            << false;
        QTest::newRow("only the own state") << ofState << false;
    }
    void readsEncryptedRemoteStates() {
        QFETCH(QByteArray, targets);
        QFETCH(bool, isRead);
        const ProjectFolder other(configuration(ofState)), folder;
        COMPARE_EXIT(other.planlens({"apply", "-no-color", "-auto-approve"}, withPassphrase), 0);
        folder.write(
            "main.tf",
            "variable \"passphrase\" {\n  sensitive = true\n  type = string\n}\nterraform {\n  encryption {\n" +
                settings(targets) +
                "  }\n}\ndata \"terraform_remote_state\" \"r\" {\n  backend = "
                "\"local\"\n  config = {\n    path = \"" +
                other.path("terraform.tfstate").toUtf8() +
                "\"\n  }\n}\noutput \"o\" {\n  sensitive = true\n  value = "
                "data.terraform_remote_state.r.outputs.o\n}\n");
        const Ran ran = folder.planlens({"apply", "-no-color", "-auto-approve"}, withPassphrase);
        COMPARE_EXIT(ran, isRead ? 0 : 1);
        if (isRead)
            QCOMPARE(folder.planlens({"output", "-raw", "o"}, withPassphrase).out, secret);
        else
            QVERIFY2(ran.err.simplified().contains("can not be read without an encryption configuration"),
                     ran.err.constData());
    }
};

QTEST_GUILESS_MAIN(TestEncryption)
#include "tst_encryption.moc"
