// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/terraform_parts.h"
#include "core/report/text/text_options.h"

#include <string>

namespace planlens::report {

/// The additional text that `show PLAN` prints for a plan of Terraform: deferred changes, actions, query results,
/// unsupported parts. Empty if there are none.
std::string terraformText(const plans::TerraformParts& parts, const TextOptions& options = {});

} // namespace planlens::report
