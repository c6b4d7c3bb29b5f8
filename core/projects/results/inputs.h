// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/projects/repository/project.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace planlens::projects {

/// The files that the plan of a project depends on: configuration of all modules, including installed ones, variable
/// files, the lock file, files that functions read, and the selected workspace. Paths are relative to the root, sorted.
std::vector<std::string> inputFiles(const Repository& repository, const Project& project);

/// Hashes files of a repository; each is read once. Thread-safe.
class InputHashes {
public:
    explicit InputHashes(std::filesystem::path root)
        : m_root(std::move(root)) {}

    /// The SHA-256 of the names and contents of the input files, and of `options`, in hex. Missing files are part of
    /// the hash.
    std::string hashOf(const Repository& repository, const Project& project, const std::vector<std::string>& options);
    /// The same for the files of the configuration only, which `tofu init` does not change.
    std::string configurationHashOf(const Project& project);
    /// The total size of the configuration in bytes. Other input files, such as states of other projects, say less
    /// about the time of a plan.
    std::uintmax_t sizeOf(const Project& project);

private:
    struct Content {
        std::string hash;
        std::uintmax_t size = 0;
    };
    const Content& contentOf(const std::string& file);

    std::filesystem::path m_root;
    std::mutex m_mutex;
    std::map<std::string, Content> m_contents;
};

/// The SHA-256 of bytes, in hex.
std::string sha256Hex(std::string_view bytes);

/// The backend configuration recorded by `tofu init`, as JSON; empty if there is none.
std::string configuredBackend(const std::filesystem::path& root, const Project& project);
/// The arguments in TF_CLI_ARGS and TF_CLI_ARGS_plan.
std::vector<std::string> planArguments(const std::vector<std::string>& environment);
/// The names and hashes of the variable files in TF_CLI_ARGS and TF_CLI_ARGS_plan, for a project in this folder.
std::string namedVariableFiles(const std::filesystem::path& folder, const std::vector<std::string>& environment);
/// A hash of the environment variables that affect plans, such as TF_VAR_*, and of the backend configuration. It is too
/// short for guessing their values.
std::string environmentHash(const std::vector<std::string>& environment, const std::string& backend);

/// The lineage and serial of a state.
struct StateIdentity {
    std::string lineage; // empty: there is no state
    std::uint64_t serial = 0;
    bool operator==(const StateIdentity&) const = default;
};
/// Reads the identity of a state file without decoding it; an empty one if the file does not exist, nullopt if it
/// cannot be read.
std::optional<StateIdentity> stateIdentity(const std::filesystem::path& file);
/// As stateIdentity(), for the text of a state.
std::optional<StateIdentity> stateIdentityIn(const std::string& text);

} // namespace planlens::projects
