// SPDX-License-Identifier: MPL-2.0
// Closing: the first attempt lets running work end, the second one kills it (during an apply, after a question).
#include "ui/window/main_window.h"

#include "core/providers/plugin/process/record.h"
#include "ui/basics/text.h"
#include "ui/dialogs/force_quit_dialog.h"
#include "ui/dialogs/unsaved_state.h"
#include "ui/pages/apply/apply_page.h"
#include "ui/session/planning_session.h"

#include <QCloseEvent>

namespace planlens::widgets {

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!m_session->isBusy() && m_unsaved->isUnsaved()) {
        event->ignore();
        m_unsaved->askBeforeLosing([this] { close(); });
        return;
    }
    if (!m_session->isBusy()) {
        rememberLayout();
        event->accept();
        return;
    }
    event->ignore();
    closeState();
    if (m_closing == Closing::No) {
        m_closing = Closing::WhenStopped;
        if (!m_applyPage->isApplying())
            m_session->cancel();
        else if (!m_applyPage->isStopping())
            m_applyPage->stop();
        if (m_session->isApplying())
            showBanner(tr("The apply stops after the running operations. The window stays open to show the result; "
                          "close it again to kill running operations."),
                       true, QStringLiteral("log"));
        else
            showMessage(tr("Closing…"), tr("Planning is stopping. Close the window again to kill running providers."),
                        {}, {});
    } else if (m_session->isApplying()) {
        askToKill(Closing::AtOnce);
    } else {
        killAndClose(); // safe: planning changes nothing
    }
}

bool MainWindow::hasUnsavedState() const {
    return m_unsaved->isUnsaved();
}

void MainWindow::askToKill(Closing closing) {
    if (m_forceQuitDialog)
        return;
    QStringList programs;
    for (const providers::plugin::Status& plugin : m_session->plugins())
        if (plugin.isRunning() && plugin.calls > 0)
            programs.append(
                tr("%1 (process %2)").arg(qstring(plugin.provider.forDisplay()), QString::number(plugin.process)));
    m_forceQuitDialog = new ForceQuitDialog(
        m_applyPage->model().running(), programs,
        closing == Closing::AtOnce ? ForceQuitDialog::Then::Close : ForceQuitDialog::Then::Stay, this);
    m_forceQuitDialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_forceQuitDialog, &QDialog::finished, this, [this] { m_forceQuitDialog = nullptr; });
    connect(m_forceQuitDialog, &QDialog::accepted, this, [this, closing] {
        if (closing == Closing::AtOnce)
            return killAndClose();
        m_applyPage->setKilled();
        m_session->kill();
    });
    m_forceQuitDialog->open();
}

void MainWindow::killAndClose() {
    m_closing = Closing::AtOnce;
    m_session->end();
    if (!m_session->isBusy())
        close();
}

} // namespace planlens::widgets
