// SPDX-License-Identifier: MPL-2.0
#include "ui/history/history_store.h"

#include "ui/history/private_files.h"

#include <QCoreApplication>
#include <QFile>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QUuid>
#include <QVariant>

namespace planlens::history {

namespace {

constexpr int formatVersion = 3;
constexpr int mostRuns = 500;
constexpr int mostRunsWithChanges = 50;

const char* const schema[] = {"CREATE TABLE IF NOT EXISTS runs (id INTEGER PRIMARY KEY AUTOINCREMENT, kind INTEGER NOT "
                              "NULL, outcome INTEGER NOT NULL, at INTEGER NOT NULL, "
                              "milliseconds INTEGER NOT NULL, folder TEXT NOT NULL, workspace TEXT, hash TEXT, lineage "
                              "TEXT, serial TEXT, options TEXT, message TEXT, counts TEXT, "
                              "not_kept INTEGER NOT NULL)",
                              "CREATE INDEX IF NOT EXISTS runs_of_folder ON runs (folder, id)",
                              "CREATE TABLE IF NOT EXISTS changes (id INTEGER PRIMARY KEY, run INTEGER NOT NULL "
                              "REFERENCES runs (id) ON DELETE CASCADE, address TEXT, action TEXT, "
                              "object_id TEXT, outcome TEXT, milliseconds INTEGER)",
                              "CREATE INDEX IF NOT EXISTS changes_of_run ON changes (run)",
                              "CREATE TABLE IF NOT EXISTS attributes (change INTEGER NOT NULL REFERENCES changes (id) "
                              "ON DELETE CASCADE, path TEXT, before TEXT, after TEXT, "
                              "secret INTEGER NOT NULL)",
                              "CREATE INDEX IF NOT EXISTS attributes_of_change ON attributes (change)"};
/// Added in version 2.
const char* const comparing[] = {"ALTER TABLE runs ADD COLUMN compared_by TEXT",
                                 "ALTER TABLE changes ADD COLUMN compared BLOB"};
/// Added in version 3.
const char* const results[] = {"ALTER TABLE runs ADD COLUMN result BLOB"};

QSqlQuery prepared(const QSqlDatabase& database, const char* statement, const QVariantList& values = {}) {
    QSqlQuery query(database);
    query.setForwardOnly(true);
    query.prepare(QString::fromLatin1(statement));
    for (const QVariant& value : values)
        query.addBindValue(value);
    return query;
}

constexpr const char* columns = "id, kind, outcome, at, milliseconds, folder, workspace, hash, lineage, serial, "
                                "options, message, counts, not_kept, compared_by";

Run runOfRow(const QSqlQuery& query) {
    Run run;
    run.id = query.value(0).toLongLong();
    run.kind = Run::Kind(query.value(1).toInt());
    run.outcome = Run::Outcome(query.value(2).toInt());
    run.at = QDateTime::fromMSecsSinceEpoch(query.value(3).toLongLong());
    run.milliseconds = query.value(4).toLongLong();
    run.folder = query.value(5).toString();
    run.workspace = query.value(6).toString();
    run.hash = query.value(7).toString();
    run.lineage = query.value(8).toString();
    run.serial = query.value(9).toULongLong();
    run.options = query.value(10).toString();
    run.message = query.value(11).toString();
    run.counts = query.value(12).toString();
    run.omitted = query.value(13).toInt();
    run.comparedBy = query.value(14).toString();
    return run;
}

} // namespace

HistoryStore::HistoryStore(const QString& directory, Access access)
    : m_name(QStringLiteral("history-") + QUuid::createUuid().toString(QUuid::Id128)) {
    const QString file = directory + QStringLiteral("/history.sqlite");
    if (access == Access::ReadOnly && !QFile::exists(file))
        return;
    // SQLite creates its journals with the mode of the database.
    if (access == Access::ReadWrite && (directory.isEmpty() || !makePrivateFile(file))) {
        fail(QCoreApplication::translate("History", "The history cannot be saved: %1 cannot be written.")
                 .arg(stateDirectoryPath()));
        return;
    }
    QSqlDatabase made = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), m_name);
    made.setDatabaseName(file);
    made.setConnectOptions(access == Access::ReadOnly
                               ? QStringLiteral("QSQLITE_OPEN_READONLY;QSQLITE_BUSY_TIMEOUT=5000")
                               : QStringLiteral("QSQLITE_BUSY_TIMEOUT=5000"));
    if (made.open())
        m_isOpen = prepare(access);
    else
        fail(made.lastError().text());
}

HistoryStore::~HistoryStore() {
    QSqlDatabase::removeDatabase(m_name);
}

QSqlDatabase HistoryStore::database() const {
    return QSqlDatabase::database(m_name, false);
}

bool HistoryStore::prepare(Access access) {
    QSqlQuery query(database());
    int version = 0;
    if (query.exec(QStringLiteral("PRAGMA user_version")) && query.next())
        version = query.value(0).toInt();
    query.finish();
    if (version > formatVersion) {
        fail(QCoreApplication::translate(
            "History", "The history was written by a newer version of Planlens. Use that version to open it."));
        return false;
    }
    if (access == Access::ReadOnly)
        return version == formatVersion;
    for (const QString& pragma :
         {QStringLiteral("PRAGMA foreign_keys = ON"), QStringLiteral("PRAGMA secure_delete = ON")})
        query.exec(pragma);
    if (version == formatVersion)
        return true;
    const auto executed = [&](const char* statement) {
        if (query.exec(QString::fromLatin1(statement)))
            return true;
        fail(query.lastError().text());
        return false;
    };
    // Another window may create it at the same time. One of them waits and then finds it created.
    if (!executed("BEGIN IMMEDIATE") || !executed("PRAGMA user_version") || !query.next())
        return false;
    version = query.value(0).toInt();
    query.finish();
    for (const char* statement : schema)
        if (!executed(statement))
            return false;
    if (version < 2)
        for (const char* statement : comparing)
            if (!executed(statement))
                return false;
    if (version < 3)
        for (const char* statement : results)
            if (!executed(statement))
                return false;
    return executed(QStringLiteral("PRAGMA user_version = %1").arg(formatVersion).toLatin1().constData()) &&
           executed("COMMIT");
}

std::optional<qint64> HistoryStore::add(const Run& run) {
    if (!m_isOpen)
        return {};
    QSqlDatabase base = database();
    const auto refuse = [&](const QSqlQuery& query) -> std::optional<qint64> {
        fail(query.lastError().text());
        base.rollback();
        return {};
    };
    base.transaction();
    QSqlQuery added = prepared(base,
                               "INSERT INTO runs (kind, outcome, at, milliseconds, folder, workspace, hash, lineage, "
                               "serial, options, message, counts, not_kept, compared_by, result) "
                               "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                               {int(run.kind), int(run.outcome), run.at.toMSecsSinceEpoch(), run.milliseconds,
                                run.folder, run.workspace, run.hash, run.lineage, QString::number(run.serial),
                                run.options, run.message, run.counts, run.omitted, run.comparedBy, run.result});
    if (!added.exec())
        return refuse(added);
    const qint64 id = added.lastInsertId().toLongLong();
    QSqlQuery change = prepared(base, "INSERT INTO changes (run, address, action, object_id, outcome, milliseconds, "
                                      "compared) VALUES (?, ?, ?, ?, ?, ?, ?)");
    QSqlQuery attribute =
        prepared(base, "INSERT INTO attributes (change, path, before, after, secret) VALUES (?, ?, ?, ?, ?)");
    for (const Change& kept : run.changes) {
        const QVariantList values{id,           kept.address,      kept.action,  kept.objectId,
                                  kept.outcome, kept.milliseconds, kept.compared};
        for (qsizetype i = 0; i < values.size(); ++i)
            change.bindValue(int(i), values[i]);
        if (!change.exec())
            return refuse(change);
        const QVariant changeId = change.lastInsertId();
        for (const Attribute& leaf : kept.attributes) {
            const QVariantList parts{changeId, leaf.path, leaf.before, leaf.after, int(leaf.isSecret)};
            for (qsizetype i = 0; i < parts.size(); ++i)
                attribute.bindValue(int(i), parts[i]);
            if (!attribute.exec())
                return refuse(attribute);
        }
    }
    makeRoom(run.folder);
    if (!base.commit()) {
        fail(base.lastError().text());
        base.rollback();
        return {};
    }
    return id;
}

void HistoryStore::makeRoom(const QString& folder) const {
    prepared(database(),
             "DELETE FROM runs WHERE folder = ? AND id NOT IN (SELECT id FROM runs WHERE folder = ? ORDER BY id DESC "
             "LIMIT ?)",
             {folder, folder, mostRuns})
        .exec();
    prepared(
        database(),
        "DELETE FROM changes WHERE run IN (SELECT id FROM runs WHERE folder = ? ORDER BY id DESC LIMIT -1 OFFSET ?)",
        {folder, mostRunsWithChanges})
        .exec();
    prepared(database(),
             "UPDATE runs SET compared_by = NULL, result = NULL WHERE compared_by IS NOT NULL AND id IN (SELECT id "
             "FROM runs WHERE "
             "folder = ? ORDER BY id DESC LIMIT -1 OFFSET ?)",
             {folder, mostRunsWithChanges})
        .exec();
}

QVector<Run> HistoryStore::runs(const QString& folder) const {
    QVector<Run> found;
    if (!m_isOpen)
        return found;
    QSqlQuery query = prepared(
        database(),
        QByteArray("SELECT ").append(columns).append(" FROM runs WHERE folder = ? ORDER BY id DESC").constData(),
        {folder});
    query.exec();
    while (query.next())
        found.append(runOfRow(query));
    return found;
}

std::optional<Run> HistoryStore::run(qint64 id) const {
    if (!m_isOpen)
        return {};
    QSqlQuery query = prepared(
        database(), QByteArray("SELECT ").append(columns).append(", result FROM runs WHERE id = ?").constData(), {id});
    if (!query.exec() || !query.next())
        return {};
    Run found = runOfRow(query);
    found.result = query.value(15).toByteArray();
    QSqlQuery rows =
        prepared(database(),
                 "SELECT c.id, c.address, c.action, c.object_id, c.outcome, c.milliseconds, a.path, a.before, a.after, "
                 "a.secret, c.compared "
                 "FROM changes c LEFT JOIN attributes a ON a.change = c.id WHERE c.run = ? ORDER BY c.id, a.rowid",
                 {id});
    rows.exec();
    qint64 last = -1;
    while (rows.next()) {
        if (rows.value(0).toLongLong() != last) {
            last = rows.value(0).toLongLong();
            found.changes.append({rows.value(1).toString(),
                                  rows.value(2).toString(),
                                  rows.value(3).toString(),
                                  rows.value(4).toString(),
                                  rows.value(5).toLongLong(),
                                  {},
                                  rows.value(10).toByteArray()});
        }
        if (!rows.value(6).isNull())
            found.changes.last().attributes.append({rows.value(6).toString(), rows.value(7).toString(),
                                                    rows.value(8).toString(), rows.value(9).toInt() != 0});
    }
    return found;
}

} // namespace planlens::history
