// SPDX-License-Identifier: MPL-2.0
#include "tests/support/state_of_three.h"
#include "tests/support/windows.h"
#include "ui/bars/session_bar.h"
#include "ui/bars/verdict_bar.h"
#include "ui/graph/graph_data.h"
#include "ui/graph/graph_view.h"
#include "ui/graph/node_item.h"
#include "ui/pages/drawer/detail_panel.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QDir>
#include <QGraphicsScene>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QToolButton>

using namespace planlens;
using namespace planlens::testing;
using graph::BoxItem;
using graph::EdgeLayer;
using graph::GraphView;
using theme::ActionKind;
using widgets::MainWindow;

namespace {

/// With stateOfThree: "base" and "user" are updated, "free" is destroyed. `others` objects are created.
QByteArray configuration(int others) {
    QByteArray text = "resource \"terraform_data\" \"base\" {\n  input = \"base 2\"\n}\n"
                      "resource \"terraform_data\" \"user\" {\n  input = terraform_data.base.output\n}\n"
                      "resource \"terraform_data\" \"made0\" {\n  input = terraform_data.user.id\n}\n";
    for (int i = 1; i < others; ++i)
        text += "resource \"terraform_data\" \"made" + QByteArray::number(i) + "\" {\n  input = terraform_data.made" +
                QByteArray::number(i - 1) + ".id\n}\n";
    return text + "module \"part\" {\n  source = \"./part\"\n}\n";
}
constexpr auto part = "resource \"terraform_data\" \"inner\" {\n  input = 1\n}\n";
constexpr auto manifest =
    R"({"Modules":[{"Key":"","Source":"","Dir":"."},{"Key":"part","Source":"./part","Dir":"part"}]})";

QString address(const char* name) {
    return QStringLiteral("terraform_data.") + QString::fromLatin1(name);
}

} // namespace

/// What a filter changes besides the list of changes.
class TestFilterEffects final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }

    void countsFollowTheFilter() {
        QVERIFY(open(2));
        const auto* reviewed = named<QLabel>(*m_window, "reviewed");
        QCOMPARE(reviewed->text(), QStringLiteral("Reviewed 0 / 6"));
        QVERIFY(whyText(*m_window).contains(QStringLiteral("6 change(s). 1 object(s) will be destroyed.")));
        QTRY_VERIFY(drawerTabs().contains(QStringLiteral("Order (6)")));

        click(ActionKind::Update);
        QCOMPARE(reviewed->text(), QStringLiteral("Reviewed 0 / 2"));
        QVERIFY2(whyText(*m_window).contains(QStringLiteral("The filter shows 2 of 6 change(s).")),
                 qPrintable(whyText(*m_window)));
        QVERIFY(whyText(*m_window).contains(QStringLiteral("2 change(s). No object is destroyed.")));
        QVERIFY(!whyText(*m_window).contains(QStringLiteral("module.part")));
        QVERIFY2(drawerTabs().contains(QStringLiteral("Order (2)")), qPrintable(drawerTabs().join(u' ')));
        // The count of another action says what it would add.
        QCOMPARE(button(ActionKind::Create)->text().section(u' ', 0, 0), QStringLiteral("3"));

        // Only the marks of shown changes count.
        QTest::keyClick(m_window.get(), Qt::Key_F7);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QCOMPARE(reviewed->text(), QStringLiteral("Reviewed 1 / 2"));
        click(ActionKind::Update);
        click(ActionKind::Delete);
        QCOMPARE(reviewed->text(), QStringLiteral("Reviewed 0 / 1"));
        click(ActionKind::Delete);
        QCOMPARE(reviewed->text(), QStringLiteral("Reviewed 1 / 6"));
        QVERIFY(drawerTabs().contains(QStringLiteral("Order (6)")));
    }

    void countsOfActionsFollowOtherFilters() {
        QVERIFY(open(2));
        models::ChangeCriteria criteria;
        criteria.modules = {QStringLiteral("module.part")};
        m_window->findChild<widgets::VerdictBar*>()->setCriteria(criteria);
        QCOMPARE(button(ActionKind::Create)->text().section(u' ', 0, 0), QStringLiteral("1"));
        QVERIFY(button(ActionKind::Update)->isHidden());
        QVERIFY(button(ActionKind::Delete)->isHidden());
        m_window->findChild<widgets::VerdictBar*>()->setCriteria({});
        QCOMPARE(button(ActionKind::Create)->text().section(u' ', 0, 0), QStringLiteral("3"));
        QVERIFY(!button(ActionKind::Update)->isHidden());
    }

    void statusTextGoesWithTheFilter() {
        QVERIFY(open(2));
        QVERIFY(m_window->select(address("free")));
        click(ActionKind::Create);
        QVERIFY(m_window->statusBar()->currentMessage().contains(address("free")));
        click(ActionKind::Create);
        QCOMPARE(m_window->statusBar()->currentMessage(), QString());
    }

    void edgesOfHiddenNodesFade() {
        QVERIFY(open(2));
        QCOMPARE(tone("base", "user"), EdgeLayer::Tone::Normal);
        click(ActionKind::Create);
        QTRY_COMPARE(tone("base", "user"), EdgeLayer::Tone::Pale);
        QCOMPARE(tone("user", "made0"), EdgeLayer::Tone::Pale); // one end is hidden
        QCOMPARE(tone("made0", "made1"), EdgeLayer::Tone::Normal);
        click(ActionKind::Create);
        QTRY_COMPARE(tone("base", "user"), EdgeLayer::Tone::Normal);
    }

    void graphFitsAgain_data() {
        QTest::addColumn<QString>("change");
        QTest::newRow("filter") << QStringLiteral("filter");
        QTest::newRow("search") << QStringLiteral("search");
        QTest::newRow("mode") << QStringLiteral("mode");
        QTest::newRow("hidden actions") << QStringLiteral("legend");
    }
    void graphFitsAgain() {
        QFETCH(QString, change);
        QVERIFY(open(40));
        view().setScope(graph::Scope::Everything);
        waitForDrawing();
        view().fit();
        QVERIFY(isInView("made0") && isInView("made39"));
        // The whole graph is too small to read, so a selected node is enlarged.
        QVERIFY(m_window->select(address("made0")));
        waitForDrawing();
        QVERIFY(!isInView("made39"));
        QTest::keyClick(m_window.get(), Qt::Key_F7); // a row, which can be deselected
        view().goTo({});
        if (change == QStringLiteral("filter")) {
            click(ActionKind::Update);
        } else if (change == QStringLiteral("search")) {
            auto* field = named<QLineEdit>(*m_window, "search");
            QTest::keyClicks(field, QStringLiteral("nothing such"));
            field->clear();
        } else if (change == QStringLiteral("legend")) {
            auto* legend = m_window->findChild<QToolButton*>(QStringLiteral("legend-%1").arg(int(ActionKind::Update)));
            QTest::mouseClick(legend, Qt::LeftButton);
        } else {
            for (QToolButton* mode : m_window->findChild<widgets::SessionBar*>()->findChildren<QToolButton*>())
                if (mode->text() == QStringLiteral("Destroy"))
                    mode->click();
            QVERIFY(settle(*m_window));
        }
        waitForDrawing();
        const QStringList expected = change == QStringLiteral("mode")
                                         ? QStringList{address("base"), address("free")}
                                         : QStringList{address("made0"), address("made39")};
        for (const QString& name : expected)
            QTRY_VERIFY2(view().viewport()->rect().contains(view().nodeRect(name)) && !view().nodeRect(name).isEmpty(),
                         qPrintable(name));
    }

    void cardOfAFoldedModuleIsMarked() {
        QVERIFY(open(2));
        const QString module = QStringLiteral("module.part"),
                      inner = QStringLiteral("module.part.terraform_data.inner");
        QVERIFY(m_window->select(inner));
        waitForDrawing();
        QVERIFY(!view().isFolded(module));
        view().toggleFolding(module);
        waitForDrawing();
        QVERIFY(view().isFolded(module));
        const int marked = accentPixels(module);
        view().goTo({});
        QVERIFY2(marked > accentPixels(module) + 20, qPrintable(QString::number(marked)));
        // A click on the card selects the module.
        QVERIFY(m_window->select(address("made0")));
        QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, card(module).center());
        QCOMPARE(whyText(*m_window).section(u'\n', 0, 0), module);
    }

private:
    bool open(int others) {
        m_window.reset();
        m_folder = std::make_unique<QTemporaryDir>();
        const QDir folder(m_folder->path());
        folder.mkpath(QStringLiteral("part"));
        folder.mkpath(QStringLiteral(".terraform/modules"));
        if (!write(folder.filePath(QStringLiteral("main.tf")), configuration(others)) ||
            !write(folder.filePath(QStringLiteral("part/main.tf")), part) ||
            !write(folder.filePath(QStringLiteral(".terraform/modules/modules.json")), manifest) ||
            !write(folder.filePath(QStringLiteral("terraform.tfstate")), stateOfThree))
            return false;
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1440, 900);
        m_window->show();
        m_window->openFolder(m_folder->path(), session::Trust::Given);
        if (!QTest::qWaitForWindowActive(m_window.get()) || !settle(*m_window))
            return false;
        waitForDrawing();
        return true;
    }
    GraphView& view() { return m_window->graphView(); }
    void waitForDrawing() {
        QCoreApplication::processEvents(); // the filter reaches the graph in a later event
        QVERIFY(QTest::qWaitFor([&] { return !view().isDrawing() && !view().isMoving(); }, 20000));
    }
    QToolButton* button(ActionKind kind) {
        return m_window->findChild<QToolButton*>(QStringLiteral("verdict-%1").arg(int(kind)));
    }
    void click(ActionKind kind) { QTest::mouseClick(button(kind), Qt::LeftButton); }
    QStringList drawerTabs() {
        const auto* drawer = m_window->findChild<widgets::DetailPanel*>();
        QStringList texts;
        for (int i = 0; i < drawer->count(); ++i)
            texts.append(drawer->tabText(i));
        return texts;
    }
    EdgeLayer::Tone tone(const char* from, const char* to) {
        const auto& data = view().data();
        const auto at = [&](const char* name) { return std::size_t(data->nodeOf.value(address(name), -1)); };
        for (std::size_t i = 0; i < data->scene.edges.size(); ++i)
            if (data->scene.edges[i].from == at(from) && data->scene.edges[i].to == at(to))
                return view().edgeLayer()->tone(i);
        return EdgeLayer::Tone::Cone;
    }
    bool isInView(const char* name) { return view().viewport()->rect().contains(view().nodeRect(address(name))); }
    QRect card(const QString& module) {
        for (const QGraphicsItem* item : view().scene()->items())
            if (const auto* box = qgraphicsitem_cast<const BoxItem*>(item); box && box->box().id == module)
                return view().mapFromScene(box->sceneBoundingRect()).boundingRect();
        return {};
    }
    /// Returns the number of pixels of the card in the color of selections.
    int accentPixels(const QString& module) {
        const QImage picture = view().viewport()->grab(card(module)).toImage();
        const QColor accent = theme::surfaces(theme::currentScheme()).accent;
        int count = 0;
        for (int y = 0; y < picture.height(); ++y)
            for (int x = 0; x < picture.width(); ++x)
                count += picture.pixelColor(x, y) == accent;
        return count;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(TestFilterEffects)
#include "tst_filter_effects.moc"
