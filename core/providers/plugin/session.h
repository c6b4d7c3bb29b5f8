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

namespace planlens::providers::plugin {

/// What a stop token does to a call.
enum class Interruption {
    AtOnce,     // the call is given up: it changes nothing
    Gracefully, // the plugin is asked to come to an end (Stop), and its answer is waited for
    None,       // what it does has to be done whether anything else goes on or not
};

/// A running plugin: its process, and the connection to it. Calls may come from several threads.
class Session {
public:
    /// Starts the program, waits for its handshake and connects.
    static diags::Expected<std::unique_ptr<Session>, Failure> start(const Launch& launch, std::stop_token stop);
    /// Asks the plugin to end, kills it where it does not, and leaves nothing of it behind. No call is running any
    /// more.
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    const Service& service() const { return m_service; }

    template <typename Request, typename Response>
    CallStatus call(const Rpc<Request, Response>& rpc, const Request& request, Response& response,
                    Interruption interruption, const std::stop_token& stop) {
        return callMethod(rpc.method, request, response, interruption, stop);
    }

    /// What is said of a call that failed without an answer; `method` as the reference names it.
    ProviderDiagnostic failure(const CallStatus& status, std::string_view method) const;

    /// Sends Stop, without waiting for anything. Does nothing while one is under way.
    void askToStop();

private:
    class FirstLine;
    Session(const Launch& launch);
    std::optional<Failure> begin(std::stop_token stop);
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
    std::unique_ptr<Process> m_process;       // tells the two above what it writes
    std::unique_ptr<Connection> m_connection; // null until it is connected
    Service m_service;

    system::Thread m_printed;  // reads what the plugin prints
    std::mutex m_stopMutex;    // guards what follows
    bool m_isStopping = false; // a Stop is under way
    system::Thread m_stopping;
    std::optional<std::stop_callback<std::function<void()>>> m_onForced;
};

/// "rpc error: code = Unavailable desc = …", as Go prints a status.
std::string statusText(const CallStatus& status);

} // namespace planlens::providers::plugin
