// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/addrs/resource.h"
#include "core/diags/source_range.h"
#include "core/values/path.h"

#include <map>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

namespace planlens::plans {

/// A named value that is not a resource: an input variable, local value or module output; or what says which instances
/// a resource or module call has (its count, for_each or enabled), by the name of that in its module.
struct NamedValue {
    enum class Kind { Variable, Local, Output, Repetition };
    Kind kind = Kind::Variable;
    addrs::ModuleInstance module;
    std::string name;
    std::string toString() const; // module.m.var.x, module.m.local.y, module.m.output.z
    bool operator==(const NamedValue&) const = default;
    auto operator<=>(const NamedValue&) const = default;
};

/// One end of a dependency: an instance or a named value.
using DependencyEnd = std::variant<addrs::AbsResourceInstance, NamedValue>;

/// `dependent` (its attribute at dependentPath) used `dependency` (its attribute at dependencyPath).
struct Dependency {
    enum class Kind { Reference, DependsOn, Trigger, Provider };
    DependencyEnd dependent;
    values::Path dependentPath; // the argument whose expression it is; empty for the whole
    DependencyEnd dependency;
    values::Path dependencyPath;
    Kind kind = Kind::Reference;
    diags::SourceRange range; // of the reference in the configuration
};

/// What evaluation used, instance by instance. Filled by the engine while planning, or rebuilt from plan JSON.
/// Stays linear: an instance that refers to a whole collection of instances is one edge to each of them only where the
/// collection was really built.
class Dependencies {
public:
    void add(Dependency dependency);
    void append(std::vector<Dependency> dependencies);
    /// The arguments and blocks that the configuration of a resource has, by name. Plans that were read from files have
    /// them.
    void setArguments(const addrs::ConfigResource& resource, std::vector<std::string> names);
    /// Null where they are not known.
    const std::vector<std::string>* argumentsOf(const addrs::ConfigResource& resource) const;
    /// Puts all in order and builds the indexes: before anything is asked but for all(), which has what was added one
    /// by one already.
    void finish();
    const std::vector<Dependency>& all() const { return m_all; }
    /// Edges by end.
    std::vector<const Dependency*> of(const DependencyEnd& dependent) const;
    std::vector<const Dependency*> on(const DependencyEnd& dependency) const;
    /// Instances that an instance depends on, through named values too; sorted, without duplicates.
    std::vector<addrs::AbsResourceInstance> instancesBehind(const addrs::AbsResourceInstance& dependent) const;

private:
    std::vector<std::vector<Dependency>> m_appended; // since finish(), as it came: workers wait for whoever appends
    std::vector<Dependency> m_all;
    std::unordered_map<std::string, std::vector<std::size_t>> m_byDependent, m_byDependency;
    std::map<addrs::ConfigResource, std::vector<std::string>> m_arguments;
};

} // namespace planlens::plans
