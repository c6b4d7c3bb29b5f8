// SPDX-License-Identifier: MPL-2.0
// Planning overrides in the window: undo, estimated impact, comparison of plans.
#include "ui/window/what_if.h"
#include "ui/bars/message_banner.h"
#include "ui/bars/partial_banner.h"
#include "ui/bars/session_bar.h"
#include "ui/controls/change_list.h"
#include "ui/controls/pane.h"
#include "ui/dialogs/variables_dialog.h"
#include "ui/graph/graph_view.h"
#include "ui/pages/change/change_delegate.h"
#include "ui/pages/change/change_page.h"
#include "ui/pages/drawer/detail_panel.h"
#include "ui/pages/drawer/difference_page.h"
#include "ui/session/planning_session.h"
#include "ui/session/session_result.h"
#include "ui/session/worker/questions.h"
#include "ui/theme/command_icon.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QBoxLayout>
#include <QEvent>
#include <QMenu>
#include <QStatusBar>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

namespace planlens::widgets {

void MainWindow::buildWhatIf() {
    m_whatIf = new WhatIf(*m_history, this);
    m_details->addPage(&m_whatIf->page(), tr("Difference"), QStringLiteral("difference"));
    connect(&m_whatIf->page(), &DifferencePage::counted, this, [this](int count) {
        m_details->setTabText(m_details->indexOf(&m_whatIf->page()),
                              count > 0 ? tr("Difference (%L1)").arg(count) : tr("Difference"));
        m_details->setUsed(&m_whatIf->page(), m_whatIf->page().hasDifference());
    });
    if (auto* column = qobject_cast<QBoxLayout*>(m_banner->parentWidget()->layout()))
        column->insertWidget(column->indexOf(m_banner) + 1, &m_whatIf->banner());
    connect(m_whatIf, &WhatIf::requested, this, [this](const session::Request& request) {
        const bool isReadAnew = request.workspace != m_request.workspace || request.variables != m_request.variables ||
                                request.variableFiles != m_request.variableFiles;
        m_request = request;
        m_sessionBar->setMode(request.mode);
        m_sessionBar->setReadsState(request.reading == session::Reading::None ? SessionBar::Refresh::No
                                                                              : SessionBar::Refresh::Yes);
        plan(isReadAnew ? session::Reading::Anew : session::Reading::AsBefore);
    });
    connect(m_whatIf, &WhatIf::estimated, this, [this](const QSet<QString>& addresses) {
        m_delegate->setEstimate(addresses);
        m_change->delegate().setEstimate(addresses);
        m_tree->viewport()->update();
        m_graph->setEstimate(addresses);
        m_estimated = int(addresses.size());
        showStatus();
    });
    connect(m_whatIf, &WhatIf::addressChosen, this,
            [this](const QString& address) { setSelected(address, Origin::Elsewhere); });
    connect(m_whatIf, &WhatIf::discarded, m_session, &session::PlanningSession::discard);
    connect(m_whatIf, &WhatIf::messageShown, this,
            [this](const QString& text) { statusBar()->showMessage(text, 8000); });

    connect(m_sessionBar, &SessionBar::otherValuesRequested, this, &MainWindow::tryOtherValues);
    auto* menu = new QMenu(this);
    menu->addActions({m_whatIf->undoAction(), m_whatIf->redoAction()});
    menu->addSeparator();
    menu->addActions({m_actions.replace, m_actions.exclude, m_actions.target, m_whatIf->everythingAction()});
    menu->addSeparator();
    menu->addMenu(m_whatIf->compareMenu());
    menu->addAction(m_whatIf->copyCommandAction());
    previewOverridesIn(*menu);
    addActions(
        {m_whatIf->undoAction(), m_whatIf->redoAction(), m_whatIf->everythingAction(), m_whatIf->copyCommandAction()});
    auto* button = new QToolButton(this);
    button->setObjectName(QStringLiteral("what-if"));
    button->setIcon(theme::commandIcon(QLatin1String("what-if"), theme::IconPlace::Button));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setText(tr("What if ▾"));
    button->setAccessibleName(tr("What if"));
    button->setToolTip(tr("Undo, redo and compare planning options"));
    button->setProperty("flat", QStringLiteral("menu"));
    button->setPopupMode(QToolButton::InstantPopup);
    button->setMenu(menu);
    statusBar()->insertPermanentWidget(1, button);
    button->hide();
    connect(this, &MainWindow::markChanged, button,
            [this, button] { button->setVisible(m_result && m_result->plan && !isFinishedPlan()); });
}

QStringList& MainWindow::overriddenAddresses(session::Request& request, PlanningOverride kind) {
    switch (kind) {
    case PlanningOverride::Replace:
        return request.replace;
    case PlanningOverride::Exclude:
        return request.exclude;
    case PlanningOverride::Target:
        break;
    }
    return request.target;
}

/// Returns the request after turning an override of the selection on or off; nullopt if nothing can be overridden.
std::optional<session::Request> MainWindow::toggled(PlanningOverride kind) const {
    QStringList addresses = m_selectedInstances;
    if (addresses.isEmpty() && kind != PlanningOverride::Replace && !m_selected.isEmpty())
        addresses = {m_selected};
    if (m_session->isApplying() || isFinishedPlan() || addresses.isEmpty())
        return {};
    session::Request request = m_request;
    QStringList& list = overriddenAddresses(request, kind);
    const bool isOn =
        std::all_of(addresses.begin(), addresses.end(), [&](const QString& address) { return list.contains(address); });
    for (const QString& address : addresses) {
        list.removeAll(address);
        if (!isOn)
            list.append(address);
    }
    // Exclude and target are exclusive: the newer one replaces the other.
    if (!isOn && kind == PlanningOverride::Exclude)
        request.target.clear();
    if (!isOn && kind == PlanningOverride::Target)
        request.exclude.clear();
    return request;
}

void MainWindow::toggle(PlanningOverride kind) {
    if (std::optional<session::Request> request = toggled(kind)) {
        m_request = *std::move(request);
        plan(session::Reading::AsBefore);
    }
}

void MainWindow::describeOverrides(bool isReplaced) {
    const auto describe = [](QAction& action, const QString& text) {
        action.setToolTip(QStringLiteral("%1 (%2)").arg(text, action.shortcut().toString(QKeySequence::NativeText)));
    };
    m_actions.replace->setText(isReplaced ? tr("Do not replace") : tr("Replace"));
    describe(*m_actions.replace,
             isReplaced ? tr("Plans again without this replacement")
                        : tr("Plans again with this object destroyed and created, even if no change requires it"));
    describe(*m_actions.exclude, tr("Plans again without this object and the objects that depend on it"));
    describe(*m_actions.target, tr("Plans again with only this object and its dependencies"));
}

/// Hatches what an override may affect; null: nothing. While planning, the estimate of the request is shown.
void MainWindow::previewOverride(const QAction* action) {
    if (m_session->isBusy())
        return;
    m_whatIf->preview(!action                       ? std::nullopt
                      : action == m_actions.replace ? toggled(PlanningOverride::Replace)
                      : action == m_actions.exclude ? toggled(PlanningOverride::Exclude)
                      : action == m_actions.target  ? toggled(PlanningOverride::Target)
                                                    : std::nullopt);
}

void MainWindow::previewOverridesIn(QMenu& menu) {
    menu.setToolTipsVisible(true);
    connect(&menu, &QMenu::hovered, this, &MainWindow::previewOverride);
    connect(&menu, &QMenu::aboutToHide, this, [this] { previewOverride(nullptr); });
}

namespace {

/// Reports when a widget gets and loses the mouse or the focus.
class AttentionWatch final : public QObject {
public:
    AttentionWatch(QWidget& widget, std::function<void(bool)> report)
        : QObject(&widget)
        , m_report(std::move(report)) {
        widget.installEventFilter(this);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Enter || event->type() == QEvent::FocusIn)
            m_report(true);
        else if (event->type() == QEvent::Leave || event->type() == QEvent::FocusOut)
            m_report(false);
        return QObject::eventFilter(watched, event);
    }

private:
    std::function<void(bool)> m_report;
};

} // namespace

QToolButton* MainWindow::overrideButton(QAction& action, QWidget* parent) {
    QToolButton* button = paneButton(action, parent);
    new AttentionWatch(*button, [this, &action](bool isOn) { previewOverride(isOn ? &action : nullptr); });
    return button;
}

void MainWindow::tryOtherValues() {
    if (!m_result || !m_result->config || !m_result->config->root || m_session->isApplying())
        return;
    auto* dialog =
        new VariablesDialog(session::allVariables(m_result->config->root->module, m_result->variables, m_request), this,
                            VariablesDialog::Purpose::TryOthers);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        const QHash<QString, QString> values = dialog->changedValues();
        if (values.isEmpty())
            return;
        m_request.variables.insert(values);
        plan(session::Reading::AsBefore);
    });
    dialog->open();
}

} // namespace planlens::widgets
