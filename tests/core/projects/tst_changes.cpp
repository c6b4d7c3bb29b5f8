// SPDX-License-Identifier: MPL-2.0
#include "core/projects/repository/path_pattern.h"
#include "core/projects/repository/repository_changes.h"
#include "tests/core/projects/repository_folder.h"

#include <QTest>

using namespace planlens;
using namespace planlens::testing;
using projects::Project;
using projects::Repository;

/// The files that projects read, and the projects that a change affects.
class TestChanges final : public QObject {
    Q_OBJECT
private Q_SLOTS:
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
        QTest::newRow("local value") << QByteArray("file(\"${local.deeper}/x\")") << QStringList{"lib/files/deep/x"};
        QTest::newRow("variable without a default value") << QByteArray("file(var.x)") << QStringList();
        QTest::newRow("default value") << QByteArray("file(var.file)") << QStringList{"app/default.txt"};
        QTest::newRow("absolute path") << QByteArray("file(abspath(\"${path.module}/x\"))") << QStringList{"lib/x"};
        QTest::newRow("joined") << QByteArray("file(join(\"/\", [path.module, \"x\"]))") << QStringList{"lib/x"};
        QTest::newRow("replaced") << QByteArray("file(replace(\"${path.module}/@.txt\", \"@\", \"path\"))")
                                  << QStringList{"lib/path.txt"};
        QTest::newRow("formatted") << QByteArray("file(format(\"%s/x\", path.module))") << QStringList{"lib/x"};
        QTest::newRow("folder of a path") << QByteArray("file(\"${dirname(path.module)}/x\")") << QStringList{"x"};
        QTest::newRow("first that is not empty") << QByteArray("file(coalesce(\"\", \"x\"))") << QStringList{"app/x"};
        QTest::newRow("both values of a condition")
            << QByteArray("file(var.size > 1 ? \"x\" : \"${path.module}/y\")") << QStringList{"app/x", "lib/y"};
        QTest::newRow("in a map") << QByteArray("file(local.files.one)") << QStringList{"lib/one"};
        QTest::newRow("absolute") << QByteArray("file(\"/etc/passwd\")") << QStringList();
        QTest::newRow("outside") << QByteArray("file(\"../../../x\")") << QStringList();
        QTest::newRow("other function") << QByteArray("basename(\"x\")") << QStringList();
    }
    void collectsFilesThatFunctionsRead() {
        QFETCH(QByteArray, expression);
        QFETCH(QStringList, files);
        const Folder folder(
            {{"app/main.tf", QByteArray(backend) + "module \"m\" {\n  source = \"../lib\"\n}\n"},
             {"lib/locals.tf",
              "locals {\n  deeper = \"${local.folder}/deep\"\n  folder = \"${path.module}/files\"\n  size = "
              "var.size\n  files = {\n    one = \"${path.module}/one\"\n  }\n}\nvariable \"file\" {\n  "
              "default = \"default.txt\"\n}\n"},
             {"lib/main.tf", "resource \"a\" \"b\" {\n  c {\n    x = " + expression + "\n  }\n}\n"}});
        QCOMPARE(texts(found(folder).find("app")->readFiles), files);
    }

    void findsModulesOfComputedSources_data() {
        QTest::addColumn<QString>("file"); // besides main.tf
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("source");
        QTest::addColumn<QStringList>("modules");
        const auto row = [](const char* name, const char* file, const char* text, const char* source,
                            const QStringList& modules) {
            QTest::newRow(name) << QString::fromLatin1(file) << QByteArray(text) << QByteArray(source) << modules;
        };
        const QStringList one{"modules/one"}, two{"modules/two"}, none;
        row("default value", "app/v.tf", "", "\"../modules/${var.m}\"", one);
        row("whole source", "app/v.tf", "variable \"s\" {\n  default = \"../modules/two\"\n}\n", "var.s", two);
        row("terraform.tfvars", "app/terraform.tfvars", "m = \"two\"\n", "\"../modules/${var.m}\"", two);
        row("variable file of the project", "planlens.yaml", "projects:\n- dir: app\n  var_files: [w.tfvars]\n",
            "\"../modules/${var.m}\"", two);
        row("workspace of the project", "planlens.yaml", "projects:\n- dir: app\n  name: app\n  workspace: two\n",
            "\"../modules/${terraform.workspace}\"", two);
        row("default workspace", "app/v.tf", "", "\"../modules/${terraform.workspace}\"", {"modules/default"});
        row("local value of a variable", "app/v.tf", "locals {\n  s = \"../modules/${var.m}\"\n}\n", "local.s", one);
        row("override file", "app/main_override.tf", "module \"x\" {\n  source = \"../modules/two\"\n}\n",
            "\"../modules/one\"", two);
        row("override without a source", "app/main_override.tf", "module \"x\" {\n  a = 1\n}\n", "\"../modules/one\"",
            one);
        row("file that OpenTofu prefers", "app/main.tofu",
            "terraform {\n  backend \"local\" {}\n}\nmodule \"x\" {\n  source = \"../modules/two\"\n}\n",
            "\"../modules/one\"", two);
        row("variable without a value", "app/v.tf", "variable \"u\" {}\n", "\"../modules/${var.u}\"", none);
        row("argument of a module", "lib/main.tf",
            "variable \"m\" {\n  default = \"one\"\n}\nmodule \"y\" {\n  source = \"../modules/${var.m}\"\n}\n",
            "\"../lib\"\n  m = \"two\"", {"lib", "modules/two"});
    }
    void findsModulesOfComputedSources() {
        QFETCH(QString, file);
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, source);
        QFETCH(QStringList, modules);
        const Folder folder({{"app/main.tf", QByteArray(backend) +
                                                 "variable \"m\" {\n  default = \"one\"\n}\nmodule "
                                                 "\"x\" {\n  source = " +
                                                 source + "\n}\n"},
                             {"app/w.tfvars", "m = \"two\"\n"},
                             {"modules/one/main.tf", "locals {}\n"},
                             {"modules/two/main.tf", "locals {}\n"},
                             {"modules/default/main.tf", "locals {}\n"},
                             {file, text}});
        const Repository repository = found(folder);
        const Project& app = *repository.find("app");
        QCOMPARE(texts(app.modules), modules);
        QCOMPARE(app.unresolvedReads.empty(), !modules.isEmpty());
        for (const char* name : {"one", "two"})
            QCOMPARE(!changeReasons(app, {std::string("modules/") + name + "/main.tf"}).empty(),
                     modules.contains(QLatin1String("modules/") + QLatin1String(name)));
    }

    void collectsFilesThatLocalValuesRead_data() {
        QTest::addColumn<QByteArray>("expression");
        QTest::addColumn<QStringList>("files");
        QTest::newRow("file") << QByteArray("file(\"x\")") << QStringList{"app/x"};
        QTest::newRow("optional file") << QByteArray("try(file(\"x\"), \"\")") << QStringList{"app/x"};
        QTest::newRow("trimmed optional file")
            << QByteArray("try(trimspace(file(\"${path.module}/x\")), \"\")") << QStringList{"app/x"};
        QTest::newRow("whether it can be read") << QByteArray("can(file(\"x\"))") << QStringList{"app/x"};
        QTest::newRow("existing file") << QByteArray("fileexists(\"x\") ? file(\"x\") : \"\"") << QStringList{"app/x"};
        QTest::newRow("in a constant template") << QByteArray("\"a${try(file(\"x\"), \"\")}\"") << QStringList{"app/x"};
        QTest::newRow("or a variable") << QByteArray("try(var.unset, file(\"x\"))") << QStringList{"app/x"};
        QTest::newRow("expanded path") << QByteArray("file(pathexpand(\"../opt/x\"))") << QStringList{"opt/x"};
        QTest::newRow("home directory") << QByteArray("file(pathexpand(\"~/x\"))") << QStringList();
        QTest::newRow("name of a file") << QByteArray("\"x/y\"") << QStringList();
    }
    void collectsFilesThatLocalValuesRead() {
        QFETCH(QByteArray, expression);
        QFETCH(QStringList, files);
        const Folder folder({{"app/main.tf", QByteArray(backend) + "locals {\n  o = " + expression + "\n}\n"}});
        QCOMPARE(texts(found(folder).find("app")->readFiles), files);
    }

    void computedPathsArePatterns_data() {
        QTest::addColumn<QByteArray>("expression");
        QTest::addColumn<QString>("pattern"); // folder|pattern
        const auto row = [](const char* name, const char* expression, const char* pattern) {
            QTest::newRow(name) << QByteArray(expression) << QString(pattern);
        };
        row("name of a file", "file(\"${path.module}/files/${var.x}.json\")", "lib/files|**.json");
        row("end of a name", "file(\"${path.module}/files/a-${var.x}\")", "lib/files|a-**");
        row("folder", "templatefile(\"files/${var.x}/a\", {})", "app/files|**/a");
        row("several parts", "file(\"../${var.x}-${var.y}\")", ".|**-**");
        row("folder of the module", "file(\"${path.module}/${var.x}\")", "lib|**");
        row("local value", "file(\"${local.folder}/${each.key}\")", "lib/files|**");
        row("characters of patterns", "file(\"f/b{[*${var.x}*\")", "app/f|b\\{\\[\\***\\*");
        row("fileset", "fileset(\"${path.module}/files/${var.x}\", \"*.json\")", "lib/files|**/*.json");
        row("no folder", "file(\"x${var.x}\")", "app|x**");
        row("start that is not constant", "file(\"${var.x}/y/z\")", "app|**/y/z");
        row("formatted", "file(format(\"%s/f/%s.json\", path.module, var.x))", "lib/f|**.json");
        row("joined", "file(join(\"/\", [path.module, \"f\", each.key]))", "lib/f|**");
        row("local value with a variable", "file(\"${local.part}/y\")", "app/files|**/y");
        row("hash of a variable", "file(\"files/${md5(var.x)}\")", "app/files|**");
        row("pattern of a variable", "fileset(\"${path.module}/f\", \"${var.x}/*.json\")", "lib/f|**/*.json");
        row("match of fileset", "[for f in fileset(path.module, \"f/*.json\") : file(\"${path.module}/${f}\")]",
            "lib/f|**.json lib/f|*.json");
        row("parent folders of fileset", "fileset(path.module, \"../f/*.json\")", "f|*.json");
        row("folder after an unknown part", "file(\"f/${var.x}/../y\")", "app/f|**");
        row("absolute", "file(\"/etc/${var.x}\")", "");
        row("root", "file(\"/${var.x}\")", "");
        row("home", "file(\"~/.ssh/${var.x}\")", "");
        row("outside", "file(\"../../../x/${var.x}\")", "");
    }
    void computedPathsArePatterns() {
        QFETCH(QByteArray, expression);
        QFETCH(QString, pattern);
        const Folder folder(
            {{"app/main.tf", QByteArray(backend) + "module \"m\" {\n  source = \"../lib\"\n}\n"},
             {"lib/main.tf", "locals {\n  folder = \"${path.module}/files\"\n  part = \"files/${var.x}\"\n  x = " +
                                 expression + "\n}\n"}});
        const Repository repository = found(folder);
        const Project* const app = repository.find("app");
        QStringList patterns;
        for (const auto& [base, name] : app->patterns)
            patterns.append(QString::fromStdString(base + "|" + name));
        QCOMPARE(patterns.join(u' '), pattern);
        QVERIFY(app->readFiles.empty());
    }

    void computedFilesAreFound_data() {
        QTest::addColumn<QByteArray>("root");   // of app/main.tf
        QTest::addColumn<QByteArray>("module"); // of lib/main.tf
        QTest::addColumn<QStringList>("files");
        const auto row = [](const char* name, const char* root, const char* module, const QStringList& files) {
            QTest::newRow(name) << QByteArray(root) << QByteArray(module) << files;
        };
        const char* const call = "module \"m\" {\n  source = \"../lib\"\n}\n";
        const auto root = [&](const char* name, const char* expression, const QStringList& files) {
            QTest::newRow(name) << QByteArray(expression).prepend("locals {\n  x = ").append("\n}\n") << QByteArray()
                                << files;
        };
        root("absolute path of the module", "file(\"${abspath(path.module)}/../x\")", {"x"});
        root("absolute path of a text", "file(\"${abspath(\"..\")}/x\")", {"x"});
        root("folders of the working directory", "file(\"${dirname(path.cwd)}/x\")", {"x"});
        root("folders of an absolute path", "file(\"${dirname(abspath(path.module))}/x\")", {"x"});
        root("folder of the path of a root module", "file(\"${dirname(path.module)}/x\")", {"app/x"});
        root("name of the folder", "file(\"../f/${basename(path.cwd)}.json\")", {"f/app.json"});
        root("element of a map", "file(lookup({default = \"../x\"}, terraform.workspace))", {"x"});
        root("elements of a map", "file({a = \"../x\", b = \"y\"}[var.unset])", {"app/y", "x"});
        root("loop over a map", "[for k, v in {a = \"../x\"} : file(v)]", {"x"});
        root("loop over keys", "[for k, v in {\"../x\" = 1} : file(k)]", {"x"});
        root("values of a condition in a call", "file(format(\"../%s\", var.unset ? \"x\" : \"y\"))", {"x", "y"});
        root("values of a condition in a text", "file(\"../${var.unset ? \"x\" : \"y\"}\")", {"x", "y"});
        root("function in a template", "templatefile(\"t.tpl\", {name = \"x\"})", {"app/in", "app/t.tpl", "app/x"});
        row("instances", "resource \"a\" \"b\" {\n  for_each = toset([\"x\", \"y\"])\n  c = file(each.key)\n}\n", "",
            {"app/x", "app/y"});
        row("argument of a module", "module \"m\" {\n  source = \"../lib\"\n  f = \"x\"\n}\n",
            "variable \"f\" {}\nlocals {\n  x = file(\"${path.module}/${var.f}\")\n}\n", {"lib/x"});
        row("argument of a module with the path of its caller",
            "module \"m\" {\n  source = \"../lib\"\n  f = \"${abspath(path.module)}/..\"\n}\n",
            "variable \"f\" {}\nlocals {\n  x = file(\"${var.f}/x\")\n}\n", {"x"});
        row("argument of a module of a module", "module \"m\" {\n  source = \"../lib\"\n  f = \"x\"\n}\n",
            "variable \"f\" {}\nmodule \"n\" {\n  source = \"../inner\"\n  g = \"a/${var.f}\"\n}\n", {"inner/a/x"});
        row("default value", call,
            "variable \"f\" {\n  default = \"x\"\n}\nlocals {\n  x = file(\"${path.module}/${var.f}\")\n}\n",
            {"lib/x"});
        row("path of the root module", call, "locals {\n  x = file(\"${dirname(path.root)}/x\")\n}\n", {"app/x"});
        row("module by a path", "module \"m\" {\n  source = \"${path.module}/../lib\"\n}\n",
            "locals {\n  x = file(\"${path.module}/x\")\n}\n", {"lib/x"});
    }
    void computedFilesAreFound() {
        QFETCH(QByteArray, root);
        QFETCH(QByteArray, module);
        QFETCH(QStringList, files);
        const Folder folder(
            {{"app/main.tf", QByteArray(backend) + root},
             {"app/t.tpl", "${file(\"in\")} ${file(name)}"},
             {"lib/main.tf", module},
             {"inner/main.tf", "variable \"g\" {}\nlocals {\n  x = file(\"${path.module}/${var.g}\")\n}\n"}});
        const Repository repository = found(folder);
        QCOMPARE(texts(repository.find("app")->readFiles), files);
        QVERIFY(repository.find("app")->unresolvedReads.empty());
    }

    void localValuesThatUseEachOtherManyTimesTakeNoTime() {
        QByteArray locals = "locals {\n  l0 = var.x\n";
        for (int i = 1; i < 60; ++i) {
            const QByteArray inner = "local.l" + QByteArray::number(i - 1);
            locals += "  l" + QByteArray::number(i) + " = \"${" + inner + "}${" + inner + "}\"\n";
        }
        locals += "  t0 = \"aaaaaaaaaaaaaaaa\"\n";
        for (int i = 1; i < 60; ++i) {
            const QByteArray inner = "local.t" + QByteArray::number(i - 1);
            locals += "  t" + QByteArray::number(i) + " = \"${" + inner + "}${" + inner + "}\"\n";
        }
        locals += "  x = file(\"f/${local.l59}\")\n  a = \"${local.b}${local.b}\"\n  b = \"${local.a}${local.a}\"\n"
                  "  z = file(local.a)\n}\n";
        const Folder folder({{"app/main.tf", QByteArray(backend) + locals}});
        QVERIFY(!projects::changeReasons(*found(folder).find("app"), {"app/f/x"}).empty());
    }

    void namesFunctionsWhoseFilesAreNotKnown() {
        const Folder folder({{"app/main.tf", QByteArray(backend) + "module \"m\" {\n  source = \"../lib\"\n}\n"},
                             {"lib/main.tf", "locals {\n  x = file(var.x)\n  y = file(\"f/${var.x}\")\n}\n"}});
        const Repository repository = found(folder);
        const Project* const app = repository.find("app");
        QCOMPARE(texts(app->unresolvedReads), QStringList{"lib/main.tf:2"});
        QVERIFY(!projects::changeReasons(*app, {"app/data/x"}).empty());
        QVERIFY(projects::changeReasons(*app, {"other/x"}).empty());
    }

    void namedPathsAreFilesOrFolders_data() {
        QTest::addColumn<QByteArray>("block"); // of the module lib
        QTest::addColumn<QString>("file");
        QTest::addColumn<bool>("isNamed");
        const auto row = [](const char* name, const char* block, const char* file, bool isNamed) {
            QTest::newRow(name) << QByteArray(block) << QString(file) << isNamed;
        };
        const char* const call = "module \"n\" {\n  source = \"../other\"\n  file = \"${path.module}/p.json\"\n}\n";
        row("argument of a module", call, "lib/p.json", true);
        row("another file beside it", call, "lib/q.json", false);
        row("the module that is called", call, "other/main.tf", true);
        const char* const plain = "module \"n\" {\n  source = \"../other\"\n  file = \"policies/p.json\"\n}\n";
        row("path from the root module", plain, "app/policies/p.json", true);
        row("text that is not a file", plain, "app/policies/q.json", false);
        const char* const archive = "data \"archive_file\" \"a\" {\n  source_dir = \"${path.module}/src\"\n}\n";
        row("folder of an archive", archive, "lib/src/a/b.py", true);
        row("start of its name", archive, "lib/srcs/b.py", false);
        row("slash after its name", "data \"archive_file\" \"a\" {\n  source_dir = \"${path.module}/src/\"\n}\n",
            "lib/src/a/b.py", true);
        row("folder of the module as an argument", "data \"archive_file\" \"a\" {\n  source_dir = path.module\n}\n",
            "lib/src/b.py", true);
        row("folder of the module in a list", "locals {\n  f = [\"${path.module}/\"]\n}\n", "lib/README.md", false);
        const char* const run = "resource \"a\" \"b\" {\n  provisioner \"local-exec\" {\n    command = \"cd / && "
                                "${path.module}/run.sh --all; ${path.root}/after.sh\"\n  }\n}\n";
        row("script of a command", run, "lib/run.sh", true);
        row("second script of a command", run, "app/after.sh", true);
        row("word of a command", run, "lib/--all", false);
        const char* const spaces = "resource \"a\" \"b\" {\n  source = \"${path.module}/a file.txt\"\n}\n";
        row("name with spaces", spaces, "lib/a file.txt", true);
        const char* const computed = "resource \"a\" \"b\" {\n  source = \"${path.module}/f/${var.x}.txt\"\n}\n";
        row("computed name", computed, "lib/f/a.txt", true);
        row("other end", computed, "lib/f/a.md", false);
        const char* const local = "locals {\n  f = \"${path.module}/f\"\n}\nresource \"a\" \"b\" {\n  c = local.f\n}\n";
        row("local value that is used", local, "lib/f/a", true);
        row("local value that is not used", "locals {\n  f = \"${path.module}/f\"\n}\n", "lib/f/a", false);
        row("parent folder alone", "locals {\n  f = [\"${path.module}/..\"]\n}\n", "README.md", false);
        row("module by a default value",
            "variable \"s\" {\n  default = \"../other\"\n}\nmodule \"n\" {\n  source = var.s\n}\n", "other/main.tf",
            true);
    }
    void namedPathsAreFilesOrFolders() {
        QFETCH(QByteArray, block);
        QFETCH(QString, file);
        QFETCH(bool, isNamed);
        const Folder folder({{"app/main.tf", QByteArray(backend) + "module \"m\" {\n  source = \"../lib\"\n}\n"},
                             {"app/policies/p.json", "{}"},
                             {"lib/main.tf", block},
                             {"other/main.tf", ""}});
        const Repository repository = found(folder);
        QCOMPARE(!projects::changeReasons(*repository.find("app"), {file.toStdString()}).empty(), isNamed);
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

    void patternsAreRelativeToTheProject_data() {
        QTest::addColumn<QString>("patterns"); // separated by commas
        QTest::addColumn<QString>("path");
        QTest::addColumn<bool>("isSelected");
        const auto row = [](const char* patterns, const char* path, bool isSelected) {
            QTest::addRow("%s, %s", patterns, path) << patterns << path << isSelected;
        };
        row("*.yaml,!x.yaml", "live/[b]/a.yaml", true);
        row("*.yaml,!x.yaml", "live/[b]/x.yaml", false); // the last one decides
        row("../shared/*.yaml", "live/shared/a.yaml", true);
        row("**/*.tf", "live/[b]/main.tf", true);
        row("**/*.tf", "live/[b]/sub/main.tf", true);
        row("**/*.tf", "live/c/main.tf", false);
        row("../../modules/**/*.tf", "modules/a/main.tf", true);
        row("config", "live/[b]/config/a/x.yaml", true);
        row("config/", "live/[b]/config/x.yaml", true);
        row("config", "live/[b]/configuration", false);
        row("../shared", "live/shared/x.yaml", true);
        row("**/sub", "live/[b]/a/sub/x", true);
        row("**,!config/sub", "live/[b]/config/sub/x", false);
        row(" a.yaml ", "live/[b]/a.yaml", true);
        row(" ", "live/[b]/a.yaml", false);
    }
    void patternsAreRelativeToTheProject() {
        QFETCH(QString, patterns);
        QFETCH(QString, path);
        std::vector<std::string> list;
        for (const QString& pattern : patterns.split(u','))
            list.push_back(pattern.toStdString());
        QTEST(projects::isSelected(list, "live/[b]", path.toStdString()), "isSelected");
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
        QTest::newRow("pattern below a folder") << "shared/sub/x.json"
                                                << "pattern";
        QTest::newRow("list of projects") << "planlens.yaml"
                                          << "project_list";
        QTest::newRow("submodule, or link to a module") << "lib"
                                                        << "module";
        QTest::newRow("link to the project") << "app"
                                             << "configuration";
        QTest::newRow("link to a folder with files") << "lib/policies"
                                                     << "read_file";
        QTest::newRow("start of a name") << "li"
                                         << "";
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
            {{"planlens.yaml", "projects:\n- dir: app\n  var_files: [../env/prod.tfvars]\n  when_modified: "
                               "[../shared/*.yaml, ../shared/sub]\n"},
             {"app/main.tf",
              QByteArray(backend) + "module \"m\" {\n  source = \"../lib\"\n}\nlocals {\n  x = file(\"x.txt\")\n}\n"},
             {"lib/main.tf", "locals {\n  p = fileset(\"${path.module}/policies\", \"**/*.json\")\n}\n"}});
        const Repository repository = found(folder);
        const auto reasons = projects::changeReasons(*repository.find("app"), {file.toStdString()});
        QCOMPARE(reasons.empty() ? QString() : QString::fromUtf8(projects::nameOf(reasons[0].kind).data()), reason);
    }

    void changesBehindLinksHaveReasons_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("reason");
        QTest::newRow("configuration") << "shared/common.tf"
                                       << "configuration";
        QTest::newRow("variables") << "shared/values"
                                   << "variable_file";
        QTest::newRow("module") << "shared/lib/main.tf"
                                << "module";
        QTest::newRow("new file of a module") << "shared/lib/new.tf"
                                              << "module";
        QTest::newRow("file that a function reads") << "shared/text"
                                                    << "read_file";
        QTest::newRow("file of several links") << "shared/twice"
                                               << "configuration";
        QTest::newRow("document") << "shared/manual"
                                  << "";
        QTest::newRow("file beside") << "shared/other.tf"
                                     << "";
    }
    void changesBehindLinksHaveReasons() {
        QFETCH(QString, file);
        QFETCH(QString, reason);
        const Folder folder({{"app/main.tf", QByteArray(backend) + "module \"m\" {\n  source = \"./lib\"\n}\nlocals {\n"
                                                                   "  x = file(\"x.txt\")\n}\n"},
                             {"shared/common.tf", ""},
                             {"shared/values", ""},
                             {"shared/lib/main.tf", ""},
                             {"shared/text", ""},
                             {"shared/twice", ""},
                             {"shared/manual", ""}});
        for (const auto& [link, target] : std::map<const char*, const char*>{{"common.tf", "../shared/common.tf"},
                                                                             {"terraform.tfvars", "../shared/values"},
                                                                             {"lib", "../shared/lib"},
                                                                             {"x.txt", "../shared/text"},
                                                                             {"a", "../shared/twice"},
                                                                             {"b.tf", "../shared/twice"},
                                                                             {"README.md", "../shared/manual"}})
            std::filesystem::create_symlink(target, folder.path() / "app" / link);
        const Repository repository = found(folder);
        const auto reasons = projects::changeReasons(*repository.find("app"), {file.toStdString()});
        QCOMPARE(reasons.empty() ? QString() : QString::fromUtf8(projects::nameOf(reasons[0].kind).data()), reason);
        if (!reasons.empty())
            QCOMPARE(reasons[0].file, file.toStdString());
    }
};

QTEST_GUILESS_MAIN(TestChanges)
#include "tst_changes.moc"
