// SPDX-License-Identifier: MPL-2.0
#include "tests/core/backends/azurerm_credentials.h"

using namespace planlens;
using namespace planlens::testing;

/// Where the backend "azurerm" finds credentials.
class TestAzurermCredentials final : public QObject, private AzureCredentials {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { startServer(); }
    void init() { prepareTest(); }
    void cleanup() { m_environment.restore(); }

    void findsCredentials_data();
    void findsCredentials();
    void selectsCredentialsAsTofuDoes_data() { findsCredentials_data(); }
    void selectsCredentialsAsTofuDoes();

    void usesTheServicesOfTheCloud_data() {
        QTest::addColumn<Texts>("arguments");
        QTest::addColumn<QString>("login");
        QTest::addColumn<QString>("management");
        QTest::addColumn<QString>("storage");
        QTest::newRow("public") << Texts{{"environment", "public"}} << "login.microsoftonline.com"
                                << "management.azure.com"
                                << "core.windows.net";
        QTest::newRow("government") << Texts{{"environment", "usgovernment"}} << "login.microsoftonline.us"
                                    << "management.usgovcloudapi.net"
                                    << "core.usgovcloudapi.net";
        QTest::newRow("China") << Texts{{"environment", "china"}} << "login.chinacloudapi.cn"
                               << "management.chinacloudapi.cn"
                               << "core.chinacloudapi.cn";
        QTest::newRow("metadata host") << Texts{{"metadata_host", "metadata.test"}} << "login.stack.test"
                                       << "management.stack.test"
                                       << "stack.test";
    }
    void usesTheServicesOfTheCloud() {
        QFETCH(Texts, arguments);
        QFETCH(QString, login);
        QFETCH(QString, management);
        QFETCH(QString, storage);
        prepare({}, {});
        (void)m_server->requests();
        QCOMPARE(problem(stateOf(secret + forKey + arguments)->read({})), QString());
        const QByteArray text = m_server->requests().join('\n');
        for (const QString& part : {QStringLiteral("POST https://%1/tenant-1/oauth2/v2.0/token").arg(login),
                                    QStringLiteral("POST https://%1/subscriptions/subscription-1/").arg(management),
                                    QStringLiteral("GET https://teststorage.blob.%1/states/k").arg(storage)})
            QVERIFY2(text.contains(part.toUtf8()), text.constData());
    }

    void renewsTokens() {
        prepare({}, {});
        m_server->write("lifetime", "30"); // expires soon
        const auto state = stateOf(secret + forTokens);
        (void)m_server->requests();
        QCOMPARE(problem(state->read({})), QString());
        QVERIFY(tokenRequests() > 0);
        QFile::remove(m_server->path("lifetime"));
        QCOMPARE(problem(state->read({})), QString());
        QCOMPARE(tokenRequests(), 1);
        QCOMPARE(problem(state->read({})), QString());
        QCOMPARE(tokenRequests(), 0);
    }

    void renewsTokensThatAreRevoked() {
        prepare({}, {});
        const auto state = stateOf(secret + forTokens);
        QCOMPARE(problem(state->read({})), QString());
        m_server->setFaults("1 401");
        (void)m_server->requests();
        QCOMPARE(problem(state->read({})), QString());
        QCOMPARE(tokenRequests(), 1);
    }

    void repeatsRequestsThatFail_data() {
        QTest::addColumn<QByteArray>("fault");
        QTest::addColumn<Texts>("arguments");
        for (const char* fault : {"500", "429", "reset", "refuse", "lost", "half"}) {
            QTest::addRow("%s, token for blobs", fault) << QByteArray(fault) << secret + forTokens;
            QTest::addRow("%s, access key", fault) << QByteArray(fault) << secret + forKey;
        }
        QTest::newRow("404 on a machine") << QByteArray("404") << Texts{{"use_msi", "true"}} + forTokens;
    }
    void repeatsRequestsThatFail() {
        QFETCH(QByteArray, fault);
        QFETCH(Texts, arguments);
        prepare({}, {});
        const int last = fault == "404" ? 1 : arguments.contains("use_azuread_auth") ? 2 : 3;
        for (int number = 1; number <= last; ++number) {
            m_server->setFaults(QByteArray::number(number) + ' ' + fault);
            QCOMPARE(problem(stateOf(arguments)->read({})), QString());
        }
    }

    void keepsTheAccessKey() {
        prepare({}, {});
        const auto state = stateOf(secret + forKey);
        QCOMPARE(problem(state->read({})), QString());
        (void)m_server->requests();
        QCOMPARE(problem(state->read({})), QString());
        QCOMPARE(m_server->requests().join('\n').count("listKeys"), 0);
    }

    void writesWithATokenUnderALock() {
        prepare({}, {});
        const auto state = stateOf(secret + forTokens);
        QVERIFY(!state->lock("OperationTypeApply", {}, {}).hasErrors());
        QVERIFY(state->read({}).isOk());
        QVERIFY(state->write(std::make_shared<const states::State>()).isOk());
        QVERIFY(!state->unlock().hasErrors());
    }

    void listsWorkspacesWithAToken() {
        prepare({}, {});
        const auto backend = backends::makeAzurermBackend(setupOf(secret + forTokens));
        QVERIFY(backend.isOk());
        const auto names = (*backend)->workspaces({});
        QCOMPARE(QString::fromStdString(names.diagnostics.toString()), QString());
        QCOMPARE(*names, std::vector<std::string>{"default"});
    }

    void startsTheCliAsTheReferenceDoes_data() {
        QTest::addColumn<Texts>("arguments");
        QTest::addColumn<QByteArray>("expected");
        const QByteArray show = "account show -o json\n", token = "account get-access-token -o json --resource ";
        QTest::newRow("token for blobs") << forTokens << show + token + "https://storage.azure.com\n";
        QTest::newRow("tenant and subscription")
            << forTokens + Texts{{"tenant_id", "tenant-1"}, {"subscription_id", "sub 1"}}
            << show + token + "https://storage.azure.com --tenant tenant-1 --subscription sub 1\n";
        QTest::newRow("access key with the current subscription")
            << Texts{{"resource_group_name", "group-1"}} << show + token + "https://management.core.windows.net/\n";
    }
    void startsTheCliAsTheReferenceDoes() {
        QFETCH(Texts, arguments);
        QFETCH(QByteArray, expected);
        prepare({}, {{"bin/az", azScript}});
        const auto state = stateOf(arguments);
        QCOMPARE(problem(state->read({})), QString());
        QCOMPARE(azArguments(), expected);
        QCOMPARE(problem(state->read({})), QString());
        QCOMPARE(azArguments(), expected); // the token is still valid
    }

    void startsNothingFromTheWorkingDirectory() {
        prepare({{"PATH", ".:/usr/bin:/bin"}}, {{"az", "#!/bin/sh\ntouch \"HOME/started\"\n"}});
        const QString before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(m_home->path()));
        const QString text = problem(stateOf(forTokens)->read({}));
        QVERIFY(QDir::setCurrent(before));
        QVERIFY2(text.contains(QStringLiteral("Error looking for command az in your PATH.")), qPrintable(text));
        QVERIFY(!QFile::exists(m_home->filePath(QStringLiteral("started"))));
    }
};

void TestAzurermCredentials::findsCredentials_data() {
    QTest::addColumn<Texts>("arguments");
    QTest::addColumn<Texts>("variables");
    QTest::addColumn<Texts>("files");
    QTest::addColumn<QByteArray>("source"); // of the token, as the server names it
    const auto row = [](const char* name, const char* source, const Texts& arguments, const Texts& variables = {},
                        const Texts& files = {}) {
        QTest::newRow(name) << arguments + (arguments.contains("subscription_id") ? Texts() : forTokens) << variables
                            << files << QByteArray(source);
    };
    row("secret", "client", secret);
    row("secret for the access key", "client", secret + forKey);
    row("secret of the environment", "client", {},
        {{"ARM_TENANT_ID", "tenant-1"}, {"ARM_CLIENT_ID", "client-1"}, {"ARM_CLIENT_SECRET", "client-secret"}});
    row("secret in files", "client",
        {{"tenant_id", "tenant-1"}, {"client_id_file_path", "id"}, {"client_secret_file_path", "HOME/secret"}}, {},
        {{"id", "client-1"}, {"secret", "client-secret"}});
    row("secret given twice", "client", secret + Texts{{"client_secret_file_path", "secret"}}, {},
        {{"secret", "client-secret"}});
    row("secret before the CLI", "client", secret, {}, {{"bin/az", azScript}});
    row("certificate", "certificate",
        principal + Texts{{"client_certificate", "BASE64(new)"}, {"client_certificate_password", "pass-secret"}});
    row("certificate with old ciphers", "certificate",
        principal + Texts{{"client_certificate", "BASE64(old)"}, {"client_certificate_password", "pass-secret"}});
    row("certificate without a password", "certificate", principal + Texts{{"client_certificate", "BASE64(plain)"}});
    row("certificate in a file", "certificate", principal + Texts{{"client_certificate_path", "CERTIFICATES/old.pfx"}},
        {{"ARM_CLIENT_CERTIFICATE_PASSWORD", "pass-secret"}});
    row("certificate before the secret", "certificate",
        secret + forKey + Texts{{"client_certificate", "BASE64(old)"}, {"client_certificate_password", "pass-secret"}});
    row("secret after a certificate that cannot be opened", "client",
        secret + Texts{{"client_certificate", "BASE64(old)"}, {"client_certificate_password", "wrong"}});
    row("identity token", "identity", oidc + Texts{{"oidc_token", "identity-secret"}});
    row("identity token in a file", "identity", oidc + Texts{{"oidc_token_file_path", "token"}}, {},
        {{"token", "identity-secret"}});
    row("identity token in the file of Kubernetes", "identity", oidc, {{"AZURE_FEDERATED_TOKEN_FILE", "HOME/token"}},
        {{"token", "identity-secret"}});
    row("identity token of GitHub", "identity", oidc,
        {{"ACTIONS_ID_TOKEN_REQUEST_URL", "https://oidc.test/github?api-version=2.0"},
         {"ACTIONS_ID_TOKEN_REQUEST_TOKEN", "request-secret"}});
    row("identity token of Azure DevOps", "identity",
        oidc + forKey + Texts{{"ado_service_connection_id", "connection-1"}},
        {{"SYSTEM_OIDCREQUESTURI", "https://oidc.test/devops"}, {"SYSTEM_ACCESSTOKEN", "request-secret"}});
    row("workload identity of Kubernetes", "identity", {{"use_aks_workload_identity", "true"}},
        {{"AZURE_CLIENT_ID", "client-1"},
         {"AZURE_TENANT_ID", "tenant-1"},
         {"AZURE_FEDERATED_TOKEN_FILE", "HOME/token"}},
        {{"token", "identity-secret"}});
    const Texts msi{{"use_msi", "true"}};
    row("machine", "machine", msi);
    row("machine for the access key", "machine", msi + forKey);
    row("identity of a user on a machine", "machine-id-2", msi + Texts{{"client_id", "id-2"}});
    row("machine in spite of the deprecated argument", "machine", msi + Texts{{"msi_endpoint", "URL/identity/shell"}});
    row("App Service", "app", msi, {{"IDENTITY_ENDPOINT", "URL/identity/app"}, {"IDENTITY_HEADER", "header-secret"}});
    row("identity of a user in App Service", "app-id-2", msi + Texts{{"client_id", "id-2"}},
        {{"IDENTITY_ENDPOINT", "URL/identity/app"}, {"IDENTITY_HEADER", "header-secret"}});
    row("Service Fabric", "fabric", msi,
        {{"IDENTITY_ENDPOINT", "URL/identity/fabric"},
         {"IDENTITY_HEADER", "header-secret"},
         {"IDENTITY_SERVER_THUMBPRINT", "x"}});
    row("Azure ML", "ml-id-3", msi,
        {{"MSI_ENDPOINT", "URL/identity/ml"}, {"MSI_SECRET", "header-secret"}, {"DEFAULT_IDENTITY_CLIENT_ID", "id-3"}});
    row("Cloud Shell", "shell", msi, {{"MSI_ENDPOINT", "URL/identity/shell"}});
    row("Azure Arc", "arc", msi, {{"IDENTITY_ENDPOINT", "URL/identity/arc"}, {"IMDS_ENDPOINT", "x"}});
    row("managed identity before the CLI", "machine", msi, {}, {{"bin/az", azScript}});
    row("CLI", "cli", {}, {}, {{"bin/az", azScript}});
    row("CLI for the access key", "cli", forKey, {}, {{"bin/az", azScript}});
    row("CLI after an incomplete secret", "cli", {{"client_secret", "client-secret"}}, {}, {{"bin/az", azScript}});
}

void TestAzurermCredentials::findsCredentials() {
    QFETCH(Texts, arguments);
    QFETCH(Texts, variables);
    QFETCH(Texts, files);
    QFETCH(QByteArray, source);
    prepare(variables, files);
    (void)m_server->requests();
    QCOMPARE(problem(stateOf(arguments)->read({})), QString());
    QCOMPARE(usedSource(arguments), source);
}

/// The rows of findsCredentials with the real program.
void TestAzurermCredentials::selectsCredentialsAsTofuDoes() {
    QFETCH(Texts, arguments);
    QFETCH(Texts, variables);
    QFETCH(Texts, files);
    QFETCH(QByteArray, source);
    if (arguments.value("client_certificate").contains("(new)") ||
        arguments.value("client_certificate").contains("(plain)"))
        QSKIP("tofu does not open PFX files with newer ciphers");
    if (source == "arc")
        QSKIP("tofu only reads keys in a directory of the system");
    prepare(variables, files);
    (void)m_server->requests();
    const auto problems = problemsOfTofu(arguments);
    if (!problems)
        QSKIP("tofu, which this compares with, is not on the PATH");
    QVERIFY2(problems->isEmpty(), qPrintable(problems->isEmpty() ? QString() : problems->first().first));
    QCOMPARE(usedSource(arguments), source);
}

QTEST_GUILESS_MAIN(TestAzurermCredentials)
#include "tst_azurerm_credentials.moc"
