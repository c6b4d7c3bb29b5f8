// SPDX-License-Identifier: MPL-2.0
// Handles requests, results and the selection; main_window.cpp builds the window.
#include "ui/window/main_window.h"

#include "core/plans/plan.h"
#include "core/providers/plugin/process/record.h"
#include "ui/bars/message_banner.h"
#include "ui/bars/plan_file_banner.h"
#include "ui/bars/plan_status.h"
#include "ui/bars/session_bar.h"
#include "ui/bars/verdict_bar.h"
#include "ui/basics/recent_folders.h"
#include "ui/basics/sliced_task.h"
#include "ui/basics/time.h"
#include "ui/controls/change_list.h"
#include "ui/controls/command.h"
#include "ui/language/words.h"
#include "ui/pages/apply/apply_page.h"
#include "ui/pages/drawer/detail_panel.h"
#include "ui/pages/drawer/generated_page.h"
#include "ui/pages/list/change_finder.h"
#include "ui/pages/list/changes_pane.h"
#include "ui/pages/message_page.h"
#include "ui/pages/state_page.h"
#include "ui/session/planning_session.h"
#include "ui/session/provider_watch.h"
#include "ui/session/recording/history.h"
#include "ui/session/session_result.h"
#include "ui/window/apply_workflow.h"
#include "ui/window/last_plan.h"
#include "ui/window/plan/plan_regions.h"
#include "ui/window/plan/plan_view.h"
#include "ui/window/what_if.h"

#include <QAction>
#include <QDir>
#include <QLabel>
#include <QPushButton>
#include <QSet>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTimer>
#include <QTreeView>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace planlens::widgets {

using session::Reading;

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
    m_apply->forgetOutcome();
    m_planFileBanner->setResult(nullptr);
    m_sessionBar->setFolder(m_request.folder);
    m_plan->drawer().setFolder(m_request.folder);
    m_sessionBar->setMode(session::PlanMode::Normal);
    setWindowTitle(QStringLiteral("%1 – Planlens").arg(QDir(m_request.folder).dirName()));
    forgetState();
    m_plan->clear();
    restoreLayout();
    showPlanningMessage();
    startPlanning(Reading::Anew);
    addRecentFolder(m_request.folder);
    Q_EMIT folderOpened(m_request.folder);
}

void MainWindow::startPlanning(Reading reading, std::chrono::seconds lockTimeout) {
    if (m_request.folder.isEmpty() || m_session->isApplying())
        return;
    m_request.reading = m_sessionBar->readsState() ? reading : Reading::None;
    m_sessionBar->setChips(m_request.variableFiles, m_request.replace, m_request.exclude, m_request.target);
    session::Request request = m_request;
    request.lockTimeout = lockTimeout;
    m_session->plan(request);
    m_whatIf->handleRequest(m_request);
    if (m_stack->currentWidget() == m_message)
        showPlanningMessage();
    else if (m_result && m_result->plan && m_result->request.mode != m_request.mode)
        showPlanOfOtherMode();
}

void MainWindow::showPlanningMessage() {
    showMessage(tr("Planning…"), tr("Loading the configuration and reading the objects."), {}, {});
}

QString MainWindow::planTime() const {
    return language::momentText(localTime(m_result->plan->timestamp));
}

/// Such a plan is not similar to the requested one.
void MainWindow::showPlanOfOtherMode() {
    showInGray(m_plan->regions().aboveDrawer(), true);
    m_plan->bar().setPending(VerdictBar::Pending::No);
    const QString time = planTime();
    switch (m_request.mode) {
    case session::PlanMode::Normal:
        return showBanner(tr("This is still the plan of %1. Planning all changes…").arg(time), false, {});
    case session::PlanMode::Destroy:
        return showBanner(tr("This is still the plan of %1. Planning to destroy all managed objects…").arg(time), false,
                          {});
    case session::PlanMode::RefreshOnly:
        return showBanner(tr("This is still the plan of %1. Comparing the state with the real objects…").arg(time),
                          false, {});
    }
}

void MainWindow::handleResult(std::shared_ptr<const session::Result> result) {
    statusBar()->clearMessage(); // it was about the previous plan
    m_sessionBar->setActivity(SessionBar::Activity::None);
    if (m_closing != Closing::No) {
        close();
        return;
    }
    m_plan->slices().finish();
    const bool wasLarge = m_result && isLargePlan(m_result->plan.get());
    const bool isAfterApply = m_apply->leaveOutcome();
    if (!isAfterApply) // an applied plan is no longer under review
        if (std::shared_ptr<const session::Result> shown = withLastPlan(m_result.get(), *result)) {
            m_history->addPlan(result);
            result = std::move(shown);
        }
    std::shared_ptr<const session::Result> old = std::exchange(m_result, std::move(result));
    m_planFileBanner->setResult(m_result.get());
    m_sessionBar->setWorkspaces(m_result->workspaces, m_result->workspace);
    m_sessionBar->setTypedValues(m_result->askedVariables.typed.isEmpty() ? SessionBar::TypedValues::None
                                                                          : SessionBar::TypedValues::Some);
    const bool isFirst = !old || !old->plan || old->request.folder != m_result->request.folder ||
                         old->request.planFile != m_result->request.planFile;
    using Rows = PlanView::Rows;
    m_plan->slices().take({[this] { m_plan->changes().releaseRows(); },
                           [this, isFirst] { m_plan->setResult(m_result, isFirst ? Rows::First : Rows::Again); },
                           [this] { m_plan->showPages(); }, [this] { updateApproval(); },
                           [this] { m_plan->showCounts(); }, [this] { m_plan->finder().showFiltered(); },
                           [this, isFirst] {
                               showOutcome();
                               if (isFirst && m_stack->currentIndex() > 0)
                                   m_plan->changes().list().setFocus(Qt::OtherFocusReason); // so that its keys work
                           },
                           [this] {
                               m_plan->drawGraph();
                               if (m_result->state)
                                   showStateFile();
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
    if (!wasLarge && !isLargePlan(m_result->plan.get()))
        m_plan->slices().finish();
}

void MainWindow::showOutcome() {
    if (m_result->plan)
        m_stack->setCurrentIndex(1); // so that the graph knows its size
    showBanner({}, false, {});
    showRegions(); // the drawer may open
    showInGray(m_plan->regions().aboveDrawer(), m_result->isOutdated);
    using Pending = VerdictBar::Pending;
    m_plan->bar().setPending(m_result->isOutdated ? Pending::No : Pending::Yes);
    using Planned = SessionBar::Planned;
    const bool isUntrusted = !m_result->programs.untrusted.isEmpty();
    m_sessionBar->setPlanned(isUntrusted ? Planned::No : Planned::Yes);
    if (isUntrusted) {
        askForTrust();
    } else if (!m_result->askedVariables.missing.isEmpty()) {
        showMissingVariables();
    } else if (m_result->wasStopped && !m_result->isOutdated) {
        if (!m_result->plan && m_result->finished)
            showUnreadablePlan();
        else if (!m_result->plan)
            showMessage(tr("Planning was stopped"), tr("Nothing was changed."), tr("Plan again"),
                        [this] { startPlanning(Reading::AsBefore); });
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
    m_plan->selectAgain();
    m_sessionBar->setChips(m_request.variableFiles, m_request.replace, m_request.exclude, m_request.target);
    showRegions();
    showStatus();
    updateActions();
}

void MainWindow::showFailedPlanning() {
    m_stack->setCurrentIndex(1);
    const QString time = m_result->plan ? planTime() : QString();
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
            startPlanning(Reading::AsBefore);
        });
    if (const QStringList moved = excludedMoves(m_request.exclude, m_result->plan.get()); !moved.isEmpty())
        offerInBanner(moved.size() == 1 ? tr("Include %1").arg(moved.first()) : tr("Include moved objects"),
                      [this, moved] {
                          for (const QString& address : moved)
                              m_request.exclude.removeAll(address);
                          startPlanning(Reading::AsBefore);
                      });
    m_plan->drawer().showErrors();
}

/// Says why the plan cannot be applied, or is not complete.
void MainWindow::showLimitsOfPlan() {
    m_stack->setCurrentIndex(1);
    if (std::ranges::any_of(m_result->diagnostics, &session::DiagnosticText::isError)) {
        showBanner(tr("Planning failed. The plan is incomplete and cannot be approved."), true,
                   QStringLiteral("diagnostics"));
        m_plan->drawer().showErrors();
    } else if (m_result->plan->quality == plans::Quality::Estimate) {
        showBanner(tr("This is an estimate from cached schemas. No provider was started and no object was read. It "
                      "cannot be applied."),
                   true, {});
        offerInBanner(tr("Plan with providers"), [this] {
            m_request.answers = session::Answers::OfProviders;
            startPlanning(Reading::Anew);
        });
    } else if (m_result->finished) {
        showPlanFileState();
    } else if (m_plan->drawer().generated().count() > 0) {
        showBanner(m_apply->blocker(), false, QStringLiteral("generated"));
    }
}

void MainWindow::showStatus() {
    const session::ApplyReport& report = m_apply->applyPage().report();
    m_status->setText(planStatus(m_request, m_result.get(), m_apply->outcome().isEmpty() ? nullptr : &report,
                                 m_whatIf->estimatedCount()));
    m_status->setToolTip(
        !m_result || m_result->planHash.isEmpty() ? QString() : tr("SHA-256 of the plan: %1").arg(m_result->planHash));
}

void MainWindow::updateActions() {
    const bool isFinished = isFinishedPlan();
    m_apply->updateCommands();
    const auto enable = [this](const char* name, bool isOn) {
        findCommand(*this, QLatin1String(name))->setEnabled(isOn);
    };
    const bool isApplying = m_session->isApplying();
    enable("plan", !m_request.folder.isEmpty() && !isFinished && !isApplying);
    m_whatIf->setChanges(isApplying || isFinished ? WhatIf::Changes::NotNow : WhatIf::Changes::Allowed);
    // While the state page is shown, planning would not be visible.
    using Visibility = PlanningOverrides::Visibility;
    m_plan->updateCommands(isStateShown() ? Visibility::Hidden : Visibility::Shown);
    enable("show-state", mayHaveState());
    enable("next-project", !m_request.project.isEmpty());
    enable("previous-project", !m_request.project.isEmpty());
    const bool canAddFiles = !m_request.folder.isEmpty() && m_request.planFile != session::standardInput && !isApplying;
    enable("open-findings", canAddFiles);
    enable("open-costs", canAddFiles);
    enable("estimate-costs", canAddFiles && m_result && m_result->plan && !m_session->isBusy());
    Q_EMIT markChanged();
}

bool MainWindow::select(const QString& address) {
    return isStateShown() ? m_statePage->select(address) : m_plan->select(address);
}

void MainWindow::buildProviderWatch() {
    using session::ProviderWatch;
    auto* watch = new ProviderWatch(*m_session, this);
    connect(watch, &ProviderWatch::polled, this, [this, watch] {
        using providers::plugin::Status;
        findCommand(*this, QLatin1String("restart-providers"))
            ->setEnabled(std::ranges::any_of(watch->providers(), &Status::isRunning) && !m_session->isApplying() &&
                         !isFinishedPlan());
        m_plan->drawer().setPlugins(watch->providers());
    });
    connect(watch, &ProviderWatch::silent, this, [this](const QString& provider) {
        showBanner(tr("Provider %1 has not responded for %n second(s).", nullptr, int(ProviderWatch::patience.count()))
                       .arg(provider),
                   true, QStringLiteral("providers"));
        offerInBanner(findCommand(*this, QLatin1String("restart-providers"))->text(), [this] { restartProviders(); });
    });
    connect(m_session, &session::PlanningSession::planned, watch, &ProviderWatch::poll);
    auto* second = new QTimer(this);
    second->setInterval(1000);
    connect(second, &QTimer::timeout, this, [this, watch] {
        if (!isVisible() && window()->isVisible())
            return; // another tab is current
        showStatus();
        m_planFileBanner->showAge();
        watch->poll();
    });
    second->start();
}

void MainWindow::restartProviders() {
    if (m_session->isApplying())
        return;
    m_session->kill();
    startPlanning(Reading::Anew);
}

} // namespace planlens::widgets
