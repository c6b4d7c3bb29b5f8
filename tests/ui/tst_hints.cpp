// SPDX-License-Identifier: MPL-2.0
#include "core/plans/changes.h"
#include "tests/support/scoped_environment.h"
#include "tests/support/windows.h"
#include "ui/graph/graph_data.h"
#include "ui/graph/graph_view.h"
#include "ui/models/changes/change_tree_model.h"
#include "ui/pages/drawer/detail_panel.h"
#include "ui/pages/drawer/generated_page.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"
#include "ui/window/what_if.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QImage>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>
#include <QTreeView>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;

namespace {

/// A state, with ' instead of ".
const QByteArray renamedState =
    QByteArray("{'version': 4, 'terraform_version': '1.12.6', 'serial': 1, 'lineage': "
               "'11111111-2222-3333-4444-555555555555', 'outputs': {}, 'resources': ["
               "{'mode': 'managed', 'type': 'terraform_data', 'name': 'server', 'provider': "
               "'provider[\\'terraform.io/builtin/terraform\\']', 'instances': [{"
               "'schema_version': 0, 'attributes': {'id': 'a1', 'input': {'value': 'web', 'type': 'string'}, 'output': "
               "{'value': 'web', 'type': 'string'}, "
               "'triggers_replace': null}}]}]}")
        .replace('\'', '"');

QString why(const MainWindow& window) {
    return whyText(window);
}

/// Writes a configuration whose module `m` has three findings, one of high severity and two of low, by the rules of the
/// folder.
void writeFindings(const QDir& folder) {
    write(folder.filePath(QStringLiteral("main.tf")),
          "module \"m\" {\n  source = \"./m\"\n}\nresource \"terraform_data\" \"plain\" {\n  input = \"plain\"\n}\n");
    folder.mkpath(QStringLiteral("m"));
    folder.mkpath(QStringLiteral(".planlens"));
    folder.mkpath(QStringLiteral(".terraform/modules"));
    write(folder.filePath(QStringLiteral(".terraform/modules/modules.json")),
          QByteArray("{'Modules':[{'Key':'','Source':'','Dir':'.'},{'Key':'m','Source':'./m','Dir':'m'}]}")
              .replace('\'', '"'));
    write(folder.filePath(QStringLiteral("m/main.tf")),
          "resource \"terraform_data\" \"one\" {\n  input = \"bad\"\n}\nresource \"terraform_data\" \"two\" {\n  input "
          "= \"odd\"\n}\n");
    write(folder.filePath(QStringLiteral(".planlens/rules.json")),
          QByteArray("{'rules': [{'id': 'bad', 'title': 'Bad', 'detail': 'd', 'severity': 'high', 'actions': "
                     "['create'], 'when': [{'attribute': 'input', 'is': ['bad']}]},"
                     "{'id': 'odd', 'title': 'Odd', 'detail': 'd', 'severity': 'low', 'actions': ['create'], 'when': "
                     "[{'attribute': 'input', 'is': ['odd', 'bad']}]}]}")
              .replace('\'', '"'));
}

bool showsColor(const graph::GraphView& view, const QColor& color) {
    const QImage image = view.viewport()->grab().toImage();
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixelColor(x, y) == color)
                return true;
    return false;
}

} // namespace

/// The hints of the window: possible renames, generated configuration, findings.
class TestHints final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }
    void offersMovedBlocks();
    void showsGeneratedConfiguration();
    void asksBeforeReplacingFiles();
    void generatesWhatIsImported();
    void countsFindings();
    void offersNoWhatIfForPlanFiles();
    void copiesCommandsThatGenerateToo();

private:
    const QTemporaryDir m_none;
    const ScopedEnvironment m_environment{"XDG_CONFIG_HOME", m_none.path().toUtf8()};
};

void TestHints::offersMovedBlocks() {
    const QTemporaryDir folder;
    write(folder.filePath(QStringLiteral("main.tf")),
          "resource \"terraform_data\" \"web\" {\n  input = \"web\"\n}\nresource \"terraform_data\" \"other\" {\n  "
          "input = \"other\"\n}\n");
    write(folder.filePath(QStringLiteral("terraform.tfstate")), renamedState);
    MainWindow window;
    window.show();
    window.openFolder(folder.path());
    QVERIFY(settle(window));
    auto* copy = window.findChild<QAction*>(QStringLiteral("copy-moved-block"));
    auto* copyAll = window.findChild<QAction*>(QStringLiteral("copy-all-moved-blocks"));
    QVERIFY(window.actions().contains(copy) && window.actions().contains(copyAll)); // found by name
    QVERIFY(!copy->isEnabled());
    QVERIFY(window.select(QStringLiteral("terraform_data.other")));
    QVERIFY(!copy->isEnabled());
    QVERIFY(!why(window).contains(QStringLiteral("move")));
    const QString block = QStringLiteral("moved {\n  from = terraform_data.server\n  to   = terraform_data.web\n}");
    QVERIFY(window.select(QStringLiteral("terraform_data.web")));
    QVERIFY2(why(window).contains(QStringLiteral(
                 "Possible rename: − terraform_data.server is destroyed and has the same configuration.")),
             qPrintable(why(window)));
    QVERIFY2(why(window).contains(block), qPrintable(why(window)));
    QVERIFY(window.select(QStringLiteral("terraform_data.server")));
    QVERIFY2(why(window).contains(
                 QStringLiteral("Possible rename: + terraform_data.web is created with the same configuration.")),
             qPrintable(why(window)));
    QVERIFY(why(window).contains(block));
    // The hint is listed among the findings. Its link, its name, and the command for all hints copy it.
    QVERIFY(window.showView(QStringLiteral("findings")));
    const auto* findings = window.findChild<QTableView*>(QStringLiteral("findings"));
    QCOMPARE(findings->model()->rowCount(), 1);
    QCOMPARE(findings->model()->index(0, 2).data().toString(), QStringLiteral("terraform_data.server"));
    QVERIFY(
        findings->model()->index(0, 3).data().toString().contains(QStringLiteral("It looks like terraform_data.web.")));
    for (const int way : {0, 1, 2}) {
        QApplication::clipboard()->setText(QStringLiteral("before"));
        if (way == 0)
            Q_EMIT window.findChild<QTextBrowser*>(QStringLiteral("why"))->anchorClicked(QUrl(QStringLiteral("copy:")));
        else
            (way == 1 ? copy : copyAll)->trigger();
        QCOMPARE(QApplication::clipboard()->text(), QString(block + QStringLiteral("\n")));
    }
    // The copied block has the promised effect.
    write(folder.filePath(QStringLiteral("moves.tf")), QApplication::clipboard()->text().toUtf8());
    QTest::keyClick(&window, Qt::Key_R, Qt::ControlModifier);
    QVERIFY(settle(window));
    QVERIFY(window.result()->analysis.likelyMoves.empty());
    QVERIFY(!copyAll->isEnabled());
    QVERIFY(window.select(QStringLiteral("terraform_data.web")));
    QVERIFY2(why(window).contains(QStringLiteral("Moved from terraform_data.server")), qPrintable(why(window)));
}

void TestHints::showsGeneratedConfiguration() {
    MainWindow window;
    window.show();
    window.openPlan(casePlan(QStringLiteral("imports-generated")));
    QVERIFY(settle(window));
    auto* page = window.findChild<widgets::GeneratedPage*>();
    auto* details = window.findChild<widgets::DetailPanel*>();
    QCOMPARE(page->count(), 1);
    QVERIFY(details->isTabVisible(details->indexOf(page)));
    // For all resources, shows the text that OpenTofu writes to a file; for a selected resource, its block.
    const QString block = QStringLiteral(
        "resource \"terraform_data\" \"b\" {\n  input            = null\n  triggers_replace = null\n}\n");
    const QString file = QStringLiteral("# __generated__ by OpenTofu\n# Please review these resources and move them "
                                        "into your main configuration files.\n\n"
                                        "# __generated__ by OpenTofu from \"id-b\"\n") +
                         block;
    QCOMPARE(page->text(), file);
    QVERIFY(window.select(QStringLiteral("terraform_data.a"))); // this one is already configured
    QCOMPARE(page->text(), file);
    QVERIFY(!why(window).contains(QStringLiteral("Show its configuration")));
    QVERIFY(window.select(QStringLiteral("terraform_data.b")));
    QCOMPARE(page->text(), block);
    QVERIFY(why(window).contains(QStringLiteral("Show its configuration")));
    QVERIFY(!details->isOpen());
    Q_EMIT window.findChild<QTextBrowser*>(QStringLiteral("why"))->anchorClicked(QUrl(QStringLiteral("generated:")));
    QVERIFY(details->isOpen());
    QCOMPARE(details->currentWidget(), page);
    page->findChild<QPushButton*>(QStringLiteral("generated-copy"))->click();
    QCOMPARE(QApplication::clipboard()->text(), block);
    // Other plans do not have this page.
    window.openPlan(casePlan(QStringLiteral("imports-replace")));
    QVERIFY(settle(window));
    QVERIFY(!details->isTabVisible(details->indexOf(page)));
}

void TestHints::asksBeforeReplacingFiles() {
    const QTemporaryDir folder;
    MainWindow window;
    window.show();
    window.openPlan(casePlan(QStringLiteral("imports-generated")));
    QVERIFY(settle(window));
    auto* page = window.findChild<widgets::GeneratedPage*>();
    const QString path = folder.filePath(QStringLiteral("generated.tf"));
    page->saveTo(path);
    QVERIFY(!page->findChild<QMessageBox*>());
    const QByteArray saved = read(path);
    QCOMPARE(QString::fromUtf8(saved), page->text());
    for (const bool isReplaced : {false, true}) {
        write(path, "mine");
        page->saveTo(path);
        auto* question = page->findChild<QMessageBox*>(QStringLiteral("replace-file"));
        QVERIFY(question && question->isVisible());
        QCOMPARE(question->defaultButton(), question->button(QMessageBox::Cancel)); // the safe one
        QCOMPARE(read(path), QByteArray("mine"));
        for (QAbstractButton* button : question->buttons())
            if ((question->standardButton(button) == QMessageBox::Cancel) != isReplaced)
                button->click();
        QCOMPARE(read(path), isReplaced ? saved : QByteArray("mine"));
        delete question;
    }
    QSignalSpy told(page, &widgets::GeneratedPage::messageShown);
    page->saveTo(folder.filePath(QStringLiteral("missing/generated.tf")));
    QCOMPARE(told.size(), 1);
    QVERIFY(told.first().first().toString().contains(QStringLiteral("cannot be written")));
}

void TestHints::generatesWhatIsImported() {
    const QTemporaryDir folder;
    write(folder.filePath(QStringLiteral("main.tf")),
          "import {\n  to = terraform_data.found\n  id = \"id-found\"\n}\n");
    MainWindow window;
    window.show();
    window.openFolder(folder.path());
    QVERIFY(settle(window));
    QVERIFY(window.result()->plan);
    QVERIFY(!window.result()->hasErrors());
    auto* page = window.findChild<widgets::GeneratedPage*>();
    QCOMPARE(page->count(), 1);
    const auto* approve = window.findChild<QPushButton*>(QStringLiteral("approve"));
    QVERIFY(!approve->isEnabled()); // the next plan would destroy objects without configuration
    QVERIFY2(approve->toolTip().contains(QStringLiteral("Save it")), qPrintable(approve->toolTip()));
    page->saveTo(folder.filePath(QStringLiteral("generated.tf")));
    QTest::keyClick(&window, Qt::Key_R, Qt::ControlModifier);
    QVERIFY(settle(window));
    QCOMPARE(page->count(), 0);
    QVERIFY(approve->isEnabled());
    QCOMPARE(window.result()->changes().resources().size(), std::size_t(1));
}

void TestHints::countsFindings() {
    const QTemporaryDir folder;
    writeFindings(QDir(folder.path()));
    MainWindow window;
    window.resize(1600, 900);
    window.show();
    window.openFolder(folder.path());
    QVERIFY(settle(window));
    QCOMPARE(window.result()->analysis.findings.size(), std::size_t(3));
    const auto button = [&](int severity) {
        return window.findChild<QToolButton*>(QStringLiteral("findings-%1").arg(severity));
    };
    QCOMPARE(button(0)->text(), QStringLiteral("⚠ 1 high risk"));
    QVERIFY(!button(1)->isVisible());
    QCOMPARE(button(2)->text(), QStringLiteral("⚠ 2 low risk"));
    QVERIFY(button(2)->toolTip().contains(QStringLiteral("2  Odd")));
    // In the row of a module and on its folded box, with the color of the most severe finding.
    auto* tree = window.findChild<QTreeView*>(QStringLiteral("changes"));
    listByModule(window);
    QStringList badges;
    for (int row = 0; row < tree->model()->rowCount(); ++row)
        if (tree->model()->index(row, 0).data(models::AddressRole).toString() == QStringLiteral("module.m"))
            badges =
                tree->model()->index(row, models::ChangeTreeModel::NotesColumn).data(models::BadgesRole).toStringList();
    QVERIFY2(badges.join(u' ').startsWith(QStringLiteral("⚠ 3")), qPrintable(badges.join(u' ')));
    graph::GraphView& view = window.graphView();
    QSignalSpy drawn(&view, &graph::GraphView::drawn);
    view.toggleFolding(QStringLiteral("module.m"));
    QVERIFY(drawn.wait(20000));
    QTRY_VERIFY(!view.isMoving());
    QVERIFY(view.isFolded(QStringLiteral("module.m")));
    const std::size_t box = view.data()->nodes.size();
    QCOMPARE(view.findingsOf(box).count, 3);
    QCOMPARE(view.findingsOf(box).worst(), 0);
    const QColor worst = theme::surfaces(theme::Scheme::Light).error;
    QVERIFY(showsColor(view, worst));
    // Each severity is a filter. Hidden findings are still counted.
    QTest::mouseClick(button(0), Qt::LeftButton);
    const auto shown = [&] { return window.findChild<QLabel*>(QStringLiteral("shown-count"))->text(); };
    QVERIFY2(shown().startsWith(QStringLiteral("1 of 3 shown · 2 hidden · ⚠ 1 ")), qPrintable(shown()));
    const auto& drawer = *window.findChild<widgets::DetailPanel*>();
    constexpr int findings = int(widgets::DetailPanel::Page::Findings);
    QVERIFY(!drawer.isOpen()); // it would take space from the changes and the graph
    // The page lists the findings of the shown changes. Other pages are those of the whole plan, and the window says
    // so.
    const auto& table = *window.findChild<QTableView*>(QStringLiteral("findings"));
    QCOMPARE(drawer.tabText(findings), QStringLiteral("Findings (%1 of 3)").arg(table.model()->rowCount()));
    QVERIFY(table.model()->rowCount() < 3);
    for (int row = 0; row < table.model()->rowCount(); ++row)
        QCOMPARE(table.model()->index(row, 2).data(), table.model()->index(0, 2).data()); // of the one shown change
    const auto& unfiltered = *window.findChild<QLabel*>(QStringLiteral("unfiltered-pages"));
    QVERIFY(unfiltered.isVisible() && unfiltered.text().startsWith(QStringLiteral("Checks, drift, outputs")));
    QTest::mouseClick(button(2), Qt::LeftButton); // findings of either severity
    QCOMPARE(shown(), QStringLiteral("2 of 3 shown · 1 hidden"));
    QTest::mouseClick(button(0), Qt::LeftButton);
    QTest::mouseClick(button(2), Qt::LeftButton);
    QCOMPARE(drawer.tabText(findings), QStringLiteral("Findings (3)"));
    QVERIFY(!unfiltered.isVisible());
    QVERIFY(!window.findChild<QLabel*>(QStringLiteral("shown-count"))->isVisible());
}

void TestHints::copiesCommandsThatGenerateToo() {
    const QTemporaryDir folder;
    write(folder.filePath(QStringLiteral("main.tf")), "import {\n  to = terraform_data.b\n  id = \"id-b\"\n}\n");
    MainWindow window;
    window.show();
    window.openFolder(folder.path());
    QVERIFY(settle(window));
    const auto copied = [&] {
        window.findChild<widgets::WhatIf*>()->copyCommandAction()->trigger();
        return QApplication::clipboard()->text();
    };
    QVERIFY2(copied().endsWith(QStringLiteral(" plan -generate-config-out=generated.tf")), qPrintable(copied()));
    write(folder.filePath(QStringLiteral("more.tf")), "resource \"terraform_data\" \"b\" {}\n");
    window.openFolder(folder.path());
    QVERIFY(settle(window));
    QVERIFY2(copied().endsWith(QStringLiteral(" plan")), qPrintable(copied()));
}

void TestHints::offersNoWhatIfForPlanFiles() {
    const QTemporaryDir folder;
    write(folder.filePath(QStringLiteral("main.tf")), "resource \"terraform_data\" \"a\" {}\n");
    MainWindow window;
    window.show();
    window.openFolder(folder.path());
    QVERIFY(settle(window));
    QVERIFY2(why(window).contains(QStringLiteral("replaces it")), qPrintable(why(window)));
    auto* whatIf = window.findChild<widgets::WhatIf*>();
    QVERIFY(whatIf->copyCommandAction()->isEnabled());
    QVERIFY(window.select(QStringLiteral("terraform_data.a")));
    QTest::keyClick(&window, Qt::Key_T, Qt::AltModifier); // target only
    QVERIFY(settle(window));
    QVERIFY(whatIf->undoAction()->isEnabled());
    window.openPlan(casePlan(QStringLiteral("actions-enabled")));
    QVERIFY(settle(window));
    QVERIFY2(!why(window).contains(QStringLiteral("replaces it")) &&
                 why(window).contains(QStringLiteral("Select a change")),
             qPrintable(why(window)));
    QVERIFY(!whatIf->undoAction()->isEnabled());
    QVERIFY(!whatIf->copyCommandAction()->isEnabled());
    // Opening another plan or a folder clears the undo history.
    window.openPlan(casePlan(QStringLiteral("actions-create")));
    QVERIFY(settle(window));
    QVERIFY(!whatIf->undoAction()->isEnabled());
    window.openFolder(folder.path());
    QVERIFY(settle(window));
    QVERIFY(!whatIf->undoAction()->isEnabled());
    QVERIFY(whatIf->copyCommandAction()->isEnabled());
}

QTEST_MAIN(TestHints)
#include "tst_hints.moc"
