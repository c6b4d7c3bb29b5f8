// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QString>

class QDateTime;

namespace planlens::language {

/// A moment, to the second, as the language of the window writes it.
QString momentText(const QDateTime& time);
/// How long ago that was: "5 s ago", "3 hours ago".
QString ageText(const QDateTime& time);
/// How long something took: "1.5 s", "2 min 10 s".
QString durationText(qint64 milliseconds);

/// Words that are kept in English in histories and by the engine ("create", "done"), in the language of the window; in
/// English where they are none of those.
QString recordedWord(const QString& english);

/// "3 delete, 2 update" in the language of the window.
QString recordedCounts(const QString& english);

} // namespace planlens::language
