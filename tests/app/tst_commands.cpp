// SPDX-License-Identifier: MPL-2.0
#include "app/cli/commands/unsupported_commands.h"
#include "tests/app/support/json_shapes.h"
#include "tests/app/support/project_folder.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QtTest>

#include <csignal>

using namespace planlens;
using namespace planlens::testing;

namespace {

const QByteArray configuration = R"(
resource "terraform_data" "a" {
  count = 2
  input = { x = 1, y = "two", z = [true, null] }
}
resource "terraform_data" "each" {
  for_each = { "k\"1" = 1, b = 2 }
  input    = sensitive("secret-${each.value}")
}
module "m" {
  source = "./m"
  count  = 2
}
output "text" { value = "text" }
output "number" { value = 12.5 }
output "lines" { value = "l1\nl2" }
output "object" { value = { a = [1, "two", null], b = { c = "x\ny" } } }
output "list" { value = tolist(["a", "b"]) }
output "nothing" { value = [] }
output "secret" {
  value     = sensitive("hidden")
  sensitive = true
}
)";

/// A folder with a configuration that has been applied.
struct Applied {
    Applied() {
        folder.write("main.tf", configuration);
        folder.write("m/main.tf", "resource \"terraform_data\" \"in\" {\n  input = 1\n}\n");
        folder.installModules();
        applied = folder.planlens({"apply", "-auto-approve"}).exitCode == 0;
    }
    ProjectFolder folder;
    bool applied = false;
};

std::vector<std::string> words(const QStringList& list) {
    std::vector<std::string> all;
    for (const QString& word : list)
        all.push_back(word.toStdString());
    return all;
}

QByteArray withoutTimes(QByteArray text) {
    static const QRegularExpression time("\"@timestamp\":\"[^\"]*\"");
    return QString::fromUtf8(text.replace("planlens-cli", "tofu")).replace(time, "\"@timestamp\":\"\"").toUtf8();
}

} // namespace

/// The commands that show states, and the unsupported commands, which suggest alternatives.
class TestCommands : public QObject {
    Q_OBJECT
private slots:
    void plansWithoutFileNameAreNotSaved() {
        const ProjectFolder folder("resource \"terraform_data\" \"a\" {\n}\n");
        for (const QStringList& options : {QStringList{"-out="}, {"-out=saved", "-out", ""}}) {
            const Ran plan = folder.planlens(QStringList{"plan", "-no-color"} + options);
            COMPARE_EXIT(plan, 0);
            QVERIFY2(plan.out.contains("You didn't use the -out option"), plan.out.constData());
            QVERIFY(!folder.has("saved"));
        }
    }
    void pointsToHelpAfterMisuse_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QStringList>("errors");
        QTest::addColumn<bool>("pointsToHelp");
        const QString flags = "Failed to parse command-line flags", tooMany = "Too many command line arguments";
        QTest::newRow("plan: unknown option") << QStringList{"plan", "-no-such"} << QStringList{flags} << true;
        QTest::newRow("plan: unknown option before a known one")
            << QStringList{"plan", "-no-such", "-destroy"} << QStringList{flags, tooMany} << true;
        QTest::newRow("plan: argument") << QStringList{"plan", "folder"} << QStringList{tooMany} << true;
        QTest::newRow("plan: bad addresses")
            << QStringList{"plan", "-target=a[", "-target=a.b[\"x\"][\"y\"]", "-replace=data.a.b", "-replace=a[\"\t\"]"}
            << QStringList{"Invalid target \"a[\"", "Invalid target \"a.b[\\\"x\\\"][\\\"y\\\"]\"",
                           "Invalid force-replace address \"data.a.b\"",
                           "Invalid force-replace address \"a[\\\"\\t\\\"]\""}
            << true;
        QTest::newRow("plan: modes") << QStringList{"plan", "-destroy", "-refresh-only"}
                                     << QStringList{"Incompatible plan mode options"} << true;
        QTest::newRow("plan: number") << QStringList{"plan", "-parallelism=x"} << QStringList{flags} << true;
        QTest::newRow("plan: duration") << QStringList{"plan", "-lock-timeout=x"} << QStringList{flags} << true;
        QTest::newRow("apply: arguments") << QStringList{"apply", "a", "b"} << QStringList{tooMany} << true;
        QTest::newRow("destroy: mode") << QStringList{"destroy", "-destroy"} << QStringList{"Invalid mode option"}
                                       << true;
        QTest::newRow("show: unknown option")
            << QStringList{"show", "-no-such"} << QStringList{"Failed to parse command-line options"} << true;
        QTest::newRow("show: arguments") << QStringList{"show", "a", "b"} << QStringList{tooMany} << true;
        QTest::newRow("validate: as JSON too")
            << QStringList{"validate", "-json", "-no-such"} << QStringList{flags} << true;
        QTest::newRow("output: forms") << QStringList{"output", "-json", "-raw", "a"}
                                       << QStringList{"Invalid output format"} << true;
        QTest::newRow("graph") << QStringList{"graph", "-no-such"} << QStringList{flags} << false;
        QTest::newRow("plan as JSON: events only")
            << QStringList{"plan", "-json", "-no-such"} << QStringList{} << false;
    }
    void pointsToHelpAfterMisuse() {
        QFETCH(QStringList, arguments);
        QFETCH(QStringList, errors);
        QFETCH(bool, pointsToHelp);
        ProjectFolder folder;
        folder.write("main.tf", "resource \"terraform_data\" \"a\" {}\n");
        const Ran ran = folder.planlens(arguments + QStringList{"-no-color"});
        COMPARE_EXIT(ran, 1);
        QStringList found;
        for (const QByteArray& line : ran.err.split('\n'))
            if (line.startsWith("Error: "))
                found << QString::fromUtf8(line.mid(7));
        QCOMPARE(found, errors);
        QCOMPARE(ran.err.endsWith("\nFor more help on using this command, run:\n  planlens-cli " +
                                  arguments[0].toUtf8() + " -help\n"),
                 pointsToHelp);
        if (arguments.contains("-json") && arguments[0] == "plan") {
            const QList<QJsonObject> events = parseLines(ran.out);
            QCOMPARE(events.size(), 2);
            QCOMPARE(events[0]["type"].toString(), QString("version"));
            QCOMPARE(events[1]["diagnostic"].toObject()["summary"].toString(),
                     QString("Failed to parse command-line flags"));
        }
    }

    void reportsPlansOfEveryKind_data() {
        QTest::addColumn<QStringList>("plan");
        QTest::addColumn<bool>("isPiped");
        QTest::newRow("saved") << QStringList{"saved"} << false;
        QTest::newRow("saved, piped") << QStringList{"-"} << true;
        QTest::newRow("JSON") << QStringList{"plan.json"} << false;
        QTest::newRow("JSON, piped") << QStringList{"-"} << true;
    }
    void reportsPlansOfEveryKind() {
        QFETCH(QStringList, plan);
        QFETCH(bool, isPiped);
        const ProjectFolder folder("variable \"password\" {\n  default = \"s3cret-p4ssword\"\n  sensitive = true\n}\n"
                                   "resource \"terraform_data\" \"a\" {\n  input = var.password\n}\nresource "
                                   "\"terraform_data\" \"b\" {\n  input = terraform_data.a.id\n}\n");
        COMPARE_EXIT(folder.planlens({"plan", "-out=saved"}), 0);
        const Ran json = folder.planlens({"show", "-json", "saved"});
        COMPARE_EXIT(json, 0);
        folder.write("plan.json", json.out);
        const bool isJson = QByteArray(QTest::currentDataTag()).startsWith("JSON");
        const Ran report = folder.planlens(QStringList{"report", "-format=markdown"} + plan, {},
                                           isPiped ? isJson ? json.out : folder.read("saved") : QByteArray());
        COMPARE_EXIT(report, 0);
        QVERIFY2(report.out.startsWith("### Plan: 2 create"), report.out.constData());
        QVERIFY(report.out.contains("terraform_data.b"));
        QVERIFY(!report.all().contains("s3cret"));
        const Ran graph = folder.planlens(QStringList{"report", "-format=dot"} + plan, {},
                                          isPiped ? isJson ? json.out : folder.read("saved") : QByteArray());
        COMPARE_EXIT(graph, 0);
        QVERIFY2(graph.out.contains("->"), graph.out.constData()); // references from the configuration in the file
    }
    /// Drawn by the window program, if it is installed.
    void drawsReports_data() {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QByteArray>("begins");
        QTest::newRow("PDF") << "pdf" << QByteArray("%PDF-");
        QTest::newRow("PNG") << "png" << QByteArray("\x89PNG");
    }
    void drawsReports() {
        QFETCH(QString, format);
        QFETCH(QByteArray, begins);
        const ProjectFolder folder("resource \"terraform_data\" \"a\" {}\n");
        COMPARE_EXIT(folder.planlens({"plan", "-out=saved"}), 0);
        const QStringList arguments{"report", "-format=" + format, "saved"};
        if (QFileInfo::exists(QFileInfo(PLANLENS_CLI).dir().filePath("planlens/planlens"))) { // with a window
            const Ran report = folder.planlens(arguments);
            COMPARE_EXIT(report, 0);
            QVERIFY2(report.out.startsWith(begins), report.all().constData());
            QVERIFY(report.out.size() > 4000);
        }
        QVERIFY(QFile::copy(PLANLENS_CLI, folder.path("alone")));
        const Ran alone = folder.program(folder.path("alone"), arguments);
        COMPARE_EXIT(alone, 1);
        QVERIFY2(alone.err.simplified().contains("it is not installed in the directory of planlens-cli"),
                 alone.all().constData());
        QVERIFY(alone.out.isEmpty());
    }
    void reportsStatesAsNoPlans() {
        const ProjectFolder folder("terraform {}\n");
        folder.write("state.json",
                     QByteArray("{'format_version':'1.0','terraform_version':'1.5.0','values':{'root_module':{}}}")
                         .replace('\'', '"'));
        const Ran report = folder.planlens({"report", "state.json"});
        COMPARE_EXIT(report, 1);
        QVERIFY2(report.all().contains("This is a state, not a plan"), report.all().constData());
    }

    void rejectsPlanningOptionsForSavedPlans_data() {
        QTest::addColumn<QString>("option");
        for (const char* option : {"-target=terraform_data.a", "-target-file=addresses", "-exclude=terraform_data.a",
                                   "-exclude-file=addresses", "-replace=terraform_data.a", "-destroy", "-refresh-only"})
            QTest::newRow(option) << option;
    }
    void rejectsPlanningOptionsForSavedPlans() {
        QFETCH(QString, option);
        const ProjectFolder folder("resource \"terraform_data\" \"a\" {}\n");
        folder.write("addresses", "terraform_data.a\n");
        COMPARE_EXIT(folder.planlens({"plan", "-out=p"}), 0);
        const Ran ran = folder.planlens({"apply", "-no-color", option, "p"});
        COMPARE_EXIT(ran, 1);
        QVERIFY2(
            ran.err.contains("The option " + option.section('=', 0, 0).toUtf8() + " is not valid for a saved plan"),
            ran.err.constData());
        QVERIFY(!folder.has("terraform.tfstate"));
    }

    void reportsWhatToDoInstead_data() {
        QTest::addColumn<QStringList>("given");
        QTest::addColumn<QString>("summary");
        QTest::addColumn<QString>("part");
        const auto row = [](const char* name, const QStringList& given, const char* command, const char* part) {
            QTest::newRow(name) << given << QString("Planlens has no command \"%1\"").arg(command) << QString(part);
        };
        row("state alone", {"state"}, "state", "\n    planlens-cli state list\n    planlens-cli state mv");
        row("state and what there is not", {"state", "dance"}, "state dance", "\n    planlens-cli state list");
        row("workspace and what there is not", {"workspace", "dance"}, "workspace dance",
            "\n    planlens-cli workspace select");
        row("init", {"init"}, "init", "\n    tofu init");
        row("init with options", {"init", "-upgrade", "-backend-config=a b"}, "init",
            "\n    tofu init -upgrade '-backend-config=a b'");
        row("console", {"console"}, "console", "\n    tofu console");
        row("fmt", {"fmt", "-recursive"}, "fmt", "\n    tofu fmt -recursive");
        row("test", {"test"}, "test", "\n    tofu test");
    }

    void reportsWhatToDoInstead() {
        QFETCH(QStringList, given);
        QFETCH(QString, summary);
        QFETCH(QString, part);
        const std::optional<diags::Diagnostic> instead = cli::unsupportedCommand(words(given));
        QVERIFY(instead);
        QCOMPARE(QString::fromStdString(instead->summary), summary);
        QVERIFY2(QString::fromStdString(instead->detail).contains(part), instead->detail.c_str());
    }

    void leavesItsOwnCommandsAlone() {
        for (const QStringList& given : {QStringList{"plan"},
                                         {"state", "list"},
                                         {"state", "mv", "a.b", "c.d"},
                                         {"taint", "a.b"},
                                         {"workspace", "new", "blue"},
                                         {"state", "show", "a.b"},
                                         {"output"},
                                         {"force-unlock", "id"},
                                         {"workspace", "show"},
                                         {"nonsense"},
                                         {}})
            QVERIFY2(!cli::unsupportedCommand(words(given)), qPrintable(given.join(' ')));
    }

    void reportsOnStandardError() {
        const ProjectFolder folder("");
        const Ran ran = folder.planlens({"init"});
        COMPARE_EXIT(ran, 1);
        QCOMPARE(ran.out, QByteArray());
        QVERIFY2(ran.err.startsWith("\nError: Planlens has no command \"init\"\n\n"), ran.err.constData());
    }

    void printsWhatIsInTheState_data() {
        QTest::addColumn<QStringList>("given");
        QTest::addColumn<int>("exit");
        QTest::addColumn<QByteArray>("out");
        QTest::addColumn<QByteArray>("err");
        const auto row = [](const char* name, const QStringList& given, int exit, const char* out, const char* err) {
            QTest::newRow(name) << given << exit << QByteArray(out) << QByteArray(err);
        };
        row("list", {"state", "list"}, 0,
            "terraform_data.a[0]\nterraform_data.a[1]\nterraform_data.each[\"b\"]\nterraform_data.each[\"k\\\"1\"]"
            "\nmodule.m[0].terraform_data.in\nmodule.m[1].terraform_data.in\n",
            "");
        row("list, for short", {"state", "ls", "terraform_data.a[1]"}, 0, "terraform_data.a[1]\n", "");
        row("list a resource", {"state", "list", "terraform_data.a"}, 0, "terraform_data.a[0]\nterraform_data.a[1]\n",
            "");
        row("list a module", {"state", "list", "module.m"}, 0,
            "module.m[0].terraform_data.in\nmodule.m[1].terraform_data.in\n", "");
        row("list an instance of a module", {"state", "list", "module.m[1]"}, 0, "module.m[1].terraform_data.in\n", "");
        row("list twice", {"state", "list", "module.m[1]", "module.m[1]"}, 0,
            "module.m[1].terraform_data.in\nmodule.m[1].terraform_data.in\n", "");
        row("list an id that is not there", {"state", "list", "-id=x"}, 0, "", "");
        row("list what is not there", {"state", "list", "terraform_data.x"}, 1, "", "Error: Unknown resource\n");
        row("list an instance that is not there", {"state", "list", "terraform_data.a[7]"}, 1, "",
            "Error: Unknown resource instance\n");
        row("list a module that is not there", {"state", "list", "module.x"}, 1, "", "Error: Unknown module\n");
        row("list without a state", {"state", "list", "-state=none"}, 1, "", "Error: No state file was found\n");
        row("list with what it has not", {"state", "list", "-raw"}, 1,
            "Usage: ", "flag provided but not defined: -raw");
        row("show", {"state", "show", "module.m[0].terraform_data.in"}, 0,
            "# module.m[0].terraform_data.in:\nresource \"terraform_data\" \"in\" {\n    id     = ", "");
        row("show masks", {"state", "show", "terraform_data.each[\"b\"]"}, 0, "    input  = (sensitive value)\n", "");
        row("show in clear", {"state", "show", "-show-sensitive", "terraform_data.each[\"b\"]"}, 0,
            "    input  = \"secret-2\"\n", "");
        row("show a resource of many", {"state", "show", "terraform_data.a"}, 1, "",
            "Error: No instance found for the given address\n");
        row("show no address", {"state", "show", "xx["}, 1, "", "Error: Error parsing instance address \"xx[\"\n");
        row("show nothing", {"state", "show"}, 1, "Usage: ", "Exactly one argument expected\n");
        row("show without a state", {"state", "show", "-state=none", "terraform_data.a[0]"}, 1, "",
            "Error: No state file was found\n");
        row("outputs", {"output"}, 0, "nothing = []\nnumber = 12.5\n", "");
        row("outputs are masked", {"output"}, 0, "secret = <sensitive>\n", "");
        row("outputs in clear", {"output", "-show-sensitive"}, 0, "secret = \"hidden\"\n", "");
        row("outputs as JSON", {"output", "-json"}, 0,
            "  \"nothing\": {\n    \"sensitive\": false,\n    \"type\": [\n      \"tuple\",\n      []\n    ],\n    "
            "\"value\": []\n  },\n",
            "");
        row("one", {"output", "text"}, 0, "\"text\"\n", "");
        row("one of several lines", {"output", "lines"}, 0, "<<EOT\nl1\nl2\nEOT\n", "");
        row("one that is secret", {"output", "secret"}, 0, "\"hidden\"\n", "");
        row("one raw", {"output", "-raw", "number"}, 0, "12.5", "");
        row("one as JSON", {"output", "-json", "object"}, 0, "{\"a\":[1,\"two\",null],\"b\":{\"c\":\"x\\ny\"}}\n", "");
        row("one that is not there", {"output", "x"}, 1, "", "Error: Output \"x\" not found\n");
        row("raw without a name", {"output", "-raw"}, 1, "", "Error: Output name required\n");
        row("raw of a list", {"output", "-raw", "list"}, 1, "", "output value \"list\" is list of string.");
        row("raw and JSON", {"output", "-raw", "-json", "text"}, 1, "", "Error: Invalid output format\n");
        row("two", {"output", "text", "list"}, 1, "", "Error: Unexpected argument\n");
        row("no outputs", {"output", "-state=none"}, 0, "Warning: No outputs found\n", "");
        row("no outputs as JSON", {"output", "-state=none", "-json"}, 0, "{}\n", "");
        row("unlock what is not locked", {"force-unlock", "id"}, 1, "",
            "Error: State locked by another local process\n\nLocal state cannot be unlocked by another process.\n\n");
        row("unlock it by force", {"force-unlock", "-force", "id"}, 1, "",
            "Error: Failed to unlock state: LocalState not locked\n");
        row("unlock nothing", {"force-unlock"}, 1, "Usage: ", "Expected a single argument: LOCK_ID");
        row("list as JSON", {"state", "list", "-json", "module.m[1]"}, 0,
            "\"@message\":\"module.m[1].terraform_data.in\"", "");
        row("show as JSON", {"state", "show", "-json", "terraform_data.a[0]"}, 0, "{\"format_version\":\"1.0\"", "");
        row("show as JSON what is not there", {"state", "show", "-json", "terraform_data.x"}, 1,
            "\"type\":\"diagnostic\"", "");
        row("workspace", {"workspace", "show"}, 0, "default\n", "");
    }

    void printsWhatIsInTheState() {
        QFETCH(QStringList, given);
        QFETCH(int, exit);
        QFETCH(QByteArray, out);
        QFETCH(QByteArray, err);
        static const Applied made;
        QVERIFY(made.applied);
        QStringList plain = given;
        plain.insert(given[0] == "state" || given[0] == "workspace" ? 2 : 1, "-no-color");
        const Ran own = made.folder.planlens(plain);
        COMPARE_EXIT(own, exit);
        QVERIFY2(out.isEmpty() ? own.out.isEmpty() : own.out.contains(out), own.all().constData());
        QVERIFY2(err.isEmpty() ? own.err.isEmpty() : own.err.contains(err), own.all().constData());
        if (!haveTofu())
            return;
        const Ran reference = made.folder.tofu(plain);
        COMPARE_EXIT(reference, exit);
        if (out != "Usage: " && !own.out.contains("(sensitive value)")) // only Planlens masks copies of secrets
            QCOMPARE(withoutTimes(own.out), withoutTimes(reference.out));
        QCOMPARE(withoutTimes(own.err), withoutTimes(reference.err));
    }

    void takesOptionsOfTwoWordsFromTheEnvironment() {
        static const Applied made;
        QCOMPARE(made.folder.planlens({"state", "list"}, {{"TF_CLI_ARGS_state_list", "-id=nobody"}}).out, QByteArray());
        QVERIFY(made.folder.planlens({"force-unlock", "id"}, {{"TF_CLI_ARGS_force_unlock", "-force"}})
                    .err.contains("LocalState not locked"));
    }

    /// The lock of a killed process is released, and the lock information it left can be removed.
    void unlocksWhatAKilledProcessHasLeft() {
        const ProjectFolder folder("resource \"terraform_data\" \"a\" {\n}\n");
        QProcess process;
        folder.startPlanlens(process, {"apply", "-no-color"});
        QByteArray said;
        while (!said.contains("Enter a value")) {
            QVERIFY2(process.waitForReadyRead(60000), said.constData());
            said += process.readAllStandardOutput();
        }
        const QString id = parseJson(folder.read(".terraform.tfstate.lock.info")).toObject()["ID"].toString();
        QVERIFY(!id.isEmpty());
        const Ran held = folder.planlens({"force-unlock", "-no-color", "-force", id});
        COMPARE_EXIT(held, 1);
        QVERIFY2(held.err.contains("State locked by another local process") && held.err.contains(id.toUtf8()) &&
                     held.err.contains("Who:"),
                 held.err.constData());
        ::kill(static_cast<pid_t>(process.processId()), SIGKILL);
        QVERIFY(process.waitForFinished());

        const Ran other = folder.planlens({"force-unlock", "-no-color", "-force", "x"});
        COMPARE_EXIT(other, 1);
        QVERIFY2(other.err.contains(("invalid lock id: \"x\". current id: \"" + id + "\"").toUtf8()),
                 other.err.constData());
        COMPARE_EXIT(folder.planlens({"force-unlock", "-no-color", id}, {}, "no\n"), 1);
        QVERIFY(folder.has(".terraform.tfstate.lock.info"));
        const Ran unlocked = folder.planlens({"force-unlock", "-no-color", id}, {}, "yes\n");
        COMPARE_EXIT(unlocked, 0);
        QVERIFY2(unlocked.out.contains("OpenTofu state has been successfully unlocked!"), unlocked.out.constData());
        QVERIFY(!folder.has(".terraform.tfstate.lock.info"));
        COMPARE_EXIT(folder.planlens({"apply", "-auto-approve"}), 0);
    }
};

QTEST_GUILESS_MAIN(TestCommands)
#include "tst_commands.moc"
