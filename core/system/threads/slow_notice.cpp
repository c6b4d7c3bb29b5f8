// SPDX-License-Identifier: MPL-2.0
#include "core/system/threads/slow_notice.h"

#include "core/system/interruptible_sleep.h"

#include <utility>

namespace planlens::system {

SlowNotice::SlowNotice(std::chrono::milliseconds delay, std::function<void()> tell) {
    if (tell)
        m_thread = startThread([delay, tell = std::move(tell)](const std::stop_token& stop) {
            sleepFor(delay, stop);
            if (!stop.stop_requested())
                tell();
        });
}

} // namespace planlens::system
