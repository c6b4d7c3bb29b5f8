// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/masking/secrets.h"
#include "core/plans/terraform_parts.h"
#include "core/report/text/text_options.h"

#include <string>

namespace planlens::report {

/// Returns the additional text that `show PLAN` prints for a Terraform plan: deferred changes, actions, query results,
/// unsupported parts. The secrets of the plan are masked unless the options show them. Empty if there is none.
std::string terraformText(const plans::TerraformParts& parts, const masking::Secrets& secrets,
                          const TextOptions& options = {});

} // namespace planlens::report
