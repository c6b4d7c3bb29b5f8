// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "tests/provider/json_value.h"
#include "tests/provider/protocol/certificate.h"

#include <optional>
#include <string>
#include <vector>

namespace planlens::testing {

/// Whether the parent process started this program as a plugin.
bool isCalledAsPlugin();
/// Returns the highest of our protocols that the client supports, otherwise our lowest, as other plugins do.
int chooseProtocol(const std::vector<int>& ours);
/// Returns the certificate of the client, if it requests TLS.
std::optional<std::string> clientCertificate();
/// Returns the path for the socket.
std::string socketPath();

struct Address {
    std::string network, path; // "unix" and a path, or "tcp" and host:port
};
/// Prints the handshake, or the text that the script contains instead. May end the program.
void sayHandshake(const Json& script, int protocol, const Address& address,
                  const std::optional<Certificate>& certificate);

} // namespace planlens::testing
