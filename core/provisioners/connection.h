// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"
#include "core/values/value.h"

#include <chrono>
#include <optional>
#include <string>

namespace planlens::provisioners {

/// A machine to connect to.
struct Host {
    std::string name; // host name, or address without brackets
    std::string user;
    unsigned port = 22;
    std::string privateKey, certificate; // PEM texts, not paths
    std::string key;                     // host key or its authority; empty: any host key is accepted
    bool hasPassword = false;            // a password is configured; it is not supported

    /// Returns the name in messages: IPv6 addresses are in brackets.
    std::string displayName() const;
};

/// A connection block of type ssh with defaults applied.
/// https://opentofu.org/docs/language/resources/provisioners/connection/
struct Connection {
    enum class Platform { Unix, Windows };

    Host host;
    std::optional<Host> bastion; // jump host in front of `host`
    bool usesAgent = false;
    std::string agentIdentity; // agent key to try first; empty: the order of the agent
    std::chrono::nanoseconds timeout = std::chrono::minutes(5);
    std::string scriptPath; // %RAND% is replaced with a number
    Platform platform = Platform::Unix;
};

/// Reads a connection block. The value must be wholly known and unmarked. Errors about unsupported settings name an
/// alternative; other errors have OpenTofu's text.
diags::Expected<Connection, std::string> readConnection(const values::Value& value);

} // namespace planlens::provisioners
