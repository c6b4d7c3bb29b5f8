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

/// The maximum size of a response message.
inline constexpr int answerLimit = 256 << 20; // bytes

/// Returns the gRPC target name for the address of a handshake.
std::string channelTarget(const Handshake& handshake);

/// The TLS certificates and key of both sides. Empty: no encryption.
struct Secrets {
    std::string serverCertificate; // PEM
    std::string clientCertificate; // PEM
    std::string privateKey;        // PEM
};

/// The status of a finished call. https://grpc.io/docs/guides/status-codes/
struct CallStatus {
    static constexpr int ok = 0, cancelled = 1, resourceExhausted = 8, unimplemented = 12, unavailable = 14;

    int code = ok;
    std::string message;
    bool isOk() const { return code == ok; }
};

/// A gRPC connection to a plugin. Calls may be made from several threads; no call may be running at destruction.
class Connection {
public:
    virtual ~Connection() = default;

    enum class State { Underway, Ready, Failed };
    /// Starts to connect unless connected, and blocks until the connection state changes or the time is over.
    virtual State connect(std::chrono::milliseconds atMost) = 0;

    using Message = google::protobuf::MessageLite;
    /// Blocks until the response is complete, the call is cancelled or the time limit has expired. `method` is
    /// "/package.Service/Method".
    virtual CallStatus call(const std::string& method, const Message& request, Message& answer,
                            const std::stop_token& cancelled, std::optional<std::chrono::milliseconds> limit = {}) = 0;
    /// Calls a server-streaming method. Stores each message in `part` and then calls `partCame`. Blocks until the
    /// stream ends.
    virtual CallStatus read(const std::string& method, const Message& request, Message& part,
                            const std::function<void()>& partCame, const std::stop_token& cancelled) = 0;
};

/// Creates a connection to a plugin without connecting yet. Only the plugin's own address is used: no proxy, no service
/// config from DNS, no retries. The gRPC library is loaded at the first connection, because loading takes longer than a
/// small plan and many runs need no plugin. Fails if it cannot be loaded.
diags::Expected<std::unique_ptr<Connection>, Failure> openConnection(const Handshake& handshake,
                                                                     const Secrets& secrets);

} // namespace planlens::providers::plugin
