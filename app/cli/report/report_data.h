// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "app/cli/arguments.h"
#include "core/cost/plan_costs.h"
#include "core/findings/blocks.h"
#include "core/risk/findings.h"

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace planlens::cli {

/// The data of a report besides the plan.
struct ReportData {
    std::vector<risk::Finding> findings; // of the rules, then those of -findings; most severe first
    std::optional<cost::PlanCosts> costs;
    findings::Blocks blocks; // of the configuration in the directory, if it can be read

    std::optional<std::pair<std::string, std::uint32_t>> placeOf(const addrs::ConfigResource& resource) const;
};

/// Applies the rules of the directory, and reads the files that the options -findings and -cost name. No value if one
/// of them cannot be read.
diags::Result<ReportData> reportData(const plans::Plan& plan, const std::filesystem::path& directory,
                                     const Arguments& arguments);

} // namespace planlens::cli
