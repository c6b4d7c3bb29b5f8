// SPDX-License-Identifier: MPL-2.0
#include "ui/window/what_if.h"

#include "core/configs/config.h"
#include "core/diff/plan_difference.h"
#include "core/explain/estimated_impact.h"
#include "core/plans/applied_changes.h"
#include "core/report/generated_config.h"
#include "core/report/plan_command.h"
#include "ui/bars/partial_banner.h"
#include "ui/basics/background.h"
#include "ui/basics/background_delete.h"
#include "ui/basics/text.h"
#include "ui/language/words.h"
#include "ui/pages/drawer/difference_page.h"
#include "ui/session/recording/history.h"
#include "ui/session/session_result.h"
#include "ui/theme/action_style.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QLocale>
#include <QMenu>
#include <QUndoStack>

#include <algorithm>
#include <array>
#include <utility>

namespace planlens::widgets {

using session::Request;

namespace {

std::vector<addrs::TargetSubject> subjects(const QStringList& addresses) {
    std::vector<addrs::TargetSubject> list;
    for (const QString& address : addresses) {
        diags::Result<addrs::Target> target = addrs::parseTargetText(address.toStdString());
        if (!target.value)
            continue;
        // A resource also means its single instance without a key.
        list.push_back(target.value->subject);
    }
    return list;
}

/// Returns the changes that a different request may affect.
QSet<QString> touchedBy(const plans::Plan& plan, const Request& from, const Request& to) {
    QSet<QString> found;
    const auto add = [&](explain::PlanningOverride kind, const QStringList& addresses) {
        if (addresses.isEmpty())
            return;
        for (const addrs::AbsResourceInstance& address : explain::estimatedImpact(plan, kind, subjects(addresses)))
            found.insert(qstring(address.toString()));
    };
    add(explain::PlanningOverride::Replace, without(to.replace, from.replace) + without(from.replace, to.replace));
    add(explain::PlanningOverride::LeaveOut, without(to.exclude, from.exclude));
    if (to.target != from.target)
        add(explain::PlanningOverride::OnlyThis, to.target);
    return found;
}

std::vector<std::string> stdStrings(const QStringList& list) {
    std::vector<std::string> texts;
    for (const QString& text : list)
        texts.push_back(text.toStdString());
    return texts;
}

/// Returns "2 destroy, 1 update", most severe first; of several kinds "3 (2 destroy, 1 update)".
QString kindCounts(const std::vector<diff::OmittedChange>& list) {
    std::array<int, theme::allActionKinds.size()> counts{};
    int total = 0;
    for (const diff::OmittedChange& left : list)
        if (left.change) {
            ++counts[std::size_t(theme::actionKind(*left.change))];
            ++total;
        }
    QStringList parts;
    for (const theme::ActionKind kind : theme::allActionKinds)
        if (const int count = counts[std::size_t(kind)])
            parts.append(QStringLiteral("%L1 %2").arg(count).arg(theme::word(kind)));
    const QString kinds = parts.join(QStringLiteral(", "));
    return parts.size() < 2 ? kinds : QStringLiteral("%L1 (%2)").arg(total).arg(kinds);
}

/// Returns the number of changes that applying the plan makes.
int appliedCount(const plans::Plan& plan) {
    return int(std::ranges::count_if(plan.changes.resources(), [&](const plans::ResourceInstanceChangePtr& change) {
        return theme::appliedKind(plan, *change) != theme::ActionKind::NoOp;
    }));
}

} // namespace

struct WhatIf::OmittedChange {
    std::vector<diff::OmittedChange> list;
    int applied = 0; // changes
    bool isWholeKnown = false;
};

WhatIf::WhatIf(history::History& history, QUndoStack& steps, QWidget* parent)
    : QObject(parent)
    , m_history(history)
    , m_steps(steps)
    , m_page(new DifferencePage(parent))
    , m_banner(new PartialBanner(parent))
    , m_undo(new QAction(this))
    , m_redo(new QAction(this))
    , m_everything(new QAction(tr("Plan everything"), this))
    , m_copyCommand(new QAction(tr("Copy as tofu command"), this))
    , m_compareMenu(new QMenu(tr("Compare with…"), parent)) {
    m_undo->setShortcut(Qt::CTRL | Qt::Key_Z);
    m_undo->setObjectName(QStringLiteral("undo"));
    m_redo->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_Z);
    m_redo->setObjectName(QStringLiteral("redo"));
    m_everything->setObjectName(QStringLiteral("plan-everything"));
    m_copyCommand->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_C);
    m_copyCommand->setObjectName(QStringLiteral("copy-command"));
    connect(&m_steps, &QUndoStack::indexChanged, this, &WhatIf::updateActions);
    connect(m_undo, &QAction::triggered, this, &WhatIf::undo);
    connect(m_redo, &QAction::triggered, this, &WhatIf::redo);
    connect(m_everything, &QAction::triggered, this, [this] {
        Request request = m_request;
        request.target.clear();
        request.exclude.clear();
        Q_EMIT requested(request);
    });
    connect(m_copyCommand, &QAction::triggered, this, &WhatIf::copyCommand);
    connect(m_banner, &PartialBanner::everythingRequested, m_everything, &QAction::trigger);
    connect(m_page, &DifferencePage::addressChosen, this, &WhatIf::addressChosen);
    connect(m_compareMenu, &QMenu::aboutToShow, this, &WhatIf::fillCompareMenu);
    connect(&m_history, &history::History::listed, this, &WhatIf::showRuns);
    connect(&m_history, &history::History::compared, this, &WhatIf::showComparison);
    m_page->setMenu(m_compareMenu);
    showNoComparison();
    updateActions();
}

WhatIf::~WhatIf() {
    discardPlans();
}

/// Drops all plans; freeing large ones is slow.
void WhatIf::discardPlans() {
    for (const session::RecentPlan& recent : m_recentPlans.plans())
        session::deleteInBackground(recent.plan);
    m_recentPlans.clear();
    session::deleteInBackground(std::exchange(m_before, nullptr));
    session::deleteInBackground(std::exchange(m_chosen, {}).plan);
    session::deleteInBackground(std::exchange(m_result, nullptr));
}

void WhatIf::undo() {
    if (m_steps.canUndo())
        return m_steps.undo();
    m_steps.clear();
    Q_EMIT requested(m_undoHistory.undo(m_request));
}

void WhatIf::redo() {
    if (m_steps.canRedo())
        return m_steps.redo();
    m_steps.clear();
    Q_EMIT requested(m_undoHistory.redo(m_request));
}

void WhatIf::handleRequest(const Request& request) {
    if (request.folder != m_request.folder || request.planFile != m_request.planFile) {
        discardPlans();
        ++m_comparison;
        m_banner->hide();
        m_runs.clear();
        showNoComparison();
        if (!request.planFile.isEmpty())
            m_history.list(request.folder); // the history page lists it
    }
    m_request = request;
    if (m_undoHistory.add(request))
        m_steps.clear();
    estimate(request);
    updateActions();
}

void WhatIf::estimate(const Request& request) {
    const quint64 generation = ++m_estimate;
    if (!m_result || !m_result->plan)
        return;
    session::inBackground(
        [plan = m_result->plan, from = m_result->request, request] { return touchedBy(*plan, from, request); }, this,
        [this, generation](const QSet<QString>& addresses) {
            if (generation == m_estimate)
                setEstimated(addresses);
        });
}

void WhatIf::preview(const std::optional<Request>& request) {
    if (request)
        return estimate(*request);
    ++m_estimate;
    setEstimated({});
}

void WhatIf::setEstimated(const QSet<QString>& addresses) {
    m_estimatedCount = int(addresses.size());
    Q_EMIT estimated(addresses);
}

void WhatIf::handleResult(std::shared_ptr<const session::Result> result) {
    preview({});
    std::shared_ptr<const session::Result> old = std::exchange(m_result, std::move(result));
    if (m_result->plan && !m_result->wasStopped && m_result->plan->quality != plans::Quality::Incomplete &&
        !m_result->hasErrors()) {
        m_before.reset();
        if (!m_recentPlans.plans().empty()) {
            m_before = m_recentPlans.plans().front().plan;
            m_beforeName = tr("the previous plan (%1)").arg(m_recentPlans.plans().front().time());
        }
        for (std::shared_ptr<const void>& gone : m_recentPlans.add(*m_result))
            Q_EMIT discarded(std::move(gone));
    }
    if (old)
        Q_EMIT discarded(std::move(old));
    compare();
    updateActions();
}

void WhatIf::compare() {
    const quint64 generation = ++m_comparison;
    m_hasNoComparison = false;
    if (!m_result || !m_result->plan || m_result->wasStopped || m_result->hasErrors()) {
        m_banner->setVisible(false);
        m_page->setNothing(tr("The plan is incomplete and cannot be compared."));
        return;
    }
    if (m_result->request.target.isEmpty() && m_result->request.exclude.isEmpty())
        m_banner->hide();
    else
        session::inBackground(
            [plan = m_result->plan, whole = m_recentPlans.completePlanFor(*m_result)] {
                return OmittedChange{diff::omittedChanges(*plan, whole.get()), appliedCount(*plan), bool(whole)};
            },
            this,
            [this, generation](const OmittedChange& omittedChanges) {
                if (generation == m_comparison)
                    showOmittedChanges(omittedChanges);
            });
    if (m_chosen.run != 0)
        return m_history.compare(m_chosen.run, m_result, generation);
    std::shared_ptr<const plans::Plan> other = m_chosen.plan ? m_chosen.plan : m_before;
    if (!other)
        return showNoComparison();
    session::inBackground(
        [plan = m_result->plan, other] {
            return std::make_shared<const diff::PlanDifference>(diff::difference(*other, *plan));
        },
        this,
        [this, generation](const std::shared_ptr<const diff::PlanDifference>& difference) {
            if (generation == m_comparison)
                m_page->setDifference(difference, m_chosen.plan ? m_chosen.name : m_beforeName, m_chosen.note);
        });
}

void WhatIf::showNoComparison() {
    m_hasNoComparison = true;
    m_page->setNothing(earlierPlans().isEmpty()
                           ? tr("There is only one plan. Change the options or plan again to see the difference here.")
                           : tr("This is the first plan since the folder was opened. Change the options, plan again, "
                                "or select an earlier plan under “Compare with”."));
}

void WhatIf::showComparison(quint64 number, const history::Comparison& comparison) {
    if (number != m_comparison)
        return;
    if (!comparison.difference)
        return m_page->setNothing(
            tr("The changes of that plan are no longer stored. Select another one under “Compare with”."));
    m_page->setDifference(
        comparison.difference, m_chosen.name,
        comparison.isTruncated
            ? tr("Only the %L1 most severe changes of a plan are stored and compared.").arg(history::mostChanges)
            : QString());
}

void WhatIf::showRuns(const QString& folder, const QVector<history::Run>& runs) {
    if (folder != m_request.folder)
        return;
    m_runs.clear();
    std::copy_if(runs.begin(), runs.end(), std::back_inserter(m_runs),
                 [](const history::Run& run) { return run.isComparable && run.kind == history::Run::Kind::Plan; });
    if (m_hasNoComparison)
        showNoComparison();
}

QVector<history::Run> WhatIf::earlierPlans() const {
    QSet<QString> known;
    for (const session::RecentPlan& recent : m_recentPlans.plans())
        known.insert(recent.hash);
    if (m_result)
        known.insert(m_result->planHash);
    QVector<history::Run> earlier;
    for (const history::Run& run : m_runs)
        if (!known.contains(run.hash)) {
            known.insert(run.hash);
            earlier.append(run);
        }
    return earlier;
}

void WhatIf::showOmittedChanges(const OmittedChange& omittedChanges) {
    QStringList lines;
    for (const diff::OmittedChange& left : omittedChanges.list) {
        const QString address = qstring(left.address);
        const theme::ActionKind kind = left.change ? theme::actionKind(*left.change) : theme::ActionKind::NoOp;
        lines.append(left.change
                         ? QString(theme::glyph(kind) % u' ' % address % QStringLiteral("  ") % theme::phrase(kind))
                         : address);
    }
    const int changes = int(std::ranges::count_if(
        omittedChanges.list, [](const diff::OmittedChange& left) { return left.change != nullptr; }));
    const int others = int(lines.size()) - changes; // whose changes are not known
    QStringList text;
    if (changes > 0)
        text.append(tr("Partial plan: %1 of %n change(s) will be applied.", nullptr, changes + omittedChanges.applied)
                        .arg(QLocale().toString(omittedChanges.applied)) %
                    u' ' % tr("Not applied: %1.").arg(kindCounts(omittedChanges.list)));
    if (others > 0)
        text.append(changes > 0 ? tr("It also excludes %n resource(s), which may need changes.", nullptr, others)
                                : tr("This plan is partial. It excludes %n resource(s), which may also need changes.",
                                     nullptr, others));
    if (lines.isEmpty())
        text.append(omittedChanges.isWholeKnown ? tr("Targets or exclusions are active; they exclude no change.")
                                                : tr("Targets or exclusions are active; they exclude nothing."));
    m_banner->setLeftOut(text.join(u' '), lines);
    m_banner->show();
}

void WhatIf::forget() {
    m_undoHistory.forget();
    updateActions();
}

void WhatIf::setChanges(Changes changes) {
    m_changes = changes;
    updateActions();
}

void WhatIf::updateActions() {
    const bool isAllowed = m_changes == Changes::Allowed && !m_request.folder.isEmpty();
    const QString undone = m_steps.canUndo() ? m_steps.undoText() : m_undoHistory.undoText();
    const QString redone = m_steps.canRedo() ? m_steps.redoText() : m_undoHistory.redoText();
    m_undo->setEnabled(m_steps.canUndo() || (isAllowed && m_undoHistory.canUndo()));
    m_undo->setText(undone.isEmpty() ? tr("Undo") : tr("Undo: %1").arg(undone));
    m_redo->setEnabled(m_steps.canRedo() || (isAllowed && m_undoHistory.canRedo()));
    m_redo->setText(redone.isEmpty() ? tr("Redo") : tr("Redo: %1").arg(redone));
    m_everything->setEnabled(isAllowed && (!m_request.target.isEmpty() || !m_request.exclude.isEmpty()));
    m_copyCommand->setEnabled(!m_request.folder.isEmpty() && m_request.planFile.isEmpty());
}

void WhatIf::copyCommand() {
    report::PlanCommand command;
    command.folder = m_request.folder.toStdString();
    command.workspace = m_request.workspace.toStdString();
    switch (m_request.mode) {
    case session::PlanMode::Normal:
        break;
    case session::PlanMode::RefreshOnly:
        command.mode = plans::Mode::RefreshOnly;
        break;
    case session::PlanMode::Destroy:
        command.mode = plans::Mode::Destroy;
        break;
    }
    if (m_request.reading == session::Reading::None)
        command.refresh = report::PlanCommand::Refresh::No;
    command.replace = stdStrings(m_request.replace);
    command.targets = stdStrings(m_request.target);
    command.excludes = stdStrings(m_request.exclude);
    // Without it, the command would reject imported objects without configuration.
    if (m_request.mode == session::PlanMode::Normal && m_result && m_result->plan) {
        const auto& changes = m_result->changes().resources();
        if (std::any_of(changes.begin(), changes.end(), [](const plans::ResourceInstanceChangePtr& change) {
                return !change->change.generatedConfig.empty();
            }))
            command.generateConfigOut = report::generatedConfigFile;
    }
    command.variableFiles = stdStrings(m_request.variableFiles);
    QStringList names = m_request.variables.keys();
    names.sort();
    for (const QString& name : std::as_const(names)) {
        // Unless it is known not to be sensitive, a value is treated as sensitive.
        using Kind = report::PlanCommand::Variable::Kind;
        Kind kind = Kind::Sensitive;
        if (m_result && m_result->config && m_result->config->root) {
            const auto& declared = m_result->config->root->module.variables;
            if (const auto found = declared.find(name.toStdString());
                found != declared.end() && !found->second.sensitive && !found->second.ephemeral)
                kind = Kind::Open;
        }
        command.variables.push_back({name.toStdString(), m_request.variables.value(name).toStdString(), kind});
    }
    const report::PlanCommandText text = report::planCommandText(command);
    QApplication::clipboard()->setText(qstring(text.line));
    QStringList secret;
    for (const std::string& name : text.withoutValue)
        secret.append(qstring(name));
    Q_EMIT messageShown(secret.isEmpty() ? tr("Copied: %1").arg(qstring(text.line))
                                         : tr("Copied without the sensitive values of %1. Set them as TF_VAR_… in the "
                                              "environment; variable files override them.")
                                               .arg(secret.join(QStringLiteral(", "))));
}

} // namespace planlens::widgets
