// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QByteArray>
#include <QProcess>

namespace planlens::testing {

/// The program consul in its mode for development, which stores nothing on the disk.
class RealConsul {
public:
    /// Blocks until the server is its own leader.
    RealConsul();
    ~RealConsul();
    Q_DISABLE_COPY_MOVE(RealConsul)

    QByteArray url() const { return "http://127.0.0.1:" + QByteArray::number(m_port); }
    bool isRunning() const;

private:
    QProcess m_process;
    quint16 m_port = 0;
};

} // namespace planlens::testing
