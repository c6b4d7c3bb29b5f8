// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/evaluation/checks.h"
#include "core/engine/evaluation/opened_resources.h"
#include "core/engine/evaluation/runtime.h"
#include "core/engine/evaluation/scope.h"
#include "core/engine/graphs/config_graph.h"
#include "core/engine/plan.h"
#include "core/engine/planning/provider_read_cache.h"
#include "core/engine/provider_pool.h"
#include "core/engine/refactoring/imports.h"
#include "core/engine/refactoring/moves.h"
#include "core/engine/refactoring/removed_blocks.h"
#include "core/graph/adaptive_mutex.h"
#include "core/graph/walk.h"

#include <atomic>
#include <mutex>
#include <set>
#include <unordered_map>

namespace planlens::engine {

/// What the plan walk is made for: planning changes, only refreshing, refreshing before everything is destroyed, or
/// what destroying needs: providers that are configured with what is in the state.
enum class WalkPurpose { Plan, RefreshOnly, BeforeDestroy, Destroy };

/// One walk over a configuration that refreshes and plans. Lives for one call of plan().
class PlanWalk {
public:
    using Diagnostics = diags::Diagnostics;

    PlanWalk(const PlanRequest& request, Listener& listener, std::stop_token stop, WalkPurpose purpose,
             const plans::Schemas& schemas, const ConfigGraph& graph, const lang::FunctionTable& functions,
             states::State state, MoveResults moves, ProviderReadRecorder& answers);

    /// Visits everything. Results are in the members below.
    void run();
    /// Closes the ephemeral resources. Not before providers have been asked for the last time: their configurations may
    /// come from them.
    Diagnostics close(OpenedResources::Report report) { return m_opened.close(report); }

    Runtime runtime;
    plans::Changes changes;
    states::State previousRunState; // as stored, moved and upgraded
    states::State priorState;       // refreshed
    Checks checks;
    plans::Dependencies dependencies;
    std::vector<addrs::AbsResourceInstance> instancesLeftOut; // of resources that take part
    std::map<addrs::AbsResourceInstance, std::vector<plans::UnchangedReason>> unchangedByMode;
    std::vector<std::pair<addrs::ModuleInstance, std::string>> moduleOutputs; // of called modules, not null
    diags::Diagnostics findings;
    Imports imports;
    bool stopped = false;

    struct ProviderUse {
        std::shared_ptr<providers::Provider> provider;
        addrs::AbsProviderInstance address;
    };
    /// The object of the state, upgraded and decoded; nothing if there is none. Writes what an upgrade changed to both
    /// states. After the walk there is no context: the provider is then called on this thread.
    std::optional<states::Object> readStored(const addrs::AbsResourceInstance& address,
                                             const addrs::DeposedKey& deposed, const schemas::ResourceSchema& schema,
                                             const ProviderUse& use, graph::WorkContext* work,
                                             diags::Diagnostics& diagnostics);

    // --- the rest is for the steps of the walk (plan_*.cpp)

    /// What planning one instance of a resource needs.
    struct Place {
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

    /// The provider for an object of the state while everything is destroyed: that of the configuration, where it has
    /// the resource. Nothing beside errors, and where it could not be configured.
    std::optional<ProviderUse> providerForDestroyed(const addrs::AbsResourceInstance& address,
                                                    const addrs::DeposedKey& deposed, Diagnostics& diagnostics) const;
    /// What the module of a resource says to its provider. Nothing beside errors: the provider may not take it.
    std::optional<values::Value> metaFor(const addrs::AbsResourceInstance& address, const ProviderUse& use,
                                         Diagnostics& diagnostics) const;

private:
    Diagnostics visitVariable(const ConfigNode& node);
    Diagnostics visitLocal(const ConfigNode& node);
    Diagnostics visitOutput(const ConfigNode& node);
    Diagnostics visitProvider(const ConfigNode& node, graph::WorkContext& work);
    Diagnostics visitResource(const ConfigNode& node, Selection selection, Selection ofDeposed,
                              graph::WorkContext& work);
    Diagnostics visitOrphan(const ConfigNode& node, Selection selection, graph::WorkContext& work);
    Diagnostics visitGeneratedImport(const ConfigNode& node, Selection selection, graph::WorkContext& work);

    // plan_resource.cpp
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
    /// The deposed objects of a resource that take part.
    using DeposedObject = std::pair<addrs::AbsResourceInstance, addrs::DeposedKey>;
    std::vector<DeposedObject> deposedObjects(const addrs::ConfigResource& resource, Selection selection) const;
    /// Instances of a resource that targets or exclusions leave out.
    void noteLeftOut(const ConfigNode& node, const std::vector<addrs::AbsResourceInstance>& instances);
    /// Runs one step for each of a list of objects side by side; diagnostics in the order of the list.
    Diagnostics forEach(std::size_t count, graph::WorkContext& work,
                        const std::function<Diagnostics(std::size_t)>& step);

    // plan_destroyed.cpp
    /// What the state has of a resource becomes its value in a module instance. False where it has nothing.
    bool showStored(const ConfigNode& node, ModuleRuntime& module, Diagnostics& diagnostics);
    /// While everything is destroyed, resources are only seen as the state has them.
    Diagnostics visitDestroyed(const ConfigNode& node);

    // plan_instance.cpp
    Diagnostics planInstance(const Place& place);
    /// What an object that is planned was made from, where it was imported.
    struct Imported {
        plans::Importing importing;
        std::string generatedConfig; // empty: it is written already
        diags::SourceRange range;    // of the import block
    };
    Diagnostics planObject(const Place& place, std::optional<states::Object> object, const Imported* imported);
    enum class Trigger { NotFired, Fired };
    void recordUnchangedByMode(const Place& place, const ModuleScope& scope, const values::Value& object);
    /// What makes a whole new instance of a module is what makes the objects in it.
    void noteNewModule(const Place& place, plans::ResourceInstanceChange& change) const;
    void recordDependsOn(const Place& place, DependencyRecorder& recorder) const;
    /// The range is that of the reference which fired.
    Trigger replaceTrigger(const Place& place, const ModuleScope& scope, diags::SourceRange& range,
                           DependencyRecorder& recorder, Diagnostics& diagnostics);

    // plan_import.cpp
    /// What is imported to an instance: nothing where the state has it already.
    const ImportTarget* toBeImported(const addrs::AbsResourceInstance& address) const;
    /// The object as the provider reads it, marked as the configuration says, and noted in both states.
    std::optional<states::Object> importObject(const Place& place, const ImportTarget& target,
                                               Diagnostics& diagnostics);
    /// Keeps a generated configuration that cannot be planned, so that it can be mended: as a change of nothing.
    void recordGenerated(const Place& place, const states::Object& object, const std::string& configuration);
    std::optional<states::Object> askToImport(const Place& place, const ImportTarget& target, Diagnostics& diagnostics);

    // plan_data.cpp
    Diagnostics planData(const Place& place);
    /// The data as it is now, from the provider or from the answers of a plan before.
    std::optional<values::Value> readData(const Place& place, const values::Value& config, const values::Value& meta,
                                          Diagnostics& diagnostics);
    bool hasPendingChanges(const Place& place) const;
    /// What in depends_on changes.
    diags::SourceRange pendingRange(const Place& place) const;

    // plan_ephemeral.cpp
    Diagnostics planEphemeral(const Place& place);

    // refresh.cpp
    /// What the provider makes of a stored object: the form that it has today, also of what was moved to another type.
    /// From the plan before, where that asked the same.
    std::optional<ProviderReadCache::Answer> upgrade(const addrs::AbsResourceInstance& address,
                                                     const addrs::DeposedKey& deposed,
                                                     const states::StoredObject& stored,
                                                     const schemas::ResourceSchema& schema, const ProviderUse& use,
                                                     graph::WorkContext* work, Diagnostics& diagnostics);
    /// What the provider says of the object now; its value is null where it is gone. Nothing beside errors.
    std::optional<states::Object> refresh(const ConfigNode& node, const addrs::AbsResourceInstance& address,
                                          const addrs::DeposedKey& deposed, const states::Object& object,
                                          const schemas::ResourceSchema& schema, const ProviderUse& use,
                                          graph::WorkContext& work, Diagnostics& diagnostics);
    states::StoredObjectPtr priorObject(const addrs::AbsResourceInstance& address) const;
    void writePrior(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed,
                    const std::optional<states::Object>& object, const schemas::ResourceSchema& schema,
                    const addrs::AbsProviderInstance& provider);
    void keepPreviousRunComparable(const addrs::AbsResourceInstance& address, const states::StoredObject& encoded,
                                   const schemas::ResourceSchema& schema);

    // plan_walk.cpp
    /// The configured provider instance for a resource instance; the key decides where provider for_each is used.
    std::optional<ProviderUse> providerFor(const addrs::AbsProviderConfig& config, const addrs::InstanceKey& key,
                                           const addrs::AbsResourceInstance& user, const addrs::DeposedKey& deposed,
                                           Diagnostics& diagnostics) const;
    /// That of an object in the state that is not declared.
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
    /// What the state has of a resource, in all module instances but these.
    StoredResources stateOf(const addrs::ConfigResource& resource,
                            const std::set<addrs::ModuleInstance>& except = {}) const;
    /// Makes a provider call: in a place for blocked calls, unless the provider answers at once. False when stopped.
    bool call(providers::Provider& provider, graph::WorkContext& work,
              const std::function<void(std::stop_token)>& what) const {
        return call(provider, &work, what);
    }
    bool call(providers::Provider& provider, graph::WorkContext* work,
              const std::function<void(std::stop_token)>& what) const;
    diags::Severity conditionSeverity() const;
    bool isRefreshing() const { return m_request.options.refresh == Refresh::Yes; }

    const PlanRequest& m_request;
    Listener& m_listener;
    std::stop_token m_stop;
    const WalkPurpose m_purpose;
    const plans::Schemas& m_schemas;
    const ConfigGraph& m_graph;
    const states::State m_initial;                                                      // after moves
    std::map<addrs::Module, std::vector<addrs::ModuleInstance>> m_modulesWithResources; // of m_initial
    std::set<addrs::ModuleInstance> m_modulesWithObjects; // of m_initial, in them or in modules inside
    const MoveResults m_moves;
    const RemovedBlocks m_removed;
    ProviderReadRecorder& m_answers;
    std::vector<Diagnostics> m_byNode;
    std::map<addrs::AbsProviderInstance, ProviderUse> m_providers;
    std::set<addrs::AbsProviderConfig> m_readyProviders; // all their instances are configured
    mutable graph::AdaptiveMutex m_mutex;                // changes, states, dependencies, providers
    OpenedResources m_opened;
    std::atomic<std::size_t> m_done{0}, m_known{0};
};

/// A provider's diagnostics as ours: paths become ranges of the configuration body. Without one they have no address
/// either.
diags::Diagnostics fromProvider(const providers::ProviderDiagnostics& diagnostics, const hcl::BodyPtr& body,
                                const schemas::Block* schema, const std::string& address);
/// Where a provider configuration is evaluated: in the module that it is in.
ModuleRuntime& moduleOf(Runtime& runtime, const addrs::AbsProviderConfig& address);
/// The instances of a provider configuration: those of its for_each, or one.
diags::Result<Instances> providerInstances(Runtime& runtime, const ConfigNode& node);
/// The body that configures a provider, also where none is written.
hcl::BodyPtr providerBody(const configs::ProviderConfig* config, const addrs::AbsProviderConfig& address);
/// What a provider said of its configuration. Where it fails without one, that it needs one is told besides.
diags::Diagnostics fromConfigured(const providers::ProviderDiagnostics& problems, const configs::ProviderConfig* config,
                                  const schemas::Block& schema, const addrs::AbsProviderInstance& address);
/// What is wrong with a value that a data source or an ephemeral resource was read as: its type, null, or not known.
diags::Diagnostics checkReadValue(const values::Value& result, const schemas::ResourceSchema& schema,
                                  const std::string& provider, const std::string& address);
/// A data source to read.
struct DataRead {
    const addrs::AbsResourceInstance& address;
    const addrs::AbsProviderInstance& providerAddress;
    providers::Provider& provider;
    const schemas::ResourceSchema& schema;
    hcl::BodyPtr body;
    values::Value config; // without marks
    values::Value meta;
};
/// Lets the provider validate the configuration and read, and reports that to the listener. Without marks; nothing
/// beside errors. Blocks.
diags::Result<values::Value> readDataSource(const DataRead& read, Listener& listener, std::stop_token stop);
/// Plans the destruction of an object: asks the provider where it can plan that. Nothing where it failed or was
/// stopped. The configuration is for the places of what the provider says; it may be null.
std::optional<plans::ResourceInstanceChange>
planDestroy(const PlanWalk::ProviderUse& use, const values::Value& providerMeta,
            const schemas::ProviderSchema& providerSchema, const addrs::AbsResourceInstance& address,
            const addrs::AbsResourceInstance& previous, const addrs::DeposedKey& deposed, const states::Object& object,
            const hcl::BodyPtr& config, const std::function<bool(const std::function<void(std::stop_token)>&)>& call,
            diags::Diagnostics& diagnostics);
/// A change that takes an object out of the state without touching the real one, or destroys it.
plans::ResourceInstanceChange removal(const addrs::AbsResourceInstance& address,
                                      const addrs::AbsResourceInstance& previous, const addrs::DeposedKey& deposed,
                                      const addrs::AbsProviderInstance& provider, const states::Object& object,
                                      plans::Action action);
/// The attribute that identifies the real object for people: "id", else "name".
std::pair<std::string, std::string> displayId(const values::Value& object);
/// The same, else a name: that of the tags, too.
std::pair<std::string, std::string> displayIdOrName(const values::Value& object);

} // namespace planlens::engine
