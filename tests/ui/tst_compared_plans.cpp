// SPDX-License-Identifier: MPL-2.0
#include "core/diff/plan_difference.h"
#include "core/formats/reading/plan_reader.h"
#include "core/plans/plan.h"
#include "tests/support/scoped_environment.h"
#include "tests/support/windows.h"
#include "ui/basics/text.h"
#include "ui/history/compared_plan.h"
#include "ui/history/private_files.h"
#include "ui/session/recording/run_of_result.h"
#include "ui/session/session_result.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace planlens;
using namespace planlens::testing;

namespace {

/// Prints one change per line: "worse t.a Update > Delete x y".
QStringList print(const diff::PlanDifference& difference) {
    QStringList lines{QString::number(difference.unchanged)};
    const auto told = [](const plans::ResourceInstanceChangePtr& change) {
        return change ? qstring(std::string(plans::name(change->change.action)) + '/' +
                                std::string(plans::jsonName(change->reason)))
                      : QStringLiteral("-");
    };
    for (const diff::ChangeDifference& change : difference.changes) {
        QStringList cells{QString::number(int(change.kind)), qstring(change.address.toString()),
                          qstring(change.deposed), told(change.before), told(change.after)};
        for (const std::string& name : change.arguments)
            cells.append(qstring(name));
        lines.append(cells.join(u' '));
    }
    for (const diff::OutputDifference& output : difference.outputs)
        lines.append(QStringLiteral("%1 output %2 %3 %4")
                         .arg(int(output.kind))
                         .arg(qstring(output.name))
                         .arg(int(output.before))
                         .arg(int(output.after)));
    return lines;
}

plans::PlanPtr planOfCase(const QString& name) {
    const QByteArray text = read(casePlan(name));
    const diags::Result<formats::FinishedPlan> plan =
        formats::readPlanJson({text.constData(), std::size_t(text.size())});
    return plan.value ? plan->plan : nullptr;
}

history::Run runOf(const plans::PlanPtr& plan, const history::Fingerprints& fingerprints) {
    session::Result result;
    result.plan = plan;
    return history::runOf(result, fingerprints);
}

} // namespace

/// Compares plans as the history stores them, with fingerprints in place of sensitive values.
class TestComparedPlans final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_environment.set("XDG_STATE_HOME", m_home.path().toUtf8()); }
    void storedPlansDifferAsThePlansDo();
    void masksSensitiveInstanceKeys();
    void storedPlansKnowWhatIsNotApplied();

private:
    QTemporaryDir m_home;
    ScopedEnvironment m_environment;
};

/// All recorded plans, each compared with the next: the stored plans have the same differences.
void TestComparedPlans::storedPlansDifferAsThePlansDo() {
    const history::Fingerprints fingerprints(history::stateDirectory());
    plans::PlanPtr before;
    int compared = 0;
    for (const QString& name : QDir(QStringLiteral(PLANLENS_SOURCE_DIR "/tests/cases"))
                                   .entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
        const plans::PlanPtr plan = planOfCase(name);
        if (!plan)
            continue;
        if (before) {
            const history::Comparison comparison =
                history::compare(runOf(before, fingerprints), runOf(plan, fingerprints));
            QVERIFY(!comparison.isTruncated);
            QCOMPARE(print(*comparison.difference), print(diff::difference(*before, *plan)));
            ++compared;
        }
        before = plan;
    }
    QVERIFY2(compared > 50, qPrintable(QString::number(compared)));
}

void TestComparedPlans::masksSensitiveInstanceKeys() {
    const history::Fingerprints fingerprints(history::stateDirectory());
    const auto planWith = [](const std::vector<std::string>& keys) {
        auto plan = std::make_shared<plans::Plan>();
        for (const std::string& key : keys) {
            plan->variables["key-" + key] = {values::Value::string(key).withMark(values::Mark::sensitive())};
            plans::ResourceInstanceChange change;
            change.address = change.previousAddress = *addrs::readAbsResourceInstance("t.a[\"" + key + "\"]");
            change.change.action = plans::Action::Create;
            change.change.after = values::Value::object({{"id", values::Value::string(key)}});
            plan->changes.add(std::make_shared<const plans::ResourceInstanceChange>(std::move(change)));
        }
        return plan;
    };
    const auto difference = [&](const std::vector<std::string>& before, const std::vector<std::string>& after) {
        return print(*history::compare(runOf(planWith(before), fingerprints), runOf(planWith(after), fingerprints))
                          .difference)
            .join(u'\n');
    };
    const QString masked = QStringLiteral("t.a[\"(sensitive value)\"]");
    QCOMPARE(difference({"secret-key-1", "secret-key-2"}, {"secret-key-1", "secret-key-2"}), QStringLiteral("1"));
    for (const QString& text : {difference({"secret-key-1", "secret-key-2"}, {"secret-key-1", "secret-key-3"}),
                                difference({"secret-key-1", "secret-key-2"}, {"secret-key-2"}),
                                difference({"secret-key-1"}, {"secret-key-2"})})
        QVERIFY2(text.startsWith(QStringLiteral("0\n")) && text.contains(masked), qPrintable(text));
}

void TestComparedPlans::storedPlansKnowWhatIsNotApplied() {
    const history::Fingerprints fingerprints(history::stateDirectory());
    const auto planWith = [](bool isApplied) {
        auto plan = std::make_shared<plans::Plan>();
        plans::ResourceInstanceChange change;
        change.address = change.previousAddress = *addrs::readAbsResourceInstance("t.a");
        change.change.action = plans::Action::Delete;
        if (!isApplied)
            plan->notApplied.push_back(change.address);
        plan->changes.add(std::make_shared<const plans::ResourceInstanceChange>(std::move(change)));
        return plan;
    };
    const history::Comparison comparison =
        history::compare(runOf(planWith(true), fingerprints), runOf(planWith(false), fingerprints));
    QCOMPARE(comparison.difference->changes.size(), std::size_t(1));
    QCOMPARE(comparison.difference->changes.front().kind, diff::DifferenceKind::NotApplied);
}

QTEST_MAIN(TestComparedPlans)
#include "tst_compared_plans.moc"
