// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/diagnostic.h"
#include "core/projects/repository/project.h"

#include <map>
#include <string>
#include <vector>

namespace planlens::projects {

/// The locations of the states of projects, by the constant arguments of their backends, otherwise by possible values
/// of the other arguments.
class StateLocations {
public:
    /// `root` is the absolute path of the repository.
    StateLocations(const std::vector<Project>& projects, std::filesystem::path root);

    /// The name of the project whose state a data source reads: the one with the same location, otherwise the only one
    /// that can have it, if a part that names something is known on both sides. nullptr if it cannot be decided.
    /// `folder` is that of the root module.
    const std::string* projectOf(const RemoteState& state, const std::string& folder) const;
    /// A warning about the projects that certainly have the same location, with the names of a few of them.
    diags::Diagnostics sharedLocations() const;

private:
    struct Possible {
        std::string project, workspace;
        BackendFacts backend;
    };
    const std::string* possibleProjectOf(const RemoteState& state) const;

    std::filesystem::path m_root;
    std::map<std::string, std::vector<std::string>> m_projects; // names by location
    std::vector<Possible> m_possible;
};

} // namespace planlens::projects
