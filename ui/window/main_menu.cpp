// SPDX-License-Identifier: MPL-2.0
// The menu bar: every command of the window, by the object name of its action.
#include "ui/window/main_window.h"

#include <QAction>
#include <QMenu>
#include <QMenuBar>

#include <algorithm>
#include <array>
#include <initializer_list>

namespace planlens::widgets {

namespace {

struct MenuOf {
    const char* title;
    std::initializer_list<const char*> actions; // an empty name is a separator
};

const std::array menus{
    MenuOf{QT_TRANSLATE_NOOP("planlens::widgets::MainWindow", "&File"),
           {"open-folder", "open-plan", "open-findings", "open-costs", "estimate-costs", "trusted-folders", "",
            "new-tab", "new-window", "", "close-tab", "close-window", "quit"}},
    MenuOf{QT_TRANSLATE_NOOP("planlens::widgets::MainWindow", "&Edit"),
           {"undo", "redo", "", "copy-address", "copy-text", "copy-hcl", "copy-json", "copy-command",
            "copy-moved-block", "copy-all-moved-blocks", "", "find", "find-next", "find-previous"}},
    MenuOf{QT_TRANSLATE_NOOP("planlens::widgets::MainWindow", "&Plan"),
           {"plan", "", "replace", "exclude", "target-only", "plan-everything", "", "review", "approve"}},
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
            "",
            "reveal-value",
            "show-state",
            "drawer",
            "maximize-region"}},
    MenuOf{QT_TRANSLATE_NOOP("planlens::widgets::MainWindow", "&Graph"),
           {"graph-everything", "graph-around", "graph-map", "", "fit-graph"}},
    MenuOf{QT_TRANSLATE_NOOP("planlens::widgets::MainWindow", "&Window"),
           {"next-region", "previous-region", "", "next-tab", "previous-tab"}},
    MenuOf{QT_TRANSLATE_NOOP("planlens::widgets::MainWindow", "&Help"), {"commands", "keys"}},
};

} // namespace

void MainWindow::buildMenus() {
    const QList<QAction*> all = actions();
    for (const MenuOf& entry : menus) {
        QMenu* menu = menuBar()->addMenu(tr(entry.title));
        for (const char* text : entry.actions) {
            const QLatin1String name(text);
            const auto action =
                std::find_if(all.begin(), all.end(), [name](const QAction* one) { return one->objectName() == name; });
            if (name.isEmpty())
                menu->addSeparator();
            else if (action != all.end())
                menu->addAction(*action);
        }
    }
}

} // namespace planlens::widgets
