// SPDX-License-Identifier: MPL-2.0
#include "test_plugin.h"

#include <QElapsedTimer>
#include <fstream>
#include <optional>
#include <thread>

using namespace planlens;
using namespace planlens::providers;
using values::Type;
using values::Value;
using Json = nlohmann::json;

/// Plugins under load and with large data: many concurrent calls, large responses, long logs, plugins that do not end.
class TestExtremes : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void givesUpEndlessHandshakes();
    void failsAllCallsUnderWay();
    void reportsClosedSockets();
    void takesFloods();
    void acceptsLargeResponses_data();
    void acceptsLargeResponses();
    void killsPluginsThatDoNotEnd_data();
    void killsPluginsThatDoNotEnd();
    void survivesPluginsKilledFromOutside();

private:
    std::optional<testing::SocketFolder> m_sockets;
};

namespace {

const Type thingType = Type::object({{"id", Type::string()}, {"name", Type::string()}});

Json script(const Json& events = Json::array(), const Json& handshake = Json::object()) {
    const Json attributes = {{"id", {{"type", "string"}, {"computed", true}}},
                             {"name", {{"type", "string"}, {"required", true}}}};
    return {{"requires_configure", false},
            {"schemas",
             {{"resource_schemas", {{"test_thing", {{"version", 0}, {"block", {{"attributes", attributes}}}}}}}}},
            {"events", events},
            {"handshake", handshake}};
}

Value thing(Value id) {
    return Value::object({{"id", std::move(id)}, {"name", Value::string("n")}});
}

PlanResponse plan(Provider& provider, std::stop_token stop = {}) {
    return provider.planResourceChange({"test_thing",
                                        Value::null(thingType),
                                        thing(Value::null(Type::string())),
                                        thing(Value::null(Type::string())),
                                        {},
                                        {},
                                        {}},
                                       std::move(stop));
}
ApplyResponse apply(Provider& provider, std::stop_token stop = {}) {
    return provider.applyResourceChange({"test_thing",
                                         Value::null(thingType),
                                         thing(Value::unknown(Type::string())),
                                         thing(Value::null(Type::string())),
                                         {},
                                         {},
                                         {}},
                                        std::move(stop));
}

QString print(const ProviderDiagnostics& diagnostics) {
    QString result;
    for (const ProviderDiagnostic& diagnostic : diagnostics)
        result += QString::fromStdString(diagnostic.summary + ": " + diagnostic.detail + "\n");
    return result;
}
#define SAYS(diagnostics, text) QVERIFY2(print(diagnostics).contains(text), qPrintable(print(diagnostics)))

#if defined(__SANITIZE_ADDRESS__)
constexpr bool keepsFreedMemory = true;
#elif defined(__has_feature)
constexpr bool keepsFreedMemory = __has_feature(address_sanitizer);
#else
constexpr bool keepsFreedMemory = false;
#endif

/// Returns the peak memory of the process in MiB. Unavailable with AddressSanitizer, which keeps freed memory.
long peakMemory() {
    if (keepsFreedMemory)
        return 0;
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:"))
            return std::stol(line.substr(6)) / 1024;
    return 0;
}

} // namespace

void TestExtremes::init() {
    m_sockets.emplace();
}

void TestExtremes::cleanup() {
    QVERIFY2(testing::hasNoChildren(), "a process is left");
    QCOMPARE(m_sockets->leftovers(), QStringList());
}

void TestExtremes::givesUpEndlessHandshakes() {
    testing::TestPlugin plugin(
        script(Json::array(), {{"line", "1|"}, {"padding", 100000000}, {"newline", false}, {"hang", true}}));
    plugin.launch.handshakeLimit = std::chrono::milliseconds(1500);
    const long before = peakMemory();
    const auto started = providers::plugin::start(plugin.launch, {});
    QVERIFY(!started.isOk());
    QVERIFY2(started.diagnostics.toString().size() < 5000, "too long to read");
    QVERIFY2(peakMemory() - before < 50, "the line is kept");
}

void TestExtremes::failsAllCallsUnderWay() {
    const testing::TestPlugin plugin(script({{{"call", "PlanResourceChange"}, {"delay_ms", 60000}},
                                             {{"call", "ApplyResourceChange"}, {"delay_ms", 300}, {"crash", "kill"}}}));
    const auto provider = plugin.start();
    QVERIFY(provider);
    QVERIFY(provider->schema({}).isOk());
    std::vector<ProviderDiagnostics> found(8);
    {
        std::vector<std::jthread> threads;
        for (ProviderDiagnostics& diagnostics : found)
            threads.emplace_back([&] { diagnostics = plan(*provider).diagnostics; });
        SAYS(apply(*provider).diagnostics, "Plugin did not respond");
    }
    for (const ProviderDiagnostics& diagnostics : found)
        SAYS(diagnostics, "Plugin did not respond");
}

void TestExtremes::reportsClosedSockets() {
    testing::TestPlugin plugin(script({{{"call", "ApplyResourceChange"}, {"close_sockets", true}, {"after", true}}}));
    plugin.launch.stopLimit = std::chrono::milliseconds(300);
    auto provider = plugin.start();
    QVERIFY(provider);
    const ApplyResponse response = apply(*provider);
    SAYS(response.diagnostics, "Plugin did not respond");
    SAYS(response.diagnostics, "its process is still running");
    QElapsedTimer timer;
    timer.start();
    provider.reset();
    QVERIFY(timer.elapsed() < 3000);
}

void TestExtremes::takesFloods() {
    testing::TestPlugin plugin(
        script({{{"call", "PlanResourceChange"}, {"flood_stderr", 200000000}, {"stdout", std::string(1000000, 'o')}}}));
    plugin.launch.log = {};
    const auto provider = plugin.start();
    QVERIFY(provider);
    const long before = peakMemory();
    QCOMPARE(print(plan(*provider).diagnostics), QString());
    QVERIFY2(peakMemory() - before < 50, "the flood is kept");
}

void TestExtremes::acceptsLargeResponses_data() {
    QTest::addColumn<int>("mebibytes");
    QTest::addColumn<bool>("isTaken");
    QTest::newRow("5 MiB") << 5 << true;
    QTest::newRow("100 MiB") << 100 << true;
    QTest::newRow("256 MiB and what belongs to it") << 256 << false;
    QTest::newRow("600 MiB") << 600 << false;
}

void TestExtremes::acceptsLargeResponses() {
    QFETCH(int, mebibytes);
    QFETCH(bool, isTaken);
    const testing::TestPlugin plugin(
        script({{{"call", "PlanResourceChange"}, {"at", 1}, {"oversize_mib", mebibytes}}}));
    const auto provider = plugin.start();
    QVERIFY(provider);
    const ProviderDiagnostics diagnostics = plan(*provider).diagnostics;
    if (isTaken)
        QCOMPARE(print(diagnostics), QString());
    else
        SAYS(diagnostics, "Planlens accepts responses of up to 256 MiB");
    // The connection is still usable.
    QCOMPARE(print(plan(*provider).diagnostics), QString());
}

void TestExtremes::killsPluginsThatDoNotEnd_data() {
    QTest::addColumn<QString>("event");
    QTest::newRow("hangs") << R"({"call": "Shutdown", "hang": true})";
    QTest::newRow("takes long") << R"({"call": "Shutdown", "delay_ms": 60000})";
    QTest::newRow("crashes") << R"({"call": "Shutdown", "crash": "abort"})";
    QTest::newRow("has a call that hangs") << R"({"call": "StopProvider", "hang": true})";
}

void TestExtremes::killsPluginsThatDoNotEnd() {
    QFETCH(QString, event);
    testing::TestPlugin plugin(script(Json::array({Json::parse(event.toStdString())})));
    plugin.launch.stopLimit = std::chrono::milliseconds(500);
    auto provider = plugin.start();
    QVERIFY(provider);
    QCOMPARE(print(plan(*provider).diagnostics), QString());
    provider->stop();
    QElapsedTimer timer;
    timer.start();
    provider.reset();
    QVERIFY(timer.elapsed() < 3000);
}

void TestExtremes::survivesPluginsKilledFromOutside() {
    const testing::TestPlugin plugin(script({{{"call", "PlanResourceChange"}, {"delay_ms", 60000}}}));
    const auto provider = plugin.start();
    QVERIFY(provider);
    QVERIFY(provider->schema({}).isOk());
    const pid_t process = plugin.calls()[0]["pid"].get<pid_t>();
    const std::jthread killer([process] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        ::kill(process, SIGTERM);
    });
    SAYS(plan(*provider).diagnostics, "signal: terminated");
}

QTEST_APPLESS_MAIN(TestExtremes)
#include "tst_extremes.moc"
