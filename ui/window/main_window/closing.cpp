// SPDX-License-Identifier: MPL-2.0
// Closing: the first attempt lets running work end, the second one kills it (during an apply, after a question).
#include "ui/window/main_window.h"

#include "ui/dialogs/unsaved_state.h"
#include "ui/pages/apply/apply_page.h"
#include "ui/session/planning_session.h"
#include "ui/window/apply_workflow.h"

#include <QCloseEvent>

namespace planlens::widgets {

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!m_session->isBusy() && m_apply->unsavedState().isUnsaved()) {
        event->ignore();
        m_apply->unsavedState().askBeforeLosing([this] { close(); });
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
        if (ApplyPage& page = m_apply->applyPage(); !page.isApplying())
            m_session->cancel();
        else if (!page.isStopping())
            page.stop();
        if (m_session->isApplying())
            showBanner(tr("The apply stops after the running operations. The window stays open to show the result; "
                          "close it again to kill running operations."),
                       true, QStringLiteral("log"));
        else
            showMessage(tr("Closing…"), tr("Planning is stopping. Close the window again to kill running providers."),
                        {}, {});
    } else if (m_session->isApplying()) {
        m_apply->askToKill(ApplyWorkflow::AfterKill::Close);
    } else {
        killAndClose(); // safe: planning changes nothing
    }
}

bool MainWindow::hasUnsavedState() const {
    return m_apply->unsavedState().isUnsaved();
}

void MainWindow::killAndClose() {
    m_closing = Closing::AtOnce;
    m_session->end();
    if (!m_session->isBusy())
        close();
}

} // namespace planlens::widgets
