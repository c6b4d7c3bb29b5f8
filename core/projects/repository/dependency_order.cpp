// SPDX-License-Identifier: MPL-2.0
#include "core/projects/repository/project.h"

#include <fmt/core.h>

#include <algorithm>
#include <functional>

namespace planlens::projects {

std::vector<std::string> dependencyOrder(const std::vector<Project>& projects) {
    std::map<std::string, const Project*> byName;
    for (const Project& project : projects)
        byName.emplace(project.name, &project);
    std::map<std::string, std::size_t> open; // unfinished dependencies within the selection
    std::map<std::string, std::set<std::string>> dependents;
    std::set<std::string> ready;
    for (const auto& [name, project] : byName) {
        for (const Dependency& dependency : project->dependencies)
            if (byName.contains(dependency.project) && dependents[dependency.project].insert(name).second)
                ++open[name];
        if (!open.contains(name))
            ready.insert(name);
    }
    std::vector<std::string> order;
    const auto finish = [&](const std::string& name) {
        order.push_back(name);
        byName.erase(name);
        open.erase(name);
        for (const std::string& next : dependents[name])
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

namespace {

/// Looks for a cycle in depth first order.
class CycleSearch {
public:
    CycleSearch(const Repository& repository, bool configuredOnly)
        : m_repository(repository)
        , m_configuredOnly(configuredOnly) {}

    std::vector<std::string> find() {
        for (const Project& project : m_repository.projects)
            if (visit(project))
                return m_path;
        return {};
    }

private:
    bool visit(const Project& project) {
        if (const auto on = std::find(m_path.begin(), m_path.end(), project.name); on != m_path.end()) {
            m_path.erase(m_path.begin(), on);
            m_path.push_back(project.name);
            return true;
        }
        if (!m_visited.insert(project.name).second)
            return false;
        m_path.push_back(project.name);
        for (const Dependency& dependency : project.dependencies) {
            if (m_configuredOnly && dependency.kind != Dependency::Kind::Configured)
                continue;
            const Project* const next = m_repository.find(dependency.project);
            if (next && visit(*next))
                return true;
        }
        m_path.pop_back();
        return false;
    }

    const Repository& m_repository;
    bool m_configuredOnly;
    std::vector<std::string> m_path;
    std::set<std::string> m_visited;
};

} // namespace

std::optional<DependencyCycle> findCycle(const Repository& repository) {
    for (const bool configuredOnly : {true, false})
        if (std::vector<std::string> projects = CycleSearch(repository, configuredOnly).find(); !projects.empty())
            return DependencyCycle{std::move(projects), configuredOnly};
    return {};
}

diags::Diagnostics cycleDiagnostics(const Repository& repository) {
    diags::Diagnostics diagnostics;
    const std::optional<DependencyCycle> cycle = findCycle(repository);
    if (!cycle)
        return diagnostics;
    std::string text;
    for (const std::string& name : cycle->projects)
        text += (text.empty() ? "" : " → ") + name;
    if (cycle->isConfigured)
        diagnostics.error(
            "Projects depend on each other",
            fmt::format("There is no order for these projects: {}. Remove one of these dependencies.", text));
    else
        diagnostics.append(diags::Diagnostic::warning(
            "Projects read the states of each other",
            fmt::format("There is no order for these projects: {}. They are taken in the order of their names.",
                        text)));
    return diagnostics;
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
