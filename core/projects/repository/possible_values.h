// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/syntax.h"
#include "core/projects/repository/constant_scope.h"

#include <map>

namespace planlens::projects {

/// The expressions of the local values of a module, by name.
using LocalExpressions = std::map<std::string, hcl::Attribute, std::less<>>;

/// Whether a text in a value contains `unknownPart`.
bool hasUnknownParts(const values::Value& value);

/// Determines the possible values of expressions without planning. Unknown parts of texts are `unknownPart`.
class PossibleValues {
public:
    /// The arguments must outlive this object.
    PossibleValues(const ModuleScopes& scopes, const LocalExpressions& locals)
        : m_scopes(scopes)
        , m_locals(locals) {}

    /// A text that is unknown as a whole.
    static values::Value unknown() { return values::Value::string(std::string(1, unknownPart)); }
    /// Never empty; unknown() if nothing is known.
    std::vector<values::Value> of(const hcl::Expression& expression) const;
    /// As of(), as texts without duplicates.
    std::vector<std::string> textsOf(const hcl::Expression& expression) const;
    /// The keys and values of a collection; one unknown pair if nothing is known.
    std::vector<std::pair<values::Value, values::Value>> elementsOf(const hcl::Expression& collection) const;

private:
    using Values = std::vector<values::Value>;
    Values ofReference(const hcl::Traversal& traversal) const;
    Values ofCall(const hcl::syntax::FunctionCall& call) const;
    Values ofIndex(const hcl::syntax::Index& index) const;
    Values ofAny(std::span<const hcl::ExpressionPtr> expressions) const;
    template <typename Make>
    Values combined(std::span<const hcl::ExpressionPtr> expressions, const Make& make) const;

    const ModuleScopes& m_scopes;
    const LocalExpressions& m_locals;
    mutable std::size_t m_depth = 0, m_steps = 0;
};

} // namespace planlens::projects
