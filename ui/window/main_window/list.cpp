// SPDX-License-Identifier: MPL-2.0
// The commands that step through the changes and mark them.
#include "ui/controls/command.h"
#include "ui/graph/graph_view.h"
#include "ui/pages/list/changes_pane.h"
#include "ui/window/main_window.h"
#include "ui/window/plan/plan_view.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>

namespace planlens::widgets {

void MainWindow::buildListActions() {
    using Step = PlanView::Step;
    const auto add = [this](const char* name, const QString& text, const QKeySequence& key, int by, Step step) {
        addCommand(*this, name, text, {key}, [this, by, step] {
            if (!isStateShown())
                m_plan->step(by, step);
        });
    };
    add("next-change", tr("Next change"), Qt::Key_F7, 1, Step::Any);
    add("previous-change", tr("Previous change"), Qt::SHIFT | Qt::Key_F7, -1, Step::Any);
    add("next-unreviewed", tr("Next change not reviewed"), Qt::Key_F8, 1, Step::NotReviewed);
    add("previous-unreviewed", tr("Previous change not reviewed"), Qt::SHIFT | Qt::Key_F8, -1, Step::NotReviewed);
    m_plan->changes().addCommands(*this);
}

bool MainWindow::event(QEvent* event) {
    // Space presses buttons, opens combo boxes and folds modules in the graph; elsewhere it marks the selected change
    // as reviewed.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto& key = static_cast<QKeyEvent&>(*event);
        const QWidget* focus = QApplication::focusWidget();
        if (key.key() == Qt::Key_Space && key.modifiers() == Qt::NoModifier &&
            (qobject_cast<const QAbstractButton*>(focus) || qobject_cast<const QComboBox*>(focus) ||
             (focus == &graphView() && m_plan->selection().instances.isEmpty())))
            event->accept();
    }
    return QMainWindow::event(event);
}

} // namespace planlens::widgets
