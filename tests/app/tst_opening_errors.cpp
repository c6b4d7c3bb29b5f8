// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/project_folder.h"

#include <QDir>
#include <QTest>

using namespace planlens::testing;

namespace {

/// A fault in a folder, and whether commands that do not plan report it.
struct Fault {
    const char* name;
    const char* summary;
    QStringList unaffected = {}; // commands that do not need the faulty part
    Environment environment = {};
    std::map<QString, QByteArray> files = {};
    QByteArray appended = {}; // added to main.tf
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

/// Errors when opening a folder end every command that needs the faulty part, as they end `plan`.
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

    /// OpenTofu shows the warnings of the root module before it plans an operation.
    void areReportedAsByReference_data() {
        QTest::addColumn<QByteArray>("configuration");
        QTest::addColumn<QByteArray>("module");
        QTest::addColumn<QString>("command");
        const QByteArray warning = "removed {\n  from = terraform_data.a\n}\n",
                         keyword = "resource \"terraform_data\" \"k\" {\n  provisioner \"local-exec\" {\n    command = "
                                   "\"true\"\n    when    = \"create\"\n  }\n}\n",
                         call = "module \"m\" {\n  source = \"./m\"\n}\n",
                         wrongCall = "module \"m\" {\n  source = \"./m\"\n  w      = 1\n}\n",
                         nested = "module \"n\" {\n  source = \"../n\"\n}\n", variable = "variable \"v\" {}\n",
                         broken = "variable \"v\" {\n", provider = "resource \"null_resource\" \"p\" {}\n";
        const QStringList reading{"validate",  "show",  "show -json",       "show none",  "output",
                                  "providers", "graph", "graph -type=none", "state list", "providers schema -json"};
        const QStringList planning{"plan", "plan -destroy", "plan -refresh-only", "plan -refresh=false", "apply"};
        const auto rows = [](const char* name, const QByteArray& configuration, const QByteArray& module,
                             const QStringList& commands) {
            for (const QString& command : commands)
                QTest::addRow("%s: %s", name, qPrintable(command)) << configuration << module << command;
        };
        rows("warning and missing argument", warning + call, variable, reading + planning);
        rows("missing argument", call, variable, reading + planning);
        rows("missing and unsupported arguments", wrongCall, variable, reading + planning);
        rows("missing arguments of a module and of one in it", call, variable + nested, reading + planning);
        rows("missing argument and undeclared name", call + "output \"o\" {\n  value = local.none\n}\n", variable,
             reading + planning);
        rows("warning and broken module", warning + call, broken, reading + planning);
        rows("broken module", call, broken, reading + planning);
        rows("warning and undeclared name", warning + "output \"o\" {\n  value = local.none\n}\n", {},
             reading + planning);
        rows("warning", keyword, {}, reading);
        rows("warning in module", call, keyword, reading);
        rows("warnings in both", keyword + call, keyword, reading);
        QStringList withoutTree = reading + planning; // whose order is random in OpenTofu
        withoutTree.removeOne("providers");
        rows("warning and provider without package", keyword + provider, {}, withoutTree);
        rows("warning and invalid backend", keyword + "terraform {\n  backend \"local\" {\n    none = 1\n  }\n}\n", {},
             reading + planning);
        QStringList withoutSchema = reading + planning; // OpenTofu prints absolute paths
        withoutSchema.removeOne("providers schema -json");
        rows("warning and duplicate", keyword + keyword, {}, withoutSchema);
    }
    void areReportedAsByReference() {
        SKIP_WITHOUT_TOFU();
        QFETCH(QByteArray, configuration);
        QFETCH(QByteArray, module);
        QFETCH(QString, command);
        const ProjectFolder folder(configuration);
        folder.write(QStringLiteral("m/m.tf"), module);
        folder.write(QStringLiteral("n/n.tf"), "variable \"v\" {}\n");
        if (configuration.contains("module"))
            folder.write(QStringLiteral(".terraform/modules/modules.json"),
                         R"({"Modules":[{"Key":"","Source":"","Dir":"."},{"Key":"m","Source":"./m","Dir":"m"},)"
                         R"({"Key":"m.n","Source":"../n","Dir":"n"}]})");
        QStringList arguments = command.split(u' ');
        const bool hasSubcommand = command.startsWith(QStringLiteral("state")) || command.contains(u"schema");
        arguments.insert(hasSubcommand ? 2 : 1, QStringLiteral("-no-color"));
        const Ran ours = folder.planlens(arguments), reference = folder.tofu(arguments);
        QVERIFY2(ours.exitCode == reference.exitCode, ours.all().constData());
        QCOMPARE(QString::fromUtf8(ours.out), QString::fromUtf8(reference.out));
        QCOMPARE(QString::fromUtf8(ours.err), QString::fromUtf8(reference.err));
    }
};

QTEST_APPLESS_MAIN(TestOpeningErrors)
#include "tst_opening_errors.moc"
