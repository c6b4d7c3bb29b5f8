// SPDX-License-Identifier: MPL-2.0
#include "core/projects/repository/code_owners.h"
#include "core/projects/repository/list_json.h"
#include "core/projects/repository/module_facts.h"
#include "core/projects/repository/named_projects.h"
#include "core/projects/repository/project.h"
#include "tests/core/projects/repository_folder.h"

#include <QTest>

using namespace planlens;
using namespace planlens::testing;
using projects::Project;
using projects::Repository;

namespace {

QStringList namesOf(const Repository& repository) {
    QStringList names;
    for (const Project& project : repository.projects)
        names.append(QString::fromStdString(project.name));
    return names;
}
QString dependenciesOf(const Repository& repository, const char* name) {
    QStringList made;
    const Project* const project = repository.find(name);
    for (const projects::Dependency& dependency : project ? project->dependencies : std::vector<projects::Dependency>())
        made.append(QString::fromStdString(dependency.project + " by " + dependency.source));
    return made.join(QStringLiteral(", "));
}

} // namespace

/// The projects of a repository, their modules, names, states and owners.
class TestRepository final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void findsProjects_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QStringList>("projects");
        const QStringList one{QStringLiteral("a")}, none;
        QTest::newRow("backend") << "a/main.tf" << QByteArray(backend) << one;
        QTest::newRow("cloud") << "a/main.tf" << QByteArray("terraform {\n cloud {\n organization = \"o\"\n }\n}\n")
                               << one;
        QTest::newRow("required providers") << "a/versions.tf" << QByteArray(requirements) << one;
        QTest::newRow("provider") << "a/main.tf" << QByteArray("provider \"aws\" {}\n") << one;
        QTest::newRow("JSON") << "a/main.tf.json" << QByteArray("{\"terraform\":{\"backend\":{\"s3\":{}}}}") << one;
        QTest::newRow("OpenTofu only") << "a/main.tofu" << QByteArray(backend) << one;
        QTest::newRow("syntax error elsewhere")
            << "a/main.tf" << QByteArray(QByteArray(backend) + "resource \"a\" {\n") << one;
        QTest::newRow("resources only") << "a/main.tf" << QByteArray("resource \"a\" \"b\" {}\n") << none;
        QTest::newRow("module folder") << "modules/a/main.tf" << QByteArray(requirements) << none;
        QTest::newRow("hidden folder") << ".terraform/a/main.tf" << QByteArray(backend) << none;
        QTest::newRow("backup file") << "a/main.tf~" << QByteArray(backend) << none;
        QTest::newRow("root of the repository") << "main.tf" << QByteArray(backend) << QStringList{QStringLiteral(".")};
    }
    void findsProjects() {
        QFETCH(QString, file);
        QFETCH(QByteArray, text);
        QFETCH(QStringList, projects);
        QCOMPARE(namesOf(found(Folder({{file, text}}))), projects);
    }

    void calledFoldersAreModules() {
        const Folder folder({{"app/main.tf", QByteArray(backend) + "module \"m\" {\n  source = \"../lib\"\n}\n"},
                             {"lib/main.tf", requirements}});
        QCOMPARE(namesOf(found(folder)), QStringList{QStringLiteral("app")});
    }

    void collectsModulesTransitively() {
        const Folder folder(
            {{"app/main.tf", QByteArray(backend) + "module \"m\" {\n  source = \"../lib/one\"\n}\n"
                                                   "module \"r\" {\n  source = \"terraform-aws-modules/vpc/aws\"\n}\n"},
             {"lib/one/main.tf", "module \"n\" {\n  source = \"./../two\"\n}\n"},
             {"lib/two/main.tf", QByteArray(requirements) + "module \"again\" {\n  source = \"../one\"\n}\n"},
             {"lib/three/main.tf", "resource \"a\" \"b\" {}\n"}});
        const Repository repository = found(folder);
        const Project* const app = repository.find("app");
        QVERIFY(app);
        QCOMPARE(texts(app->modules), (QStringList{"lib/one", "lib/two"}));
        QCOMPARE(texts(app->remoteModules), QStringList{"terraform-aws-modules/vpc/aws"});
        QCOMPARE(texts(app->configFiles), (QStringList{"app/main.tf", "lib/one/main.tf", "lib/two/main.tf"}));
        QCOMPARE(app->providers.at("aws").source, std::string("hashicorp/aws"));
        QCOMPARE(app->providers.at("aws").version, std::string("~> 5.0"));
    }

    void sourcesCanBeLocalValues() {
        const Folder folder({{"app/main.tf", QByteArray(backend) + "locals {\n  lib = \"../lib\"\n}\nmodule \"m\" {\n"
                                                                   "  source = \"${local.lib}/one\"\n}\n"},
                             {"lib/one/main.tf", "resource \"a\" \"b\" {}\n"}});
        QCOMPARE(texts(found(folder).find("app")->modules), QStringList{"lib/one"});
    }

    void readsNamedProjects_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("planlens") << "planlens.yaml"
                                  << QByteArray(
                                         "projects:\n- name: p\n  dir: app\n  workspace: w\n  var_files: [a.tfvars]\n"
                                         "  depends_on: [q]\n  when_modified: [\"*.yaml\"]\n");
        QTest::newRow("atlantis") << "atlantis.yaml"
                                  << QByteArray(
                                         "version: 3\nprojects:\n- name: p\n  dir: app\n  workspace: w\n  workflow: f\n"
                                         "  depends_on: [q]\n  autoplan:\n    when_modified: [\"*.yaml\"]\nworkflows:\n"
                                         "  f:\n    plan:\n      steps:\n      - init\n      - plan:\n"
                                         "          extra_args: [\"-var-file\", \"a.tfvars\"]\n");
        QTest::newRow("digger")
            << "digger.yml"
            << QByteArray("projects:\n- name: p\n  dir: app\n  workspace: w\n  workflow: f\n  depends_on: [q]\n"
                          "  include_patterns: [\"*.yaml\"]\nworkflows:\n  f:\n    plan:\n      steps:\n"
                          "      - plan:\n          extra_args: [\"-var-file=a.tfvars\"]\n");
    }
    void readsNamedProjects() {
        QFETCH(QString, file);
        QFETCH(QByteArray, text);
        const auto read = projects::readNamedProjects(text.toStdString(), file.toStdString());
        QVERIFY2(read.isOk(), read.diagnostics.toString().c_str());
        QCOMPARE(read->projects.size(), std::size_t(1));
        const projects::NamedProject& project = read->projects[0];
        QCOMPARE(project.name, std::string("p"));
        QCOMPARE(project.directory, std::string("app"));
        QCOMPARE(project.workspace, std::string("w"));
        QCOMPARE(texts(project.variableFiles), QStringList{"a.tfvars"});
        QCOMPARE(texts(project.dependsOn), QStringList{"q"});
        QCOMPARE(texts(project.whenModified), QStringList{"*.yaml"});
    }

    void workflowsSetVariables_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("workflow"); // of the project p in the directory d with the workspace w
        QTest::addColumn<QStringList>("files");
        QTest::addColumn<QStringList>("variables");
        QTest::addColumn<QStringList>("environment");
        QTest::addColumn<QString>("warning");
        const QStringList none;
        const auto step = [](const char* text) {
            return QByteArray("    plan:\n      steps:\n      - ") + text + "\n";
        };
        QTest::newRow("workspace") << "atlantis.yaml" << step("plan: {extra_args: [\"-var-file=$WORKSPACE.tfvars\"]}")
                                   << QStringList{"w.tfvars"} << none << none << "";
        QTest::newRow("in braces") << "atlantis.yaml"
                                   << step("plan: {extra_args: [\"-var\", \"n=${PROJECT_NAME}-${REPO_REL_DIR}\"]}")
                                   << none << QStringList{"n=p-d"} << none << "";
        QTest::newRow("unknown variable") << "atlantis.yaml" << step("plan: {extra_args: [\"-var=a=$OTHER ${W $\"]}")
                                          << none << QStringList{"a=$OTHER ${W $"} << none << "";
        QTest::newRow("variable of the environment")
            << "atlantis.yaml" << step("env: {name: TF_VAR_y, value: \"$WORKSPACE\"}") << none << none
            << QStringList{"TF_VAR_y=w"} << "";
        QTest::newRow("other variable") << "atlantis.yaml" << step("env: {name: PATH, value: /x}") << none << none
                                        << none << "";
        QTest::newRow("variable by a command") << "atlantis.yaml" << step("env: {name: TF_VAR_y, command: date}")
                                               << none << none << none << "The environment variable TF_VAR_y";
        QTest::newRow("command that plans")
            << "atlantis.yaml" << step("run: terraform plan -var-file='a b.tfvars' -var x=1 -out=$PLANFILE")
            << QStringList{"a b.tfvars"} << QStringList{"x=1"} << none << "";
        QTest::newRow("command with a name")
            << "atlantis.yaml" << step("run: {command: tofu plan -var x=1, output: hide}") << none << QStringList{"x=1"}
            << none << "";
        QTest::newRow("command that writes variables")
            << "atlantis.yaml" << step("run: ./make.sh > x.auto.tfvars") << none << none << none
            << "The step \"./make.sh > x.auto.tfvars\"";
        QTest::newRow("other command") << "atlantis.yaml" << step("run: make check") << none << none << none << "";
        QTest::newRow("Digger")
            << "digger.yml"
            << QByteArray("    env_vars:\n      commands:\n      - name: TF_VAR_z\n        value: 3\n      - "
                          "name: AWS_REGION\n        value: eu\n")
            << none << none << QStringList{"TF_VAR_z=3"} << "";
    }
    void workflowsSetVariables() {
        QFETCH(QString, file);
        QFETCH(QByteArray, workflow);
        const QByteArray text =
            "projects:\n- name: p\n  dir: d\n  workspace: w\n  workflow: f\nworkflows:\n  f:\n" + workflow;
        const auto read = projects::readNamedProjects(text.toStdString(), file.toStdString());
        QVERIFY2(read.value && read->projects.size() == 1, read.diagnostics.toString().c_str());
        QTEST(texts(read->projects[0].variableFiles), "files");
        const QStringList variables = texts(read->projects[0].options)
                                          .filter(QStringLiteral("-var="))
                                          .replaceInStrings(QStringLiteral("-var="), QString());
        QTEST(variables, "variables");
        QTEST(texts(read->projects[0].environment), "environment");
        QFETCH(QString, warning);
        QCOMPARE(read.diagnostics.isEmpty(), warning.isEmpty());
        QVERIFY(QString::fromStdString(read.diagnostics.toString()).contains(warning));
    }

    /// The last value of a variable counts.
    void optionsOfVariablesKeepTheirOrder() {
        const Folder folder(
            {{"atlantis.yaml", "projects:\n- dir: a\n  workspace: w\n  workflow: f\nworkflows:\n  f:\n"
                               "    plan:\n      steps:\n      - plan:\n          extra_args: [\"-var\", "
                               "\"x=1\", \"-var-file=b.tfvars\", \"-var=x=1\"]\n"},
             {"a/main.tf", backend},
             {"a/env/w.tfvars", ""}});
        const Repository repository = found(folder);
        QCOMPARE(texts(repository.find("a@w")->variableOptions),
                 (QStringList{"-var=x=1", "-var-file=b.tfvars", "-var=x=1", "-var-file=env/w.tfvars"}));
    }

    void atlantisAddsTheFileOfTheWorkspace() {
        const Folder folder({{"atlantis.yaml", "version: 3\nprojects:\n- dir: a\n  workspace: prod\n- dir: a\n"},
                             {"a/main.tf", backend},
                             {"a/env/prod.tfvars", ""}});
        const Repository repository = found(folder);
        QCOMPARE(texts(repository.find("a@prod")->variableFiles), QStringList{"env/prod.tfvars"});
        QCOMPARE(texts(repository.find("a")->variableFiles), QStringList());
    }

    void unknownKeysAreNamed_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("key");
        QTest::newRow("project") << QByteArray("projects:\n- dir: a\n  depend_on: [b]\n")
                                 << QByteArray("\"depend_on\"");
        QTest::newRow("top level") << QByteArray("discovers: false\n") << QByteArray("\"discovers\"");
        QTest::newRow("none") << QByteArray("discover: true\nprojects:\n- dir: a\n  name: n\n") << QByteArray();
        QTest::newRow("empty") << QByteArray() << QByteArray();
        QTest::newRow("only comments") << QByteArray("\n# projects:\n  # - dir: a\n") << QByteArray();
    }
    void unknownKeysAreNamed() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, key);
        const auto read = projects::readNamedProjects(text.toStdString(), "planlens.yaml");
        QVERIFY(read.isOk());
        const QByteArray said = QByteArray::fromStdString(read.diagnostics.toString());
        QVERIFY2(key.isEmpty() ? said.isEmpty() : said.contains(key), said.constData());
    }

    void directoriesOfProjectsAreChecked_data() {
        QTest::addColumn<QByteArray>("directory");
        QTest::addColumn<QByteArray>("problem");
        QTest::newRow("missing") << QByteArray("gone") << QByteArray("gone, which does not exist in the repository.");
        QTest::newRow("file") << QByteArray("file") << QByteArray("file, which is no directory.");
        QTest::newRow("outside") << QByteArray("../../..")
                                 << QByteArray("../../.., which is outside of the repository.");
    }
    void directoriesOfProjectsAreChecked() {
        QFETCH(QByteArray, directory);
        QFETCH(QByteArray, problem);
        const Folder folder({{"planlens.yaml", "projects:\n- dir: " + directory + "\n"}, {"file", ""}});
        const auto read = projects::findProjects(folder.path());
        QVERIFY(read.isOk());
        const QByteArray said = QByteArray::fromStdString(read.diagnostics.toString());
        QVERIFY2(said.contains(problem), said.constData());
    }

    void cyclesAreFound_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("cycle");
        QTest::newRow("none") << QByteArray("- {dir: a, depends_on: [b, c]}\n- {dir: b, depends_on: [c]}\n- dir: c\n")
                              << "";
        QTest::newRow("two") << QByteArray("- {dir: a, depends_on: [b]}\n- {dir: b, depends_on: [a]}\n") << "a b a";
        QTest::newRow("behind others") << QByteArray(
                                              "- {dir: a, depends_on: [b]}\n- {dir: b, depends_on: [c]}\n- {dir: c, "
                                              "depends_on: [b]}\n")
                                       << "b c b";
        QTest::newRow("itself") << QByteArray("- {dir: a, depends_on: [a]}\n") << "a a";
    }
    void cyclesAreFound() {
        QFETCH(QByteArray, text);
        QFETCH(QString, cycle);
        const Folder folder({{"planlens.yaml", "projects:\n" + text},
                             {"a/main.tf", "locals {}\n"},
                             {"b/main.tf", "locals {}\n"},
                             {"c/main.tf", "locals {}\n"}});
        const auto made = projects::findCycle(found(folder));
        QCOMPARE(made ? texts(made->projects).join(u' ') : QString(), cycle);
        QCOMPARE(projects::cycleDiagnostics(found(folder)).hasErrors(), !cycle.isEmpty());
    }

    void invalidListsAreErrors_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("no YAML") << QByteArray("projects: [");
        QTest::newRow("no map") << QByteArray("- a\n");
        QTest::newRow("no list") << QByteArray("projects: a\n");
    }
    void invalidListsAreErrors() {
        QFETCH(QByteArray, text);
        const Folder folder({{"atlantis.yaml", text}});
        QVERIFY(projects::findProjects(folder.path()).hasErrors());
    }

    void namedProjectsReplaceFoundOnes() {
        const Folder folder(
            {{"planlens.yaml", "projects:\n- dir: app\n  workspace: blue\n- dir: app\n  workspace: green\n"
                               "- dir: none\n"},
             {"app/main.tf", backend},
             {"other/main.tf", backend}});
        const auto result = projects::findProjects(folder.path());
        QVERIFY(result.isOk());
        QCOMPARE(namesOf(*result), (QStringList{"app@blue", "app@green", "other"}));
        QCOMPARE(result.diagnostics.size(), std::size_t(1)); // the directory that does not exist
    }

    void unreadableDirectoriesAreErrors() {
        const Folder folder({{"planlens.yaml", "projects:\n- dir: app\n"}, {"other/main.tf", backend}});
        std::filesystem::create_symlink("app", folder.path() / "app"); // too many levels of symbolic links
        const auto result = projects::findProjects(folder.path());
        QVERIFY(result.hasErrors());
        QVERIFY2(result.diagnostics.toString().find("the directory app, which cannot be read: too many levels") !=
                     std::string::npos,
                 result.diagnostics.toString().c_str());
    }

    void listCanBeRestrictedToNamedProjects() {
        const Folder folder({{"planlens.yaml", "discover: false\nprojects:\n- dir: app\n"},
                             {"app/main.tf", backend},
                             {"other/main.tf", backend}});
        QCOMPARE(namesOf(found(folder)), QStringList{"app"});
    }

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
        const auto net = [](const char* name) {
            return QByteArray("terraform {\n backend \"s3\" {\n bucket = \"b\"\n key = \"") + name +
                   "/net.tfstate\"\n }\n}\n";
        };
        const Folder folder(
            {{"planlens.yaml", "projects:\n- {dir: app, workspace: prod, var_files: [" +
                                   QByteArray(file == "prod.tfvars" ? file : QByteArray()) +
                                   "]}\n- {dir: dev-net}\n- {dir: prod-net}\n"},
             {"dev-net/main.tf", net("dev")},
             {"prod-net/main.tf", net("prod")},
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
        const auto net = [](const char* name) {
            return QByteArray("terraform {\n backend \"s3\" {\n bucket = \"b\"\n key = \"") + name +
                   "/net.tfstate\"\n }\n}\n";
        };
        const Folder folder({{"dev-net/main.tf", net("dev")},
                             {"prod-net/main.tf", net("prod")},
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
        const auto net = [](const char* name) {
            return QByteArray("terraform {\n backend \"s3\" {\n bucket = \"b\"\n key = \"") + name +
                   "/net.tfstate\"\n }\n}\n";
        };
        const auto app = [](const char* argument) {
            return QByteArray(requirements) + "module \"m\" {\n source = \"../modules/app\"\n env = " + argument +
                   "\n}\nvariable \"env\" {\n default = \"dev\"\n}\n";
        };
        const Folder folder({{"dev-net/main.tf", net("dev")},
                             {"prod-net/main.tf", net("prod")},
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

    void dependenciesComeFirst_data() {
        QTest::addColumn<QString>("edges");
        QTest::addColumn<QString>("order");
        QTest::newRow("none") << ""
                              << "a b c";
        QTest::newRow("chain") << "a>b b>c"
                               << "c b a";
        QTest::newRow("diamond") << "a>b a>c b>d c>d"
                                 << "d b c a";
        QTest::newRow("cycle") << "a>b b>a c>a"
                               << "a b c";
        QTest::newRow("outside of the selection") << "a>z"
                                                  << "a b c";
    }
    void dependenciesComeFirst() {
        QFETCH(QString, edges);
        QFETCH(QString, order);
        std::vector<Project> all;
        for (const char* name : {"a", "b", "c", "d"})
            if (name[0] != 'd' || edges.contains(u'd')) {
                all.emplace_back();
                all.back().name = name;
            }
        for (const QString& edge : edges.split(u' ', Qt::SkipEmptyParts))
            for (Project& project : all)
                if (QString::fromStdString(project.name) == edge.left(1))
                    project.dependencies.push_back(
                        {edge.right(1).toStdString(), projects::Dependency::Kind::Configured, ""});
        QCOMPARE(texts(projects::dependencyOrder(all)).join(u' '), order);
    }

    void appliesCodeOwners_data() {
        QTest::addColumn<QByteArray>("rules");
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("owners");
        const auto row = [](const char* name, const char* rules, const char* file, const char* owners) {
            QTest::newRow(name) << QByteArray(rules) << QString(file) << QString(owners);
        };
        row("no rule", "/other/ @a\n", "live/main.tf", "");
        row("all files", "* @a\n", "live/main.tf", "@a");
        row("the last rule that matches", "* @a\n/live/ @b @c\n/other/ @d\n", "live/x/main.tf", "@b @c");
        row("a rule without owners", "* @a\n/live/\n", "live/main.tf", "");
        row("folder at any depth", "payments/ @a\n", "live/payments/eu/main.tf", "@a");
        row("folder without a slash", "payments @a\n", "live/payments/eu/main.tf", "@a");
        row("part of a name", "pay @a\n", "live/payments/main.tf", "");
        row("folder in a folder is anchored", "live/payments @a\n", "old/live/payments/main.tf", "");
        row("anchored at the root", "/payments/ @a\n", "live/payments/main.tf", "");
        row("only the files of a folder", "live/* @a\n", "live/payments/main.tf", "");
        row("the files of a folder", "live/* @a\n", "live/main.tf", "@a");
        row("folders between", "live/**/eu/ @a\n", "live/x/y/eu/main.tf", "@a");
        row("extension", "*.tf @a\n", "live/x/main.tf", "@a");
        row("comments", "# * @a\n  # * @a\n* @b # and so on @c\n", "main.tf", "@b");
        row("space in a name", "/my\\ live/ ada@example.com\n", "my live/main.tf", "ada@example.com");
        row("Windows line ends", "* @a\r\n/live/ @b\r\n", "live/main.tf", "@b");
        row("sections", "* @a\n[Security][2] @s\n/live/\n^[Docs] @d\n*.md\n", "live/main.tf", "@a @s");
        row("the same owner in two sections", "* @a\n[Ops]\n/live/ @a @b\n", "live/main.tf", "@a @b");
        row("no end of the last line", "* @a", "main.tf", "@a");
    }
    void appliesCodeOwners() {
        QFETCH(QByteArray, rules);
        QFETCH(QString, file);
        QFETCH(QString, owners);
        QStringList found;
        for (const std::string& owner : projects::CodeOwners(rules.toStdString()).ownersOf(file.toStdString()))
            found.append(QString::fromStdString(owner));
        QCOMPARE(found.join(u' '), owners);
    }

    void findsCodeOwners_data() {
        QTest::addColumn<QString>("place");
        for (const char* place : {".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"})
            QTest::newRow(place) << QString(place);
    }
    void findsCodeOwners() {
        QFETCH(QString, place);
        const Folder folder({{place, "/live/ @ops\n"}, {"live/main.tf", "terraform {\n  backend \"local\" {}\n}\n"}});
        const auto found = projects::findProjects(folder.path());
        QVERIFY(found.isOk());
        QCOMPARE(found->projects.size(), std::size_t(1));
        QCOMPARE(found->projects[0].owners, std::vector<std::string>{"@ops"});
    }

    void credentialsOfBackendsAreNotListed() {
        const Folder folder(
            {{"app/main.tf", QByteArray("terraform {\n  backend \"s3\" {\n    bucket = \"states\"\n    secret_key = "
                                        "\"hunter2hunter2\"\n  }\n}\n")}});
        const Repository repository = found(folder);
        const std::string text = projects::listJson({&repository.projects[0]}, nullptr);
        QVERIFY(text.find("states") != std::string::npos);
        QVERIFY(text.find("hunter2") == std::string::npos);
        QVERIFY(projects::describe(*repository.projects[0].backend).find("hunter2") == std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestRepository)
#include "tst_repository.moc"
