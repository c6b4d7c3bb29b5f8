// SPDX-License-Identifier: MPL-2.0
#include "ui/window/last_plan.h"

#include "core/addrs/target.h"
#include "core/plans/plan.h"
#include "ui/basics/text.h"
#include "ui/session/session_result.h"

#include <QGraphicsColorizeEffect>
#include <QWidget>

#include <algorithm>
#include <vector>

namespace planlens::widgets {

std::shared_ptr<const session::Result> withLastPlan(const session::Result* last, const session::Result& newest) {
    const bool hasFailed = (newest.hasErrors() || newest.wasStopped || !newest.askedVariables.missing.isEmpty()) &&
                           !newest.finished && !newest.state && newest.programs.untrusted.isEmpty();
    if (!hasFailed || !last || !last->plan || ((last->wasStopped || last->hasErrors()) && !last->isOutdated) ||
        last->request.folder != newest.request.folder || last->workspace != newest.workspace)
        return nullptr;
    const auto hasChanges = [](const session::Result& result) { return result.plan && !result.changes().isEmpty(); };
    if (hasChanges(newest) && !hasChanges(*last))
        return nullptr; // "No changes" would hide those that were planned before the error
    auto shown = std::make_shared<session::Result>(*last);
    shown->diagnostics = newest.diagnostics;
    shown->canEstimate = newest.canEstimate;
    shown->askedVariables.missing = newest.askedVariables.missing;
    shown->wasStopped = newest.wasStopped;
    shown->isOutdated = true;
    return shown;
}

void showInGray(QWidget& widget, bool isGray) {
    if (isGray == bool(widget.graphicsEffect()))
        return;
    QGraphicsColorizeEffect* gray = nullptr;
    if (isGray) {
        gray = new QGraphicsColorizeEffect(&widget);
        gray->setColor(Qt::gray);
        gray->setStrength(0.5); // it is still read
    }
    widget.setGraphicsEffect(gray);
}

QStringList excludedMoves(const QStringList& addresses, const plans::Plan* last) {
    QStringList found;
    for (const QString& address : addresses) {
        const auto excluded = addrs::parseTargetText(address.toStdString());
        const auto isExcluded = [&](const plans::ResourceInstanceChangePtr& change) {
            return change->isMoved() && (addrs::targetContains(excluded.value->subject, change->address) ||
                                         addrs::targetContains(excluded.value->subject, change->previousAddress));
        };
        if (last && excluded.value && std::ranges::any_of(last->changes.resources(), isExcluded))
            found.append(address);
    }
    return found;
}

QStringList movedOutsideTargets(const QStringList& addresses, const plans::Plan* last) {
    QStringList moved;
    if (addresses.isEmpty() || !last)
        return moved;
    std::vector<addrs::TargetSubject> targets;
    for (const QString& address : addresses)
        if (const auto target = addrs::parseTargetText(address.toStdString()); target.value)
            targets.push_back(target.value->subject);
    const auto isTargeted = [&](const addrs::AbsResourceInstance& instance) {
        return std::ranges::any_of(targets,
                                   [&](const auto& target) { return addrs::targetContains(target, instance); });
    };
    for (const plans::ResourceInstanceChangePtr& change : last->changes.resources()) {
        if (!change->isMoved())
            continue;
        for (const addrs::AbsResourceInstance* end : {&change->address, &change->previousAddress})
            if (const QString resource = qstring(end->containing().toString());
                !moved.contains(resource) && !isTargeted(*end))
                moved.append(resource);
    }
    return moved;
}

} // namespace planlens::widgets
