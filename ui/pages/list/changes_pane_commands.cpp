// SPDX-License-Identifier: MPL-2.0
// The commands of the pane: order and groups, columns, marks, and copying.
#include "ui/basics/change_key.h"
#include "ui/basics/settings.h"
#include "ui/basics/sliced_task.h"
#include "ui/controls/change_list.h"
#include "ui/controls/command.h"
#include "ui/history/review_record.h"
#include "ui/models/changes/change_filter_model.h"
#include "ui/models/changes/change_tree_model.h"
#include "ui/models/changes/copied_changes.h"
#include "ui/pages/list/changes_pane.h"
#include "ui/pages/list/tree_unfolder.h"
#include "ui/session/finished_plan.h"
#include "ui/session/session_result.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QMenu>
#include <QScopedValueRollback>
#include <QSettings>
#include <QToolButton>
#include <QUndoStack>

#include <algorithm>
#include <utility>

namespace planlens::widgets {

using models::ChangeOrder;
using models::ChangeTreeModel;
using models::SameRows;

namespace {

const auto orderKey = QStringLiteral("changes/order");
const auto orderPrefix = QStringLiteral("order-"); // of the names of the commands

} // namespace

void ChangesPane::addCommands(QWidget& window) {
    addOrders(window);
    QAction* group = addCommand(window, "group-identical", tr("Group identical changes"), {}, {});
    group->setCheckable(true);
    group->setChecked(true);
    group->setToolTip(tr("Shows identical changes of several resources under one row"));
    connect(group, &QAction::toggled, this, [this](bool isOn) {
        setForm({m_model->form().order, isOn ? SameRows::Folded : SameRows::Apart});
    });
    QAction* unfold = addCommand(window, "expand-all", tr("Unfold all"), {Qt::CTRL | Qt::Key_E},
                                 [this] { setFolding(Folding::Unfolded); });
    unfold->setToolTip(tr("Unfold all sections and groups"));
    QAction* fold = addCommand(window, "collapse-all", tr("Fold all"), {Qt::CTRL | Qt::SHIFT | Qt::Key_E},
                               [this] { setFolding(Folding::Folded); });
    fold->setToolTip(tr("Show sections only"));
    m_values = addCommand(window, "list-values", tr("Values in the list"), {}, {});
    m_values->setCheckable(true);
    connect(m_values, &QAction::toggled, this, &ChangesPane::showValues);
    showValues(false);
    m_options->menu()->addActions({group, unfold, fold, m_values});

    QString order = models::changeOrderName(ChangeOrder::WorstFirst);
    if (hasSettings())
        order = QSettings().value(orderKey, order).toString();
    if (QAction* action = orderAction(order))
        action->trigger();
    showOrder();
    addCopying(window);
}

void ChangesPane::addOrders(QWidget& window) {
    auto* orders = new QActionGroup(this);
    for (const auto& [order, text] :
         {std::pair{ChangeOrder::WorstFirst, tr("Worst first")}, std::pair{ChangeOrder::Module, tr("By module")},
          std::pair{ChangeOrder::Action, tr("By action")}, std::pair{ChangeOrder::Type, tr("By type")},
          std::pair{ChangeOrder::File, tr("By file")}}) {
        const QString name = orderPrefix + models::changeOrderName(order);
        QAction* action = addCommand(window, qPrintable(name), text, {}, [this, order = order] {
            setForm({order, m_model->form().same});
        });
        action->setCheckable(true);
        orders->addAction(action);
        m_order->menu()->addAction(action);
    }
}

QAction* ChangesPane::orderAction(const QString& name) const {
    const QList<QAction*> orders = m_order->menu()->actions();
    const auto found = std::ranges::find(orders, orderPrefix + name, &QAction::objectName);
    return found == orders.end() ? nullptr : *found;
}

void ChangesPane::setForm(const models::RowForm& form) {
    m_slices.finish();
    {
        const QScopedValueRollback isChanging(m_isChanging, true);
        m_model->setForm(form);
        m_unfolder->restore();
        unfoldSections();
        reveal(m_selection.address);
    }
    showOrder();
    Q_EMIT formChanged();
    if (hasSettings())
        QSettings().setValue(orderKey, models::changeOrderName(form.order));
}

void ChangesPane::showOrder() {
    QAction* action = orderAction(models::changeOrderName(m_model->form().order));
    action->setChecked(true);
    m_order->setText(QString(action->text() % QStringLiteral(" ▾")));
    m_order->setAccessibleName(tr("Sort order: %1").arg(action->text()));
}

void ChangesPane::showValues(bool isOn) {
    for (const int column : {ChangeTreeModel::BeforeColumn, ChangeTreeModel::AfterColumn, ChangeTreeModel::NotesColumn})
        m_list->setColumnHidden(column, !isOn);
    QHeaderView& header = *m_list->header();
    header.setSectionResizeMode(ChangeTreeModel::ChangeColumn, isOn ? QHeaderView::Interactive : QHeaderView::Stretch);
    header.setSectionResizeMode(ChangeTreeModel::BeforeColumn, QHeaderView::Stretch);
    header.setSectionResizeMode(ChangeTreeModel::AfterColumn, QHeaderView::Stretch);
    m_list->setHeaderHidden(!isOn);
    m_list->setUnfoldsResources(isOn);
    if (!isOn) {
        setFolding(Folding::Folded);
        m_unfolder->forget();
        unfoldSections();
    }
    Q_EMIT valuesToggled(isOn);
}

void ChangesPane::addCopying(QWidget& window) {
    addCommand(window, "copy-address", tr("Copy address"), {QKeySequence::Copy}, [this] {
        const QString address = instanceOf(m_selection.address);
        QApplication::clipboard()->setText(address);
        Q_EMIT messageShown(tr("Copied: %1").arg(address));
    });
    m_copying = {addCommand(window, "copy-text", tr("Copy as text"), {Qt::CTRL | Qt::ALT | Qt::Key_C},
                            [this] { copySelected(models::copiedText); }),
                 addCommand(window, "copy-hcl", tr("Copy as HCL"), {}, [this] { copySelected(models::copiedHcl); }),
                 addCommand(window, "copy-json", tr("Copy as JSON"), {}, [this] { copySelected(models::copiedJson); })};
}

void ChangesPane::copySelected(QString (*form)(const plans::Plan&, const models::ChangePointers&,
                                               const masking::Secrets&)) {
    if (!m_result || !m_result->plan)
        return;
    models::ChangePointers changes;
    for (const QString& address : m_selection.instances)
        if (const plans::ResourceInstanceChange* change = m_model->changeOf(address))
            changes.push_back(change);
    if (!changes.empty())
        QApplication::clipboard()->setText(form(*m_result->plan, changes, m_result->secrets()));
}

void ChangesPane::updateCommands() {
    const QStringList& instances = m_selection.instances;
    m_review->setEnabled(!instances.isEmpty() && !m_model->driftOf(instances.first()));
    for (QAction* action : m_copying)
        action->setEnabled(!instances.isEmpty());
    showSelectionMarked();
}

void ChangesPane::toggleMarks(const QStringList& addresses) {
    using Marks = models::ReviewMarks::Marks;
    class Toggle final : public QUndoCommand {
    public:
        Toggle(ChangesPane& pane, Marks before, Marks after)
            : QUndoCommand(tr("reviewed marks"))
            , m_pane(pane)
            , m_before(std::move(before))
            , m_after(std::move(after)) {}
        void undo() override { m_pane.restoreMarks(m_before); }
        void redo() override { m_pane.restoreMarks(m_after); }

    private:
        ChangesPane& m_pane;
        Marks m_before, m_after;
    };
    const Marks before = m_marks.marks();
    m_marks.toggle(addresses);
    if (m_marks.marks() == before)
        showMarks(); // a click has toggled the command
    else
        m_undo->push(new Toggle(*this, before, m_marks.marks()));
}

void ChangesPane::restoreMarks(const models::ReviewMarks::Marks& marks) {
    m_marks.restore(marks);
    history::writeMarks(m_marksPlace, m_marks.marks());
    showMarks();
}

void ChangesPane::updateMarks() {
    const session::Request& request = m_result->request;
    // A failed plan shows the previous one.
    const QString place = m_result->isOutdated                         ? m_marksPlace
                          : request.planFile == session::standardInput ? QString()
                          : request.planFile.isEmpty() ? QString(request.folder % u'\n' % m_result->workspace)
                                                       : request.planFile;
    if (place != m_marksPlace || place.isEmpty()) {
        m_marksPlace = place;
        m_marks.restore(history::readMarks(place));
    }
    m_marks.setPlan(m_result->plan);
    if (std::exchange(m_isApplied, false)) {
        m_marks.forgetOthers();
        history::writeMarks(m_marksPlace, m_marks.marks());
    }
    showMarks();
}

void ChangesPane::showMarks() {
    m_model->setReviewed(m_marks.addresses());
    showSelectionMarked();
    Q_EMIT marksChanged();
}

void ChangesPane::showSelectionMarked() {
    const QStringList& instances = m_selection.instances;
    m_review->setChecked(!instances.isEmpty() && std::ranges::all_of(instances, [this](const QString& address) {
        return m_marks.contains(address);
    }));
}

} // namespace planlens::widgets
