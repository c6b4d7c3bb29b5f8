// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/values/path.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace planlens::hcl {

class Expression;
class Scope;

struct Parameter {
    /// The form in which the argument is passed: its value; its unevaluated expression (try, can); or the type
    /// constraint that it denotes (convert).
    enum class Takes { Value, Expression, TypeConstraint };
    std::string name;
    values::Type type; // arguments are converted to it before the call
    bool allowNull = false;
    bool allowUnknown = false;
    bool allowDynamicType = false; // otherwise a dynamic unknown argument makes the result dynamic unknown
    bool allowMarked = false;      // otherwise marks are removed and added to the result
    Takes takes = Takes::Value;
    std::string description;
};

/// A failed call, with the argument at fault if any.
struct FunctionError {
    std::string message;
    std::optional<std::size_t> argument;
    values::Path path; // inside the argument
};
template <typename T>
using FunctionOutcome = diags::Expected<T, FunctionError>;

/// An argument that is not evaluated before the call.
struct LazyArgument {
    const Expression* expression = nullptr;
    const Scope* scope = nullptr;
};

/// A function of the language. Immutable and safe to call from any thread.
class Function {
public:
    virtual ~Function() = default;

    const std::string& name() const { return m_name; }
    std::span<const Parameter> parameters() const { return m_parameters; }
    const Parameter* variadic() const { return m_variadic ? &*m_variadic : nullptr; }
    const Parameter* parameter(std::size_t i) const;

    /// Returns the result type for arguments that may be unknown. Arguments have the parameter types and are unmarked
    /// unless the parameter allows marks.
    virtual FunctionOutcome<values::Type> returnType(std::span<const values::Value> arguments) const = 0;
    /// Returns the result. Called only with arguments that the parameters allow.
    virtual FunctionOutcome<values::Value> call(std::span<const values::Value> arguments,
                                                values::Type returnType) const = 0;
    /// For functions with lazy parameters only: receives all arguments unevaluated.
    virtual FunctionOutcome<values::Value> callLazily(std::span<const LazyArgument> arguments) const;
    bool isLazy() const;
    /// Refines an unknown result (cty's RefineResult), e.g. as not null.
    virtual values::Value refineResult(values::Value result) const { return result; }

protected:
    Function(std::string name, std::vector<Parameter> parameters, std::optional<Parameter> variadic = {})
        : m_name(std::move(name))
        , m_parameters(std::move(parameters))
        , m_variadic(std::move(variadic)) {}

private:
    std::string m_name;
    std::vector<Parameter> m_parameters;
    std::optional<Parameter> m_variadic;
};

/// The parameters and the result of a function. May outlive the function.
struct Signature {
    std::string name;
    std::vector<Parameter> parameters;
    std::optional<Parameter> variadic;
    values::Type returnType; // dynamic if it depends on the arguments
};
Signature signatureOf(const Function& function);

/// Calls a function as cty does: checks the number of arguments and null, unknown and dynamic ones, propagates marks,
/// and determines the type first. Arguments already have the parameter types.
FunctionOutcome<values::Value> invoke(const Function& function, std::span<const values::Value> arguments);

} // namespace planlens::hcl
