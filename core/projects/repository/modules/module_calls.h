// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/projects/repository/module_facts.h"
#include "core/projects/repository/possible_values.h"

#include <map>
#include <string>

namespace planlens::projects {

/// The module that contains the calls.
struct ModuleContext {
    const ModuleFolders& folders;
    const LocalExpressions& locals;
    const ModuleScopes& scopes;
};

/// Collects the module calls in the files of a module. Those of override files must be added last: they replace
/// arguments.
class ModuleCalls {
public:
    /// The members of the context must outlive this object.
    explicit ModuleCalls(const ModuleContext& module)
        : m_module(module) {}

    void add(const std::string& name, const hcl::Body& body);
    /// Adds the calls and their sources.
    void addTo(ModuleFacts& facts) const;

private:
    struct Call {
        hcl::ExpressionPtr source;
        std::map<std::string, values::Value> arguments, possibleArguments;
    };
    std::vector<std::string> sourcesOf(const hcl::Expression& source) const;

    ModuleContext m_module;
    std::map<std::string, Call> m_calls;
};

} // namespace planlens::projects
