// SPDX-License-Identifier: MPL-2.0
#include "core/hcl/expression.h"
#include "core/lang/functions/builtins.h"

#include <fmt/format.h>

namespace planlens::lang {
namespace {

using LazyArguments = std::span<const hcl::LazyArgument>;

Parameter expressionParameter(std::string name) {
    Parameter result = parameter(std::move(name), Type::dynamic());
    result.takes = Parameter::Takes::Expression;
    return result;
}

/// Functions that evaluate their arguments themselves, to continue after errors in them.
class Attempt : public hcl::Function {
public:
    TypeOutcome returnType(Arguments) const override { return Type::dynamic(); }
    ValueOutcome call(Arguments, Type) const override {
        return fail("the arguments of this function must not be evaluated before the call");
    }

protected:
    using Function::Function;
};

/// Returns the first argument without errors.
class Try final : public Attempt {
public:
    Try()
        : Attempt("try", {}, expressionParameter("expressions")) {}

    ValueOutcome callLazily(LazyArguments arguments) const override {
        if (arguments.empty())
            return fail("at least one argument is required");
        std::string problems = "no expression succeeded:\n";
        for (const hcl::LazyArgument& argument : arguments) {
            const auto result = argument.expression->evaluate(argument.scope);
            if (!result.hasErrors()) {
                // An unknown value may fail later, and the result will then be another argument.
                return result->isWhollyKnown() ? *result : Value::dynamicUnknown();
            }
            for (const diags::Diagnostic& diagnostic : result.diagnostics) {
                problems +=
                    fmt::format("- {}{}\n  {}\n", diagnostic.summary,
                                diagnostic.subject ? fmt::format(" (at {})", diagnostic.subject->toString()) : "",
                                diagnostic.detail);
            }
        }
        return fail(problems + "\nAt least one expression must produce a successful result");
    }
};

/// Whether the argument has no errors.
class Can final : public Attempt {
public:
    Can()
        : Attempt("can", {expressionParameter("expression")}) {}

    ValueOutcome callLazily(LazyArguments arguments) const override {
        const auto result = arguments[0].expression->evaluate(arguments[0].scope);
        if (result.hasErrors())
            return Value::boolean(false);
        return result->isWhollyKnown() ? Value::boolean(true) : Value::unknown(Type::boolean());
    }
};

} // namespace

void addAttempts(FunctionList& functions) {
    functions.push_back(std::make_unique<const Try>());
    functions.push_back(std::make_unique<const Can>());
}

} // namespace planlens::lang
