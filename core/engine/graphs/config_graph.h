// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"
#include "core/configs/provider_lookup.h"
#include "core/engine/refactoring/imports.h"
#include "core/graph/graph.h"
#include "core/plans/plan.h"
#include "core/states/state.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace planlens::engine {

/// A configuration object that a walk visits, or resources that are only in the state.
struct ConfigNode {
    enum class Kind {
        Variable,
        Local,
        Output,
        Expansion, // declares the instances of a module
        Close,     // everything in a module is done
        Resource,
        Orphan, // a resource of the state that is not in the configuration, as far as it uses one provider
                // configuration
        Import, // a resource that is imported and has its configuration generated
        Provider,
        Check,
        Release // nothing needs an ephemeral resource any more, or something that was made from one
    };
    Kind kind = Kind::Variable;
    const configs::ModuleNode* module = nullptr;
    std::string name;                  // of a variable, local, output or check
    addrs::ConfigResource resource;    // Resource, Orphan, Import; Release of an ephemeral resource
    addrs::AbsProviderConfig provider; // Provider and its Release: itself; Resource, Orphan, Import: the one it uses
    const configs::ProviderConfig* providerConfig = nullptr;
    const configs::Resource* resourceConfig = nullptr;
    std::vector<const configs::Import*> imports; // that lead to the resource; one for Import

    // --- filled for resources
    /// All resources it depends on, directly or not, sorted by address text; what states store.
    addrs::ConfigResources dependencies;
    /// What a read of data must wait for, by explicit or implied depends_on.
    std::vector<addrs::ConfigResource> readDependsOn;
    bool createBeforeDestroy = false; // configured, or forced by a dependent that takes part
    bool refersToItself = false;      // somewhere in its block

    bool isEphemeral() const {
        return kind == Kind::Resource && resource.resource.mode == addrs::ResourceMode::Ephemeral;
    }
    /// Whether a resource has preconditions or postconditions.
    bool hasConditions() const {
        return resourceConfig && !(resourceConfig->preconditions.empty() && resourceConfig->postconditions.empty());
    }
};

/// How a node takes part under -target or -exclude.
enum class Selection : unsigned char {
    Left,    // not at all
    Whole,   // with all its instances
    Filtered // with the instances that isTargeted() lets through, and all in module instances that are not declared
};

/// The dependencies among all configuration objects.
struct ConfigGraph {
    std::vector<ConfigNode> nodes;
    graph::Graph graph;
    std::vector<Selection> selection; // by node
    /// By node: how the deposed objects of a resource take part, which nothing refers to. Not by module instances.
    std::vector<Selection> deposedSelection;

    /// A node refers to a resource, or to one instance of it.
    struct ResourceReference {
        graph::Vertex from, to;
        std::optional<addrs::InstanceKey> key;
    };
    std::vector<ResourceReference> references; // for applying only

    const ConfigNode& operator[](graph::Vertex v) const { return nodes[graph::index(v)]; }
};

struct ConfigGraphOptions {
    plans::Schemas* schemas = nullptr;
    const states::State* state = nullptr; // for orphans; null: none
    std::vector<addrs::TargetSubject> targets = {}, excludes = {};
    const plans::Changes* changes =
        nullptr; // when applying: what they leave alone forces nothing on what it depends on
    ConfigGeneration generation = ConfigGeneration::Off;
    configs::RootAliases rootAliases = configs::RootAliases::Missing;
    /// Whether all objects of the state are destroyed, rather than those that are not configured.
    enum class Destroys { Orphans, All };
    Destroys destroys = Destroys::Orphans;
};

/// Builds the graph; a cycle is an error that names what takes part in it.
diags::Result<ConfigGraph> buildConfigGraph(const configs::Config& config, const ConfigGraphOptions& options);

/// What the reference calls a node in its messages.
std::string labelOf(const ConfigNode& node);
/// Whether a variable depends on another node by the argument of its module call, rather than by its own validations.
/// In the reference, the argument is a node of its own with the label argumentLabelOf().
bool takesArgumentFrom(const ConfigNode& variable, const ConfigNode& dependency);
std::string argumentLabelOf(const ConfigNode& variable);

/// The configuration-level object around a target, for comparing with nodes that stand for all instances.
addrs::TargetSubject configured(const addrs::TargetSubject& target);

/// The provider configuration for a resource that is only in the state, from the one that is stored with it.
addrs::AbsProviderConfig orphanProvider(const configs::Config& config, const addrs::AbsProviderConfig& stored);

/// Sets the selection of all nodes for planning. Everything is Whole without targets and exclusions. Objects of the
/// state that are not of a configured resource, and deposed objects, are selected one by one. No state: there are none.
void selectTargeted(ConfigGraph& graph, const configs::Config& config, const states::State* state,
                    const std::vector<addrs::TargetSubject>& targets,
                    const std::vector<addrs::TargetSubject>& excludes);
/// Whether an instance of a Filtered node takes part: targets name something it is in, excludes nothing.
bool isTargeted(const addrs::AbsResourceInstance& instance, const std::vector<addrs::TargetSubject>& targets,
                const std::vector<addrs::TargetSubject>& excludes);

} // namespace planlens::engine
