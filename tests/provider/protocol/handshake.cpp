// SPDX-License-Identifier: MPL-2.0
#include "tests/provider/protocol/handshake.h"

#include "tests/provider/faults.h"

#include <chrono>
#include <cstdlib>
#include <sstream>
#include <thread>

#include <unistd.h>

namespace planlens::testing {

namespace {

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

void replace(std::string& text, const std::string& what, const std::string& by) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
}

} // namespace

bool isCalledAsPlugin() {
    // A public constant by which the plugin detects that it was not started by a user.
    return variable("TF_PLUGIN_MAGIC_COOKIE") == "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";
}

int chooseProtocol(const std::vector<int>& ours) {
    int chosen = 0;
    std::istringstream theirs(variable("PLUGIN_PROTOCOL_VERSIONS"));
    for (std::string version; std::getline(theirs, version, ',');)
        for (const int own : ours)
            if (std::to_string(own) == version && own > chosen)
                chosen = own;
    return chosen ? chosen : ours.front();
}

std::optional<std::string> clientCertificate() {
    const std::string certificate = variable("PLUGIN_CLIENT_CERT");
    return certificate.empty() ? std::nullopt : std::optional(certificate);
}

std::string socketPath() {
    std::string folder = variable("PLUGIN_UNIX_SOCKET_DIR");
    if (folder.empty())
        folder = variable("TMPDIR");
    if (folder.empty())
        folder = "/tmp";
    return folder + "/plugin" + std::to_string(getpid());
}

void sayHandshake(const Json& script, int protocol, const Address& address,
                  const std::optional<Certificate>& certificate) {
    if (script.contains("stderr"))
        writeToStderr(script["stderr"].get<std::string>());
    if (script.contains("flood_stderr"))
        floodStderr(script["flood_stderr"].get<std::size_t>());
    if (script.contains("delay_ms"))
        std::this_thread::sleep_for(std::chrono::milliseconds(script["delay_ms"].get<std::int64_t>()));
    std::string line = script.value("line", "1|{protocol}|{network}|{path}|grpc|{certificate}");
    replace(line, "{protocol}", std::to_string(protocol));
    replace(line, "{network}", address.network);
    replace(line, "{path}", address.path);
    replace(line, "{certificate}", certificate ? certificate->handshakeForm() : "");
    line.append(script.value("padding", std::size_t(0)), 'x');
    if (script.value("newline", true))
        line += "\n";
    writeToStdout(line);
    if (script.contains("exit"))
        _exit(script["exit"].get<int>());
    if (script.value("close_stdout", false))
        close(STDOUT_FILENO);
    if (script.value("hang", false))
        hang();
}

} // namespace planlens::testing
