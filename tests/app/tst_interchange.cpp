// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/json_shapes.h"
#include "tests/app/support/project_folder.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QtTest>

using namespace planlens::testing;

namespace {

/// Returns a configuration with most of what a state can contain.
QByteArray configuration(const QByteArray& word, const QByteArray& keys, const QByteArray& trigger) {
    return R"(
variable "secret" {
  default   = "s3cret"
  sensitive = true
}
locals { keys = toset([)" +
           keys + R"(]) }
resource "terraform_data" "single" { input = ")" +
           word + R"(" }
resource "terraform_data" "each" {
  for_each = local.keys
  input    = { key = each.key, of = terraform_data.single.output, many = [1, 2.5, true, null] }
}
resource "terraform_data" "counted" {
  count            = length(local.keys)
  triggers_replace = [")" +
           trigger + R"(", count.index]
  lifecycle { create_before_destroy = true }
}
resource "terraform_data" "sensitive" {
  input = { name = "x", password = var.secret }
}
resource "terraform_data" "sensitive_parts" {
  input            = { list = ["x", var.secret, "y"], map = tomap({ "a \"key\"" = var.secret, plain = ")" +
           word + R"(" }) }
  triggers_replace = tomap({ k = var.secret, trigger = ")" +
           trigger + R"(" })
}
output "part" { value = terraform_data.sensitive_parts.output.list[0] }
resource "terraform_data" "condition" {
  input = "c"
  lifecycle {
    postcondition {
      condition     = self.input == "c"
      error_message = "Not c."
    }
  }
}
module "m" {
  for_each = local.keys
  source   = "./m"
  name     = each.key
}
check "good" {
  assert {
    condition     = length(terraform_data.counted) > 0
    error_message = "None."
  }
}
check "bad" {
  assert {
    condition     = terraform_data.single.input == "never"
    error_message = "It is not."
  }
}
output "plain" { value = { for key, thing in terraform_data.each : key => thing.output.key } }
output "unicode" { value = "<ü&\u2028\n\"" }
output "number" { value = 12345678901234567890.25 }
output "hidden" {
  value     = var.secret
  sensitive = true
}
output "below" { value = [for thing in module.m : thing.id] }
)";
}

const char* const module = R"(
variable "name" { type = string }
resource "terraform_data" "inner" { input = var.name }
module "deep" {
  source = "./deep"
  name   = terraform_data.inner.output
}
output "id" { value = terraform_data.inner.id }
)";
const char* const deepModule = "variable \"name\" {}\nresource \"terraform_data\" \"deepest\" {\n  count = 2\n  input "
                               "= [var.name, count.index]\n}\n";

enum Engine { Own, Reference };

Ran run(Engine engine, const ProjectFolder& folder, const QStringList& arguments) {
    return engine == Own ? folder.planlens(arguments) : folder.tofu(arguments);
}

/// Returns the output of `show -json` for a state, without the version of the program.
QJsonValue shown(const Ran& run) {
    QJsonObject state = parseJson(run.out).toObject();
    state.remove("terraform_version");
    return state;
}

using Files = QList<QPair<QString, QByteArray>>;

/// Returns a module that outputs its own path and a file beside it, and may call another module.
QByteArray locatedModule(const QByteArray& calls = {}) {
    return (calls.isEmpty() ? QByteArray() : "module \"below\" {\n  source = \"" + calls + "\"\n}\n") +
           "resource \"terraform_data\" \"here\" { input = [path.module, path.root, path.cwd, "
           "fileexists(\"${path.module}/main.tf\")] }\n"
           "output \"input\" { value = terraform_data.here.output }\n";
}

/// Returns the plan without its timestamp.
QJsonValue shownPlan(const Ran& run) {
    QJsonObject plan = parseJson(run.out).toObject();
    plan.remove("timestamp");
    for (const char* name : {"relevant_attributes", "checks", "resource_drift"})
        if (plan.contains(QLatin1String(name)))
            plan[QLatin1String(name)] = inOrder(plan[QLatin1String(name)]);
    return plan;
}

} // namespace

/// Files written by one engine are read correctly by the other.
class TestInterchange : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { SKIP_WITHOUT_TOFU(); }

    void statesAreTheSameToBoth_data() {
        QTest::addColumn<int>("writer");
        QTest::newRow("own state, read by the reference") << int(Own);
        QTest::newRow("the reference's state, read by us") << int(Reference);
    }

    void statesAreTheSameToBoth() {
        QFETCH(int, writer);
        const Engine writing = static_cast<Engine>(writer), reading = writing == Own ? Reference : Own;
        const ProjectFolder folder;
        folder.write("m/main.tf", module);
        folder.write("m/deep/main.tf", deepModule);
        struct Step {
            const char* name;
            QByteArray text;
            QStringList options;
        };
        const Step steps[] = {
            {"create", configuration("one", "\"a\", \"b\", \"c d\"", "t1"), {}},
            {"update", configuration("two", "\"a\", \"b\", \"c d\"", "t1"), {}},
            {"replace", configuration("two", "\"a\", \"b\", \"c d\"", "t2"), {}},
            {"replace by request",
             configuration("two", "\"a\", \"b\", \"c d\"", "t2"),
             {"-replace=module.m[\"a\"].terraform_data.inner"}},
            {"fewer", configuration("two", "\"b\"", "t2"), {}},
            {"more", configuration("three", "\"b\", \"e\"", "t3"), {}},
        };
        for (const Step& step : steps) {
            folder.write("main.tf", step.text);
            if (!folder.has(".terraform"))
                COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
            COMPARE_EXIT(run(writing, folder, QStringList{"apply", "-auto-approve", "-no-color"} + step.options), 0);
            const Ran plan = run(reading, folder, {"plan", "-detailed-exitcode", "-no-color"});
            QVERIFY2(plan.exitCode == 0, (step.name + QByteArray(":\n") + plan.all()).constData());
            const Ran own = run(Own, folder, {"show", "-json"}), reference = run(Reference, folder, {"show", "-json"});
            COMPARE_EXIT(own, 0);
            COMPARE_EXIT(reference, 0);
            QCOMPARE(difference(shown(reference), shown(own)), QString());
            QCOMPARE(textDifference(run(Reference, folder, {"show", "-no-color", "-show-sensitive"}).out.trimmed(),
                                    run(Own, folder, {"show", "-no-color", "-show-sensitive"}).out.trimmed()),
                     QString());
        }
        // Both engines replace a tainted object.
        COMPARE_EXIT(folder.tofu({"taint", "terraform_data.single"}), 0);
        COMPARE_EXIT(run(Own, folder, {"plan", "-detailed-exitcode", "-no-color"}), 2);
        COMPARE_EXIT(run(writing, folder, {"apply", "-auto-approve", "-no-color"}), 0);
        COMPARE_EXIT(run(reading, folder, {"plan", "-detailed-exitcode", "-no-color"}), 0);
        // Each engine can continue with the state of the other.
        folder.write("main.tf", configuration("four", "\"b\", \"f\"", "t4"));
        COMPARE_EXIT(run(reading, folder, {"apply", "-auto-approve", "-no-color"}), 0);
        COMPARE_EXIT(run(writing, folder, {"plan", "-detailed-exitcode", "-no-color"}), 0);
        COMPARE_EXIT(run(writing, folder, {"destroy", "-auto-approve", "-no-color"}), 0);
        QCOMPARE(parseJson(folder.read("terraform.tfstate")).toObject()["resources"].toArray().size(), 0);
    }

    /// After the same plan both write the same state, except for generated identifiers.
    void writesTheSameStateAsTheReference() {
        QJsonObject states[2];
        for (const Engine engine : {Own, Reference}) {
            const ProjectFolder folder;
            folder.write("m/main.tf", module);
            folder.write("m/deep/main.tf", deepModule);
            folder.write("main.tf", configuration("one", "\"a\", \"b\"", "t1"));
            COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
            COMPARE_EXIT(run(engine, folder, {"apply", "-auto-approve", "-no-color"}), 0);
            QByteArray text = folder.read("terraform.tfstate");
            QString masked = QString::fromUtf8(text);
            masked.replace(QRegularExpression("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"), "ID");
            states[engine] = parseJson(masked.toUtf8()).toObject();
            states[engine]["check_results"] = inOrder(states[engine]["check_results"]);
        }
        QCOMPARE(difference(states[Reference], states[Own]), QString());
    }

    void plansAreTheSameToBoth_data() {
        QTest::addColumn<int>("writer");
        QTest::newRow("own plan, read by the reference") << int(Own);
        QTest::newRow("the reference's plan, read by us") << int(Reference);
    }

    void plansAreTheSameToBoth() {
        QFETCH(int, writer);
        const Engine writing = static_cast<Engine>(writer), reading = writing == Own ? Reference : Own;
        const ProjectFolder folder;
        folder.write("m/main.tf", module);
        folder.write("m/deep/main.tf", deepModule);
        folder.write("main.tf", configuration("one", "\"a\", \"b\"", "t1"));
        COMPARE_EXIT(folder.tofu({"init", "-no-color"}), 0);
        for (const QByteArray& next :
             {configuration("two", "\"a\", \"c\"", "t1"), configuration("two", "\"a\", \"c\"", "t2")}) {
            COMPARE_EXIT(run(writing, folder, {"plan", "-out=saved", "-no-color"}), 0);
            QCOMPARE(difference(shownPlan(folder.tofu({"show", "-json", "saved"})),
                                shownPlan(folder.planlens({"show", "-json", "saved"}))),
                     QString());
            QCOMPARE(textDifference(folder.tofu({"show", "-no-color", "-show-sensitive", "saved"}).out.trimmed(),
                                    folder.planlens({"show", "-no-color", "-show-sensitive", "saved"}).out.trimmed()),
                     QString());
            COMPARE_EXIT(run(reading, folder, {"apply", "-no-color", "saved"}), 0);
            COMPARE_EXIT(run(writing, folder, {"plan", "-detailed-exitcode", "-no-color"}), 0);
            folder.write("main.tf", next);
        }
        COMPARE_EXIT(run(writing, folder, {"plan", "-destroy", "-out=saved", "-no-color"}), 0);
        COMPARE_EXIT(run(reading, folder, {"apply", "-no-color", "saved"}), 0);
        QCOMPARE(parseJson(folder.read("terraform.tfstate")).toObject()["resources"].toArray().size(), 0);
    }

    void plansCrossFromAllLayoutsOfFolders_data() {
        QTest::addColumn<QString>("root");
        QTest::addColumn<QString>("chdir"); // relative to the project; if empty, runs in the root
        QTest::addColumn<Files>("files");   // %1 is replaced by the path of the project
        QTest::addColumn<Files>("links");
        const auto layout = [](const char* name, const QString& root, const Files& files, const QString& chdir = {},
                               const Files& links = {}) { QTest::newRow(name) << root << chdir << files << links; };
        const auto leaf = locatedModule();
        layout("root alone", "root", {{"root/main.tf", leaf}});
        layout("module below", "root",
               {{"root/main.tf", locatedModule("./m")},
                {"root/m/main.tf", locatedModule("./deep")},
                {"root/m/deep/main.tf", leaf}});
        layout("module beside", "root", {{"root/main.tf", locatedModule("../b")}, {"b/main.tf", leaf}});
        layout("modules two folders above", "envs/prod",
               {{"envs/prod/main.tf", locatedModule("../../modules/x")},
                {"modules/x/main.tf", locatedModule("../y")},
                {"modules/y/main.tf", leaf}});
        layout("module below one that is above", "root",
               {{"root/main.tf", locatedModule("../b")},
                {"b/main.tf", locatedModule("./inner")},
                {"b/inner/main.tf", leaf}});
        layout("root below its module", "m/example",
               {{"m/example/main.tf", locatedModule("../")}, {"m/main.tf", leaf}});
        layout("root two below its module", "m/examples/one",
               {{"m/examples/one/main.tf", locatedModule("../..")},
                {"m/main.tf", locatedModule("./sub")},
                {"m/sub/main.tf", leaf}});
        layout("module above calls one in the root", "root",
               {{"root/main.tf", locatedModule("../b")},
                {"b/main.tf", locatedModule("../root/c")},
                {"root/c/main.tf", leaf}});
        layout("folders whose names begin alike", "root",
               {{"root/main.tf", locatedModule("../root-b")},
                {"root-b/main.tf", locatedModule("../root2")},
                {"root2/main.tf", leaf}});
        layout("file names that the root has too", "root",
               {{"root/main.tf", locatedModule("../b")},
                {"root/only_root.tf", "locals { a = 1 }\n"},
                {"b/main.tf", leaf},
                {"b/only_b.tf", "locals { b = 1 }\n"}});
        layout("one module called twice", "root",
               {{"root/main.tf", "module \"a\" {\n  source = \"../b\"\n}\nmodule \"c\" {\n  source = \"../b\"\n}\n"},
                {"b/main.tf", leaf}});
        layout("module without files", "root",
               {{"root/main.tf", "module \"a\" {\n  source = \"../b\"\n}\n"}, {"b/README.md", ""}});
        layout("absolute path", "root",
               {{"root/main.tf", locatedModule("%1/b")}, {"b/main.tf", locatedModule("./c")}, {"b/c/main.tf", leaf}});
        layout("-chdir", "envs/prod", {{"envs/prod/main.tf", locatedModule("../../b")}, {"b/main.tf", leaf}},
               "envs/prod");
        layout("absolute -chdir", "root", {{"root/main.tf", locatedModule("../b")}, {"b/main.tf", leaf}}, "%1/root");
        layout("-chdir with detours", "root", {{"root/main.tf", locatedModule("../b")}, {"b/main.tf", leaf}},
               "./b/../root/");
        layout("link to a module", "root",
               {{"root/main.tf", locatedModule("./m")},
                {"elsewhere/b/main.tf", locatedModule("../c")},
                {"root/c/main.tf", leaf},
                {"elsewhere/c/main.tf", leaf}},
               {}, {{"root/m", "elsewhere/b"}});
        layout("root is a link", "root",
               {{"deep/er/root/main.tf", locatedModule("../b")}, {"deep/er/b/main.tf", leaf}, {"b/main.tf", leaf}}, {},
               {{"root", "deep/er/root"}});
        layout("-chdir to a link", "root",
               {{"deep/er/root/main.tf", locatedModule("../b")}, {"deep/er/b/main.tf", leaf}}, "root",
               {{"root", "deep/er/root"}});
        layout("link to a file", "root",
               {{"other/x.tf", locatedModule("../b")}, {"b/main.tf", leaf}, {"root/README", ""}}, {},
               {{"root/main.tf", "other/x.tf"}});
        layout("Windows line ends", "root",
               {{"root/main.tf", locatedModule("../b").replace("\n", "\r\n")},
                {"b/main.tf", QByteArray(leaf).replace("\n", "\r\n")}});
        layout("byte order mark", "root",
               {{"root/main.tf", "\xEF\xBB\xBF" + locatedModule("../b")}, {"b/main.tf", "\xEF\xBB\xBF" + leaf}});
        layout("spaces and Unicode", "a b/ü x",
               {{"a b/ü x/main.tf", locatedModule("../ß 日本")},
                {"a b/ß 日本/main.tf", leaf},
                {"a b/ß 日本/è q.tf", "locals { a = 1 }\n"}});
        layout("JSON and .tofu", "root",
               {{"root/main.tf.json", R"({"module": {"b": {"source": "../b"}}})"},
                {"b/main.tf", "locals { wrong = }"},
                {"b/main.tofu", leaf}});
        layout("overrides", "root",
               {{"root/main.tf", locatedModule("../b")},
                {"root/override.tf", "module \"below\" {\n  source = \"../c\"\n}\n"},
                {"b/main.tf", leaf},
                {"c/main.tf", leaf},
                {"c/x_override.tf", "output \"input\" { value = 1 }\n"}});
        layout("files of tests beside", "root",
               {{"root/main.tf", locatedModule("../b")},
                {"root/a.tftest.hcl", "run \"a\" {}\n"},
                {"root/tests/b.tftest.hcl", "run \"b\" {}\n"},
                {"b/main.tf", leaf},
                {"b/c.tftest.hcl", "run \"c\" {}\n"}});
    }

    void plansCrossFromAllLayoutsOfFolders() {
        QFETCH(QString, root);
        QFETCH(QString, chdir);
        QFETCH(Files, files);
        QFETCH(Files, links);
        for (const Engine writing : {Own, Reference}) {
            const ProjectFolder folder;
            for (const auto& [name, text] : files)
                folder.write(name, QByteArray(text).replace("%1", folder.path().toUtf8()));
            for (const auto& [name, target] : links)
                QVERIFY(QFile::link(folder.path(QString::fromUtf8(target)), folder.path(name)));
            const auto runIn = [&](Engine engine, QStringList arguments) {
                const QString where = chdir.isEmpty() ? root : QString();
                if (!chdir.isEmpty())
                    arguments.prepend("-chdir=" + QString(chdir).replace("%1", folder.path()));
                return engine == Own ? folder.planlensIn(where, arguments) : folder.tofuIn(where, arguments);
            };
            const Engine reading = writing == Own ? Reference : Own;
            COMPARE_EXIT(runIn(Reference, {"init", "-no-color"}), 0);
            for (const char* mode : {"-refresh=true", "-destroy"}) {
                COMPARE_EXIT(runIn(writing, {"plan", mode, "-out=saved", "-no-color"}), 0);
                const Ran own = runIn(Own, {"show", "-json", "saved"}),
                          reference = runIn(Reference, {"show", "-json", "saved"});
                COMPARE_EXIT(own, 0);
                COMPARE_EXIT(reference, 0);
                QCOMPARE(difference(shownPlan(reference), shownPlan(own)), QString());
                QCOMPARE(textDifference(runIn(Reference, {"show", "-no-color", "saved"}).out.trimmed(),
                                        runIn(Own, {"show", "-no-color", "saved"}).out.trimmed()),
                         QString());
                COMPARE_EXIT(runIn(reading, {"apply", "-no-color", "saved"}), 0);
                if (qstrcmp(mode, "-destroy") != 0)
                    COMPARE_EXIT(runIn(writing, {"plan", "-detailed-exitcode", "-no-color"}), 0);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestInterchange)
#include "tst_interchange.moc"
