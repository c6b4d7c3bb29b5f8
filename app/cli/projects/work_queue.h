// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/projects/repository/project.h"

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace planlens::cli {

/// Runs a function for each project of a queue, on a few threads.
class WorkQueue {
public:
    /// First: a project starts after its direct and indirect dependencies in the queue. Cycles are broken in the order
    /// of the names.
    enum class Dependencies { Ignored, First };
    /// `destroyed` are the projects whose objects are destroyed. They start after their dependents instead.
    WorkQueue(const projects::Repository& repository, std::vector<const projects::Project*> projects,
              Dependencies dependencies, const std::set<std::string>& destroyed = {});

    /// StopHere: the dependents of this project are skipped. StopAll: no other project is started.
    enum class Outcome { Done, StopHere, StopAll };
    using Work = std::function<Outcome(const projects::Project&)>;
    /// Blocks until all projects are done or skipped. `work` is called on several threads.
    void run(unsigned threads, const std::stop_token& stop, const Work& work);
    /// The projects that were skipped, in the order of the queue.
    std::vector<const projects::Project*> skipped() const;

private:
    enum class State { Waiting, Running, Done, Failed, Skipped };
    void loop(const std::stop_token& stop, const Work& work);
    /// The next project that can start; null: none at present. The mutex is locked.
    const projects::Project* next();

    std::vector<const projects::Project*> m_projects;
    std::map<std::string, std::set<std::string>> m_dependencies; // within the queue
    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::map<std::string, State> m_states;
    std::size_t m_running = 0;
    bool m_stopped = false;
};

} // namespace planlens::cli
