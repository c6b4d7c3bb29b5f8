// SPDX-License-Identifier: MPL-2.0
// Failed changes, and those that wait for them.
#include "core/addrs/target.h"
#include "core/explain/estimated_impact.h"
#include "ui/basics/background.h"
#include "ui/basics/text.h"
#include "ui/pages/apply/apply_page.h"

#include <QTableView>

#include <algorithm>
#include <vector>

namespace planlens::widgets {

namespace {

/// Like an exclusion, a failure affects all instances of the resources that depend on the failed one.
QSet<QString> dependentsOf(const plans::Plan& plan, const QSet<QString>& failed) {
    std::vector<addrs::TargetSubject> subjects;
    for (const QString& address : failed)
        if (auto instance = addrs::readAbsResourceInstance(address.toStdString()))
            subjects.emplace_back(std::move(*instance));
    QSet<QString> dependents;
    for (const addrs::AbsResourceInstance& address :
         explain::estimatedImpact(plan, explain::PlanningOverride::LeaveOut, subjects))
        dependents.insert(qstring(address.toString()));
    return dependents;
}

} // namespace

void ApplyPage::skipDependents(const QSet<QString>& failed) {
    session::inBackground([plan = m_plan, failed] { return dependentsOf(*plan, failed); }, this,
                          [this, plan = m_plan](const QSet<QString>& dependents) {
                              if (!isApplying() || plan != m_plan)
                                  return;
                              QVector<models::InstanceStatus> statuses;
                              for (const QString& address : m_model->skip(dependents))
                                  statuses.append({address, m_model->statusOf(address), m_model->elapsedOf(address)});
                              Q_EMIT statusesChanged(statuses);
                          });
}

void ApplyPage::showFirstFailure() {
    using models::ApplyModel;
    const auto isFailed = [](const ApplyModel::Operation& operation) {
        return operation.status == models::ApplyStatus::Failed;
    };
    const std::vector<ApplyModel::Operation>& operations = m_model->operations();
    if (const auto failed = std::ranges::find_if(operations, isFailed); failed != operations.end())
        m_table->scrollTo(m_model->index(int(failed - operations.begin()), ApplyModel::AddressColumn),
                          QAbstractItemView::PositionAtCenter);
}

} // namespace planlens::widgets
