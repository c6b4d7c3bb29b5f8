// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "app/cli/output.h"
#include "app/cli/project.h"

#include "core/plans/terraform_parts.h"

#include <filesystem>
#include <memory>
#include <string>

namespace planlens::plans {
struct Plan;
}
namespace planlens::cli {

struct ReadPlan {
    std::shared_ptr<const plans::Plan> plan; // null after errors
    std::shared_ptr<const plans::TerraformParts> terraform;
    diags::Diagnostics diagnostics;
};

/// Reads a saved plan with the schemas of the folder's providers, or plan JSON; `-` is standard input.
ReadPlan readPlanFile(const std::string& file, const std::filesystem::path& directory, const Arguments& arguments,
                      Output& output, const Interrupts& interrupts);

} // namespace planlens::cli
