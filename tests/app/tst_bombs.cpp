// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/project_folder.h"

#include <QFile>
#include <QMap>
#include <QRegularExpression>
#include <QtTest>

#include <sys/stat.h>

using namespace planlens::testing;

namespace {

/// Returns local values that double in each step, and a text of YAML whose aliases repeat its parts.
QMap<QByteArray, QByteArray> localValues() {
    QMap<QByteArray, QByteArray> values{
        {"long", "join(\"\", [for i in range(1000) : \"" + QByteArray(1000, 'a') + "\"])"},
        {"many", "range(1000)"},
        {"doubled_0", "local.long"},
        {"shared_0", "[\"x\"]"},
        {"list_0", "local.many"}};
    for (int i = 1; i <= 40; ++i) {
        const QByteArray before = QByteArray::number(i - 1), now = QByteArray::number(i);
        values["doubled_" + now] = "\"${local.doubled_" + before + "}${local.doubled_" + before + "}\"";
        values["shared_" + now] = "[local.shared_" + before + ", local.shared_" + before + "]";
        values["list_" + now] = "concat(local.list_" + before + ", local.list_" + before + ")";
    }
    QByteArray yaml = "<<-EOT\n    a: &a [x, x, x, x, x, x, x, x, x, x]\n";
    for (char name = 'b'; name <= 'i'; ++name) {
        const QByteArray before = "*" + QByteArray(1, char(name - 1));
        yaml += QByteArray("    ") + name + ": &" + name + " [" + QByteArrayList(10, before).join(", ") + "]\n";
    }
    values["yaml"] = yaml + "  EOT";
    return values;
}

/// Adds the local values that an expression refers to, also indirectly. Others could end the program first.
void addLocals(QMap<QByteArray, QByteArray>& used, const QByteArray& expression) {
    static const QMap<QByteArray, QByteArray> all = localValues();
    static const QRegularExpression reference("local\\.(\\w+)");
    for (auto matches = reference.globalMatch(QString::fromUtf8(expression)); matches.hasNext();) {
        const QByteArray name = matches.next().captured(1).toUtf8();
        if (used.contains(name) || !all.contains(name))
            continue;
        used[name] = all[name];
        addLocals(used, all[name]);
    }
}

QByteArray configurationOf(const QByteArray& expression) {
    QMap<QByteArray, QByteArray> used;
    addLocals(used, expression);
    QByteArray text = "locals {\n";
    for (auto value = used.cbegin(); value != used.cend(); ++value)
        text += "  " + value.key() + " = " + value.value() + "\n";
    return text + "}\noutput \"bomb\" {\n  value = " + expression + "\n}\n";
}

} // namespace

/// Small configurations and files that would need more memory or time than is available.
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
        row("hashes in a loop", "length([for a in local.many : [for b in local.many : sha512(local.doubled_7)]])");
        row("searches in a loop",
            "length([for a in local.many : [for b in local.many : contains(local.list_8, \"none\")]])");
        row("hashes in a lenient call",
            "length([for a in local.many : [for b in local.many : can(sha512(local.doubled_7))]])");
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
        row("base64", "base64encode(local.doubled_30)");
        row("yaml aliases", "length(yamldecode(local.yaml).i)");
        row("json nesting", "jsondecode(join(\"\", [for i in range(1000) : replace(local.long, \"a\", \"[\")]))");
        row("shared parts", "local.shared_40");
        row("shared parts in JSON", "length(jsonencode(local.shared_40))");
        row("shared parts merged", "merge({ a = local.shared_40 }, { b = local.shared_40 })");
        row("doubled lists", "length(local.list_30)");
        row("elements of CSV", "length(csvdecode(replace(substr(local.doubled_7, 0, 100000000), \"a\", \"1\\n\")))");
        row("widths in a list", "length(formatlist(\"%1000000s\", local.many))");
        row("precision", "length(format(\"%.1000000000f\", 1))");
        row("precision of an exponent", "length(format(\"%.2000000000e\", 1))");
        row("letters", "length(split(\"\", local.doubled_8))");
        row("YAML of shared parts", "length(yamlencode(local.shared_40))");
        row("compressed texts", "length(base64gzip(local.doubled_30))");
        row("product of sets", "length(setproduct(toset(local.many), toset(local.many), toset(local.many)))");
        row("expanded arguments", "length(concat([for a in local.many : local.list_8]...))");
        row("digits in JSON", "length(jsonencode(1e300000000))");
        row("device", "file(\"/dev/zero\")");
        row("hash of a device", "filesha256(\"/dev/zero\")");
        row("Base64 of a device", "filebase64(\"/dev/zero\")");
        row("template of a device", "templatefile(\"/dev/zero\", {})");
        row("comparison of shared parts", "local.shared_40 == local.shared_40");
        row("flattened shared parts", "length(flatten(local.shared_40))");
        row("nested template loops", "\"%{for a in local.many}%{for b in local.many}%{for c in "
                                     "local.many}xxxxxxxx%{endfor}%{endfor}%{endfor}\"");
        row("nested repetitions", "length(regexall(\"(((a{100}){100}){100}){100}\", local.long))");
        row("title", "length(title(local.doubled_30))");
        row("sorted lists", "length(sort(local.list_20))");
        row("small steps", "length(range(0, 1, 1e-9))");
        row("encoded texts", "length(textencodebase64(local.doubled_30, \"UTF-16LE\"))");
        row("YAML that contains itself", "yamldecode(\"a: &a [*a]\")");
        row("nested YAML", "yamldecode(replace(local.long, \"a\", \"[\"))");
        row("long exponent", "1e1000000000000");
        row("digits in a text", "length(\"${1e100000000}\")");
        row("decimal digits", "length(format(\"%d\", 1e300000000))");
        row("binary digits", "length(format(\"%b\", 1e300000000))");
        row("digits of a fraction", "length(format(\"%v\", [1e-300000000]))");
        row("digits of a product", "length(\"${1e900000 * 1e900000 * 1e900000}\")");
        row("digits of many numbers", "[for i in range(1000): 1e900000]");
        row("digits of numbers in JSON", "jsondecode(\"[${join(\",\", [for i in range(1000): \"1e900000\"])}]\")");
        row("parsed digits", "parseint(replace(local.doubled_7, \"a\", \"1\"), 10)");
        row("parsed digits of base 36", "parseint(local.doubled_7, 36)");
        row("long format of a date",
            "length(formatdate(replace(local.doubled_7, \"a\", \"YYYY-\"), \"2020-01-01T00:00:00Z\"))");
        row("text for URLs", "length(urlencode(replace(local.doubled_7, \"a\", \"%%\")))");
        row("files without an end", "length(fileset(\"/proc\", \"**\"))");
        row("alternatives of files", "length(fileset(\"/\", join(\"\", [for i in range(40) : \"{a,b}\"])))");
        row("regexall", "length(regexall(\"\", join(\"\", [for i in range(1000) : local.long])))");
    }
    void endWithADiagnostic() {
        QFETCH(QByteArray, expression);
        const ProjectFolder folder(configurationOf(expression));
        // Twice the promised time, and processor time, because other tests may run at the same time.
        const Ran ran = folder.program("prlimit", {"--as=3000000000", "--cpu=20", PLANLENS_CLI, "plan", "-no-color"});
        QVERIFY2(ran.exitCode == 1, ran.all().right(2000).constData());
        QVERIFY2(ran.err.contains("Error: "), ran.all().right(2000).constData());
    }

    /// Functions whose result can be much larger than their arguments refuse it before they reserve memory.
    void namesTheCallWhoseResultIsTooLarge_data() {
        QTest::addColumn<QByteArray>("expression");
        const auto row = [](const char* name, const QByteArray& expression) { QTest::newRow(name) << expression; };
        row("setproduct", "setproduct(local.many, local.many, local.many)");
        row("join", "join(local.long, local.many)");
        row("replace", "replace(local.long, \"\", local.long)");
        row("replaced matches", "replace(local.long, \"/a/\", local.long)");
        row("replaced text", "replace(local.long, \"a\", local.long)");
        row("indent", "indent(4000000000, \"a\\nb\")");
        row("format", "format(join(\"\", [for a in local.many : \"%9000000[1]s\"]), \"\")");
        row("formatlist", "formatlist(\"%1000000s\", local.many)");
        row("split", "split(\"\", local.doubled_5)");
        row("expanded arguments", "concat([for a in local.many : local.list_8]...)");
        row("inside a lenient call",
            "can(setproduct(local.many, local.many, local.many)) ? 0 : join(local.long, local.many)");
    }
    void namesTheCallWhoseResultIsTooLarge() {
        QFETCH(QByteArray, expression);
        const ProjectFolder folder(configurationOf(expression));
        const Ran ran = folder.program("prlimit", {"--as=2000000000", "--cpu=20", PLANLENS_CLI, "plan", "-no-color"});
        QVERIFY2(ran.exitCode == 1, ran.all().right(2000).constData());
        QVERIFY2(ran.err.contains("Error: Value too large") && ran.err.contains("  value = "),
                 ran.all().right(2000).constData());
    }

    /// Values that are not too large, from expressions that could take too long.
    void endInTime_data() {
        QTest::addColumn<QByteArray>("expression");
        const QByteArray many = "flatten([for a in range(100) : [for b in local.many : \"${a}-${b}\"]])";
        const auto row = [](const char* name, const QByteArray& expression) { QTest::newRow(name) << expression; };
        row("power", "pow(10, 10000000000)"); // infinity, as in the reference
        row("number", "1e1000000000");
        row("matchkeys", "length(matchkeys(" + many + ", " + many + ", [for text in " + many + " : \"x${text}\"]))");
        row("distinct", "length(distinct(" + many + "))");
        row("setsubtract", "length(setsubtract(" + many + ", " + many + "))");
        row("zipmap", "length(zipmap(" + many + ", " + many + "))");
    }
    void endInTime() {
        QFETCH(QByteArray, expression);
        const ProjectFolder folder(configurationOf(expression));
        const Ran ran = folder.program("prlimit", {"--as=3000000000", "--cpu=20", PLANLENS_CLI, "plan", "-no-color"});
        COMPARE_EXIT(ran, 0);
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
        const Ran ran = folder.program("prlimit", {"--as=3000000000", "--cpu=20", PLANLENS_CLI, "plan", "-no-color"});
        QVERIFY2(ran.exitCode == 1, ran.all().right(2000).constData());
        QVERIFY2(ran.err.contains("Error: "), ran.all().right(2000).constData());
    }

    void eventsIntoFifoWithoutReaderEnd() {
        const ProjectFolder folder("output \"o\" {\n  value = 1\n}\n");
        QCOMPARE(::mkfifo(QFile::encodeName(folder.path("events")).constData(), 0600), 0);
        const Ran ran = folder.planlens({"plan", "-json-into=events"});
        COMPARE_EXIT(ran, 1);
        QVERIFY2(ran.err.contains("Unable to open the file \"events\""), ran.all().constData());
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
