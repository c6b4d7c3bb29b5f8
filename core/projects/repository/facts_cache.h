// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/projects/repository/project.h"

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace planlens::projects {

/// Joins both to a path relative to the root; nullopt if it is more than `levels` folders above the root.
std::optional<std::string> joined(std::string_view folder, std::string_view path, std::size_t levels = 0);

/// The files that functions of a project read.
struct FileReads {
    std::set<std::string> files;
    std::set<std::pair<std::string, std::string>> patterns; // a folder, and a pattern in it
    std::set<std::string> unresolved;                       // "modules/a/main.tf:3": calls with an unknown path
};

/// The module calls that were visited, by their arguments.
class ModuleVisits {
public:
    /// Whether a call was not visited yet. The number of recursive calls with different arguments is limited.
    bool isNew(std::string key, const std::vector<std::pair<std::string, values::Value>>& arguments);

private:
    std::set<std::string> m_visited;
};

/// The facts of modules by folder. Each folder is read once, and once more for inputs that affect its facts.
class FactsCache {
public:
    explicit FactsCache(std::filesystem::path root);

    const std::filesystem::path& realRoot() const { return m_realRoot; }
    /// Resolves a path in a module. The result may be outside of the root, but not outside of its work tree.
    std::optional<std::string> pathOf(std::string_view folder, std::string_view path) const {
        return joined(folder, path, m_levels);
    }
    const ModuleFacts& of(const std::string& folder);
    /// The errors of files and folders that could not be read.
    std::vector<system::ReadError> unreadable() const;
    /// The facts of a module with these inputs.
    ModuleFacts of(const std::string& folder, const ModuleInputs& inputs);
    ModuleInputs inputsOf(const Project& project);
    /// Whether a module or one of its child modules reads other states.
    bool readsStates(const std::string& folder) { return subtreeOf(folder).readsStates; }
    /// Whether inputs can change the backend or the remote states of a module or of its child modules.
    bool dependsOnInputs(const std::string& folder) { return subtreeOf(folder).dependsOnInputs; }
    /// Whether inputs can change the sources of child modules.
    bool hasComputedSources(const std::string& folder) { return subtreeOf(folder).hasComputedSources; }
    FileReads readsOf(const Project& project);
    bool isFile(const std::string& path) const;
    /// The path of a file or folder without symbolic links; empty if it has none, or leads out of the work tree.
    std::string realPath(const std::string& path) const;

private:
    struct Subtree {
        bool readsStates = false, dependsOnInputs = false, hasComputedPaths = false, hasComputedSources = false;
    };
    Subtree subtreeOf(const std::string& folder);
    ModuleFacts factsWith(const ModuleInputs& inputs, const std::string& folder, bool needsInputs);
    void addReads(FileReads& reads, const Project& project, const std::string& folder, const ModuleInputs& inputs,
                  ModuleVisits& visits);
    void addReads(FileReads& reads, const ModuleFacts& facts, const Project& project, const std::string& folder) const;
    std::filesystem::path placeOf(const std::string& folder) const;

    std::filesystem::path m_root, m_realRoot;
    std::size_t m_levels = 0;
    std::map<std::string, ModuleFacts> m_facts;
    std::map<std::string, Subtree> m_subtrees;
};

} // namespace planlens::projects
