// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/kubernetes/server.h"
#include "core/backends/remote/client.h"

#include <atomic>
#include <optional>
#include <string>

namespace planlens::backends::kubernetes {

/// The lock of a state: a lease whose holder is the ID of the lock. It does not expire.
class LeaseLock {
public:
    /// The server must outlive the lock. The labels are those of a new lease.
    LeaseLock(const Server& server, std::string name, Labels labels)
        : m_server(server)
        , m_name(std::move(name))
        , m_labels(std::move(labels)) {}

    /// std::nullopt if the state is locked now.
    std::optional<LockFailure> take(const states::LockInfo& info, const std::stop_token& stop);
    /// Removes the lock with this ID, whoever holds it.
    system::IoOutcome release(const std::string& id);
    /// Asks the server for the lock that was taken.
    LockStatus status();
    /// Takes the lock again if status() has found that others have removed it. An error if another program holds it.
    system::IoOutcome takeAgain();
    /// An error if status() has found that the lock was lost. May be called by any thread.
    system::IoOutcome check() const;

private:
    struct Attempt {
        bool isRepeated = false;
        bool mayBeHeld = false; // a request to hold the lease may have been carried out
    };
    std::optional<LockFailure> tryToHold(const states::LockInfo& info, const std::stop_token& stop, Attempt& attempt);

    const Server& m_server;
    const std::string m_name;
    const Labels m_labels;
    std::optional<states::LockInfo> m_held;
    std::atomic<bool> m_wasLost = false;
};

} // namespace planlens::backends::kubernetes
