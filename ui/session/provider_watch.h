// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QObject>

#include <chrono>
#include <vector>

namespace planlens::providers::plugin {
struct Status;
}

namespace planlens::session {

class PlanningSession;

/// Watches the providers of a session, and reports when one does not respond. Lives in the GUI thread.
class ProviderWatch final : public QObject {
    Q_OBJECT
public:
    /// The session must outlive the watch.
    ProviderWatch(const PlanningSession& session, QObject* parent);
    ~ProviderWatch() override;

    /// Reading objects rarely takes that long.
    static constexpr std::chrono::seconds patience{30};
    /// Looks at the providers now.
    void poll();
    /// Returns the providers at the last poll().
    const std::vector<providers::plugin::Status>& providers() const { return m_providers; }

Q_SIGNALS:
    void polled();
    /// Planning waits for this provider longer than `patience`. Emitted once until it responds.
    void silent(const QString& provider);

private:
    const PlanningSession& m_session;
    std::vector<providers::plugin::Status> m_providers;
    bool m_isReported = false;
};

} // namespace planlens::session
