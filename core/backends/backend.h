// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/states/encryption.h"
#include "core/states/file.h"
#include "core/states/lock/stale_lock.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

/// Backends: the storage of states. Each type has one file; types.h lists all types.
namespace planlens::backends {

/// Which operations a backend supports. Reading states is always possible. The other operations return an error if they
/// are not supported.
struct Capabilities {
    bool write = false;      // write() and openWithoutLock(); without it, plans are applied by the user's own tool
    bool lock = false;       // lock() and forceUnlock()
    bool findLock = false;   // findLock()
    bool workspaces = false; // other workspaces than "default"
};

/// A state as a backend returns it.
struct StoredState {
    states::File file;   // its state is never null; empty, without a lineage, if there is none
    bool exists = false; // an empty file does not count
};

/// The state of one workspace. An object is used by one thread at a time, except that write() may be called by a worker
/// while others use the (immutable) snapshots that were read. Calls block. The destructor unlocks.
class WorkspaceState {
public:
    WorkspaceState() = default;
    WorkspaceState(const WorkspaceState&) = delete;
    WorkspaceState& operator=(const WorkspaceState&) = delete;
    virtual ~WorkspaceState() = default;

    /// Finds the credentials of a server and checks them, so that their problems are reported as such and not as those
    /// of reading or locking. The other methods do it too, if it was not done before.
    virtual diags::Diagnostics connect(std::stop_token) { return {}; }

    /// Reads the state, again if it was read before. A missing state is not an error.
    virtual diags::Result<StoredState> read(std::stop_token stop) = 0;

    /// Locks the state, and waits up to the timeout for another holder. The operation is shown to others who find the
    /// state locked. An error names the holder.
    virtual diags::Diagnostics lock(std::string_view operation, std::chrono::nanoseconds timeout, std::stop_token stop);
    /// Prepares write() without a lock, for users who disable locking.
    virtual diags::Diagnostics openWithoutLock();
    /// Releases the lock. Does nothing if this object has not locked the state.
    virtual diags::Diagnostics unlock();
    /// An error if the lock is known to be lost, for example with the connection to a server. Sends no request. May be
    /// called by any thread while another one calls write().
    virtual diags::Diagnostics checkLock();
    /// An error if the lock is lost, or if others have written the state since it was read. Sends a request to the
    /// server, unless the state was read a moment ago. Requires read() after lock() or openWithoutLock().
    virtual diags::Diagnostics confirm();

    /// Writes a new snapshot. The lineage is kept, or made if there is none; the serial is one above the one last read
    /// or written, unless the content is the same. Needs lock() or openWithoutLock(). An error if others have written
    /// the state since it was read. The value has the new serial, even if writing failed.
    virtual diags::Result<states::File> write(std::shared_ptr<const states::State> state);
    /// Whether the state that was read is not encrypted as configured, so that write() writes it even if its content is
    /// the same.
    virtual bool needsReencryption() const { return false; }
    /// Writes a state with its own lineage and serial, such as a pushed one. Requires read() after lock() or
    /// openWithoutLock(). The caller decides whether the state may be replaced.
    virtual diags::Diagnostics overwrite(const states::File& file);
    /// The encryption of the state, for other files with parts of it; null: not encrypted.
    virtual states::EncryptionPtr encryption() const;
    /// The local file beside which the journal of an apply is kept. read() takes over a journal that is found there.
    virtual std::filesystem::path journalBase() const;
    /// Removes the journal that read() has taken over, after its warnings were reported. unlock() and writing do the
    /// same; a new journal in its place must not be created before.
    virtual void discardJournal() {}
    /// The shortest time between two snapshots of one apply. The journal covers the time between.
    virtual std::chrono::seconds snapshotInterval() const;

    /// Sets a function that is called on another thread if a server does not respond for two seconds. The argument
    /// names the request: "reading the state". Called again with an empty text when that request has ended.
    virtual void setSlowRequestHandler(std::function<void(std::string_view action)>) {}
    /// Sets a function that lock() calls on its thread, with the present holder, each time before it waits for a lock.
    virtual void setLockHolderHandler(states::LockHolderHandler) {}

    /// The lock of the state, whoever holds it; none if it is not locked.
    virtual diags::Result<std::optional<states::FoundLock>> findLock();
    /// Whether locks are configured. Otherwise, lock() does nothing and forceUnlock() is an error.
    virtual bool hasLocks() const { return true; }
    /// Removes the lock with this ID, whose holder has ended. An error if the lock has another ID, or if a process is
    /// known to hold it.
    virtual diags::Diagnostics forceUnlock(const std::string& id);
};

/// A configured backend: the states of one configuration. An object is used by one thread at a time. Calls block.
class Backend {
public:
    Backend() = default;
    Backend(const Backend&) = delete;
    Backend& operator=(const Backend&) = delete;
    virtual ~Backend() = default;

    virtual Capabilities capabilities() const = 0;
    /// The state of a workspace, which need not exist yet. The object does not refer to the backend. Nothing is
    /// accessed before a method of the object is called.
    virtual std::unique_ptr<WorkspaceState> state(const std::string& workspace) const = 0;
    /// The reason why no workspace can have the empty name; empty: one can.
    virtual std::string emptyNameProblem() const { return {}; }
    /// The names of all workspaces: "default", then the others in order.
    virtual diags::Result<std::vector<std::string>> workspaces(std::stop_token stop) const;
    /// Creates a workspace with an empty state. Does nothing if it exists.
    virtual diags::Diagnostics createWorkspace(const std::string& name, std::stop_token stop) const;
    /// Deletes a workspace and its state. An error for "default", for a workspace that does not exist, and if the state
    /// is locked. The caller checks that the workspace is not selected and that its state is empty.
    virtual diags::Diagnostics deleteWorkspace(const std::string& name, std::stop_token stop) const;
};

} // namespace planlens::backends
