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

/// Where an expression finds names and functions. Implementations are called from several threads at once.
class Scope {
public:
    virtual ~Scope() = default;

    /// The value of an absolute traversal, all its steps applied; a dynamic unknown beside errors.
    virtual diags::Result<values::Value> resolve(const Traversal& traversal) const = 0;
    /// Whether an index expression on this traversal selects an instance by name (`aws_x.a[each.key]`,
    /// `module.m[0]`): then the key is evaluated and resolve() gets it as one more step, so that the collection of all
    /// instances is never built.
    virtual bool indexSelectsInstance(const Traversal&) const { return false; }
    /// Null where there is no such function. Namespaces are part of the name: "core::upper", "provider::aws::arn".
    virtual const Function* function(std::string_view name) const = 0;
    /// Names of functions, for suggestions.
    virtual std::vector<std::string> functionNames() const { return {}; }
    /// The message about an unknown function called by this name, where the scope has a better one.
    virtual std::optional<diags::Diagnostic> explainMissingFunction(std::string_view, const diags::SourceRange&) const {
        return {};
    }
    /// For diagnostics: the value of a traversal if it can be had without errors, to tell the reader about it.
    virtual std::optional<values::Value> peek(const Traversal&) const { return {}; }
};

/// A scope of fixed names and functions, over another one or on its own.
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

/// Key and value of an object expression as written, for static analysis.
struct ExpressionPair {
    std::shared_ptr<const Expression> key;
    std::shared_ptr<const Expression> value;
};
/// A function call as written, for static analysis.
struct StaticCall {
    std::string name;
    diags::SourceRange nameRange;
    diags::SourceRange argumentsRange;
    std::vector<std::shared_ptr<const Expression>> arguments;
};
/// A call of a function found in an expression.
struct FunctionReference {
    std::string name;
    diags::SourceRange nameRange;
};

/// An expression of either syntax. Immutable once parsed and shared between threads.
class Expression {
public:
    virtual ~Expression() = default;

    /// The value; a dynamic unknown (or the best that can be said) beside errors: the value is always present.
    /// A null scope allows no names and no functions.
    virtual diags::Result<values::Value> evaluate(const Scope* scope) const = 0;
    /// All absolute traversals in it, but those to names bound by `for` and splat inside it, in source order.
    virtual void collectVariables(std::vector<Traversal>& out) const = 0;
    virtual void collectFunctions(std::vector<FunctionReference>& out) const = 0;
    std::vector<Traversal> variables() const;
    std::vector<FunctionReference> functions() const;

    virtual diags::SourceRange range() const = 0;
    virtual diags::SourceRange startRange() const { return range(); }

    // Static analysis (hcl.AbsTraversalForExpr, ExprList, ExprMap, ExprCall): what the expression is as written.
    virtual std::optional<Traversal> asTraversal() const { return {}; }
    /// The same with an attribute in place of the root: where names stand for attributes of something else.
    virtual std::optional<Traversal> asRelativeTraversal() const;
    virtual std::optional<std::vector<std::shared_ptr<const Expression>>> asList() const { return {}; }
    virtual std::optional<std::vector<ExpressionPair>> asMap() const { return {}; }
    virtual std::optional<StaticCall> asCall() const { return {}; }
    /// The keyword where the expression is a single bare name, else empty (hcl.ExprAsKeyword).
    std::string asKeyword() const;
    /// Both operands of `a == b`, where the whole expression is that and not in parentheses.
    virtual std::optional<std::pair<std::shared_ptr<const Expression>, std::shared_ptr<const Expression>>>
    asEquality() const {
        return {};
    }
    /// The value where it is written as a constant: a literal, or a template or parentheses around one.
    virtual std::optional<values::Value> asLiteral() const { return {}; }
};

using ExpressionPtr = std::shared_ptr<const Expression>;

/// An error about an expression with what its variables are (`var.x is "a"`) and, of an equality, what its sides are,
/// for diagnostics raised by whoever evaluated it. Evaluates these sides again.
diags::Diagnostic withExpressionValues(diags::Diagnostic diagnostic, const Expression& expression, const Scope* scope);
/// The error about a value of more than Type::maxDepth levels. Whoever gives a value a name asks: names that refer to
/// one another could pile it up without end.
std::optional<diags::Diagnostic> nestedTooDeeply(const values::Value& value, const diags::SourceRange& range);
/// `is "text"`, `is a string, known only after apply`, … as the reference describes values under an excerpt; empty
/// where it says nothing.
std::string describeValue(const values::Value& value);

} // namespace planlens::hcl
