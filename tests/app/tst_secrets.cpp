// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/project_folder.h"

#include <QtTest>

using namespace planlens::testing;

namespace {

const QByteArray configuration = R"(variable "password" {
  default   = "s3cret-<p4ss>-word"
  sensitive = true
}
variable "pin" {
  default   = "4711"
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
  input = { json = jsonencode({ key = terraform_data.a.output[0], number = 1 }), plain = "a1-14711" }
}
resource "terraform_data" "keys" {
  input = tomap({ (terraform_data.a.output[0]) = "4711 is the pin, true is not" })
}
output "address" {
  value = "db:user:${terraform_data.a.output[0]}@host/1"
}
output "lines" {
  value = "x\n${terraform_data.a.output[0]}"
}
)";

} // namespace

/// Sensitive values that a provider has copied to attributes without a mark.
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
        QVERIFY2(!ran.all().contains("4711 is"), ran.all().constData());
        QVERIFY2(ran.out.contains("sensitive"), ran.out.constData());
    }

    /// Arguments are shown as configured: a copy in them is in the configuration, and has a mark if it is secret there.
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

    void shortSecretsStayWithinOtherTexts() {
        const ProjectFolder folder(configuration);
        COMPARE_EXIT(folder.planlens({"apply", "-auto-approve"}), 0);
        const Ran shown = folder.planlens({"show"});
        COMPARE_EXIT(shown, 0);
        QVERIFY2(shown.out.contains("\"a1-14711\"") && shown.out.contains("true is not") &&
                     shown.out.contains("db:user:(sensitive value)@host/1") && shown.out.contains("number = 1"),
                 shown.out.constData());
    }

    /// For scripts, which ask for this value.
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
