// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"
#include "core/providers/plugin/failure_text.h"
#include "core/providers/plugin/process/handshake.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace google::protobuf {
class MessageLite;
}

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

/// How a call ended. https://grpc.io/docs/guides/status-codes/
struct CallStatus {
    static constexpr int ok = 0, cancelled = 1, resourceExhausted = 8, unimplemented = 12, unavailable = 14;

    int code = ok;
    std::string message;
    bool isOk() const { return code == ok; }
};

/// A gRPC connection to a plugin. Calls may come from several threads. It is destroyed when none is under way.
class Connection {
public:
    virtual ~Connection() = default;

    enum class State { Underway, Ready, Failed };
    /// Begins to connect where it is not connected, and waits at most that long for any news of it.
    virtual State connect(std::chrono::milliseconds atMost) = 0;

    using Message = google::protobuf::MessageLite;
    /// Blocks until the answer is there, unless it is cancelled or the time is over. `method` is
    /// "/package.Service/Method".
    virtual CallStatus call(const std::string& method, const Message& request, Message& answer,
                            const std::stop_token& cancelled, std::optional<std::chrono::milliseconds> limit = {}) = 0;
    /// Tells of each message that the answer is made of, in `part`, and blocks until it ends.
    virtual CallStatus read(const std::string& method, const Message& request, Message& part,
                            const std::function<void()>& partCame, const std::stop_token& cancelled) = 0;
};

/// A connection to a plugin, which is not connected yet. Nothing but the plugin's own address takes part: no proxy, no
/// settings from the network, no second try of a call. Fails where the library that speaks gRPC cannot be loaded: that
/// happens with the first connection, for many runs of the programs need none, and it takes longer than a small plan.
diags::Expected<std::unique_ptr<Connection>, Failure> openConnection(const Handshake& handshake,
                                                                     const Secrets& secrets);

} // namespace planlens::providers::plugin
