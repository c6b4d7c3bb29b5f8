// SPDX-License-Identifier: MPL-2.0
#include "core/providers/packages/installed_packages.h"
#include "core/states/manager.h"
#include "tests/app/support/project_folder.h"
#include "tests/support/scoped_environment.h"
#include "ui/session/log_buffer.h"
#include "ui/session/session_result.h"
#include "ui/session/worker/worker.h"

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

using namespace planlens;
using namespace planlens::testing;

namespace {

/// A folder of tests/ui/data/folders.txt.
struct Prepared {
    QStringList directives, expected;
    std::map<QString, QByteArray> files;

    QStringList values(const QString& directive) const {
        QStringList found;
        for (const QString& line : directives)
            if (line.startsWith(directive + u' '))
                found.append(line.mid(directive.size() + 1));
        return found;
    }
};

using Folders = std::vector<std::pair<QString, Prepared>>;

Folders readFolders() {
    QFile file(QStringLiteral(PLANLENS_SOURCE_DIR "/tests/ui/data/folders.txt"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("folders.txt cannot be read");
    const QByteArray platform = QByteArray::fromStdString(std::string(providers::platform()));
    Folders folders;
    QByteArray* text = nullptr;
    const auto endText = [&] { // without the empty line before the next folder
        if (text && (*text == "\n" || text->endsWith("\n\n")))
            text->chop(1);
        text = nullptr;
    };
    for (const QByteArray& raw : file.readAll().replace("${platform}", platform).split('\n')) {
        const QString line = QString::fromUtf8(raw);
        if (line.startsWith(QLatin1String("=== "))) {
            endText();
            folders.emplace_back(line.mid(4), Prepared());
        } else if (folders.empty() || line.startsWith(u'#')) {
            continue;
        } else if (Prepared& folder = folders.back().second; line.startsWith(QLatin1String("--- "))) {
            text = &folder.files[line.mid(4)];
        } else if (text) {
            text->append(raw + '\n');
        } else if (line.startsWith(QLatin1String("both: ")) || line.startsWith(QLatin1String("command line: ")) ||
                   line.startsWith(QLatin1String("window: "))) {
            folder.expected.append(line);
        } else if (!line.isEmpty()) {
            folder.directives.append(line);
        }
    }
    endText();
    return folders;
}

/// A diagnostic, without the path of the folder.
struct Said {
    QString heading; // "error: Summary (main.tf:1,2-3)"
    QString detail;
    bool operator==(const Said&) const = default;
};

Said said(bool isError, QString summary, QString detail, QString location, const QString& folder) {
    // The path of the folder, and parts that differ in every run.
    static const QRegularExpression changing(QStringLiteral(R"((ID:|Created:) +\S.*?(?=\n))"));
    for (QString* text : {&summary, &detail}) {
        text->replace(folder + u'/', QString())
            .replace(folder, QStringLiteral("."))
            .replace(QStringLiteral(" ./"), QStringLiteral(" "));
        text->replace(changing, QStringLiteral("\\1"));
        text->replace(u'\n', QStringLiteral("\\n"));
    }
    // The command line shows an empty range as a range of one column.
    static const QRegularExpression columns(QStringLiteral(R"(^(.*):(\d+),(\d+)-(\d+)$)"));
    if (const auto range = columns.match(location); range.hasMatch() && range.captured(3) == range.captured(4))
        location = QStringLiteral("%1:%2,%3-%4")
                       .arg(range.captured(1), range.captured(2), range.captured(3))
                       .arg(range.captured(4).toInt() + 1);
    return {(isError ? QStringLiteral("error: ") : QStringLiteral("warning: ")) + summary +
                (location.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(location)),
            detail};
}

QString rangeOf(const QJsonObject& range) {
    if (range.isEmpty())
        return {};
    const auto position = [&](const char* name) { return range[QLatin1String(name)].toObject(); };
    const int line = position("start")[u"line"].toInt(), endLine = position("end")[u"line"].toInt();
    const int column = position("start")[u"column"].toInt(), endColumn = position("end")[u"column"].toInt();
    const QString end =
        line == endLine ? QString::number(endColumn) : QStringLiteral("%1,%2").arg(endLine).arg(endColumn);
    return QStringLiteral("%1:%2,%3-%4").arg(range[u"filename"].toString()).arg(line).arg(column).arg(end);
}

/// Returns the diagnostics of the command line: from events, or from text if it fails before it writes events.
QVector<Said> diagnosticsIn(const Ran& ran, const QString& folder) {
    QVector<Said> all;
    for (const QByteArray& line : ran.out.split('\n')) {
        const QJsonObject event = QJsonDocument::fromJson(line).object(), found = event[u"diagnostic"].toObject();
        if (event[u"type"].toString() == QLatin1String("diagnostic"))
            all.append(said(found[u"severity"].toString() == QLatin1String("error"), found[u"summary"].toString(),
                            found[u"detail"].toString(), rangeOf(found[u"range"].toObject()), folder));
    }
    if (ran.exitCode != 0 && all.isEmpty())
        for (const QByteArray& line : ran.err.split('\n'))
            if (const qsizetype at = line.indexOf("Error: "); at >= 0)
                all.append(said(true, QString::fromUtf8(line.mid(at + 7)), {}, {}, folder));
    return all;
}

QVector<Said> saidIn(const QVector<session::DiagnosticText>& diagnostics, const QString& folder) {
    QVector<Said> all;
    for (const session::DiagnosticText& text : diagnostics)
        all.append(said(text.isError, text.summary, text.detail, text.location, folder));
    return all;
}

QVector<Said> saidByCommandLine(const ProjectFolder& folder, const Prepared& prepared) {
    QStringList arguments{QStringLiteral("plan"), QStringLiteral("-json"), QStringLiteral("-input=false")};
    for (const QString& file : prepared.values(QStringLiteral("variables")))
        arguments.append(QStringLiteral("-var-file=") + file);
    const QString below = prepared.values(QStringLiteral("in")).value(0);
    if (!below.isEmpty())
        arguments.prepend(QStringLiteral("-chdir=") + below);
    Environment environment{
        {QStringLiteral("PLANLENS_CORE_FILES"), QStringLiteral("1")}}; // otherwise only root may open /proc/self/mem
    for (const QString& variable : prepared.values(QStringLiteral("env")))
        environment[variable.section(u'=', 0, 0)] = variable.section(u'=', 1);
    return diagnosticsIn(folder.planlens(arguments, environment), folder.path());
}

/// The code of the window that opens folders, in this thread.
class Window {
public:
    std::shared_ptr<const session::Result> open(const session::Request& request) {
        std::shared_ptr<const session::Result> result;
        QObject::connect(&m_worker, &session::Worker::planned, &m_worker,
                         [&](quint64, const auto& planned) { result = planned; });
        m_worker.supersede(++m_generation);
        m_worker.plan(m_generation, request);
        m_worker.disconnect();
        return result;
    }
    QVector<session::DiagnosticText> apply(const std::shared_ptr<const session::Result>& planned) {
        QVector<session::DiagnosticText> diagnostics;
        QObject::connect(&m_worker, &session::Worker::applied, &m_worker,
                         [&](quint64, const auto& report) { diagnostics = report.diagnostics; });
        m_worker.supersede(++m_generation);
        m_worker.apply(m_generation, planned);
        m_worker.disconnect();
        return diagnostics;
    }

private:
    ScopedEnvironment m_environment{"TF_CLI_CONFIG_FILE", "/dev/null"};
    session::Worker m_worker{std::make_shared<session::LogBuffer>([] {}), std::stop_token()};
    quint64 m_generation = 0;
};

/// Returns the diagnostics of the window, and its questions.
QVector<Said> saidByWindow(const ProjectFolder& folder, const Prepared& prepared) {
    ScopedEnvironment environment;
    for (const QString& variable : prepared.values(QStringLiteral("env")))
        environment.set(qPrintable(variable.section(u'=', 0, 0)), variable.section(u'=', 1).toUtf8());
    session::Request request;
    request.folder = folder.path(prepared.values(QStringLiteral("in")).value(0));
    request.variableFiles = prepared.values(QStringLiteral("variables"));
    request.trust =
        prepared.directives.contains(QStringLiteral("untrusted")) ? session::Trust::NotGiven : session::Trust::Given;
    const std::shared_ptr<const session::Result> result = Window().open(request);
    QVector<Said> all = saidIn(result->diagnostics, request.folder);
    for (const session::AskedVariable& variable : result->askedVariables.missing)
        if (variable.error.isEmpty())
            all.append({QStringLiteral("asks for var.") + variable.name, {}});
    for (const session::Program& program : result->programs.untrusted)
        all.append({QStringLiteral("asks for trust in ") + program.name, {}});
    if (!result->plan && all.isEmpty())
        all.append({QStringLiteral("no plan"), {}});
    return all;
}

} // namespace

/// Compares the command line with the window: they open the same folders and report the same diagnostics.
class TestOpening final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_folders = readFolders(); }

    void reportsTheSame_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < m_folders.size(); ++i)
            QTest::newRow(qPrintable(m_folders[i].first)) << int(i);
    }
    void reportsTheSame() {
        QFETCH(int, index);
        const Prepared& prepared = m_folders[std::size_t(index)].second;
        // Each program gets its own copy of the folder, because planning writes files.
        QVector<Said> commandLine, window;
        for (QVector<Said>* all : {&commandLine, &window}) {
            const ProjectFolder folder;
            prepare(folder, prepared);
            std::unique_ptr<states::LocalManager> held;
            for (const QString& path : prepared.values(QStringLiteral("lock"))) {
                const std::filesystem::path file = folder.path(path).toStdString();
                held = std::make_unique<states::LocalManager>(states::StatePaths{file, file, {}});
                QVERIFY(!held->lock("OperationTypeApply").hasErrors());
            }
            *all = all == &window ? saidByWindow(folder, prepared) : saidByCommandLine(folder, prepared);
        }
        QStringList found;
        for (const Said& one : commandLine)
            found.append((window.contains(one) ? QStringLiteral("both: ") : QStringLiteral("command line: ")) +
                         one.heading);
        for (const Said& one : window)
            if (!commandLine.contains(one))
                found.append(QStringLiteral("window: ") + one.heading);
        found.removeDuplicates();
        const QString all = found.join(u'\n'), expected = prepared.expected.join(u'\n');
        QVERIFY2(
            all == expected,
            qPrintable(
                QStringLiteral("found:\n%1\nexpected:\n%2\n%3").arg(all, expected, differences(commandLine, window))));
    }

    /// Changes to a plan or its state after planning.
    void reportsTheSameOfPlans_data() {
        QTest::addColumn<QString>("change");
        QTest::addColumn<QStringList>("commandLine");
        QTest::addColumn<QStringList>("window");
        const QString stale = QStringLiteral("error: Saved plan is stale"),
                      moved = QStringLiteral("error: The state has changed");
        const QString locked = QStringLiteral("error: Error acquiring the state lock");
        QTest::newRow("unchanged") << QString() << QStringList() << QStringList();
        QTest::newRow("state of a later serial")
            << QStringLiteral("serial") << QStringList{stale} << QStringList{moved};
        QTest::newRow("state of another lineage")
            << QStringLiteral("lineage")
            << QStringList{QStringLiteral("error: Saved plan does not match the given state")} << QStringList{moved};
        QTest::newRow("state that is not JSON")
            << QStringLiteral("broken state") << QStringList{locked} << QStringList{locked};
        QTest::newRow("state edited under its serial")
            << QStringLiteral("edit") << QStringList{stale} << QStringList{moved};
        QTest::newRow("deleted state") << QStringLiteral("no state")
                                       << QStringList{QStringLiteral(
                                              "error: Saved plan does not match the given state")}
                                       << QStringList{moved};
    }
    void reportsTheSameOfPlans() {
        QFETCH(QString, change);
        const QByteArray before = "resource \"terraform_data\" \"a\" {}\n",
                         after = before + "resource \"terraform_data\" \"b\" {}\n";
        const ProjectFolder folder(before), copy;
        COMPARE_EXIT(folder.planlens({QStringLiteral("apply"), QStringLiteral("-auto-approve")}), 0);
        folder.write(QStringLiteral("main.tf"), after);
        copy.copyFrom(folder.path());
        COMPARE_EXIT(folder.planlens({QStringLiteral("plan"), QStringLiteral("-out=saved")}), 0);
        Window window;
        session::Request request;
        request.folder = copy.path();
        request.trust = session::Trust::Given;
        const std::shared_ptr<const session::Result> planned = window.open(request);
        QVERIFY(planned && planned->plan);
        for (const ProjectFolder* one : {&folder, &copy})
            changeState(*one, change);
        const Ran ran = folder.planlens({QStringLiteral("apply"), QStringLiteral("-json"), QStringLiteral("saved")});
        QTEST(headings(diagnosticsIn(ran, folder.path())), "commandLine");
        QTEST(headings(saidIn(window.apply(planned), copy.path())), "window");
    }

    /// Plan files with errors. The window shows as much of each file as possible, but applies none.
    void reportsTheSameOfPlanFiles_data() {
        QTest::addColumn<QByteArray>("beginning");
        QTest::addColumn<int>("size");
        QTest::newRow("cut off") << QByteArray() << 600;
        QTest::newRow("only the beginning of a plan") << QByteArray("PK\x03\x04") << 4;
        QTest::newRow("of an old version") << QByteArray("tfplan\x02 old") << 11;
        QTest::newRow("encrypted") << QByteArray(
                                          "{\"encrypted_data\":\"eA==\",\"encryption_version\":\"v0\",\"meta\":{}}")
                                   << 66;
    }
    void reportsTheSameOfPlanFiles() {
        QFETCH(QByteArray, beginning);
        QFETCH(int, size);
        const ProjectFolder folder("resource \"terraform_data\" \"a\" {}\n");
        COMPARE_EXIT(folder.planlens({QStringLiteral("plan"), QStringLiteral("-out=saved")}), 0);
        const QByteArray plan = folder.read(QStringLiteral("saved"));
        folder.write(QStringLiteral("saved"), QByteArray(beginning + plan.mid(beginning.size())).left(size));
        const QVector<Said> commandLine =
            diagnosticsIn(folder.planlens({QStringLiteral("apply"), QStringLiteral("-json"), QStringLiteral("saved")}),
                          folder.path());
        session::Request request;
        request.folder = folder.path();
        request.planFile = folder.path(QStringLiteral("saved"));
        const std::shared_ptr<const session::Result> opened = Window().open(request);
        QVERIFY(opened && !opened->plan);
        QVERIFY(!commandLine.isEmpty());
        QCOMPARE(headings(saidIn(opened->diagnostics, folder.path())), headings(commandLine));
    }

    void encryptedStatesAreNotTakenForPlans() {
        const ProjectFolder folder;
        folder.write(QStringLiteral("terraform.tfstate"),
                     "{\n  \"serial\": 1,\n  \"lineage\": \"l\",\n  \"meta\": {},\n  \"encrypted_data\": \"eA==\",\n  "
                     "\"encryption_version\": \"v0\"\n}\n");
        session::Request request;
        request.folder = folder.path();
        request.planFile = folder.path(QStringLiteral("terraform.tfstate"));
        const std::shared_ptr<const session::Result> opened = Window().open(request);
        QVERIFY(opened && !opened->plan && !opened->state);
        QCOMPARE(opened->diagnostics.size(), 1);
        QCOMPARE(opened->diagnostics[0].detail,
                 QStringLiteral("This state file is encrypted and can not be read without "
                                "an encryption configuration"));
    }

private:
    static QStringList headings(const QVector<Said>& all) {
        QStringList found;
        for (const Said& one : all)
            found.append(one.heading);
        return found;
    }
    static void changeState(const ProjectFolder& folder, const QString& change) {
        const QString name = QStringLiteral("terraform.tfstate");
        QJsonObject state = QJsonDocument::fromJson(folder.read(name)).object();
        if (change == QLatin1String("serial"))
            state[QStringLiteral("serial")] = state[u"serial"].toInt() + 1;
        else if (change == QLatin1String("lineage"))
            state[QStringLiteral("lineage")] = QStringLiteral("11111111-2222-3333-4444-555555555555");
        else if (change == QLatin1String("edit"))
            state[QStringLiteral("outputs")] =
                QJsonObject{{QStringLiteral("o"), QJsonObject{{QStringLiteral("type"), QStringLiteral("string")},
                                                              {QStringLiteral("value"), QStringLiteral("edited")}}}};
        if (change == QLatin1String("no state"))
            folder.remove(name);
        else if (!change.isEmpty())
            folder.write(name,
                         change == QLatin1String("broken state") ? QByteArray("{") : QJsonDocument(state).toJson());
    }
    static void prepare(const ProjectFolder& folder, const Prepared& prepared) {
        for (const auto& [path, text] : prepared.files)
            folder.write(path, text);
        for (const QString& path : prepared.values(QStringLiteral("directory")))
            QVERIFY(QDir().mkpath(folder.path(path)));
        for (const QString& link : prepared.values(QStringLiteral("link")))
            QVERIFY(QFile::link(link.section(u' ', 1), folder.path(link.section(u' ', 0, 0))));
    }
    static QString differences(const QVector<Said>& commandLine, const QVector<Said>& window) {
        QString text;
        for (const Said& one : commandLine)
            if (!window.contains(one))
                text += QStringLiteral("command line: %1\n    %2\n").arg(one.heading, one.detail);
        for (const Said& one : window)
            if (!commandLine.contains(one))
                text += QStringLiteral("window: %1\n    %2\n").arg(one.heading, one.detail);
        return text;
    }

    Folders m_folders;
};

QTEST_MAIN(TestOpening)
#include "tst_opening.moc"
