// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QByteArray>
#include <QThread>

#include <atomic>
#include <mutex>

namespace planlens::testing {

/// Stores one state for the "http" backend, on localhost only. The server runs in its own thread.
class StateServer final : public QThread {
public:
    StateServer();
    ~StateServer() override;

    /// Returns the arguments of the backend block.
    QByteArray backend() const;
    QByteArray address() const;
    QByteArray state() const;
    void setState(const QByteArray& state);
    QByteArray lock() const;
    void setLock(const QByteArray& lock);
    /// Releases the lock after it has refused one request.
    void releaseAfterNextLock() { m_releases = true; }
    /// Refuses all requests to unlock from now on.
    void refuseUnlock() { m_refusesUnlock = true; }
    /// Refuses all requests to write from now on, or accepts them again.
    void refuseWrites(bool refuses = true) { m_refusesWrites = refuses; }
    /// Answers reads only after this time.
    void delayReads(int milliseconds) { m_readDelay = milliseconds; }
    int writes() const { return m_writes; }

private:
    void run() override;
    /// Returns the response to a request: status and body.
    std::pair<int, QByteArray> answer(const QByteArray& method, const QByteArray& body);

    mutable std::mutex m_mutex; // guards the state and the lock
    QByteArray m_state, m_lock;
    std::atomic<int> m_port = 0, m_writes = 0, m_readDelay = 0;
    std::atomic<bool> m_stops = false, m_releases = false, m_refusesUnlock = false, m_refusesWrites = false;
};

/// The file .terraform/terraform.tfstate that `tofu init` writes for the server.
QByteArray initialized(const StateServer& server);

} // namespace planlens::testing
