// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/target.h"
#include "core/explain/reason.h"
#include "tests/support/windows.h"
#include "tests/ui/states/truncated_texts.h"
#include "ui/basics/session_types.h"
#include "ui/language/translations.h"
#include "ui/language/words.h"
#include "ui/models/finding_rows.h"
#include "ui/pages/drawer/detail_panel.h"
#include "ui/theme/action_style.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>
#include <QXmlStreamReader>

using namespace planlens;
using namespace planlens::testing;
using widgets::MainWindow;

namespace {

struct Message {
    QString context, source, comment;
    bool isPlural = false, isFinished = false;
    QStringList translations; // one, or one per plural form

    QString key() const { return context % u'\n' % comment % u'\n' % source; }
};

QList<Message> messagesOf(const QString& path) {
    QFile file(path);
    QList<Message> messages;
    if (!file.open(QIODevice::ReadOnly))
        return messages;
    QXmlStreamReader xml(&file);
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        const QStringView name = xml.name();
        if (name == QLatin1String("name")) {
            context = xml.readElementText();
        } else if (name == QLatin1String("message")) {
            messages.append(Message());
            messages.last().context = context;
            messages.last().isPlural = xml.attributes().value(QLatin1String("numerus")) == QLatin1String("yes");
        } else if (name == QLatin1String("source")) {
            messages.last().source = xml.readElementText();
        } else if (name == QLatin1String("comment")) {
            messages.last().comment = xml.readElementText();
        } else if (name == QLatin1String("translation")) {
            messages.last().isFinished = !xml.attributes().hasAttribute(QLatin1String("type"));
            if (!messages.last().isPlural)
                messages.last().translations.append(xml.readElementText());
        } else if (name == QLatin1String("numerusform")) {
            messages.last().translations.append(xml.readElementText());
        }
    }
    return messages;
}

QString file(const char* language) {
    return QStringLiteral(PLANLENS_SOURCE_DIR "/resources/translations/planlens_%1.ts").arg(QLatin1String(language));
}

/// Returns %1, %L2, %n, <b> and text in backquotes, which a translation must contain too, in any order.
QStringList fixedParts(const QString& text) {
    static const QRegularExpression part(
        QStringLiteral("%L?[0-9n]|</?[a-z]+>|`[^`]*`|Ctrl|Control|\\*\\.[a-z]+|(?<![\\w-])--?[a-z][a-z-]+|\\n"));
    QStringList parts;
    for (auto it = part.globalMatch(text); it.hasNext();)
        parts.append(it.next().captured());
    for (const char* control : {"Control", "Ctrl"})
        parts.replaceInStrings(QLatin1String(control), QStringLiteral("Strg"));
    parts.sort();
    return parts;
}
QStringList fixedPartsInGerman(QString text) {
    return fixedParts(text.replace(QStringLiteral("Strg"), QStringLiteral("Ctrl")));
}

qsizetype mnemonics(const QString& text) {
    static const QRegularExpression mnemonic(QStringLiteral("(?<!&)&[^&\\s]"));
    return text.count(mnemonic);
}

QStringList wordsOf(const QWidget& window) {
    QStringList words;
    for (const auto* button : window.findChildren<QAbstractButton*>())
        words << button->text() << button->toolTip() << button->accessibleName();
    for (const auto* label : window.findChildren<QLabel*>())
        words << label->text() << label->toolTip();
    for (const auto* action : window.findChildren<QAction*>())
        words << action->text() << action->toolTip();
    for (const auto* tabs : window.findChildren<QTabBar*>())
        for (int i = 0; i < tabs->count(); ++i)
            words << tabs->tabText(i);
    words.removeDuplicates();
    return words;
}

} // namespace

class TestTranslations final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void everyMessageIsTranslated_data();
    void everyMessageIsTranslated();
    void everyPluralHasItsForms_data();
    void everyPluralHasItsForms();
    void nothingInTheSourcesIsMissing_data();
    void nothingInTheSourcesIsMissing();
    void fallsBackToEnglish();
    void writesDatesAndWordsOfHistories();
    void groupsTheDigitsOfCounts();
    void showsReasonsAndFindings();
    void startsInTheLanguageOfTheEnvironment_data();
    void startsInTheLanguageOfTheEnvironment();
    void showsTheWindowInGerman_data();
    void showsTheWindowInGerman();
};

void TestTranslations::initTestCase() {
    theme::apply(*qApp, theme::Scheme::Light);
}

void TestTranslations::everyMessageIsTranslated_data() {
    QTest::addColumn<QString>("source");
    QTest::addColumn<QStringList>("translations");
    QTest::addColumn<bool>("isFinished");
    const QList<Message> messages = messagesOf(file("de"));
    QVERIFY(messages.size() > 800);
    for (const Message& message : messages)
        QTest::newRow(qPrintable(message.context % QStringLiteral(": ") % message.source.left(60) % message.comment))
            << message.source << message.translations << message.isFinished;
}

void TestTranslations::everyMessageIsTranslated() {
    QFETCH(QString, source);
    QFETCH(QStringList, translations);
    QFETCH(bool, isFinished);
    QVERIFY(isFinished);
    QVERIFY(!translations.isEmpty());
    const auto spaceBefore = [](const QString& text) { return text.startsWith(u' '); };
    const auto spaceAfter = [](const QString& text) { return text.endsWith(u' '); };
    for (const QString& text : translations) {
        QVERIFY(!text.isEmpty());
        QCOMPARE(fixedPartsInGerman(text), fixedParts(source));
        QCOMPARE(mnemonics(text), mnemonics(source));
        QCOMPARE(text.endsWith(u'…'), source.endsWith(u'…'));
        QCOMPARE(spaceBefore(text), spaceBefore(source));
        QCOMPARE(spaceAfter(text), spaceAfter(source));
        QVERIFY2(!text.contains(QStringLiteral("...")), "three dots instead of an ellipsis");
        QVERIFY2(!text.contains(u'“') || text.contains(u'„'), "quotes that are not German");
    }
}

void TestTranslations::everyPluralHasItsForms_data() {
    QTest::addColumn<QString>("source");
    QTest::addColumn<QStringList>("translations");
    QTest::addColumn<bool>("isFinished");
    for (const char* language : {"de", "en"})
        for (const Message& message : messagesOf(file(language)))
            if (message.isPlural)
                QTest::newRow(qPrintable(QLatin1String(language) % QStringLiteral(" ") % message.context %
                                         QStringLiteral(": ") % message.source.left(60)))
                    << message.source << message.translations << message.isFinished;
}

void TestTranslations::everyPluralHasItsForms() {
    QFETCH(QString, source);
    QFETCH(QStringList, translations);
    QFETCH(bool, isFinished);
    QVERIFY(isFinished);
    QCOMPARE(translations.size(), 2);
    for (const QString& text : translations) {
        QCOMPARE(fixedPartsInGerman(text), fixedParts(source));
        QVERIFY2(!text.contains(QStringLiteral("(s)")), qPrintable(text));
    }
}

void TestTranslations::nothingInTheSourcesIsMissing_data() {
    QTest::addColumn<QString>("language");
    QTest::newRow("de") << QStringLiteral("de");
    QTest::newRow("en") << QStringLiteral("en");
}

void TestTranslations::nothingInTheSourcesIsMissing() {
    QFETCH(QString, language);
    const QString lupdate = QStringLiteral(PLANLENS_LUPDATE);
    if (!QFile::exists(lupdate))
        QSKIP("lupdate is not installed");
    QTemporaryDir folder;
    const QString fresh = folder.filePath(QStringLiteral("planlens_%1.ts").arg(language));
    QStringList arguments = QStringLiteral(PLANLENS_TRANSLATED_SOURCES).split(u'|');
    if (language == QStringLiteral("en"))
        arguments.append(QStringLiteral("-pluralonly"));
    QCOMPARE(QProcess::execute(lupdate, arguments << QStringLiteral("-silent") << QStringLiteral("-ts") << fresh), 0);
    QStringList inSources, there;
    for (const Message& message : messagesOf(fresh))
        inSources.append(message.key());
    for (const Message& message : messagesOf(file(language.toLatin1().constData())))
        there.append(message.key());
    QVERIFY(inSources.size() > 50);
    QStringList missing, tooMany;
    for (const QString& key : inSources)
        if (!there.contains(key))
            missing.append(key);
    for (const QString& key : there)
        if (!inSources.contains(key))
            tooMany.append(key);
    // cmake --build … --target translations adds and removes messages.
    QCOMPARE(missing.join(u'\n'), QString());
    QCOMPARE(tooMany.join(u'\n'), QString());
}

void TestTranslations::fallsBackToEnglish() {
    {
        const language::Translations french(QLocale(QLocale::French));
        QCOMPARE(theme::word(theme::ActionKind::Delete), QStringLiteral("destroy"));
        QCOMPARE(QCoreApplication::translate("planlens::widgets::ReviewPage", "%n finding(s):", nullptr, 1),
                 QStringLiteral("1 finding:"));
        QCOMPARE(QCoreApplication::translate("planlens::widgets::ReviewPage", "%n finding(s):", nullptr, 2),
                 QStringLiteral("2 findings:"));
    }
    {
        const language::Translations german(QLocale(QLocale::German));
        QCOMPARE(theme::word(theme::ActionKind::Delete), QStringLiteral("zerstören"));
        QCOMPARE(theme::countedPhrase(theme::ActionKind::Delete, 1), QStringLiteral("1 wird zerstört"));
        QCOMPARE(theme::countedPhrase(theme::ActionKind::Delete, 3), QStringLiteral("3 werden zerstört"));
        QCOMPARE(QCoreApplication::translate("main", "Words that nobody has translated."),
                 QStringLiteral("Words that nobody has translated."));
    }
    QCOMPARE(theme::word(theme::ActionKind::Delete), QStringLiteral("destroy"));
}

void TestTranslations::writesDatesAndWordsOfHistories() {
    const QDateTime time(QDate(2024, 5, 7), QTime(8, 9, 10));
    QCOMPARE(language::momentText(time), QStringLiteral("2024-05-07 08:09:10"));
    QCOMPARE(language::recordedCounts(QStringLiteral("3 delete, 2 update")), QStringLiteral("3 destroy, 2 update"));
    const language::Translations german(QLocale(QLocale::German));
    QCOMPARE(language::momentText(time), QStringLiteral("07.05.2024 08:09:10"));
    QCOMPARE(language::recordedCounts(QStringLiteral("3 delete, 2 update")),
             QStringLiteral("3 zerstören, 2 aktualisieren"));
    QLocale::setDefault(QLocale(QLocale::German));
    QCOMPARE(language::durationText(1500), QStringLiteral("1,5 s"));
    QLocale::setDefault(QLocale::c());
    QCOMPARE(language::durationText(1500), QStringLiteral("1.5 s"));
    QCOMPARE(language::recordedWord(QStringLiteral("not done")), QStringLiteral("nicht erledigt"));
    QCOMPARE(language::recordedWord(QStringLiteral("something of a later version")),
             QStringLiteral("something of a later version"));
}

void TestTranslations::groupsTheDigitsOfCounts() {
    QTemporaryDir folder;
    QByteArray changes;
    for (int i = 0; i < 1234; ++i)
        changes += (i == 0 ? "" : ",") +
                   QByteArray(R"({"address":"x_thing.a[%1]","mode":"managed","type":"x_thing","name":"a","index":%1,)"
                              R"("provider_name":"registry.opentofu.org/x/x",)"
                              R"("change":{"actions":["create"],"before":null,"after":{"n":%1}}})")
                       .replace("%1", QByteArray::number(i));
    QVERIFY(write(folder.filePath(QStringLiteral("plan.json")),
                  R"({"format_version":"1.2","terraform_version":"1.9.0","configuration":{},"resource_changes":[)" +
                      changes + "]}"));
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    const auto restored = qScopeGuard([] { QLocale::setDefault(QLocale::c()); });
    const language::Translations english(QLocale(QLocale::English));
    MainWindow window;
    window.resize(1280, 800);
    window.show();
    window.openPlan(folder.filePath(QStringLiteral("plan.json")));
    QVERIFY(settle(window));
    const QString overview = whyText(window);
    QVERIFY2(overview.contains(QStringLiteral("1,234 changes. No object is destroyed.")), qPrintable(overview));
    QVERIFY2(overview.contains(QStringLiteral("1,234 create")), qPrintable(overview));
    QCOMPARE(named<QToolButton>(window, "verdict-4")->text(), QStringLiteral("1,234 create"));
    QCOMPARE(named<QLabel>(window, "reviewed")->text(), QStringLiteral("Reviewed 0 / 1,234"));
    QCOMPARE(named<QTreeView>(window, "changes")->model()->index(0, 0).data().toString(),
             QStringLiteral("Create (1,234)"));
    QLocale::setDefault(QLocale(QLocale::German));
    QCOMPARE(theme::countedPhrase(theme::ActionKind::Delete, 10000), QStringLiteral("10.000 will be destroyed"));
}

void TestTranslations::showsReasonsAndFindings() {
    const language::Translations german(QLocale(QLocale::German));
    const auto translated = [](const char* english) {
        return QCoreApplication::translate("planlens::explain::Words", english).toStdString();
    };
    plans::ResourceInstanceChange change;
    change.address = change.previousAddress = *addrs::readAbsResourceInstance("terraform_data.a[\"x\"]");
    change.change.action = plans::Action::Delete;
    change.reason = plans::ActionReason::DeleteBecauseEachKey;
    QCOMPARE(QString::fromStdString(explain::sentence(change, translated)),
             QStringLiteral("Die Ressource wird zerstört, weil der Schlüssel `[\"x\"]` nicht in `for_each` steht."));
    risk::Finding builtIn;
    builtIn.title = "Database destroyed";
    risk::Finding own;
    own.title = "In words of our own";
    const QVector<models::Row> rows = models::findingRows({builtIn, own});
    QCOMPARE(rows[0].cells[1], QStringLiteral("Eine Datenbank geht verloren"));
    QCOMPARE(rows[1].cells[1], QStringLiteral("In words of our own"));
}

void TestTranslations::startsInTheLanguageOfTheEnvironment_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QByteArray>("expected");
    const QByteArray german = "Zeigt, was das Anwenden", english = "Shows what applying";
    QTest::newRow("LANGUAGE") << QStringLiteral("LANGUAGE") << QStringLiteral("de") << german;
    QTest::newRow("a list") << QStringLiteral("LANGUAGE") << QStringLiteral("xx:de:en") << german;
    QTest::newRow("English first") << QStringLiteral("LANGUAGE") << QStringLiteral("en:de") << english;
    QTest::newRow("LC_ALL") << QStringLiteral("LC_ALL") << QStringLiteral("de_AT.UTF-8") << german;
    QTest::newRow("LANG") << QStringLiteral("LANG") << QStringLiteral("de_DE.UTF-8") << german;
    QTest::newRow("not there") << QStringLiteral("LANG") << QStringLiteral("fr_FR.UTF-8") << english;
    QTest::newRow("nothing") << QStringLiteral("LANG") << QStringLiteral("C.UTF-8") << english;
}

void TestTranslations::startsInTheLanguageOfTheEnvironment() {
    QFETCH(QString, name);
    QFETCH(QString, value);
    QFETCH(QByteArray, expected);
    QProcess program;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* other : {"LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"})
        environment.remove(QLatin1String(other));
    environment.insert(name, value);
    program.setProcessEnvironment(environment);
    program.start(QStringLiteral(PLANLENS_WINDOW_PROGRAM), {QStringLiteral("--help")});
    QVERIFY(program.waitForFinished(20000));
    const QByteArray said = program.readAllStandardOutput();
    QVERIFY2(said.contains(expected), said.constData());
}

void TestTranslations::showsTheWindowInGerman_data() {
    QTest::addColumn<QString>("view");
    for (const char* view : {"changes", "graph", "why", "findings", "drift", "outputs", "checks", "diagnostics", "log",
                             "providers", "difference", "order", "apply", "history", "state"})
        QTest::newRow(view) << QString::fromLatin1(view);
}

void TestTranslations::showsTheWindowInGerman() {
    QFETCH(QString, view);
    const language::Translations german(QLocale(QLocale::German));
    QTemporaryDir folder;
    copyFolder(QStringLiteral(PLANLENS_SOURCE_DIR "/resources/examples/review"),
               folder.filePath(QStringLiteral("review")));
    MainWindow window;
    window.resize(1280, 800);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    window.open(folder.filePath(QStringLiteral("review")), session::Trust::Given);
    QVERIFY(settle(window, 30000));
    QVERIFY(window.showView(view));
    QTest::qWait(50);

    const QStringList words = wordsOf(window);
    for (const char* expected :
         {"Neu planen", "Nur Refresh", "Alle aufklappen", "Änderung", "Ersetzen", "Filter ▾", "Was wäre wenn ▾"})
        QVERIFY2(words.contains(QString::fromUtf8(expected)), expected);
    QVERIFY(words.filter(QStringLiteral("zerstören")).size() > 1);
    const auto* approve = window.findChild<QPushButton*>(QStringLiteral("approve"));
    QCOMPARE(approve->text(), QStringLiteral("Prüfen && anwenden…"));
    // No English words are left if a translation should have replaced them.
    static const QRegularExpression english(
        QStringLiteral("\\b(the|this|that|of|is|are|with|not|plan again|show|open|changes?|destroy)\\b"),
        QRegularExpression::CaseInsensitiveOption);
    QStringList left;
    for (const QString& text : words)
        if (const QString plain = QString(text).remove(QRegularExpression(QStringLiteral("<[^>]*>|„[^“]*“")));
            plain.contains(english))
            left.append(text);
    QCOMPARE(left.join(u'\n'), QString());
    QTRY_COMPARE_WITH_TIMEOUT(truncatedTexts(window).join(u'\n'), QString(), 10000); // the graph may still be drawn
}

QTEST_MAIN(TestTranslations)
#include "tst_translations.moc"
