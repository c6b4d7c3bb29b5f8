// SPDX-License-Identifier: MPL-2.0
#include "app/cli/still_working.h"

#include <algorithm>
#include <vector>

namespace planlens::cli {

namespace {
constexpr std::chrono::seconds interval{10};
}

StillWorking::~StillWorking() {
    m_thread.request_stop();
    if (m_thread.joinable())
        m_thread.join();
}

void StillWorking::started(const std::string& name, Report report) {
    const std::scoped_lock lock(m_mutex);
    const Clock::time_point now = Clock::now();
    m_running.insert_or_assign(name, Operation{now, now + interval, std::move(report)});
    if (!m_thread.joinable())
        m_thread = system::startThread([this](const std::stop_token& stop) { run(stop); });
}

bool StillWorking::finished(const std::string& name) {
    const std::scoped_lock lock(m_mutex);
    return m_running.erase(name) > 0;
}

void StillWorking::run(const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    while (!stop.stop_requested()) {
        // Operations that start meanwhile are due later than the existing ones, so waking up every interval is
        // sufficient.
        Clock::time_point next = Clock::now() + interval;
        for (const auto& [name, operation] : m_running)
            next = std::min(next, operation.next);
        m_changed.wait_until(lock, stop, next, [] { return false; });
        const Clock::time_point now = Clock::now();
        for (auto& [name, operation] : m_running)
            if (operation.next <= now && !stop.stop_requested()) {
                operation.report(std::chrono::round<std::chrono::seconds>(now - operation.start));
                operation.next += interval;
            }
    }
}

} // namespace planlens::cli
