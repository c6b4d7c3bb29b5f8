// SPDX-License-Identifier: MPL-2.0
#pragma once

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

} // namespace planlens::backends
