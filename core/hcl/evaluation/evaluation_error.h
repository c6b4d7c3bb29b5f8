// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/expression.h"

namespace planlens::hcl::syntax {

/// Where evaluating failed: the range at fault, what is shown around it, and the expression whose variables are told
/// about.
struct Fault {
    diags::SourceRange subject;
    std::optional<diags::SourceRange> context;
    const Expression& expression;
    const Scope* scope;
};
diags::Diagnostic evaluationError(std::string summary, std::string detail, const Fault& fault);
/// Tells the variables of an expression in errors of the steps it applied to a value.
void describeErrors(diags::Diagnostics& diagnostics, const Expression& expression, const Scope* scope);

} // namespace planlens::hcl::syntax
