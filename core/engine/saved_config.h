// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"
#include "core/plans/file/plan_file.h"

#include <filesystem>

namespace planlens::engine {

/// The configuration in a saved plan, as if it were in the folder: nothing is read there. For path.cwd: where the
/// program was started; empty: in that folder.
diags::Result<configs::ConfigPtr> loadSavedConfig(const plans::file::SavedPlan& saved,
                                                  const std::filesystem::path& directory,
                                                  const std::string& startDirectory = {});

/// Adds to a saved plan what it does not have, but the configuration that it comes from: the dependencies, and what
/// applying leaves out. The plan has its schemas already.
void completeFromConfig(plans::Plan& plan, const configs::Config& config);

} // namespace planlens::engine
