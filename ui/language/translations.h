// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QLocale>
#include <QTranslator>

namespace planlens::language {

/// Installs the translations of the first of a locale's languages that is in resources/translations, including Qt's
/// own, until it is destroyed. Missing texts stay English. Create it after the application and before any widget.
class Translations final {
public:
    /// `QLocale::system()` respects LANGUAGE, LC_ALL, LC_MESSAGES and LANG.
    explicit Translations(const QLocale& locale);

private:
    QTranslator m_english; // English plural forms, which the sources do not contain
    QTranslator m_qt, m_own;
};

} // namespace planlens::language
