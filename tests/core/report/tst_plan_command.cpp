// SPDX-License-Identifier: MPL-2.0
#include "core/report/plan_command.h"
#include "core/system/shell_words.h"

#include <QProcess>
#include <QTest>

using namespace planlens;
using report::PlanCommand;

namespace {

const char* const quotesAndDollars = "it's \"$HOME\" `id` \\ !x";

} // namespace

class TestPlanCommand final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void writesCommands_data();
    void writesCommands();
    void wordsSurviveAShell_data();
    void wordsSurviveAShell();
    void leavesSensitiveValuesToTheEnvironment();
};

Q_DECLARE_METATYPE(PlanCommand)

void TestPlanCommand::writesCommands_data() {
    QTest::addColumn<PlanCommand>("command");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, auto fill, const char* expected) {
        PlanCommand command;
        fill(command);
        QTest::newRow(name) << command << QString::fromUtf8(expected);
    };
    using Kind = PlanCommand::Variable::Kind;
    row(
        "plain", [](PlanCommand&) {}, "tofu plan");
    row(
        "folder", [](PlanCommand& c) { c.folder = "/home/me/my infra"; }, "tofu '-chdir=/home/me/my infra' plan");
    row(
        "workspace", [](PlanCommand& c) { c.workspace = "prod"; }, "TF_WORKSPACE=prod tofu plan");
    row(
        "destroy", [](PlanCommand& c) { c.mode = plans::Mode::Destroy; }, "tofu plan -destroy");
    row(
        "refresh only", [](PlanCommand& c) { c.mode = plans::Mode::RefreshOnly; }, "tofu plan -refresh-only");
    row(
        "not refreshed", [](PlanCommand& c) { c.refresh = PlanCommand::Refresh::No; }, "tofu plan -refresh=false");
    row(
        "replace by number", [](PlanCommand& c) { c.replace = {"terraform_data.a[1]"}; },
        "tofu plan '-replace=terraform_data.a[1]'");
    row(
        "replace by key", [](PlanCommand& c) { c.replace = {"terraform_data.a[\"x\"]"}; },
        "tofu plan '-replace=terraform_data.a[\"x\"]'");
    row(
        "a key with a quote", [](PlanCommand& c) { c.replace = {"terraform_data.a[\"it's\"]"}; },
        "tofu plan '-replace=terraform_data.a[\"it'\\''s\"]'");
    row(
        "targets",
        [](PlanCommand& c) {
            c.targets = {"module.m", "terraform_data.b"};
        },
        "tofu plan -target=module.m -target=terraform_data.b");
    row(
        "excludes", [](PlanCommand& c) { c.excludes = {"module.m[\"a b\"]"}; },
        "tofu plan '-exclude=module.m[\"a b\"]'");
    row(
        "generated configuration", [](PlanCommand& c) { c.generateConfigOut = "new files/generated.tf"; },
        "tofu plan '-generate-config-out=new files/generated.tf'");
    row(
        "files before values, as these win",
        [](PlanCommand& c) {
            c.variables = {{"size", "3", Kind::Open}};
            c.variableFiles = {"a.tfvars", "b c.tfvars"};
        },
        "tofu plan -var-file=a.tfvars '-var-file=b c.tfvars' -var size=3");
    row(
        "an empty value",
        [](PlanCommand& c) {
            c.variables = {{"name", "", Kind::Open}};
        },
        "tofu plan -var name=");
    row(
        "a list",
        [](PlanCommand& c) {
            c.variables = {{"zones", "[\"a\", \"b\"]", Kind::Open}};
        },
        "tofu plan -var 'zones=[\"a\", \"b\"]'");
    row(
        "a dollar",
        [](PlanCommand& c) {
            c.variables = {{"v", "$HOME", Kind::Open}};
        },
        "tofu plan -var 'v=$HOME'");
    row(
        "a home", [](PlanCommand& c) { c.variableFiles = {"~/x.tfvars"}; }, "tofu plan '-var-file=~/x.tfvars'");
    row(
        "all at once",
        [](PlanCommand& c) {
            c.folder = "/f";
            c.workspace = "w";
            c.mode = plans::Mode::Destroy;
            c.refresh = PlanCommand::Refresh::No;
            c.excludes = {"t.x"};
            c.variableFiles = {"p.tfvars"};
            c.variables = {{"a", "1", Kind::Open}, {"secret", "hunter2", Kind::Sensitive}};
        },
        "TF_WORKSPACE=w TF_VAR_secret=\"${TF_VAR_secret:?is sensitive: set it first}\" tofu -chdir=/f plan -destroy "
        "-refresh=false -exclude=t.x -var-file=p.tfvars -var a=1");
    row(
        "a sensitive name that shells cannot have",
        [](PlanCommand& c) {
            c.variables = {{"my-key", "hunter2", Kind::Sensitive}};
        },
        "tofu plan");
}

void TestPlanCommand::writesCommands() {
    QFETCH(PlanCommand, command);
    QFETCH(QString, expected);
    QCOMPARE(QString::fromStdString(report::planCommandText(command).line), expected);
}

void TestPlanCommand::wordsSurviveAShell_data() {
    QTest::addColumn<QString>("text");
    for (const char* text :
         {"",        "plain", "two words",     "it's",  "'",   "''",  "\"",  "$HOME", "$(id)", "`id`",
          "a\\b",    "\\",    "line\nbreak",   "end\n", "*",   "?",   "[a]", "{a,b}", "~",     "~root",
          "#no",     "!!",    "a;b",           "a&b",   "a|b", "<x>", "-n",  "=x",    "a=b",   "tab\there",
          "Grüße ✓", "%s",    quotesAndDollars})
        QTest::newRow(text) << QString::fromUtf8(text);
}

void TestPlanCommand::wordsSurviveAShell() {
    QFETCH(QString, text);
    QProcess shell;
    const std::string word = system::shellWord(text.toStdString());
    shell.start(QStringLiteral("/bin/sh"),
                {QStringLiteral("-c"), QStringLiteral("printf %s. ") + QString::fromStdString(word)});
    QVERIFY(shell.waitForFinished());
    QCOMPARE(QString::fromUtf8(shell.readAllStandardOutput()), text + QStringLiteral("."));
}

void TestPlanCommand::leavesSensitiveValuesToTheEnvironment() {
    PlanCommand command;
    command.program = "/bin/echo";
    command.variables = {{"password", "hunter2", PlanCommand::Variable::Kind::Sensitive},
                         {"my-key", "hunter3", PlanCommand::Variable::Kind::Sensitive}};
    const report::PlanCommandText text = report::planCommandText(command);
    QVERIFY(text.line.find("hunter") == std::string::npos);
    QCOMPARE(text.withoutValue, (std::vector<std::string>{"password", "my-key"}));
    const auto run = [&](const QStringList& environment) {
        QProcess shell;
        shell.setEnvironment(environment);
        shell.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), QString::fromStdString(text.line)});
        shell.waitForFinished();
        return QPair(shell.exitCode(), QString::fromUtf8(shell.readAllStandardOutput() + shell.readAllStandardError()));
    };
    const auto without = run({});
    QVERIFY(without.first != 0);
    QVERIFY2(without.second.contains(QStringLiteral("TF_VAR_password")) &&
                 without.second.contains(QStringLiteral("is sensitive")),
             qPrintable(without.second));
    const auto with = run({QStringLiteral("TF_VAR_password=x")});
    QCOMPARE(with.first, 0);
    QCOMPARE(with.second.trimmed(), QStringLiteral("plan"));
}

QTEST_APPLESS_MAIN(TestPlanCommand)
#include "tst_plan_command.moc"
