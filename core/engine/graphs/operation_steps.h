// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/module.h"
#include "core/engine/operation_graph.h"
#include "core/hcl/expression.h"
#include "core/states/state.h"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace planlens::configs {
struct ModuleNode;
}
namespace planlens::plans {
struct Options;
}
namespace planlens::engine {

/// A vertex of the operation graph while it is being built.
struct OperationStep {
    enum class Kind {
        RootVariable, // value of a root variable
        Argument,     // value of a variable of another module
        Variable,     // target of references to a variable
        Local,
        Output,
        RemovedOutput, // only in the state
        Check,
        CheckReport,
        CheckStart,     // after all changes, before data sources of check blocks
        Resource,       // all instances
        Orphan,         // plan: an object without a configured resource
        Deposed,        // plan: a deposed object
        PlannedDestroy, // destroy plan: a current object
        Applied,        // created, updated, read or only checked
        Destroyed,
        DestroyedDeposed,
        Forgotten,
        ForgottenDeposed,
        Provider,
        CloseProvider,
        Expansion, // of a module
        CloseModule,
        CloseResource // for ephemeral resources
    };
    Kind kind = Kind::Variable;
    std::string name;
    addrs::Module module;
    const configs::ModuleNode* moduleNode = nullptr; // null: only in the state
    std::string key;                                 // name of the variable, local, output or check
    addrs::ConfigResource resource;                  // for all steps of resources and objects
    const configs::Resource* resourceConfig = nullptr;
    std::optional<addrs::AbsResourceInstance> instance;
    std::optional<addrs::AbsProviderConfig> provider; // used configuration; for Provider and CloseProvider: itself
    const configs::ProviderConfig* providerConfig = nullptr;
    const states::StoredObject* current = nullptr; // stored object of the instance
    addrs::ConfigResources dependencies;           // of destroyed and applied objects
    bool createBeforeDestroy = false;              // of destroyed objects
    bool hasValidations = false;                   // of a variable
    bool changes = false;                          // Applied: not only checked

    /// Whether it is a step of a resource or one of its objects.
    bool isOfResource() const { return kind >= Kind::Resource && kind <= Kind::ForgottenDeposed; }
    bool destroys() const {
        return kind == Kind::PlannedDestroy || kind == Kind::Destroyed || kind == Kind::DestroyedDeposed;
    }
    bool isOfDeposed() const {
        return kind == Kind::Deposed || kind == Kind::DestroyedDeposed || kind == Kind::ForgottenDeposed;
    }
    /// Whether it has expressions of its own.
    bool refers() const;
    /// Whether it is expanded to instances while the graph is walked.
    bool expands() const;
    /// Whether it only provides a value for others; std::nullopt for steps that never do.
    std::optional<bool> isTemporary(std::optional<GraphOperation> operation) const;
    /// Whether it is a data source in a check block.
    bool isNestedInCheck() const { return resourceConfig && !resourceConfig->container.empty(); }
};

/// The steps and their edges, which lead from a step to its dependencies.
class OperationSteps {
public:
    using Index = std::size_t;
    using Set = std::set<Index>;

    Index add(OperationStep step);
    void connect(Index from, Index to);
    void disconnect(Index from, Index to);
    void remove(Index step);
    bool isThere(Index step) const { return m_isThere[step]; }

    std::size_t size() const { return m_steps.size(); }
    OperationStep& operator[](Index i) { return m_steps[i]; }
    const OperationStep& operator[](Index i) const { return m_steps[i]; }
    const Set& dependencies(Index i) const { return m_down[i]; }
    const Set& dependents(Index i) const { return m_up[i]; }
    /// Returns all direct and indirect dependencies of a step.
    Set allDependencies(Index i) const { return reachable(i, m_down); }
    Set allDependents(Index i) const { return reachable(i, m_up); }
    void forEach(const std::function<void(Index)>& visit) const;

    /// Returns the remaining steps as an immutable graph, with the step of each vertex.
    std::pair<graph::Graph, std::vector<Index>> build() const;
    /// Removes redundant edges. The graph must have no cycle.
    void reduce();

private:
    Set reachable(Index from, const std::vector<Set>& edges) const;

    std::vector<OperationStep> m_steps;
    std::vector<Set> m_down, m_up;
    std::vector<bool> m_isThere;
};

/// The references in a step's expressions, the functions that they call, and the module that contains them.
struct StepReferences {
    addrs::Module module;
    std::vector<hcl::Traversal> traversals;
    std::vector<hcl::FunctionReference> functions;
};
StepReferences referencesOf(const OperationStep& step, GraphOperation operation, const plans::Schemas& schemas);

/// Connects each step with the steps to which it refers.
void connectReferences(OperationSteps& steps, GraphOperation operation, const plans::Schemas& schemas);

/// Sets the dependencies of applied objects that are not stored in the state.
void attachDependencies(OperationSteps& steps);
/// Makes data sources of check blocks depend on all changes.
void addCheckStart(OperationSteps& steps);
/// Orders destroyed objects by the dependencies in the state, and relative to their replacements.
void orderDestroys(OperationSteps& steps, GraphOperation operation);
/// Removes values, modules, resources and providers that are no longer needed.
void pruneUnused(OperationSteps& steps, GraphOperation operation);
/// Removes the steps that the targets and exclusions of a plan leave out.
void selectTargets(OperationSteps& steps, const plans::Options& options);
/// Adds the steps that close ephemeral resources, providers and the root module.
void addClosingSteps(OperationSteps& steps);

} // namespace planlens::engine
