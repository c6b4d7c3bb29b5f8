// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QByteArray>
#include <QString>

/// What is remembered of plans and applies, on disk and for this user alone.
namespace planlens::history {

/// $XDG_STATE_HOME/planlens (~/.local/state/planlens), made with mode 0700 where it is not there, and brought to it
/// where it has another. Empty where that cannot be done.
QString stateDirectory();
/// The same, without making anything.
QString stateDirectoryPath();

/// Makes a file of mode 0600 where there is none, and gives one that is there that mode; false where it cannot.
bool makePrivateFile(const QString& path);

/// Turns secrets into what can be compared, but not read: HMAC-SHA-256 by a key of this installation.
class Fingerprints {
public:
    /// Reads the key of a directory, or makes it (mode 0600). Without a key where neither can be done.
    explicit Fingerprints(const QString& directory);
    bool isValid() const { return !m_key.isEmpty(); }
    /// 32 hexadecimal digits: the same for the same text, here and nowhere else. Empty without a key.
    QString of(QByteArrayView secret) const;
    /// Whose they are: the same for the same key. Fingerprints of others cannot be compared with these.
    QString origin() const { return of({}); }

private:
    QByteArray m_key;
};

} // namespace planlens::history
