// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"
#include "core/diags/diagnostic.h"
#include "core/plans/plan.h"

#include <string>

namespace planlens::formats {

/// A plan as `show -json` has it (format_version 1.2), on one line without a line break at the end. Sensitive values are
/// in it in clear, as in the reference's: keep it out of logs and files that others can read.
diags::Result<std::string> planJson(const plans::Plan& plan, const configs::Config& config);

} // namespace planlens::formats
