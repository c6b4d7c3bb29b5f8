// SPDX-License-Identifier: MPL-2.0
#include "ui/language/words.h"

#include "core/report/text/applied_text.h"
#include "ui/basics/text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <chrono>
#include <climits>

namespace planlens::language {

namespace {

[[maybe_unused]] constexpr const char* recordedWords[]{
    QT_TRANSLATE_NOOP("Recorded", "destroy"),
    QT_TRANSLATE_NOOP("Recorded", "replace"),
    QT_TRANSLATE_NOOP("Recorded", "forget"),
    QT_TRANSLATE_NOOP("Recorded", "update"),
    QT_TRANSLATE_NOOP("Recorded", "create"),
    QT_TRANSLATE_NOOP("Recorded", "read"),
    QT_TRANSLATE_NOOP("Recorded", "import"),
    QT_TRANSLATE_NOOP("Recorded", "move"),
    QT_TRANSLATE_NOOP("Recorded", "no-op"),
    QT_TRANSLATE_NOOP("Recorded", "done"),
    QT_TRANSLATE_NOOP("Recorded", "failed"),
    QT_TRANSLATE_NOOP("Recorded", "not done"),
    QT_TRANSLATE_NOOP("Recorded", "(known after apply)"),
};

} // namespace

QString momentText(const QDateTime& time) {
    //: How dates are written: d, M, y, h, m and s as in Qt's QDateTime::toString.
    return QLocale().toString(time, QCoreApplication::translate("Time", "yyyy-MM-dd HH:mm:ss"));
}

QString ageText(const QDateTime& time) {
    const int seconds = int(std::clamp(time.secsTo(QDateTime::currentDateTime()), qint64(0), qint64(INT_MAX)));
    constexpr int minute = 60, hour = 60 * minute, day = 24 * hour;
    if (seconds >= 2 * day)
        return QCoreApplication::translate("Time", "%n day(s) ago", nullptr, seconds / day);
    if (seconds >= 2 * hour)
        return QCoreApplication::translate("Time", "%n hour(s) ago", nullptr, seconds / hour);
    if (seconds >= 2 * minute)
        return QCoreApplication::translate("Time", "%n min ago", nullptr, seconds / minute);
    return QCoreApplication::translate("Time", "%n s ago", nullptr, seconds);
}

QString durationText(qint64 milliseconds) {
    return qstring(report::durationText(std::chrono::milliseconds(milliseconds)))
        .replace(u'.', QLocale().decimalPoint());
}

QString recordedWord(const QString& english) {
    // Files and histories contain the engine's word "delete"; the window says "destroy".
    const QString word = english == QStringLiteral("delete") ? QStringLiteral("destroy") : english;
    return QCoreApplication::translate("Recorded", word.toUtf8().constData());
}

QString recordedCounts(const QString& english) {
    QStringList parts;
    for (const QString& part : english.split(QStringLiteral(", "), Qt::SkipEmptyParts))
        parts.append(QString(part.section(u' ', 0, 0) % u' ' % recordedWord(part.section(u' ', 1))));
    return parts.join(QStringLiteral(", "));
}

} // namespace planlens::language
