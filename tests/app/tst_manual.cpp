// SPDX-License-Identifier: MPL-2.0
// Compares README.md, docs/ and the other documents with the program and with each other.
#include "app/cli/arguments.h"
#include "app/cli/usage.h"
#include "tests/app/support/project_folder.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSet>
#include <QtTest>

#include <algorithm>

using namespace planlens;
using namespace planlens::testing;

namespace {

const QDir source(QStringLiteral(PLANLENS_SOURCE_DIR));

QString readText(const QString& name) {
    QFile file(source.filePath(name));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s cannot be read", qPrintable(name));
    return QString::fromUtf8(file.readAll());
}

QStringList manualPages() {
    QStringList pages{QStringLiteral("README.md")};
    for (const QString& name :
         QDir(source.filePath(QStringLiteral("docs"))).entryList({QStringLiteral("*.md")}, QDir::Files, QDir::Name))
        pages.append(QStringLiteral("docs/") + name);
    return pages;
}

QStringList allPages() {
    return manualPages() + QStringList{QStringLiteral("ARCHITECTURE.md"), QStringLiteral("CONTRIBUTING.md")};
}

/// A fenced code block of a page.
struct Block {
    QString language;
    QStringList lines;
};

/// The parts of a page: its prose and its fenced blocks.
struct Page {
    QStringList prose;
    QVector<Block> blocks;

    explicit Page(const QString& name) {
        bool isFenced = false;
        for (const QString& line : readText(name).split(u'\n')) {
            if (line.startsWith(QLatin1String("```"))) {
                isFenced = !isFenced;
                if (isFenced)
                    blocks.append({line.mid(3).trimmed(), {}});
            } else if (isFenced) {
                blocks.last().lines.append(line);
            } else {
                prose.append(line);
            }
        }
    }

    /// Returns the anchors of its headings, as GitHub forms them.
    QSet<QString> anchors() const {
        static const QRegularExpression heading(QStringLiteral("^#{1,6} (.*)$")),
            dropped(QStringLiteral("[^\\w\\- ]"), QRegularExpression::UseUnicodePropertiesOption);
        QSet<QString> found;
        for (const QString& line : prose) {
            const QRegularExpressionMatch match = heading.match(line);
            if (!match.hasMatch())
                continue;
            const QString anchor = match.captured(1).trimmed().toLower().remove(dropped).replace(u' ', u'-');
            QString own = anchor;
            for (int count = 1; found.contains(own); ++count)
                own = anchor + u'-' + QString::number(count);
            found.insert(own);
        }
        return found;
    }

    /// Returns the targets of its links and pictures.
    QStringList links() const {
        static const QRegularExpression code(QStringLiteral("`[^`]*`")),
            link(QStringLiteral("\\[[^\\]]*\\]\\(([^)\\s]+)\\)"));
        QString text = prose.join(u'\n');
        text.replace(code, QStringLiteral("code"));
        QStringList targets;
        for (auto matches = link.globalMatch(text); matches.hasNext();)
            targets.append(matches.next().captured(1));
        return targets;
    }

    /// Returns the lines below a heading, up to the next heading of the same or a higher level.
    QStringList section(const QString& anchor) const {
        static const QRegularExpression heading(QStringLiteral("^(#{1,6}) (.*)$")),
            dropped(QStringLiteral("[^\\w\\- ]"));
        QStringList lines;
        qsizetype level = 0;
        for (const QString& line : prose) {
            const QRegularExpressionMatch match = heading.match(line);
            if (match.hasMatch()) {
                if (level > 0 && match.capturedLength(1) <= level)
                    break;
                if (level == 0 && match.captured(2).toLower().remove(dropped).replace(u' ', u'-') == anchor)
                    level = match.capturedLength(1);
            } else if (level > 0) {
                lines.append(line);
            }
        }
        return lines;
    }
};

/// Returns the options in the first column of the tables of a section, and of the groups "…-options" that it links to.
QSet<QString> describedOptions(const Page& page, const QString& anchor) {
    static const QRegularExpression row(QStringLiteral("^\\| `-([a-z-]+)")),
        group(QStringLiteral("\\(#([a-z-]+-options)\\)"));
    QSet<QString> options;
    for (const QString& line : page.section(anchor)) {
        if (const QRegularExpressionMatch match = row.match(line); match.hasMatch())
            options.insert(match.captured(1));
        for (auto groups = group.globalMatch(line); groups.hasNext();)
            if (const QString linked = groups.next().captured(1); linked != anchor)
                options.unite(describedOptions(page, linked));
    }
    return options;
}

/// Returns the options that a help text lists, each with a description.
QSet<QString> optionsOfHelp(const QString& help) {
    static const QRegularExpression option(QStringLiteral("^  -([a-z-]+)\\S*  +\\S"),
                                           QRegularExpression::MultilineOption);
    QSet<QString> options;
    for (auto matches = option.globalMatch(help); matches.hasNext();)
        options.insert(matches.next().captured(1));
    return options;
}

QString sorted(const QSet<QString>& set) {
    QStringList list(set.begin(), set.end());
    list.sort();
    return list.join(u' ');
}

QString text(std::string_view view) {
    return QString::fromUtf8(view.data(), qsizetype(view.size()));
}

/// A command of a console block and the lines of output that follow it.
struct Step {
    QString command;
    QStringList expected;
};

/// Parses a block: "$ " starts a command, "> " continues it.
QVector<Step> stepsOf(const Block& block) {
    QVector<Step> steps;
    for (const QString& line : block.lines) {
        if (line.startsWith(QLatin1String("$ ")))
            steps.append({line.mid(2), {}});
        else if (!steps.isEmpty() && steps.last().expected.isEmpty() && line.startsWith(QLatin1String("> ")))
            steps.last().command += u'\n' + line.mid(2);
        else if (!steps.isEmpty() && !line.trimmed().isEmpty())
            steps.last().expected.append(line);
    }
    return steps;
}

/// Returns the first expected line that is missing in the output, in order; empty if none is. "…" matches any text.
QString missingLine(const QString& output, const QStringList& expected) {
    const QStringList lines = output.split(u'\n');
    auto at = lines.begin();
    for (const QString& wanted : expected) {
        if (wanted.trimmed() == QStringLiteral("…"))
            continue;
        QStringList parts;
        for (const QString& part : wanted.split(u'…'))
            parts.append(QRegularExpression::escape(part));
        const QRegularExpression pattern(
            QRegularExpression::anchoredPattern(parts.join(QStringLiteral(".*")) + QStringLiteral("\\s*")));
        at = std::find_if(at, lines.end(), [&](const QString& line) { return pattern.match(line).hasMatch(); });
        if (at == lines.end())
            return wanted;
        ++at;
    }
    return {};
}

} // namespace

class TestManual : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void linksPointToFilesAndHeadings_data() {
        QTest::addColumn<QString>("page");
        for (const QString& page : allPages())
            QTest::newRow(qPrintable(page)) << page;
    }

    void linksPointToFilesAndHeadings() {
        QFETCH(QString, page);
        for (const QString& link : Page(page).links()) {
            if (link.contains(QLatin1String("://")))
                continue;
            const QString path = link.section(u'#', 0, 0), anchor = link.section(u'#', 1);
            const QString target = path.isEmpty() ? page : QDir::cleanPath(QFileInfo(page).path() + u'/' + path);
            QVERIFY2(source.exists(target), qPrintable(link));
            if (!anchor.isEmpty())
                QVERIFY2(Page(target).anchors().contains(anchor), qPrintable(link));
        }
    }

    /// Console blocks are run, page by page, in a copy of the example. A command may fail only if `echo $?` follows it.
    void commandsRunAsShown_data() {
        QTest::addColumn<QString>("page");
        for (const QString& page : manualPages()) {
            const QVector<Block> blocks = Page(page).blocks;
            if (std::any_of(blocks.begin(), blocks.end(),
                            [](const Block& block) { return block.language == QStringLiteral("console"); }))
                QTest::newRow(qPrintable(page)) << page;
        }
    }

    void commandsRunAsShown() {
        QFETCH(QString, page);
        const ProjectFolder folder, home;
        folder.copyFrom(source.filePath(QStringLiteral("resources/examples/review")));
        const QString path = QFileInfo(QStringLiteral(PLANLENS_CLI)).path() + u':' + qEnvironmentVariable("PATH");
        const Environment environment{{QStringLiteral("PATH"), path},
                                      {QStringLiteral("HOME"), home.path()},
                                      {QStringLiteral("XDG_CONFIG_HOME"), home.path()},
                                      {QStringLiteral("XDG_CACHE_HOME"), home.path()},
                                      {QStringLiteral("PLANLENS_TOOL"), QStringLiteral("/none")}};
        QVector<Step> steps;
        for (const Block& block : Page(page).blocks)
            if (block.language == QStringLiteral("console"))
                steps += stepsOf(block);
        QVERIFY(!steps.isEmpty());
        int status = 0;
        for (qsizetype i = 0; i < steps.size(); ++i) {
            const Step& step = steps[i];
            const Ran ran = folder.program(
                QStringLiteral("bash"),
                {QStringLiteral("-c"), QStringLiteral("(exit %1)\n%2").arg(status).arg(step.command)}, environment);
            const QString said = QString::fromUtf8(ran.all());
            const bool mayFail = i + 1 < steps.size() && steps[i + 1].command == QStringLiteral("echo $?");
            QVERIFY2(ran.exitCode == 0 || mayFail, qPrintable(step.command + u'\n' + said));
            const QString missing = missingLine(said, step.expected);
            QVERIFY2(
                missing.isEmpty(),
                qPrintable(QStringLiteral("%1\nThere is no line \"%2\" in:\n%3").arg(step.command, missing, said)));
            status = ran.exitCode;
        }
    }

    void describesEveryCommandAndOption_data() {
        QTest::addColumn<QString>("command");
        for (const std::string_view command : cli::commands())
            QTest::newRow(text(command).toUtf8().constData()) << text(command);
    }

    /// The help of each command and docs/command-line.md list the same options: all supported ones.
    void describesEveryCommandAndOption() {
        QFETCH(QString, command);
        const std::string name = command.toStdString();
        const QSet<QString> help = optionsOfHelp(QString::fromStdString(cli::usageOf(name)));
        QSet<QString> supported;
        for (const cli::OptionSpec& option : *cli::optionsOf(name))
            supported.insert(text(option.name));
        if (command == QStringLiteral("destroy"))
            supported -= {QStringLiteral("destroy"), QStringLiteral("refresh-only")}; // these are errors
        QCOMPARE(sorted(help), sorted(supported));
        const Page page(QStringLiteral("docs/command-line.md"));
        QCOMPARE(sorted(describedOptions(page, QString(command).replace(u' ', u'-'))), sorted(help));
        QVERIFY(QString::fromStdString(cli::usage()).contains(QStringLiteral("\n  %1  ").arg(command)));
        QVERIFY(readText(QStringLiteral("packaging/man/planlens-cli.1")).remove(u'\\').contains(command));
    }

    void describesNoOtherCommand() {
        static const QRegularExpression heading(QStringLiteral("^### (.*)$"));
        QStringList described, known;
        for (const QString& line : Page(QStringLiteral("docs/command-line.md")).prose)
            if (const QRegularExpressionMatch match = heading.match(line); match.hasMatch())
                described.append(match.captured(1));
        for (const std::string_view command : cli::commands())
            known.append(text(command));
        described.sort();
        known.sort();
        QCOMPARE(described, known);
    }

    void describesGlobalOptions() {
        const Page page(QStringLiteral("docs/command-line.md"));
        QCOMPARE(sorted(describedOptions(page, QStringLiteral("global-options"))),
                 sorted(optionsOfHelp(QString::fromStdString(cli::usage()))));
    }

    void listsEveryPackage() {
        static const QRegularExpression quoted(QStringLiteral("`([a-z0-9+.-]+)`"));
        QSet<QString> installed, listed;
        for (const QString& line : readText(QStringLiteral("packaging/packages")).split(u'\n'))
            if (!line.isEmpty() && !line.startsWith(u'#'))
                installed.insert(line.section(u' ', 0, 0));
        for (const QString& line : readText(QStringLiteral("docs/libraries.md")).split(u'\n'))
            if (line.startsWith(QLatin1String("| `")))
                for (auto names = quoted.globalMatch(line.section(u'|', 1, 1)); names.hasNext();)
                    listed.insert(names.next().captured(1));
        QCOMPARE(sorted(listed), sorted(installed));
    }

    void usesEveryPicture() {
        QString pages;
        for (const QString& page : allPages())
            pages += readText(page);
        const QString script = readText(QStringLiteral("docs/pictures/make"));
        const QStringList pictures =
            QDir(source.filePath(QStringLiteral("docs/pictures"))).entryList({QStringLiteral("*.png")}, QDir::Files);
        QVERIFY(!pictures.isEmpty());
        for (const QString& picture : pictures) {
            QVERIFY2(pages.contains(QStringLiteral("pictures/") + picture), qPrintable(picture));
            QVERIFY2(script.contains(QFileInfo(picture).baseName()), qPrintable(picture));
        }
    }

    void documentsAreShort() {
        QVERIFY(readText(QStringLiteral("README.md")).count(u'\n') < 120);
        QVERIFY(readText(QStringLiteral("ARCHITECTURE.md")).count(u'\n') <= 200);
    }
};

QTEST_GUILESS_MAIN(TestManual)
#include "tst_manual.moc"
