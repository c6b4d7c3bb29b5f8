// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/operation_graph.h"
#include "core/hcl/expression.h"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace planlens::engine {

/// A vertex of the operation graph while it is built.
struct OperationStep {
    enum class Kind {
        RootVariable, // the value of a root variable
        Argument,     // the value of another module's variable
        Variable,     // what references to a variable find
        Local,
        Output,
        RemovedOutput, // only in the state
        Check,
        CheckReport,
        CheckStart,     // after all changes, before data sources of checks
        Resource,       // all instances
        Orphan,         // planned: an object without a configured resource
        Deposed,        // planned: a deposed object
        PlannedDestroy, // planned: a current object, when everything is destroyed
        Applied,        // created, updated, read or only checked
        Destroyed,
        DestroyedDeposed,
        Forgotten,
        ForgottenDeposed,
        Provider,
        CloseProvider,
        Expansion, // of a module
        CloseModule,
        CloseResource // ephemeral resources
    };
    Kind kind = Kind::Variable;
    std::string name;
    addrs::Module module;
    const configs::ModuleNode* moduleNode = nullptr; // null: only in the state
    std::string key;                                 // variable, local, output, check: its name
    addrs::ConfigResource resource;                  // of all that are about a resource
    const configs::Resource* resourceConfig = nullptr;
    std::optional<addrs::AbsResourceInstance> instance;
    std::optional<addrs::AbsProviderConfig> provider; // that is used; Provider and CloseProvider: itself
    const configs::ProviderConfig* providerConfig = nullptr;
    const states::StoredObject* current = nullptr; // stored for the instance
    addrs::ConfigResources dependencies;           // of destroyed and applied objects
    bool createBeforeDestroy = false;              // of destroyed objects
    bool hasValidations = false;                   // of a variable
    bool changes = false;                          // Applied: not only checked

    /// About a resource or one of its objects.
    bool isOfResource() const { return kind >= Kind::Resource && kind <= Kind::ForgottenDeposed; }
    bool destroys() const {
        return kind == Kind::PlannedDestroy || kind == Kind::Destroyed || kind == Kind::DestroyedDeposed;
    }
    bool isOfDeposed() const {
        return kind == Kind::Deposed || kind == Kind::DestroyedDeposed || kind == Kind::ForgottenDeposed;
    }
    /// Has expressions of its own.
    bool refers() const;
    /// Is repeated for instances while the graph is walked.
    bool expands() const;
    /// Only gives a value to others; nothing for those that never do.
    std::optional<bool> isTemporary(std::optional<GraphOperation> operation) const;
    /// A data source in a check block.
    bool isNestedInCheck() const { return resourceConfig && !resourceConfig->container.empty(); }
};

/// The steps and their edges. Edges go from a step to what it depends on.
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
    /// All that a step depends on, directly or not.
    Set allDependencies(Index i) const { return reachable(i, m_down); }
    Set allDependents(Index i) const { return reachable(i, m_up); }
    void forEach(const std::function<void(Index)>& visit) const;

    /// What is there, as an immutable graph, with the step of each vertex.
    std::pair<graph::Graph, std::vector<Index>> build() const;
    /// Drops edges that follow from others. There must be no cycle.
    void reduce();

private:
    Set reachable(Index from, const std::vector<Set>& edges) const;

    std::vector<OperationStep> m_steps;
    std::vector<Set> m_down, m_up;
    std::vector<bool> m_isThere;
};

/// Expressions of a step: what they name, the functions they call, and the module that both are relative to.
struct StepReferences {
    addrs::Module module;
    std::vector<hcl::Traversal> traversals;
    std::vector<hcl::FunctionReference> functions;
};
StepReferences referencesOf(const OperationStep& step, GraphOperation operation, const plans::Schemas& schemas);

/// Connects each step with those that its expressions name.
void connectReferences(OperationSteps& steps, GraphOperation operation, const plans::Schemas& schemas);

/// Notes what each applied object depends on, as far as the state does not know.
void attachDependencies(OperationSteps& steps);
/// Data sources of check blocks are read after all changes.
void addCheckStart(OperationSteps& steps);
/// Orders destroyed objects by the dependencies in the state, and before or after what replaces them.
void orderDestroys(OperationSteps& steps, GraphOperation operation);
/// Drops values, modules, resources and providers that nothing needs any more.
void pruneUnused(OperationSteps& steps, GraphOperation operation);
/// Drops what targets and exclusions of a plan leave out.
void selectTargets(OperationSteps& steps, const plans::Plan& plan);
/// Adds the steps that close ephemeral resources, providers and the root module.
void addClosingSteps(OperationSteps& steps);

} // namespace planlens::engine
