// SPDX-License-Identifier: MPL-2.0
#include "tests/support/windows.h"
#include "ui/bars/verdict_bar.h"
#include "ui/graph/graph_data.h"
#include "ui/graph/graph_view.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace planlens;
using namespace planlens::testing;
using graph::GraphView;
using widgets::MainWindow;

namespace {

const char* const configuration = R"(
resource "terraform_data" "base" {
  input = 0
  lifecycle {
    postcondition {
      condition     = self.input == 0
      error_message = "no"
    }
  }
}
resource "terraform_data" "many" {
  count = 3
  input = terraform_data.base.id
}
)";
constexpr int others = 160; // so that the graph shows a map until a resource is selected

QString address(const char* name) {
    return QStringLiteral("terraform_data.") + QString::fromLatin1(name);
}

} // namespace

/// The graph around a selection that changes or goes.
class TestGraphSelection final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }

    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(writeConfiguration(configuration));
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1440, 900);
        m_window->show();
        m_window->openFolder(m_folder->path(), session::Trust::Given);
        QVERIFY(settle(*m_window));
        waitForDrawing();
        QVERIFY(view().data()->isMap);
    }

    /// All instances of a resource share a node.
    void pathNamesTheSelectedInstance() {
        for (const char* at : {"many[0]", "many[1]", "many[2]", "many[1]"}) {
            select(at);
            QCOMPARE(steps(), QStringList({QStringLiteral("Show all modules"), address(at)}));
            QCOMPARE(view().path(), QStringList(address(at)));
        }
        select("base");
        QCOMPARE(steps(), QStringList({QStringLiteral("Show all modules"), address("many[1]"), address("base")}));
    }

    void mapReturnsWithoutASelection_data() {
        QTest::addColumn<QString>("how");
        for (const char* how : {"filter", "plan", "list"})
            QTest::newRow(how) << QString::fromLatin1(how);
    }

    void mapReturnsWithoutASelection() {
        QFETCH(QString, how);
        select("many[1]");
        QVERIFY(view().data()->center);
        const auto* cone = named<QLabel>(*m_window, "cone");
        QVERIFY2(cone->accessibleName().startsWith(QStringLiteral("1 upstream")), qPrintable(cone->accessibleName()));
        if (how == QStringLiteral("filter")) {
            models::ChangeCriteria criteria;
            criteria.traits = {int(models::Trait::Checked)};
            m_window->findChild<widgets::VerdictBar*>()->setCriteria(criteria);
        } else if (how == QStringLiteral("plan")) {
            QVERIFY(writeConfiguration({}));
            m_window->findChild<QAction*>(QStringLiteral("plan"))->trigger();
            QVERIFY(settle(*m_window));
        } else {
            view().reveal({}); // a heading of the list
        }
        QTRY_VERIFY(!view().isDrawing() && view().data() && !view().data()->center);
        QVERIFY(view().data()->isMap);
        QCOMPARE(view().selectedInstances(), QStringList());
        QCOMPARE(steps(), QStringList(QStringLiteral("Show all modules")));
        QCOMPARE(cone->accessibleName(), QString());
    }

private:
    bool writeConfiguration(QByteArray text) {
        for (int i = 0; i < others; ++i)
            text += "resource \"terraform_data\" \"other" + QByteArray::number(i) + "\" { input = 1 }\n";
        return write(m_folder->filePath(QStringLiteral("main.tf")), text);
    }
    GraphView& view() { return m_window->graphView(); }
    void waitForDrawing() {
        QVERIFY(QTest::qWaitFor([&] { return !view().isDrawing() && !view().isMoving(); }, 20000));
    }
    void select(const char* name) {
        QVERIFY(m_window->select(address(name)));
        waitForDrawing();
    }
    /// Returns the steps of the path above the graph.
    QStringList steps() {
        QStringList texts;
        QCoreApplication::processEvents(); // layouts show added widgets in a later event
        for (const QToolButton* button : named<QWidget>(*m_window, "graph-path")->findChildren<QToolButton*>())
            if (button->isVisible())
                texts.append(button->toolTip());
        return texts;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(TestGraphSelection)
#include "tst_graph_selection.moc"
