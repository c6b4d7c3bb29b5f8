// SPDX-License-Identifier: MPL-2.0
// Commands that change states on a server, with the backend "http". tofu is not needed.
#include "tests/app/states/state_of_kinds.h"
#include "tests/app/support/json_shapes.h"
#include "tests/app/support/project_folder.h"
#include "tests/app/support/state_server.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QtTest>

using namespace planlens::testing;

namespace {

/// A folder that was initialized for the server, whose state is stateOfKinds().
class ServerFolder : public ProjectFolder {
public:
    explicit ServerFolder(StateServer& server) {
        server.setState(stateOfKinds());
        write("main.tf", "terraform {\n  backend \"http\" {\n" + server.backend() + "  }\n}\n");
        write(".terraform/terraform.tfstate", initialized(server));
    }
};

int serialOf(const StateServer& server) {
    return parseJson(server.state()).toObject()["serial"].toInt();
}

} // namespace

class TestStateServers : public QObject {
    Q_OBJECT
private slots:
    void changesStates_data() {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QByteArray>("output");
        QTest::addColumn<int>("resources"); // afterwards
        const auto row = [](const QStringList& command, const char* output, int resources) {
            QTest::newRow(qPrintable(command.join(u' '))) << command << QByteArray(output) << resources;
        };
        row({"state", "rm", "terraform_data.a"},
            "Removed terraform_data.a\nSuccessfully removed 1 resource instance(s).\n", 10);
        row({"state", "rm", "-lock=false", "terraform_data.a"},
            "Removed terraform_data.a\nSuccessfully removed 1 resource instance(s).\n", 10);
        row({"state", "mv", "terraform_data.a", "terraform_data.x"},
            "Move \"terraform_data.a\" to \"terraform_data.x\"\nSuccessfully moved 1 object(s).\n", 11);
        row({"state", "mv", "-state-out=local.tfstate", "terraform_data.a", "terraform_data.x"},
            "Move \"terraform_data.a\" to \"terraform_data.x\"\nSuccessfully moved 1 object(s).\n", 10);
        row({"taint", "terraform_data.a"}, "Resource instance terraform_data.a has been marked as tainted.\n", 11);
        row({"untaint", "terraform_data.t"}, "Resource instance terraform_data.t has been successfully untainted.\n",
            11);
    }
    void changesStates() {
        QFETCH(QStringList, command);
        QFETCH(QByteArray, output);
        QFETCH(int, resources);
        StateServer server;
        const ServerFolder folder(server);
        const Ran ran = folder.planlens(command);
        COMPARE_EXIT(ran, 0);
        QCOMPARE(ran.out, output);
        QCOMPARE(parseJson(server.state()).toObject()["resources"].toArray().size(), resources);
        QCOMPARE(serialOf(server), 8);
        QCOMPARE(server.writes(), 1);
        QVERIFY(server.lock().isEmpty());
        QVERIFY(!folder.has("terraform.tfstate"));
    }

    void changesNothingInErrors_data() {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QByteArray>("error");
        const auto row = [](const QStringList& command, const char* error) {
            QTest::newRow(qPrintable(command.join(u' '))) << command << QByteArray(error);
        };
        row({"state", "rm", "terraform_data.none"}, "Error: Invalid target address");
        row({"state", "rm", "-dry-run", "terraform_data.a"}, "");
        row({"state", "mv", "-backup=kept", "terraform_data.a", "terraform_data.x"},
            "Error: Invalid command line options: -backup");
        row({"state", "mv", "terraform_data.a", "terraform_data.t"}, "there is already a resource instance");
        row({"taint", "terraform_data.none"}, "Error: No such resource instance");
        row({"taint", "-state=other", "terraform_data.a"}, "Error: Option not valid for this state");
        row({"workspace", "list"}, "workspaces not supported");
        row({"workspace", "new", "blue"}, "workspaces not supported");
    }
    void changesNothingInErrors() {
        QFETCH(QStringList, command);
        QFETCH(QByteArray, error);
        StateServer server;
        const ServerFolder folder(server);
        const Ran ran = folder.planlens(command);
        COMPARE_EXIT(ran, error.isEmpty() ? 0 : 1);
        QVERIFY2(ran.err.simplified().contains(error), ran.err.constData());
        QCOMPARE(server.state(), stateOfKinds());
        QVERIFY(server.lock().isEmpty());
    }

    /// As in the reference, only a push of the stored state itself is not a change.
    void pushesCountAsChanges_data() {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<int>("serial");
        QTest::newRow("the same") << QByteArray() << QByteArray() << 7;
        QTest::newRow("other serial") << QByteArray("\"serial\":7") << QByteArray("\"serial\":5") << 6;
        QTest::newRow("other lineage") << QByteArray("\"lineage\":\"") << QByteArray("\"lineage\":\"x") << 8;
    }
    void pushesCountAsChanges() {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(int, serial);
        StateServer server;
        const ServerFolder folder(server);
        QByteArray given = folder.planlens({"state", "pull"}).out;
        if (!from.isEmpty()) {
            QVERIFY2(given.contains(from), given.constData());
            given.replace(from, to);
        }
        folder.write("given", given);
        COMPARE_EXIT(folder.planlens({"state", "push", "-force", "given"}), 0);
        QCOMPARE(serialOf(server), serial);
    }

    void locksExcludeEveryChange_data() {
        QTest::addColumn<QStringList>("command");
        for (const QStringList& command : {QStringList{"state", "rm", "terraform_data.a"},
                                           {"state", "mv", "terraform_data.a", "terraform_data.x"},
                                           {"state", "push", "-force", "given"},
                                           {"state", "replace-provider", "-auto-approve", "hashicorp/null", "a/b"},
                                           {"taint", "terraform_data.a"},
                                           {"untaint", "terraform_data.t"}})
            QTest::newRow(qPrintable(command.join(u' '))) << command;
    }
    void locksExcludeEveryChange() {
        QFETCH(QStringList, command);
        StateServer server;
        const ServerFolder folder(server);
        folder.write("given", stateOfKinds());
        server.setLock(
            R"({"ID":"1","Operation":"OperationTypeApply","Who":"me@here","Created":"2026-01-02T03:04:05Z"})");
        const Ran ran = folder.planlens(command);
        COMPARE_EXIT(ran, 1);
        QVERIFY2(ran.err.contains("Error acquiring the state lock"), ran.err.constData());
        QCOMPARE(server.state(), stateOfKinds());
    }

    void pullsAndPushes() {
        StateServer server;
        const ServerFolder folder(server);
        const Ran pulled = folder.planlens({"state", "pull"});
        COMPARE_EXIT(pulled, 0);
        QCOMPARE(parseJson(pulled.out), parseJson(stateOfKinds()));
        folder.write("older", QByteArray(stateOfKinds()).replace("\"serial\":7", "\"serial\":6"));
        COMPARE_EXIT(folder.planlens({"state", "push", "older"}), 1);
        QCOMPARE(server.writes(), 0);
        COMPARE_EXIT(folder.planlens({"state", "push", "-force", "older"}), 0);
        QCOMPARE(parseJson(server.state()).toObject()["serial"], 7); // counted as a change of the older one
        const QByteArray other = QByteArray(stateOfKinds()).replace("8a4e6b52", "00000000");
        folder.write("other", other);
        COMPARE_EXIT(folder.planlens({"state", "push", "other"}), 1);
        server.setState({});
        COMPARE_EXIT(folder.planlens({"state", "push", "other"}), 0);
        QCOMPARE(parseJson(server.state()).toObject()["lineage"], parseJson(other).toObject()["lineage"]);
    }

    void filesAreChangedWhateverTheBackendIs() {
        StateServer server;
        const ServerFolder folder(server);
        folder.write("other.tfstate", stateOfKinds());
        COMPARE_EXIT(folder.planlens({"state", "rm", "-state=other.tfstate", "-backup=kept", "terraform_data.a"}), 0);
        QVERIFY(!folder.read("other.tfstate").contains("\"name\": \"a\""));
        QCOMPARE(folder.read("kept"), stateOfKinds());
        QCOMPARE(server.state(), stateOfKinds());
    }
};

QTEST_GUILESS_MAIN(TestStateServers)
#include "tst_state_servers.moc"
