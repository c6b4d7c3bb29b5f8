// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/values/value.h"

#include <string>

namespace planlens::engine {

/// Reports an error if a value cannot be stored in a state (JSON has no infinity). The type is that of the
/// schema.
diags::Diagnostics checkStorable(const std::string& address, const values::Value& value, values::Type type);

} // namespace planlens::engine
