// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/load.h"

#include <map>
#include <string>

namespace planlens::configs {

/// Where `init` installed a module, its source, and its version if it has one.
struct InstalledModule {
    std::string source, version, directory;
};
/// Installed modules by the path of their call: "a.b".
using InstalledModules = std::map<std::string, InstalledModule>;

/// Reads modules.json; returns an empty map if it does not exist.
diags::Result<InstalledModules> readInstalledModules(const FileSystem& files, const std::filesystem::path& manifest);

/// Returns errors if the call requires another module than the installed one. They name the command that installs it.
diags::Diagnostics checkInstalledModule(const ModuleCall& call, const InstalledModule& installed,
                                        const std::string& command);

} // namespace planlens::configs
