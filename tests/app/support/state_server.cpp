// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/state_server.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTcpServer>
#include <QTcpSocket>

namespace planlens::testing {

namespace {
QString idOf(const QByteArray& lock) {
    return QJsonDocument::fromJson(lock).object()["ID"].toString();
}
} // namespace

StateServer::StateServer() {
    start();
    while (m_port == 0)
        msleep(1);
}

StateServer::~StateServer() {
    m_stops = true;
    wait();
}

QByteArray StateServer::backend() const {
    const QByteArray text = '"' + address() + "\"\n";
    return "    address = " + text + "    lock_address = " + text + "    unlock_address = " + text;
}

QByteArray StateServer::address() const {
    return "http://127.0.0.1:" + QByteArray::number(m_port.load()) + "/state";
}

void StateServer::setState(const QByteArray& state) {
    const std::lock_guard guard(m_mutex);
    m_state = state;
}

QByteArray StateServer::state() const {
    const std::lock_guard guard(m_mutex);
    return m_state;
}

QByteArray StateServer::lock() const {
    const std::lock_guard guard(m_mutex);
    return m_lock;
}

void StateServer::setLock(const QByteArray& lock) {
    const std::lock_guard guard(m_mutex);
    m_lock = lock;
}

std::pair<int, QByteArray> StateServer::answer(const QByteArray& method, const QByteArray& body) {
    if (method == "GET")
        msleep(static_cast<unsigned long>(m_readDelay.load()));
    const std::lock_guard guard(m_mutex);
    if (method == "GET")
        return m_state.isEmpty() ? std::pair(404, QByteArray()) : std::pair(200, m_state);
    if (method == "LOCK" && !m_lock.isEmpty())
        return {423, m_releases.exchange(false) ? std::exchange(m_lock, QByteArray()) : m_lock};
    if ((method == "UNLOCK" && m_refusesUnlock) || (method == "POST" && m_refusesWrites))
        return {403, {}};
    if (method == "UNLOCK" && !body.isEmpty() && idOf(body) != idOf(m_lock))
        return {409, m_lock};
    if (method == "LOCK") {
        m_lock = body;
    } else if (method == "UNLOCK") {
        m_lock.clear();
    } else {
        m_state = body;
        ++m_writes;
    }
    return {200, {}};
}

void StateServer::run() {
    QTcpServer server;
    server.listen(QHostAddress::LocalHost);
    m_port = server.serverPort();
    while (!m_stops) {
        if (!server.waitForNewConnection(20))
            continue;
        const std::unique_ptr<QTcpSocket> socket(server.nextPendingConnection());
        QByteArray request;
        qsizetype headEnd = -1, length = 0;
        while (headEnd < 0 || request.size() < headEnd + 4 + length) {
            if (!socket->waitForReadyRead(5000))
                break;
            request += socket->readAll();
            headEnd = request.indexOf("\r\n\r\n");
            const qsizetype named = request.toLower().indexOf("content-length:");
            if (headEnd >= 0 && named >= 0 && named < headEnd)
                length = request.mid(named + 15, request.indexOf('\r', named) - named - 15).trimmed().toLongLong();
        }
        const auto [status, body] = answer(request.left(request.indexOf(' ')), request.mid(headEnd + 4));
        socket->write("HTTP/1.1 " + QByteArray::number(status) + " x\r\nConnection: close\r\nContent-Length: " +
                      QByteArray::number(body.size()) + "\r\n\r\n" + body);
        while (socket->bytesToWrite() > 0 && socket->waitForBytesWritten(5000)) {
        }
        socket->disconnectFromHost();
    }
}

QByteArray initialized(const StateServer& server) {
    QJsonObject config;
    for (const char* name :
         {"address", "update_method", "lock_address", "unlock_address", "lock_method", "unlock_method", "username",
          "password", "skip_cert_verification", "retry_max", "retry_wait_min", "retry_wait_max",
          "client_ca_certificate_pem", "client_certificate_pem", "client_private_key_pem", "headers"})
        config[QString::fromUtf8(name)] = QJsonValue::Null;
    for (const char* name : {"address", "lock_address", "unlock_address"})
        config[QString::fromUtf8(name)] = QString::fromUtf8(server.address());
    const QJsonObject file{{"version", 3}, {"backend", QJsonObject{{"type", "http"}, {"config", config}, {"hash", 1}}}};
    return QJsonDocument(file).toJson();
}

} // namespace planlens::testing
