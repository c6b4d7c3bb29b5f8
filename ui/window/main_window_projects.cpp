// SPDX-License-Identifier: MPL-2.0
// Shows the results of many projects in place of a plan.
#include "ui/window/main_window.h"

#include "ui/bars/session_bar.h"
#include "ui/pages/projects/projects_page.h"

#include <QFileInfo>
#include <QStackedWidget>
#include <QStatusBar>

namespace planlens::widgets {

bool MainWindow::isProjectsShown() const {
    return m_projectsPage && m_places->currentWidget() == m_projectsPage;
}

void MainWindow::openResults(const QString& folder) {
    if (!path().isEmpty() && !isProjectsShown())
        return Q_EMIT tabRequested(folder); // a plan stays open
    if (!m_projectsPage) {
        m_projectsPage = new ProjectsPage(m_places);
        m_places->addWidget(m_projectsPage);
        connect(m_places, &QStackedWidget::currentChanged, this,
                [this] { statusBar()->setVisible(!isProjectsShown()); });
        connect(m_projectsPage, &ProjectsPage::planRequested, this, &MainWindow::tabRequested);
        connect(m_projectsPage, &ProjectsPage::read, this, [this] {
            Q_EMIT markChanged();
            Q_EMIT settled();
        });
    }
    const QString name = QFileInfo(folder).fileName();
    m_sessionBar->setFinishedPlan(name, folder);
    setWindowTitle(QStringLiteral("%1 – Planlens").arg(name));
    m_places->setCurrentWidget(m_projectsPage);
    m_projectsPage->open(folder);
    Q_EMIT markChanged();
}

} // namespace planlens::widgets
