// SPDX-License-Identifier: MPL-2.0
#include "core/plans/changes.h"
#include "tests/support/scoped_environment.h"
#include "tests/support/windows.h"
#include "ui/bars/session_bar.h"
#include "ui/dialogs/variables_dialog.h"
#include "ui/graph/graph_view.h"
#include "ui/models/roles.h"
#include "ui/pages/list/changes_pane.h"
#include "ui/pages/review/review_page.h"
#include "ui/session/planning_session.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"
#include "ui/window/plan/plan_view.h"

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextEdit>
#include <QTextLayout>
#include <QToolButton>
#include <QTreeView>

#include <tuple>

using namespace planlens;
using namespace planlens::testing;
using widgets::ChangesPane;
using widgets::MainWindow;

namespace {

QString idOf(const QJsonObject& state, const QString& name) {
    for (const QJsonValue& resource : state[QStringLiteral("resources")].toArray())
        if (resource[QStringLiteral("name")].toString() == name)
            return resource[QStringLiteral("instances")][0][QStringLiteral("attributes")][QStringLiteral("id")]
                .toString();
    return {};
}

constexpr const char* configuration = R"(
variable "size" { type = number }
resource "terraform_data" "base" { input = "size ${var.size}" }
resource "terraform_data" "user" { input = terraform_data.base.id }
output "base" { value = terraform_data.base.id }
)";

/// Applies what the review page shows. Returns false if that does not end.
bool applyReviewed(MainWindow& window) {
    QSignalSpy settled(&window, &MainWindow::settled);
    QTest::mouseClick(window.reviewPage()->findChild<QPushButton*>(QStringLiteral("apply")), Qt::LeftButton);
    return settled.wait(20000);
}

const plans::ResourceInstanceChange* changeOf(const MainWindow& window, const char* address) {
    return window.result()->changes().resource(*addrs::readAbsResourceInstance(address));
}

} // namespace

class TestWindow final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void newestRequestWins();
    void sessionCanBeDestroyedWhilePlanning();
    void asksForMissingVariables();
    void reportsErrorsOfValidation();
    void keepsMarksBelowInvalidValues();
    void rejectsUnsupportedBackends_data();
    void rejectsUnsupportedBackends();
    void asksForValuesOfEveryType();
    void plansWithVariableFiles();
    void listAndGraphShareOneSelection();
    void chipsRemoveOverrides();
    void keepsRowsUnfoldedForTheNextPlan();
    void plansTogglesApprovesAndApplies();
};

void TestWindow::initTestCase() {
    theme::apply(*qApp, theme::Scheme::Light);
}

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
    QCoreApplication::processEvents(); // results of older requests would be queued by now
    QCOMPARE(planned.size(), 1);
    const auto result = planned[0][0].value<std::shared_ptr<const session::Result>>();
    QCOMPARE(result->request.mode, session::PlanMode::Destroy);
    QVERIFY(!result->wasStopped);
}

void TestWindow::sessionCanBeDestroyedWhilePlanning() {
    QTemporaryDir folder;
    write(folder.filePath(QStringLiteral("main.tf")), "resource \"terraform_data\" \"a\" {\n  count = 2000\n}\n");
    session::PlanningSession session;
    QSignalSpy progressed(&session, &session::PlanningSession::progressed);
    session::Request request;
    request.folder = folder.path();
    session.plan(request);
    QVERIFY(progressed.wait(20000)); // planning has started
}

void TestWindow::asksForMissingVariables() {
    QTemporaryDir folder;
    write(folder.filePath(QStringLiteral("main.tf")), configuration);
    MainWindow window;
    window.show();
    window.openFolder(folder.path());
    QVERIFY(settle(window));
    QCOMPARE(window.result()->askedVariables.missing.size(), 1);
    QLineEdit* field = nullptr;
    QTRY_VERIFY((field = window.findChild<QLineEdit*>(QStringLiteral("variable-size"))) != nullptr);
    QTest::keyClicks(field, QStringLiteral("3"));
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(settle(window));
    QVERIFY(window.result()->plan);
    QCOMPARE(window.result()->changes().resources().size(), std::size_t(2));
}

/// Planning alone does not check resources without instances. A configuration that was found valid is validated again
/// when its text changes, even if no data is read again.
void TestWindow::reportsErrorsOfValidation() {
    QTemporaryDir folder;
    const auto writeArgument = [&](const char* name) {
        write(folder.filePath(QStringLiteral("main.tf")),
              QByteArray("resource \"terraform_data\" \"a\" {\n  count = 0\n  ") + name + " = 1\n}\n");
    };
    session::PlanningSession session;
    QSignalSpy planned(&session, &session::PlanningSession::planned);
    const auto planWith = [&](const char* argument,
                              session::Reading reading) -> std::shared_ptr<const session::Result> {
        writeArgument(argument);
        session::Request request;
        request.folder = folder.path();
        request.reading = reading;
        planned.clear();
        session.plan(request);
        return planned.wait(20000) ? planned[0][0].value<std::shared_ptr<const session::Result>>() : nullptr;
    };
    for (const auto& [argument, reading, isGood] :
         {std::tuple("inptu", session::Reading::Anew, false), std::tuple("input", session::Reading::Anew, true),
          std::tuple("input", session::Reading::AsBefore, true),
          std::tuple("imput", session::Reading::AsBefore, false)}) {
        const auto result = planWith(argument, reading);
        QVERIFY(result);
        QCOMPARE(bool(result->plan), isGood);
        QCOMPARE(result->diagnostics.size(), isGood ? 0 : 1);
        if (!isGood)
            QCOMPARE(result->diagnostics[0].summary, QStringLiteral("Unsupported argument"));
    }
}

/// Source lines are not wrapped in a narrow panel, which scrolls instead. The text of the diagnostic is wrapped.
void TestWindow::keepsMarksBelowInvalidValues() {
    QTemporaryDir folder;
    const QByteArray words = QByteArray("words and more ").repeated(40);
    write(folder.filePath(QStringLiteral("main.tf")),
          "resource \"terraform_data\" \"a\" {\n  input = \"" + words + "${nothing.at_all}\"\n}\n");
    MainWindow window;
    window.resize(800, 600);
    window.show();
    window.openFolder(folder.path());
    QVERIFY(settle(window));
    QCOMPARE(window.result()->diagnostics.size(), 1);
    QVERIFY(window.showView(QStringLiteral("diagnostics")));
    auto* text = window.findChild<QTextEdit*>(QStringLiteral("diagnostic"));
    QTRY_VERIFY(text && text->isVisible() && text->viewport()->width() < 800);
    QTextBlock code, marks, detail;
    for (QTextBlock block = text->document()->begin(); block.isValid(); block = block.next()) {
        if (block.text().contains(QStringLiteral("${nothing.at_all}")))
            code = block;
        if (block.text().contains(QStringLiteral("^^^")))
            marks = block;
        if (block.text() == window.result()->diagnostics[0].detail)
            detail = block;
    }
    QVERIFY(code.isValid() && detail.isValid());
    QCOMPARE(marks, code.next());
    QCOMPARE(code.layout()->lineCount(), 1);
    QCOMPARE(marks.layout()->lineCount(), 1);
    const auto xOf = [&](const QTextBlock& block, const QString& what) {
        QTextCursor cursor(block);
        cursor.setPosition(block.position() + int(block.text().indexOf(what)));
        return text->cursorRect(cursor).x();
    };
    QCOMPARE(xOf(marks, QStringLiteral("^")), xOf(code, QStringLiteral("nothing")));
    QVERIFY(text->horizontalScrollBar()->maximum() > 0);
    QVERIFY(!detail.blockFormat().nonBreakableLines());
}

void TestWindow::rejectsUnsupportedBackends_data() {
    QTest::addColumn<bool>("isInitialized");
    QTest::addColumn<QString>("summary");
    QTest::newRow("not initialized") << false
                                     << QStringLiteral("Backend initialization required, please run \"tofu init\"");
    QTest::newRow("initialized, but no program for it") << true << QStringLiteral("The program tofu was not found");
}

void TestWindow::rejectsUnsupportedBackends() {
    QFETCH(bool, isInitialized);
    QFETCH(QString, summary);
    QTemporaryDir folder;
    write(folder.filePath(QStringLiteral("main.tf")),
          "terraform {\n  backend \"cos\" {}\n}\nresource \"terraform_data\" \"a\" {}\n");
    if (isInitialized) {
        QVERIFY(QDir(folder.path()).mkdir(QStringLiteral(".terraform")));
        write(folder.filePath(QStringLiteral(".terraform/terraform.tfstate")),
              R"({"version":3,"backend":{"type":"cos","config":{},"hash":1}})");
    }
    const ScopedEnvironment environment("PLANLENS_TOOL", "/nowhere/tofu");
    MainWindow window;
    window.show();
    window.openFolder(folder.path(), session::Trust::Given);
    QVERIFY(settle(window));
    QCOMPARE(window.result()->diagnostics.size(), 1);
    QCOMPARE(window.result()->diagnostics[0].summary, summary);
    QVERIFY(!window.result()->plan);
    // The state was neither read nor created.
    QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("terraform.tfstate"))));
}

void TestWindow::asksForValuesOfEveryType() {
    QTemporaryDir folder;
    write(folder.filePath(QStringLiteral("main.tf")), R"(
variable "flag" { type = bool }
variable "count_of" {
  type        = number
  description = "How <b>many</b>."
  validation {
    condition     = var.count_of < 10
    error_message = "At most nine."
  }
}
variable "names" { type = list(string) }
variable "secret" {
  type      = string
  sensitive = true
}
resource "terraform_data" "a" { input = [var.flag, var.count_of, var.names, var.secret] }
)");
    MainWindow window;
    window.show();
    window.openFolder(folder.path());
    QVERIFY(settle(window));
    const auto dialog = [&] {
        widgets::VariablesDialog* open = nullptr;
        for (auto* one : window.findChildren<widgets::VariablesDialog*>())
            if (one->isVisible())
                open = one;
        return open;
    };
    QTRY_VERIFY(dialog());
    const auto error = [&](const char* name) {
        return dialog()->findChild<QLabel*>(QStringLiteral("error-") + QLatin1String(name))->text();
    };
    auto* count = dialog()->findChild<QLineEdit*>(QStringLiteral("variable-count_of"));
    auto* secret = dialog()->findChild<QLineEdit*>(QStringLiteral("variable-secret"));
    QCOMPARE(secret->echoMode(), QLineEdit::Password);
    QTest::keyClicks(secret, QStringLiteral("hunter2"));
    QTest::keyClicks(count, QStringLiteral("many"));
    QTest::keyClick(count, Qt::Key_Return);
    QVERIFY(dialog());
    QVERIFY(!error("flag").isEmpty() && !error("count_of").isEmpty() && !error("names").isEmpty() &&
            error("secret").isEmpty());

    // An error that only the engine can detect is shown at the field.
    dialog()->findChild<QComboBox*>(QStringLiteral("variable-flag"))->setCurrentText(QStringLiteral("true"));
    count->setText(QStringLiteral("44"));
    dialog()->findChild<QPlainTextEdit*>(QStringLiteral("variable-names"))->setPlainText(QStringLiteral("{ a = 1 }"));
    QTest::keyClick(count, Qt::Key_Return);
    QVERIFY(settle(window));
    QTRY_VERIFY(dialog());
    QVERIFY2(error("names").contains(QStringLiteral("list of string")), qPrintable(error("names")));
    QVERIFY(!dialog()->findChild<QLineEdit*>(QStringLiteral("variable-secret")));
    dialog()
        ->findChild<QPlainTextEdit*>(QStringLiteral("variable-names"))
        ->setPlainText(QStringLiteral("[\"x\", \"y\"]"));
    dialog()->accept();
    QVERIFY(settle(window));
    QTRY_VERIFY(dialog());
    QVERIFY2(error("count_of").contains(QStringLiteral("At most nine.")), qPrintable(error("count_of")));
    dialog()->findChild<QLineEdit*>(QStringLiteral("variable-count_of"))->setText(QStringLiteral("4"));
    dialog()->accept();
    QVERIFY(settle(window));
    QVERIFY(window.result()->plan);
    QVERIFY(!window.result()->hasErrors());
    QCOMPARE(window.result()->askedVariables.typed.size(), 4);
}

void TestWindow::plansWithVariableFiles() {
    QTemporaryDir folder;
    write(folder.filePath(QStringLiteral("main.tf")), configuration);
    write(folder.filePath(QStringLiteral("large.tfvars")), "size = 900\n");
    MainWindow window;
    window.openFolder(folder.path());
    QVERIFY(settle(window));
    QVERIFY(!window.result()->plan);
    window.addVariableFiles({folder.filePath(QStringLiteral("large.tfvars"))});
    QVERIFY(settle(window));
    QVERIFY(window.result()->plan);
    QCOMPARE(window.result()->request.variableFiles, QStringList{QStringLiteral("large.tfvars")});
    QCOMPARE(window.result()->variables.at("size").value.asNumber().toString(), std::string("900"));
    QToolButton* chip = nullptr;
    for (QToolButton* button : window.findChild<widgets::SessionBar*>()->findChildren<QToolButton*>())
        if (button->property("flat").toString() == QStringLiteral("chip"))
            chip = button;
    QVERIFY(chip && chip->text().contains(QStringLiteral("large.tfvars")));
    chip->click();
    QVERIFY(settle(window));
    QVERIFY(window.result()->plan && window.result()->isOutdated);
    QCOMPARE(window.result()->askedVariables.missing.size(), 1);
}

void TestWindow::listAndGraphShareOneSelection() {
    QTemporaryDir folder;
    write(folder.filePath(QStringLiteral("main.tf")), configuration);
    write(folder.filePath(QStringLiteral("terraform.tfvars")), "size = 1\n");
    MainWindow window;
    window.show();
    window.openFolder(folder.path());
    QVERIFY(settle(window));
    auto* tree = window.findChild<QTreeView*>(QStringLiteral("changes"));
    listByModule(window);
    graph::GraphView& graph = window.graphView();
    const QString user = QStringLiteral("terraform_data.user");
    QTest::mouseClick(graph.viewport(), Qt::LeftButton, {}, graph.nodeRect(user).center());
    QCOMPARE(tree->currentIndex().data(models::AddressRole).toString(), user);
    QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualRect(tree->model()->index(0, 0)).center());
    QCOMPARE(graph.selectedInstances(), QStringList{QStringLiteral("terraform_data.base")});
    QTest::keyClick(graph.viewport(), Qt::Key_Right);
    QCOMPARE(tree->currentIndex().data(models::AddressRole).toString(), user);
}

void TestWindow::chipsRemoveOverrides() {
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
    QTest::keyClick(tree, Qt::Key_X, Qt::AltModifier);
    QVERIFY(settle(window));
    QVERIFY(!changeOf(window, "terraform_data.user"));
    QToolButton* chip = nullptr;
    for (QToolButton* button : window.findChild<widgets::SessionBar*>()->findChildren<QToolButton*>())
        if (button->property("flat").toString() == QStringLiteral("chip"))
            chip = button;
    QVERIFY(chip);
    QTest::mouseClick(chip, Qt::LeftButton);
    QVERIFY(settle(window));
    QVERIFY(changeOf(window, "terraform_data.user"));
}

void TestWindow::keepsRowsUnfoldedForTheNextPlan() {
    QTemporaryDir folder;
    write(folder.filePath(QStringLiteral("main.tf")), configuration);
    write(folder.filePath(QStringLiteral("terraform.tfvars")), "size = 1\n");
    MainWindow window;
    window.show();
    window.openFolder(folder.path());
    QVERIFY(settle(window));
    auto* tree = window.findChild<QTreeView*>(QStringLiteral("changes"));
    listByModule(window);
    window.findChild<QAction*>(QStringLiteral("list-values"))->trigger();
    QVERIFY(!tree->isExpanded(tree->model()->index(0, 0)));
    window.plan().changes().setFolding(ChangesPane::Folding::Unfolded);
    QTRY_VERIFY(!window.plan().changes().isFolding());
    QVERIFY(tree->isExpanded(tree->model()->index(1, 0)));
    tree->collapse(tree->model()->index(0, 0));
    QTest::mouseClick(window.findChild<QPushButton*>(QStringLiteral("plan")), Qt::LeftButton);
    QVERIFY(settle(window));
    QTRY_VERIFY(tree->isExpanded(tree->model()->index(1, 0)));
    QVERIFY(!tree->isExpanded(tree->model()->index(0, 0)));
    // A filter keeps it too.
    auto* creates = window.findChild<QToolButton*>(QStringLiteral("verdict-%1").arg(int(theme::ActionKind::Create)));
    creates->click();
    QTRY_VERIFY(tree->isExpanded(tree->model()->index(1, 0)));
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
    listByModule(window);
    auto* plan = window.findChild<QPushButton*>(QStringLiteral("plan"));
    QVERIFY(!approve->isEnabled());

    // Two creates: nothing is destroyed, so no word has to be typed.
    window.openFolder(folder.path());
    QVERIFY(settle(window));
    QVERIFY2(approve->isEnabled(), qPrintable(approve->toolTip()));
    QTest::mouseClick(approve, Qt::LeftButton);
    QVERIFY(window.reviewPage());
    QVERIFY(window.reviewPage()->word().isEmpty());
    auto* keep = window.reviewPage()->findChild<QPushButton*>(QStringLiteral("keep"));
    QVERIFY(keep->isDefault());
    QVERIFY(applyReviewed(window));
    // The applied plan stays with the outcome of each change, and cannot be approved again.
    QVERIFY(!window.result()->changes().isEmpty());
    QVERIFY2(!approve->isEnabled() && approve->toolTip().contains(QStringLiteral("Plan again")),
             qPrintable(approve->toolTip()));
    QTest::mouseClick(window.findChild<QPushButton*>(QStringLiteral("apply-plan-again")), Qt::LeftButton);
    QVERIFY(settle(window));
    const QJsonObject first = stateIn(folder.path());
    const QString base = idOf(first, QStringLiteral("base"));
    const QString user = idOf(first, QStringLiteral("user"));
    QVERIFY(!base.isEmpty() && !user.isEmpty());
    QVERIFY(window.result()->changes().isEmpty());
    QVERIFY(!approve->isEnabled());

    // An update: a click in the tree selects it, the key requests its replacement, and the plan follows.
    write(folder.filePath(QStringLiteral("terraform.tfvars")), "size = 2\n");
    QTest::mouseClick(plan, Qt::LeftButton);
    QVERIFY(settle(window));
    QCOMPARE(changeOf(window, "terraform_data.base")->change.action, plans::Action::Update);
    QApplication::setActiveWindow(&window); // on the offscreen platform, no window is active after a dialog closes
    const QRect row = tree->visualRect(tree->model()->index(0, 0));
    QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, row.center());
    QTest::keyClick(tree, Qt::Key_R, Qt::AltModifier);
    QVERIFY(settle(window));
    QCOMPARE(changeOf(window, "terraform_data.base")->change.action, plans::Action::DeleteThenCreate);
    QCOMPARE(changeOf(window, "terraform_data.base")->reason, plans::ActionReason::ReplaceByRequest);

    // An object is destroyed: the button is disabled until the word is typed.
    QTest::mouseClick(approve, Qt::LeftButton);
    QVERIFY(window.reviewPage());
    auto* apply = window.reviewPage()->findChild<QPushButton*>(QStringLiteral("apply"));
    auto* word = window.reviewPage()->findChild<QLineEdit*>(QStringLiteral("word"));
    QVERIFY(!apply->isEnabled());
    QTest::keyClicks(word, QStringLiteral("destro"));
    QVERIFY(!apply->isEnabled());
    QTest::keyClicks(word, QStringLiteral("y"));
    QVERIFY(apply->isEnabled());
    QVERIFY(applyReviewed(window));
    const QJsonObject second = stateIn(folder.path());
    QVERIFY(!idOf(second, QStringLiteral("base")).isEmpty());
    QVERIFY(idOf(second, QStringLiteral("base")) != base);
    QCOMPARE(idOf(second, QStringLiteral("user")), user);
    QCOMPARE(second[QStringLiteral("lineage")], first[QStringLiteral("lineage")]);
    QVERIFY(second[QStringLiteral("serial")].toInt() > first[QStringLiteral("serial")].toInt());
    QTest::keyClick(&window, Qt::Key_R, Qt::ControlModifier);
    QVERIFY(settle(window));
    QVERIFY(window.result()->changes().isEmpty());
}

QTEST_MAIN(TestWindow)
#include "tst_window.moc"
