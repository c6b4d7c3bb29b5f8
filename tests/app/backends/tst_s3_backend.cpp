// SPDX-License-Identifier: MPL-2.0
#include "tests/app/backends/backend_folder.h"
#include "tests/app/support/json_shapes.h"
#include "tests/app/support/project_folder.h"
#include "tests/support/aws_server.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>
#include <QtTest>

#include <memory>

using namespace planlens::testing;

namespace {

/// The diagnostics of a program that prints JSON, without their places.
QStringList diagnosticsOf(const Ran& ran) {
    QStringList list;
    for (const QJsonObject& line : parseLines(ran.out)) {
        const QJsonObject diagnostic = line["diagnostic"].toObject();
        if (!diagnostic.isEmpty())
            list.append(diagnostic["severity"].toString() + ": " + diagnostic["summary"].toString() + "; " +
                        diagnostic["detail"].toString().trimmed());
    }
    return list;
}

/// Without what differs from request to request, and without the bullets of several errors.
QByteArray stableErrorOf(const Ran& ran) {
    QString text = QString::fromUtf8(ran.all());
    text = text.mid(text.indexOf("Error: ")).simplified();
    text.remove(QRegularExpression("RequestID: ?[^,]*, |HostID: ?[^,]*, "));
    return text.toUtf8();
}

QJsonObject with(QJsonObject arguments, const QString& name, const QJsonValue& value) {
    arguments[name] = value;
    return arguments;
}

} // namespace

/// States of the backend "s3", with the real tofu beside Planlens.
class TestS3Backend : public QObject {
    Q_OBJECT

    std::unique_ptr<AwsServer> m_server;

    QJsonObject arguments() const {
        const char* const row = QTest::currentDataTag();
        return stateArguments(*m_server, QStringLiteral("%1/%2/a b.tfstate")
                                             .arg(QString::fromLatin1(QTest::currentTestFunction()),
                                                  QString::fromLatin1(row ? row : "only")));
    }

private slots:
    void initTestCase() {
        SKIP_WITHOUT_TOFU();
        SKIP_WITHOUT_MOTO();
        m_server = std::make_unique<AwsServer>(QStringList{QStringLiteral("states")});
        QVERIFY(m_server->isRunning());
    }

    void sharesStatesAndPlansWithTofu() {
        const BackendFolder folder("s3", arguments());
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        const Ran applied = folder.planlens({"apply", "-no-color", "-auto-approve"});
        COMPARE_EXIT(applied, 0);
        QVERIFY2(!applied.all().contains("state pull") && !applied.all().contains("secret-of-test"),
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
        QVERIFY(QDir(folder.path()).entryList({"s3-*"}, QDir::Files).isEmpty());
    }

    void alternatesWithTofu_data() {
        QTest::addColumn<bool>("usesLockFile");
        QTest::addColumn<bool>("usesTable");
        QTest::addColumn<QString>("workspace");
        QTest::newRow("lock file") << true << false << QString();
        QTest::newRow("table") << false << true << QString();
        QTest::newRow("both") << true << true << QString();
        QTest::newRow("workspace") << true << true << QStringLiteral("blue");
        QTest::newRow("no locks") << false << false << QString();
    }
    void alternatesWithTofu() {
        QFETCH(bool, usesLockFile);
        QFETCH(bool, usesTable);
        QFETCH(QString, workspace);
        QJsonObject given = with(arguments(), "use_lockfile", usesLockFile);
        if (!usesTable)
            given.remove("dynamodb_table");
        const BackendFolder folder("s3", given);
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
        const BackendFolder folder("s3", arguments());
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        const Environment green{{"TF_WORKSPACE", "green"}};
        COMPARE_EXIT(folder.planlens({"apply", "-no-color", "-auto-approve"}, green), 0);
        const Ran listed = folder.tofu({"workspace", "list"});
        QVERIFY2(listed.out.contains("green"), listed.all().constData());
        COMPARE_EXIT(folder.tofu({"plan", "-no-color", "-detailed-exitcode"}, green), 0);
        COMPARE_EXIT(folder.planlens({"plan", "-no-color", "-detailed-exitcode"}), 2); // default
    }

    void locksAsTofuDoes_data() {
        QTest::addColumn<bool>("usesTable");
        QTest::newRow("lock file") << false;
        QTest::newRow("table") << true;
    }
    void locksAsTofuDoes() {
        QFETCH(bool, usesTable);
        QJsonObject given = with(arguments(), "use_lockfile", !usesTable);
        if (!usesTable)
            given.remove("dynamodb_table");
        const BackendFolder folder("s3", given);
        folder.write("wait.tf", "resource \"terraform_data\" \"w\" {\n  provisioner \"local-exec\" {\n    command = "
                                "\"touch started; while [ ! -e go ]; do sleep 0.05; done\"\n  }\n}\n");
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        QProcess holder;
        folder.startTofu(holder, {"apply", "-no-color", "-auto-approve"});
        QVERIFY(appears(folder.path("started")));
        const Ran byTofu = folder.tofu({"plan", "-no-color"}), byPlanlens = folder.planlens({"plan", "-no-color"});
        COMPARE_EXIT(byTofu, 1);
        COMPARE_EXIT(byPlanlens, 1);
        QCOMPARE(stableErrorOf(byPlanlens), stableErrorOf(byTofu));
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
        QTest::addColumn<bool>("usesLockFile");
        QTest::newRow("table") << false;
        QTest::newRow("both") << true;
    }
    void forceUnlocksLocksOfKilledPrograms() {
        QFETCH(bool, usesLockFile);
        const BackendFolder folder("s3", with(arguments(), "use_lockfile", usesLockFile));
        folder.write("wait.tf", "resource \"terraform_data\" \"w\" {\n  provisioner \"local-exec\" {\n    command = "
                                "\"touch started; while [ ! -e go ]; do sleep 0.05; done\"\n  }\n}\n");
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        QCOMPARE(folder.planlens({"show", "-no-color"}).out, folder.tofu({"show", "-no-color"}).out); // no state yet
        QProcess holder;
        folder.startPlanlens(holder, {"apply", "-no-color", "-auto-approve"});
        QVERIFY(appears(folder.path("started")));
        holder.kill();
        QVERIFY(holder.waitForFinished());
        folder.write("go", {});
        const QByteArray refused = folder.planlens({"plan", "-no-color"}).all();
        const QRegularExpressionMatch id = QRegularExpression("ID: +([0-9a-f-]{36})").match(QString::fromUtf8(refused));
        QVERIFY2(id.hasMatch(), refused.constData());
        const QStringList another{"force-unlock", "-no-color", "-force", "another"};
        QCOMPARE(stableErrorOf(folder.planlens(another)), stableErrorOf(folder.tofu(another)));
        COMPARE_EXIT(folder.planlens({"force-unlock", "-force", id.captured(1)}), 0);
        const Ran planned = folder.planlens({"plan", "-no-color"}); // takes over the journal
        COMPARE_EXIT(planned, 0);
        QVERIFY2(planned.all().contains("terraform_data.w"), planned.all().constData());
        COMPARE_EXIT(folder.tofu({"apply", "-no-color", "-auto-approve"}), 0);
    }

    void checksArgumentsAsTofuDoes_data();
    void checksArgumentsAsTofuDoes();

    void oneFailedRequestOfAnApplyLosesNothing_data() { addRequestFaults(); }
    void oneFailedRequestOfAnApplyLosesNothing() { failEachRequest(BackendFolder("s3", arguments()), *m_server, 10); }

    void aServerThatFailsDuringAnApplyLosesNothing_data() {
        QTest::addColumn<QByteArray>("fault");
        for (const char* fault : {"500", "reset", "half"})
            QTest::newRow(fault) << QByteArray(fault);
    }
    void aServerThatFailsDuringAnApplyLosesNothing();
};

void TestS3Backend::aServerThatFailsDuringAnApplyLosesNothing() {
    QFETCH(QByteArray, fault);
    for (int number = 1;; ++number) {
        QJsonObject given = with(arguments(), "max_retries", 1);
        given["key"] = given["key"].toString() + QString::number(number);
        const BackendFolder folder("s3", given);
        folder.recordBackend(given);
        (void)m_server->requests();
        m_server->setFaults(QByteArray::number(number) + "- " + fault);
        const Ran ran = folder.planlens({"apply", "-no-color", "-auto-approve"});
        const qsizetype requests = m_server->requests().size();
        m_server->setFaults({});
        const QRegularExpressionMatch created =
            QRegularExpression("terraform_data.a: Creation complete after \\w+ \\[id=([^\\]]+)\\]")
                .match(QString::fromUtf8(ran.out));
        if (created.hasMatch()) {
            given.remove("dynamodb_table"); // its lock and digest may be left
            given["use_lockfile"] = false;
            const BackendFolder reader("s3", given);
            reader.recordBackend(given);
            const QByteArray stored = reader.planlens({"state", "list", "-id=" + created.captured(1)}).out;
            const bool isInFile = folder.read("errored.tfstate").contains(created.captured(1).toLatin1());
            QVERIFY2(stored.contains("terraform_data.a") || isInFile, ran.all().constData());
            QVERIFY2(ran.exitCode == 0 ? stored.contains("terraform_data.a") : true, ran.all().constData());
        } else {
            COMPARE_EXIT(ran, 1);
        }
        if (requests < number) {
            COMPARE_EXIT(ran, 0);
            QVERIFY(number > 10);
            return;
        }
    }
}

void TestS3Backend::checksArgumentsAsTofuDoes_data() {
    QTest::addColumn<QJsonObject>("changes");
    const auto row = [](const char* name, const QJsonObject& changes) { QTest::newRow(name) << changes; };
    const QJsonArray arns{"arn:aws:iam::123456789012:policy/p"};
    row("empty bucket", {{"bucket", ""}});
    row("empty key", {{"key", ""}});
    row("key starts with a slash", {{"key", "/a"}});
    row("key ends with a slash", {{"key", "a/"}});
    row("no region", {{"region", ""}});
    row("unknown region", {{"region", "xx-north-1"}});
    row("unknown region that is not checked",
        {{"region", "xx-north-1"}, {"skip_region_validation", true}, {"dynamodb_table", QJsonValue::Null}});
    row("bucket, key and region", {{"bucket", ""}, {"key", ""}, {"region", ""}});
    row("prefix with a slash", {{"workspace_key_prefix", "a/"}});
    row("both keys for encryption", {{"kms_key_id", "alias/a"}, {"sse_customer_key", "x"}});
    row("KMS key", {{"kms_key_id", "11111111-2222-3333-8444-555555555555"}});
    row("KMS alias", {{"kms_key_id", "alias/a"}});
    row("no KMS key", {{"kms_key_id", "x\"y"}});
    row("ARN of a KMS key",
        {{"kms_key_id", "arn:aws:kms:eu-west-1:123456789012:key/11111111-2222-3333-8444-555555555555"}});
    row("ARN of something else", {{"kms_key_id", "arn:aws:s3:::bucket"}});
    row("short customer key", {{"sse_customer_key", "x"}});
    row("customer key that is not Base64", {{"sse_customer_key", "!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!"}});
    row("older path style", {{"force_path_style", true}});
    row("both files of credentials",
        {{"shared_credentials_file", "/a"}, {"shared_credentials_files", QJsonArray{"/b"}}});
    row("older file of credentials", {{"shared_credentials_file", "/nowhere/a"}});
    row("both endpoints", {{"endpoint", "http://x"}});
    row("both lists of accounts",
        {{"allowed_account_ids", QJsonArray{"1"}}, {"forbidden_account_ids", QJsonArray{"2"}}});
    row("account that is not allowed", {{"allowed_account_ids", QJsonArray{"1"}}});
    row("retry mode", {{"retry_mode", "fast"}});
    row("proxy for HTTP only", {{"http_proxy", ""}, {"skip_credentials_validation", true}});
    // The reference lists several of them in any order.
    row("older argument of a role", {{"role_arn", "arn:aws:iam::123456789012:role/r"}});
    row("older arguments beside a role",
        {{"assume_role", QJsonObject{{"role_arn", "arn:aws:iam::123456789012:role/r"}}}, {"external_id", "e"}});
    row("role without ARN", {{"assume_role", QJsonObject{{"role_arn", ""}}}});
    const auto role = [&](const char* name, const char* key, const QJsonValue& value) {
        row(name, {{"assume_role", QJsonObject{{"role_arn", "arn:aws:iam::123456789012:role/r"}, {key, value}}}});
    };
    role("role", "policy_arns", arns);
    role("short duration", "duration", "14m59s");
    role("long duration", "duration", "13h");
    role("no duration", "duration", "x");
    role("blank policy", "policy", " \n");
    role("blank session name", "session_name", "");
    role("blank external ID", "external_id", " ");
    role("no ARN of a policy", "policy_arns", QJsonArray{"x", "y"});
    role("short ARN of a policy", "policy_arns", QJsonArray{"arn:aws"});
    role("ARN of another kind", "policy_arns", QJsonArray{"arn:aws:iam::123456789012:role/r"});
    const auto identity = [&](const char* name, const QJsonObject& arguments) {
        row(name, {{"assume_role_with_web_identity", arguments},
                   {"access_key", QJsonValue::Null},
                   {"secret_key", QJsonValue::Null}});
    };
    identity("web identity", {{"role_arn", "arn:aws:iam::123456789012:role/r"}, {"web_identity_token", "t"}});
    identity("two tokens", {{"web_identity_token", "t"}, {"web_identity_token_file", "f"}});
    identity("token without a role", {{"web_identity_token", "t"}});
    identity("role without a token", {{"role_arn", "arn:aws:iam::123456789012:role/r"}});
    identity("duration of a web identity", {{"duration", "1s"}, {"session_name", " "}, {"policy", " "}});
}

void TestS3Backend::checksArgumentsAsTofuDoes() {
    QFETCH(QJsonObject, changes);
    QJsonObject given = arguments();
    for (auto it = changes.begin(); it != changes.end(); ++it)
        given[it.key()] = it.value();
    const BackendFolder folder("s3", given);
    const Environment environment{{"HOME", folder.path()}, {"AWS_EC2_METADATA_DISABLED", "true"}};
    const Ran byTofu = folder.tofu({"init", "-json", "-input=false"}, environment);
    folder.recordBackend(given);
    const Ran byPlanlens = folder.planlens({"plan", "-json"}, environment);
    QCOMPARE(byPlanlens.exitCode, byTofu.exitCode);
    if (byTofu.exitCode == 0) // warnings are shown by `init` only
        QCOMPARE(diagnosticsOf(byPlanlens), diagnosticsOf(folder.tofu({"plan", "-json"}, environment)));
    else
        QCOMPARE(diagnosticsOf(byPlanlens), diagnosticsOf(byTofu));

    const ProjectFolder reader(readingConfiguration("s3", given));
    const Ran readByTofu = reader.tofu({"plan", "-json"}, environment);
    const Ran readByPlanlens = reader.planlens({"plan", "-json"}, environment);
    QCOMPARE(readByPlanlens.exitCode, readByTofu.exitCode);
    QCOMPARE(diagnosticsOf(readByPlanlens), diagnosticsOf(readByTofu));
}

QTEST_GUILESS_MAIN(TestS3Backend)
#include "tst_s3_backend.moc"
