// SPDX-License-Identifier: MPL-2.0
#include "core/backends/azurerm/azurerm.h"
#include "core/backends/azurerm/settings.h"
#include "tests/core/backends/stored_states.h"
#include "tests/support/azure_environment.h"

#include <QTest>

using namespace planlens;
using values::Value;
namespace azurerm = backends::azurerm;

namespace {

using Arguments = std::map<std::string, Value>;
using Texts = QMap<QString, QString>;

backends::Setup setupOf(const Arguments& given) {
    return testing::setupOf("azurerm", given);
}

Arguments usual() {
    return {{"storage_account_name", Value::string("account")},
            {"container_name", Value::string("states")},
            {"key", Value::string("k")},
            {"access_key", Value::string("c2VjcmV0")}};
}

Arguments with(Arguments arguments, const Texts& texts) {
    for (auto [name, value] : texts.asKeyValueRange())
        arguments[name.toStdString()] = Value::string(value.toStdString());
    return arguments;
}

QString messages(const diags::Diagnostics& diagnostics) {
    QStringList list;
    for (const diags::Diagnostic& diagnostic : diagnostics)
        list.append(QString::fromStdString(diagnostic.summary));
    return list.join(QLatin1Char('\n'));
}

} // namespace

/// The parts of the backend "azurerm" that need no server.
class TestAzurerm final : public QObject {
    Q_OBJECT

    testing::ScopedEnvironment m_environment;

    void setVariables(const Texts& variables) {
        for (auto [name, value] : variables.asKeyValueRange())
            m_environment.set(name.toLatin1().constData(), value.toUtf8());
    }

private Q_SLOTS:
    void init() { testing::withoutAzureVariables(m_environment); }
    void cleanup() { m_environment.restore(); }

    /// The rows were compared with OpenTofu 1.12.6.
    void invalidArgumentsAreErrors_data() {
        QTest::addColumn<Texts>("arguments");
        QTest::addColumn<Texts>("variables");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const Texts& arguments, const QString& expected,
                            const Texts& variables = {}) { QTest::newRow(name) << arguments << variables << expected; };
        const QString see = QStringLiteral(" See documentation here: https://learn.microsoft.com/en-us/azure/"
                                           "azure-resource-manager/management/resource-name-rules#microsoftstorage");
        row("account", {{"storage_account_name", "A"}},
            "invalid storage account name: Azure requires a storage account name consists of 3-24 lowercase characters "
            "and numbers only." +
                see);
        row("container", {{"container_name", "-a"}},
            "invalid storage container name: Azure requires a storage container name consists of 3-63 lowercase "
            "characters, numbers, and hyphens only. It cannot start or end with a hyphen." +
                see);
        row("hyphens", {{"container_name", "a--b"}},
            "invalid storage container name: Hyphens in a storage container name must be nonconsecutive." + see);
        row("environment", {{"environment", "moon"}}, "unknown environment identifier: moon");
        row("access key", {{"access_key", "!!!!"}},
            "error creating credential from shared access key: decode account key: illegal base64 data at input byte "
            "0");
        row("key for encryption", {{"customer_provided_key", "!!!!"}},
            "CPK: failed to decode base64 key illegal base64 data at input byte 0");
        row("short key for encryption", {{"customer_provided_key", "c2VjcmV0"}},
            "CPK: Key must be 32 bytes (AES-256), got 6 bytes");
        row("key and scope",
            {{"customer_provided_key", "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="}, {"encryption_scope", "s"}},
            "\"customer_provided_key\": conflicts with encryption_scope\n\"encryption_scope\": conflicts with "
            "customer_provided_key");
        row("environment and metadata", {{"environment", "public"}},
            "\"environment\": conflicts with metadata_host\n\"metadata_host\": conflicts with environment",
            {{"ARM_METADATA_HOST", "h"}});
        row("text in the place of a time", {}, "error setting default for \"timeout_seconds\": a number is required",
            {{"ARM_TIMEOUT_SECONDS", "x"}});
        row("text in the place of a flag", {}, "error setting default for \"use_msi\": a bool is required",
            {{"ARM_USE_MSI", "yes"}});
        row("flag in upper case", {},
            "error setting default for \"use_cli\": a bool is required; to convert from string, use lowercase \"true\"",
            {{"ARM_USE_CLI", "TRUE"}});
        row("time", {}, "timeout_seconds expected to be a non-negative integer", {{"ARM_TIMEOUT_SECONDS", "-1"}});
    }
    void invalidArgumentsAreErrors() {
        QFETCH(Texts, arguments);
        QFETCH(Texts, variables);
        setVariables(variables);
        const auto made = backends::makeAzurermBackend(setupOf(with(usual(), arguments)));
        QVERIFY(made.hasErrors());
        QTEST(messages(made.diagnostics), "expected");
        QVERIFY(made.diagnostics[0].code == diags::ErrorCode::InvalidBackendArgument);
    }

    void placesBlobsAsTheReferenceDoes_data() {
        QTest::addColumn<QString>("environment");
        QTest::addColumn<QString>("workspace");
        QTest::addColumn<QString>("expected");
        QTest::newRow("default") << ""
                                 << "default"
                                 << "https://account.blob.core.windows.net/states/k";
        QTest::newRow("workspace") << "public"
                                   << "blue"
                                   << "https://account.blob.core.windows.net/states/kenv:blue";
        QTest::newRow("government") << "usgovernment"
                                    << "default"
                                    << "https://account.blob.core.usgovcloudapi.net/states/k";
        QTest::newRow("China") << "china"
                               << "default"
                               << "https://account.blob.core.chinacloudapi.cn/states/k";
    }
    void placesBlobsAsTheReferenceDoes() {
        QFETCH(QString, environment);
        QFETCH(QString, workspace);
        const auto settings = azurerm::readSettings(setupOf(with(usual(), {{"environment", environment}})));
        QVERIFY(settings.isOk());
        QTEST(QString::fromStdString(azurerm::Container(settings->container)
                                         .url(azurerm::stateBlob(settings->key, workspace.toStdString()))),
              "expected");
    }

    /// The program "az" is started only if nothing before it has credentials.
    void namesTheProgramForCredentials_data() {
        QTest::addColumn<Texts>("arguments");
        QTest::addColumn<Texts>("variables");
        QTest::addColumn<QString>("expected");
        const QString az = QStringLiteral("az");
        const Texts secret{{"tenant_id", "t"}, {"client_id", "c"}, {"client_secret", "s"}};
        QTest::newRow("nothing") << Texts() << Texts() << az;
        QTest::newRow("access key") << Texts{{"access_key", "k"}} << Texts() << QString();
        QTest::newRow("access key of the environment") << Texts() << Texts{{"ARM_ACCESS_KEY", "k"}} << QString();
        QTest::newRow("empty access key") << Texts{{"access_key", ""}} << Texts{{"ARM_ACCESS_KEY", "k"}} << az;
        QTest::newRow("SAS token") << Texts{{"sas_token", "k"}} << Texts() << QString();
        QTest::newRow("client secret") << secret << Texts() << QString();
        QTest::newRow("client secret without tenant") << Texts{{"client_secret", "s"}} << Texts() << az;
        QTest::newRow("managed identity") << Texts() << Texts{{"ARM_USE_MSI", "true"}} << QString();
        QTest::newRow("workload identity") << Texts() << Texts{{"ARM_USE_AKS_WORKLOAD_IDENTITY", "1"}} << QString();
        QTest::newRow("without the CLI") << Texts() << Texts{{"ARM_USE_CLI", "false"}} << QString();
        QTest::newRow("with the CLI") << Texts() << Texts{{"ARM_USE_CLI", "true"}} << az;
    }
    void namesTheProgramForCredentials() {
        QFETCH(Texts, arguments);
        QFETCH(Texts, variables);
        setVariables(variables);
        Arguments given = usual();
        given.erase("access_key");
        const backends::BackendType* const type = backends::findBackendType("azurerm");
        const std::string program = type->credentialProgram(setupOf(with(given, arguments)));
        QTEST(QString::fromStdString(program), "expected");
        QCOMPARE(type->access(), backends::Access::Native);
    }

    void readsCredentialsAsTheReferenceDoes_data();
    void readsCredentialsAsTheReferenceDoes();
};

void TestAzurerm::readsCredentialsAsTheReferenceDoes_data() {
    QTest::addColumn<Texts>("arguments");
    QTest::addColumn<Texts>("variables");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const Texts& arguments, const Texts& variables, const QString& expected) {
        QTest::newRow(name) << arguments << variables << expected;
    };
    row("nothing", {}, {}, "cli");
    row("principal of the environment", {},
        {{"ARM_TENANT_ID", "t"},
         {"ARM_SUBSCRIPTION_ID", "s"},
         {"ARM_CLIENT_ID", "c"},
         {"ARM_CLIENT_ID_FILE_PATH", "cf"},
         {"ARM_CLIENT_SECRET", "x"},
         {"ARM_CLIENT_SECRET_FILE_PATH", "xf"}},
        "tenant=t subscription=s client=c,cf secret=x,xf cli");
    row("arguments before the environment", {{"tenant_id", "t1"}, {"client_id", "c1"}},
        {{"ARM_TENANT_ID", "t"}, {"ARM_CLIENT_ID", "c"}}, "tenant=t1 client=c1, cli");
    row("certificate", {{"client_certificate_path", "p"}},
        {{"ARM_CLIENT_CERTIFICATE", "b"}, {"ARM_CLIENT_CERTIFICATE_PASSWORD", "w"}}, "certificate=b,p,w cli");
    row("tokens of GitHub", {},
        {{"ARM_USE_OIDC", "true"}, {"ACTIONS_ID_TOKEN_REQUEST_URL", "u"}, {"ACTIONS_ID_TOKEN_REQUEST_TOKEN", "r"}},
        "oidc=,,u,r, cli");
    row("own variables before those of GitHub", {},
        {{"ARM_USE_OIDC", "1"},
         {"ARM_OIDC_REQUEST_URL", "v"},
         {"ACTIONS_ID_TOKEN_REQUEST_URL", "u"},
         {"SYSTEM_ACCESSTOKEN", "r"},
         {"AZURESUBSCRIPTION_SERVICE_CONNECTION_ID", "i"}},
        "oidc=,,v,r,i cli");
    row("token file of Kubernetes", {}, {{"ARM_USE_OIDC", "true"}, {"AZURE_FEDERATED_TOKEN_FILE", "f"}},
        "oidc=,f,,, cli");
    row("identities", {}, {{"ARM_USE_MSI", "1"}, {"ARM_USE_AKS_WORKLOAD_IDENTITY", "true"}, {"ARM_USE_CLI", "0"}},
        "msi aks");
    row("tokens for blobs", {{"resource_group_name", "g"}}, {{"ARM_USE_AZUREAD", "true"}}, "group=g tokens cli");
    row("metadata host", {{"metadata_host", "h"}}, {}, "metadata=h cli");
}

void TestAzurerm::readsCredentialsAsTheReferenceDoes() {
    QFETCH(Texts, arguments);
    QFETCH(Texts, variables);
    setVariables(variables);
    Arguments given = usual();
    given.erase("access_key");
    const auto read = azurerm::readSettings(setupOf(with(given, arguments)));
    QVERIFY(read.isOk());
    const azurerm::AccountSettings& account = read->container.account;
    const cloud::azure::Settings& settings = account.credentials;
    QStringList parts;
    const auto add = [&](const char* name, std::initializer_list<std::string> values) {
        QStringList texts;
        for (const std::string& value : values)
            texts.append(QString::fromStdString(value));
        if (const QString text = texts.join(QLatin1Char(',')); text.size() >= texts.size())
            parts.append(QString::fromLatin1(name) + QLatin1Char('=') + text);
    };
    add("metadata", {settings.metadataHost});
    add("tenant", {settings.tenant});
    add("subscription", {settings.subscription});
    add("client", {settings.clientId.value, settings.clientId.file});
    add("secret", {settings.clientSecret.value, settings.clientSecret.file});
    add("certificate", {settings.certificate.pfx.value, settings.certificate.pfx.file, settings.certificate.password});
    add("group", {account.resourceGroup});
    if (settings.oidc.isEnabled)
        add("oidc", {settings.oidc.token.value, settings.oidc.token.file, settings.oidc.requestUrl,
                     settings.oidc.requestToken, settings.oidc.serviceConnection});
    for (const auto& [isSet, name] :
         {std::pair(account.usesTokens, "tokens"), std::pair(settings.usesManagedIdentity, "msi"),
          std::pair(settings.usesWorkloadIdentity, "aks"), std::pair(settings.usesCli, "cli")})
        if (isSet)
            parts.append(QString::fromLatin1(name));
    QTEST(parts.join(QLatin1Char(' ')), "expected");
    QCOMPARE(account.endpoint.empty(), !settings.metadataHost.empty());
}

QTEST_APPLESS_MAIN(TestAzurerm)
#include "tst_azurerm.moc"
