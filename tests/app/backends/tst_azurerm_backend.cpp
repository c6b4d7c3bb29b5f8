// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/json_shapes.h"
#include "tests/app/support/project_folder.h"
#include "tests/support/azure_server.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>
#include <QtTest>

#include <memory>

using namespace planlens::testing;

namespace {

using Texts = QMap<QString, QString>;

const char* const waitingResource =
    "resource \"terraform_data\" \"w\" {\n  provisioner \"local-exec\" {\n    command = \"touch started; while [ ! -e "
    "go ]; do sleep 0.05; done\"\n  }\n}\n";

/// A configuration whose state is on the server.
class ContainerFolder : public ProjectFolder {
public:
    ContainerFolder(const AzureServer& server, const Texts& arguments)
        : m_environment{{"HTTPS_PROXY", QString::fromLatin1(server.url())},
                        {"SSL_CERT_FILE", server.path("authority.pem")}} {
        QByteArray block;
        for (auto [name, value] : arguments.asKeyValueRange())
            block += "    " + name.toUtf8() + " = \"" + value.toUtf8() + "\"\n";
        write("main.tf", "variable \"v\" {\n  default = \"x\"\n}\nresource \"terraform_data\" \"a\" {\n  input = "
                         "var.v\n}\noutput \"o\" {\n  value = terraform_data.a.output\n}\nterraform {\n  backend "
                         "\"azurerm\" {\n" +
                             block + "  }\n}\n");
    }
    Ran byTofu(const QStringList& arguments, const Environment& more = {}) const { return tofu(arguments, with(more)); }
    Ran byPlanlens(const QStringList& arguments, const Environment& more = {}) const {
        return planlens(arguments, with(more));
    }
    Environment with(Environment more) const {
        more.insert(m_environment.begin(), m_environment.end());
        return more;
    }
    QJsonObject state() const { return parseJson(byTofu({"state", "pull"}).out).toObject(); }

private:
    Environment m_environment;
};

QByteArray errorOf(const Ran& ran) {
    const QByteArray text = ran.all();
    return text.mid(text.indexOf("Error: ")).simplified();
}

} // namespace

/// States of the backend "azurerm", with the real tofu beside Planlens.
class TestAzurermBackend : public QObject {
    Q_OBJECT

    std::unique_ptr<AzureServer> m_own, m_azurite;

    Texts arguments() const {
        const char* const row = QTest::currentDataTag();
        return {{"storage_account_name", "teststorage"},
                {"container_name", "states"},
                {"access_key", QString::fromLatin1(m_own->accessKey())},
                {"key",
                 QStringLiteral("%1/%2.tfstate")
                     .arg(QString::fromLatin1(QTest::currentTestFunction()), QString::fromLatin1(row ? row : "only"))}};
    }

private slots:
    void initTestCase() {
        SKIP_WITHOUT_TOFU();
        SKIP_WITHOUT_PROGRAM("python3");
        SKIP_WITHOUT_PROGRAM("openssl");
        m_own = std::make_unique<AzureServer>(QStringList{"states"});
        QVERIFY(m_own->isRunning());
        if (isInstalled("azurite-blob")) {
            m_azurite = std::make_unique<AzureServer>(QStringList{"states"}, AzureServer::Storage::Azurite);
            QVERIFY(m_azurite->isRunning());
        }
    }

    void sharesStatesAndPlansWithTofu() {
        const ContainerFolder folder(*m_own, arguments());
        COMPARE_EXIT(folder.byTofu({"init", "-no-color"}), 0);
        const Ran applied = folder.byPlanlens({"apply", "-no-color", "-auto-approve"}, {{"PATH", "/usr/bin:/bin"}});
        COMPARE_EXIT(applied, 0); // without tofu
        QVERIFY2(!applied.all().contains(m_own->accessKey()), applied.all().constData());
        COMPARE_EXIT(folder.byTofu({"plan", "-no-color", "-detailed-exitcode"}), 0);
        COMPARE_EXIT(folder.byPlanlens({"plan", "-no-color", "-out=saved", "-replace=terraform_data.a"}), 0);
        COMPARE_EXIT(folder.byTofu({"apply", "-no-color", "saved"}), 0);
        COMPARE_EXIT(folder.byPlanlens({"apply", "-no-color", "saved"}), 1); // stale
        COMPARE_EXIT(folder.byTofu({"plan", "-no-color", "-out=saved", "-destroy"}), 0);
        COMPARE_EXIT(folder.byPlanlens({"apply", "-no-color", "saved"}), 0);
        QVERIFY(folder.state()["resources"].toArray().isEmpty());
        QVERIFY(QDir(folder.path()).entryList({"azurerm-*"}, QDir::Files).isEmpty());
    }

    void alternatesWithTofu_data() {
        QTest::addColumn<bool>("isAzurite");
        QTest::addColumn<QString>("workspace");
        QTest::addColumn<Texts>("changes");
        QTest::newRow("default") << false << QString() << Texts();
        QTest::newRow("workspace") << false << "blue" << Texts();
        QTest::newRow("SAS token") << false << QString() << Texts{{"access_key", ""}, {"sas_token", "sig=secret-sas"}};
        QTest::newRow("snapshots") << false << QString() << Texts{{"snapshot", "true"}};
        QTest::newRow("customer key") << false << QString()
                                      << Texts{
                                             {"customer_provided_key", "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="}};
        const Texts secret{{"access_key", ""},
                           {"tenant_id", "tenant-1"},
                           {"client_id", "client-1"},
                           {"client_secret", "client-secret"}};
        Texts tokens = secret, key = secret;
        tokens["use_azuread_auth"] = "true";
        key["subscription_id"] = "subscription-1";
        key["resource_group_name"] = "group-1";
        QTest::newRow("client secret") << false << QString() << tokens;
        QTest::newRow("access key of a client secret") << false << "blue" << key;
        QTest::newRow("azurite") << true << QString() << Texts();
        QTest::newRow("workspace of azurite") << true << "blue" << Texts();
    }
    void alternatesWithTofu() {
        QFETCH(bool, isAzurite);
        QFETCH(QString, workspace);
        QFETCH(Texts, changes);
        if (isAzurite && !m_azurite)
            QSKIP("azurite-blob is not on the PATH");
        Texts given = arguments();
        for (auto [name, value] : changes.asKeyValueRange())
            given[name] = value;
        const ContainerFolder folder(isAzurite ? *m_azurite : *m_own, given);
        COMPARE_EXIT(folder.byTofu({"init", "-no-color"}), 0);
        if (!workspace.isEmpty())
            COMPARE_EXIT(folder.byTofu({"workspace", "new", workspace}), 0);
        int serial = 0;
        for (int step = 1; step <= 6; ++step) {
            const QStringList apply{"apply", "-no-color", "-auto-approve", QStringLiteral("-var=v=%1").arg(step)};
            COMPARE_EXIT(step % 2 == 0 ? folder.byTofu(apply) : folder.byPlanlens(apply), 0);
            const QJsonObject state = folder.state();
            QVERIFY(state["serial"].toInt() > serial);
            serial = state["serial"].toInt();
            QCOMPARE(state["outputs"].toObject()["o"].toObject()["value"].toString(), QString::number(step));
        }
    }

    void createsWorkspacesThatTofuLists() {
        const ContainerFolder folder(*m_own, arguments());
        COMPARE_EXIT(folder.byTofu({"init", "-no-color"}), 0);
        const Environment green{{"TF_WORKSPACE", "green"}};
        COMPARE_EXIT(folder.byPlanlens({"apply", "-no-color", "-auto-approve"}, green), 0);
        const Ran listed = folder.byTofu({"workspace", "list"});
        QVERIFY2(listed.out.contains("green"), listed.all().constData());
        COMPARE_EXIT(folder.byTofu({"plan", "-no-color", "-detailed-exitcode"}, green), 0);
    }

    void locksAsTofuDoes_data() {
        QTest::addColumn<bool>("isAzurite");
        QTest::newRow("server of the tests") << false;
        QTest::newRow("azurite") << true;
    }
    void locksAsTofuDoes() {
        QFETCH(bool, isAzurite);
        if (isAzurite && !m_azurite)
            QSKIP("azurite-blob is not on the PATH");
        const ContainerFolder folder(isAzurite ? *m_azurite : *m_own, arguments());
        folder.write("wait.tf", waitingResource);
        COMPARE_EXIT(folder.byTofu({"init", "-no-color"}), 0);
        QProcess holder;
        folder.startTofu(holder, {"apply", "-no-color", "-auto-approve"}, folder.with({}));
        QVERIFY(appears(folder.path("started")));
        const Ran byTofu = folder.byTofu({"plan", "-no-color"}), byPlanlens = folder.byPlanlens({"plan", "-no-color"});
        COMPARE_EXIT(byTofu, 1);
        COMPARE_EXIT(byPlanlens, 1);
        QCOMPARE(errorOf(byPlanlens), errorOf(byTofu));
        folder.write("go", {});
        QVERIFY(holder.waitForFinished(60000));
        QCOMPARE(holder.exitCode(), 0);
        folder.remove("go");
        folder.remove("started");
        folder.startPlanlens(holder, {"apply", "-no-color", "-auto-approve", "-replace=terraform_data.w"},
                             folder.with({}));
        QVERIFY(appears(folder.path("started")));
        COMPARE_EXIT(folder.byTofu({"plan", "-no-color"}), 1);
        folder.write("go", {});
        QVERIFY(holder.waitForFinished(60000));
        QCOMPARE(holder.exitCode(), 0);
        COMPARE_EXIT(folder.byTofu({"plan", "-no-color", "-detailed-exitcode"}), 0);
    }

    void forceUnlocksLocksOfKilledPrograms_data() {
        QTest::addColumn<bool>("isTofu");
        QTest::newRow("by tofu") << true;
        QTest::newRow("by Planlens") << false;
    }
    void forceUnlocksLocksOfKilledPrograms() {
        QFETCH(bool, isTofu);
        const ContainerFolder folder(*m_own, arguments());
        folder.write("wait.tf", waitingResource);
        COMPARE_EXIT(folder.byTofu({"init", "-no-color"}), 0);
        QProcess holder;
        folder.startPlanlens(holder, {"apply", "-no-color", "-auto-approve"}, folder.with({}));
        QVERIFY(appears(folder.path("started")));
        holder.kill();
        QVERIFY(holder.waitForFinished());
        folder.write("go", {});
        const QByteArray refused = folder.byPlanlens({"plan", "-no-color"}).all();
        const QRegularExpressionMatch id = QRegularExpression("ID: +([0-9a-f-]{36})").match(QString::fromUtf8(refused));
        QVERIFY2(id.hasMatch(), refused.constData());
        COMPARE_EXIT(folder.byPlanlens({"force-unlock", "-force", "another"}), 1);
        const QStringList unlock{"force-unlock", "-force", id.captured(1)};
        COMPARE_EXIT(isTofu ? folder.byTofu(unlock) : folder.byPlanlens(unlock), 0);
        const Ran planned = folder.byPlanlens({"plan", "-no-color"}); // takes over the journal
        COMPARE_EXIT(planned, 0);
        QVERIFY2(planned.all().contains("terraform_data.w"), planned.all().constData());
        COMPARE_EXIT(folder.byTofu({"apply", "-no-color", "-auto-approve"}), 0);
    }
};

QTEST_GUILESS_MAIN(TestAzurermBackend)
#include "tst_azurerm_backend.moc"
