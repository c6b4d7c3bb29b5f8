// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/value.h"

#include <string>

namespace planlens::providers::builtin {

/// Returns a value as an HCL expression, in the format of OpenTofu's formatter. The value must be wholly known and
/// unmarked.
std::string valueText(const values::Value& value);
/// Returns the attributes of an object as arguments, each on one or more lines. Names must be identifiers.
std::string argumentsText(const values::Value& object);

} // namespace planlens::providers::builtin
