// SPDX-License-Identifier: MPL-2.0
// Monthly costs: opening an estimate of Infracost, and making one.
#include "ui/window/main_window.h"

#include "core/system/environment.h"
#include "core/system/private_directory.h"
#include "ui/basics/background.h"
#include "ui/basics/text.h"
#include "ui/dialogs/program_dialog.h"
#include "ui/session/plan_costs.h"
#include "ui/session/planning_session.h"
#include "ui/session/session_result.h"

#include <QFileDialog>

namespace planlens::widgets {

void MainWindow::chooseCosts() {
    auto* dialog = new QFileDialog(this, tr("Open cost estimate"), m_request.folder,
                                   tr("JSON of Infracost (*.json);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::setCostFile);
    dialog->open();
}

void MainWindow::setCostFile(const QString& file) {
    m_request.added.costs = file;
    plan(session::Reading::AsBefore);
}

bool MainWindow::canEstimateCosts() const {
    return m_result && m_result->plan && m_actions.openCosts->isEnabled() && !m_session->isBusy();
}

void MainWindow::estimateCosts() {
    const auto program = system::findProgram("infracost");
    if (!program)
        return showBanner(tr("%1 is not installed, or not on the PATH.").arg(QStringLiteral("infracost")), true, {});
    const auto folder = std::make_shared<const system::PrivateDirectory>();
    if (folder->path().empty())
        return showBanner(tr("No temporary folder can be created."), true, {});
    const QString tool = qstring(program->string());
    if (!m_result->config) // the plan was opened from JSON
        return askToEstimateCosts(tool, m_request.planFile, folder);
    session::inBackground([plan = m_result->plan, config = m_result->config,
                           file = folder->path() / "plan.json"] { return session::savePlanJson(*plan, *config, file); },
                          this,
                          [this, tool, folder](const QString& problem) {
                              if (!problem.isEmpty())
                                  return showBanner(problem, true, {});
                              askToEstimateCosts(tool, QStringLiteral("plan.json"), folder);
                          });
}

void MainWindow::askToEstimateCosts(const QString& program, const QString& plan,
                                    const std::shared_ptr<const system::PrivateDirectory>& folder) {
    const ProgramToRun toRun{
        program,
        {QStringLiteral("diff"), QStringLiteral("--path"), plan, QStringLiteral("--format"), QStringLiteral("json"),
         QStringLiteral("--out-file"), QStringLiteral("costs.json"), QStringLiteral("--no-color")},
        qstring(folder->path().string()),
        tr("Estimate costs"),
        tr("Estimate the costs of this plan?"),
        tr("Infracost gets the whole plan, in a temporary file that only you can read and that is "
           "deleted afterwards. It sends the types of resources, and the attributes that determine "
           "prices, to its pricing service. It does not change anything."),
        tr("Estimate"),
        tr("Estimating…")};
    auto* dialog = new ProgramDialog(toRun, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, folder] {
        std::error_code error;
        std::filesystem::remove(folder->path() / "plan.json", error);
        m_costFolder = folder;
        setCostFile(qstring((folder->path() / "costs.json").string()));
    });
    dialog->open();
}

} // namespace planlens::widgets
