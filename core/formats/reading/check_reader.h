// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/formats/reading/lenient_fields.h"
#include "core/states/check_results.h"

namespace planlens::formats {

/// Reads the member `checks` of plan JSON. Returns false if the JSON is invalid.
bool readChecks(LenientFields& json, states::CheckResults& checks);

} // namespace planlens::formats
