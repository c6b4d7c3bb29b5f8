// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/project_folder.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QtTest>

using namespace planlens::testing;

namespace {

const QByteArray configuration = R"(variable "password" {
  default   = "s3cret-<p4ss>-word"
  sensitive = true
}
variable "pin" {
  default   = "471147"
  sensitive = true
}
variable "short" {
  default   = "1"
  sensitive = true
}
variable "round" {
  default = 1
}
resource "terraform_data" "a" {
  input            = [var.password, var.pin, var.short]
  triggers_replace = var.round
}
resource "terraform_data" "nested" {
  input = { json = jsonencode({ key = terraform_data.a.output[0], number = 1 }), plain = "a1-1471147" }
}
resource "terraform_data" "keys" {
  input = tomap({ (terraform_data.a.output[0]) = "471147 is the pin, true is not" })
}
output "address" {
  value = "db:user:${terraform_data.a.output[0]}@host/1"
}
output "lines" {
  value = "x\n${terraform_data.a.output[0]}"
}
)";

/// Returns the first form of the secret that the text contains, with its context; empty if none.
QByteArray leakIn(const QByteArray& text, const QByteArray& secret) {
    for (const QByteArray& form : {secret, secret.toBase64(), secret.toHex(), secret.toPercentEncoding()})
        if (text.contains(form))
            return form + " in " + text.mid(std::max<qsizetype>(0, text.indexOf(form) - 200), 500);
    return {};
}

const QByteArray planted = "pl4nted-S3cret/word?";
const QByteArray plantedKey = "pl4nted-k3y-of-a-map";

/// A configuration with secrets in every possible place.
const QByteArray plantedConfiguration = R"(terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}
variable "secret" {
  sensitive = true
  type      = string
}
variable "key" {
  sensitive = true
  type      = string
}
variable "once" {
  ephemeral = true
  sensitive = true
  type      = string
}
resource "test_thing" "a" {
  name     = "a"
  password = var.secret
  token_wo = var.once
}
resource "terraform_data" "forms" {
  input = {
    json   = jsonencode({ (var.key) = [var.secret] })
    base64 = base64encode("x:${var.secret}")
    url    = "https://u:${urlencode(var.secret)}@example.com/"
    plain  = "<${var.secret}>"
  }
  lifecycle {
    precondition {
      condition     = length(var.secret) > 2
      error_message = "The secret ${var.secret} is too short."
    }
  }
  provisioner "local-exec" {
    command = "echo $S"
    environment = { S = var.secret }
  }
}
resource "terraform_data" "map" {
  input = { (nonsensitive(sha1(var.key))) = var.secret }
}
resource "terraform_data" "copies" {
  input = terraform_data.forms.output
}
output "all" {
  sensitive = true
  value     = [var.secret, terraform_data.copies.output, test_thing.a.generated]
}
check "c" {
  assert {
    condition     = terraform_data.map.output == var.secret
    error_message = "Expected ${var.secret}."
  }
}
)";

const QByteArray plantedScript = R"({
  "schemas": {"resource_schemas": {"test_thing": {"version": 0, "block": {"attributes": {
    "id": {"type": "string", "computed": true}, "name": {"type": "string", "required": true},
    "password": {"type": "string", "optional": true, "sensitive": true},
    "token_wo": {"type": "string", "optional": true, "write_only": true},
    "generated": {"type": "string", "computed": true, "sensitive": true},
    "copy": {"type": "string", "computed": true}}}}}},
  "managed": {"test_thing": {"computed": {"id": {"$format": "id-{name}"}, "generated": {"$format": "{password}"},
    "copy": {"$format": "copy of {password}"}}}}
})";

/// Installs the plugin, sets the variables and creates a folder for temporary files.
Environment plant(const ProjectFolder& folder) {
    folder.write("main.tf", plantedConfiguration);
    folder.write("plugin/provider.json", plantedScript);
    folder.write("tmp/.keep", "");
    QFile::link(PLANLENS_TEST_PROVIDER_PROGRAM, folder.path("plugin/terraform-provider-test"));
    folder.write("cli.tfrc", "provider_installation {\n  dev_overrides {\n    \"example.com/tests/test\" = \"" +
                                 folder.path("plugin").toUtf8() + "\"\n  }\n}\n");
    return {{"TF_CLI_CONFIG_FILE", folder.path("cli.tfrc")},
            {"TMPDIR", folder.path("tmp")},
            {"TF_LOG", "trace"},
            {"TF_LOG_PATH", folder.path("log")},
            {"TF_VAR_secret", planted},
            {"TF_VAR_key", plantedKey},
            {"TF_VAR_once", planted}};
}

} // namespace

/// Sensitive values that a provider has copied to attributes that are not marked.
class TestSecrets : public QObject {
    Q_OBJECT
private slots:
    void textsMaskCopiedSecrets_data() {
        QTest::addColumn<QStringList>("command");
        QTest::newRow("show") << QStringList{"show"};
        QTest::newRow("state show") << QStringList{"state", "show", "terraform_data.nested"};
        QTest::newRow("state show, of the original") << QStringList{"state", "show", "terraform_data.a"};
        QTest::newRow("state show, keys") << QStringList{"state", "show", "terraform_data.keys"};
        QTest::newRow("output") << QStringList{"output"};
        QTest::newRow("plan -destroy") << QStringList{"plan", "-destroy"};
        QTest::newRow("show of a saved plan") << QStringList{"show", "saved"};
    }
    void textsMaskCopiedSecrets() {
        QFETCH(QStringList, command);
        const ProjectFolder folder(configuration);
        const Ran applied = folder.planlens({"apply", "-auto-approve"});
        COMPARE_EXIT(applied, 0);
        QVERIFY2(!applied.all().contains("s3cret"), applied.all().constData());
        COMPARE_EXIT(folder.planlens({"plan", "-destroy", "-out=saved"}), 0);
        QStringList shown = command;
        shown.insert(command.front() == "state" ? 2 : 1, "-show-sensitive");
        const Ran clear = folder.planlens(shown);
        COMPARE_EXIT(clear, 0);
        QVERIFY2(clear.out.contains("s3cret"), clear.out.constData());
        const Ran ran = folder.planlens(command);
        COMPARE_EXIT(ran, 0);
        QVERIFY2(!ran.all().contains("s3cret") && !ran.all().contains("p4ss"), ran.all().constData());
        QVERIFY2(!ran.all().contains("471147 is"), ran.all().constData());
        QVERIFY2(ran.out.contains("sensitive"), ran.out.constData());
    }

    /// Arguments are shown as configured: copies in them are in the configuration, and marked if secret there.
    void plansMaskWhatProvidersCopied() {
        const QByteArray text = QByteArray(configuration);
        const ProjectFolder folder(text.left(text.indexOf("resource \"terraform_data\" \"nested\"")).constData());
        COMPARE_EXIT(folder.planlens({"apply", "-auto-approve"}), 0);
        for (const QStringList& command :
             {QStringList{"plan", "-var=round=2"}, {"apply", "-auto-approve", "-var=round=2"}}) {
            const Ran ran = folder.planlens(command);
            COMPARE_EXIT(ran, 0);
            QVERIFY2(!ran.all().contains("s3cret") && ran.out.contains("(sensitive value)"), ran.all().constData());
        }
    }

    void textsShowAttributesOfSensitiveOutputs_data() {
        QTest::addColumn<QStringList>("command");
        QTest::newRow("plan") << QStringList{"plan", "-destroy"};
        QTest::newRow("show") << QStringList{"show"};
        QTest::newRow("state show") << QStringList{"state", "show", "terraform_data.a"};
        QTest::newRow("output") << QStringList{"output"};
    }
    void textsShowAttributesOfSensitiveOutputs() {
        QFETCH(QStringList, command);
        const ProjectFolder folder(R"(
resource "terraform_data" "a" {
  input = "shown-argument"
}
output "whole" {
  sensitive = true
  value     = terraform_data.a
}
output "argument" {
  value = terraform_data.a.input
}
)");
        COMPARE_EXIT(folder.planlens({"apply", "-auto-approve"}), 0);
        const Ran ran = folder.planlens(command);
        COMPARE_EXIT(ran, 0);
        QVERIFY2(ran.out.contains("\"shown-argument\""), ran.all().constData());
    }

    /// A plan file stores neither the defaults of variables nor which of them are sensitive.
    void reportsOfSavedPlansMaskCopies_data() {
        QTest::addColumn<QStringList>("command");
        for (const char* format : {"html", "json", "markdown", "text", "sarif", "junit", "dot", "svg"})
            QTest::newRow(format) << QStringList{"report", "-format=" + QString(format), "saved"};
        QTest::newRow("why") << QStringList{"why", "-plan=saved"};
    }
    void reportsOfSavedPlansMaskCopies() {
        QFETCH(QStringList, command);
        const ProjectFolder folder(R"(
variable "given" { sensitive = true }
variable "left" {
  sensitive = true
  default   = "s3cret-default"
}
resource "terraform_data" "a" {
  input = nonsensitive("${var.given} and ${var.left}")
}
)");
        COMPARE_EXIT(folder.planlens({"plan", "-var=given=s3cret-given", "-out=saved"}), 0);
        const Ran ran = folder.planlens(command);
        COMPARE_EXIT(ran, 0);
        QVERIFY(!ran.out.isEmpty());
        QVERIFY2(!ran.all().contains("s3cret"), ran.all().constData());
    }

    /// Checks output, errors and logs of every command, and every report. No temporary files are left.
    void plantedSecretsAreFoundNowhere() {
        const ProjectFolder folder;
        const Environment environment = plant(folder);
        QStringList leaks;
        int texts = 0;
        const auto search = [&](const QString& where, const QByteArray& text) {
            ++texts;
            for (const QByteArray& secret : {planted, plantedKey})
                if (const QByteArray leak = leakIn(text, secret); !leak.isEmpty())
                    leaks += where + ": " + QString::fromUtf8(leak);
        };
        const auto run = [&](const QStringList& command) {
            const Ran ran = folder.planlens(command, environment);
            if (ran.exitCode != 0)
                leaks += command.join(' ') + " fails: " + QString::fromUtf8(ran.all());
            search(command.join(' '), ran.all());
            search("the log of " + command.join(' '), folder.read("log"));
            folder.remove("log");
        };
        run({"validate"});
        run({"plan", "-out=saved"});
        run({"show", "saved"});
        run({"plan", "-json"});
        run({"why"});
        run({"graph"});
        for (const char* format : {"html", "markdown", "svg", "mermaid", "dot", "sarif", "junit", "json", "text"})
            run({"report", QString("-format=") + format, "saved"});
        run({"apply", "saved"});
        run({"apply", "-auto-approve"});
        run({"show"});
        run({"output"});
        run({"state", "list"});
        run({"state", "show", "test_thing.a"});
        run({"state", "show", "terraform_data.copies"});
        run({"plan", "-destroy"});
        run({"plan", "-refresh-only"});
        search("the schemas of the last plan", folder.read(".terraform/planlens-schemas.json"));
        search("the lock", folder.read(".terraform.tfstate.lock.info"));
        const QStringList temporary =
            QDir(folder.path("tmp")).entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::System);
        QVERIFY2(temporary.isEmpty(), qPrintable(temporary.join('\n')));
        run({"apply", "-destroy", "-auto-approve"});
        qInfo("%d texts searched for 2 secrets in 4 forms", texts);
        QVERIFY2(leaks.isEmpty(), qPrintable(leaks.join("\n---\n")));
    }

    /// OpenTofu prints the texts of providers and provisioners as they are.
    void errorsAndLogsShowNoSecrets_data() {
        QTest::addColumn<QString>("call");
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QStringList>("known"); // what the provider can tell
        const QStringList plan{"plan"}, apply{"apply", "-auto-approve"};
        const QString token = "pl4nted-token", literal = "pl4nted-literal", once = "pl4nted-write-only",
                      opened = "pl4nted-opened", variable = QString::fromUtf8(planted);
        QTest::newRow("validate, provider")
            << "ValidateProviderConfig" << QStringList{"validate"} << QStringList{token};
        QTest::newRow("validate, resource")
            << "ValidateResourceConfig" << QStringList{"validate"} << QStringList{literal, once};
        QTest::newRow("configure") << "ConfigureProvider" << plan << QStringList{token, variable};
        QTest::newRow("open") << "OpenEphemeralResource" << plan << QStringList{token};
        QTest::newRow("plan") << "PlanResourceChange" << plan << QStringList{token, literal, once, opened, variable};
        QTest::newRow("plan -json") << "PlanResourceChange" << QStringList{"plan", "-json"}
                                    << QStringList{token, literal, once, opened, variable};
        QTest::newRow("apply") << "ApplyResourceChange" << apply << QStringList{token, literal, once, opened, variable};
        QTest::newRow("apply -json") << "ApplyResourceChange" << QStringList{"apply", "-json", "-auto-approve"}
                                     << QStringList{token, literal, once, opened, variable};
    }
    void errorsAndLogsShowNoSecrets() {
        QFETCH(QString, call);
        QFETCH(QStringList, command);
        QFETCH(QStringList, known);
        const ProjectFolder folder;
        Environment environment = plant(folder);
        folder.write("main.tf", R"(terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}
variable "secret" {
  sensitive = true
}
provider "test" {
  token = "pl4nted-token"
}
ephemeral "test_key" "k" {}
resource "test_thing" "a" {
  name     = var.secret
  password = "pl4nted-literal"
  token_wo = "pl4nted-write-only"
  copy_wo  = ephemeral.test_key.k.value
}
)");
        const QByteArray told = known.join(", ").toUtf8();
        folder.write("plugin/provider.json", R"({
  "schemas": {
    "provider": {"version": 0, "block": {"attributes": {
      "token": {"type": "string", "optional": true, "sensitive": true}}}},
    "resource_schemas": {"test_thing": {"version": 0, "block": {"attributes": {
      "name": {"type": "string", "required": true},
      "password": {"type": "string", "optional": true, "sensitive": true},
      "token_wo": {"type": "string", "optional": true, "write_only": true},
      "copy_wo": {"type": "string", "optional": true, "write_only": true}}}}},
    "ephemeral_resource_schemas": {"test_key": {"version": 0, "block": {"attributes": {
      "value": {"type": "string", "computed": true}}}}}},
  "ephemeral": {"test_key": {"computed": {"value": {"$format": "pl4nted-opened"}}}},
  "events": [{"call": ")" + call.toUtf8() + R"(", "stderr": "sends )" +
                                                 told +
                                                 R"(\n", "diagnostics": [{"severity": "error",
    "summary": "Refused )" + told + R"(", "detail": "The answer to )" +
                                                 told + R"( was 401."}]}]
})");
        const Ran ran = folder.planlens(command, environment);
        COMPARE_EXIT(ran, 1);
        QVERIFY2(ran.all().contains("Refused (sensitive value)") && ran.all().contains(" was 401."),
                 ran.all().constData());
        QVERIFY2(!ran.all().contains("nted-") && !ran.all().contains(planted), ran.all().constData());
        const QByteArray log = folder.read("log");
        QVERIFY2(log.contains("sends "), log.constData());
        QVERIFY2(!log.contains("nted-") && !log.contains(planted), log.constData());
    }

    void textsOfProvisionersShowNoSecrets() {
        const ProjectFolder folder(R"(
variable "secret" {
  sensitive = true
}
resource "terraform_data" "a" {
  provisioner "local-exec" {
    command     = "echo got $S; exit 3"
    environment = { S = nonsensitive(var.secret) }
  }
}
resource "terraform_data" "b" {
  provisioner "local-exec" {
    command = "true ${var.secret}; exit 4"
  }
}
)");
        const Environment environment{{"TF_VAR_secret", planted}};
        for (const QStringList& command :
             {QStringList{"apply", "-auto-approve"}, {"apply", "-auto-approve", "-json"}}) {
            const Ran ran = folder.planlens(command, environment);
            COMPARE_EXIT(ran, 1);
            QVERIFY2(ran.all().contains("exit status 3") && ran.all().contains("exit status 4"), ran.all().constData());
            QVERIFY(ran.all().contains("local-exec provisioner error") && ran.all().contains("got (sensitive value)"));
            QVERIFY2(!ran.all().contains(planted), ran.all().constData());
        }
    }

    /// OpenTofu shows the arguments of a function that fails.
    void errorsOfFunctionsShowNoSecrets_data() {
        QTest::addColumn<QString>("call");
        for (const char* call : {"timeadd(var.secret, \"1h\")", "cidrhost(var.secret, 1)", "uuidv5(var.secret, \"x\")",
                                 "textencodebase64(\"x\", var.secret)", "timecmp(\"x${var.secret}\", \"\")"})
            QTest::newRow(call) << call;
    }
    void errorsOfFunctionsShowNoSecrets() {
        QFETCH(QString, call);
        const ProjectFolder folder("variable \"secret\" {\n  sensitive = true\n}\noutput \"o\" {\n  sensitive = true\n"
                                   "  value = " +
                                   call.toUtf8() + "\n}\n");
        const Ran ran = folder.planlens({"plan"}, {{"TF_VAR_secret", planted}});
        COMPARE_EXIT(ran, 1);
        QVERIFY2(ran.all().contains(call.section('(', 0, 0).toUtf8()) && !ran.all().contains(planted),
                 ran.all().constData());
    }

    /// What a provider was sent but no value of the plan shows: it may have been copied to another object.
    void reviewsHideWhatProvidersWereSent() {
        const ProjectFolder folder;
        const Environment environment = plant(folder);
        folder.write("main.tf", R"(terraform {
  required_providers {
    test = { source = "example.com/tests/test" }
  }
}
resource "test_thing" "a" {
  name     = "a"
  token_wo = "pl4nted-write-only"
}
)");
        QByteArray state(R"({'version': 4, 'serial': 1, 'lineage': 'l', 'resources': [{
  'mode': 'managed', 'type': 'test_thing', 'name': 'b', 'provider': 'provider[\'example.com/tests/test\']',
  'instances': [{'schema_version': 0,
    'attributes': {'id': 'b', 'name': 'b', 'copy': 'copy of pl4nted-write-only'}}]}]})");
        folder.write("terraform.tfstate", state.replace('\'', '"'));
        folder.write("result/.keep", "");
        COMPARE_EXIT(folder.planlens({"plan", "-out=saved", "-result=result"}, environment), 0);
        const QByteArray review = folder.read("result/review.json");
        const QByteArray copy = review.mid(review.indexOf("\"path\":\"copy\""), 200);
        QVERIFY2(copy.contains("\"before\":\"\\\"copy of (sensitive value)\\\"\""), copy.constData());
        QVERIFY(!review.contains("pl4nted-write-only"));
    }

    /// Files that contain secrets can only be read by their owner.
    void filesWithSecretsArePrivate() {
        const ProjectFolder folder;
        const Environment environment = plant(folder);
        QByteArray hanging = plantedScript;
        folder.write("plugin/provider.json",
                     hanging.replace("\"managed\":",
                                     "\"events\": [{\"call\": \"ApplyResourceChange\", \"hang\": true}], "
                                     "\"managed\":"));
        QProcess process;
        folder.startPlanlens(process, {"apply", "-auto-approve", "-no-color"}, environment);
        QVERIFY(appears(folder.path("terraform.tfstate.planlens-journal")));
        QTRY_VERIFY_WITH_TIMEOUT(folder.read("terraform.tfstate.planlens-journal").contains("test_thing.a"), 30000);
        process.kill();
        QVERIFY(process.waitForFinished());
        int files = 0;
        for (const QFileInfo& file :
             QDir(folder.path())
                 .entryInfoList({"*planlens-*", ".terraform.tfstate.lock.info"}, QDir::Files | QDir::Hidden)) {
            ++files;
            QVERIFY2(
                !(file.permissions() & (QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup | QFile::WriteOther)),
                qPrintable(file.filePath()));
        }
        QVERIFY(files >= 2);
    }

    void shortSecretsStayWithinOtherTexts() {
        const ProjectFolder folder(configuration);
        COMPARE_EXIT(folder.planlens({"apply", "-auto-approve"}), 0);
        const Ran shown = folder.planlens({"show"});
        COMPARE_EXIT(shown, 0);
        QVERIFY2(shown.out.contains("\"a1-1471147\"") && shown.out.contains("true is not") &&
                     shown.out.contains("db:user:(sensitive value)@host/1") && shown.out.contains("number = 1"),
                 shown.out.constData());
    }

    /// For scripts, which request this value by name.
    void namedOutputsAreShown() {
        const ProjectFolder folder(configuration);
        COMPARE_EXIT(folder.planlens({"apply", "-auto-approve"}), 0);
        QVERIFY(folder.planlens({"output", "address"}).out.contains("s3cret"));
        QCOMPARE(folder.planlens({"output", "-raw", "address"}).out, QByteArray("db:user:s3cret-<p4ss>-word@host/1"));
        QVERIFY(folder.planlens({"output", "-json"}).out.contains("s3cret"));
    }
};

QTEST_GUILESS_MAIN(TestSecrets)
#include "tst_secrets.moc"
