// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/providers/plugin/handshake.h"

#include <grpcpp/channel.h>
#include <memory>
#include <string>

namespace planlens::providers::plugin {

/// The longest answer that is taken.
inline constexpr int answerLimit = 256 << 20; // bytes

/// How gRPC names the address of a handshake.
std::string channelTarget(const Handshake& handshake);

/// What both sides show each other; empty: no encryption.
struct Secrets {
    std::string serverCertificate; // PEM
    std::string clientCertificate; // PEM
    std::string privateKey;        // PEM
};

/// A channel to a plugin, which is not connected yet. Nothing but the plugin's own address takes part: no proxy, no
/// settings from the network, no second try of a call.
std::shared_ptr<grpc::Channel> openChannel(const Handshake& handshake, const Secrets& secrets);

} // namespace planlens::providers::plugin
