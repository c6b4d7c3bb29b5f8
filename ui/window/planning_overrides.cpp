// SPDX-License-Identifier: MPL-2.0
#include "ui/window/planning_overrides.h"

#include "core/addrs/target.h"
#include "core/plans/changes.h"
#include "ui/basics/change_key.h"
#include "ui/controls/command.h"
#include "ui/controls/disabled_command.h"
#include "ui/controls/pane.h"
#include "ui/models/changes/selection.h"
#include "ui/session/planning_session.h"
#include "ui/session/session_result.h"
#include "ui/theme/action_style.h"

#include <QAction>
#include <QEvent>
#include <QMenu>
#include <QToolButton>

#include <algorithm>
#include <functional>
#include <utility>

namespace planlens::widgets {

using session::Request;

namespace {

QStringList& addressesOf(Request& request, PlanningOverrides::Kind kind) {
    switch (kind) {
    case PlanningOverrides::Kind::Replace:
        return request.replace;
    case PlanningOverrides::Kind::Exclude:
        return request.exclude;
    case PlanningOverrides::Kind::Target:
        break;
    }
    return request.target;
}

/// Whether an instance has an object after the plan.
bool staysManaged(const session::Result& result, const QString& address) {
    const auto instance = addrs::readAbsResourceInstance(address.toStdString());
    const plans::ResourceInstanceChange* change =
        instance && result.plan ? result.changes().resource(*instance) : nullptr;
    if (!change)
        return true; // unchanged
    const theme::ActionKind kind = theme::actionKind(*change);
    return kind != theme::ActionKind::Delete && kind != theme::ActionKind::Forget;
}

/// Returns the selected resource instances: overrides are about all objects of an instance.
QStringList instancesIn(const models::Selection& selection) {
    QStringList instances;
    for (const QString& key : selection.instances)
        instances.append(instanceOf(key));
    instances.removeDuplicates();
    return instances;
}

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

PlanningOverrides::PlanningOverrides(QWidget& window, const session::PlanningSession& session, const Request& request,
                                     const models::Selection& selection)
    : QObject(&window)
    , m_session(session)
    , m_request(request)
    , m_selection(selection)
    , m_replace(add(window, Kind::Replace, "replace", tr("Replace"), Qt::Key_R))
    , m_exclude(add(window, Kind::Exclude, "exclude", tr("Exclude"), Qt::Key_X))
    , m_target(add(window, Kind::Target, "target-only", tr("Target only"), Qt::Key_T)) {}

QAction* PlanningOverrides::add(QWidget& window, Kind kind, const char* name, const QString& text, Qt::Key key) {
    QAction* action = addCommand(window, name, text, {Qt::ALT | key}, [this, kind] { toggle(kind); });
    explainWhenDisabled(window, *action, [this, action] { Q_EMIT messageShown(action->toolTip()); });
    return action;
}

QAction& PlanningOverrides::action(Kind kind) const {
    return kind == Kind::Replace ? *m_replace : kind == Kind::Exclude ? *m_exclude : *m_target;
}

QToolButton* PlanningOverrides::makeButton(Kind kind, QWidget* parent) {
    QAction& shown = action(kind);
    QToolButton* button = paneButton(shown, parent);
    new AttentionWatch(*button, [this, &shown](bool isOn) { preview(isOn ? &shown : nullptr); });
    return button;
}

void PlanningOverrides::previewIn(QMenu& menu) {
    menu.setToolTipsVisible(true);
    connect(&menu, &QMenu::hovered, this, &PlanningOverrides::preview);
    connect(&menu, &QMenu::aboutToHide, this, [this] { preview(nullptr); });
}

void PlanningOverrides::preview(const QAction* action) {
    if (m_session.isBusy())
        return;
    std::optional<Request> request;
    for (const Kind kind : {Kind::Replace, Kind::Exclude, Kind::Target})
        if (action == &this->action(kind))
            request = toggled(kind);
    Q_EMIT previewRequested(request);
}

Request PlanningOverrides::without(Kind kind, const QString& address) const {
    Request request = m_request;
    addressesOf(request, kind).removeAll(address);
    return request;
}

/// Returns the addresses that an override is for: the selected instances, or the selected module.
QStringList PlanningOverrides::addressesFor(Kind kind) const {
    QStringList addresses = instancesIn(m_selection);
    if (addresses.isEmpty() && kind != Kind::Replace && !m_selection.address.isEmpty())
        addresses = {m_selection.address};
    return addresses;
}

bool PlanningOverrides::isOn(Kind kind) const {
    const QStringList addresses = addressesFor(kind);
    const QStringList& on = kind == Kind::Replace   ? m_request.replace
                            : kind == Kind::Exclude ? m_request.exclude
                                                    : m_request.target;
    return !addresses.isEmpty() &&
           std::ranges::all_of(addresses, [&](const QString& address) { return on.contains(address); });
}

std::optional<Request> PlanningOverrides::toggled(Kind kind) const {
    const QStringList addresses = addressesFor(kind);
    if (m_session.isApplying() || !m_request.planFile.isEmpty() || addresses.isEmpty())
        return {};
    Request request = m_request;
    QStringList& list = addressesOf(request, kind);
    const bool wasOn = isOn(kind);
    for (const QString& address : addresses) {
        list.removeAll(address);
        if (!wasOn)
            list.append(address);
    }
    // Exclude and target are exclusive: the newer one replaces the other.
    if (!wasOn && kind == Kind::Exclude)
        request.target.clear();
    if (!wasOn && kind == Kind::Target)
        request.exclude.clear();
    return request;
}

void PlanningOverrides::toggle(Kind kind) {
    if (const std::optional<Request> request = toggled(kind))
        Q_EMIT requested(*request);
}

QString PlanningOverrides::blocker(Kind kind, const session::Result* result, Visibility visibility) const {
    if (m_session.isApplying())
        return tr("Planning options cannot be changed while a plan is being applied.");
    if (!m_request.planFile.isEmpty())
        return tr("This plan is from a file. Open its folder to change planning options.");
    if (visibility == Visibility::Hidden)
        return tr("Return to the plan to change planning options.");
    if (!result || !result->plan)
        return tr("There is no plan.");
    if (kind != Kind::Replace)
        return m_selection.address.isEmpty() ? tr("Select a change first.") : QString();
    if (m_request.mode != session::PlanMode::Normal)
        return tr("Objects can only be replaced in normal mode.");
    const QStringList instances = instancesIn(m_selection);
    if (instances.isEmpty())
        return tr("Select a resource instance first.");
    const bool canReplace = std::ranges::any_of(instances, [&](const QString& address) {
        return m_request.replace.contains(address) || staysManaged(*result, address);
    });
    return canReplace ? QString() : tr("%1 has no object after this plan, so it cannot be replaced.").arg(instances[0]);
}

void PlanningOverrides::updateCommands(const session::Result* result, Visibility visibility) {
    const bool isPossible = visibility == Visibility::Shown && !m_session.isApplying() && m_request.planFile.isEmpty();
    describe(isPossible ? Visibility::Shown : Visibility::Hidden);
    for (const Kind kind : {Kind::Replace, Kind::Exclude, Kind::Target}) {
        const QString why = blocker(kind, result, visibility);
        action(kind).setEnabled(why.isEmpty());
        if (!why.isEmpty())
            action(kind).setToolTip(why);
    }
}

/// The commands say what they do for the selection. They remove overrides that it already has.
void PlanningOverrides::describe(Visibility visibility) {
    const auto describe = [](QAction& action, const QString& name, const QString& text) {
        action.setText(name);
        action.setToolTip(QStringLiteral("%1 (%2)").arg(text, action.shortcut().toString(QKeySequence::NativeText)));
    };
    const auto isSet = [&](Kind kind) { return visibility == Visibility::Shown && isOn(kind); };
    if (isSet(Kind::Replace))
        describe(*m_replace, tr("Do not replace"), tr("Plans again without this replacement"));
    else
        describe(*m_replace, tr("Replace"),
                 tr("Plans again with this object destroyed and created, even if no change requires it"));
    if (isSet(Kind::Exclude))
        describe(*m_exclude, tr("Include again"), tr("Plans again with this object"));
    else
        describe(*m_exclude, tr("Exclude"), tr("Plans again without this object and the objects that depend on it"));
    if (isSet(Kind::Target))
        describe(*m_target, tr("Do not target"), tr("Plans again without this target"));
    else
        describe(*m_target, tr("Target only"), tr("Plans again with only this object and its dependencies"));
}

} // namespace planlens::widgets
