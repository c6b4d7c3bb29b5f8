// SPDX-License-Identifier: MPL-2.0
#include "ui/window/command_palette.h"

#include "ui/basics/plain_text.h"
#include "ui/models/search/fuzzy.h"
#include "ui/pages/drawer/detail_panel.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPainter>
#include <QPointer>
#include <QScrollBar>
#include <QSet>
#include <QStyledItemDelegate>
#include <QTabWidget>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace planlens::widgets {

namespace {

constexpr std::size_t mostShown = 60;
enum ItemRole { HintRole = Qt::UserRole };

/// The most used commands, by the object names of actions and buttons.
constexpr std::array usual{QLatin1String("cancel"), QLatin1String("plan"),        QLatin1String("approve"),
                           QLatin1String("find"),   QLatin1String("open-filter"), QLatin1String("undo"),
                           QLatin1String("export"), QLatin1String("folder")};

/// Returns the rank of a command: the most used first, then commands with a shortcut, then those without, and finally
/// texts that start with a count, such as filters by finding.
std::size_t placeOf(const Command& command, const QObject* object) {
    const auto found = std::find(usual.begin(), usual.end(), object->objectName());
    if (found != usual.end())
        return std::size_t(found - usual.begin());
    return usual.size() + (command.text.front().isDigit() ? 2 : command.hint.isEmpty() ? 1 : 0);
}

/// Removes mnemonic markers.
QString plainText(QString text) {
    return withoutKeyMarks(text).simplified();
}

/// Draws the name on the left and the hint on the right.
class CommandDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        return {QStyledItemDelegate::sizeHint(option, index).width(), theme::rowHeight};
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const QString hint = index.data(HintRole).toString();
        QStyleOptionViewItem rest = option;
        const int width = hint.isEmpty() ? 0 : option.fontMetrics.horizontalAdvance(hint) + 2 * theme::grid;
        rest.textElideMode = Qt::ElideMiddle;
        rest.rect.adjust(0, 0, -width, 0);
        const bool isSelected = option.state.testFlag(QStyle::State_Selected);
        if (isSelected)
            painter->fillRect(option.rect, option.palette.highlight());
        QStyledItemDelegate::paint(painter, rest, index);
        QApplication::style()->drawItemText(painter, option.rect.adjusted(0, 0, -theme::grid, 0),
                                            int(Qt::AlignRight | Qt::AlignVCenter), option.palette, true, hint,
                                            isSelected ? QPalette::HighlightedText : QPalette::PlaceholderText);
    }
};

} // namespace

QVector<Command> commandsOf(QWidget& window) {
    std::vector<std::pair<std::size_t, Command>> found; // with its rank
    QSet<QString> seen;
    const auto add = [&](const QObject* object, const QString& text, const QString& hint, std::function<void()> run) {
        if (text.isEmpty() || seen.contains(text))
            return;
        seen.insert(text);
        Command command{text, hint, std::move(run)};
        const std::size_t place = placeOf(command, object);
        found.emplace_back(place, std::move(command));
    };
    for (QAction* action : window.findChildren<QAction*>()) {
        const bool isOfWidget = qobject_cast<QLineEdit*>(action->parent()); // such as the clear button of a line edit
        if (action->isSeparator() || action->menu() || !action->isEnabled() || !action->isVisible() || isOfWidget)
            continue;
        add(action, plainText(action->text()), action->shortcut().toString(QKeySequence::NativeText),
            [shown = QPointer(action)] {
                if (shown)
                    shown->trigger();
            });
    }
    for (auto* button : window.findChildren<QAbstractButton*>()) {
        const QString name = button->accessibleName().isEmpty() ? button->text() : button->accessibleName();
        if (!button->isVisibleTo(&window) || !button->isEnabled() || button->window() != window.window())
            continue;
        add(button, plainText(name), button->shortcut().toString(QKeySequence::NativeText), [shown = QPointer(button)] {
            if (shown)
                shown->click();
        });
    }
    for (auto* tabs : window.findChildren<QTabWidget*>())
        for (int i = 0; i < tabs->count() && !qobject_cast<DetailPanel*>(tabs); ++i) // its pages have actions
            add(tabs, QCoreApplication::translate("CommandPalette", "Show: %1").arg(plainText(tabs->tabText(i))), {},
                [shown = QPointer(tabs), i] {
                    if (!shown)
                        return;
                    shown->setCurrentIndex(i);
                    shown->setFocus(Qt::OtherFocusReason);
                });
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first < b.first : a.second.text.localeAwareCompare(b.second.text) < 0;
    });
    QVector<Command> commands;
    for (auto& [place, command] : found)
        commands.append(std::move(command));
    return commands;
}

CommandPalette::CommandPalette(QVector<Command> commands, QWidget* parent)
    : QDialog(parent, Qt::Dialog | Qt::FramelessWindowHint)
    , m_commands(std::move(commands)) {
    setObjectName(QStringLiteral("command-palette"));
    setWindowTitle(tr("Commands"));
    setAccessibleName(tr("Commands"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(theme::grid, theme::grid, theme::grid, theme::grid);
    m_typed = new QLineEdit(this);
    m_typed->setPlaceholderText(tr("Type a command or address"));
    m_typed->setAccessibleName(m_typed->placeholderText());
    m_typed->installEventFilter(this);
    column->addWidget(m_typed);
    m_list = new QListWidget(this);
    m_list->setAccessibleName(tr("Matching commands"));
    m_list->setUniformItemSizes(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setItemDelegate(new CommandDelegate(m_list));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setFocusPolicy(Qt::NoFocus);
    column->addWidget(m_list);
    connect(m_typed, &QLineEdit::textChanged, this, &CommandPalette::showFitting);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::runCurrent);
    // Names are shown whole as far as the window has room, because those with long keys may differ anywhere.
    QString longest; // measuring the addresses of a large plan would take long
    for (const Command& command : m_commands)
        if (command.text.size() + command.hint.size() > longest.size())
            longest = command.text % command.hint;
    const int wanted = fontMetrics().horizontalAdvance(longest) * 11 / 10 +
                       m_list->verticalScrollBar()->sizeHint().width() + 8 * theme::grid;
    const int room = parent ? parent->width() - 4 * theme::grid : wanted;
    resize(std::max(80 * theme::grid, std::min(wanted, room)), 50 * theme::grid);
    if (parent)
        move(parent->mapToGlobal(QPoint((parent->width() - width()) / 2, 8 * theme::grid)));
    showFitting();
}

void CommandPalette::showFitting() {
    const QString typed = m_typed->text().trimmed();
    std::vector<std::pair<int, int>> fitting; // best first; equal scores in command order
    for (int i = 0; i < m_commands.size(); ++i)
        if (typed.isEmpty())
            fitting.emplace_back(0, i);
        else if (const std::optional<int> score = models::fuzzyScore(typed, m_commands[i].text))
            fitting.emplace_back(-*score, i);
    const auto end = fitting.begin() + std::ptrdiff_t(std::min(mostShown, fitting.size()));
    std::partial_sort(fitting.begin(), end, fitting.end());
    m_list->clear();
    m_fitting.clear();
    for (auto one = fitting.begin(); one != end; ++one) {
        const Command& command = m_commands[one->second];
        auto* item = new QListWidgetItem(command.text, m_list);
        item->setData(HintRole, command.hint);
        item->setToolTip(command.text);
        m_fitting.append(one->second);
    }
    m_list->setCurrentRow(0);
    if (m_fitting.isEmpty())
        (new QListWidgetItem(tr("No matching command."), m_list))->setFlags(Qt::NoItemFlags);
    m_typed->setAccessibleDescription(m_fitting.isEmpty() ? tr("No matching command.")
                                                          : m_commands[m_fitting.first()].text);
}

void CommandPalette::runCurrent() {
    const int row = m_list->currentRow();
    if (row < 0)
        return;
    // Run after the dialog is closed, so that the command finds the window active.
    QTimer::singleShot(0, parent(), [run = m_commands[m_fitting[row]].run] { run(); });
    accept();
}

bool CommandPalette::eventFilter(QObject* object, QEvent* event) {
    if (object != m_typed || event->type() != QEvent::KeyPress)
        return QDialog::eventFilter(object, event);
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        runCurrent();
        return true;
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        QApplication::sendEvent(m_list, event);
        return true;
    default:
        return false;
    }
}

} // namespace planlens::widgets
