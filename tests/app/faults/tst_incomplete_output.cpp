// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/project_folder.h"

#include <QtTest>

using namespace planlens::testing;

namespace {

const QByteArray configuration = "resource \"terraform_data\" \"a\" {\n  input = \"x\"\n}\n"
                                 "output \"o\" {\n  value = terraform_data.a.output\n}\n";

} // namespace

/// Outputs that cannot be written to their end. A program that reads them must not take them for complete.
class TestIncompleteOutput : public QObject {
    Q_OBJECT

    /// Runs planlens-cli by a command of the shell, in which "$@" stands for the program and its arguments.
    static Ran inShell(const ProjectFolder& folder, const QString& command, const QStringList& arguments) {
        return folder.program("sh", QStringList{"-c", command, "sh", PLANLENS_CLI} + arguments);
    }

private slots:
    void isAnError_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<bool>("hasJsonInto");
        const auto row = [](const char* name, const QStringList& arguments, bool hasJsonInto = true) {
            QTest::newRow(name) << arguments << hasJsonInto;
        };
        row("plan", {"plan", "-no-color"});
        row("plan, exit code that tells changes", {"plan", "-no-color", "-detailed-exitcode"});
        row("apply", {"apply", "-no-color", "-auto-approve"});
        row("refresh", {"refresh", "-no-color"});
        row("show", {"show"});
        row("show a plan", {"show", "saved"});
        row("show the JSON of a plan", {"show", "plan.json"});
        row("output", {"output", "o"});
        row("validate", {"validate"});
        row("state list", {"state", "list"});
        row("state rm", {"state", "rm", "terraform_data.a"});
        row("workspace list", {"workspace", "list"});
        row("state pull", {"state", "pull"}, false);
        row("state show", {"state", "show", "terraform_data.a"});
        row("events", {"plan", "-json"}, false);
        row("state as JSON", {"show", "-json"}, false);
        row("graph", {"graph"}, false);
        row("report", {"report", "saved"}, false);
        row("usage", {"plan", "-help"}, false);
        row("version", {"version"}, false);
    }
    void isAnError() {
        QFETCH(QStringList, arguments);
        QFETCH(bool, hasJsonInto);
        const ProjectFolder folder(configuration);
        COMPARE_EXIT(folder.planlens({"apply", "-auto-approve"}), 0);
        folder.write("main.tf", configuration + "resource \"terraform_data\" \"b\" {}\n");
        COMPARE_EXIT(folder.planlens({"plan", "-out=saved"}), 0);
        folder.write("plan.json", folder.planlens({"show", "-json", "saved"}).out);

        const Ran printed = inShell(folder, "exec \"$@\" > /dev/full", arguments);
        COMPARE_EXIT(printed, 1);
        QVERIFY2(printed.err.contains("Error: Failed to write the output"), printed.err.constData());
        QVERIFY2(printed.err.contains("write /dev/stdout: no space left on device"), printed.err.constData());
        if (arguments.front() == "apply") // the objects are not lost
            QVERIFY(folder.planlens({"state", "list"}).out.contains("terraform_data.b"));
        if (!hasJsonInto)
            return;
        QStringList words = arguments;
        words.insert(arguments.front() == "state" || arguments.front() == "workspace" ? 2 : 1, "-json-into=/dev/full");
        if (words.contains("rm"))
            COMPARE_EXIT(folder.planlens({"apply", "-auto-approve"}), 0);
        const Ran written = folder.planlens(words);
        COMPARE_EXIT(written, 1);
        QVERIFY2(written.err.contains("write /dev/full: no space left on device"), written.err.constData());
    }

    void writesAllToAPipeThatDoesNotBlock() {
        const ProjectFolder folder("resource \"terraform_data\" \"a\" {\n  input = format(\"%300000d\", 1)\n}\n");
        COMPARE_EXIT(folder.planlens({"apply", "-auto-approve"}), 0);
        const QByteArray expected = folder.planlens({"state", "pull"}).out;
        const Ran ran = inShell(folder,
                                "python3 -c 'import os, sys; os.set_blocking(1, False); os.execv(sys.argv[1], "
                                "sys.argv[1:])' \"$@\" | (sleep 0.3; cat)",
                                {"state", "pull"});
        COMPARE_EXIT(ran, 0);
        QVERIFY2(ran.err.isEmpty(), ran.err.constData());
        QVERIFY(ran.out == expected);
    }
};

QTEST_GUILESS_MAIN(TestIncompleteOutput)
#include "tst_incomplete_output.moc"
