// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/providers/provider.h"

#include <filesystem>
#include <memory>
#include <string>

namespace planlens::workspace {

/// Files that describe providers, for estimates without starting them. Paths are relative to the working directory.
struct SimulatedProviders {
    std::string schemas; // JSON of `providers schema -json`; empty: the schemas of the last plan in the directory
    std::string replacementRules; // which attributes force a replacement; empty: none
};

/// Providers that are simulated from their schemas. Built-in providers are taken from another registry.
diags::Result<std::shared_ptr<providers::Registry>> simulatedRegistry(const std::filesystem::path& directory,
                                                                      const SimulatedProviders& files,
                                                                      std::shared_ptr<providers::Registry> builtIn);

} // namespace planlens::workspace
