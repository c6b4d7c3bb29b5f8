// SPDX-License-Identifier: MPL-2.0
#include "core/backends/consul/session_lock.h"

#include "core/backends/remote/error_list.h"
#include "core/system/interruptible_sleep.h"
#include "core/values/text/quoted.h"
#include "core/values/text/trimmed.h"

#include <algorithm>
#include <fmt/core.h>
#include <utility>
#include <vector>

namespace planlens::backends::consul {
namespace {

using diags::Unexpected;
using states::LockInfo;
using system::IoOutcome;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

milliseconds since(Clock::time_point start) {
    return std::chrono::duration_cast<milliseconds>(Clock::now() - start);
}

} // namespace

SessionLock::SessionLock(const Server& server, const std::string& path, LockTimes times)
    : m_server(server)
    , m_path(path)
    , m_key(std::string(values::trimmedEnd(path, "/")) + "/.lock") // entries with two slashes cannot be locked
    , m_infoKey(m_key + "info")
    , m_times(times) {}

void SessionLock::setState(State state) {
    const std::scoped_lock guard(m_mutex);
    if (m_state != State::Lost && m_state != State::Releasing)
        m_state = state;
}

bool SessionLock::isLost() const {
    const std::scoped_lock guard(m_mutex);
    return m_state == State::Lost;
}

IoOutcome SessionLock::check() const {
    const std::scoped_lock guard(m_mutex);
    switch (m_state) {
    case State::Held:
    case State::Releasing:
        return true;
    case State::Unconfirmed:
        return Unexpected{fmt::format("the Consul server has not renewed the session of the lock for {} seconds",
                                      m_times.lifetime.count())};
    case State::Lost:
        return Unexpected{std::string(endedSession)};
    }
    return true;
}

std::optional<LockFailure> SessionLock::take(const LockInfo& given, const std::stop_token& stop) {
    const ApiResult<std::string> session = m_server.createSession(m_times.lifetime, m_times.delay, stop);
    if (!session)
        return LockFailure{session.error().text};
    auto failure = lockWith(*session, given, stop);
    if (failure && m_server.destroySession(*session))
        failure->possibleId.reset(); // the lock has ended with the session
    return failure;
}

std::optional<LockFailure> SessionLock::lockWith(const std::string& session, const LockInfo& given,
                                                 const std::stop_token& stop) {
    const ApiResult<bool> acquired = acquire(session, stop);
    if (!acquired)
        return LockFailure{.message = acquired.error().text, .possibleId = session};
    if (!*acquired)
        return findHolder();
    LockInfo info = given;
    info.id = session;
    info.path = m_path;
    info.info = "consul session: " + session;
    if (const ApiResult<bool> written = m_server.write(m_infoKey, states::writeLockInfo(info), {}); !written) {
        (void)m_server.release(m_key, session);
        return LockFailure{.message = written.error().text, .possibleId = session};
    }
    {
        const std::scoped_lock guard(m_mutex);
        m_state = State::Held;
    }
    m_session = session;
    m_watch = system::startThread([this, session](const std::stop_token& end) { watch(session, end); });
    if (m_watch.joinable())
        return {};
    (void)release();
    return LockFailure{"the system cannot create another thread, which would renew the Consul session of the lock"};
}

/// Whether the session has locked the entry. Waits a moment for the previous holder.
ApiResult<bool> SessionLock::acquire(const std::string& session, const std::stop_token& stop) const {
    const Clock::time_point start = Clock::now();
    for (Wait wait{0, m_times.lockWait};;) {
        const ApiResult<ReadEntry> found = m_server.read(m_key, stop, wait);
        if (!found)
            return Unexpected{ApiError{"failed to read lock: " + found.error().text}};
        if (found->entry && found->entry->flags != lockFlags)
            return Unexpected{ApiError{"Existing key does not match lock use"}};
        const std::string holder = found->entry ? found->entry->session : std::string();
        if (holder == session) // an attempt whose response was lost
            return true;
        if (!holder.empty()) {
            const milliseconds left = m_times.lockWait - since(start);
            if (left <= milliseconds(0) || found->index == 0)
                return false;
            wait = {found->index, left};
            continue;
        }
        if (stop.stop_requested())
            return Unexpected{ApiError{"failed to acquire lock: stopped"}};
        const ApiResult<bool> acquired = m_server.acquire(m_key, session);
        if (!acquired)
            return Unexpected{ApiError{"failed to acquire lock: " + acquired.error().text}};
        if (*acquired)
            return true;
        // The session of the previous holder has ended a moment ago, or another program was faster.
        if (since(start) >= m_times.delayWait)
            return false;
        wait = {0, m_times.lockWait};
        system::sleepFor(milliseconds(500), stop);
    }
}

LockFailure SessionLock::findHolder() const {
    const ApiResult<ReadEntry> lock = m_server.read(m_key, {});
    const ApiResult<ReadEntry> stored = m_server.read(m_infoKey, {});
    for (const ApiResult<ReadEntry>* read : {&lock, &stored})
        if (!*read)
            return {read->error().text};
    const std::string session = lock->entry ? lock->entry->session : std::string();
    if (session.empty())
        return {"the session of the previous holder has ended a moment ago, and Consul delays the next lock"};
    std::optional<LockInfo> info = stored->entry ? states::readLockInfo(stored->entry->value) : std::nullopt;
    if (!info) {
        info.emplace();
        info->id = session;
        info->path = m_path;
        info->created = "0001-01-01T00:00:00Z";
        info->info = "consul session: " + session;
    }
    return {{}, std::move(info)};
}

/// Renews the session until a stop is requested or the lock is lost. Between two renewals, waits for a change of the
/// entry.
void SessionLock::watch(const std::string& session, const std::stop_token& stop) {
    Clock::time_point confirmed = Clock::now(); // the session exists for its lifetime from then on
    for (std::uint64_t index = 0; !stop.stop_requested();) {
        bool hasFailed = false;
        if (const Clock::time_point now = Clock::now(); now - confirmed >= m_times.renewal) {
            const ApiResult<bool> renewed = m_server.renewSession(session, m_times.lifetime / 5, stop);
            if (renewed && !*renewed)
                return setState(State::Lost);
            hasFailed = !renewed;
            if (renewed)
                confirmed = now;
        }
        if (!hasFailed) {
            const milliseconds time = std::max(m_times.renewal - since(confirmed), milliseconds(50));
            const ApiResult<ReadEntry> found = m_server.readConsistently(m_key, stop, {index, time});
            if (found && (!found->entry || found->entry->session != session))
                return setState(State::Lost);
            hasFailed = !found || found->index == 0;
            index = found && found->index >= index ? found->index : 0;
        }
        setState(since(confirmed) < m_times.lifetime ? State::Held : State::Unconfirmed);
        if (hasFailed)
            system::sleepFor(m_times.errorWait, stop);
    }
}

IoOutcome SessionLock::release() {
    if (m_session.empty())
        return true;
    const bool wasLost = [&] {
        const std::scoped_lock guard(m_mutex);
        return std::exchange(m_state, State::Releasing) == State::Lost;
    }();
    std::vector<std::string> problems;
    if (wasLost) {
        problems.emplace_back("consul lock was lost");
    } else {
        if (const ApiResult<bool> removed = m_server.remove(m_infoKey, {}); !removed)
            problems.push_back(removed.error().text);
        if (const ApiResult<bool> released = m_server.release(m_key, m_session); !released)
            problems.push_back("failed to release lock: " + released.error().text);
    }
    m_watch = {};
    // The entry of the lock is only removed for tidiness: another program may have locked it.
    if (problems.empty())
        if (const auto left = m_server.read(m_key, {}); left && left->entry && left->entry->session.empty())
            (void)m_server.removeIfUnchanged(m_key, left->entry->modifyIndex);
    (void)m_server.destroySession(std::exchange(m_session, {}));
    if (problems.empty())
        return true;
    return Unexpected{wasLost ? problems[0] : errorList(problems)};
}

IoOutcome SessionLock::endHolder(const std::string& id) const {
    const ApiResult<ReadEntry> lock = m_server.read(m_key, {});
    const ApiResult<ReadEntry> stored = m_server.read(m_infoKey, {});
    for (const ApiResult<ReadEntry>* read : {&lock, &stored})
        if (!*read)
            return Unexpected{read->error().text};
    const std::optional<LockInfo> info = stored->entry ? states::readLockInfo(stored->entry->value) : std::nullopt;
    std::string holder = lock->entry ? lock->entry->session : std::string();
    if (holder.empty() && info)
        holder = info->id;
    if (!holder.empty() && holder != id)
        return Unexpected{fmt::format("lock id {} does not match existing lock{}", values::quoted(id),
                                      info ? '\n' + states::describe(*info) : std::string())};
    if (const ApiResult<bool> ended = m_server.destroySession(id); !ended)
        return Unexpected{ended.error().text};
    for (const std::string& key : {m_key, m_infoKey})
        (void)m_server.remove(key, {}); // the lock is released nevertheless
    return true;
}

} // namespace planlens::backends::consul
