// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "tests/app/support/project_folder.h"

#include <QByteArray>
#include <QMap>
#include <QString>

#include <span>
#include <vector>

namespace planlens::testing {

/// A call that changed or synced a file of a folder. Names are relative to the folder.
struct DiskCall {
    enum class Kind { Create, Write, Append, Truncate, Sync, Rename, Unlink, SyncFolder };
    Kind kind = Kind::Create;
    QString name;
    QString to;         // of Rename
    QByteArray content; // of Write and Append
    qint64 number = 0;  // the offset of Write, the size of Truncate
    QString toString() const;
};

/// Contents by name.
using Files = QMap<QString, QByteArray>;

/// What a power failure loses of the calls that were not synced.
enum class Loss {
    All,
    Contents, // names exist, as on file systems that only keep a journal of names
    Names,
    Some, // every second write
    Nothing
};

/// Runs planlens-cli under strace, which writes the trace to a file.
Ran traced(const ProjectFolder& folder, const QStringList& arguments, const QString& trace,
           const Environment& environment);
/// Returns the calls of a trace that concern a folder, in the order in which they ended.
std::vector<DiskCall> diskCallsOf(const QByteArray& trace, const QString& folder);
/// Returns the files of the folder after the calls and a power failure. Those that start with `remote` lose nothing.
Files diskAfter(const Files& before, std::span<const DiskCall> calls, Loss loss, const QString& remote);

} // namespace planlens::testing
