// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/schemas/schema.h"

#include <initializer_list>
#include <map>
#include <string>

namespace planlens::backends {

using Attributes = std::map<std::string, schemas::Attribute, std::less<>>;
enum class Need { Optional, Required };
/// Adds arguments of one type to a schema.
void addArguments(Attributes& attributes, std::initializer_list<const char*> names, const values::Type& type,
                  Need need = Need::Optional);
/// Adds a block that can occur once.
void addBlock(schemas::Block& parent, const char* name, schemas::NestingMode nesting, Attributes attributes);
/// Required if this environment variable, which replaces the argument, is not set.
Need unlessSet(const char* variable);

/// Reports required arguments that are null, and blocks that occur too often, also in nested blocks. The types of the
/// arguments have been checked. Null stands for no arguments, about which nothing is reported.
diags::Diagnostics missingArguments(const schemas::Block& schema, const values::Value& arguments);

} // namespace planlens::backends
