// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/json_shapes.h"
#include "tests/app/support/project_folder.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QtTest>

#include <csignal>

using namespace planlens::testing;

namespace {

const QByteArray resources =
    "resource \"terraform_data\" \"a\" {\n  input = \"x\"\n}\noutput \"o\" {\n  value = terraform_data.a.output\n}\n";

const QByteArray failure = "{\"@level\":\"error\",\"diagnostic\":{\"severity\":\"error\",\"summary\":\"No "
                           "luck\",\"detail\":\"Try again.\"},\"type\":\"diagnostic\"}\n";

/// Replaces single quotes by double quotes.
QByteArray quoted(QByteArray text) {
    return text.replace('\'', '"');
}

/// Returns a state that needs no changes.
QByteArray stateWithNothingToDo() {
    return quoted("{'version':4,'terraform_version':'1.10.3','serial':3,'lineage':'l','outputs':{'o':{'value':'x','"
                  "type':'string'}},'resources':[{'mode':'managed','type':'terraform_data','name':'a','provider':'"
                  "provider[\\'terraform.io/builtin/"
                  "terraform\\']','instances':[{'schema_version':0,'attributes':{'id':'i','input':{'value':'x','type':'"
                  "string'},'output':{'value':'x','type':'string'},'triggers_replace':null}}]}]}");
}

/// A configuration whose state is in the backend "cos", and a program in place of tofu that records its
/// arguments.
class ToolFolder : public ProjectFolder {
public:
    explicit ToolFolder(const QByteArray& name = "tofu") {
        write("main.tf", "terraform {\n  backend \"cos\" {\n    host = \"127.0.0.1:1\"\n    secret_suffix = "
                         "\"state\"\n  }\n}\n" +
                             resources);
        write(".terraform/terraform.tfstate", quoted("{'version':3,'backend':{'type':'cos','config':{'host':'127."
                                                     "0.0.1:1','secret_suffix':'state'},'hash':1}}"));
        tool = "bin/" + QString::fromUtf8(name);
        write("bin/version", "OpenTofu v1.10.3\non linux_amd64\n");
        QFile::copy(QStringLiteral(PLANLENS_SOURCE_DIR "/tests/app/fake_tool/tofu"), path(tool));
        QFile::copy(QStringLiteral(PLANLENS_SOURCE_DIR "/tests/app/fake_tool/events"), path("bin/events"));
        QFile::setPermissions(path(tool), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        QFile::setPermissions(path("bin/events"), QFile::ReadOwner | QFile::WriteOwner);
        write("bin/state", "");
    }
    Ran run(const QStringList& arguments, const Environment& more = {}) const {
        Environment environment{{"PATH", path("bin") + ":/usr/bin:/bin"}};
        environment.insert(more.begin(), more.end());
        return planlens(arguments, environment);
    }
    QByteArray asked() const { return read("bin/asked"); }
    QString tool;
};

} // namespace

/// For states that Planlens cannot access itself, the user's own tofu reads the state and applies the plan.
class TestThroughTool : public QObject {
    Q_OBJECT
private slots:
    void plansWhatTheToolReads() {
        const ToolFolder folder;
        Ran ran = folder.run({"plan", "-no-color", "-detailed-exitcode", "-var-file=x.tfvars"});
        folder.write("x.tfvars", "");
        ran = folder.run({"plan", "-no-color", "-detailed-exitcode", "-var-file=x.tfvars"},
                         {{"TF_CLI_ARGS_plan", "-concise"}});
        COMPARE_EXIT(ran, 2);
        QVERIFY2(ran.err.startsWith("Reading the state (backend \"cos\") with \"" + folder.path(folder.tool).toUtf8() +
                                    " state pull\".\n"),
                 ran.err.constData());
        QVERIFY2(ran.out.contains("Plan: 1 to add, 0 to change, 0 to destroy."), ran.out.constData());
        QCOMPARE(folder.asked(), QByteArray("version\nstate pull -no-color -var-file=x.tfvars\n"));
        QCOMPARE(folder.read("bin/environment"), QByteArray("TF_INPUT=0\n"));
        // The tool returns the state that it has stored.
        folder.write("bin/state", stateWithNothingToDo());
        COMPARE_EXIT(folder.run({"plan", "-no-color", "-detailed-exitcode"}), 0);
        QCOMPARE(folder.run({"output", "-json", "o"}).out, QByteArray("\"x\"\n"));
        QCOMPARE(folder.run({"state", "list"}).out, QByteArray("terraform_data.a\n"));
        QVERIFY(!folder.has("terraform.tfstate"));
    }

    void toolRunsCommandsThatChangeStates_data() {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QByteArray>("asked");
        const auto row = [](const QStringList& command, const char* asked) {
            QTest::newRow(qPrintable(command.join(u' '))) << command << QByteArray(asked);
        };
        row({"state", "rm", "-dry-run", "terraform_data.a"}, "state rm -dry-run=true terraform_data.a");
        row({"state", "remove", "a.b"}, "state rm a.b");
        row({"state", "mv", "-lock-timeout", "5s", "a.b", "a.c"}, "state mv -lock-timeout=5s a.b a.c");
        row({"state", "replace-provider", "-auto-approve", "a/b", "c/d"},
            "state replace-provider -auto-approve=true a/b c/d");
        row({"state", "pull"}, "state pull");
        row({"state", "push", "-force", "-"}, "state push -force=true -");
        row({"taint", "terraform_data.a"}, "taint terraform_data.a");
        row({"untaint", "-allow-missing", "terraform_data.a"}, "untaint -allow-missing=true terraform_data.a");
        row({"import", "terraform_data.a", "id"}, "import terraform_data.a id");
        row({"refresh", "-target=terraform_data.a"}, "refresh -target=terraform_data.a");
        row({"workspace", "list"}, "workspace list");
        row({"workspace", "new", "-var=x=y", "blue"}, "workspace new -var=x=y blue");
        row({"workspace", "select", "-or-create", "blue"}, "workspace select -or-create=true blue");
        row({"workspace", "delete", "blue"}, "workspace delete blue");
    }
    /// The tool has the terminal, and its output and exit status are those of the command.
    void toolRunsCommandsThatChangeStates() {
        QFETCH(QStringList, command);
        QFETCH(QByteArray, asked);
        const ToolFolder folder;
        folder.write("bin/workspaces", "* default\n\n");
        folder.write("bin/state", "{}\n");
        const Ran ran = folder.run(command);
        COMPARE_EXIT(ran, 0);
        QCOMPARE(folder.asked(), "version\n" + asked + '\n');
        const bool hasTwoWords = command[0] == "state" || command[0] == "workspace";
        const QByteArray name = asked.split(' ').mid(0, hasTwoWords ? 2 : 1).join(' ');
        QCOMPARE(ran.err, "Running \"" + folder.path(folder.tool).toUtf8() + ' ' + name + "\".\n");
        QCOMPARE(ran.out, command[0] == "state"  ? QByteArray("{}\n")
                          : command[1] == "list" ? QByteArray("* default\n\n")
                                                 : QByteArray());
        folder.write("bin/fails", "");
        if (hasTwoWords)
            COMPARE_EXIT(folder.run(command), 1);
    }

    void optionsOfTheEnvironmentReachTheToolOnce() {
        const ToolFolder folder;
        const Ran ran = folder.run({"state", "rm", "-tool=" + folder.path(folder.tool), "a.b"},
                                   {{"TF_CLI_ARGS_state_rm", "-lock=false"}});
        COMPARE_EXIT(ran, 0);
        QCOMPARE(folder.asked(), QByteArray("version\nstate rm -lock=false a.b\n"));
        QCOMPARE(folder.read("bin/environment"), QByteArray());
    }

    void appliesThroughTheTool() {
        const ToolFolder folder;
        const Ran ran = folder.run({"apply", "-no-color", "-auto-approve", "-lock-timeout=5s"});
        COMPARE_EXIT(ran, 0);
        const QByteArray tool = folder.path(folder.tool).toUtf8();
        QVERIFY2(ran.err.contains("Applying the plan with \"" + tool + " apply\".\n"), ran.err.constData());
        for (const char* line :
             {"terraform_data.a: Creating...\n", "terraform_data.a: Creation complete after 2s [id=made]\n",
              "Warning: Careful", "on main.tf line 6", "Apply complete! Resources: 1 added, 0 changed, 0 destroyed."})
            QVERIFY2(ran.out.contains(line), ran.out.constData());
        const QList<QByteArray> asked = folder.asked().split('\n');
        QCOMPARE(asked.size(), 5);
        QVERIFY2(asked[2].startsWith("apply -json -lock-timeout=5s /"), asked[2].constData());
        QVERIFY(!QFile::exists(QString::fromUtf8(asked[2].mid(asked[2].indexOf('/')))));
        QVERIFY(!folder.has("terraform.tfstate") && !folder.has("terraform.tfstate.planlens-journal"));
        // The plan passed to the tool is written for its version, and contains the location of the state.
        const QJsonObject shown = parseJson(folder.run({"show", "-json", "bin/applied"}).out).toObject();
        QCOMPARE(shown["terraform_version"].toString(), QString("1.10.3"));
    }

    void passesEventsOn() {
        const ToolFolder folder;
        const Ran ran = folder.run({"apply", "-json", "-auto-approve"});
        COMPARE_EXIT(ran, 0);
        QStringList types;
        for (const QByteArray& line : ran.out.trimmed().split('\n'))
            types.append(parseJson(line).toObject()["type"].toString());
        types.removeDuplicates();
        QCOMPARE(types.join(" "),
                 QString("version planned_change change_summary outputs apply_start apply_complete diagnostic"));
        QVERIFY(ran.out.contains("\"id_value\":\"made\""));
    }

    void appliesSavedPlans() {
        const ToolFolder folder;
        COMPARE_EXIT(folder.run({"plan", "-no-color", "-out=saved"}), 0);
        const Ran ran = folder.run({"apply", "-no-color", "saved"});
        COMPARE_EXIT(ran, 0);
        QCOMPARE(folder.read("bin/applied"), folder.read("saved"));
        folder.write("bin/version", "OpenTofu v1.11.0\n");
        const Ran other = folder.run({"apply", "-no-color", "saved"});
        COMPARE_EXIT(other, 1);
        QVERIFY2(other.err.contains("Saved plan is for another version") && other.err.contains("OpenTofu 1.10.3"),
                 other.err.constData());
    }

    void rejectsInvalidInput_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("version");
        QTest::addColumn<QByteArray>("changed"); // in the configuration, instead of "backend …"
        QTest::addColumn<QByteArray>("expected");
        const QByteArray good = "OpenTofu v1.10.3\n";
        QTest::newRow("it is another program") << QStringList{"plan"} << QByteArray("hello\n") << QByteArray()
                                               << QByteArray("Unusable program for the state");
        QTest::newRow("it is too new") << QStringList{"apply", "-auto-approve"} << QByteArray("OpenTofu v1.13.0\n")
                                       << QByteArray() << QByteArray("Planlens writes plans for OpenTofu 1.6 to 1.12");
        QTest::newRow("it is too old")
            << QStringList{"apply", "-auto-approve"} << QByteArray("OpenTofu v1.6.3\n") << QByteArray("forget")
            << QByteArray("this plan forgets objects, which its plans can say only since version 1.7");
        QTest::newRow("another state file")
            << QStringList{"plan", "-state=x"} << good << QByteArray() << QByteArray("Option not valid for this state");
        QTest::newRow("its lock") << QStringList{"force-unlock", "x"} << good << QByteArray()
                                  << QByteArray("Lock not managed by Planlens");
    }

    void rejectsInvalidInput() {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, version);
        QFETCH(QByteArray, changed);
        QFETCH(QByteArray, expected);
        const ToolFolder folder;
        folder.write("bin/version", version);
        if (changed == "forget") {
            folder.write("removed.tf", "removed {\n  from = terraform_data.old\n}\n");
            folder.write(
                "bin/state",
                quoted(
                    "{'version':4,'terraform_version':'1.10.3','serial':3,'lineage':'l','outputs':{},'resources':[{'"
                    "mode':'managed','type':'terraform_data','name':'old','provider':'provider[\\'terraform.io/builtin/"
                    "terraform\\']','instances':[{'schema_version':0,'attributes':{'id':'i','input':null,'output':null,"
                    "'triggers_replace':null}}]}]}"));
        }
        const Ran ran = folder.run(arguments + QStringList{"-no-color"});
        COMPARE_EXIT(ran, 1);
        const QByteArray said = ran.err.simplified().replace("\u2502 ", "");
        QVERIFY2(said.contains(expected), ran.err.constData());
        QVERIFY(!folder.has("bin/applied") && !folder.has("p"));
    }

    void namesTheBackendWhereThereIsNoTool() {
        const ToolFolder folder;
        const Ran ran = folder.planlens({"plan", "-no-color"}, {{"PATH", "/nowhere"}});
        COMPARE_EXIT(ran, 1);
        QVERIFY2(ran.err.contains("The program tofu was not found") &&
                     ran.err.simplified().contains("(backend \"cos\")"),
                 ran.err.constData());
        for (const Environment& environment :
             {Environment{{"PATH", "/nowhere"}, {"PLANLENS_TOOL", folder.path(folder.tool)}},
              Environment{{"PATH", "/usr/bin:/bin"}, {"PLANLENS_TOOL", "x"}}}) {
            const QStringList option = environment.at("PLANLENS_TOOL") == "x"
                                           ? QStringList{"-tool=" + folder.path(folder.tool)}
                                           : QStringList();
            const Ran found =
                folder.planlens(QStringList{"plan", "-no-color"} + option,
                                {{"PATH", "/usr/bin:/bin"}, {"PLANLENS_TOOL", environment.at("PLANLENS_TOOL")}});
            COMPARE_EXIT(found, 0);
        }
    }

    void foldersOfTerraformUseTerraform() {
        const ToolFolder folder("terraform");
        folder.write(".terraform.lock.hcl",
                     "provider \"registry.terraform.io/hashicorp/null\" {\n  version = \"3.2.2\"\n}\n");
        folder.write(".terraform/providers/registry.terraform.io/hashicorp/null/3.2.2/linux_amd64/"
                     "terraform-provider-null_v3.2.2",
                     "not started\n");
        folder.write("bin/version", "Terraform v1.9.8\non linux_amd64\n");
        const Ran ran = folder.run({"state", "list"});
        COMPARE_EXIT(ran, 1); // there is no state yet
        QVERIFY2(ran.err.contains("with \"" + folder.path("bin/terraform").toUtf8() + " state pull"),
                 ran.err.constData());
    }

    /// tofu 1.12 prints warnings about its own configuration before any output.
    void ignoresWarningsBeforeTheOutput() {
        const ToolFolder folder;
        const QByteArray warning = "\nWarning: Unable to open CLI configuration file\n\nThe CLI configuration file at "
                                   "\"/nowhere\" does not exist.\n";
        folder.write("bin/version", warning + folder.read("bin/version"));
        folder.write("bin/state", warning);
        COMPARE_EXIT(folder.run({"plan", "-no-color", "-detailed-exitcode"}), 2);
        folder.write("bin/state", warning + stateWithNothingToDo());
        COMPARE_EXIT(folder.run({"plan", "-no-color", "-detailed-exitcode"}), 0);
        folder.write("bin/state", "not a state\n");
        COMPARE_EXIT(folder.run({"plan", "-no-color"}), 1);
    }

    void reportsWhatTheToolSays() {
        const ToolFolder folder;
        folder.write("bin/fails", "");
        Ran ran = folder.run({"plan", "-no-color"});
        COMPARE_EXIT(ran, 1);
        QVERIFY2(ran.err.contains("Failed to read the state") && ran.err.contains("the backend is on fire"),
                 ran.err.constData());
        folder.remove("bin/fails");
        COMPARE_EXIT(folder.run({"plan", "-no-color", "-out=saved"}), 0);
        folder.write("bin/fails", "");
        folder.write("bin/events", failure);
        ran = folder.run({"apply", "-no-color", "saved"});
        COMPARE_EXIT(ran, 1);
        QVERIFY2(ran.err.contains("Error: No luck") && !ran.out.contains("complete!"), ran.err.constData());
        folder.write("bin/events", "panic: not JSON\n");
        ran = folder.run({"apply", "-no-color", "saved"});
        COMPARE_EXIT(ran, 1);
        QVERIFY2(ran.err.simplified().contains("ended without saying what failed") &&
                     ran.err.contains("panic: not JSON"),
                 ran.err.constData());
    }

    void interruptsAreForwarded() {
        const ToolFolder folder;
        COMPARE_EXIT(folder.run({"plan", "-no-color", "-out=saved"}), 0);
        folder.write("bin/waits", "");
        QProcess process;
        folder.startPlanlens(process, {"apply", "-no-color", "saved"},
                             {{"PATH", folder.path("bin") + ":/usr/bin:/bin"}});
        QVERIFY(appears(folder.path("bin/waiting")));
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(appears(folder.path("bin/interrupts")));
        QTest::qWait(300);
        QCOMPARE(folder.read("bin/interrupts"), QByteArray("1\n"));
        QCOMPARE(process.state(), QProcess::Running); // it waits for the tool
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished());
        QTRY_COMPARE(folder.read("bin/interrupts"), QByteArray("1\n2\n"));
        QCOMPARE(process.exitCode(), 1);
    }

    void savedPlansAreForTheToolAtHand_data() {
        QTest::addColumn<QByteArray>("version");
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("expected"); // if empty, it is refused
        QTest::newRow("at hand") << QByteArray("OpenTofu v1.8.1\n") << QStringList() << "1.8.1";
        QTest::newRow("too new") << QByteArray("OpenTofu v2.0.0\n") << QStringList() << "1.12.6";
        QTest::newRow("something else") << QByteArray("x\n") << QStringList() << "1.12.6";
        QTest::newRow("chosen") << QByteArray("OpenTofu v1.8.1\n") << QStringList{"-tool-version=1.9.2"} << "1.9.2";
        QTest::newRow("too new, chosen") << QByteArray("OpenTofu v1.8.1\n") << QStringList{"-tool-version=2.0.0"} << "";
    }

    void savedPlansAreForTheToolAtHand() {
        QFETCH(QByteArray, version);
        QFETCH(QStringList, options);
        QFETCH(QString, expected);
        const ToolFolder folder;
        folder.write("main.tf", resources);
        folder.remove(".terraform/terraform.tfstate");
        folder.write("bin/version", version);
        COMPARE_EXIT(folder.run(QStringList{"plan", "-no-color", "-out=saved"} + options), expected.isEmpty() ? 1 : 0);
        if (!expected.isEmpty())
            QCOMPARE(parseJson(folder.run({"show", "-json", "saved"}).out).toObject()["terraform_version"].toString(),
                     expected);
    }

    void savesEncryptedPlansForTheTool() {
        const ToolFolder folder;
        const QString block =
            "key_provider \"pbkdf2\" \"k\" {\n  passphrase = \"correct-horse-battery\"\n  iterations = "
            "200000\n}\nmethod \"aes_gcm\" \"m\" {\n  keys = key_provider.pbkdf2.k\n}\nplan {\n  "
            "method = method.aes_gcm.m\n}\n";
        COMPARE_EXIT(folder.run({"plan", "-no-color", "-out=p"}, {{"TF_ENCRYPTION", block}}), 0);
        QVERIFY2(folder.read("p").startsWith("{\"meta\":{\"key_provider.pbkdf2.k\":"), folder.read("p").left(80));
    }
};

QTEST_GUILESS_MAIN(TestThroughTool)
#include "tst_through_tool.moc"
