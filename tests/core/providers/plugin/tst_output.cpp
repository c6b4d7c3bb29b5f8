// SPDX-License-Identifier: MPL-2.0
#include "core/providers/plugin/process/environment.h"
#include "core/providers/plugin/process/log_line.h"
#include "core/providers/plugin/process/output.h"
#include "core/providers/plugin/process/process.h"

#include <QTest>
#include <algorithm>

using namespace planlens::providers::plugin;

/// The environment passed to a plugin, and the processing of its output.
class TestOutput : public QObject {
    Q_OBJECT

private slots:
    void readsLogLines_data();
    void readsLogLines();
    void keepsTheEndAndTheCrash();
    void reportsACrashOnce();
    void splitsLines_data();
    void splitsLines();
    void setsTheEnvironment_data();
    void setsTheEnvironment();
};

void TestOutput::readsLogLines_data() {
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<int>("level");
    QTest::addColumn<QString>("text"); // [source] text field=value…

    const auto row = [](const char* name, const QByteArray& line, LogLevel level, const QString& text) {
        QTest::newRow(name) << line << static_cast<int>(level) << text;
    };
    row("text", "hello", LogLevel::Debug, "[] hello");
    row("hclog",
        R"({"@level":"trace","@message":"m","@module":"sdk.proto","@timestamp":"2026-01-01T00:00:00.000000Z","z":1,"a":"x"})",
        LogLevel::Trace, "[sdk.proto] m z=1 a=x");
    row("warning", R"({"@level":"warn","@message":"m"})", LogLevel::Warning, "[] m");
    row("error", R"({"@level":"error","@message":"m","k":{"a":[1,null]}})", LogLevel::Error, "[] m k={\"a\":[1,null]}");
    row("info", R"({"@level":"info","@message":"m"})", LogLevel::Info, "[] m");
    row("JSON of somebody else", R"({"level":"error"})", LogLevel::Debug, R"([] {"level":"error"})");
    row("unknown level", R"({"@level":"loud","@message":"m"})", LogLevel::Debug,
        R"([] {"@level":"loud","@message":"m"})");
    row("cut JSON", R"({"@level":"error","@message)", LogLevel::Debug, R"([] {"@level":"error","@message)");
    row("message is not a string", R"({"@level":"error","@message":{"a":1}})", LogLevel::Error, R"([] {"a":1})");
    row("level is not a string", R"({"@level":3,"@message":"m"})", LogLevel::Debug,
        R"([] {"@level":3,"@message":"m"})");
    row("not UTF-8", "{\"@level\":\"error\",\"@message\":\"\xff\"}", LogLevel::Debug,
        QString::fromUtf8("[] {\"@level\":\"error\",\"@message\":\"\xff\"}"));
    row("prefix of Go", "[WARN] careful", LogLevel::Warning, "[] [WARN] careful");
    row("another prefix", "[warn] careful", LogLevel::Debug, "[] [warn] careful");
    row("panic", "panic: oh", LogLevel::Error, "[] panic: oh");
    row("fatal error", "fatal error: oh", LogLevel::Error, "[] fatal error: oh");
    row("deep",
        "{\"@level\":\"info\",\"@message\":\"m\",\"x\":" + QByteArray(30000, '[') + QByteArray(30000, ']') + "}",
        LogLevel::Info, "");
}

void TestOutput::readsLogLines() {
    QFETCH(QByteArray, line);
    QFETCH(QString, text);
    const LogEntry entry = parseLogLine(line.toStdString());
    QTEST(static_cast<int>(entry.level), "level");
    std::string got = "[" + entry.module + "] " + entry.text;
    for (const LogField& field : entry.fields)
        got += " " + field.name + "=" + field.value;
    if (!text.isEmpty())
        QCOMPARE(QString::fromStdString(got), text);
}

void TestOutput::keepsTheEndAndTheCrash() {
    std::vector<LogEntry> told;
    Output output("provider", "program", [&](const LogEntry& entry) { told.push_back(entry); });
    for (int i = 0; i < 20; ++i)
        output.addErrorLine("line " + std::to_string(i));
    output.addErrorLine(R"({"@level":"info","@message":"bye"})");
    output.addUnexpected("out\x01");
    QCOMPARE(told.size(), std::size_t(22));
    QCOMPARE(told.front().source, std::string("provider"));
    QCOMPARE(told.front().program, std::string("program"));
    QCOMPARE(told.back().program, std::string());
    QCOMPARE(told.back().text, std::string("unexpected data: out\\x01"));
    const std::string recent = output.recentLines();
    QVERIFY(recent.starts_with("line 11\n"));
    QVERIFY(recent.ends_with("\nline 19\nbye"));
    QVERIFY(output.takePanic().empty());
}

void TestOutput::reportsACrashOnce() {
    const Output quiet("provider", "program", {});
    QVERIFY(quiet.takePanic().empty());
    Output output("provider", "program", {});
    output.addErrorLine("before");
    output.addErrorLine("panic: oh");
    for (int i = 0; i < 200; ++i)
        output.addErrorLine("goroutine " + std::to_string(i));
    const std::string panic = output.takePanic();
    QVERIFY(panic.starts_with("panic: oh\ngoroutine 0\n"));
    QCOMPARE(std::count(panic.begin(), panic.end(), '\n'), 99);
    QVERIFY(output.takePanic().empty());
}

void TestOutput::splitsLines_data() {
    QTest::addColumn<QList<QByteArray>>("pieces");
    QTest::addColumn<QList<QByteArray>>("lines");

    using List = QList<QByteArray>;
    const int longest = static_cast<int>(planlens::system::LineSplitter::longest);
    QTest::newRow("nothing") << List{} << List{};
    QTest::newRow("one") << List{"a\n"} << List{"a"};
    QTest::newRow("several") << List{"a\nb\r\n\nc"} << List{"a", "b", "", "c"};
    QTest::newRow("in pieces") << List{"a", "b", "\nc\n", "d"} << List{"ab", "c", "d"};
    QTest::newRow("as long as may be") << List{QByteArray(longest, 'x') + "\n"} << List{QByteArray(longest, 'x')};
    QTest::newRow("longer") << List{QByteArray(longest, 'x'), "y\nz\n"} << List{QByteArray(longest, 'x'), "y", "z"};
    QTest::newRow("much longer") << List{QByteArray(longest * 2 + 3, 'x')}
                                 << List{QByteArray(longest, 'x'), QByteArray(longest, 'x'), "xxx"};
}

void TestOutput::splitsLines() {
    QFETCH(QList<QByteArray>, pieces);
    QList<QByteArray> got;
    planlens::system::LineSplitter splitter(
        [&](std::string_view line) { got.push_back(QByteArray(line.data(), static_cast<int>(line.size()))); });
    for (const QByteArray& piece : pieces)
        splitter.add(piece.toStdString());
    splitter.finish();
    QTEST(got, "lines");
}

void TestOutput::setsTheEnvironment_data() {
    QTest::addColumn<QStringList>("own");
    QTest::addColumn<QString>("certificate");
    QTest::addColumn<QString>("directory");
    QTest::addColumn<QStringList>("expected"); // in addition to the fixed variables

    QTest::newRow("nothing") << QStringList{} << ""
                             << "" << QStringList{"TF_LOG_SDK=ERROR"};
    QTest::newRow("passes on") << QStringList{"HOME=/h", "EMPTY="} << ""
                               << "" << QStringList{"HOME=/h", "EMPTY=", "TF_LOG_SDK=ERROR"};
    QTest::newRow("certificate") << QStringList{} << "PEM\nPEM"
                                 << "" << QStringList{"PLUGIN_CLIENT_CERT=PEM\nPEM", "TF_LOG_SDK=ERROR"};
    QTest::newRow("socket folder") << QStringList{} << ""
                                   << "/s" << QStringList{"PLUGIN_UNIX_SOCKET_DIR=/s", "TF_LOG_SDK=ERROR"};
    QTest::newRow("socket folder of the user") << QStringList{"PLUGIN_UNIX_SOCKET_DIR=/u"} << ""
                                               << "/s" << QStringList{"PLUGIN_UNIX_SOCKET_DIR=/u", "TF_LOG_SDK=ERROR"};
    QTest::newRow("log settings of the user") << QStringList{"TF_LOG=TRACE"} << ""
                                              << "" << QStringList{"TF_LOG=TRACE"};
    QTest::newRow("log settings of providers") << QStringList{"TF_LOG_PROVIDER=info"} << ""
                                               << "" << QStringList{"TF_LOG_PROVIDER=info"};
    QTest::newRow("log settings of the SDK") << QStringList{"TF_LOG_SDK=trace"} << ""
                                             << "" << QStringList{"TF_LOG_SDK=trace"};
    QTest::newRow("what others left") << QStringList{"PLUGIN_CLIENT_CERT=x", "PLUGIN_PROTOCOL_VERSIONS=4",
                                                     "PLUGIN_MULTIPLEX_GRPC=true"}
                                      << ""
                                      << "" << QStringList{"TF_LOG_SDK=ERROR"};
}

void TestOutput::setsTheEnvironment() {
    QFETCH(QStringList, own);
    QFETCH(QString, certificate);
    QFETCH(QString, directory);
    QFETCH(QStringList, expected);
    std::vector<std::string> given;
    for (const QString& variable : own)
        given.push_back(variable.toStdString());
    QStringList got;
    for (const std::string& variable : pluginEnvironment(given, {certificate.toStdString(), directory.toStdString()}))
        got.push_back(QString::fromStdString(variable));
    expected += {"PLUGIN_MAX_PORT=25000", "PLUGIN_MIN_PORT=10000", "PLUGIN_PROTOCOL_VERSIONS=5,6",
                 "TF_PLUGIN_MAGIC_COOKIE=d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2"};
    got.sort();
    expected.sort();
    QCOMPARE(got, expected);
}

QTEST_APPLESS_MAIN(TestOutput)
#include "tst_output.moc"
