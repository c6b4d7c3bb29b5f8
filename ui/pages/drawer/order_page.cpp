// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/drawer/order_page.h"

#include "core/configs/config.h"
#include "core/engine/operations.h"
#include "core/plans/action.h"
#include "core/plans/changes.h"
#include "ui/basics/background.h"
#include "ui/basics/secrets.h"
#include "ui/basics/text.h"
#include "ui/controls/table_look.h"
#include "ui/session/recording/run_of_result.h"
#include "ui/session/session_result.h"

#include <QLabel>
#include <QStackedLayout>
#include <QTableView>

namespace planlens::widgets {

using models::ApplyModel;

namespace {

using Operations = std::vector<ApplyModel::Operation>;

ApplyModel::Operation described(const plans::ResourceInstanceChange& change, plans::Action action, std::size_t step,
                                const models::Secrets& mask) {
    ApplyModel::Operation operation;
    operation.step = int(step);
    operation.address = qstring(change.address.toString());
    operation.deposed = qstring(change.deposed);
    operation.action = qstring(plans::name(action));
    if (action == plans::Action::Delete || action == plans::Action::Update || action == plans::Action::Forget)
        operation.objectId = qstring(mask.masked(history::objectIdOf(change).toStdString()));
    return operation;
}

Operations inOrder(const session::Result& result) {
    const models::Secrets mask = result.secrets();
    Operations operations;
    const diags::Result<std::vector<engine::ApplyOperation>> order = engine::applyOrder(*result.config, *result.plan);
    if (order.value)
        for (const engine::ApplyOperation& operation : *order.value)
            operations.push_back(described(*operation.change, operation.action, operation.step, mask));
    return operations;
}

Operations asPlanned(const session::Result& result) {
    const models::Secrets mask = result.secrets();
    Operations operations;
    using Half = plans::ResourceInstanceChange::Half;
    for (const plans::ResourceInstanceChangePtr& change : result.changes().resources())
        for (const Half half : {Half::Destroying, Half::Creating})
            if (const plans::Action action = change->simplify(half).change.action; action != plans::Action::NoOp)
                operations.push_back(described(*change, action, 0, mask));
    return operations;
}

} // namespace

OrderPage::OrderPage(QWidget* parent)
    : QWidget(parent)
    , m_model(new ApplyModel(this))
    , m_table(nullptr)
    , m_stack(new QStackedLayout(this))
    , m_empty(makeEmptyLabel({}, this)) {
    m_table = makeTable(m_model, tr("Order of operations"), {56, 0, 0, 96}, this);
    m_table->setObjectName(QStringLiteral("order"));
    for (const int column :
         {ApplyModel::StatusColumn, ApplyModel::ElapsedColumn, ApplyModel::TimeLineColumn, ApplyModel::MessageColumn})
        m_table->hideColumn(column);
    widenColumn(*m_table, ApplyModel::ActionColumn, ApplyModel::actionTexts(), m_table->font());
    constexpr int leastAddress = 480, leastObject = 320; // of a UUID
    fitColumn(*m_table, ApplyModel::AddressColumn, leastObject, leastAddress);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& current) {
        if (current.isValid())
            Q_EMIT addressChosen(current.data(models::AddressRole).toString());
    });
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_table);
    showEmpty(tr("There is no plan."));
}

void OrderPage::showEmpty(const QString& text) {
    m_model->setOperations({});
    m_empty->setText(text);
    m_stack->setCurrentIndex(0);
    Q_EMIT counted(0);
}

void OrderPage::setResult(std::shared_ptr<const session::Result> result) {
    ++m_generation;
    m_result = result && result->plan ? std::move(result) : nullptr;
    if (!m_result)
        return showEmpty(tr("There is no plan."));
    if (!m_result->config || !m_result->config->root)
        return showEmpty(tr("The order is computed from the configuration, which a plan file does not contain."));
    showEmpty(tr("Computing the order…"));
    session::inBackground([shown = m_result] { return inOrder(*shown); }, this,
                          [this, generation = m_generation](const Operations& operations) {
                              if (generation != m_generation)
                                  return;
                              m_model->setOperations(operations);
                              if (m_model->rowCount() == 0)
                                  return showEmpty(tr("This plan does not change real objects."));
                              m_stack->setCurrentIndex(1);
                              hideRows();
                          });
}

void OrderPage::setFilter(std::optional<QSet<QString>> shown) {
    if (m_shown == shown)
        return;
    m_shown = std::move(shown);
    if (m_model->rowCount() > 0)
        hideRows();
}

void OrderPage::hideRows() {
    int count = 0;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const bool isShown = !m_shown || m_shown->contains(m_model->index(row, 0).data(models::AddressRole).toString());
        if (m_table->isRowHidden(row) == isShown)
            m_table->setRowHidden(row, !isShown);
        count += isShown;
    }
    Q_EMIT counted(count);
}

Operations OrderPage::operations() const {
    return m_model->rowCount() > 0 || !m_result ? m_model->operations() : asPlanned(*m_result);
}

} // namespace planlens::widgets
