// SPDX-License-Identifier: MPL-2.0
#include "ui/models/cost_text.h"

#include "ui/basics/text.h"

#include <QCoreApplication>
#include <QStringList>

namespace planlens::models {

namespace {

struct CostText {
    Q_DECLARE_TR_FUNCTIONS(planlens::models::CostText)
};

} // namespace

QString costText(const cost::Costs& costs, const std::string& currency) {
    if (costs.difference)
        return costs.difference->isZero()
                   ? QString()
                   : CostText::tr("%1 per month").arg(qstring(cost::differenceText(*costs.difference, currency)));
    return costs.after ? CostText::tr("%1 per month").arg(qstring(cost::moneyText(*costs.after, currency))) : QString();
}

QString costChangeText(const cost::Costs& costs, const std::string& currency) {
    const QString text = costText(costs, currency);
    if (text.isEmpty() || !costs.before || !costs.after)
        return text;
    return QStringLiteral("%1 (%2 → %3)")
        .arg(text, qstring(cost::moneyText(*costs.before, currency)), qstring(cost::moneyText(*costs.after, currency)));
}

cost::Costs costOf(const cost::PlanCosts& costs, const addrs::AbsResourceInstance& address) {
    const auto found = costs.resources.find(address);
    return found == costs.resources.end() ? cost::Costs() : found->second;
}

QString costRemark(const cost::PlanCosts& costs) {
    QStringList parts;
    if (costs.unpriced > 0)
        parts.append(CostText::tr("%n resource(s) have no price.", nullptr, int(costs.unpriced)));
    if (!costs.others.empty())
        parts.append(
            CostText::tr("%n resource(s) of the estimate are not in this plan.", nullptr, int(costs.others.size())));
    return parts.join(u' ');
}

} // namespace planlens::models
