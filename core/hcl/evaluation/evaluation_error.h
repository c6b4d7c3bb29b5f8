// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/expression.h"

namespace planlens::hcl::syntax {

/// The source of an evaluation error: the range at fault, the context shown around it, and the
/// expression whose variables are listed.
struct Fault {
    diags::SourceRange subject;
    std::optional<diags::SourceRange> context;
    const Expression& expression;
    const Scope* scope;
};
diags::Diagnostic evaluationError(std::string summary, std::string detail, const Fault& fault);
/// Attaches the variable values of an expression to the errors of steps that it applied to a value.
void describeErrors(diags::Diagnostics& diagnostics, const Expression& expression, const Scope* scope);

} // namespace planlens::hcl::syntax
