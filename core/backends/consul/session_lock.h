// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/consul/server.h"
#include "core/backends/remote/client.h"
#include "core/system/threads/thread.h"

#include <mutex>
#include <optional>
#include <string>

namespace planlens::backends::consul {

struct LockTimes {
    std::chrono::seconds lifetime{15};         // of a session that is not renewed
    std::chrono::seconds delay{5};             // before others can lock after the session of a holder has ended
    std::chrono::milliseconds renewal{7500};   // between two renewals
    std::chrono::milliseconds lockWait{1000};  // for another holder
    std::chrono::milliseconds delayWait{6000}; // for the delay of another holder
    std::chrono::milliseconds errorWait{2000}; // after a failed request of the thread
};

inline constexpr auto endedSession = "the Consul session of the lock has ended";

/// The lock of a state: an entry that a session has locked, and an entry that describes the holder. While the lock is
/// held, a thread renews the session and watches the entry. The ID of the lock is the one of the session.
class SessionLock {
public:
    /// The path is the one of the state. The server must outlive the lock.
    SessionLock(const Server& server, const std::string& path, LockTimes times);
    ~SessionLock() = default; // the session ends later
    SessionLock(const SessionLock&) = delete;
    SessionLock& operator=(const SessionLock&) = delete;

    /// Sets ID and path of the information. std::nullopt if the state is locked now.
    std::optional<LockFailure> take(const states::LockInfo& given, const std::stop_token& stop);
    /// An error if the lock was lost. Does nothing if it was not taken.
    system::IoOutcome release();
    /// Ends the session with this ID, which holds the lock.
    system::IoOutcome endHolder(const std::string& id) const;

    bool isTaken() const { return !m_session.empty(); }
    /// An error if another program may hold the lock. May be called by any thread.
    system::IoOutcome check() const;
    /// Whether the session has ended.
    bool isLost() const;

private:
    /// Unconfirmed: the session was not renewed in time, but may still exist.
    enum class State { Held, Unconfirmed, Lost, Releasing };

    std::optional<LockFailure> lockWith(const std::string& session, const states::LockInfo& given,
                                        const std::stop_token& stop);
    ApiResult<bool> acquire(const std::string& session, const std::stop_token& stop) const;
    LockFailure findHolder() const;
    void watch(const std::string& session, const std::stop_token& stop);
    void setState(State state);

    const Server& m_server;
    const std::string m_path, m_key, m_infoKey;
    const LockTimes m_times;
    std::string m_session;      // empty: the lock is not taken
    mutable std::mutex m_mutex; // guards the state
    State m_state = State::Held;
    system::Thread m_watch; // the last member, so that it ends before the others
};

} // namespace planlens::backends::consul
