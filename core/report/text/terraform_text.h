// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/terraform_parts.h"
#include "core/report/text/text_options.h"

#include <string>

namespace planlens::report {

/// What `show PLAN` adds to the text of a plan of Terraform: deferred changes, actions, results of queries, parts that
/// are not known. Empty where there is nothing of these.
std::string terraformText(const plans::TerraformParts& parts, const TextOptions& options = {});

} // namespace planlens::report
