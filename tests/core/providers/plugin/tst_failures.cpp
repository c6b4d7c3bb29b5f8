// SPDX-License-Identifier: MPL-2.0
#include "plain_plugin.h"

#include <QElapsedTimer>
#include <csignal>
#include <optional>
#include <thread>

using namespace planlens;
using namespace planlens::providers;
using namespace planlens::testing;
using namespace std::chrono_literals;
using Json = nlohmann::json;

/// Failed and stopped calls: each gives a specific diagnostic and leaves no process or file behind.
class TestFailures : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void reportsWhyACallFailed_data();
    void reportsWhyACallFailed();
    void reportsUnexpectedExits_data();
    void reportsUnexpectedExits();
    void rejectsResponsesThatAreTooLarge();
    void reportsLongErrors();
    void reportsErrorsOfSchemas_data();
    void reportsErrorsOfSchemas();
    void rejectsAttributesWithoutExactlyOneType();
    void stopCancelsReads();
    void stopPreventsFurtherCalls();
    void stopWaitsForApplyCalls();
    void forcedStopKillsThePlugin();
    void stopEndsPluginsThatHang_data();
    void stopEndsPluginsThatHang();

private:
    std::optional<testing::SocketFolder> m_sockets;
};

void TestFailures::init() {
    m_sockets.emplace();
}

void TestFailures::cleanup() {
    QVERIFY(testing::hasNoChildren());
    QCOMPARE(m_sockets->leftovers(), QStringList());
}

void TestFailures::reportsWhyACallFailed_data() {
    QTest::addColumn<int>("protocol");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("text");

    QTest::newRow("unknown") << 5 << 2
                             << "Plugin error; The plugin returned an unexpected error from "
                                "plugin.(*GRPCProvider).ReadDataSource: rpc error: code = Unknown desc = oh\n";
    QTest::newRow("unimplemented") << 5 << 12
                                   << "Unsupported plugin method; The plugin.(*GRPCProvider).ReadDataSource method is "
                                      "not supported by this plugin.\n";
    QTest::newRow("cancelled")
        << 6 << 1 << "Request cancelled; The plugin6.(*GRPCProvider).ReadDataSource request was cancelled.\n";
    QTest::newRow("internal") << 6 << 13
                              << "Plugin error; The plugin returned an unexpected error from "
                                 "plugin6.(*GRPCProvider).ReadDataSource: rpc error: code = Internal desc = oh\n";
    QTest::newRow("unavailable") << 6 << 14
                                 << "Plugin did not respond; The plugin encountered an error, and failed to respond to "
                                    "the plugin6.(*GRPCProvider).ReadDataSource call. "
                                    "The plugin logs may contain more details.\n\nThe connection to provider "
                                    "example.com/tests/test was lost, although its process is still running. "
                                    "Operations in progress may be incomplete.\n";
}

void TestFailures::reportsWhyACallFailed() {
    QFETCH(int, protocol);
    QFETCH(int, code);
    Json json = scriptAt("ReadDataSource", {{"grpc_error", {{"code", code}, {"message", "oh"}}}});
    json["protocol"] = protocol;
    const testing::TestPlugin plugin(json);
    QTEST(print(read(*plugin.start())), "text");
}

void TestFailures::reportsUnexpectedExits_data() {
    QTest::addColumn<QString>("crash");
    QTest::addColumn<QString>("ending");
    QTest::newRow("abort") << "abort"
                           << "(signal: aborted)";
    QTest::newRow("kill") << "kill"
                          << "(signal: killed)";
    QTest::newRow("segmentation fault") << "segv"
                                        << "(signal: segmentation fault)";
    QTest::newRow("exit") << "exit"
                          << "(exit status 7)";
}

void TestFailures::reportsUnexpectedExits() {
    QFETCH(QString, crash);
    QFETCH(QString, ending);
    const testing::TestPlugin plugin(
        scriptAt("ApplyResourceChange", {{"crash", crash.toStdString()}, {"exit_code", 7}}));
    const auto provider = plugin.start();
    const QString failure = print(apply(*provider));
    QVERIFY2(failure.startsWith("Plugin did not respond; The plugin encountered an error, and failed to respond to the "
                                "plugin6.(*GRPCProvider).ApplyResourceChange call."),
             qPrintable(failure));
    CONTAINS(failure, "The process of provider example.com/tests/test exited unexpectedly " + ending);
    QElapsedTimer timer;
    timer.start();
    CONTAINS(print(read(*provider)), "exited unexpectedly " + ending);
    QVERIFY(timer.elapsed() < 10000);
}

void TestFailures::rejectsResponsesThatAreTooLarge() {
    const testing::TestPlugin plugin(scriptAt("ReadDataSource", {{"oversize_mib", 260}}));
    const QString failure = print(read(*plugin.start()));
    QVERIFY2(failure.startsWith("Plugin error; The plugin returned an unexpected error from "
                                "plugin6.(*GRPCProvider).ReadDataSource: rpc error: code = ResourceExhausted"),
             qPrintable(failure));
    CONTAINS(
        failure,
        "Planlens accepts responses of up to 256 MiB. The response of provider example.com/tests/test may be larger, "
        "or the provider has too little memory or too few threads.");
}

void TestFailures::reportsLongErrors() {
    const testing::TestPlugin plugin(
        scriptAt("ReadDataSource", {{"grpc_error", {{"code", 2}, {"message", std::string(20000, 'x')}}}}));
    CONTAINS(print(read(*plugin.start())), QString(20000, 'x'));
}

void TestFailures::reportsErrorsOfSchemas_data() {
    QTest::addColumn<QByteArray>("event");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, const Json& event, const char* text) {
        QTest::newRow(name) << QByteArray::fromStdString(event.dump()) << QString(text);
    };
    row("error", {{"diagnostics", Json::array({{{"severity", "error"}, {"summary", "s"}, {"detail", "d"}}})}}, "s; d");
    row("failure", {{"grpc_error", {{"code", 2}, {"message", "oh"}}}},
        "Plugin error; The plugin returned an unexpected error from plugin6.(*GRPCProvider).getProviderSchema: rpc "
        "error: code = Unknown desc = oh");
}

void TestFailures::reportsErrorsOfSchemas() {
    QFETCH(QByteArray, event);
    QFETCH(QString, text);
    Json made = Json::parse(event.toStdString());
    made["call"] = "GetProviderSchema";
    const testing::TestPlugin plugin(script(Json::array({made})));
    const auto provider = plugin.start();
    const auto schema = provider->schema({});
    QVERIFY(!schema.isOk());
    QCOMPARE(QString::fromStdString(schema.diagnostics[0].summary + "; " + schema.diagnostics[0].detail), text);
    QVERIFY(!print(read(*provider)).isEmpty());
}

/// An attribute must have either a type or a nested type. Other errors of the schema are reported too.
void TestFailures::rejectsAttributesWithoutExactlyOneType() {
    Json made = script();
    made["schemas"]["resource_schemas"]["test_plain"]["block"]["attributes"] = {
        {"both",
         {{"type", "string"},
          {"nested_type",
           {{"nesting_mode", "single"}, {"attributes", {{"a", {{"type", "string"}, {"required", true}}}}}}},
          {"required", true},
          {"optional", true}}},
        {"none", {{"optional", true}}}};
    const testing::TestPlugin plugin(made);
    const auto provider = plugin.start();
    const auto schema = provider->schema({});
    QVERIFY(!schema.isOk());
    const QString text = QString::fromStdString(schema.diagnostics[0].summary);
    CONTAINS(text, "invalid schema for managed resource type \"test_plain\", which is a bug in the provider: 3 errors "
                   "occurred:\n");
    for (const char* problem :
         {"\n\t* both: cannot set both Optional and Required\n", "\n\t* both: Type and NestedType cannot both be set\n",
          "\n\t* none: either Type or NestedType must be defined\n"})
        CONTAINS(text, problem);
}

void TestFailures::stopCancelsReads() {
    const testing::TestPlugin plugin(scriptAt("ReadDataSource", {{"delay_ms", 60000}}));
    const auto provider = plugin.start();
    QVERIFY(provider->schema({}).isOk());
    std::stop_source stop;
    std::jthread later([&] {
        std::this_thread::sleep_for(200ms);
        stop.request_stop();
    });
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(print(read(*provider, stop.get_token())),
             QString("Request cancelled; The plugin6.(*GRPCProvider).ReadDataSource request was cancelled.\n"));
    QVERIFY(timer.elapsed() < 10000);
    QCOMPARE(plugin.calls("StopProvider").size(), std::size_t(0));
}

void TestFailures::stopPreventsFurtherCalls() {
    const testing::TestPlugin plugin(script());
    const auto provider = plugin.start();
    QVERIFY(provider->schema({}).isOk());
    std::stop_source stop;
    stop.request_stop();
    CONTAINS(print(apply(*provider, stop.get_token())), "Request cancelled");
    CONTAINS(print(read(*provider, stop.get_token())), "Request cancelled");
    QCOMPARE(plugin.calls("ApplyResourceChange").size(), std::size_t(0));
    QCOMPARE(plugin.calls("StopProvider").size(), std::size_t(0));
}

void TestFailures::stopWaitsForApplyCalls() {
    const testing::TestPlugin plugin(scriptAt("ApplyResourceChange", {{"delay_ms", 60000}}));
    const auto provider = plugin.start();
    QVERIFY(provider->schema({}).isOk());
    std::stop_source stop;
    QElapsedTimer timer;
    timer.start();
    std::vector<std::string> failures(4);
    {
        std::vector<std::jthread> threads;
        for (std::string& failure : failures)
            threads.emplace_back([&] { failure = print(apply(*provider, stop.get_token())).toStdString(); });
        std::this_thread::sleep_for(500ms);
        stop.request_stop();
    }
    QVERIFY(timer.elapsed() < 20000);
    for (const std::string& failure : failures)
        QVERIFY2(!failure.empty() && failure.find("Request cancelled") == std::string::npos,
                 failure.c_str()); // the plugin's own error
    QVERIFY(plugin.calls("StopProvider").size() >= 1);
    // The plugin is still usable.
    QCOMPARE(print(read(*provider)), QString());
}

void TestFailures::forcedStopKillsThePlugin() {
    testing::TestPlugin plugin(scriptAt("ApplyResourceChange", {{"hang", true}}));
    std::stop_source forced, stop;
    plugin.launch.forced = forced.get_token();
    const auto provider = plugin.start();
    std::jthread later([&] {
        std::this_thread::sleep_for(300ms);
        stop.request_stop();
        std::this_thread::sleep_for(100ms);
        forced.request_stop();
    });
    const QString failure = print(apply(*provider, stop.get_token()));
    CONTAINS(failure, "The process of provider example.com/tests/test was stopped on request.");
}

void TestFailures::stopEndsPluginsThatHang_data() {
    QTest::addColumn<QByteArray>("events");
    const auto row = [](const char* name, const Json& event) {
        QTest::newRow(name) << QByteArray::fromStdString(Json::array({event}).dump());
    };
    row("in a call", {{"call", "ReadDataSource"}, {"hang", true}});
    row("with closed sockets", {{"call", "ReadDataSource"}, {"close_sockets", true}});
    row("stopped by a signal", {{"call", "ReadDataSource"}, {"delay_ms", 60000}});
}

void TestFailures::stopEndsPluginsThatHang() {
    QFETCH(QByteArray, events);
    testing::TestPlugin plugin(script(Json::parse(events.toStdString())));
    plugin.launch.stopLimit = 300ms;
    QElapsedTimer timer;
    timer.start();
    {
        const auto provider = plugin.start();
        QVERIFY(provider->schema({}).isOk());
        std::stop_source stop;
        std::jthread later([&] {
            std::this_thread::sleep_for(300ms);
            if (QByteArray(QTest::currentDataTag()) == "stopped by a signal")
                ::kill(plugin.calls()[0]["pid"].get<int>(), SIGSTOP);
            stop.request_stop();
        });
        QVERIFY(!print(read(*provider, stop.get_token())).isEmpty());
    }
    QVERIFY(timer.elapsed() < 10000);
}

QTEST_APPLESS_MAIN(TestFailures)
#include "tst_failures.moc"
