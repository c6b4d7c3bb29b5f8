// SPDX-License-Identifier: MPL-2.0
#include "core/system/threads/slow_notice.h"

#include "core/system/interruptible_sleep.h"

#include <utility>

namespace planlens::system {

SlowNotice::SlowNotice(std::chrono::milliseconds delay, std::function<void()> notify, std::function<void()> end)
    : m_end(std::move(end)) {
    if (notify)
        m_thread = startThread([this, delay, notify = std::move(notify)](const std::stop_token& stop) {
            sleepFor(delay, stop);
            if (stop.stop_requested())
                return;
            m_hasNotified = true;
            notify();
        });
}

SlowNotice::~SlowNotice() {
    m_thread = Thread();
    if (m_hasNotified && m_end)
        m_end();
}

} // namespace planlens::system
