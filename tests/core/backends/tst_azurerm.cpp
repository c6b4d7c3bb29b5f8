// SPDX-License-Identifier: MPL-2.0
#include "core/backends/azurerm/azurerm.h"
#include "core/backends/azurerm/client.h"
#include "core/backends/azurerm/settings.h"
#include "tests/support/scoped_environment.h"

#include <QProcessEnvironment>
#include <QTest>

using namespace planlens;
using values::Value;
namespace azurerm = backends::azurerm;

namespace {

using Arguments = std::map<std::string, Value>;
using Texts = QMap<QString, QString>;

backends::Setup setupOf(const Arguments& given) {
    std::vector<std::pair<std::string, Value>> attributes;
    for (const auto& [name, attribute] : backends::azurermArguments().attributes) {
        const auto found = given.find(name);
        attributes.emplace_back(name, found == given.end() ? Value::null(attribute.impliedType()) : found->second);
    }
    return {.arguments = Value::object(std::move(attributes)), .directory = "unused"};
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
    void init() {
        for (const QString& name : QProcessEnvironment::systemEnvironment().keys())
            if (name.startsWith(QStringLiteral("ARM_")))
                m_environment.unset(name.toLatin1().constData());
    }
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

    /// Other credentials are those of the tool.
    void needsAKey_data() {
        QTest::addColumn<Texts>("arguments");
        QTest::addColumn<Texts>("variables");
        QTest::addColumn<bool>("expected");
        QTest::newRow("none") << Texts() << Texts() << false;
        QTest::newRow("access key") << Texts{{"access_key", "k"}} << Texts() << true;
        QTest::newRow("access key of the environment") << Texts() << Texts{{"ARM_ACCESS_KEY", "k"}} << true;
        QTest::newRow("SAS token") << Texts{{"sas_token", "k"}} << Texts() << true;
        QTest::newRow("SAS token of the environment") << Texts() << Texts{{"ARM_SAS_TOKEN", "k"}} << true;
        QTest::newRow("empty key") << Texts{{"access_key", ""}} << Texts{{"ARM_ACCESS_KEY", "k"}} << false;
        QTest::newRow("client secret") << Texts{{"client_secret", "k"}} << Texts() << false;
        QTest::newRow("other cloud") << Texts{{"access_key", "k"}, {"metadata_host", "h"}} << Texts() << false;
    }
    void needsAKey() {
        QFETCH(Texts, arguments);
        QFETCH(Texts, variables);
        QFETCH(bool, expected);
        setVariables(variables);
        Arguments given = usual();
        given.erase("access_key");
        const Value value = setupOf(with(given, arguments)).arguments;
        QCOMPARE(backends::hasAzurermKey(value), expected);
        const auto access = backends::findBackendType("azurerm")->accessWith(value);
        QCOMPARE(access == backends::Access::Native, expected);
    }
};

QTEST_APPLESS_MAIN(TestAzurerm)
#include "tst_azurerm.moc"
