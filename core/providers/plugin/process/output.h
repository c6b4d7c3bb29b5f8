// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/providers/plugin/plugin.h"

#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::providers::plugin {

/// What a plugin writes: passed on to who wants to know, and as much kept as is needed to say why it ended.
/// Thread-safe.
class Output {
public:
    Output(std::string source, std::string program, std::function<void(const LogEntry&)> sink);

    /// A line of its standard error.
    void addErrorLine(std::string_view line);
    /// Anything that it printed where nothing should be printed.
    void addUnexpected(std::string_view text);
    /// What is said of the plugin here.
    void note(LogLevel level, std::string text, std::vector<LogField> fields = {}) const;

    /// The last lines of its standard error, log entries as their texts.
    std::string recentLines() const;
    /// The report of its crash, if there is one; empty from the second time on, as many calls may fail of one crash.
    std::string takePanic() const;

private:
    void tell(LogEntry entry) const;

    const std::string m_source;
    const std::string m_program;
    const std::function<void(const LogEntry&)> m_sink;
    mutable std::mutex m_sinkMutex; // it is told one entry at a time
    mutable std::mutex m_mutex;     // guards what follows
    std::deque<std::string> m_recent;
    mutable std::vector<std::string> m_panic;
    bool m_inPanic = false;
};

} // namespace planlens::providers::plugin
