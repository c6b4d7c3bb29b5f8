// SPDX-License-Identifier: MPL-2.0
#include "tests/support/windows.h"
#include "ui/graph/graph_view.h"
#include "ui/graph/node_item.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QGraphicsScene>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTreeView>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;

namespace {

constexpr auto configuration = "resource \"terraform_data\" \"a\" {}\nresource \"terraform_data\" \"b\" {}\n"
                               "resource \"terraform_data\" \"c\" {}\nresource \"terraform_data\" \"d\" {}\n";

} // namespace

/// What is selected in the list, in the graph, and for the commands.
class TestSelection final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }

    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1600, 900);
        m_window->show();
        QVERIFY(write(m_folder->filePath(QStringLiteral("main.tf")), configuration));
        m_window->openFolder(m_folder->path());
        QVERIFY(settle(*m_window));
        QTRY_VERIFY(!m_window->graphView().isDrawing());
        QApplication::setActiveWindow(m_window.get());
    }
    void cleanup() { m_window.reset(); }

    void graphShowsAllSelectedChanges() {
        auto& tree = *named<QTreeView>(*m_window, "changes");
        const auto click = [&](int row, Qt::KeyboardModifiers modifiers) {
            const QModelIndex index = tree.model()->index(row, 0, tree.model()->index(0, 0));
            QTest::mouseClick(tree.viewport(), Qt::LeftButton, modifiers, tree.visualRect(index).center());
        };
        click(0, {});
        QCOMPARE(selectedInGraph(), QStringList{QStringLiteral("terraform_data.a")});
        click(2, Qt::ControlModifier);
        const QStringList both{QStringLiteral("terraform_data.a"), QStringLiteral("terraform_data.c")};
        QCOMPARE(selectedInGraph(), both);
        QVERIFY(!m_window->graphView().isDrawing());
        m_window->graphView().select(QStringLiteral("terraform_data.c")); // as a new picture does
        QCOMPARE(selectedInGraph(), both);
        // A single row is the only selected one again, also the current one.
        click(2, {});
        QCOMPARE(selectedInGraph(), QStringList{QStringLiteral("terraform_data.c")});
        QVERIFY(whyText(*m_window).contains(QStringLiteral("terraform_data.c")));
        click(0, Qt::ShiftModifier);
        QCOMPARE(selectedInGraph().size(), 3);
        QVERIFY(m_window->select(QStringLiteral("terraform_data.d")));
        QCOMPARE(selectedInGraph(), QStringList{QStringLiteral("terraform_data.d")});
    }

    void disabledCommandsSayWhy_data() {
        QTest::addColumn<int>("key");
        QTest::addColumn<QString>("why");
        QTest::newRow("replace") << (Qt::ALT | Qt::Key_R).toCombined()
                                 << QStringLiteral("Select a resource instance first.");
        QTest::newRow("exclude") << (Qt::ALT | Qt::Key_X).toCombined() << QStringLiteral("Select a change first.");
        QTest::newRow("target") << (Qt::ALT | Qt::Key_T).toCombined() << QStringLiteral("Select a change first.");
        QTest::newRow("approve") << (Qt::CTRL | Qt::Key_Return).toCombined() << QStringLiteral("Planning failed");
    }

    void disabledCommandsSayWhy() {
        QFETCH(int, key);
        QFETCH(QString, why);
        if (key == (Qt::CTRL | Qt::Key_Return).toCombined()) {
            QVERIFY(write(m_folder->filePath(QStringLiteral("main.tf")), "resource \"terraform_data\" {}\n"));
            m_window->openFolder(m_folder->path());
            QVERIFY(settle(*m_window));
        }
        const QKeyCombination keys = QKeyCombination::fromCombined(key);
        QTest::keyClick(m_window.get(), keys.key(), keys.keyboardModifiers());
        QVERIFY2(m_window->statusBar()->currentMessage().startsWith(why),
                 qPrintable(m_window->statusBar()->currentMessage()));
        QVERIFY(!m_window->isBusy());
    }

    void enabledCommandsRunAsBefore() {
        QVERIFY(m_window->select(QStringLiteral("terraform_data.a")));
        QTest::keyClick(m_window.get(), Qt::Key_X, Qt::AltModifier);
        QVERIFY(settle(*m_window));
        QTest::keyClick(m_window.get(), Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(m_window->reviewPage());
    }

private:
    QStringList selectedInGraph() const {
        QStringList addresses;
        for (const QGraphicsItem* item : m_window->graphView().scene()->selectedItems())
            if (const auto* node = qgraphicsitem_cast<const graph::NodeItem*>(item))
                addresses.append(node->node().instances);
        addresses.sort();
        return addresses;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(TestSelection)
#include "tst_selection.moc"
