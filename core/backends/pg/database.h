// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "core/backends/pg/connection_string.h"

#include <memory>
#include <optional>
#include <string>

namespace planlens::backends::pg {

/// The arguments of the backend, with the defaults filled in.
struct Settings {
    diags::Expected<ParsedConnection, std::string> connection; // an error is reported by the first statement
    std::string schema, table, index;
    bool skipsSchema = false, skipsTable = false, skipsIndex = false; // these are not created
};

/// A name in double quotes, for statements.
std::string quotedName(const std::string& name);
/// The qualified name of the table of the states.
std::string tableName(const Settings& settings);

/// The database of the states. Connects before the first statement, and then creates what is missing. Used by one
/// thread at a time.
class Database {
public:
    explicit Database(Settings settings)
        : m_settings(std::move(settings)) {}

    const Settings& settings() const { return m_settings; }
    /// Connects, unless a session is open, and creates what is missing.
    diags::Expected<bool, QueryFailure> open(const std::stop_token& stop);
    /// Runs a statement. Without Reconnects, it fails if no session is open.
    enum class Reconnects { Yes, No };
    diags::Expected<QueryResult, QueryFailure> run(const std::string& statement,
                                                   const std::vector<std::string>& parameters,
                                                   const std::stop_token& stop = {},
                                                   Reconnects reconnects = Reconnects::Yes);
    /// Whether a session is open, as far as this is known without a request.
    bool isOpen() { return m_session && m_session->isOpen(); }
    /// The process ID of the server process of the session; 0: no session was opened.
    int serverProcess() const { return m_session ? m_session->serverProcess() : 0; }
    /// Ends the session. The server releases its locks.
    void close() { m_session.reset(); }

private:
    diags::Expected<bool, QueryFailure> prepare(const std::stop_token& stop);

    Settings m_settings;
    std::unique_ptr<Session> m_session;
    bool m_isPrepared = false;
};

} // namespace planlens::backends::pg
