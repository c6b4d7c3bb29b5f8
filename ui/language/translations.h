// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QLocale>
#include <QTranslator>

namespace planlens::language {

/// Lets the application speak the first of a locale's languages that is in resources/translations, with Qt's own words
/// in it, until this is destroyed. What is not translated is in English. Make it after the application and before what
/// has words.
class Translations final {
public:
    /// `QLocale::system()` goes by LANGUAGE, LC_ALL, LC_MESSAGES and LANG, as the desktop does.
    explicit Translations(const QLocale& locale);

private:
    QTranslator m_english; // plural forms, which the sources do not have
    QTranslator m_qt, m_own;
};

} // namespace planlens::language
