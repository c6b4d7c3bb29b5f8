// SPDX-License-Identifier: MPL-2.0
#include "core/explain/drift.h"
#include "core/masking/secrets.h"
#include "core/plans/plan.h"
#include "ui/models/drift_model.h"
#include "ui/pages/drawer/drift_page.h"
#include "ui/theme/theme.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include <memory>
#include <sys/stat.h>
#include <utility>

using namespace planlens;
using plans::Action;
using values::Value;

namespace {

plans::ResourceInstanceChangePtr change(const std::string& address, Action action, Value before, Value after) {
    auto made = std::make_shared<plans::ResourceInstanceChange>();
    made->address = made->previousAddress = *addrs::readAbsResourceInstance(address);
    made->change.action = action;
    made->change.before = std::move(before);
    made->change.after = std::move(after);
    return made;
}

Value group(int capacity) {
    return Value::object({{"capacity", Value::number(capacity)}, {"name", Value::string("g")}});
}
Value key(const char* text) {
    return Value::object({{"key", Value::string(text).withMark(values::Mark::sensitive())}});
}

/// Three groups whose capacity drifted in two modules, one of them replaced; a sensitive value that drifted; a deleted
/// object.
std::shared_ptr<const plans::Plan> driftedPlan() {
    auto plan = std::make_shared<plans::Plan>();
    plan->drift.push_back(change("x_group.a", Action::Update, group(1), group(4)));
    plan->drift.push_back(change("module.m.x_group.b", Action::Update, group(1), group(4)));
    plan->drift.push_back(change("x_group.c", Action::Update, group(1), group(9)));
    plan->drift.push_back(change("x_key.k", Action::Update, key("hunter2hunter2"), key("swordfish-swordfish")));
    plan->drift.push_back(change("x_disk.gone", Action::Delete, group(1), Value::null(values::Type::dynamic())));
    plan->changes.add(change("x_group.c", Action::DeleteThenCreate, group(9), group(1)));
    plan->changes.add(change("x_disk.gone", Action::Create, Value::null(values::Type::dynamic()), group(1)));
    plan->changes.sort();
    return plan;
}

template <typename Shows>
void showDrift(Shows& where) {
    const std::shared_ptr<const plans::Plan> plan = driftedPlan();
    where.setPlan(plan, masking::secretsOf(*plan));
}

/// Returns the tree as lines, indented by depth.
QStringList linesOf(const QAbstractItemModel& model, const QModelIndex& parent = {}, int depth = 0) {
    QStringList lines;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        QStringList cells;
        for (int column = 0; column < 4; ++column)
            cells.append(model.index(row, column, parent).data().toString());
        lines.append(QString(depth * 2, u' ') + cells.join(u'|'));
        lines += linesOf(model, model.index(row, 0, parent), depth + 1);
    }
    return lines;
}

} // namespace

class TestDriftPage final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }
    void foldsSimilarRows();
    void namesTheModulesOfEqualNames_data();
    void namesTheModulesOfEqualNames();
    void keepsRulesWithTheFolder();
    void reportsWhichObjectWasChosen();
    void rulesThatAreNotAFileAreNotRead();
    void rulesAreNotWrittenThroughLinks();
    void largePlansAreProcessedInTheBackground();
};

void TestDriftPage::foldsSimilarRows() {
    models::DriftModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    showDrift(model);
    const QStringList expected{QStringLiteral("Deleted since the last apply (1 object(s))|||"),
                               QStringLiteral("  x_disk.gone|(whole object)|exists|deleted"),
                               QStringLiteral("Reverted by this plan (1 change(s) of 1 object(s))|||"),
                               QStringLiteral("  x_group.c|capacity|1|9"),
                               QStringLiteral("No effect on this plan (3 change(s) of 3 object(s))|||"),
                               QStringLiteral("  x_group  ×2: a, b|capacity|1|4"),
                               QStringLiteral("    x_group.a|capacity|1|4"),
                               QStringLiteral("    module.m.x_group.b|capacity|1|4"),
                               QStringLiteral("  x_key.k|key|(sensitive value)|(sensitive value)")};
    QCOMPARE(linesOf(model), expected);
    model.setRules({{"*", "capacity"}});
    QCOMPARE(model.ignoredByRules(), 2); // not the replaced one
    QCOMPARE(linesOf(model)[3], QStringLiteral("  x_group.c|capacity|1|9"));
    model.setPlan(nullptr, {});
    QCOMPARE(model.rowCount(), 0);
}

void TestDriftPage::namesTheModulesOfEqualNames_data() {
    QTest::addColumn<QStringList>("addresses");
    QTest::addColumn<QString>("row");
    const auto row = [](const char* name, const QStringList& addresses, const char* expected) {
        QTest::newRow(name) << addresses << QString::fromUtf8(expected);
    };
    row("other names", {QStringLiteral("x_group.a"), QStringLiteral("x_group.b")}, "x_group  ×2: a, b");
    row("other keys in a module", {QStringLiteral("module.m.x_group.a[0]"), QStringLiteral("module.m.x_group.a[1]")},
        "x_group  ×2: a[0], a[1]");
    row("other modules",
        {QStringLiteral("module.t[\"x\"].module.s.x_group.a"), QStringLiteral("module.t[\"y\"].module.s.x_group.a")},
        "x_group  ×2: a in module.t[\"x\"], module.t[\"y\"]");
    row("other inner modules",
        {QStringLiteral("module.t.module.r.module.s.x_group.a"), QStringLiteral("module.t.module.q.x_group.a")},
        "x_group  ×2: a in module.r.module.s, module.q");
    row("one in the root module", {QStringLiteral("x_group.a"), QStringLiteral("module.m.x_group.a")},
        "x_group  ×2: a, module.m.a");
    row("two of three names are equal",
        {QStringLiteral("module.m.x_group.a"), QStringLiteral("module.n.x_group.a"), QStringLiteral("x_group.b")},
        "x_group  ×3: module.m.a, module.n.a, b");
}

void TestDriftPage::namesTheModulesOfEqualNames() {
    QFETCH(QStringList, addresses);
    QFETCH(QString, row);
    auto plan = std::make_shared<plans::Plan>();
    for (const QString& address : addresses)
        plan->drift.push_back(change(address.toStdString(), Action::Update, group(1), group(4)));
    models::DriftModel model;
    model.setPlan(plan, {});
    const QModelIndex tier = model.index(0, 0);
    QCOMPARE(model.rowCount(tier), 1);
    QCOMPARE(model.index(0, 0, tier).data().toString(), row);
}

void TestDriftPage::keepsRulesWithTheFolder() {
    QTemporaryDir folder;
    widgets::DriftPage page;
    page.resize(1000, 300);
    page.show();
    page.setFolder(folder.path());
    showDrift(page);
    QCOMPARE(page.count(), 5);
    auto* tree = page.findChild<QTreeView*>(QStringLiteral("drift-tree"));
    auto* ignore = page.findChild<QPushButton*>(QStringLiteral("drift-ignore"));
    auto* again = page.findChild<QPushButton*>(QStringLiteral("drift-tell-again"));
    QVERIFY(!ignore->isEnabled() && !again->isEnabled());
    const QModelIndex gone = tree->model()->index(0, 0);
    tree->setCurrentIndex(tree->model()->index(0, 0, gone));
    QVERIFY(!ignore->isEnabled());
    const QModelIndex irrelevant = tree->model()->index(2, 0);
    tree->setCurrentIndex(tree->model()->index(0, 0, irrelevant));
    QVERIFY(ignore->isEnabled());
    QTest::mouseClick(ignore, Qt::LeftButton);
    QCOMPARE(page.count(), 3);
    QVERIFY(page.findChild<QLabel*>(QStringLiteral("drift-note"))->text().startsWith(QStringLiteral("2 ")));
    // Other windows of this folder have the rule too.
    widgets::DriftPage other;
    showDrift(other);
    QCOMPARE(other.count(), 5);
    other.setFolder(folder.path());
    QCOMPARE(other.count(), 3);
    // The rule can be removed as easily.
    const int last = tree->model()->rowCount() - 1;
    const QModelIndex ignored = tree->model()->index(last, 0);
    tree->setCurrentIndex(tree->model()->index(0, 0, ignored));
    QVERIFY(again->isEnabled() && !ignore->isEnabled());
    QTest::mouseClick(again, Qt::LeftButton);
    QCOMPARE(page.count(), 5);
    other.setFolder(folder.path());
    QCOMPARE(other.count(), 5);
}

void TestDriftPage::reportsWhichObjectWasChosen() {
    widgets::DriftPage page;
    showDrift(page);
    QSignalSpy chosen(&page, &widgets::DriftPage::addressChosen);
    auto* tree = page.findChild<QTreeView*>(QStringLiteral("drift-tree"));
    const QModelIndex undone = tree->model()->index(1, 0);
    tree->setCurrentIndex(undone);
    QCOMPARE(chosen.size(), 0);
    tree->setCurrentIndex(tree->model()->index(0, 0, undone));
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen[0][0].toString(), QStringLiteral("x_group.c"));
    // A plan without a folder has no file for rules.
    QVERIFY(!page.findChild<QPushButton*>(QStringLiteral("drift-ignore"))->isEnabled());
}

void TestDriftPage::rulesAreNotWrittenThroughLinks() {
    QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir(QStringLiteral(".planlens")));
    QFile other(folder.filePath(QStringLiteral("other")));
    QVERIFY(other.open(QIODevice::WriteOnly) && other.write("kept") > 0);
    other.close();
    QVERIFY(QFile::link(other.fileName(), folder.filePath(QStringLiteral(".planlens/drift-ignore"))));
    widgets::DriftPage page;
    page.resize(1000, 300);
    page.show();
    page.setFolder(folder.path());
    showDrift(page);
    auto* tree = page.findChild<QTreeView*>(QStringLiteral("drift-tree"));
    tree->setCurrentIndex(tree->model()->index(0, 0, tree->model()->index(2, 0)));
    QTest::mouseClick(page.findChild<QPushButton*>(QStringLiteral("drift-ignore")), Qt::LeftButton);
    QVERIFY(page.findChild<QLabel*>(QStringLiteral("drift-note"))->text().contains(QStringLiteral("symbolic link")));
    QVERIFY(other.open(QIODevice::ReadOnly));
    QCOMPARE(other.readAll(), QByteArray("kept"));
}

void TestDriftPage::rulesThatAreNotAFileAreNotRead() {
    QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir(QStringLiteral(".planlens")));
    const QString rules = folder.filePath(QStringLiteral(".planlens/drift-ignore"));
    QVERIFY(::mkfifo(QFile::encodeName(rules).constData(), 0600) == 0);
    widgets::DriftPage page;
    page.setFolder(folder.path()); // does not wait for a writer
    showDrift(page);
    QCOMPARE(page.count(), 5);
}

void TestDriftPage::largePlansAreProcessedInTheBackground() {
    auto plan = std::make_shared<plans::Plan>();
    for (int i = 0; i < 3000; ++i)
        plan->drift.push_back(change("x_group.many[" + std::to_string(i) + "]", Action::Update, group(1), group(2)));
    widgets::DriftPage page;
    QSignalSpy counted(&page, &widgets::DriftPage::counted);
    page.setPlan(plan, masking::secretsOf(*plan));
    QCOMPARE(counted.count(), 0); // counted in the background
    QVERIFY(counted.wait(20000));
    QCOMPARE(counted.takeFirst().first().toInt(), 3000);
    // The newest plan is shown, no matter when the work for the previous one finishes.
    page.setPlan(plan, masking::secretsOf(*plan));
    page.setPlan(driftedPlan(), {});
    QCOMPARE(counted.takeFirst().first().toInt(), 5);
    const std::weak_ptr<const plans::Plan> replaced = std::exchange(plan, nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(replaced.expired(), 20000); // its rows were dropped
    QCOMPARE(counted.count(), 0);
    QCOMPARE(page.count(), 5);
}

QTEST_MAIN(TestDriftPage)
#include "tst_drift_page.moc"
