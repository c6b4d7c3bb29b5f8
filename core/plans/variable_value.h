// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/values/value.h"

namespace planlens::plans {

/// The value of a variable of the root module.
struct VariableValue {
    values::Value value; // marked as sensitive if declared so
    bool fromDefault = false;
    bool ephemeral = false; // the value is not stored
    bool operator==(const VariableValue&) const = default;
};

} // namespace planlens::plans
