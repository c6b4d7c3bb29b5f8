// SPDX-License-Identifier: MPL-2.0
// Handles requests, results and the selection; main_window.cpp builds the window.
#include "ui/window/main_window.h"

#include "core/addrs/target.h"
#include "core/plans/applied_changes.h"
#include "core/providers/plugin/process/record.h"
#include "ui/bars/plan_file_banner.h"
#include "ui/bars/search_field.h"
#include "ui/bars/session_bar.h"
#include "ui/bars/verdict_bar.h"
#include "ui/basics/recent_folders.h"
#include "ui/basics/text.h"
#include "ui/basics/time.h"
#include "ui/controls/change_list.h"
#include "ui/dialogs/force_quit_dialog.h"
#include "ui/graph/graph_view.h"
#include "ui/language/words.h"
#include "ui/models/changes/change_filter_model.h"
#include "ui/models/changes/change_tree_model.h"
#include "ui/models/finding_rows.h"
#include "ui/models/page_rows.h"
#include "ui/models/review_marks.h"
#include "ui/pages/apply/apply_page.h"
#include "ui/pages/change/change_page.h"
#include "ui/pages/change/overview_text.h"
#include "ui/pages/drawer/detail_panel.h"
#include "ui/pages/drawer/generated_page.h"
#include "ui/pages/drawer/history_page.h"
#include "ui/pages/review/review_page.h"
#include "ui/pages/state_page.h"
#include "ui/pages/tree_unfolder.h"
#include "ui/session/planning_session.h"
#include "ui/session/recording/history.h"
#include "ui/session/session_result.h"
#include "ui/theme/action_style.h"
#include "ui/theme/theme.h"
#include "ui/window/export_menu.h"
#include "ui/window/last_plan.h"
#include "ui/window/sliced_task.h"
#include "ui/window/what_if.h"

#include <QAction>
#include <QDir>
#include <QLabel>
#include <QPushButton>
#include <QSet>
#include <QStackedWidget>
#include <QTreeView>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace planlens::widgets {

using session::Reading;
using theme::ActionKind;

bool MainWindow::isBusy() const {
    return m_session->isBusy();
}
bool MainWindow::isBusyApplying() const {
    return m_session->isApplying();
}

void MainWindow::openFolder(const QString& folder, session::Trust trust, const session::AddedFiles& added) {
    rememberLayout();
    session::Request request; // the arguments may be parts of the previous one
    request.folder = QDir(folder).absolutePath();
    request.trust = trust;
    request.added = added;
    m_request = std::move(request);
    m_applied.clear();
    m_planFileBanner->setResult(nullptr);
    m_sessionBar->setFolder(m_request.folder);
    m_details->setFolder(m_request.folder);
    m_sessionBar->setMode(session::PlanMode::Normal);
    setWindowTitle(QStringLiteral("%1 – Planlens").arg(QDir(m_request.folder).dirName()));
    m_isDrawingResult = false;
    forgetState();
    m_graph->setPlan(nullptr);
    m_historyPage->setFolder(m_request.folder);
    restoreLayout();
    showMessage(tr("Planning…"), tr("Loading the configuration and reading the objects."), {}, {});
    plan(Reading::Anew);
    addRecentFolder(m_request.folder);
    Q_EMIT folderOpened(m_request.folder);
}

void MainWindow::plan(Reading reading, std::chrono::seconds lockTimeout) {
    if (m_request.folder.isEmpty() || m_session->isApplying())
        return;
    m_request.reading = m_sessionBar->readsState() ? reading : Reading::None;
    m_sessionBar->setChips(m_request.variableFiles, m_request.replace, m_request.exclude, m_request.target);
    session::Request request = m_request;
    request.lockTimeout = lockTimeout;
    m_session->plan(request);
    m_whatIf->noteRequest(m_request);
}

void MainWindow::handleResult(std::shared_ptr<const session::Result> result) {
    m_sessionBar->setActivity(SessionBar::Activity::None);
    showPlugins();
    if (m_closing != Closing::No) {
        close();
        return;
    }
    m_slicedTask->finish();
    const bool wasLarge = isLargePlan();
    const bool isAfterApply = !std::exchange(m_applied, {}).isEmpty();
    if (isAfterApply && m_pages->currentWidget() == m_applyPage)
        m_pages->setCurrentIndex(0); // the result stays in its tab
    if (!isAfterApply)               // an applied plan is no longer under review
        if (std::shared_ptr<const session::Result> shown = withLastPlan(m_result.get(), *result)) {
            m_history->addPlan(result);
            result = std::move(shown);
        }
    std::shared_ptr<const session::Result> old = std::exchange(m_result, std::move(result));
    m_planFileBanner->setResult(m_result.get());
    m_sessionBar->setWorkspaces(m_result->workspaces, m_result->workspace);
    m_sessionBar->setTypedValues(m_result->typedVariables.isEmpty() ? SessionBar::TypedValues::None
                                                                    : SessionBar::TypedValues::Some);
    const bool isFirst = !old || !old->plan || old->request.folder != m_result->request.folder ||
                         old->request.planFile != m_result->request.planFile;
    m_slicedTask->take({[this] { releaseRows(); }, [this, isFirst] { showRows(isFirst ? Rows::First : Rows::Again); },
                        [this] {
                            m_details->setPlan(m_result->plan, m_result->secrets());
                            m_change->setResult(m_result);
                            m_details->setDiagnostics(m_result->diagnostics, m_result->canEstimate);
                        },
                        [this] { updateApproval(); }, [this] { showCounts(); }, [this] { showFiltered(); },
                        [this, isFirst] {
                            showOutcome();
                            if (isFirst && m_stack->currentIndex() > 0)
                                m_tree->setFocus(Qt::OtherFocusReason); // so that its keys work
                        },
                        [this] {
                            m_isDrawingResult = true;
                            m_graph->setPlan(m_result->plan);
                            if (m_result->state)
                                handleState(m_result->state);
                            else if (isStateShown())
                                readState();
                            m_whatIf->handleResult(m_result);
                        },
                        // Runs after everything else is updated and nothing refers to the old result.
                        [this, old] {
                            updateActions();
                            m_session->discard(old);
                        }});
    old.reset();
    if (!wasLarge && !isLargePlan())
        m_slicedTask->finish();
}

void MainWindow::showRows(Rows rows) {
    m_isSelecting = true;
    if (rows == Rows::First)
        m_unfolder->forget();
    showFindings();
    showFacts();
    m_model->setConfig(m_result->config);
    m_model->setCosts(m_result->costs);
    m_model->setPlan(m_result->plan, m_result->sameChanges, m_result->rows);
    filterRows();
    m_isSelecting = true;
    if (rows == Rows::Again)
        m_unfolder->restore();
    expandSections();
    m_isSelecting = false;
}

void MainWindow::showOutcome() {
    if (m_result->plan && m_result->missingVariables.isEmpty())
        m_stack->setCurrentIndex(1); // so that the graph knows its size
    showBanner({}, false, {});
    showInGray(*m_columns, m_result->isOutdated);
    if (!m_result->untrusted.isEmpty()) {
        askForTrust();
    } else if (!m_result->missingVariables.isEmpty()) {
        showMissingVariables();
    } else if (m_result->wasStopped && !m_result->isOutdated) {
        if (!m_result->plan && m_result->finished)
            showUnreadablePlan();
        else if (!m_result->plan)
            showMessage(tr("Planning was stopped"), tr("Nothing was changed."), tr("Plan again"),
                        [this] { plan(Reading::AsBefore); });
        else
            showBanner(tr("Planning was stopped. The plan is incomplete and cannot be approved."), true, {});
    } else if (m_result->state) {
        showMessage(tr("State file"), tr("This file is a state, not a plan."), tr("Show state"),
                    [this] { showState(); });
    } else if (!m_result->plan && m_result->finished) {
        showUnreadablePlan();
    } else if (!m_result->plan || m_result->isOutdated) {
        showFailedPlanning();
    } else {
        showLimitsOfPlan();
    }
    if (m_result->plan && m_model->hasChanges(m_selected)) {
        const QString address = std::exchange(m_selected, {});
        setSelected(address, Origin::Elsewhere);
    } else {
        m_selected.clear();
        m_selectedInstances.clear();
        m_details->select({});
        m_change->show({});
    }
    m_sessionBar->setChips(m_request.variableFiles, m_request.replace, m_request.exclude, m_request.target);
    showRegionsBesideDrawer();
    showStatus();
    updateActions();
}

void MainWindow::showFailedPlanning() {
    m_stack->setCurrentIndex(1);
    const QString time = m_result->plan ? language::momentText(localTime(m_result->plan->timestamp)) : QString();
    if (m_result->wasStopped)
        return showBanner(
            tr("This is the plan of %1; planning again was stopped. Plan again (Ctrl+R) to approve.").arg(time), true,
            {});
    showBanner(
        m_result->plan
            ? tr("This is the plan of %1; planning again failed. Fix the errors below, then plan again (Ctrl+R).")
                  .arg(time)
            : tr("Planning failed. Fix the errors below, then plan again (Ctrl+R)."),
        true, QStringLiteral("diagnostics"));
    if (m_result->canEstimate)
        offerInBanner(tr("Estimate without providers"), [this] { estimate(); });
    if (const QStringList moved = movedOutsideTargets(m_request.target, m_result->plan.get()); !moved.isEmpty())
        offerInBanner(tr("Also target moved objects"), [this, moved] {
            m_request.target += moved;
            plan(Reading::AsBefore);
        });
    if (const QStringList moved = excludedMoves(m_request.exclude, m_result->plan.get()); !moved.isEmpty())
        offerInBanner(moved.size() == 1 ? tr("Include %1").arg(moved.first()) : tr("Include moved objects"),
                      [this, moved] {
                          for (const QString& address : moved)
                              m_request.exclude.removeAll(address);
                          plan(Reading::AsBefore);
                      });
    m_details->showErrors();
}

/// Says why the plan cannot be applied, or is not complete.
void MainWindow::showLimitsOfPlan() {
    m_stack->setCurrentIndex(1);
    if (std::ranges::any_of(m_result->diagnostics, &session::DiagnosticText::isError)) {
        showBanner(tr("Planning failed. The plan is incomplete and cannot be approved."), true,
                   QStringLiteral("diagnostics"));
        m_details->showErrors();
    } else if (m_result->plan->quality == plans::Quality::Estimate) {
        showBanner(tr("This is an estimate from cached schemas. No provider was started and no object was read. It "
                      "cannot be applied."),
                   true, {});
        offerInBanner(tr("Plan with providers"), [this] {
            m_request.answers = session::Answers::OfProviders;
            plan(Reading::Anew);
        });
    } else if (m_result->finished) {
        showPlanFileState();
    } else if (m_details->generated().count() > 0) {
        showBanner(approvalBlocker(), false, QStringLiteral("generated"));
    }
}

void MainWindow::showCounts() {
    VerdictBar::Counts counts;
    if (m_result && m_result->plan) {
        for (const plans::ResourceInstanceChangePtr& change : m_result->plan->changes.resources()) {
            if (!plans::isApplied(*m_result->plan, change->address))
                continue;
            ++counts.actions[std::size_t(theme::actionKind(*change))];
            counts.moved += change->isMoved();
            if (change->change.importing && theme::actionKind(*change) != ActionKind::Import)
                ++counts.actions[std::size_t(ActionKind::Import)];
        }
        counts.drift = models::driftCount(*m_result->plan);
        for (const auto& [address, check] : m_result->plan->checks) {
            counts.checks += 1;
            counts.failedChecks += states::hasFailed(check.status);
        }
        counts.findings = models::severityCounts(m_result->findings);
    }
    m_verdictBar->setCounts(counts);
}

void MainWindow::showEmptyState() {
    m_noChanges->setVisible(m_filter->rowCount() == 0);
    if (!m_result || !m_result->plan) {
        m_noChanges->setText(tr("There is no plan to show."));
        return;
    }
    const auto& outputs = m_result->plan->changes.outputs();
    const auto changed = std::count_if(outputs.begin(), outputs.end(), [](const plans::OutputChange& output) {
        return output.module.isRoot() && output.change.action != plans::Action::NoOp;
    });
    const int drifted = models::driftCount(*m_result->plan);
    m_noChanges->setText(
        m_filter->isActive()    ? tr("No change matches the filter.\nClear the filter to show all changes.")
        : m_result->hasErrors() ? tr("Planning failed before any resource was planned.\nThe errors are listed below.")
        : changed > 0           ? tr("No resource changes. %n output(s) change.", nullptr, int(changed))
        : drifted > 0 && m_result->plan->mode != plans::Mode::RefreshOnly
            ? tr("No resource changes. %n object(s) changed outside since the last apply: see “Drift” below.", nullptr,
                 drifted)
            : noChangesText(*m_result->plan));
}

void MainWindow::showStatus() {
    if (!m_result || (m_result->workspace.isEmpty() && !(m_result->finished && m_result->plan))) {
        m_status->setText(m_request.folder.isEmpty() ? tr("Ctrl+O opens a folder") : QString());
        return;
    }
    QStringList parts;
    if (!m_result->planHash.isEmpty())
        parts.append(tr("plan %1…%2").arg(m_result->planHash.left(4), m_result->planHash.right(2)));
    if (m_applyPage->report().hasStarted && !m_applied.isEmpty())
        parts.append(tr("state serial %1").arg(m_applyPage->report().stateSerial));
    else if (!m_result->stateLineage.isEmpty() || (m_result->plan && !m_result->finished))
        parts.append(m_result->stateLineage.isEmpty() ? tr("no state yet")
                                                      : tr("state serial %1").arg(m_result->stateSerial));
    const workspace::StateLocation& location = m_result->location;
    if (location.isRemote() || location.access == backends::Access::ThroughTool)
        parts.append(qstring(location.whyNotLocal()));
    if (m_result->plan && m_result->plan->refreshSkipped)
        parts.append(tr("not refreshed"));
    else if (m_result->readAt.isValid())
        parts.append(tr("read %1").arg(language::ageText(m_result->readAt)));
    if (!m_request.replace.isEmpty())
        parts.append(m_request.replace.size() == 1
                         ? tr("1 replacement requested")
                         : tr("%n replacements requested", nullptr, int(m_request.replace.size())));
    if (!m_request.exclude.isEmpty())
        parts.append(tr("%n excluded", nullptr, int(m_request.exclude.size())));
    if (!m_request.target.isEmpty())
        parts.append(tr("%n targeted", nullptr, int(m_request.target.size())));
    if (m_estimated > 0)
        parts.append(tr("estimated to affect %n (hatched)", nullptr, int(m_estimated)));
    m_status->setText(parts.join(QStringLiteral("  ·  ")));
    m_status->setToolTip(m_result->planHash.isEmpty() ? QString()
                                                      : tr("SHA-256 of the plan: %1").arg(m_result->planHash));
}

namespace {

/// Whether an instance has an object after the plan.
bool staysManaged(const session::Result& result, const QString& address) {
    const auto instance = addrs::readAbsResourceInstance(address.toStdString());
    const plans::ResourceInstanceChange* change =
        instance && result.plan ? result.plan->changes.resource(*instance) : nullptr;
    if (!change)
        return true; // unchanged
    const theme::ActionKind kind = theme::actionKind(*change);
    return kind != theme::ActionKind::Delete && kind != theme::ActionKind::Forget;
}

} // namespace

void MainWindow::updateActions() {
    const bool isFinished = isFinishedPlan();
    const bool hasPlan = m_result && m_result->plan;
    const bool canApply = !m_slicedTask->isRunning() && hasPlan && !m_session->isBusy() && !m_result->wasStopped &&
                          !m_result->hasErrors() && m_result->plan->quality == plans::Quality::Exact &&
                          m_result->plan->canApply() && approvalBlocker().isEmpty();
    m_export->setVisible(hasPlan);
    m_approve->setVisible(hasPlan && !isReviewShown());
    m_approve->setEnabled(canApply);
    m_actions.approve->setEnabled(canApply);
    m_actions.plan->setEnabled(!m_request.folder.isEmpty() && !isFinished && !m_session->isApplying());
    m_approve->setText(canApply && m_approval ? tr("Approve: %1…").arg(approvalAction(*m_approval)) : tr("Approve…"));
    m_actions.approve->setText(m_approve->text());
    m_approve->setMinimumWidth(m_approve->fontMetrics().horizontalAdvance(m_approve->text()) + 4 * theme::grid);
    m_approve->setToolTip(canApply                       ? tr("Opens the review page (Ctrl+Return)")
                          : !m_result || !m_result->plan ? tr("There is no plan to approve")
                          : m_session->isBusy()          ? tr("Wait until planning is finished")
                          : m_result->finished && !m_result->finished->notApplicable.isEmpty() ? approvalBlocker()
                          : m_result->hasErrors()                                              ? tr("Planning failed")
                          : m_result->plan->quality == plans::Quality::Estimate
                              ? tr("An estimate cannot be applied. Plan with the providers first.")
                          : !approvalBlocker().isEmpty() ? approvalBlocker()
                                                         : tr("This plan changes nothing"));
    m_whatIf->setChanges(m_session->isApplying() || isFinished ? WhatIf::Changes::NotNow : WhatIf::Changes::Allowed);
    // While the state page is shown, planning would not be visible.
    const bool isOutOfSight = m_session->isApplying() || isFinished || isStateShown();
    const bool hasInstance = !m_selectedInstances.isEmpty() && !isOutOfSight;
    m_actions.showState->setEnabled(mayHaveState());
    for (QAction* action : {m_actions.nextProject, m_actions.previousProject})
        action->setEnabled(!m_request.project.isEmpty());
    for (QAction* action : {m_actions.openFindings, m_actions.openCosts})
        action->setEnabled(!m_request.folder.isEmpty() && m_request.planFile != session::standardInput &&
                           !m_session->isApplying());
    const bool isPossible = std::ranges::any_of(m_selectedInstances, [this](const QString& address) {
        return m_request.replace.contains(address) || staysManaged(*m_result, address);
    });
    m_actions.replace->setEnabled(hasInstance && m_request.mode == session::PlanMode::Normal && isPossible);
    m_actions.review->setEnabled(!m_selectedInstances.isEmpty() && !m_model->driftOf(m_selectedInstances.first()));
    for (QAction* action : {m_actions.copyText, m_actions.copyHcl, m_actions.copyJson, m_actions.unified})
        action->setEnabled(!m_selectedInstances.isEmpty());
    showSelectionReviewed();
    showSourceOfSelection();
    m_actions.exclude->setEnabled(!m_selected.isEmpty() && !isOutOfSight);
    m_actions.target->setEnabled(m_actions.exclude->isEnabled());
    m_actions.estimateCosts->setEnabled(canEstimateCosts());
    const auto all = [&](const QStringList& list) {
        return hasInstance && std::all_of(m_selectedInstances.begin(), m_selectedInstances.end(),
                                          [&](const QString& address) { return list.contains(address); });
    };
    describeOverrides(all(m_request.replace));
    Q_EMIT markChanged();
}

bool MainWindow::select(const QString& address) {
    if (isStateShown())
        return m_statePage->select(address);
    m_slicedTask->finish();
    if (!m_model->hasChanges(address))
        return false;
    setSelected(address, Origin::Elsewhere);
    const QModelIndex index = m_filter->mapFromSource(m_model->indexOf(address));
    if (m_actions.listValues->isChecked())
        m_tree->expand(index);
    m_tree->scrollTo(index, QAbstractItemView::PositionAtCenter);
    return true;
}

void MainWindow::setSelected(const QString& address, Origin origin) {
    if (m_isSelecting)
        return;
    m_slicedTask->finish();
    m_isSelecting = true;
    m_selected = address;
    if (origin != Origin::Tree)
        revealInTree(address);
    if (origin == Origin::Typing)
        m_graph->select(address);
    else if (origin != Origin::Graph)
        m_graph->reveal(address);
    m_selectedInstances.clear();
    if (origin == Origin::Graph)
        m_selectedInstances = m_graph->selectedInstances();
    else if (const QModelIndex index = m_model->indexOf(address);
             index.isValid() &&
             models::NodeType(index.data(models::NodeTypeRole).toInt()) == models::NodeType::Resource)
        m_selectedInstances = {address};
    m_details->select(address);
    m_change->show(address);
    m_search.goTo(address);
    showMatchCount();
    m_isSelecting = false;
    updateActions();
}

void MainWindow::showPlugins() {
    using providers::plugin::Status;
    const std::vector<Status> plugins = m_session->plugins();
    m_actions.restartProviders->setEnabled(std::ranges::any_of(plugins, &Status::isRunning) &&
                                           !m_session->isApplying() && !isFinishedPlan());
    // Reading objects rarely takes that long.
    static constexpr std::chrono::seconds patience{30};
    const auto silent = std::ranges::find_if(plugins, [](const Status& plugin) {
        return plugin.isRunning() && plugin.calls > 0 && Status::Clock::now() - plugin.lastCall > patience;
    });
    const bool isSilent = m_session->isPlanning() && silent != plugins.end();
    if (isSilent && !std::exchange(m_isSilenceShown, true)) {
        showBanner(tr("Provider %1 has not responded for %n second(s).", nullptr, int(patience.count()))
                       .arg(qstring(silent->provider.forDisplay())),
                   true, QStringLiteral("providers"));
        offerInBanner(m_actions.restartProviders->text(), [this] { restartProviders(); });
    } else if (!isSilent) {
        m_isSilenceShown = false;
    }
    m_details->setPlugins(plugins);
}

void MainWindow::restartProviders() {
    if (m_session->isApplying())
        return;
    m_session->kill();
    plan(Reading::Anew);
}

} // namespace planlens::widgets
