// SPDX-License-Identifier: MPL-2.0
#include "core/projects/results/result_store.h"
#include "core/projects/results/review.h"
#include "tests/support/google_server.h"
#include "tests/support/scoped_environment.h"
#include "tests/support/windows.h"
#include "ui/pages/projects/projects_page.h"
#include "ui/window/main_window.h"

#include <QAbstractButton>
#include <QLabel>
#include <QProcess>
#include <QSignalSpy>
#include <QTableView>

using namespace planlens;
using namespace planlens::testing;

/// Results in an object store, in the window.
class TestProjectsStore final : public QObject {
    Q_OBJECT

    std::unique_ptr<GoogleServer> m_server;
    ScopedEnvironment m_environment;

    /// Uploads a result for each project.
    static void upload(const char* address, const std::vector<std::string>& projects,
                       projects::ResultStore::Plans plans) {
        const auto store = projects::ResultStore::open(address, "/");
        QVERIFY(store.value);
        for (const std::string& project : projects) {
            QTemporaryDir folder;
            projects::Result result;
            result.project = project;
            result.status = projects::Result::Status::Planned;
            result.planHash = projects::sha256Hex("a plan");
            QVERIFY(write(folder.filePath(QStringLiteral("review.json")),
                          QByteArray::fromStdString(projects::reviewJson({}))));
            QVERIFY(write(folder.filePath(QStringLiteral("plan")), "a plan"));
            const std::string problem =
                (*store.value)->upload(folder.path().toStdString(), std::move(result), plans, {});
            QVERIFY2(problem.empty(), problem.c_str());
        }
    }
    static QString textOf(const widgets::MainWindow& window, const char* name) {
        return window.findChild<QLabel*>(QLatin1String(name))->text();
    }

private Q_SLOTS:
    void initTestCase() {
        SKIP_WITHOUT_PROGRAM("python3");
        m_server = std::make_unique<GoogleServer>(QStringList{QStringLiteral("states")});
        QVERIFY(m_server->isRunning());
        m_environment.set("GOOGLE_STORAGE_CUSTOM_ENDPOINT", QByteArray::fromStdString(m_server->endpoint()));
        m_environment.set("GOOGLE_OAUTH_ACCESS_TOKEN", "token-of-argument");
    }
    void cleanup() {
        if (m_server)
            m_server->setFaults("");
    }

    void showsResults() {
        upload("gs://states/shown", {"a", "b"}, projects::ResultStore::Plans::Masked);
        widgets::MainWindow window;
        window.show();
        window.open(QStringLiteral("gs://states/shown"));
        QVERIFY(settle(window));
        QVERIFY2(textOf(window, "projects-headline").startsWith(QStringLiteral("2 projects")),
                 qPrintable(textOf(window, "projects-headline")));
        QCOMPARE(window.path(), QStringLiteral("gs://states/shown"));
        const auto* page = window.findChild<widgets::ProjectsPage*>();
        const std::filesystem::path folder = page->summary()->projects[0].folder.parent_path().parent_path();
        QCOMPARE(QFile::permissions(QString::fromStdString(folder.string())) &
                     (QFile::ReadGroup | QFile::ReadOther | QFile::ExeOther | QFile::WriteOther),
                 QFile::Permissions());
        upload("gs://states/shown", {"c"}, projects::ResultStore::Plans::Masked);
        for (QAbstractButton* button : page->findChildren<QAbstractButton*>())
            if (button->text() == QStringLiteral("Read again"))
                button->click();
        QVERIFY(settle(window));
        QTRY_VERIFY(textOf(window, "projects-headline").startsWith(QStringLiteral("3 projects")));
        QTRY_VERIFY(!std::filesystem::exists(folder)); // the copy that was replaced
    }

    void opensStoredPlans() {
        upload("gs://states/plans", {"a"}, projects::ResultStore::Plans::Whole);
        widgets::MainWindow window;
        window.show();
        window.open(QStringLiteral("gs://states/plans"));
        QVERIFY(settle(window));
        auto* page = window.findChild<widgets::ProjectsPage*>();
        QSignalSpy requested(page, &widgets::ProjectsPage::planRequested);
        disconnect(page, &widgets::ProjectsPage::planRequested, &window, nullptr);
        page->showView(QStringLiteral("projects"));
        auto* table = page->findChild<QTableView*>(QStringLiteral("projects"));
        table->setCurrentIndex(table->model()->index(0, 0));
        page->findChild<QAbstractButton*>(QStringLiteral("project-open"))->click();
        QTRY_COMPARE(requested.size(), 1);
        QFile file(requested[0][0].toString());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("a plan"));
    }

    void reportsWhyThereAreNoResults() {
        m_server->setFaults("1- 403\n");
        widgets::MainWindow window;
        window.show();
        window.open(QStringLiteral("gs://states/denied"));
        QVERIFY(settle(window));
        QTRY_VERIFY2(textOf(window, "projects-problems").contains(QStringLiteral("Storage Object User")),
                     qPrintable(textOf(window, "projects-problems")));
    }

    void makesNoPictureWithoutResults() {
        m_server->setFaults("1- 403\n");
        QTemporaryDir folder;
        QProcess program;
        program.start(QStringLiteral(PLANLENS_WINDOW_PROGRAM),
                      {QStringLiteral("--snapshot"), folder.filePath(QStringLiteral("p.png")),
                       QStringLiteral("gs://states/denied")});
        QVERIFY(program.waitForFinished(60'000));
        const QByteArray said = program.readAllStandardError();
        QCOMPARE(program.exitCode(), 1);
        QVERIFY2(said.contains("Storage Object User"), said.constData());
        QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("p.png"))));
    }

    void cancelsDownload() {
        m_server->requests();
        m_server->setFaults("1- hang\n");
        widgets::MainWindow window;
        window.show();
        window.open(QStringLiteral("gs://states/hang"));
        bool isSent = false; // requests() returns each request once
        QTRY_VERIFY_WITH_TIMEOUT(isSent = isSent || !m_server->requests().isEmpty(), 30'000);
        auto* page = window.findChild<widgets::ProjectsPage*>();
        QAbstractButton* cancel = nullptr;
        for (QAbstractButton* button : page->findChildren<QAbstractButton*>())
            if (button->text() == QStringLiteral("Cancel"))
                cancel = button;
        QVERIFY(cancel);
        cancel->click();
        QTRY_COMPARE_WITH_TIMEOUT(cancel->text(), QStringLiteral("Read again"), 10'000);
        QVERIFY(!textOf(window, "projects-problems").isEmpty());
    }
};

QTEST_MAIN(TestProjectsStore)
#include "tst_projects_store.moc"
