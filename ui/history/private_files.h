// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QByteArray>
#include <QString>

/// Private files of the user: history, key and approved plans.
namespace planlens::history {

/// Returns $XDG_STATE_HOME/planlens (~/.local/state/planlens). Creates it with mode 0700, or changes the mode of an
/// existing directory. Empty if that fails.
QString stateDirectory();
/// Returns the same path, without creating anything.
QString stateDirectoryPath();

/// Creates a file with mode 0600, or changes the mode of an existing one. Returns false if that fails.
bool makePrivateFile(const QString& path);

/// Makes secrets comparable without storing them: HMAC-SHA-256 with the key of this installation.
class Fingerprints {
public:
    /// Reads the key in a directory, or creates it (mode 0600). Without a key if both fail.
    explicit Fingerprints(const QString& directory);
    bool isValid() const { return !m_key.isEmpty(); }
    /// Returns 32 hexadecimal digits, equal for equal texts of this installation only. Empty without a key.
    QString of(QByteArrayView secret) const;
    /// Identifies the key. Fingerprints of different origin cannot be compared.
    QString origin() const { return of({}); }

private:
    QByteArray m_key;
};

} // namespace planlens::history
