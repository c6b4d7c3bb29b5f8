// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/plan.h"

#include <string>

namespace planlens::formats {

/// Schemas of providers as `providers schema -json` has them (`format_version` 1.0).
std::string providerSchemasJson(const plans::Schemas& schemas);

} // namespace planlens::formats
