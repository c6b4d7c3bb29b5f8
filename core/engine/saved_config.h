// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/file/plan_file.h"

#include <filesystem>

namespace planlens::configs {
struct Config;
}
namespace planlens::engine {

/// Loads the configuration of a saved plan as if it were in `directory`, which is not read. startDirectory is for
/// path.cwd: where the program was started; empty: `directory`.
diags::Result<std::shared_ptr<const configs::Config>> loadSavedConfig(const plans::file::SavedPlan& saved,
                                                                      const std::filesystem::path& directory,
                                                                      const std::string& startDirectory = {});

/// Adds the data that saved plans do not contain, from their configuration: the dependencies, and what is not applied
/// (see recordNotApplied()). The plan must have its schemas.
void completeFromConfig(plans::Plan& plan, const configs::Config& config);

} // namespace planlens::engine
