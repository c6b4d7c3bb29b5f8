// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/hcl/expression.h"

#include <string>
#include <vector>

namespace planlens::configs {

/// An attribute that an object is written with, and that its conversion to a type would drop.
struct DiscardedAttribute {
    std::string path; // of the object that it stands in, empty at the top
    std::string name;
    std::string suggestion; // " Did you mean to set attribute "x" instead?", or empty
    diags::SourceRange nameRange;
    diags::SourceRange objectRange;
};

/// All such attributes of an expression in native syntax, in the order they are written.
std::vector<DiscardedAttribute> discardedAttributes(const hcl::Expression& expression, values::Type target);

/// The warning about one of them; what the object is for is said as "The object type for …".
diags::Diagnostic discardedAttributeWarning(const DiscardedAttribute& attribute, const std::string& purpose);

} // namespace planlens::configs
