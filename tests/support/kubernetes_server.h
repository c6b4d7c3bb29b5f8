// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "tests/support/cloud_server.h"
#include "tests/support/google_server.h"

namespace planlens::testing {

/// The secrets and leases of Kubernetes on this machine (tests/support/kubernetes_server.py).
class KubernetesServer : public CloudServer {
public:
    /// The options are those of the program.
    explicit KubernetesServer(const QStringList& options = {})
        : CloudServer(QStringLiteral("python3"), options, QStringLiteral("kubernetes_server.py"), {}) {}
};

/// The programs kube-apiserver and etcd, with their data in a temporary folder.
class RealKubernetes {
public:
    /// Blocks until the namespace "default" exists.
    RealKubernetes();
    ~RealKubernetes();
    Q_DISABLE_COPY_MOVE(RealKubernetes)

    /// A configuration file for a user who may do everything.
    QByteArray configuration() const;
    bool isRunning() const;

private:
    QString path(const char* name) const { return m_directory.filePath(QString::fromLatin1(name)); }

    QTemporaryDir m_directory;
    QProcess m_etcd, m_server;
    quint16 m_port = 0;
};

/// A configuration file with the context "c", and this cluster and user in flow style.
inline QByteArray kubeConfig(const QByteArray& cluster, const QByteArray& user = "{}") {
    return "apiVersion: v1\nkind: Config\nclusters:\n- name: k\n  cluster: " + cluster +
           "\nusers:\n- name: u\n  user: " + user +
           "\ncontexts:\n- name: c\n  context: {cluster: k, user: u}\ncurrent-context: c\n";
}

} // namespace planlens::testing
