// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/hcl/function.h"
#include "core/hcl/traversal.h"
#include "core/values/value.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace planlens::hcl {

/// Resolves names and functions of expressions. Implementations are called from several threads at once.
class Scope {
public:
    virtual ~Scope() = default;

    /// Returns the value of an absolute traversal after all its steps; a dynamic unknown if there are errors.
    virtual diags::Result<values::Value> resolve(const Traversal& traversal) const = 0;
    /// Whether an index expression on this traversal selects an instance (`aws_x.a[each.key]`,
    /// `module.m[0]`). The evaluated key is then passed to resolve() as an additional step, so that the
    /// collection of all instances is never built.
    virtual bool indexSelectsInstance(const Traversal&) const { return false; }
    /// Returns null for an unknown function. Namespaces are part of the name: "core::upper", "provider::aws::arn".
    virtual const Function* function(std::string_view name) const = 0;
    /// Returns the names of functions, for suggestions.
    virtual std::vector<std::string> functionNames() const { return {}; }
    /// Returns a more specific message about an unknown function, if the scope has one.
    virtual std::optional<diags::Diagnostic> explainMissingFunction(std::string_view, const diags::SourceRange&) const {
        return {};
    }
    /// Returns the value of a traversal for display in diagnostics, if it resolves without errors.
    virtual std::optional<values::Value> peek(const Traversal&) const { return {}; }
};

/// A scope of fixed names and functions, standalone or nested in another scope.
class MapScope final : public Scope {
public:
    MapScope(std::vector<std::pair<std::string, values::Value>> variables, const Scope* parent = nullptr)
        : m_variables(std::move(variables))
        , m_parent(parent) {}

    diags::Result<values::Value> resolve(const Traversal& traversal) const override;
    bool indexSelectsInstance(const Traversal& traversal) const override;
    const Function* function(std::string_view name) const override;
    std::vector<std::string> functionNames() const override;
    std::optional<diags::Diagnostic> explainMissingFunction(std::string_view name,
                                                            const diags::SourceRange& range) const override;
    std::optional<values::Value> peek(const Traversal& traversal) const override;

    const values::Value* find(std::string_view name) const;
    const std::vector<std::pair<std::string, values::Value>>& variables() const { return m_variables; }
    const Scope* parent() const { return m_parent; }

private:
    std::vector<std::pair<std::string, values::Value>> m_variables;
    const Scope* m_parent;
};

/// Key and value of an object expression in the source, for static analysis.
struct ExpressionPair {
    std::shared_ptr<const Expression> key;
    std::shared_ptr<const Expression> value;
};
/// A function call in the source, for static analysis.
struct StaticCall {
    std::string name;
    diags::SourceRange nameRange;
    diags::SourceRange argumentsRange;
    std::vector<std::shared_ptr<const Expression>> arguments;
};
/// A reference to a function in an expression.
struct FunctionReference {
    std::string name;
    diags::SourceRange nameRange;
};

/// An expression of either syntax. Immutable after parsing and shared between threads.
class Expression {
public:
    virtual ~Expression() = default;

    /// Returns the value. It is always present: if there are errors, it is a dynamic unknown or the best approximation.
    /// A null scope allows no variables and no functions.
    virtual diags::Result<values::Value> evaluate(const Scope* scope) const = 0;
    /// Collects all absolute traversals in source order, except those to names bound by an inner `for` or splat.
    virtual void collectVariables(std::vector<Traversal>& out) const = 0;
    virtual void collectFunctions(std::vector<FunctionReference>& out) const = 0;
    std::vector<Traversal> variables() const;
    std::vector<FunctionReference> functions() const;

    virtual diags::SourceRange range() const = 0;
    virtual diags::SourceRange startRange() const { return range(); }

    // Static analysis (hcl.AbsTraversalForExpr, ExprList, ExprMap, ExprCall): the expression as written.
    virtual std::optional<Traversal> asTraversal() const { return {}; }
    /// Same with an attribute in place of the root, for names that refer to attributes of another object.
    virtual std::optional<Traversal> asRelativeTraversal() const;
    virtual std::optional<std::vector<std::shared_ptr<const Expression>>> asList() const { return {}; }
    virtual std::optional<std::vector<ExpressionPair>> asMap() const { return {}; }
    virtual std::optional<StaticCall> asCall() const { return {}; }
    /// Returns the keyword if the expression is a single bare name, otherwise an empty string (hcl.ExprAsKeyword).
    std::string asKeyword() const;
    /// Returns both operands if the whole expression is `a == b` without parentheses.
    virtual std::optional<std::pair<std::shared_ptr<const Expression>, std::shared_ptr<const Expression>>>
    asEquality() const {
        return {};
    }
    /// Returns an equivalent expression of the native syntax for one of JSON; null for others.
    virtual std::shared_ptr<const Expression> inNativeSyntax() const { return nullptr; }
    /// Returns the value of a constant: a literal, or a template or parentheses around one.
    virtual std::optional<values::Value> asLiteral() const { return {}; }
};

using ExpressionPtr = std::shared_ptr<const Expression>;

/// Adds the values of the variables (`var.x is "a"`), and of both sides of an equality, to an error about an
/// expression, for diagnostics raised by the caller of evaluate(). Evaluates both sides again.
diags::Diagnostic withExpressionValues(diags::Diagnostic diagnostic, const Expression& expression, const Scope* scope);
/// Returns an error for values nested deeper than Type::maxDepth. Called wherever a value gets a name, because names
/// that refer to each other could nest it without limit.
std::optional<diags::Diagnostic> nestedTooDeeply(const values::Value& value, const diags::SourceRange& range);
/// Returns `is "text"`, `is a string, known only after apply`, …, as the reference describes values under an
/// excerpt; empty if it omits them.
std::string describeValue(const values::Value& value);

} // namespace planlens::hcl
