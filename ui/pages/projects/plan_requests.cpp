// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/projects/plan_requests.h"

#include "ui/dialogs/program_dialog.h"

#include <chrono>

namespace planlens::widgets {

PlanRequests::PlanRequests(QObject* parent)
    : QObject(parent) {
    m_pause.setSingleShot(true);
    m_pause.setInterval(std::chrono::seconds(5));
    connect(&m_pause, &QTimer::timeout, this, &PlanRequests::progressed);
}

void PlanRequests::start(ProgramDialog& dialog) {
    if (m_last)
        m_last->reject();
    m_last = &dialog;
    connect(&dialog, &ProgramDialog::printed, this, [this] {
        if (!m_pause.isActive())
            m_pause.start();
    });
    connect(&dialog, &ProgramDialog::ended, &m_pause, &QTimer::stop);
    dialog.show();
}

} // namespace planlens::widgets
