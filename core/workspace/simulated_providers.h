// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/providers/provider.h"

#include <filesystem>
#include <memory>
#include <string>

namespace planlens::workspace {

/// Files that describe providers, for estimates without starting them. Relative paths are resolved against the working
/// directory.
struct SimulatedProviders {
    std::string schemas;          // output of `providers schema -json`; empty: schemas of the directory's last plan
    std::string replacementRules; // attributes that force a replacement; empty: none
};

/// Creates a registry of simulated providers. Built-in providers are taken from `builtIn`.
diags::Result<std::shared_ptr<providers::Registry>> simulatedRegistry(const std::filesystem::path& directory,
                                                                      const SimulatedProviders& files,
                                                                      std::shared_ptr<providers::Registry> builtIn);

} // namespace planlens::workspace
