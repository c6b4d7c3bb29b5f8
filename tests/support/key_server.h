// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "tests/support/cloud_server.h"

namespace planlens::testing {

/// OpenBao and the Key Management Service of AWS on this machine (tests/support/key_server.py).
class KeyServer : public CloudServer {
public:
    enum class Transport { Http, Tls };

    explicit KeyServer(const QStringList& keys, Transport transport = Transport::Http)
        : CloudServer(QStringLiteral("python3"),
                      transport == Transport::Tls ? QStringList{QStringLiteral("--tls")} : QStringList(),
                      QStringLiteral("key_server.py"), keys) {}
};

} // namespace planlens::testing
