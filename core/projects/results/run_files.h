// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/projects/repository/project.h"
#include "core/projects/results/inputs.h"
#include "core/projects/results/shards.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Files in RESULTS that commands share: unfinished runs, and the distribution of projects to shards.
namespace planlens::projects {

/// A run that a command starts or continues.
struct RunMarker {
    std::string run;
    std::filesystem::path repository;           // absolute
    bool isContinued = false;                   // the run was interrupted, or its process was killed
    std::vector<std::string> projects = {};     // names of those that it plans
    std::map<std::string, std::string> unsaved; // projects whose results could not be saved, and why
    std::map<std::string, std::string> leftOut; // see Repository
};
/// Records the start of a run of a shard, which plans projects of `repository`. Each shard has its own runs. A
/// run that is not finished is continued for a day.
diags::Result<RunMarker> startRun(const std::filesystem::path& results, const Shard& shard,
                                  const std::filesystem::path& repository, std::vector<std::string> projects = {});
/// Records, even on a full disk, that the run has tried all its projects, and the results that could not be saved.
/// Returns an error text, or an empty one.
std::string finishRun(const std::filesystem::path& results, const Shard& shard, const RunMarker& marker);
/// The last runs of all shards.
struct RecordedRun {
    RunMarker marker;
    bool isFinished = false;
    Shard shard = {};
};
std::vector<RecordedRun> recordedRuns(const std::filesystem::path& results);
/// Returns the projects of shards that have not been run, by the name of the project.
std::map<std::string, Shard> projectsOfMissingShards(const std::filesystem::path& results,
                                                     const std::vector<RecordedRun>& runs);
/// The directory whose projects were planned; nullopt if it is not recorded or no longer exists.
std::optional<std::filesystem::path> plannedRepository(const std::filesystem::path& results);

/// A project whose saved plan is in RESULTS.
struct PlannedProject {
    std::string name, workspace;
    std::filesystem::path results;
    std::filesystem::path directory; // of its configuration; empty: it is not on this machine
};
/// The project of a saved plan; nullopt if the file is not in RESULTS.
std::optional<PlannedProject> projectOfPlan(const std::filesystem::path& plan);
/// The JSON of a saved plan in RESULTS; nullopt if there is none, or if it is that of another plan.
std::optional<std::string> jsonOfPlan(const std::filesystem::path& plan, std::string_view bytes);

/// Returns the projects of a shard. Shards that share RESULTS agree even if they start at different times, and
/// whichever projects are initialized on their machine: the first one distributes the projects by the durations of
/// their last results, otherwise by the sizes of their configurations.
diags::Result<std::vector<const Project*>> projectsOfShard(const std::filesystem::path& results, const Shard& shard,
                                                           const Repository& repository,
                                                           const std::vector<const Project*>& projects);

} // namespace planlens::projects
