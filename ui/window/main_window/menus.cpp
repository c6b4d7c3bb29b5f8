// SPDX-License-Identifier: MPL-2.0
// The menu bar, with every action of the window by its object name.
#include "ui/bars/session_bar.h"
#include "ui/basics/recent_folders.h"
#include "ui/controls/command.h"
#include "ui/controls/pane.h"
#include "ui/pages/drawer/detail_panel.h"
#include "ui/theme/command_icon.h"
#include "ui/window/export_menu.h"
#include "ui/window/main_window.h"
#include "ui/window/plan/plan_view.h"
#include "ui/window/planning_overrides.h"

#include <QAction>
#include <QDir>
#include <QHash>
#include <QMenu>
#include <QMenuBar>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <tuple>
#include <utility>

namespace planlens::widgets {

namespace {

struct MenuOf {
    const char* title;
    std::initializer_list<const char*> actions; // an empty name is a separator
};

const std::array menus{
    MenuOf{QT_TRANSLATE_NOOP("planlens::widgets::MainWindow", "&File"),
           {"open-folder", "open-plan", "recent", "", "export", "open-findings", "open-costs", "estimate-costs",
            "trusted-folders", "", "new-tab", "new-window", "", "close-tab", "close-window", "quit"}},
    MenuOf{QT_TRANSLATE_NOOP("planlens::widgets::MainWindow", "&Edit"),
           {"undo", "redo", "", "copy-address", "copy-text", "copy-hcl", "copy-json", "copy-command",
            "copy-moved-block", "copy-all-moved-blocks", "", "open-source", "find", "find-next", "find-previous"}},
    MenuOf{QT_TRANSLATE_NOOP("planlens::widgets::MainWindow", "&Plan"),
           {"plan", "mode-normal", "mode-refresh-only", "mode-destroy", "", "replace", "exclude", "target-only",
            "plan-everything", "", "restart-providers", "review", "approve"}},
    MenuOf{QT_TRANSLATE_NOOP("planlens::widgets::MainWindow", "&View"),
           {"next-change",
            "previous-change",
            "next-unreviewed",
            "previous-unreviewed",
            "",
            "order-worst-first",
            "order-module",
            "order-action",
            "order-type",
            "order-file",
            "group-identical",
            "",
            "open-filter",
            "show-all",
            "expand-all",
            "collapse-all",
            "list-values",
            "unified",
            "",
            "reveal-value",
            "show-state",
            "drawer",
            "pages",
            "",
            "show-list",
            "show-change",
            "show-graph",
            "maximize-region"}},
    MenuOf{QT_TRANSLATE_NOOP("planlens::widgets::MainWindow", "&Graph"),
           {"graph-everything", "graph-around", "graph-map", "", "graph-depth", "graph-grouping", "graph-direction",
            "graph-unchanged", "", "graph-zoom-in", "graph-zoom-out", "fit-graph"}},
    MenuOf{QT_TRANSLATE_NOOP("planlens::widgets::MainWindow", "&Window"),
           {"next-region", "previous-region", "", "next-tab", "previous-tab", "next-project", "previous-project"}},
    MenuOf{QT_TRANSLATE_NOOP("planlens::widgets::MainWindow", "&Help"), {"manual", "keys", "commands", "", "about"}},
};

/// Shows icons in our menus only, because those of text fields have icons for some commands of the desktop's theme.
void showIcon(QAction& action, QLatin1String command) {
    action.setIcon(theme::commandIcon(command, theme::IconPlace::Menu));
    action.setIconVisibleInMenu(true);
}

} // namespace

/// Returns the submenus by the names in the table.
QHash<QLatin1String, QMenu*> MainWindow::buildSubmenus() {
    auto* recent = new QMenu(tr("Open recent"), this);
    recent->addAction(tr("No recent folders"))->setEnabled(false); // an empty menu would not open
    connect(recent, &QMenu::aboutToShow, this, [this, recent] {
        const QStringList folders = recentFolders();
        if (folders.isEmpty())
            return;
        recent->clear();
        for (const QString& folder : folders) {
            const QString kind = recentFolderKind(folder);
            const QString text = QDir::toNativeSeparators(folder).replace(u'&', QStringLiteral("&&"));
            recent->addAction(kind.isEmpty() ? text : QStringLiteral("%1  –  %2").arg(text, kind), this,
                              [this, folder] { open(folder); });
        }
    });
    // Pages without contents have no tab.
    auto* pages = new QMenu(tr("Pages of the drawer"), this);
    for (const auto& [name, text] :
         {std::pair("findings", tr("Show findings")), std::pair("drift", tr("Show drift")),
          std::pair("outputs", tr("Show outputs")), std::pair("checks", tr("Show checks")),
          std::pair("diagnostics", tr("Show diagnostics")), std::pair("log", tr("Show log")),
          std::pair("providers", tr("Show providers")), std::pair("difference", tr("Show difference")),
          std::pair("order", tr("Show order")), std::pair("history", tr("Show history"))})
        pages->addAction(addCommand(*this, qPrintable(QStringLiteral("page-") + QLatin1String(name)), text, {},
                                    [this, page = QString::fromLatin1(name)] {
                                        m_plan->drawer().showNamed(page);
                                        if (QWidget* focused = focusOf(*m_plan->drawer().currentWidget()))
                                            focused->setFocus(Qt::ShortcutFocusReason);
                                    }));
    QMenu* exports = findChild<ExportMenu*>()->menu();
    exports->setTitle(tr("Export"));
    const auto graphMenu = [this](const char* name, const QString& title) {
        QMenu* menu = findChild<QToolButton*>(QLatin1String(name))->menu();
        menu->setTitle(title);
        return menu;
    };
    return {{QLatin1String("recent"), recent},
            {QLatin1String("graph-depth"), graphMenu("graph-depth", tr("Depth"))},
            {QLatin1String("graph-grouping"), graphMenu("graph-grouping", tr("Group resources"))},
            {QLatin1String("pages"), pages},
            {QLatin1String("export"), exports}};
}

/// Marks a command while it is in effect.
void MainWindow::showChoice(QAction& action, const std::function<bool()>& isChosen) {
    action.setCheckable(true);
    const auto show = [&action, isChosen] { action.setChecked(isChosen()); };
    connect(this, &MainWindow::markChanged, &action, show);
    connect(&action, &QAction::triggered, &action, show); // a choice stays if it is triggered again
    show();
}

void MainWindow::buildMenus() {
    using session::PlanMode;
    const QAction* now = findCommand(*this, QLatin1String("plan"));
    for (const auto& [name, text, mode] :
         {std::tuple("mode-normal", tr("Plan changes"), PlanMode::Normal),
          std::tuple("mode-refresh-only", tr("Plan refresh only"), PlanMode::RefreshOnly),
          std::tuple("mode-destroy", tr("Plan to destroy everything"), PlanMode::Destroy)}) {
        QAction* action = addCommand(*this, name, text, {}, [this, mode = mode] { m_sessionBar->chooseMode(mode); });
        connect(now, &QAction::enabledChanged, action, &QAction::setEnabled);
        action->setEnabled(now->isEnabled());
        showChoice(*action, [this, mode = mode] { return m_sessionBar->mode() == mode; });
    }
    const QHash<QLatin1String, QMenu*> submenus = buildSubmenus();
    const QList<QAction*> all = actions();
    for (const MenuOf& entry : menus) {
        QMenu* menu = menuBar()->addMenu(tr(entry.title));
        m_plan->overrides().previewIn(*menu);
        for (const char* text : entry.actions) {
            const QLatin1String name(text);
            const auto action =
                std::find_if(all.begin(), all.end(), [name](const QAction* one) { return one->objectName() == name; });
            QMenu* submenu = submenus.value(name);
            if (name.isEmpty()) {
                menu->addSeparator();
            } else if (submenu || action != all.end()) {
                QAction* command = submenu ? submenu->menuAction() : *action;
                showIcon(*command, name);
                menu->addAction(command);
            }
        }
    }
}

} // namespace planlens::widgets
