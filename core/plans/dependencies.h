// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/resource.h"
#include "core/diags/source_range.h"
#include "core/values/path.h"

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

namespace planlens::plans {

/// A named object other than a resource: an input variable, local value or module output. Repetition is count,
/// for_each or enabled of a resource or module call, whose name it has.
struct NamedValue {
    enum class Kind { Variable, Local, Output, Repetition };
    Kind kind = Kind::Variable;
    addrs::ModuleInstance module;
    std::string name;
    std::string toString() const; // module.m.var.x, module.m.local.y, module.m.output.z
    bool operator==(const NamedValue&) const = default;
    auto operator<=>(const NamedValue&) const = default;
};

/// Returns the repetition of a resource, or of the call of a module that is not the root.
NamedValue repetitionOf(const addrs::AbsResource& resource);
NamedValue repetitionOf(const addrs::ModuleInstance& module);

/// One end of a dependency: a resource instance or a named value.
using DependencyEnd = std::variant<addrs::AbsResourceInstance, NamedValue>;

/// Returns the repetition that count.index, each.key and each.value mean in the expressions of a resource or of the
/// arguments of a module call; std::nullopt if there is none.
std::optional<NamedValue> repetitionIn(const DependencyEnd& dependent);

/// A use of `dependency` (its attribute at dependencyPath) by `dependent` (its attribute at dependentPath).
struct Dependency {
    enum class Kind { Reference, DependsOn, Trigger, Provider };
    DependencyEnd dependent;
    values::Path dependentPath; // the argument with the expression; empty for the whole object
    DependencyEnd dependency;
    values::Path dependencyPath;
    Kind kind = Kind::Reference;
    diags::SourceRange range; // of the reference in the configuration
    values::Value value = {}; // of the reference, as evaluated; null of the dynamic type if it was not recorded
    bool isInvalid = false;   // an error, which try() or can() accepted
};

/// The dependencies of each instance, found by evaluation. Recorded by the engine while planning, or reconstructed from
/// plan JSON. The number of edges is linear: a reference to a whole resource is an edge to each instance only if the
/// whole collection was evaluated.
class Dependencies {
public:
    void add(Dependency dependency);
    void append(std::vector<Dependency> dependencies);
    /// How an argument is written in the configuration.
    struct ArgumentForm {
        enum class Kind { Constant, Expression, Blocks };
        Kind kind = Kind::Expression;
        std::size_t count = 0; // of the blocks, without those that a `dynamic` block generates
    };
    using Arguments = std::map<std::string, ArgumentForm>; // by name
    /// Sets the arguments and blocks in the configuration of a resource. Only set for plans read from files.
    void setArguments(const addrs::ConfigResource& resource, Arguments arguments);
    /// Returns null if they are unknown.
    const Arguments* argumentsOf(const addrs::ConfigResource& resource) const;
    /// Sorts the dependencies and builds the indexes. Required before all other queries except all(), which already
    /// returns the results of add().
    void finish();
    const std::vector<Dependency>& all() const { return m_all; }
    /// Returns the dependencies with a given end.
    std::vector<const Dependency*> of(const DependencyEnd& dependent) const;
    std::vector<const Dependency*> on(const DependencyEnd& dependency) const;
    /// Returns the instances that an instance depends on, directly or through named values. Sorted, without duplicates.
    std::vector<addrs::AbsResourceInstance> instancesBehind(const addrs::AbsResourceInstance& dependent) const;

private:
    std::vector<std::vector<Dependency>> m_appended; // since finish(), unsorted; append() must be fast
    std::vector<Dependency> m_all;
    std::unordered_map<std::string, std::vector<std::size_t>> m_byDependent, m_byDependency;
    std::map<addrs::ConfigResource, Arguments> m_arguments;
};

} // namespace planlens::plans
