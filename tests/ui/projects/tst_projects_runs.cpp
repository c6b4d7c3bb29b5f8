// SPDX-License-Identifier: MPL-2.0
#include "core/projects/results/approvals.h"
#include "tests/app/support/project_folder.h"
#include "tests/support/scoped_environment.h"
#include "tests/support/windows.h"
#include "ui/pages/projects/projects_page.h"
#include "ui/pages/review/review_page.h"
#include "ui/session/session_result.h"
#include "ui/window/tab_mark.h"
#include "ui/window/tabbed_window.h"

#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;
using widgets::ProjectsPage;

/// Planning and applying many projects from the window, with the real planlens-cli.
class TestProjectsRuns final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void plansAgain();
    void plansOneProjectAgain();
    void pageCanBeUsedWhilePlanning();
    void keepsTheOutputOfFailures();
    void appliesTheReviewedPlans();
    void savesApprovalsWithoutApplying();
    void plansOfProjectsCanBeApproved();
    void needsARecordedRepository();
    void plansARepository();
    void opensAFolderWithoutProjects();

private:
    QByteArray module(const char* input) const {
        return "resource \"terraform_data\" \"a\" {\n  input = \"" + QByteArray(input) + "\"\n}\n";
    }
    void open();
    QDialog* ask(const char* button);
    bool run(QDialog* question);
    QDialog* approve();
    ProjectsPage& page() const { return *m_window->findChild<ProjectsPage*>(); }
    QString results() const { return m_folder->path(QStringLiteral("results")); }
    QStringList verdicts() const;

    ScopedEnvironment m_environment;
    std::unique_ptr<ProjectFolder> m_folder;
    std::unique_ptr<MainWindow> m_window;
};

void TestProjectsRuns::init() {
    m_folder = std::make_unique<ProjectFolder>();
    m_folder->write(QStringLiteral("live/planlens.yaml"), "projects:\n- dir: billing\n- dir: search\n");
    m_folder->write(QStringLiteral("live/billing/main.tf"), module("1"));
    m_folder->write(QStringLiteral("live/search/main.tf"), module("1"));
    COMPARE_EXIT(m_folder->planlens({QStringLiteral("projects"), QStringLiteral("plan"), QStringLiteral("-out=results"),
                                     QStringLiteral("live")}),
                 0);
    m_environment.set("PATH",
                      QFile::encodeName(QFileInfo(QStringLiteral(PLANLENS_CLI)).path()) + ':' + qgetenv("PATH"));
}

void TestProjectsRuns::cleanup() {
    m_window.reset();
    m_environment.restore();
}

void TestProjectsRuns::open() {
    m_window = std::make_unique<MainWindow>();
    m_window->show();
    m_window->open(results());
    QVERIFY(settle(*m_window));
}

/// Returns the projects with their most severe actions.
QStringList TestProjectsRuns::verdicts() const {
    const QAbstractItemModel& model = *named<QTableView>(page(), "projects")->model();
    QStringList texts;
    for (int row = 0; row < model.rowCount(); ++row)
        texts.append(model.index(row, 0).data().toString() + u' ' + model.index(row, 1).data().toString());
    texts.sort();
    return texts;
}

/// Clicks a button that asks a question. Nothing runs before the answer.
QDialog* TestProjectsRuns::ask(const char* button) {
    QTest::mouseClick(named<QPushButton>(page(), button), Qt::LeftButton);
    return page().findChild<QDialog*>();
}

bool TestProjectsRuns::run(QDialog* question) {
    if (!question)
        return false;
    QSignalSpy settled(m_window.get(), &MainWindow::settled);
    QTest::mouseClick(named<QPushButton>(*question, "program-run"), Qt::LeftButton);
    return settled.wait(60000);
}

void TestProjectsRuns::plansAgain() {
    open();
    QCOMPARE(verdicts(), (QStringList{QStringLiteral("billing + create"), QStringLiteral("search + create")}));
    m_folder->write(QStringLiteral("live/search/main.tf"), "locals {}\n");
    QDialog* question = ask("projects-plan");
    QVERIFY(question);
    QCOMPARE(named<QLabel>(*question, "program-title")->text(), QStringLiteral("Plan 2 project(s)?"));
    const QString command = named<QLabel>(*question, "program-command")->text();
    QVERIFY2(command.contains(QStringLiteral(" projects plan -fresh -out=")) &&
                 command.endsWith(QStringLiteral(" -project=billing -project=search ") +
                                  m_folder->path(QStringLiteral("live"))),
             qPrintable(command));
    QVERIFY(run(question));
    QCOMPARE(verdicts(), (QStringList{QStringLiteral("billing + create"), QStringLiteral("search unchanged")}));
    QTRY_VERIFY(!page().findChild<QDialog*>());
}

void TestProjectsRuns::plansOneProjectAgain() {
    open();
    m_folder->write(QStringLiteral("live/billing/main.tf"), "locals {}\n");
    m_folder->write(QStringLiteral("live/search/main.tf"), "locals {}\n");
    page().showView(QStringLiteral("projects"));
    auto* table = named<QTableView>(page(), "projects");
    for (int row = 0; row < table->model()->rowCount(); ++row)
        if (table->model()->index(row, 0).data().toString() == QStringLiteral("search"))
            table->setCurrentIndex(table->model()->index(row, 0));
    QDialog* question = ask("project-plan");
    QVERIFY(question);
    QCOMPARE(named<QLabel>(*question, "program-title")->text(), QStringLiteral("Plan 1 project(s)?"));
    QVERIFY(run(question));
    QCOMPARE(verdicts(), (QStringList{QStringLiteral("billing + create"), QStringLiteral("search unchanged")}));
}

/// The results can be reviewed while projects are planned, and the newest request wins.
void TestProjectsRuns::pageCanBeUsedWhilePlanning() {
    open();
    m_folder->write(QStringLiteral("live/search/main.tf"),
                    "data \"external\" \"x\" {\n  program = [\"true\"]\n}\n"); // not installed: planning fails
    QDialog* first = ask("projects-plan");
    QVERIFY(first && !first->isModal());
    page().showView(QStringLiteral("projects"));
    auto* tabs = named<QTabWidget>(page(), "projects-tabs");
    QTest::mouseClick(tabs->tabBar(), Qt::LeftButton, {}, tabs->tabBar()->tabRect(0).center());
    QCOMPARE(tabs->currentIndex(), 0);
    QSignalSpy closed(first, &QDialog::rejected);
    QTest::mouseClick(named<QPushButton>(page(), "projects-plan"), Qt::LeftButton);
    QCOMPARE(closed.size(), 1);
    QTRY_COMPARE(page().findChildren<QDialog*>().size(), 1);
    QVERIFY(run(page().findChild<QDialog*>()));
    QCOMPARE(verdicts(), (QStringList{QStringLiteral("billing + create"), QStringLiteral("search ✗ failed")}));
    QCOMPARE(tabs->currentIndex(), 0); // not the first tab of other results
}

void TestProjectsRuns::keepsTheOutputOfFailures() {
    open();
    m_folder->write(QStringLiteral("live/search/main.tf"), module("${var.missing}"));
    QDialog* question = ask("projects-plan");
    QVERIFY(run(question));
    QCOMPARE(verdicts(), (QStringList{QStringLiteral("billing + create"), QStringLiteral("search ✗ failed")}));
    QTRY_COMPARE(named<QLabel>(*question, "program-title")->text(), QStringLiteral("It failed with exit code 1."));
    const QString output = named<QPlainTextEdit>(*question, "program-output")->toPlainText();
    QVERIFY2(output.contains(QStringLiteral("search: failed")), qPrintable(output));
}

/// Marks all projects as reviewed and saves the approvals. Returns the question whether to apply them.
QDialog* TestProjectsRuns::approve() {
    QTest::mouseClick(named<QPushButton>(page(), "projects-review"), Qt::LeftButton);
    QTest::mouseClick(named<QPushButton>(page(), "projects-approve"), Qt::LeftButton);
    auto* file = named<QFileDialog>(page(), "approvals-file");
    if (!file)
        return nullptr;
    Q_EMIT file->fileSelected(results() + QStringLiteral("/approvals.json"));
    file->close();
    for (QDialog* dialog : page().findChildren<QDialog*>())
        if (dialog != file)
            return dialog;
    return nullptr;
}

void TestProjectsRuns::appliesTheReviewedPlans() {
    open();
    QDialog* question = approve();
    QVERIFY(question);
    QCOMPARE(named<QLabel>(*question, "program-title")->text(), QStringLiteral("Apply 2 plan(s) now?"));
    QVERIFY(!m_folder->has(QStringLiteral("live/billing/terraform.tfstate")));
    QVERIFY(run(question));
    QCOMPARE(verdicts(), (QStringList{QStringLiteral("billing ✓ applied"), QStringLiteral("search ✓ applied")}));
    QCOMPARE(named<QLabel>(page(), "projects-headline")->text(),
             QStringLiteral("2 projects: 0 with changes, 2 applied"));
    QVERIFY(m_folder->read(QStringLiteral("live/billing/terraform.tfstate")).contains("\"terraform_data\""));
    QVERIFY(m_folder->read(QStringLiteral("live/search/terraform.tfstate")).contains("\"terraform_data\""));
    QVERIFY(!named<QPushButton>(page(), "projects-approve")->isEnabled());
    QTRY_VERIFY(!page().findChild<QDialog*>());
}

void TestProjectsRuns::savesApprovalsWithoutApplying() {
    open();
    QDialog* question = approve();
    QVERIFY(question);
    QTest::keyClick(question, Qt::Key_Escape);
    QTRY_VERIFY(!page().findChild<QDialog*>());
    QVERIFY(m_folder->has(QStringLiteral("results/approvals.json")));
    QVERIFY(!m_folder->has(QStringLiteral("live/billing/terraform.tfstate")));
    QVERIFY(named<QPushButton>(page(), "projects-approve")->isEnabled());
}

/// Results of a machine whose repository is not here can only be looked at.
/// Their states are in the folders of the projects, not beside the plans.
void TestProjectsRuns::plansOfProjectsCanBeApproved() {
    const auto planlens = [this](const QString& text) { COMPARE_EXIT(m_folder->planlens(text.split(u' ')), 0); };
    for (const char* project : {"billing", "search"}) {
        planlens(QStringLiteral("-chdir=live/%1 apply -auto-approve").arg(QLatin1String(project)));
        m_folder->write(QStringLiteral("live/%1/main.tf").arg(QLatin1String(project)), module("2"));
    }
    planlens(QStringLiteral("projects plan -out=results live"));
    widgets::TabbedWindow tabs;
    tabs.setAttribute(Qt::WA_DeleteOnClose, false);
    tabs.addPage();
    tabs.show();
    const QDir folder(results());
    const QString billing = folder.filePath(folder.entryList({QStringLiteral("billing*")}, QDir::Dirs).value(0));
    tabs.open(billing + QStringLiteral("/plan"), session::Trust::Given);
    QTRY_VERIFY(!tabs.current()->isBusy() && tabs.current()->result());
    QCOMPARE(tabs.current()->mark().name, QStringLiteral("billing"));
    QCOMPARE(tabs.current()->result()->diagnostics.size(), 0);
    QVERIFY(named<QPushButton>(*tabs.current(), "approve")->isEnabled());
    QTest::keyClick(tabs.current(), Qt::Key_PageDown, Qt::AltModifier);
    QTRY_COMPARE(tabs.count(), 2);
    QCOMPARE(tabs.current()->mark().name, QStringLiteral("search"));
    QTRY_VERIFY(!tabs.current()->isBusy());
    QTest::keyClick(tabs.current(), Qt::Key_PageDown, Qt::AltModifier);
    QTRY_COMPARE(tabs.current()->mark().name, QStringLiteral("billing"));
    QCOMPARE(tabs.count(), 2);
    const std::string hash = tabs.current()->result()->planHash.toStdString();
    QVERIFY(!projects::isApplied(billing.toStdString(), hash));
    tabs.current()->approve();
    QTest::mouseClick(named<QPushButton>(*tabs.current()->reviewPage(), "apply"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(projects::isApplied(billing.toStdString(), hash), 20000);
}

void TestProjectsRuns::needsARecordedRepository() {
    m_folder->remove(QStringLiteral("results/.run.json"));
    open();
    QVERIFY(!named<QPushButton>(page(), "projects-plan")->isEnabled());
    QVERIFY(!approve());
    QVERIFY(named<QLabel>(page(), "projects-problems")->text().contains(QStringLiteral("planlens-cli projects apply")));
}

/// Opening a repository finds its projects; nothing is planned before the question is answered.
void TestProjectsRuns::plansARepository() {
    const QTemporaryDir state;
    m_environment.set("XDG_STATE_HOME", QFile::encodeName(state.path()));
    const auto openRepository = [this] {
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        m_window->open(m_folder->path(QStringLiteral("live")));
        return settle(*m_window);
    };
    QVERIFY(openRepository());
    QCOMPARE(verdicts(), (QStringList{QStringLiteral("billing not planned"), QStringLiteral("search not planned")}));
    QCOMPARE(named<QLabel>(page(), "projects-headline")->text(),
             QStringLiteral("2 projects: 0 with changes, 2 not planned"));
    QCOMPARE(named<QPushButton>(page(), "projects-plan")->text(), QStringLiteral("Plan all…"));
    QDialog* question = ask("projects-plan");
    QVERIFY(question);
    QVERIFY(named<QLabel>(*question, "program-command")->text().endsWith(m_folder->path(QStringLiteral("live"))));
    QVERIFY(run(question));
    QCOMPARE(verdicts(), (QStringList{QStringLiteral("billing + create"), QStringLiteral("search + create")}));
    // The results are still there when the repository is opened again, and a new project is listed.
    m_folder->write(QStringLiteral("live/planlens.yaml"), "projects:\n- dir: billing\n- dir: search\n- dir: users\n");
    m_folder->write(QStringLiteral("live/users/main.tf"), module("1"));
    QVERIFY(openRepository());
    QCOMPARE(verdicts(), (QStringList{QStringLiteral("billing + create"), QStringLiteral("search + create"),
                                      QStringLiteral("users not planned")}));
}

void TestProjectsRuns::opensAFolderWithoutProjects() {
    m_folder->write(QStringLiteral("empty/docs/readme.md"), "nothing to plan");
    m_window = std::make_unique<MainWindow>();
    m_window->show();
    m_window->open(m_folder->path(QStringLiteral("empty")));
    QVERIFY(settle(*m_window));
    QVERIFY(!m_window->isProjectsShown());
    QCOMPARE(m_window->path(), m_folder->path(QStringLiteral("empty")));
}

QTEST_MAIN(TestProjectsRuns)
#include "tst_projects_runs.moc"
