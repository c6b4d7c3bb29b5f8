// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/values/value.h"

#include <string>

namespace planlens::engine {

/// An error if the value of an object cannot be written to a state: JSON has no infinite numbers. The type is that of
/// the schema.
diags::Diagnostics checkStorable(const std::string& address, const values::Value& value, values::Type type);

} // namespace planlens::engine
