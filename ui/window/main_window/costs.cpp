// SPDX-License-Identifier: MPL-2.0
// Monthly costs: opening an estimate of Infracost, and making one.
#include "ui/window/main_window.h"

#include "ui/controls/command.h"
#include "ui/window/cost_estimate.h"

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
    startPlanning(session::Reading::AsBefore);
}

void MainWindow::buildCosts() {
    auto* estimate = new CostEstimate(this);
    addCommand(*this, "estimate-costs", tr("Estimate costs with Infracost…"), {},
               [this, estimate] { estimate->start(*m_result, m_request.planFile); });
    connect(estimate, &CostEstimate::finished, this, &MainWindow::setCostFile);
    connect(estimate, &CostEstimate::failed, this, [this](const QString& reason) { showBanner(reason, true, {}); });
}

} // namespace planlens::widgets
