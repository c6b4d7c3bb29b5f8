// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/list/changes_pane.h"

#include "core/plans/plan.h"
#include "ui/basics/sliced_task.h"
#include "ui/controls/change_list.h"
#include "ui/controls/command.h"
#include "ui/controls/pane.h"
#include "ui/history/review_record.h"
#include "ui/models/changes/change_filter_model.h"
#include "ui/models/changes/change_tree_model.h"
#include "ui/models/finding_rows.h"
#include "ui/models/page_rows.h"
#include "ui/models/roles.h"
#include "ui/pages/change/change_delegate.h"
#include "ui/pages/change/overview_text.h"
#include "ui/pages/list/tree_unfolder.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QScopedValueRollback>
#include <QToolButton>
#include <QUndoStack>
#include <QVBoxLayout>

#include <algorithm>
#include <tuple>
#include <utility>

namespace planlens::widgets {

using models::ChangeTreeModel;
using models::NodeType;

namespace {

NodeType typeOf(const QModelIndex& index) {
    return NodeType(index.data(models::NodeTypeRole).toInt());
}

} // namespace

/// The window owns the models, because pages that show their rows may outlive the pane.
ChangesPane::ChangesPane(QWidget& window, SlicedTask& slices, const models::Selection& selection)
    : QWidget(&window)
    , m_slices(slices)
    , m_selection(selection)
    , m_model(new ChangeTreeModel(&window))
    , m_filter(new models::ChangeFilterModel(&window))
    , m_undo(new QUndoStack(this))
    , m_marks(history::storedFingerprints()) {
    m_filter->setSourceModel(m_model);
    QWidget* buttons = headerButtons(); // before the list in the tab order
    m_list = new ChangeList(this);
    m_list->setModel(m_filter);
    m_delegate = new ChangeDelegate(m_list);
    m_unfolder = new TreeUnfolder(*m_list);
    m_empty = new QLabel(m_list->viewport());
    buildList();
    fillPane(*this, tr("Changes"), m_list, buttons);

    m_review =
        addCommand(window, "review", tr("Reviewed"), {Qt::Key_Space}, [this] { toggleMarks(m_selection.instances); });
    m_review->setCheckable(true);
    m_review->setEnabled(false);
    connect(m_model, &ChangeTreeModel::reviewToggled, this, &ChangesPane::toggleMarks);
}

ChangesPane::~ChangesPane() = default;

void ChangesPane::buildList() {
    m_list->setObjectName(QStringLiteral("changes"));
    m_list->setAccessibleName(tr("Changes"));
    m_list->setItemDelegate(m_delegate);
    connect(m_model, &ChangeTreeModel::manyChanged, m_list->viewport(), qOverload<>(&QWidget::update));
    m_list->setUniformRowHeights(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setIndentation(10);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_list->setExpandsOnDoubleClick(true);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setMinimumSectionSize(64);
    m_list->header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    const QItemSelectionModel* selected = m_list->selectionModel();
    connect(selected, &QItemSelectionModel::currentChanged, this, &ChangesPane::handleCurrent);
    connect(selected, &QItemSelectionModel::selectionChanged, this, &ChangesPane::handleSelection);
    connect(m_list, &QWidget::customContextMenuRequested, this, [this](const QPoint& position) {
        if (m_list->indexAt(position).isValid())
            Q_EMIT menuRequested(m_list->viewport()->mapToGlobal(position));
    });

    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    m_empty->setObjectName(QStringLiteral("no-changes"));
    auto* over = new QVBoxLayout(m_list->viewport());
    over->addWidget(m_empty);
}

QWidget* ChangesPane::headerButtons() {
    auto* buttons = new QWidget(this);
    auto* row = new QHBoxLayout(buttons);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(theme::grid / 2);
    const auto add = [&](const char* name, const QString& label) {
        auto* button = new QToolButton(buttons);
        button->setObjectName(QLatin1String(name));
        button->setAccessibleName(label);
        button->setPopupMode(QToolButton::InstantPopup);
        button->setProperty("flat", QStringLiteral("menu"));
        button->setMenu(new QMenu(button));
        row->addWidget(button);
        return button;
    };
    m_order = add("change-order", {});
    m_options = add("list-menu", tr("List options"));
    m_options->setText(QStringLiteral("⋯"));
    return buttons;
}

void ChangesPane::releaseRows() {
    m_list->setUpdatesEnabled(false); // keeps the previous contents visible until the new ones are ready
    const QScopedValueRollback isChanging(m_isChanging, true);
    m_filter->release();
}

void ChangesPane::setResult(std::shared_ptr<const session::Result> result, Rows rows) {
    const QScopedValueRollback isChanging(m_isChanging, true);
    m_result = std::move(result);
    if (rows == Rows::First)
        m_unfolder->forget();
    const models::FoundByAddress found = models::foundByAddress(m_result->analysis.findings);
    m_model->setFindings(found);
    m_delegate->setFindings(found);
    m_model->setConfig(m_result->config);
    m_model->setCosts(m_result->analysis.costs);
    m_model->setPlan(m_result->plan, m_result->analysis.sameChanges, m_result->analysis.rows);
}

void ChangesPane::filterRows(const models::ChangeCriteria& criteria, std::optional<QSet<QString>> addresses,
                             const models::AddressQuery& query) {
    const QScopedValueRollback isChanging(m_isChanging, true);
    m_filter->set(criteria.kinds, std::move(addresses), query, models::ChangeFacts::planSeverities(criteria, query));
    m_list->setUpdatesEnabled(true);
}

void ChangesPane::unfoldRows(Rows rows) {
    const QScopedValueRollback isChanging(m_isChanging, true);
    if (rows == Rows::Again)
        m_unfolder->restore();
    unfoldSections();
}

void ChangesPane::restoreRows() {
    const QScopedValueRollback isChanging(m_isChanging, true);
    m_unfolder->restore();
    reveal(m_selection.address);
}

void ChangesPane::unfoldSections() {
    constexpr int comfortableRows = 60;  // limit for expanding modules initially
    constexpr int comfortableSize = 500; // of an expanded section
    constexpr int firstSize = 5000;      // of the first with changes, so that the list does not look empty
    bool isFirst = true;
    const bool isSmall = m_filter->rowCount() <= comfortableRows;
    for (int row = 0; row < m_filter->rowCount(); ++row) {
        const QModelIndex index = m_filter->index(row, 0);
        const NodeType type = typeOf(index);
        const int size = m_filter->rowCount(index), most = isFirst ? firstSize : comfortableSize;
        // Findings about the whole plan are before the changes of their section.
        isFirst = isFirst && typeOf(m_filter->index(size - 1, 0, index)) == NodeType::Finding;
        if (m_unfolder->isFolded(index))
            continue;
        if ((type == NodeType::Module && isSmall) || (type == NodeType::Section && size <= most))
            m_list->expand(index);
    }
}

void ChangesPane::showEmptyState() {
    m_empty->setVisible(m_filter->rowCount() == 0);
    if (!m_result || !m_result->plan) {
        m_empty->setText(tr("There is no plan to show."));
        return;
    }
    const auto& outputs = m_result->changes().outputs();
    const auto changed = std::count_if(outputs.begin(), outputs.end(), [](const plans::OutputChange& output) {
        return output.module.isRoot() && output.change.action != plans::Action::NoOp;
    });
    const int drifted = models::driftCount(*m_result->plan);
    m_empty->setText(
        m_filter->isActive()    ? tr("No change matches the filter.\nClear the filter to show all changes.")
        : m_result->hasErrors() ? tr("Planning failed before any resource was planned.\nThe errors are listed below.")
        : changed > 0           ? tr("No resource changes. %n output(s) change.", nullptr, int(changed))
        : drifted > 0 && m_result->plan->options.mode != plans::Mode::RefreshOnly
            ? tr("No resource changes. %n object(s) changed outside since the last apply: see “Drift” below.", nullptr,
                 drifted)
            : noChangesText(*m_result->plan));
}

void ChangesPane::reveal(const QString& address) {
    const QScopedValueRollback isChanging(m_isChanging, true);
    const QModelIndex index = m_filter->mapFromSource(m_model->indexOf(address));
    // Not by the view, which would extend the selection while Shift is held, as in Shift+F7.
    QItemSelectionModel& selection = *m_list->selectionModel();
    if (!index.isValid()) {
        selection.clear();
        return;
    }
    for (QModelIndex parent = index.parent(); parent.isValid(); parent = parent.parent())
        m_list->setExpanded(parent, true);
    const bool isInView = m_list->viewport()->rect().contains(m_list->visualRect(index).center());
    selection.setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    m_list->scrollTo(index, isInView ? QAbstractItemView::EnsureVisible : QAbstractItemView::PositionAtCenter);
}

void ChangesPane::center(const QString& address) {
    const QModelIndex index = m_filter->mapFromSource(m_model->indexOf(address));
    if (hasValues())
        m_list->expand(index);
    m_list->scrollTo(index, QAbstractItemView::PositionAtCenter);
}

QModelIndex ChangesPane::currentRow() const {
    return m_list->currentIndex();
}

void ChangesPane::setQuery(const models::AddressQuery& query) {
    m_delegate->setQuery(query);
    m_list->viewport()->update();
}

void ChangesPane::setEstimate(const QSet<QString>& addresses) {
    m_delegate->setEstimate(addresses);
    m_list->viewport()->update();
}

void ChangesPane::setFolding(Folding folding) {
    m_slices.finish();
    if (folding == Folding::Unfolded)
        m_unfolder->unfoldAll();
    else
        m_unfolder->foldAll();
}

bool ChangesPane::isFolding() const {
    return m_unfolder->isRunning();
}

bool ChangesPane::hasValues() const {
    return m_values->isChecked();
}

void ChangesPane::setValues(bool isOn) {
    m_values->setChecked(isOn);
}

void ChangesPane::fitColumns(int width) {
    m_list->setColumnWidth(ChangeTreeModel::ChangeColumn, std::clamp(width * 2 / 5, 264, 560));
    m_list->setColumnWidth(ChangeTreeModel::NotesColumn, std::clamp(width / 5, 144, 320));
}

void ChangesPane::handleCurrent(const QModelIndex& current) {
    if (!m_isChanging && current.isValid())
        Q_EMIT rowSelected(current);
}

/// Several rows, or a group of identical changes, are selected together. A single row is the current one.
void ChangesPane::handleSelection() {
    if (m_isChanging)
        return;
    QModelIndexList rows = m_list->selectionModel()->selectedRows();
    if (rows.isEmpty()) { // after a click beside the rows: the change page still shows the current one
        if (const QModelIndex current = m_list->currentIndex(); current.isValid())
            m_list->selectionModel()->select(current, QItemSelectionModel::Select | QItemSelectionModel::Rows);
        return;
    }
    if (rows.size() == 1 && typeOf(rows.first()) != NodeType::Same) {
        if (m_selection.instances.size() > 1 && rows.first() == m_list->currentIndex().siblingAtColumn(0))
            Q_EMIT rowSelected(rows.first()); // it was the current one of several
        return;
    }
    std::ranges::sort(rows, {}, [](const QModelIndex& row) {
        const QModelIndex parent = row.parent();
        return std::tuple(parent.isValid() ? parent.parent().row() : -1, parent.isValid() ? parent.row() : row.row(),
                          parent.isValid() ? row.row() : -1);
    });
    QStringList addresses;
    const auto add = [&](const QModelIndex& row) {
        if (typeOf(row) == NodeType::Resource)
            addresses.append(row.data(models::AddressRole).toString());
    };
    for (const QModelIndex& row : std::as_const(rows)) {
        add(row);
        if (typeOf(row) == NodeType::Same)
            for (int i = 0; i < m_filter->rowCount(row); ++i)
                add(m_filter->index(i, 0, row));
    }
    addresses.removeDuplicates();
    if (addresses.size() >= 2)
        Q_EMIT severalSelected(addresses);
}

} // namespace planlens::widgets
