// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/project_folder.h"

#include <QFile>
#include <QtTest>

#include <sys/stat.h>

using namespace planlens::testing;

/// Small configurations and files that would need more memory than is available.
class TestBombs : public QObject {
    Q_OBJECT
private slots:
    void endWithADiagnostic_data() {
        QTest::addColumn<QByteArray>("expression");
        const auto row = [](const char* name, const QByteArray& expression) { QTest::newRow(name) << expression; };
        row("objects of loops",
            "length({ for a in local.many : a => [for b in local.many : { for c in local.many : c => b }] })");
        row("templates in a loop", "length([for a in local.many : [for b in local.many : \"${local.long}${a}\"]])");
        row("calls in a loop", "length([for a in local.many : [for b in local.many : upper(local.long)]])");
        row("loops in a lenient call", "try([for a in local.many : [for b in local.many : [for c in local.many : a]]], "
                                       "[for a in local.many : a])");
        row("format width", "length(format(\"%2000000000d\", 1))");
        row("format width of a string", "length(format(\"%4000000000s\", \"a\"))");
        row("replace", "length(replace(local.long, \"\", local.long))");
        row("indent", "length(indent(1000000000, \"a\\nb\\nc\\nd\\ne\\nf\"))");
        row("setproduct", "length(setproduct(local.many, local.many, local.many, local.many))");
        row("joined strings", "length(join(local.long, local.many))");
        row("doubled strings", "length(local.doubled_30)");
        row("range", "length(range(1000000000))");
        row("splat of a range",
            "length([for a in local.many : [for b in local.many : [for c in local.many : a + b + c]]])");
        row("flatten", "length(flatten([for a in local.many : [for b in local.many : [for c in local.many : a]]]))");
        row("power", "pow(10, 10000000000)");
        row("number", "1e1000000000");
        row("base64", "base64encode(local.doubled_30)");
        row("yaml aliases", "length(yamldecode(local.yaml).i)");
        row("json nesting", "jsondecode(join(\"\", [for i in range(1000) : replace(local.long, \"a\", \"[\")]))");
        row("shared parts", "local.shared_40");
        row("shared parts in JSON", "length(jsonencode(local.shared_40))");
        row("shared parts merged", "merge({ a = local.shared_40 }, { b = local.shared_40 })");
        row("doubled lists", "length(local.list_30)");
        row("elements of CSV", "length(csvdecode(replace(substr(local.doubled_7, 0, 100000000), \"a\", \"1\\n\")))");
        row("regexall", "length(regexall(\"\", join(\"\", [for i in range(1000) : local.long])))");
    }
    void endWithADiagnostic() {
        QFETCH(QByteArray, expression);
        QByteArray text = "locals {\n  long = join(\"\", [for i in range(1000) : \"" + QByteArray(1000, 'a') +
                          "\"])\n  many = range(1000)\n  doubled_0 = local.long\n";
        for (int i = 1; i <= 30; ++i)
            text += "  doubled_" + QByteArray::number(i) + " = \"${local.doubled_" + QByteArray::number(i - 1) +
                    "}${local.doubled_" + QByteArray::number(i - 1) + "}\"\n";
        text += "  shared_0 = [\"x\"]\n  list_0 = local.many\n";
        for (int i = 1; i <= 40; ++i) {
            const QByteArray before = QByteArray::number(i - 1), now = QByteArray::number(i);
            text += "  shared_" + now + " = [local.shared_" + before + ", local.shared_" + before + "]\n" + "  list_" +
                    now + " = concat(local.list_" + before + ", local.list_" + before + ")\n";
        }
        text += "  yaml = <<-EOT\n    a: &a [x, x, x, x, x, x, x, x, x, x]\n";
        for (char name = 'b'; name <= 'i'; ++name) {
            const QByteArray before = "*" + QByteArray(1, char(name - 1));
            text += QByteArray("    ") + name + ": &" + name + " [" + QByteArrayList(10, before).join(", ") + "]\n";
        }
        text += "  EOT\n}\noutput \"bomb\" {\n  value = " + expression + "\n}\n";
        const ProjectFolder folder(text);
        const Ran ran = folder.program("prlimit", {"--as=3000000000", PLANLENS_CLI, "plan", "-no-color"});
        QVERIFY2(ran.exitCode == 1, ran.all().right(2000).constData());
        QVERIFY2(ran.err.contains("Error: "), ran.all().right(2000).constData());
    }

    /// Files of a folder without an end, or without a writer.
    void endlessFilesEnd_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<bool>("isDevice");
        for (const char* name :
             {"main.tf", "terraform.tfvars", "terraform.tfstate", ".terraform.lock.hcl", ".terraform/environment",
              ".terraform/modules/modules.json", "terraform.tfstate.planlens-journal"})
            for (const bool isDevice : {false, true})
                QTest::addRow("%s, %s", name, isDevice ? "device" : "FIFO") << QString(name) << isDevice;
    }
    void endlessFilesEnd() {
        QFETCH(QString, file);
        QFETCH(bool, isDevice);
        const ProjectFolder folder("output \"o\" {\n  value = 1\n}\n");
        folder.write(file, "");
        folder.remove(file);
        if (isDevice)
            QVERIFY(QFile::link("/dev/zero", folder.path(file)));
        else
            QCOMPARE(::mkfifo(QFile::encodeName(folder.path(file)).constData(), 0600), 0);
        const Ran ran = folder.program("prlimit", {"--as=3000000000", "--cpu=10", PLANLENS_CLI, "plan", "-no-color"});
        QVERIFY2(ran.exitCode == 1, ran.all().right(2000).constData());
        QVERIFY2(ran.err.contains("Error: "), ran.all().right(2000).constData());
    }

    /// Nested texts, and chains that are evaluated again at each step.
    void nestedConfigurationEnds_data() {
        QTest::addColumn<QByteArray>("expression");
        const auto nested = [](const char* name, const QByteArray& open, const QByteArray& middle,
                               const QByteArray& close) {
            constexpr int depth = 200000;
            QTest::newRow(name) << open.repeated(depth) + middle + close.repeated(depth);
        };
        nested("parentheses", "(", "1", ")");
        nested("tuples", "[", "", "]");
        nested("objects", "{a=", "1", "}");
        nested("negations", "!", "true", "");
        nested("sums", "1+", "1", "");
        nested("conditionals", "true?1:", "1", "");
        nested("calls", "abs(", "1", ")");
        nested("splats", "", "[1]", "[*]");
        nested("indexes", "", "[1]", "[0]");
        nested("attributes", "", "terraform", ".b");
        nested("attributes of a value", "", "local.a", ".b");
    }
    void nestedConfigurationEnds() {
        QFETCH(QByteArray, expression);
        const ProjectFolder folder("locals {\n  a = {}\n}\noutput \"o\" {\n  value = " + expression + "\n}\n");
        const Ran ran = folder.program("prlimit", {"--as=3000000000", PLANLENS_CLI, "plan", "-no-color"});
        COMPARE_EXIT(ran, 1);
        QVERIFY2(ran.err.contains("Error: "), ran.all().right(2000).constData());
    }

    /// Reports the expression long before memory runs out.
    void namesTheExpressionThatBuildsTooMuch_data() {
        QTest::addColumn<QByteArray>("expression");
        QTest::newRow("loops") << QByteArray(
            "[for a in local.many : [for b in local.many : [for c in local.many : a]]]");
        QTest::newRow("texts") << QByteArray("[for a in local.many : \"${local.long}${a}\"]");
        QTest::newRow("calls") << QByteArray("[for a in local.many : upper(local.long)]");
        QTest::newRow("lenient call") << QByteArray("try([for a in local.many : [for b in local.many : [for c in "
                                                    "local.many : a]]], [for a in local.many : a])");
    }
    void namesTheExpressionThatBuildsTooMuch() {
        QFETCH(QByteArray, expression);
        const ProjectFolder folder("locals {\n  many = range(1000)\n  long = join(\"\", [for i in range(1000) : \"" +
                                   QByteArray(1000, 'a') + "\"])\n}\noutput \"bomb\" {\n  value = length(" +
                                   expression + ")\n}\n");
        const Ran ran = folder.planlens({"plan", "-no-color"});
        COMPARE_EXIT(ran, 1);
        QVERIFY2(ran.err.contains("Value too large") && ran.err.contains("on main.tf line 6, in output \"bomb\""),
                 ran.err.constData());
    }
};

QTEST_GUILESS_MAIN(TestBombs)
#include "tst_bombs.moc"
