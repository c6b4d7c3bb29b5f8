// SPDX-License-Identifier: MPL-2.0
#include "core/providers/plugin/process/record.h"

#include <utility>

namespace planlens::providers::plugin {

Status Record::status() const {
    const std::lock_guard lock(m_mutex);
    return m_status;
}

void Record::started(pid_t process) {
    const std::lock_guard lock(m_mutex);
    m_status.process = process;
    m_status.since = m_status.lastCall = Status::Clock::now();
}

void Record::callBegan() {
    const std::lock_guard lock(m_mutex);
    ++m_status.calls;
    m_status.lastCall = Status::Clock::now();
}

void Record::callEnded() {
    const std::lock_guard lock(m_mutex);
    --m_status.calls;
    m_status.lastCall = Status::Clock::now();
}

void Record::willEnd(Status::End end) {
    const std::lock_guard lock(m_mutex);
    if (!m_status.ended)
        m_status.end = end;
}

void Record::ended(std::string ending) {
    const std::lock_guard lock(m_mutex);
    m_status.ended = Status::Clock::now();
    m_status.ending = std::move(ending);
}

} // namespace planlens::providers::plugin
