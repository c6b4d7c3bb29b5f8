// SPDX-License-Identifier: MPL-2.0
#include "tests/app/faults/fault_runs.h"

#include "tests/app/support/json_shapes.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QtTest>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <map>
#include <memory>
#include <unistd.h>

namespace planlens::testing {

namespace {

constexpr int longestRun = 30000; // milliseconds; only a hanging command takes longer

const QByteArray script = R"({
  "schemas": {"resource_schemas": {"test_thing": {"version": 0, "block": {"attributes": {
    "id": {"type": "string", "computed": true}, "name": {"type": "string", "required": true},
    "born": {"type": "string", "required": true}, "text": {"type": "string", "optional": true}}}}}},
  "managed": {"test_thing": {"computed": {"id": {"$format": "{name}@{born}"}}, "replace_on": ["born"]}}
})";

/// Returns a configuration whose second round creates, updates, replaces and destroys.
QByteArray configurationOf(Objects objects, int round) {
    const QByteArray now = QByteArray::number(round);
    if (objects != Objects::OfPlugin)
        return "variable \"kept\" {\n  default = \"other\"\n}\n"
               "resource \"terraform_data\" \"same\" {\n  input = var.kept\n}\n"
               "resource \"terraform_data\" \"changed\" {\n  input = \"" +
               now +
               "\"\n}\n"
               "resource \"terraform_data\" \"replaced\" {\n  triggers_replace = terraform_data.changed.input\n}\n"
               "resource \"terraform_data\" \"round" +
               now +
               "\" {}\noutput \"o\" {\n  value = terraform_data.changed.output\n}\n"
               "output \"files" +
               now + "\" {\n  value = fileset(path.module, \"*.tfvars\")\n}\n";
    return "terraform {\n  required_providers {\n    test = { source = \"example.com/tests/test\" }\n  }\n}\n"
           "resource \"test_thing\" \"changed\" {\n  name = \"changed\"\n  born = \"0\"\n  text = \"" +
           now +
           "\"\n}\n"
           "resource \"test_thing\" \"replaced\" {\n  name = \"replaced\"\n  born = \"" +
           now +
           "\"\n  text = test_thing.changed.id\n}\n"
           "resource \"test_thing\" \"round" +
           now + "\" {\n  name = \"round" + now + "\"\n  born = \"0\"\n}\n";
}

const QByteArray encryption =
    "terraform {\n  encryption {\n    key_provider \"pbkdf2\" \"k\" {\n      passphrase = \"a long passphrase\"\n"
    "      iterations = 200000\n    }\n    method \"aes_gcm\" \"m\" {\n      keys = key_provider.pbkdf2.k\n    }\n"
    "    state {\n      method = method.aes_gcm.m\n    }\n    plan {\n      method = method.aes_gcm.m\n    }\n  }\n}\n";

/// A program and its arguments.
struct Started {
    QString program;
    QStringList arguments;
};

/// Returns the program that this kind of fault needs.
Started startedFor(const QStringList& command, const QString& kind) {
    if (command.first() == windowCommand)
        return {kind == "new" ? PLANLENS_WINDOW_APPLY_ALLOCATION : PLANLENS_WINDOW_APPLY, command.mid(1)};
    return {kind == "new" ? PLANLENS_FAULT_CLI_ALLOCATION : PLANLENS_FAULT_CLI, command};
}

} // namespace

/// Returns the lines of an output, sorted, without ids, times and messages about slow locks.
static QByteArrayList sortedLines(const QByteArray& output) {
    static const QRegularExpression variable("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|after [0-9]+s|"
                                             "\\([0-9.]+s\\)|^\\[[0-9]+/[0-9]+\\]|"
                                             "^(Acquiring|Releasing) state lock.*$", // only if it takes long
                                             QRegularExpression::MultilineOption);
    QByteArrayList lines = QString::fromUtf8(output).remove(variable).toUtf8().split('\n');
    std::ranges::sort(lines);
    return lines;
}

FaultRuns& runsOf(Objects objects) {
    static std::map<Objects, std::unique_ptr<FaultRuns>> all;
    std::unique_ptr<FaultRuns>& runs = all[objects];
    if (!runs)
        runs = std::make_unique<FaultRuns>(objects);
    return *runs;
}

QString Fault::toString() const {
    return QStringLiteral("%1:%2:%3:%4").arg(kind).arg(number).arg(error).arg(mode == Mode::Once ? "once" : "on");
}

FaultRuns::FaultRuns(Objects objects)
    : m_objects(objects) {
    if (m_objects == Objects::OfPlugin) {
        m_plugin.write("provider.json", script);
        QFile::link(PLANLENS_TEST_PROVIDER_PROGRAM, m_plugin.path("terraform-provider-test"));
    }
    m_origin.write("main.tf", configurationOf(m_objects, 1));
    if (m_objects == Objects::Encrypted)
        m_origin.write("encryption.tf", encryption);
    if (m_objects != Objects::OfPlugin)
        m_origin.write("values.auto.tfvars", "kept = \"same\"\n");
    m_origin.write("cli.tfrc", m_objects != Objects::OfPlugin
                                   ? QByteArray()
                                   : "provider_installation {\n  dev_overrides {\n    \"example.com/tests/test\" = \"" +
                                         m_plugin.path().toUtf8() + "\"\n  }\n}\n");
    const Ran applied = m_origin.planlens({"apply", "-auto-approve"}, environmentIn(m_origin));
    if (applied.exitCode != 0)
        qFatal("the folder cannot be prepared: %s", applied.all().constData());
    m_origin.write("main.tf", configurationOf(m_objects, 2));
    m_origin.write("terraform.tfstate.d/other/README", "another workspace\n");
    m_origin.write("planlens.yaml", "projects:\n- { name: one, dir: . }\n- { name: two, dir: ., workspace: other }\n");
    for (const QStringList& command : {QStringList{"plan", "-out=reported"}, {"projects", "plan", "-out=planned"}})
        if (const Ran planned = m_origin.planlens(command, environmentIn(m_origin)); planned.exitCode != 0)
            qFatal("the plan cannot be prepared: %s", planned.all().constData());
}

Environment FaultRuns::environmentIn(const ProjectFolder& folder) const {
    return {{"TF_CLI_CONFIG_FILE", folder.path("cli.tfrc")},
            {"PLANLENS_TEST_STORE", folder.path("store")},
            {"XDG_STATE_HOME", folder.path("home")},
            {"XDG_CONFIG_HOME", folder.path("home")}};
}

int FaultRuns::calls(const QStringList& command, const QString& kind) const {
    const ProjectFolder folder;
    folder.copyFrom(m_origin.path());
    Environment environment = environmentIn(folder);
    environment.emplace("LD_PRELOAD", PLANLENS_FAULT_LIBRARY);
    environment.emplace("PLANLENS_FAULT_COUNTS", folder.path("counts"));
    QProcess process;
    const Started started = startedFor(command, kind);
    folder.startProgram(process, started.program, started.arguments, environment);
    if (!process.waitForFinished(longestRun) || process.exitCode() != 0)
        qFatal("the command fails without a fault: %s", process.readAllStandardError().constData());
    for (const QByteArray& line : folder.read("counts").split('\n'))
        if (const QList<QByteArray> words = line.split(' '); words.size() == 2 && words[0] == kind.toUtf8())
            return words[1].toInt();
    return 0;
}

QString FaultRuns::problemAfter(const QStringList& command, const Fault& fault) {
    const ProjectFolder folder;
    folder.copyFrom(m_origin.path());
    Environment environment = environmentIn(folder);
    if (fault.kind != "new")
        environment.emplace("LD_PRELOAD", PLANLENS_FAULT_LIBRARY);
    environment.emplace("PLANLENS_FAULT", fault.toString());
    QProcess process;
    const Started started = startedFor(command, fault.kind);
    folder.startProgram(process, started.program, started.arguments, environment);
    const End end = endOf(process);
    const QByteArray all = end.ran.all();
    const QString said = "\n" + QString::fromUtf8(all).right(2000);
    if (!end.problem.isEmpty())
        return end.problem + said;
    ++(end.ran.exitCode == 0 ? m_succeeded : m_failed);
    if (fault.kind == "sync" && m_objects != Objects::Encrypted &&
        !parseJson(folder.read("terraform.tfstate")).isObject())
        return "tofu cannot read the state" + said;
    // gRPC aborts if it gets no memory, and so may Qt.
    const bool mayAbort = (fault.kind == "new" && command.first() == windowCommand) ||
                          (fault.kind == "map" && m_objects == Objects::OfPlugin);
    if (all.contains("Planlens was aborted") && !mayAbort)
        return "it was aborted" + said;
    // If error messages cannot be written, only the exit code reports the error.
    const bool canWrite = fault.kind != "write" || fault.mode == Fault::Mode::Once;
    const char* const failure = command.first() == "projects" ? "ailed" : "Error";
    if (end.ran.exitCode == 1 && canWrite && !all.contains(failure) && !all.contains("Error"))
        return "it fails without a diagnostic" + said;
    if (end.ran.exitCode == 0 && command.first() != windowCommand) {
        const QByteArrayList& expected = expectedLines(command);
        const QByteArrayList lines = sortedLines(end.ran.out);
        QByteArrayList missing;
        std::ranges::set_difference(expected, lines, std::back_inserter(missing));
        if (!missing.isEmpty())
            return "it succeeds without these lines of its output:\n" + QString::fromUtf8(missing.join('\n')) + said;
    }
    // Without memory for a message, the window ends while other threads work.
    const bool isSudden = fault.kind == "new" && command.first() == windowCommand;
    const QString problem = problemIn(folder, command, end.ran, isSudden ? Ending::Sudden : Ending::Regular);
    return problem.isEmpty() ? problem : problem + said;
}

const QByteArrayList& FaultRuns::expectedLines(const QStringList& command) {
    const auto [place, isNew] = m_expectedLines.try_emplace(command);
    if (isNew) {
        const ProjectFolder folder;
        folder.copyFrom(m_origin.path());
        place->second = sortedLines(folder.planlens(command, environmentIn(folder)).out);
    }
    return place->second;
}

FaultRuns::End FaultRuns::endOf(QProcess& process) {
    End end;
    QElapsedTimer timer;
    timer.start();
    const bool hasEnded = process.waitForFinished(longestRun);
    m_longest = std::max(m_longest, timer.elapsed());
    if (!hasEnded) {
        process.kill();
        process.waitForFinished();
    }
    end.ran.out = process.readAllStandardOutput();
    end.ran.err = process.readAllStandardError();
    end.ran.exitCode = process.exitCode();
    if (!hasEnded)
        end.problem = "it hangs";
    else if (process.exitStatus() != QProcess::NormalExit)
        end.problem = "it was ended by a signal";
    else if (end.ran.exitCode != 0 && end.ran.exitCode != 1)
        end.problem = "exit " + QString::number(end.ran.exitCode);
    return end;
}

QString FaultRuns::problemUnder(const QStringList& command, const Limit& limit) {
    const ProjectFolder folder;
    folder.copyFrom(m_origin.path());
    const Started started = startedFor(command, {});
    QStringList words{"prlimit", "--" + limit.option + '=' + QString::number(limit.value), started.program};
    if (::geteuid() == 0 && limit.option == "nproc") {
        const QString user = QString::number(50000 + QCoreApplication::applicationPid() % 10000);
        folder.program("chown", {"-R", user + ':' + user, folder.path(), m_plugin.path()});
        words = QStringList{"setpriv", "--reuid=" + user, "--regid=" + user, "--clear-groups"} + words;
    }
    QProcess process;
    folder.startProgram(process, words.first(), words.mid(1) + started.arguments, environmentIn(folder));
    const End end = endOf(process);
    const QByteArray all = end.ran.all();
    const QString said = "\n" + QString::fromUtf8(all).right(2000);
    // The limit may be too low for the system to load the program.
    if (end.ran.exitCode == 127 && all.contains("error while loading shared libraries"))
        return {};
    if (process.exitStatus() == QProcess::CrashExit && all.isEmpty() && limit.option == "data" && limit.value == 0)
        return {};
    // The loader ends a program that has no memory for the variables of a library in a thread, at any moment.
    const bool isEndedByLoader =
        end.ran.exitCode == 127 && all.contains("cannot allocate memory for thread-local data");
    if (!end.problem.isEmpty() && !isEndedByLoader)
        return end.problem + said;
    if (!isEndedByLoader)
        ++(end.ran.exitCode == 0 ? m_succeeded : m_failed);
    static const QRegularExpression reason(
        "too many open files|memory|threads|resource temporarily unavailable|file too large|"
        "Planlens was aborted|plugin (message|exited|did not respond)", // limits apply to plugins too
        QRegularExpression::CaseInsensitiveOption);
    if (end.ran.exitCode == 1 && !(all.contains("Error") && QString::fromUtf8(all).simplified().contains(reason)))
        return "it fails without a reason" + said;
    const QString problem = problemIn(folder, command, end.ran, isEndedByLoader ? Ending::Sudden : Ending::Regular);
    return problem.isEmpty() ? problem : problem + said;
}

QString FaultRuns::problemIn(const ProjectFolder& folder, const QStringList& command, const Ran& ran,
                             Ending ending) const {
    const QByteArray state = folder.read("terraform.tfstate"), all = ran.all().simplified();
    const bool hasCopy = ending == Ending::Sudden && folder.has("terraform.tfstate.planlens-recovery");
    if (!parseJson(state).isObject() && !hasCopy && !all.contains("terraform.tfstate.planlens-recovery"))
        return "tofu cannot read the state, and no message names the recovery file";
    if ((all.contains("state on disk has not been changed") || all.contains("The state was not saved")) &&
        (folder.has("terraform.tfstate.planlens-recovery") || !parseJson(state).isObject()))
        return "the state is or will be changed, although the message says that it is not";
    if (m_objects == Objects::Encrypted)
        for (const QString& name : QDir(folder.path()).entryList(QDir::Files | QDir::Hidden))
            if (!name.endsWith(".tf") && folder.read(name).contains("terraform_data"))
                return "the file " + name + " is not encrypted";
    QByteArray known = ran.all();
    for (const char* name :
         {"terraform.tfstate", "terraform.tfstate.planlens-journal", "errored.tfstate", "kept-by-window.tfstate"})
        known += folder.read(name);
    const QJsonObject objects = parseJson(folder.read("store")).toObject()["test_thing"].toObject();
    for (auto it = objects.begin(); it != objects.end(); ++it) {
        const QByteArray address = "test_thing." + it.value().toObject()["name"].toString().toUtf8();
        const bool isKnown = known.contains('"' + it.key().toUtf8() + '"');
        const bool isNamed = folder.read("terraform.tfstate.planlens-journal").contains(address);
        const bool isRemoved = command.contains("rm") && command.last().toUtf8() == address; // from the state
        if (!isKnown && !isNamed && !isRemoved)
            return "the object " + it.key() + " is neither in the state nor in the journal";
    }
    folder.remove(".terraform/environment"); // of a new workspace
    const Ran shown = folder.planlens({"show", "-no-color"}, environmentIn(folder));
    if (shown.exitCode != 0)
        return "the state cannot be read: " + QString::fromUtf8(shown.all());
    if (!shown.out.contains("changed"))
        return "the state has lost its objects: " + QString::fromUtf8(shown.all());
    return {};
}

} // namespace planlens::testing
