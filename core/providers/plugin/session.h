// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/providers/plugin/connection.h"
#include "core/providers/plugin/failure_text.h"
#include "core/providers/plugin/plugin.h"
#include "core/providers/plugin/process/output.h"
#include "core/providers/plugin/process/process.h"
#include "core/providers/plugin/process/socket_directory.h"
#include "core/providers/plugin/service.h"

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace planlens::providers::plugin {

/// The effect of a stop request on a running call.
enum class Interruption {
    AtOnce,     // the call is cancelled; for calls that change nothing
    Gracefully, // Stop is sent to the plugin, and the response is awaited
    None,       // the call always finishes
};

/// A running plugin: its process and the connection to it. Calls may be made from several threads.
class Session {
public:
    /// Starts the program, waits for its handshake and connects.
    static diags::Expected<std::unique_ptr<Session>, Failure> start(const Launch& launch, std::stop_token stop);
    /// Requests shutdown, kills the plugin if that takes too long, and removes its files. No call may be
    /// running.
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    const Service& service() const { return m_service; }

    template <typename Request, typename Response>
    CallStatus call(const Rpc<Request, Response>& rpc, const Request& request, Response& response,
                    Interruption interruption, const std::stop_token& stop) {
        return callMethod(rpc.method, request, response, interruption, stop);
    }

    /// Returns the error for a call that failed without a response. `method` is the name in OpenTofu's messages.
    ProviderDiagnostic failure(const CallStatus& status, std::string_view method) const;

    /// Whether the process has exited. Thread-safe.
    bool hasEnded() const { return m_record->status().ended.has_value(); }

    /// Sends Stop without waiting for the response. Has no effect while another Stop is in progress.
    void askToStop();

private:
    class FirstLine;
    Session(const Launch& launch);
    std::optional<Failure> begin(std::stop_token stop);
    std::optional<Failure> startProcess(std::vector<std::string> environment);
    std::optional<Failure> awaitFirstLine(const std::stop_token& stop);
    std::optional<Failure> connect(std::stop_token stop);
    CallStatus callMethod(const std::string& method, const Connection::Message& request, Connection::Message& answer,
                          Interruption interruption, const std::stop_token& stop);
    Failure withRecentLines(Failure failure) const;
    void subscribe();
    void shutDown();

    const Launch m_launch;
    const std::shared_ptr<Record> m_record;
    Output m_output;
    SocketDirectory m_socketDirectory;
    std::filesystem::path m_socket;
    std::unique_ptr<FirstLine> m_firstLine;
    std::unique_ptr<Process> m_process;       // passes its output to the two members above
    std::unique_ptr<Connection> m_connection; // null until it is connected
    Service m_service;

    system::Thread m_printed;  // reads the output stream of the plugin
    std::mutex m_stopMutex;    // guards the two members below
    bool m_isStopping = false; // a Stop is in progress
    system::Thread m_stopping;
    std::optional<std::stop_callback<std::function<void()>>> m_onForced;
};

/// Formats a status as Go does: "rpc error: code = Unavailable desc = …".
std::string statusText(const CallStatus& status);

} // namespace planlens::providers::plugin
