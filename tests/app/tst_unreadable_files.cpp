// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/project_folder.h"

#include <QDir>
#include <QFile>
#include <QtTest>

using namespace planlens::testing;

namespace {

const char* const configuration = "module \"m\" {\n  source = \"./m\"\n}\nvariable \"v\" {\n  default = "
                                  "\"x\"\n}\nresource \"terraform_data\" \"a\" {\n  input = var.v\n}\n";

} // namespace

/// Replaces each file that a command reads by a folder, or by a file whose bytes cannot be read: a diagnostic names the
/// file and the reason.
class TestUnreadableFiles : public QObject {
    Q_OBJECT
private slots:
    void areReportedWithReason_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QStringList>("arguments");
        const QStringList plan{"plan", "-no-color"};
        const auto add = [](const char* name, const QString& file, const QStringList& arguments) {
            QTest::newRow(name) << file << arguments;
        };
        add("lock file", ".terraform.lock.hcl", plan);
        add("lock file, validate", ".terraform.lock.hcl", {"validate", "-no-color"});
        add("lock file, providers", ".terraform.lock.hcl", {"providers", "-no-color"});
        add("lock file, show", ".terraform.lock.hcl", {"show", "-no-color"});
        add("lock file, graph", ".terraform.lock.hcl", {"graph"});
        add("lock file, saved plan", ".terraform.lock.hcl", {"apply", "-no-color", "saved"});
        add("lock file, estimate", ".terraform.lock.hcl", {"plan", "-no-color", "-simulate=schemas.json"});
        add("configuration", "other.tf", plan);
        add("configuration of a module", "m/other.tf", plan);
        add("variables", "terraform.tfvars", plan);
        add("automatic variables", "a.auto.tfvars", plan);
        add("named variables", "named.tfvars", {"plan", "-no-color", "-var-file=named.tfvars"});
        add("installed modules", ".terraform/modules/modules.json", plan);
        add("selected workspace", ".terraform/environment", plan);
        add("selected workspace, workspace show", ".terraform/environment", {"workspace", "show"});
        add("initialized backend", ".terraform/terraform.tfstate", plan);
        add("state", "terraform.tfstate", plan);
        add("state, show", "terraform.tfstate", {"show", "-no-color"});
        add("state, state list", "terraform.tfstate", {"state", "list"});
        add("saved plan, apply", "broken", {"apply", "-no-color", "broken"});
        add("saved plan, show", "broken", {"show", "-no-color", "broken"});
        add("saved plan, report", "broken", {"report", "broken"});
        add("targets", "targets", {"plan", "-no-color", "-target-file=targets"});
        add("schemas", "broken.json", {"plan", "-no-color", "-simulate=broken.json"});
        add("rules", ".planlens/rules.json", {"report", "saved"});
        add("CLI configuration", "tofurc", plan);
    }
    void areReportedWithReason() {
        QFETCH(QString, file);
        QFETCH(QStringList, arguments);
        enum class Shape { Folder, InputOutputError };
        for (const Shape shape : {Shape::Folder, Shape::InputOutputError}) {
            const ProjectFolder folder(configuration);
            folder.write("m/main.tf", "");
            folder.write("schemas.json", "{\"format_version\":\"1.0\"}");
            folder.installModules();
            COMPARE_EXIT(folder.planlens({"plan", "-out=saved"}), 0);
            QFile::remove(folder.path(file));
            QDir().mkpath(QFileInfo(folder.path(file)).path());
            if (shape == Shape::Folder) {
                QVERIFY(QDir().mkdir(folder.path(file)));
                if (file.endsWith(QLatin1String(".tf")) || file.endsWith(QLatin1String(".auto.tfvars")))
                    continue; // folders of these names are not read
            } else {
                QVERIFY(QFile::link("/proc/self/mem", folder.path(file)));
            }
            const Environment environment{
                {"PLANLENS_CORE_FILES", "1"}, // otherwise only root may open /proc/self/mem
                {"TF_CLI_CONFIG_FILE", file == "tofurc" ? folder.path(file) : QStringLiteral("/dev/null")}};
            const Ran ran = folder.planlens(arguments, environment);
            QString said = QString::fromUtf8(ran.all()).replace(QChar(0x2502), u' ').simplified();
            QVERIFY2(ran.exitCode == 1 || file == "tofurc" || file.endsWith("rules.json"),
                     ("exit " + QByteArray::number(ran.exitCode) + "\n" + ran.all()).constData());
            QVERIFY2(said.contains(QFileInfo(file).fileName()), ran.all().constData());
            QVERIFY2(said.contains(shape == Shape::Folder ? "is a directory" : "input/output error"),
                     ran.all().constData());
        }
    }
};

QTEST_APPLESS_MAIN(TestUnreadableFiles)
#include "tst_unreadable_files.moc"
