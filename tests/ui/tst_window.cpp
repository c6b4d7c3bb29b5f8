// SPDX-License-Identifier: MPL-2.0
#include "ui/graph/graph_view.h"
#include "ui/models/roles.h"
#include "ui/session/planning_session.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"
#include "ui/widgets/approve_dialog.h"
#include "ui/widgets/main_window.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace planlens;
using widgets::MainWindow;

namespace {

void write(const QString& path, const QByteArray& text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

QJsonObject stateIn(const QString& folder) {
    QFile file(folder + QStringLiteral("/terraform.tfstate"));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

QString idOf(const QJsonObject& state, const QString& name) {
    for (const QJsonValue& resource : state[QStringLiteral("resources")].toArray())
        if (resource[QStringLiteral("name")].toString() == name)
            return resource[QStringLiteral("instances")][0][QStringLiteral("attributes")][QStringLiteral("id")].toString();
    return {};
}

constexpr const char* configuration = R"(
variable "size" { type = number }
resource "terraform_data" "base" { input = "size ${var.size}" }
resource "terraform_data" "user" { input = terraform_data.base.id }
output "base" { value = terraform_data.base.id }
)";

bool settle(MainWindow& window) {
    QSignalSpy settled(&window, &MainWindow::settled);
    return settled.wait(20000);
}

} // namespace

class TestWindow final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void newestRequestWins();
    void sessionCanGoAwayWhilePlanning();
    void asksForMissingVariables();
    void treeAndGraphShareOneSelection();
    void chipsTakeBackWhatWasAskedFor();
    void plansTogglesApprovesAndApplies();
};

void TestWindow::initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }

void TestWindow::newestRequestWins() {
    QTemporaryDir folder;
    write(folder.filePath(QStringLiteral("main.tf")), "resource \"terraform_data\" \"a\" {}\n");
    session::PlanningSession session;
    QSignalSpy planned(&session, &session::PlanningSession::planned);
    session::Request request;
    request.folder = folder.path();
    for (int i = 0; i < 5; ++i) {
        request.mode = i == 4 ? session::PlanMode::Destroy : session::PlanMode::Normal;
        session.plan(request);
    }
    QVERIFY(planned.wait(20000));
    QTest::qWait(100);
    QCOMPARE(planned.size(), 1);
    const auto result = planned[0][0].value<std::shared_ptr<const session::Result>>();
    QCOMPARE(result->request.mode, session::PlanMode::Destroy);
    QVERIFY(!result->wasStopped);
}

void TestWindow::sessionCanGoAwayWhilePlanning() {
    QTemporaryDir folder;
    write(folder.filePath(QStringLiteral("main.tf")), "resource \"terraform_data\" \"a\" {\n  count = 2000\n}\n");
    session::PlanningSession session;
    session::Request request;
    request.folder = folder.path();
    session.plan(request);
    QTest::qWait(20);
}

void TestWindow::asksForMissingVariables() {
    QTemporaryDir folder;
    write(folder.filePath(QStringLiteral("main.tf")), configuration);
    MainWindow window;
    window.show();
    window.openFolder(folder.path());
    QVERIFY(settle(window));
    QCOMPARE(window.result()->missingVariables.size(), 1);
    QLineEdit* field = nullptr;
    QTRY_VERIFY((field = window.findChild<QLineEdit*>(QStringLiteral("variable-size"))) != nullptr);
    QTest::keyClicks(field, QStringLiteral("3"));
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(settle(window));
    QVERIFY(window.result()->plan);
    QCOMPARE(window.result()->plan->changes.resources().size(), std::size_t(2));
}

void TestWindow::treeAndGraphShareOneSelection() {
    QTemporaryDir folder;
    write(folder.filePath(QStringLiteral("main.tf")), configuration);
    write(folder.filePath(QStringLiteral("terraform.tfvars")), "size = 1\n");
    MainWindow window;
    window.show();
    window.openFolder(folder.path());
    QVERIFY(settle(window));
    auto* tree = window.findChild<QTreeView*>(QStringLiteral("changes"));
    graph::GraphView& graph = window.graphView();
    const QString user = QStringLiteral("terraform_data.user");
    QTest::mouseClick(graph.viewport(), Qt::LeftButton, {}, graph.nodeRect(user).center());
    QCOMPARE(tree->currentIndex().data(models::AddressRole).toString(), user);
    QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualRect(tree->model()->index(0, 0)).center());
    QCOMPARE(graph.selectedInstances(), QStringList{QStringLiteral("terraform_data.base")});
    QTest::keyClick(graph.viewport(), Qt::Key_Right);
    QCOMPARE(tree->currentIndex().data(models::AddressRole).toString(), user);
}

void TestWindow::chipsTakeBackWhatWasAskedFor() {
    QTemporaryDir folder;
    write(folder.filePath(QStringLiteral("main.tf")), configuration);
    write(folder.filePath(QStringLiteral("terraform.tfvars")), "size = 1\n");
    MainWindow window;
    window.show();
    window.openFolder(folder.path());
    QVERIFY(settle(window));
    auto* tree = window.findChild<QTreeView*>(QStringLiteral("changes"));
    QApplication::setActiveWindow(&window);
    QVERIFY(window.select(QStringLiteral("terraform_data.user")));
    tree->setFocus();
    QTest::keyClick(tree, Qt::Key_X);
    QVERIFY(settle(window));
    QVERIFY(!window.result()->plan->changes.resource(*addrs::readAbsResourceInstance("terraform_data.user")));
    QToolButton* chip = nullptr;
    for (QToolButton* button : window.findChildren<QToolButton*>())
        if (button->property("flat").toString() == QStringLiteral("chip"))
            chip = button;
    QVERIFY(chip);
    QTest::mouseClick(chip, Qt::LeftButton);
    QVERIFY(settle(window));
    QVERIFY(window.result()->plan->changes.resource(*addrs::readAbsResourceInstance("terraform_data.user")));
}

void TestWindow::plansTogglesApprovesAndApplies() {
    QTemporaryDir folder;
    write(folder.filePath(QStringLiteral("main.tf")), configuration);
    write(folder.filePath(QStringLiteral("terraform.tfvars")), "size = 1\n");
    MainWindow window;
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    auto* approve = window.findChild<QPushButton*>(QStringLiteral("approve"));
    auto* tree = window.findChild<QTreeView*>(QStringLiteral("changes"));
    auto* plan = window.findChild<QPushButton*>(QStringLiteral("plan"));
    QVERIFY(!approve->isEnabled());

    // Two creates: nothing is destroyed, so no word is asked for.
    window.openFolder(folder.path());
    QVERIFY(settle(window));
    QVERIFY2(approve->isEnabled(), qPrintable(approve->toolTip()));
    QTest::mouseClick(approve, Qt::LeftButton);
    QVERIFY(window.approveDialog());
    QVERIFY(window.approveDialog()->word().isEmpty());
    auto* keep = window.approveDialog()->findChild<QPushButton*>(QStringLiteral("keep"));
    QVERIFY(keep->isDefault());
    {
        QSignalSpy settled(&window, &MainWindow::settled);
        QTest::mouseClick(window.approveDialog()->findChild<QPushButton*>(QStringLiteral("apply")), Qt::LeftButton);
        QVERIFY(settled.wait(20000)); // applied, and planned again
    }
    const QJsonObject first = stateIn(folder.path());
    const QString base = idOf(first, QStringLiteral("base"));
    const QString user = idOf(first, QStringLiteral("user"));
    QVERIFY(!base.isEmpty() && !user.isEmpty());
    QVERIFY(window.result()->plan->changes.isEmpty());
    QVERIFY(!approve->isEnabled());

    // An update; a click into the tree chooses it, the key asks to replace it, and the plan follows.
    write(folder.filePath(QStringLiteral("terraform.tfvars")), "size = 2\n");
    QTest::mouseClick(plan, Qt::LeftButton);
    QVERIFY(settle(window));
    const auto* change = window.result()->plan->changes.resource(*addrs::readAbsResourceInstance("terraform_data.base"));
    QCOMPARE(change->change.action, plans::Action::Update);
    QApplication::setActiveWindow(&window); // the offscreen platform leaves it with the closed dialog
    const QRect row = tree->visualRect(tree->model()->index(0, 0));
    QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, row.center());
    QTest::keyClick(tree, Qt::Key_R);
    QVERIFY(settle(window));
    change = window.result()->plan->changes.resource(*addrs::readAbsResourceInstance("terraform_data.base"));
    QCOMPARE(change->change.action, plans::Action::DeleteThenCreate);
    QCOMPARE(change->reason, plans::ActionReason::ReplaceByRequest);

    // Something is destroyed: the button stays off until the word is typed.
    QTest::mouseClick(approve, Qt::LeftButton);
    QVERIFY(window.approveDialog());
    auto* apply = window.approveDialog()->findChild<QPushButton*>(QStringLiteral("apply"));
    auto* word = window.approveDialog()->findChild<QLineEdit*>(QStringLiteral("word"));
    QVERIFY(!apply->isEnabled());
    QTest::keyClicks(word, QStringLiteral("destro"));
    QVERIFY(!apply->isEnabled());
    QTest::keyClicks(word, QStringLiteral("y"));
    QVERIFY(apply->isEnabled());
    {
        QSignalSpy settled(&window, &MainWindow::settled);
        QTest::mouseClick(apply, Qt::LeftButton);
        QVERIFY(settled.wait(20000));
    }
    const QJsonObject second = stateIn(folder.path());
    QVERIFY(!idOf(second, QStringLiteral("base")).isEmpty());
    QVERIFY(idOf(second, QStringLiteral("base")) != base);
    QCOMPARE(idOf(second, QStringLiteral("user")), user);
    QCOMPARE(second[QStringLiteral("lineage")], first[QStringLiteral("lineage")]);
    QVERIFY(second[QStringLiteral("serial")].toInt() > first[QStringLiteral("serial")].toInt());
    QVERIFY(window.result()->plan->changes.isEmpty());
}

QTEST_MAIN(TestWindow)
#include "tst_window.moc"
