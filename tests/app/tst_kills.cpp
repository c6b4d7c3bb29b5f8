// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/json_shapes.h"
#include "tests/app/support/project_folder.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QSet>
#include <QtTest>

#include <csignal>

using namespace planlens::testing;

namespace {

/// A provider that waits before and after it creates an object, and stores its objects in a file.
const QByteArray script = R"({
  "schemas": {"resource_schemas": {"test_thing": {"version": 0, "block": {"attributes": {
    "id": {"type": "string", "computed": true}, "name": {"type": "string", "required": true},
    "born": {"type": "string", "required": true}, "text": {"type": "string", "optional": true}}}}}},
  "managed": {"test_thing": {"computed": {"id": {"$format": "{name}@{born}"}}, "replace_on": ["born"]}},
  "events": [{"call": "ApplyResourceChange", "delay_ms": 8}, {"call": "ApplyResourceChange", "delay_ms": 8, "after": true}]
})";

int setting(const char* name, int otherwise) {
    bool isNumber = false;
    const int value = qEnvironmentVariableIntValue(name, &isNumber);
    return isNumber ? value : otherwise;
}

/// Returns the number of resource instances in each of the five groups.
int groupSize() {
    static const int count = setting("PLANLENS_KILL_INSTANCES", 300) / 5;
    return count;
}

/// Five groups of resources. From one round to the next, the first is updated, the second is deleted before it is
/// created again, the third is created before the old one is deleted, the fourth is replaced by others, and the fifth
/// is moved and updated.
QByteArray configurationOf(int round) {
    const QByteArray now = QByteArray::number(round), count = QByteArray::number(groupSize()),
                     parity = round % 2 ? "odd" : "even", here = round % 2 ? "left" : "right",
                     there = round % 2 ? "right" : "left";
    return "terraform {\n  required_providers {\n    test = { source = \"example.com/tests/test\" }\n  }\n}\n"
           "resource \"test_thing\" \"keep\" {\n  count = " +
           count +
           "\n  name  = \"keep-${count.index}\"\n  born  = \"0\"\n  "
           "text  = \"" +
           now +
           "\"\n}\n"
           "resource \"test_thing\" \"turn\" {\n  count = " +
           count + "\n  name  = \"turn-${count.index}\"\n  born  = \"" + now +
           "\"\n  text  = test_thing.keep[count.index].id\n}\n"
           "resource \"test_thing\" \"swap\" {\n  count = " +
           count + "\n  name  = \"swap-${count.index}\"\n  born  = \"" + now +
           "\"\n  lifecycle {\n    create_before_destroy = true\n  }\n}\n"
           "resource \"test_thing\" \"come\" {\n  for_each = toset([for i in range(" +
           count + ") : \"" + parity + "-${i}\"])\n  name     = \"come-${each.key}\"\n  born     = \"" + now +
           "\"\n}\n"
           "resource \"test_thing\" \"" +
           here + "\" {\n  count = " + count + "\n  name  = \"moved-${count.index}\"\n  born  = \"0\"\n  text  = \"" +
           now +
           "\"\n}\n"
           "moved {\n  from = test_thing." +
           there + "\n  to   = test_thing." + here + "\n}\n";
}

/// Objects by id: address and text.
struct Thing {
    QString address, text;
};
using Things = QMap<QString, Thing>;

/// Returns the existing objects. Addresses follow from names; those of moved objects are read from the state.
Things made(const ProjectFolder& folder) {
    Things things;
    const QJsonObject all = parseJson(folder.read("store")).toObject()["test_thing"].toObject();
    for (auto it = all.begin(); it != all.end(); ++it) {
        const QJsonObject object = it.value().toObject();
        const QString name = object["name"].toString(), kind = name.section('-', 0, 0), key = name.section('-', 1);
        things.insert(it.key(),
                      {kind == "come" ? "test_thing.come[\"" + key + "\"]" : "test_thing." + kind + '[' + key + ']',
                       object["text"].toString()});
    }
    return things;
}

/// Returns the objects in the state.
Things held(const ProjectFolder& folder) {
    Things things;
    for (const QJsonValue resource : parseJson(folder.read("terraform.tfstate")).toObject()["resources"].toArray())
        for (const QJsonValue instance : resource["instances"].toArray()) {
            const QJsonValue key = instance["index_key"];
            const QString address =
                "test_thing." + resource["name"].toString() +
                (key.isString() ? "[\"" + key.toString() + "\"]" : '[' + QString::number(key.toInt()) + ']');
            things.insert(instance["attributes"]["id"].toString(),
                          {address, instance["attributes"]["text"].toString()});
        }
    return things;
}

/// Returns the addresses of operations with an unknown outcome, one per operation.
QStringList namedIn(const QByteArray& events) {
    static const QRegularExpression one(
        "was interrupted while \\w+ (\\S+?)( \\(deposed object \\w+\\))?\\. The outcome");
    QStringList named;
    for (const QJsonObject& event : parseLines(events))
        if (const auto match = one.match(event["diagnostic"]["detail"].toString()); match.hasMatch())
            named += match.captured(1);
    return named;
}

/// Whether an object of this address is reported. A moved object may be reported under either address.
bool isNamed(const QStringList& named, const QString& address) {
    static const QRegularExpression moved("^test_thing\\.(moved|left|right)(\\[.*)$");
    if (const auto match = moved.match(address); match.hasMatch())
        return named.contains("test_thing.left" + match.captured(2)) ||
               named.contains("test_thing.right" + match.captured(2));
    return named.contains(address);
}

/// Kills a process that may have ended already.
bool kill(QProcess& process) {
    if (const auto pid = static_cast<pid_t>(process.processId()); pid > 0)
        ::kill(pid, SIGKILL);
    return process.state() == QProcess::NotRunning || process.waitForFinished();
}

/// The condition of the state file after a kill.
struct StateRead {
    bool isWhole = false, isTornWithCopy = false; // if killed while writing, the recovery file is complete
    QByteArray problem;
};
StateRead stateOf(const ProjectFolder& folder, const Environment& environment) {
    StateRead read;
    const QByteArray text = folder.read("terraform.tfstate");
    read.isWhole = parseJson(text).isObject();
    read.isTornWithCopy = !read.isWhole && text.startsWith(' ') &&
                          parseJson(folder.read("terraform.tfstate.planlens-recovery")).isObject();
    if (!read.isWhole && !read.isTornWithCopy)
        read.problem = "the state is torn, and there is no whole copy";
    if (const Ran ran = folder.planlens({"state", "list"}, environment); ran.exitCode != 0)
        read.problem = "Planlens cannot read the state: " + ran.all();
    if (read.isWhole && haveTofu())
        if (const Ran ran = folder.tofu({"show", "-no-color"}, environment); ran.exitCode != 0)
            read.problem = "tofu cannot read the state: " + ran.all();
    return read;
}

/// Returns the running plugins of a folder, including those that were not called yet.
QList<qint64> pluginsOf(const ProjectFolder& folder) {
    const QByteArray program = QFile::encodeName(folder.path("plugin/terraform-provider-test"));
    QList<qint64> pids;
    for (const QString& name : QDir("/proc").entryList(QDir::Dirs)) {
        bool isNumber = false;
        const qint64 pid = name.toLongLong(&isNumber);
        QFile line("/proc/" + name + "/cmdline");
        if (isNumber && line.open(QIODevice::ReadOnly) && line.readAll().startsWith(program) && isRunning(pid))
            pids += pid;
    }
    return pids;
}

/// Waits until plugins end, as they must after the program. Returns false if one is left.
bool pluginsEnd(const ProjectFolder& folder) {
    const bool haveEnded = QTest::qWaitFor([&] { return pluginsOf(folder).isEmpty(); }, 20000);
    folder.remove("calls");
    return haveEnded;
}

/// Installs the test provider and its script in a folder. Returns the environment that it needs.
Environment withProvider(const ProjectFolder& folder, const QByteArray& text) {
    for (const char* name : {"plugin", "tmp"})
        QDir(folder.path()).mkdir(name);
    folder.write("plugin/provider.json", text);
    QFile::link(PLANLENS_TEST_PROVIDER_PROGRAM, folder.path("plugin/terraform-provider-test"));
    folder.write("cli.tfrc", "provider_installation {\n  dev_overrides {\n    \"example.com/tests/test\" = \"" +
                                 folder.path("plugin").toUtf8() + "\"\n  }\n}\n");
    return {{"TF_CLI_CONFIG_FILE", folder.path("cli.tfrc")},
            {"TMPDIR", folder.path("tmp")},
            {"PLANLENS_TEST_LOG", folder.path("calls")},
            {"PLANLENS_TEST_STORE", folder.path("store")}};
}

/// The program that applies.
enum Program { CommandLine, Window };

void startApply(Program program, const ProjectFolder& folder, QProcess& process, int parallelism,
                Environment environment) {
    if (program == CommandLine)
        return folder.startPlanlens(
            process, {"apply", "-auto-approve", "-no-color", "-parallelism=" + QString::number(parallelism)},
            environment);
    environment.emplace("XDG_STATE_HOME", folder.path("home"));
    environment.emplace("XDG_CONFIG_HOME", folder.path("home"));
    folder.startProgram(process, PLANLENS_WINDOW_APPLY, {folder.path()}, environment);
}

/// The applies of one folder: each round kills one at a random moment, may kill plans that repair the state afterwards,
/// and compares the repaired state with the objects. Errors are failures of the test.
class KilledApplies {
public:
    KilledApplies(Program program, quint32 seed)
        : m_program(program)
        , m_seed(seed)
        , m_random(seed)
        , m_folder(configurationOf(0))
        , m_environment(withProvider(m_folder, script)) {}

    /// Creates all objects, and measures how long that takes.
    void createObjects() {
        QElapsedTimer timer;
        timer.start();
        COMPARE_EXIT(planlens({"apply", "-auto-approve"}), 0);
        m_whole = static_cast<int>(timer.elapsed());
    }

    void playRound() {
        ++m_rounds;
        m_where = "round " + QByteArray::number(m_rounds) + " of seed " + QByteArray::number(m_seed);
        m_folder.write("main.tf", configurationOf(m_rounds));
        m_folder.remove("calls");
        m_parallelism = m_program == Window || m_random.bounded(2) ? 10 : 3;
        m_named.clear();
        for (const auto step : {&KilledApplies::killApply, &KilledApplies::checkState, &KilledApplies::unlock,
                                &KilledApplies::repair, &KilledApplies::compareWithObjects})
            if (!QTest::currentTestFailed())
                (this->*step)();
    }

    /// Applies without a kill, which completes what the killed applies began.
    void complete() {
        QVERIFY(m_killed >= m_rounds / 2);
        QVERIFY(m_midway >= m_rounds / 3);
        COMPARE_EXIT(planlens({"apply", "-auto-approve"}), 0);
        COMPARE_EXIT(planlens({"plan", "-detailed-exitcode"}), 0);
        QCOMPARE(held(m_folder).keys(), made(m_folder).keys());
        QCOMPARE(held(m_folder).size(), 5 * groupSize());
    }

    void report(qint64 seconds) const {
        qInfo(
            "%d of %d applies killed, %d of them midway; %d plans killed; %d operations, %d of unknown outcome, all "
            "named; %d locks taken away; %d states torn, with a whole copy beside them, all others readable%s; %lld s",
            m_killed, m_rounds, m_midway, m_plansKilled, m_operations, m_unknown, m_unlocked, m_torn,
            haveTofu() ? " by tofu" : "", seconds);
    }

private:
    Ran planlens(const QStringList& arguments) const { return m_folder.planlens(arguments, m_environment); }

    void killApply() {
        QProcess process;
        process.setStandardOutputFile(m_folder.path("out"));
        process.setStandardErrorFile(m_folder.path("err"));
        startApply(m_program, m_folder, process, m_parallelism, m_environment);
        QVERIFY2(process.waitForStarted(), m_where.constData());
        if (m_random.bounded(3) == 0) {
            process.waitForFinished(m_random.bounded(m_whole * 3 / 2));
        } else {
            // Usually after some operations, because then more can be lost.
            const int wanted = m_random.bounded(7 * groupSize());
            while (begunOperations() < wanted && !process.waitForFinished(5)) {
            }
            QThread::usleep(static_cast<unsigned long>(m_random.bounded(20000)));
        }
        QVERIFY(kill(process));
        const bool isKilled = process.exitStatus() == QProcess::CrashExit;
        const int begun = begunOperations();
        m_killed += isKilled ? 1 : 0;
        m_operations += begun;
        m_midway += isKilled && begun > 0 ? 1 : 0;
        QVERIFY2(pluginsEnd(m_folder), m_where.constData());
    }

    int begunOperations() const { return static_cast<int>(m_folder.read("calls").count("\"ApplyResourceChange\"")); }

    /// The state is readable, or there is a whole copy.
    void checkState() {
        const StateRead read = stateOf(m_folder, m_environment);
        QVERIFY2(read.problem.isEmpty(), (m_where + ": " + read.problem).constData());
        m_torn += read.isTornWithCopy ? 1 : 0;
    }

    /// Takes the lock away, in some rounds. In the others, the next command does.
    void unlock() {
        if (!m_folder.has(".terraform.tfstate.lock.info") || m_random.bounded(4) != 0)
            return;
        const QJsonObject lock = parseJson(m_folder.read(".terraform.tfstate.lock.info")).toObject();
        // The window also locks the state to plan.
        const bool isExpected = lock["Operation"] == "OperationTypeApply" ||
                                (m_program == Window && lock["Operation"] == "OperationTypePlan");
        QVERIFY2(lock["Who"].toString().contains('@') && isExpected, m_where.constData());
        COMPARE_EXIT(planlens({"force-unlock", "-force", lock["ID"].toString()}), 0);
        QVERIFY(!m_folder.has(".terraform.tfstate.lock.info"));
        ++m_unlocked;
    }

    /// Repairs the state with a plan. In some rounds, another apply and some plans are killed before.
    void repair() {
        const QString refresh = m_random.bounded(2) ? "-refresh=false" : "-refresh=true";
        QStringList namedBefore;
        if (m_random.bounded(4) == 0)
            killRepairingApply(namedBefore);
        QByteArray events; // of a killed plan that had reported all
        for (int attempt = m_random.bounded(3); attempt > 0 && !isReport(events); --attempt)
            if (!QTest::currentTestFailed())
                killRepairingPlan(refresh, events);
        if (QTest::currentTestFailed())
            return;
        const Ran plan = planlens({"plan", "-json", refresh});
        COMPARE_EXIT(plan, 0);
        // A plan killed after its report may not have removed the journal.
        m_named = namedIn(isReport(events) ? events : plan.out);
        for (const char* file : {"terraform.tfstate.planlens-journal", "terraform.tfstate.planlens-recovery",
                                 ".terraform.tfstate.lock.info"})
            QVERIFY2(!m_folder.has(file), (m_where + ": " + file).constData());
        QVERIFY2(parseJson(m_folder.read("terraform.tfstate")).isObject(), m_where.constData());
        m_unknown += static_cast<int>(m_named.size());
        QVERIFY2(m_named.size() <= m_parallelism, (m_where + ": " + m_named.join(", ").toUtf8()).constData());
        m_named += namedBefore;
    }

    static bool isReport(const QByteArray& events) { return events.contains("\"change_summary\""); }

    /// Kills an apply that plans first. It may have named operations of the apply before.
    void killRepairingApply(QStringList& named) {
        QProcess apply;
        apply.setStandardOutputFile(m_folder.path("healing"));
        m_folder.startPlanlens(apply,
                               {"apply", "-json", "-auto-approve", "-parallelism=" + QString::number(m_parallelism)},
                               m_environment);
        apply.waitForFinished(m_random.bounded(m_whole));
        QVERIFY(kill(apply));
        QVERIFY2(pluginsEnd(m_folder), m_where.constData());
        named = namedIn(m_folder.read("healing"));
        m_folder.remove("healing");
    }

    /// Kills a plan, often while it writes the repaired state.
    void killRepairingPlan(const QString& refresh, QByteArray& events) {
        QProcess plan;
        plan.setStandardOutputFile(m_folder.path("healing"));
        m_folder.startPlanlens(plan, {"plan", "-json", refresh}, m_environment);
        if (m_random.bounded(2)) {
            const auto isWriting = [&] {
                return m_folder.has("terraform.tfstate.planlens-recovery") ||
                       m_folder.has("terraform.tfstate.planlens-recovery.new");
            };
            while (!isWriting() && !plan.waitForFinished(0)) {
            }
            QThread::usleep(static_cast<unsigned long>(m_random.bounded(3000)));
        } else {
            plan.waitForFinished(m_random.bounded(400));
        }
        QVERIFY(kill(plan));
        m_plansKilled += plan.exitStatus() == QProcess::CrashExit ? 1 : 0;
        QVERIFY2(pluginsEnd(m_folder), m_where.constData());
        events = m_folder.read("healing");
        m_folder.remove("healing");
    }

    /// Each object that differs from the state was named, in this round or an earlier one.
    void compareWithObjects() {
        const Things real = made(m_folder), known = held(m_folder);
        QJsonObject store = parseJson(m_folder.read("store")).toObject(), objects = store["test_thing"].toObject();
        for (auto thing = real.cbegin(); thing != real.cend(); ++thing) {
            const bool isKnown = known.contains(thing.key());
            const QString address = isKnown ? known[thing.key()].address : thing->address;
            const bool isSame = isKnown && known[thing.key()].text == thing->text;
            // For objects that were reported once, the state keeps its values until the next apply.
            QVERIFY2(isSame || isNamed(m_named, address) || m_differing.contains(thing.key()),
                     (notNamed(thing.key(), isKnown ? " is another in the state" : " is not in the state", address) +
                      "\n" + m_folder.read("err"))
                         .constData());
            if (isSame)
                m_differing.remove(thing.key());
            else if (isKnown)
                m_differing.insert(thing.key());
            else
                objects.remove(thing.key()); // the user has handled reported objects
        }
        for (auto thing = known.cbegin(); thing != known.cend(); ++thing) {
            if (real.contains(thing.key()))
                continue;
            QVERIFY2(isNamed(m_named, thing->address) || m_differing.contains(thing.key()),
                     notNamed(thing.key(), " is gone", thing->address).constData());
            m_differing.insert(thing.key());
        }
        store["test_thing"] = objects;
        m_folder.write("store", QJsonDocument(store).toJson());
    }

    QByteArray notNamed(const QString& id, const char* what, const QString& address) const {
        return m_where + ": " + id.toUtf8() + what + ", and " + address.toUtf8() +
               " is not among the named: " + m_named.join(", ").toUtf8();
    }

    Program m_program;
    quint32 m_seed;
    QRandomGenerator m_random;
    ProjectFolder m_folder;
    Environment m_environment;
    int m_whole = 0;           // milliseconds of an apply
    QSet<QString> m_differing; // ids of objects that differ from the state, and were named
    QByteArray m_where;        // the round, for messages
    int m_parallelism = 0;     // of the round
    QStringList m_named;       // in the round: addresses of operations with an unknown outcome
    int m_rounds = 0, m_killed = 0, m_midway = 0, m_plansKilled = 0, m_operations = 0, m_unknown = 0, m_unlocked = 0,
        m_torn = 0;
};

} // namespace

/// Kills applies, and the plans that repair the state after them, at random moments. PLANLENS_KILLS sets the number of
/// applies, PLANLENS_WINDOW_KILLS that of the window, PLANLENS_KILL_INSTANCES that of resource instances,
/// PLANLENS_KILL_SEED repeats a run.
class TestKills : public QObject {
    Q_OBJECT
private slots:
    void losesNoObject_data() {
        QTest::addColumn<int>("program");
        QTest::newRow("command line") << int(CommandLine);
        if (!QByteArray(PLANLENS_WINDOW_APPLY).isEmpty())
            QTest::newRow("window") << int(Window);
    }
    void losesNoObject() {
        QFETCH(int, program);
        const char* const count = program == Window ? "PLANLENS_WINDOW_KILLS" : "PLANLENS_KILLS";
        const int kills = setting(count, program == Window ? 3 : 5);
        const auto seed = static_cast<quint32>(setting("PLANLENS_KILL_SEED", 1));
        qInfo("PLANLENS_KILL_SEED=%u", seed);
        QElapsedTimer timer;
        timer.start();
        KilledApplies applies(static_cast<Program>(program), seed);
        applies.createObjects();
        // Keeps the default run short on slow machines.
        const bool isHurried = !qEnvironmentVariableIsSet(count);
        for (int round = 0; round < kills && !(isHurried && timer.hasExpired(120000)); ++round) {
            if (QTest::currentTestFailed())
                return;
            applies.playRound();
        }
        if (QTest::currentTestFailed())
            return;
        applies.report(timer.elapsed() / 1000);
        applies.complete();
    }

    /// The second interrupt also ends plugins that do not respond. Their operations are named afterwards, completed
    /// ones are saved.
    void namesOperationsThatTheSecondInterruptKills() {
        const ProjectFolder folder(
            "terraform {\n  required_providers {\n    test = { source = \"example.com/tests/test\" }\n  }\n}\n"
            "resource \"test_thing\" \"first\" {\n  name = \"first\"\n  born = \"0\"\n}\n"
            "resource \"test_thing\" \"second\" {\n  name = \"second\"\n  born = test_thing.first.id\n}\n"
            "resource \"test_thing\" \"third\" {\n  name = \"third\"\n  born = test_thing.second.id\n}\n");
        QByteArray hanging = script;
        const Environment environment = withProvider(
            folder, hanging.replace("\"events\": [", "\"events\": [{\"call\": \"ApplyResourceChange\", \"when\": "
                                                     "{\"name\": \"second\"}, \"hang\": true, \"after\": true}, "));
        QProcess process;
        process.setStandardOutputFile(folder.path("out"));
        folder.startPlanlens(process, {"apply", "-auto-approve", "-no-color"}, environment);
        QTRY_VERIFY_WITH_TIMEOUT(folder.read("store").contains("second@first@0"), 60000);
        for (int i = 0; i < 2; ++i) {
            QCOMPARE(process.state(), QProcess::Running);
            ::kill(static_cast<pid_t>(process.processId()), SIGINT);
            QVERIFY(process.waitForFinished(i == 0 ? 500 : 20000) == (i == 1));
        }
        QCOMPARE(process.exitCode(), 1);
        QTRY_VERIFY_WITH_TIMEOUT(pluginsOf(folder).isEmpty(), 5000);
        folder.remove("calls");
        for (const QStringList& expected : {QStringList{"test_thing.second"}, QStringList{}}) {
            const Ran plan = folder.planlens({"plan", "-json"}, environment);
            COMPARE_EXIT(plan, 0);
            QCOMPARE(namedIn(plan.out), expected);
            QCOMPARE(held(folder).keys(), QStringList{"first@0"});
        }
        QVERIFY(!folder.has("terraform.tfstate.planlens-journal"));
        QVERIFY(!folder.has(".terraform.tfstate.lock.info"));
    }
};

QTEST_GUILESS_MAIN(TestKills)
#include "tst_kills.moc"
