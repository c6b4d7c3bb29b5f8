// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/plans/file/plan_file.h"
#include "core/states/encryption.h"

#include <filesystem>

namespace planlens::configs {
struct Config;
}
namespace planlens::engine {

/// Returns the files of a configuration, for a plan file.
plans::file::ConfigSnapshot snapshotOf(const configs::Config& config);
/// Saves a plan for a program, with its configuration and lock file, to a file that only its owner may read, because
/// plans contain secrets. With an encryption, the file is encrypted. If saving fails, an existing file is kept.
diags::Diagnostics savePlan(const plans::Plan& plan, const plans::Program& program, const configs::Config& config,
                            const std::filesystem::path& path, const states::EncryptionPtr& encryption = {});

} // namespace planlens::engine
