// SPDX-License-Identifier: MPL-2.0
#include "ui/language/translations.h"

#include <QCoreApplication>
#include <QLibraryInfo>

namespace planlens::language {

QString GroupingTranslator::translate(const char* context, const char* source, const char* comment, int number) const {
    QString text = QTranslator::translate(context, source, comment, number);
    return number < 0 ? text : text.replace(QStringLiteral("%n"), QStringLiteral("%Ln"));
}

Translations::Translations(const QLocale& locale) {
    const QString name = QStringLiteral("planlens");
    const QString folder = QStringLiteral(":/i18n");
    // Qt searches the translator installed last first.
    if (m_english.load(QLocale(QLocale::English), name, QStringLiteral("_"), folder))
        QCoreApplication::installTranslator(&m_english);
    if (!m_own.load(locale, name, QStringLiteral("_"), folder))
        return;
    if (m_qt.load(QLocale(m_own.language()), QStringLiteral("qtbase"), QStringLiteral("_"),
                  QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&m_qt);
    QCoreApplication::installTranslator(&m_own);
}

} // namespace planlens::language
