// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/json_shapes.h"
#include "tests/app/support/project_folder.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QtTest>

#include <csignal>

using namespace planlens::testing;

namespace {

const QByteArray configuration = R"(
terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}

resource "test_thing" "first" {
  name = "first"
}

resource "test_thing" "second" {
  name = test_thing.first.id
}
)";

/// Returns a script for the test provider in which the second object fails.
QByteArray script(const QByteArray& what) {
    return R"({"schemas": {"resource_schemas": {"test_thing": {"version": 0, "block": {"attributes": {
        "id": {"type": "string", "computed": true}, "name": {"type": "string", "required": true}}}}}},
        "managed": {"test_thing": {"computed": {"id": {"$format": "id-{name}"}}}},
        "events": [{"call": "ApplyResourceChange", "when": {"name": "id-first"}, )" +
           what + "}]}";
}

/// Installs the test provider in the folder. Returns the environment that selects it.
Environment useTestProvider(const ProjectFolder& folder, const QByteArray& script) {
    for (const char* name : {"plugin", "tmp"})
        QDir(folder.path()).mkdir(name);
    folder.write("plugin/provider.json", script);
    QFile::link(PLANLENS_TEST_PROVIDER_PROGRAM, folder.path("plugin/terraform-provider-test"));
    folder.write("cli.tfrc", "provider_installation {\n  dev_overrides {\n    \"example.com/tests/test\" = \"" +
                                 folder.path("plugin").toUtf8() + "\"\n  }\n}\n");
    return {{"TF_CLI_CONFIG_FILE", folder.path("cli.tfrc")},
            {"TMPDIR", folder.path("tmp")},
            {"PLANLENS_TEST_LOG", folder.path("calls")}};
}

/// Returns a state with one resource.
QByteArray stateOf(const QByteArray& type, const QByteArray& name, const QByteArray& provider,
                   const QByteArray& instances) {
    const QByteArray head =
        R"({"version":4,"terraform_version":"1.12.6","serial":1,"lineage":"l","outputs":{},"resources":[)";
    return head + R"({"mode":"managed","type":")" + type + R"(","name":")" + name + R"(","instances":[)" + instances +
           "],\"provider\":\"provider[\\\"" + provider + "\\\"]\"}]}";
}

} // namespace

/// Applies with plugins whose process fails during the apply, or that cannot be called at all.
class TestPlugins : public QObject {
    Q_OBJECT
private slots:
    void savesWhatIsDoneWhenPluginsFail_data() {
        QTest::addColumn<QByteArray>("what");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("killed") << QByteArray(R"("crash": "kill")") << QByteArray("Plugin did not respond");
        QTest::newRow("killed when done")
            << QByteArray(R"("crash": "kill", "after": true)") << QByteArray("Plugin did not respond");
        QTest::newRow("ended") << QByteArray(R"("crash": "exit", "exit_code": 0)")
                               << QByteArray("Plugin did not respond");
        QTest::newRow("closed its sockets")
            << QByteArray(R"("close_sockets": true)") << QByteArray("Plugin did not respond");
        QTest::newRow("answers garbage") << QByteArray(R"("msgpack": "c1c1")") << QByteArray("Error: ");
        QTest::newRow("answers too much") << QByteArray(R"("oversize_mib": 300)") << QByteArray("Plugin error");
        QTest::newRow("floods its log")
            << QByteArray(R"("flood_stderr": 50000000, "grpc_error": {"code": 13, "message": "oh"})")
            << QByteArray("Plugin error");
    }

    void savesWhatIsDoneWhenPluginsFail() {
        QFETCH(QByteArray, what);
        QFETCH(QByteArray, says);
        const ProjectFolder folder(configuration);
        const Environment environment = useTestProvider(folder, script(what));
        const Ran applied = folder.planlens({"apply", "-auto-approve", "-no-color"}, environment);
        COMPARE_EXIT(applied, 1);
        QVERIFY2(applied.err.contains(says), applied.all().constData());
        if (says.startsWith("Plugin")) // the object may exist
            QVERIFY2(applied.err.contains("with test_thing.second"), applied.all().constData());
        QVERIFY2(applied.all().size() < 20000, "too much is told");

        const QJsonArray resources = parseJson(folder.read("terraform.tfstate")).toObject()["resources"].toArray();
        QVERIFY(!resources.isEmpty());
        QCOMPARE(resources[0].toObject()["name"].toString(), QString("first"));
        QVERIFY2(
            QDir(folder.path("tmp")).isEmpty(QDir::AllEntries | QDir::System | QDir::Hidden | QDir::NoDotAndDotDot),
            "something is left among temporary files");
        QStringList left = QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
        for (const char* name : {"main.tf", "plugin", "tmp", "cli.tfrc", "calls", "terraform.tfstate",
                                 "terraform.tfstate.backup", ".terraform"})
            left.removeAll(name);
        QCOMPARE(left.join(' '), QString());
        for (const QJsonObject& call : parseLines(folder.read("calls")))
            QVERIFY2(::kill(static_cast<pid_t>(call["pid"].toInt()), 0) != 0, "a plugin is left");
    }

    void endWithAKilledProgram() {
        const ProjectFolder folder(configuration);
        const Environment environment = useTestProvider(folder, script(R"("hang": true)"));
        QProcess process;
        folder.startPlanlens(process, {"apply", "-auto-approve", "-no-color"}, environment);
        QTRY_VERIFY_WITH_TIMEOUT(folder.read("calls").count("ApplyResourceChange") == 2, 60000);
        const auto plugin = static_cast<pid_t>(parseLines(folder.read("calls")).back()["pid"].toInt());
        QVERIFY(isRunning(plugin));
        process.kill();
        QVERIFY(process.waitForFinished());
        QTRY_VERIFY_WITH_TIMEOUT(!isRunning(plugin), 20000);
    }

    void reportsFailuresInEventsExceptOfDeposedObjects_data() {
        QTest::addColumn<QByteArray>("name"); // of the object that cannot be changed
        QTest::addColumn<QByteArray>("event");
        QTest::addColumn<bool>("isReported");
        const QByteArray errored = "\"type\":\"apply_errored\"", complete = "\"type\":\"apply_complete\"";
        QTest::newRow("deposed") << QByteArray("deposed") << errored << false;
        QTest::newRow("orphan") << QByteArray("orphan") << errored << true;
        QTest::newRow("created") << QByteArray("created") << errored << true;
        QTest::newRow("nothing fails") << QByteArray("none") << complete << true;
    }
    void reportsFailuresInEventsExceptOfDeposedObjects() {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, event);
        QFETCH(bool, isReported);
        const ProjectFolder folder(
            "terraform {\n  required_providers {\n    test = { source = \"example.com/tests/test\" }\n  }\n}\n"
            "resource \"test_thing\" \"a\" {\n  name = \"created\"\n}\n");
        const QByteArray head = "{\"mode\":\"managed\",\"type\":\"test_thing\",\"provider\":"
                                "\"provider[\\\"example.com/tests/test\\\"]\",\"name\":";
        folder.write(
            "terraform.tfstate",
            R"({"version":4,"terraform_version":"1.12.6","serial":1,"lineage":"l","outputs":{},"resources":[)" + head +
                "\"a\",\"instances\":[{\"schema_version\":0,\"deposed\":\"00000001\",\"attributes\":" +
                R"({"id":"d","name":"deposed"}}]},)" + head +
                "\"o\",\"instances\":[{\"schema_version\":0,\"attributes\":{\"id\":\"o\",\"name\":\"orphan\"}}]}]}");
        QByteArray events = R"({"schemas": {"resource_schemas": {"test_thing": {"version": 0, "block": {"attributes": {
            "id": {"type": "string", "computed": true}, "name": {"type": "string", "required": true}}}}}},
            "events": [{"call": "ApplyResourceChange", "when": {"name": "NAME"},
            "diagnostics": [{"severity": "error", "summary": "Refused"}]}]})";
        const Environment environment = useTestProvider(folder, events.replace("NAME", name));
        const Ran ran = folder.planlens({"apply", "-auto-approve", "-json"}, environment);
        COMPARE_EXIT(ran, name == "none" ? 0 : 1);
        QVERIFY2(ran.out.contains(event) == isReported, ran.out.constData());
        QCOMPARE(ran.out.contains("Error: Refused"), name != "none");
    }

    void countsObjectsOfAnInstanceThatAreDestroyedAtTheSameTimeOnce_data() {
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<QByteArray>("instances"); // of a resource that is not in the configuration
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("destroyed");
        const auto object = [](const QByteArray& head) {
            return "{\"schema_version\":0," + head + "\"attributes\":{\"id\":\"i\"}}";
        };
        const QByteArray current = object({}), deposed = object("\"deposed\":\"00000001\","),
                         second = object("\"deposed\":\"00000002\",");
        const QByteArray thing = "test_thing", data = "terraform_data";
        QTest::newRow("current and deposed") << thing << current + "," + deposed << QStringList() << 1;
        QTest::newRow("two deposed") << thing << deposed + "," + second << QStringList() << 1;
        QTest::newRow("three") << thing << current + "," + deposed + "," + second << QStringList() << 1;
        QTest::newRow("destroy plan") << thing << current + "," + deposed << QStringList{"-destroy"} << 1;
        QTest::newRow("one at a time") << thing << current + "," + deposed << QStringList{"-parallelism=1"} << 2;
        QTest::newRow("other instances") << thing
                                         << object("\"index_key\":\"a\",") + "," +
                                                object("\"index_key\":\"b\",\"deposed\":\"00000001\",")
                                         << QStringList() << 2;
        QTest::newRow("alone") << thing << deposed << QStringList() << 1;
        QTest::newRow("one forgotten") << thing
                                       << current + "," + object("\"skip_destroy\":true,\"deposed\":\"00000001\",")
                                       << QStringList() << 1;
        QTest::newRow("without a plugin") << data << current + "," + deposed + "," + second << QStringList() << 3;
    }
    /// As in OpenTofu, where the end of the first operation ends the operation of the instance.
    void countsObjectsOfAnInstanceThatAreDestroyedAtTheSameTimeOnce() {
        QFETCH(QByteArray, type);
        QFETCH(QByteArray, instances);
        QFETCH(QStringList, arguments);
        QFETCH(int, destroyed);
        const ProjectFolder folder(
            "terraform {\n  required_providers {\n    test = { source = \"example.com/tests/test\" }\n  }\n}\n");
        const QByteArray provider = type == "test_thing" ? "example.com/tests/test" : "terraform.io/builtin/terraform";
        const QByteArray state = stateOf(type, "a", provider, instances);
        const Environment environment = useTestProvider(folder, R"({"schemas": {"resource_schemas": {"test_thing": {
            "version": 0, "block": {"attributes": {"id": {"type": "string", "computed": true}}}}}},
            "events": [{"call": "ApplyResourceChange", "delay_ms": 300}]})");
        for (const bool inJson : {false, true}) {
            folder.write("terraform.tfstate", state);
            const Ran ran = folder.planlens(
                QStringList{"apply", "-auto-approve", inJson ? "-json" : "-no-color"} + arguments, environment);
            COMPARE_EXIT(ran, 0);
            const QByteArray total = QByteArray::number(destroyed) + " destroyed";
            QVERIFY2(ran.out.contains("Apply complete! Resources: 0 added, 0 changed, " + total), ran.out.constData());
            QCOMPARE(ran.out.count(inJson ? "\"type\":\"apply_complete\"" : "Destruction complete"), destroyed);
            QVERIFY(parseJson(folder.read("terraform.tfstate")).toObject()["resources"].toArray().isEmpty());
        }
    }

    void writesThePlanWhereOnlyTheStateNamesAMissingProvider_data() {
        QTest::addColumn<QByteArray>("name"); // of the resource in the state
        QTest::addColumn<QByteArray>("instances");
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<bool>("isWritten");
        QTest::addColumn<bool>("isApplied"); // the plan that is written is complete
        QTest::addColumn<int>("told");       // how often the missing schema is reported
        const QByteArray object = R"({"schema_version":0,"attributes":{"id":"i","name":"n"}})";
        QTest::newRow("configured with another provider")
            << QByteArray("a") << object << QStringList() << true << true << 1;
        QTest::newRow("configured, without refresh")
            << QByteArray("a") << object << QStringList{"-refresh=false"} << true << true << 1;
        QTest::newRow("no objects") << QByteArray("gone") << QByteArray() << QStringList() << true << false << 2;
        QTest::newRow("no objects, destroyed")
            << QByteArray("gone") << QByteArray() << QStringList{"-destroy", "-refresh=false"} << true << false << 3;
        QTest::newRow("no objects, refresh only")
            << QByteArray("gone") << QByteArray() << QStringList{"-refresh-only"} << true << false << 2;
        QTest::newRow("not configured") << QByteArray("gone") << object << QStringList() << false << false << 0;
        QTest::newRow("not configured, deposed")
            << QByteArray("gone")
            << QByteArray(R"({"schema_version":0,"deposed":"00000001","attributes":{"id":"i","name":"n"}})")
            << QStringList{"-refresh=false"} << false << false << 0;
    }
    /// As in OpenTofu, which needs its schemas only for showing the plan.
    void writesThePlanWhereOnlyTheStateNamesAMissingProvider() {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, instances);
        QFETCH(QStringList, arguments);
        QFETCH(bool, isWritten);
        QFETCH(bool, isApplied);
        QFETCH(int, told);
        const ProjectFolder folder(
            "terraform {\n  required_providers {\n    test = { source = \"example.com/tests/test\" }\n  }\n}\n"
            "resource \"test_thing\" \"a\" {\n  name = \"new\"\n}\n");
        folder.write("terraform.tfstate", stateOf("test_thing", name, "example.com/old/test", instances));
        const Environment environment = useTestProvider(folder, script(R"("crash": "kill")"));
        const Ran planned = folder.planlens(QStringList{"plan", "-no-color", "-out=plan.bin"} + arguments, environment);
        COMPARE_EXIT(planned, 1);
        QCOMPARE(QFile::exists(folder.path("plan.bin")), isWritten);
        QCOMPARE(planned.err.count("Error: Failed to load plugin schemas"), told);
        QCOMPARE(planned.err.count("Error: "), std::max(told, 1));
        QVERIFY2(!planned.out.contains("Plan: "), planned.out.constData());
        if (isWritten)
            COMPARE_EXIT(folder.planlens({"apply", "-no-color", "plan.bin"}, environment), isApplied ? 0 : 1);
    }

    /// The library for plugin connections is missing.
    void plansWithoutPluginsWhereTheLibraryForThemIsMissing() {
        const ProjectFolder folder(configuration);
        const Environment environment = useTestProvider(folder, script(R"("crash": "kill")"));
        QVERIFY(QDir(folder.path()).mkdir("bin"));
        const QString program = folder.path("bin/planlens-cli");
        QVERIFY(QFile::copy(PLANLENS_CLI, program));
        const Ran failed = folder.program(program, {"plan", "-no-color"}, environment);
        COMPARE_EXIT(failed, 1);
        QVERIFY2(failed.err.contains("lib/planlens/libplanlens-grpc.so") && failed.err.contains("Reinstall Planlens"),
                 failed.all().constData());
        folder.write("main.tf", "resource \"terraform_data\" \"own\" {}\n");
        COMPARE_EXIT(folder.program(program, {"plan", "-no-color"}, environment), 0);
    }
};

QTEST_GUILESS_MAIN(TestPlugins)
#include "tst_plugins.moc"
