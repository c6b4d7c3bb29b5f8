// SPDX-License-Identifier: MPL-2.0
#include "core/projects/results/approvals.h"
#include "core/projects/results/result.h"
#include "tests/support/windows.h"
#include "ui/controls/wrapping_table.h"
#include "ui/language/translations.h"
#include "ui/models/rows_model.h"
#include "ui/pages/projects/projects_model.h"
#include "ui/pages/projects/projects_page.h"
#include "ui/pages/projects/tiles_view.h"
#include "ui/window/tab_mark.h"
#include "ui/window/tabbed_window.h"

#include <QAbstractButton>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QHeaderView>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QTableView>
#include <QTextBrowser>

#include <algorithm>

using namespace planlens;
using namespace planlens::testing;
using models::ProjectsModel;
using projects::Result;
using projects::Review;
using widgets::MainWindow;

namespace {

struct Change {
    report::Kind kind;
    std::string resource, path, before, after;
};

/// Publishes a result with these changes for a project.
void publish(const QTemporaryDir& results, const std::string& project, const std::vector<Change>& changes) {
    Result result;
    result.project = result.directory = project;
    result.status = Result::Status::Planned;
    result.started = 1'700'000'000;
    result.seconds = 1.5;
    result.counts.resources = 10 * changes.size();
    result.planHash = projects::sha256Hex("plan of " + project);
    Review review;
    for (const Change& one : changes) {
        ++result.counts.changes[std::size_t(one.kind)];
        ++review.document.counts[std::size_t(one.kind)];
        report::ReportChange change;
        change.address = one.resource;
        change.kind = one.kind;
        change.actionWord = one.kind == report::Kind::Destroy ? "destroy" : "update";
        change.sentence = "`" + one.resource + "` is edited.";
        if (!one.path.empty())
            change.lines.push_back({one.path, one.before, one.after});
        review.document.changes.push_back(change);
        projects::ChangeOrigin origin;
        origin.resource = one.resource;
        review.origins.push_back(origin);
    }
    projects::NewResultFolder folder(results.path().toStdString(), project);
    const auto file = [&](std::string_view name, const std::string& text) {
        return write(QString::fromStdString((folder.path() / name).string()), QByteArray::fromStdString(text));
    };
    QVERIFY(file(projects::resultFile, projects::resultJson(result)));
    QVERIFY(file(projects::reviewFile, projects::reviewJson(review)));
    QVERIFY(file(projects::planFile, "plan of " + project));
    QVERIFY2(folder.publish().empty(), project.c_str());
}

void publishFailed(const QTemporaryDir& results, const std::string& project, const std::string& error) {
    Result result;
    result.project = result.directory = project;
    result.error = error;
    projects::NewResultFolder folder(results.path().toStdString(), project);
    QVERIFY(write(QString::fromStdString((folder.path() / projects::resultFile).string()),
                  QByteArray::fromStdString(projects::resultJson(result))));
    QVERIFY(folder.publish().empty());
}

QStringList list(std::initializer_list<const char*> texts) {
    QStringList made;
    for (const char* text : texts)
        made.append(QString::fromUtf8(text));
    return made;
}

const Change versioning{report::Kind::Update, "aws_s3_bucket.logs", "versioning", "\"off\"", "\"on\""};
const Change removal{report::Kind::Destroy, "aws_eip.nat", {}, {}, {}};

/// Three projects with the same change, one of which also destroys an object; one without changes, one that failed.
class Results {
public:
    explicit Results(widgets::MainWindow& window) {
        publish(m_folder, "billing", {versioning});
        publish(m_folder, "payments", {versioning, removal});
        publish(m_folder, "search", {versioning});
        publish(m_folder, "idle", {});
        publishFailed(m_folder, "broken", "Reference to undeclared resource");
        window.show();
        window.open(m_folder.path());
        m_hasOpened = settle(window);
        m_page = window.findChild<widgets::ProjectsPage*>();
    }
    bool hasOpened() const { return m_hasOpened && m_page && m_page->isVisible(); }
    const widgets::ProjectsPage& page() const { return *m_page; }
    QString path(const char* file) const { return m_folder.filePath(QLatin1String(file)); }
    QTableView& table(const char* name) const { return *m_page->findChild<QTableView*>(QLatin1String(name)); }
    QString details() const {
        return m_page->findChild<QTextBrowser*>(QStringLiteral("project-details"))->toPlainText();
    }
    void click(const char* name) const {
        QTest::mouseClick(m_page->findChild<QAbstractButton*>(QLatin1String(name)), Qt::LeftButton);
    }
    /// Returns a column in the order on screen.
    QStringList column(const char* table, int column) const {
        const QAbstractItemModel& model = *this->table(table).model();
        QStringList texts;
        for (int row = 0; row < model.rowCount(); ++row)
            texts.append(model.index(row, column).data().toString());
        return texts;
    }

private:
    QTemporaryDir m_folder;
    widgets::ProjectsPage* m_page = nullptr;
    bool m_hasOpened = false;
};

} // namespace

class TestProjectsPage final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void differencesAreInTheLanguageOfTheWindow() {
        const language::Translations german(QLocale(QLocale::German));
        MainWindow window;
        const Results results(window);
        QVERIFY(results.hasOpened());
        QCOMPARE(results.column("project-changes", 3), list({"", "payments außerdem 1 zerstört"}));
        QVERIFY(results.details().contains(QStringLiteral("aws_eip.nat")));
    }

    void showsTheSameChangeOnce() {
        MainWindow window;
        const Results results(window);
        QVERIFY(results.hasOpened());
        QCOMPARE(results.page().findChild<QLabel*>(QStringLiteral("projects-headline"))->text(),
                 QStringLiteral("5 projects: 3 with changes, 1 failed"));
        QCOMPARE(results.column("project-changes", 0), list({"− destroy", "~ update"}));
        QCOMPARE(results.column("project-changes", 1), list({"payments", "3"}));
        QCOMPARE(results.column("project-changes", 2).last(),
                 QStringLiteral("aws_s3_bucket.logs  versioning: \"off\" → \"on\""));
        QCOMPARE(results.column("project-changes", 3).last(), QStringLiteral("payments also destroys 1"));
        results.table("project-changes").selectRow(1);
        QVERIFY2(results.details().contains(QStringLiteral("⚠ payments also destroys 1")),
                 qPrintable(results.details()));
        QVERIFY(results.details().contains(QStringLiteral("billing")));
        QVERIFY(!results.details().contains(QStringLiteral("idle")));
    }

    void changeAndDifferencesShareTheWidth() {
        MainWindow window;
        const Results results(window);
        QVERIFY(results.hasOpened());
        QTableView& table = results.table("project-changes");
        const auto isShared = [&] {
            const int room = table.viewport()->width() - table.columnWidth(0) - table.columnWidth(1);
            return table.columnWidth(2) == std::clamp(room / 2, 160, 480);
        };
        window.resize(1000, 700);
        QTRY_VERIFY2(isShared() && table.columnWidth(2) < 328, qPrintable(QString::number(table.columnWidth(2))));
        window.resize(2000, 700);
        QTRY_VERIFY2(isShared() && table.columnWidth(2) > 328, qPrintable(QString::number(table.columnWidth(2))));
        table.setColumnWidth(2, 300); // as the user does
        window.resize(1800, 700);
        QCoreApplication::processEvents();
        QCOMPARE(table.columnWidth(2), 300);
    }

    void namedViewWithoutRowsShowsAText() {
        MainWindow window;
        const Results results(window);
        QVERIFY(results.hasOpened());
        const auto& drift = static_cast<widgets::WrappingTable&>(results.table("project-drift"));
        auto* tabs = results.page().findChild<QTabWidget*>(QStringLiteral("projects-tabs"));
        QVERIFY(!tabs->isTabVisible(tabs->indexOf(&results.table("project-drift"))));
        QVERIFY(window.showView(QStringLiteral("drift")));
        QVERIFY(tabs->isTabVisible(tabs->currentIndex()) && tabs->currentWidget() == &drift);
        QCOMPARE(drift.emptyText(), QStringLiteral("No project has drift."));
        QVERIFY(!drift.horizontalHeader()->isVisible());
        QVERIFY(results.details().isEmpty());
    }

    void listsTheWorstProjectsFirst() {
        MainWindow window;
        const Results results(window);
        QVERIFY(results.hasOpened());
        QVERIFY(window.showView(QStringLiteral("projects")));
        QCOMPARE(results.column("projects", ProjectsModel::ProjectColumn),
                 list({"broken", "payments", "billing", "search", "idle"}));
        QCOMPARE(results.column("projects", ProjectsModel::VerdictColumn),
                 list({"✗ failed", "− destroy", "~ update", "~ update", "unchanged"}));
        results.table("projects").selectRow(0);
        QVERIFY(results.details().contains(QStringLiteral("✗ Reference to undeclared resource")));
        results.table("projects").selectRow(1);
        QVERIFY2(results.details().contains(QStringLiteral("\naws_eip.nat is edited.")), qPrintable(results.details()));
        QVERIFY(window.mark().words.startsWith(QStringLiteral("5 projects")));
        QCOMPARE(window.mark().sign, QStringLiteral("✗"));
    }

    void searchNarrowsChangesAndProjects() {
        MainWindow window;
        const Results results(window);
        QVERIFY(results.hasOpened());
        auto* search = results.page().findChild<QLineEdit*>(QStringLiteral("projects-search"));
        QTest::keyClicks(search, QStringLiteral("PAY"));
        QCOMPARE(results.column("projects", ProjectsModel::ProjectColumn), list({"payments"}));
        QCOMPARE(results.column("project-changes", 1), list({"payments", "3"}));
        search->clear();
        QTest::keyClicks(search, QStringLiteral("billing"));
        QCOMPARE(results.column("project-changes", 1), list({"3"}));
    }

    void selectedProjectsAreReviewedTogether() {
        MainWindow window;
        const Results results(window);
        QVERIFY(results.hasOpened());
        QVERIFY(window.showView(QStringLiteral("projects")));
        QTableView& table = results.table("projects");
        table.setFocus();
        table.selectRow(0);
        QTest::keyClick(&table, Qt::Key_A, Qt::ControlModifier);
        const auto* review = results.page().findChild<QAbstractButton*>(QStringLiteral("projects-review"));
        const QString rows = QString::number(table.model()->rowCount());
        QCOMPARE(review->text(), QStringLiteral("Mark %1 as reviewed").arg(rows));
        results.click("projects-review");
        QCOMPARE(results.page().findChild<QAbstractButton*>(QStringLiteral("projects-approve"))->text(),
                 QStringLiteral("Approve 3 reviewed…")); // those with a plan
        QCOMPARE(review->text(), QStringLiteral("Mark %1 as not reviewed").arg(rows));
        results.click("projects-review");
        QVERIFY(!results.page().findChild<QAbstractButton*>(QStringLiteral("projects-approve"))->isEnabled());
    }

    void approvesWhatWasReviewed() {
        MainWindow window;
        const Results results(window);
        QVERIFY(results.hasOpened());
        const auto* approve = results.page().findChild<QAbstractButton*>(QStringLiteral("projects-approve"));
        QVERIFY(!approve->isEnabled());
        results.table("project-changes").selectRow(1);
        results.click("projects-review");
        QCOMPARE(approve->text(), QStringLiteral("Approve 2 reviewed…")); // payments has another change
        results.table("project-changes").selectRow(0);
        results.click("projects-review");
        QCOMPARE(approve->text(), QStringLiteral("Approve 3 reviewed…"));
        // One of them destroys an object.
        results.click("projects-approve");
        auto* word = results.page().findChild<QInputDialog*>(QStringLiteral("approve-word"));
        QVERIFY(word && word->isVisible());
        QVERIFY2(word->labelText().contains(QStringLiteral("payments: 1 destroyed, 0 replaced")) &&
                     !word->labelText().contains(QStringLiteral("billing")),
                 qPrintable(word->labelText()));
        const auto* ok = word->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
        QVERIFY(!ok->isEnabled());
        word->setTextValue(QStringLiteral("destroy"));
        QVERIFY(ok->isEnabled());
        word->setTextValue(QStringLiteral("yes"));
        QVERIFY(!ok->isEnabled());
        word->accept();
        QVERIFY(!results.page().findChild<QFileDialog*>());
        QCOMPARE(results.page().writeApprovals(results.path("approvals.json")), QString());
        QFile file(results.path("approvals.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto approvals = projects::readApprovals(file.readAll().toStdString(), "approvals.json");
        QVERIFY(approvals.value);
        QStringList names;
        for (const projects::Approval& one : *approvals) {
            names.append(QString::fromStdString(one.project));
            QCOMPARE(one.planHash, projects::sha256Hex("plan of " + one.project));
        }
        QCOMPARE(names, list({"billing", "payments", "search"}));
        QVERIFY(!results.page().writeApprovals(QStringLiteral("/nowhere/approvals.json")).isEmpty());
    }

    void changesAreMarkedApart() {
        MainWindow window;
        const Results results(window);
        QVERIFY(results.hasOpened());
        const auto* button = results.page().findChild<QAbstractButton*>(QStringLiteral("projects-review"));
        const auto* approve = results.page().findChild<QAbstractButton*>(QStringLiteral("projects-approve"));
        QCOMPARE(results.column("project-changes", 0), list({"− destroy", "~ update"}));
        results.table("project-changes").selectRow(1);
        results.click("projects-review");
        QCOMPARE(results.column("project-changes", 0), list({"− destroy", "✓ ~ update"}));
        QCOMPARE(results.table("project-changes").currentIndex().row(), 1);
        QCOMPARE(button->text(), QStringLiteral("Mark as not reviewed"));
        results.click("projects-review");
        QCOMPARE(results.column("project-changes", 0), list({"− destroy", "~ update"}));
        QVERIFY(!approve->isEnabled());
        // A project that is marked as a whole has reviewed changes; the change of three projects is not one of them.
        QAbstractItemModel* const projects = results.table("projects").model();
        for (int row = 0; row < projects->rowCount(); ++row)
            if (projects->index(row, ProjectsModel::ProjectColumn).data().toString() == QStringLiteral("payments"))
                projects->setData(projects->index(row, ProjectsModel::ProjectColumn), Qt::Checked, Qt::CheckStateRole);
        QCOMPARE(results.column("project-changes", 0), list({"✓ − destroy", "~ update"}));
        QCOMPARE(approve->text(), QStringLiteral("Approve 1 reviewed…"));
        results.table("project-changes").selectRow(0);
        results.click("projects-review");
        QCOMPARE(results.column("project-changes", 0), list({"− destroy", "~ update"}));
        QVERIFY(!approve->isEnabled());
    }

    void opensThePlanOfAProjectInATab() {
        QTemporaryDir folder;
        publish(folder, "payments", {versioning});
        widgets::TabbedWindow tabs;
        tabs.setAttribute(Qt::WA_DeleteOnClose, false);
        MainWindow& first = tabs.addPage();
        tabs.show();
        tabs.open(folder.path());
        QVERIFY(settle(first));
        QCOMPARE(first.path(), folder.path());
        auto* page = first.findChild<widgets::ProjectsPage*>();
        auto* tiles = page->findChild<widgets::TilesView*>();
        page->findChild<QTabWidget*>(QStringLiteral("projects-tabs"))->setCurrentWidget(tiles);
        QTest::mouseDClick(tiles->viewport(), Qt::LeftButton, {}, QPoint(10, 10));
        QTRY_COMPARE(tabs.count(), 2);
        QVERIFY(tabs.current() != &first);
        QVERIFY2(tabs.current()->path().endsWith(QStringLiteral("/plan")), qPrintable(tabs.current()->path()));
        QTRY_VERIFY(!tabs.current()->isBusy());
    }

    void projectsAreTrustedAsTheirResults_data() {
        QTest::addColumn<session::Trust>("trust");
        QTest::newRow("given") << session::Trust::Given;
        QTest::newRow("not given") << session::Trust::NotGiven;
    }
    void projectsAreTrustedAsTheirResults() {
        QFETCH(session::Trust, trust);
        QTemporaryDir folder;
        publish(folder, "payments", {versioning});
        widgets::TabbedWindow tabs;
        tabs.setAttribute(Qt::WA_DeleteOnClose, false);
        MainWindow& first = tabs.addPage();
        tabs.show();
        tabs.open(folder.path(), trust);
        QVERIFY(settle(first));
        const QStringList folders = QDir(folder.path()).entryList({QStringLiteral("payments*")}, QDir::Dirs);
        const QString plan = folders.value(0) + QStringLiteral("/plan");
        Q_EMIT first.tabRequested(folder.filePath(plan));
        QCOMPARE(tabs.count(), 2);
        QCOMPARE(tabs.current()->trustOfProjects(), trust); // of the next project, too
        QTRY_VERIFY(!tabs.current()->isBusy());
        // Other tabs are not trusted.
        Q_EMIT tabs.current()->tabRequested({});
        QCOMPARE(tabs.current()->trustOfProjects(), session::Trust::NotGiven);
    }

    void aFolderWithAConfigurationIsPlanned() {
        QTemporaryDir folder;
        QVERIFY(write(folder.filePath(QStringLiteral("main.tf")), "output \"o\" { value = 1 }\n"));
        MainWindow window;
        window.open(folder.path(), session::Trust::Given);
        QVERIFY(settle(window));
        QVERIFY(!window.isProjectsShown() && window.result());
    }
};

QTEST_MAIN(TestProjectsPage)
#include "tst_projects_page.moc"
