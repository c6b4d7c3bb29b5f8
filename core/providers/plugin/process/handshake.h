// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <string>
#include <string_view>

namespace planlens::providers::plugin {

/// The first line printed by a plugin: CORE|PROTOCOL|NETWORK|ADDRESS|grpc|CERTIFICATE.
struct Handshake {
    enum class Network { Unix, Tcp };
    int protocol = 0; // 5 or 6
    Network network = Network::Unix;
    std::string address;     // an absolute path, or host:port
    std::string certificate; // base64 DER without padding; empty: no encryption
};

/// Parses the handshake line. The error is a sentence of go-plugin; text of the plugin in it is shortened and made
/// printable.
diags::Expected<Handshake, std::string> parseHandshake(std::string_view line);

} // namespace planlens::providers::plugin
