// SPDX-License-Identifier: MPL-2.0
#include "core/backends/pg/libpq/wait.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace planlens::backends::pg {

using Clock = std::chrono::steady_clock;

SocketWait::StopEvent::StopEvent(const std::stop_token& stop)
    : m_file(stop.stop_possible() ? ::eventfd(0, EFD_CLOEXEC) : -1) {}

SocketWait::StopEvent::~StopEvent() {
    if (m_file >= 0)
        ::close(m_file);
}

void SocketWait::Wake::operator()() const {
    const std::uint64_t one = 1;
    if (file >= 0)
        (void)!::write(file, &one, sizeof(one));
}

SocketWait::SocketWait(const std::stop_token& stop)
    : m_event(stop)
    , m_stop(stop)
    , m_callback(stop, Wake{m_event.file()}) {}

Wait SocketWait::until(int socket, short events, std::optional<Clock::time_point> deadline) const {
    using std::chrono::milliseconds;
    const bool pollsToken = m_event.file() < 0 && m_stop.stop_possible();
    for (;;) {
        if (m_stop.stop_requested())
            return Wait::Stopped;
        milliseconds left = pollsToken ? milliseconds(100) : milliseconds(-1);
        if (deadline) {
            const auto untilDeadline = std::chrono::ceil<milliseconds>(*deadline - Clock::now());
            if (untilDeadline.count() <= 0)
                return Wait::TimedOut;
            left = pollsToken ? std::min(left, untilDeadline) : std::min(untilDeadline, milliseconds(1'000'000));
        }
        std::array<pollfd, 2> files{pollfd{socket, events, 0}, pollfd{m_event.file(), POLLIN, 0}};
        const int ready = ::poll(files.data(), m_event.file() < 0 ? 1 : 2, static_cast<int>(left.count()));
        if (ready < 0 && errno != EINTR)
            return Wait::Ready; // the next call of libpq reports the problem
        if (ready > 0 && files[0].revents != 0)
            return Wait::Ready;
    }
}

} // namespace planlens::backends::pg
