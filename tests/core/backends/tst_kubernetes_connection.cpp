// SPDX-License-Identifier: MPL-2.0
#include "core/backends/kubernetes/kubernetes.h"
#include "core/backends/kubernetes/settings.h"
#include "tests/support/kubernetes_server.h"
#include "tests/support/scoped_environment.h"

#include <QProcessEnvironment>
#include <QTest>

#include <memory>

using namespace planlens;
using testing::KubernetesServer;
using values::Value;
namespace kubernetes = backends::kubernetes;

using Texts = QMap<QString, QString>;

/// How the backend "kubernetes" reaches the server, and with which credentials.
class TestKubernetesConnection final : public QObject {
    Q_OBJECT

    QTemporaryDir m_directory;
    std::unique_ptr<KubernetesServer> m_server;
    testing::ScopedEnvironment m_environment;

    QString path(const char* name) const { return m_directory.filePath(QString::fromLatin1(name)); }
    void write(const char* name, const QByteArray& text) const {
        QDir().mkpath(QFileInfo(path(name)).path());
        QFile file(path(name));
        file.remove(); // only root can write into a plugin that others cannot write
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    QByteArray base64Of(const char* name) const {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll().toBase64() : QByteArray();
    }
    bool makeCertificate(const char* name) const {
        QProcess process;
        process.start("openssl", {"req", "-x509", "-newkey", "rsa:2048", "-nodes", "-batch", "-keyout",
                                  path(name) + ".key", "-out", path(name) + ".crt", "-days", "2", "-subj",
                                  "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"});
        return process.waitForFinished() && process.exitCode() == 0;
    }
    /// A plugin that prints this as the status, and counts its starts in the file "starts".
    void writePlugin(const QByteArray& status) const {
        write("bin/plugin", "#!/bin/sh\necho \"$KUBERNETES_EXEC_INFO $GREETING $*\" >>'" + path("starts").toUtf8() +
                                "'\necho '{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/"
                                "v1\",\"status\":" +
                                status + "}'\n");
        QFile(path("bin/plugin")).setPermissions(QFile::ReadOwner | QFile::ExeOwner);
    }
    int starts() const {
        QFile file(path("starts"));
        return file.open(QIODevice::ReadOnly) ? int(file.readAll().count('\n')) : 0;
    }
    backends::Setup setup(const Texts& arguments) const {
        std::vector<std::pair<std::string, Value>> attributes{{"secret_suffix", Value::string("s")}};
        for (auto [name, value] : arguments.asKeyValueRange())
            attributes.emplace_back(name.toStdString(),
                                    value == "true" ? Value::boolean(true) : Value::string(value.toStdString()));
        return {.arguments = Value::object(attributes), .directory = m_directory.path().toStdString()};
    }
    diags::Result<kubernetes::Settings> settings(const Texts& arguments) const {
        return kubernetes::readSettings(setup(arguments), path("account").toStdString());
    }
    /// The first error; empty if a state can be looked for.
    QString problem(const Texts& arguments) const {
        auto settings = this->settings(arguments);
        if (!settings.isOk())
            return QString::fromStdString(settings.diagnostics[0].summary);
        settings->server.retries.attempts = 1;
        return problem(kubernetes::Server(settings->server, settings->nameSpace));
    }
    static QString problem(const kubernetes::Server& server) {
        const auto read = server.readSecret("tfstate-default-s", {});
        return read ? QString() : QString::fromStdString(read.error().text);
    }
    /// The server has a certificate for "localhost", and wants the token "secret" or a certificate.
    void startTls() {
        m_server = std::make_unique<KubernetesServer>(QStringList{"--tls", m_directory.path()});
        QVERIFY(m_server->isRunning());
        m_server->write("token", "secret");
    }
    QByteArray port() const { return m_server->url().mid(m_server->url().lastIndexOf(':') + 1); }

private Q_SLOTS:
    void initTestCase() {
        SKIP_WITHOUT_PROGRAM("python3");
        SKIP_WITHOUT_PROGRAM("openssl");
        QVERIFY(makeCertificate("server") && makeCertificate("client") && makeCertificate("other"));
    }
    void init() {
        for (const QString& name : QProcessEnvironment::systemEnvironment().keys())
            if (name.startsWith("KUBE") || name.startsWith("SSL_") || name.endsWith("_proxy", Qt::CaseInsensitive))
                m_environment.unset(name.toLatin1().constData());
        QFile::remove(path("starts"));
    }
    void cleanup() { m_environment.restore(); }

    void readsArgumentsAndVariables_data() {
        QTest::addColumn<Texts>("arguments");
        QTest::addColumn<Texts>("variables");
        QTest::addColumn<QString>("expected"); // URL, namespace, not verified
        const auto row = [](const char* name, const Texts& arguments, const Texts& variables, const char* expected) {
            QTest::newRow(name) << arguments << variables << QString(expected);
        };
        const Texts none{{"config_path", "/none"}};
        const auto with = [&](const char* name, const char* value) {
            Texts all = none;
            all[name] = value;
            return all;
        };
        row("none", none, {}, "http://localhost|default|");
        row("host", with("host", "h:1"), {}, "http://h:1|default|");
        row("host that is not verified", with("host", "h:1"), {{"KUBE_INSECURE", "1"}}, "https://h:1|default|insecure");
        row("host with a path", with("host", "https://h/k8s/"), {}, "https://h/k8s|default|");
        row("host of the environment", none, {{"KUBE_HOST", "https://i"}, {"KUBE_NAMESPACE", "n"}}, "https://i|n|");
        row("argument before the environment", with("host", "https://h"), {{"KUBE_HOST", "https://i"}},
            "https://h|default|");
        row("empty argument", with("host", ""), {{"KUBE_HOST", "https://i"}}, "http://localhost|default|");
        row("file", {{"config_path", "both"}}, {}, "https://one|default|");
        row("file of the environment", {}, {{"KUBE_CONFIG_PATH", "both"}}, "https://one|default|");
        row("files of the environment", {}, {{"KUBE_CONFIG_PATHS", "/none:both"}}, "https://one|default|");
        row("not the files of kubectl", none, {{"KUBECONFIG", "both"}}, "http://localhost|default|");
        row("first of two files", {}, {{"KUBE_CONFIG_PATHS", "second:both"}}, "https://two|default|");
        row("context", {{"config_path", "both"}, {"config_context", "d"}}, {}, "https://two|default|");
        row("context of the environment", {{"config_path", "both"}}, {{"KUBE_CTX", "d"}}, "https://two|default|");
        row("cluster", {{"config_path", "both"}, {"config_context_cluster", "l"}}, {}, "https://two|default|");
        row("host beside a file", {{"config_path", "both"}, {"host", "https://h"}}, {}, "https://h|default|");
        row("pod", {{"in_cluster_config", "true"}},
            {{"KUBERNETES_SERVICE_HOST", "::1"}, {"KUBERNETES_SERVICE_PORT", "6443"}}, "https://[::1]:6443|default|");
        row("pod without a configuration", {},
            {{"KUBERNETES_SERVICE_HOST", "10.0.0.1"}, {"KUBERNETES_SERVICE_PORT", "443"}},
            "https://10.0.0.1:443|default|");
    }
    void readsArgumentsAndVariables() {
        QFETCH(Texts, arguments);
        QFETCH(Texts, variables);
        write("both", "clusters:\n- {name: k, cluster: {server: https://one}}\n- {name: l, cluster: {server: "
                      "https://two}}\ncontexts:\n- {name: c, context: {cluster: k, user: u}}\n- {name: d, context: "
                      "{cluster: l, user: u}}\ncurrent-context: c\n");
        write("second", testing::kubeConfig("{server: https://two}"));
        write("account/token", "of the pod\n");
        for (auto [name, value] : variables.asKeyValueRange())
            m_environment.set(name.toLatin1().constData(), value.toUtf8());
        const auto found = settings(arguments);
        QVERIFY2(found.isOk(), found.diagnostics.toString().c_str());
        QTEST(QString::fromStdString(found->server.url + '|' + found->nameSpace + '|' +
                                     (found->server.tls.skipVerification ? "insecure" : "")),
              "expected");
    }

    /// The rows are compared with the reference in tst_app_kubernetes_backend.
    void invalidConfigurationsAreErrors_data() {
        QTest::addColumn<QByteArray>("cluster");
        QTest::addColumn<QByteArray>("user");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* cluster, const char* user, const char* expected) {
            QTest::newRow(name) << QByteArray(cluster) << QByteArray(user) << QString(expected);
        };
        row("no server", "{insecure-skip-tls-verify: true}", "{}", "no server found for cluster \"k\"");
        row("authorities that do not exist", "{server: https://h, certificate-authority: none}", "{}",
            "unable to read certificate-authority FOLDER/none for k due to open FOLDER/none: no such file or "
            "directory");
        row("proxy", "{server: https://h, proxy-url: ftp://p}", "{}", "invalid 'proxy-url'");
        row("two methods", "{server: https://h}", "{token: t, username: u}",
            "more than one authentication method found for u; found [token basicAuth], only one is allowed");
        row("certificate without a key", "{server: https://h}", "{client-certificate-data: YQ==}",
            "client-key-data or client-key must be specified for u to use the clientCert authentication method.");
        row("no PEM", "{server: https://h}", "{client-certificate-data: YQ==, client-key-data: YQ==}",
            "Failed to configure: tls: failed to find any PEM data in certificate input");
        row("no base64", "{server: https://h}", "{client-certificate-data: '*'}", "illegal base64 data");
        row("plugin without a mode", "{server: https://h}",
            "{exec: {apiVersion: client.authentication.k8s.io/v1, command: x}}",
            "interactiveMode must be specified for u to use exec authentication plugin");
        row("plugin of an unknown version", "{server: https://h}",
            "{exec: {apiVersion: v3, command: x, interactiveMode: Never}}",
            "Failed to configure: exec plugin: invalid apiVersion \"v3\"");
        row("auth provider", "{server: https://h}", "{auth-provider: {name: x}}",
            "no Auth Provider found for name \"x\"");
    }
    void invalidConfigurationsAreErrors() {
        QFETCH(QByteArray, cluster);
        QFETCH(QByteArray, user);
        QFETCH(QString, expected);
        write("invalid", testing::kubeConfig(cluster, user));
        const auto made = settings({{"config_path", "invalid"}});
        QVERIFY(!made.isOk());
        const QString found = QString::fromStdString(made.diagnostics[0].summary);
        QVERIFY2(found.contains(expected.replace("FOLDER", m_directory.path())), qPrintable(found));
    }

    void certificatesAreVerified_data() {
        QTest::addColumn<QByteArray>("cluster");
        QTest::addColumn<QByteArray>("user");
        QTest::addColumn<Texts>("arguments");
        QTest::addColumn<bool>("isValid");
        const auto row = [](const char* name, const QByteArray& cluster, const QByteArray& user, bool isValid,
                            const Texts& arguments = {}) {
            QTest::newRow(name) << cluster << user << arguments << isValid;
        };
        const QByteArray known = "{server: 'https://localhost:PORT', certificate-authority: server.crt}";
        const QByteArray token = "{token: secret}";
        row("authorities", known, token, true);
        row("data", "{server: 'https://localhost:PORT', certificate-authority-data: " + base64Of("server.crt") + "}",
            token, true);
        row("unknown authority", "{server: 'https://localhost:PORT'}", token, false);
        row("another authority", "{server: 'https://localhost:PORT', certificate-authority: other.crt}", token, false);
        row("another name", "{server: 'https://127.0.0.1:PORT', certificate-authority: server.crt}", token, false);
        row("given name",
            "{server: 'https://127.0.0.1:PORT', certificate-authority: server.crt, tls-server-name: localhost}", token,
            true);
        row("not verified", "{server: 'https://127.0.0.1:PORT', insecure-skip-tls-verify: true}", token, true);
        row("another token", known, "{token: other}", false);
        row("client certificate", known, "{client-certificate: client.crt, client-key: client.key}", true);
        row("certificate as data", known,
            "{client-certificate-data: " + base64Of("client.crt") + ", client-key-data: " + base64Of("client.key") +
                "}",
            true);
        row("another certificate", known, "{client-certificate: other.crt, client-key: other.key}", false);
        row("token of the arguments", known, "{token: other}", true, {{"token", "secret"}});
        row("user and password", known, "{username: u, password: p}", false);
    }
    void certificatesAreVerified() {
        QFETCH(QByteArray, cluster);
        QFETCH(QByteArray, user);
        QFETCH(Texts, arguments);
        QFETCH(bool, isValid);
        startTls();
        write("tls", testing::kubeConfig(cluster.replace("PORT", port()), user));
        arguments["config_path"] = "tls";
        const QString found = problem(arguments);
        QVERIFY2(found.isEmpty() == isValid, qPrintable(found));
    }

    /// Only connections with TLS carry credentials of a file.
    void sendsCredentials() {
        m_server = std::make_unique<KubernetesServer>();
        write("plain", testing::kubeConfig("{server: '" + m_server->url() + "'}", "{token: t, as: someone}"));
        QCOMPARE(problem({{"config_path", "plain"}}), QString());
        QVERIFY(m_server->requests()[0].endsWith(" - someone"));
        QCOMPARE(problem({{"config_path", "plain"}, {"username", "u"}, {"password", "p"}}), QString());
        QVERIFY(m_server->requests()[0].endsWith(" Basic dTpw someone"));
        m_server->write("token", "t");
        QVERIFY(problem({{"config_path", "plain"}}).contains("those of files are only used with https"));
        QCOMPARE(problem({{"config_path", "plain"}, {"username", "u"}, {"token", "t"}}),
                 QStringLiteral("Failed to configure: username/password or bearer token may be set, but not both"));
    }

    void readsReplacedTokens() {
        startTls();
        write("rotated", "secret\n");
        write("tls",
              testing::kubeConfig("{server: 'https://localhost:" + port() + "', certificate-authority: server.crt}",
                                  "{tokenFile: rotated}"));
        const auto found = settings({{"config_path", "tls"}});
        const kubernetes::Server server(found->server, "default");
        QCOMPARE(problem(server), QString());
        m_server->write("token", "next");
        QVERIFY(problem(server).startsWith(
            "Unauthorized\n\nThe server does not accept the credentials, which are the token in " + path("rotated")));
        write("rotated", "next");
        QCOMPARE(problem(server), QString());
        QFile::remove(path("rotated"));
        QCOMPARE(problem(server), QString()); // with the last one
    }

    void startsPlugins() {
        startTls();
        const QByteArray cluster = "{server: 'https://localhost:" + port() + "', certificate-authority: server.crt, " +
                                   "extensions: [{name: client.authentication.k8s.io/exec, extension: {audience: a}}]}";
        write("tls", testing::kubeConfig(
                         cluster, "{exec: {apiVersion: client.authentication.k8s.io/v1, command: bin/plugin, args: "
                                  "[-x], env: [{name: GREETING, value: hello}], interactiveMode: Never, "
                                  "provideClusterInfo: true}}"));
        const Texts given{{"config_path", "tls"}};
        QCOMPARE(QString::fromStdString(backends::kubernetesCredentialProgram(setup(given))), path("bin/plugin"));
        QCOMPARE(backends::kubernetesCredentialProgram(setup({{"config_path", "tls"}, {"token", "t"}})), std::string());
        writePlugin("{\"token\":\"secret\"}");
        const auto found = settings(given);
        const kubernetes::Server server(found->server, "default");
        QCOMPARE(starts(), 0);
        QCOMPARE(problem(server), QString());
        QCOMPARE(problem(server), QString());
        QCOMPARE(starts(), 1);
        QFile log(path("starts"));
        QVERIFY(log.open(QIODevice::ReadOnly));
        const QByteArray request = log.readAll();
        for (const QByteArray& part :
             {QByteArray("\"interactive\":false"), QByteArray("\"config\":{\"audience\":\"a\"}"),
              base64Of("server.crt"), QByteArray("} hello -x\n")})
            QVERIFY2(request.contains(part), part.constData());
        // Credentials that the server rejects are replaced once.
        m_server->write("token", "next");
        QVERIFY(problem(server).contains("those that " + path("bin/plugin") + " prints"));
        QCOMPARE(starts(), 2);
        writePlugin("{\"token\":\"next\",\"expirationTimestamp\":\"2020-01-01T00:00:00Z\"}");
        QCOMPARE(problem(server), QString());
        QCOMPARE(problem(server), QString());
        QCOMPARE(starts(), 4);
        QFile certificate(path("client.crt")), key(path("client.key"));
        QVERIFY(certificate.open(QIODevice::ReadOnly) && key.open(QIODevice::ReadOnly));
        writePlugin("{\"clientCertificateData\":\"" + certificate.readAll().replace("\n", "\\\\n") +
                    "\",\"clientKeyData\":\"" + key.readAll().replace("\n", "\\\\n") + "\"}");
        QCOMPARE(problem(server), QString());
    }

    void failedPluginsAreErrors_data() {
        QTest::addColumn<QByteArray>("status");
        QTest::addColumn<QString>("expected");
        QTest::newRow("nothing") << QByteArray("{}") << "exec plugin didn't return a token or cert/key pair";
        QTest::newRow("no key") << QByteArray("{\"clientCertificateData\":\"c\"}")
                                << "exec plugin returned only certificate or key, not both";
        QTest::newRow("no JSON") << QByteArray("secret") << "decoding stdout:";
    }
    void failedPluginsAreErrors() {
        QFETCH(QByteArray, status);
        QFETCH(QString, expected);
        startTls();
        write("tls",
              testing::kubeConfig("{server: 'https://localhost:" + port() + "', certificate-authority: server.crt}",
                                  "{exec: {apiVersion: client.authentication.k8s.io/v1, command: bin/plugin, "
                                  "interactiveMode: IfAvailable}}"));
        writePlugin(status);
        const QString found = problem({{"config_path", "tls"}});
        QVERIFY2(found.contains("getting credentials: " + expected) && !found.contains("secret\""), qPrintable(found));
        write("bin/plugin", "#!/bin/sh\necho 'The token has expired. Run aws sso login.' >&2\nexit 3\n");
        QFile(path("bin/plugin")).setPermissions(QFile::ReadOwner | QFile::ExeOwner);
        QVERIFY2(problem({{"config_path", "tls"}})
                     .contains("bin/plugin failed (exit status 3):\n\nThe token has expired. Run aws sso login."),
                 qPrintable(problem({{"config_path", "tls"}})));
        QFile::remove(path("bin/plugin"));
        QVERIFY(!problem({{"config_path", "tls"}}).isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestKubernetesConnection)
#include "tst_kubernetes_connection.moc"
