// SPDX-License-Identifier: MPL-2.0
#include "ui/pages/review/approval.h"

#include "core/plans/applied_changes.h"
#include "ui/basics/change_key.h"
#include "ui/basics/secrets.h"
#include "ui/basics/text.h"
#include "ui/basics/time.h"
#include "ui/models/cost_text.h"
#include "ui/models/finding_rows.h"
#include "ui/models/page_rows.h"
#include "ui/session/recording/run_of_result.h"
#include "ui/session/session_result.h"
#include "ui/theme/action_style.h"

#include <QSet>

#include <vector>

namespace planlens::widgets {

QString approvalAction(const Approval& approval) {
    if (approval.isRefreshOnly)
        return Approval::tr("Update state");
    QStringList parts;
    int rest = approval.destroy + approval.replace + approval.forget + approval.update + approval.create +
               approval.import + approval.move;
    const auto add = [&](int count, const QString& verb) {
        rest -= count;
        if (count > 0)
            //: A verb and how many: destroy 3
            parts.append(Approval::tr("%1 %L2").arg(verb).arg(count));
    };
    add(approval.destroy, Approval::tr("destroy"));
    add(approval.replace, Approval::tr("replace"));
    add(approval.forget, Approval::tr("forget"));
    if (parts.isEmpty()) {
        add(approval.create, Approval::tr("create"));
        add(approval.update, Approval::tr("update"));
    }
    if (parts.isEmpty())
        return Approval::tr("Apply");
    QString text = parts.join(QStringLiteral(", "));
    text[0] = text[0].toUpper();
    return rest > 0 ? Approval::tr("%1 and apply %n more", nullptr, rest).arg(text) : text;
}

namespace {

using theme::ActionKind;

/// Counts an applied change, and lists its object if it is destroyed.
void addApplied(Approval& approval, const plans::ResourceInstanceChange& change, ActionKind kind) {
    switch (kind) {
    case ActionKind::Delete:
        ++approval.destroy;
        break;
    case ActionKind::Replace:
        ++approval.replace;
        break;
    case ActionKind::Forget:
        ++approval.forget;
        break;
    case ActionKind::Update:
        ++approval.update;
        break;
    case ActionKind::Create:
        ++approval.create;
        break;
    case ActionKind::Import:
        ++approval.import;
        break;
    case ActionKind::Move:
        ++approval.move;
        break;
    case ActionKind::Read:
    case ActionKind::NoOp:
        break;
    }
    if (kind == ActionKind::Delete || kind == ActionKind::Replace)
        approval.destroyed.append({changeKey(change), history::objectIdOf(change), kind == ActionKind::Replace});
    if (kind == ActionKind::Forget)
        approval.forgotten.append({changeKey(change), history::objectIdOf(change)});
}

/// Counts the changes of a plan, and lists the destroyed objects and the changes that are not applied.
void addChanges(Approval& approval, const plans::Plan& plan) {
    for (const plans::ResourceInstanceChangePtr& change : plan.changes.resources()) {
        const ActionKind kind = theme::actionKind(*change);
        approval.changes += kind != ActionKind::NoOp;
        if (plans::isApplied(plan, change->address))
            addApplied(approval, *change, theme::listedKind(plan, *change));
        else if (kind != ActionKind::NoOp)
            approval.notApplied.append(theme::glyph(kind) % u' ' % changeKey(*change));
    }
}

/// Returns the keys of the changes that a finding about an instance belongs to.
QStringList keysOf(const plans::Plan& plan, const addrs::AbsResourceInstance& address) {
    if (const plans::ResourceInstanceChange* current = plan.changes.resource(address);
        current && theme::actionKind(*current) != ActionKind::NoOp)
        return {changeKey(*current)};
    QStringList keys;
    for (const plans::ResourceInstanceChange* change : plan.changes.instancesOf(address.containing().config()))
        if (!change->deposed.empty() && change->address == address)
            keys.append(changeKey(*change));
    return keys.isEmpty() ? QStringList{qstring(address.toString())} : keys;
}

/// The findings of applied changes and of the whole plan.
void addFindings(Approval& approval, const session::Result& result) {
    std::vector<risk::Finding> findings = result.analysis.findings;
    std::erase_if(findings, [&](const risk::Finding& finding) {
        return finding.address && !plans::isApplied(*result.plan, *finding.address);
    });
    approval.findings = models::findingLines(findings);
    for (const risk::Finding& finding : findings)
        if (finding.severity == risk::Severity::High && finding.address)
            approval.highRisk += keysOf(*result.plan, *finding.address);
}

/// The programs that applying starts: provisioners only of resources with objects that are created or destroyed.
QVector<session::Program> startedPrograms(const session::Result& result) {
    QSet<QString> provisioned;
    for (const plans::ResourceInstanceChangePtr& change : result.changes().resources()) {
        const ActionKind kind = theme::actionKind(*change);
        if ((kind == ActionKind::Create || kind == ActionKind::Delete || plans::isReplace(change->change.action)) &&
            plans::isApplied(*result.plan, change->address))
            provisioned.insert(qstring(change->address.config().toString()));
    }
    QVector<session::Program> programs = result.programs.started;
    programs.removeIf([&](const session::Program& program) {
        return program.kind == session::Program::Kind::Provisioner && !provisioned.contains(program.resource);
    });
    return programs;
}

} // namespace

Approval approvalOf(const session::Result& result) {
    const plans::Plan& plan = *result.plan;
    Approval approval;
    addFindings(approval, result);
    if (result.analysis.costs)
        approval.cost = models::costChangeText(result.analysis.costs->total, result.analysis.costs->currency);
    approval.planHash = result.planHash;
    approval.plannedAt = plan.timestamp.time_since_epoch().count() > 0
                             ? localTime(plan.timestamp)
                             : QDateTime::fromString(qstring(plan.timestampText), Qt::ISODate).toLocalTime();
    approval.isRefreshSkipped = plan.options.refreshSkipped;
    approval.readAt = plan.options.refreshSkipped ? QDateTime() : result.readAt;
    approval.workspace = result.workspace;
    approval.stateSerial = result.stateSource.serial;
    approval.stateLineage = result.stateSource.lineage;
    approval.options = history::optionsOf(result.request);
    approval.isRefreshOnly = plan.options.mode == plans::Mode::RefreshOnly;
    addChanges(approval, plan);
    approval.programs = startedPrograms(result);
    for (const auto& [address, check] : plan.checks)
        if (states::hasFailed(check.status))
            approval.failedChecks.append(
                QString(qstring(address) % QStringLiteral(" – ") % models::failureText(check, result.secrets())));
    if (!approval.destroyed.isEmpty() || !approval.forgotten.isEmpty()) {
        const models::Secrets mask = result.secrets();
        for (QVector<Approval::Lost>* objects : {&approval.destroyed, &approval.forgotten})
            for (Approval::Lost& object : *objects)
                object.objectId = qstring(mask.masked(object.objectId.toStdString()));
    }
    return approval;
}

} // namespace planlens::widgets
