// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"
#include "core/formats/json_writer.h"
#include "core/plans/plan.h"

namespace planlens::formats {

/// Writes the `configuration` object of plan JSON: provider configurations, and all modules with the constant values
/// and references of their expressions.
void writeConfiguration(JsonWriter& json, const configs::Config& config, const plans::Schemas& schemas);

} // namespace planlens::formats
