// SPDX-License-Identifier: MPL-2.0
#include "core/providers/plugin/process/output.h"

#include "core/providers/plugin/process/log_line.h"
#include "core/values/text/printable.h"

#include <utility>

namespace planlens::providers::plugin {
namespace {

constexpr std::size_t recentLimit = 10; // lines
constexpr std::size_t panicLimit = 100; // lines

} // namespace

Output::Output(std::string source, std::string program, std::function<void(const LogEntry&)> sink)
    : m_source(std::move(source))
    , m_program(std::move(program))
    , m_sink(std::move(sink)) {}

void Output::deliver(LogEntry entry) const {
    if (!m_sink)
        return;
    entry.source = m_source;
    const std::lock_guard lock(m_sinkMutex);
    m_sink(entry);
}

void Output::addErrorLine(std::string_view line) {
    {
        const std::lock_guard lock(m_mutex);
        m_inPanic = m_inPanic || startsPanic(line);
        if (m_inPanic && m_panic.size() < panicLimit)
            m_panic.emplace_back(line);
        if (line.empty())
            return;
        // Stored unparsed, because plugins may log a lot and these lines are rarely used.
        m_recent.emplace_back(line);
        if (m_recent.size() > recentLimit)
            m_recent.pop_front();
    }
    if (!m_sink)
        return;
    LogEntry entry = parseLogLine(line);
    entry.program = m_program;
    deliver(std::move(entry));
}

void Output::note(LogLevel level, std::string text, std::vector<LogField> fields) const {
    LogEntry entry;
    entry.level = level;
    entry.text = std::move(text);
    entry.fields = std::move(fields);
    deliver(std::move(entry));
}

void Output::addUnexpected(std::string_view text) {
    if (!text.empty())
        note(LogLevel::Warning, "unexpected data: " + values::printable(text));
}

std::string Output::recentLines() const {
    const std::lock_guard lock(m_mutex);
    std::string result;
    for (const std::string& line : m_recent)
        result += (result.empty() ? "" : "\n") + values::printable(parseLogLine(line).text);
    return result;
}

std::string Output::takePanic() const {
    const std::lock_guard lock(m_mutex);
    std::string result;
    for (const std::string& line : std::exchange(m_panic, {}))
        result += (result.empty() ? "" : "\n") + line;
    return result;
}

} // namespace planlens::providers::plugin
