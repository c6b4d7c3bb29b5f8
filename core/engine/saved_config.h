// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"
#include "core/plans/file/plan_file.h"

#include <filesystem>

namespace planlens::engine {

/// The configuration in a saved plan, as if it were in the folder: nothing is read there.
diags::Result<configs::ConfigPtr> loadSavedConfig(const plans::file::SavedPlan& saved, const std::filesystem::path& directory);

} // namespace planlens::engine
