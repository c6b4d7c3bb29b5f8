// SPDX-License-Identifier: MPL-2.0
#include "app/cli/plugin_log.h"
#include "tests/app/support/project_folder.h"
#include "tests/support/scoped_environment.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace planlens;
using namespace planlens::testing;
using cli::LogForm;
using providers::plugin::LogEntry;
using providers::plugin::LogField;
using providers::plugin::LogLevel;

namespace {

constexpr const char* program = "provider.terraform-provider-test: ";

/// Returns a provider that writes these lines to standard error at the first call.
QByteArray said(const QStringList& lines) {
    const QJsonObject name{{QStringLiteral("type"), QStringLiteral("string")}, {QStringLiteral("required"), true}};
    const QJsonObject block{{QStringLiteral("attributes"), QJsonObject{{QStringLiteral("name"), name}}}};
    const QJsonObject thing{{QStringLiteral("version"), 0}, {QStringLiteral("block"), block}};
    const QJsonObject schemas{
        {QStringLiteral("data_source_schemas"), QJsonObject{{QStringLiteral("test_thing"), thing}}}};
    const QJsonObject event{{QStringLiteral("call"), QStringLiteral("ReadDataSource")},
                            {QStringLiteral("at"), 1},
                            {QStringLiteral("stderr"), lines.join(u'\n') + u'\n'}};
    return QJsonDocument(
               QJsonObject{{QStringLiteral("schemas"), schemas}, {QStringLiteral("events"), QJsonArray{event}}})
        .toJson();
}

constexpr const char* configuration = R"(
terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}
data "test_thing" "a" {
  name = "a"
}
)";

/// Returns the lines of the plugin itself, without times, and with their words in a fixed order.
QStringList linesOfPlugin(const QByteArray& log) {
    static const QRegularExpression times(
        QStringLiteral("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d+(Z|[-+:0-9]+)"));
    QStringList lines;
    for (QString line : QString::fromUtf8(log).split(u'\n')) {
        if (!line.contains(QLatin1String("said")))
            continue;
        QStringList words = line.replace(times, QStringLiteral("TIME")).split(u' ');
        words.sort();
        lines.append(words.join(u' '));
    }
    return lines;
}

} // namespace

/// The logs of plugins with TF_LOG and similar variables.
class TestPluginLog final : public QObject {
    Q_OBJECT
private:
    /// Makes a folder with a development override whose provider writes to the log. Returns the environment.
    static Environment prepare(const ProjectFolder& folder, const QByteArray& script) {
        for (const char* name : {"plugin", "tmp"})
            QDir(folder.path()).mkdir(QLatin1String(name));
        folder.write(QStringLiteral("plugin/provider.json"), script);
        QFile::link(QStringLiteral(PLANLENS_TEST_PROVIDER_PROGRAM),
                    folder.path(QStringLiteral("plugin/terraform-provider-test")));
        folder.write(QStringLiteral("cli.tfrc"),
                     "provider_installation {\n  dev_overrides {\n    \"example.com/tests/test\" = \"" +
                         folder.path(QStringLiteral("plugin")).toUtf8() + "\"\n  }\n}\n");
        return {{QStringLiteral("TF_CLI_CONFIG_FILE"), folder.path(QStringLiteral("cli.tfrc"))},
                {QStringLiteral("TMPDIR"), folder.path(QStringLiteral("tmp"))}};
    }

private Q_SLOTS:
    void writesLines_data() {
        QTest::addColumn<QByteArray>("fields");
        QTest::addColumn<bool>("isJson");
        QTest::addColumn<QByteArray>("line");
        const QByteArray head = "2026-01-02T15:04:05.007Z [WARN]  " + QByteArray(program) + "careful";
        const auto text = [&](const char* name, const QByteArray& field, const QByteArray& written) {
            QTest::newRow(name) << field << false
                                << head + ":" + written + " timestamp=\"2026-01-02T15:04:05.000+0200\"\n";
        };
        text("word", "word", " k=word");
        text("nothing", "", " k=\"\"");
        text("with a space", "two words", " k=\"two words\"");
        text("with quotes", "a \"b\" \\", " k=\"a \\\"b\\\" \\\"");
        text("control characters", "a\t\x1b[1m", " k=\"a\\t\\x1b[1m\"");
        text("not ASCII", "\xc3\xa4", " k=\"\xc3\xa4\"");
        text("lines", "a\nb \"c\"", "\n  k=\n  | a\n  | b \"c\"\n  ");
        text("number", "json:5", " k=5");
        text("large number", "json:12345678", " k=\"1.2345678e+07\"");
        text("fraction", "json:0.25", " k=0.25");
        text("truth", "json:true", " k=true");
        text("null", "json:null", " k=<nil>");
        text("list", "json:[\"a\",1,[2,3]]", " k=[a, 1, \"[2 3]\"]");
        text("object", "json:{\"b\":1,\"a\":\"x\"}", " k=\"map[a:x b:1]\"");
        QTest::newRow("as JSON")
            << QByteArray("a<b") << true
            << QByteArray(
                   R"({"@level":"warn","@message":"careful","@module":"provider.terraform-provider-test","@timestamp":"2026-01-02T15:04:05.007000Z","k":"a\u003cb",)"
                   R"("timestamp":"2026-01-02T15:04:05.000+0200"})"
                   "\n");
        QTest::newRow("JSON as JSON")
            << QByteArray("json:[1,{}]") << true
            << QByteArray(
                   R"({"@level":"warn","@message":"careful","@module":"provider.terraform-provider-test","@timestamp":"2026-01-02T15:04:05.007000Z","k":[1,{}],)"
                   R"("timestamp":"2026-01-02T15:04:05.000+0200"})"
                   "\n");
    }
    void writesLines() {
        QFETCH(QByteArray, fields);
        QFETCH(bool, isJson);
        QFETCH(QByteArray, line);
        const ScopedEnvironment environment("TZ", "UTC");
        LogEntry entry;
        entry.level = LogLevel::Warning;
        entry.program = "terraform-provider-test";
        entry.time = "2026-01-02T15:04:05.000123+02:00";
        entry.text = "careful";
        const bool isValue = fields.startsWith("json:");
        entry.fields = {
            {"k", fields.mid(isValue ? 5 : 0).toStdString(), isValue ? LogField::Form::Json : LogField::Form::Text}};
        const auto time = std::chrono::system_clock::from_time_t(1767366245) + std::chrono::milliseconds(7);
        QCOMPARE(QByteArray::fromStdString(cli::logLine(entry, isJson ? LogForm::Json : LogForm::Text, time)), line);
    }

    void obeysTheEnvironment_data() {
        QTest::addColumn<QString>("variables");
        QTest::addColumn<QByteArrayList>("there"); // on standard error
        QTest::addColumn<QByteArrayList>("absent");
        const QByteArray warning = "[WARN] Invalid log level: \"LOUD\". Defaulting to level: TRACE. Valid levels are: "
                                   "[TRACE DEBUG INFO WARN ERROR OFF]";
        const QByteArray info = QByteArray("[INFO]  ") + program + "said info",
                         trace = QByteArray("[TRACE] ") + program + "said trace";
        QTest::newRow("nothing is set") << QString() << QByteArrayList{} << QByteArrayList{"said"};
        QTest::newRow("providers") << "TF_LOG_PROVIDER=info" << QByteArrayList{info} << QByteArrayList{"trace"};
        QTest::newRow("everything") << "TF_LOG=trace"
                                    << QByteArrayList{info, trace, "[DEBUG] provider: starting plugin: path="}
                                    << QByteArrayList{};
        QTest::newRow("the one for providers counts")
            << "TF_LOG=trace TF_LOG_PROVIDER=INFO" << QByteArrayList{info} << QByteArrayList{trace};
        QTest::newRow("off") << "TF_LOG=trace TF_LOG_PROVIDER=off" << QByteArrayList{} << QByteArrayList{"said"};
        QTest::newRow("only the core's") << "TF_LOG_CORE=trace" << QByteArrayList{} << QByteArrayList{"said"};
        QTest::newRow("unknown") << "TF_LOG_PROVIDER=loud" << QByteArrayList{warning, info, trace} << QByteArrayList{};
        QTest::newRow("as JSON")
            << "TF_LOG=json"
            << QByteArrayList{R"({"@level":"info","@message":"said info","@module":"provider.terraform-provider-test","@timestamp":)"}
            << QByteArrayList{info};
        QTest::newRow("JSON of providers is a level")
            << "TF_LOG_PROVIDER=json" << QByteArrayList{info, trace} << QByteArrayList{};
        QTest::newRow("to a file") << "TF_LOG=info TF_LOG_PATH=log" << QByteArrayList{} << QByteArrayList{"said"};
        QTest::newRow("to a file that cannot be")
            << "TF_LOG=info TF_LOG_PATH=nowhere/log"
            << QByteArrayList{"Error opening log file: open nowhere/log: no such file or directory\n", info}
            << QByteArrayList{};
    }
    void obeysTheEnvironment() {
        QFETCH(QString, variables);
        QFETCH(QByteArrayList, there);
        QFETCH(QByteArrayList, absent);
        const ProjectFolder folder(configuration);
        Environment environment =
            prepare(folder, said({QStringLiteral("{\"@level\":\"info\",\"@message\":\"said info\"}"),
                                  QStringLiteral("{\"@level\":\"trace\",\"@message\":\"said trace\"}")}));
        for (const QString& one : variables.split(u' ', Qt::SkipEmptyParts))
            environment[one.section(u'=', 0, 0)] = one.section(u'=', 1);
        folder.write(QStringLiteral("log"), "before\n");
        const Ran ran = folder.planlens({QStringLiteral("plan"), QStringLiteral("-no-color")}, environment);
        COMPARE_EXIT(ran, 0);
        for (const QByteArray& text : there)
            QVERIFY2(ran.err.contains(text), ran.err.constData());
        for (const QByteArray& text : absent)
            QVERIFY2(!ran.err.contains(text), ran.err.constData());
        const QByteArray log = folder.read(QStringLiteral("log"));
        QVERIFY(log.startsWith("before\n"));
        QCOMPARE(log.contains("said info"), variables.endsWith(QStringLiteral("=log")));
    }

    void givesUpAFifoThatIsNotRead() {
        const ProjectFolder folder(configuration);
        Environment environment =
            prepare(folder, said({QStringLiteral("{\"@level\":\"info\",\"@message\":\"said\"}")}));
        const QByteArray log = QFile::encodeName(folder.path(QStringLiteral("log")));
        QCOMPARE(::mkfifo(log.constData(), 0600), 0);
        const int full = ::open(log.constData(), O_RDWR | O_NONBLOCK);
        QVERIFY(full >= 0);
        while (::write(full, log.constData(), 1) == 1) {
        }
        environment[QStringLiteral("TF_LOG")] = QStringLiteral("trace");
        environment[QStringLiteral("TF_LOG_PATH")] = QString::fromUtf8(log);
        COMPARE_EXIT(folder.planlens({QStringLiteral("plan")}, environment), 0);
        ::close(full);
    }

    void writesWhatTheReferenceWrites_data() {
        QTest::addColumn<QString>("variables");
        QTest::newRow("text") << "TF_LOG_PROVIDER=trace";
        QTest::newRow("warnings") << "TF_LOG_PROVIDER=warn";
        QTest::newRow("JSON") << "TF_LOG=json";
    }
    void writesWhatTheReferenceWrites() {
        SKIP_WITHOUT_TOFU();
        QFETCH(QString, variables);
        const ProjectFolder folder(configuration);
        Environment environment = prepare(
            folder,
            said({QStringLiteral("{\"@level\":\"info\",\"@message\":\"said\"}"),
                  QStringLiteral("{\"@level\":\"warn\",\"@message\":\"said "
                                 "more\",\"@module\":\"m.n\",\"@timestamp\":\"2026-01-02T15:04:05.000123Z\",\"n\":5}"),
                  QStringLiteral("{\"@level\":\"error\",\"@message\":\"said\",\"a\":[\"x\",1,null]}"),
                  QStringLiteral("{\"@level\":\"debug\",\"@message\":\"said\",\"o\":{\"b\":1,\"a\":[1,2]}}"),
                  QStringLiteral("{\"@level\":\"trace\",\"@message\":\"said\",\"t\":\"a \\\"q\\\" \\\\ <\"}"),
                  QStringLiteral("said plainly"), QStringLiteral("[WARN] said so"), QStringLiteral("{\"said\":1}")}));
        environment[variables.section(u'=', 0, 0)] = variables.section(u'=', 1);
        const Ran ours = folder.planlens({QStringLiteral("plan"), QStringLiteral("-no-color")}, environment);
        COMPARE_EXIT(ours, 0);
        const Ran theirs = folder.tofu({QStringLiteral("plan"), QStringLiteral("-no-color")}, environment);
        COMPARE_EXIT(theirs, 0);
        QVERIFY(!linesOfPlugin(ours.err).isEmpty());
        QCOMPARE(linesOfPlugin(ours.err).join(u'\n'), linesOfPlugin(theirs.err).join(u'\n'));
    }
};

QTEST_GUILESS_MAIN(TestPluginLog)
#include "tst_plugin_log.moc"
