// SPDX-License-Identifier: MPL-2.0
#include "tests/support/faulty_proxy.h"

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace planlens::testing {
namespace {

sockaddr_in localAddress(quint16 port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    return address;
}

void reset(int socket) {
    const linger none{1, 0};
    ::setsockopt(socket, SOL_SOCKET, SO_LINGER, &none, sizeof(none));
    ::close(socket);
}

void send(int socket, const char* bytes, ssize_t size) {
    while (size > 0) {
        const ssize_t sent = ::send(socket, bytes, static_cast<std::size_t>(size), MSG_NOSIGNAL);
        if (sent <= 0)
            return;
        bytes += sent;
        size -= sent;
    }
}

/// Returns the message with which PostgreSQL ends a connection.
std::string shutdownMessage() {
    using namespace std::string_literals;
    const std::string fields = "SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0"s;
    const std::uint32_t size = htonl(static_cast<std::uint32_t>(fields.size() + sizeof(std::uint32_t)));
    return "E" + std::string(reinterpret_cast<const char*>(&size), sizeof(size)) + fields;
}

} // namespace

FaultyProxy::FaultyProxy(quint16 target)
    : m_target(target)
    , m_listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address = localAddress(0);
    socklen_t size = sizeof(address);
    ::bind(m_listener, reinterpret_cast<const sockaddr*>(&address), size);
    ::listen(m_listener, 16);
    ::getsockname(m_listener, reinterpret_cast<sockaddr*>(&address), &size);
    m_port = ntohs(address.sin_port);
    m_thread = std::thread([this] { run(); });
}

FaultyProxy::~FaultyProxy() {
    m_stops = true;
    m_thread.join();
    ::close(m_listener);
}

void FaultyProxy::failAt(Fault fault, int number, Duration duration) {
    const std::scoped_lock guard(m_mutex);
    m_fault = fault;
    m_at = number;
    m_duration = duration;
    m_packets = m_connections = 0;
    m_hasFailed = false;
}

bool FaultyProxy::isDue(Fault fault, int number) {
    const std::scoped_lock guard(m_mutex);
    const bool isOnce = m_duration == Duration::Once;
    if (m_fault != fault || (isOnce ? m_at != number || m_hasFailed : number < m_at))
        return false;
    m_hasFailed = true;
    return true;
}

void FaultyProxy::run() {
    struct Connection {
        int client, server;
        bool hangs = false;
    };
    std::vector<Connection> connections;
    while (!m_stops) {
        std::vector<pollfd> files{{m_listener, POLLIN, 0}};
        for (const Connection& one : connections) {
            files.push_back({one.hangs ? -1 : one.client, POLLIN, 0});
            files.push_back({one.hangs ? -1 : one.server, POLLIN, 0});
        }
        ::poll(files.data(), files.size(), 20);
        std::vector<Connection> open;
        for (std::size_t i = 0; i < connections.size(); ++i) {
            Connection& one = connections[i];
            std::array<char, 65536> bytes{};
            bool isOpen = true;
            if (files[2 * i + 2].revents != 0) {
                const ssize_t count = ::recv(one.server, bytes.data(), bytes.size(), 0);
                send(one.client, bytes.data(), count);
                isOpen = count > 0;
            }
            if (isOpen && files[2 * i + 1].revents != 0) {
                const ssize_t count = ::recv(one.client, bytes.data(), bytes.size(), 0);
                isOpen = count > 0;
                const int number = isOpen ? ++m_packets : 0;
                if (isOpen && isDue(Fault::Hang, number)) {
                    one.hangs = true;
                } else if (isOpen && isDue(Fault::Reset, number)) {
                    reset(std::exchange(one.client, -1));
                    isOpen = false;
                } else if (isOpen && isDue(Fault::Error, number)) {
                    const std::string message = shutdownMessage();
                    send(one.client, message.data(), static_cast<ssize_t>(message.size()));
                    isOpen = false;
                } else {
                    send(one.server, bytes.data(), count);
                    const bool isHalf = isDue(Fault::HalfReply, number);
                    if (isHalf || isDue(Fault::LostReply, number)) {
                        pollfd reply{one.server, POLLIN, 0};
                        ::poll(&reply, 1, 10'000); // then the server has executed the statement
                        isOpen = false;
                    }
                    if (isHalf)
                        send(one.client, bytes.data(), ::recv(one.server, bytes.data(), bytes.size(), 0) / 2);
                }
            }
            if (isOpen) {
                open.push_back(one);
                continue;
            }
            if (one.client >= 0)
                ::close(one.client);
            ::close(one.server);
        }
        connections = std::move(open);
        if ((files[0].revents & POLLIN) == 0)
            continue;
        const int client = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
        if (isDue(Fault::Refuse, ++m_connections)) {
            reset(client);
            continue;
        }
        const int server = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        const sockaddr_in address = localAddress(m_target);
        ::connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof(address));
        connections.push_back({client, server});
    }
    for (const Connection& one : connections) {
        ::close(one.client);
        ::close(one.server);
    }
}

} // namespace planlens::testing
