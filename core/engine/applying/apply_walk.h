// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/apply.h"
#include "core/engine/evaluation/checks.h"
#include "core/engine/graphs/apply_graph.h"
#include "core/engine/graphs/apply_selection.h"
#include "core/engine/planning/plan_walk.h"
#include "core/engine/planning/walk_progress.h"
#include "core/engine/refactoring/removed_blocks.h"
#include "core/graph/adaptive_mutex.h"

#include <atomic>
#include <chrono>

namespace planlens::engine {

/// One walk over the steps of a plan. Exists for one call of apply().
class ApplyWalk {
public:
    ApplyWalk(const ApplyRequest& request, Listener& listener, StateSink& sink, std::stop_token stop,
              const ApplyGraph& graph, const lang::FunctionTable& functions);
    void run();
    /// Removes resources without instances from the state, after run(): in modules without failures, or everywhere if
    /// nothing failed. As in OpenTofu, the others stay.
    void removeEmptyResources(bool failed);

    states::State state;
    Checks checks;
    diags::Diagnostics findings;
    ApplyOutcome::Counts counts;
    bool stopped = false;

private:
    using Diagnostics = diags::Diagnostics;
    struct InstanceContext {
        const ConfigNode& node;
        ModuleRuntime& module;
        ResourceRuntime& resource;
        std::size_t instance;
        const plans::ResourceInstanceChange& change;
        bool createBeforeDestroy;
        schemas::ResourceSchemaPtr schema;
        std::shared_ptr<providers::Provider> provider;
        graph::WorkContext& work;
    };

    /// The requests to end the walk early.
    struct Stopping {
        Stopping(std::stop_token stop, std::stop_token interruption)
            : interrupted(interruption.stop_possible() ? std::move(interruption) : stop)
            , ofRequest(std::move(stop), [this] { halt.request_stop(); }) {}

        std::stop_source halt;       // no further step starts; also requested if the lock of the state is lost
        std::stop_token interrupted; // running calls end early
        std::stop_callback<std::function<void()>> ofRequest;
    };
    /// When the whole state was last passed to the sink.
    struct Snapshots {
        std::chrono::steady_clock::duration interval; // longer if saving takes long
        std::chrono::steady_clock::time_point last = std::chrono::steady_clock::now();
    };

    graph::Visit visit(graph::Vertex v, graph::WorkContext& work);
    Diagnostics visitConfig(const ConfigNode& node, graph::WorkContext& work);
    std::size_t indexOf(const ConfigNode& node) const {
        return static_cast<std::size_t>(&node - m_graph.config.nodes.data());
    }
    /// Uses the values in the state for a resource that is not declared.
    void takeStored(const ConfigNode& node);
    /// Declares the instances of a resource in all module instances, or in one of them.
    Diagnostics declareResource(const ConfigNode& node);
    Diagnostics declareResource(const ConfigNode& node, ModuleRuntime& module, std::vector<std::string>& objects);
    /// Adds a resource without instances to the state if it is missing. It stays if a step in its module
    /// fails.
    void declareInState(const addrs::AbsResource& address, const addrs::AbsProviderConfig& provider);
    Diagnostics visitOutput(const ConfigNode& node);
    Diagnostics visitProvider(const ConfigNode& node, graph::WorkContext& work);
    Diagnostics visitApply(const ApplyNode& node, graph::WorkContext& work);
    void forget(const plans::ResourceInstanceChange& change);
    Diagnostics readData(const InstanceContext& context);
    Diagnostics openEphemeral(const ConfigNode& node, graph::WorkContext& work);
    /// Returns the provider_meta value of the module.
    values::Value metaFor(const plans::ResourceInstanceChange& change) const;
    InstanceConditions conditionsOf(const ConfigNode& node, const addrs::AbsResourceInstance& address);

    // --- creating and updating (apply_instance.cpp)

    Diagnostics applyManaged(const InstanceContext& context);
    /// Deposes or forgets the current object if the planned action keeps it while its replacement is created. Returns
    /// the key of a deposed object.
    addrs::DeposedKey deposeOrForget(const plans::ResourceInstanceChange& planned);
    /// Plans again with the values known now. Returns std::nullopt after an error or a stop request.
    std::optional<plans::ResourceInstanceChange> planFinalChange(const InstanceContext& context,
                                                                 const std::optional<states::Object>& before,
                                                                 const ModuleScope& scope, Diagnostics& diagnostics);
    /// Returns the configuration, which must be known now. Returns std::nullopt after an error.
    std::optional<values::Value> finalConfig(const InstanceContext& context, const ModuleScope& scope,
                                             Diagnostics& diagnostics) const;
    /// Calls the provider, stores the object and runs the provisioners. Returns false after an earlier stop request.
    bool createOrUpdate(const InstanceContext& context, const plans::ResourceInstanceChange& change,
                        const std::optional<states::Object>& before, const values::Value& config,
                        const addrs::DeposedKey& deposed, Diagnostics& diagnostics);
    /// Adds the facts that come from the configuration, and makes the value available to references. `found` are the
    /// diagnostics of applying.
    void completeObject(const InstanceContext& context, states::Object& object, const Diagnostics& found) const;
    void count(plans::Action action);

    // --- destroying (apply_instance.cpp)

    Diagnostics destroy(const ApplyNode& node, graph::WorkContext& work);
    /// Returns the key of the object that was deposed when its replacement was created; empty if there is none.
    addrs::DeposedKey replacedObject(const addrs::AbsResourceInstance& address) const;
    Diagnostics destroyObject(const plans::ResourceInstanceChange& change, const states::Object& before,
                              const schemas::ResourceSchema& schema, providers::Provider& provider,
                              graph::WorkContext& work);

    /// Runs the provisioners of a new object, which is already stored. This and the following functions wait for
    /// programs, so they are called in blocked calls.
    Diagnostics provisionCreated(const InstanceContext& context, const plans::ResourceInstanceChange& change);
    /// Returns the destroy provisioners of an instance: from its configuration, or from a `removed` block.
    std::vector<const configs::Provisioner*> destroyProvisioners(const addrs::AbsResourceInstance& address) const;
    /// Runs these provisioners. They can only refer to the object itself.
    Diagnostics provisionDestroyed(const std::vector<const configs::Provisioner*>& provisioners,
                                   const addrs::AbsResourceInstance& address, const states::Object& object,
                                   const schemas::ResourceSchema& schema);
    /// Runs provisioners one after another, until one fails whose on_failure is not `continue`, or the lock of the
    /// state is lost.
    Diagnostics runProvisioners(const std::vector<const configs::Provisioner*>& provisioners,
                                const configs::Resource* resource, const ModuleScope& scope,
                                const addrs::AbsResourceInstance& address);

    /// Makes the current object a deposed one and returns its key.
    addrs::DeposedKey depose(const plans::ResourceInstanceChange& change);
    /// Makes the deposed object current again if there is no replacement. Returns whether it did; false if the key is
    /// empty.
    bool restoreDeposed(const plans::ResourceInstanceChange& change, const addrs::DeposedKey& key);
    struct Applied {
        std::optional<states::Object> object; // to be stored; std::nullopt if it was destroyed or not created
        bool isKnown = true;                  // false if the plugin was killed before it responded
        bool isCalled = true;                 // false: only the sensitivity changes
    };
    /// Calls ApplyResourceChange and checks the response.
    Applied applyChange(const plans::ResourceInstanceChange& change, const std::optional<states::Object>& before,
                        const values::Value& config, const hcl::BodyPtr& body, const schemas::ResourceSchema& schema,
                        providers::Provider& provider, std::stop_token stop, Diagnostics& diagnostics);
    /// Returns false, and sets m_hasLeftOut, if a stop was requested or the lock of the state was lost before.
    bool call(providers::Provider& provider, graph::WorkContext& work,
              const std::function<void(std::stop_token)>& what);
    bool callBlocking(graph::WorkContext& work, const std::function<void(std::stop_token)>& what);
    /// An error if the lock of the state is lost. Then no other step starts.
    Diagnostics checkLock();
    /// The same, reported once at the end of the walk.
    bool mayStart();
    std::shared_ptr<providers::Provider> providerFor(const addrs::AbsProviderInstance& address, const std::string& user,
                                                     Diagnostics& diagnostics) const;
    /// Returns null if there is no such object.
    states::StoredObjectPtr storedObject(const addrs::AbsResourceInstance& address,
                                         const addrs::DeposedKey& deposed) const;
    std::optional<states::Object> stored(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed,
                                         const schemas::ResourceSchema& schema, Diagnostics& diagnostics) const;
    /// Stores the object in the state and reports it to the sink.
    void store(const plans::ResourceInstanceChange& change, const addrs::DeposedKey& deposed,
               const std::optional<states::Object>& object, const schemas::ResourceSchema& schema);
    void saveSometimes();

    const ApplyRequest& m_request;
    Listener& m_listener;
    StateSink& m_sink;
    Stopping m_stopping;
    const ApplyGraph& m_graph;
    Runtime m_runtime;
    const ApplySelection m_selection;
    std::vector<Diagnostics> m_byNode;
    std::map<addrs::AbsProviderInstance, std::shared_ptr<providers::Provider>> m_providers;
    mutable graph::AdaptiveMutex m_mutex; // guards state, providers, counts and sink
    std::mutex m_instant;                 // held while an object is destroyed without a call of a plugin
    Snapshots m_snapshots{m_sink.snapshotInterval()};
    std::set<addrs::Module> m_closed; // modules without failures
    OpenedResources m_opened;
    const RemovedBlocks m_removed;
    WalkProgress m_progress;               // of the steps that take part
    std::atomic<bool> m_hasLeftOut{false}; // a call was skipped after a stop request
    Diagnostics m_lockLoss;                // guarded by the mutex
};

} // namespace planlens::engine
