// SPDX-License-Identifier: MPL-2.0
// Standard window features: command palette, shortcuts page, dropped folders, more windows, color scheme.
#include "ui/bars/session_bar.h"
#include "ui/controls/change_list.h"
#include "ui/controls/path_drop.h"
#include "ui/graph/graph_view.h"
#include "ui/pages/change_page.h"
#include "ui/pages/detail_panel.h"
#include "ui/pages/shortcuts_page.h"
#include "ui/window/command_palette.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QEvent>
#include <QTreeView>

#include <utility>

namespace planlens::widgets {

void MainWindow::buildHabits() {
    addCommand("commands", tr("Commands"), {Qt::CTRL | Qt::SHIFT | Qt::Key_P}, [this] { openPalette(); });
    addCommand("keys", tr("Keys"), {Qt::Key_F1, Qt::Key_Question}, [this] { (new ShortcutsPage(*this))->open(); });
    addCommand("new-window", tr("New window"), {Qt::CTRL | Qt::SHIFT | Qt::Key_N},
               [this] { Q_EMIT windowRequested({}); });
    addCommand("new-tab", tr("New tab"), {Qt::CTRL | Qt::Key_T}, [this] { Q_EMIT tabRequested({}); });
    addCommand("close-tab", tr("Close tab"), {Qt::CTRL | Qt::Key_W}, [this] { close(); });
    addCommand("next-tab", tr("Next tab"), {Qt::CTRL | Qt::Key_PageDown}, [this] { Q_EMIT tabStepRequested(1); });
    addCommand("previous-tab", tr("Previous tab"), {Qt::CTRL | Qt::Key_PageUp},
               [this] { Q_EMIT tabStepRequested(-1); });
    addCommand("close-window", tr("Close window"), {Qt::CTRL | Qt::SHIFT | Qt::Key_W}, [this] { window()->close(); });
    addCommand("quit", tr("Quit"), {Qt::CTRL | Qt::Key_Q}, [this] { Q_EMIT quitRequested(); });
    connect(m_sessionBar, &SessionBar::recentChosen, this, [this](const QString& folder) { openFolder(folder); });
    auto* drop = new PathDrop(*this, [this] { return isWindow() && isBusyApplying(); });
    connect(drop, &PathDrop::dropped, this, [this](QStringList paths) {
        if (isWindow() || path().isEmpty())
            open(paths.takeFirst());
        for (const QString& other : std::as_const(paths))
            isWindow() ? Q_EMIT windowRequested(other) : Q_EMIT tabRequested(other);
    });
}

void MainWindow::openPalette() {
    QVector<Command> commands = commandsOf(*this);
    const QString hint = tr("go to");
    for (const QString& address : m_findable)
        commands.append({address, hint, [this, address] {
                             if (select(address))
                                 m_graph->reveal(address);
                         }});
    (new CommandPalette(std::move(commands), this))->open();
}

void MainWindow::changeEvent(QEvent* event) {
    // The theme changed: contents with explicit colors are rebuilt.
    if (event->type() == QEvent::PaletteChange && m_change) {
        m_change->show(m_selected);
        m_tree->viewport()->update();
    }
    QMainWindow::changeEvent(event);
}

} // namespace planlens::widgets
