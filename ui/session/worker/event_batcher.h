// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/listener.h"
#include "ui/basics/log_line.h"
#include "ui/basics/session_types.h"

#include <chrono>
#include <functional>
#include <mutex>

namespace planlens::session {

/// Receives engine events on engine threads, and forwards them in batches at most every 50 ms; log lines immediately.
/// The functions are called on engine threads, one call at a time.
class EventBatcher final : public engine::Listener {
public:
    struct Targets {
        std::function<void(const Progress&)> progress;
        std::function<void(const QVector<ApplyEvent>&)> events;
        std::function<void(LogLevel, const std::string& source, const std::string& text)> log;
    };
    explicit EventBatcher(Targets targets)
        : m_targets(std::move(targets)) {}

    void phaseChanged(engine::Phase phase) override;
    void progressed(std::size_t done, std::size_t known) override;
    void refreshStarted(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed,
                        const std::string& idKey, const std::string& idValue) override;
    void planned(const plans::ResourceInstanceChange& change) override;
    void applyStarted(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed, plans::Action action,
                      const std::string& idKey, const std::string& idValue) override;
    void applyFinished(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed,
                       plans::Action action, std::chrono::milliseconds elapsed, bool failed, const std::string& idKey,
                       const std::string& idValue) override;
    void forgotten(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed) override;
    void readFailed(const addrs::AbsResourceInstance& address, std::chrono::milliseconds elapsed) override;
    void provisionerOutput(const addrs::AbsResourceInstance& address, const std::string& type,
                           const std::string& line) override;
    void logged(const std::string& source, const std::string& line) override;

    /// Forwards all pending events.
    void flush();

private:
    enum class When { Now, WhenDue };
    void passOn(When when);
    void log(LogLevel level, const std::string& text);

    const Targets m_targets;
    std::mutex m_mutex; // protects the following members
    std::chrono::steady_clock::time_point m_last;
    Progress m_progress;
    QVector<ApplyEvent> m_events;
};

} // namespace planlens::session
