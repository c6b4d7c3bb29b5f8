// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/configs/config.h"
#include "core/providers/packages/installed_packages.h"
#include "core/workspace/state_location.h"

#include <filesystem>
#include <string>
#include <vector>

namespace planlens::workspace {

/// A program that planning or applying starts because the folder says so.
struct StartedProgram {
    enum class Kind { Provider, Provisioner, StateTool };
    Kind kind = Kind::Provider;
    std::string name;    // the address of the provider, the type of the provisioner, or the name of the tool
    std::string subject; // the resource of the provisioner, or what only the tool can read
    std::string version; // of the provider, as the lock file selects it
    bool isUnderDevelopment = false;
    std::filesystem::path
        path; // relative if it is in the folder; empty: not installed, or known only to the configuration
};

/// The programs of a configuration and its state. No program is started to find out.
std::vector<StartedProgram> startedPrograms(const configs::Config& config, const StateLocation& state,
                                            const providers::InstalledPackages& packages);

} // namespace planlens::workspace
