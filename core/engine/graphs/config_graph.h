// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/target.h"
#include "core/configs/module_node.h"
#include "core/configs/provider_lookup.h"
#include "core/engine/refactoring/imports.h"
#include "core/graph/graph.h"
#include "core/plans/changes.h"
#include "core/plans/schemas.h"
#include "core/states/state.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace planlens::engine {

/// A configuration object visited by a walk, or a resource that is only in the state.
struct ConfigNode {
    enum class Kind {
        Variable,
        Local,
        Output,
        Expansion, // declares the instances of a module
        Close,     // everything in a module is finished
        Resource,
        Orphan,  // a resource in the state that is not configured; one node for each of its providers
        Deposed, // the deposed objects of a configured resource, which refer to nothing in the configuration
        Import,  // an imported resource whose configuration is generated
        Provider,
        Check,
        Release // an ephemeral resource, or a value derived from one, is no longer needed
    };
    Kind kind = Kind::Variable;
    const configs::ModuleNode* module = nullptr;
    std::string name;               // of a variable, local, output or check
    addrs::ConfigResource resource; // Resource, Orphan, Deposed, Import; Release of an ephemeral resource
    /// Provider and its Release: itself. Resource, Orphan, Deposed, Import: the one used.
    addrs::AbsProviderConfig provider;
    const configs::ProviderConfig* providerConfig = nullptr;
    const configs::Resource* resourceConfig = nullptr;
    std::vector<const configs::Import*> imports; // for this resource; one for Import

    // --- set for resources
    /// All resources it depends on, directly or indirectly, sorted by address text. Stored in states.
    addrs::ConfigResources dependencies;
    /// The resources that must be applied before the data is read, from explicit or implied depends_on.
    std::vector<addrs::ConfigResource> readDependsOn;
    bool createBeforeDestroy = false; // configured, or, when planning, required by a selected dependent
    bool refersToItself = false;      // in any expression of its block

    bool isEphemeral() const {
        return kind == Kind::Resource && resource.resource.mode == addrs::ResourceMode::Ephemeral;
    }
    bool isRootOutput() const { return kind == Kind::Output && !module->parent; }
    /// Whether it is a variable with validations.
    bool isValidated() const {
        return kind == Kind::Variable && !module->module.variables.at(name).validations.empty();
    }
    /// Whether a resource has preconditions or postconditions.
    bool hasConditions() const {
        return resourceConfig && !(resourceConfig->preconditions.empty() && resourceConfig->postconditions.empty());
    }
};

/// The part of a node that an operation with -target or -exclude includes.
enum class Selection : unsigned char {
    None,    // not at all
    Whole,   // with all its instances
    Filtered // with the instances for which isTargeted() is true, and all in undeclared module instances
};

/// The dependency graph of all configuration objects.
struct ConfigGraph {
    std::vector<ConfigNode> nodes;
    graph::Graph graph;
    std::vector<Selection> selection; // by node

    /// A reference of a node to a resource, or to one instance of it.
    struct ResourceReference {
        graph::Vertex from, to;
        std::optional<addrs::InstanceKey> key;
    };
    std::vector<ResourceReference> references; // for applying only

    const ConfigNode& operator[](graph::Vertex v) const { return nodes[graph::index(v)]; }
};

struct ConfigGraphOptions {
    plans::Schemas* schemas = nullptr;
    const states::State* state = nullptr; // for orphans; null: no state
    std::vector<addrs::TargetSubject> targets = {}, excludes = {};
    const plans::Changes* changes = nullptr; // when applying
    ConfigGeneration generation = ConfigGeneration::Off;
    configs::RootAliases rootAliases = configs::RootAliases::Missing;
    /// Whether all objects of the state are destroyed, only those that are not configured, or none, as for the `import`
    /// command.
    enum class Destroys { None, Orphans, All };
    Destroys destroys = Destroys::Orphans;
    /// Import blocks only take part in planning changes: not in refresh-only plans, applying and the `import` command.
    enum class ImportBlocks { Ignored, Imported };
    ImportBlocks importBlocks = ImportBlocks::Imported;
};

/// Builds the graph. A cycle is an error with the nodes in it.
diags::Result<ConfigGraph> buildConfigGraph(const configs::Config& config, const ConfigGraphOptions& options);

/// Returns the name of a node in OpenTofu's messages.
std::string labelOf(const ConfigNode& node);
/// Whether a variable depends on another node through its module call argument, rather than through its validations. In
/// OpenTofu, the argument is a separate node with the label argumentLabelOf().
bool takesArgumentFrom(const ConfigNode& variable, const ConfigNode& dependency);
std::string argumentLabelOf(const ConfigNode& variable);

/// Returns the target without instance keys, for comparison with nodes that represent all instances.
addrs::TargetSubject configured(const addrs::TargetSubject& target);

/// Whether any instance of a stored resource has deposed objects.
bool hasDeposed(const states::Resource& resource);

/// Returns the provider configuration for a resource that is only in the state, derived from the stored one.
addrs::AbsProviderConfig orphanProvider(const configs::Config& config, const addrs::AbsProviderConfig& stored);

/// Sets the selection of all nodes for -target and -exclude. Without either, all are Whole. Objects in the state that
/// do not belong to a configured resource, and deposed objects, are selected one by one. Without a state there are
/// none.
void selectTargeted(ConfigGraph& graph, const configs::Config& config, const states::State* state,
                    const std::vector<addrs::TargetSubject>& targets,
                    const std::vector<addrs::TargetSubject>& excludes);
/// Whether an instance of a Filtered node is included: a target contains it, and no exclusion does.
bool isTargeted(const addrs::AbsResourceInstance& instance, const std::vector<addrs::TargetSubject>& targets,
                const std::vector<addrs::TargetSubject>& excludes);

} // namespace planlens::engine
