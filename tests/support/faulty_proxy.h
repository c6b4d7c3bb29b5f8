// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QtGlobal>

#include <atomic>
#include <mutex>
#include <thread>

namespace planlens::testing {

/// Forwards TCP connections to a local port, in a thread of its own, and injects a fault at one of the client's
/// packets. The first packet of a connection has the number 1.
class FaultyProxy {
public:
    enum class Fault {
        None,
        Reset,     // the packet is lost and the connection is reset
        LostReply, // the packet is forwarded, then the connection is closed before the reply
        HalfReply, // the packet is forwarded, then the connection is closed in the middle of the reply
        Error,     // the packet is lost, and a PostgreSQL server that is shut down would reply the same
        Hang,      // nothing is forwarded from then on
        Refuse,    // the connection of this number is closed at once
    };
    enum class Duration { Once, FromThenOn };

    explicit FaultyProxy(quint16 target);
    ~FaultyProxy();
    Q_DISABLE_COPY_MOVE(FaultyProxy)

    quint16 port() const { return m_port; }
    /// Counts packets of all connections from now on, and fails at this one. Refuse counts connections.
    void failAt(Fault fault, int number, Duration duration = Duration::Once);
    /// Since failAt().
    int packets() const { return m_packets; }
    int connections() const { return m_connections; }
    bool hasFailed() const { return m_hasFailed; }

private:
    void run();
    bool isDue(Fault fault, int number);

    quint16 m_target, m_port = 0;
    int m_listener = -1;
    std::mutex m_mutex; // guards the fault
    Fault m_fault = Fault::None;
    int m_at = 0;
    Duration m_duration = Duration::Once;
    std::atomic<int> m_packets = 0, m_connections = 0;
    std::atomic<bool> m_hasFailed = false, m_stops = false;
    std::thread m_thread;
};

} // namespace planlens::testing
