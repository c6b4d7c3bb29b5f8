// SPDX-License-Identifier: MPL-2.0
#include "core/projects/results/result.h"
#include "core/system/directories/listing.h"
#include "core/system/file.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <map>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace planlens::projects {

namespace fs = std::filesystem;
using diags::Diagnostic;

namespace {

constexpr std::string_view temporaryPrefix = ".planning-";

std::string hostName() {
    std::array<char, 256> name{};
    if (gethostname(name.data(), name.size() - 1) != 0)
        return "unknown";
    std::string text = name.data();
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == '/' || c == '~'; }, '-');
    return text;
}

/// Names are unique in a process, so the process and the project identify a folder.
std::string temporaryName(pid_t process, const std::string& folder) {
    return fmt::format("{}{}~{}~{}", temporaryPrefix, hostName(), process, folder);
}

/// The folder of the files besides `result.json`: those of object stores are in a folder of their own.
fs::path filesIn(const fs::path& folder, const Result& result) {
    return result.objects.empty() ? folder : folder / result.objects;
}

bool isSafeInNames(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
           c == '-' || c == '@';
}

} // namespace

std::string folderName(const std::string& project) {
    std::string name;
    bool isPlain = !project.starts_with('.');
    for (const char c : project) {
        const bool isSafe = isSafeInNames(c);
        isPlain = isPlain && isSafe;
        name += isSafe ? c : '-';
    }
    constexpr std::size_t longest = 100;
    if (isPlain && name.size() <= longest)
        return name;
    // Different projects have different folders.
    return (name.starts_with('.') ? "_" : "") + name.substr(0, longest) + "-" + sha256Hex(project).substr(0, 8);
}

bool isFolderName(std::string_view name) {
    constexpr std::size_t longest = 120;
    return !name.empty() && name.size() <= longest && name.front() != '.' && std::ranges::all_of(name, isSafeInNames);
}

NewResultFolder::NewResultFolder(fs::path results, const std::string& project)
    : m_results(std::move(results))
    , m_project(project) {
    const fs::path path = m_results / temporaryName(getpid(), folderName(project));
    std::error_code error;
    fs::remove_all(path, error);
    if (::mkdir(path.c_str(), 0700) == 0)
        m_path = path;
    else
        m_error = system::ioError("mkdir", path, errno);
}

NewResultFolder::~NewResultFolder() {
    std::error_code error;
    if (!m_path.empty())
        fs::remove_all(m_path, error);
}

std::string NewResultFolder::publish() {
    const fs::path target = m_results / folderName(m_project);
    if (::rename(m_path.c_str(), target.c_str()) == 0) { // there was none
        m_path.clear();
    } else if (::renameat2(AT_FDCWD, m_path.c_str(), AT_FDCWD, target.c_str(), RENAME_EXCHANGE) != 0) {
        if (errno != EINVAL && errno != ENOSYS)
            return system::ioError("rename", target, errno);
        // The file system cannot exchange two folders.
        const fs::path old = m_path.string() + ".old";
        if (::rename(target.c_str(), old.c_str()) != 0 || ::rename(m_path.c_str(), target.c_str()) != 0)
            return system::ioError("rename", target, errno);
        m_path = old;
    } // otherwise m_path is the previous result now, which the destructor removes
    (void)system::syncDirectoryOf(target);
    return {};
}

void removeAbandonedFolders(const fs::path& results) {
    const std::string prefix = std::string(temporaryPrefix) + hostName() + "~";
    const auto entries = system::listDirectory(results);
    for (const auto& [name, isDirectory, isLink] : entries ? *entries : std::vector<system::DirectoryEntry>()) {
        if (!name.starts_with(prefix))
            continue;
        const long process = std::strtol(name.c_str() + prefix.size(), nullptr, 10);
        std::error_code ignored;
        if (process > 0 && ::kill(pid_t(process), 0) != 0 && errno == ESRCH)
            fs::remove_all(results / name, ignored);
    }
}

bool isNoResult(const system::ReadError& error) {
    return error.isMissingDirectory();
}

std::optional<StoredResult> findResult(const fs::path& results, const std::string& project) {
    const fs::path folder = results / folderName(project);
    const auto text = system::readFile(folder / resultFile);
    if (!text)
        return {};
    diags::Result<Result> result = readResult(*text, (folder / resultFile).string());
    if (!result.value || result->project != project)
        return {};
    return StoredResult{filesIn(folder, *result), *std::move(result.value)};
}

bool hasResults(const fs::path& folder) {
    const auto entries = system::listDirectory(folder);
    return entries && std::ranges::any_of(*entries, [&](const system::DirectoryEntry& entry) {
               std::error_code missing;
               return !entry.name.starts_with('.') && fs::is_regular_file(folder / entry.name / resultFile, missing);
           });
}

diags::Result<std::vector<StoredResult>> readResults(const std::vector<fs::path>& folders) {
    diags::Diagnostics diagnostics;
    std::map<std::string, StoredResult> byProject;
    for (const fs::path& results : folders) {
        std::error_code error;
        if (!fs::is_directory(results, error) && (!error || error == std::errc::no_such_file_or_directory))
            return Diagnostic::error("Results not found",
                                     fmt::format("The directory {} does not exist. \"planlens-cli projects plan "
                                                 "-out=RESULTS\" creates it.",
                                                 results.string()));
        bool isUsed = false; // by `projects plan`, which may have had no projects to plan
        const auto entries = system::listDirectory(results);
        if (!entries)
            return Diagnostic::error("Results not found", fmt::format("The directory {} cannot be read: {}.",
                                                                      results.string(), entries.error().reason()));
        for (const system::DirectoryEntry& entry : *entries) {
            const std::string& name = entry.name;
            if (name.starts_with('.')) {
                isUsed = isUsed || name.starts_with(".run");
                continue;
            }
            const fs::path file = results / name / resultFile;
            const auto text = system::readFile(file);
            if (!text) {
                if (!isNoResult(text.error()))
                    diagnostics.warning("Result ignored", fmt::format("The file {} cannot be read: {}.", file.string(),
                                                                      text.error().reason()));
                continue;
            }
            diags::Result<Result> result = readResult(*text, file.string());
            for (const Diagnostic& diagnostic : result.diagnostics)
                diagnostics.warning("Result ignored", diagnostic.detail);
            isUsed = true;
            if (!result.value)
                continue;
            StoredResult& known = byProject[result->project];
            StoredResult read{filesIn(results / name, *result), *std::move(result.value)};
            if (!known.folder.empty()) {
                if (known.result.started < read.result.started) {
                    std::swap(known, read);
                    known.earlier.swap(read.earlier);
                }
                known.earlier.push_back(std::move(read));
            } else {
                known = std::move(read);
            }
        }
        if (!isUsed)
            diagnostics.warning("No results", fmt::format("The directory {} contains no results of \"planlens-cli "
                                                          "projects plan -out=RESULTS\".",
                                                          results.string()));
    }
    std::vector<StoredResult> all;
    for (auto& [project, stored] : byProject)
        all.push_back(std::move(stored));
    return {std::move(all), std::move(diagnostics)};
}

} // namespace planlens::projects
