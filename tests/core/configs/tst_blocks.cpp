// SPDX-License-Identifier: MPL-2.0
#include "core/configs/config.h"
#include "core/configs/load.h"
#include "core/configs/terraform_syntax.h"

#include <QTest>

using namespace planlens;

namespace {

/// One line per diagnostic: "W main.tf:1,2-3 Summary", optionally with the detail.
enum class Lines { Summaries, Details };

QString lines(const diags::Diagnostics& diagnostics, Lines what) {
    QStringList all;
    for (const diags::Diagnostic& diagnostic : diagnostics) {
        QString line = diagnostic.severity == diags::Severity::Warning ? QStringLiteral("W ") : QStringLiteral("E ");
        if (diagnostic.subject)
            line += QString::fromStdString(diagnostic.subject->toString()) + QLatin1Char(' ');
        line += QString::fromStdString(what == Lines::Summaries ? diagnostic.summary : diagnostic.detail);
        all.append(line);
    }
    all.sort();
    return all.join(QLatin1Char('\n'));
}

diags::Result<configs::ConfigPtr> load(std::map<std::string, std::string> files) {
    configs::LoadOptions options;
    options.files = configs::memoryFileSystem(std::move(files));
    return configs::load(options);
}

} // namespace

class TestBlocks final : public QObject {
    Q_OBJECT

private slots:
    void summaries_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const QString native = QStringLiteral("main.tf"), own = QStringLiteral("main.tofu"),
                      json = QStringLiteral("main.tf.json");
        const auto row = [](const char* name, const QString& file, const char* text, const char* expected) {
            QTest::newRow(name) << file << QString::fromUtf8(text) << QString::fromUtf8(expected);
        };
        // References
        row("replace_triggered_by in JSON", json,
            R"({"resource":{"terraform_data":{"a":{"lifecycle":{"replace_triggered_by":["terraform_data.b"]}},"b":{}}}})",
            "");
        row("provider reference in JSON", json, R"({"resource":{"terraform_data":{"a":{"provider":"terraform"}}}})",
            "");
        row("provider reference as template in JSON", json,
            R"({"resource":{"terraform_data":{"a":{"provider":"${terraform}"}}}})",
            "E main.tf.json:1,48-49 Invalid character\nE main.tf.json:1,48-49 Invalid expression");
        row("quoted provider reference", native, "resource \"terraform_data\" \"a\" {\n  provider = \"terraform\"\n}",
            "W main.tf:2,14-25 Quoted references are deprecated");
        row("template as provider reference", native, "resource \"terraform_data\" \"a\" {\n  provider = \"x${a}\"\n}",
            "E main.tf:2,14-21 Invalid provider configuration reference");
        row("empty reference in quotes", native, "resource \"terraform_data\" \"a\" {\n  depends_on = [\"\"]\n}",
            "E main.tf:2,17-19 Invalid expression\nE main.tf:2,18-18 Variable name required\nW main.tf:2,17-19 Quoted "
            "references are deprecated");
        row("name of provider in upper case", native, "provider \"TEST\" {\n}",
            "E main.tf:1,1-16 Invalid provider local name");
        row("quoted keywords", native,
            "resource \"terraform_data\" \"a\" {\n  provisioner \"local-exec\" {\n    when = \"destroy\"\n    "
            "on_failure = \"continue\"\n  }\n}",
            "W main.tf:3,12-21 Quoted keywords are deprecated\nW main.tf:4,18-28 Quoted keywords are deprecated");
        row("quoted keyword that is none", native,
            "resource \"terraform_data\" \"a\" {\n  provisioner \"local-exec\" {\n    when = \"never\"\n  }\n}",
            "E main.tf:3,12-19 Invalid \"when\" keyword\nW main.tf:3,12-19 Quoted keywords are deprecated");
        row("postcondition that refers to its resource", native,
            "resource \"terraform_data\" \"a\" {\n  lifecycle {\n    postcondition {\n      condition = "
            "terraform_data.a.id != null\n      error_message = \"no\"\n    }\n  }\n}",
            "E main.tf:4,19-46 Invalid reference in postcondition");
        // Moved, removed, checks
        row("quoted end of a move", native, "moved {\n  from = \"terraform_data.a\"\n  to = terraform_data.b\n}",
            "E main.tf:1,1-6 Invalid \"moved\" address\nE main.tf:2,10-28 Invalid expression");
        row("move without an end", native, "moved {\n  to = terraform_data.b\n}",
            "E main.tf:1,1-6 Invalid \"moved\" address\nE main.tf:1,7-7 Missing required argument");
        row("quoted address of what is removed", native, "removed {\n  from = \"terraform_data.a\"\n}",
            "E main.tf:2,10-28 Invalid expression");
        row("check whose only assertion is refused", native,
            "check \"a\" {\n  assert {\n    condition = true\n    error_message = \"no\"\n  }\n}",
            "E main.tf:1,1-10 Zero assert blocks\nE main.tf:3,17-21 Invalid assert expression");
        row("lifecycle destroy is left for planning", native,
            "resource \"terraform_data\" \"a\" {\n  lifecycle {\n    destroy = \"maybe\"\n  }\n}", "");
        // Versions and providers
        row("required_version of Terraform", native, "terraform {\n  required_version = \"< 1.0\"\n}", "");
        row("required_version from a variable in a file for Terraform", native,
            "terraform {\n  required_version = var.v\n}", "");
        row("required_version of a file of its own", own, "terraform {\n  required_version = \"< 1.0\"\n}\nnope {\n}",
            "E main.tofu:2,3-29 Incompatible module");
        row("compatible versions", native, "language {\n  compatible_with {\n    opentofu = \">= 1.12\"\n  }\n}", "");
        row("incompatible versions", native,
            "language {\n  compatible_with {\n    opentofu = \">= 2.0\"\n  }\n}\nnope {\n}",
            "E main.tf:3,5-24 Incompatible module");
        row("ineffective constraint", native, "language {\n  compatible_with {\n    opentofu = \">= 1.11\"\n  }\n}",
            "W main.tf:3,5-25 Ineffective version constraint");
        row("prerelease in a constraint", native,
            "language {\n  compatible_with {\n    opentofu = \">= 1.13.0-beta1\"\n  }\n}",
            "E main.tf:3,5-33 Invalid required_version constraint");
        row("edition", native, "language {\n  edition = tofu2024\n}", "");
        row("later edition", native, "language {\n  edition = tofu2030\n}",
            "E main.tf:2,13-21 Unsupported language edition");
        row("experiments", native, "language {\n  experiments = [a, \"b\"]\n}",
            "E main.tf:2,18-19 Unknown experiment keyword\nE main.tf:2,21-24 Invalid experiment keyword");
        row("label for terraform", native, "terraform \"a\" {\n}",
            "E main.tf:1,11-14 Extraneous label for terraform\nE main.tf:1,11-14 Extraneous label for terraform");
        row("entry of required_providers", native,
            "terraform {\n  required_providers {\n    a = { version = 5 }\n    b = [1]\n    C = { }\n  }\n}",
            "E main.tf:3,21-22 Invalid version constraint\nE main.tf:4,9-12 Invalid required_providers object\nE "
            "main.tf:5,9-12 Invalid provider local name");
        row("provider_meta with a reference", native, "terraform {\n  provider_meta \"a\" {\n    b = var.c\n  }\n}",
            "E main.tf:3,9-12 Variables not allowed");
        row("data source of a check that another check has", native,
            "check \"b\" {\n  assert {\n    condition = path.root != \"\"\n    error_message = \"no\"\n  }\n  data "
            "\"a\" \"s\" {\n  }\n}\n"
            "check \"b\" {\n  assert {\n    condition = path.root != \"\"\n    error_message = \"no\"\n  }\n  data "
            "\"a\" \"s\" {\n  }\n}",
            "E main.tf:14,3-15 Duplicate data \"a\" configuration");
        row("encryption", native,
            "terraform {\n  encryption {\n    foo = 1\n    state {\n    }\n    state {\n    }\n  }\n}",
            "E main.tf:3,5-8 Unsupported argument\nE main.tf:6,5-10 Duplicate state block");
        row("two clouds", native, "terraform {\n  cloud {\n  }\n  cloud {\n  }\n}",
            "E main.tf:4,3-8 Duplicate cloud configurations");
    }
    void summaries() {
        QFETCH(QString, file);
        QFETCH(QString, text);
        QFETCH(QString, expected);
        QCOMPARE(lines(load({{file.toStdString(), text.toStdString()}}).diagnostics, Lines::Summaries), expected);
    }

    void details_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* text, const char* expected) {
            QTest::newRow(name) << QString::fromUtf8(text) << QString::fromUtf8(expected);
        };
        row("upper case", "provider \"TEST\" {\n}",
            "E main.tf:1,1-16 Provider names must be normalized. Replace \"TEST\" with \"test\" to fix this error.");
        row("third of one name names the second",
            "output \"a\" {\n  value = 1\n}\noutput \"a\" {\n  value = 1\n}\noutput \"a\" {\n  value = 1\n}",
            "E main.tf:4,1-11 An output named \"a\" was already defined at main.tf:1,1-11. Output names must be unique "
            "within a module.\n"
            "E main.tf:7,1-11 An output named \"a\" was already defined at main.tf:4,1-11. Output names must be unique "
            "within a module.");
        row("block of Terraform", "list \"a\" \"b\" {\n}",
            "E main.tf:1,1-5 Blocks of type \"list\" are not expected here.\n\nOpenTofu does not have queries, which "
            "Terraform 1.14 introduced. To review a plan of this configuration, "
            "make it with Terraform and open it here: the file that \"terraform plan -out=FILE\" saves, or the JSON "
            "that \"terraform show -json FILE\" writes.");
        row("block of nobody", "nope {\n}", "E main.tf:1,1-5 Blocks of type \"nope\" are not expected here.");
    }
    void details() {
        QFETCH(QString, text);
        QFETCH(QString, expected);
        QCOMPARE(lines(load({{"main.tf", text.toStdString()}}).diagnostics, Lines::Details), expected);
    }

    void triggersInJsonAreExpressions() {
        const auto config = load(
            {{"main.tf.json",
              R"({"resource":{"terraform_data":{"a":{"lifecycle":{"replace_triggered_by":["terraform_data.b[count.index]"]}}}}})"}});
        QVERIFY(config.isOk());
        const auto& resources = (*config)->root->module.resources;
        QCOMPARE(resources.size(), std::size_t(1));
        QCOMPARE(resources.begin()->second.triggersReplacement.front()->variables().size(), std::size_t(2));
    }
    void constructsOfTerraformAreNamedInJson_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("named");
        QTest::newRow("block") << QByteArray(R"({"action":{"a":{"b":{}}}})") << "actions, which Terraform 1.14";
        QTest::newRow("argument") << QByteArray(R"({"output":{"a":{"value":1,"type":"string"}}})")
                                  << "types of outputs, which Terraform 1.15";
        QTest::newRow("nested block")
            << QByteArray(R"({"resource":{"terraform_data":{"a":{"lifecycle":{"action_trigger":{}}}}}})")
            << "actions, which Terraform 1.14";
        QTest::newRow("block that no program has") << QByteArray(R"({"nope":{}})") << "";
    }
    void constructsOfTerraformAreNamedInJson() {
        QFETCH(QByteArray, text);
        QFETCH(QString, named);
        const auto config = load({{"main.tf.json", text.toStdString()}});
        QCOMPARE(config.diagnostics.size(), std::size_t(1));
        const QString detail = QString::fromStdString(config.diagnostics[0].detail);
        QVERIFY2(named.isEmpty() ? !detail.contains("Terraform 1.") : detail.contains(named), qPrintable(detail));
    }
    void overridesOfDependsOnAreRejectedWhereTheyStand() {
        const auto config =
            load({{"main.tf", "resource \"terraform_data\" \"a\" {\n}"},
                  {"x_override.tf", "resource \"terraform_data\" \"a\" {\n  depends_on = [terraform_data.b]\n}"}});
        QCOMPARE(lines(config.diagnostics, Lines::Summaries),
                 QStringLiteral("E x_override.tf:2,17-33 Unsupported override"));
    }
    void overridesReplaceBackends() {
        const auto config = load({{"main.tf", "terraform {\n  backend \"local\" {\n  }\n}"},
                                  {"x_override.tf", "terraform {\n  cloud {\n  }\n}"}});
        QVERIFY(config.isOk());
        QCOMPARE(QString::fromStdString((*config)->root->module.backend->type), QStringLiteral("cloud"));
    }
    void problemsAreToldInTheOrderOfTheirSteps() {
        configs::LoadOptions options;
        options.order = configs::LoadOptions::Order::BackendFirst;
        const std::string backends = "terraform {\n  backend \"local\" {\n  }\n  backend \"local\" {\n  }\n}\n";
        const std::string outputs = "output \"a\" {\n  value = 1\n}\noutput \"a\" {\n  value = 1\n}\n";
        options.files = configs::memoryFileSystem({{"main.tf", outputs + backends}});
        QCOMPARE(lines(configs::load(options).diagnostics, Lines::Summaries),
                 QStringLiteral("E main.tf:10,3-18 Duplicate backend configuration"));
        options.files = configs::memoryFileSystem(
            {{"main.tf", outputs + backends + "locals {\n  a = 1\n  a = 2\n}\nlocals {\n  a = 1\n}"}});
        QVERIFY(!lines(configs::load(options).diagnostics, Lines::Summaries).contains(QLatin1String("backend")));
    }
    /// No diagnostic, because OpenTofu ignores them.
    void filesOfTerraformAreNamed() {
        const std::map<std::string, std::string> files{{"main.tf", "module \"m\" {\n  source = \"./m\"\n}\n"},
                                                       {"m/main.tf", ""},
                                                       {"m/.a.tfstack.hcl", ""},
                                                       {"a.tfquery.hcl", ""}};
        const auto config = load(files);
        QVERIFY(!lines(config.diagnostics, Lines::Details).contains(QLatin1String("Terraform")));
        const std::vector<std::string> notes = configs::terraformFileNotes(**config, *configs::memoryFileSystem(files));
        QCOMPARE(notes.size(), std::size_t(1));
        QCOMPARE(notes.front(), std::string("The file \"a.tfquery.hcl\" is not read: OpenTofu does not have queries, "
                                            "which Terraform 1.14 introduced."));
    }
    void providersOfImportsAreRequired() {
        const auto config = load(
            {{"main.tf",
              "terraform {\n  provider_meta \"meta\" {\n  }\n}\nimport {\n  to = other_thing.a\n  id = \"x\"\n}"}});
        QVERIFY(config.isOk());
        QStringList names;
        for (const addrs::Provider& provider : (*config)->requiredProviders())
            names.append(QString::fromStdString(provider.type()));
        QCOMPARE(names, QStringList({QStringLiteral("other")}));
    }
};

QTEST_APPLESS_MAIN(TestBlocks)
#include "tst_blocks.moc"
