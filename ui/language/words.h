// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QString>

class QDateTime;

namespace planlens::language {

/// Returns a time with seconds in the format of the window's language.
QString momentText(const QDateTime& time);
/// Returns the age of a time: "5 s ago", "3 hours ago".
QString ageText(const QDateTime& time);
/// Returns a duration as text: "1.5 s", "2 min 10 s".
QString durationText(qint64 milliseconds);

/// Translates English words recorded in histories and by the engine ("create", "done") to the language of the window.
/// Unknown words are returned unchanged.
QString recordedWord(const QString& english);

/// Translates recorded counts: "3 delete, 2 update".
QString recordedCounts(const QString& english);

} // namespace planlens::language
