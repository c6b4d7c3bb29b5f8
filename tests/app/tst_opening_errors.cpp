// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/project_folder.h"

#include <QDir>
#include <QTest>

using namespace planlens::testing;

namespace {

/// What is wrong with a folder, and whether commands that do not plan report it.
struct Fault {
    const char* name;
    const char* summary;
    QStringList unaffected = {}; // commands that do not need what is wrong
    Environment environment = {};
    std::map<QString, QByteArray> files = {};
    QByteArray appended = {}; // to main.tf
};

const QStringList commands{QStringLiteral("plan"),
                           QStringLiteral("apply -auto-approve"),
                           QStringLiteral("apply saved"),
                           QStringLiteral("show"),
                           QStringLiteral("show -json"),
                           QStringLiteral("show saved"),
                           QStringLiteral("show -json saved"),
                           QStringLiteral("show terraform.tfstate"),
                           QStringLiteral("report saved"),
                           QStringLiteral("state list"),
                           QStringLiteral("output"),
                           QStringLiteral("graph"),
                           QStringLiteral("validate")};

const QStringList ofPlans{QStringLiteral("apply saved"), QStringLiteral("show saved"),
                          QStringLiteral("show -json saved"), QStringLiteral("report saved")};

std::vector<Fault> faults() {
    const QStringList ofStates{QStringLiteral("state list"), QStringLiteral("output")};
    const QStringList withoutBackend =
        ofPlans + QStringList{QStringLiteral("show terraform.tfstate"), QStringLiteral("validate")};
    return {
        {"invalid TF_WORKSPACE",
         "Invalid workspace name set using TF_WORKSPACE",
         {},
         {{QStringLiteral("TF_WORKSPACE"), QStringLiteral("a/b")}}},
        {"broken file", "Unclosed configuration block", {}, {}, {}, "resource \"x\" {\n"},
        {"broken variables file", "Invalid expression", {}, {}, {{QStringLiteral("terraform.tfvars"), "x = \n"}}},
        {"module that is not installed",
         "Module not installed",
         ofPlans + ofStates,
         {},
         {},
         "module \"m\" {\n  source = \"./m\"\n}\n"},
        {"broken lock file",
         "failed to read dependency lock file",
         {},
         {},
         {{QStringLiteral(".terraform.lock.hcl"), "provider \"x\" {\n"}}},
        {"backend that is not initialized",
         "Backend initialization required",
         withoutBackend,
         {},
         {},
         "terraform {\n  backend \"gcs\" {}\n}\n"},
        {"damaged record of the backend",
         "Failed to load state",
         withoutBackend,
         {},
         {{QStringLiteral(".terraform/terraform.tfstate"), "{"}}},
    };
}

} // namespace

/// Errors of opening a folder end every command that needs what is wrong, as they end `plan`.
class TestOpeningErrors final : public QObject {
    Q_OBJECT

private slots:
    void endEveryCommand_data() {
        QTest::addColumn<int>("fault");
        QTest::addColumn<QString>("command");
        const std::vector<Fault> all = faults();
        for (std::size_t i = 0; i < all.size(); ++i)
            for (const QString& command : commands)
                QTest::newRow(qPrintable(QStringLiteral("%1: %2").arg(QLatin1String(all[i].name), command)))
                    << int(i) << command;
    }
    void endEveryCommand() {
        QFETCH(int, fault);
        QFETCH(QString, command);
        const Fault wrong = faults()[std::size_t(fault)];
        const QByteArray configuration = "resource \"terraform_data\" \"a\" {\n  input = 1\n}\n";
        const ProjectFolder folder(configuration);
        COMPARE_EXIT(folder.planlens({QStringLiteral("apply"), QStringLiteral("-auto-approve")}), 0);
        folder.write(QStringLiteral("main.tf"), configuration + "resource \"terraform_data\" \"b\" {}\n");
        COMPARE_EXIT(folder.planlens({QStringLiteral("plan"), QStringLiteral("-out=saved")}), 0);
        folder.write(QStringLiteral("main.tf"), folder.read(QStringLiteral("main.tf")) + wrong.appended);
        for (const auto& [name, text] : wrong.files)
            folder.write(name, text);
        const QByteArray state = folder.read(QStringLiteral("terraform.tfstate"));
        const Ran ran = folder.planlens(command.split(u' '), wrong.environment);
        if (wrong.unaffected.contains(command)) {
            COMPARE_EXIT(ran, 0);
            return;
        }
        COMPARE_EXIT(ran, 1);
        QVERIFY2(ran.all().contains(wrong.summary), ran.all().constData());
        QCOMPARE(folder.read(QStringLiteral("terraform.tfstate")), state);
    }

    /// Before an operation is planned, the reference shows the warnings of the root module.
    void areReportedAsByReference_data() {
        QTest::addColumn<QByteArray>("configuration");
        QTest::addColumn<QByteArray>("module");
        QTest::addColumn<QString>("command");
        const QByteArray warning = "removed {\n  from = terraform_data.a\n}\n",
                         call = "module \"m\" {\n  source = \"./m\"\n}\n", variable = "variable \"v\" {}\n",
                         broken = "variable \"v\" {\n";
        for (const char* command : {"plan", "apply", "validate", "show", "show -json", "output", "state list"}) {
            const auto row = [&](const char* name, const QByteArray& configuration, const QByteArray& module) {
                QTest::addRow("%s: %s", name, command) << configuration << module << QString::fromLatin1(command);
            };
            row("warning and missing argument", warning + call, variable);
            row("missing argument", call, variable);
            row("warning and broken module", warning + call, broken);
            row("broken module", call, broken);
            row("warning and undeclared name", warning + "output \"o\" {\n  value = local.none\n}\n", {});
        }
    }
    void areReportedAsByReference() {
        SKIP_WITHOUT_TOFU();
        QFETCH(QByteArray, configuration);
        QFETCH(QByteArray, module);
        QFETCH(QString, command);
        const ProjectFolder folder(configuration);
        folder.write(QStringLiteral("m/m.tf"), module);
        if (configuration.contains("module"))
            folder.write(QStringLiteral(".terraform/modules/modules.json"),
                         R"({"Modules":[{"Key":"","Source":"","Dir":"."},{"Key":"m","Source":"./m","Dir":"m"}]})");
        QStringList arguments = command.split(u' ');
        arguments.insert(command.startsWith(QStringLiteral("state")) ? 2 : 1, QStringLiteral("-no-color"));
        const Ran ours = folder.planlens(arguments), reference = folder.tofu(arguments);
        QVERIFY2(ours.exitCode == reference.exitCode, ours.all().constData());
        QCOMPARE(QString::fromUtf8(ours.out), QString::fromUtf8(reference.out));
        QCOMPARE(QString::fromUtf8(ours.err), QString::fromUtf8(reference.err));
    }
};

QTEST_APPLESS_MAIN(TestOpeningErrors)
#include "tst_opening_errors.moc"
