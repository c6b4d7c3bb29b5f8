// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/diags/expected.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

/// One session of a PostgreSQL server.
namespace planlens::backends::pg {

/// The connection settings of one server.
struct Server {
    std::vector<std::pair<std::string, std::string>> keywords; // of libpq; they contain secrets
    bool areCertificatesInline = false; // sslcert, sslkey and sslrootcert are PEM texts instead of files
};

struct ConnectionOptions {
    std::vector<Server> servers;                        // tried in this order
    std::chrono::seconds connectTimeout{30};            // for each server; zero: none
    std::chrono::milliseconds responseTimeout{300'000}; // a server that sends nothing for so long has failed
};

/// Values in text form; std::nullopt is NULL.
struct QueryResult {
    std::vector<std::vector<std::optional<std::string>>> rows;
    std::uint64_t affectedRows = 0;
};

struct QueryFailure {
    std::string message; // contains no secrets
    bool isConnectionLost = false;
    bool isServerGone = false; // the server has closed the session, and released its locks
};

/// An open session. Advisory locks that it takes end with it. Used by one thread at a time.
class Session {
public:
    Session() = default;
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    virtual ~Session() = default;

    /// Runs one statement with the parameters $1, $2, … Blocks. The session is closed if the connection is lost, if the
    /// server does not respond, and after a stop.
    virtual diags::Expected<QueryResult, QueryFailure>
    run(const std::string& statement, const std::vector<std::string>& parameters, const std::stop_token& stop) = 0;
    /// Whether the session is open, as far as this is known without a request.
    virtual bool isOpen() = 0;
    /// The process ID of its server process, which does not change when the session is closed.
    virtual int serverProcess() const = 0;
};

/// Connects to the first server that accepts the connection. The library for PostgreSQL is loaded with the first
/// connection, because loading takes longer than a small plan. Errors contain no secrets.
diags::Expected<std::unique_ptr<Session>, std::string> openSession(const ConnectionOptions& options,
                                                                   const std::stop_token& stop);

} // namespace planlens::backends::pg
