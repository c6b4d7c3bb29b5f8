// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/project_folder.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QtTest>

using namespace planlens::testing;

/// Text from configurations, states and providers on a terminal.
class TestTerminal : public QObject {
    Q_OBJECT
private slots:
    void commandsShowControlCharacters_data() {
        QTest::addColumn<QString>("command");
        QTest::newRow("plan") << "plan";
        QTest::newRow("plan without color") << "plan -no-color";
        QTest::newRow("destroy") << "plan -destroy";
        QTest::newRow("apply") << "apply -auto-approve";
        QTest::newRow("show") << "show";
        QTest::newRow("show without color") << "show -no-color";
        QTest::newRow("output") << "output";
        QTest::newRow("one output") << "output lines";
        QTest::newRow("failed plan") << "plan -var=fails=true";
        QTest::newRow("failed plan without color") << "plan -var=fails=true -no-color";
        QTest::newRow("compact warnings") << "plan -compact-warnings";
        QTest::newRow("difference of lines") << "plan -var=compares=true";
        QTest::newRow("difference of lines without color") << "plan -var=compares=true -no-color";
        QTest::newRow("report") << "report -format=text saved";
        QTest::newRow("why") << "why -plan=saved";
        QTest::newRow("provisioner") << "apply -auto-approve -var=runs=true";
        QTest::newRow("provisioner without color") << "apply -auto-approve -var=runs=true -no-color";
        QTest::newRow("failed provisioner") << "apply -auto-approve -var=runs=true -var=breaks=true";
    }
    void commandsShowControlCharacters() {
        QFETCH(QString, command);
        if (QStandardPaths::findExecutable("script").isEmpty())
            QSKIP("script, which provides a terminal, is not on the PATH");
        // Sets the title, erases the screen, hides text, rings the bell, and overwrites the line.
        const QByteArray hostile = R"(a\u001b]0;t\u0007\u001b[2J\u001b[8m\u009b8mb\rc\u202ed\u2066e)";
        const ProjectFolder folder(
            "variable \"fails\" {\n  type    = bool\n  default = false\n}\n"
            "variable \"compares\" {\n  type    = bool\n  default = false\n}\n"
            "variable \"runs\" {\n  type    = bool\n  default = false\n}\n"
            "variable \"breaks\" {\n  type    = bool\n  default = false\n}\n"
            "locals {\n  one   = \"" +
            hostile + "\"\n  lines = \"x\\n" + hostile +
            "\"\n}\n"
            "resource \"terraform_data\" \"x\" {\n  for_each = { (local.one) = local.lines }\n"
            "  input    = { \"${local.one}\" = each.value, list = [each.value, local.one] }\n}\n"
            "output \"one\" {\n  value = local.one\n}\n"
            "output \"lines\" {\n  value = local.lines\n}\n"
            "check \"c\" {\n  assert {\n    condition     = local.one == \"\"\n"
            "    error_message = local.lines\n  }\n}\n"
            "resource \"terraform_data\" \"y\" {\n  lifecycle {\n    precondition {\n"
            "      condition     = !var.fails\n      error_message = local.lines\n    }\n"
            "    precondition {\n"
            "      condition     = { a = local.lines } == { a = var.compares ? \"x\\ny\" : local.lines }\n"
            "      error_message = \"Other lines.\"\n    }\n  }\n}\n"
            "resource \"terraform_data\" \"run\" {\n  count = var.runs ? 1 : 0\n"
            "  provisioner \"local-exec\" {\n    command = \"cat <<'EOT'\\n${local.lines}\\nEOT\\n"
            "${var.breaks ? \"exit 3\" : \"\"}\"\n  }\n}\n");
        COMPARE_EXIT(folder.planlens({"plan", "-out=saved"}), 0);
        COMPARE_EXIT(folder.planlens({"apply", "-auto-approve"}), 0);
        if (command.startsWith("apply"))
            folder.remove("terraform.tfstate");
        const Ran ran = folder.program("script", {"-qec", QString(PLANLENS_CLI) + ' ' + command, "/dev/null"});
        QString text = QString::fromUtf8(ran.out);
        QVERIFY2(text.contains(QChar(0x241B)) || text.contains("\\x1b") || text.contains("\\u001b"),
                 ran.out.constData());
        text.replace("\r\n", "\n");
        text.remove(QRegularExpression("\x1b\\[(0|1|4|3[0-6]|90)m")); // colors of the program
        static const QRegularExpression controls(
            "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\x{202a}-\\x{202e}\\x{2066}-\\x{2069}]");
        const auto match = controls.match(text);
        QVERIFY2(!match.hasMatch(), qPrintable(match.captured().toUtf8().toHex() + ": " + text));
    }

    void namesOfWorkspacesShowControlCharacters_data() {
        QTest::addColumn<QString>("command");
        QTest::newRow("list") << "workspace list";
        QTest::newRow("show") << "workspace show";
    }
    void namesOfWorkspacesShowControlCharacters() {
        QFETCH(QString, command);
        if (QStandardPaths::findExecutable("script").isEmpty())
            QSKIP("script, which provides a terminal, is not on the PATH");
        const ProjectFolder folder("");
        folder.write("terraform.tfstate.d/w\x1b[2J/terraform.tfstate", "");
        folder.write(".terraform/environment", "w\x1b[2J");
        const Ran ran = folder.program("script", {"-qec", QString(PLANLENS_CLI) + ' ' + command, "/dev/null"});
        QVERIFY2(ran.out.contains("w\xe2\x90\x9b[2J") && !ran.out.contains("\x1b[2J"), ran.out.constData());
    }

    void namesOfProjectsAreOneLine_data() {
        QTest::addColumn<QString>("command");
        QTest::newRow("list") << "projects list";
        QTest::newRow("plan") << "projects plan -fresh -out=r";
        QTest::newRow("failed plan") << "projects plan -fresh -out=r -timeout=1ns";
        QTest::newRow("apply") << "projects apply -approvals=approvals.json r";
    }
    void namesOfProjectsAreOneLine() {
        QFETCH(QString, command);
        if (QStandardPaths::findExecutable("script").isEmpty())
            QSKIP("script, which provides a terminal, is not on the PATH");
        const ProjectFolder folder;
        folder.write("a/main.tf", "terraform {\n  required_providers {}\n}\n");
        folder.write("planlens.yaml", "projects: [{dir: a, name: \"a\\e]0;t\\a\\rb\\nforged: no changes\"}]");
        COMPARE_EXIT(folder.planlens({"projects", "plan", "-out=r"}), 0);
        const QDir results(folder.path("r"));
        const QString name = results.entryList(QDir::Dirs | QDir::NoDotAndDotDot).value(0);
        QJsonObject approval = QJsonDocument::fromJson(folder.read("r/" + name + "/result.json")).object();
        approval = {{"project", approval["project"]}, {"plan_hash", approval["plan_hash"]}};
        folder.write("approvals.json", QJsonDocument(QJsonObject{{"format", "planlens-approvals"},
                                                                 {"format_version", "1.0"},
                                                                 {"approvals", QJsonArray{approval}}})
                                           .toJson());
        const Ran ran = folder.program("script", {"-qec", QString(PLANLENS_CLI) + ' ' + command, "/dev/null"});
        const QString text = QString::fromUtf8(ran.out).replace("\r\n", "\n");
        QVERIFY2(text.contains(QChar(0x241B)) && text.contains(QChar(0x240A)), ran.out.constData());
        static const QRegularExpression controls("[\\x00-\\x08\\x0b-\\x1a\\x1c-\\x1f\\x7f-\\x9f]|\\x1b\\]|\nforged");
        QVERIFY2(!controls.match(text).hasMatch(), qPrintable(text));
    }
};

QTEST_GUILESS_MAIN(TestTerminal)
#include "tst_terminal.moc"
