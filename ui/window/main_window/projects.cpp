// SPDX-License-Identifier: MPL-2.0
// Shows many projects in place of a plan.
#include "ui/window/main_window.h"

#include "core/projects/results/approvals.h"
#include "core/projects/results/result.h"
#include "core/projects/results/run_files.h"
#include "ui/bars/session_bar.h"
#include "ui/basics/background.h"
#include "ui/basics/recent_folders.h"
#include "ui/basics/text.h"
#include "ui/history/private_files.h"
#include "ui/pages/projects/projects_page.h"
#include "ui/session/planning_session.h"
#include "ui/session/session_result.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QStackedWidget>
#include <QStatusBar>

#include <algorithm>

namespace planlens::widgets {

bool MainWindow::isProjectsShown() const {
    return m_projectsPage && m_views->currentWidget() == m_projectsPage;
}

void MainWindow::buildProjects() {
    if (m_projectsPage)
        return;
    m_projectsPage = new ProjectsPage(m_views);
    m_views->addWidget(m_projectsPage);
    connect(m_views, &QStackedWidget::currentChanged, this, [this] { statusBar()->setVisible(!isProjectsShown()); });
    connect(m_projectsPage, &ProjectsPage::planRequested, this, &MainWindow::tabRequested);
    connect(m_projectsPage, &ProjectsPage::read, this, [this] {
        Q_EMIT markChanged();
        Q_EMIT settled();
    });
    connect(m_projectsPage, &ProjectsPage::noProjects, this, [this] {
        m_views->setCurrentIndex(0);
        openFolder(m_projectsPage->folder());
    });
}

session::Trust MainWindow::trustOfProjects() const {
    return isProjectsShown() || !m_request.project.isEmpty() ? m_givenTrust : session::Trust::NotGiven;
}

void MainWindow::showProjects(const QString& folder) {
    const QString name = QFileInfo(folder).fileName();
    m_sessionBar->setFinishedPlan(name, folder);
    setWindowTitle(QStringLiteral("%1 – Planlens").arg(name));
    m_views->setCurrentWidget(m_projectsPage);
    if (QFileInfo(folder).isDir())
        addRecentFolder(folder);
}

void MainWindow::openResults(const QString& folder) {
    if (!path().isEmpty() && !isProjectsShown())
        return Q_EMIT tabRequested(folder); // a plan stays open
    buildProjects();
    showProjects(folder);
    m_projectsPage->open(folder);
    Q_EMIT markChanged();
}

bool MainWindow::mayBeRepository(const QString& folder) {
    const QDir directory(folder);
    const QStringList configurations{QStringLiteral("*.tf"), QStringLiteral("*.tf.json"), QStringLiteral("*.tofu"),
                                     QStringLiteral("*.tofu.json")};
    return directory.entryList(configurations, QDir::Files).isEmpty() &&
           !directory.entryList(QDir::Dirs | QDir::NoDotAndDotDot).isEmpty();
}

void MainWindow::openRepository(const QString& folder) {
    if (!path().isEmpty() && !isProjectsShown())
        return Q_EMIT tabRequested(folder); // a plan stays open
    buildProjects();
    showProjects(folder);
    const QByteArray hash = QCryptographicHash::hash(folder.toUtf8(), QCryptographicHash::Sha256).toHex().left(16);
    m_projectsPage->openRepository(
        folder, QStringLiteral("%1/projects/%2-%3")
                    .arg(history::stateDirectory(), QFileInfo(folder).fileName(), QString::fromLatin1(hash)));
    Q_EMIT markChanged();
}

/// Notes beside the plan of a project that it was applied, as `planlens-cli projects apply` does.
void MainWindow::recordInResults() {
    if (m_request.project.isEmpty())
        return;
    session::inBackground([folder = QFileInfo(m_request.planFile).path().toStdString(),
                           hash = m_result->planHash.toStdString()] { return projects::recordApplied(folder, hash); },
                          this,
                          [this](const std::string& problem) {
                              if (!problem.empty())
                                  m_session->note(session::LogLevel::Warning, QStringLiteral("Planlens"),
                                                  qstring(problem));
                          });
}

void MainWindow::openNextProject(int step) {
    const auto project = projects::projectOfPlan(m_request.planFile.toStdString());
    if (!project)
        return;
    const auto open = [this, name = project->name,
                       step](const diags::Result<std::vector<projects::StoredResult>>& read) {
        if (!read.value || read.value->empty())
            return;
        const auto count = std::ptrdiff_t(read.value->size());
        const auto own = std::ranges::lower_bound(
                             *read.value, name, {},
                             [](const projects::StoredResult& one) { return std::string_view(one.result.project); }) -
                         read.value->begin();
        for (std::ptrdiff_t i = 1; i < count; ++i) {
            const projects::StoredResult& other = (*read.value)[std::size_t((own + step * i + count * i) % count)];
            const QString plan = qstring((other.folder / projects::planFile).string());
            if (!other.result.planHash.empty() && QFileInfo::exists(plan))
                return Q_EMIT tabRequested(plan);
        }
    };
    session::inBackground([results = project->results] { return projects::readResults({results}); }, this, open);
}

} // namespace planlens::widgets
