// SPDX-License-Identifier: MPL-2.0
#include "tests/app/json_shapes.h"
#include "tests/app/project_folder.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QtTest>

using namespace planlens::testing;

namespace {

/// With most of what a state can hold.
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
const char* const deepModule = "variable \"name\" {}\nresource \"terraform_data\" \"deepest\" {\n  count = 2\n  input = [var.name, count.index]\n}\n";

enum Engine { Own, Reference };

Ran run(Engine engine, const ProjectFolder& folder, const QStringList& arguments) { return engine == Own ? folder.planlens(arguments) : folder.tofu(arguments); }

/// What `show -json` says of a state, without who wrote it.
QJsonValue shown(const Ran& run) {
    QJsonObject state = parseJson(run.out).toObject();
    state.remove("terraform_version");
    return state;
}

/// The plan without when it was made.
QJsonValue shownPlan(const Ran& run) {
    QJsonObject plan = parseJson(run.out).toObject();
    plan.remove("timestamp");
    for (const char* name : {"relevant_attributes", "checks", "resource_drift"})
        if (plan.contains(QLatin1String(name)))
            plan[QLatin1String(name)] = inOrder(plan[QLatin1String(name)]);
    return plan;
}

} // namespace

/// What one engine writes, the other reads as it was meant.
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
            {"replace by request", configuration("two", "\"a\", \"b\", \"c d\"", "t2"), {"-replace=module.m[\"a\"].terraform_data.inner"}},
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
            QCOMPARE(textDifference(run(Reference, folder, {"show", "-no-color"}).out.trimmed(), run(Own, folder, {"show", "-no-color"}).out.trimmed()), QString());
        }
        // A tainted object is replaced by both.
        COMPARE_EXIT(folder.tofu({"taint", "terraform_data.single"}), 0);
        COMPARE_EXIT(run(Own, folder, {"plan", "-detailed-exitcode", "-no-color"}), 2);
        COMPARE_EXIT(run(writing, folder, {"apply", "-auto-approve", "-no-color"}), 0);
        COMPARE_EXIT(run(reading, folder, {"plan", "-detailed-exitcode", "-no-color"}), 0);
        // The other one can go on where the first one left off.
        folder.write("main.tf", configuration("four", "\"b\", \"f\"", "t4"));
        COMPARE_EXIT(run(reading, folder, {"apply", "-auto-approve", "-no-color"}), 0);
        COMPARE_EXIT(run(writing, folder, {"plan", "-detailed-exitcode", "-no-color"}), 0);
        COMPARE_EXIT(run(writing, folder, {"destroy", "-auto-approve", "-no-color"}), 0);
        QCOMPARE(parseJson(folder.read("terraform.tfstate")).toObject()["resources"].toArray().size(), 0);
    }

    /// Both write the same state after the same plan, but for the identifiers they make.
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
            states[engine].remove("serial"); // we save once before the first operation
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
        for (const QByteArray& next : {configuration("two", "\"a\", \"c\"", "t1"), configuration("two", "\"a\", \"c\"", "t2")}) {
            COMPARE_EXIT(run(writing, folder, {"plan", "-out=saved", "-no-color"}), 0);
            QCOMPARE(difference(shownPlan(folder.tofu({"show", "-json", "saved"})), shownPlan(folder.planlens({"show", "-json", "saved"}))), QString());
            QCOMPARE(textDifference(folder.tofu({"show", "-no-color", "saved"}).out.trimmed(), folder.planlens({"show", "-no-color", "saved"}).out.trimmed()), QString());
            COMPARE_EXIT(run(reading, folder, {"apply", "-no-color", "saved"}), 0);
            COMPARE_EXIT(run(writing, folder, {"plan", "-detailed-exitcode", "-no-color"}), 0);
            folder.write("main.tf", next);
        }
        COMPARE_EXIT(run(writing, folder, {"plan", "-destroy", "-out=saved", "-no-color"}), 0);
        COMPARE_EXIT(run(reading, folder, {"apply", "-no-color", "saved"}), 0);
        QCOMPARE(parseJson(folder.read("terraform.tfstate")).toObject()["resources"].toArray().size(), 0);
    }
};

QTEST_GUILESS_MAIN(TestInterchange)
#include "tst_interchange.moc"
