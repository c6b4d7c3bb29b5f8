// SPDX-License-Identifier: MPL-2.0
#include "core/backends/pg/libpq/libpq_session.h"

#include "core/backends/pg/libpq/wait.h"
#include "core/cloud/client_key.h"
#include "core/cloud/server_names.h"
#include "core/version.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <libpq-fe.h>
#include <openssl/ssl.h>
#include <string_view>

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace planlens::backends::pg {
namespace {

using Clock = std::chrono::steady_clock;
using Connection = std::unique_ptr<PGconn, decltype(&PQfinish)>;
using Result = std::unique_ptr<PGresult, decltype(&PQclear)>;

std::string trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \n"), last = text.find_last_not_of(" \n");
    return first == std::string_view::npos ? std::string() : std::string(text.substr(first, last - first + 1));
}

/// A text that libpq can open as a file, but others cannot.
class TextFile {
public:
    explicit TextFile(std::string_view text)
        : m_file(::memfd_create("planlens", MFD_CLOEXEC)) {
        (void)::fchmod(m_file, S_IRUSR | S_IWUSR);
        (void)!::write(m_file, text.data(), text.size());
    }
    TextFile(TextFile&& other) noexcept
        : m_file(std::exchange(other.m_file, -1)) {}
    TextFile& operator=(TextFile&&) = delete;
    ~TextFile() {
        if (m_file >= 0)
            ::close(m_file);
    }
    std::string path() const { return "/proc/self/fd/" + std::to_string(m_file); }

private:
    int m_file;
};

/// The message of a failed statement in the words of the reference.
std::string messageOf(const PGresult* result, PGconn* connection) {
    const char* const message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    if (!message)
        return trimmed(result ? PQresultErrorMessage(result) : PQerrorMessage(connection));
    const char* const code = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    return std::string("pq: ") + message + (code ? std::string(" (") + code + ")" : std::string());
}

/// The message of a failed connection: in the words of the reference, if the server has sent it. Needs verbose errors,
/// "… FATAL:  28P01: password authentication failed …".
std::string connectionError(std::string_view text) {
    constexpr std::string_view separator = ":  ";
    constexpr std::size_t codeLength = 5;
    const std::size_t start = text.find(separator);
    const std::size_t code = start == std::string_view::npos ? start : start + separator.size();
    if (code == std::string_view::npos || text.substr(std::min(code + codeLength, text.size())).substr(0, 2) != ": ")
        return trimmed(text);
    const std::string_view message = text.substr(code + codeLength + 2);
    return "pq: " + trimmed(message.substr(0, message.find('\n'))) + " (" + std::string(text.substr(code, codeLength)) +
           ")";
}

class LibpqSession final : public Session {
public:
    LibpqSession(Connection connection, std::chrono::milliseconds responseTimeout)
        : m_connection(std::move(connection))
        , m_serverProcess(PQbackendPID(m_connection.get()))
        , m_responseTimeout(responseTimeout) {
        PQsetNoticeReceiver(m_connection.get(), receiveNotice, &m_isEnding);
    }

    diags::Expected<QueryResult, QueryFailure>
    run(const std::string& statement, const std::vector<std::string>& parameters, const std::stop_token& stop) override;
    bool isOpen() override;
    int serverProcess() const override { return m_serverProcess; }

private:
    std::optional<QueryFailure> wait(const SocketWait& socket, short events);
    std::optional<QueryFailure> send(const SocketWait& socket, const std::string& statement,
                                     const std::vector<std::string>& parameters);
    std::optional<QueryFailure> waitForResult(const SocketWait& socket);
    QueryFailure lost(const PGresult* result = nullptr);
    static void receiveNotice(void* isEnding, const PGresult* notice);

    Connection m_connection; // null after it was lost
    bool m_isEnding = false; // the server has announced that it closes the connection
    int m_serverProcess;
    std::chrono::milliseconds m_responseTimeout;
};

/// Between statements, errors arrive as notices.
void LibpqSession::receiveNotice(void* isEnding, const PGresult* notice) {
    const char* const severity = PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
    if (severity && (std::string_view(severity) == "FATAL" || std::string_view(severity) == "PANIC"))
        *static_cast<bool*>(isEnding) = true;
}

QueryFailure LibpqSession::lost(const PGresult* result) {
    QueryFailure failure{messageOf(result, m_connection.get()), true, true};
    m_connection.reset();
    return failure;
}

std::optional<QueryFailure> LibpqSession::wait(const SocketWait& socket, short events) {
    switch (socket.until(PQsocket(m_connection.get()), events, Clock::now() + m_responseTimeout)) {
    case Wait::Ready:
        return {};
    case Wait::TimedOut:
        m_connection.reset();
        return QueryFailure{"the server does not respond", true, false};
    case Wait::Stopped:
        m_connection.reset();
        return QueryFailure{"stopped", true, true};
    }
    return {};
}

std::optional<QueryFailure> LibpqSession::send(const SocketWait& socket, const std::string& statement,
                                               const std::vector<std::string>& parameters) {
    std::vector<const char*> values;
    std::ranges::transform(parameters, std::back_inserter(values), &std::string::c_str);
    PGconn* const connection = m_connection.get();
    if (PQsendQueryParams(connection, statement.c_str(), static_cast<int>(values.size()), nullptr, values.data(),
                          nullptr, nullptr, 0) != 1)
        return lost();
    for (;;) {
        const int isMore = PQflush(connection);
        if (isMore < 0)
            return lost();
        if (isMore == 0)
            return {};
        if (auto failure = wait(socket, POLLIN | POLLOUT))
            return failure;
        if (PQconsumeInput(connection) != 1)
            return lost();
    }
}

std::optional<QueryFailure> LibpqSession::waitForResult(const SocketWait& socket) {
    while (PQisBusy(m_connection.get()) == 1) {
        if (auto failure = wait(socket, POLLIN))
            return failure;
        if (PQconsumeInput(m_connection.get()) != 1)
            return lost();
    }
    return {};
}

QueryResult contentOf(PGresult* result) {
    QueryResult content;
    for (int row = 0; row < PQntuples(result); ++row) {
        auto& values = content.rows.emplace_back();
        for (int column = 0; column < PQnfields(result); ++column) {
            values.emplace_back();
            if (PQgetisnull(result, row, column) == 0)
                values.back() = std::string(PQgetvalue(result, row, column),
                                            static_cast<std::size_t>(PQgetlength(result, row, column)));
        }
    }
    content.affectedRows = std::strtoull(PQcmdTuples(result), nullptr, 10);
    return content;
}

diags::Expected<QueryResult, QueryFailure> LibpqSession::run(const std::string& statement,
                                                             const std::vector<std::string>& parameters,
                                                             const std::stop_token& stop) {
    if (!m_connection)
        return diags::Unexpected{QueryFailure{"the connection to the server was lost", true, true}};
    const SocketWait socket(stop);
    if (auto failure = send(socket, statement, parameters))
        return diags::Unexpected{*std::move(failure)};
    std::optional<QueryResult> content;
    std::optional<QueryFailure> failed;
    for (;;) {
        if (auto failure = waitForResult(socket))
            return diags::Unexpected{failed && failure->isServerGone ? QueryFailure{failed->message, true, true}
                                                                     : *std::move(failure)};
        const Result result(PQgetResult(m_connection.get()), PQclear);
        if (!result)
            break;
        const ExecStatusType status = PQresultStatus(result.get());
        if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK)
            content = contentOf(result.get());
        else if (PQstatus(m_connection.get()) == CONNECTION_BAD)
            return diags::Unexpected{lost(result.get())};
        else
            failed = QueryFailure{messageOf(result.get(), m_connection.get())};
    }
    if (PQstatus(m_connection.get()) == CONNECTION_BAD)
        m_connection.reset();
    if (failed)
        return diags::Unexpected{QueryFailure{std::move(failed->message), !m_connection, !m_connection}};
    if (!content)
        return diags::Unexpected{QueryFailure{"the server has sent no result"}};
    return *std::move(content);
}

bool LibpqSession::isOpen() {
    // The first read may only return the last message of a server that has closed the connection.
    for (int attempt = 0; m_connection && attempt < 2; ++attempt) {
        pollfd file{PQsocket(m_connection.get()), POLLIN, 0};
        if (::poll(&file, 1, 0) <= 0)
            return true;
        const bool isRead = PQconsumeInput(m_connection.get()) == 1;
        (void)PQisBusy(m_connection.get()); // handles what was read
        if (!isRead || m_isEnding || PQstatus(m_connection.get()) == CONNECTION_BAD)
            m_connection.reset();
    }
    return m_connection != nullptr;
}

thread_local bool isPassphraseNeeded = false;

/// Without it, the passphrase of a key is asked for on the terminal.
int noPassphrase(char*, int, PGconn*) {
    isPassphraseNeeded = true;
    return 0;
}

/// Whether the certificate of the server must have its name, but has no names that count. libpq accepts common names.
bool lacksNames(PGconn* connection, const Server& server) {
    const bool areNamesVerified = std::ranges::any_of(server.keywords, [](const auto& keyword) {
        return keyword.first == "sslmode" && keyword.second == "verify-full";
    });
    auto* const tls = areNamesVerified && PQsslInUse(connection) == 1
                          ? static_cast<SSL*>(PQsslStruct(connection, "OpenSSL"))
                          : nullptr;
    const std::unique_ptr<X509, decltype(&X509_free)> certificate(tls ? SSL_get1_peer_certificate(tls) : nullptr,
                                                                  X509_free);
    return certificate && !cloud::hasServerNames(certificate.get());
}

/// Connects to one server; null beside an error.
Connection connect(const Server& server, std::chrono::seconds timeout, const std::stop_token& stop,
                   std::string& error) {
    std::vector<const char*> names, values;
    std::vector<TextFile> files;
    std::vector<std::string> paths;
    paths.reserve(server.keywords.size()); // their texts are not moved
    for (const auto& [name, value] : server.keywords) {
        const bool isInline = server.areCertificatesInline && !value.empty() &&
                              (name == "sslcert" || name == "sslkey" || name == "sslrootcert");
        if (isInline)
            paths.push_back(files.emplace_back(value).path());
        names.push_back(name.c_str());
        values.push_back(isInline ? paths.back().c_str() : value.c_str());
    }
    names.push_back(nullptr);
    values.push_back(nullptr);
    const std::optional<Clock::time_point> deadline =
        timeout.count() > 0 ? std::optional(Clock::now() + timeout) : std::nullopt;
    PQsetSSLKeyPassHook_OpenSSL(noPassphrase);
    isPassphraseNeeded = false;
    Connection connection(PQconnectStartParams(names.data(), values.data(), 0), PQfinish);
    if (!connection) {
        error = "out of memory";
        return connection;
    }
    PQsetNoticeReceiver(
        connection.get(), [](void*, const PGresult*) {}, nullptr);
    PQsetErrorVerbosity(connection.get(), PQERRORS_VERBOSE);
    const SocketWait socket(stop);
    PostgresPollingStatusType next =
        PQstatus(connection.get()) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING;
    while (next == PGRES_POLLING_READING || next == PGRES_POLLING_WRITING) {
        const Wait waited =
            socket.until(PQsocket(connection.get()), next == PGRES_POLLING_READING ? POLLIN : POLLOUT, deadline);
        if (waited != Wait::Ready) {
            error = waited == Wait::Stopped ? "stopped" : "the server does not respond";
            return {nullptr, PQfinish};
        }
        next = PQconnectPoll(connection.get());
        if (PQstatus(connection.get()) == CONNECTION_MADE && lacksNames(connection.get(), server)) { // nothing was sent
            error = cloud::noNamesProblem;
            return {nullptr, PQfinish};
        }
    }
    if (next != PGRES_POLLING_OK) {
        error = isPassphraseNeeded ? cloud::encryptedKeyProblem : connectionError(PQerrorMessage(connection.get()));
        connection.reset();
    }
    return connection;
}

} // namespace
} // namespace planlens::backends::pg

planlens::backends::pg::Session* planlensOpenPostgresqlSession(const char* programVersion,
                                                               const planlens::backends::pg::ConnectionOptions& options,
                                                               const std::stop_token& stop, std::string& error) {
    using namespace planlens::backends::pg;
    if (std::string_view(programVersion) != planlens::programVersion) {
        error = "the Planlens library for PostgreSQL and this program have different versions. Restart Planlens";
        return nullptr;
    }
    std::vector<std::string> errors;
    for (const Server& server : options.servers) {
        Connection connection = connect(server, options.connectTimeout, stop, errors.emplace_back());
        if (connection && PQsetnonblocking(connection.get(), 1) == 0)
            return new LibpqSession(std::move(connection), options.responseTimeout);
        if (stop.stop_requested())
            break;
    }
    for (const std::string& one : errors)
        error += (error.empty() ? "" : "\n") + one;
    return nullptr;
}
