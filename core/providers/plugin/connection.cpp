// SPDX-License-Identifier: MPL-2.0
#include "core/providers/plugin/connection.h"

#include "core/providers/plugin/grpc/grpc_connection.h"
#include "core/system/own_library.h"
#include "core/system/threads/thread.h"
#include "core/system/threads/thread_reserve.h"
#include "core/version.h"

#include <arpa/inet.h>
#include <fmt/format.h>

namespace planlens::providers::plugin {
namespace {

std::string percentEncoded(std::string_view path) {
    std::string result;
    for (const char c : path) {
        const bool isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                             std::string_view("/-._~").find(c) != std::string_view::npos;
        if (isPlain)
            result += c;
        else
            result += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return result;
}

using OpenGrpcConnection = std::function<decltype(planlensOpenGrpcConnection)>;

diags::Expected<OpenGrpcConnection, Failure> loadGrpc() {
    const auto open = system::loadOwnFunction(PLANLENS_GRPC_LIBRARY, "planlensOpenGrpcConnection");
    if (!open)
        return diags::Unexpected{
            Failure{"the Planlens plugin library cannot be loaded: " + open.error(),
                    "The library is part of Planlens. Reinstall Planlens, and start it from its installation "
                    "directory."}};
    return OpenGrpcConnection(reinterpret_cast<decltype(&planlensOpenGrpcConnection)>(*open));
}

} // namespace

std::string channelTarget(const Handshake& handshake) {
    if (handshake.network == Handshake::Network::Unix)
        return "unix:" + percentEncoded(handshake.address);
    const std::string host = handshake.address.substr(0, handshake.address.rfind(':'));
    in_addr address{};
    if (::inet_pton(AF_INET, host.c_str(), &address) == 1)
        return "ipv4:" + handshake.address;
    if (host.starts_with('['))
        return "ipv6:" + percentEncoded(host) + handshake.address.substr(host.size());
    return "dns:///" + percentEncoded(host) + handshake.address.substr(host.size());
}

diags::Expected<std::unique_ptr<Connection>, Failure> openConnection(const Handshake& handshake,
                                                                     const Secrets& secrets) {
    // gRPC blocks forever if the system cannot create a thread. The first number is for its own threads and those of a
    // graph walk, the second one for its own threads that cannot be created later.
    constexpr unsigned reserve = 12;
    if (!system::canStartThreads(18 + 4 * system::processorCount()) || !system::keepThreadsInReserve(reserve))
        return diags::Unexpected{
            Failure{"the system cannot create the threads that gRPC needs",
                    "Raise the limit on processes and threads of this user (ulimit -u) or of the container."}};
    constexpr int openFiles = 8; // more than gRPC needs for one connection
    if (!system::canOpenFiles(openFiles))
        return diags::Unexpected{
            Failure{"the system cannot open the files that gRPC needs: too many open files",
                    "Raise the limit on open files (ulimit -n) of this process or of the container."}};
    static const auto open = loadGrpc();
    if (!open)
        return diags::Unexpected{open.error()};
    std::unique_ptr<Connection> connection((*open)(programVersion, channelTarget(handshake), secrets));
    if (!connection)
        return diags::Unexpected{Failure{"the Planlens plugin library and this program have different versions",
                                         "Planlens was updated while it was running. Restart it."}};
    return connection;
}

} // namespace planlens::providers::plugin
