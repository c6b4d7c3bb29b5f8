// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/plan.h"

#include <functional>

namespace planlens::engine {

/// Where an apply keeps the state as it goes. Told on the threads of operations: of different objects at the same time,
/// of one object in the order of what happens.
class StateSink {
public:
    virtual ~StateSink() = default;
    /// An operation on an object begins, and is one of those that are under way until finished() returns: no more than
    /// the parallelism asked for. Not called for objects whose only effect is the state itself.
    virtual void started(const addrs::AbsResourceInstance&, const addrs::DeposedKey&, plans::Action,
                         const addrs::AbsProviderInstance&) {}
    /// The object is now this (null: gone).
    virtual void finished(const addrs::AbsResourceInstance&, const addrs::DeposedKey&, plans::Action,
                          const states::StoredObjectPtr&, const addrs::AbsProviderInstance&) {}
    /// The current object has become a deposed one, to make room for another; or it is put back, for none came.
    virtual void deposed(const addrs::AbsResourceInstance&, const addrs::DeposedKey&, const states::StoredObjectPtr&,
                         const addrs::AbsProviderInstance&) {}
    virtual void restored(const addrs::AbsResourceInstance&, const addrs::DeposedKey&, const states::StoredObjectPtr&,
                          const addrs::AbsProviderInstance&) {}
    /// Blocks until the records so far are durable. Called without locks, on the threads of operations, before the
    /// provider is called and after its response is recorded; concurrent callers share the waiting. After an error, the
    /// provider is not called.
    [[nodiscard]] virtual diags::Diagnostics settle() { return {}; }
    /// The whole state as it is now; called at the start, at most every second, and at the end.
    virtual void snapshot(const std::shared_ptr<const states::State>&) {}
};

struct ApplyRequest {
    plans::PlanPtr plan;
    configs::ConfigPtr config; // the configuration that was planned
    ProviderPoolPtr providers;
    std::map<std::string, configs::RootVariable> variables; // ephemeral ones given again
    unsigned parallelism = 10;
    unsigned threads = 0;
    bool suppressForgetErrors = false; // -suppress-forget-errors
    std::stop_token forced;            // kills what provisioners run
};

struct ApplyOutcome {
    std::shared_ptr<const states::State> state; // always present: what is so now
    diags::Diagnostics diagnostics;
    struct Counts {
        std::size_t imported = 0, added = 0, changed = 0, destroyed = 0, forgotten = 0;
    } counts;
    bool stopped = false; // asked to stop before everything was done
};

/// The planned changes that applying leaves out, sorted: a target that itself does not change asks for nothing when its
/// plan is applied, as in the reference, and so not for the changes that were planned because it depends on them. Empty
/// without targets and exclusions. For Plan::notApplied.
std::vector<addrs::AbsResourceInstance> leftOutOfApply(const configs::Config& config, const plans::Plan& plan);

/// Applies exactly the plan, but for Plan::notApplied: in dependency order, destroys reversed. What fails is reported
/// and the rest goes on as far as it does not depend on it. On a stop, running operations finish and nothing new
/// starts; what provisioners run is interrupted.
ApplyOutcome apply(const ApplyRequest& request, Listener& listener, StateSink& sink, std::stop_token stop);

} // namespace planlens::engine
