// SPDX-License-Identifier: MPL-2.0
#include "core/projects/results/run_files.h"
#include "tests/support/projects/nightly_history.h"
#include "tests/support/scoped_environment.h"
#include "tests/support/windows.h"
#include "ui/pages/projects/projects_model.h"
#include "ui/pages/projects/projects_page.h"
#include "ui/pages/projects/tiles_view.h"
#include "ui/pages/projects/trend_plot.h"
#include "ui/theme/theme.h"

#include <QDialog>
#include <QDir>
#include <QHelpEvent>
#include <QLabel>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QTextBrowser>
#include <QToolTip>

using namespace planlens;
using namespace planlens::testing;
using models::ProjectsModel;
using widgets::MainWindow;
using widgets::ProjectsPage;
using widgets::TrendPlot;

namespace {

/// A window with results.
class Opened {
public:
    explicit Opened(const QTemporaryDir& results) {
        m_window.resize(1280, 800);
        m_window.show();
        m_window.open(results.path());
        m_hasOpened = settle(m_window);
    }
    bool hasOpened() const { return m_hasOpened && m_window.isProjectsShown(); }
    ProjectsPage& page() const { return *m_window.findChild<ProjectsPage*>(); }
    QTableView& table(const char* name) const { return *named<QTableView>(page(), name); }
    TrendPlot& plot(const char* name) const { return *named<TrendPlot>(page(), name); }
    /// Clicks the tab with this title.
    void showTab(const QString& title) const {
        QTabBar& bar = *named<QTabWidget>(page(), "projects-tabs")->tabBar();
        for (int i = 0; i < bar.count(); ++i)
            if (bar.tabText(i).startsWith(title))
                QTest::mouseClick(&bar, Qt::LeftButton, {}, bar.tabRect(i).center());
    }
    /// Returns a row as it is shown, with " | " between the columns.
    QString row(const char* name, int row) const {
        const QTableView& shown = table(name);
        QStringList texts;
        for (int column = 0; column < shown.model()->columnCount(); ++column)
            if (!shown.isColumnHidden(column))
                texts.append(shown.model()->index(row, column).data().toString());
        return texts.join(QStringLiteral(" | "));
    }
    QTextBrowser& details() const { return *named<QTextBrowser>(page(), "project-details"); }

private:
    MainWindow m_window;
    bool m_hasOpened = false;
};

QString dateOf(int night) {
    return QLocale().toString(QDateTime::fromSecsSinceEpoch(firstNight + night * day).date(), QLocale::ShortFormat);
}

} // namespace

/// Since when projects drift, and how results develop.
class TestProjectsHistory final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { theme::apply(*qApp, theme::Scheme::Light); }

    void oneResultHasNoHistory() {
        const QTemporaryDir results;
        publishHistory(results, "a", nightlyHistory("d"));
        const Opened opened(results);
        QVERIFY(opened.hasOpened());
        opened.showTab(QStringLiteral("History"));
        const auto& empty = *named<QLabel>(opened.page(), "project-history-empty");
        QVERIFY(empty.isVisible() && !opened.table("project-trend").isVisible());
        QVERIFY2(empty.text().startsWith(QStringLiteral("There is only one result so far.")), qPrintable(empty.text()));
        QVERIFY(empty.text().endsWith(QStringLiteral("plan -mode=refresh-only -out=") + results.path()));
        opened.showTab(QStringLiteral("Drift"));
        opened.table("project-drift").selectRow(0);
        QVERIFY2(opened.details().toPlainText().contains(QStringLiteral("There is no earlier result")),
                 qPrintable(opened.details().toPlainText()));
        QCOMPARE(opened.row("project-drift", 0), QStringLiteral("~ changed | a | a.b  size: 1 → 2"));
    }

    void pictureMarksDrift() {
        const QTemporaryDir results;
        publishHistory(results, "a", nightlyHistory("d"));
        publishHistory(results, "b", nightlyHistory("-"));
        const Opened opened(results);
        QVERIFY(opened.hasOpened());
        opened.showTab(QStringLiteral("Picture"));
        auto& tiles = *named<widgets::TilesView>(opened.page(), "project-tiles");
        QVERIFY(tiles.isVisible());
        const QImage picture = tiles.viewport()->grab().toImage();
        const theme::Surfaces& s = theme::surfaces(theme::Scheme::Light);
        int edge = 5; // the left edge of the second tile; few tiles are large
        while (edge < picture.width() && picture.pixelColor(edge, 10) != s.border)
            ++edge;
        QVERIFY(picture.pixelColor(4, 10) == s.warning && edge > 64 && edge < picture.width());
        QHelpEvent help(QEvent::ToolTip, {10, 10}, tiles.viewport()->mapToGlobal(QPoint(10, 10)));
        QApplication::sendEvent(tiles.viewport(), &help);
        QVERIFY2(QToolTip::text().contains(QStringLiteral("drift 1")), qPrintable(QToolTip::text()));
    }

    void historyIsPlottedAndListed() {
        const QTemporaryDir results;
        publishHistory(results, "a", nightlyHistory("-ddd", 2));
        publishHistory(results, "b", nightlyHistory("---d", 4));
        const Opened opened(results);
        QVERIFY(opened.hasOpened());
        opened.showTab(QStringLiteral("History"));
        const QTableView& table = opened.table("project-trend");
        QVERIFY(table.isVisible());
        QCOMPARE(table.model()->rowCount(), 4);
        QVERIFY2(opened.row("project-trend", 0).endsWith(QStringLiteral(" | 2 of 2 | 6.0 s | 4.0 s (b)")),
                 qPrintable(opened.row("project-trend", 0)));
        QVERIFY(opened.row("project-trend", 3).contains(QStringLiteral(" | 0 of 2 | ")));
        const TrendPlot& plot = opened.plot("drift-plot");
        QVector<double> values;
        for (const TrendPlot::Point& point : plot.points())
            values.append(point.value);
        QCOMPARE(values, (QVector<double>{0, 1, 1, 2}));
        QCOMPARE(plot.accessibleDescription(), QStringLiteral("0 on %1, 2 on %2; at most 2").arg(dateOf(0), dateOf(3)));
        QCOMPARE(opened.plot("duration-plot").accessibleName(), QStringLiteral("Duration of planning all projects"));
    }

    void pointsAndRowsAreMarkedTogether() {
        const QTemporaryDir results;
        publishHistory(results, "a", nightlyHistory("-dd-"));
        const Opened opened(results);
        QVERIFY(opened.hasOpened());
        opened.showTab(QStringLiteral("History"));
        QTableView& table = opened.table("project-trend");
        TrendPlot &drift = opened.plot("drift-plot"), &durations = opened.plot("duration-plot");
        QTest::mouseClick(&drift, Qt::LeftButton, {}, drift.placeOf(1).toPoint());
        QCOMPARE(table.currentIndex().row(), 2); // newest first
        QVERIFY(drift.current() == 1 && durations.current() == 1);
        QTest::keyClick(&table, Qt::Key_Up);
        QVERIFY(drift.current() == 2 && durations.current() == 2);
    }

    void driftNamesItsStartAndWhatUndoesIt() {
        const QTemporaryDir results;
        publishHistory(results, "a", nightlyHistory("-ddd"));
        publishHistory(results, "b", nightlyHistory("oooo"));
        const Opened opened(results);
        QVERIFY(opened.hasOpened());
        opened.showTab(QStringLiteral("Drift"));
        QTableView& drift = opened.table("project-drift");
        QStringList rows{opened.row("project-drift", 0), opened.row("project-drift", 1)};
        rows.sort();
        QCOMPARE(rows,
                 (QStringList{QStringLiteral("~ changed | a | %1 | a.b  size: 1 → 2").arg(dateOf(1)),
                              QStringLiteral("~ changed | b | %1 or earlier | a.other  size: 1 → 2").arg(dateOf(0))}));
        for (int row = 0; row < 2; ++row) {
            drift.selectRow(row);
            const QString text = opened.details().toPlainText();
            QVERIFY2(text.contains(opened.row("project-drift", row).contains(QStringLiteral("a.b"))
                                       ? QStringLiteral(", in 3 result(s)")
                                       : QStringLiteral("or earlier, in all 4 results")),
                     qPrintable(text));
            QVERIFY2(text.contains(QStringLiteral("Apply the configuration: Plan in normal mode.")) &&
                         text.contains(QStringLiteral("Update the states: Apply a refresh-only plan.")) &&
                         text.contains(QStringLiteral("Change the configuration: Set the new values")),
                     qPrintable(text));
            QVERIFY(!text.contains(QStringLiteral("Plan in normal mode…"))); // the repository is not known
        }
        opened.page().showView(QStringLiteral("projects"));
        QTableView& projects = opened.table("projects");
        QVERIFY(!projects.isColumnHidden(ProjectsModel::SinceColumn));
        projects.selectRow(projects.model()->index(0, 0).data() == QStringLiteral("a") ? 0 : 1);
        const QString text = opened.details().toPlainText();
        QVERIFY2(text.contains(QStringLiteral("History (4 results)")) && text.contains(QStringLiteral("no drift")) &&
                     text.contains(QStringLiteral("drift 1")),
                 qPrintable(text));
    }

    void plansThatRevertDriftAreCounted_data() {
        QTest::addColumn<int>("reverting"); // of two projects
        QTest::addColumn<QString>("text");
        QTest::newRow("all") << 2 << QStringLiteral("Applying these plans reverts the drift.");
        QTest::newRow("one") << 1 << QStringLiteral("The plans of 1 of these projects revert the drift.");
        QTest::newRow("none") << 0 << QStringLiteral("These plans do not revert the drift.");
    }
    void plansThatRevertDriftAreCounted() {
        QFETCH(int, reverting);
        QFETCH(QString, text);
        const QTemporaryDir results;
        for (int i = 0; i < 2; ++i) {
            projects::PastResult past = nightlyHistory("d").back();
            past.mode = "normal";
            const std::string name = i == 0 ? "a" : "b";
            projects::Result result = lastResult(name, past);
            projects::Review review;
            report::ReportChange change;
            change.address = "x.y";
            change.kind = report::Kind::Update;
            change.actionWord = "changed";
            change.lines.push_back({"size", "1", "2"});
            projects::ChangeOrigin origin;
            origin.resource = "x.y";
            review.document.drift.push_back(change);
            review.drift.push_back(origin);
            if (i < reverting) {
                change.actionWord = "update";
                std::swap(change.lines[0].before, change.lines[0].after);
                review.document.changes.push_back(change);
                review.origins.push_back(origin);
                result.counts.changes[std::size_t(report::Kind::Update)] = 1;
            }
            publishResult(results.path().toStdString(), result, &review);
        }
        const Opened opened(results);
        QVERIFY(opened.hasOpened());
        opened.showTab(QStringLiteral("Drift"));
        opened.table("project-drift").selectRow(0);
        QVERIFY2(opened.details().toPlainText().contains(text), qPrintable(opened.details().toPlainText()));
    }

    void remediesPlanInTheirMode() {
        const QTemporaryDir folder, programs;
        ScopedEnvironment environment;
        const QString program = programs.filePath(QStringLiteral("planlens-cli"));
        QVERIFY(write(program, "#!/bin/sh\n"));
        QFile::setPermissions(program, QFile::ReadOwner | QFile::ExeOwner);
        environment.set("PATH", QFile::encodeName(programs.path()) + ':' + qgetenv("PATH"));
        publishHistory(folder, "a", nightlyHistory("-d"));
        const std::filesystem::path path = folder.path().toStdString();
        QVERIFY(projects::startRun(path, projects::Shard(), path).isOk());
        const Opened opened(folder);
        QVERIFY(opened.hasOpened());
        opened.showTab(QStringLiteral("Drift"));
        opened.table("project-drift").selectRow(0);
        QTextBrowser& details = opened.details();
        QTextCursor link = details.document()->find(QStringLiteral("Plan in normal mode…"));
        QVERIFY2(!link.isNull(), qPrintable(details.toPlainText()));
        link.setPosition((link.selectionStart() + link.selectionEnd()) / 2);
        QTest::mouseClick(details.viewport(), Qt::LeftButton, {}, details.cursorRect(link).center());
        const auto* question = opened.page().findChild<QDialog*>();
        QVERIFY(question);
        const QString command = named<QLabel>(*question, "program-command")->text();
        QVERIFY2(command.contains(QStringLiteral(" -mode=normal -project=a ")), qPrintable(command));
    }

    void plotsAreDrawnInAllSchemes_data() {
        QTest::addColumn<int>("scheme");
        QTest::newRow("light") << int(theme::Scheme::Light);
        QTest::newRow("dark") << int(theme::Scheme::Dark);
        QTest::newRow("high contrast") << int(theme::Scheme::HighContrast);
    }
    void plotsAreDrawnInAllSchemes() {
        QFETCH(int, scheme);
        theme::apply(*qApp, theme::Scheme(scheme));
        const theme::Surfaces& s = theme::surfaces(theme::Scheme(scheme));
        QVERIFY(theme::contrast(s.accent, s.base) >= 3);
        const QTemporaryDir results;
        publishHistory(results, "a", nightlyHistory("-dd-"));
        const Opened opened(results);
        QVERIFY(opened.hasOpened());
        opened.showTab(QStringLiteral("History"));
        TrendPlot& plot = opened.plot("drift-plot");
        const QImage picture = plot.grab().toImage();
        const qreal ratio = picture.devicePixelRatio();
        for (int i = 0; i < plot.points().size(); ++i)
            QCOMPARE(picture.pixelColor((plot.placeOf(i) * ratio).toPoint()), s.accent);
        QCOMPARE(picture.pixelColor(int(ratio), int(ratio)), s.base);
        // No text covers the line.
        for (int i = 0; i < plot.points().size(); ++i)
            QVERIFY(QRectF(plot.rect()).adjusted(0, theme::rowHeight, 0, -theme::grid).contains(plot.placeOf(i)));
    }
};

QTEST_MAIN(TestProjectsHistory)
#include "tst_projects_history.moc"
