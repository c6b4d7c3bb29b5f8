// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/plans/dependencies.h"
#include "core/schemas/schema.h"
#include "core/values/value.h"

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace planlens::configs {
struct Config;
struct ModuleCall;
struct ModuleNode;
struct Resource;
} // namespace planlens::configs
namespace planlens::lang {
class FunctionTable;
}

namespace planlens::engine {

/// The kind of walk. It determines how some expressions are evaluated.
enum class Operation { Validate, Plan, Import, Apply };

/// The argument that declares several or optional instances.
enum class Repetition { Single, Count, ForEach, Enabled };

/// The values of count.index, each.key and each.value for one instance; std::nullopt if not available.
struct RepetitionData {
    std::optional<values::Value> countIndex, eachKey, eachValue;
};

/// The declared instances of a resource or module call.
struct Instances {
    Repetition repetition = Repetition::Single;
    std::vector<addrs::InstanceKey> keys;  // sorted
    std::vector<values::Value> eachValues; // parallel to `keys`, for for_each
    /// True for validation, where only the repetition is known: one instance with unknown data.
    bool placeholder = false;

    std::optional<std::size_t> find(const addrs::InstanceKey& key) const;
    RepetitionData data(std::size_t i) const;
};

/// A resource in one module instance. Written by the resource's node, read by dependent nodes.
class ResourceRuntime {
public:
    const configs::Resource* config = nullptr;
    schemas::ResourceSchemaPtr schema;

    /// Declares the instances. Before they have an object, references to a single instance are unknown.
    void expand(Instances instances);
    bool isExpanded() const { return m_expanded; }
    const Instances& instances() const { return m_instances; }
    void setValue(std::size_t instance, values::Value value);
    /// Removes the object of an instance.
    void removeValue(std::size_t instance);
    /// Adds an object in the state whose instance is no longer declared, but which remains because it is not part of
    /// the plan.
    void addUndeclared(const addrs::InstanceKey& key, values::Value value);
    /// Records that the stored object of an instance cannot be decoded, until it gets a value. References to the
    /// resource report it; without one, it is not an error.
    void setUndecodable(const addrs::InstanceKey& key, std::string problem);
    /// Returns the errors of objects that cannot be decoded, for a reference from the given module instance.
    diags::Diagnostics undecodable(const addrs::ModuleInstance& module) const;
    const values::Value& value(std::size_t instance) const { return m_values[instance]; }
    /// Whether the instance has an object, in the state or planned.
    bool isPresent(std::size_t instance) const { return m_present[instance]; }
    const std::map<addrs::InstanceKey, values::Value>& undeclared() const { return m_undeclared; }
    /// Returns the value of a reference to the whole resource: all present instances. Cached.
    values::Value whole(Operation operation) const;

private:
    bool m_expanded = false;
    Instances m_instances;
    std::vector<values::Value> m_values;
    std::vector<char> m_present; // not vector<bool>, because several threads write elements
    std::map<addrs::InstanceKey, values::Value> m_undeclared;
    std::map<addrs::InstanceKey, std::string> m_undecodable;
    std::atomic<bool> m_hasUndecodable = false;
    mutable std::mutex m_mutex;
    mutable std::optional<values::Value> m_whole;
};

class ModuleRuntime;
class ProviderFunctions;
/// The instances of a called module in one instance of its parent.
class CallRuntime {
public:
    const configs::ModuleCall* config = nullptr;
    const configs::ModuleNode* node = nullptr;
    bool isExpanded() const { return m_expanded; }
    const Instances& instances() const { return m_instances; }
    ModuleRuntime& module(std::size_t i) const { return *m_modules[i]; }

private:
    friend class Runtime;
    bool m_expanded = false;
    Instances m_instances;
    std::vector<std::unique_ptr<ModuleRuntime>> m_modules;
};

/// One module instance with the values of all its named objects. All entries are created at the start, so that nodes
/// can write their own entry while others read those they depend on.
class ModuleRuntime {
public:
    ModuleRuntime(const configs::ModuleNode& node, addrs::ModuleInstance address, ModuleRuntime* parent,
                  RepetitionData repetition);

    const configs::ModuleNode& node;
    const addrs::ModuleInstance address;
    ModuleRuntime* const parent;     // null for the root
    const RepetitionData repetition; // of this instance in the parent module
    // By name; dynamic unknown until set.
    std::map<std::string, values::Value, std::less<>> variables, locals, outputs;
    std::unordered_map<addrs::Resource, ResourceRuntime> resources;
    std::map<std::string, CallRuntime, std::less<>> calls;

    /// Returns the object with the values of all outputs.
    values::Value outputObject() const;
};

/// All evaluated values of a walk.
class Runtime {
public:
    Runtime(Operation operation, const configs::Config& config, const lang::FunctionTable& functions,
            std::string workspace);

    const Operation operation;
    const configs::Config& config;
    const lang::FunctionTable& functions;
    const std::string workspace;
    std::shared_ptr<const ProviderFunctions> providerFunctions; // null if providers are not available

    ModuleRuntime& root() { return *m_root; }
    const ModuleRuntime& root() const { return *m_root; }
    /// Returns the instances of a module declared so far; complete after the module's expansion node.
    const std::vector<ModuleRuntime*>& instancesOf(const configs::ModuleNode& module) const;
    ModuleRuntime* find(const addrs::ModuleInstance& address) const;
    ResourceRuntime* find(const addrs::AbsResource& address) const;
    /// Declares the instances of a call in one module instance. Called once for each one, by the expansion node.
    void expand(ModuleRuntime& parent, std::string_view call, Instances instances);

private:
    void registerInstance(ModuleRuntime& instance);
    std::unique_ptr<ModuleRuntime> m_root;
    std::unordered_map<const configs::ModuleNode*, std::vector<ModuleRuntime*>> m_instances;
};

} // namespace planlens::engine
