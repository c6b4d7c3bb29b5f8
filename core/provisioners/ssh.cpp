// SPDX-License-Identifier: MPL-2.0
#include "core/provisioners/ssh.h"

#include "core/system/environment.h"
#include "core/system/file.h"
#include "core/system/interruptible_sleep.h"
#include "core/system/line_splitter.h"
#include "core/system/shell_words.h"
#include "core/values/text/quoted.h"

#include <algorithm>
#include <fmt/format.h>
#include <random>

namespace planlens::provisioners {
namespace {

using diags::Unexpected;
using system::ExitStatus;
using Clock = std::chrono::steady_clock;

/// The exit status of ssh for its own errors, as opposed to those of the command.
constexpr int ownFailure = 255;

/// The last bytes of a program's output, on one line, for error messages.
class LastWords {
public:
    void add(std::string_view bytes) {
        m_text += bytes;
        if (constexpr std::size_t most = 4096; m_text.size() > most)
            m_text.erase(0, m_text.size() - most);
    }
    std::string toString() const {
        std::string result;
        system::LineSplitter lines([&](std::string_view line) {
            if (!line.empty())
                result += (result.empty() ? "" : "; ") + std::string(line);
        });
        lines.add(m_text);
        lines.finish();
        return result;
    }

private:
    std::string m_text;
};

std::string yesNo(bool yes) {
    return yes ? "true" : "false";
}

} // namespace

diags::Expected<std::unique_ptr<Ssh>, std::string> Ssh::open(const Request& request) {
    if (request.connection.isNull())
        return Unexpected{std::string("Missing connection configuration for provisioner.")};
    auto connection = readConnection(request.connection);
    if (!connection)
        return Unexpected{connection.error()};
    auto setup = SshSetup::make(*connection, request);
    if (!setup)
        return Unexpected{setup.error()};
    return std::unique_ptr<Ssh>(new Ssh(request, *std::move(connection), *std::move(setup)));
}

Ssh::Ssh(const Request& request, Connection connection, std::unique_ptr<SshSetup> setup)
    : m_request(request)
    , m_connection(std::move(connection))
    , m_setup(std::move(setup)) {}

system::Command Ssh::commandFor(const std::string& remote, Terminal terminal) const {
    std::vector<std::string> arguments{"ssh", terminal == Terminal::Wanted ? "-tt" : "-T"};
    arguments.insert(arguments.end(), m_setup->arguments().begin(), m_setup->arguments().end());
    arguments.push_back(remote);
    return {m_setup->program(), system::ownEnvironment(), m_request.directory, std::move(arguments)};
}

void Ssh::announce(const Output& output) const {
    const auto facts = [&](const Host& host) {
        return fmt::format("  Host: {}\n  User: {}\n  Password: {}\n  Private key: {}\n  Certificate: {}\n  SSH Agent: "
                           "{}\n  Checking Host Key: {}",
                           host.displayName(), host.user, yesNo(host.hasPassword), yesNo(!host.privateKey.empty()),
                           yesNo(!host.certificate.empty()), yesNo(m_connection.usesAgent), yesNo(!host.key.empty()));
    };
    output(fmt::format("Connecting to remote host via SSH...\n{}\n  Target Platform: {}\n", facts(m_connection.host),
                       m_connection.platform == Connection::Platform::Windows ? "windows" : "unix"));
    if (m_connection.bastion)
        output("Using configured bastion host...\n" + facts(*m_connection.bastion));
}

Ssh::Outcome Ssh::tryConnecting(const system::Limits& limits) const {
    LastWords said;
    system::Exchange exchange;
    exchange.output = [](std::string_view) {};
    exchange.error = [&](std::string_view bytes) { said.add(bytes); };
    const auto exitStatus = system::runProgram(commandFor("exit 0", Terminal::None), exchange, limits);
    if (!exitStatus)
        return Unexpected{system::ioError("fork/exec", m_setup->program(), exitStatus.error())};
    // The connection works even if the remote shell has no `exit` command.
    if (exitStatus->code() >= 0 && exitStatus->code() != ownFailure)
        return true;
    std::string problem = said.toString();
    if (problem.empty())
        problem = "ssh: " + exitStatus->toString();
    const bool isUnproven = problem.find("Host key verification failed") != std::string::npos;
    if (!isUnproven && problem.find("Permission denied") == std::string::npos)
        return Unexpected{std::move(problem)};
    if (isUnproven)
        problem = "the machine does not identify itself by the host_key of the connection";
    const Host& host = m_connection.host;
    return Unexpected{
        fmt::format("SSH authentication failed ({}@{}:{}): {}", host.user, host.displayName(), host.port, problem)};
}

Ssh::Outcome Ssh::connect(const Output& output) {
    constexpr std::chrono::seconds firstDelay(1), longestDelay(20);
    system::Limits limits = m_request.limits;
    limits.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(m_connection.timeout);
    std::chrono::seconds delay(0);
    std::string last = "no answer";
    while (!limits.areReached()) {
        if (output)
            announce(output);
        const Outcome made = tryConnecting(limits);
        if (made) {
            if (output)
                output("Connected!");
            return true;
        }
        if (limits.areReached())
            break; // this attempt was aborted by the program
        last = made.error();
        // Retrying cannot make a key readable. The message of ssh is replaced, because it names a temporary file.
        if (last.find("Load key \"") != std::string::npos)
            return Unexpected<std::string>{"Failed to parse ssh private key: ssh cannot read it. It has to be the "
                                           "whole text of a private key file, with its first and last lines"};
        delay = delay.count() == 0 ? firstDelay : std::min(delay * 2, longestDelay);
        system::sleepFor(std::min<Clock::duration>(delay, *limits.deadline - Clock::now()), limits.stop);
    }
    return Unexpected{
        fmt::format("{} - last error: {}", m_request.limits.areReached() ? "interrupted" : "timeout", last)};
}

std::string Ssh::scriptPath() {
    const std::string number = std::to_string(std::random_device()() & 0x7fffffffU);
    constexpr std::string_view place = "%RAND%";
    std::string path = m_connection.scriptPath;
    for (std::size_t at = path.find(place); at != std::string::npos; at = path.find(place, at))
        path.replace(at, place.size(), number);
    return path;
}

Ssh::Outcome Ssh::uploadScript(const std::string& path, std::string text) {
    const bool isUnix = m_connection.platform == Connection::Platform::Unix;
    if (text.size() < 2)
        return Unexpected<std::string>{"Error reading script: EOF"};
    if (isUnix && !text.starts_with("#!"))
        text.insert(0, "#!/bin/sh\n");
    if (Outcome sent = upload(path, {std::move(text)}); !sent || !isUnix)
        return sent;
    std::string said;
    const Outcome changed = execute("chmod 0777 " + path, [&](const std::string& line) { said += ' ' + line; });
    if (!changed)
        return Unexpected{
            fmt::format("Error chmodding script file to 0777 in remote machine {}:{}", changed.error(), said)};
    return true;
}

Ssh::Outcome Ssh::upload(const std::string& path, const Upload& upload) {
    const RemotePath remote = splitRemotePath(path);
    return send("scp -t " + system::shellWord(remote.folder), ScpSender(upload, remote.name));
}

Ssh::Outcome Ssh::uploadFolder(const std::string& path, const Upload& upload, const std::string& name) {
    return send("scp -rt " + system::shellWord(path), ScpSender(upload, name));
}

Ssh::Outcome Ssh::send(const std::string& command, ScpSender sender) const {
    if (!sender.problem().empty())
        return Unexpected{sender.problem()};
    LastWords said;
    system::Exchange exchange;
    exchange.output = [&](std::string_view bytes) { sender.receive(bytes); };
    exchange.error = [&](std::string_view bytes) { said.add(bytes); };
    exchange.input = [&] { return sender.next(); };
    const auto exitStatus = system::runProgram(commandFor(command, Terminal::None), exchange, m_request.limits);
    if (!exitStatus)
        return Unexpected{system::ioError("fork/exec", m_setup->program(), exitStatus.error())};
    constexpr int notFound = 127;
    if (exitStatus->code() == notFound)
        return Unexpected<std::string>{
            "SCP failed to start. This usually means that SCP is not\nproperly installed on the remote system."};
    if (!sender.problem().empty())
        return Unexpected{sender.problem()};
    if (exitStatus->isSuccess() && sender.isDone())
        return true;
    const std::string words = said.toString();
    return Unexpected{words.empty() ? "scp: " + exitStatus->toString() : words};
}

Ssh::Outcome Ssh::execute(const std::string& command, const Output& output) {
    LastWords said;
    system::LineSplitter lines([&](std::string_view line) { output(std::string(line)); });
    system::LineSplitter errors([&](std::string_view line) { output(std::string(line)); });
    system::Exchange exchange;
    exchange.output = [&](std::string_view bytes) { lines.add(bytes); };
    exchange.error = [&](std::string_view bytes) {
        said.add(bytes);
        errors.add(bytes);
    };
    exchange.paused = [&] {
        lines.finish();
        errors.finish();
    };
    // With a terminal, the remote command ends when the connection does.
    const auto terminal = m_connection.platform == Connection::Platform::Windows ? Terminal::None : Terminal::Wanted;
    const auto exitStatus = system::runProgram(commandFor(command, terminal), exchange, m_request.limits);
    exchange.paused();
    if (!exitStatus)
        return Unexpected{system::ioError("fork/exec", m_setup->program(), exitStatus.error())};
    if (exitStatus->isSuccess())
        return true;
    const int status = exitStatus->code();
    const std::string problem = m_request.limits.areReached() ? "interrupted"
                                : status < 0                  ? exitStatus->toString()
                                : status == ownFailure && !said.toString().empty()
                                    ? said.toString()
                                    : fmt::format("Process exited with status {}", status);
    return Unexpected{fmt::format("error executing {}: {}", values::quoted(command), problem)};
}

} // namespace planlens::provisioners
