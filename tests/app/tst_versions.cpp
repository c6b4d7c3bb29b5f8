// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/json_shapes.h"
#include "tests/app/support/project_folder.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>
#include <QVersionNumber>
#include <QtTest>

using namespace planlens::testing;

namespace {

/// Plans saved by other versions, each in a folder named after the version, with the changes in the output of that
/// version's `show -json`. PLANLENS_RECORD writes them again with the installed programs.
const QString recordings = QStringLiteral(PLANLENS_SOURCE_DIR "/tests/core/plans/versions");

/// Returns the programs to compare with: <version>/tofu in the folder PLANLENS_TOFUS, otherwise the one on the PATH.
QMap<QString, QString> programs() {
    QMap<QString, QString> found;
    const QString folder = qEnvironmentVariable("PLANLENS_TOFUS");
    if (folder.isEmpty()) {
        if (const QString path = QStandardPaths::findExecutable(QStringLiteral("tofu")); !path.isEmpty())
            found.insert(QStringLiteral("tofu"), path);
        return found;
    }
    for (const QString& version : QDir(folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        if (const QFileInfo tofu(QDir(folder).filePath(version + QStringLiteral("/tofu"))); tofu.isExecutable())
            found.insert(version, tofu.absoluteFilePath());
    return found;
}

QVersionNumber versionOf(const ProjectFolder& folder, const QString& tofu) {
    return QVersionNumber::fromString(
        parseJson(folder.program(tofu, {"version", "-json"}).out).toObject()["terraform_version"].toString());
}

enum Stage { First, Second };

/// The features that every version supports.
const char* const supportedByAll = R"(
variable "word" { type = string }
variable "secret" {
  default   = "s3cret"
  sensitive = true
}
variable "shape" {
  type    = object({ size = optional(number, 3), names = list(string) })
  default = { names = ["x", "y"] }
}
resource "terraform_data" "single" { input = var.word }
resource "terraform_data" "each" {
  for_each = local.keys
  input    = { key = each.key, of = terraform_data.single.output, many = [1, 2.5, true, null] }
}
resource "terraform_data" "counted" {
  count            = length(local.keys)
  triggers_replace = [var.word, count.index]
  lifecycle { create_before_destroy = true }
}
resource "terraform_data" "replaced" { triggers_replace = var.word }
resource "terraform_data" "sensitive" {
  input = { name = var.word, password = var.secret, shape = var.shape }
}
resource "terraform_data" "ignoring" {
  input = var.word
  lifecycle {
    ignore_changes = [input]
    postcondition {
      condition     = self.input != "c"
      error_message = "It is c."
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
output "number" { value = 12345678901234567890.25 }
output "hidden" {
  value     = var.secret
  sensitive = true
}
output "below" { value = [for thing in module.m : thing.id] }
)";

const char* const onlyInFirstStage = R"(
resource "terraform_data" "old" { input = "old" }
resource "terraform_data" "gone" { input = "gone" }
output "former" { value = var.word }
)";
const char* const onlyInSecondStage = R"(
resource "terraform_data" "new" { input = "new" }
moved {
  from = terraform_data.old
  to   = terraform_data.new
}
import {
  to = terraform_data.imported
  id = "imported"
}
resource "terraform_data" "imported" { input = "i" }
)";

/// Features since OpenTofu 1.11 and 1.12.
const char* const sinceVersion11 = R"(
variable "passing" {
  default   = "by"
  ephemeral = true
}
resource "terraform_data" "enabled" {
  input = var.word
  lifecycle { enabled = var.word == "one" }
}
)";
const char* const sinceVersion12 = R"(
resource "terraform_data" "kept" {
  lifecycle { destroy = false }
}
)";

/// Returns a configuration with the features that every version supports, and the newer ones of this version.
QByteArray configuration(const QVersionNumber& version, Stage stage) {
    const bool isFirst = stage == First;
    QByteArray text = supportedByAll;
    text += isFirst ? R"(locals { keys = toset(["a", "b"]) })" : R"(locals { keys = toset(["b", "c d"]) })";
    text += isFirst ? onlyInFirstStage : onlyInSecondStage;
    if (!isFirst && version >= QVersionNumber(1, 7))
        text += "removed {\n  from = terraform_data.gone\n}\n";
    if (version >= QVersionNumber(1, 11))
        text += sinceVersion11;
    if (isFirst && version >= QVersionNumber(1, 12))
        text += sinceVersion12;
    return text;
}

const char* const module = R"(
variable "name" { type = string }
resource "terraform_data" "inner" { input = var.name }
output "id" { value = terraform_data.inner.id }
)";

/// Converts the configuration of a module to the JSON before 1.11, which contains less about variables.
QJsonObject asToldBefore(QJsonObject config) {
    QJsonObject variables = config["variables"].toObject(), calls = config["module_calls"].toObject();
    for (const QString& name : variables.keys()) {
        QJsonObject variable = variables[name].toObject();
        variable.remove("type");
        variable.remove("required");
        variables[name] = variable;
    }
    for (const QString& name : calls.keys()) {
        QJsonObject call = calls[name].toObject();
        call["module"] = asToldBefore(call["module"].toObject());
        calls[name] = call;
    }
    if (!variables.isEmpty())
        config["variables"] = variables;
    if (!calls.isEmpty())
        config["module_calls"] = calls;
    return config;
}

/// Returns the output of `show -json` for a plan, without its timestamp and format version.
QJsonObject shown(const QByteArray& json) {
    QJsonObject plan = parseJson(json).toObject();
    for (const char* name : {"timestamp", "format_version"})
        plan.remove(QLatin1String(name));
    for (const char* name : {"relevant_attributes", "checks", "resource_drift"})
        if (plan.contains(QLatin1String(name)))
            plan[QLatin1String(name)] = inOrder(plan[QLatin1String(name)]);
    if (QVersionNumber::fromString(plan["terraform_version"].toString()) < QVersionNumber(1, 11)) {
        QJsonObject whole = plan["configuration"].toObject();
        whole["root_module"] = asToldBefore(whole["root_module"].toObject());
        plan["configuration"] = whole;
    }
    return plan;
}

/// Returns the parts of that output that describe the planned changes.
QJsonObject shownChanges(const QByteArray& json) {
    const QJsonObject all = shown(json);
    QJsonObject changes;
    for (const char* name : {"terraform_version", "variables", "resource_changes", "output_changes",
                             "relevant_attributes", "checks", "errored"})
        changes[QLatin1String(name)] = all[QLatin1String(name)];
    return changes;
}

void record(const ProjectFolder& folder, const QByteArray& json) {
    const QJsonObject changes = shownChanges(json);
    const QDir target(recordings + QLatin1Char('/') + changes["terraform_version"].toString());
    target.mkpath(QStringLiteral("."));
    QFile plan(target.filePath(QStringLiteral("plan"))), said(target.filePath(QStringLiteral("shown.json")));
    if (!plan.open(QIODevice::WriteOnly) || !said.open(QIODevice::WriteOnly))
        qFatal("%s cannot be written", qPrintable(target.path()));
    plan.write(folder.read("saved"));
    said.write(QJsonDocument(changes).toJson(QJsonDocument::Compact) + QByteArray("\n"));
}

} // namespace

/// A plan that another version saved is opened and applied here; a plan saved here is shown and applied by the version
/// it is written for.
class TestVersions : public QObject {
    Q_OBJECT
private slots:
    void showsWhatVersionsSaved_data() {
        QTest::addColumn<QString>("folder");
        const QStringList versions = QDir(recordings).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        QVERIFY(!versions.isEmpty());
        for (const QString& version : versions)
            QTest::newRow(qPrintable(version)) << recordings + QLatin1Char('/') + version;
    }

    void showsWhatVersionsSaved() {
        QFETCH(QString, folder);
        const ProjectFolder copy;
        copy.copyFrom(folder);
        const Ran own = copy.planlens({"show", "-json", "plan"});
        COMPARE_EXIT(own, 0);
        QCOMPARE(shownChanges(own.out)["terraform_version"].toString(), QFileInfo(folder).fileName());
        QCOMPARE(difference(parseJson(copy.read("shown.json")), shownChanges(own.out)), QString());
        COMPARE_EXIT(copy.planlens({"show", "-no-color", "plan"}), 0);
    }

    void plansAreTheSameToBoth_data() {
        QTest::addColumn<QString>("tofu");
        QTest::addColumn<bool>("isOwn");
        const QMap<QString, QString> all = programs();
        if (all.isEmpty())
            QSKIP("no tofu, which this compares with, is there");
        for (auto program = all.cbegin(); program != all.cend(); ++program) {
            QTest::addRow("%s: its plans, read by us", qPrintable(program.key())) << program.value() << false;
            QTest::addRow("%s: own plans, read by it", qPrintable(program.key())) << program.value() << true;
        }
    }

    void plansAreTheSameToBoth() {
        QFETCH(QString, tofu);
        QFETCH(bool, isOwn);
        const ProjectFolder folder;
        const QVersionNumber version = versionOf(folder, tofu);
        const auto its = [&](const QStringList& arguments) { return folder.program(tofu, arguments); };
        const auto writing = [&](const QStringList& arguments) {
            return isOwn ? folder.planlens(arguments) : its(arguments);
        };
        const auto reading = [&](const QStringList& arguments) {
            return isOwn ? its(arguments) : folder.planlens(arguments);
        };
        struct Step {
            const char* name;
            Stage stage;
            QStringList options;
        };
        QList<Step> steps{{"create", First, {"-var=word=one"}},
                          {"change", Second, {"-var=word=two", "-replace=module.m[\"b\"].terraform_data.inner"}},
                          {"target", Second, {"-var=word=three", "-target=terraform_data.each"}},
                          {"destroy", Second, {"-var=word=three", "-destroy"}}};
        if (version >= QVersionNumber(1, 9))
            steps.insert(3, {"exclude", Second, {"-var=word=four", "-exclude=module.m"}});
        folder.write("m/main.tf", module);
        folder.write("main.tf", configuration(version, First));
        COMPARE_EXIT(its({"init", "-no-color"}), 0);
        for (const Step& step : steps) {
            folder.write("main.tf", configuration(version, step.stage));
            COMPARE_EXIT(writing(QStringList{"plan", "-out=saved", "-no-color"} +
                                 (isOwn ? QStringList{"-tool=" + tofu} : QStringList()) + step.options),
                         0);
            const Ran own = folder.planlens({"show", "-json", "saved"}), reference = its({"show", "-json", "saved"});
            COMPARE_EXIT(own, 0);
            COMPARE_EXIT(reference, 0);
            if (!isOwn && QByteArray(step.name) == "change" && qEnvironmentVariableIsSet("PLANLENS_RECORD"))
                record(folder, reference.out);
            const QString differs = difference(shown(reference.out), shown(own.out));
            QVERIFY2(differs.isEmpty(), qPrintable(QLatin1String(step.name) + QStringLiteral(": ") + differs));
            COMPARE_EXIT(reading({"show", "-no-color", "saved"}), 0);
            COMPARE_EXIT(reading({"apply", "-no-color", "saved"}), 0);
            if (QByteArray(step.name) == "create" || QByteArray(step.name) == "change")
                COMPARE_EXIT(writing(QStringList{"plan", "-detailed-exitcode", "-no-color", step.options.front()}), 0);
        }
        QCOMPARE(parseJson(folder.read("terraform.tfstate")).toObject()["resources"].toArray().size(), 0);
    }
};

QTEST_GUILESS_MAIN(TestVersions)
#include "tst_versions.moc"
