// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"

#include <map>
#include <string>

namespace planlens::configs {

/// Where `init` put a module, what it was installed from, and in which version where it has one.
struct InstalledModule {
    std::string source, version, directory;
};
/// By the path of the call: "a.b".
using InstalledModules = std::map<std::string, InstalledModule>;

/// Reads modules.json; empty where there is none.
diags::Result<InstalledModules> readInstalledModules(const FileSystem& files, const std::filesystem::path& manifest);

/// Errors where the call asks for something else than what is installed; they name the command that installs modules.
diags::Diagnostics checkInstalledModule(const ModuleCall& call, const InstalledModule& installed,
                                        const std::string& command);

} // namespace planlens::configs
