// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <chrono>
#include <optional>
#include <stop_token>

namespace planlens::backends::pg {

enum class Wait { Ready, TimedOut, Stopped };

/// Waits until a socket is ready or a stop is requested.
class SocketWait {
public:
    explicit SocketWait(const std::stop_token& stop);

    /// The events are those of poll(). Without a time limit it may wait forever.
    Wait until(int socket, short events, std::optional<std::chrono::steady_clock::time_point> deadline) const;

private:
    /// An event that is readable after a stop request.
    class StopEvent {
    public:
        explicit StopEvent(const std::stop_token& stop);
        ~StopEvent();
        StopEvent(const StopEvent&) = delete;
        StopEvent& operator=(const StopEvent&) = delete;
        int file() const { return m_file; }

    private:
        int m_file; // -1: none is needed, or the system has none left
    };
    struct Wake {
        int file;
        void operator()() const;
    };
    StopEvent m_event; // closed after the callback is removed
    std::stop_token m_stop;
    std::stop_callback<Wake> m_callback;
};

} // namespace planlens::backends::pg
