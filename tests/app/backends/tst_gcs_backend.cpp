// SPDX-License-Identifier: MPL-2.0
#include "tests/app/backends/backend_folder.h"
#include "tests/app/support/json_shapes.h"
#include "tests/app/support/project_folder.h"
#include "tests/support/google_server.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>
#include <QtTest>

#include <memory>

using namespace planlens::testing;

/// States of the backend "gcs", with the real tofu beside Planlens.
class TestGcsBackend : public QObject {
    Q_OBJECT

    std::unique_ptr<GoogleServer> m_own, m_real;

    const GoogleServer& server(bool isReal) const { return isReal ? *m_real : *m_own; }
    QJsonObject arguments(bool isReal = false) const {
        const char* const row = QTest::currentDataTag();
        return {{"bucket", "states"},
                {"prefix", QStringLiteral("%1/%2 b").arg(QString::fromLatin1(QTest::currentTestFunction()),
                                                         QString::fromLatin1(row ? row : "only"))},
                {"access_token", "token-of-argument"},
                {"storage_custom_endpoint", QString::fromStdString(server(isReal).endpoint())}};
    }

private slots:
    void initTestCase() {
        SKIP_WITHOUT_TOFU();
        SKIP_WITHOUT_PROGRAM("python3");
        m_own = std::make_unique<GoogleServer>(QStringList{"states"});
        QVERIFY(m_own->isRunning());
        if (isInstalled("fake-gcs-server")) {
            m_real = std::make_unique<GoogleServer>(QStringList{"states"}, GoogleServer::Storage::FakeGcsServer);
            QVERIFY(m_real->isRunning());
        }
    }

    void sharesStatesAndPlansWithTofu() {
        const BackendFolder folder("gcs", arguments());
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        const Ran applied = folder.planlens({"apply", "-no-color", "-auto-approve"});
        COMPARE_EXIT(applied, 0);
        QVERIFY2(!applied.all().contains("state pull") && !applied.all().contains("token-of"),
                 applied.all().constData());
        COMPARE_EXIT(folder.tofu({"plan", "-no-color", "-detailed-exitcode"}), 0);
        COMPARE_EXIT(folder.planlens({"plan", "-no-color", "-detailed-exitcode"}), 0);
        QCOMPARE(folder.planlens({"output", "-json", "o"}).out, QByteArray("\"x\"\n"));
        COMPARE_EXIT(folder.planlens({"plan", "-no-color", "-out=saved", "-replace=terraform_data.a"}), 0);
        COMPARE_EXIT(folder.tofu({"apply", "-no-color", "saved"}), 0);
        COMPARE_EXIT(folder.planlens({"apply", "-no-color", "saved"}), 1); // stale
        COMPARE_EXIT(folder.tofu({"plan", "-no-color", "-out=saved", "-destroy"}), 0);
        COMPARE_EXIT(folder.planlens({"apply", "-no-color", "saved"}), 0);
        QVERIFY(folder.state()["resources"].toArray().isEmpty());
        QVERIFY(!folder.has("terraform.tfstate"));
        QVERIFY(QDir(folder.path()).entryList({"gcs-*"}, QDir::Files).isEmpty());
    }

    void alternatesWithTofu_data() {
        QTest::addColumn<bool>("isReal");
        QTest::addColumn<QString>("workspace");
        QTest::addColumn<QJsonObject>("changes");
        QTest::newRow("default") << false << QString() << QJsonObject();
        QTest::newRow("workspace") << false << "blue" << QJsonObject();
        QTest::newRow("no prefix") << false << "plain" << QJsonObject{{"prefix", ""}};
        QTest::newRow("customer key") << false << QString()
                                      << QJsonObject{
                                             {"encryption_key", "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="}};
        QTest::newRow("KMS") << false << QString() << QJsonObject{{"kms_encryption_key", "projects/p/k"}};
        QTest::newRow("fake-gcs-server") << true << QString() << QJsonObject();
        QTest::newRow("workspace of fake-gcs-server") << true << "blue" << QJsonObject();
    }
    void alternatesWithTofu() {
        QFETCH(bool, isReal);
        QFETCH(QString, workspace);
        QFETCH(QJsonObject, changes);
        if (isReal && !m_real)
            QSKIP("fake-gcs-server is not on the PATH");
        QJsonObject given = arguments(isReal);
        for (auto it = changes.begin(); it != changes.end(); ++it)
            given[it.key()] = it.value();
        const BackendFolder folder("gcs", given);
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        if (!workspace.isEmpty())
            COMPARE_EXIT(folder.tofu({"workspace", "new", workspace}), 0);
        int serial = 0;
        for (int step = 1; step <= 6; ++step) {
            const QStringList apply{"apply", "-no-color", "-auto-approve", QStringLiteral("-var=v=%1").arg(step)};
            COMPARE_EXIT(step % 2 == 0 ? folder.tofu(apply) : folder.planlens(apply), 0);
            const QJsonObject state = folder.state();
            QVERIFY(state["serial"].toInt() > serial);
            serial = state["serial"].toInt();
            QCOMPARE(state["outputs"].toObject()["o"].toObject()["value"].toString(), QString::number(step));
        }
    }

    void createsWorkspacesThatTofuLists() {
        const BackendFolder folder("gcs", arguments());
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        const Environment green{{"TF_WORKSPACE", "green"}};
        COMPARE_EXIT(folder.planlens({"apply", "-no-color", "-auto-approve"}, green), 0);
        const Ran listed = folder.tofu({"workspace", "list"});
        QVERIFY2(listed.out.contains("green"), listed.all().constData());
        COMPARE_EXIT(folder.tofu({"plan", "-no-color", "-detailed-exitcode"}, green), 0);
        COMPARE_EXIT(folder.planlens({"plan", "-no-color", "-detailed-exitcode"}), 2); // default
    }

    void locksAsTofuDoes_data() {
        QTest::addColumn<bool>("isReal");
        QTest::newRow("server of the tests") << false;
        QTest::newRow("fake-gcs-server") << true;
    }
    void locksAsTofuDoes() {
        QFETCH(bool, isReal);
        if (isReal && !m_real)
            QSKIP("fake-gcs-server is not on the PATH");
        const BackendFolder folder("gcs", arguments(isReal));
        folder.write("wait.tf", waitingResource);
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        QProcess holder;
        folder.startTofu(holder, {"apply", "-no-color", "-auto-approve"});
        QVERIFY(appears(folder.path("started")));
        const Ran byTofu = folder.tofu({"plan", "-no-color"}), byPlanlens = folder.planlens({"plan", "-no-color"});
        COMPARE_EXIT(byTofu, 1);
        COMPARE_EXIT(byPlanlens, 1);
        QCOMPARE(errorOf(byPlanlens), errorOf(byTofu));
        folder.write("go", {});
        QVERIFY(holder.waitForFinished(60000));
        QCOMPARE(holder.exitCode(), 0);
        folder.remove("go");
        folder.remove("started");
        folder.startPlanlens(holder, {"apply", "-no-color", "-auto-approve", "-replace=terraform_data.w"});
        QVERIFY(appears(folder.path("started")));
        COMPARE_EXIT(folder.tofu({"plan", "-no-color"}), 1);
        folder.write("go", {});
        QVERIFY(holder.waitForFinished(60000));
        QCOMPARE(holder.exitCode(), 0);
        COMPARE_EXIT(folder.tofu({"plan", "-no-color", "-detailed-exitcode"}), 0);
    }

    void forceUnlocksLocksOfKilledPrograms_data() {
        QTest::addColumn<bool>("isTofu");
        QTest::newRow("of Planlens, by tofu") << true;
        QTest::newRow("of Planlens, by Planlens") << false;
    }
    void forceUnlocksLocksOfKilledPrograms() {
        QFETCH(bool, isTofu);
        const BackendFolder folder("gcs", arguments());
        folder.write("wait.tf", waitingResource);
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        QProcess holder;
        folder.startPlanlens(holder, {"apply", "-no-color", "-auto-approve"});
        QVERIFY(appears(folder.path("started")));
        holder.kill();
        QVERIFY(holder.waitForFinished());
        folder.write("go", {});
        const QByteArray refused = folder.planlens({"plan", "-no-color"}).all();
        const QRegularExpressionMatch id = QRegularExpression("ID: +([0-9]+)\n").match(QString::fromUtf8(refused));
        QVERIFY2(id.hasMatch(), refused.constData());
        const Ran byTofu = folder.tofu({"force-unlock", "-force", "another"}),
                  byPlanlens = folder.planlens({"force-unlock", "-force", "another"});
        COMPARE_EXIT(byPlanlens, 1);
        for (const Ran* ran : {&byTofu, &byPlanlens})
            QVERIFY2(ran->all().contains("Lock ID should be numerical value, got 'another'"), ran->all().constData());
        const QStringList unlock{"force-unlock", "-force", id.captured(1)};
        COMPARE_EXIT(isTofu ? folder.tofu(unlock) : folder.planlens(unlock), 0);
        const Ran planned = folder.planlens({"plan", "-no-color"}); // takes over the journal
        COMPARE_EXIT(planned, 0);
        QVERIFY2(planned.all().contains("terraform_data.w"), planned.all().constData());
        COMPARE_EXIT(folder.tofu({"apply", "-no-color", "-auto-approve"}), 0);
    }

    void readsStatesOfOtherConfigurations() {
        const QJsonObject given = arguments();
        const BackendFolder folder("gcs", given);
        folder.recordBackend(given);
        readFromOtherConfiguration("gcs", folder, given);
    }

    void checksArgumentsAsTofuDoes_data();
    void checksArgumentsAsTofuDoes();

    void oneFailedRequestOfAnApplyLosesNothing_data() { addRequestFaults(); }
    void oneFailedRequestOfAnApplyLosesNothing() { failEachRequest(BackendFolder("gcs", arguments()), *m_own, 4); }
};

void TestGcsBackend::checksArgumentsAsTofuDoes_data() {
    QTest::addColumn<QJsonObject>("changes");
    QTest::addColumn<QString>("variable"); // NAME=VALUE
    const auto row = [](const char* name, const QJsonObject& changes, const char* variable = "") {
        QTest::newRow(name) << changes << QString(variable);
    };
    const QJsonValue none = QJsonValue::Null;
    row("valid", {});
    row("missing bucket", {{"bucket", "missing"}});
    row("no JSON", {{"access_token", none}, {"credentials", "x"}});
    row("no JSON beside a token", {{"credentials", "x"}});
    row("folder", {{"access_token", none}, {"credentials", "/"}});
    row("empty object", {{"access_token", none}, {"credentials", "{}"}});
    row("unknown type", {{"access_token", none}, {"credentials", "{\"type\":\"x\"}"}});
    row("both keys", {{"encryption_key", "x"}, {"kms_encryption_key", "y"}});
    row("one key in the environment", {{"kms_encryption_key", "y"}}, "GOOGLE_ENCRYPTION_KEY=x");
    row("empty key beside a key", {{"encryption_key", ""}, {"kms_encryption_key", "y"}});
    row("customer key that is not Base64", {{"encryption_key", "!!!!"}});
    row("customer key with a wrong end", {{"encryption_key", "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE"}});
    row("folder as the customer key", {{"encryption_key", "/"}});
    row("file that does not exist", {{"access_token", none}}, "GOOGLE_APPLICATION_CREDENTIALS=/nowhere/x.json");
    row("credentials of the environment", {{"access_token", none}}, "GOOGLE_CREDENTIALS={}");
}

/// Planlens also says where it has looked for credentials.
void TestGcsBackend::checksArgumentsAsTofuDoes() {
    QFETCH(QJsonObject, changes);
    QFETCH(QString, variable);
    QJsonObject given = arguments();
    for (auto it = changes.begin(); it != changes.end(); ++it)
        given[it.key()] = it.value();
    const BackendFolder folder("gcs", given);
    Environment environment{{"HOME", folder.path()}, {"NO_GCE_CHECK", "true"}};
    if (!variable.isEmpty())
        environment[variable.section('=', 0, 0)] = variable.section('=', 1);
    const Ran byTofu = folder.tofu({"init", "-json", "-input=false"}, environment);
    folder.recordBackend(given);
    const Ran byPlanlens = folder.planlens({"plan", "-json", "-lock=false"}, environment);
    QCOMPARE(byPlanlens.exitCode, byTofu.exitCode);
    const QStringList expected = summariesOf(byTofu), found = summariesOf(byPlanlens);
    QCOMPARE(found.size(), expected.size());
    for (qsizetype i = 0; i < found.size(); ++i)
        QVERIFY2(found[i].startsWith(expected[i]), qPrintable(found[i] + "\n\n" + expected[i]));
}

QTEST_GUILESS_MAIN(TestGcsBackend)
#include "tst_gcs_backend.moc"
