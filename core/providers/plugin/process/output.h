// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/providers/plugin/plugin.h"

#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::providers::plugin {

/// Collects the output of a plugin: passes log entries to the sink, and stores the last lines and any crash report for
/// error messages. Thread-safe.
class Output {
public:
    Output(std::string source, std::string program, std::function<void(const LogEntry&)> sink);

    /// Adds a line from stderr.
    void addErrorLine(std::string_view line);
    /// Adds text that a plugin printed to stdout or a stream where no output is expected.
    void addUnexpected(std::string_view text);
    /// Logs a message of this program about the plugin.
    void note(LogLevel level, std::string text, std::vector<LogField> fields = {}) const;

    /// Returns the last lines of stderr; of log entries only the message text.
    std::string recentLines() const;
    /// Returns the crash report, if any. Later calls return an empty text, because one crash may fail many calls.
    std::string takePanic() const;

private:
    void deliver(LogEntry entry) const;

    const std::string m_source;
    const std::string m_program;
    const std::function<void(const LogEntry&)> m_sink;
    mutable std::mutex m_sinkMutex; // the sink is called for one entry at a time
    mutable std::mutex m_mutex;     // guards the members below
    std::deque<std::string> m_recent;
    mutable std::vector<std::string> m_panic;
    bool m_inPanic = false;
};

} // namespace planlens::providers::plugin
