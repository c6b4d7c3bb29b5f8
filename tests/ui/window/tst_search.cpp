// SPDX-License-Identifier: MPL-2.0
#include "tests/support/windows.h"
#include "ui/bars/search_field.h"
#include "ui/graph/graph_data.h"
#include "ui/graph/graph_view.h"
#include "ui/models/roles.h"
#include "ui/pages/list/change_finder.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"
#include "ui/window/plan/plan_view.h"

#include <QApplication>
#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;

/// The search field, and what it selects in the list and the graph.
class TestSearch final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }
    void findsAddressesInTreeAndGraph();
    void returnsWhereTheSearchBegan_data();
    void returnsWhereTheSearchBegan();
    void countsHiddenMatches();
    void selectionUnfoldsItsModules_data();
    void selectionUnfoldsItsModules();
    void selectionsKeepTheSizeOfTheDrawing();
    void unfoldsModulesOfMatches();

private:
    static void writeModules(const QTemporaryDir& folder);
};

void TestSearch::findsAddressesInTreeAndGraph() {
    QTemporaryDir folder;
    QByteArray text;
    for (const char* name : {"alpha", "beta_one", "beta_two", "gamma"})
        text += QByteArray("resource \"terraform_data\" \"") + name + "\" {}\n";
    write(folder.filePath(QStringLiteral("main.tf")), text);
    MainWindow window;
    window.show();
    window.openFolder(folder.path());
    QVERIFY(settle(window));
    QApplication::setActiveWindow(&window);
    auto* tree = window.findChild<QTreeView*>(QStringLiteral("changes"));
    auto* field = window.findChild<widgets::SearchField*>(QStringLiteral("search"));
    const auto current = [&] { return tree->currentIndex().data(models::AddressRole).toString(); };
    const QString one = QStringLiteral("terraform_data.beta_one");
    const QString two = QStringLiteral("terraform_data.beta_two");
    tree->setFocus();
    QTest::keyClick(&window, Qt::Key_F, Qt::ControlModifier);
    QVERIFY(field->hasFocus());
    QTest::keyClicks(field, QStringLiteral("BETA"));
    QCOMPARE(field->countText(), QStringLiteral("1 of 2"));
    QCOMPARE(current(), one);
    QCOMPARE(window.graphView().selectedInstances(), QStringList{one});
    QCOMPARE(window.graphView().matchCount(), 2);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(field->countText(), QStringLiteral("2 of 2"));
    QCOMPARE(current(), two);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(current(), one);
    QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(current(), two);
    QCOMPARE(window.graphView().selectedInstances(), QStringList{two});
    QTest::keyClicks(field, QStringLiteral(" zzz"));
    QCOMPARE(field->countText(), QStringLiteral("none"));
    QCOMPARE(current(), two);
    QVERIFY(field->hasFocus());
    QTest::keyClick(field, Qt::Key_Escape);
    QVERIFY(field->text().isEmpty());
    QVERIFY(field->countText().isEmpty());
    QCOMPARE(window.graphView().matchCount(), 0);
    QTest::keyClick(field, Qt::Key_Escape);
    QVERIFY(tree->hasFocus());
    QCOMPARE(current(), two);
}

void TestSearch::returnsWhereTheSearchBegan_data() {
    QTest::addColumn<QString>("selected"); // before the search
    QTest::newRow("a change") << QStringLiteral("terraform_data.gamma");
    QTest::newRow("nothing") << QString();
}

void TestSearch::returnsWhereTheSearchBegan() {
    QFETCH(QString, selected);
    QTemporaryDir folder;
    QByteArray text;
    for (const char* name : {"alpha", "beta_one", "beta_two", "gamma"})
        text += QByteArray("resource \"terraform_data\" \"") + name + "\" {}\n";
    write(folder.filePath(QStringLiteral("main.tf")), text);
    MainWindow window;
    window.show();
    window.openFolder(folder.path());
    QVERIFY(settle(window));
    if (!selected.isEmpty())
        QVERIFY(window.select(selected));
    const auto* tree = window.findChild<QTreeView*>(QStringLiteral("changes"));
    auto* field = window.findChild<widgets::SearchField*>(QStringLiteral("search"));
    const auto current = [&] { return tree->currentIndex().data(models::AddressRole).toString(); };
    QTest::keyClicks(field, QStringLiteral("beta_t"));
    QCOMPARE(current(), QStringLiteral("terraform_data.beta_two"));
    QTest::keyClicks(field, QStringLiteral("x"));
    QCOMPARE(field->countText(), QStringLiteral("none"));
    QCOMPARE(current(), selected);
    QTest::keyClick(field, Qt::Key_Backspace);
    QCOMPARE(current(), QStringLiteral("terraform_data.beta_two"));
}

void TestSearch::countsHiddenMatches() {
    QTemporaryDir folder;
    write(folder.filePath(QStringLiteral("main.tf")),
          "resource \"terraform_data\" \"beta\" {}\nresource \"terraform_data\" \"old_beta\" { input = 1 }\n");
    write(
        folder.filePath(QStringLiteral("terraform.tfstate")),
        R"({"version":4,"terraform_version":"1.12.6","serial":1,"lineage":"5e1b0a3e-0000-4000-8000-000000000000","outputs":{},"resources":[
{"mode":"managed","type":"terraform_data","name":"old_beta","provider":"provider[\"terraform.io/builtin/terraform\"]","instances":[{"schema_version":0,
"attributes":{"id":"a","input":{"value":1,"type":"number"},"output":{"value":1,"type":"number"},"triggers_replace":null},"sensitive_attributes":[]}]}],"check_results":null})");
    MainWindow window;
    window.show();
    window.openFolder(folder.path());
    QVERIFY(settle(window));
    auto* field = window.findChild<widgets::SearchField*>(QStringLiteral("search"));
    QTest::keyClicks(field, QStringLiteral("beta"));
    QCOMPARE(field->countText(), QStringLiteral("1 of 1 · 1 hidden"));
}

/// Writes twenty modules, which the graph folds.
void TestSearch::writeModules(const QTemporaryDir& folder) {
    QByteArray modules;
    QByteArray manifest = R"({"Modules":[{"Key":"","Source":"","Dir":"."})";
    for (int i = 0; i < 20; ++i) {
        modules += QStringLiteral("module \"m%1\" {\n  source = \"./m\"\n}\n").arg(i).toUtf8();
        manifest += QStringLiteral(",{\"Key\":\"m%1\",\"Source\":\"./m\",\"Dir\":\"m\"}").arg(i).toUtf8();
    }
    QByteArray part;
    for (int i = 0; i < 10; ++i)
        part += QStringLiteral("resource \"terraform_data\" \"part%1\" {}\n").arg(i).toUtf8();
    QDir(folder.path()).mkpath(QStringLiteral(".terraform/modules"));
    QDir(folder.path()).mkpath(QStringLiteral("m"));
    write(folder.filePath(QStringLiteral("main.tf")), modules);
    write(folder.filePath(QStringLiteral("m/main.tf")), part);
    write(folder.filePath(QStringLiteral(".terraform/modules/modules.json")), manifest + "]}");
}

void TestSearch::selectionUnfoldsItsModules_data() {
    QTest::addColumn<bool>("isFoldedByUser");
    QTest::newRow("folded to fit") << false;
    QTest::newRow("folded by the user") << true;
}

/// Modules around the selection are unfolded until another module is selected.
void TestSearch::selectionUnfoldsItsModules() {
    QFETCH(bool, isFoldedByUser);
    QTemporaryDir folder;
    writeModules(folder);
    MainWindow window;
    window.show();
    window.openFolder(folder.path());
    QVERIFY(settle(window));
    graph::GraphView& graph = window.graphView();
    graph.setScope(graph::Scope::Everything);
    QTRY_VERIFY(!graph.isDrawing());
    const QString module = QStringLiteral("module.m7"), address = QStringLiteral("module.m7.terraform_data.part3");
    if (isFoldedByUser)
        for (int i = 0; i < 2; ++i) {
            graph.toggleFolding(module);
            QTRY_VERIFY(!graph.isDrawing());
        }
    QVERIFY(graph.isFolded(module));
    QVERIFY(window.select(address));
    QTRY_VERIFY(!graph.isFolded(module));
    QCOMPARE(graph.selectedInstances(), QStringList{address});
    QVERIFY(graph.viewport()->rect().contains(graph.nodeRect(address)));
    QVERIFY(window.select(QStringLiteral("module.m8.terraform_data.part3")));
    QTRY_VERIFY(!graph.isFolded(QStringLiteral("module.m8")));
    QVERIFY(graph.isFolded(module));
}

void TestSearch::selectionsKeepTheSizeOfTheDrawing() {
    QTemporaryDir folder;
    copyFolder(QStringLiteral(PLANLENS_SOURCE_DIR "/resources/examples/review"), folder.path());
    MainWindow window;
    window.resize(1280, 800);
    window.show();
    window.openFolder(folder.path(), session::Trust::Given);
    QVERIFY(settle(window));
    graph::GraphView& graph = window.graphView();
    QTRY_VERIFY(!graph.isDrawing());
    qreal first = 0, last = 0;
    for (int i = 0; i < 12; ++i) {
        const QString module = QStringLiteral("module.service[\"%1\"]")
                                   .arg(i % 2 == 0 ? QStringLiteral("cart") : QStringLiteral("catalog"));
        QVERIFY(window.select(module + QStringLiteral(".terraform_data.image")));
        QTRY_VERIFY(!graph.isDrawing() && !graph.isFolded(module));
        last = graph.scene()->itemsBoundingRect().height();
        first = i == 1 ? last : first;
    }
    QVERIFY2(last < 1.3 * first, qPrintable(QStringLiteral("%1 %2").arg(first).arg(last)));
}

void TestSearch::unfoldsModulesOfMatches() {
    QTemporaryDir folder;
    writeModules(folder);
    MainWindow window;
    window.show();
    window.openFolder(folder.path());
    QVERIFY(settle(window));
    graph::GraphView& graph = window.graphView();
    const QString address = QStringLiteral("module.m7.terraform_data.part3");
    QVERIFY(graph.isFolded(QStringLiteral("module.m7")));
    QVERIFY(graph.nodeRect(address).isEmpty());
    auto* field = window.findChild<widgets::SearchField*>(QStringLiteral("search"));
    QTest::keyClicks(field, QStringLiteral("m7 part3"));
    QCOMPARE(field->countText(), QStringLiteral("1 of 1"));
    QTRY_VERIFY(!graph.isFolded(QStringLiteral("module.m7")));
    QVERIFY(graph.isFolded(QStringLiteral("module.m8")));
    QCOMPARE(graph.selectedInstances(), QStringList{address});
    QVERIFY(graph.viewport()->rect().contains(graph.nodeRect(address).center()));
    auto* tree = window.findChild<QTreeView*>(QStringLiteral("changes"));
    QCOMPARE(tree->currentIndex().data(models::AddressRole).toString(), address);
    QVERIFY(tree->viewport()->rect().contains(tree->visualRect(tree->currentIndex()).center()));
    // The next match is in a module that is still folded.
    QTest::keyClick(field, Qt::Key_Escape);
    QTest::keyClicks(field, QStringLiteral("part3"));
    QCOMPARE(window.plan().finder().search().count(), 20);
    QTest::keyClick(field, Qt::Key_Return);
    const QString next = window.plan().finder().search().current();
    QVERIFY(next != address);
    QTRY_COMPARE(graph.selectedInstances(), QStringList{next});
}

QTEST_MAIN(TestSearch)
#include "tst_search.moc"
