// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/module.h"
#include "core/lang/functions.h"
#include "core/schemas/schema.h"

#include <functional>
#include <map>
#include <memory>
#include <string>

/// Static evaluation, of everything that must be known before planning; private to core/configs.
namespace planlens::configs {

/// The object that a value is evaluated for, as messages name it: `module.a.source`, or `module.m:local.x` in a module.
struct StaticIdentifier {
    addrs::Module module;
    std::string subject;
    SourceRange range;
    std::string toString() const;
};

/// Values that are the same in all modules of a configuration.
struct StaticSurroundings {
    std::string workingDirectory;
    std::string workspace;
    std::shared_ptr<const lang::FunctionTable> functions;
};

/// A scope with the static values of one module: variables, locals, attributes of path and terraform, functions. Values
/// are evaluated on demand and cached. Not thread-safe; module and surroundings must outlive it.
class StaticScope {
public:
    /// Returns the value that the caller of the module assigns to a variable, before conversion.
    using VariableSource = std::function<diags::Result<values::Value>(const Variable&)>;

    StaticScope(const Module& module, addrs::Module path, VariableSource variables,
                const StaticSurroundings& surroundings)
        : m_module(module)
        , m_path(std::move(path))
        , m_variables(std::move(variables))
        , m_surroundings(surroundings) {}

    const addrs::Module& path() const { return m_path; }
    /// Evaluates an expression; no value if there were errors.
    diags::Result<values::Value> evaluate(const hcl::Expression& expression, const StaticIdentifier& identifier) const;
    /// Problems of references, before anything that contains them is evaluated.
    diags::Diagnostics checkReferences(const std::vector<hcl::Traversal>& references,
                                       const StaticIdentifier& identifier) const;
    /// With names beside those of the module; does not check references. No value if there are errors.
    diags::Result<values::Value> evaluateWith(const hcl::Expression& expression,
                                              const std::vector<std::pair<std::string, values::Value>>& names,
                                              const StaticIdentifier& identifier) const;
    /// Reports errors in the values of variables declared as constant. The range is that of the module call.
    diags::Diagnostics checkConstants(const SourceRange& callRange) const;
    /// Evaluates an argument that must be a string. No value if there were errors.
    diags::Result<std::string> evaluateText(const hcl::Expression& expression,
                                            const StaticIdentifier& identifier) const;
    /// Evaluates for_each to its keys and values. No value if there were errors.
    diags::Result<values::Value> evaluateForEach(const hcl::Expression& expression,
                                                 const StaticIdentifier& identifier) const;
    /// Evaluates a body by a schema. No value if a reference is invalid; a partial one with other errors.
    diags::Result<values::Value> evaluateBody(const BodyPtr& body, const schemas::Block& schema,
                                              const StaticIdentifier& identifier) const;

private:
    class Frame;
    diags::Result<values::Value> evaluateIn(const Frame& frame, const hcl::Expression& expression) const;
    /// The same after checkReferences(), whose warnings are returned, too.
    static diags::Result<values::Value> evaluateChecked(const Frame& frame, const hcl::Expression& expression,
                                                        diags::Diagnostics diagnostics);
    diags::Diagnostics checkReferences(const Frame& frame, const std::vector<hcl::Traversal>& traversals,
                                       const std::vector<hcl::FunctionReference>& functions) const;
    diags::Result<values::Value> valueOf(const Frame& frame, const addrs::Reference& reference) const;
    diags::Result<values::Value> variableValue(const Frame& frame, const std::string& name,
                                               const SourceRange& range) const;
    diags::Result<values::Value> localValue(const Frame& frame, const std::string& name,
                                            const SourceRange& range) const;
    diags::Result<values::Value> pathValue(const std::string& name, const SourceRange& range) const;
    diags::Result<values::Value> terraformValue(const std::string& name, const SourceRange& range) const;

    const Module& m_module;
    addrs::Module m_path;
    VariableSource m_variables;
    const StaticSurroundings& m_surroundings;
    mutable std::map<std::string, values::Value> m_known; // by "var.x" and "local.x"
};

} // namespace planlens::configs
