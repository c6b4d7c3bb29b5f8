// SPDX-License-Identifier: MPL-2.0
#include "core/projects/repository/code_owners.h"
#include "core/projects/repository/list_json.h"
#include "core/projects/repository/module_facts.h"
#include "core/projects/repository/named_projects.h"
#include "core/projects/repository/path_pattern.h"
#include "core/projects/repository/project.h"
#include "core/projects/repository/repository_changes.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace planlens;
using projects::Project;
using projects::Repository;

namespace {

class Folder {
public:
    explicit Folder(const std::map<QString, QByteArray>& files) {
        for (const auto& [name, text] : files)
            write(name, text);
    }
    void write(const QString& name, const QByteArray& text) const {
        const QString path = m_directory.filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("%s cannot be written", qPrintable(path));
    }
    std::filesystem::path path() const { return m_directory.path().toStdString(); }

private:
    QTemporaryDir m_directory;
};

QStringList namesOf(const Repository& repository) {
    QStringList names;
    for (const Project& project : repository.projects)
        names.append(QString::fromStdString(project.name));
    return names;
}
QStringList texts(const std::vector<std::string>& list) {
    QStringList made;
    for (const std::string& text : list)
        made.append(QString::fromStdString(text));
    return made;
}
QString dependenciesOf(const Repository& repository, const char* name) {
    QStringList made;
    const Project* const project = repository.find(name);
    for (const projects::Dependency& dependency : project ? project->dependencies : std::vector<projects::Dependency>())
        made.append(QString::fromStdString(dependency.project + " by " + dependency.source));
    return made.join(QStringLiteral(", "));
}

Repository found(const Folder& folder) {
    auto result = projects::findProjects(folder.path());
    if (!result.isOk())
        qFatal("%s", result.diagnostics.toString().c_str());
    return *std::move(result.value);
}

constexpr const char* backend = "terraform {\n  backend \"local\" {}\n}\n";
constexpr const char* requirements = "terraform {\n  required_providers {\n    aws = {\n      source = "
                                     "\"hashicorp/aws\"\n      version = \"~> 5.0\"\n    }\n  }\n}\n";

} // namespace

/// The projects of a repository, the files they read, and the projects that a change affects.
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

    void collectsFilesThatFunctionsRead_data() {
        QTest::addColumn<QByteArray>("expression");
        QTest::addColumn<QStringList>("files");
        QTest::newRow("file") << QByteArray("file(\"x.txt\")") << QStringList{"app/x.txt"};
        QTest::newRow("module path") << QByteArray("file(\"${path.module}/x.txt\")") << QStringList{"lib/x.txt"};
        QTest::newRow("root path") << QByteArray("file(\"${path.root}/x.txt\")") << QStringList{"app/x.txt"};
        QTest::newRow("template") << QByteArray("templatefile(\"${path.module}/t.tpl\", {a = 1})")
                                  << QStringList{"lib/t.tpl"};
        QTest::newRow("parent folder") << QByteArray("filesha256(\"${path.module}/../x\")") << QStringList{"x"};
        QTest::newRow("nested call") << QByteArray("jsondecode(upper(file(\"x.json\"))).a")
                                     << QStringList{"app/x.json"};
        QTest::newRow("in a conditional")
            << QByteArray("true ? [for f in [1] : file(\"x\")] : []") << QStringList{"app/x"};
        QTest::newRow("in a template") << QByteArray("\"a ${file(\"x\")} b\"") << QStringList{"app/x"};
        QTest::newRow("variable") << QByteArray("file(var.x)") << QStringList();
        QTest::newRow("absolute") << QByteArray("file(\"/etc/passwd\")") << QStringList();
        QTest::newRow("outside") << QByteArray("file(\"../../../x\")") << QStringList();
        QTest::newRow("other function") << QByteArray("basename(\"x\")") << QStringList();
    }
    void collectsFilesThatFunctionsRead() {
        QFETCH(QByteArray, expression);
        QFETCH(QStringList, files);
        const Folder folder({{"app/main.tf", QByteArray(backend) + "module \"m\" {\n  source = \"../lib\"\n}\n"},
                             {"lib/main.tf", "resource \"a\" \"b\" {\n  c {\n    x = " + expression + "\n  }\n}\n"}});
        QCOMPARE(texts(found(folder).find("app")->readFiles), files);
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
        QTest::newRow("another key") << terraform("\"s3\" {\n bucket = \"b\"\n key = \"net\"\n}")
                                     << QByteArray("backend = \"s3\"\nconfig = {\nbucket = \"b\"\nkey = \"nat\"\n}")
                                     << false;
        QTest::newRow("variable key") << terraform("\"s3\" {\n bucket = \"b\"\n key = \"net\"\n}")
                                      << QByteArray("backend = \"s3\"\nconfig = {\nbucket = \"b\"\nkey = var.key\n}")
                                      << false;
        QTest::newRow("another workspace")
            << terraform("\"s3\" {\n bucket = \"b\"\n key = \"net\"\n}")
            << QByteArray("backend = \"s3\"\nworkspace = \"w\"\nconfig = {\nbucket = \"b\"\nkey = \"net\"\n}") << false;
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

    void matchesPatterns_data() {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("path");
        QTest::addColumn<bool>("matches");
        QTest::newRow("literal") << "a/b.tf"
                                 << "a/b.tf" << true;
        QTest::newRow("star") << "*.tf"
                              << "a.tf" << true;
        QTest::newRow("star stays in a folder") << "*.tf"
                                                << "a/b.tf" << false;
        QTest::newRow("any folders") << "**/*.tf"
                                     << "a/b/c.tf" << true;
        QTest::newRow("no folder") << "**/*.tf"
                                   << "c.tf" << true;
        QTest::newRow("everything below") << "a/**"
                                          << "a/b/c" << true;
        QTest::newRow("question mark") << "a?c"
                                       << "abc" << true;
        QTest::newRow("class") << "[a-c].tf"
                               << "b.tf" << true;
        QTest::newRow("negated class") << "[!a-c].tf"
                                       << "b.tf" << false;
        QTest::newRow("alternatives") << "a.{tf,tofu}"
                                      << "a.tofu" << true;
        QTest::newRow("no alternative") << "a.{tf,tofu}"
                                        << "a.json" << false;
        QTest::newRow("longer") << "a"
                                << "ab" << false;
        QTest::newRow("many stars") << QString("*a").repeated(30) << QString("a").repeated(60) + "b" << false;
    }
    void matchesPatterns() {
        QFETCH(QString, pattern);
        QFETCH(QString, path);
        QFETCH(bool, matches);
        QCOMPARE(projects::matchesPattern(pattern.toStdString(), path.toStdString()), matches);
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

    void lastMatchingPatternDecides() {
        QVERIFY(projects::isSelected({"*.yaml", "!x.yaml"}, "a.yaml"));
        QVERIFY(!projects::isSelected({"*.yaml", "!x.yaml"}, "x.yaml"));
        QVERIFY(projects::isSelected({"../shared/*.yaml"}, "../shared/a.yaml"));
    }

    void changesHaveReasons_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("reason");
        QTest::newRow("root module") << "app/main.tf"
                                     << "configuration";
        QTest::newRow("new file of the root module") << "app/new.tf"
                                                     << "configuration";
        QTest::newRow("local module") << "lib/new.tf"
                                      << "module";
        QTest::newRow("automatic variables") << "app/x.auto.tfvars"
                                             << "variable_file";
        QTest::newRow("named variables") << "env/prod.tfvars"
                                         << "variable_file";
        QTest::newRow("lock file") << "app/.terraform.lock.hcl"
                                   << "lock_file";
        QTest::newRow("file that a function reads") << "app/x.txt"
                                                    << "read_file";
        QTest::newRow("match of fileset") << "lib/policies/a/b.json"
                                          << "read_file";
        QTest::newRow("no match of fileset") << "lib/policies/b.txt"
                                             << "";
        QTest::newRow("pattern") << "shared/x.yaml"
                                 << "pattern";
        QTest::newRow("list of projects") << "planlens.yaml"
                                          << "project_list";
        QTest::newRow("document") << "app/README.md"
                                  << "";
        QTest::newRow("other module") << "other/main.tf"
                                      << "";
        QTest::newRow("folder below") << "app/sub/main.tf"
                                      << "";
        QTest::newRow("variables that are not read") << "app/dev.tfvars"
                                                     << "";
        QTest::newRow("lock file of a module") << "lib/.terraform.lock.hcl"
                                               << "";
    }
    void changesHaveReasons() {
        QFETCH(QString, file);
        QFETCH(QString, reason);
        const Folder folder(
            {{"planlens.yaml",
              "projects:\n- dir: app\n  var_files: [../env/prod.tfvars]\n  when_modified: [../shared/*.yaml]\n"},
             {"app/main.tf",
              QByteArray(backend) + "module \"m\" {\n  source = \"../lib\"\n}\nlocals {\n  x = file(\"x.txt\")\n}\n"},
             {"lib/main.tf", "locals {\n  p = fileset(\"${path.module}/policies\", \"**/*.json\")\n}\n"}});
        const Repository repository = found(folder);
        const auto reasons = projects::changeReasons(*repository.find("app"), {file.toStdString()});
        QCOMPARE(reasons.empty() ? QString() : QString::fromUtf8(projects::nameOf(reasons[0].kind).data()), reason);
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
