// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/expression.h"

#include <map>
#include <memory>

namespace planlens::hcl {

/// Default values of optional attributes, by their position in a type constraint (HCL's typeexpr.Defaults).
struct TypeDefaults {
    values::Type type;
    std::map<std::string, values::Value> values;                         // by attribute
    std::map<std::string, std::shared_ptr<const TypeDefaults>> children; // by attribute or index; "" = every element

    /// Inserts defaults for missing or null optional attributes. To be called before conversion to the type.
    values::Value apply(const values::Value& value) const;

private:
    const TypeDefaults* child(const std::string& name) const;
    values::Value applyToSequence(const values::Value& value) const;
    values::Value applyToMapping(const values::Value& value) const;
};

struct TypeConstraint {
    values::Type type;                            // with optional attributes
    std::shared_ptr<const TypeDefaults> defaults; // may be null
};

/// Parses `list(object({ a = string, b = optional(number, 1) }))`, with `any`.
diags::Result<TypeConstraint> parseTypeConstraint(const Expression& expression);
/// Same without the second argument of optional(), the default (the second argument of `convert`).
diags::Result<values::Type> parseTypeConstraintWithoutDefaults(const Expression& expression);
/// Parses an exact type: no `any`, no optional().
diags::Result<values::Type> parseExactType(const Expression& expression);
/// Returns the constraint in HCL syntax.
std::string typeToHcl(values::Type type);

} // namespace planlens::hcl
