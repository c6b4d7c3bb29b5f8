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
        QTest::newRow("conflict marker") << "a/main.tf" << QByteArray(QByteArray("<<<<<<< HEAD\n") + backend) << one;
        QTest::newRow("typo in the first block")
            << "a/main.tf" << QByteArray(QByteArray("terrafrom ") + backend) << one;
        QTest::newRow("missing brace in the first block")
            << "a/main.tf" << QByteArray(QByteArray("locals {\n") + backend) << one;
        QTest::newRow("cloud block after an error")
            << "a/main.tf" << QByteArray("x = [\nterraform {\n  cloud {\n  }\n}\n") << one;
        QTest::newRow("providers after an error")
            << "a/main.tf" << QByteArray(QByteArray("x = [\n") + requirements) << one;
        QTest::newRow("broken JSON") << "a/main.tf.json"
                                     << QByteArray("{\"terraform\":{\"backend\":{\"s3\":{}}},,\"locals\":{}}") << one;
        QTest::newRow("broken module") << "modules/a/main.tf" << QByteArray(QByteArray("x = [\n") + requirements)
                                       << none;
        QTest::newRow("broken file without signs of a root module")
            << "a/main.tf" << QByteArray("x = [\nlocals {\n  # a backend \"s3\"\n  backend = \"s3\"\n}\n") << none;
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

    void searchIsStopped() {
        std::stop_source stop;
        stop.request_stop();
        const Folder folder({{"a/main.tf", backend}, {"b/main.tf", backend}});
        const auto read = projects::findProjects(folder.path(), stop.get_token());
        QVERIFY(!read.value);
        QCOMPARE(read.diagnostics[0].summary, std::string("Interrupted"));
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

    void directoriesOfProjectsAreChecked_data() {
        QTest::addColumn<QByteArray>("directory");
        QTest::addColumn<QByteArray>("problem");
        QTest::newRow("missing") << QByteArray("gone") << QByteArray("gone, which does not exist in the repository.");
        QTest::newRow("file") << QByteArray("file") << QByteArray("file, which is not a directory.");
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
        QTest::newRow("no directory") << QByteArray("projects:\n- name: x\n");
        QTest::newRow("workspace with a path") << QByteArray("projects:\n- {dir: ., workspace: ../../x}\n");
        QTest::newRow("workspace with a space") << QByteArray("projects:\n- {dir: ., workspace: a b}\n");
        QTest::newRow("name that is not valid UTF-8") << QByteArray("projects:\n- {dir: ., name: a\xff}\n");
        QTest::newRow("no project") << QByteArray("projects:\n-\n");
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

    /// A project that nothing names may be in a file or folder that cannot be read.
    void unreadableFilesAreErrors() {
        const Folder folder({{"app/main.tf", backend}, {"other/README.md", ""}});
        std::filesystem::create_symlink("main.tf", folder.path() / "other/main.tf");
        const auto result = projects::findProjects(folder.path());
        QVERIFY(result.hasErrors());
        QCOMPARE(result.diagnostics.size(), std::size_t(1));
        QCOMPARE(namesOf(*result), (QStringList{"app", "other"})); // the file may have a backend
        const std::string said = result.diagnostics.toString();
        QVERIFY2(said.find("other/main.tf: too many levels of symbolic links") != std::string::npos, said.c_str());
    }

    void namesOfDirectoriesAreUtf8() {
        const Folder folder({{"a/main.tf", backend}, {"README.md", ""}});
        const std::string name = "caf\xe9";
        std::filesystem::copy(folder.path() / "a", folder.path() / name);
        const auto repository = projects::findProjects(folder.path());
        QVERIFY(!repository.hasErrors());
        QCOMPARE(namesOf(*repository), QStringList{"a"}); // the others can be planned
        QVERIFY(repository.diagnostics[0].detail.find("\"caf\\xe9\"") != std::string::npos);
    }

    void terragruntUnitsNeedGeneratedConfiguration() {
        const Folder folder({{"a/main.tf", backend}, {"a/terragrunt.hcl", ""}, {"b/terragrunt.hcl", ""}});
        const auto repository = projects::findProjects(folder.path());
        QCOMPARE(namesOf(*repository.value), QStringList{"a"});
        QVERIFY(repository->projects[0].variableFiles.empty());
        QCOMPARE(repository.diagnostics.size(), std::size_t(1));
        QVERIFY(repository.diagnostics[0].detail.starts_with("Terragrunt has generated no configuration for b."));
    }
    void terragruntUnitsAreProjects() {
        const QString cache = QStringLiteral("live/b/.terragrunt-cache/x1/y2/");
        const Folder folder({{"live/root.hcl", ""},
                             {"live/b/terragrunt.hcl", "terraform {\n  source = \"../../modules//m\"\n}\n"},
                             {cache + "m/main.tf", "variable \"v\" {}\n"},
                             {cache + "m/backend.tf", backend},
                             {cache + "m/terragrunt-debug.tfvars.json", "{\"v\": 1}"},
                             {cache + "n/main.tf", "locals {}\n"},
                             {"live/c/terragrunt.hcl", "inputs = {\n  v = 1\n}\n"},
                             {"live/c/main.tf", backend},
                             {"live/d/terragrunt.hcl", "inputs = {}\n"},
                             {"live/d/main.tf", backend},
                             {"live/d/terragrunt-debug.tfvars.json", "{}"},
                             {"modules/m/main.tf", "variable \"v\" {}\n"}});
        const auto repository = projects::findProjects(folder.path());
        QCOMPARE(namesOf(*repository.value), (QStringList{"live/b", "live/c", "live/d"}));
        const Project& b = repository->projects[0];
        QCOMPARE(b.directory, (cache + "m").toStdString());
        QCOMPARE(texts(b.variableOptions), QStringList{"-var-file=terragrunt-debug.tfvars.json"});
        QVERIFY(b.backend);
        const std::vector<std::pair<std::string, std::string>> patterns{
            {".", "*.hcl"}, {"live", "*.hcl"}, {"live/b", "*"}, {"modules", "**"}};
        QVERIFY(b.patterns == patterns);
        QVERIFY(repository->projects[1].variableFiles.empty());
        QCOMPARE(texts(repository->projects[2].variableFiles), QStringList{"terragrunt-debug.tfvars.json"});
        QCOMPARE(repository.diagnostics.size(), std::size_t(1));
        QVERIFY(repository.diagnostics[0].detail.starts_with("There is no terragrunt-debug.tfvars.json for live/c."));
    }

    void sharedStatesAreNamed_data() {
        QTest::addColumn<QByteArray>("a");
        QTest::addColumn<QByteArray>("b");
        QTest::addColumn<bool>("isShared");
        const auto bucket = [](const char* key) {
            return QByteArray("terraform {\n  backend \"s3\" {\n    bucket = \"b\"\n    key = ") + key + "\n  }\n}\n";
        };
        QTest::newRow("same key") << bucket("\"k\"") << bucket("\"k\"") << true;
        QTest::newRow("other key") << bucket("\"k\"") << bucket("\"l\"") << false;
        QTest::newRow("unknown key") << bucket("var.k") << bucket("var.k") << false;
        QTest::newRow("local states") << QByteArray(backend) << QByteArray(backend) << false;
        const QByteArray elsewhere = "terraform {\n  backend \"local\" {\n    path = \"../state\"\n  }\n}\n";
        QTest::newRow("same file") << elsewhere << elsewhere << true;
    }
    void sharedStatesAreNamed() {
        QFETCH(QByteArray, a);
        QFETCH(QByteArray, b);
        QFETCH(bool, isShared);
        const Folder folder({{"a/main.tf", a}, {"b/main.tf", b}});
        const auto repository = projects::findProjects(folder.path());
        QCOMPARE(repository.diagnostics.size(), std::size_t(isShared ? 1 : 0));
        if (isShared)
            QVERIFY(repository.diagnostics[0].detail.starts_with("a and b store their states in the same place."));
    }

    void sharedStatesAreOneWarning_data() {
        QTest::addColumn<QList<int>>("sizes"); // of the groups of projects with the same state
        QTest::addColumn<QString>("text");
        QTest::newRow("one pair") << QList<int>{2} << "p0-0 and p0-1 store their states in the same place.";
        QTest::newRow("four projects") << QList<int>{4}
                                       << "p0-0, p0-1, p0-2 and p0-3 store their states in the same place.";
        QTest::newRow("many projects") << QList<int>{97}
                                       << "p0-0, p0-1, p0-10 and 94 more store their states in the same place.";
        QTest::newRow("two pairs") << QList<int>{2, 2}
                                   << "4 projects store their states in 2 places, each in the same place as another "
                                      "one: p0-0 and p0-1; p1-0 and p1-1. Applying";
        QTest::newRow("many groups") << QList<int>{2, 6, 1, 2, 2, 3}
                                     << "15 projects store their states in 5 places, each in the same place as another "
                                        "one: p0-0 and p0-1; p1-0, p1-1, p1-2 and 3 more; p3-0 and p3-1; and the "
                                        "projects of 2 more. Applying";
    }
    void sharedStatesAreOneWarning() {
        QFETCH(QList<int>, sizes);
        QFETCH(QString, text);
        const Folder folder({});
        for (int group = 0; group < sizes.size(); ++group)
            for (int i = 0; i < sizes[group]; ++i)
                folder.write(QStringLiteral("p%1-%2/main.tf").arg(group).arg(i),
                             "terraform {\n  backend \"s3\" {\n    bucket = \"b\"\n    key = \"k" +
                                 QByteArray::number(group) + "\"\n  }\n}\n");
        const auto repository = projects::findProjects(folder.path());
        QCOMPARE(repository.diagnostics.size(), std::size_t(1));
        const QString detail = QString::fromStdString(repository.diagnostics[0].detail);
        QVERIFY2(detail.startsWith(text), qPrintable(detail));
    }

    void listCanBeRestrictedToNamedProjects() {
        const Folder folder({{"planlens.yaml", "discover: false\nprojects:\n- dir: app\n"},
                             {"app/main.tf", backend},
                             {"other/main.tf", backend}});
        QCOMPARE(namesOf(found(folder)), QStringList{"app"});
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
                                        "\"hunter2hunter2\"\n  }\n}\nmodule \"m\" {\n  source = "
                                        "\"git::https://u:hunter2@host/x?ref=z\"\n}\n")}});
        const Repository repository = found(folder);
        const std::string text = projects::listJson({&repository.projects[0]}, nullptr);
        QVERIFY(text.find("states") != std::string::npos);
        QVERIFY(text.find("hunter2") == std::string::npos);
        QVERIFY(text.find("git::https://u:***@host/x?ref=z") != std::string::npos);
        QVERIFY(projects::describe(*repository.projects[0].backend).find("hunter2") == std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestRepository)
#include "tst_repository.moc"
