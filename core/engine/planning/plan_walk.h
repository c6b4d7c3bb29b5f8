// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/evaluation/checks.h"
#include "core/engine/evaluation/opened_resources.h"
#include "core/engine/evaluation/runtime.h"
#include "core/engine/evaluation/scope.h"
#include "core/engine/graphs/config_graph.h"
#include "core/engine/plan.h"
#include "core/engine/planning/provider_read_cache.h"
#include "core/engine/planning/walk_progress.h"
#include "core/engine/provider_pool.h"
#include "core/engine/refactoring/imports.h"
#include "core/engine/refactoring/moves.h"
#include "core/engine/refactoring/removed_blocks.h"
#include "core/graph/adaptive_mutex.h"
#include "core/graph/walk.h"
#include "core/plans/changes.h"
#include "core/plans/dependencies.h"
#include "core/plans/recorded.h"
#include "core/plans/schemas.h"

#include <mutex>
#include <set>
#include <unordered_map>

namespace planlens::engine {

/// The purpose of a plan walk: planning changes, refreshing only, refreshing before a destroy plan, or evaluating
/// provider configurations for a destroy plan with values from the state.
enum class WalkPurpose { Plan, RefreshOnly, BeforeDestroy, Destroy };

/// One walk over a configuration that refreshes and plans. Exists for one call of plan().
class PlanWalk {
public:
    using Diagnostics = diags::Diagnostics;

    PlanWalk(const PlanRequest& request, Listener& listener, std::stop_token stop, WalkPurpose purpose,
             const plans::Schemas& schemas, const ConfigGraph& graph, const lang::FunctionTable& functions,
             states::State state, MoveResults moves, ProviderReadRecorder& readRecorder);

    /// Visits all nodes. The results are in the members below.
    void run();
    /// Closes the ephemeral resources. Call it after the last provider call, because provider configurations may use
    /// them.
    Diagnostics close(OpenedResources::Report report) { return m_opened.close(report); }

    Runtime runtime;
    plans::Changes changes;
    states::State previousRunState; // as stored, after moves and upgrades
    states::State priorState;       // after refreshing
    Checks checks;
    plans::Dependencies dependencies;
    plans::Recorded recorded; // unchanged instances, and instances of selected resources that are left out
    std::vector<std::pair<addrs::ModuleInstance, std::string>> moduleOutputs; // of called modules, if not null
    std::map<std::string, std::vector<std::string>> sensitiveOutputsRead;     // plans::Plan::sensitiveOutputsRead
    diags::Diagnostics findings;
    /// The moved, removed and import blocks of the configuration, and their effect on this walk.
    struct Refactoring {
        const MoveResults moves;
        const RemovedBlocks removed;
        Imports imports;
    } refactoring;
    bool stopped = false;

    struct ProviderUse {
        std::shared_ptr<providers::Provider> provider;
        addrs::AbsProviderInstance address;
    };
    /// Returns the upgraded and decoded object of the state; std::nullopt if there is none. Writes upgrades to both
    /// states. `work` is null after the walk: the provider is then called on this thread.
    std::optional<states::Object> readStored(const addrs::AbsResourceInstance& address,
                                             const addrs::DeposedKey& deposed, const schemas::ResourceSchema& schema,
                                             const ProviderUse& use, graph::WorkContext* work,
                                             diags::Diagnostics& diagnostics);
    /// Returns an object that refreshing has left. As in OpenTofu, the provider upgrades it again before it is
    /// destroyed.
    std::optional<states::Object> readRefreshed(const addrs::AbsResourceInstance& address,
                                                const addrs::DeposedKey& deposed, const states::StoredObject& stored,
                                                const schemas::ResourceSchema& schema, const ProviderUse& use,
                                                diags::Diagnostics& diagnostics);

    // --- used by the steps of the walk (plan_*.cpp)

    /// What is needed to plan one resource instance.
    struct InstanceContext {
        const ConfigNode& node;
        ModuleRuntime& module;
        ResourceRuntime& resource;
        std::size_t instance;
        addrs::AbsResourceInstance address;
        schemas::ResourceSchemaPtr schema;
        std::shared_ptr<providers::Provider> provider;
        addrs::AbsProviderInstance providerAddress;
        graph::WorkContext& work;

        ProviderUse use() const { return {provider, providerAddress}; }
    };

    graph::Visit visit(graph::Vertex vertex, graph::WorkContext& work);

    /// Makes resources that the walk did not visit unknown, for references from `prevent_destroy`.
    void showUnvisited(ModuleRuntime& module);
    /// Returns the provider for an object in a destroy plan: that of its resource's configuration if there is one.
    /// Returns std::nullopt after adding errors, and if the provider could not be configured.
    std::optional<ProviderUse> providerForDestroyed(const addrs::AbsResourceInstance& address,
                                                    const addrs::DeposedKey& deposed, Diagnostics& diagnostics) const;
    /// Returns the provider_meta value of a resource. Returns std::nullopt after an error, as when the provider does
    /// not support it.
    std::optional<values::Value> metaFor(const addrs::AbsResourceInstance& address, const ProviderUse& use,
                                         Diagnostics& diagnostics) const;

private:
    /// The state before the walk, after moves.
    struct InitialState {
        explicit InitialState(states::State from);

        const states::State state;
        std::map<addrs::Module, std::vector<addrs::ModuleInstance>> modulesWithResources;
        std::set<addrs::ModuleInstance> modulesWithObjects; // in them or in nested modules
    };
    struct ConfiguredProviders {
        std::map<addrs::AbsProviderInstance, ProviderUse> instances;
        std::set<addrs::AbsProviderConfig> complete; // with all instances configured
    };

    Diagnostics visitVariable(const ConfigNode& node);
    Diagnostics visitLocal(const ConfigNode& node);
    Diagnostics visitOutput(const ConfigNode& node);
    void addRootOutput(const configs::Output& output, const std::string& name, const values::Value& value);
    Diagnostics visitProvider(const ConfigNode& node, graph::WorkContext& work);
    Diagnostics visitResource(const ConfigNode& node, Selection selection, graph::WorkContext& work);
    Diagnostics visitOrphan(const ConfigNode& node, Selection selection, graph::WorkContext& work);
    Diagnostics visitDeposed(const ConfigNode& node, Selection selection, graph::WorkContext& work);
    Diagnostics visitGeneratedImport(const ConfigNode& node, Selection selection, graph::WorkContext& work);

    // plan_resource.cpp
    struct InstanceStep;
    struct ResourceSteps;
    Diagnostics addDeclaredInstances(const ConfigNode& node, Selection selection, ResourceSteps& steps);
    void addStoredInstances(const ConfigNode& node, Selection selection, const addrs::AbsResource& address,
                            ModuleRuntime* module, ResourceSteps& steps);
    Diagnostics removeCycles(const ConfigNode& node, const schemas::ResourceSchema& schema, ResourceSteps& steps);
    Diagnostics planStep(const ConfigNode& node, const InstanceStep& step, const schemas::ResourceSchemaPtr& schema,
                         const configs::ResolvedProvider& resolved, graph::WorkContext& work);
    Diagnostics expandResource(const ConfigNode& node, ModuleRuntime& module, std::vector<std::string>& checkObjects);
    void warnAboutIncompleteReplace(const addrs::AbsResource& resource, const Instances& instances,
                                    Diagnostics& diagnostics);
    Diagnostics planOrphan(const ConfigNode& node, const addrs::AbsResourceInstance& address, graph::WorkContext& work);
    Diagnostics planDeposed(const ConfigNode& node, const addrs::AbsResourceInstance& address,
                            const addrs::DeposedKey& key, graph::WorkContext& work);
    std::optional<plans::ResourceInstanceChange>
    planDestroyed(const ProviderUse& use, const addrs::AbsResourceInstance& address,
                  const addrs::AbsResourceInstance& previous, const addrs::DeposedKey& deposed,
                  const states::Object& object, graph::WorkContext& work, Diagnostics& diagnostics) const;
    /// Records instances of a resource that -target or -exclude leaves out.
    void recordLeftOut(const ConfigNode& node, const std::vector<addrs::AbsResourceInstance>& instances);
    /// Runs one step for each item in parallel. Diagnostics are in the order of the items.
    Diagnostics forEach(std::size_t count, graph::WorkContext& work,
                        const std::function<Diagnostics(std::size_t)>& step);

    // plan_destroyed.cpp
    /// Uses the objects in the state as the values of a resource in a module instance. Returns false if there are none.
    bool showStored(const ConfigNode& node, ModuleRuntime& module);
    /// Gives a resource one instance with unknown values.
    void showUnknown(const addrs::Resource& address, const addrs::Provider& provider, ResourceRuntime& resource);
    /// Handles a resource in a destroy walk, in which values come from the state only.
    Diagnostics visitDestroyed(const ConfigNode& node);

    // plan_instance.cpp
    Diagnostics planInstance(const InstanceContext& context);
    /// The source of a planned object that was imported.
    struct Imported {
        plans::Importing importing;
        std::string generatedConfig; // empty: configuration exists
        diags::SourceRange range;    // of the import block
    };
    Diagnostics planObject(const InstanceContext& context, std::optional<states::Object> object,
                           const Imported* imported);
    /// Applies the lifecycle arguments to the object and refreshes it. Returns the object before refreshing if that
    /// found changes.
    values::Value refreshObject(const InstanceContext& context, std::optional<states::Object>& object,
                                const Imported* imported, Diagnostics& diagnostics);
    InstanceConditions conditionsOf(const InstanceContext& context);
    /// Makes the refreshed or planned object available to references and evaluates the conditions of the instance.
    Diagnostics showRefreshed(const InstanceContext& context, const ModuleScope& scope,
                              const std::optional<states::Object>& object);
    Diagnostics showPlanned(const InstanceContext& context, const ModuleScope& scope,
                            const plans::ResourceInstanceChange& planned, std::optional<states::Object> object);
    bool isReplaceRequested(const addrs::AbsResourceInstance& address) const;
    /// Adds the causes outside the resource's arguments, and the import.
    void addCauses(const InstanceContext& context, plans::ResourceInstanceChange& change,
                   const std::vector<diags::SourceRange>& triggers, const Imported* imported) const;
    void recordUnchangedByMode(const InstanceContext& context, const ModuleScope& scope, const values::Value& object);
    /// Uses the module call's repetition as the cause for objects in a new module instance.
    void recordNewModule(const InstanceContext& context, plans::ResourceInstanceChange& change) const;
    void recordDependsOn(const InstanceContext& context, DependencyRecorder& recorder) const;
    /// Returns the ranges of all replace_triggered_by references that trigger a replacement.
    std::vector<diags::SourceRange> firedTriggers(const InstanceContext& context, const ModuleScope& scope,
                                                  DependencyRecorder& recorder, Diagnostics& diagnostics);

    // plan_import.cpp
    /// Returns the import for an instance; null if there is none or the state has the object already.
    const ImportTarget* toBeImported(const addrs::AbsResourceInstance& address) const;
    /// Imports and reads the object, adds the configuration's marks, and stores it in both states.
    std::optional<states::Object> importObject(const InstanceContext& context, const ImportTarget& target,
                                               Diagnostics& diagnostics);
    /// Records generated configuration that cannot be planned as a change without an action, so that users can fix it.
    void recordGenerated(const InstanceContext& context, const states::Object& object,
                         const std::string& configuration);
    std::optional<states::Object> requestImport(const InstanceContext& context, const ImportTarget& target,
                                                Diagnostics& diagnostics);
    /// Returns the objects of the provider; std::nullopt after an error.
    std::optional<std::vector<providers::ImportedResource>> callImport(const InstanceContext& context,
                                                                       const std::string& id,
                                                                       const values::Value& identity,
                                                                       Diagnostics& diagnostics);
    /// Adds the marks of the configuration to an object, so that a difference in marks alone is not a change.
    Diagnostics addConfiguredMarks(const InstanceContext& context, states::Object& object) const;
    /// Imports all objects that the provider returns for PlanOptions::import into both states.
    Diagnostics importForCommand(const InstanceContext& context);
    Diagnostics importForCommand(const InstanceContext& context, const addrs::AbsResourceInstance& address,
                                 providers::ImportedResource imported);

    // plan_data.cpp
    Diagnostics planData(const InstanceContext& context);
    /// Reads the data from the provider, or from the cache of a previous plan.
    std::optional<values::Value> readData(const InstanceContext& context, const values::Value& config,
                                          const values::Value& meta, Diagnostics& diagnostics);
    /// Plans to read the data when applying. Returns std::nullopt if this walk does not plan it.
    std::optional<values::Value> deferRead(const InstanceContext& context, const values::Value& config);
    /// Reads the data now. Data nested in a check block is also planned to be read when applying.
    std::optional<values::Value> readNow(const InstanceContext& context, const values::Value& config,
                                         const values::Value& meta, Diagnostics& diagnostics);
    void recordRead(const InstanceContext& context, const values::Value& after, plans::ActionReason reason,
                    plans::Cause cause);
    bool hasPendingChanges(const InstanceContext& context) const;
    /// Returns the range of the depends_on entry with pending changes.
    diags::SourceRange pendingRange(const InstanceContext& context) const;

    // plan_ephemeral.cpp
    Diagnostics planEphemeral(const InstanceContext& context);

    // refresh.cpp
    /// Upgrades a stored object to the current schema version, or converts an object moved from another type. Uses the
    /// cached response of a previous plan for an equal request.
    std::optional<ProviderReadCache::Response> upgrade(const addrs::AbsResourceInstance& address,
                                                       const addrs::DeposedKey& deposed,
                                                       const states::StoredObject& stored,
                                                       const schemas::ResourceSchema& schema, const ProviderUse& use,
                                                       graph::WorkContext* work, Diagnostics& diagnostics);
    /// Reads the object. The value of the result is null if the object was deleted; std::nullopt after an error.
    std::optional<states::Object> refresh(const ConfigNode& node, const addrs::AbsResourceInstance& address,
                                          const addrs::DeposedKey& deposed, const states::Object& object,
                                          const schemas::ResourceSchema& schema, const ProviderUse& use,
                                          graph::WorkContext& work, Diagnostics& diagnostics);
    states::StoredObjectPtr priorObject(const addrs::AbsResourceInstance& address) const;
    void writePrior(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed,
                    const std::optional<states::Object>& object, const schemas::ResourceSchema& schema,
                    const addrs::AbsProviderInstance& provider);
    void keepPreviousRunComparable(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed,
                                   const states::StoredObject& encoded, const schemas::ResourceSchema& schema);

    // plan_walk.cpp
    /// Returns the configured provider instance for a resource instance. `key` selects the instance of a provider with
    /// for_each.
    std::optional<ProviderUse> providerFor(const addrs::AbsProviderConfig& config, const addrs::InstanceKey& key,
                                           const addrs::AbsResourceInstance& user, const addrs::DeposedKey& deposed,
                                           Diagnostics& diagnostics) const;
    /// Returns the provider instance for an object in the state that is not declared.
    std::optional<ProviderUse> providerForStored(const ConfigNode& node, const addrs::AbsResourceInstance& address,
                                                 const addrs::DeposedKey& deposed, Diagnostics& diagnostics) const;
    plans::ResourceInstanceChangePtr record(plans::ResourceInstanceChange change);
    void note(std::vector<plans::Dependency> found);
    bool takesPart(const addrs::AbsResourceInstance& address, Selection selection) const {
        return selection == Selection::Whole ||
               (selection == Selection::Filtered &&
                isTargeted(address, m_request.options.targets, m_request.options.excludes));
    }
    using StoredResources = std::vector<std::pair<addrs::AbsResource, const states::Resource*>>;
    /// Returns the resources in the state, in all module instances except the given ones.
    StoredResources stateOf(const addrs::ConfigResource& resource,
                            const std::set<addrs::ModuleInstance>& except = {}) const;
    /// Makes a provider call, on a thread for blocking calls unless the provider is instant. Returns false after a stop
    /// request.
    bool call(providers::Provider& provider, graph::WorkContext& work,
              const std::function<void(std::stop_token)>& what) const {
        return call(provider, &work, what);
    }
    bool call(providers::Provider& provider, graph::WorkContext* work,
              const std::function<void(std::stop_token)>& what) const;
    /// As call(), for reading a data source.
    bool callToRead(providers::Provider& provider, graph::WorkContext* work,
                    const std::function<void(std::stop_token)>& what) const;
    bool callBlocking(graph::WorkContext* work, const std::function<void(std::stop_token)>& what) const;
    diags::Severity conditionSeverity() const;
    bool isRefreshing() const { return m_request.options.refresh == Refresh::Yes; }
    bool isImporting() const { return m_request.options.import.has_value(); }

    const PlanRequest& m_request;
    Listener& m_listener;
    std::stop_token m_stop;
    const WalkPurpose m_purpose;
    const plans::Schemas& m_schemas;
    const ConfigGraph& m_graph;
    const InitialState m_initial;
    ProviderReadRecorder& m_readRecorder;
    std::vector<Diagnostics> m_byNode;
    ConfiguredProviders m_providers;
    mutable graph::AdaptiveMutex m_mutex; // guards changes, states, dependencies, providers
    OpenedResources m_opened;
    WalkProgress m_progress;
};

/// Converts diagnostics of a provider. Paths become ranges of the configuration body. Without a body, diagnostics have
/// no address either.
diags::Diagnostics fromProvider(const providers::ProviderDiagnostics& diagnostics, const hcl::BodyPtr& body,
                                const schemas::Block* schema, const std::string& address);
/// Returns the module instance in which a provider configuration is evaluated.
ModuleRuntime& moduleOf(Runtime& runtime, const addrs::AbsProviderConfig& address);
/// Returns the instances of a provider configuration: one for each element of for_each, or a single one.
diags::Result<Instances> providerInstances(Runtime& runtime, const ConfigNode& node);
/// Returns the body of a provider configuration; an empty one if there is none.
hcl::BodyPtr providerBody(const configs::ProviderConfig* config, const addrs::AbsProviderConfig& address);
/// Returns the diagnostics of configuring a provider. If an unconfigured provider fails, the error adds that it
/// requires a configuration.
diags::Diagnostics fromConfigured(const providers::ProviderDiagnostics& problems, const configs::ProviderConfig* config,
                                  const schemas::Block& schema, const addrs::AbsProviderInstance& address);
/// Checks the result of a data source or ephemeral resource: it must have the right type and be known and not null.
diags::Diagnostics checkReadValue(const values::Value& result, const schemas::ResourceSchema& schema,
                                  const std::string& provider, const std::string& address);
/// A request to read a data source.
struct DataRead {
    const addrs::AbsResourceInstance& address;
    const addrs::AbsProviderInstance& providerAddress;
    providers::Provider& provider;
    const schemas::ResourceSchema& schema;
    hcl::BodyPtr body;
    values::Value config; // unmarked
    values::Value meta;
};
struct DataResult {
    values::Value value;                       // unmarked
    std::vector<std::string> sensitiveOutputs; // of another state
};
/// Validates the configuration, reads the data source and reports that to the listener. std::nullopt after an error.
/// Blocking.
diags::Result<DataResult> readDataSource(const DataRead& read, Listener& listener, std::stop_token stop);
/// Plans the destruction of an object; calls the provider if it supports that. Returns std::nullopt after an error or a
/// stop request. `config` is for the ranges of provider diagnostics, and may be null.
std::optional<plans::ResourceInstanceChange>
planDestroy(const PlanWalk::ProviderUse& use, const values::Value& providerMeta,
            const schemas::ProviderSchema& providerSchema, const addrs::AbsResourceInstance& address,
            const addrs::AbsResourceInstance& previous, const addrs::DeposedKey& deposed, const states::Object& object,
            const hcl::BodyPtr& config, const std::function<bool(const std::function<void(std::stop_token)>&)>& call,
            diags::Diagnostics& diagnostics);
/// Returns a change that destroys an object, or removes it from the state only.
plans::ResourceInstanceChange removal(const addrs::AbsResourceInstance& address,
                                      const addrs::AbsResourceInstance& previous, const addrs::DeposedKey& deposed,
                                      const addrs::AbsProviderInstance& provider, const states::Object& object,
                                      plans::Action action);

} // namespace planlens::engine
