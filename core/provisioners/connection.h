// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"
#include "core/values/value.h"

#include <chrono>
#include <optional>
#include <string>

namespace planlens::provisioners {

/// One machine that is connected to.
struct Host {
    std::string name; // or address, without brackets
    std::string user;
    unsigned port = 22;
    std::string privateKey, certificate; // texts, not paths
    std::string key;                     // what it has to identify itself with; empty: anything
    bool hasPassword = false;            // one is given, which is of no use here

    /// As messages name it: IPv6 addresses in brackets.
    std::string displayName() const;
};

/// A connection block of type ssh, defaults filled in. Documented at
/// https://opentofu.org/docs/language/resources/provisioners/connection/
struct Connection {
    enum class Platform { Unix, Windows };

    Host host;
    std::optional<Host> bastion; // through which the host is reached
    bool usesAgent = false;
    std::string agentIdentity; // which key of the agent is tried first; empty: as the agent has them
    std::chrono::nanoseconds timeout = std::chrono::minutes(5);
    std::string scriptPath; // %RAND% in it stands for a number
    Platform platform = Platform::Unix;
};

/// Reads the value of a connection block, wholly known and without marks. What there is no way to do here is an error
/// that says what to do instead; other errors are worded as the reference's.
diags::Expected<Connection, std::string> readConnection(const values::Value& value);

} // namespace planlens::provisioners
