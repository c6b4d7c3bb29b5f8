// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "tests/support/cloud_server.h"
#include "tests/support/google_server.h"

namespace planlens::testing {

/// The store and the sessions of Consul on this machine (tests/support/consul_server.py).
class ConsulServer : public CloudServer {
public:
    ConsulServer()
        : CloudServer(QStringLiteral("python3"), {}, QStringLiteral("consul_server.py"), {}) {}
};

} // namespace planlens::testing
