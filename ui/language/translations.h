// SPDX-License-Identifier: MPL-2.0
#pragma once

#include <QLocale>
#include <QTranslator>

namespace planlens::language {

/// Groups the digits of the number in a plural text, as the user's locale does: 10,000 changes.
class GroupingTranslator final : public QTranslator {
public:
    QString translate(const char* context, const char* source, const char* comment, int number) const override;
};

/// Installs the translations of the first of a locale's languages that is in resources/translations, including Qt's
/// own, until it is destroyed. Missing texts stay English. Create it after the application and before any widget.
class Translations final {
public:
    /// `QLocale::system()` respects LANGUAGE, LC_ALL, LC_MESSAGES and LANG.
    explicit Translations(const QLocale& locale);

private:
    GroupingTranslator m_english; // English plural forms, which the sources do not contain
    GroupingTranslator m_own;
    QTranslator m_qt;
};

} // namespace planlens::language
