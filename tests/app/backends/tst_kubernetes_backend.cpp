// SPDX-License-Identifier: MPL-2.0
#include "core/backends/kubernetes/settings.h"
#include "core/lang/functions/compression/deflate.h"
#include "core/values/text/base64.h"
#include "tests/app/backends/backend_folder.h"
#include "tests/app/support/json_shapes.h"
#include "tests/app/support/project_folder.h"
#include "tests/support/kubernetes_server.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QtTest>

#include <memory>

using namespace planlens::testing;

namespace {

/// A configuration whose state is on the server.
class KubernetesFolder : public BackendFolder {
public:
    KubernetesFolder(const QByteArray& kubeConfigText, const QJsonObject& arguments, const QByteArray& blocks = {})
        : BackendFolder("kubernetes", arguments, blocks) {
        write("kubeconfig", kubeConfigText);
    }
};

} // namespace

/// States of the backend "kubernetes", with the real tofu beside Planlens.
class TestKubernetesBackend : public QObject {
    Q_OBJECT

    std::unique_ptr<KubernetesServer> m_own;
    std::unique_ptr<RealKubernetes> m_real;
    int m_number = 0;

    /// A state of its own.
    QJsonObject arguments() {
        return {{"config_path", "kubeconfig"}, {"secret_suffix", QStringLiteral("s%1").arg(++m_number)}};
    }
    QByteArray configuration(bool isReal) const {
        return isReal ? m_real->configuration() : kubeConfig("{server: '" + m_own->url() + "'}");
    }
    static void eachServer() {
        QTest::addColumn<bool>("isReal");
        QTest::newRow("server of the tests") << false;
        QTest::newRow("kube-apiserver") << true;
    }
    /// What the secret of a workspace contains.
    static std::string secretState(const KubernetesFolder& folder, const QJsonObject& given, const QString& workspace) {
        using planlens::values::Value;
        const std::string suffix = given["secret_suffix"].toString().toStdString();
        const auto settings = planlens::backends::kubernetes::readSettings(
            {.arguments = Value::object(
                 {{"config_path", Value::string("kubeconfig")}, {"secret_suffix", Value::string(suffix)}}),
             .directory = folder.path().toStdString()});
        const planlens::backends::kubernetes::Server server(settings->server, settings->nameSpace);
        const std::string name = workspace.isEmpty() ? "default" : workspace.toStdString();
        return (*server.readSecret("tfstate-" + name + "-" + suffix, {}))->state.value_or(std::string());
    }
    bool isMissing(bool isReal) const { return isReal && !m_real; }

private slots:
    void initTestCase() {
        SKIP_WITHOUT_TOFU();
        SKIP_WITHOUT_PROGRAM("python3");
        m_own = std::make_unique<KubernetesServer>();
        QVERIFY(m_own->isRunning());
        if (isInstalled("kube-apiserver") && isInstalled("etcd") && isInstalled("openssl")) {
            m_real = std::make_unique<RealKubernetes>();
            QVERIFY(m_real->isRunning());
        }
    }

    void sharesStatesAndPlansWithTofu_data() { eachServer(); }
    void sharesStatesAndPlansWithTofu() {
        QFETCH(bool, isReal);
        if (isMissing(isReal))
            QSKIP("kube-apiserver and etcd are not on the PATH");
        const KubernetesFolder folder(configuration(isReal), arguments());
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
        QVERIFY(QDir(folder.path()).entryList({"kubernetes-*"}, QDir::Files).isEmpty());
    }

    void alternatesWithTofu_data() {
        QTest::addColumn<bool>("isReal");
        QTest::addColumn<QString>("workspace");
        for (const bool isReal : {false, true}) {
            const QByteArray server = isReal ? "kube-apiserver: " : "server of the tests: ";
            QTest::newRow(server + "default") << isReal << QString();
            QTest::newRow(server + "workspace") << isReal << "blue";
        }
    }
    void alternatesWithTofu() {
        QFETCH(bool, isReal);
        QFETCH(QString, workspace);
        if (isMissing(isReal))
            QSKIP("kube-apiserver and etcd are not on the PATH");
        QJsonObject given = arguments();
        given["labels"] = QJsonObject{{"team", "blue"}};
        const KubernetesFolder folder(configuration(isReal), given);
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        if (!workspace.isEmpty())
            COMPARE_EXIT(folder.planlens({"workspace", "new", workspace}), 0);
        int serial = 0;
        for (int step = 1; step <= 20; ++step) {
            const QStringList apply{"apply", "-no-color", "-auto-approve", QStringLiteral("-var=v=%1").arg(step)};
            COMPARE_EXIT(step % 2 == 0 ? folder.tofu(apply) : folder.planlens(apply), 0);
            const QByteArray text = folder.tofu({"state", "pull"}).out;
            const QJsonObject state = parseJson(text).toObject();
            QCOMPARE(secretState(folder, given, workspace),
                     planlens::values::toBase64(planlens::lang::gzipUnflushed(text.chopped(1).toStdString())));
            QVERIFY(state["serial"].toInt() > serial);
            serial = state["serial"].toInt();
            QCOMPARE(state["outputs"].toObject()["o"].toObject()["value"].toString(), QString::number(step));
            QCOMPARE(parseJson(folder.planlens({"state", "pull"}).out).toObject(), state);
        }
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
            QSKIP("kube-apiserver and etcd are not on the PATH");
        const KubernetesFolder folder(configuration(isReal), arguments());
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
                QTest::addRow("%s, by %s", isReal ? "kube-apiserver" : "server of the tests",
                              isTofu ? "tofu" : "Planlens")
                    << isReal << isTofu;
    }
    void forceUnlocksLocksOfKilledPrograms() {
        QFETCH(bool, isReal);
        QFETCH(bool, isTofu);
        if (isMissing(isReal))
            QSKIP("kube-apiserver and etcd are not on the PATH");
        const KubernetesFolder folder(configuration(isReal), arguments());
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
        COMPARE_EXIT(folder.planlens({"plan", "-no-color"}), 0); // takes over a journal
        COMPARE_EXIT(folder.tofu({"apply", "-no-color", "-auto-approve"}), 0);
    }

    void readsStatesOfOtherConfigurations() {
        QJsonObject given = arguments();
        const KubernetesFolder folder(configuration(false), given);
        given["exec"] = QJsonArray();
        folder.recordBackend(given);
        readFromOtherConfiguration(
            "kubernetes", folder,
            {{"config_path", folder.path("kubeconfig")}, {"secret_suffix", given["secret_suffix"]}});
    }

    /// OpenTofu creates the missing state, and reads the defaults.
    void readsDefaultsOfMissingStates() {
        const KubernetesFolder folder(configuration(false), arguments());
        const ProjectFolder reader(readingConfiguration("kubernetes", {{"config_path", folder.path("kubeconfig")},
                                                                       {"secret_suffix", "missing"}})
                                       .replace("  config =", "  defaults = { o = \"standby\" }\n  config ="));
        const Ran byPlanlens = reader.planlens({"plan", "-no-color"});
        COMPARE_EXIT(byPlanlens, 0);
        QVERIFY2(byPlanlens.out.contains("standby"), byPlanlens.all().constData());
        COMPARE_EXIT(reader.tofu({"init", "-no-color"}), 0);
        COMPARE_EXIT(reader.tofu({"plan", "-no-color"}), 0);
    }

    void checksArgumentsAsTofuDoes_data();
    void checksArgumentsAsTofuDoes();

    void oneFailedRequestOfAnApplyLosesNothing_data() { addRequestFaults(); }
    void oneFailedRequestOfAnApplyLosesNothing() {
        failEachRequest(KubernetesFolder(configuration(false), arguments()), *m_own, 6);
    }
};

void TestKubernetesBackend::checksArgumentsAsTofuDoes_data() {
    QTest::addColumn<QJsonObject>("changes");
    QTest::addColumn<QString>("variable"); // NAME=VALUE
    QTest::addColumn<QByteArray>("file");  // the configuration file, if it is another
    QTest::addColumn<QJsonArray>("plugins");
    const auto row = [](const char* name, const QJsonObject& changes, const char* variable = "",
                        const QByteArray& file = {}, const QJsonArray& plugins = {}) {
        QTest::newRow(name) << changes << QString(variable) << file << plugins;
    };
    const QJsonValue none = QJsonValue::Null;
    row("valid", {});
    row("without a suffix", {{"secret_suffix", none}});
    row("invalid suffix", {{"secret_suffix", "S_s"}});
    row("empty suffix", {{"secret_suffix", ""}});
    row("no file", {{"config_path", none}});
    row("no file, but a host", {{"config_path", none}, {"host", "http://127.0.0.1:1"}});
    row("several missing files", {{"config_path", none}, {"config_paths", QJsonArray{"/none", "/none2"}}});
    row("folder", {{"config_path", "/tmp"}});
    row("home of another user", {{"config_path", "~root/x"}});
    row("file of the environment", {{"config_path", none}}, "KUBE_CONFIG_PATH=kubeconfig");
    row("files of the environment", {{"config_path", none}}, "KUBE_CONFIG_PATHS=/none:kubeconfig");
    row("file of kubectl", {{"config_path", none}}, "KUBECONFIG=kubeconfig");
    row("context", {{"config_context", "c"}});
    row("missing context", {{"config_context", "none"}});
    row("missing context of the environment", {}, "KUBE_CTX=none");
    row("missing cluster", {{"config_context_cluster", "none"}});
    row("missing user", {{"config_context_auth_info", "none"}});
    row("outside of a cluster", {{"in_cluster_config", true}});
    row("insecure", {}, "KUBE_INSECURE=1");
    row("insecure with capitals", {}, "KUBE_INSECURE=True");
    row("insecure without sense", {}, "KUBE_INSECURE=yes");
    row("no namespace", {{"namespace", ""}});
    row("user", {{"username", "u"}});
    row("user and token", {{"username", "u"}, {"token", "t"}});
    row("authorities that are not PEM", {{"cluster_ca_certificate", "x"}});
    row("certificate alone", {{"client_certificate", "x"}});
    row("certificate that is not PEM", {{"client_certificate", "x"}, {"client_key", "y"}});
    row("authorities that are not verified", {{"cluster_ca_certificate", "x"}, {"insecure", true}});
    row("host with a blank", {{"host", "a b"}});
    row("host with a path", {{"host", "h/x"}});
    row("labels", {{"labels", QJsonObject{{"a", "b"}}}});
    row("without effect", {{"load_config_file", false}});
    const QJsonObject plugin{{"api_version", "client.authentication.k8s.io/v1"}, {"command", "x"}};
    const QJsonObject noCommand{{"api_version", "client.authentication.k8s.io/v1"}, {"command", none}};
    row("plugin", {}, "", {}, {plugin});
    row("plugin without a file", {{"config_path", none}}, "", {}, {plugin});
    row("two plugins", {}, "", {}, {plugin, plugin});
    row("plugin without a command", {}, "", {}, {noCommand});
    row("empty file", {}, "", "\n");
    row("missing current context", {}, "", "current-context: x\n");
    row("cluster without a server", {}, "", kubeConfig("{insecure-skip-tls-verify: true}"));
    row("missing authorities", {}, "", kubeConfig("{server: 'https://h', certificate-authority: /none}"));
    row("two methods", {}, "", kubeConfig("{server: 'https://h'}", "{token: t, username: u}"));
    row("key without a certificate", {}, "", kubeConfig("{server: 'https://h'}", "{client-certificate-data: YQ==}"));
    row("two keys", {}, "",
        kubeConfig("{server: 'https://h'}",
                   "{client-certificate-data: YQ==, client-certificate: /none, client-key: /none}"));
    row("plugin of a file", {}, "",
        kubeConfig("{server: 'https://h'}", "{exec: {apiVersion: client.authentication.k8s.io/v1, command: x}}"));
    row("plugin of an unknown version", {}, "",
        kubeConfig("{server: 'https://h'}", "{exec: {apiVersion: v3, command: x, interactiveMode: Never}}"));
    row("wrong mode", {}, "",
        kubeConfig("{server: 'https://h'}", "{exec: {apiVersion: v3, command: x, interactiveMode: Some}}"));
    row("unknown auth provider", {}, "", kubeConfig("{server: 'https://h'}", "{auth-provider: {name: x}}"));
    row("impersonation without a user", {}, "", kubeConfig("{server: 'https://h'}", "{as-groups: [g]}"));
}

void TestKubernetesBackend::checksArgumentsAsTofuDoes() {
    QFETCH(QJsonObject, changes);
    QFETCH(QString, variable);
    QFETCH(QByteArray, file);
    QFETCH(QJsonArray, plugins);
    QJsonObject given = arguments();
    for (auto it = changes.begin(); it != changes.end(); ++it)
        if (it.value().isNull())
            given.remove(it.key());
        else
            given[it.key()] = it.value();
    QByteArray blocks;
    QJsonArray recorded;
    for (const QJsonValue& plugin : plugins) {
        blocks += "    exec {\n";
        QJsonObject all = plugin.toObject();
        for (auto it = all.begin(); it != all.end(); ++it)
            if (!it.value().isNull())
                blocks += "      " + it.key().toUtf8() + " = \"" + it.value().toString().toUtf8() + "\"\n";
        blocks += "    }\n";
        for (const char* name : {"args", "env"})
            all[name] = QJsonValue::Null;
        recorded.append(all);
    }
    const KubernetesFolder folder(file.isEmpty() ? configuration(false) : file, given, blocks);
    Environment environment;
    if (!variable.isEmpty())
        environment[variable.section('=', 0, 0)] = variable.section('=', 1);
    Ran byTofu = folder.tofu({"init", "-json", "-input=false"}, environment);
    if (folder.has(".terraform/terraform.tfstate")) // the configuration is valid, but the state may be unreadable
        byTofu = folder.tofu({"plan", "-json", "-lock=false"}, environment);
    given["exec"] = recorded;
    folder.recordBackend(given);
    const Ran byPlanlens = folder.planlens({"plan", "-json", "-lock=false"}, environment);
    QVERIFY2(byPlanlens.exitCode == byTofu.exitCode, (byPlanlens.all() + byTofu.all()).constData());
    QCOMPARE(summariesOf(byPlanlens), summariesOf(byTofu));
}

QTEST_GUILESS_MAIN(TestKubernetesBackend)
#include "tst_kubernetes_backend.moc"
