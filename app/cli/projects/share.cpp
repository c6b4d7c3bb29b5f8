// SPDX-License-Identifier: MPL-2.0
#include "app/cli/projects/share.h"

#include "core/projects/results/run_files.h"
#include "core/system/environment.h"

#include <fmt/core.h>

namespace planlens::cli {

namespace fs = std::filesystem;
using diags::Diagnostic;

diags::Result<projects::Shard> shardOf(const Arguments& arguments) {
    const std::optional<std::string> text = arguments.value("shard");
    return text ? projects::readShard(*text, system::environmentVariable) : projects::Shard();
}

diags::Result<OpenedResults> openOutput(const Arguments& arguments, const fs::path& directory,
                                        const Interrupts& interrupts) {
    diags::Result<OpenedResults> opened = openResults(arguments.value("out").value_or(""), directory,
                                                      projects::ResultStore::Content::Identities, interrupts);
    if (!opened.isOk() || opened->store)
        return opened;
    std::error_code error;
    fs::create_directories(opened->folder, error);
    if (error)
        return Diagnostic::error("Failed to write results", fmt::format("The directory {} cannot be created: {}.",
                                                                        opened->folder.string(), error.message()));
    return opened;
}

diags::Result<std::vector<const projects::Project*>> chooseProjects(const OpenedResults& results,
                                                                    const projects::Shard& shard,
                                                                    const Selection& selection,
                                                                    const Interrupts& interrupts) {
    const auto chosen = projects::projectsOfShard(results.folder, shard, selection.repository, selection.projects);
    if (!results.store || !chosen.isOk())
        return chosen;
    const auto shares = results.store->uploadShares(interrupts.stop);
    if (!shares.isOk())
        return shares.diagnostics;
    return *shares == projects::ResultStore::Shares::Own
               ? chosen
               : projects::projectsOfShard(results.folder, shard, selection.repository, selection.projects);
}

} // namespace planlens::cli
