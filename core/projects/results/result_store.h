// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/cloud/storage/object_store.h"
#include "core/projects/results/result.h"
#include "core/system/private_directory.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::projects {

/// RESULTS in an object store, with a copy in a private temporary folder. The objects of a project are written below a
/// new prefix. `result.json`, which contains their names and digests, is written last, so that a result is visible
/// completely or not at all. All functions except download() are thread-safe.
class ResultStore {
public:
    /// Reads the environment and accesses nothing. Relative paths in the environment refer to the directory.
    static diags::Result<std::unique_ptr<ResultStore>> open(std::string_view address,
                                                            const std::filesystem::path& directory);

    /// The given address.
    std::string address() const { return m_address.toString(); }
    /// The local copy: a folder with the same contents. The destructor removes it.
    const std::filesystem::path& folder() const { return m_copy.path(); }

    /// Identities: `result.json`, the history and the files of runs. Reviews: also all files that reports need.
    enum class Content { Identities, Reviews };
    /// Called on any thread with the number of complete results.
    using Progress = std::function<void(std::size_t done, std::size_t all)>;
    /// Downloads all results. Incomplete or damaged ones are omitted and reported as warnings.
    diags::Diagnostics download(Content content, const Progress& progress, const std::stop_token& stop);
    /// Downloads a saved plan into the folder of a result.
    diags::Diagnostics downloadPlan(const StoredResult& stored, const std::stop_token& stop);

    /// Whole: includes the saved plan and its JSON, which contain secrets.
    enum class Plans { Masked, Whole };
    /// Uploads the files of a result from a folder, and replaces the previous result. Returns an error text, or an
    /// empty one.
    std::string upload(const std::filesystem::path& folder, Result result, Plans plans, const std::stop_token& stop);
    /// Uploads the record that a plan was applied. Returns an error text, or an empty one.
    std::string uploadApplied(const StoredResult& stored, const std::stop_token& stop);
    /// Uploads the files of runs that have changed in the copy. Returns an error text, or an empty one.
    std::string uploadRuns(const std::stop_token& stop);
    /// Uploads the distribution of projects to shards if only the copy has it. If another shard has already uploaded
    /// one, downloads that instead (OfOthers): the caller must read it again.
    enum class Shares { Own, OfOthers };
    diags::Result<Shares> uploadShares(const std::stop_token& stop);
    /// Removes objects of killed commands: those that no result refers to and that are older than a day.
    void removeAbandonedObjects(const std::stop_token& stop);

private:
    ResultStore(cloud::storage::Address address, std::unique_ptr<cloud::storage::ObjectStore> store);
    diags::Diagnostics downloadResult(const std::string& name, Content content, const std::stop_token& stop);
    diags::Diagnostics downloadRunFile(const std::string& name, const std::stop_token& stop);
    std::string uploadFile(const std::string& key, const std::filesystem::path& file, std::string& hash,
                           const std::stop_token& stop);
    void removeObjects(const std::string& name, const Result& result, const std::stop_token& stop);
    std::string textOf(const cloud::storage::StoreError& error) const;

    cloud::storage::Address m_address;
    std::unique_ptr<cloud::storage::ObjectStore> m_store;
    system::PrivateDirectory m_copy;
    std::set<std::string> m_keys;              // of the last download
    std::mutex m_mutex;                        // of all below
    std::map<std::string, Result> m_known;     // by the name of the folder
    std::map<std::string, std::string> m_runs; // texts of the files of runs in the store, by name
};

} // namespace planlens::projects
