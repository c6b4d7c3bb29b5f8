// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/project_folder.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace planlens::testing;

namespace {

/// A row of the table of constructs in docs/terraform.md.
struct Row {
    QString construct, since, treatment, remarks;
};

QList<Row> rowsOfThePage() {
    QFile page(QStringLiteral(PLANLENS_SOURCE_DIR "/docs/terraform.md"));
    if (!page.open(QIODevice::ReadOnly))
        return {};
    QList<Row> rows;
    bool isInTable = false;
    for (const QString& line : QString::fromUtf8(page.readAll()).split(u'\n')) {
        QString escaped = line;
        QStringList cells = escaped.replace(QStringLiteral("\\|"), QStringLiteral("\t")).split(u'|');
        for (QString& cell : cells)
            cell = cell.replace(u'\t', u'|').trimmed();
        isInTable = cells.size() == 6 && (isInTable || cells[1] == QStringLiteral("Construct"));
        if (isInTable && cells[1] != QStringLiteral("Construct") && cells[1] != QStringLiteral("---"))
            rows.append({cells[1], cells[2], cells[3], cells[4]});
    }
    return rows;
}

using Files = std::map<QString, QByteArray>;

const QByteArray child = "terraform {\n  required_version = \">= 1.0\"\n}\n";

Files inTestFile(const QByteArray& text) {
    return {{"main.tf", child}, {"main.tftest.hcl", text}};
}
Files besideConfiguration(const QString& name, const QByteArray& text) {
    return {{"main.tf", child}, {name, text}};
}

/// Returns a configuration with each construct.
const std::map<QString, Files>& samples() {
    static const std::map<QString, Files> all{
        {"`action` block", {{"main.tf", "action \"terraform_thing\" \"a\" {\n  config {\n    a = 1\n  }\n}\n"}}},
        {"`lifecycle.action_trigger`",
         {{"main.tf", "resource \"terraform_data\" \"a\" {\n  lifecycle {\n    action_trigger {\n      events  = "
                      "[after_create]\n      actions = [action.terraform_thing.a]\n    }\n  }\n}\n"}}},
        {"`list` block in `.tf` files", {{"main.tf", "list \"terraform_thing\" \"a\" {\n  provider = terraform\n}\n"}}},
        {"`.tfquery.hcl` files",
         besideConfiguration("a.tfquery.hcl", "list \"terraform_thing\" \"a\" {\n  provider = terraform\n}\n")},
        {"`.tfcomponent.hcl` files",
         besideConfiguration("a.tfcomponent.hcl",
                             "required_providers {\n}\ncomponent \"a\" {\n  source = \"./a\"\n}\n")},
        {"`.tfstack.hcl` files", besideConfiguration("a.tfstack.hcl", "component \"a\" {\n  source = \"./a\"\n}\n")},
        {"`.tfdeploy.hcl` files", besideConfiguration("a.tfdeploy.hcl", "deployment \"a\" {\n  inputs = {}\n}\n")},
        {"`component` block in `.tf` files", {{"main.tf", "component \"a\" {\n  source = \"./a\"\n}\n"}}},
        {"`.tfpolicy.hcl` files", besideConfiguration("a.tfpolicy.hcl", "policy {\n}\n")},
        {"`.tfmock.hcl` files", besideConfiguration("a.tfmock.hcl", "mock_resource \"terraform_data\" {\n}\n")},
        {"`terraform.state_store`",
         {{"main.tf",
           "terraform {\n  state_store \"cloud_bucket\" {\n    provider \"cloud\" {}\n    bucket = \"b\"\n  }\n}\n"}}},
        {"`backend \"oci\"`", {{"main.tf", "terraform {\n  backend \"oci\" {}\n}\n"}}},
        {"`terraform.experiments`", {{"main.tf", "terraform {\n  experiments = [any_experiment]\n}\n"}}},
        {"`terraform_data.store`",
         {{"main.tf", "resource \"terraform_data\" \"a\" {\n  store {\n    input = 1\n  }\n}\n"}}},
        {"`output.type`", {{"main.tf", "output \"a\" {\n  type  = string\n  value = \"a\"\n}\n"}}},
        {"`output.deprecated`", {{"main.tf", "output \"a\" {\n  value      = 1\n  deprecated = \"Use b.\"\n}\n"}}},
        {"`variable.deprecated`", {{"main.tf", "variable \"a\" {\n  default    = 1\n  deprecated = \"Use b.\"\n}\n"}}},
        {"`variable.const`", {{"main.tf", "variable \"a\" {\n  default = 1\n  const   = true\n}\n"}}},
        {"dynamic `module.source`",
         {{"main.tf", "variable \"folder\" {\n  default = \"child\"\n  const   = true\n}\nmodule \"child\" {\n  source "
                      "= \"./${var.folder}\"\n}\n"},
          {"child/main.tf", child},
          {".terraform/modules/modules.json",
           R"({"Modules":[{"Key":"","Source":"","Dir":"."},{"Key":"child","Source":"./child","Dir":"child"}]})"}}},
        {"`module.ignore_nested_deprecations`",
         {{"main.tf",
           "module \"child\" {\n  source                     = \"./child\"\n  ignore_nested_deprecations = true\n}\n"},
          {"child/main.tf", child}}},
        {"function `convert` with a type keyword",
         {{"main.tf", "output \"a\" {\n  value = convert(\"1\", number)\n}\n"}}},
        {"function `convert` with a complex type",
         {{"main.tf", "output \"a\" {\n  value = convert([\"1\"], list(\"a\"))\n}\n"}}},
        {"`import` in child modules",
         {{"main.tf", "module \"child\" {\n  source = \"./child\"\n}\n"},
          {"child/main.tf",
           "resource \"terraform_data\" \"a\" {}\nimport {\n  to = terraform_data.a\n  id = \"a\"\n}\n"}}},
        {"`import.identity`",
         {{"main.tf", "removed {\n  from = terraform_data.b\n  lifecycle {\n    destroy = false\n  }\n}\nimport {\n  "
                      "for_each = toset([])\n  to       = terraform_data.a[each.key]\n  identity = { id = \"a\" "
                      "}\n}\nresource \"terraform_data\" \"a\" {\n  for_each = toset([])\n}\n"}}},
        {"`import.for_each`",
         {{"main.tf", "import {\n  for_each = toset([\"a\"])\n  to       = terraform_data.a[each.key]\n  id       = "
                      "each.key\n}\nresource \"terraform_data\" \"a\" {\n  for_each = toset([\"a\"])\n}\n"}}},
        {"`removed` block",
         {{"main.tf", "removed {\n  from = terraform_data.a\n  lifecycle {\n    destroy = false\n  }\n}\n"}}},
        {"`removed.connection`",
         {{"main.tf", "removed {\n  from = terraform_data.a\n  lifecycle {\n    destroy = true\n  }\n  connection {\n  "
                      "  host = \"a\"\n  }\n}\n"}}},
        {"`lifecycle.destroy`",
         {{"main.tf", "resource \"terraform_data\" \"a\" {\n  lifecycle {\n    destroy = false\n  }\n}\n"}}},
        {"`&&` and `||` that stop early",
         {{"main.tf", "variable \"a\" {\n  type    = object({ b = string })\n  default = null\n}\noutput \"a\" {\n  "
                      "value = var.a != null && var.a.b == \"b\"\n}\n"}}},
        {"`ephemeral` block", {{"main.tf", "ephemeral \"terraform_thing\" \"a\" {\n  count = 0\n}\n"}}},
        {"`variable.ephemeral`", {{"main.tf", "variable \"a\" {\n  default   = 1\n  ephemeral = true\n}\n"}}},
        {"`test` block in test files", inTestFile("test {\n  parallel = true\n}\n")},
        {"`run.parallel`", inTestFile("run \"a\" {\n  parallel = true\n}\n")},
        {"`run.state_key`", inTestFile("run \"a\" {\n  state_key = \"a\"\n}\n")},
        {"`run.skip_cleanup`", inTestFile("run \"a\" {\n  skip_cleanup = true\n}\n")},
        {"`run.backend`", inTestFile("run \"a\" {\n  backend \"local\" {}\n}\n")},
        {"`variable` block in test files", inTestFile("variable \"a\" {\n  default = 1\n}\n")},
        {"`mock_provider.source`", inTestFile("mock_provider \"terraform\" {\n  source = \"./mocks\"\n}\n")},
        {"`mock_provider.override_during`", inTestFile("mock_provider \"terraform\" {\n  override_during = plan\n}\n")},
        {"`mock_resource.override_during`", inTestFile("mock_provider \"terraform\" {\n  mock_resource "
                                                       "\"terraform_data\" {\n    override_during = plan\n  }\n}\n")},
        {"`override_resource.override_during`",
         inTestFile("override_resource {\n  target          = terraform_data.a\n  override_during = plan\n}\n")},
    };
    return all;
}

const QString recordings = QStringLiteral(PLANLENS_SOURCE_DIR "/tests/core/plans/terraform/1.11.4");

/// Joins lines, without the markers at their starts.
QByteArray textOf(const Ran& ran) {
    return ran.all().replace("\u2502 ", "").simplified();
}

} // namespace

class TestTerraform final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void pageAndSamplesNameTheSameConstructs() {
        QStringList named, sampled;
        for (const Row& row : rowsOfThePage())
            named.append(row.construct);
        for (const auto& [construct, files] : samples())
            sampled.append(construct);
        named.sort();
        sampled.sort();
        QCOMPARE(named, sampled);
    }

    void treatsConstructsAsThePageSays_data() {
        QTest::addColumn<QString>("construct");
        QTest::addColumn<QString>("since");
        QTest::addColumn<QString>("treatment");
        for (const Row& row : rowsOfThePage())
            QTest::newRow(qPrintable(row.construct)) << row.construct << row.since << row.treatment;
    }

    void treatsConstructsAsThePageSays() {
        QFETCH(QString, construct);
        QFETCH(QString, since);
        QFETCH(QString, treatment);
        const ProjectFolder folder;
        for (const auto& [name, text] : samples().at(construct))
            folder.write(name, text);
        if (!folder.has(QStringLiteral(".terraform")))
            folder.installModules();
        const bool isError = treatment == QStringLiteral("Error"), isIgnored = treatment == QStringLiteral("Ignored");
        const QString command =
            construct.startsWith(QStringLiteral("`backend")) ? QStringLiteral("plan") : QStringLiteral("validate");
        if (construct.startsWith(QStringLiteral("`ephemeral` block")) ||
            construct == QStringLiteral("`import.identity`"))
            return checkThatItIsParsed(folder);
        const Ran ran = folder.planlens({command, "-no-color"});
        COMPARE_EXIT(ran, isError ? 1 : 0);
        const QByteArray expected = ", which Terraform " + since.toUtf8() + " introduced.";
        QVERIFY2(textOf(ran).count(expected) == (isError || isIgnored ? 1 : 0), textOf(ran).constData());
        QCOMPARE(textOf(ran).count("Error:"), isError ? 1 : 0);
        QCOMPARE(ran.err.contains("Note: The file"), isIgnored);
        QVERIFY(isError || isIgnored || treatment == QStringLiteral("Accepted"));
        // Programs that compare with OpenTofu read the JSON output.
        if (!isError)
            QVERIFY(folder.planlens({"validate", "-json"}).all().contains("\"warning_count\": 0"));
        if (!haveTofu())
            return;
        const Ran reference = folder.tofu({command, "-no-color"});
        QCOMPARE(reference.exitCode, ran.exitCode);
        if (isError && command == QStringLiteral("validate")) {
            const auto messages = [](const Ran& own) {
                return QString::fromUtf8(textOf(own))
                    .section(QStringLiteral("Error:"), 1)
                    .section(QStringLiteral(" OpenTofu does not have"), 0, 0);
            };
            QCOMPARE(messages(ran), messages(reference));
        }
    }

    /// Plans saved by Terraform, with the output of its `show -json`.
    void showsSavedPlans_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"changes", "targeted", "destroy"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }

    void showsSavedPlans() {
        QFETCH(QString, name);
        const ProjectFolder folder;
        folder.copyFrom(recordings);
        const Ran ran = folder.planlens({"show", "-json", name});
        COMPARE_EXIT(ran, 0);
        const QJsonObject shown = QJsonDocument::fromJson(ran.out).object(),
                          expected = QJsonDocument::fromJson(folder.read(name + ".json")).object();
        for (const char* member : {"variables", "resource_changes", "output_changes", "checks", "timestamp"})
            QCOMPARE(shown[member], expected[member]);
        // The text shows the same changes. JSON files contain no schemas, which define the order of attributes.
        const Ran text = folder.planlens({"show", "-no-color", name}),
                  ofJson = folder.planlens({"show", "-no-color", name + ".json"});
        COMPARE_EXIT(text, 0);
        COMPARE_EXIT(ofJson, 0);
        const auto headings = [](const QByteArray& out) {
            QList<QByteArray> lines;
            for (const QByteArray& line : out.split('\n'))
                if (line.startsWith("  # ") || line.startsWith("Plan:") || line.startsWith("This plan is"))
                    lines.append(line);
            return lines;
        };
        QVERIFY(headings(text.out).size() > 3);
        QCOMPARE(headings(ofJson.out), headings(text.out));
        QCOMPARE(text.out.contains("This plan is incomplete."), !expected["complete"].toBool());
        const Ran report = folder.planlens({"report", "-format=markdown", name});
        COMPARE_EXIT(report, 0);
        QCOMPARE(report.out.contains("> This plan is incomplete"), !expected["complete"].toBool());
        QCOMPARE(report.err.contains("Warning: The plan is incomplete"), !expected["complete"].toBool());
        QVERIFY(report.out.contains("Terraform 1.11.4"));
    }

    void hidesValuesWithoutSchemas() {
        const ProjectFolder folder;
        folder.copyFrom(recordings);
        const Ran ran = folder.planlens({"show", "-no-color", "provider"});
        COMPARE_EXIT(ran, 0);
        QVERIFY2(ran.out.contains("# thing_box.a will be created") && !ran.out.contains("= \"box\"") &&
                     ran.out.contains("= (hidden: no provider schema)") && !ran.out.contains("(sensitive value)"),
                 ran.out.constData());
        QVERIFY2(ran.err.simplified().contains("Only the schemas of providers say which values are secret, and those "
                                               "of example.com/test/thing are not available."),
                 ran.err.constData());
        const Ran report = folder.planlens({"report", "-format=markdown", "provider"});
        COMPARE_EXIT(report, 0);
        QVERIFY2(report.out.contains("(hidden: no provider schema)") && !report.out.contains("(sensitive value)"),
                 report.out.constData());
        const Ran json = folder.planlens({"show", "-json", "provider"});
        COMPARE_EXIT(json, 1);
        QVERIFY(json.out.isEmpty() && json.err.contains("terraform show -json FILE"));
        // The JSON marks sensitive values.
        const Ran known = folder.planlens({"show", "-no-color", "provider.json"});
        COMPARE_EXIT(known, 0);
        QVERIFY2(known.out.contains("\"box\"") && !known.out.contains("hidden") && known.err.isEmpty(),
                 known.all().constData());
        QCOMPARE(folder.planlens({"show", "-json", "provider.json"}).out, folder.read("provider.json"));
    }

    void appliesNoPlanOfTerraform() {
        const ProjectFolder folder;
        folder.copyFrom(recordings);
        for (const char* name : {"changes", "targeted", "provider"}) {
            const Ran ran = folder.planlens({"apply", "-no-color", name});
            COMPARE_EXIT(ran, 1);
            QVERIFY2(ran.err.simplified().contains("Error: Saved plan of Terraform") &&
                         ran.err.contains("Terraform 1.11.4"),
                     ran.err.constData());
        }
        QVERIFY(!folder.has("terraform.tfstate"));
    }

    void reportsWhatOnlyTerraformHas_data() {
        QTest::addColumn<QString>("format");
        for (const char* format : {"markdown", "html"})
            QTest::newRow(format) << QString::fromLatin1(format);
    }

    void reportsWhatOnlyTerraformHas() {
        QFETCH(QString, format);
        const ProjectFolder folder;
        folder.write(
            "plan.json",
            R"({"format_version":"1.2","terraform_version":"1.15.0","applyable":true,"complete":false,"resource_changes":[],
"deferred_changes":[{"reason":"resource_config_unknown","resource_change":{"address":"a_b.c[*]","mode":"managed","type":"a_b","name":"c","change":{"actions":["create"],"before":null,"after":{}}}}],
"action_invocations":[{"address":"action.a_b.c","config_values":{"x":"seen","y":"secret-y"},"config_sensitive":{"y":true},"invoke_action_trigger":{}}]})");
        for (const QStringList& command :
             {QStringList{"report", "-format=" + format, "plan.json"}, QStringList{"show", "-no-color", "plan.json"}}) {
            const Ran ran = folder.planlens(command);
            COMPARE_EXIT(ran, 0);
            for (const char* text : {"This plan is incomplete", "its configuration is not known yet",
                                     "invoked by the command line", "seen"})
                QVERIFY2(ran.out.contains(text), (text + ran.out).constData());
            QVERIFY(!ran.all().contains("secret-y"));
        }
    }

private:
    /// These need providers that support them; the errors are about the providers, not about the language.
    static void checkThatItIsParsed(const ProjectFolder& folder) {
        const QByteArray said = textOf(folder.planlens({"validate", "-no-color"}));
        QVERIFY2(!said.contains("Unsupported") && !said.contains("Terraform"), said.constData());
    }
};

QTEST_APPLESS_MAIN(TestTerraform)
#include "tst_terraform.moc"
