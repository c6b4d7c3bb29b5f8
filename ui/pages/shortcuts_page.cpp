// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/shortcuts_page.h"

#include "ui/basics/plain_text.h"
#include "ui/controls/table_look.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QAction>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QMenu>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <vector>

namespace planlens::widgets {

namespace {

struct Line {
    QString command, key, where;
};

/// Returns the title of the menu that has the action; empty if none has it.
QString menuOf(const QAction& action) {
    for (const QObject* object : action.associatedObjects())
        if (const auto* menu = qobject_cast<const QMenu*>(object); menu && !menu->title().isEmpty())
            return withoutKeyMarks(menu->title());
    return {};
}

std::vector<Line> linesOf(const QWidget& window) {
    std::vector<Line> lines;
    const auto add = [&](QString text, const QKeySequence& key, const QString& menu) {
        text = withoutKeyMarks(text).remove(u'…').remove(QStringLiteral(" ▸"));
        const QString name = key.toString(QKeySequence::NativeText);
        if (!key.isEmpty() &&
            std::none_of(lines.begin(), lines.end(), [&](const Line& line) { return line.key == name; }))
            lines.push_back({text, name, menu});
    };
    for (const QAction* action : window.findChildren<QAction*>())
        add(action->text(), action->shortcut(), menuOf(*action));
    for (const auto* button : window.findChildren<QAbstractButton*>())
        add(button->accessibleName().isEmpty() ? button->text() : button->accessibleName(), button->shortcut(), {});
    std::stable_sort(lines.begin(), lines.end(),
                     [](const Line& a, const Line& b) { return a.command.localeAwareCompare(b.command) < 0; });
    const QString search = ShortcutsPage::tr("Search field"), tree = ShortcutsPage::tr("Changes"),
                  graph = ShortcutsPage::tr("Graph");
    lines.push_back({ShortcutsPage::tr("Next match"), ShortcutsPage::tr("Return or ↓"), search});
    lines.push_back({ShortcutsPage::tr("Previous match"), ShortcutsPage::tr("Shift+Return or ↑"), search});
    lines.push_back({ShortcutsPage::tr("Clear, then close"), ShortcutsPage::tr("Escape"), search});
    lines.push_back({ShortcutsPage::tr("Unfold, fold"), ShortcutsPage::tr("→, ←"), tree});
    lines.push_back({ShortcutsPage::tr("Unfold all levels"), QStringLiteral("*"), tree});
    lines.push_back({ShortcutsPage::tr("Next node in that direction"), ShortcutsPage::tr("Arrow keys"), graph});
    return lines;
}

} // namespace

ShortcutsPage::ShortcutsPage(QWidget& window)
    : QDialog(&window) {
    setObjectName(QStringLiteral("shortcuts"));
    setWindowTitle(tr("Keys"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* column = new QVBoxLayout(this);
    const std::vector<Line> lines = linesOf(window);
    auto* table = new QTableWidget(int(lines.size()), 3, this);
    table->setAccessibleName(tr("Keys"));
    table->setHorizontalHeaderLabels({tr("Command"), tr("Key"), tr("Menu or region")});
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setFrameShape(QFrame::NoFrame);
    setTableLook(*table, {});
    table->horizontalHeader()->setStretchLastSection(false);
    table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    for (int row = 0; row < int(lines.size()); ++row) {
        const Line& line = lines[std::size_t(row)];
        int at = 0;
        for (const QString& text : {line.command, line.key, line.where})
            table->setItem(row, at++, new QTableWidgetItem(text));
    }
    table->setColumnWidth(1, 20 * theme::grid);
    table->setColumnWidth(2, std::max(12 * theme::grid, table->horizontalHeader()->sectionSizeHint(2)));
    column->addWidget(table);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    buttons->button(QDialogButtonBox::Close)->setText(tr("Close"));
    column->addWidget(buttons);
    resize(80 * theme::grid, 70 * theme::grid);
}

} // namespace planlens::widgets
