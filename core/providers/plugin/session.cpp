// SPDX-License-Identifier: MPL-2.0
#include "core/providers/plugin/session.h"

#include "core/providers/plugin/failure_text.h"
#include "core/providers/plugin/process/certificate.h"
#include "core/providers/plugin/process/environment.h"
#include "core/system/environment.h"

#include <array>
#include <condition_variable>
#include <fmt/format.h>
#include <google/protobuf/empty.pb.h>
#include <grpc_controller.pb.h>
#include <grpc_stdio.pb.h>
#include <utility>

namespace planlens::providers::plugin {
namespace {

using Milliseconds = std::chrono::milliseconds;
using SteadyClock = std::chrono::steady_clock;

class RecordedCall {
public:
    explicit RecordedCall(Record& record)
        : m_record(record) {
        m_record.callBegan();
    }
    ~RecordedCall() { m_record.callEnded(); }
    RecordedCall(const RecordedCall&) = delete;
    RecordedCall& operator=(const RecordedCall&) = delete;

private:
    Record& m_record;
};

} // namespace

/// Waits for the first line of output, which is the handshake.
class Session::FirstLine {
public:
    /// Returns whether this line was the first one.
    bool offer(std::string_view line) {
        const std::lock_guard lock(m_mutex);
        if (m_line || m_ended)
            return false;
        m_line = line;
        m_changed.notify_all();
        return true;
    }
    void end() {
        const std::lock_guard lock(m_mutex);
        m_ended = true;
        m_changed.notify_all();
    }
    enum class Outcome { Line, Ended, TimeOver, Stopped };
    Outcome wait(Milliseconds limit, const std::stop_token& stop) {
        std::unique_lock lock(m_mutex);
        const bool came = m_changed.wait_for(lock, stop, limit, [this] { return m_line || m_ended; });
        return m_line                          ? Outcome::Line
               : m_ended                       ? Outcome::Ended
               : came || stop.stop_requested() ? Outcome::Stopped
                                               : Outcome::TimeOver;
    }
    std::string line() const { return m_line.value_or(""); }

private:
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::optional<std::string> m_line;
    bool m_ended = false;
};

Session::Session(const Launch& launch)
    : m_launch(launch)
    , m_record(launch.record ? launch.record : std::make_shared<Record>())
    , m_output(launch.address.toString(), launch.executable.filename().string(), launch.log)
    , m_firstLine(std::make_unique<FirstLine>()) {}

diags::Expected<std::unique_ptr<Session>, Failure> Session::start(const Launch& launch, std::stop_token stop) {
    std::unique_ptr<Session> session(new Session(launch));
    if (auto failed = session->begin(std::move(stop)))
        return diags::Unexpected{*std::move(failed)};
    return session;
}

std::optional<Failure> Session::begin(std::stop_token stop) {
    const std::vector<std::string> own = system::ownEnvironment();
    KeyPair client;
    if (!isEncryptionDisabled(own)) {
        auto made = makeClientCertificate();
        if (!made)
            return Failure{"failed to make a certificate: " + made.error()};
        client = *std::move(made);
    }

    if (auto failed = startProcess(pluginEnvironment(own, {client.certificate, m_socketDirectory.path()})))
        return failed;
    if (auto failed = awaitFirstLine(stop))
        return failed;
    const auto handshake = parseHandshake(m_firstLine->line());
    if (!handshake)
        return withRecentLines(handshakeFailure(handshake.error()));
    if (handshake->network == Handshake::Network::Unix)
        m_socket = handshake->address;

    Secrets secrets{{}, client.certificate, client.privateKey};
    if (!client.certificate.empty()) {
        if (handshake->certificate.empty())
            return notEncrypted();
        auto server = serverCertificate(handshake->certificate);
        if (!server)
            return Failure{server.error()};
        secrets.serverCertificate = *std::move(server);
    }
    auto connection = openConnection(*handshake, secrets);
    if (!connection)
        return connection.error();
    m_connection = *std::move(connection);
    if (auto failed = connect(std::move(stop))) {
        m_connection.reset();
        return failed;
    }
    m_service = serviceOf(handshake->protocol);
    m_output.note(LogLevel::Debug, "using plugin",
                  {{"version", std::to_string(handshake->protocol), LogField::Form::Json}});
    subscribe();
    return {};
}

std::optional<Failure> Session::startProcess(std::vector<std::string> environment) {
    const std::string program = m_launch.executable.string();
    m_output.note(LogLevel::Debug, "starting plugin", {{"path", program}});
    auto started = Process::start({m_launch.executable, std::move(environment), m_launch.workingDirectory},
                                  {[this](std::string_view line) {
                                       if (!m_firstLine->offer(line))
                                           m_output.addUnexpected(line);
                                   },
                                   [this](std::string_view line) { m_output.addErrorLine(line); },
                                   [this](system::ExitStatus exitStatus) {
                                       m_record->ended(exitStatus.toString());
                                       std::vector<LogField> fields{
                                           {"plugin", m_launch.executable.string()},
                                           {"id", std::to_string(m_record->status().process), LogField::Form::Json}};
                                       if (exitStatus.waitStatus != 0)
                                           fields.push_back({"error", exitStatus.toString()});
                                       m_output.note(exitStatus.waitStatus == 0 ? LogLevel::Info : LogLevel::Error,
                                                     "plugin process exited", std::move(fields));
                                       m_firstLine->end();
                                   }});
    if (!started)
        return spawnFailure(m_launch.executable, started.error());
    m_process = *std::move(started);
    m_record->started(m_process->id());
    m_output.note(LogLevel::Debug, "plugin started",
                  {{"path", program}, {"pid", std::to_string(m_process->id()), LogField::Form::Json}});
    // After a forced stop this program may exit immediately, without running destructors.
    m_onForced.emplace(m_launch.forced, [this] {
        m_record->willEnd(Status::End::Killed);
        m_process->kill();
        m_socketDirectory.remove();
    });
    return {};
}

std::optional<Failure> Session::awaitFirstLine(const std::stop_token& stop) {
    switch (m_firstLine->wait(m_launch.handshakeLimit, stop)) {
    case FirstLine::Outcome::Line:
        return {};
    case FirstLine::Outcome::Ended:
        if (m_launch.forced.stop_requested())
            return startStopped();
        return withRecentLines(noHandshake(m_process->waitFor(Milliseconds(0))));
    case FirstLine::Outcome::TimeOver:
        return withRecentLines(handshakeFailure("timeout while waiting for plugin to start"));
    case FirstLine::Outcome::Stopped:
        return startStopped();
    }
    return {};
}

std::optional<Failure> Session::connect(std::stop_token stop) {
    constexpr Milliseconds step(50);
    const auto deadline = SteadyClock::now() + m_launch.handshakeLimit;
    for (Connection::State state = m_connection->connect(step); state != Connection::State::Ready;
         state = m_connection->connect(step)) {
        if (stop.stop_requested() || m_launch.forced.stop_requested())
            return startStopped();
        if (m_process->waitFor(Milliseconds(0)))
            return withRecentLines({"plugin exited before we could connect"});
        if (state == Connection::State::Failed || SteadyClock::now() > deadline)
            return withRecentLines(notConnected());
    }
    return {};
}

CallStatus Session::callMethod(const std::string& method, const Connection::Message& request,
                               Connection::Message& answer, Interruption interruption, const std::stop_token& stop) {
    if (interruption != Interruption::None && stop.stop_requested())
        return {CallStatus::cancelled, "context canceled"};
    const RecordedCall recorded(*m_record);
    if (interruption == Interruption::AtOnce)
        return m_connection->call(method, request, answer, stop);
    const std::stop_callback onStop(stop, [&] {
        if (interruption == Interruption::Gracefully)
            askToStop();
    });
    return m_connection->call(method, request, answer, {});
}

Failure Session::withRecentLines(Failure failure) const {
    // The last lines may not have been read yet.
    m_process->waitFor(Milliseconds(100));
    if (const std::string lines = m_output.recentLines(); !lines.empty())
        failure.advice += (failure.advice.empty() ? "" : "\n\n") + ("The plugin wrote:\n\n" + lines);
    return failure;
}

void Session::subscribe() {
    // If no thread can be created, these lines are missing in the log.
    m_printed = system::startThread([this](const std::stop_token& stop) {
        ::plugin::StdioData data;
        m_connection->read(
            "/plugin.GRPCStdio/StreamStdio", google::protobuf::Empty(), data,
            [&] { m_output.addUnexpected(data.data()); }, stop);
    });
}

void Session::askToStop() {
    const auto send = [this](const std::stop_token& stop, std::optional<Milliseconds> limit) {
        tfplugin::Stop::Response response;
        m_connection->call(m_service.stop.method, tfplugin::Stop::Request(), response, stop, limit);
        if (!response.error().empty())
            m_output.addUnexpected("Stop: " + response.error());
        const std::lock_guard lock(m_stopMutex);
        m_isStopping = false;
    };
    {
        const std::lock_guard lock(m_stopMutex);
        if (m_isStopping)
            return;
        m_isStopping = true;
        m_stopping =
            system::startThread([send](const std::stop_token& stop) { send(stop, {}); }); // the previous one has ended
        if (m_stopping.joinable())
            return;
    }
    send({}, m_launch.stopLimit);
}

void Session::shutDown() {
    const auto deadline = SteadyClock::now() + m_launch.stopLimit;
    ::plugin::Empty answer;
    const CallStatus status =
        m_connection->call("/plugin.GRPCController/Shutdown", ::plugin::Empty(), answer, {}, m_launch.stopLimit);
    // A server that exits during the call cannot respond.
    if (status.isOk() || status.code == CallStatus::unavailable)
        m_process->waitFor(std::chrono::duration_cast<Milliseconds>(deadline - SteadyClock::now()));
}

Session::~Session() {
    if (m_process && !m_process->waitFor(Milliseconds(0)) && !m_launch.forced.stop_requested()) {
        m_record->willEnd(Status::End::AsAsked);
        if (m_connection)
            shutDown();
        if (!m_process->waitFor(Milliseconds(0)))
            m_record->willEnd(Status::End::Killed);
    }
    m_onForced.reset();
    m_printed = {};
    m_stopping = {};
    m_process.reset();
    if (!m_socket.empty())
        removeSocket(m_socket);
}

ProviderDiagnostic Session::failure(const CallStatus& status, std::string_view method) const {
    const std::string call =
        fmt::format("{}.(*GRPCProvider).{}", m_service.protocol == 6 ? "plugin6" : "plugin", method);
    ProviderDiagnostic diagnostic;
    // As in OpenTofu, only errors of protocol 5 refer to the body. An object that may exist must be named, though.
    if (m_service.protocol == 6 && method != "ApplyResourceChange")
        diagnostic.about = ProviderDiagnostic::About::Nothing;
    switch (status.code) {
    case CallStatus::unavailable: {
        diagnostic.summary = "Plugin did not respond";
        diagnostic.detail = fmt::format("The plugin encountered an error, and failed to respond to the {} call. The "
                                        "plugin logs may contain more details.",
                                        call);
        constexpr Milliseconds untilReaped(500);
        const auto exitStatus = m_process->waitFor(untilReaped);
        diagnostic.detail += "\n\n" + (m_launch.forced.stop_requested() ? killedText(m_launch.address)
                                       : exitStatus                     ? endedText(m_launch.address, *exitStatus)
                                                                        : unreachableText(m_launch.address));
        const std::filesystem::path name = m_launch.executable.filename();
        if (const std::string panic = m_output.takePanic(); !panic.empty())
            diagnostic.detail += crashText(name.string(), panic);
        break;
    }
    case CallStatus::cancelled:
        diagnostic.summary = "Request cancelled";
        diagnostic.detail = fmt::format("The {} request was cancelled.", call);
        break;
    case CallStatus::unimplemented:
        diagnostic.summary = "Unsupported plugin method";
        diagnostic.detail = fmt::format("The {} method is not supported by this plugin.", call);
        break;
    default:
        diagnostic.summary = "Plugin error";
        diagnostic.detail =
            fmt::format("The plugin returned an unexpected error from {}: {}", call, statusText(status));
        if (status.code == CallStatus::resourceExhausted)
            diagnostic.detail += tooLargeText(m_launch.address, answerLimit);
    }
    return diagnostic;
}

std::string statusText(const CallStatus& status) {
    constexpr std::array names{
        "OK",       "Canceled",       "Unknown",          "InvalidArgument",   "DeadlineExceeded",
        "NotFound", "AlreadyExists",  "PermissionDenied", "ResourceExhausted", "FailedPrecondition",
        "Aborted",  "OutOfRange",     "Unimplemented",    "Internal",          "Unavailable",
        "DataLoss", "Unauthenticated"};
    return fmt::format("rpc error: code = {} desc = {}",
                       status.code >= 0 && static_cast<std::size_t>(status.code) < names.size()
                           ? names[static_cast<std::size_t>(status.code)]
                           : fmt::format("Code({})", status.code),
                       status.message);
}

} // namespace planlens::providers::plugin
