// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <string>
#include <string_view>

namespace planlens::providers::plugin {

/// What a plugin says about itself in the first line it prints: CORE|PROTOCOL|NETWORK|ADDRESS|grpc|CERTIFICATE.
struct Handshake {
    enum class Network { Unix, Tcp };
    int protocol = 0; // 5 or 6
    Network network = Network::Unix;
    std::string address;     // an absolute path, or host:port
    std::string certificate; // DER in base64 without padding; empty where the plugin does not encrypt
};

/// Reads that line; the error is a sentence as go-plugin words it. What comes from the plugin is cut and made printable
/// in it.
diags::Expected<Handshake, std::string> parseHandshake(std::string_view line);

/// Text of a plugin for a message: control characters and what is not UTF-8 escaped, cut where it is long.
std::string printable(std::string_view text);

} // namespace planlens::providers::plugin
