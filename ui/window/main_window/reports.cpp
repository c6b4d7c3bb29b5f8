// SPDX-License-Identifier: MPL-2.0
// Exports, and commands that show hidden values and moved blocks.
#include "ui/window/main_window.h"

#include "ui/controls/command.h"
#include "ui/controls/reveal_popup.h"
#include "ui/pages/drawer/detail_panel.h"
#include "ui/pages/drawer/move_hints.h"
#include "ui/window/export_menu.h"
#include "ui/window/plan/plan_view.h"

#include <QAction>
#include <QStatusBar>

namespace planlens::widgets {

void MainWindow::buildReports() {
    auto* exports = new ExportMenu(this);
    statusBar()->addPermanentWidget(exports);
    connect(m_plan, &PlanView::resultShown, exports, &ExportMenu::setResult);
    connect(exports, &ExportMenu::exported, this, [this](const QString& file) {
        showBanner(tr("Written to %1. Sensitive values are masked.").arg(file), false, {});
    });
    connect(exports, &ExportMenu::failed, this, [this](const QString& reason) { showBanner(reason, true, {}); });
    addCommand(*this, "reveal-value", tr("Reveal value for %n second(s)", nullptr, RevealPopup::seconds),
               {Qt::CTRL | Qt::SHIFT | Qt::Key_V}, [this] { m_plan->revealValue(); });
    const MoveHints& moves = m_plan->drawer().moveHints();
    addActions({moves.copyAction(), moves.copyAllAction()});
}

} // namespace planlens::widgets
