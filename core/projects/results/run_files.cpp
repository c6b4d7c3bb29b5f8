// SPDX-License-Identifier: MPL-2.0
#include "core/projects/results/run_files.h"

#include "core/formats/json_writer.h"
#include "core/projects/results/json_reading.h"
#include "core/projects/results/result.h"
#include "core/system/directories/listing.h"
#include "core/system/environment.h"
#include "core/system/file.h"
#include "core/values/random.h"

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <map>
#include <set>

#include <fcntl.h>
#include <unistd.h>

namespace planlens::projects {

namespace fs = std::filesystem;
using diags::Diagnostic;

namespace {

constexpr std::string_view runFormat = "planlens-projects-run", shardFormat = "planlens-projects-shards";

fs::path runFile(const fs::path& results, const Shard& shard) {
    return results / (shard.count == 1 ? ".run.json" : fmt::format(".run-{}-of-{}.json", shard.index, shard.count));
}

/// The start of the name of a run: names are in the order of time.
std::string runTime(std::time_t time) {
    return fmt::format("{:%Y%m%dT%H%M%SZ}", fmt::gmtime(time));
}

std::string runText(const RunMarker& marker, bool isFinished) {
    std::string text;
    formats::JsonWriter out(text, formats::JsonWriter::Escapes::None);
    out.beginObject();
    out.key("format").string(runFormat);
    out.key("format_version").string("1.0");
    out.key("run").string(marker.run);
    out.key("repository").string(marker.repository.string());
    out.key("finished").boolean(isFinished);
    out.key("projects").strings(marker.projects);
    for (const auto& [key, reasons] : {std::pair("unsaved", &marker.unsaved), {"left_out", &marker.leftOut}}) {
        if (reasons->empty())
            continue;
        out.key(key).beginObject();
        for (const auto& [name, reason] : *reasons)
            out.key(name).string(reason);
        out.endObject();
    }
    out.endObject();
    return text + "\n";
}

std::optional<RecordedRun> readRun(const fs::path& file) {
    const auto text = system::readFile(file);
    const diags::Result<Json> document = text ? parseDocument(*text, runFormat, file.string()) : diags::Result<Json>();
    if (!document.value)
        return {};
    RecordedRun run;
    run.marker.run = textOf(*document, "run");
    run.marker.repository = textOf(*document, "repository");
    run.isFinished = flagOf(*document, "finished");
    run.marker.projects = textsOf(*document, "projects");
    for (const auto& [key, reasons] : {std::pair("unsaved", &run.marker.unsaved), {"left_out", &run.marker.leftOut}}) {
        const Json& found = member(*document, key);
        for (const std::string& name : found.keys)
            reasons->emplace(name, textOf(found, name));
    }
    return run;
}

/// Overwrites a file with a text that fits in the space that it has.
bool overwrite(const fs::path& path, const std::string& text) {
    const auto file = system::FileHandle::open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
    return file && file->writeAt(text, 0, path) && file->truncate(text.size(), path);
}

Diagnostic notWritten(const std::string& why) {
    return Diagnostic::error("Failed to write results", fmt::format("The results cannot be written: {}.", why));
}

/// The seconds of the last results. Other projects have an estimate by the sizes of their configurations.
std::vector<Weighted> weightsOf(const fs::path& results, const std::vector<const Project*>& projects,
                                InputHashes& hashes) {
    std::vector<Weighted> weights;
    std::vector<double> sizes;
    double knownSeconds = 0, knownSize = 0;
    for (const Project* project : projects) {
        const std::optional<StoredResult> last = findResult(results, project->name);
        const double seconds = last && last->result.status == Result::Status::Planned ? last->result.seconds : 0;
        weights.push_back({project->name, seconds});
        sizes.push_back(double(hashes.sizeOf(*project)));
        if (seconds > 0) {
            knownSeconds += seconds;
            knownSize += sizes.back();
        }
    }
    const double perByte = knownSize > 0 ? knownSeconds / knownSize : 1;
    for (std::size_t i = 0; i < weights.size(); ++i)
        if (weights[i].weight <= 0)
            weights[i].weight = sizes[i] * perByte;
    return weights;
}

std::string shardText(const std::vector<Weighted>& weights, std::size_t count) {
    const std::vector<std::size_t> shards = distribute(weights, count);
    std::string text;
    formats::JsonWriter out(text, formats::JsonWriter::Escapes::None);
    out.beginObject();
    out.key("format").string(shardFormat);
    out.key("format_version").string("1.0");
    out.key("shards").beginObject();
    for (std::size_t i = 0; i < weights.size(); ++i)
        out.key(weights[i].name).number(std::int64_t(shards[i]));
    out.endObject();
    out.endObject();
    return text + "\n";
}

/// Creates a complete file, or replaces one. Other runs may write it at the same time, also on other machines. Returns
/// an error text, or an empty one.
enum class Existing { Kept, Replaced };
std::string writeShared(const fs::path& file, const std::string& text, Existing existing) {
    const fs::path temporary = file.string() + "~" + values::randomHex(8);
    if (const auto written = system::writeNewSynced(temporary, text, 0600); !written) {
        ::unlink(temporary.c_str());
        return written.error();
    }
    const bool isKept = existing == Existing::Kept;
    const int result = isKept ? ::link(temporary.c_str(), file.c_str()) : ::rename(temporary.c_str(), file.c_str());
    const int error = result == 0 ? 0 : errno;
    ::unlink(temporary.c_str());
    (void)system::syncDirectoryOf(file);
    return error == 0 || (isKept && error == EEXIST) ? std::string()
                                                     : system::ioError(isKept ? "link" : "rename", file, error);
}

} // namespace

diags::Result<RunMarker> startRun(const fs::path& results, const Shard& shard, const fs::path& repository,
                                  std::vector<std::string> projects) {
    const fs::path file = runFile(results, shard);
    RunMarker marker;
    constexpr std::time_t day = 86400;
    if (const std::optional<RecordedRun> last = readRun(file);
        last && !last->isFinished && last->marker.run >= runTime(std::time(nullptr) - day)) {
        marker.run = last->marker.run;
        marker.isContinued = true;
    }
    marker.projects = std::move(projects);
    marker.repository = system::absolutePath(repository).lexically_normal();
    if (!marker.isContinued)
        marker.run = fmt::format("{}-{}", runTime(std::time(nullptr)), getpid());
    if (const std::string problem = writeShared(file, runText(marker, false), Existing::Replaced); !problem.empty())
        return notWritten(problem);
    return marker;
}

std::string finishRun(const fs::path& results, const Shard& shard, const RunMarker& marker) {
    const fs::path file = runFile(results, shard);
    const std::string text = runText(marker, true);
    const std::string problem = writeShared(file, text, Existing::Replaced);
    return problem.empty() || overwrite(file, text) ? std::string() : problem;
}

std::vector<RecordedRun> recordedRuns(const fs::path& results) {
    std::vector<RecordedRun> runs;
    const auto entries = system::listDirectory(results);
    for (const auto& [name, isDirectory, isLink] : entries ? *entries : std::vector<system::DirectoryEntry>())
        if (name.starts_with(".run") && name.ends_with(".json"))
            if (std::optional<RecordedRun> run = readRun(results / name)) {
                std::size_t index = 0, count = 0;
                if (std::sscanf(name.c_str(), ".run-%zu-of-%zu.json", &index, &count) == 2)
                    run->shard = {index, count};
                runs.push_back(*std::move(run));
            }
    return runs;
}

std::map<std::string, Shard> projectsOfMissingShards(const fs::path& results, const std::vector<RecordedRun>& runs) {
    std::map<std::size_t, std::map<std::size_t, std::set<std::string>>> planned; // by the number of shards, and index
    for (const RecordedRun& run : runs)
        if (run.shard.count > 1)
            planned[run.shard.count][run.shard.index].insert(run.marker.projects.begin(), run.marker.projects.end());
    std::map<std::string, Shard> missing;
    const auto entries = system::listDirectory(results);
    for (const auto& [name, isDirectory, isLink] : entries ? *entries : std::vector<system::DirectoryEntry>()) {
        if (!name.starts_with(".shards-") || !name.ends_with(".json"))
            continue;
        const auto text = system::readFile(results / name);
        const diags::Result<Json> document = text ? parseDocument(*text, shardFormat, name) : diags::Result<Json>();
        if (!document.value)
            continue;
        const Json& shards = member(*document, "shards");
        std::map<std::size_t, std::set<std::string>> distributed;
        for (const std::string& project : shards.keys)
            distributed[std::size_t(countOf(shards, project))].insert(project);
        // The file of these runs is the one that gave each of them its projects.
        for (const auto& [count, ofIndex] : planned)
            if (ofIndex.size() < count && std::ranges::all_of(ofIndex, [&](const auto& one) {
                    const auto given = distributed.find(one.first);
                    return one.second == (given == distributed.end() ? std::set<std::string>() : given->second);
                }))
                for (const auto& [index, projects] : distributed)
                    if (index <= count && !ofIndex.contains(index))
                        for (const std::string& project : projects)
                            missing.emplace(project, Shard{index, count});
    }
    return missing;
}

std::optional<fs::path> plannedRepository(const fs::path& results) {
    std::error_code error;
    for (const RecordedRun& run : recordedRuns(results))
        if (run.marker.repository.is_absolute() && fs::is_directory(run.marker.repository, error))
            return run.marker.repository;
    return {};
}

namespace {

struct ResultOfPlan {
    fs::path folder;
    Result result;
};
std::optional<ResultOfPlan> resultOfPlan(const fs::path& plan) {
    if (plan.filename() != planFile)
        return {};
    fs::path folder = plan.parent_path();
    std::error_code error;
    if (!fs::exists(folder / resultFile, error)) // of an object store
        folder = folder.parent_path();
    const auto text = system::readFile(folder / resultFile);
    if (!text)
        return {};
    diags::Result<Result> result = readResult(*text, (folder / resultFile).string());
    if (!result.value)
        return {};
    return ResultOfPlan{std::move(folder), *std::move(result.value)};
}

} // namespace

std::optional<std::string> jsonOfPlan(const fs::path& plan, std::string_view bytes) {
    const std::optional<ResultOfPlan> found = resultOfPlan(plan);
    if (!found || found->result.planHash != sha256Hex(bytes))
        return {};
    auto text = system::readFile(plan.parent_path() / planJsonFile);
    return text ? std::optional(*std::move(text)) : std::nullopt;
}

std::optional<PlannedProject> projectOfPlan(const fs::path& plan) {
    const std::optional<ResultOfPlan> found = resultOfPlan(plan);
    if (!found)
        return {};
    const auto& [folder, result] = *found;
    PlannedProject project{result.project, result.workspace, folder.parent_path(), {}};
    std::error_code error;
    if (const std::optional<fs::path> repository = plannedRepository(project.results))
        if (fs::path directory = *repository / result.directory; fs::is_directory(directory, error))
            project.directory = directory.lexically_normal();
    return project;
}

diags::Result<std::vector<const Project*>> projectsOfShard(const fs::path& results, const Shard& shard,
                                                           const Repository& repository,
                                                           const std::vector<const Project*>& projects) {
    if (shard.count == 1)
        return projects;
    InputHashes hashes(repository.root);
    std::string all = std::to_string(shard.count) + "\n";
    for (const Project* project : projects)
        all += project->name + "\n" + hashes.configurationHashOf(*project) + "\n";
    const fs::path file = results / fmt::format(".shards-{}.json", sha256Hex(all).substr(0, 16));
    std::error_code error;
    if (!fs::exists(file, error))
        if (const std::string problem =
                writeShared(file, shardText(weightsOf(results, projects, hashes), shard.count), Existing::Kept);
            !problem.empty())
            return notWritten(problem);
    const auto text = system::readFile(file);
    if (!text)
        return notWritten(text.error().toString());
    diags::Result<Json> document = parseDocument(*text, shardFormat, file.string());
    if (!document.value)
        return std::move(document.diagnostics);
    const Json& shards = member(*document, "shards");
    std::vector<const Project*> selected;
    for (const Project* project : projects)
        if (countOf(shards, project->name) == shard.index)
            selected.push_back(project);
    return selected;
}

} // namespace planlens::projects
