// SPDX-License-Identifier: MPL-2.0
#include "test_plugin.h"

#include <QElapsedTimer>
#include <csignal>
#include <optional>
#include <thread>

using namespace planlens;
using namespace planlens::providers;
using namespace std::chrono_literals;
using values::Type;
using values::Value;
using Json = nlohmann::json;

/// Failures of plugin processes: each one gives a specific diagnostic and leaves no process or file behind.
class TestFailures : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void noticesSocketsThatAreLeft_data();
    void noticesSocketsThatAreLeft();
    void saysWhyAPluginDoesNotStart_data();
    void saysWhyAPluginDoesNotStart();
    void startsInSpiteOf_data();
    void startsInSpiteOf();
    void findsSocketsWhereverTheyAre_data();
    void findsSocketsWhereverTheyAre();
    void refusesAPluginThatDoesNotEncrypt();
    void stopsStarting();
    void saysWhyACallFailed_data();
    void saysWhyACallFailed();
    void saysThatAPluginHasEnded_data();
    void saysThatAPluginHasEnded();
    void showsACrashOnce();
    void refusesAnswersThatAreTooLarge();
    void takesLongErrors();
    void readsFloodsOfLogs();
    void saysWhatIsWrongWithASchema_data();
    void saysWhatIsWrongWithASchema();
    void refusesSchemasWithoutOneType();
    void givesUpReadingAtOnce();
    void doesNotBeginWhatIsStopped();
    void waitsForApplyingToComeToAnEnd();
    void killsWhenForced();
    void endsPluginsThatHang_data();
    void endsPluginsThatHang();

private:
    std::optional<testing::SocketFolder> m_sockets;
};

namespace {

Json script(Json events = Json::array()) {
    const Json plain = {{"version", 0},
                        {"block", {{"attributes", {{"name", {{"type", "string"}, {"optional", true}}}}}}}};
    return {
        {"requires_configure", false},
        {"schemas", {{"resource_schemas", {{"test_plain", plain}}}, {"data_source_schemas", {{"test_plain", plain}}}}},
        {"events", std::move(events)}};
}
Json scriptAt(const char* call, Json more) {
    more["call"] = call;
    return script(Json::array({std::move(more)}));
}

const Value config = Value::object({{"name", Value::string("a")}});

ProviderDiagnostics read(Provider& provider, std::stop_token stop = {}) {
    return provider.readDataSource({"test_plain", config, Value()}, std::move(stop)).diagnostics;
}
ProviderDiagnostics apply(Provider& provider, std::stop_token stop = {}) {
    return provider
        .applyResourceChange({"test_plain", Value::null(config.type()), config, config, "", Value(), Value()},
                             std::move(stop))
        .diagnostics;
}

QString print(const ProviderDiagnostics& diagnostics) {
    QString result;
    for (const ProviderDiagnostic& d : diagnostics)
        result += QString::fromStdString(d.summary + "; " + d.detail + "\n");
    return result;
}

QString startFailure(const plugin::Launch& launch, std::stop_token stop = {}) {
    const auto started = plugin::start(launch, std::move(stop));
    if (started.isOk() || started.diagnostics.size() != 1)
        return {};
    return QString::fromStdString(started.diagnostics[0].summary + "; " + started.diagnostics[0].detail);
}

#define CONTAINS(text, part) QVERIFY2((text).contains(part), qPrintable(text))

} // namespace

void TestFailures::init() {
    m_sockets.emplace();
}

void TestFailures::cleanup() {
    QVERIFY(testing::hasNoChildren());
    QCOMPARE(m_sockets->leftovers(), QStringList());
}

/// The check after each test fails for each leftover, and if it cannot check anything.
void TestFailures::noticesSocketsThatAreLeft_data() {
    QTest::addColumn<QString>("situation");
    QTest::addColumn<bool>("isNoticed");
    QTest::newRow("nothing left") << "" << false;
    QTest::newRow("running plugin") << "plugin" << true;
    QTest::newRow("hidden file") << "file" << true;
    QTest::newRow("folder removed") << "removed" << true;
    QTest::newRow("another folder in TMPDIR") << "moved" << true;
    QTest::newRow("no TMPDIR") << "unset" << true;
}

void TestFailures::noticesSocketsThatAreLeft() {
    QFETCH(QString, situation);
    const testing::TestPlugin plugin(script());
    const testing::SocketFolder sockets;
    QVERIFY2(sockets.leftovers().isEmpty(), qPrintable(sockets.leftovers().join('\n')));
    const QString folder = qEnvironmentVariable("TMPDIR");
    testing::ScopedEnvironment environment;
    std::shared_ptr<Provider> provider;
    if (situation == "plugin")
        provider = plugin.start();
    else if (situation == "file")
        QVERIFY(QFile(folder + "/.left").open(QIODevice::WriteOnly));
    else if (situation == "removed")
        QVERIFY(QDir().rmdir(folder));
    else if (situation == "moved")
        environment.set("TMPDIR", "/tmp");
    else if (situation == "unset")
        environment.unset("TMPDIR");
    QTEST(!sockets.leftovers().isEmpty(), "isNoticed");
}

void TestFailures::saysWhyAPluginDoesNotStart_data() {
    QTest::addColumn<QByteArray>("handshake");
    QTest::addColumn<QString>("error");
    QTest::addColumn<QString>("advice");

    const auto row = [](const char* name, const Json& handshake, const char* error, const char* advice) {
        QTest::newRow(name) << QByteArray::fromStdString(handshake.dump()) << QString(error) << QString(advice);
    };
    row("ends", {{"line", ""}, {"newline", false}, {"exit", 3}, {"stderr", "no such thing\n"}},
        "Unrecognized remote plugin message: \nFailed to read any lines from plugin's stdout\nThis usually means\n",
        "The plugin exited (exit status 3). ");
    row("ends in silence", {{"line", ""}, {"newline", false}, {"exit", 0}},
        "Unrecognized remote plugin message: \nFailed to read any lines from plugin's stdout\nThis usually means\n",
        "(exit status 0)");
    row("says why it ends", {{"line", ""}, {"newline", false}, {"exit", 1}, {"stderr", "no such thing\n"}},
        "Unrecognized", "The plugin wrote:\n\nno such thing");
    row("another program", {{"line", "usage: test [-v]"}},
        "Unrecognized remote plugin message: usage: test [-v]\nThis usually means\n",
        "Check that the installed file is a provider plugin");
    row("no line break and an end", {{"line", "1|5"}, {"newline", false}, {"exit", 1}},
        "Unrecognized remote plugin message: 1|5\n", "");
    row("endless line", {{"line", ""}, {"newline", false}, {"padding", 1000000}},
        "Unrecognized remote plugin message: xxx", "");
    row("old protocol", {{"line", "1|4|{network}|{path}|grpc|{certificate}"}},
        "incompatible API version with plugin. Plugin version: 4, Client versions: [5 6];",
        "the plugin protocols 5 and 6");
    row("no gRPC", {{"line", "1|5|{network}|{path}"}}, "unsupported plugin protocol \"netrpc\". Supported: [grpc];",
        "");
    row("says nothing", {{"line", ""}, {"newline", false}, {"hang", true}},
        "timeout while waiting for plugin to start;", "");
    row("closes its output", {{"line", ""}, {"newline", false}, {"close_stdout", true}, {"hang", true}},
        "timeout while waiting for plugin to start;", "");
    row("nobody listens", {{"line", "1|6|unix|/none/such|grpc|{certificate}"}},
        "the plugin does not respond at the address that it announced", "");
    row("a file and no socket", {{"line", "1|6|unix|/etc/passwd|grpc|{certificate}"}},
        "the plugin does not respond at the address that it announced", "");
    row("another certificate",
        {{"line", "1|6|{network}|{path}|grpc|MIIBtjCCAV2gAwIBAgIUBrokenBrokenBrokenBrokenBrokenBroken"}},
        "error parsing server cert: malformed certificate;", "");
    row("ends after it", {{"exit", 1}}, "", "");
}

void TestFailures::saysWhyAPluginDoesNotStart() {
    QFETCH(QByteArray, handshake);
    QFETCH(QString, error);
    QFETCH(QString, advice);
    Json json = script();
    json["handshake"] = Json::parse(handshake.toStdString());
    testing::TestPlugin plugin(json);
    if (json["handshake"].contains("hang"))
        plugin.launch.handshakeLimit = 300ms;
    QElapsedTimer timer;
    timer.start();
    const QString failure = startFailure(plugin.launch);
    QVERIFY2(failure.startsWith(error), qPrintable(failure));
    CONTAINS(failure, "; Provider example.com/tests/test is the program " +
                          QString::fromStdString(plugin.launch.executable.string()) + ".");
    CONTAINS(failure, advice);
    QVERIFY(timer.elapsed() < 20000);
    QVERIFY(QFile::exists("/etc/passwd"));
}

void TestFailures::startsInSpiteOf_data() {
    QTest::addColumn<QByteArray>("handshake");
    const auto row = [](const char* name, const Json& handshake) {
        QTest::newRow(name) << QByteArray::fromStdString(handshake.dump());
    };
    row("flood of logs", {{"flood_stderr", 5000000}});
    row("delay", {{"delay_ms", 300}});
    row("closed output", {{"close_stdout", true}});
    row("tcp", {{"network", "tcp"}});
    row("proxies", {{"network", "tcp"}});
}

void TestFailures::startsInSpiteOf() {
    QFETCH(QByteArray, handshake);
    Json json = script();
    json["handshake"] = Json::parse(handshake.toStdString());
    const testing::TestPlugin plugin(json);
    testing::ScopedEnvironment environment;
    for (const char* proxy : {"http_proxy", "https_proxy", "grpc_proxy"})
        environment.set(proxy, "http://127.0.0.1:1");
    const auto provider = plugin.start();
    QVERIFY(provider);
    QCOMPARE(print(read(*provider)), QString());
}

void TestFailures::findsSocketsWhereverTheyAre_data() {
    QTest::addColumn<QString>("folder");
    QTest::addColumn<bool>("isOurs");
    QTest::newRow("marks of a URI") << "a%41b#c?d" << true;
    QTest::newRow("space and another script") << QString::fromUtf8("ä b") << true;
    QTest::newRow("a folder of the user's") << "u%41" << false;
    QTest::newRow("too long for a socket") << QString(90, 'x') << true;
}

void TestFailures::findsSocketsWhereverTheyAre() {
    QFETCH(QString, folder);
    QFETCH(bool, isOurs);
    const QTemporaryDir around;
    const QString path = around.filePath(folder);
    QVERIFY(QDir().mkdir(path));
    {
        const testing::ScopedEnvironment environment(isOurs ? "TMPDIR" : "PLUGIN_UNIX_SOCKET_DIR", path.toUtf8());
        const testing::TestPlugin plugin(script());
        const auto provider = plugin.start();
        QVERIFY(provider);
        QCOMPARE(print(read(*provider)), QString());
    }
    QVERIFY(QDir(path).isEmpty(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot));
}

void TestFailures::refusesAPluginThatDoesNotEncrypt() {
    Json json = script();
    json["handshake"] = {{"line", "1|6|{network}|{path}|grpc|"}};
    const testing::TestPlugin plugin(json);
    const QString failure = startFailure(plugin.launch);
    CONTAINS(failure, "the plugin does not encrypt its connection; ");
    CONTAINS(failure, "TF_DISABLE_PLUGIN_TLS");
}

void TestFailures::stopsStarting() {
    Json json = script();
    json["handshake"] = {{"delay_ms", 60000}};
    testing::TestPlugin plugin(json);
    for (const bool isForced : {false, true}) {
        std::stop_source stop;
        if (isForced)
            plugin.launch.forced = stop.get_token();
        std::jthread later([&] {
            std::this_thread::sleep_for(100ms);
            stop.request_stop();
        });
        QElapsedTimer timer;
        timer.start();
        CONTAINS(startFailure(plugin.launch, isForced ? std::stop_token() : stop.get_token()),
                 "the start was cancelled");
        QVERIFY(timer.elapsed() < 20000);
    }
}

void TestFailures::saysWhyACallFailed_data() {
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

void TestFailures::saysWhyACallFailed() {
    QFETCH(int, protocol);
    QFETCH(int, code);
    Json json = scriptAt("ReadDataSource", {{"grpc_error", {{"code", code}, {"message", "oh"}}}});
    json["protocol"] = protocol;
    const testing::TestPlugin plugin(json);
    QTEST(print(read(*plugin.start())), "text");
}

void TestFailures::saysThatAPluginHasEnded_data() {
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

void TestFailures::saysThatAPluginHasEnded() {
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

void TestFailures::showsACrashOnce() {
    const testing::TestPlugin plugin(scriptAt(
        "ReadDataSource",
        {{"stderr", "panic: oh\n\ngoroutine 1 [running]:\nmain.main()\n"}, {"crash", "exit"}, {"exit_code", 2}}));
    const auto provider = plugin.start();
    const QString failure = print(read(*provider));
    CONTAINS(failure, "Stack trace from the terraform-provider-test plugin:\n\npanic: oh\n\ngoroutine 1 "
                      "[running]:\nmain.main()\n\nError: The terraform-provider-test plugin crashed!");
    QVERIFY(!print(read(*provider)).contains("panic"));
}

void TestFailures::refusesAnswersThatAreTooLarge() {
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

void TestFailures::takesLongErrors() {
    const testing::TestPlugin plugin(
        scriptAt("ReadDataSource", {{"grpc_error", {{"code", 2}, {"message", std::string(20000, 'x')}}}}));
    CONTAINS(print(read(*plugin.start())), QString(20000, 'x'));
}

void TestFailures::readsFloodsOfLogs() {
    const testing::TestPlugin plugin(scriptAt("ReadDataSource", {{"flood_stderr", 20000000}}));
    const auto provider = plugin.start();
    QCOMPARE(print(read(*provider)), QString());
    QCOMPARE(print(read(*provider)), QString());
}

void TestFailures::saysWhatIsWrongWithASchema_data() {
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

void TestFailures::saysWhatIsWrongWithASchema() {
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
void TestFailures::refusesSchemasWithoutOneType() {
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

void TestFailures::givesUpReadingAtOnce() {
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

void TestFailures::doesNotBeginWhatIsStopped() {
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

void TestFailures::waitsForApplyingToComeToAnEnd() {
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

void TestFailures::killsWhenForced() {
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

void TestFailures::endsPluginsThatHang_data() {
    QTest::addColumn<QByteArray>("events");
    const auto row = [](const char* name, const Json& event) {
        QTest::newRow(name) << QByteArray::fromStdString(Json::array({event}).dump());
    };
    row("in a call", {{"call", "ReadDataSource"}, {"hang", true}});
    row("with closed sockets", {{"call", "ReadDataSource"}, {"close_sockets", true}});
    row("stopped by a signal", {{"call", "ReadDataSource"}, {"delay_ms", 60000}});
}

void TestFailures::endsPluginsThatHang() {
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
