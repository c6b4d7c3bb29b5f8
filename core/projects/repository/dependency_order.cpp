// SPDX-License-Identifier: MPL-2.0
#include "core/projects/repository/project.h"

#include <functional>

namespace planlens::projects {

std::vector<std::string> dependencyOrder(const std::vector<Project>& projects) {
    std::map<std::string, const Project*> byName;
    for (const Project& project : projects)
        byName.emplace(project.name, &project);
    std::map<std::string, std::size_t> open; // unfinished dependencies within the selection
    std::map<std::string, std::set<std::string>> dependants;
    std::set<std::string> ready;
    for (const auto& [name, project] : byName) {
        for (const Dependency& dependency : project->dependencies)
            if (byName.contains(dependency.project) && dependants[dependency.project].insert(name).second)
                ++open[name];
        if (!open.contains(name))
            ready.insert(name);
    }
    std::vector<std::string> order;
    const auto finish = [&](const std::string& name) {
        order.push_back(name);
        byName.erase(name);
        open.erase(name);
        for (const std::string& next : dependants[name])
            if (const auto it = open.find(next); it != open.end() && --it->second == 0)
                ready.insert(next);
    };
    while (!byName.empty()) {
        // Without a project that is ready, the rest has a cycle: it is cut at the first name.
        const std::string next = ready.empty() ? byName.begin()->first : *ready.begin();
        ready.erase(next);
        if (byName.contains(next))
            finish(next);
    }
    return order;
}

std::set<std::string> allDependencies(const Repository& repository, const Project& project) {
    std::set<std::string> found;
    const std::function<void(const Project&)> visit = [&](const Project& one) {
        for (const Dependency& dependency : one.dependencies)
            if (found.insert(dependency.project).second)
                if (const Project* const next = repository.find(dependency.project))
                    visit(*next);
    };
    visit(project);
    found.erase(project.name);
    return found;
}

} // namespace planlens::projects
