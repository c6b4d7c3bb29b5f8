// SPDX-License-Identifier: MPL-2.0
#include "ui/bars/plan_status.h"

#include "core/plans/plan.h"
#include "ui/basics/text.h"
#include "ui/language/words.h"
#include "ui/session/session_result.h"

#include <QCoreApplication>
#include <QStringList>

namespace planlens::widgets {

namespace {

struct PlanStatus {
    Q_DECLARE_TR_FUNCTIONS(planlens::widgets::PlanStatus)
};

} // namespace

QString planStatus(const session::Request& request, const session::Result* result, const session::ApplyReport* applied,
                   int estimated) {
    if (!result || (result->workspace.isEmpty() && !(result->finished && result->plan)))
        return request.folder.isEmpty() ? PlanStatus::tr("Ctrl+O opens a folder") : QString();
    QStringList parts;
    if (!result->planHash.isEmpty())
        parts.append(PlanStatus::tr("plan %1…%2").arg(result->planHash.left(4), result->planHash.right(2)));
    if (applied && applied->hasStarted)
        parts.append(PlanStatus::tr("state serial %1").arg(applied->stateSerial));
    else if (!result->stateSource.lineage.isEmpty() || (result->plan && !result->finished))
        parts.append(result->stateSource.lineage.isEmpty()
                         ? PlanStatus::tr("no state yet")
                         : PlanStatus::tr("state serial %1").arg(result->stateSource.serial));
    const workspace::StateLocation& location = result->stateSource.location;
    if (location.isRemote() || location.access == backends::Access::ThroughTool)
        parts.append(qstring(location.whyNotLocal()));
    if (result->plan && result->plan->options.refreshSkipped)
        parts.append(PlanStatus::tr("not refreshed"));
    else if (result->readAt.isValid())
        parts.append(PlanStatus::tr("read %1").arg(language::ageText(result->readAt)));
    if (!request.replace.isEmpty())
        parts.append(request.replace.size() == 1
                         ? PlanStatus::tr("1 replacement requested")
                         : PlanStatus::tr("%n replacements requested", nullptr, int(request.replace.size())));
    if (!request.exclude.isEmpty())
        parts.append(PlanStatus::tr("%n excluded", nullptr, int(request.exclude.size())));
    if (!request.target.isEmpty())
        parts.append(PlanStatus::tr("%n targeted", nullptr, int(request.target.size())));
    if (estimated > 0)
        parts.append(PlanStatus::tr("estimated to affect %n (hatched)", nullptr, estimated));
    return parts.join(QStringLiteral("  ·  "));
}

} // namespace planlens::widgets
