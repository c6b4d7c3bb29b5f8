// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/json_shapes.h"
#include "tests/app/support/project_folder.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonObject>
#include <QtTest>

#include <functional>

using namespace planlens::testing;

namespace {

const QString cases = QStringLiteral(PLANLENS_SOURCE_DIR "/tests/cases");

QByteArray readFile(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Only these fields of diagnostics are recorded. The excerpt depends on them and on the configuration.
QJsonArray diagnosticsOf(const QByteArray& lines) {
    QList<QJsonObject> found;
    for (const QJsonObject& line : parseLines(lines)) {
        if (line["type"] != QJsonValue("diagnostic"))
            continue;
        const QJsonObject all = line["diagnostic"].toObject();
        QJsonObject diagnostic;
        for (const char* name : {"severity", "summary", "detail", "address", "range"})
            if (all.contains(QLatin1String(name)))
                diagnostic[QLatin1String(name)] = all[QLatin1String(name)];
        // The first node of a reported cycle is random.
        if (const QString summary = diagnostic["summary"].toString(); summary.startsWith("Cycle: ")) {
            QStringList members = summary.mid(7).split(", ");
            members.sort();
            diagnostic["summary"] = "Cycle: " + members.join(", ");
        }
        found.append(diagnostic);
    }
    QJsonArray all;
    for (const QJsonObject& diagnostic : found)
        all.append(diagnostic);
    return all;
}

QJsonArray eventsOf(const QByteArray& lines) {
    QJsonArray found;
    for (QJsonObject line : parseLines(lines)) {
        if (!QStringList{"planned_change", "resource_drift", "change_summary", "outputs"}.contains(
                line["type"].toString()))
            continue;
        for (const char* name : {"@timestamp", "@level", "@module"})
            line.remove(QLatin1String(name));
        found.append(line);
    }
    return found;
}

/// Returns the events of each object during an apply, in order. There is no order between objects.
QJsonObject appliedEvents(const QByteArray& lines) {
    QJsonObject found;
    for (QJsonObject line : parseLines(lines)) {
        QJsonObject hook = line["hook"].toObject();
        const QString type = line["type"].toString(), address = hook["resource"].toObject()["addr"].toString();
        if (!(type.startsWith("apply_") && type != "apply_progress") && !type.startsWith("provision_"))
            continue;
        hook.remove("elapsed_seconds");
        line["hook"] = hook;
        for (const char* name : {"@timestamp", "@level", "@module"})
            line.remove(QLatin1String(name));
        QJsonArray events = found[address].toArray();
        events.append(line);
        found[address] = events;
    }
    return found;
}

/// Sorts the modules, whose order is random.
QJsonObject withModulesInOrder(QJsonObject module) {
    if (!module.contains("child_modules"))
        return module;
    QList<QJsonObject> children;
    for (const QJsonValue child : module["child_modules"].toArray())
        children.append(withModulesInOrder(child.toObject()));
    std::sort(children.begin(), children.end(), [](const QJsonObject& a, const QJsonObject& b) {
        return a["address"].toString() < b["address"].toString();
    });
    QJsonArray sorted;
    for (const QJsonObject& child : children)
        sorted.append(child);
    module["child_modules"] = sorted;
    return module;
}

QJsonObject valuesInOrder(QJsonObject values) {
    if (values.contains("root_module"))
        values["root_module"] = withModulesInOrder(values["root_module"].toObject());
    return values;
}

QJsonValue comparablePlan(const QJsonValue& given) {
    if (!given.isObject())
        return given;
    QJsonObject plan = given.toObject();
    plan.remove("timestamp");
    plan.remove("terraform_version");
    plan["planned_values"] = valuesInOrder(plan["planned_values"].toObject());
    if (plan.contains("prior_state")) {
        QJsonObject prior = plan["prior_state"].toObject();
        prior.remove("terraform_version");
        prior["values"] = valuesInOrder(prior["values"].toObject());
        plan["prior_state"] = prior;
    }
    for (const char* name : {"resource_drift", "checks", "relevant_attributes"})
        if (plan.contains(QLatin1String(name)))
            plan[QLatin1String(name)] = inOrder(plan[QLatin1String(name)]);
    return plan;
}

QJsonValue comparableState(const QJsonValue& given) {
    QJsonObject state = given.toObject();
    for (const char* name : {"terraform_version", "lineage", "serial"})
        state.remove(QLatin1String(name));
    if (state["check_results"].isArray()) // in random order
        state["check_results"] = inOrder(state["check_results"]);
    return state;
}

using Program = std::function<Ran(const ProjectFolder&, const QStringList&, const Environment&)>;

/// Plans, shows and applies a copy of a case, and compares all results with the recording.
void compare(const QString& name, const Program& run, const std::function<void(const ProjectFolder&)>& prepare) {
    const QString folder = cases + '/' + name;
    const QJsonObject about = parseJson(readFile(folder + "/case.json")).toObject();
    const auto recorded = [&](const char* file) { return parseJson(readFile(folder + "/expect/" + file)); };
    ProjectFolder work;
    work.copyFrom(folder + "/config");
    if (QFile::exists(folder + "/prior.tfstate"))
        work.write("terraform.tfstate", readFile(folder + "/prior.tfstate"));
    prepare(work);
    Environment environment;
    const QJsonObject variables = about["env"].toObject();
    for (const QString& variable : variables.keys())
        environment.emplace(variable, variables[variable].toString());
    QStringList arguments{"plan", "-json", "-input=false", "-detailed-exitcode", "-out=.plan"};
    for (const QJsonValue argument : about["args"].toArray())
        arguments += argument.toString();

    const Ran planned = run(work, arguments, environment);
    COMPARE_EXIT(planned, about["plan_exit"].toInt());
    const QJsonValue diagnostics = recorded("diagnostics.json");
    QCOMPARE(difference(inOrder(diagnostics.isArray() ? diagnostics : QJsonArray()),
                        inOrder(diagnosticsOf(planned.out)), "diagnostics"),
             QString());
    if (const QJsonValue plan = recorded("plan.json"); plan.isObject()) {
        const Ran json = run(work, {"show", "-json", ".plan"}, environment);
        COMPARE_EXIT(json, 0);
        QCOMPARE(difference(comparablePlan(plan), comparablePlan(parseJson(json.out)), "plan"), QString());
        const Ran text = run(work, {"show", "-no-color", ".plan"}, environment);
        COMPARE_EXIT(text, 0);
        QCOMPARE(textDifference(readFile(folder + "/expect/plan.txt").trimmed(), text.out.trimmed()), QString());
        QCOMPARE(difference(inOrder(recorded("events.json")), inOrder(eventsOf(planned.out)), "events"), QString());
    }
    if (about.contains("apply_exit")) {
        const Ran applied = run(work, {"apply", "-json", "-input=false", ".plan"}, environment);
        COMPARE_EXIT(applied, about["apply_exit"].toInt());
        if (const QJsonValue events = recorded("apply_events.json"); events.isObject())
            QCOMPARE(difference(events, appliedEvents(applied.out), "events of the apply"), QString());
        if (const QJsonValue found = recorded("apply_diagnostics.json"); found.isArray())
            QCOMPARE(difference(inOrder(found), inOrder(diagnosticsOf(applied.out)), "diagnostics of the apply"),
                     QString());
        QCOMPARE(difference(comparableState(recorded("state.json")),
                            comparableState(parseJson(work.read("terraform.tfstate"))), "state"),
                 QString());
    }
}

} // namespace

/// Each folder of tests/cases is a case: config/ is the working directory, prior.tfstate the prior state, case.json
/// contains arguments, environment and exit codes, expect/ the recorded results of OpenTofu.
class TestCases : public QObject {
    Q_OBJECT
private slots:
    void sameAsRecorded_data() { rows(); }
    void sameAsRecorded() {
        QFETCH(QString, name);
        compare(
            name,
            [](const ProjectFolder& work, const QStringList& arguments, const Environment& environment) {
                return work.planlens(arguments, environment);
            },
            [](const ProjectFolder& work) { work.installModules(); });
    }

    /// Checks the recordings with OpenTofu.
    void theReferenceSaysTheSame_data() { rows(); }
    void theReferenceSaysTheSame() {
        SKIP_WITHOUT_TOFU();
        QFETCH(QString, name);
        compare(
            name,
            [](const ProjectFolder& work, const QStringList& arguments, const Environment& environment) {
                return work.tofu(arguments, environment);
            },
            [](const ProjectFolder& work) {
                work.tofu({"init", "-input=false"});
            });
    }

private:
    void rows() {
        QTest::addColumn<QString>("name");
        const QStringList names = QDir(cases).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
        QVERIFY(names.size() >= 40);
        for (const QString& name : names)
            QTest::newRow(qPrintable(name)) << name;
    }
};

QTEST_GUILESS_MAIN(TestCases)
#include "tst_cases.moc"
