// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "app/cli/projects/opened_results.h"
#include "app/cli/projects/selection.h"
#include "core/projects/results/shards.h"

#include <filesystem>
#include <vector>

/// The share of the projects that one of several equal jobs plans.
namespace planlens::cli {

/// The option -shard; without it, the only shard.
diags::Result<projects::Shard> shardOf(const Arguments& arguments);

/// Opens the RESULTS of -out: a directory, which is created, or an object store.
diags::Result<OpenedResults> openOutput(const Arguments& arguments, const std::filesystem::path& directory,
                                        const Interrupts& interrupts);

/// Returns the projects of the shard. The first shard records in RESULTS which projects the others get.
diags::Result<std::vector<const projects::Project*>> chooseProjects(const OpenedResults& results,
                                                                    const projects::Shard& shard,
                                                                    const Selection& selection,
                                                                    const Interrupts& interrupts);

} // namespace planlens::cli
