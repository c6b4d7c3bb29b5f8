// SPDX-License-Identifier: MPL-2.0
// The list of changes: its order, its rows, and the reviewed marks.
#include "ui/bars/verdict_bar.h"
#include "ui/basics/settings.h"
#include "ui/controls/change_list.h"
#include "ui/controls/pane.h"
#include "ui/graph/graph_view.h"
#include "ui/models/changes/change_filter_model.h"
#include "ui/models/changes/change_tree_model.h"
#include "ui/models/review_marks.h"
#include "ui/pages/change/change_delegate.h"
#include "ui/pages/change/change_page.h"
#include "ui/pages/review/review_page.h"
#include "ui/pages/tree_unfolder.h"
#include "ui/session/planning_session.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"
#include "ui/window/sliced_task.h"

#include <QAbstractButton>
#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QSettings>
#include <QSplitter>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace planlens::widgets {

using models::ChangeOrder;
using models::ChangeTreeModel;
using models::SameRows;

namespace {

const auto orderKey = QStringLiteral("changes/order");

} // namespace

QWidget* MainWindow::buildChanges() {
    m_model = new ChangeTreeModel(this);
    connect(m_model, &ChangeTreeModel::rowsReplaced, m_session, &session::PlanningSession::discard);
    m_filter = new models::ChangeFilterModel(this);
    m_filter->setSourceModel(m_model);
    QWidget* buttons = listButtons(); // before the list in the tab order
    m_tree = new ChangeList(m_columns);
    m_tree->setObjectName(QStringLiteral("changes"));
    m_tree->setAccessibleName(tr("Changes"));
    m_tree->setModel(m_filter);
    m_delegate = new ChangeDelegate(m_tree);
    m_tree->setItemDelegate(m_delegate);
    m_unfolder = new TreeUnfolder(*m_tree);
    m_slicedTask = new SlicedTask(this);
    connect(m_model, &ChangeTreeModel::manyChanged, m_tree->viewport(), qOverload<>(&QWidget::update));
    m_tree->setUniformRowHeights(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setIndentation(10);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tree->setExpandsOnDoubleClick(true);
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setMinimumSectionSize(64);
    m_tree->header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& current) {
        if (m_isSelecting || !current.isValid())
            return;
        if (!m_session->isApplying())
            m_pages->setCurrentIndex(0);
        const QModelIndex row = current.siblingAtColumn(0);
        setSelected(row.data(models::AddressRole).toString(), Origin::Tree);
        if (!row.data(models::DeposedRole).toString().isEmpty())
            m_change->showDeposed(row);
        m_change->showText(current);
    });
    connect(m_tree, &QWidget::customContextMenuRequested, this, [this](const QPoint& position) {
        if (m_tree->indexAt(position).isValid())
            showMenu(m_tree->viewport()->mapToGlobal(position));
    });

    m_noChanges = new QLabel(m_tree->viewport());
    m_noChanges->setAlignment(Qt::AlignCenter);
    m_noChanges->setWordWrap(true);
    m_noChanges->setForegroundRole(QPalette::PlaceholderText);
    m_noChanges->setObjectName(QStringLiteral("no-changes"));
    auto* over = new QVBoxLayout(m_tree->viewport());
    over->addWidget(m_noChanges);

    return pane(tr("Changes"), m_tree, buttons, m_columns);
}

QWidget* MainWindow::listButtons() {
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
    m_orderButton = add("change-order", {});
    m_listMenu = add("list-menu", tr("List options"));
    m_listMenu->setText(QStringLiteral("⋯"));
    return buttons;
}

void MainWindow::buildListActions() {
    m_reviewed = std::make_unique<models::ReviewMarks>();
    addCommand("next-change", tr("Next change"), {Qt::Key_F7}, [this] { stepChange(1, Step::Any); });
    addCommand("previous-change", tr("Previous change"), {Qt::SHIFT | Qt::Key_F7},
               [this] { stepChange(-1, Step::Any); });
    addCommand("next-unreviewed", tr("Next change not reviewed"), {Qt::Key_F8},
               [this] { stepChange(1, Step::NotReviewed); });
    addCommand("previous-unreviewed", tr("Previous change not reviewed"), {Qt::SHIFT | Qt::Key_F8},
               [this] { stepChange(-1, Step::NotReviewed); });
    connect(m_model, &ChangeTreeModel::reviewToggled, this, &MainWindow::toggleReviewed);

    auto* orders = new QActionGroup(this);
    for (const auto& [order, text] :
         {std::pair{ChangeOrder::WorstFirst, tr("Worst first")}, std::pair{ChangeOrder::Module, tr("By module")},
          std::pair{ChangeOrder::Action, tr("By action")}, std::pair{ChangeOrder::Type, tr("By type")},
          std::pair{ChangeOrder::File, tr("By file")}}) {
        const QString name = models::changeOrderName(order);
        QAction* action = addCommand(qPrintable(QStringLiteral("order-") + name), text, {}, [this, order = order] {
            setForm({order, m_model->form().same});
        });
        action->setCheckable(true);
        orders->addAction(action);
        m_orderButton->menu()->addAction(action);
    }
    m_actions.groupIdentical = addCommand("group-identical", tr("Group identical changes"), {}, {});
    m_actions.groupIdentical->setCheckable(true);
    m_actions.groupIdentical->setChecked(true);
    m_actions.groupIdentical->setToolTip(tr("Shows identical changes of several resources under one row"));
    connect(m_actions.groupIdentical, &QAction::toggled, this, [this](bool isOn) {
        setForm({m_model->form().order, isOn ? SameRows::Folded : SameRows::Apart});
    });
    QAction* unfold = addCommand("expand-all", tr("Unfold all"), {Qt::CTRL | Qt::Key_E},
                                 [this] { setTreeFolding(TreeFolding::Unfolded); });
    unfold->setToolTip(tr("Unfold all sections and groups"));
    QAction* fold = addCommand("collapse-all", tr("Fold all"), {Qt::CTRL | Qt::SHIFT | Qt::Key_E},
                               [this] { setTreeFolding(TreeFolding::Folded); });
    fold->setToolTip(tr("Show sections only"));
    m_actions.listValues = addCommand("list-values", tr("Values in the list"), {}, {});
    m_actions.listValues->setCheckable(true);
    connect(m_actions.listValues, &QAction::toggled, this, &MainWindow::setListValues);
    setListValues(false);
    m_listMenu->menu()->addActions({m_actions.groupIdentical, unfold, fold, m_actions.listValues});

    QString order = models::changeOrderName(ChangeOrder::WorstFirst);
    if (hasSettings())
        order = QSettings().value(orderKey, order).toString();
    for (QAction* action : orders->actions())
        if (action->objectName() == QStringLiteral("order-") + order)
            action->trigger();
    showOrder();
}

void MainWindow::setForm(const models::RowForm& form) {
    m_slicedTask->finish();
    m_isSelecting = true;
    m_model->setForm(form);
    m_unfolder->restore();
    expandSections();
    revealInTree(m_selected);
    m_isSelecting = false;
    showOrder();
    if (m_result)
        showFiltered();
    if (hasSettings())
        QSettings().setValue(orderKey, models::changeOrderName(form.order));
}

void MainWindow::showOrder() {
    auto* action = findChild<QAction*>(QStringLiteral("order-") + models::changeOrderName(m_model->form().order));
    action->setChecked(true);
    m_orderButton->setText(QString(action->text() % QStringLiteral(" ▾")));
    m_orderButton->setAccessibleName(tr("Sort order: %1").arg(action->text()));
}

void MainWindow::expandSections() {
    constexpr int comfortableRows = 60;  // limit for expanding modules initially
    constexpr int comfortableSize = 500; // of an expanded section
    constexpr int firstSize = 5000;      // of the first with changes, so that the list does not look empty
    bool isFirst = true;
    const bool isSmall = m_filter->rowCount() <= comfortableRows;
    for (int row = 0; row < m_filter->rowCount(); ++row) {
        const QModelIndex index = m_filter->index(row, 0);
        const auto type = models::NodeType(index.data(models::NodeTypeRole).toInt());
        const int size = m_filter->rowCount(index), most = isFirst ? firstSize : comfortableSize;
        // Findings about the whole plan are before the changes of their section.
        isFirst = isFirst && models::NodeType(m_filter->index(size - 1, 0, index).data(models::NodeTypeRole).toInt()) ==
                                 models::NodeType::Finding;
        if (m_unfolder->isFolded(index))
            continue;
        if ((type == models::NodeType::Module && isSmall) || (type == models::NodeType::Section && size <= most))
            m_tree->expand(index);
    }
}

void MainWindow::setTreeFolding(TreeFolding folding) {
    m_slicedTask->finish();
    if (folding == TreeFolding::Unfolded)
        m_unfolder->unfoldAll();
    else
        m_unfolder->foldAll();
}

bool MainWindow::isFolding() const {
    return m_unfolder->isRunning();
}

void MainWindow::setListValues(bool isOn) {
    for (const int column : {ChangeTreeModel::BeforeColumn, ChangeTreeModel::AfterColumn, ChangeTreeModel::NotesColumn})
        m_tree->setColumnHidden(column, !isOn);
    QHeaderView& header = *m_tree->header();
    header.setSectionResizeMode(ChangeTreeModel::ChangeColumn, isOn ? QHeaderView::Interactive : QHeaderView::Stretch);
    header.setSectionResizeMode(ChangeTreeModel::BeforeColumn, QHeaderView::Stretch);
    header.setSectionResizeMode(ChangeTreeModel::AfterColumn, QHeaderView::Stretch);
    m_tree->setHeaderHidden(!isOn);
    m_tree->setUnfoldsResources(isOn);
    if (!isOn) {
        setTreeFolding(TreeFolding::Folded);
        m_unfolder->forget();
        expandSections();
    }
    const int whole = m_columns->width();
    m_columns->setSizes(isOn ? QList<int>{whole * 3 / 5, whole * 2 / 5}
                             : QList<int>{listWidthIn(whole), whole - listWidthIn(whole)});
    if (!isOn)
        return;
    const int width = whole * 3 / 5;
    m_tree->setColumnWidth(ChangeTreeModel::ChangeColumn, std::clamp(width * 2 / 5, 264, 560));
    m_tree->setColumnWidth(ChangeTreeModel::NotesColumn, std::clamp(width / 5, 144, 320));
}

void MainWindow::revealInTree(const QString& address) {
    const QModelIndex index = m_filter->mapFromSource(m_model->indexOf(address));
    if (!index.isValid()) {
        m_tree->setCurrentIndex({});
        return;
    }
    for (QModelIndex parent = index.parent(); parent.isValid(); parent = parent.parent())
        m_tree->setExpanded(parent, true);
    const bool isInView = m_tree->viewport()->rect().contains(m_tree->visualRect(index).center());
    m_tree->setCurrentIndex(index);
    m_tree->scrollTo(index, isInView ? QAbstractItemView::EnsureVisible : QAbstractItemView::PositionAtCenter);
}

void MainWindow::stepChange(int by, Step step) {
    if (isStateShown())
        return;
    const qsizetype count = m_findable.size(), at = m_findable.indexOf(m_selected);
    for (qsizetype i = 1; i <= count; ++i) {
        const qsizetype next = at < 0 ? (by > 0 ? i - 1 : count - i) : (at + by * i + count) % count;
        if (step == Step::NotReviewed && m_reviewed->contains(m_findable[next]))
            continue;
        select(m_findable[next]);
        // Space marks the change as reviewed; it must not press the button that has the focus.
        const QWidget* focus = focusWidget();
        if (!focus || (focus != m_graph && !m_graph->isAncestorOf(focus) && !m_change->isAncestorOf(focus)))
            m_tree->setFocus(Qt::ShortcutFocusReason);
        return;
    }
}

void MainWindow::toggleReviewed(const QStringList& addresses) {
    m_reviewed->toggle(addresses);
    showReviewed();
}

void MainWindow::showReviewed() {
    const QSet<QString> reviewed = m_reviewed->addresses();
    m_model->setReviewed(reviewed);
    QSet<QString> counted = m_facts->reviewable();
    if (m_shown)
        counted.intersect(*m_shown);
    m_verdictBar->setReviewed(int((reviewed & counted).size()), int(counted.size()));
    if (m_reviewPage)
        m_reviewPage->setReviewed(reviewed);
    showSelectionReviewed();
}

void MainWindow::showSelectionReviewed() {
    m_actions.review->setChecked(!m_selectedInstances.isEmpty() &&
                                 std::ranges::all_of(m_selectedInstances, [this](const QString& address) {
                                     return m_reviewed->contains(address);
                                 }));
}

bool MainWindow::event(QEvent* event) {
    // Space presses buttons, opens combo boxes and folds modules in the graph; elsewhere it marks the selected change
    // as reviewed.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto& key = static_cast<QKeyEvent&>(*event);
        const QWidget* focus = QApplication::focusWidget();
        if (key.key() == Qt::Key_Space && key.modifiers() == Qt::NoModifier &&
            (qobject_cast<const QAbstractButton*>(focus) || qobject_cast<const QComboBox*>(focus) ||
             (focus == m_graph && m_selectedInstances.isEmpty())))
            event->accept();
    }
    return QMainWindow::event(event);
}

} // namespace planlens::widgets
