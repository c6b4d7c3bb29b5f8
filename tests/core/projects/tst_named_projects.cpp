// SPDX-License-Identifier: MPL-2.0
#include "core/projects/repository/named_projects.h"
#include "core/projects/repository/repository_changes.h"
#include "tests/core/projects/repository_folder.h"

#include <QTest>

using namespace planlens;
using namespace planlens::testing;

/// Lists of projects: planlens.yaml, atlantis.yaml and digger.yml.
class TestNamedProjects final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void scalarsOfListsKeepTheirText_data() {
        QTest::addColumn<QByteArray>("scalar");
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"012345678901", "1.10", "1.0", "0x10", "0o17", "1_000", "1e3", "+5", ".5", ".inf",
                                 ".nan", "yes", "on", "true", "n", "2024-01-01", "2024-01-01T10:00:00"})
            QTest::newRow(text) << QByteArray(text) << QByteArray(text);
        QTest::newRow("quoted") << QByteArray("\"1.10\"") << QByteArray("1.10");
        QTest::newRow("tagged") << QByteArray("!!int 012") << QByteArray("012");
        QTest::newRow("null") << QByteArray("null") << QByteArray();
        QTest::newRow("quoted null") << QByteArray("'null'") << QByteArray("null");
        QTest::newRow("nothing") << QByteArray() << QByteArray();
    }
    /// Workspaces, names and values of variables are texts, whatever they look like.
    void scalarsOfListsKeepTheirText() {
        QFETCH(QByteArray, scalar);
        QFETCH(QByteArray, text);
        const QByteArray project = "projects:\n- dir: app\n  name: " + scalar + "\n  workspace: " + scalar + "\n";
        const QByteArray workflow = "  workflow: w\nworkflows:\n  w:\n    plan:\n      steps:\n      - env: {name: "
                                    "TF_VAR_v, value: " +
                                    scalar + "}\n";
        for (const char* file : {"planlens.yaml", "atlantis.yaml", "digger.yml"}) {
            const bool hasWorkflow = file != std::string_view("planlens.yaml");
            const auto read =
                projects::readNamedProjects((project + (hasWorkflow ? workflow : QByteArray())).toStdString(), file);
            QVERIFY2(read.value, read.diagnostics.toString().c_str());
            QCOMPARE(read->projects[0].name, text.toStdString());
            QCOMPARE(read->projects[0].workspace, text.toStdString());
            if (hasWorkflow && !text.isEmpty())
                QCOMPARE(texts(read->projects[0].environment), QStringList{"TF_VAR_v=" + text});
        }
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
        QTest::newRow("part of a plan") << "atlantis.yaml"
                                        << step("plan: {extra_args: [\"-target=a.b\", \"-lock=false\"]}") << none
                                        << none << none << "The argument \"-target=a.b\"";
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

    void formsOfProjectsAreChecked_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("problem");
        const auto row = [](const char* name, const char* file, const char* text, const char* problem) {
            QTest::newRow(name) << QString(file) << QByteArray(text) << QByteArray(problem);
        };
        const auto project = [](const char* name, const char* file, const char* key, const char* problem) {
            QTest::newRow(name) << QString(file) << QByteArray("projects:\n- dir: a\n  ") + key
                                << QByteArray("project 1 of the list has a ") + problem;
        };
        project("file, not a list", "planlens.yaml", "var_files: x.tfvars",
                "\"var_files\" that is not a list of texts");
        project("null in a list", "planlens.yaml", "var_files: [a, null]", "\"var_files\" that is not a list of texts");
        project("list in a list", "planlens.yaml", "depends_on: [[b]]", "\"depends_on\" that is not a list of texts");
        project("dependency, not a list", "digger.yml", "depends_on: b", "\"depends_on\" that is not a list of texts");
        project("pattern, not a list", "planlens.yaml", "when_modified: '*.md'",
                "\"when_modified\" that is not a list of texts");
        project("pattern of Atlantis", "atlantis.yaml", "autoplan: {when_modified: '*.md'}",
                "\"when_modified\" that is not a list of texts");
        project("pattern of Digger", "digger.yml", "exclude_patterns: '*.md'",
                "\"exclude_patterns\" that is not a list of texts");
        project("name, not a text", "planlens.yaml", "name: [n]", "\"name\" that is not a text");
        row("project, not a map", "planlens.yaml", "projects: [a]", "project 1 of the list is not a map");
        row("no directory", "planlens.yaml", "projects:\n- name: n", "project 1 of the list has no \"dir\"");
        row("not a boolean", "planlens.yaml", "discover: maybe", "\"discover\" is neither true nor false");
        row("order of Atlantis", "atlantis.yaml", "projects:\n- dir: a\n  execution_order_group: 1",
            "The key \"execution_order_group\" of the project in a of atlantis.yaml is ignored.");
        row("Terragrunt", "digger.yml", "projects:\n- dir: a\n  terragrunt: true",
            "The key \"terragrunt\" of the project in a of digger.yml is ignored.");
        row("unknown workflow", "atlantis.yaml", "projects:\n- dir: a\n  workflow: w\nworkflows:\n  v: {}",
            "uses the workflow \"w\", which the file does not have");
        row("empty list", "planlens.yaml", "projects:\n- dir: a\n  var_files: []\n  depends_on:", "");
        row("unused keys", "digger.yml", "projects:\n- dir: a\n  terragrunt: false\n  workflow: default", "");
    }
    void formsOfProjectsAreChecked() {
        QFETCH(QString, file);
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, problem);
        const QByteArray found = QByteArray::fromStdString(
            projects::readNamedProjects(text.toStdString(), file.toStdString()).diagnostics.toString());
        QVERIFY2(problem.isEmpty() ? found.isEmpty() : found.contains(problem), found.constData());
    }

    void editedEntriesAffectTheirProjects_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("before"); // null: there was no file
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<QString>("affected"); // "project: part", for each
        const auto row = [](const char* name, const char* file, const char* before, const char* after,
                            const char* affected) {
            QTest::newRow(name) << QString(file) << QByteArray(before) << QByteArray(after) << QString(affected);
        };
        const char* const planlens = "planlens.yaml";
        const char* const all = "projects:\n- dir: a\n- dir: b\n  var_files: [x]\n- dir: c\n";
        row("nothing", planlens, all, all, "");
        row("comments, quotes and order of keys", planlens, all,
            "# all\nprojects:\n- {dir: \"a\"}\n- var_files:\n  - x # one\n  dir: b\n- dir: c\n", "");
        row("order of entries", planlens, all, "projects:\n- dir: c\n- dir: b\n  var_files: [x]\n- dir: a\n", "");
        row("variable file", planlens, all, "projects:\n- dir: a\n- dir: b\n  var_files: [y]\n- dir: c\n",
            "b: the entry of the project");
        row("two entries", planlens, all, "projects:\n- dir: a\n  depends_on: [c]\n- dir: b\n- dir: c\n",
            "a: the entry of the project; b: the entry of the project");
        row("new entry", planlens, "projects:\n- dir: a\n- dir: c\n", "projects:\n- dir: a\n- dir: b\n- dir: c\n",
            "b: the entry of the project");
        row("removed entry of a folder that stays", planlens, all, "projects:\n- dir: a\n- dir: c\n",
            "b: the entry of the project");
        row("renamed", planlens, all, "projects:\n- dir: a\n- dir: b\n  name: n\n  var_files: [x]\n- dir: c\n",
            "n: the entry of the project");
        row("other spelling of a directory", planlens, all,
            "projects:\n- dir: a\n- dir: ./b/\n  var_files: [x]\n- dir: c\n", "b: the entry of the project");
        row("workspace beside another one", planlens,
            "projects:\n- dir: a\n- dir: a\n  workspace: w\n  var_files: [x]\n",
            "projects:\n- dir: a\n- dir: a\n  workspace: w\n  var_files: [y]\n", "a@w: the entry of the project");
        row("default workspace beside another one", planlens, "projects:\n- dir: a\n- dir: a\n  workspace: w\n",
            "projects:\n- dir: a\n  var_files: [y]\n- dir: a\n  workspace: w\n", "a: the entry of the project");
        row("key of all projects", planlens, "discover: true\nprojects:\n- dir: a\n- dir: b\n",
            "discover: false\nprojects:\n- dir: a\n- dir: b\n",
            "a: the key \"discover\" of all projects; b: the key \"discover\" of all projects");
        QTest::newRow("new file") << QString(planlens) << QByteArray() << QByteArray("projects:\n- dir: a\n")
                                  << "a: the entry of the project";
        row("earlier file with an error", planlens, "projects: [", "projects:\n- dir: a\n- dir: b\n", "a: ; b: ");
        const char* const atlantis = "atlantis.yaml";
        const char* const flows = "version: 3\nprojects:\n- dir: a\n  workflow: w\n- dir: b\n- dir: c\n  workflow: v\n"
                                  "workflows:\n  w: {plan: {steps: [plan]}}\n  v: {}\n";
        const auto edited = [&](const char* from, const char* to) { return QByteArray(flows).replace(from, to); };
        QTest::newRow("workflow") << QString(atlantis) << QByteArray(flows) << edited("[plan]", "[init, plan]")
                                  << "a: the workflow \"w\"";
        QTest::newRow("new default workflow")
            << QString(atlantis) << QByteArray(flows) << edited("  v: {}\n", "  v: {}\n  default: {}\n")
            << "b: the workflow \"default\"";
        QTest::newRow("entry of Atlantis")
            << QString(atlantis) << QByteArray(flows)
            << edited("- dir: b\n", "- dir: b\n  autoplan: {when_modified: [x]}\n") << "b: the entry of the project";
        QTest::newRow("key of Atlantis") << QString(atlantis) << QByteArray(flows)
                                         << edited("version: 3", "version: 3\nautomerge: true")
                                         << "a: the key \"automerge\" of all projects; b: the key \"automerge\" of all "
                                            "projects; c: the key \"automerge\" of all projects";
        row("entry of Digger", "digger.yml", "projects:\n- {name: a, dir: a}\n- {name: b, dir: b}\n",
            "projects:\n- {name: a, dir: a}\n- {name: b, dir: b, include_patterns: [x]}\n",
            "b: the entry of the project");
    }
    void editedEntriesAffectTheirProjects() {
        QFETCH(QString, file);
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        QFETCH(QString, affected);
        const Folder folder({{"a/main.tf", backend}, {"b/main.tf", backend}, {"c/main.tf", backend}, {file, after}});
        const projects::ListChanges lists(
            folder.path(),
            {{file.toStdString(), before.isNull() ? std::nullopt : std::optional(before.toStdString())}});
        QStringList made;
        const projects::Repository repository = found(folder);
        for (const projects::Project& project : repository.projects)
            for (const projects::ChangeReason& reason : changeReasons(project, {file.toStdString()}, lists)) {
                made.append(QString::fromStdString(project.name + ": " + reason.subject));
                QVERIFY(reason.kind == projects::ChangeReason::Kind::ProjectList);
                QVERIFY(describe(reason).find(reason.subject) != std::string::npos);
            }
        QCOMPARE(made.join(QStringLiteral("; ")), affected);
    }

    /// Settings of a project that another file names.
    void editedSettingsOfASecondFileAffectTheProject() {
        const std::string before = "projects:\n- {name: other, dir: a}\n- {dir: b}\n";
        const Folder folder({{"a/main.tf", backend},
                             {"b/main.tf", backend},
                             {"planlens.yaml", "projects:\n- {name: one, dir: a}\n"},
                             {"atlantis.yaml", "projects:\n- {name: other, dir: a, depends_on: [b]}\n- {dir: b}\n"}});
        const projects::ListChanges lists(folder.path(), {{"atlantis.yaml", before}});
        const projects::Repository repository = found(folder);
        QCOMPARE(changeReasons(*repository.find("one"), {"atlantis.yaml"}, lists).size(), std::size_t(1));
        QVERIFY(changeReasons(*repository.find("b"), {"atlantis.yaml"}, lists).empty());
        // Without an earlier text, all projects that the file names are affected.
        QVERIFY(!changeReasons(*repository.find("one"), {"atlantis.yaml"}).empty());
        QVERIFY(!changeReasons(*repository.find("b"), {"atlantis.yaml"}).empty());
    }
};

QTEST_GUILESS_MAIN(TestNamedProjects)
#include "tst_named_projects.moc"
