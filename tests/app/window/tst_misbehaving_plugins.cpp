// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/json_shapes.h"
#include "tests/app/support/project_folder.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonObject>
#include <QProcess>
#include <QtTest>

#include <algorithm>
#include <csignal>
#include <sys/types.h>

using namespace planlens::testing;

namespace {

constexpr int longestRun = 60000; // milliseconds; only a hanging program takes longer

/// Returns a configuration that creates, updates, replaces and destroys from one round to the next.
QByteArray configurationOf(int round) {
    const QByteArray now = QByteArray::number(round);
    return "terraform {\n  required_providers {\n    test = { source = \"example.com/tests/test\" }\n  }\n}\n"
           "provider \"test\" {\n  token = \"" +
           now +
           "\"\n}\n"
           "resource \"test_thing\" \"changed\" {\n  name = \"changed\"\n  born = \"0\"\n  text = \"" +
           now +
           "\"\n}\n"
           "resource \"test_thing\" \"replaced\" {\n  name = \"replaced\"\n  born = \"" +
           now +
           "\"\n  text = test_thing.changed.id\n}\n"
           "resource \"test_thing\" \"round" +
           now + "\" {\n  name = \"round" + now + "\"\n  born = \"0\"\n}\n";
}

/// Returns a script of a provider with these members.
QByteArray scriptWith(const QByteArray& members) {
    return R"({"schemas": {"provider": {"version": 0, "block": {"attributes": {"token": {"type": "string", "optional": true}}}},
        "resource_schemas": {"test_thing": {"version": 0, "block": {"attributes": {
        "id": {"type": "string", "computed": true}, "name": {"type": "string", "required": true},
        "born": {"type": "string", "required": true}, "text": {"type": "string", "optional": true}}}}}},
        "managed": {"test_thing": {"computed": {"id": {"$format": "{name}@{born}"}}, "replace_on": ["born"]}})" +
           members + "}";
}

Environment environmentIn(const ProjectFolder& folder) {
    return {{"TF_CLI_CONFIG_FILE", folder.path("cli.tfrc")}, {"TMPDIR", folder.path("tmp")},
            {"PLANLENS_TEST_LOG", folder.path("calls")},     {"PLANLENS_TEST_STORE", folder.path("store")},
            {"XDG_STATE_HOME", folder.path("home")},         {"XDG_CONFIG_HOME", folder.path("home")},
            {"XDG_RUNTIME_DIR", folder.path("home")}};
}

/// The calls of an apply.
const QList<QByteArray> calls{"GetProviderSchema",      "ValidateProviderConfig", "ConfigureProvider",
                              "ValidateResourceConfig", "UpgradeResourceState",   "ReadResource",
                              "PlanResourceChange",     "ApplyResourceChange"};

struct Totals {
    int runs = 0, failed = 0, unaffected = 0;
    qint64 longest = 0; // milliseconds
} totals;

/// Returns the problem after an apply: an object that neither the state nor the journal contains or names, a plugin
/// or a temporary file that is left.
QString problemIn(const ProjectFolder& folder, const QByteArray& said) {
    const QByteArray journal = folder.read("terraform.tfstate.planlens-journal");
    QByteArray known = said + journal;
    for (const char* name : {"terraform.tfstate", "errored.tfstate", "kept-by-window.tfstate"})
        known += folder.read(name);
    const QJsonObject objects = parseJson(folder.read("store")).toObject()["test_thing"].toObject();
    for (auto it = objects.begin(); it != objects.end(); ++it)
        if (!known.contains('"' + it.key().toUtf8() + '"') &&
            !known.contains("test_thing." + it.value().toObject()["name"].toString().toUtf8()))
            return "the object " + it.key() + " is neither in the state nor named";
    for (const QJsonObject& call : parseLines(folder.read("calls")))
        if (!QTest::qWaitFor([&] { return !isRunning(call["pid"].toInt()); }, 10000))
            return "a plugin is left";
    QStringList left =
        QDir(folder.path("tmp")).entryList(QDir::AllEntries | QDir::System | QDir::Hidden | QDir::NoDotAndDotDot);
    left.removeIf([](const QString& name) { return name.startsWith("runtime-"); }); // created by Qt
    if (!left.isEmpty())
        return "temporary files are left: " + left.join(' ');
    const Ran shown = folder.planlens({"show", "-no-color"}, {{"TF_CLI_CONFIG_FILE", folder.path("cli.tfrc")}});
    return shown.exitCode == 0 || !shown.all().contains("state") ? QString()
                                                                 : "the state cannot be read: " + shown.all();
}

} // namespace

/// Plugins that fail, die or send wrong responses at each call, and at the start, in an apply of the command line and
/// of the window.
class TestMisbehavingPlugins : public QObject {
    Q_OBJECT

    const ProjectFolder m_origin;

    enum class Stop { None, AtTheFirstChange };

    /// Returns the problem of an apply with this script of the provider.
    QString problemWith(const QString& program, const QByteArray& script, Stop stop = Stop::None) {
        const ProjectFolder folder;
        folder.copyFrom(m_origin.path());
        folder.remove("plugin/terraform-provider-test"); // the copy is not executable
        QFile::link(PLANLENS_TEST_PROVIDER_PROGRAM, folder.path("plugin/terraform-provider-test"));
        folder.write("cli.tfrc", "provider_installation {\n  dev_overrides {\n    \"example.com/tests/test\" = \"" +
                                     folder.path("plugin").toUtf8() + "\"\n  }\n}\n");
        folder.remove("calls");
        folder.write("plugin/provider.json", script);
        QProcess process;
        const bool isCommandLine = program == PLANLENS_CLI;
        QStringList arguments =
            isCommandLine ? QStringList{"apply", "-auto-approve", "-no-color"} : QStringList{folder.path()};
        if (stop == Stop::AtTheFirstChange && !isCommandLine)
            arguments.prepend("--stop");
        QElapsedTimer timer;
        timer.start();
        folder.startProgram(process, program, arguments, environmentIn(folder));
        if (stop == Stop::AtTheFirstChange && isCommandLine) {
            while (!folder.read("calls").contains("\"ApplyResourceChange\"") && !process.waitForFinished(10) &&
                   timer.elapsed() < longestRun) {
            }
            if (process.state() == QProcess::Running)
                ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        }
        const bool hasEnded = process.state() == QProcess::NotRunning || process.waitForFinished(longestRun);
        totals.longest = std::max(totals.longest, timer.elapsed());
        if (!hasEnded) {
            process.kill();
            process.waitForFinished();
        }
        const QByteArray said = process.readAllStandardOutput() + process.readAllStandardError();
        ++totals.runs;
        ++(process.exitCode() == 0 ? totals.unaffected : totals.failed);
        QString problem;
        if (!hasEnded)
            problem = "it hangs";
        else if (process.exitStatus() != QProcess::NormalExit)
            problem = "it was ended by a signal";
        else if (said.contains("permission to execute"))
            problem = "the plugin was not started";
        else if (process.exitCode() > 1)
            problem = "exit " + QString::number(process.exitCode());
        else if (process.exitCode() == 1 && !said.contains("Error"))
            problem = "it fails without a diagnostic";
        else if (said.contains("Planlens was aborted") || said.contains("Unexpected error") ||
                 said.contains("Error: unexpected"))
            problem = "the error is not handled";
        else if (said.size() > 50000)
            problem = "too much is printed";
        else
            problem = problemIn(folder, said);
        return problem.isEmpty() ? problem : problem + "\n" + QString::fromUtf8(said.right(3000));
    }

    static void addPrograms(const QList<std::pair<const char*, QByteArray>>& actions) {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QByteArray>("action");
        for (const char* program : {PLANLENS_CLI, PLANLENS_WINDOW_APPLY})
            for (const auto& [name, action] : actions)
                QTest::addRow("%s, %s", program == QByteArray(PLANLENS_CLI) ? "command line" : "window", name)
                    << QString(program) << action;
    }

private slots:
    void initTestCase() {
        for (const char* name : {"plugin", "tmp", "home"})
            QVERIFY(QDir(m_origin.path()).mkdir(name));
        QFile::link(PLANLENS_TEST_PROVIDER_PROGRAM, m_origin.path("plugin/terraform-provider-test"));
        m_origin.write("plugin/provider.json", scriptWith({}));
        m_origin.write("main.tf", configurationOf(1));
        m_origin.write("cli.tfrc", "provider_installation {\n  dev_overrides {\n    \"example.com/tests/test\" = \"" +
                                       m_origin.path("plugin").toUtf8() + "\"\n  }\n}\n");
        COMPARE_EXIT(m_origin.planlens({"apply", "-auto-approve"}, environmentIn(m_origin)), 0);
        m_origin.write("main.tf", configurationOf(2));
    }

    void losesNothingAtAnyCall_data() {
        addPrograms({{"killed", R"("crash": "kill")"},
                     {"killed afterwards", R"("crash": "kill", "after": true)"},
                     {"segmentation fault", R"("crash": "segv")"},
                     {"exits", R"("crash": "exit", "exit_code": 0)"},
                     {"closes its sockets", R"("close_sockets": true)"},
                     {"wrong bytes", R"("msgpack": "c1c1")"},
                     {"no bytes", R"("msgpack": "")"},
                     {"null", R"("answer": null)"},
                     {"oversize", R"("oversize_mib": 300)"},
                     {"error of gRPC", R"("grpc_error": {"code": 13, "message": "oh"})"},
                     {"floods and dies", R"("flood_stderr": 20000000, "crash": "kill")"}});
    }
    void losesNothingAtAnyCall() {
        QFETCH(QString, program);
        QFETCH(QByteArray, action);
        QStringList problems;
        const bool isNull = action.contains("null") || action.contains("\"msgpack\": \"\"");
        for (const QByteArray& call : calls)
            if (isNull && (call == "UpgradeResourceState" || call == "ReadResource"))
                continue; // the provider reports that the object does not exist
            else if (const QString problem = problemWith(
                         program, scriptWith(", \"events\": [{\"call\": \"" + call + "\", " + action + "}]"));
                     !problem.isEmpty())
                problems += call + ": " + problem;
        QVERIFY2(problems.isEmpty(), qPrintable(problems.join("\n---\n")));
    }

    void losesNothingAtTheStart_data() {
        addPrograms({{"garbage", R"("line": "hello")"},
                     {"wrong protocol of the core", R"("line": "9|{protocol}|{network}|{path}|grpc|{certificate}")"},
                     {"wrong protocol", R"("line": "1|99|{network}|{path}|grpc|{certificate}")"},
                     {"wrong network", R"("line": "1|{protocol}|udp|{path}|grpc|{certificate}")"},
                     {"wrong path", R"("line": "1|{protocol}|{network}|/nowhere|grpc|{certificate}")"},
                     {"wrong transport", R"("line": "1|{protocol}|{network}|{path}|netrpc|{certificate}")"},
                     {"wrong certificate", R"("line": "1|{protocol}|{network}|{path}|grpc|AAAA")"},
                     {"long line", R"("padding": 10000000)"},
                     {"exits", R"("exit": 0)"},
                     {"closed output", R"("close_stdout": true)"},
                     {"flood", R"("flood_stderr": 20000000, "exit": 1)"}});
    }
    void losesNothingAtTheStart() {
        QFETCH(QString, program);
        QFETCH(QByteArray, action);
        const QString problem = problemWith(program, scriptWith(", \"handshake\": {" + action + "}"));
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }

    /// A stop asks the provider to end the call, and waits for its response.
    void losesNothingAfterAStop_data() {
        const QByteArray late = R"("call": "ApplyResourceChange", "delay_ms": 1000, "after": true)";
        addPrograms({{"answers", "{" + late + "}"},
                     {"answers with an error",
                      "{" + late + R"(, "diagnostics": [{"severity": "error", "summary": "stopped"}]})"},
                     {"wrong bytes", "{" + late + R"(, "msgpack": "c1c1"})"},
                     {"null", "{" + late + R"(, "answer": null})"},
                     {"dies", "{" + late + R"(, "crash": "kill"})"},
                     {"cannot stop", "{" + late + R"(}, {"call": "StopProvider", "error": "never"})"},
                     {"does not answer the stop", "{" + late + R"(}, {"call": "StopProvider", "hang": true})"},
                     {"dies at the stop", "{" + late + R"(}, {"call": "StopProvider", "crash": "kill"})"}});
    }
    void losesNothingAfterAStop() {
        QFETCH(QString, program);
        QFETCH(QByteArray, action);
        const QString problem =
            problemWith(program, scriptWith(", \"events\": [" + action + "]"), Stop::AtTheFirstChange);
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }

    void losesNothingWithTwoResponses_data() { addPrograms({{"two answers", "answered_twice"}}); }
    void losesNothingWithTwoResponses() {
        QFETCH(QString, program);
        QFETCH(QByteArray, action);
        QStringList problems;
        for (const QByteArray& call : calls.mid(calls.indexOf("UpgradeResourceState")))
            if (const QString problem = problemWith(program, scriptWith(", \"" + action + "\": [\"" + call + "\"]"));
                !problem.isEmpty())
                problems += call + ": " + problem;
        QVERIFY2(problems.isEmpty(), qPrintable(problems.join("\n---\n")));
    }

    void cleanupTestCase() {
        qInfo(
            "%d applies with a misbehaving plugin: %d ended with a diagnostic, %d were not affected; the longest took "
            "%lld ms",
            totals.runs, totals.failed, totals.unaffected, totals.longest);
    }
};

QTEST_GUILESS_MAIN(TestMisbehavingPlugins)
#include "tst_misbehaving_plugins.moc"
