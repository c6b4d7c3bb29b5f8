// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"
#include "core/formats/json_writer.h"
#include "core/plans/plan.h"

namespace planlens::formats {

/// The `configuration` object of plan JSON: provider configurations, and every module with its expressions' constants
/// and references.
void writeConfiguration(JsonWriter& json, const configs::Config& config, const plans::Schemas& schemas);

} // namespace planlens::formats
