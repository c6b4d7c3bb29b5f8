// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/project_folder.h"

#include <QtTest>

using namespace planlens::testing;

namespace {

const char* const configuration = "resource \"terraform_data\" \"a\" {\n  input = terraform.workspace\n}\n";
const char* const slow = "resource \"terraform_data\" \"a\" {\n  input = \"v\"\n}\n"
                         "resource \"terraform_data\" \"slow\" {\n  depends_on = [terraform_data.a]\n"
                         "  provisioner \"local-exec\" {\n    command = \"touch started; sleep 60\"\n"
                         "  }\n}\n";

/// Starts an apply that has created "a" and has not finished "slow".
bool startSlowApply(const ProjectFolder& folder, QProcess& process) {
    folder.startPlanlens(process, {"apply", "-auto-approve"});
    return appears(folder.path("started"));
}
bool kill(QProcess& process) {
    process.kill();
    return process.waitForFinished();
}

} // namespace

/// How the state is selected, and how unusable states are reported.
class TestStates : public QObject {
    Q_OBJECT
private slots:
    /// Comparing the serial is not enough, because editors do not increase it.
    void savedPlansRefuseEditedStates() {
        const ProjectFolder folder(configuration);
        COMPARE_EXIT(folder.planlens({"apply", "-auto-approve"}), 0);
        COMPARE_EXIT(folder.planlens({"plan", "-destroy", "-out=saved"}), 0);
        const QByteArray state = folder.read("terraform.tfstate");
        folder.write("terraform.tfstate", QByteArray(state).replace("\"default\"", "\"edited\""));
        const Ran refused = folder.planlens({"apply", "-no-color", "saved"});
        COMPARE_EXIT(refused, 1);
        QVERIFY2(refused.err.contains("Saved plan is stale") && refused.err.contains("was not applied"),
                 refused.err.constData());
        QVERIFY(folder.read("terraform.tfstate").contains("\"edited\""));
        folder.write("terraform.tfstate", state);
        COMPARE_EXIT(folder.planlens({"apply", "-no-color", "saved"}), 0);
    }
    /// Values of another version of the schema would be written with wrong names and types.
    void jsonNeedsTheVersionOfTheSchema() {
        const ProjectFolder folder(configuration);
        COMPARE_EXIT(folder.planlens({"apply", "-auto-approve"}), 0);
        const QByteArray state = folder.read("terraform.tfstate");
        QVERIFY(state.contains("\"schema_version\": 0"));
        folder.write("terraform.tfstate", QByteArray(state).replace("\"schema_version\": 0", "\"schema_version\": 3"));
        const Ran refused = folder.planlens({"show", "-json"});
        COMPARE_EXIT(refused, 1);
        QVERIFY2(refused.out.isEmpty() && refused.err.simplified().contains("schema version 3 for terraform_data.a in "
                                                                            "state does not match version 0"),
                 refused.err.constData());
    }
    /// Objects of an interrupted apply are not forgotten when the backend is changed before the next plan.
    void journalsOfOtherBackendsAreReported_data() {
        QTest::addColumn<QString>("journal");
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<bool>("isReported");
        QTest::newRow("server") << "s3-0123456789abcdef.tfstate.planlens-journal" << QStringList() << true;
        QTest::newRow("another workspace")
            << "terraform.tfstate.d/b/terraform.tfstate.planlens-journal" << QStringList() << false;
        QTest::newRow("state of an option") << "terraform.tfstate.planlens-journal" << QStringList{"-state=x"} << false;
        QTest::newRow("set aside") << "s3-0123456789abcdef.tfstate.planlens-journal.old" << QStringList() << false;
    }
    void journalsOfOtherBackendsAreReported() {
        QFETCH(QString, journal);
        QFETCH(QStringList, options);
        QFETCH(bool, isReported);
        const ProjectFolder folder(configuration);
        folder.write(journal, "damaged");
        const Ran plan = folder.planlens(QStringList{"plan", "-no-color"} + options);
        COMPARE_EXIT(plan, 0);
        QCOMPARE(plan.all().contains("Warning: Interrupted apply to another state"), isReported);
        QCOMPARE(plan.all().contains(journal.toUtf8()), isReported);
        QVERIFY(folder.has(journal));
        QVERIFY(!folder.planlens({"show", "-no-color"}).all().contains("Warning"));
    }

    /// The first apply of a folder was killed before it wrote the state, which is only in the journal.
    void commandsReadTheJournalOfTheFirstApply() {
        const ProjectFolder folder(slow);
        QProcess process;
        QVERIFY(startSlowApply(folder, process));
        QVERIFY(kill(process));
        folder.write("terraform.tfstate", {}); // as if the kill had come before the first snapshot
        const std::pair<QStringList, QByteArray> commands[] = {
            {{"show", "-no-color"}, "# terraform_data.a:"},
            {{"show", "-json"}, "\"address\":\"terraform_data.a\""},
            {{"state", "list"}, "terraform_data.a\n"},
            {{"state", "show", "-no-color", "terraform_data.a"}, "# terraform_data.a:"},
            {{"state", "pull"}, "\"name\":\"a\""},
            {{"providers"}, "Providers required by state:"}};
        for (const auto& [arguments, expected] : commands) {
            const Ran ran = folder.planlens(arguments);
            COMPARE_EXIT(ran, 0);
            QVERIFY2(ran.out.contains(expected), (arguments.join(' ').toUtf8() + "\n" + ran.all()).constData());
        }
        QVERIFY(folder.has("terraform.tfstate.planlens-journal"));
    }

    /// Otherwise the next command would take the journal as it was before: removed objects would come back.
    void commandsWithoutLockTakeOverTheJournal_data() {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QByteArrayList>("listed");
        const auto row = [](const QStringList& command, const QByteArrayList& listed) {
            QTest::addRow("%s", qPrintable(command.mid(0, 2).join(' '))) << command << listed;
        };
        const QByteArray a = "terraform_data.a", slowOne = "terraform_data.slow";
        row({"state", "rm", "-lock=false", a}, {slowOne});
        row({"state", "mv", "-lock=false", a, "terraform_data.b"}, {"terraform_data.b", slowOne});
        row({"taint", "-lock=false", a}, {a, slowOne});
        row({"refresh", "-lock=false"}, {a, slowOne});
        row({"import", "-lock=false", "terraform_data.new", "i"}, {a, "terraform_data.new", slowOne});
        row({"apply", "-lock=false", "-auto-approve", "-target=" + a}, {a, slowOne});
        row({"destroy", "-lock=false", "-auto-approve"}, {});
    }
    void commandsWithoutLockTakeOverTheJournal() {
        QFETCH(QStringList, command);
        QFETCH(QByteArrayList, listed);
        const ProjectFolder folder(slow + QByteArray("resource \"terraform_data\" \"new\" {\n  depends_on = "
                                                     "[terraform_data.slow]\n}\n"));
        QProcess process;
        QVERIFY(startSlowApply(folder, process));
        QVERIFY(kill(process));
        COMPARE_EXIT(folder.planlens(command), 0);
        for (const char* suffix : {"", ".old"})
            QVERIFY(!folder.has("terraform.tfstate.planlens-journal" + QString(suffix)));
        const Ran list = folder.planlens({"state", "list"});
        QCOMPARE(list.out.trimmed().split('\n').join(' '), listed.join(' '));
        if (command.first() == "taint")
            QVERIFY(folder.planlens({"state", "show", "terraform_data.a"}).out.contains("tainted"));
    }
    /// Two kills in a row, the second one of an apply without a lock.
    void appliesWithoutLockKeepTheObjectsOfKilledOnes() {
        const ProjectFolder folder(slow);
        for (int round = 0; round < 2; ++round) {
            QProcess process;
            folder.startPlanlens(process, {"apply", "-lock=false", "-auto-approve"});
            QVERIFY(appears(folder.path("started")));
            QVERIFY(kill(process));
            folder.remove("started");
            folder.write("main.tf", QByteArray(slow).replace("\"a\"", "\"c\"").replace("data.a", "data.c") +
                                        "resource \"terraform_data\" \"a\" {\n  input = \"v\"\n}\n");
        }
        COMPARE_EXIT(folder.planlens({"plan"}), 0);
        QCOMPARE(folder.planlens({"state", "list"}).out,
                 QByteArray("terraform_data.a\nterraform_data.c\nterraform_data.slow\n"));
    }
    /// Only the apply itself may remove its journal.
    void commandsWithoutLockRefuseTheJournalOfARunningApply() {
        const ProjectFolder folder(slow);
        QProcess process;
        QVERIFY(startSlowApply(folder, process));
        const QByteArray journal = folder.read("terraform.tfstate.planlens-journal");
        folder.write("given", R"({"version":4,"serial":1,"lineage":"l","outputs":{},"resources":[]})");
        const QByteArray state = folder.read("terraform.tfstate");
        for (const QStringList& command : {QStringList{"state", "rm", "-lock=false", "terraform_data.a"},
                                           {"taint", "-lock=false", "terraform_data.a"},
                                           {"state", "push", "-force", "-lock=false", "given"},
                                           {"apply", "-lock=false", "-auto-approve"}}) {
            const Ran ran = folder.planlens(command);
            COMPARE_EXIT(ran, 1);
            QVERIFY2(ran.err.contains("Error: State in use"), ran.all().constData());
        }
        QCOMPARE(folder.read("terraform.tfstate"), state);
        QCOMPARE(folder.read("terraform.tfstate.planlens-journal"), journal);
        const Ran plan = folder.planlens({"plan", "-lock=false"});
        COMPARE_EXIT(plan, 0);
        QVERIFY2(plan.all().contains("Apply in progress"), plan.all().constData());
        QCOMPARE(folder.read("terraform.tfstate.planlens-journal"), journal);
        COMPARE_EXIT(folder.planlens({"workspace", "new", "other"}), 0);
        folder.write("main.tf", configuration);
        COMPARE_EXIT(folder.planlens({"apply", "-auto-approve"}), 0); // of another workspace
        QCOMPARE(folder.read("terraform.tfstate.planlens-journal"), journal);
        QVERIFY(kill(process));
    }

    /// Plans of OpenTofu contain no hash of the state.
    void plansOfTheReferenceAreAppliedBySerial() {
        SKIP_WITHOUT_TOFU();
        const ProjectFolder folder(configuration);
        COMPARE_EXIT(folder.tofu({"init"}), 0);
        COMPARE_EXIT(folder.tofu({"apply", "-auto-approve"}), 0);
        COMPARE_EXIT(folder.tofu({"plan", "-destroy", "-out=saved"}), 0);
        folder.write("terraform.tfstate", folder.read("terraform.tfstate") + "\n");
        COMPARE_EXIT(folder.planlens({"apply", "saved"}), 0);
    }
    void savedPlansAreReadableByTheReference() {
        SKIP_WITHOUT_TOFU();
        const ProjectFolder folder(configuration);
        COMPARE_EXIT(folder.tofu({"init"}), 0);
        COMPARE_EXIT(folder.planlens({"apply", "-auto-approve"}), 0);
        COMPARE_EXIT(folder.planlens({"plan", "-destroy", "-out=saved"}), 0);
        COMPARE_EXIT(folder.tofu({"show", "saved"}), 0);
        COMPARE_EXIT(folder.tofu({"apply", "saved"}), 0);
    }

    void workspacesHaveStatesOfTheirOwn() {
        const ProjectFolder folder(configuration);
        COMPARE_EXIT(folder.planlens({"apply", "-auto-approve"}), 0);
        QVERIFY(folder.has("terraform.tfstate"));
        folder.write(".terraform/environment", "dev");
        COMPARE_EXIT(folder.planlens({"plan", "-detailed-exitcode"}), 2);
        COMPARE_EXIT(folder.planlens({"apply", "-auto-approve"}), 0);
        QVERIFY(folder.read("terraform.tfstate.d/dev/terraform.tfstate").contains("\"dev\""));
        QVERIFY(folder.read("terraform.tfstate").contains("\"default\""));
        // The environment variable overrides the selected workspace.
        COMPARE_EXIT(folder.planlens({"plan", "-detailed-exitcode"}, {{"TF_WORKSPACE", "default"}}), 0);
        COMPARE_EXIT(folder.planlens({"plan", "-detailed-exitcode"}, {{"TF_WORKSPACE", "other"}}), 2);
        COMPARE_EXIT(folder.planlens({"apply", "-auto-approve"}, {{"TF_WORKSPACE", "other"}}), 0);
        QVERIFY(folder.has("terraform.tfstate.d/other/terraform.tfstate"));
        // Another data directory has its own selected workspace.
        COMPARE_EXIT(folder.planlens({"plan", "-detailed-exitcode"}, {{"TF_DATA_DIR", "elsewhere"}}), 0);
        QVERIFY(folder.planlens({"show", "-no-color"}).out.contains("\"dev\""));
    }

    void workspacesAreThoseOfTheReference() {
        SKIP_WITHOUT_TOFU();
        const ProjectFolder folder(configuration);
        COMPARE_EXIT(folder.tofu({"init"}), 0);
        COMPARE_EXIT(folder.tofu({"workspace", "new", "blue"}), 0);
        COMPARE_EXIT(folder.planlens({"apply", "-auto-approve"}), 0);
        COMPARE_EXIT(folder.tofu({"plan", "-detailed-exitcode"}), 0);
        COMPARE_EXIT(folder.tofu({"workspace", "select", "default"}), 0);
        COMPARE_EXIT(folder.planlens({"plan", "-detailed-exitcode"}), 2);
        COMPARE_EXIT(folder.tofu({"apply", "-auto-approve"}), 0);
        COMPARE_EXIT(folder.planlens({"plan", "-detailed-exitcode"}), 0);
    }

    void invalidWorkspaceFailsEveryCommand_data() {
        QTest::addColumn<QStringList>("arguments");
        for (const QStringList& arguments : {QStringList{"plan"},
                                             {"apply", "-auto-approve"},
                                             {"apply", "saved"},
                                             {"show", "saved"},
                                             {"report", "saved"},
                                             {"show"},
                                             {"state", "list"},
                                             {"output"},
                                             {"validate"},
                                             {"graph"},
                                             {"providers"},
                                             {"workspace", "show"}})
            QTest::newRow(qPrintable(arguments.join(u' '))) << arguments;
    }
    void invalidWorkspaceFailsEveryCommand() {
        QFETCH(QStringList, arguments);
        const ProjectFolder folder(configuration);
        COMPARE_EXIT(folder.planlens({"plan", "-out=saved"}), 0);
        const Ran refused = folder.planlens(arguments, {{"TF_WORKSPACE", "a b"}});
        COMPARE_EXIT(refused, 1);
        QVERIFY2(refused.all().contains("Invalid workspace name"), refused.all().constData());
        QVERIFY(!folder.has("terraform.tfstate"));
    }

    void stateCommandsKeepAllBackups_data() {
        QTest::addColumn<QStringList>("command"); // % is the index
        QTest::newRow("rm") << QStringList{"state", "rm", "terraform_data.a[%]"};
        QTest::newRow("mv") << QStringList{"state", "mv", "terraform_data.a[%]", "terraform_data.b[%]"};
    }
    /// Commands within the same second do not replace the backups of each other.
    void stateCommandsKeepAllBackups() {
        QFETCH(QStringList, command);
        const ProjectFolder folder("resource \"terraform_data\" \"a\" {\n  count = 3\n}\n");
        COMPARE_EXIT(folder.planlens({"apply", "-auto-approve"}), 0);
        for (const char* index : {"0", "1", "2"})
            COMPARE_EXIT(folder.planlens(QStringList(command).replaceInStrings("%", index)), 0);
        const QStringList backups = QDir(folder.path()).entryList({"terraform.tfstate*.backup"}, QDir::Files);
        QSet<QByteArray> contents;
        for (const QString& name : backups)
            contents.insert(folder.read(name));
        QCOMPARE(contents.size(), 3);
    }

    void lockTimeoutIsADurationOfTheReference_data() {
        QTest::addColumn<QString>("duration");
        QTest::addColumn<bool>("isValid");
        for (const char* duration : {"0", "0s", "500us", "1h30m", ".5s", "-5s", "1.5h", "9223372036854775807ns"})
            QTest::newRow(duration) << duration << true;
        for (const char* duration :
             {"", "soon", "infs", "nans", "0x10s", "1e300h", "1e3s", "1", "1.5", "5 s", "2562048h", "5S"})
            QTest::newRow(qPrintable(QStringLiteral("\"%1\"").arg(duration))) << duration << false;
    }
    void lockTimeoutIsADurationOfTheReference() {
        QFETCH(QString, duration);
        QFETCH(bool, isValid);
        const ProjectFolder folder(configuration);
        for (const QString& command : {QStringLiteral("plan"), QStringLiteral("destroy")}) {
            QStringList arguments{command, "-lock-timeout=" + duration, "-no-color"};
            if (command == QLatin1String("destroy"))
                arguments += {"-auto-approve", "-lock=false"};
            const Ran ran = folder.planlens(arguments);
            COMPARE_EXIT(ran, isValid ? 0 : 1);
            QCOMPARE(
                ran.all().contains("invalid value \"" + duration.toUtf8() + "\" for flag -lock-timeout: parse error"),
                !isValid);
        }
    }

    void aPlanOfAnotherWorkspaceIsRejected() {
        const ProjectFolder folder(configuration);
        COMPARE_EXIT(folder.planlens({"plan", "-out=saved"}, {{"TF_WORKSPACE", "blue"}}), 0);
        const Ran refused = folder.planlens({"apply", "-no-color", "saved"});
        COMPARE_EXIT(refused, 1);
        QVERIFY2(refused.err.contains("\"blue\"") && refused.err.contains("\"default\""), refused.err.constData());
        QVERIFY(!folder.has("terraform.tfstate"));
        COMPARE_EXIT(folder.planlens({"apply", "saved"}, {{"TF_WORKSPACE", "blue"}}), 0);
    }

    void keepsStatesThatItCannotRead_data() {
        QTest::addColumn<QByteArray>("state");
        QTest::addColumn<QByteArray>("said");
        const QByteArray good =
            R"({"version":4,"terraform_version":"1.12.6","serial":3,"lineage":"l","outputs":{},"resources":[],"check_results":null})";
        const auto row = [](const char* name, const QByteArray& state, const char* said) {
            QTest::newRow(name) << state << QByteArray(said);
        };
        row("cut off", good.left(60), "state");
        row("no JSON", "this is not a state\n", "state");
        row("another format", R"({"version":9,"serial":1})", "version 9");
        row("no version", "{}", "version");
        row("blanks", "   \n", "state");
        row("an address that cannot be",
            QByteArray(good).replace(
                "\"resources\":[]",
                R"("resources":[{"mode":"managed","type":"1x","name":"a","provider":"nonsense","instances":[]}])"),
            "provider");
        row("a list", "[]", "state");
    }

    void keepsStatesThatItCannotRead() {
        QFETCH(QByteArray, state);
        QFETCH(QByteArray, said);
        const ProjectFolder folder(configuration);
        folder.write("terraform.tfstate", state);
        for (const QStringList& arguments : {QStringList{"plan"},
                                             {"apply", "-auto-approve"},
                                             {"destroy", "-auto-approve"},
                                             {"show"},
                                             {"show", "-json"},
                                             {"plan", "-lock=false"}}) {
            const Ran ran = folder.planlens(arguments);
            COMPARE_EXIT(ran, 1);
            QVERIFY2(ran.err.contains("Error"), ran.all().constData());
            QVERIFY2(ran.err.contains(said), ran.all().constData());
            QCOMPARE(folder.read("terraform.tfstate"), state);
        }
        QVERIFY(!folder.has("terraform.tfstate.backup"));
        if (!haveTofu())
            return;
        COMPARE_EXIT(folder.tofu({"plan"}), 1);
    }

    /// States of old programs, and those of terraform_remote_state in tests, may have no lineage.
    void readsStatesWithoutLineage_data() {
        QTest::addColumn<QByteArray>("lineage");
        QTest::addColumn<QByteArray>("resources");
        QTest::addColumn<QByteArray>("listed");
        const QByteArray resource =
            "{\"mode\":\"managed\",\"type\":\"terraform_data\",\"name\":\"a\",\"provider\":\"provider[\\\"terraform.io/"
            "builtin/terraform\\\"]\",\"instances\":[{\"schema_version\":0,\"attributes\":{\"id\":\"x\",\"input\":null,"
            "\"output\":null,\"triggers_replace\":null}}]}";
        QTest::newRow("empty") << QByteArray("\"lineage\":\"\",") << resource << QByteArray("terraform_data.a\n");
        QTest::newRow("missing") << QByteArray() << resource << QByteArray("terraform_data.a\n");
        QTest::newRow("missing, without resources") << QByteArray() << QByteArray() << QByteArray();
        QTest::newRow("with a lineage") << QByteArray("\"lineage\":\"l\",") << QByteArray() << QByteArray();
    }
    void readsStatesWithoutLineage() {
        QFETCH(QByteArray, lineage);
        QFETCH(QByteArray, resources);
        QFETCH(QByteArray, listed);
        const ProjectFolder folder("resource \"terraform_data\" \"a\" {}\noutput \"o\" {\n  value = \"v\"\n}\n");
        folder.write("terraform.tfstate",
                     "{\"version\":4,\"terraform_version\":\"1.12.6\",\"serial\":1," + lineage +
                         "\"outputs\":{\"o\":{\"value\":\"v\",\"type\":\"string\"}},\"resources\":[" + resources +
                         "]}");
        const Ran list = folder.planlens({"state", "list"});
        COMPARE_EXIT(list, 0);
        QCOMPARE(list.out, listed);
        for (const QStringList& command : std::initializer_list<QStringList>{{"state", "list"},
                                                                             {"state", "show", "terraform_data.a"},
                                                                             {"show", "-no-color"},
                                                                             {"show", "-json"},
                                                                             {"output", "-json"}}) {
            if (!haveTofu())
                return;
            const Ran ours = folder.planlens(command), reference = folder.tofu(command);
            QCOMPARE(ours.exitCode, reference.exitCode);
            QCOMPARE(QString::fromUtf8(ours.out), QString::fromUtf8(reference.out));
        }
    }

    void comparesVariablesWithSavedPlan_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("exit");
        QTest::addColumn<QByteArray>("expected");
        QTest::addColumn<bool>("isOfReference"); // whether OpenTofu reports the same
        const QByteArray mismatch = "Error: Mismatch between input and plan variable value\n",
                         undeclared = "Error: Value for undeclared variable\n", complete = "Apply complete!";
        QTest::newRow("undeclared") << QStringList{"-var=none=1"} << 1 << undeclared << true;
        QTest::newRow("undeclared in a file")
            << QStringList{"-var-file=none"} << 0 << QByteArray("Warning: Value for undeclared variable\n") << true;
        QTest::newRow("undeclared, as JSON") << QStringList{"-json", "-var=none=1"} << 1
                                             << QByteArray("\"ui\":\"1.2\"}\n{\"@level\":\"error\"") << false;
        QTest::newRow("equal to the given value") << QStringList{"-var=given=2"} << 0 << complete << true;
        QTest::newRow("other than the given value") << QStringList{"-var=given=3"} << 1 << mismatch << true;
        QTest::newRow("equal to the default value") << QStringList{"-var=default=1"} << 0 << complete << true;
        QTest::newRow("equal after conversion") << QStringList{"-var=text=1"} << 0 << complete << true;
        QTest::newRow("other than the default value") << QStringList{"-var=default=3"} << 1 << mismatch << false;
        QTest::newRow("of another type than declared")
            << QStringList{"-var=object=3"} << 1 << QByteArray("Error: Invalid value for input variable\n") << true;
        QTest::newRow("ephemeral") << QStringList{"-var=ephemeral=3"} << 0 << complete << true;
    }
    void comparesVariablesWithSavedPlan() {
        QFETCH(QStringList, options);
        QFETCH(int, exit);
        QFETCH(QByteArray, expected);
        QFETCH(bool, isOfReference);
        const ProjectFolder folder(
            "variable \"given\" {\n  default = 1\n}\nvariable \"default\" {\n  type    = number\n  default = 1\n}\n"
            "variable \"text\" {\n  type    = string\n  default = 1\n}\n"
            "variable \"object\" {\n  type    = object({ a = number })\n  default = { a = 1 }\n}\n"
            "variable \"ephemeral\" {\n  ephemeral = true\n  default   = 1\n}\n"
            "resource \"terraform_data\" \"a\" {\n  input = [var.given, var.default, var.text, "
            "var.object]\n}\n");
        folder.write("none", "none = 1\n");
        COMPARE_EXIT(folder.planlens({"plan", "-out=p", "-var=given=2"}), 0);
        const QStringList command = QStringList{"apply", "-no-color"} + options + QStringList{"p"};
        const Ran ran = folder.planlens(command);
        COMPARE_EXIT(ran, exit);
        QVERIFY2(ran.all().contains(expected), ran.all().constData());
        QCOMPARE(folder.has("terraform.tfstate"), exit == 0);
        if (!haveTofu() || !isOfReference)
            return;
        folder.remove("terraform.tfstate");
        const Ran reference = folder.tofu(command);
        COMPARE_EXIT(reference, exit);
        QCOMPARE(QString::fromUtf8(ran.err), QString::fromUtf8(reference.err));
    }

    void aPlanOfAnotherStateIsRejected_data() {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::newRow("other lineage") << QByteArray("\"lineage\": \"") << QByteArray("\"lineage\": \"0");
        QTest::newRow("newer") << QByteArray("\"serial\": ") << QByteArray("\"serial\": 1");
    }

    void aPlanOfAnotherStateIsRejected() {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        const ProjectFolder folder(configuration);
        COMPARE_EXIT(folder.planlens({"apply", "-auto-approve"}), 0);
        folder.write("main.tf", "resource \"terraform_data\" \"a\" {\n  input = \"new\"\n}\n");
        COMPARE_EXIT(folder.planlens({"plan", "-out=saved"}), 0);
        const QByteArray changed = folder.read("terraform.tfstate").replace(from, to);
        folder.write("terraform.tfstate", changed);
        const Ran own = folder.planlens({"apply", "-no-color", "saved"});
        COMPARE_EXIT(own, 1);
        QVERIFY2(own.err.contains("Saved plan"), own.err.constData());
        QCOMPARE(folder.read("terraform.tfstate"), changed);
        if (!haveTofu())
            return;
        const Ran reference = folder.tofu({"apply", "-no-color", "saved"});
        QCOMPARE(QString::fromUtf8(own.err).section('\n', 1, 1), QString::fromUtf8(reference.err).section('\n', 1, 1));
    }

    void aPlanThatCannotBeReadIsRejected() {
        const ProjectFolder folder(configuration);
        COMPARE_EXIT(folder.planlens({"plan", "-out=saved"}), 0);
        const QByteArray plan = folder.read("saved");
        for (const QByteArray& bytes : {plan.left(plan.size() / 2), QByteArray("nonsense"), QByteArray(),
                                        QByteArray(plan).replace("tfplan", "tfplam")}) {
            folder.write("saved", bytes);
            for (const QStringList& arguments : {QStringList{"apply", "saved"}, {"show", "saved"}}) {
                const Ran ran = folder.planlens(arguments);
                COMPARE_EXIT(ran, 1);
                QVERIFY2(ran.err.contains("Error"), ran.all().constData());
            }
        }
        QVERIFY(!folder.has("terraform.tfstate"));
    }

    void showsTheStateWithoutChangingAnything() {
        const ProjectFolder folder(configuration);
        COMPARE_EXIT(folder.planlens({"show"}), 0);
        QVERIFY(!folder.has("terraform.tfstate"));
        COMPARE_EXIT(folder.planlens({"plan"}), 0);
        QVERIFY(!folder.has("terraform.tfstate"));
        QVERIFY(!folder.has(".terraform.tfstate.lock.info"));
    }
};

QTEST_GUILESS_MAIN(TestStates)
#include "tst_states.moc"
