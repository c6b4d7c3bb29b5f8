// SPDX-License-Identifier: MPL-2.0
#include "core/backends/consul/server.h"
#include "tests/app/backends/backend_folder.h"
#include "tests/app/support/json_shapes.h"
#include "tests/app/support/project_folder.h"
#include "tests/support/consul_server.h"
#include "tests/support/real_consul.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QtTest>

#include <memory>

using namespace planlens::testing;

/// States of the backend "consul", with the real tofu beside Planlens.
class TestConsulBackend : public QObject {
    Q_OBJECT

    std::unique_ptr<ConsulServer> m_own;
    std::unique_ptr<RealConsul> m_real;

    QJsonObject arguments(bool isReal = false) const {
        const char* const row = QTest::currentDataTag();
        return {{"path", QStringLiteral("%1/%2 b").arg(QString::fromLatin1(QTest::currentTestFunction()),
                                                       QString::fromLatin1(row ? row : "only"))},
                {"address", QString::fromUtf8(isReal ? m_real->url() : m_own->url())}};
    }
    static void eachServer() {
        QTest::addColumn<bool>("isReal");
        QTest::newRow("server of the tests") << false;
        QTest::newRow("consul") << true;
    }
    bool isMissing(bool isReal) const { return isReal && !m_real; }
    /// The keys of the locks that are left.
    static std::vector<std::string> locks(const QJsonObject& given, const QString& workspace) {
        const planlens::backends::consul::Server server({.url = given["address"].toString().toStdString()});
        const QString path = given["path"].toString() + (workspace.isEmpty() ? QString() : "-env:" + workspace);
        return *server.keys(path.toStdString() + "/.lock", {});
    }

private slots:
    void initTestCase() {
        SKIP_WITHOUT_TOFU();
        SKIP_WITHOUT_PROGRAM("python3");
        m_own = std::make_unique<ConsulServer>();
        QVERIFY(m_own->isRunning());
        if (isInstalled("consul")) {
            m_real = std::make_unique<RealConsul>();
            QVERIFY(m_real->isRunning());
        }
    }

    void sharesStatesAndPlansWithTofu_data() { eachServer(); }
    void sharesStatesAndPlansWithTofu() {
        QFETCH(bool, isReal);
        if (isMissing(isReal))
            QSKIP("consul is not on the PATH");
        const BackendFolder folder("consul", arguments(isReal));
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        const Ran applied = folder.planlens({"apply", "-no-color", "-auto-approve"});
        COMPARE_EXIT(applied, 0);
        QVERIFY2(!applied.all().contains("state pull"), applied.all().constData());
        COMPARE_EXIT(folder.tofu({"plan", "-no-color", "-detailed-exitcode"}), 0);
        COMPARE_EXIT(folder.planlens({"plan", "-no-color", "-detailed-exitcode"}), 0);
        COMPARE_EXIT(folder.planlens({"plan", "-no-color", "-out=saved", "-replace=terraform_data.a"}), 0);
        COMPARE_EXIT(folder.tofu({"apply", "-no-color", "saved"}), 0);
        COMPARE_EXIT(folder.planlens({"apply", "-no-color", "saved"}), 1); // stale
        COMPARE_EXIT(folder.tofu({"plan", "-no-color", "-out=saved", "-destroy"}), 0);
        COMPARE_EXIT(folder.planlens({"apply", "-no-color", "saved"}), 0);
        QVERIFY(folder.state()["resources"].toArray().isEmpty());
        QVERIFY(!folder.has("terraform.tfstate"));
        QVERIFY(QDir(folder.path()).entryList({"consul-*"}, QDir::Files).isEmpty());
    }

    /// Twenty steps, the large states in parts.
    void alternatesWithTofu_data() {
        QTest::addColumn<bool>("isReal");
        QTest::addColumn<QString>("workspace");
        QTest::addColumn<QJsonObject>("changes");
        QTest::addColumn<bool>("isLarge");
        for (const bool isReal : {false, true}) {
            const QByteArray server = isReal ? "consul: " : "server of the tests: ";
            QTest::newRow(server + "default") << isReal << QString() << QJsonObject() << false;
            QTest::newRow(server + "workspace") << isReal << "blue" << QJsonObject() << false;
            QTest::newRow(server + "compressed") << isReal << QString() << QJsonObject{{"gzip", true}} << false;
            QTest::newRow(server + "large") << isReal << "blue" << QJsonObject() << true;
        }
    }
    void alternatesWithTofu() {
        QFETCH(bool, isReal);
        QFETCH(QString, workspace);
        QFETCH(QJsonObject, changes);
        QFETCH(bool, isLarge);
        if (isMissing(isReal))
            QSKIP("consul is not on the PATH");
        QJsonObject given = arguments(isReal);
        for (auto it = changes.begin(); it != changes.end(); ++it)
            given[it.key()] = it.value();
        const BackendFolder folder("consul", given);
        if (isLarge) {
            folder.write("large.txt", QByteArray(700'000, 'x'));
            folder.write("large.tf", "resource \"terraform_data\" \"large\" {\n  input = file(\"large.txt\")\n}\n");
        }
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        if (!workspace.isEmpty())
            COMPARE_EXIT(folder.planlens({"workspace", "new", workspace}), 0);
        int serial = 0;
        for (int step = 1; step <= 20; ++step) {
            const QStringList apply{"apply", "-no-color", "-auto-approve", QStringLiteral("-var=v=%1").arg(step)};
            COMPARE_EXIT(step % 2 == 0 ? folder.tofu(apply) : folder.planlens(apply), 0);
            const QJsonObject state = folder.state();
            QVERIFY(state["serial"].toInt() > serial);
            serial = state["serial"].toInt();
            QCOMPARE(state["outputs"].toObject()["o"].toObject()["value"].toString(), QString::number(step));
            const QByteArray pulled = folder.planlens({"state", "pull"}).out;
            QCOMPARE(parseJson(pulled).toObject(), state);
        }
        QVERIFY(locks(given, workspace).empty());
        if (workspace.isEmpty())
            return;
        QVERIFY(folder.tofu({"workspace", "list"}).out.contains(workspace.toUtf8()));
        QVERIFY(folder.planlens({"workspace", "list"}).out.contains(workspace.toUtf8()));
        COMPARE_EXIT(folder.planlens({"workspace", "select", "default"}), 0);
        COMPARE_EXIT(folder.planlens({"workspace", "delete", "-force", workspace}), 0);
        QVERIFY(!folder.tofu({"workspace", "list"}).out.contains(workspace.toUtf8()));
    }

    void locksAsTofuDoes_data() { eachServer(); }
    void locksAsTofuDoes() {
        QFETCH(bool, isReal);
        if (isMissing(isReal))
            QSKIP("consul is not on the PATH");
        const BackendFolder folder("consul", arguments(isReal));
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
        QTest::addColumn<bool>("isReal");
        QTest::addColumn<bool>("isTofu");
        for (const bool isReal : {false, true})
            for (const bool isTofu : {false, true})
                QTest::addRow("%s, by %s", isReal ? "consul" : "server of the tests", isTofu ? "tofu" : "Planlens")
                    << isReal << isTofu;
    }
    void forceUnlocksLocksOfKilledPrograms() {
        QFETCH(bool, isReal);
        QFETCH(bool, isTofu);
        if (isMissing(isReal))
            QSKIP("consul is not on the PATH");
        const BackendFolder folder("consul", arguments(isReal));
        folder.write("wait.tf", waitingResource);
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        QProcess holder;
        const QStringList apply{"apply", "-no-color", "-auto-approve"};
        if (isTofu)
            folder.startPlanlens(holder, apply);
        else
            folder.startTofu(holder, apply);
        QVERIFY(appears(folder.path("started")));
        holder.kill();
        QVERIFY(holder.waitForFinished());
        folder.write("go", {});
        const QByteArray refused = folder.planlens({"plan", "-no-color"}).all();
        const QRegularExpressionMatch id =
            QRegularExpression("ID: +([0-9a-f-]{36})\n").match(QString::fromUtf8(refused));
        QVERIFY2(id.hasMatch(), refused.constData());
        const QStringList unlock{"force-unlock", "-force", id.captured(1)};
        COMPARE_EXIT(isTofu ? folder.tofu(unlock) : folder.planlens(unlock), 0);
        COMPARE_EXIT(folder.planlens({"plan", "-no-color"}), 0); // waits for the delay, takes over a journal
        COMPARE_EXIT(folder.tofu({"apply", "-no-color", "-auto-approve"}), 0);
    }

    /// The session is destroyed while an apply runs: it starts nothing new, and saves what it has done.
    void lostLocksStopAnApply_data() { eachServer(); }
    void lostLocksStopAnApply() {
        QFETCH(bool, isReal);
        if (isMissing(isReal))
            QSKIP("consul is not on the PATH");
        const BackendFolder folder("consul", arguments(isReal));
        folder.write("wait.tf",
                     waitingResource + QByteArray("resource \"terraform_data\" \"next\" {\n  depends_on = "
                                                  "[terraform_data.w]\n  provisioner \"local-exec\" {\n    command = "
                                                  "\"touch next\"\n  }\n}\n"));
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        QProcess holder;
        folder.startPlanlens(holder, {"apply", "-no-color", "-auto-approve"});
        QVERIFY(appears(folder.path("started")));
        const QString refused = QString::fromUtf8(folder.tofu({"plan", "-no-color"}).all());
        const QString id = QRegularExpression("ID: +([0-9a-f-]{36})\n").match(refused).captured(1);
        COMPARE_EXIT(folder.tofu({"force-unlock", "-force", id}), 0);
        QTest::qWait(500); // for the watch of the lock, which has no other sign
        folder.write("go", {});
        QVERIFY(holder.waitForFinished(60000));
        QCOMPARE(holder.exitCode(), 1);
        const QByteArray text = holder.readAllStandardError() + holder.readAllStandardOutput();
        QVERIFY2(text.contains("State lock lost"), text.constData());
        QVERIFY(!folder.has("errored.tfstate"));
        QVERIFY(!folder.has("next"));
        QVERIFY(QJsonDocument(folder.state()).toJson().contains("\"w\""));
    }

    void readsStatesOfOtherConfigurations() {
        const QJsonObject given = arguments();
        const BackendFolder folder("consul", given);
        folder.recordBackend(given);
        readFromOtherConfiguration("consul", folder, given);
    }

    void checksArgumentsAsTofuDoes_data();
    void checksArgumentsAsTofuDoes();

    void oneFailedRequestOfAnApplyLosesNothing_data() { addRequestFaults(); }
    void oneFailedRequestOfAnApplyLosesNothing() { failEachRequest(BackendFolder("consul", arguments()), *m_own, 8); }
};

void TestConsulBackend::checksArgumentsAsTofuDoes_data() {
    QTest::addColumn<QJsonObject>("changes");
    QTest::addColumn<QString>("variable"); // NAME=VALUE
    const auto row = [](const char* name, const QJsonObject& changes, const char* variable = "") {
        QTest::newRow(name) << changes << QString(variable);
    };
    const QJsonValue none = QJsonValue::Null;
    row("valid", {});
    row("all texts", {{"access_token", "t"}, {"scheme", "http"}, {"datacenter", "dc1"}, {"http_auth", "u:p"}});
    row("flags", {{"gzip", true}, {"lock", false}});
    row("empty texts", {{"access_token", ""}, {"scheme", ""}, {"datacenter", ""}, {"http_auth", ""}, {"ca_file", ""}});
    row("unknown protocol", {{"address", "ftp://h"}});
    row("certificate without a key", {{"cert_file", "/none"}});
    row("key without a certificate", {{"key_file", "/none"}});
    row("missing certificate", {{"cert_file", "/none"}, {"key_file", "/none"}});
    row("missing authorities", {{"ca_file", "/none"}});
    row("authorities that are not PEM", {{"ca_file", "/etc/passwd"}});
    row("missing authorities of the environment", {}, "CONSUL_CACERT=/none");
    row("missing folder of authorities", {}, "CONSUL_CAPATH=/none");
    row("certificate of the environment", {}, "CONSUL_CLIENT_CERT=/none");
    row("missing token file", {}, "CONSUL_HTTP_TOKEN_FILE=/none");
    row("missing token file beside a token", {{"access_token", "t"}}, "CONSUL_HTTP_TOKEN_FILE=/none");
    row("namespace", {}, "CONSUL_NAMESPACE=n");
}

void TestConsulBackend::checksArgumentsAsTofuDoes() {
    QFETCH(QJsonObject, changes);
    QFETCH(QString, variable);
    QJsonObject given = arguments();
    for (auto it = changes.begin(); it != changes.end(); ++it)
        if (it.value().isNull())
            given.remove(it.key());
        else
            given[it.key()] = it.value();
    const BackendFolder folder("consul", given);
    Environment environment;
    if (!variable.isEmpty())
        environment[variable.section('=', 0, 0)] = variable.section('=', 1);
    const Ran byTofu = folder.tofu({"init", "-json", "-input=false"}, environment);
    folder.recordBackend(given);
    const Ran byPlanlens = folder.planlens({"plan", "-json", "-lock=false"}, environment);
    QVERIFY2(byPlanlens.exitCode == byTofu.exitCode, (byPlanlens.all() + byTofu.all()).constData());
    QCOMPARE(summariesOf(byPlanlens), summariesOf(byTofu));
}

QTEST_GUILESS_MAIN(TestConsulBackend)
#include "tst_consul_backend.moc"
