// SPDX-License-Identifier: MPL-2.0
#include "tests/support/windows.h"
#include "tests/ui/window/checked_configuration.h"
#include "tests/ui/window/drawn_texts.h"
#include "ui/basics/log_line.h"
#include "ui/basics/plain_text.h"
#include "ui/controls/table_look.h"
#include "ui/graph/graph_view.h"
#include "ui/models/apply_model.h"
#include "ui/models/rows_model.h"
#include "ui/pages/drawer/detail_panel.h"
#include "ui/theme/action_style.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextEdit>
#include <QTextLayout>

#include <memory>

using namespace planlens;
using namespace planlens::testing;
using widgets::DetailPanel;
using widgets::MainWindow;

/// The drawer below the regions: its tabs, and its height.
class TestDrawer final : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;

    bool open(const QByteArray& text) {
        m_window = std::make_unique<MainWindow>();
        return openConfiguration(*m_window, m_folder, text);
    }
    DetailPanel& drawer() const { return *m_window->findChild<DetailPanel*>(); }

private Q_SLOTS:
    void initTestCase() { theme::apply(*qApp, theme::Scheme::Light); }
    void cleanup() { m_window.reset(); }

    void isANamedGroup() { // Qt names a tab bar like its current tab
        QVERIFY(open(configuration));
        const QAccessibleInterface& accessible = *QAccessible::queryAccessibleInterface(&drawer());
        QCOMPARE(accessible.text(QAccessible::Name), QStringLiteral("Drawer"));
        QCOMPARE(accessible.role(), QAccessible::Grouping);
    }

    /// Longer lines are scrolled.
    void sourceLinesOfDiagnosticsGetTheWidthThatTheyNeed() {
        const QByteArray code = QByteArray("resource \"terraform_data\" \"a\" {\n  input = \"") +
                                QByteArray("words ").repeated(12) + "${nothing.at_all}\"\n}\n";
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1280, 720);
        QVERIFY(openConfiguration(*m_window, m_folder, code));
        QVERIFY(drawer().isOpen());
        const auto* text = named<QTextEdit>(*m_window, "diagnostic");
        QTRY_VERIFY(text->isVisible() && text->viewport()->width() > 640);
        QTRY_COMPARE(text->horizontalScrollBar()->maximum(), 0);
        QVERIFY(text->width() <= 1280 - 340); // the list
    }

    void pagesWithoutContentHaveNoTab() {
        QVERIFY(open(QByteArray(configuration) + "output \"name\" {\n  value = \"new\"\n}\n"));
        const auto isThere = [&](DetailPanel::Page page) { return drawer().isTabVisible(int(page)); };
        using Page = DetailPanel::Page;
        QVERIFY(isThere(Page::Outputs) && isThere(Page::Checks) && isThere(Page::Diagnostics));
        for (const Page page : {Page::Findings, Page::Drift, Page::Providers})
            QVERIFY2(!isThere(page), qPrintable(drawer().tabText(int(page))));
        QVERIFY(m_window->showView(QStringLiteral("drift"))); // still available by name
        QVERIFY(isThere(Page::Drift));
    }

    void noTabLooksSelectedInTheClosedDrawer() {
        QVERIFY(open(configuration));
        const auto selectedColors = [this] {
            const QTabBar& tabs = *drawer().tabBar();
            const QImage picture = drawer().tabBar()->grab().toImage();
            QSet<QRgb> colors;
            for (int tab = 0; tab < tabs.count(); ++tab)
                if (drawer().isTabVisible(tab))
                    colors.insert(picture.pixel(tabs.tabRect(tab).left() + 5, tabs.tabRect(tab).center().y()));
            return colors.size();
        };
        QCOMPARE(selectedColors(), 1);
        drawer().setOpen(true);
        QCOMPARE(selectedColors(), 2);
    }

    void onlyTabsWithContentsAreDrawn() {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("plan.json"));
        QVERIFY(write(file, R"({"format_version":"1.2","terraform_version":"1.9.0","configuration":{},)"
                            R"("resource_changes":[]})"));
        MainWindow window;
        window.show();
        window.openPlan(file);
        QVERIFY(settle(window));
        const QTabBar& tabs = *window.findChild<DetailPanel*>()->tabBar();
        QString expected;
        for (int tab = 0; tab < tabs.count(); ++tab)
            if (tabs.isTabVisible(tab))
                expected += tabs.tabText(tab);
        QCOMPARE(expected, QString()); // nothing to compare with, and no log lines
        QCOMPARE(drawnTextOf(*window.findChild<DetailPanel*>()->tabBar()), expected);
    }

    /// The tabs stay where they are.
    void allPagesHaveTheSameHeight() {
        QVERIFY(open(configuration));
        QVERIFY(m_window->showView(QStringLiteral("log")));
        QTRY_VERIFY(drawer().height() > 160);
        const int height = drawer().height();
        for (const char* view : {"findings", "drift", "outputs", "checks", "diagnostics", "difference", "providers"}) {
            QVERIFY(m_window->showView(QString::fromLatin1(view)));
            QCoreApplication::processEvents();
            QCOMPARE(drawer().height(), height);
            drawer().setOpen(false);
            drawer().setOpen(true);
            QCoreApplication::processEvents();
            QCOMPARE(drawer().height(), height);
        }
    }

    void actionsHaveGlyphsAndAddressesTheFreeWidth() {
        const QString address = QStringLiteral("terraform_data.") + QString(60, u'a');
        QVERIFY(open("resource \"terraform_data\" \"" + QByteArray(60, 'a') +
                     "\" {}\noutput \"name\" {\n  value = \"new\"\n}\n"));
        QVERIFY(m_window->showView(QStringLiteral("order")));
        const auto& order = *named<QTableView>(*m_window, "order");
        QTRY_COMPARE(order.model()->rowCount(), 1);
        QCOMPARE(order.model()->index(0, models::ApplyModel::AddressColumn).data().toString(), address);
        const QFontMetrics metrics(theme::monospaceFont());
        QTRY_VERIFY(order.columnWidth(models::ApplyModel::AddressColumn) > metrics.horizontalAdvance(address));
        QVERIFY(m_window->showView(QStringLiteral("outputs")));
        const auto& outputs = *drawer().currentWidget()->findChild<QTableView*>();
        const QModelIndex action = outputs.model()->index(0, 1);
        QCOMPARE(action.data().toString(), QStringLiteral("+ create"));
        QCOMPARE(action.data(Qt::ForegroundRole).value<QColor>(),
                 theme::color(theme::ActionKind::Create, theme::Scheme::Light));
    }

    /// Lines are broken before "." and "[", not within keys.
    void addressesAreWrappedBetweenTheirParts() {
        const QString address = QStringLiteral("module.region[\"ap-southeast-2\"].module.a-b.t_x.y[\"a.b[c]/d\"]");
        const QString text = breakableAddress(address);
        QCOMPARE(withoutBreaks(text), address);
        const QStringList parts{
            QStringLiteral("module"),  QStringLiteral(".region"),       QStringLiteral("[\"ap-southeast-2\"]"),
            QStringLiteral(".module"), QStringLiteral(".a-b"),          QStringLiteral(".t_x"),
            QStringLiteral(".y"),      QStringLiteral("[\"a.b[c]/d\"]")};
        QTextLayout layout(text, theme::monospaceFont());
        layout.beginLayout();
        QStringList lines;
        for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
            line.setLineWidth(1); // as many lines as possible
            lines.append(withoutBreaks(text.mid(line.textStart(), line.textLength())));
        }
        layout.endLayout();
        QCOMPARE(lines.join(u'\n'), parts.join(u'\n'));
    }

    void wrappedRowsHaveSpaceAndWholeAddresses() {
        models::RowsModel model({QStringLiteral("Resource instance"), QStringLiteral("Meaning")}, {0});
        QTableView& table = *widgets::makeTable(&model, QStringLiteral("Findings"), {120}, nullptr);
        const std::unique_ptr<QTableView> owner(&table);
        widgets::fitColumn(table, 0, 200);
        widgets::wrapAddresses(table, 0);
        widgets::wrapTexts(table);
        table.resize(400, 400);
        table.show();
        const QString end = QStringLiteral(".module.services.module.network.aws_security_group.web");
        const QStringList addresses{QStringLiteral("module.region[\"eu-central-1\"]") + end,
                                    QStringLiteral("module.region[\"us-east-1\"]") + end};
        QVector<models::Row> rows;
        for (const QString& address : addresses)
            rows.append({{address, QString(QStringLiteral("several words ")).repeated(8)}, address, {}});
        model.setRows(rows);
        const int line = QFontMetrics(table.font()).lineSpacing();
        QTRY_VERIFY(table.rowHeight(0) > 3 * line + theme::grid);
        const QString drawn = drawnTextOf(*table.viewport());
        for (const QString& address : addresses)
            QVERIFY2(drawn.contains(withoutLayout(address)), qPrintable(drawn));
    }

    void modulesOfTheOverviewAreInOneLine() {
        QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral("region")));
        QVERIFY(write(m_folder.filePath(QStringLiteral("region/main.tf")), "resource \"terraform_data\" \"a\" {}\n"));
        QVERIFY(open("module \"region\" {\n  source = \"./region\"\n  for_each = toset([\"ap-southeast-2\", "
                     "\"eu-central-1\"])\n}\n"));
        auto* why = named<QTextBrowser>(*m_window, "why");
        const QString address = QStringLiteral("module.region[\"ap-southeast-2\"]");
        QTRY_VERIFY(withoutBreaks(why->toPlainText()).contains(address));
        why->selectAll();
        why->copy();
        QVERIFY(QApplication::clipboard()->text().contains(address));
        bool isFound = false;
        for (QTextBlock block = why->document()->begin(); block.isValid(); block = block.next())
            if (withoutBreaks(block.text()) == address) {
                isFound = true;
                QCOMPARE(block.layout()->lineCount(), 1);
            }
        QVERIFY(isFound);
    }

    void zoomAndLegendStayVisible_data() {
        QTest::addColumn<QSize>("size");
        QTest::newRow("small") << QSize(1280, 800);
        QTest::newRow("a laptop") << QSize(1440, 900);
        QTest::newRow("wide") << QSize(1920, 1080);
    }
    void zoomAndLegendStayVisible() {
        QFETCH(QSize, size);
        QVERIFY(open(configuration));
        m_window->resize(size);
        QVERIFY(m_window->select(QStringLiteral("terraform_data.base")));
        m_window->findChild<QAction*>(QStringLiteral("target-only"))->trigger(); // shows a chip and a banner
        QVERIFY(settle(*m_window));
        QTRY_VERIFY(!m_window->graphView().isDrawing());
        const auto* zoom = named<QToolButton>(*m_window, "zoom");
        const auto* legend = named<QWidget>(*m_window, "legend");
        QTRY_VERIFY(zoom->isVisible() && legend->isVisible());
        // Nothing is cut.
        const QWidget& tools = *zoom->parentWidget();
        QTRY_VERIFY(tools.rect().contains(zoom->geometry()) && legend->width() >= legend->minimumSizeHint().width());
        const QRect place(tools.mapTo(m_window.get(), QPoint(0, 0)), tools.size());
        QVERIFY(m_window->rect().contains(place));
    }

    /// If they do not fit beside the title, the legend goes below the graph.
    void legendKeepsItsWords() {
        QVERIFY(open(configuration));
        const auto hasWords = [&] {
            int shown = 0;
            for (const QToolButton* button : named<QWidget>(*m_window, "legend")->findChildren<QToolButton*>())
                if (button->isVisible() && ++shown && button->text().isEmpty())
                    return false;
            return shown > 0;
        };
        for (const int width : {1024, 1150, 1280, 1440, 1600, 1760, 1920}) {
            m_window->resize(width, 900);
            QTRY_VERIFY2(hasWords(), qPrintable(QString::number(width)));
        }
    }

    void firstLineIsInView_data() {
        QTest::addColumn<QString>("view");
        QTest::addColumn<QString>("table");
        QTest::newRow("diagnostics") << QStringLiteral("diagnostics") << QString();
        QTest::newRow("log") << QStringLiteral("log") << QStringLiteral("log");
    }
    void firstLineIsInView() {
        QFETCH(QString, view);
        QFETCH(QString, table);
        QByteArray many = configuration;
        for (int i = 0; i < 4; ++i)
            many += "check \"more" + QByteArray::number(i) +
                    "\" {\n  assert {\n    condition = terraform_data.base.input == \"two\"\n    error_message = \"" +
                    QByteArray("a long message\\n").repeated(12) + "\"\n  }\n}\n";
        QVERIFY(open(many));
        session::LogBatch batch;
        for (int i = 0; i < 4; ++i)
            batch.lines.append({quint64(i + 1),
                                QDateTime::currentMSecsSinceEpoch(),
                                session::LogLevel::Info,
                                QStringLiteral("test"),
                                QStringLiteral("line %1").arg(i),
                                {}});
        drawer().addLog(batch);
        drawer().setOpen(false);
        QCoreApplication::processEvents();
        QVERIFY(m_window->showView(view));
        QCoreApplication::processEvents();
        const QWidget& page = *drawer().currentWidget();
        const auto* rows = table.isEmpty() ? page.findChild<QTableView*>() : page.findChild<QTableView*>(table);
        QTRY_VERIFY(rows->viewport()->height() > 100);
        QVERIFY(rows->model()->rowCount() >= 4);
        QTRY_VERIFY2(rows->viewport()->rect().contains(rows->visualRect(rows->model()->index(0, 0))),
                     qPrintable(QString::number(rows->verticalScrollBar()->value())));
        for (const QAbstractScrollArea* text : page.findChildren<QTextEdit*>())
            QCOMPARE(text->verticalScrollBar()->value(), 0);
    }

    void smallWindowsLeaveHalfToThePage() {
        QVERIFY(open(configuration));
        m_window->resize(960, 600);
        drawer().show(DetailPanel::Page::Log);
        QTRY_VERIFY2(drawer().height() <= m_window->height() / 2, qPrintable(QString::number(drawer().height())));
        QTRY_VERIFY(m_window->findChild<QTabWidget*>(QStringLiteral("pages"))->height() >= 200);
    }

    void drawerLeavesThePageItsSpace_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("hasGraph");
        QTest::newRow("small") << QSize(1280, 800) << false;
        QTest::newRow("a laptop") << QSize(1440, 900) << true;
        QTest::newRow("high") << QSize(1280, 1200) << true;
        QTest::newRow("wide") << QSize(1600, 800) << true;
    }
    void drawerLeavesThePageItsSpace() {
        QFETCH(QSize, size);
        QFETCH(bool, hasGraph);
        QVERIFY(open(configuration));
        m_window->resize(size);
        drawer().show(DetailPanel::Page::Log);
        QTRY_COMPARE(m_window->graphView().isVisible(), hasGraph);
        QTRY_VERIFY(m_window->findChild<QTabWidget*>(QStringLiteral("pages"))->height() > 240);
        drawer().setOpen(false);
        QTRY_VERIFY(m_window->graphView().isVisible());
    }
};

QTEST_MAIN(TestDrawer)
#include "tst_drawer.moc"
