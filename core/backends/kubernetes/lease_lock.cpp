// SPDX-License-Identifier: MPL-2.0
#include "core/backends/kubernetes/lease_lock.h"

#include "core/values/text/quoted.h"

#include <fmt/core.h>
#include <utility>

namespace planlens::backends::kubernetes {
namespace {

using diags::Unexpected;
using states::LockInfo;
using system::IoOutcome;

constexpr int notFound = 404, conflict = 409;
constexpr int mostAttempts = 5;

/// The holder of a lease. Without a description, only its ID is known.
LockInfo holderOf(const Lease& lease) {
    if (lease.lockInfo)
        if (auto info = states::readLockInfo(*lease.lockInfo))
            return *std::move(info);
    LockInfo info;
    info.id = *lease.holder;
    return info;
}

} // namespace

/// One attempt. It is to be repeated if the lease has changed meanwhile.
std::optional<LockFailure> LeaseLock::tryToHold(const LockInfo& info, const std::stop_token& stop, Attempt& attempt) {
    attempt.isRepeated = false;
    const auto found = m_server.readLease(m_name, stop);
    if (!found)
        return LockFailure{.message = found.error().text, .isInaccessible = !attempt.mayBeHeld};
    attempt.mayBeHeld = false;
    Lease lease;
    if (*found)
        lease = **found;
    else
        static_cast<Object&>(lease) = {m_name, m_labels};
    if (lease.holder && *lease.holder == info.id) // an attempt whose response was lost
        return {};
    if (lease.holder)
        return LockFailure{"the state is already locked by another tofu client", holderOf(lease)};
    lease.holder = info.id;
    lease.lockInfo = states::writeLockInfo(info);
    const auto written = m_server.write(lease);
    if (written)
        return {};
    attempt = {written.error().status == conflict, written.error().mayHaveTakenEffect};
    // It may have been carried out although the response was lost.
    if (const auto now = m_server.readLease(m_name, {}); !attempt.isRepeated && now) {
        if (*now && (*now)->holder == info.id)
            return {};
        attempt.mayBeHeld = false;
    }
    return LockFailure{.message = written.error().text, .isInaccessible = written.error().status == notFound};
}

std::optional<LockFailure> LeaseLock::take(const LockInfo& info, const std::stop_token& stop) {
    Attempt attempt;
    for (int count = 1;; ++count) {
        std::optional<LockFailure> failure = tryToHold(info, stop, attempt);
        if (!failure)
            m_held = info;
        else if (attempt.mayBeHeld)
            failure->possibleId = info.id;
        if (!failure || !attempt.isRepeated || count >= mostAttempts)
            return failure;
    }
}

IoOutcome LeaseLock::release(const std::string& id) {
    if (m_held && m_held->id == id)
        m_held.reset();
    for (int attempt = 1;; ++attempt) {
        const auto found = m_server.readLease(m_name, {});
        if (!found)
            return Unexpected{found.error().text};
        if (!*found)
            return Unexpected{fmt::format("leases.coordination.k8s.io {} not found", values::quoted(m_name))};
        Lease lease = **found;
        if (!lease.holder && attempt > 1) // an attempt whose response was lost
            return true;
        if (!lease.holder)
            return Unexpected{std::string("state is already unlocked")};
        const std::string holder = lease.lockInfo ? '\n' + states::describe(holderOf(lease)) : std::string();
        if (*lease.holder != id)
            return Unexpected{fmt::format("lock id {} does not match existing lock{}", values::quoted(id), holder)};
        lease.holder.reset();
        lease.lockInfo.reset();
        const auto written = m_server.write(lease);
        if (written)
            return true;
        if (written.error().status != conflict || attempt >= mostAttempts)
            return Unexpected{written.error().text + holder};
    }
}

LockStatus LeaseLock::status() {
    if (!m_held)
        return LockStatus::Held;
    const auto found = m_server.readLease(m_name, {});
    if (!found || (*found && (*found)->holder == m_held->id))
        return LockStatus::Held; // without a response, the write that follows fails too, or is guarded by the version
    m_wasLost = true;
    return *found && (*found)->holder ? LockStatus::Taken : LockStatus::Removed;
}

IoOutcome LeaseLock::takeAgain() {
    if (!m_held || !m_wasLost)
        return true;
    const std::optional<LockFailure> failure = take(*std::exchange(m_held, std::nullopt), {});
    if (!failure)
        return true;
    const std::string reason =
        failure->holder ? failure->message + '\n' + states::describe(*failure->holder) : failure->message;
    return Unexpected{"the lock of the state was lost, and could not be taken again: " + reason};
}

IoOutcome LeaseLock::check() const {
    if (m_wasLost)
        return Unexpected{std::string("another program has removed the lock")};
    return true;
}

} // namespace planlens::backends::kubernetes
