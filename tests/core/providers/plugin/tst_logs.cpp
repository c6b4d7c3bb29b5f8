// SPDX-License-Identifier: MPL-2.0
#include "plain_plugin.h"

#include <algorithm>
#include <optional>

using namespace planlens;
using namespace planlens::providers;
using namespace planlens::testing;
using Json = nlohmann::json;

/// What plugins log and print, also while they crash.
class TestLogs : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void passesOnLogsAndOutput();
    void readsFloodsOfLogs();
    void showsACrashOnce();

private:
    std::optional<testing::SocketFolder> m_sockets;
};

void TestLogs::init() {
    m_sockets.emplace();
}

void TestLogs::cleanup() {
    QVERIFY(testing::hasNoChildren());
    QCOMPARE(m_sockets->leftovers(), QStringList());
}

void TestLogs::passesOnLogsAndOutput() {
    Json json = script();
    json["handshake"] = {{"serves_stdio", true}, {"stdio", "printed\n"}};
    json["events"] =
        Json::array({{{"call", "ReadDataSource"},
                      {"stderr", "{\"@level\":\"warn\",\"@message\":\"careful\",\"@module\":\"m\",\"k\":1}\n"},
                      {"stdout", "loud\n"}}});
    const testing::TestPlugin plugin(json);
    auto provider = plugin.start();
    read(*provider);
    // Output on the stream arrives asynchronously.
    QTRY_VERIFY(std::ranges::any_of(
        plugin.log(), [](const plugin::LogEntry& entry) { return entry.text.find("printed") != std::string::npos; }));
    provider.reset();
    QStringList log;
    for (const plugin::LogEntry& entry : plugin.log())
        log.push_back(
            QString::fromStdString(entry.source + " " + entry.program + " " + entry.module + ": " + entry.text) +
            (entry.fields.empty() ? ""
                                  : QString::fromStdString(" " + entry.fields[0].name + "=" + entry.fields[0].value)));
    QVERIFY2(log.contains("example.com/tests/test terraform-provider-test m: careful k=1"), qPrintable(log.join('\n')));
    QVERIFY2(log.contains("example.com/tests/test  : unexpected data: loud"), qPrintable(log.join('\n')));
    QVERIFY2(log.filter("printed").size() == 1, qPrintable(log.join('\n')));
}

void TestLogs::readsFloodsOfLogs() {
    const testing::TestPlugin plugin(scriptAt("ReadDataSource", {{"flood_stderr", 20000000}}));
    const auto provider = plugin.start();
    QCOMPARE(print(read(*provider)), QString());
    QCOMPARE(print(read(*provider)), QString());
}

void TestLogs::showsACrashOnce() {
    const testing::TestPlugin plugin(scriptAt(
        "ReadDataSource",
        {{"stderr", "panic: oh\n\ngoroutine 1 [running]:\nmain.main()\n"}, {"crash", "exit"}, {"exit_code", 2}}));
    const auto provider = plugin.start();
    const QString failure = print(read(*provider));
    CONTAINS(failure, "Stack trace from the terraform-provider-test plugin:\n\npanic: oh\n\ngoroutine 1 "
                      "[running]:\nmain.main()\n\nError: The terraform-provider-test plugin crashed!");
    QVERIFY(!print(read(*provider)).contains("panic"));
}

QTEST_APPLESS_MAIN(TestLogs)
#include "tst_logs.moc"
