// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/plan.h"

#include <chrono>
#include <functional>

namespace planlens::engine {

/// Receives the state changes of an apply. Called on the threads of operations: concurrently for different objects, in
/// order for one object.
class StateSink {
public:
    virtual ~StateSink() = default;
    /// An error if others may have changed the state since it was read. May send requests. Called once, before
    /// everything else; after an error, nothing starts.
    [[nodiscard]] virtual diags::Diagnostics confirm() { return {}; }
    /// An error if nothing new may start any more, because the lock of the state is lost. Sends no request. Called
    /// before each operation; the caller reports the error.
    [[nodiscard]] virtual diags::Diagnostics checkLock() { return {}; }
    /// An operation on an object starts. It is in progress until finished() returns; at most ApplyRequest::parallelism
    /// operations are in progress. Not called for operations without side effects outside the state.
    virtual void started(const addrs::AbsResourceInstance&, const addrs::DeposedKey&, plans::Action,
                         const addrs::AbsProviderInstance&) {}
    /// The operation has finished with this stored object; null if the object no longer exists. Also called for objects
    /// that have moved, before the first operation.
    virtual void finished(const addrs::AbsResourceInstance&, const addrs::DeposedKey&, plans::Action,
                          const states::StoredObjectPtr&, const addrs::AbsProviderInstance&) {}
    /// A plugin was killed before it responded, after a forced stop. The outcome of the operation is unknown, and
    /// finished() is not called for it.
    virtual void leftUnknown() {}
    /// deposed(): the current object was deposed before its replacement is created. restored(): it is current again,
    /// because there is no replacement.
    virtual void deposed(const addrs::AbsResourceInstance&, const addrs::DeposedKey&, const states::StoredObjectPtr&,
                         const addrs::AbsProviderInstance&) {}
    virtual void restored(const addrs::AbsResourceInstance&, const addrs::DeposedKey&, const states::StoredObjectPtr&,
                          const addrs::AbsProviderInstance&) {}
    /// Blocks until all previous records are durable. Called without locks on the threads of operations, before the
    /// provider or a provisioner is called and after the response is recorded. Concurrent callers share one sync. After
    /// an error, neither is called.
    [[nodiscard]] virtual diags::Diagnostics settle() { return {}; }
    /// Returns the shortest time between two snapshots.
    virtual std::chrono::steady_clock::duration snapshotInterval() const { return std::chrono::seconds(1); }
    /// Receives the complete current state. Called once per snapshotInterval() at most, and at the end.
    virtual void snapshot(const std::shared_ptr<const states::State>&) {}
};

struct ApplyRequest {
    std::shared_ptr<const plans::Plan> plan;
    std::shared_ptr<const configs::Config> config; // that was planned
    ProviderPoolPtr providers;
    std::map<std::string, configs::RootVariable> variables; // ephemeral ones set again
    unsigned parallelism = 10;
    unsigned threads = 0;
    bool suppressForgetErrors = false; // -suppress-forget-errors
    /// Interrupts running operations: programs of provisioners are interrupted, and providers are asked to stop. If
    /// this token cannot be stopped, the stop request itself has this effect.
    std::stop_token interrupted;
    std::stop_token forced; // kills programs of provisioners
};

struct ApplyOutcome {
    std::shared_ptr<const states::State> state; // never null: the state after the apply
    diags::Diagnostics diagnostics;
    struct Counts {
        std::size_t imported = 0, added = 0, changed = 0, destroyed = 0, forgotten = 0;
    } counts;
    bool stopped = false; // not all changes were applied, because of a stop request
};

/// Sets Plan::notApplied and Plan::onlyDestroyed. As in OpenTofu, a target without changes of its own has no effect
/// when the plan is applied, so changes planned only as its dependencies are left out; and an exclusion of an instance
/// leaves out the creation of others, but not the destruction of what they replace. Both are empty if the plan has
/// neither targets nor exclusions.
void recordNotApplied(const configs::Config& config, plans::Plan& plan);

/// Applies exactly the plan, without Plan::notApplied, in dependency order (destroys in reverse). After an error,
/// everything that does not depend on the failed change is still applied. After a stop request, no new operations
/// start; running ones finish unless ApplyRequest::interrupted is requested too.
ApplyOutcome apply(const ApplyRequest& request, Listener& listener, StateSink& sink, std::stop_token stop);

} // namespace planlens::engine
