// SPDX-License-Identifier: MPL-2.0
#include "core/projects/repository/project.h"
#include "tests/core/projects/repository_folder.h"

#include <QTest>

using namespace planlens;
using namespace planlens::testing;
using projects::Project;
using projects::Repository;

namespace {

QString dependenciesOf(const Repository& repository, const char* name) {
    QStringList made;
    const Project* const project = repository.find(name);
    for (const projects::Dependency& dependency : project ? project->dependencies : std::vector<projects::Dependency>())
        made.append(QString::fromStdString(dependency.project + " by " + dependency.source));
    return made.join(QStringLiteral(", "));
}

/// A configuration whose state is dev/net.tfstate or prod/net.tfstate in a bucket.
QByteArray networkOf(const char* environment) {
    return QByteArray("terraform {\n backend \"s3\" {\n bucket = \"b\"\n key = \"") + environment +
           "/net.tfstate\"\n }\n}\n";
}

} // namespace

/// The projects whose states a project reads.
class TestStateReads final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void findsStatesOfOtherProjects_data() {
        QTest::addColumn<QByteArray>("producer");
        QTest::addColumn<QByteArray>("reader");
        QTest::addColumn<bool>("isFound");
        const auto terraform = [](const char* backendText) {
            return QByteArray("terraform {\n  backend ") + backendText + "\n}\n";
        };
        QTest::newRow("local") << QByteArray(backend)
                               << QByteArray("backend = \"local\"\nconfig = {\npath = \"../net/terraform.tfstate\"\n}")
                               << true;
        QTest::newRow("local by the module path")
            << QByteArray(backend)
            << QByteArray("backend = \"local\"\nconfig = {\npath = \"${path.module}/../net/terraform.tfstate\"\n}")
            << true;
        QTest::newRow("another file") << QByteArray(backend)
                                      << QByteArray(
                                             "backend = \"local\"\nconfig = {\npath = \"../net/other.tfstate\"\n}")
                                      << false;
        QTest::newRow("named file") << terraform("\"local\" {\n path = \"s/x.tfstate\"\n}")
                                    << QByteArray("backend = \"local\"\nconfig = {\npath = \"../net/s/x.tfstate\"\n}")
                                    << true;
        QTest::newRow("S3") << terraform("\"s3\" {\n bucket = \"b\"\n key = \"net\"\n region = \"eu\"\n}")
                            << QByteArray("backend = \"s3\"\nconfig = {\nbucket = \"b\"\nkey = \"net\"\n}") << true;
        QTest::newRow("S3 with a prefix for workspaces")
            << terraform("\"s3\" {\n bucket = \"b\"\n key = \"net\"\n workspace_key_prefix = \"w\"\n}")
            << QByteArray("backend = \"s3\"\nconfig = {\nbucket = \"b\"\nkey = \"net\"\n}") << true;
        QTest::newRow("another key") << terraform("\"s3\" {\n bucket = \"b\"\n key = \"net\"\n}")
                                     << QByteArray("backend = \"s3\"\nconfig = {\nbucket = \"b\"\nkey = \"nat\"\n}")
                                     << false;
        QTest::newRow("variable key") << terraform("\"s3\" {\n bucket = \"b\"\n key = \"net\"\n}")
                                      << QByteArray("backend = \"s3\"\nconfig = {\nbucket = \"b\"\nkey = var.key\n}")
                                      << false;
        const auto reads = [](const char* config) {
            return QByteArray("backend = \"s3\"\nconfig = {\n") + config + "\n}";
        };
        const QByteArray variables("terraform {\n backend \"s3\" {\n bucket = var.bucket\n key = \"net/state\"\n }\n}\n"
                                   "variable \"bucket\" {\n default = \"b\"\n}\n");
        QTest::newRow("bucket of a variable") << variables << reads("bucket = var.b\nkey = \"net/state\"") << true;
        QTest::newRow("default value of its bucket")
            << variables << reads("bucket = \"b\"\nkey = \"net/state\"") << true;
        QTest::newRow("another default value") << variables << reads("bucket = \"c\"\nkey = \"net/state\"") << false;
        QTest::newRow("end of a key") << variables << reads("bucket = var.b\nkey = \"n${var.b}t/state\"") << true;
        QTest::newRow("end of another key")
            << variables << reads("bucket = var.b\nkey = \"n${var.b}/states\"") << false;
        QTest::newRow("key without a name")
            << variables << reads("bucket = \"b\"\nkey = \"${var.b}/${var.c}\"") << false;
        QTest::newRow("no key") << variables << reads("bucket = \"b\"") << false;
        QTest::newRow("another workspace")
            << terraform("\"s3\" {\n bucket = \"b\"\n key = \"net\"\n}")
            << QByteArray("backend = \"s3\"\nworkspace = \"w\"\nconfig = {\nbucket = \"b\"\nkey = \"net\"\n}") << false;
        QTest::newRow("prefix with a slash")
            << terraform("\"gcs\" {\n bucket = \"b\"\n prefix = \"/net\"\n}")
            << QByteArray("backend = \"gcs\"\nconfig = {\nbucket = \"b\"\nprefix = \"net/\"\n}") << true;
        QTest::newRow("another prefix") << terraform("\"gcs\" {\n bucket = \"b\"\n prefix = \"net/a\"\n}")
                                        << QByteArray(
                                               "backend = \"gcs\"\nconfig = {\nbucket = \"b\"\nprefix = \"net/\"\n}")
                                        << false;
        const QByteArray database = terraform("\"pg\" {\n conn_str = \"postgres://w:p@h/db\"\n}");
        QTest::newRow("another database user")
            << database << QByteArray("backend = \"pg\"\nconfig = {\nconn_str = \"postgres://r@h/db\"\n}") << true;
        QTest::newRow("another database")
            << database << QByteArray("backend = \"pg\"\nconfig = {\nconn_str = \"postgres://w:p@h/other\"\n}")
            << false;
        QTest::newRow("merged arguments")
            << terraform("\"s3\" {\n bucket = \"b\"\n key = \"net\"\n}")
            << QByteArray("backend = \"s3\"\nconfig = merge({ bucket = \"b\" }, { key = \"net\" })") << true;
        QTest::newRow("cloud")
            << QByteArray("terraform {\n cloud {\n organization = \"o\"\n workspaces {\n name = \"net\"\n }\n }\n}\n")
            << QByteArray(
                   "backend = \"remote\"\nconfig = {\norganization = \"o\"\nworkspaces = {\nname = \"net\"\n}\n}")
            << true;
    }
    void findsStatesOfOtherProjects() {
        QFETCH(QByteArray, producer);
        QFETCH(QByteArray, reader);
        QFETCH(bool, isFound);
        const Folder folder({{"net/main.tf", producer},
                             {"app/main.tf", QByteArray(requirements) + "data \"terraform_remote_state\" \"n\" {\n" +
                                                 reader + "\n}\n"}});
        const Repository repository = found(folder);
        QCOMPARE(dependenciesOf(repository, "app"),
                 isFound ? QString("net by data.terraform_remote_state.n") : QString());
        QCOMPARE(repository.find("app")->unresolvedStates.size(), std::size_t(isFound ? 0 : 1));
    }

    void findsStatesOfTheSameWorkspace() {
        const auto reader = [](const char* config) {
            return QByteArray(backend) +
                   "data \"terraform_remote_state\" \"n\" {\n  workspace = terraform.workspace\n" + config + "}\n";
        };
        const QByteArray s3 = "terraform {\n  backend \"s3\" {\n    bucket = \"b\"\n    key = \"net\"\n  }\n}\n";
        const Folder folder(
            {{"planlens.yaml", "projects:\n- {dir: app, workspace: prod}\n- {dir: app, workspace: dev}\n- {dir: net, "
                               "workspace: prod}\n- {dir: net, workspace: dev}\n- {dir: local, workspace: prod}\n- "
                               "{dir: place, workspace: prod}\n"},
             {"net/main.tf", s3},
             {"app/main.tf", reader("  backend = \"s3\"\n  config = { bucket = \"b\", key = \"net\" }\n")},
             {"place/main.tf", backend},
             {"local/main.tf", reader("  backend = \"local\"\n  config = { path = \"x\", workspace_dir = "
                                      "\"../place/terraform.tfstate.d\" }\n")}});
        const Repository repository = found(folder);
        QCOMPARE(dependenciesOf(repository, "app@prod"), QString("net@prod by data.terraform_remote_state.n"));
        QCOMPARE(dependenciesOf(repository, "app@dev"), QString("net@dev by data.terraform_remote_state.n"));
        QCOMPARE(dependenciesOf(repository, "local@prod"), QString("place@prod by data.terraform_remote_state.n"));
    }

    /// dev and prod have states of the same names, and the values of variables say which one is read.
    void findsStatesByValuesOfVariables_data() {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("expected");
        const QString read = " by data.terraform_remote_state.n";
        const QByteArray key("key = \"${var.env}/net.tfstate\""), none;
        QTest::newRow("default value") << key << none << none << "dev-net" + read;
        QTest::newRow("terraform.tfvars")
            << key << QByteArray("terraform.tfvars") << QByteArray("env = \"prod\"\n") << "prod-net" + read;
        QTest::newRow("x.auto.tfvars.json")
            << key << QByteArray("x.auto.tfvars.json") << QByteArray("{\"env\": \"prod\"}") << "prod-net" + read;
        QTest::newRow("variable file of the project")
            << key << QByteArray("prod.tfvars") << QByteArray("env = \"prod\"\n") << "prod-net" + read;
        QTest::newRow("place without a project")
            << key << QByteArray("terraform.tfvars") << QByteArray("env = \"test\"\n") << QString();
        QTest::newRow("local value") << QByteArray("key = local.key") << QByteArray("terraform.tfvars")
                                     << QByteArray("env = \"prod\"\n") << "prod-net" + read;
        QTest::newRow("workspace") << QByteArray("key = \"${terraform.workspace}/net.tfstate\"") << none << none
                                   << "prod-net" + read;
    }
    void findsStatesByValuesOfVariables() {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, file);
        QFETCH(QByteArray, content);
        QFETCH(QString, expected);
        const Folder folder(
            {{"planlens.yaml", "projects:\n- {dir: app, workspace: prod, var_files: [" +
                                   QByteArray(file == "prod.tfvars" ? file : QByteArray()) +
                                   "]}\n- {dir: dev-net}\n- {dir: prod-net}\n"},
             {"dev-net/main.tf", networkOf("dev")},
             {"prod-net/main.tf", networkOf("prod")},
             {"app/main.tf", QByteArray(requirements) +
                                 "variable \"env\" {\n default = \"dev\"\n}\nlocals {\n key = "
                                 "\"${var.env}/net.tfstate\"\n}\ndata \"terraform_remote_state\" \"n\" {\n backend = "
                                 "\"s3\"\n config = {\n bucket = \"b\"\n " +
                                 key + "\n }\n}\n"}});
        if (!file.isEmpty())
            folder.write("app/" + file, content);
        QCOMPARE(dependenciesOf(found(folder), "app@prod"), expected);
    }

    void findsStatesOfEachInstance_data() {
        QTest::addColumn<QByteArray>("forEach");
        QTest::addColumn<QString>("expected");
        const QString both = "dev-net by data.terraform_remote_state.n[\"dev\"], prod-net by "
                             "data.terraform_remote_state.n[\"prod\"]";
        QTest::newRow("set") << QByteArray("toset([\"dev\", \"prod\"])") << both;
        QTest::newRow("map") << QByteArray("{ dev = 1, prod = 2 }") << both;
        QTest::newRow("default value") << QByteArray("var.all") << both;
        QTest::newRow("not known") << QByteArray("var.unknown") << QString();
    }
    void findsStatesOfEachInstance() {
        QFETCH(QByteArray, forEach);
        QFETCH(QString, expected);
        const Folder folder({{"dev-net/main.tf", networkOf("dev")},
                             {"prod-net/main.tf", networkOf("prod")},
                             {"app/main.tf", QByteArray(requirements) +
                                                 "variable \"all\" {\n default = [\"dev\", \"prod\"]\n}\ndata "
                                                 "\"terraform_remote_state\" \"n\" {\n for_each = " +
                                                 (forEach == "var.all" ? "toset(var.all)" : forEach) +
                                                 "\n backend = \"s3\"\n config = {\n bucket = \"b\"\n key = "
                                                 "\"${each.key}/net.tfstate\"\n }\n}\n"}});
        QCOMPARE(dependenciesOf(found(folder), "app"), expected);
    }

    /// A module that several projects call with different arguments.
    void findsStatesThatModulesRead() {
        const auto app = [](const char* argument) {
            return QByteArray(requirements) + "module \"m\" {\n source = \"../modules/app\"\n env = " + argument +
                   "\n}\nvariable \"env\" {\n default = \"dev\"\n}\n";
        };
        const Folder folder({{"dev-net/main.tf", networkOf("dev")},
                             {"prod-net/main.tf", networkOf("prod")},
                             {"dev/main.tf", app("var.env")},
                             {"prod/main.tf", app("\"prod\"")},
                             {"modules/app/main.tf",
                              "variable \"env\" {}\ndata \"terraform_remote_state\" \"n\" {\n backend = \"s3\"\n "
                              "config = {\n bucket = \"b\"\n key = \"${var.env}/net.tfstate\"\n }\n}\n"}});
        const Repository repository = found(folder);
        QCOMPARE(dependenciesOf(repository, "dev"), QString("dev-net by data.terraform_remote_state.n"));
        QCOMPARE(dependenciesOf(repository, "prod"), QString("prod-net by data.terraform_remote_state.n"));
    }

    void findsStatesByBackendFiles() {
        const QByteArray reader(
            "data \"terraform_remote_state\" \"n\" {\n backend = \"s3\"\n config = {\n  bucket = var.b\n"
            "  key = \"${var.stack}/net.tfstate\"\n }\n}\n");
        const QByteArray partial("terraform {\n  backend \"s3\" {}\n}\n");
        const Folder folder({{"net/main.tf", partial},
                             {"net/test.backend", "bucket = \"test\"\nkey = \"blue/net.tfstate\"\n"},
                             {"net/prod.backend", "bucket = \"prod\"\nkey = \"blue/net.tfstate\"\n"},
                             {"dns/main.tf", partial},
                             {"dns/prod.s3.tfbackend", "bucket = \"prod\"\nkey = \"blue/dns.tfstate\"\n"},
                             {"app/main.tf", partial + reader}});
        QCOMPARE(dependenciesOf(found(folder), "app"), QString("net by data.terraform_remote_state.n"));
        // A second project with the same name of a state: it cannot be decided.
        folder.write("old/main.tf", partial);
        folder.write("old/backend.hcl", "key = \"green/net.tfstate\"\n");
        QCOMPARE(dependenciesOf(found(folder), "app"), QString());
    }
};

QTEST_APPLESS_MAIN(TestStateReads)
#include "tst_state_reads.moc"
