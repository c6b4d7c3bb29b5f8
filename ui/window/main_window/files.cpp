// SPDX-License-Identifier: MPL-2.0
// Finished plans: opening files or the standard input, and the actions that are disabled for them.
#include "ui/window/main_window.h"

#include "core/cloud/storage/address.h"
#include "core/projects/results/result.h"
#include "core/projects/results/run_files.h"
#include "ui/bars/plan_file_banner.h"
#include "ui/bars/session_bar.h"
#include "ui/basics/text.h"
#include "ui/basics/trusted_folders.h"
#include "ui/pages/drawer/detail_panel.h"
#include "ui/session/session_result.h"
#include "ui/window/apply_workflow.h"
#include "ui/window/editor.h"
#include "ui/window/plan/plan_view.h"

#include <QAction>
#include <QDir>
#include <QDirIterator>
#include <QFileDialog>
#include <QFileInfo>
#include <QStandardPaths>
#include <QTimer>

#include <utility>

namespace planlens::widgets {

bool MainWindow::isFinishedPlan() const {
    return !m_request.planFile.isEmpty();
}

void MainWindow::open(const QString& path, session::Trust trust, const session::AddedFiles& added) {
    m_givenTrust = trust;
    if (cloud::storage::isAddress(path.toStdString()))
        openResults(path);
    else if (path == session::standardInput || !QFileInfo(path).isDir())
        openPlan(path, trust, added);
    else if (const QString folder = QFileInfo(path).absoluteFilePath(); projects::hasResults(path.toStdString()))
        openResults(folder);
    else if (mayBeRepository(folder))
        openRepository(folder);
    else
        openFolder(path, trust, added);
}

void MainWindow::openPlan(const QString& file, session::Trust trust, const session::AddedFiles& added) {
    const bool isPiped = file == session::standardInput;
    rememberLayout();
    session::Request request; // the arguments may be parts of the previous one
    request.planFile = isPiped ? file : QFileInfo(file).absoluteFilePath();
    request.folder = isPiped ? QDir::currentPath() : QFileInfo(request.planFile).absolutePath();
    if (const auto project = isPiped ? std::nullopt : projects::projectOfPlan(request.planFile.toStdString())) {
        request.project = qstring(project->name);
        if (!project->directory.empty()) {
            request.folder = qstring(project->directory.string());
            request.workspace = qstring(project->workspace);
        }
    }
    request.trust = trust;
    request.added = added;
    m_request = std::move(request);
    m_apply->forgetOutcome();
    const QString name = isPiped                        ? tr("standard input")
                         : !m_request.project.isEmpty() ? m_request.project
                                                        : QFileInfo(m_request.planFile).fileName();
    m_sessionBar->setFinishedPlan(name, isPiped ? QString() : m_request.planFile);
    m_sessionBar->setMode(session::PlanMode::Normal);
    setWindowTitle(QStringLiteral("%1 – Planlens").arg(name));
    m_planFileBanner->setResult(nullptr);
    forgetState();
    m_plan->clear();
    restoreLayout();
    showMessage(tr("Opening…"), isPiped ? tr("Reading the plan from standard input.") : tr("Reading %1.").arg(name), {},
                {});
    startPlanning(session::Reading::Anew);
}

void MainWindow::choosePlan() {
    auto* dialog = new QFileDialog(this, tr("Open a plan"), m_request.folder,
                                   tr("Plans and states (*.json *.tfplan *.plan *.out *.tfstate);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) { openPlan(file); });
    dialog->open();
}

void MainWindow::openExample() {
    const QString from = QStringLiteral(":/example/review");
    const QString copies = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
    const QDir folder(copies + QStringLiteral("/example"));
    QDir(folder).removeRecursively(); // an earlier copy may have been applied
    QDirIterator files(from, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString path = files.next();
        QFile file(folder.filePath(path.mid(from.size() + 1)));
        if (!QDir().mkpath(QFileInfo(file).path()) || (!QFile::copy(path, file.fileName())) ||
            !file.setPermissions(QFile::ReadOwner | QFile::WriteOwner))
            return showMessage(tr("The example cannot be copied"),
                               tr("%1: %2").arg(QDir::toNativeSeparators(file.fileName()), file.errorString()),
                               tr("Open folder…"), [this] { chooseFolder(); });
    }
    openFolder(folder.path());
}

void MainWindow::chooseFindings() {
    auto* dialog = new QFileDialog(this, tr("Open findings of other tools"), m_request.folder,
                                   tr("SARIF and JSON of checkov, trivy and conftest (*.sarif *.json);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, &MainWindow::addFindingFiles);
    dialog->open();
}

void MainWindow::addFindingFiles(const QStringList& files) {
    for (const QString& file : files)
        if (!m_request.added.findings.contains(file))
            m_request.added.findings.append(file);
    startPlanning(session::Reading::AsBefore);
}

void MainWindow::showPlanFileState() {
    const session::FinishedPlan& finished = *m_result->finished;
    if (!finished.untrusted.isEmpty()) {
        if (isTrusted(m_request.folder, trustDigest(m_request.folder, finished.untrusted)))
            QTimer::singleShot(0, this, &MainWindow::askToTrustPlan);
    } else if (m_result->config && !finished.file.isEmpty() && !finished.notApplicable.isEmpty()) {
        showBanner(finished.notApplicable, true, {});
        offerInBanner(tr("Plan the folder"), [this] { planAgain(); });
    }
}

void MainWindow::showUnreadablePlan() {
    QString title = tr("The plan cannot be read"), text;
    for (const session::DiagnosticText& problem : m_result->diagnostics)
        if (problem.isError) {
            title = problem.summary;
            text = problem.detail;
            break;
        }
    showMessage(title, text, tr("Open another plan…"), [this] { choosePlan(); });
}

void MainWindow::openPlace(const QString& file, int line) {
    if (!openInEditor(QDir(m_request.folder).absoluteFilePath(file), line))
        showBanner(tr("No editor could be started for %1. Set PLANLENS_EDITOR to its command, such as \"code "
                      "--goto {file}:{line}\".")
                       .arg(file),
                   true, {});
}

} // namespace planlens::widgets
