// SPDX-License-Identifier: MPL-2.0
#include "tests/support/kubernetes_server.h"

#include <QFile>
#include <QSslConfiguration>
#include <QSslSocket>
#include <QTcpServer>

#include <array>

namespace planlens::testing {

namespace {

constexpr auto token = "token-of-the-tests";

} // namespace

RealKubernetes::RealKubernetes() {
    std::array<QTcpServer, 3> reserved;
    for (QTcpServer& server : reserved)
        server.listen(QHostAddress::LocalHost);
    const QString client = QStringLiteral("http://127.0.0.1:%1").arg(reserved[0].serverPort());
    const QString peer = QStringLiteral("http://127.0.0.1:%1").arg(reserved[1].serverPort());
    m_port = reserved[2].serverPort();
    for (QTcpServer& server : reserved)
        server.close();
    QProcess::execute(QStringLiteral("openssl"), {"genrsa", "-out", path("account.key"), "2048"});
    QFile tokens(path("tokens"));
    if (tokens.open(QIODevice::WriteOnly))
        tokens.write(QByteArray(token) + ",admin,admin,\"system:masters\"\n");
    tokens.close();
    for (QProcess* process : {&m_etcd, &m_server}) {
        process->setStandardOutputFile(QProcess::nullDevice());
        process->setStandardErrorFile(QProcess::nullDevice());
    }
    m_etcd.start(QStringLiteral("etcd"),
                 {"--data-dir", path("etcd"), "--listen-client-urls", client, "--advertise-client-urls", client,
                  "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster",
                  "default=" + peer});
    m_server.start(QStringLiteral("kube-apiserver"), {"--etcd-servers",
                                                      client,
                                                      "--bind-address",
                                                      "127.0.0.1",
                                                      "--secure-port",
                                                      QString::number(m_port),
                                                      "--cert-dir",
                                                      path("certificates"),
                                                      "--token-auth-file",
                                                      path("tokens"),
                                                      "--authorization-mode",
                                                      "RBAC",
                                                      "--service-account-issuer",
                                                      "https://kubernetes.default.svc",
                                                      "--service-account-signing-key-file",
                                                      path("account.key"),
                                                      "--service-account-key-file",
                                                      path("account.key"),
                                                      "--service-cluster-ip-range",
                                                      "10.0.0.0/24"});
    for (int attempt = 0; attempt < 900 && !isRunning(); ++attempt)
        m_server.waitForFinished(200);
}

RealKubernetes::~RealKubernetes() {
    for (QProcess* process : {&m_server, &m_etcd}) {
        process->kill();
        process->waitForFinished();
    }
}

QByteArray RealKubernetes::configuration() const {
    return "clusters:\n- name: k\n  cluster: {server: 'https://127.0.0.1:" + QByteArray::number(m_port) +
           "', insecure-skip-tls-verify: true}\nusers:\n- name: u\n  user: {token: " + token +
           "}\ncontexts:\n- name: c\n  context: {cluster: k, user: u}\ncurrent-context: c\n";
}

bool RealKubernetes::isRunning() const {
    QSslSocket socket;
    socket.setPeerVerifyMode(QSslSocket::VerifyNone);
    socket.connectToHostEncrypted(QStringLiteral("127.0.0.1"), m_port);
    if (!socket.waitForEncrypted(1000))
        return false;
    socket.write("GET /api/v1/namespaces/default HTTP/1.0\r\nHost: x\r\nAuthorization: Bearer " + QByteArray(token) +
                 "\r\n\r\n");
    QByteArray response;
    while (socket.waitForReadyRead(5000))
        response += socket.readAll();
    return response.startsWith("HTTP/1.0 200") || response.startsWith("HTTP/1.1 200");
}

} // namespace planlens::testing
