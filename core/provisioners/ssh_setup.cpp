// SPDX-License-Identifier: MPL-2.0
#include "core/provisioners/ssh_setup.h"

#include "core/system/environment.h"
#include "core/system/file.h"
#include "core/system/line_splitter.h"
#include "core/system/shell_words.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <system_error>

namespace planlens::provisioners {
namespace {

using diags::Expected;
using diags::Unexpected;

/// Escapes percent signs, which start tokens in options of ssh.
std::string withoutTokens(const std::string& text) {
    std::string result;
    for (const char character : text)
        result += character == '%' ? std::string("%%") : std::string(1, character);
    return result;
}

void addOption(std::vector<std::string>& arguments, std::string_view name, std::string_view value) {
    arguments.push_back("-o");
    arguments.push_back(fmt::format("{}={}", name, value));
}
void addFileOption(std::vector<std::string>& arguments, std::string_view name, const std::string& path) {
    addOption(arguments, name, '"' + withoutTokens(path) + '"');
}

std::string withLineEnd(std::string text) {
    if (!text.ends_with('\n'))
        text += '\n';
    return text;
}

} // namespace

SshSetup::SshSetup(std::filesystem::path program, const Request& request)
    : m_program(std::move(program))
    , m_request(request)
    , m_onForced(request.limits.forced, [this] { m_directory.remove(); }) {}

Expected<std::unique_ptr<SshSetup>, std::string> SshSetup::make(const Connection& connection, const Request& request) {
    auto program = system::findProgram("ssh");
    if (!program)
        return Unexpected{program.error() +
                          ". Provisioners reach other machines by the system's ssh: install an OpenSSH client"};
    std::unique_ptr<SshSetup> setup(new SshSetup(*std::move(program), request));
    if (setup->m_directory.path().empty())
        return Unexpected<std::string>{
            "no temporary folder can be created. Set TMPDIR to a folder that this user may write to"};
    auto arguments = setup->argumentsFor(connection.host, "host", connection);
    if (!arguments)
        return Unexpected{arguments.error()};
    if (connection.bastion) {
        auto through = setup->argumentsFor(*connection.bastion, "bastion", connection);
        if (!through)
            return Unexpected{through.error()};
        std::string command = system::shellWord(setup->m_program.string()) + " -W '[%h]:%p'";
        for (const std::string& argument : *through)
            command += ' ' + system::shellWord(withoutTokens(argument));
        arguments->insert(arguments->begin(), {"-o", "ProxyCommand=" + command});
    }
    setup->m_arguments = *std::move(arguments);
    return setup;
}

Expected<std::vector<std::string>, std::string> SshSetup::argumentsFor(const Host& host, const std::string& word,
                                                                       const Connection& connection) {
    std::vector<std::string> arguments{"-F", "/dev/null", "-l", host.user, "-p", std::to_string(host.port)};
    addOption(arguments, "BatchMode", "yes");
    addOption(arguments, "LogLevel", "ERROR");
    addOption(arguments, "ConnectTimeout", "15");
    addOption(arguments, "ServerAliveInterval", "2");
    addOption(arguments, "ServerAliveCountMax", "60");
    addOption(arguments, "GlobalKnownHostsFile", "/dev/null");
    if (host.key.empty()) {
        addOption(arguments, "StrictHostKeyChecking", "no");
        addOption(arguments, "UserKnownHostsFile", "/dev/null");
    } else {
        // The key may be a host key or the key of a certificate authority for host keys.
        const std::string name = host.port == 22 ? host.name : fmt::format("[{}]:{}", host.name, host.port);
        const auto file = write(word + "-known", fmt::format("{0} {1}\n@cert-authority {0} {1}\n", name, host.key));
        if (!file)
            return Unexpected{file.error()};
        addOption(arguments, "StrictHostKeyChecking", "yes");
        addFileOption(arguments, "UserKnownHostsFile", *file);
    }
    std::string identity = "none";
    if (!host.privateKey.empty()) {
        const auto file = write(word + "-key", withLineEnd(host.privateKey));
        if (!file)
            return Unexpected{file.error()};
        identity = *file;
        if (!host.certificate.empty()) {
            const auto certificate = write(word + "-certificate", withLineEnd(host.certificate));
            if (!certificate)
                return Unexpected{certificate.error()};
            addFileOption(arguments, "CertificateFile", *certificate);
        }
    } else if (connection.usesAgent && !connection.agentIdentity.empty()) {
        if (std::string file = identityFile(connection.agentIdentity); !file.empty())
            identity = std::move(file);
    }
    if (identity == "none")
        addOption(arguments, "IdentityFile", identity);
    else
        addFileOption(arguments, "IdentityFile", identity);
    addOption(arguments, "IdentitiesOnly", connection.usesAgent ? "no" : "yes");
    if (!connection.usesAgent)
        addOption(arguments, "IdentityAgent", "none");
    addOption(arguments, "ForwardAgent", connection.usesAgent && word == "host" ? "yes" : "no");
    arguments.push_back("--");
    arguments.push_back(host.name);
    return arguments;
}

Expected<std::string, std::string> SshSetup::write(const std::string& name, const std::string& text) const {
    const std::filesystem::path path = m_directory.path() / name;
    auto file = system::FileHandle::open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (!file)
        return Unexpected{file.error()};
    if (const auto written = file->append(text, path); !written)
        return Unexpected{written.error()};
    return path.string();
}

std::string SshSetup::identityFile(const std::string& identity) const {
    std::error_code ignored;
    for (const std::filesystem::path& path :
         {m_request.directory / identity, m_request.directory / (identity + ".pub")})
        if (std::filesystem::is_regular_file(path, ignored))
            return system::absolutePath(path).string();
    // Otherwise `identity` is the comment of a key in the agent, or the end of it.
    const auto program = system::findProgram("ssh-add");
    if (!program)
        return {};
    std::string exact, similar;
    system::LineSplitter lines([&](std::string_view line) {
        const std::size_t name = line.find(' ', line.find(' ') + 1);
        if (name == std::string_view::npos)
            return;
        if (line.substr(name + 1) == identity)
            exact = line;
        else if (line.ends_with(identity) && similar.empty())
            similar = line;
    });
    system::Exchange exchange;
    exchange.output = [&](std::string_view bytes) { lines.add(bytes); };
    exchange.error = [](std::string_view) {};
    system::Limits limits = m_request.limits;
    limits.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(15);
    const auto exitStatus =
        system::runProgram({*program, system::ownEnvironment(), {}, {"ssh-add", "-L"}}, exchange, limits);
    lines.finish();
    const std::string& key = exact.empty() ? similar : exact;
    if (!exitStatus || key.empty())
        return {};
    const std::string name = "agent-identity.pub";
    if (const std::filesystem::path made = m_directory.path() / name; std::filesystem::exists(made, ignored))
        return made.string(); // already written for the other host
    const auto file = write(name, withLineEnd(key));
    return file ? *file : std::string();
}

} // namespace planlens::provisioners
