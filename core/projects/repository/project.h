// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/projects/repository/module_facts.h"

#include <filesystem>
#include <map>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

/// Repositories with many root modules: finds them, plans each in a process of its own, and compares their changes.
namespace planlens::projects {

/// A project that another project depends on.
struct Dependency {
    std::string project;
    enum class Kind { Configured, RemoteState };
    Kind kind = Kind::Configured;
    std::string source; // the file with `depends_on`, or the address of the data source
};

/// A root module with a workspace. Paths have slashes; they are relative to the root of the repository, unless another
/// base is named.
struct Project {
    std::string name; // unique in the repository
    std::string directory = ".";
    std::string workspace;                                     // empty: the default one
    std::vector<std::string> variableFiles;                    // relative to the directory
    std::vector<std::string> variableOptions;                  // -var-file=FILE and -var=NAME=VALUE in order
    std::vector<std::string> environment;                      // TF_VAR_NAME=VALUE
    std::vector<std::string> whenModified;                     // patterns relative to the directory
    std::vector<std::string> namedBy;                          // files; empty: found by its configuration
    std::vector<std::string> owners;                           // of its main.tf, by CODEOWNERS
    std::optional<BackendFacts> backend;                       // empty: a local state
    std::map<std::string, RequiredProvider> providers;         // of all local modules, by local name
    std::vector<std::string> modules;                          // folders of local modules, transitively, sorted
    std::vector<std::string> remoteModules;                    // sources of other modules, sorted
    std::vector<std::string> configFiles;                      // of the root module and the local modules, sorted
    std::vector<std::string> readFiles;                        // that functions read, sorted
    std::vector<std::pair<std::string, std::string>> patterns; // folder, and pattern of files that functions read
    std::multimap<std::string, std::string> links;             // behind symbolic links: real path of a file or folder,
                                                               // and the path by which the project reads it
    std::vector<Dependency> dependencies;                      // by project
    std::vector<std::string> unresolvedStates; // addresses of data sources that read other states, sorted
    std::vector<std::string>
        unresolvedReads;       // "modules/a/main.tf:3": files that functions read, or modules, are not known
    std::size_t resources = 0; // resource blocks of the root module and the local modules
    bool hasErrors = false;    // a configuration file could not be read, or has errors
};

/// The projects of a repository, sorted by name.
struct Repository {
    std::filesystem::path root;
    std::vector<Project> projects;
    std::map<std::string, std::string> leftOut; // directories and names, and why their projects are missing

    const Project* find(std::string_view name) const;
};

/// Finds the projects in a directory: those in planlens.yaml, atlantis.yaml and digger.yml, folders with a backend or
/// cloud block, and folders that require or configure providers and are not modules of other folders. Files with syntax
/// errors are searched for the names of these blocks, so that a broken project is planned and fails. Hidden folders and
/// those behind symbolic links are not searched. Starts no programs. A requested stop is an error.
diags::Result<Repository> findProjects(const std::filesystem::path& root, const std::stop_token& stop = {});

/// The names of projects in dependency order: dependencies come first. Projects in a cycle are in the order of their
/// names.
std::vector<std::string> dependencyOrder(const std::vector<Project>& projects);

/// A cycle of dependencies, such as "a → b → a".
struct DependencyCycle {
    std::vector<std::string> projects; // the first one is also the last one
    bool isConfigured = false;         // by `depends_on` alone; otherwise states are read in a cycle
};
/// A cycle of configured dependencies, otherwise one that includes reading states; nullopt if there is none.
std::optional<DependencyCycle> findCycle(const Repository& repository);
/// The cycle as a diagnostic: an error if it is configured, otherwise a warning, because states can be read in a cycle.
diags::Diagnostics cycleDiagnostics(const Repository& repository);

/// The direct and indirect dependencies of a project.
std::set<std::string> allDependencies(const Repository& repository, const Project& project);

} // namespace planlens::projects
