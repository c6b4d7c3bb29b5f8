// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/schemas.h"

#include <string>

namespace planlens::formats {

/// Returns provider schemas in the format of `providers schema -json` (`format_version` 1.0).
std::string providerSchemasJson(const plans::Schemas& schemas);

} // namespace planlens::formats
