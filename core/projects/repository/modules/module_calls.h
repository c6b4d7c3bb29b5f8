// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/projects/repository/module_facts.h"
#include "core/projects/repository/possible_values.h"

#include <map>
#include <string>

namespace planlens::projects {

/// What the texts of a module mean.
struct ModuleTexts {
    const ModuleFolders& folders;
    const LocalExpressions& locals;
    const ModuleScopes& scopes;
};

/// The calls of modules in the files of a module. Those of override files come last and replace arguments.
class ModuleCalls {
public:
    /// The texts must outlive this object.
    explicit ModuleCalls(const ModuleTexts& module)
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

    ModuleTexts m_module;
    std::map<std::string, Call> m_calls;
};

} // namespace planlens::projects
