// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/plans/terraform_parts.h"

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace planlens::plans {
struct Plan;
}
namespace planlens::formats {

/// A plan read from the output of `show -json`. It can be displayed but not applied.
struct FinishedPlan {
    /// Values have the types implied by JSON; unknown parts have the dynamic type. There are no states. Dependencies
    /// are reconstructed from the configuration in the file.
    std::shared_ptr<plans::Plan> plan;
    std::string formatVersion;
    std::shared_ptr<const plans::TerraformParts> terraform; // null: the plan has no parts specific to Terraform
};

/// Reads the JSON of a plan made by OpenTofu, or by Terraform 0.12 and later. Newer fields are
/// ignored, with a warning if they may be important. For other text, such as the JSON of a state,
/// the error explains what to do. The text may be UTF-16, as some shells redirect it, with lines
/// of other programs around it.
diags::Result<FinishedPlan> readPlanJson(std::string_view text, std::stop_token stop = {});

} // namespace planlens::formats
