// SPDX-License-Identifier: MPL-2.0
#include "app/cli/projects/work_queue.h"

#include "core/system/threads/thread.h"

#include <algorithm>

namespace planlens::cli {

using projects::Project;

WorkQueue::WorkQueue(const projects::Repository& repository, std::vector<const Project*> projects,
                     Dependencies dependencies, const std::set<std::string>& destroyed)
    : m_projects(std::move(projects)) {
    for (const Project* project : m_projects)
        m_states.emplace(project->name, State::Waiting);
    if (dependencies == Dependencies::Ignored)
        return;
    // An order without cycles: dependencies that come later in it are ignored.
    std::map<std::string, std::size_t> positions;
    for (const std::string& name : projects::dependencyOrder(repository.projects))
        positions.emplace(name, positions.size());
    for (const Project* project : m_projects)
        for (const std::string& dependency : projects::allDependencies(repository, *project)) {
            if (!m_states.contains(dependency) || positions.at(dependency) >= positions.at(project->name))
                continue;
            const bool isReversed = destroyed.contains(dependency);
            m_dependencies[isReversed ? dependency : project->name].insert(isReversed ? project->name : dependency);
        }
}

const Project* WorkQueue::next() {
    for (const Project* project : m_projects) {
        if (m_states[project->name] != State::Waiting)
            continue;
        const std::set<std::string>& dependencies = m_dependencies[project->name];
        const auto has = [&](State state) {
            return std::any_of(dependencies.begin(), dependencies.end(),
                               [&](const std::string& name) { return m_states[name] == state; });
        };
        if (has(State::Skipped) || has(State::Failed))
            m_states[project->name] = State::Skipped;
        else if (!has(State::Waiting) && !has(State::Running))
            return project;
    }
    return nullptr;
}

void WorkQueue::loop(const std::stop_token& stop, const Work& work) {
    std::unique_lock lock(m_mutex);
    for (;;) {
        const Project* project = m_stopped || stop.stop_requested() ? nullptr : next();
        if (!project) {
            // A running project may be what others wait for.
            if (m_running == 0 || m_stopped || stop.stop_requested())
                return;
            m_changed.wait(lock);
            continue;
        }
        m_states[project->name] = State::Running;
        ++m_running;
        lock.unlock();
        const auto finish = [&](Outcome outcome) {
            lock.lock();
            --m_running;
            m_stopped = m_stopped || outcome == Outcome::StopAll;
            m_states[project->name] = outcome == Outcome::Done ? State::Done : State::Failed;
            m_changed.notify_all();
        };
        try {
            finish(work(*project));
        } catch (...) {
            finish(Outcome::StopAll); // other threads wait for this one
            throw;
        }
    }
}

void WorkQueue::run(unsigned threads, const std::stop_token& stop, const Work& work) {
    const std::size_t count = std::min<std::size_t>(threads, m_projects.size());
    std::vector<system::Thread> helpers;
    for (std::size_t i = 1; i < count; ++i)
        helpers.push_back(system::startThread([&](const std::stop_token&) { loop(stop, work); }));
    loop(stop, work);
    for (system::Thread& helper : helpers)
        if (helper.joinable())
            helper.join();
}

std::vector<const Project*> WorkQueue::skipped() const {
    const std::lock_guard lock(m_mutex);
    std::vector<const Project*> found;
    for (const Project* project : m_projects)
        if (const State state = m_states.at(project->name); state == State::Waiting || state == State::Skipped)
            found.push_back(project);
    return found;
}

} // namespace planlens::cli
