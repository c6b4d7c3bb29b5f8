// SPDX-License-Identifier: MPL-2.0
#include "tests/core/backends/azurerm_credentials.h"

#include <QElapsedTimer>
#include <QThread>

#include <stop_token>

using namespace planlens;
using namespace planlens::testing;

/// What the backend "azurerm" reports without valid credentials.
class TestAzurermCredentialErrors final : public QObject, private AzureCredentials {
    Q_OBJECT

    /// In the other rows, tofu prints whole responses, or accepts what Planlens does not.
    enum class Rows { All, SameAsTofu };
    static void addRows(Rows rows);

private Q_SLOTS:
    void initTestCase() { startServer(); }
    void init() { prepareTest(); }
    void cleanup() { m_environment.restore(); }

    void reportsWhereCredentialsWereLookedFor_data() { addRows(Rows::All); }
    void reportsWhereCredentialsWereLookedFor();
    void reportsTheProblemsOfTofu_data() { addRows(Rows::SameAsTofu); }
    void reportsTheProblemsOfTofu();
    void listsTheProblemsOfTheReference();

    void stopsWaiting_data() {
        QTest::addColumn<Texts>("arguments");
        QTest::newRow("for the CLI") << forTokens;
        QTest::newRow("for a token") << secret + forTokens;
        QTest::newRow("for a managed identity") << Texts{{"use_msi", "true"}} + forTokens;
    }
    void stopsWaiting() {
        QFETCH(Texts, arguments);
        prepare({}, {{"bin/az", "#!/bin/sh\nsleep 60\n"}});
        m_server->setFaults("1- hang");
        std::stop_source stop;
        const std::unique_ptr<QThread> later(QThread::create([&] {
            QThread::msleep(300);
            stop.request_stop();
        }));
        QElapsedTimer time;
        time.start();
        later->start();
        const auto read = stateOf(arguments)->read(stop.get_token());
        later->wait();
        m_server->setFaults({});
        QVERIFY(read.hasErrors());
        QVERIFY2(time.elapsed() < 20'000, qPrintable(QString::number(time.elapsed())));
    }
};

void TestAzurermCredentialErrors::addRows(Rows rows) {
    QTest::addColumn<Texts>("arguments");
    QTest::addColumn<Texts>("variables");
    QTest::addColumn<Texts>("files");
    QTest::addColumn<QStringList>("expected");
    const auto add = [](const char* name, const QStringList& expected, const Texts& arguments, const Texts& variables,
                        const Texts& files) {
        QTest::newRow(name) << arguments + (arguments.contains("use_azuread_auth") ? Texts() : forTokens) << variables
                            << files << expected;
    };
    const auto same = [&](const char* name, const QStringList& expected, const Texts& arguments,
                          const Texts& variables = {},
                          const Texts& files = {}) { add(name, expected, arguments, variables, files); };
    const auto row = [&](const char* name, const QStringList& expected, const Texts& arguments,
                         const Texts& variables = {}, const Texts& files = {}) {
        if (rows == Rows::All)
            add(name, expected, arguments, variables, files);
    };
    const Texts noTokens{{"use_azuread_auth", "false"}};
    same("nothing",
         {"No valid azure auth methods found", "the environment variables that start with ARM_", "\"az login\"",
          "Error looking for command az in your PATH."},
         {});
    row("wrong secret",
        {"ClientSecretCredential authentication failed. POST "
         "https://login.microsoftonline.com/tenant-1/oauth2/v2.0/token: "
         "RESPONSE 401: invalid_client: AADSTS7000215: Invalid client secret provided.",
         "the application client-1 in the tenant tenant-1", "az ad app credential reset --id client-1"},
        secret + Texts{{"client_secret", "wrong-secret"}});
    row("line break in the file of a secret", {"AADSTS7000215", "(file)", "The file ends with a line break"},
        principal + Texts{{"client_secret_file_path", "file"}}, {}, {{"file", "client-secret\n"}});
    row("other tenant", {"AADSTS90002: Tenant 'other' not found."}, secret + Texts{{"tenant_id", "other"}});
    same("tenant that is not one", {"invalid tenantID. You can locate your tenantID by"},
         secret + Texts{{"tenant_id", "a/b"}});
    same(
        "missing file",
        {"The Client Secret is misconfigured: error reading client secret file: open none: no such file or directory."},
        principal + Texts{{"client_secret_file_path", "none"}});
    same("different secrets",
         {"The Client Secret is misconfigured: client secret provided directly and through file do not match; either "
          "make "
          "them the same value or only provide one."},
         secret + Texts{{"client_secret_file_path", "file"}}, {}, {{"file", "other-secret"}});
    same("no resource group",
         {"Resource Group is empty", "Subscription ID is empty",
          "In order to obtain a Storage Account Access Key, a resource group is necessary", "use_azuread_auth"},
         secret + noTokens);
    row("other resource group",
        {"error getting container client: error listing access keys on the storage account: POST "
         "https://management.azure.com/subscriptions/subscription-1/resourceGroups/other/providers/Microsoft.Storage/"
         "storageAccounts/teststorage/listKeys: RESPONSE 404: ResourceGroupNotFound: Resource group 'other' could not "
         "be "
         "found.",
         "Microsoft.Storage/storageAccounts/listKeys/action"},
        secret + forKey + noTokens + Texts{{"resource_group_name", "other"}});
    same("password of the certificate", {"The Client Certificate is invalid: pkcs12: decryption password incorrect."},
         principal + Texts{{"client_certificate", "BASE64(old)"}, {"client_certificate_password", "wrong-secret"}});
    row("certificate that is not one", {"The Client Certificate is invalid: pkcs12: error reading P12 data: "},
        principal + Texts{{"client_certificate", "AAAA"}});
    same("certificate that is not in Base64",
         {"The Client Certificate is misconfigured: error decoding client certificate: illegal base64 data at input "
          "byte "
          "0."},
         principal + Texts{{"client_certificate", "!"}});
    same("missing certificate",
         {"The Client Certificate is misconfigured: error reading client certificate file: open none: no such file or "
          "directory."},
         principal + Texts{{"client_certificate_path", "none"}});
    row("certificate that is not registered",
        {"ClientCertificateCredential authentication failed. POST ", "AADSTS700027",
         "whether the certificate is registered"},
        principal + Texts{{"client_certificate", "BASE64(other)"}, {"client_certificate_password", "pass-secret"}});
    row("wrong identity token",
        {"ClientAssertionCredential authentication failed. POST ", "AADSTS50027: JWT token is invalid or malformed.",
         "the federated credential of the application"},
        oidc + Texts{{"oidc_token", "wrong-secret"}});
    same("different identity tokens",
         {"The token is misconfigured: token provided directly and through file do not match"},
         oidc + Texts{{"oidc_token", "wrong-secret"}, {"oidc_token_file_path", "t"}}, {}, {{"t", "identity-secret"}});
    same(
        "no identity token",
        {"An access token must be provided, either directly with a variable or through a file, or indirectly through a "
         "request URL and request token (as in GitHub Actions).",
         "error obtaining token: Get \"?audience=api%3A%2F%2FAzureADTokenExchange\": unsupported protocol scheme "
         "\"\"."},
        oidc);
    row("wrong request token",
        {"Tried to test fetching the token, but received this error instead: error obtaining token: GET "
         "https://oidc.test/github: RESPONSE 401: the request token is not valid."},
        oidc + Texts{{"oidc_request_url", "https://oidc.test/github"}, {"oidc_request_token", "wrong-secret"}});
    row("other service connection",
        {"AzurePipelinesCredential authentication failed.", "Check service connection ID and Pipeline configuration.",
         "POST https://oidc.test/devops: RESPONSE 400: unknown audience or connection"},
        oidc + Texts{{"ado_service_connection_id", "other"}},
        {{"SYSTEM_OIDCREQUESTURI", "https://oidc.test/devops"}, {"SYSTEM_ACCESSTOKEN", "request-secret"}});
    same("no pipeline", {"ADO System OIDC Request URI is missing."},
         oidc + Texts{{"ado_service_connection_id", "connection-1"}}, {{"SYSTEM_ACCESSTOKEN", "request-secret"}});
    const Texts aks{{"use_aks_workload_identity", "true"}};
    same("no pod", {"no client ID specified. Check pod configuration or set ClientID in the options"}, aks);
    row("pod without a token",
        {"WorkloadIdentityCredential: open HOME/none: no such file or directory", "AZURE_FEDERATED_TOKEN_FILE"}, aks,
        {{"AZURE_CLIENT_ID", "c"}, {"AZURE_TENANT_ID", "t"}, {"AZURE_FEDERATED_TOKEN_FILE", "HOME/none"}});
    const Texts msi{{"use_msi", "true"}};
    row("other identity",
        {"ManagedIdentityCredential authentication failed. the requested identity isn't assigned to this resource",
         "GET http://169.254.169.254/metadata/identity/oauth2/token: RESPONSE 400", "use_msi (ARM_USE_MSI) is true"},
        msi + Texts{{"client_id", "other"}});
    row("wrong header of App Service",
        {"ManagedIdentityCredential authentication failed.", "URL/identity/app: RESPONSE 400: invalid_request"}, msi,
        {{"IDENTITY_ENDPOINT", "URL/identity/app"}, {"IDENTITY_HEADER", "wrong-secret"}});
    same("identity of a user in Cloud Shell", {"Cloud Shell doesn't support user-assigned managed identities"},
         msi + Texts{{"client_id", "c"}}, {{"MSI_ENDPOINT", "URL/identity/shell"}});
    same("CLI that is disabled", {"Setting use_cli to false prevents the use of command-line auth (az)."},
         {{"use_cli", "false"}}, {}, {{"bin/az", azScript}});
    same("CLI without a login",
         {"Error using the az command: error getting subscription info: error: exit status 1\nmore information: ERROR: "
          "Please run 'az login' to setup account.\n.",
          "No valid azure auth methods found"},
         {}, {}, {{"bin/az", "#!/bin/sh\necho \"ERROR: Please run 'az login' to setup account.\" >&2\nexit 1\n"}});
    row("CLI with a login that has expired",
        {"AzureCLICredential: ERROR: AADSTS700082: The refresh token has expired due to inactivity.", "\"az login\""},
        {}, {},
        {{"bin/az", "#!/bin/sh\n[ $2 = show ] && echo {} && exit\necho 'ERROR: AADSTS700082: The refresh token has "
                    "expired due to inactivity.' >&2\nexit 1\n"}});
    row("CLI that prints something else", {"AzureCLICredential: the output of \"az account get-access-token\" is not"},
        {}, {}, {{"bin/az", "#!/bin/sh\n[ $2 = show ] && echo {} && exit\necho token-secret-other\n"}});
    row("CLI that hangs", {"AzureCLICredential: HOME/bin/az did not end within 1 s"}, {},
        {{"ARM_TIMEOUT_SECONDS", "1"}}, {{"bin/az", "#!/bin/sh\n[ $2 = show ] && echo {} && exit\nsleep 60\n"}});
    row("option in the place of a subscription", {"AzureCLICredential: Subscription \"--debug\" contains invalid"},
        {{"subscription_id", "--debug"}}, {}, {{"bin/az", azScript}});
    row("server that is not a metadata host",
        {"retrieving environments from Azure MetaData service: GET https://oidc.test/metadata/endpoints: RESPONSE 401",
         "metadata_host"},
        secret + Texts{{"metadata_host", "oidc.test"}});
}

void TestAzurermCredentialErrors::reportsWhereCredentialsWereLookedFor() {
    QFETCH(Texts, arguments);
    QFETCH(Texts, variables);
    QFETCH(Texts, files);
    QFETCH(QStringList, expected);
    prepare(variables, files);
    const auto read = stateOf(arguments)->read({});
    QVERIFY(read.hasErrors());
    const QString text = problem(read);
    for (const QString& part : expected)
        QVERIFY2(text.contains(replaced(part)), qPrintable(text));
    QVERIFY2(!text.contains(QStringLiteral("-secret")) && !text.contains(QStringLiteral("PRIVATE KEY")),
             qPrintable(text));
}

/// The rows of reportsWhereCredentialsWereLookedFor with the real program. Details may end with more advice.
void TestAzurermCredentialErrors::reportsTheProblemsOfTofu() {
    QFETCH(Texts, arguments);
    QFETCH(Texts, variables);
    QFETCH(Texts, files);
    prepare(variables, files);
    const auto expected = problemsOfTofu(arguments);
    if (!expected)
        QSKIP("tofu, which this compares with, is not on the PATH");
    const diags::Diagnostics found = stateOf(arguments)->read({}).diagnostics;
    QCOMPARE(static_cast<qsizetype>(found.size()), expected->size());
    for (qsizetype i = 0; i < expected->size(); ++i) {
        const diags::Diagnostic& diagnostic = found[static_cast<std::size_t>(i)];
        QCOMPARE(QString::fromStdString(diagnostic.summary), expected->at(i).first);
        const QString detail = QString::fromStdString(diagnostic.detail);
        QVERIFY2(detail.startsWith(expected->at(i).second),
                 qPrintable(detail + QStringLiteral(" instead of ") + expected->at(i).second));
    }
}

/// The diagnostics of OpenTofu 1.12.6 without any credentials; details may end with more advice.
void TestAzurermCredentialErrors::listsTheProblemsOfTheReference() {
    prepare({}, {});
    const auto read = stateOf({{"use_cli", "false"}})->read({});
    const QList<std::pair<QString, QString>> expected{
        {"Invalid Azure Client Certificate Auth", "Tenant ID is missing."},
        {"Invalid Azure Client Certificate Auth",
         "The Client ID is misconfigured: missing client ID, a client ID is required."},
        {"Invalid Azure Client Certificate Auth",
         "The Client Certificate is misconfigured: missing certificate, client certificate is required."},
        {"Invalid Azure Client Secret Auth", "Tenant ID is missing."},
        {"Invalid Azure Client Secret Auth",
         "The Client ID is misconfigured: missing client ID, a client ID is required."},
        {"Invalid Azure Client Secret Auth",
         "The Client Secret is misconfigured: missing client secret, a client secret is required."},
        {"Invalid Azure DevOps Auth",
         "To use Azure DevOps Auth, use_oidc must be set directly or via environment variable ARM_USE_OIDC. "
         "Additionally, the Azure DevOps Service Connection ID must be provided. If you are running in Azure DevOps, "
         "make sure you have serviceConnection configured for the pipeline task."},
        {"Invalid Azure OpenID Connect Auth",
         "OpenID Connect Auth is disabled when use_oidc or the environment variable ARM_USE_OIDC are unset or set "
         "explicitly to false."},
        {"Invalid Azure Managed Service Identity Auth", "The Managed Service Identity (MSI) needs to have \"use_msi\" "
                                                        "(or ARM_USE_MSI) set to true in order to be used."},
        {"Invalid AKS Workload Identity Auth",
         "The AKS Workload Identity Auth needs to have \"use_aks_workload_identity\" (or "
         "ARM_USE_AKS_WORKLOAD_IDENTITY) set to true in order to be used."},
        {"Invalid Azure Command Line Auth", "Setting use_cli to false prevents the use of command-line auth (az)."},
        {"No valid azure auth methods found",
         "Please see above warnings for details about what each auth method needs to properly work."}};
    QCOMPARE(static_cast<qsizetype>(read.diagnostics.size()), expected.size());
    for (qsizetype i = 0; i < expected.size(); ++i) {
        const diags::Diagnostic& diagnostic = read.diagnostics[static_cast<std::size_t>(i)];
        QCOMPARE(QString::fromStdString(diagnostic.summary), expected[i].first);
        QVERIFY2(QString::fromStdString(diagnostic.detail).startsWith(expected[i].second), diagnostic.detail.c_str());
    }
}

QTEST_GUILESS_MAIN(TestAzurermCredentialErrors)
#include "tst_azurerm_credential_errors.moc"
