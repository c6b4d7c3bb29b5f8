// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/expression.h"

#include <string>
#include <vector>

namespace planlens::configs {

/// An attribute in an object expression that the conversion to a type would discard.
struct DiscardedAttribute {
    std::string path; // of the object that contains it; empty at the top
    std::string name;
    std::string suggestion; // " Did you mean to set attribute "x" instead?", or empty
    diags::SourceRange nameRange;
    diags::SourceRange objectRange;
};

/// Returns all such attributes of an expression in native syntax, in source order.
std::vector<DiscardedAttribute> discardedAttributes(const hcl::Expression& expression, values::Type target);

/// Returns the warning about such an attribute; the purpose is used as in "The object type for …".
diags::Diagnostic discardedAttributeWarning(const DiscardedAttribute& attribute, const std::string& purpose);

} // namespace planlens::configs
