// SPDX-License-Identifier: MPL-2.0
#include "tests/app/faults/traced_writes.h"
#include "tests/app/support/json_shapes.h"
#include "tests/app/support/project_folder.h"

#include <QDir>
#include <QFile>
#include <QJsonObject>
#include <QStandardPaths>
#include <QtTest>

using namespace planlens::testing;

namespace {

const QByteArray script = R"({
  "schemas": {"resource_schemas": {"test_thing": {"version": 0, "block": {"attributes": {
    "id": {"type": "string", "computed": true}, "name": {"type": "string", "required": true},
    "born": {"type": "string", "required": true}, "text": {"type": "string", "optional": true}}}}}},
  "managed": {"test_thing": {"computed": {"id": {"$format": "{name}@{born}"}}, "replace_on": ["born"]}}
})";

/// Returns a configuration whose second round creates, updates, replaces and destroys.
QByteArray configurationOf(const QByteArray& round) {
    const auto thing = [](const QByteArray& label, const QByteArray& born, const QByteArray& text) {
        return "resource \"test_thing\" \"" + label + "\" {\n  name = \"" + label + "\"\n  born = \"" + born +
               "\"\n  text = \"" + text + "\"\n}\n";
    };
    return "terraform {\n  required_providers {\n    test = { source = \"example.com/tests/test\" }\n  }\n}\n" +
           thing("kept", "0", "0") + thing("changed", "0", round) + thing("replaced", round, "0") +
           thing("round" + round, "0", "0");
}

} // namespace

/// The power fails at each moment of an apply. Its writes and syncs are recorded, and each prefix of them is replayed
/// on a disk that may have lost or reordered writes that were not synced.
class TestPowerLoss : public QObject {
    Q_OBJECT

    int m_disks = 0;

    /// Returns a description of the first problem of a disk, or nothing.
    static QString problemOf(const Files& disk, const ProjectFolder& origin, const Environment& environment) {
        const ProjectFolder folder;
        for (const char* name : {"main.tf", "cli.tfrc"})
            folder.write(name, origin.read(name));
        for (auto file = disk.cbegin(); file != disk.cend(); ++file)
            folder.write(file.key(), file.value());
        Environment here = environment;
        here["PLANLENS_TEST_STORE"] = folder.path("store");
        const Ran shown = folder.planlens({"show", "-no-color"}, here);
        if (shown.exitCode != 0 || !shown.out.contains("\"kept@0\""))
            return "the state cannot be read: " + QString::fromUtf8(shown.all());
        const QByteArray journal = folder.read("terraform.tfstate.planlens-journal");
        const QByteArray known = folder.read("terraform.tfstate") + journal + shown.all();
        const QJsonObject objects = parseJson(disk.value("store")).toObject()["test_thing"].toObject();
        for (auto it = objects.begin(); it != objects.end(); ++it) {
            const QByteArray address = "test_thing." + it.value().toObject()["name"].toString().toUtf8();
            if (!known.contains('"' + it.key().toUtf8() + '"') && !journal.contains(address))
                return "the object " + it.key() + " is neither in the state nor in the journal";
        }
        return {};
    }

private slots:
    void losesNoObject_data() {
        QTest::addColumn<int>("loss");
        QTest::newRow("everything that is not synced") << int(Loss::All);
        QTest::newRow("contents, but not names") << int(Loss::Contents);
        QTest::newRow("names, but not contents") << int(Loss::Names);
        QTest::newRow("some contents") << int(Loss::Some);
        QTest::newRow("nothing") << int(Loss::Nothing);
    }
    void losesNoObject() {
        QFETCH(int, loss);
        if (!canTrace())
            QSKIP("strace is not installed, or may not trace");
        const ProjectFolder plugin, folder;
        plugin.write("provider.json", script);
        QFile::link(PLANLENS_TEST_PROVIDER_PROGRAM, plugin.path("terraform-provider-test"));
        folder.write("cli.tfrc", "provider_installation {\n  dev_overrides {\n    \"example.com/tests/test\" = \"" +
                                     plugin.path().toUtf8() + "\"\n  }\n}\n");
        folder.write("main.tf", configurationOf("1"));
        const Environment environment{{"TF_CLI_CONFIG_FILE", folder.path("cli.tfrc")},
                                      {"PLANLENS_TEST_STORE", folder.path("store")}};
        COMPARE_EXIT(folder.planlens({"apply", "-auto-approve"}, environment), 0);
        folder.write("main.tf", configurationOf("2"));
        Files before;
        for (const char* name : {"terraform.tfstate", "store"})
            before[name] = folder.read(name);
        const ProjectFolder traces;
        const Ran applied = traced(folder, {"apply", "-auto-approve", "-no-color"}, traces.path("trace"), environment);
        COMPARE_EXIT(applied, 0);
        const std::vector<DiskCall> calls = diskCallsOf(traces.read("trace"), folder.path());
        QVERIFY2(calls.size() > 20, qPrintable(QString::number(calls.size())));
        QStringList problems;
        Files last;
        for (std::size_t count = 0; count <= calls.size(); ++count) {
            // What a provider has made does not depend on the power of this machine.
            const Files disk = diskAfter(before, {calls.data(), count}, Loss(loss), "store");
            if (std::exchange(last, disk) == disk)
                continue;
            ++m_disks;
            if (const QString problem = problemOf(disk, folder, environment); !problem.isEmpty())
                problems += QStringLiteral("after %1 of %2 calls, the next is %3: ")
                                .arg(count)
                                .arg(calls.size())
                                .arg(count < calls.size() ? calls[count].toString() : QString()) +
                            problem;
        }
        QVERIFY2(problems.isEmpty(), qPrintable(problems.join("\n---\n").left(8000)));
    }
    void cleanupTestCase() { qInfo("%d disks", m_disks); }
};

QTEST_GUILESS_MAIN(TestPowerLoss)
#include "tst_power_loss.moc"
