// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/diags/expected.h"
#include "core/states/lock/lock_info.h"
#include "core/system/file.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>

namespace planlens::backends {

/// The reason why a state was not locked.
struct LockFailure {
    std::string message;
    std::optional<states::LockInfo> holder = {}; // none: the lock is not held, and waiting is useless
    bool isInaccessible = false;                 // the state cannot be accessed at all, with or without a lock
    /// The ID of the lock, if the server may have stored it although no response says so; empty: the server chose it.
    std::optional<std::string> possibleId = {};
};

/// The state of a lock that this program took.
enum class LockStatus {
    Held,    // or it is unknown
    Removed, // by another program
    Taken,   // removed, and another program has locked the state since
};

/// The state of one workspace as a remote backend implements it: a text that is stored and locked on a server.
/// Errors are messages without secrets. Calls block.
class Client {
public:
    Client() = default;
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;
    virtual ~Client() = default;

    /// Prepares the other functions, for instance with credentials. Called before the first of them, and again later.
    virtual diags::Diagnostics connect(const std::stop_token&) { return {}; }

    /// The text of the state; std::nullopt if there is none.
    virtual diags::Expected<std::optional<std::string>, std::string> get(const std::stop_token& stop) = 0;
    virtual system::IoOutcome put(const std::string& text) = 0;
    /// Sets a function that returns whether this program wrote a text. get() returns such a text even if the server has
    /// the digest of another text, because put() failed before it stored the digest.
    virtual void setOwnTextTest(std::function<bool(const std::string& text)>) {}

    /// Whether put() fails if the lock that lock() took is lost, because another program has removed it. Otherwise the
    /// state is read again before each put().
    virtual bool guardsWrites() const = 0;
    /// std::nullopt if the state is locked now.
    virtual std::optional<LockFailure> lock(const states::LockInfo& info, const std::stop_token& stop) = 0;
    /// Whether locks are configured. Otherwise lock() and unlock() do nothing.
    virtual bool hasLocks() const { return true; }
    /// Removes the lock with this ID. It may be held by another program.
    virtual system::IoOutcome unlock(const std::string& id) = 0;
    /// An error if the lock that lock() took is known to be lost. Sends no request. May be called by any thread while
    /// another one calls the functions above.
    virtual system::IoOutcome checkLock() { return true; }
    /// Requests the status of the lock that lock() took from the server.
    virtual LockStatus lockStatus() { return LockStatus::Held; }
};

} // namespace planlens::backends
