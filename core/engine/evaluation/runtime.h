// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"
#include "core/plans/dependencies.h"
#include "core/schemas/schema.h"
#include "core/values/value.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace planlens::lang {
class FunctionTable;
}

namespace planlens::engine {

/// What a walk is for; expressions see different things in each.
enum class Operation { Validate, Plan, Apply };

/// By which argument something has several instances, or may have none.
enum class Repetition { Single, Count, ForEach, Enabled };

/// What count.index, each.key and each.value are for one instance; null pointers where they are not available.
struct RepetitionData {
    std::optional<values::Value> countIndex, eachKey, eachValue;
};

/// The declared instances of a resource or module call.
struct Instances {
    Repetition repetition = Repetition::Single;
    std::vector<addrs::InstanceKey> keys;  // sorted
    std::vector<values::Value> eachValues; // beside keys for for_each
    /// Where only the kind of instances is known (validation): one instance with unknown repetition data.
    bool placeholder = false;

    std::optional<std::size_t> find(const addrs::InstanceKey& key) const;
    RepetitionData data(std::size_t i) const;
};

/// A resource in one module instance. Written by the node of the resource, read by whoever depends on it.
class ResourceRuntime {
public:
    const configs::Resource* config = nullptr;
    schemas::ResourceSchemaPtr schema;

    /// Declares the instances; they start without an object, and unknown to who refers to one alone.
    void expand(Instances instances);
    bool isExpanded() const { return m_expanded; }
    const Instances& instances() const { return m_instances; }
    void setValue(std::size_t instance, values::Value value);
    /// The instance has no object any more.
    void removeValue(std::size_t instance);
    /// Gives an object of the state that is not declared, and stays because it takes no part.
    void addUndeclared(const addrs::InstanceKey& key, values::Value value);
    const values::Value& value(std::size_t instance) const { return m_values[instance]; }
    /// Whether the instance has an object: one of the state, or a planned one.
    bool isPresent(std::size_t instance) const { return m_present[instance]; }
    const std::map<addrs::InstanceKey, values::Value>& undeclared() const { return m_undeclared; }
    /// What a reference to the whole resource gives: those that are present. Built once and shared.
    values::Value whole(Operation operation) const;

private:
    bool m_expanded = false;
    Instances m_instances;
    std::vector<values::Value> m_values;
    std::vector<char> m_present; // no vector<bool>: instances are set by several threads
    std::map<addrs::InstanceKey, values::Value> m_undeclared;
    mutable std::mutex m_mutex;
    mutable std::optional<values::Value> m_whole;
};

class ModuleRuntime;
class ProviderFunctions;
/// The instances of a called module in one instance of the calling one.
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

/// One instance of a module: the values of everything named in it. All slots exist from the start, so that nodes write
/// theirs while others read those they depend on.
class ModuleRuntime {
public:
    ModuleRuntime(const configs::ModuleNode& node, addrs::ModuleInstance address, ModuleRuntime* parent,
                  RepetitionData repetition);

    const configs::ModuleNode& node;
    const addrs::ModuleInstance address;
    ModuleRuntime* const parent;     // null for the root
    const RepetitionData repetition; // of this instance in its parent
    // By name; a slot that is not set yet holds a dynamic unknown.
    std::map<std::string, values::Value, std::less<>> variables, locals, outputs;
    std::unordered_map<addrs::Resource, ResourceRuntime> resources;
    std::map<std::string, CallRuntime, std::less<>> calls;

    /// The object of all outputs.
    values::Value outputObject() const;
};

/// All that is evaluated during one walk.
class Runtime {
public:
    Runtime(Operation operation, const configs::Config& config, const lang::FunctionTable& functions,
            std::string workspace);

    const Operation operation;
    const configs::Config& config;
    const lang::FunctionTable& functions;
    const std::string workspace;
    std::shared_ptr<const ProviderFunctions> providerFunctions; // null where providers cannot be asked

    ModuleRuntime& root() { return *m_root; }
    const ModuleRuntime& root() const { return *m_root; }
    /// The instances of a module that are declared by now (all, once the module's expansion was visited).
    const std::vector<ModuleRuntime*>& instancesOf(const configs::ModuleNode& module) const;
    ModuleRuntime* find(const addrs::ModuleInstance& address) const;
    ResourceRuntime* find(const addrs::AbsResource& address) const;
    /// Declares the instances of a call in one module instance. Once only, by the expansion node of the called module.
    void expand(ModuleRuntime& parent, std::string_view call, Instances instances);

private:
    void registerInstance(ModuleRuntime& instance);
    std::unique_ptr<ModuleRuntime> m_root;
    std::unordered_map<const configs::ModuleNode*, std::vector<ModuleRuntime*>> m_instances;
};

} // namespace planlens::engine
