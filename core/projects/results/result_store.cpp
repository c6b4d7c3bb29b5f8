// SPDX-License-Identifier: MPL-2.0
#include "core/projects/results/result_store.h"

#include "core/projects/results/approvals.h"
#include "core/system/directories/listing.h"
#include "core/system/file.h"
#include "core/system/threads/thread.h"
#include "core/values/random.h"

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <ctime>
#include <optional>

namespace planlens::projects {

namespace fs = std::filesystem;
using cloud::storage::ObjectStore;
using cloud::storage::StoreError;
using diags::Diagnostic;
using diags::Diagnostics;

namespace {

constexpr std::string_view runPrefix = ".run", sharesPrefix = ".shards-", jsonSuffix = ".json";

bool isRunFile(std::string_view key) {
    return (key.starts_with(runPrefix) || key.starts_with(sharesPrefix)) && key.ends_with(jsonSuffix) &&
           isFolderName(key.substr(1));
}

/// The folder of a project, if the key is that of its `result.json`.
std::optional<std::string> resultOf(std::string_view key) {
    const std::size_t slash = key.find('/');
    if (slash == std::string_view::npos || key.substr(slash + 1) != resultFile || !isFolderName(key.substr(0, slash)))
        return {};
    return std::string(key.substr(0, slash));
}

std::string keyOf(const std::string& name, const std::string& objects, std::string_view file) {
    return fmt::format("{}/{}/{}", name, objects, file);
}

/// Starts with the time, so that objects that were left can be removed.
std::string newObjects() {
    return fmt::format("{:%Y%m%dT%H%M%SZ}-{}", fmt::gmtime(std::time(nullptr)), values::randomHex(16));
}

/// Calls the function for each number below the count, on a few threads: requests take longer than their results.
void forEach(std::size_t count, const std::function<void(std::size_t)>& work) {
    constexpr std::size_t most = 16;
    std::atomic<std::size_t> next = 0;
    const auto loop = [&] {
        for (std::size_t i = next++; i < count; i = next++)
            work(i);
    };
    std::vector<system::Thread> threads;
    for (std::size_t i = 1; i < std::min(most, count); ++i)
        threads.push_back(system::startThread([&](const std::stop_token&) { loop(); }));
    loop();
    for (system::Thread& thread : threads)
        if (thread.joinable())
            thread.join();
}

/// Writes a file of the copy. Returns an error text, or an empty one.
std::string writeCopy(const fs::path& file, std::string_view text) {
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    const auto written = system::writeNewSynced(file, text, 0600);
    return written ? std::string() : written.error();
}

Diagnostic copyProblem(const std::string& why) {
    return Diagnostic::error("Results cannot be downloaded",
                             fmt::format("The private copy of the results cannot be written: {}. Set TMPDIR to a "
                                         "directory with enough space.",
                                         why));
}

} // namespace

ResultStore::ResultStore(cloud::storage::Address address, std::unique_ptr<ObjectStore> store)
    : m_address(std::move(address))
    , m_store(std::move(store)) {}

diags::Result<std::unique_ptr<ResultStore>> ResultStore::open(std::string_view address, const fs::path& directory) {
    diags::Result<cloud::storage::Address> parsed = cloud::storage::parseAddress(address);
    if (!parsed.value)
        return std::move(parsed.diagnostics);
    auto store = cloud::storage::openObjectStore(*parsed, directory);
    if (!store.isOk())
        return std::move(store.diagnostics);
    std::unique_ptr<ResultStore> made(new ResultStore(*std::move(parsed.value), *std::move(store.value)));
    if (made->folder().empty())
        return copyProblem("no private folder can be created");
    return {std::move(made), std::move(store.diagnostics)};
}

std::string ResultStore::textOf(const StoreError& error) const {
    return cloud::storage::storeProblem(m_address, error).detail;
}

Diagnostics ResultStore::download(Content content, const Progress& progress, const std::stop_token& stop) {
    if (Diagnostics problems = m_store->connect(stop); problems.hasErrors())
        return problems;
    const auto keys = m_store->list({}, stop);
    if (!keys)
        return cloud::storage::storeProblem(m_address, keys.error());
    m_keys = {keys->begin(), keys->end()};
    std::vector<std::string> results, runs;
    for (const std::string& key : m_keys)
        if (isRunFile(key))
            runs.push_back(key);
        else if (std::optional<std::string> name = resultOf(key))
            results.push_back(*std::move(name));
    std::mutex mutex;
    Diagnostics diagnostics;
    std::size_t done = 0;
    forEach(runs.size() + results.size(), [&](std::size_t i) {
        if (stop.stop_requested())
            return;
        Diagnostics problems =
            i < runs.size() ? downloadRunFile(runs[i], stop) : downloadResult(results[i - runs.size()], content, stop);
        const std::lock_guard lock(mutex);
        // If the store fails, it fails for all.
        if (!problems.hasErrors() || !diagnostics.hasErrors())
            diagnostics.append(std::move(problems));
        if (i >= runs.size() && progress)
            progress(++done, results.size());
    });
    if (stop.stop_requested() && !diagnostics.hasErrors())
        diagnostics.error("Interrupted", "The results were not downloaded completely.");
    return diagnostics;
}

Diagnostics ResultStore::downloadRunFile(const std::string& name, const std::stop_token& stop) {
    const auto text = m_store->read(name, stop);
    if (!text)
        return cloud::storage::storeProblem(m_address, text.error());
    const std::string problem = *text ? writeCopy(folder() / name, **text) : std::string();
    const std::lock_guard lock(m_mutex);
    m_runs[name] = text->value_or("");
    return problem.empty() ? Diagnostics() : Diagnostics(copyProblem(problem));
}

Diagnostics ResultStore::downloadResult(const std::string& name, Content content, const std::stop_token& stop) {
    const std::string key = fmt::format("{}/{}", name, resultFile);
    const auto ignored = [&](std::string_view why) {
        return Diagnostics(
            Diagnostic::warning("Result ignored", fmt::format("{}/{}: {}.", m_address.toString(), key, why)));
    };
    constexpr int attempts = 3; // another program may replace the result meanwhile, and remove its objects
    std::string why = "it was replaced again and again", objects;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        const auto text = m_store->read(key, stop);
        if (!text)
            return cloud::storage::storeProblem(m_address, text.error());
        if (!*text)
            return {}; // removed since
        const diags::Result<Result> result = readResult(**text, fmt::format("{}/{}", m_address.toString(), key));
        if (!result.value) {
            if (content == Content::Reviews) // reports name it
                writeCopy(folder() / key, **text);
            return ignored(result.diagnostics.isEmpty() ? "it cannot be read" : result.diagnostics[0].detail);
        }
        if (result->objects.empty() || folderName(result->project) != name)
            return ignored("it is not a result of an object store");
        const bool isNew = attempt > 0 && result->objects != objects; // newer than the list of keys
        objects = result->objects;
        bool isComplete = true;
        for (const auto& [file, hash] : result->files) {
            const std::string objectKey = keyOf(name, result->objects, file);
            const bool isNeeded =
                file == historyFile || (content == Content::Reviews && (file == reviewFile || file == diagnosticsFile));
            if (!isNeeded) {
                if (!isNew && !m_keys.contains(objectKey)) {
                    why = fmt::format("the object {} is missing", objectKey);
                    isComplete = false;
                }
                continue;
            }
            const auto object = m_store->read(objectKey, stop);
            if (!object)
                return cloud::storage::storeProblem(m_address, object.error());
            if (!*object || sha256Hex(**object) != hash) {
                why = fmt::format("the object {} {}", objectKey, *object ? "has another content" : "is missing");
                isComplete = false;
                break;
            }
            if (const std::string problem = writeCopy(folder() / objectKey, **object); !problem.empty())
                return copyProblem(problem);
        }
        if (!isComplete)
            continue;
        const std::string appliedKey = keyOf(name, result->objects, appliedFile);
        if (m_keys.contains(appliedKey))
            if (const auto note = m_store->read(appliedKey, stop); note && *note)
                writeCopy(folder() / appliedKey, **note);
        if (const std::string problem = writeCopy(folder() / key, **text); !problem.empty())
            return copyProblem(problem);
        const std::lock_guard lock(m_mutex);
        m_known[name] = *result.value;
        return {};
    }
    return ignored(why);
}

Diagnostics ResultStore::downloadPlan(const StoredResult& stored, const std::stop_token& stop) {
    const auto hash = stored.result.files.find(std::string(planFile));
    if (hash == stored.result.files.end())
        return Diagnostic::error(
            "No saved plan in the object store",
            fmt::format("The result of the project {} in {} is masked and has no saved plan, so it cannot be applied. "
                        "Plan it with \"planlens-cli projects plan -with-plans -out={}\". The saved plans contain "
                        "secrets: restrict who can read the store.",
                        stored.result.project, m_address.toString(), m_address.toString()));
    const std::string key = keyOf(folderName(stored.result.project), stored.result.objects, planFile);
    const auto plan = m_store->read(key, stop);
    if (!plan)
        return cloud::storage::storeProblem(m_address, plan.error());
    if (!*plan || sha256Hex(**plan) != hash->second)
        return Diagnostic::error("Saved plan not usable",
                                 fmt::format("{}/{} is missing or has another content. Plan the project {} again.",
                                             m_address.toString(), key, stored.result.project));
    const std::string problem = writeCopy(stored.folder / planFile, **plan);
    return problem.empty() ? Diagnostics() : Diagnostics(copyProblem(problem));
}

std::string ResultStore::uploadFile(const std::string& key, const fs::path& file, std::string& hash,
                                    const std::stop_token& stop) {
    const auto text = system::readFile(file);
    if (!text)
        return text.error().isMissing() ? std::string() : text.error().toString();
    if (const auto written = m_store->write(key, *text, ObjectStore::Writing::Always, stop); !written)
        return textOf(written.error());
    hash = sha256Hex(*text);
    return {};
}

std::string ResultStore::upload(const fs::path& from, Result result, Plans plans, const std::stop_token& stop) {
    const std::string name = folderName(result.project);
    result.objects = newObjects();
    result.files.clear();
    std::vector<std::string_view> names{reviewFile, diagnosticsFile, historyFile};
    if (plans == Plans::Whole)
        names.insert(names.end(), {planFile, planJsonFile});
    for (const std::string_view file : names) {
        std::string hash;
        if (std::string problem = uploadFile(keyOf(name, result.objects, file), from / file, hash, stop);
            !problem.empty())
            return problem;
        if (!hash.empty())
            result.files.emplace(file, std::move(hash));
    }
    if (const auto written = m_store->write(fmt::format("{}/{}", name, resultFile), resultJson(result),
                                            ObjectStore::Writing::Always, stop);
        !written)
        return textOf(written.error());
    std::optional<Result> previous;
    {
        const std::lock_guard lock(m_mutex);
        if (const auto known = m_known.find(name); known != m_known.end())
            previous = std::move(known->second);
        m_known[name] = std::move(result);
    }
    if (previous)
        removeObjects(name, *previous, stop);
    return {};
}

void ResultStore::removeObjects(const std::string& name, const Result& result, const std::stop_token& stop) {
    // What is left is removed by a later command.
    for (const auto& [file, hash] : result.files)
        static_cast<void>(m_store->remove(keyOf(name, result.objects, file), stop));
    if (const std::string key = keyOf(name, result.objects, appliedFile); m_keys.contains(key))
        static_cast<void>(m_store->remove(key, stop));
}

std::string ResultStore::uploadApplied(const StoredResult& stored, const std::stop_token& stop) {
    std::string hash;
    return uploadFile(keyOf(folderName(stored.result.project), stored.result.objects, appliedFile),
                      stored.folder / appliedFile, hash, stop);
}

std::string ResultStore::uploadRuns(const std::stop_token& stop) {
    const auto entries = system::listDirectory(folder());
    if (!entries)
        return entries.error().toString();
    for (const auto& [name, isDirectory, isLink] : *entries) {
        const auto text = system::readFile(folder() / name);
        if (!name.starts_with(runPrefix) || !isRunFile(name) || !text || m_runs[name] == *text)
            continue;
        if (const auto written = m_store->write(name, *text, ObjectStore::Writing::Always, stop); !written)
            return textOf(written.error());
        m_runs[name] = *text;
    }
    return {};
}

diags::Result<ResultStore::Shares> ResultStore::uploadShares(const std::stop_token& stop) {
    Shares shares = Shares::Own;
    const auto entries = system::listDirectory(folder());
    if (!entries)
        return copyProblem(entries.error().toString());
    for (const auto& [name, isDirectory, isLink] : *entries) {
        if (!name.starts_with(sharesPrefix) || !isRunFile(name) || m_keys.contains(name))
            continue;
        const auto text = system::readFile(folder() / name);
        if (!text)
            return copyProblem(text.error().toString());
        const auto written = m_store->write(name, *text, ObjectStore::Writing::OnlyNew, stop);
        if (!written)
            return cloud::storage::storeProblem(m_address, written.error());
        if (*written)
            continue;
        if (Diagnostics problems = downloadRunFile(name, stop); problems.hasErrors())
            return problems;
        shares = Shares::OfOthers;
    }
    return shares;
}

void ResultStore::removeAbandonedObjects(const std::stop_token& stop) {
    const std::string limit = fmt::format("{:%Y%m%dT%H%M%SZ}", fmt::gmtime(std::time(nullptr) - 24 * 60 * 60));
    for (const std::string& key : m_keys) {
        const std::size_t slash = key.find('/');
        const std::size_t second = slash == std::string::npos ? slash : key.find('/', slash + 1);
        if (second == std::string::npos || !isFolderName(key.substr(0, slash)))
            continue;
        const std::string objects = key.substr(slash + 1, second - slash - 1);
        const bool isOurs = objects.size() == limit.size() + 17 && objects[limit.size()] == '-' && objects[8] == 'T';
        const auto known = m_known.find(key.substr(0, slash));
        // Without a result that can be read, nothing is known about the objects.
        if (!isOurs || objects >= limit || known == m_known.end() || known->second.objects == objects)
            continue;
        static_cast<void>(m_store->remove(key, stop));
    }
}

} // namespace planlens::projects
