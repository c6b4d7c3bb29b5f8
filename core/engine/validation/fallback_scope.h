// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/engine/evaluation/scope.h"

namespace planlens::engine {

/// The scope for expressions with invalid references. It resolves functions, and valid references if the others only
/// have syntax errors. Evaluation continues and reports every other name as missing.
class FallbackScope final : public hcl::Scope {
public:
    enum class Names { None, References };
    FallbackScope(const ModuleScope& scope, Names names)
        : m_scope(scope)
        , m_names(names) {}

    diags::Result<values::Value> resolve(const hcl::Traversal& traversal) const override;
    const hcl::Function* function(std::string_view name) const override { return m_scope.function(name); }
    std::vector<std::string> functionNames() const override { return m_scope.functionNames(); }
    std::optional<diags::Diagnostic> explainMissingFunction(std::string_view name,
                                                            const diags::SourceRange& range) const override {
        return m_scope.explainMissingFunction(name, range);
    }

    static bool isReference(const hcl::Traversal& traversal);
    /// Whether a name is an object whose attributes are references. Without an attribute it is an invalid reference,
    /// but the other references can still be resolved.
    static bool isObjectOfNames(std::string_view name);

private:
    const ModuleScope& m_scope;
    const Names m_names;
};

} // namespace planlens::engine
