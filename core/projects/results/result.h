// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/formats/json_writer.h"
#include "core/projects/repository/repository_changes.h"
#include "core/projects/results/inputs.h"
#include "core/projects/results/reads.h"
#include "core/report/document.h"
#include "core/system/file.h"

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::projects {

/// How much a plan contains.
struct PlanCounts {
    report::KindCounts changes{};
    std::size_t outputs = 0;                   // that change
    std::size_t drift = 0, resources = 0;      // drifted objects; resource instances
    std::size_t high = 0, medium = 0, low = 0; // findings by severity

    /// Returns the kinds of the changes that an apply makes, most severe first: neither unchanged objects nor reads.
    std::vector<report::Kind> appliedKinds() const;
};

/// The result of planning a project: the content of `result.json`. Has no values of the configuration or the state.
struct Result {
    enum class Status { Planned, Failed };
    std::string project, directory, workspace;
    std::vector<std::string> dependsOn; // names of projects
    std::vector<std::string> owners;    // by CODEOWNERS
    Status status = Status::Failed;
    std::string error;           // why there is no complete plan
    std::string mode = "normal"; // or "destroy", "refresh-only"
    std::string run;             // identifies the command that planned it
    std::int64_t started = 0;    // seconds since 1970
    double seconds = 0;          // duration
    Commit commit;
    std::string inputHash;            // of files and options
    std::string environmentHash;      // of the environment variables and the backend of `tofu init`
    Reads reads;                      // relative to the repository
    std::vector<std::string> options; // of `plan`, the same for all projects
    StateIdentity state;
    std::string stateFile; // absolute; empty: the state is not a local file
    std::string planHash;  // SHA-256 of the saved plan; empty: there is none
    PlanCounts counts;

    /// In object stores: the folder of the other files beside `result.json`, and their SHA-256 by name.
    std::string objects;
    std::map<std::string, std::string> files;

    /// Whether there is anything to apply.
    bool hasChanges() const;
};
std::string resultJson(const Result& result);
/// Writes the members with the numbers of changes, outputs, drifted objects, resources and findings.
void writeCounts(formats::JsonWriter& out, const PlanCounts& counts);
diags::Result<Result> readResult(std::string_view text, const std::string& file);

/// A result in a folder of RESULTS.
struct StoredResult {
    std::filesystem::path folder; // of the files besides `result.json`
    Result result;
    std::vector<StoredResult> earlier = {}; // of the same project, from other folders
};
/// The files of a result folder.
inline constexpr std::string_view resultFile = "result.json", reviewFile = "review.json",
                                  diagnosticsFile = "diagnostics.json", historyFile = "history.json", planFile = "plan",
                                  planJsonFile = "plan.json", appliedFile = "applied.json";

/// The name of a project's folder in RESULTS.
std::string folderName(const std::string& project);
/// Whether folderName() can return this name. Other names are files of runs, or belong to other programs.
bool isFolderName(std::string_view name);
/// Reads the newest result of each project in the folders. They are sorted by project. Unreadable results are reported
/// as warnings.
diags::Result<std::vector<StoredResult>> readResults(const std::vector<std::filesystem::path>& folders);
/// Whether a folder contains results of projects.
bool hasResults(const std::filesystem::path& folder);
/// Whether an error of reading `result.json` means that there is none, because the folder belongs to another program.
bool isNoResult(const system::ReadError& error);
/// The result of a project; nullopt if there is no usable one.
std::optional<StoredResult> findResult(const std::filesystem::path& results, const std::string& project);

/// A new folder for a result that only this user can read. publish() puts it in place of the previous result; otherwise
/// the destructor removes it.
class NewResultFolder {
public:
    /// If no folder can be created, path() is empty and error() is the reason.
    NewResultFolder(std::filesystem::path results, const std::string& project);
    ~NewResultFolder();
    NewResultFolder(const NewResultFolder&) = delete;
    NewResultFolder& operator=(const NewResultFolder&) = delete;

    const std::filesystem::path& path() const { return m_path; }
    const std::string& error() const { return m_error; }
    /// Replaces the result of the project. Returns an error text, or an empty one.
    std::string publish();

private:
    std::filesystem::path m_results, m_path;
    std::string m_project, m_error;
};
/// Removes folders left by killed processes of this machine.
void removeAbandonedFolders(const std::filesystem::path& results);

} // namespace planlens::projects
