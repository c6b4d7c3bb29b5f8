// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/basics/session_types.h"

#include <QObject>

#include <optional>

class QAction;
class QMenu;
class QToolButton;
class QWidget;

namespace planlens::models {
struct Selection;
}
namespace planlens::session {
class PlanningSession;
struct Result;
} // namespace planlens::session

namespace planlens::widgets {

/// The commands Replace, Exclude and Target only for the selected changes. While the user looks at one of them, it
/// requests a preview of what it would do.
class PlanningOverrides final : public QObject {
    Q_OBJECT
public:
    enum class Kind { Replace, Exclude, Target };

    /// Adds the commands to the window. `request`, the newest one, and `selection` are those of the window.
    PlanningOverrides(QWidget& window, const session::PlanningSession& session, const session::Request& request,
                      const models::Selection& selection);

    QAction& action(Kind kind) const;
    /// Makes a button for the header of a pane.
    QToolButton* makeButton(Kind kind, QWidget* parent);
    /// Shows previews for the commands in a menu.
    void previewIn(QMenu& menu);
    /// Whether the plan is shown, so that the user sees what a command does.
    enum class Visibility { Shown, Hidden };
    /// Enables and describes the commands for the selection. `result` may be null.
    void updateCommands(const session::Result* result, Visibility visibility);
    /// Returns the request without the override of an address.
    session::Request without(Kind kind, const QString& address) const;

Q_SIGNALS:
    /// Requests planning.
    void requested(const planlens::session::Request& request);
    /// Requests a preview of this request; nullopt: no preview.
    void previewRequested(const std::optional<planlens::session::Request>& request);
    /// Says why a command is not possible.
    void messageShown(const QString& text);

private:
    QAction* add(QWidget& window, Kind kind, const char* name, const QString& text, Qt::Key key);
    void toggle(Kind kind);
    QStringList addressesFor(Kind kind) const;
    /// Whether all selected instances have an override.
    bool isOn(Kind kind) const;
    /// Returns the request after turning an override of the selection on or off; nullopt if nothing can be overridden.
    std::optional<session::Request> toggled(Kind kind) const;
    /// Previews an action; null: none. While planning, the estimate of the request is shown.
    void preview(const QAction* action);
    /// Returns why a command is not possible for the selection; empty: it is.
    QString blocker(Kind kind, const session::Result* result, Visibility visibility) const;
    void describe(Visibility visibility);

    const session::PlanningSession& m_session;
    const session::Request& m_request;
    const models::Selection& m_selection;
    QAction* m_replace;
    QAction* m_exclude;
    QAction* m_target;
};

} // namespace planlens::widgets
