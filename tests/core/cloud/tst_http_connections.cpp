// SPDX-License-Identifier: MPL-2.0
#include "core/cloud/http/exchange.h"
#include "core/cloud/http/retry.h"

#include <QTest>

#include <atomic>
#include <list>
#include <string>
#include <thread>
#include <vector>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace planlens::cloud;

namespace {

/// Answers each request with its method, and counts connections.
class CountingServer {
public:
    enum class Closing { Never, Announced, Silent };

    explicit CountingServer(Closing closing = Closing::Never)
        : m_closing(closing) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof(address);
        ::bind(m_listener, reinterpret_cast<const sockaddr*>(&address), size);
        ::listen(m_listener, 16);
        ::getsockname(m_listener, reinterpret_cast<sockaddr*>(&address), &size);
        m_port = ntohs(address.sin_port);
        m_accepting = std::jthread([this](const std::stop_token& stop) {
            while (!stop.stop_requested())
                if (isReadable(m_listener))
                    m_serving.emplace_back([this, socket = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC)](
                                               const std::stop_token& end) { serve(socket, end); });
        });
    }
    ~CountingServer() {
        m_accepting = {};
        m_serving.clear();
        ::close(m_listener);
    }
    Q_DISABLE_COPY_MOVE(CountingServer)

    std::string url() const { return "http://127.0.0.1:" + std::to_string(m_port) + "/"; }

    std::atomic<int> connections = 0, requests = 0, closed = 0;
    std::atomic<int> unanswered = 0; // the number of the request after which the connection is closed instead

private:
    static bool isReadable(int socket) {
        pollfd file{socket, POLLIN, 0};
        return ::poll(&file, 1, 20) > 0;
    }
    void serve(int socket, const std::stop_token& stop) {
        ++connections;
        for (bool isOpen = true; isOpen && !stop.stop_requested();) {
            if (!isReadable(socket))
                continue;
            std::string request(4096, '\0'); // arrives in one piece
            request.resize(std::size_t(std::max<ssize_t>(0, ::recv(socket, request.data(), request.size(), 0))));
            if (request.empty() || ++requests == unanswered)
                break;
            const std::string method = request.substr(0, request.find(' '));
            const std::string response = std::string("HTTP/1.1 200 OK\r\n") +
                                         (m_closing == Closing::Announced ? "Connection: close\r\n" : "") +
                                         "Content-Length: " + std::to_string(method.size()) + "\r\n\r\n" + method;
            ::send(socket, response.data(), response.size(), MSG_NOSIGNAL);
            isOpen = m_closing == Closing::Never;
        }
        ::close(socket);
        ++closed;
    }

    Closing m_closing;
    int m_listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int m_port = 0;
    std::list<std::jthread> m_serving;
    std::jthread m_accepting;
};

auto send(const CountingServer& server, const char* method) {
    http::Request request;
    request.method = method;
    request.url = server.url();
    request.connection.proxy = "";
    if (request.method == "PUT")
        request.body = "content";
    return http::performRequest(request, {});
}

} // namespace

/// How many connections requests need.
class TestHttpConnections final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void connectionsAreKept_data() {
        QTest::addColumn<int>("closing");
        QTest::addColumn<int>("connections");
        QTest::newRow("kept") << int(CountingServer::Closing::Never) << 1;
        QTest::newRow("closed by the server") << int(CountingServer::Closing::Announced) << 5;
        QTest::newRow("closed without notice") << int(CountingServer::Closing::Silent) << 5;
    }
    void connectionsAreKept() {
        QFETCH(int, closing);
        CountingServer server{CountingServer::Closing(closing)};
        for (int number = 1; number <= 5; ++number) {
            const char* const method = number % 2 == 0 ? "PUT" : "GET";
            const auto response = send(server, method);
            QVERIFY2(response, response ? "" : response.error().message.c_str());
            QCOMPARE(response->body, std::string(method));
            if (closing != int(CountingServer::Closing::Never))
                QTRY_COMPARE(server.closed.load(), number);
        }
        QTEST(server.connections.load(), "connections");
        QCOMPARE(server.requests.load(), 5);
    }

    void threadsShareConnections() {
        CountingServer server;
        std::atomic<int> failures = 0;
        for (int round = 0; round < 2; ++round) {
            std::list<std::jthread> threads;
            for (int i = 0; i < 4; ++i)
                threads.emplace_back([&] {
                    for (int number = 0; number < 10; ++number) {
                        const auto response = send(server, "POST");
                        if (!response || response->body != "POST")
                            ++failures;
                    }
                });
        }
        QCOMPARE(failures.load(), 0);
        QCOMPARE(server.requests.load(), 80);
        QVERIFY2(server.connections <= 4, std::to_string(server.connections).c_str());
    }

    /// The server may have carried out a request whose connection ended. Only reading is repeated without a word.
    void changesAreNotRepeated_data() {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<bool>("isRepeated");
        QTest::newRow("reading") << QByteArray("GET") << true;
        for (const char* method : {"PUT", "POST", "DELETE", "LOCK"})
            QTest::newRow(method) << QByteArray(method) << false;
    }
    void changesAreNotRepeated() {
        QFETCH(QByteArray, method);
        QFETCH(bool, isRepeated);
        CountingServer server;
        server.unanswered = 2;
        QVERIFY(send(server, "GET"));
        const auto response = send(server, method.constData());
        QCOMPARE(bool(response), isRepeated);
        QVERIFY(response || response.error().canRetry);
        QCOMPARE(server.requests.load(), isRepeated ? 3 : 2);
    }

    void retriesWaitBetweenHalfOfTheLimitAndAllOfIt() {
        using std::chrono::milliseconds;
        for (const auto& [attempt, limit] : {std::pair(0, 100), {1, 200}, {3, 800}, {4, 1000}, {60, 1000}})
            for (int sample = 0; sample < 50; ++sample) {
                const milliseconds wait = http::randomWait(attempt, milliseconds(100), milliseconds(1000));
                QVERIFY2(wait >= milliseconds(limit / 2) && wait <= milliseconds(limit),
                         qPrintable(QString::number(wait.count())));
            }
    }

    void otherProgramsDoNotGetTheConnection() {
        const CountingServer server;
        QVERIFY(send(server, "GET"));
        for (int file = 0; file < 1024; ++file) {
            sockaddr_in peer{};
            socklen_t size = sizeof(peer);
            if (::getpeername(file, reinterpret_cast<sockaddr*>(&peer), &size) == 0 && peer.sin_family == AF_INET)
                QVERIFY((::fcntl(file, F_GETFD) & FD_CLOEXEC) != 0);
        }
    }
};

QTEST_GUILESS_MAIN(TestHttpConnections)
#include "tst_http_connections.moc"
