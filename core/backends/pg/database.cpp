// SPDX-License-Identifier: MPL-2.0
#include "core/backends/pg/database.h"

#include <algorithm>
#include <fmt/core.h>

namespace planlens::backends::pg {

using diags::Expected;
using diags::Unexpected;

std::string quotedName(const std::string& name) {
    std::string text = "\"";
    for (const char c : name.substr(0, name.find('\0')))
        text += c == '"' ? std::string("\"\"") : std::string(1, c);
    return text + '"';
}

std::string tableName(const Settings& settings) {
    return quotedName(settings.schema) + '.' + quotedName(settings.table);
}

Expected<bool, QueryFailure> Database::open(const std::stop_token& stop) {
    if (isOpen())
        return true;
    m_session.reset();
    if (!m_settings.connection)
        return Unexpected{QueryFailure{m_settings.connection.error(), true, true}};
    auto session = openSession(m_settings.connection->options, stop);
    if (!session)
        return Unexpected{QueryFailure{std::move(session.error()), true, true}};
    m_session = *std::move(session);
    auto prepared = prepare(stop);
    if (!prepared)
        m_session.reset();
    return prepared;
}

Expected<QueryResult, QueryFailure> Database::run(const std::string& statement,
                                                  const std::vector<std::string>& parameters,
                                                  const std::stop_token& stop, Reconnects reconnects) {
    if (reconnects == Reconnects::Yes)
        if (auto opened = open(stop); !opened)
            return Unexpected{std::move(opened.error())};
    if (!isOpen())
        return Unexpected{QueryFailure{"the connection to the PostgreSQL server was lost", true, true}};
    return m_session->run(statement, parameters, stop);
}

/// Creates the schema, the table with its sequence, and the index, unless they exist. The sequence is in the schema
/// "public", because advisory locks, whose keys are the IDs of states, are common to the whole database.
Expected<bool, QueryFailure> Database::prepare(const std::stop_token& stop) {
    if (m_isPrepared)
        return true;
    std::vector<std::string> statements;
    if (!m_settings.skipsSchema) {
        // Creating a schema needs a privilege, even if it exists.
        const auto found = m_session->run("SELECT 1 FROM information_schema.schemata WHERE schema_name = $1",
                                          {m_settings.schema}, stop);
        if (!found)
            return Unexpected{found.error()};
        if (found->rows.empty())
            statements.push_back("CREATE SCHEMA IF NOT EXISTS " + quotedName(m_settings.schema));
    }
    if (!m_settings.skipsTable) {
        statements.emplace_back("CREATE SEQUENCE IF NOT EXISTS public.global_states_id_seq AS bigint");
        statements.push_back(fmt::format("CREATE TABLE IF NOT EXISTS {} (id bigint NOT NULL DEFAULT "
                                         "nextval('public.global_states_id_seq') PRIMARY KEY, name text UNIQUE, data "
                                         "text)",
                                         tableName(m_settings)));
    }
    if (!m_settings.skipsIndex)
        statements.push_back(fmt::format("CREATE UNIQUE INDEX IF NOT EXISTS {} ON {} (name)",
                                         quotedName(m_settings.index), tableName(m_settings)));
    for (const std::string& statement : statements) {
        auto created = m_session->run(statement, {}, stop);
        if (!created && !created.error().isConnectionLost) // fails if another session creates it at the same time
            created = m_session->run(statement, {}, stop);
        if (!created)
            return Unexpected{std::move(created.error())};
    }
    m_isPrepared = true;
    return true;
}

} // namespace planlens::backends::pg
