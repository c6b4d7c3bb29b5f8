// SPDX-License-Identifier: MPL-2.0
#include "tests/support/real_consul.h"

#include <QTcpServer>
#include <QTcpSocket>

#include <array>

namespace planlens::testing {

RealConsul::RealConsul() {
    std::array<QTcpServer, 3> reserved;
    for (QTcpServer& server : reserved)
        server.listen(QHostAddress::LocalHost);
    m_port = reserved[0].serverPort();
    const QStringList arguments{QStringLiteral("agent"),
                                QStringLiteral("-dev"),
                                QStringLiteral("-bind=127.0.0.1"),
                                QStringLiteral("-http-port=%1").arg(m_port),
                                QStringLiteral("-server-port=%1").arg(reserved[1].serverPort()),
                                QStringLiteral("-serf-lan-port=%1").arg(reserved[2].serverPort()),
                                QStringLiteral("-serf-wan-port=-1"),
                                QStringLiteral("-dns-port=-1"),
                                QStringLiteral("-grpc-port=-1"),
                                QStringLiteral("-grpc-tls-port=-1")};
    for (QTcpServer& server : reserved)
        server.close();
    m_process.setStandardOutputFile(QProcess::nullDevice());
    m_process.setStandardErrorFile(QProcess::nullDevice());
    m_process.start(QStringLiteral("consul"), arguments);
    for (int attempt = 0; attempt < 300 && !isRunning(); ++attempt)
        m_process.waitForFinished(100);
}

RealConsul::~RealConsul() {
    m_process.kill();
    m_process.waitForFinished();
}

bool RealConsul::isRunning() const {
    QTcpSocket socket;
    socket.connectToHost(QHostAddress(QHostAddress::LocalHost), m_port);
    socket.write("GET /v1/status/leader HTTP/1.0\r\n\r\n");
    QByteArray response;
    while (socket.waitForReadyRead(5000))
        response += socket.readAll();
    return response.contains("\"127.0.0.1:");
}

} // namespace planlens::testing
