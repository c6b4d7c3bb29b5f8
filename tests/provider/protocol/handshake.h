// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "tests/provider/json_value.h"
#include "tests/provider/protocol/certificate.h"

#include <optional>
#include <string>
#include <vector>

namespace planlens::testing {

/// Whether whoever started this program knows what a plugin is.
bool isCalledAsPlugin();
/// The highest of our protocols that the other side has too, or our lowest, as other plugins do.
int chooseProtocol(const std::vector<int>& ours);
/// The certificate of the other side, where it asks for TLS.
std::optional<std::string> clientCertificate();
/// Where the socket is to be.
std::string socketPath();

struct Address {
    std::string network, path; // "unix" and a path, or "tcp" and host:port
};
/// Says where we are, or what the script says instead. May end the program.
void sayHandshake(const Json& script, int protocol, const Address& address,
                  const std::optional<Certificate>& certificate);

} // namespace planlens::testing
