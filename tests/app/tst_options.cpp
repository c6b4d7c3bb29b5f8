// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/json_shapes.h"
#include "tests/app/support/project_folder.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QtTest>

#include <memory>

using namespace planlens::testing;

namespace {

/// Returns the output without differences that are allowed: the order of concurrent operations, the program name, line
/// breaks, times and generated identifiers.
QString comparable(const QByteArray& text) {
    static const QRegularExpression progress("^(\\x1b\\[\\d+m)*\\S+: (Refreshing|Creat|Modif|Destr)");
    QStringList steps, others;
    for (const QString& line : QString::fromUtf8(text).split('\n'))
        (progress.match(line).hasMatch() ? steps : others) += line;
    steps.sort();
    QString said = (steps + others).join('\n');
    said.replace(QRegularExpression("planlens-cli"), "tofu").replace("Planlens", "OpenTofu");
    said.replace(QRegularExpression("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"), "ID");
    said.replace(QRegularExpression("complete after \\d+s"), "complete");
    return said.simplified();
}

/// Returns the first difference of two texts with some context; empty if they are equal.
QString parting(const QByteArray& wanted, const QByteArray& got) {
    const QString left = comparable(wanted), right = comparable(got);
    if (left == right)
        return {};
    qsizetype at = 0;
    while (at < std::min(left.size(), right.size()) && left[at] == right[at])
        ++at;
    const qsizetype from = std::max<qsizetype>(at - 100, 0);
    return "want ..." + left.mid(from, 250) + "\ngot  ..." + right.mid(from, 250);
}

/// A configuration for the options: repeated warnings and errors, sensitive values, addresses, a failing check. Copies
/// of the secret are not masked, because it is short.
const char* const configuration = R"(
variable "secret" {
  default   = "none"
  sensitive = true
}
variable "extra" { default = "one" }
resource "terraform_data" "a" {
  count = 3
  input = var.secret
}
resource "terraform_data" "b" { input = var.extra }
resource "terraform_data" "c" { input = terraform_data.b.output }
check "always" {
  assert {
    condition     = length(terraform_data.b.input) > 100
    error_message = "Too short."
  }
  assert {
    condition     = length(terraform_data.b.input) > 200
    error_message = "Much too short."
  }
}
output "hidden" {
  value     = var.secret
  sensitive = true
}
)";

/// Several warnings, and several errors, of the same kind.
const char* const repeated = R"(
resource "terraform_data" "a" {
  input = 1
  lifecycle { ignore_changes = [output] }
}
resource "terraform_data" "b" {
  lifecycle { ignore_changes = [output] }
}
resource "terraform_data" "c" {
  lifecycle { ignore_changes = [output] }
}
)";

} // namespace

/// Compares the effects of options with those of OpenTofu.
class TestOptions : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { SKIP_WITHOUT_TOFU(); }

    void haveTheEffectsOfTheReference_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QStringList>("environment");
        const auto row = [](const char* name, const QStringList& arguments, const QStringList& environment = {}) {
            QTest::newRow(name) << arguments << environment;
        };
        row("nothing to do", {"plan"});
        row("detailed exit code without changes", {"plan", "-detailed-exitcode"});
        row("detailed exit code with changes", {"plan", "-detailed-exitcode", "-var=extra=two"});
        row("detailed exit code, only refreshing", {"plan", "-detailed-exitcode", "-refresh-only"});
        row("concise", {"plan", "-concise", "-var=extra=two"});
        row("without refreshing", {"plan", "-refresh=false", "-var=extra=two"});
        row("sensitive values shown", {"plan", "-show-sensitive", "-var=secret=new"});
        row("sensitive values hidden", {"plan", "-var=secret=new"});
        row("destroy", {"plan", "-destroy"});
        row("replace", {"plan", "-replace=terraform_data.a[1]"});
        row("replace what is not an address", {"plan", "-replace=terraform_data"});
        row("replace a data source", {"plan", "-replace=data.x.y"});
        row("target", {"plan", "-target=terraform_data.a[1]", "-var=secret=new"});
        row("target file", {"plan", "-target-file=good.txt", "-var=secret=new", "-var=extra=two"});
        row("target file with mistakes", {"plan", "-target-file=bad.txt"});
        row("target that is not an address", {"plan", "-target=terraform_data..a"});
        row("exclude", {"plan", "-exclude=terraform_data.b", "-var=secret=new", "-var=extra=two"});
        row("exclude file", {"plan", "-exclude-file=good.txt", "-var=secret=new", "-var=extra=two"});
        row("target and exclude", {"plan", "-target=terraform_data.a", "-exclude-file=none.txt"});
        row("two modes", {"plan", "-destroy", "-refresh-only"});
        row("refresh only without refreshing", {"plan", "-refresh-only", "-refresh=false"});
        row("compact warnings", {"plan", "-compact-warnings"});
        row("compact warnings beside errors", {"plan", "-compact-warnings", "-var=unknown=1"});
        row("variables file", {"plan", "-var-file=extra.tfvars"});
        row("variables file, then variable", {"plan", "-var-file=extra.tfvars", "-var=extra=last"});
        row("variables file that is not there", {"plan", "-var-file=none.tfvars"});
        row("variable that is not declared", {"plan", "-var=unknown=1"});
        row("state elsewhere", {"plan", "-state=elsewhere.tfstate"});
        row("no parallelism", {"plan", "-parallelism=0"});
        row("negative parallelism", {"plan", "-parallelism=-1"});
        row("state to write elsewhere", {"plan", "-state-out=out.tfstate"});
        row("parallelism that is not a number", {"plan", "-parallelism=many"});
        row("timeout that is not a duration", {"plan", "-lock-timeout=soon"});
        row("timeout", {"plan", "-lock-timeout=1m30s"});
        row("without lock", {"plan", "-lock=false"});
        row("without input", {"plan", "-input=false"});
        row("word too many", {"plan", "word"});
        row("destroy in destroy mode", {"destroy", "-destroy"});
        row("destroy, only refreshing", {"destroy", "-refresh-only"});
        row("validate", {"validate"});
        row("variable of the environment", {"plan"}, {"TF_VAR_extra=three"});
        row("arguments of the environment", {"plan", "-var=extra=four"},
            {"TF_CLI_ARGS=-var=extra=one", "TF_CLI_ARGS_plan=-var=extra=two -compact-warnings"});
        row("arguments of the environment, for another command", {"plan"}, {"TF_CLI_ARGS_apply=-var=extra=two"});
        row("in automation", {"plan", "-var=extra=two"}, {"TF_IN_AUTOMATION=1"});
        row("not in automation", {"plan", "-var=extra=two"}, {"TF_IN_AUTOMATION="});
        row("input switched off", {"plan"}, {"TF_INPUT=0"});
        row("data folder", {"plan"}, {"TF_DATA_DIR=data"});
        row("workspace", {"plan"}, {"TF_WORKSPACE=other"});
        row("workspace with a name that cannot be", {"plan"}, {"TF_WORKSPACE=a/b"});
        row("log", {"plan"}, {"TF_LOG=off"});
    }

    void haveTheEffectsOfTheReference() {
        QFETCH(QStringList, arguments);
        QFETCH(QStringList, environment);
        Environment variables;
        for (const QString& variable : environment)
            variables.emplace(variable.section('=', 0, 0), variable.section('=', 1));
        arguments.insert(1, "-no-color");
        const ProjectFolder& folder = applied();
        const Ran reference = folder.tofu(arguments, variables), own = folder.planlens(arguments, variables);
        QCOMPARE(parting(reference.err, own.err), QString());
        QCOMPARE(parting(reference.out, own.out), QString());
        QCOMPARE(own.exitCode, reference.exitCode);
    }

    /// Compares the colors on a terminal.
    void isColoredAsTheReference_data() {
        QTest::addColumn<QString>("arguments");
        for (const char* arguments : {"plan", "plan -var=extra=two", "plan -destroy", "plan -var=unknown=1",
                                      "plan -var=secret=new -compact-warnings", "validate", "show",
                                      "apply -auto-approve -replace=terraform_data.c"})
            QTest::newRow(arguments) << QString(arguments);
    }

    void isColoredAsTheReference() {
        if (QStandardPaths::findExecutable("script").isEmpty())
            QSKIP("script, which makes a terminal, is not on the PATH");
        QFETCH(QString, arguments);
        const ProjectFolder& folder = applied();
        const auto onTerminal = [&](const QString& program) {
            QProcess process;
            process.setWorkingDirectory(folder.path());
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert("TF_CLI_CONFIG_FILE", "/dev/null");
            process.setProcessEnvironment(environment);
            process.start("script",
                          {"-q", "-e", "-c", "stty cols 100; exec " + program + ' ' + arguments, "/dev/null"});
            process.waitForFinished(60000);
            return process.readAll().replace("\r\n", "\n");
        };
        const QByteArray reference = onTerminal("tofu"), own = onTerminal(PLANLENS_CLI);
        QCOMPARE(parting(reference, own), QString());
    }

    void putsSimilarDiagnosticsTogether_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("more");
        const QByteArray wrong =
            "output \"o\" { value = var.x }\noutput \"p\" { value = var.x }\noutput \"q\" { value = var.x }\n";
        for (const QStringList& arguments : {QStringList{},
                                             {"-consolidate-warnings=false"},
                                             {"-consolidate-warnings"},
                                             {"-compact-warnings"},
                                             {"-compact-warnings", "-consolidate-warnings=false"},
                                             {"-consolidate-errors"},
                                             {"-consolidate-errors=false"}}) {
            QTest::newRow(qPrintable("warnings " + arguments.join(' '))) << arguments << QByteArray();
            QTest::newRow(qPrintable("warnings and errors " + arguments.join(' '))) << arguments << wrong;
        }
    }

    void putsSimilarDiagnosticsTogether() {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, more);
        const ProjectFolder folder(repeated + more);
        for (const char* command : {"plan", "validate"}) {
            const QStringList all = QStringList{command, "-no-color"} + arguments;
            const Ran reference = folder.tofu(all), own = folder.planlens(all);
            QCOMPARE(parting(reference.err, own.err), QString());
            QCOMPARE(parting(reference.out, own.out), QString());
            QCOMPARE(own.exitCode, reference.exitCode);
        }
    }

    void warnsOfRemovedBlocksThatDoNotSayWhatToDo() {
        const ProjectFolder folder("removed { from = terraform_data.d }\nremoved { from = terraform_data.e }\n");
        const QStringList all{"validate", "-no-color", "-consolidate-warnings=false"};
        const Ran reference = folder.tofu(all), own = folder.planlens(all);
        QCOMPARE(parting(reference.out, own.out), QString());
        QCOMPARE(own.out.count("Missing lifecycle from the removed block"), 2);
    }

    void forgottenObjectsFailADestroyUnlessTheyAreSuppressed() {
        for (const QStringList& options : {QStringList{}, {"-suppress-forget-errors"}}) {
            const ProjectFolder own("resource \"terraform_data\" \"a\" {\n  lifecycle { destroy = false }\n}\n");
            COMPARE_EXIT(own.tofu({"apply", "-auto-approve"}), 0);
            const ProjectFolder reference;
            reference.copyFrom(own.path());
            const QStringList all = QStringList{"destroy", "-auto-approve", "-no-color"} + options;
            const Ran ours = own.planlens(all), theirs = reference.tofu(all);
            QCOMPARE(ours.exitCode, options.isEmpty() ? 1 : 0);
            QCOMPARE(theirs.exitCode, ours.exitCode);
            QCOMPARE(parting(theirs.err, ours.err), QString());
            QCOMPARE(parting(theirs.out, ours.out), QString());
        }
    }

    void switchesToTheFolderOfChdir_data() {
        QTest::addColumn<QString>("chdir");   // "/" stands for the path of the project
        QTest::addColumn<QString>("shell");   // the variable PWD, likewise
        QTest::addColumn<QString>("started"); // path.cwd, relative to the project
        QTest::addColumn<QString>("root");    // abspath("."), likewise
        const auto row = [](const char* name, const char* chdir, const char* shell, const char* started,
                            const char* root) { QTest::newRow(name) << chdir << shell << started << root; };
        row("relative", "deep", "", "", "/deep");
        row("absolute", "/deep", "", "", "/deep");
        row("with detours", "./deep/../deep/", "", "", "/deep");
        row("link", "link", "", "", "/deep");
        row("started through a link", "deep", "/self", "/self", "/deep");
        row("PWD of another folder", "deep", "/deep", "", "/deep");
        row("same folder", ".", "/self", "/self", "/self");
        row("none", "", "/self", "/self", "/self");
    }

    void switchesToTheFolderOfChdir() {
        QFETCH(QString, chdir);
        QFETCH(QString, shell);
        QFETCH(QString, started);
        QFETCH(QString, root);
        const ProjectFolder folder;
        const QByteArray text = "output \"o\" {\n  value = join(\" \", [path.cwd, path.root, abspath(\".\"), "
                                "try(trimspace(file(\"here\")), \"\"), try(trimspace(file(\"../here\")), \"\")])\n}\n";
        for (const char* name : {"main.tf", "deep/main.tf"})
            folder.write(name, text);
        folder.write("here", "project");
        folder.write("deep/here", "deep");
        QVERIFY(QFile::link(folder.path("deep"), folder.path("link")) &&
                QFile::link(folder.path(), folder.path("self")));
        const auto inProject = [&](const QString& path) { return path.startsWith('/') ? folder.path() + path : path; };
        QStringList arguments{"apply", "-auto-approve", "-no-color"};
        if (!chdir.isEmpty())
            arguments.prepend("-chdir=" + inProject(chdir));
        const bool isDeep = root == "/deep";
        const QString expected = QStringList{folder.path() + started, ".", folder.path() + root,
                                             isDeep ? "deep" : "project", isDeep ? "project" : ""}
                                     .join(' ');
        for (const bool isOwn : {true, false}) {
            folder.remove(isDeep ? "deep/terraform.tfstate" : "terraform.tfstate");
            const Environment environment = shell.isEmpty() ? Environment() : Environment{{"PWD", inProject(shell)}};
            const Ran ran = isOwn ? folder.planlens(arguments, environment) : folder.tofu(arguments, environment);
            COMPARE_EXIT(ran, 0);
            QVERIFY2(ran.out.contains("o = \"" + expected.trimmed().toUtf8()),
                     (ran.all() + "\n" + expected.toUtf8()).constData());
        }
    }

    void asksBeforeItApplies() {
        for (const QByteArray& answer : {QByteArray("yes\n"), QByteArray("no\n"), QByteArray()}) {
            const ProjectFolder own("resource \"terraform_data\" \"a\" {}\n"),
                reference("resource \"terraform_data\" \"a\" {}\n");
            const Ran ours = own.planlens({"apply", "-no-color"}, {}, answer),
                      theirs = reference.tofu({"apply", "-no-color"}, {}, answer);
            QCOMPARE(ours.exitCode, theirs.exitCode);
            QCOMPARE(own.has("terraform.tfstate"), reference.has("terraform.tfstate"));
            if (!answer.isEmpty())
                QCOMPARE(parting(theirs.out, ours.out), QString());
        }
    }

    void backupAndStateOutAreWrittenWhereAsked() {
        for (const bool theirs : {false, true}) {
            const ProjectFolder folder("resource \"terraform_data\" \"a\" {\n  input = 1\n}\n");
            const auto run = [&](const QStringList& arguments) {
                return theirs ? folder.tofu(arguments) : folder.planlens(arguments);
            };
            COMPARE_EXIT(run({"apply", "-auto-approve", "-no-color"}), 0);
            const QByteArray before = folder.read("terraform.tfstate");
            folder.write("main.tf", "resource \"terraform_data\" \"a\" {\n  input = 2\n}\n");
            COMPARE_EXIT(run({"apply", "-auto-approve", "-no-color", "-state-out=out.tfstate", "-backup=kept.tfstate"}),
                         0);
            QCOMPARE(folder.read("terraform.tfstate"), before);
            QVERIFY(folder.has("out.tfstate"));
            COMPARE_EXIT(run({"apply", "-auto-approve", "-no-color", "-backup=kept.tfstate"}), 0);
            QCOMPARE(difference(parseJson(before), parseJson(folder.read("kept.tfstate"))), QString());
            QVERIFY(!folder.has("terraform.tfstate.backup"));
        }
    }

private:
    /// Returns a folder in which the configuration has been applied.
    const ProjectFolder& applied() {
        if (!m_applied) {
            m_applied = std::make_unique<ProjectFolder>(configuration);
            m_applied->write("good.txt", "# first\nterraform_data.a\n  # second\nterraform_data.c\n");
            m_applied->write("bad.txt", "terraform_data.a\n\nterraform_data..a\nterraform_data\n");
            m_applied->write("extra.tfvars", "extra = \"file\"\n");
            m_applied->tofu({"init"});
            m_applied->tofu({"apply", "-auto-approve"});
        }
        return *m_applied;
    }
    std::unique_ptr<ProjectFolder> m_applied;
};

QTEST_GUILESS_MAIN(TestOptions)
#include "tst_options.moc"
