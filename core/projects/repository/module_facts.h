// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/system/file.h"
#include "core/values/value.h"

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace planlens::projects {

/// A file that the configuration refers to, or a pattern: from `fileset`, for a path of which only a prefix is
/// constant, or for a path that can be a file or a folder.
struct FileReference {
    /// Root: relative to the folder of the root module.
    enum class Base { Absolute, Root };
    Base base = Base::Root;
    std::string path;
    bool isPattern = false; // the path consists of a folder, a line break, and the pattern in the folder
    auto operator<=>(const FileReference&) const = default;
};

/// A backend block, or the backend that a terraform_remote_state data source reads.
struct BackendFacts {
    std::string type;                            // "cloud" for a cloud block
    std::map<std::string, std::string> settings; // arguments that are constant texts; nested ones as "a.b"
    /// Possible values of the other arguments: default values of variables, and texts with `unknownPart`.
    std::map<std::string, std::set<std::string>> possible;
    bool isComplete = true; // all arguments are constant
    bool operator==(const BackendFacts&) const = default;
};

struct RemoteState {
    std::string address; // "data.terraform_remote_state.network"
    BackendFacts backend;
    std::string workspace; // empty: the default one
    bool isWorkspaceKnown = true;
    bool hasOwnWorkspace = false; // terraform.workspace: that of the project that reads it
};

/// The inputs of a module.
struct ModuleInputs {
    std::vector<std::pair<std::string, values::Value>> variables; // by variable files, options or a module call
    std::string workspace;                                        // empty: not known
    std::filesystem::path root;                                   // the folder of the root module; empty: the module
    bool areComplete = false; // variables that are not given have their default values
};

/// A call of a local module.
struct ModuleCall {
    std::string source;
    std::vector<std::pair<std::string, values::Value>> arguments; // those that are known
    /// All arguments; parts that are not known are `unknownPart`.
    std::vector<std::pair<std::string, values::Value>> possibleArguments;
};

struct RequiredProvider {
    std::string source, version;
    auto operator<=>(const RequiredProvider&) const = default;
};

/// The facts that are known from the files of a module without planning: from constants, constant local values,
/// variables that are set, and default values of other variables. Paths have slashes and are relative to the folder of
/// the module.
struct ModuleFacts {
    std::vector<std::string> files;         // names of its configuration files, sorted
    std::vector<std::string> links;         // names of the symbolic links in the folder
    std::vector<std::string> localModules;  // sources as written, "./a", sorted
    std::vector<std::string> remoteModules; // other constant sources, sorted
    std::vector<FileReference> references;  // sorted
    std::vector<std::string> unresolved;    // "main.tf:3": functions that read files whose place is not known
    std::vector<std::string> possibleFiles; // values of variables that can be paths from the root module
    std::vector<RemoteState> remoteStates;  // by address; one for each instance if these are known
    std::vector<ModuleCall> calls;
    std::map<std::string, RequiredProvider> providers; // by local name
    std::optional<BackendFacts> backend;
    bool requiresProviders = false; // has a required_providers block
    bool configuresProviders = false;
    bool dependsOnInputs = false;               // the backend or a remote state may depend on ModuleInputs
    std::vector<std::string> unresolvedSources; // "main.tf:3": module calls with an unknown source
    bool hasComputedSources = false;            // they may depend on ModuleInputs
    bool hasComputedPaths = false;              // files that functions read may depend on ModuleInputs
    bool usesRoot = false;                      // and on the folder of the root module
    std::size_t resources = 0;                  // blocks
    bool hasErrors = false;                     // a file could not be read, or has wrong syntax or blocks
    std::vector<system::ReadError> unreadable;  // the folder or files in it, unless they are missing
};

/// Reads the configuration files of a folder. Syntax errors are ignored; what could be read is returned.
ModuleFacts moduleFacts(const std::filesystem::path& folder, const ModuleInputs& inputs = {});

} // namespace planlens::projects
