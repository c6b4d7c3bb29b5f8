// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "tests/support/cloud_server.h"
#include "tests/support/google_server.h"

namespace planlens::testing {

/// The store and the sessions of Consul on this machine (tests/support/consul_server.py).
class ConsulServer : public CloudServer {
public:
    /// The options are those of the program.
    explicit ConsulServer(const QStringList& options = {})
        : CloudServer(QStringLiteral("python3"), options, QStringLiteral("consul_server.py"), {}) {}
};

} // namespace planlens::testing
