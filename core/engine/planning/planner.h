// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/planning/plan_walk.h"
#include "core/lang/files_read.h"
#include "core/plans/plan.h"

namespace planlens::engine {

/// Makes one plan, from the request to the outcome. Exists for one call of plan().
class Planner {
public:
    Planner(const PlanRequest& request, Listener& listener, std::stop_token stop)
        : m_request(request)
        , m_listener(listener)
        , m_stop(std::move(stop))
        , m_readRecorder(request.readCache)
        , m_filesRead(request.filesRead ? request.filesRead : std::make_shared<lang::FilesRead>())
        , m_plan(std::make_shared<plans::Plan>()) {}

    PlanOutcome run();

private:
    using Diagnostics = diags::Diagnostics;
    enum class Made { Nothing, Plan };

    void prepare();
    /// Refreshes and plans with one walk over the configuration, starting with a state.
    Made walk(WalkPurpose purpose, const states::State& from);
    /// Whether the graph for these options equals the one made by validate().
    bool isOfConfigAlone(const ConfigGraphOptions& options) const;
    /// Returns the error for reading a plan whose state refers to providers without schemas, if any.
    Diagnostics unreadSchemas(const states::State& state) const;
    /// Returns null after adding errors.
    ConfigGraphPtr graphFor(WalkPurpose purpose, const states::State& state);
    void recordLeftOut(PlanWalk& walk);
    /// Plans the removal of outputs that are in the state but not configured.
    void planRemovedOutputs();
    void removeOutput(const std::string& name, const states::OutputValue& output);
    PlanOutcome finish(Made made);
    bool isGenerating() const { return !m_request.options.generateConfigPath.empty(); }
    bool isRefreshing() const { return m_request.options.refresh == Refresh::Yes && !m_state.isEmpty(); }
    bool isPartial() const { return !m_request.options.targets.empty() || !m_request.options.excludes.empty(); }

    // --- destroy plans (destroy_plan.cpp)

    /// The results of planning to destroy all selected objects of a state.
    struct Destruction {
        std::vector<plans::ResourceInstanceChangePtr> changes;
        std::map<addrs::AbsResourceInstance, Diagnostics> diagnostics;
        Diagnostics ofDeposed; // deposed objects have no dependencies or dependents
    };

    /// Makes a normal plan for refreshing first, and then destroys all remaining objects.
    Made planDestruction();
    Made walkToDestroy();
    /// Returns the nodes to evaluate for a destroy: everything that the provider configurations and prevent_destroy of
    /// destroyed resources need, and selected ephemeral resources that any provider in the state needs.
    std::vector<Selection> neededToDestroy(const ConfigGraph& graph, const states::State& state) const;
    /// Returns the resources in a state with at least one destroyed object.
    std::set<addrs::ConfigResource> destroyedResources(const states::State& state) const;
    /// Plans dependents first. An object is left out if one that must be destroyed before it cannot be destroyed.
    Destruction destroyObjects(const states::State& prior);
    diags::Result<plans::ResourceInstanceChangePtr> destroyObject(const addrs::AbsResourceInstance& address,
                                                                  const addrs::DeposedKey& deposed,
                                                                  const states::StoredObject& stored,
                                                                  const PlanWalk::ProviderUse& use);
    /// Plans the removal of one object of a managed resource.
    std::optional<plans::ResourceInstanceChange>
    removeManaged(const addrs::AbsResourceInstance& address, const addrs::DeposedKey& deposed,
                  const states::StoredObject& stored, const PlanWalk::ProviderUse& use, Diagnostics& diagnostics);
    /// Decodes the object to destroy. Refreshing has already upgraded it.
    std::optional<states::Object> readObject(const addrs::AbsResourceInstance& address,
                                             const addrs::DeposedKey& deposed, const states::StoredObject& stored,
                                             const schemas::ResourceSchema& schema, const PlanWalk::ProviderUse& use,
                                             Diagnostics& diagnostics);
    /// Takes over upgraded objects, which without refreshing are only known after all objects were planned.
    void takeUpgraded();
    /// Adds the changes to the plan.
    void recordDestruction(Destruction destruction);
    /// Returns the check results of a destroy plan: those of evaluated nodes, and unknown ones for root outputs.
    states::CheckResults resultsOfDestroying() const;

    const PlanRequest& m_request;
    Listener& m_listener;
    std::stop_token m_stop;
    ProviderReadRecorder m_readRecorder;
    std::shared_ptr<lang::FilesRead> m_filesRead;
    std::shared_ptr<plans::Plan> m_plan;
    std::shared_ptr<const lang::FunctionTable> m_functions;
    states::State m_state;
    MoveResults m_moves;
    ConfigGraphPtr m_graph;
    std::unique_ptr<PlanWalk> m_walk; // uses m_graph
    std::vector<std::pair<addrs::ModuleInstance, std::string>> m_moduleOutputs;
    Diagnostics m_diagnostics;
    Diagnostics m_unreadSchemas; // of providers that are needed by the state alone
    bool m_stopped = false;
};

} // namespace planlens::engine
