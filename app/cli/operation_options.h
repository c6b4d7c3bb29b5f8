// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "app/cli/arguments.h"
#include "core/engine/plan.h"

#include <filesystem>

namespace planlens::cli {

/// The options of plan and apply that depend only on the command line and on the files of addresses that it names.
diags::Result<engine::PlanOptions> operationOptions(const Arguments& arguments, const std::filesystem::path& directory);

/// The error of a negative number of parallel operations, which the reference only finds once the state is open.
diags::Diagnostics checkParallelism(const Arguments& arguments);

} // namespace planlens::cli
