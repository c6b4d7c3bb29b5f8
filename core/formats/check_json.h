// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/formats/json_writer.h"
#include "core/states/check_results.h"

namespace planlens::formats {

/// Writes the `checks` array of plan and state JSON.
void writeCheckResults(JsonWriter& json, const states::CheckResults& results);

} // namespace planlens::formats
