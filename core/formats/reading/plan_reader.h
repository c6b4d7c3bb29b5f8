// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/plans/plan.h"
#include "core/plans/terraform_parts.h"

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace planlens::formats {

/// What `show -json` says of a plan file, read back: enough to look at a plan, not to apply it.
struct FinishedPlan {
    /// Values are of the types that JSON implies, unknown parts of the dynamic type. There are no states; dependencies
    /// are rebuilt from the configuration in the file.
    std::shared_ptr<plans::Plan> plan;
    std::string formatVersion;
    std::shared_ptr<const plans::TerraformParts> terraform; // null: the plan has nothing that OpenTofu's do not have
};

/// Reads the JSON of a plan that OpenTofu or Terraform 0.12 and later made. What is newer than this program knows is
/// passed over, with a warning where it could matter. Text that is something else, such as the JSON of a state, is an
/// error that says what to do. The text may be in UTF-16, as some shells redirect it, and have lines of other programs
/// around it.
diags::Result<FinishedPlan> readPlanJson(std::string_view text, std::stop_token stop = {});

} // namespace planlens::formats
