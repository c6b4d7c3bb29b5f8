// SPDX-License-Identifier: MPL-2.0
#include "core/backends/pg/client.h"

#include "core/backends/remote/error_list.h"
#include "core/states/file/stored_file.h"
#include "core/values/random.h"

#include <cstdint>
#include <fmt/core.h>
#include <mutex>
#include <utility>

namespace planlens::backends::pg {
namespace {

using diags::Expected;
using diags::Unexpected;
using Reconnects = Database::Reconnects;

constexpr auto lostLock = "the connection to the PostgreSQL server was lost, and the lock of the state with it";

std::string textOr(const std::optional<std::string>& value, const char* fallback) {
    return value ? *value : fallback;
}

/// The text of an empty state with a lineage of its own. The error is a message.
states::Encryption::Text newStateText(const states::EncryptionPtr& encryption) {
    states::File file;
    file.lineage = values::randomUuid();
    file.serial = 1;
    file.state = std::make_shared<const states::State>();
    return states::writeForServer(file, encryption);
}

class PgClient final : public Client {
public:
    PgClient(Settings settings, std::string workspace, states::EncryptionPtr encryption)
        : m_table(tableName(settings))
        , m_alias(quotedName(settings.table))
        , m_creationKey(creationLockKey(settings.schema, settings.table))
        , m_workspace(std::move(workspace))
        , m_encryption(std::move(encryption))
        , m_database(std::move(settings)) {}

    diags::Diagnostics connect(const std::stop_token& stop) override;
    Expected<std::optional<std::string>, std::string> get(const std::stop_token& stop) override;
    system::IoOutcome put(const std::string& text) override;
    bool guardsWrites() const override { return true; }
    std::optional<LockFailure> lock(const states::LockInfo& info, const std::stop_token& stop) override;
    system::IoOutcome unlock(const std::string& id) override;
    system::IoOutcome checkLock() override;

private:
    struct Held {
        std::string id, key; // of the lock, and of the advisory lock
    };
    struct Holder {
        std::string session; // the process ID of its server process
        states::LockInfo info;
    };
    enum class Attempt { Locked, Created, Failed };

    Expected<QueryResult, QueryFailure> run(const std::string& statement, const std::vector<std::string>& parameters,
                                            const std::stop_token& stop = {});
    Attempt tryLock(const states::LockInfo& info, std::optional<LockFailure>& failure);
    LockFailure locked(const std::string& message, const std::string& key, const states::LockInfo& own);
    std::optional<LockFailure> createWorkspace();
    Expected<bool, QueryFailure> release(const std::string& key);
    std::optional<Holder> holderOf(const std::string& key);
    system::IoOutcome endHolder(const std::string& id);

    std::string m_table, m_alias, m_creationKey, m_workspace;
    states::EncryptionPtr m_encryption;
    std::mutex m_mutex; // locked while a statement runs
    Database m_database;
    std::optional<Held> m_held;
    std::optional<std::optional<std::string>> m_known; // the stored text that was read or written last
};

/// A session that has the lock is never replaced: another one would not have it.
Expected<QueryResult, QueryFailure>
PgClient::run(const std::string& statement, const std::vector<std::string>& parameters, const std::stop_token& stop) {
    if (m_held && !m_database.isOpen())
        return Unexpected{QueryFailure{lostLock, true, true}};
    auto result = m_database.run(statement, parameters, stop, m_held ? Reconnects::No : Reconnects::Yes);
    if (!result && m_held && result.error().isConnectionLost)
        result.error().message = fmt::format("{} ({})", lostLock, result.error().message);
    return result;
}

diags::Diagnostics PgClient::connect(const std::stop_token& stop) {
    const std::scoped_lock guard(m_mutex);
    if (m_held) // another session would not have the lock
        return {};
    const auto opened = m_database.open(stop);
    return opened ? diags::Diagnostics() : diags::Diagnostics(errorWithAdvice(opened.error().message));
}

Expected<std::optional<std::string>, std::string> PgClient::get(const std::stop_token& stop) {
    const std::scoped_lock guard(m_mutex);
    auto found = run(fmt::format("SELECT data FROM {} WHERE name = $1", m_table), {m_workspace}, stop);
    if (!found)
        return Unexpected{std::move(found.error().message)};
    std::optional<std::string> text;
    if (!found->rows.empty())
        text = found->rows[0][0].value_or(std::string());
    m_known = text;
    return text;
}

/// The row is only written if it still has the content that was read or written last.
system::IoOutcome PgClient::put(const std::string& text) {
    const std::scoped_lock guard(m_mutex);
    std::string statement = fmt::format("INSERT INTO {} (name, data) VALUES ($1, $2) ON CONFLICT (name) DO ", m_table);
    std::vector<std::string> parameters{m_workspace, text};
    if (!m_known) {
        statement += "UPDATE SET data = $2";
    } else if (!*m_known) {
        statement += "NOTHING";
    } else {
        statement += fmt::format("UPDATE SET data = $2 WHERE coalesce({}.data, '') = $3", m_alias);
        parameters.push_back(**m_known);
    }
    const auto written = run(statement, parameters);
    if (!written)
        return Unexpected{written.error().message};
    if (written->affectedRows == 0)
        return Unexpected{std::string("another program has written the state since it was read")};
    m_known = text;
    return true;
}

Expected<bool, QueryFailure> PgClient::release(const std::string& key) {
    const auto released = run("SELECT pg_advisory_unlock($1)", {key});
    if (!released)
        return Unexpected{released.error()};
    return true;
}

/// The session that has an advisory lock. The columns of other roles' sessions may be NULL.
std::optional<PgClient::Holder> PgClient::holderOf(const std::string& key) {
    const auto found = run("SELECT l.pid, a.usename, coalesce(host(a.client_addr), 'local socket'), "
                           "a.application_name, to_char(a.backend_start AT TIME ZONE 'UTC', "
                           "'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"') FROM pg_catalog.pg_locks l LEFT JOIN "
                           "pg_catalog.pg_stat_activity a ON a.pid = l.pid WHERE l.locktype = 'advisory' AND "
                           "l.granted AND l.objsubid = 1 AND l.database = (SELECT oid FROM pg_catalog.pg_database "
                           "WHERE datname = current_database()) AND ((l.classid::bigint << 32) | l.objid::bigint) = "
                           "$1::bigint LIMIT 1",
                           {key});
    if (!found || found->rows.empty() || !found->rows[0][0])
        return {};
    const auto& row = found->rows[0];
    Holder holder{*row[0], {}};
    holder.info.id = holder.session;
    holder.info.path = key;
    holder.info.who = fmt::format("{}@{}", textOr(row[1], "unknown"), textOr(row[2], "unknown"));
    holder.info.created = textOr(row[4], "0001-01-01T00:00:00Z");
    holder.info.info = fmt::format("session {} of the PostgreSQL server", holder.session);
    if (row[3] && !row[3]->empty())
        holder.info.info += fmt::format(", application {}", *row[3]);
    return holder;
}

LockFailure PgClient::locked(const std::string& message, const std::string& key, const states::LockInfo& own) {
    // Without a holder, the lock was released just now. The lock information of this program is reported instead.
    const std::optional<Holder> holder = holderOf(key);
    return {message + ": " + m_workspace, holder ? holder->info : own};
}

PgClient::Attempt PgClient::tryLock(const states::LockInfo& info, std::optional<LockFailure>& failure) {
    const auto fails = [&](const QueryFailure& why) {
        failure = LockFailure{why.message};
        // A server that was only cut off keeps the session, and its locks.
        if (why.isConnectionLost && !why.isServerGone && m_database.serverProcess() != 0)
            failure->possibleId = std::to_string(m_database.serverProcess());
        return Attempt::Failed;
    };
    const auto taken = run(fmt::format("SELECT {0}.id, pg_try_advisory_lock({0}.id), pg_try_advisory_lock($1) FROM {1} "
                                       "WHERE {0}.name = $2",
                                       m_alias, m_table),
                           {m_creationKey, m_workspace});
    if (!taken)
        return fails(taken.error());
    if (taken->rows.empty()) {
        const auto created = run("SELECT pg_try_advisory_lock($1)", {m_creationKey});
        if (!created)
            return fails(created.error());
        if (created->rows[0][0] == "t") {
            m_held = Held{info.id, m_creationKey};
            return Attempt::Created;
        }
        failure = locked("Already locked for workspace creation", m_creationKey, info);
        return Attempt::Failed;
    }
    const std::string key = taken->rows[0][0].value_or(std::string());
    const bool isLocked = taken->rows[0][1] == "t", isCreationLocked = taken->rows[0][2] == "t";
    if (isCreationLocked)
        if (const auto released = release(m_creationKey); !released)
            return fails(released.error());
    if (isLocked && isCreationLocked) {
        m_held = Held{info.id, key};
        return Attempt::Locked;
    }
    if (isLocked) {
        (void)release(key);
        failure = locked("Cannot lock workspace; already locked for workspace creation", m_creationKey, info);
    } else {
        failure = locked("Workspace is already locked", key, info);
    }
    return Attempt::Failed;
}

/// Stores an empty state under the lock of creations, which is released.
std::optional<LockFailure> PgClient::createWorkspace() {
    const states::Encryption::Text text = newStateText(m_encryption);
    if (!text) {
        (void)release(m_creationKey);
        m_held.reset();
        return LockFailure{text.error()};
    }
    const auto stored =
        run(fmt::format("INSERT INTO {} (name, data) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING", m_table),
            {m_workspace, *text});
    const auto released = release(m_creationKey);
    m_held.reset();
    if (!stored)
        return LockFailure{stored.error().message};
    if (!released) {
        m_database.close();
        return LockFailure{released.error().message};
    }
    return {};
}

std::optional<LockFailure> PgClient::lock(const states::LockInfo& info, const std::stop_token& stop) {
    const std::scoped_lock guard(m_mutex);
    if (auto opened = m_database.open(stop); !opened)
        return LockFailure{.message = std::move(opened.error().message), .isInaccessible = true};
    std::optional<LockFailure> failure;
    const Attempt attempt = tryLock(info, failure);
    // The state of "default" is created by its first write. Other workspaces exist once they are used.
    if (attempt == Attempt::Created && m_workspace != "default") {
        failure = createWorkspace();
        if (!failure)
            (void)tryLock(info, failure);
    }
    return failure;
}

system::IoOutcome PgClient::checkLock() {
    const std::unique_lock guard(m_mutex, std::try_to_lock);
    if (!guard.owns_lock() || !m_held || m_database.isOpen())
        return true; // a running statement reports the problem itself
    return Unexpected{std::string(lostLock)};
}

system::IoOutcome PgClient::unlock(const std::string& id) {
    const std::scoped_lock guard(m_mutex);
    if (!m_held || m_held->id != id)
        return endHolder(id);
    const auto released = release(m_held->key);
    m_held.reset();
    if (released)
        return true;
    m_database.close();
    if (released.error().isServerGone) // its locks have ended with the session
        return true;
    return Unexpected{released.error().message};
}

/// Ends the session that has the lock of the state, if its ID is given.
system::IoOutcome PgClient::endHolder(const std::string& id) {
    const auto row = run(fmt::format("SELECT id FROM {} WHERE name = $1", m_table), {m_workspace});
    if (!row)
        return Unexpected{row.error().message};
    const std::string key = row->rows.empty() ? m_creationKey : row->rows[0][0].value_or(std::string());
    const std::optional<Holder> holder = holderOf(key);
    if (!holder)
        return true;
    if (holder->session != id)
        return Unexpected{fmt::format("the lock belongs to session {0} of the PostgreSQL server, and is released when "
                                      "that session ends. If the program that uses it has ended, end the session with "
                                      "\"force-unlock {0}\"\n{1}",
                                      holder->session, states::describe(holder->info))};
    const auto ended = run("SELECT pg_terminate_backend($1::integer)", {id});
    if (!ended)
        return Unexpected{ended.error().message};
    return true;
}

} // namespace

std::unique_ptr<Client> makeClient(Settings settings, std::string workspace, states::EncryptionPtr encryption) {
    return std::make_unique<PgClient>(std::move(settings), std::move(workspace), std::move(encryption));
}

/// The negative FNV-1 hash of both names.
std::string creationLockKey(const std::string& schema, const std::string& table) {
    std::uint32_t hash = 2166136261U;
    for (const char c : schema + '\0' + table) {
        hash *= 16777619U;
        hash ^= static_cast<unsigned char>(c);
    }
    return std::to_string(-static_cast<std::int64_t>(hash));
}

Expected<std::vector<std::string>, std::string> listWorkspaces(const Settings& settings, const std::stop_token& stop) {
    auto found = Database(settings).run(fmt::format("SELECT name FROM {} WHERE name <> 'default'", tableName(settings)),
                                        {}, stop);
    if (!found)
        return Unexpected{std::move(found.error().message)};
    std::vector<std::string> names;
    for (const auto& row : found->rows)
        names.push_back(row[0].value_or(std::string()));
    return names;
}

system::IoOutcome deleteWorkspace(const Settings& settings, const std::string& name, const std::stop_token& stop) {
    const auto deleted =
        Database(settings).run(fmt::format("DELETE FROM {} WHERE name = $1", tableName(settings)), {name}, stop);
    if (!deleted)
        return Unexpected{deleted.error().message};
    return true;
}

} // namespace planlens::backends::pg
