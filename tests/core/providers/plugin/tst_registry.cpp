// SPDX-License-Identifier: MPL-2.0
#include "core/providers/registry.h"
#include "tests/core/providers/plugin/test_plugin.h"

#include <QtTest>

#include <csignal>
#include <fstream>
#include <thread>

using namespace planlens;
using namespace planlens::providers;
using plugin::Status;
using values::Value;
namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

const addrs::Provider test{"example.com", "tests", "test"};

Json script() {
    return Json::parse(R"({"schemas": {"resource_schemas": {"test_thing": {"version": 0, "block": {"attributes": {
        "id": {"type": "string", "computed": true}, "name": {"type": "string", "required": true}}}}}}})");
}

Value thing(const std::string& name) {
    return Value::object({{"id", Value::null(values::Type::string())}, {"name", Value::string(name)}});
}

} // namespace

/// The status of plugins as reported by the registry.
class TestPluginRegistry : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;
    fs::path root() const { return m_folder.path().toStdString(); }

    /// Returns a development override for the plugin, in a directory to which the plugin writes no log.
    CliConfig overriding(const testing::TestPlugin& plugin) const {
        const fs::path package = root() / "package";
        fs::remove_all(package);
        fs::create_directories(package);
        for (const char* name : {"terraform-provider-test", "provider.json"})
            fs::copy(plugin.launch.executable.parent_path() / name, package / name, fs::copy_options::copy_symlinks);
        CliConfig config;
        config.devOverrides = {{test, package}};
        return config;
    }

private slots:
    void reportsAComparedPackage() {
        const testing::TestPlugin plugin(script());
        const fs::path package = root() / ".terraform/providers/example.com/tests/test/1.2.3" / platform();
        fs::create_directories(package);
        fs::copy_file(fs::canonical(plugin.launch.executable), package / "terraform-provider-test_v1.2.3");
        fs::copy_file(plugin.launch.executable.parent_path() / "provider.json", package / "provider.json");
        std::ofstream(root() / ".terraform.lock.hcl")
            << "provider \"example.com/tests/test\" {\n  version = \"1.2.3\"\n  hashes = [\"" << *packageHash(package)
            << "\"]\n}\n";
        DefaultRegistry registry(root(), {});
        QVERIFY(registry.plugins().empty());
        const SelectedPackage selected = registry.packages().selected(test);
        QCOMPARE(selected.version, std::string("1.2.3"));
        QVERIFY(!selected.isUnderDevelopment);
        QCOMPARE(selected.executable, fs::absolute(package / "terraform-provider-test_v1.2.3"));
        QVERIFY(registry.start(test, {}).isOk());
        const std::vector<Status> told = registry.plugins();
        QCOMPARE(told.size(), std::size_t(1));
        QCOMPARE(told[0].version, std::string("1.2.3"));
        QVERIFY(told[0].package == Status::Package::HashMatched);
        QCOMPARE(told[0].executable, selected.executable);
    }

    void reportsHowLongAPluginRuns() {
        Json json = script();
        json["events"] = Json::array({{{"call", "ValidateResourceConfig"}, {"delay_ms", 400}}});
        const testing::TestPlugin plugin(json);
        DefaultRegistry registry({}, overriding(plugin));
        const auto before = Status::Clock::now();
        QVERIFY(registry.schema(test, {}).isOk());
        std::vector<Status> told = registry.plugins();
        QCOMPARE(told.size(), std::size_t(1));
        QVERIFY(told[0].package == Status::Package::UnderDevelopment && told[0].version.empty());
        QVERIFY(told[0].isRunning());
        QVERIFY(::kill(told[0].process, 0) == 0);
        QVERIFY(told[0].since >= before && told[0].lastCall >= told[0].since);
        QCOMPARE(told[0].calls, 0);

        auto provider = *registry.start(test, {});
        QCOMPARE(registry.plugins().size(), std::size_t(1)); // the instance started for the schema was reused
        {
            const std::jthread call([&] { provider->validateResourceConfig({"test_thing", thing("a")}, {}); });
            QTRY_COMPARE(registry.plugins()[0].calls, 1);
        }
        QCOMPARE(registry.plugins()[0].calls, 0);

        provider.reset();
        told = registry.plugins();
        QVERIFY(!told[0].isRunning());
        QVERIFY(told[0].end == Status::End::AsAsked);
        QCOMPARE(told[0].ending, std::string("exit status 0"));
        QVERIFY(::kill(told[0].process, 0) != 0);
    }

    void releasesUnusedObjects() {
        const testing::TestPlugin plugin(script());
        DefaultRegistry registry({}, overriding(plugin));
        const auto schema = registry.schema(test, {});
        QVERIFY(schema.isOk());
        registry.releaseSpares();
        QVERIFY(!registry.plugins()[0].isRunning());
        QVERIFY(*registry.schema(test, {}) == *schema);
        QCOMPARE(registry.plugins().size(), std::size_t(1)); // the schema is still cached
        const auto started = registry.start(test, {});
        QVERIFY(started.isOk());
        QVERIFY(*(*started)->schema({}) == *schema);
        QCOMPARE(plugin.calls("GetProviderSchema").size(), std::size_t(1));
    }

    void reportsHowAPluginEnded_data() {
        QTest::addColumn<QByteArray>("event");
        QTest::addColumn<bool>("isForced");
        QTest::addColumn<int>("end");
        QTest::addColumn<QString>("ending");
        QTest::newRow("crash") << QByteArray(R"({"crash": "kill"})") << false << int(Status::End::ByItself)
                               << "signal: killed";
        QTest::newRow("exit") << QByteArray(R"({"crash": "exit", "exit_code": 3})") << false
                              << int(Status::End::ByItself) << "exit status 3";
        QTest::newRow("forced") << QByteArray(R"({"hang": true})") << true << int(Status::End::Killed)
                                << "signal: killed";
    }
    void reportsHowAPluginEnded() {
        QFETCH(QByteArray, event);
        QFETCH(bool, isForced);
        QFETCH(QString, ending);
        Json json = script(), what = Json::parse(event.toStdString());
        what["call"] = "ValidateResourceConfig";
        json["events"] = Json::array({what});
        const testing::TestPlugin plugin(json);
        std::stop_source forced;
        DefaultRegistry registry({}, overriding(plugin), {}, forced.get_token());
        const auto provider = *registry.start(test, {});
        {
            const std::jthread call([&] { provider->validateResourceConfig({"test_thing", thing("a")}, {}); });
            QTRY_COMPARE(plugin.calls("ValidateResourceConfig").size(), std::size_t(1));
            if (isForced)
                forced.request_stop();
        }
        QTRY_VERIFY(registry.plugins()[0].ended);
        QTEST(int(registry.plugins()[0].end), "end");
        QCOMPARE(QString::fromStdString(registry.plugins()[0].ending), ending);
    }

    void forgetsThoseThatEndedLongAgo() {
        const testing::TestPlugin plugin(script());
        DefaultRegistry registry({}, overriding(plugin));
        const auto kept = registry.start(test, {});
        for (int i = 0; i < 25; ++i)
            QVERIFY(registry.start(test, {}).isOk());
        QVERIFY(registry.plugins().size() <= 22);
        QVERIFY(registry.plugins()[0].isRunning());
    }

    void doesNotReportProvidersThatCouldNotBeStarted() {
        fs::create_directories(root() / "empty");
        std::ofstream(root() / "empty/terraform-provider-test") << "not a program";
        CliConfig config;
        config.devOverrides = {{test, root() / "empty"}};
        DefaultRegistry registry({}, config);
        QVERIFY(!registry.start(test, {}).isOk());
        QVERIFY(registry.plugins().empty());
    }
};

QTEST_GUILESS_MAIN(TestPluginRegistry)
#include "tst_registry.moc"
