// SPDX-License-Identifier: MPL-2.0
#include "plain_plugin.h"

#include <QElapsedTimer>
#include <optional>
#include <thread>

using namespace planlens;
using namespace planlens::providers;
using namespace planlens::testing;
using namespace std::chrono_literals;
using Json = nlohmann::json;

/// Starts plugin processes in all situations: they work, or a specific diagnostic says why not and nothing is left.
class TestStarting : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void checkNoticesLeftovers_data();
    void checkNoticesLeftovers();
    void reportsWhyAPluginDoesNotStart_data();
    void reportsWhyAPluginDoesNotStart();
    void startsDespite_data();
    void startsDespite();
    void findsSocketsInAnyDirectory_data();
    void findsSocketsInAnyDirectory();
    void rejectsUnencryptedConnections();
    void stopCancelsStarting();

private:
    std::optional<testing::SocketFolder> m_sockets;
};

namespace {

QString startFailure(const plugin::Launch& launch, std::stop_token stop = {}) {
    const auto started = plugin::start(launch, std::move(stop));
    if (started.isOk() || started.diagnostics.size() != 1)
        return {};
    return QString::fromStdString(started.diagnostics[0].summary + "; " + started.diagnostics[0].detail);
}

} // namespace

void TestStarting::init() {
    m_sockets.emplace();
}

void TestStarting::cleanup() {
    QVERIFY(testing::hasNoChildren());
    QCOMPARE(m_sockets->leftovers(), QStringList());
}

/// The check after each test fails for each leftover, and if it cannot check anything.
void TestStarting::checkNoticesLeftovers_data() {
    QTest::addColumn<QString>("situation");
    QTest::addColumn<bool>("isNoticed");
    QTest::newRow("nothing left") << "" << false;
    QTest::newRow("running plugin") << "plugin" << true;
    QTest::newRow("hidden file") << "file" << true;
    QTest::newRow("folder removed") << "removed" << true;
    QTest::newRow("another folder in TMPDIR") << "moved" << true;
    QTest::newRow("no TMPDIR") << "unset" << true;
}

void TestStarting::checkNoticesLeftovers() {
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

void TestStarting::reportsWhyAPluginDoesNotStart_data() {
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
    row("no listener", {{"line", "1|6|unix|/none/such|grpc|{certificate}"}},
        "the plugin does not respond at the address that it announced", "");
    row("a file and no socket", {{"line", "1|6|unix|/etc/passwd|grpc|{certificate}"}},
        "the plugin does not respond at the address that it announced", "");
    row("another certificate",
        {{"line", "1|6|{network}|{path}|grpc|MIIBtjCCAV2gAwIBAgIUBrokenBrokenBrokenBrokenBrokenBroken"}},
        "error parsing server cert: malformed certificate;", "");
    row("ends after it", {{"exit", 1}}, "", "");
}

void TestStarting::reportsWhyAPluginDoesNotStart() {
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

void TestStarting::startsDespite_data() {
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

void TestStarting::startsDespite() {
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

void TestStarting::findsSocketsInAnyDirectory_data() {
    QTest::addColumn<QString>("folder");
    QTest::addColumn<bool>("isOurs");
    QTest::newRow("marks of a URI") << "a%41b#c?d" << true;
    QTest::newRow("space and another script") << QString::fromUtf8("ä b") << true;
    QTest::newRow("a folder of the user's") << "u%41" << false;
    QTest::newRow("too long for a socket") << QString(90, 'x') << true;
}

void TestStarting::findsSocketsInAnyDirectory() {
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

void TestStarting::rejectsUnencryptedConnections() {
    Json json = script();
    json["handshake"] = {{"line", "1|6|{network}|{path}|grpc|"}};
    const testing::TestPlugin plugin(json);
    const QString failure = startFailure(plugin.launch);
    CONTAINS(failure, "the plugin does not encrypt its connection; ");
    CONTAINS(failure, "TF_DISABLE_PLUGIN_TLS");
}

void TestStarting::stopCancelsStarting() {
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

QTEST_APPLESS_MAIN(TestStarting)
#include "tst_starting.moc"
