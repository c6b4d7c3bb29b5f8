// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/drawer/history_page.h"

#include "ui/basics/text.h"
#include "ui/controls/table_look.h"
#include "ui/language/words.h"
#include "ui/models/rows_model.h"
#include "ui/session/recording/history.h"
#include "ui/session/session_result.h"
#include "ui/theme/action_names.h"
#include "ui/theme/action_style.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QStackedLayout>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace planlens::widgets {

using history::Run;

namespace {

constexpr int placeRole = Qt::UserRole; // index of a change in the run
constexpr int countsColumn = 3, workspaceColumn = 4, serialColumn = 5;
constexpr int notesColumn = 3; // of changes

/// The beginning of notes says the most.
class NotesDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        option->textElideMode = Qt::ElideRight;
    }
};

/// Shortens fingerprints. Their beginning identifies them.
QString shownValue(const QString& value, bool isSecret) {
    if (value.isNull() || value.isEmpty() || !isSecret || value.startsWith(u'('))
        return value == QStringLiteral("(known after apply)") ? language::recordedWord(value) : value;
    return HistoryPage::tr("secret %1").arg(value.left(8));
}

} // namespace

QString outcomeText(Run::Outcome outcome) {
    switch (outcome) {
    case Run::Outcome::Planned:
        return HistoryPage::tr("planned");
    case Run::Outcome::Errors:
        return HistoryPage::tr("✗ errors");
    case Run::Outcome::Applied:
        return HistoryPage::tr("✓ applied");
    case Run::Outcome::Failed:
        return HistoryPage::tr("✗ partly failed");
    case Run::Outcome::Stopped:
        return HistoryPage::tr("! stopped");
    case Run::Outcome::Refused:
        return HistoryPage::tr("! refused");
    }
    return {};
}

namespace {

/// Returns recorded counts such as "3 destroy, 1 replace" as "−3 ±1".
QString glyphCounts(const QString& english) {
    QStringList parts;
    for (const QString& part : english.split(QStringLiteral(", "), Qt::SkipEmptyParts)) {
        const QString number = part.section(u' ', 0, 0), word = part.section(u' ', 1);
        const auto kind = theme::kindOfName(word);
        parts.append(kind ? QString(theme::glyph(*kind) % number)
                          : QString(number % u' ' % language::recordedWord(word)));
    }
    return parts.join(QStringLiteral("  "));
}

QString operationText(const Run& run) {
    const QStringList options = run.options.split(u' ');
    return run.kind == Run::Kind::Apply                        ? HistoryPage::tr("Apply")
           : options.contains(QStringLiteral("-destroy"))      ? HistoryPage::tr("Destroy plan")
           : options.contains(QStringLiteral("-refresh-only")) ? HistoryPage::tr("Refresh-only plan")
                                                               : HistoryPage::tr("Plan");
}

} // namespace

HistoryPage::HistoryPage(history::History& history, QWidget* parent)
    : QWidget(parent)
    , m_history(history)
    , m_model(new models::RowsModel(
          {tr("Outcome"), tr("Operation"), tr("When"), tr("Changes"), tr("Workspace"), tr("Serial"), tr("Plan")}, {6},
          this))
    , m_stack(new QStackedLayout(this))
    , m_empty(makeEmptyLabel({}, this)) {
    m_stack->addWidget(m_empty);

    m_splitter = new QSplitter(this);
    m_splitter->setChildrenCollapsible(false);
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] { m_isMoved = true; });
    m_model->setRightAligned({serialColumn});
    m_table = makeTable(m_model, tr("Plans and applies of this folder"), {}, m_splitter);
    m_table->setObjectName(QStringLiteral("history"));
    m_table->viewport()->installEventFilter(this);
    m_splitter->addWidget(makeDetail());
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setSizes({776, 504});
    m_stack->addWidget(m_splitter);
    showEmpty(tr("No folder is open."));
    updateCompare();

    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& current) {
        if (current.isValid() && current.row() < m_runs.size())
            m_history.load(m_runs[current.row()].id);
    });
    connect(m_changes, &QTreeWidget::itemExpanded, this, &HistoryPage::fill);
    for (const auto signal : {&QTreeWidget::itemExpanded, &QTreeWidget::itemCollapsed})
        connect(m_changes, signal, this, &HistoryPage::fitChanges);
    connect(m_changes, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        if (item && !item->parent() && item->flags().testFlag(Qt::ItemIsSelectable))
            Q_EMIT addressChosen(item->text(0));
    });
    connect(&m_history, &history::History::listed, this, &HistoryPage::showRuns);
    connect(&m_history, &history::History::loaded, this, &HistoryPage::showRun);
    connect(&m_history, &history::History::failed, this, [this](const QString& why) {
        if (m_runs.isEmpty())
            showEmpty(tr("There is no history to show: %1").arg(why));
    });
    connect(&m_history, &history::History::extended, this, [this](const QString& folder) {
        if (folder == m_folder)
            m_history.list(m_folder);
    });
}

/// Creates the facts and changes of the chosen run, with its commands.
QWidget* HistoryPage::makeDetail() {
    auto* detail = new QWidget;
    auto* column = new QVBoxLayout(detail);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_facts = new QLabel(detail);
    m_facts->setTextFormat(Qt::PlainText);
    m_facts->setWordWrap(true);
    m_facts->setContentsMargins(theme::grid, theme::grid / 2, theme::grid, theme::grid / 2);
    m_facts->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_facts->setObjectName(QStringLiteral("history-facts"));
    m_compare = new QAction(tr("Compare with current plan"), this);
    auto* compare = new QToolButton(detail);
    compare->setObjectName(QStringLiteral("history-compare"));
    compare->setDefaultAction(m_compare);
    compare->setFocusPolicy(Qt::StrongFocus);
    m_open = new QAction(tr("Open result"), this);
    m_open->setToolTip(tr("Shows the result of this apply again (Enter)"));
    auto* open = new QToolButton(detail);
    open->setObjectName(QStringLiteral("history-open"));
    open->setDefaultAction(m_open);
    open->setFocusPolicy(Qt::StrongFocus);
    connect(m_open, &QAction::changed, open, [this, open] { open->setVisible(m_open->isEnabled()); });
    connect(m_open, &QAction::triggered, this, &HistoryPage::openResult);
    connect(m_table, &QTableView::activated, this, &HistoryPage::openResult);
    m_table->addActions({m_open, m_compare});
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(m_compare, &QAction::triggered, this, [this] { Q_EMIT comparisonRequested(m_run); });
    m_changes = new QTreeWidget(detail);
    m_changes->setObjectName(QStringLiteral("history-changes"));
    m_changes->setAccessibleName(tr("Changes of the chosen plan or apply"));
    m_changes->setHeaderLabels({tr("Change"), tr("Before"), tr("After"), tr("Notes")});
    m_changes->setUniformRowHeights(true);
    m_changes->setFrameShape(QFrame::NoFrame);
    m_changes->setIndentation(16);
    m_changes->setTextElideMode(Qt::ElideMiddle);
    m_changes->header()->setStretchLastSection(true);
    m_changes->setItemDelegateForColumn(notesColumn, new NotesDelegate(m_changes));
    m_changes->viewport()->installEventFilter(this);
    column->addWidget(m_facts);
    column->addWidget(m_changes, 1);
    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(theme::grid, theme::grid / 2, theme::grid, theme::grid / 2);
    foot->addStretch(1);
    foot->addWidget(open);
    foot->addWidget(compare);
    column->addLayout(foot);
    return detail;
}

void HistoryPage::showEmpty(const QString& text) {
    m_empty->setText(text);
    m_stack->setCurrentIndex(0);
}

void HistoryPage::setFolder(const QString& folder) {
    m_folder = folder;
    m_runs.clear();
    m_run = {};
    m_isWholeShown = false;
    updateCompare();
    m_model->setRows({});
    m_changes->clear();
    m_facts->clear();
    showEmpty(tr("No plans yet."));
    m_history.list(folder);
}

void HistoryPage::setShown(const session::Result& result) {
    m_isWholeShown = result.plan && !result.wasStopped && !result.hasErrors();
    m_shownHash = result.planHash;
    updateCompare();
}

void HistoryPage::openResult() {
    if (m_open->isEnabled())
        Q_EMIT resultRequested(m_run);
}

void HistoryPage::updateCompare() {
    m_open->setEnabled(m_run.kind == Run::Kind::Apply && !m_run.changes.isEmpty());
    const bool isShown = !m_run.hash.isEmpty() && m_run.hash == m_shownHash;
    m_compare->setEnabled(m_run.isComparable && m_isWholeShown && !isShown);
    m_compare->setToolTip(m_compare->isEnabled() ? tr("Shows the differences between the current plan and this one")
                          : !m_isWholeShown ? tr("There is no complete plan to compare with. Plan the folder first.")
                          : isShown         ? tr("This is the current plan")
                                    : tr("This entry cannot be compared because its changes are not stored completely. "
                                         "Select a newer plan without errors."));
}

void HistoryPage::showRuns(const QString& folder, const QVector<Run>& runs) {
    if (folder != m_folder)
        return;
    // Until the user chooses an entry, the newest one is shown.
    const int row = m_table->currentIndex().row();
    const qint64 chosen = row > 0 ? m_runs[row].id : -1;
    m_runs = runs;
    QVector<models::Row> rows;
    int chosenRow = -1;
    for (const Run& run : runs) {
        if (run.id == chosen)
            chosenRow = int(rows.size());
        const bool isBad = run.outcome == Run::Outcome::Errors || run.outcome == Run::Outcome::Failed;
        rows.append(
            {{outcomeText(run.outcome), operationText(run), language::momentText(run.at),
              run.counts.isEmpty() ? tr("no changes") : glyphCounts(run.counts), run.workspace,
              run.lineage.isEmpty() && run.serial == 0 ? tr("–") : QString::number(run.serial), run.hash.left(12)},
             {},
             {},
             isBad ? models::Row::Severity::Error : models::Row::Severity::Plain,
             {},
             {{}, {}, {}, language::recordedCounts(run.counts)}});
    }
    m_model->setRows(std::move(rows));
    m_table->setColumnHidden(workspaceColumn, std::ranges::all_of(runs, [&](const Run& run) {
                                 return run.workspace == runs.front().workspace;
                             }));
    fitColumns();
    Q_EMIT counted(int(m_runs.size()));
    if (m_runs.isEmpty())
        return showEmpty(tr("No plans yet."));
    m_stack->setCurrentIndex(1);
    m_table->selectRow(std::max(0, chosenRow));
}

/// All columns are as wide as their texts; the counts are elided if there is too little space. Until the user moves the
/// divider, the details get the rest of the width, because their addresses are longer.
void HistoryPage::fitColumns() {
    constexpr int mostMeasured = 50;
    int needed = 0;
    for (int column = 0; column < m_model->columnCount(); ++column) {
        int width = m_table->horizontalHeader()->sectionSizeHint(column);
        for (int row = 0; row < std::min(m_model->rowCount(), mostMeasured); ++row)
            width = std::max(width, m_table->sizeHintForIndex(m_model->index(row, column)).width() + theme::grid);
        if (!m_table->isColumnHidden(column)) {
            m_table->setColumnWidth(column, width);
            needed += width;
        }
    }
    const int whole = m_splitter->width(), beside = m_table->width() - m_table->viewport()->width() + theme::grid;
    if (const int most = whole * 3 / 5; !m_isMoved && m_model->rowCount() > 0 && whole > 0)
        m_splitter->setSizes({std::min(needed + beside, most), whole - std::min(needed + beside, most)});
    const int room = m_table->viewport()->width() - needed;
    if (room < 0)
        m_table->setColumnWidth(countsColumn, std::max(120, m_table->columnWidth(countsColumn) + room));
}

/// The addresses are as wide as their texts if the notes have enough space. Values are shown below changes only.
void HistoryPage::fitChanges() {
    constexpr int least = 216, leastNotes = 120, leastValue = 80;
    bool hasValues = false;
    for (int i = 0; i < m_changes->topLevelItemCount(); ++i)
        hasValues = hasValues || m_changes->topLevelItem(i)->isExpanded();
    for (const int column : {1, 2}) {
        m_changes->setColumnHidden(column, !hasValues);
        m_changes->setColumnWidth(column, leastValue);
    }
    qsizetype longest = 0;
    for (const history::Change& change : std::as_const(m_run.changes))
        longest = std::max(longest, change.address.size());
    const int room =
        m_changes->viewport()->width() - m_changes->columnWidth(1) - m_changes->columnWidth(2) - leastNotes;
    const int wanted = int(longest) * QFontMetrics(theme::monospaceFont()).horizontalAdvance(u'M') +
                       m_changes->indentation() + 2 * theme::grid;
    m_changes->setColumnWidth(0, std::clamp(wanted, least, std::max(least, room)));
}

bool HistoryPage::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize)
        watched == m_table->viewport() ? fitColumns() : fitChanges();
    return QWidget::eventFilter(watched, event);
}

void HistoryPage::showRun(const Run& run) {
    if (run.folder != m_folder)
        return;
    m_run = run;
    updateCompare();
    QStringList facts{tr("Plan %1").arg(run.hash.isEmpty() ? tr("without a hash") : run.hash)};
    facts.append(tr("Options: %1. Took %2.")
                     .arg(run.options.isEmpty() ? tr("none") : run.options, language::durationText(run.milliseconds)));
    if (!run.message.isEmpty())
        facts.append(run.message);
    m_facts->setText(facts.join(u'\n'));
    m_changes->clear();
    QList<QTreeWidgetItem*> items;
    for (qsizetype i = 0; i < run.changes.size(); ++i) {
        const history::Change& change = run.changes[i];
        QStringList notes{language::recordedWord(change.action)};
        if (!change.outcome.isEmpty())
            notes.append(change.milliseconds < 0 ? language::recordedWord(change.outcome)
                                                 : tr("%1 in %2")
                                                       .arg(language::recordedWord(change.outcome),
                                                            language::durationText(change.milliseconds)));
        if (!change.objectId.isEmpty())
            notes.append(tr("object %1").arg(change.objectId));
        auto* item = new QTreeWidgetItem({change.address, {}, {}, notes.join(QStringLiteral(", "))});
        item->setFont(0, theme::monospaceFont());
        item->setSizeHint(0, QSize(0, theme::rowHeight)); // sufficient for all rows, because their height is uniform
        item->setData(0, placeRole, i);
        item->setToolTip(0, change.address);
        item->setToolTip(notesColumn, item->text(notesColumn));
        if (!change.attributes.isEmpty())
            item->setChildIndicatorPolicy(QTreeWidgetItem::ShowIndicator);
        items.append(item);
    }
    QString note;
    if (run.omitted > 0)
        note = tr("%n more change(s) were not stored", nullptr, int(run.omitted));
    else if (items.isEmpty())
        note = run.counts.isEmpty() ? tr("No changes") : tr("The changes of this entry are no longer stored");
    if (!note.isEmpty()) {
        auto* item = new QTreeWidgetItem({note});
        item->setFlags(Qt::ItemIsEnabled); // it stands for no change
        item->setSizeHint(0, QSize(0, theme::rowHeight));
        item->setForeground(0, theme::surfaces(theme::currentScheme()).dimText);
        items.append(item);
    }
    m_changes->addTopLevelItems(items);
    fitChanges();
    if (!note.isEmpty())
        m_changes->setFirstColumnSpanned(int(items.size()) - 1, {}, true);
}

void HistoryPage::fill(QTreeWidgetItem* item) {
    if (item->parent() || item->childCount() > 0)
        return;
    const qsizetype place = item->data(0, placeRole).toLongLong();
    if (place >= m_run.changes.size())
        return;
    QList<QTreeWidgetItem*> children;
    for (const history::Attribute& attribute : m_run.changes[place].attributes) {
        QString note;
        if (attribute.isSecret)
            note = attribute.before.isEmpty() || attribute.after.isEmpty() || attribute.after.startsWith(u'(')
                       ? tr("secret")
                   : attribute.before == attribute.after ? tr("secret, unchanged")
                                                         : tr("secret, changed");
        auto* child = new QTreeWidgetItem({attribute.path, shownValue(attribute.before, attribute.isSecret),
                                           shownValue(attribute.after, attribute.isSecret), note});
        for (const int section : {0, 1, 2})
            child->setFont(section, theme::monospaceFont());
        children.append(child);
    }
    item->addChildren(children);
}

} // namespace planlens::widgets
