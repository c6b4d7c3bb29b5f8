// SPDX-License-Identifier: MPL-2.0
#pragma once

#include "ui/basics/session_types.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>
#include <QVector>

namespace planlens::widgets {

/// A folder that the user trusts to start its programs.
struct TrustedFolder {
    QString folder;
    QDateTime since;
};

/// Identifies the programs that a folder starts, and its lock file. Trust ends when it changes.
QByteArray trustDigest(const QString& folder, const QVector<session::Program>& programs);

/// Stores trust in the settings of the user. Without settings, as in tests and snapshots, it is not stored.
void trustFolder(const QString& folder, const QByteArray& digest);
bool isTrusted(const QString& folder, const QByteArray& digest);
void withdrawTrust(const QString& folder);
/// Returns the trusted folders, sorted by path.
QVector<TrustedFolder> trustedFolders();

} // namespace planlens::widgets
