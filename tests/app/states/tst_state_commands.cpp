// SPDX-License-Identifier: MPL-2.0
// Compares commands that change states with recordings of the reference, and these with the reference itself.
#include "tests/app/states/state_of_kinds.h"
#include "tests/app/states/state_rows.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QtTest>

#include <algorithm>

using namespace planlens::testing;

namespace {

const QDir recordings(QStringLiteral(PLANLENS_SOURCE_DIR "/tests/app/states/recordings"));

std::vector<StateRow> allRows() {
    std::vector<StateRow> rows;
    for (const auto& part :
         {rowsOfRemoving(), rowsOfMoving(), rowsOfProviders(), rowsOfTainting(), rowsOfPulling(), rowsOfImporting(),
          rowsOfRefreshing(), rowsOfShowing(), rowsOfConfigurations(), rowsOfWorkspaces()})
        rows.insert(rows.end(), part.begin(), part.end());
    return rows;
}

QString fileOf(const StateRow& row) {
    return recordings.filePath(
        QString::fromUtf8(row.name).replace(QRegularExpression(QStringLiteral("[ ,]+")), QStringLiteral("-")) +
        QStringLiteral(".txt"));
}

/// Replaces times, paths and the names of the programs, which are different in each run.
QString neutral(QString text) {
    static const QRegularExpression timestamp(QStringLiteral("\"@timestamp\":\"[^\"]*\"")),
        backup(QStringLiteral("\\.\\d{10}\\.backup")),
        usage(QStringLiteral("^Usage: .*$"),
              QRegularExpression::MultilineOption | QRegularExpression::DotMatchesEverythingOption);
    text.replace(timestamp, QStringLiteral("\"@timestamp\":\"…\""));
    text.replace(backup, QStringLiteral(".TIME.backup"));
    text.remove(QLatin1String("\n  on  line 1:\n  (source code not available)\n"));
    text.replace(QLatin1String("planlens-cli"), QLatin1String("tofu"));
    text.replace(usage, QStringLiteral("Usage…\n"));
    return text;
}

QString compact(const QJsonObject& object) {
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact)) + u'\n';
}

/// The resources of a state, each on a line.
QStringList resourceLines(const QJsonObject& state) {
    QStringList lines;
    for (const QJsonValue& resource : state[QStringLiteral("resources")].toArray())
        lines.append(compact(resource.toObject()));
    return lines;
}

/// A state without the resources that are in stateOfKinds() too; those that are missing start with a minus. Small
/// states are complete. Lineages other than those of the samples are new ones.
QString readableState(const QByteArray& text) {
    QJsonObject state = QJsonDocument::fromJson(text).object();
    if (!state.contains(QStringLiteral("serial")))
        return QString::fromUtf8(text);
    const QStringList before = resourceLines(QJsonDocument::fromJson(stateOfKinds()).object()),
                      after = resourceLines(state);
    state.remove(QStringLiteral("resources"));
    if (!state.contains(QStringLiteral("check_results")))
        state[QStringLiteral("check_results")] = QJsonValue::Null;
    const QString lineage = state[QStringLiteral("lineage")].toString();
    if (!lineage.isEmpty() && !lineage.startsWith(QLatin1String("8a4e6b52")) &&
        !lineage.startsWith(QLatin1String("00000000")))
        state[QStringLiteral("lineage")] = QStringLiteral("NEW");
    QString readable = compact(state);
    constexpr qsizetype few = 3;
    if (after.size() <= few)
        return readable + after.join(QString());
    for (const QString& line : before)
        if (!after.contains(line))
            readable += u'-' + line;
    for (const QString& line : after)
        if (!before.contains(line))
            readable += u'+' + line;
    return readable;
}

/// Sorts lines, and the addresses in an event.
QString inOrder(QString text) {
    static const QRegularExpression list(QStringLiteral("\"resources\":\\[(.*)\\],\"to\":"));
    if (const QRegularExpressionMatch match = list.match(text); match.hasMatch()) {
        QStringList addresses = match.captured(1).split(u',');
        addresses.sort();
        text.replace(match.capturedStart(1), match.capturedLength(1), addresses.join(u','));
    }
    QStringList lines = text.split(u'\n', Qt::SkipEmptyParts);
    lines.sort();
    return lines.join(u'\n') + u'\n';
}

/// Runs the commands of a row with one of the programs. Returns everything that can be observed.
QString observed(const StateRow& row,
                 Ran (ProjectFolder::*run)(const QStringList&, const Environment&, const QByteArray&) const) {
    const ProjectFolder folder("terraform {\n}\n");
    folder.write(QStringLiteral("terraform.tfstate"), stateOfKinds());
    for (const auto& [name, text] : row.files) {
        if (text.isEmpty())
            folder.remove(name);
        else
            folder.write(name, text);
    }
    QString all;
    for (QStringList command : row.commands) {
        all += QStringLiteral("$ ") + command.join(u' ') + u'\n';
        command.insert(command[0] == QLatin1String("state") || command[0] == QLatin1String("workspace") ? 2 : 1,
                       QStringLiteral("-no-color"));
        const Ran ran = (folder.*run)(command, row.environment, row.input);
        const QString out = neutral(QString::fromUtf8(ran.out));
        all += (row.isUnordered ? inOrder(out) : out) +
               QStringLiteral("--- stderr\n%1--- exit %2\n").arg(neutral(QString::fromUtf8(ran.err))).arg(ran.exitCode);
    }
    QStringList names;
    for (QDirIterator files(folder.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories); files.hasNext();)
        names.append(QDir(folder.path()).relativeFilePath(files.next()));
    names.sort();
    for (const QString& name : names) {
        // The reference rewrites a state in its own layout even if it is the same.
        if (row.files.contains(name) && readableState(folder.read(name)) == readableState(row.files.at(name)))
            continue;
        if (name == QLatin1String("main.tf"))
            continue;
        if (name == QLatin1String("terraform.tfstate") &&
            readableState(folder.read(name)) == readableState(stateOfKinds())) {
            all += QStringLiteral("--- terraform.tfstate is unchanged\n");
            continue;
        }
        if (row.hasOwnBackup && name.endsWith(QLatin1String(".backup")))
            continue;
        const QString text = readableState(folder.read(name));
        all += QStringLiteral("--- %1\n").arg(neutral(name)) + text + (text.endsWith(u'\n') ? "" : "\n");
    }
    return neutral(all.remove(folder.path() + u'/').replace(folder.path(), QLatin1String("FOLDER")));
}

QString textOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

void addRows() {
    QTest::addColumn<StateRow>("row");
    for (const StateRow& row : allRows())
        QTest::newRow(row.name) << row;
}

/// Shows the first different lines.
QByteArray difference(const QString& a, const QString& b) {
    const QStringList first = a.split(u'\n'), second = b.split(u'\n');
    for (qsizetype i = 0; i < std::max(first.size(), second.size()); ++i)
        if (first.value(i) != second.value(i))
            return QStringLiteral("line %1:\n%2\n%3\n\nall:\n%4")
                .arg(i + 1)
                .arg(first.value(i), second.value(i), a)
                .toUtf8();
    return {};
}

} // namespace

Q_DECLARE_METATYPE(StateRow)

class TestStateCommands : public QObject {
    Q_OBJECT
private slots:
    void sameAsRecorded_data() { addRows(); }
    void sameAsRecorded() {
        QFETCH(StateRow, row);
        const QString recorded = textOf(fileOf(row));
        QVERIFY2(!recorded.isEmpty(), "there is no recording: run referenceAsRecorded with PLANLENS_RECORD=1");
        const QString own = observed(row, &ProjectFolder::planlens);
        QVERIFY2(own == recorded, difference(own, recorded).constData());
    }

    void referenceAsRecorded_data() { addRows(); }
    void referenceAsRecorded() {
        SKIP_WITHOUT_TOFU();
        QFETCH(StateRow, row);
        const QString reference = observed(row, &ProjectFolder::tofu);
        if (qEnvironmentVariableIsSet("PLANLENS_RECORD")) {
            QDir().mkpath(recordings.path());
            QFile file(fileOf(row));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(reference.toUtf8());
            return;
        }
        const QString recorded = textOf(fileOf(row));
        QVERIFY2(reference == recorded, difference(reference, recorded).constData());
    }
};

QTEST_GUILESS_MAIN(TestStateCommands)
#include "tst_state_commands.moc"
