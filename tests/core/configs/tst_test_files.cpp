// SPDX-License-Identifier: MPL-2.0
#include "core/configs/config.h"
#include "core/configs/load.h"

#include <QTest>

using namespace planlens;

namespace {

/// Returns positions and summaries, sorted.
QString lines(const diags::Diagnostics& diagnostics) {
    QStringList all;
    for (const diags::Diagnostic& diagnostic : diagnostics)
        all.append((diagnostic.severity == diags::Severity::Warning ? QStringLiteral("W ") : QString()) +
                   (diagnostic.subject ? QString::fromStdString(diagnostic.subject->toString()) + QLatin1Char(' ')
                                       : QString()) +
                   QString::fromStdString(diagnostic.summary));
    all.sort();
    return all.join(QLatin1Char('\n'));
}

diags::Result<configs::ConfigPtr> load(std::map<std::string, std::string> files, const char* testDirectory = "tests") {
    files.emplace("main.tf", "output \"o\" { value = 1 }");
    configs::LoadOptions options;
    options.files = configs::memoryFileSystem(std::move(files));
    options.testDirectory = testDirectory;
    return configs::load(options);
}

} // namespace

class TestTestFiles final : public QObject {
    Q_OBJECT

private slots:
    void requiresProvidersOfTestFiles_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        QTest::newRow("none") << "run \"a\" {}"
                              << "";
        QTest::newRow("implied") << "provider \"other\" {\n  region = \"x\"\n}\n"
                                 << "registry.opentofu.org/hashicorp/other ";
        QTest::newRow("name of the root module, with a version") << "provider \"test\" {\n  version = \"~> 1.0\"\n}\n"
                                                                 << "example.com/tests/test ~> 1.0";
        QTest::newRow("aliases of one provider")
            << "provider \"test\" {\n  alias = \"a\"\n}\nprovider \"test\" {\n  alias = \"b\"\n}\n"
            << "example.com/tests/test ";
        QTest::newRow("mocked only") << "mock_provider \"other\" {}\n"
                                     << "";
    }
    void requiresProvidersOfTestFiles() {
        QFETCH(QString, text);
        const char* const root = "terraform {\n  required_providers {\n    test = {\n      source = "
                                 "\"example.com/tests/test\"\n    }\n  }\n}\n";
        const auto config = load({{"main.tf", root}, {"tests/a.tftest.hcl", text.toStdString()}});
        QVERIFY(config.value);
        QStringList found;
        for (const auto& [provider, constraints] : (*config.value)->testProviders.at("tests/a.tftest.hcl"))
            found << QString::fromStdString(provider.toString() + " " + constraints.toString());
        QTEST(found.join(u'\n'), "expected");
        QCOMPARE((*config.value)->requiredProviders().size(), 1u); // not needed for plans
    }

    void reportsWhatIsWrong_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* text, const char* expected) {
            QTest::newRow(name) << QString::fromUtf8(text) << QString::fromUtf8(expected);
        };
        row("sound",
            "variables { x = 1 }\nrun \"a\" {\n  command = plan\n  assert {\n    condition     = output.o == 1\n    "
            "error_message = \"x\"\n  }\n}\nmock_provider \"terraform\" {}",
            "");
        row("syntax", "run \"a\" {", "a.tftest.hcl:1,9-10 Unclosed configuration block");
        row("unknown block", "garbage {}", "a.tftest.hcl:1,1-8 Unsupported block type");
        row("command", "run \"a\" {\n  command = destroy\n}", "a.tftest.hcl:2,13-20 Invalid \"command\" keyword");
        row("name", "run \"1a\" {}", "a.tftest.hcl:1,5-9 Invalid run block name");
        row("assertion", "run \"a\" {\n  assert { condition = true }\n}",
            "a.tftest.hcl:2,12-12 Missing required argument\na.tftest.hcl:2,24-28 Invalid assert expression");
        row("options", "run \"a\" {\n  plan_options {\n    mode    = refresh-only\n    refresh = false\n  }\n}",
            "a.tftest.hcl:4,5-20 Incompatible plan options");
        row("options twice", "run \"a\" {\n  plan_options {}\n  plan_options {}\n}",
            "a.tftest.hcl:3,3-15 Multiple \"plan_options\" blocks");
        row("module without source", "run \"a\" {\n  module {}\n}",
            "a.tftest.hcl:2,3-9 Missing \"source\" attribute for module block");
        row("module source", "run \"a\" {\n  module {\n    source = \"x\"\n  }\n}",
            "a.tftest.hcl:3,14-17 Invalid module source address");
        row("variables twice", "variables {}\nvariables {}", "a.tftest.hcl:2,1-10 Multiple \"variables\" blocks");
        row("target of a module", "override_resource { target = module.x }",
            "a.tftest.hcl:1,30-38 Module address is not allowed");
        row("outputs", "override_module {\n  target  = module.m\n  outputs = 5\n}",
            "a.tftest.hcl:3,3-14 Object expected");
        row("mock twice", "mock_provider \"terraform\" {\n  mock_data \"x\" {}\n  mock_data \"x\" {}\n}",
            "a.tftest.hcl:1,1-26 Duplicated `mock_data` block");
        row("mock provider twice", "mock_provider \"a\" {}\nmock_provider \"a\" {}",
            "a.tftest.hcl:2,1-18 Duplicated `mock_provider` block");
        row("mock provider without alias", "mock_provider \"a\" { for_each = {} }",
            "a.tftest.hcl:1,32-34 Alias required when using \"for_each\"");
    }
    void reportsWhatIsWrong() {
        QFETCH(QString, text);
        const auto config = load({{"a.tftest.hcl", text.toStdString()}});
        QTEST(lines(config.diagnostics), "expected");
        QCOMPARE(lines((*config)->testDiagnostics), QString());
    }

    void loadsModulesOfRuns_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("module"); // the content of setup/main.tf
        QTest::addColumn<QString>("modules");
        QTest::addColumn<QString>("diagnostics");
        const auto row = [](const char* name, const char* text, const char* module, const char* modules,
                            const char* diagnostics) {
            QTest::newRow(name) << QString::fromLatin1(text) << QString::fromLatin1(module)
                                << QString::fromLatin1(modules) << QString::fromLatin1(diagnostics);
        };
        const char* const local = "run \"a\" {\n  module {\n    source = \"./setup\"\n  }\n}\n";
        row("none", "run \"a\" {}\n", "", "", "");
        row("a local module", local, "resource \"test_thing\" \"t\" {}\n",
            "a ./setup: registry.opentofu.org/hashicorp/test", "");
        row("one module in two runs",
            "run \"a\" {\n  module {\n    source = \"./setup\"\n  }\n}\nrun \"b\" {\n  module {\n    source = "
            "\"./setup\"\n  }\n}\n",
            "", "a ./setup:, b ./setup:", "");
        row("modules that it calls", local, "module \"m\" {\n  source = \"./inner\"\n}\n",
            "a ./setup: registry.opentofu.org/hashicorp/inner", "");
        row("the root module", "run \"a\" {\n  module {\n    source = \"./.\"\n  }\n}\n", "", "a ./.:", "");
        row("a call of the root module", local, "module \"m\" {\n  source = \"../\"\n}\n", "a ./setup:", "");
        row("a source from a variable of the run",
            "run \"a\" {\n  variables {\n    s = \"./inner\"\n  }\n  module {\n    source = \"./setup\"\n  }\n}\n",
            "variable \"s\" {}\nmodule \"m\" {\n  source = var.s\n}\n",
            "a ./setup: registry.opentofu.org/hashicorp/inner", "");
        row("an error in it", local, "output \"o\" {}\n",
            "a ./setup:", "setup/main.tf:1,12-12 Missing required argument");
        row("import blocks", local,
            "import {\n  to = test_thing.t\n  id = \"x\"\n}\nresource \"test_thing\" \"t\" {}\n",
            "a ./setup: registry.opentofu.org/hashicorp/test", "setup/main.tf:1,1-7 Invalid import configuration");
        row("not installed", "run \"a\" {\n  module {\n    source = \"a/b/c\"\n  }\n}\n", "", "",
            "a.tftest.hcl:2,3-9 Module not installed");
        row("a folder that is missing", "run \"a\" {\n  module {\n    source = \"./none\"\n  }\n}\n", "", "",
            "a.tftest.hcl:2,3-9 Module not installed");
    }
    void loadsModulesOfRuns() {
        QFETCH(QString, text);
        QFETCH(QString, module);
        const auto config = load({{"a.tftest.hcl", text.toStdString()},
                                  {"setup/main.tf", module.toStdString()},
                                  {"setup/inner/main.tf", "resource \"inner_thing\" \"t\" {}\n"}});
        QVERIFY(config.value);
        QStringList modules;
        for (const configs::TestModule& test : (*config.value)->testModules) {
            QVERIFY(test.isLocal);
            QVERIFY(test.config->root->path.isRoot());
            QString line = QString::fromStdString(test.run + " " + test.source + ":");
            for (const addrs::Provider& provider : test.config->requiredProviders())
                line += QString::fromStdString(" " + provider.toString());
            modules << line;
        }
        QTEST(modules.join(QStringLiteral(", ")), "modules");
        QTEST(lines(config.diagnostics), "diagnostics");
    }

    void comparesProvidersOfRuns_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const QByteArray& text, const char* expected) {
            QTest::newRow(name) << QString::fromUtf8(text) << QString::fromLatin1(expected);
        };
        const QByteArray foo = "provider \"foo\" {}\n", aliased = "provider \"foo\" {\n  alias = \"bar\"\n}\n",
                         bar = "provider \"bar\" {}\n", all = foo + aliased + bar, ofRoot = "run \"root\" {}\n",
                         ofModule = "run \"other\" {\n  module {\n    source = \"./setup\"\n  }\n}\n";
        const auto passing = [](const QByteArray& name, const QByteArray& providers) {
            return "run \"" + name + "\" {\n  providers = {\n" + providers + "  }\n}\n";
        };
        const QByteArray same = passing("same", "    foo     = foo\n    foo.bar = foo.bar\n    bar     = bar\n"),
                         swapped = passing("swapped", "    foo = bar\n    bar = foo\n");
        row("names of the root module", all + ofRoot, "");
        row("passed by the same names", all + same, "");
        row("passed by other names", all + swapped, "");
        row("passed by other names, then by the same", all + swapped + same,
            "a.tftest.hcl:14,15-18 Provider type mismatch\na.tftest.hcl:15,15-18 Provider type mismatch\n"
            "a.tftest.hcl:16,15-18 Provider type mismatch");
        row("passed by other names, then used by the same", all + swapped + ofRoot,
            "a.tftest.hcl:1,1-15 Provider type mismatch\na.tftest.hcl:2,1-15 Provider type mismatch\n"
            "a.tftest.hcl:5,1-15 Provider type mismatch");
        row("used by the same names, then passed by other names", all + ofRoot + swapped,
            "a.tftest.hcl:10,11-14 Provider type mismatch\na.tftest.hcl:9,11-14 Provider type mismatch");
        row("not configured in the file", swapped + same, "");
        row("one for two names", all + passing("two", "    foo = foo\n    bar = foo\n"),
            "a.tftest.hcl:9,11-14 Provider type mismatch");
        row("a module that requires other providers", all + ofModule, "");
        row("a module that requires other providers, before the root module", all + ofModule + ofRoot,
            "a.tftest.hcl:1,1-15 Provider type mismatch\na.tftest.hcl:2,1-15 Provider type mismatch\n"
            "a.tftest.hcl:5,1-15 Provider type mismatch");
        row("a module that requires other providers, after the root module", all + ofRoot + ofModule, "");
        row("an alias alone, of another provider", aliased + ofModule + ofRoot,
            "a.tftest.hcl:1,1-15 Provider type mismatch");
        row("a provider that nothing expects", "provider \"other\" {}\n" + all + ofRoot, "");
        row("a provider that is expected under no name",
            "provider \"other\" {}\n" + passing("a", "    foo = other\n") + passing("b", "    bar = other\n"),
            "a.tftest.hcl:9,11-16 Provider type mismatch");
    }
    void comparesProvidersOfRuns() {
        QFETCH(QString, text);
        const char* const root =
            "terraform {\n  required_providers {\n    foo = {\n      source = \"hashicorp/foo\"\n      "
            "configuration_aliases = [foo.bar]\n    }\n  }\n}\nprovider \"bar\" {}\n";
        const char* const setup =
            "terraform {\n  required_providers {\n    foo = {\n      source = \"hashicorp/bar\"\n      "
            "configuration_aliases = [foo.bar]\n    }\n    bar = {\n      source = \"hashicorp/foo\"\n    }\n  }\n}\n";
        const auto config = load({{"main.tf", root}, {"setup/main.tf", setup}, {"a.tftest.hcl", text.toStdString()}});
        QTEST(lines(config.diagnostics), "expected");
    }

    void installsModulesOfRunsByFileAndRun_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("key");
        QTest::newRow("beside the configuration") << "a.tftest.hcl"
                                                  << "test.a.r";
        QTest::newRow("in a folder") << "tests/a.tftest.hcl"
                                     << "test.tests.a.r";
        QTest::newRow("another extension") << "a.tofutest.hcl"
                                           << "test.a.tofutest.hcl.r";
    }
    void installsModulesOfRunsByFileAndRun() {
        QFETCH(QString, file);
        QFETCH(QString, key);
        const std::string manifest = "{\"Modules\":[{\"Key\":\"" + key.toStdString() +
                                     "\",\"Source\":\"registry.opentofu.org/a/b/c\",\"Version\":\"1.0.0\",\"Dir\":"
                                     "\".terraform/modules/x\"}]}";
        const auto config =
            load({{file.toStdString(),
                   "run \"r\" {\n  module {\n    source  = \"a/b/c\"\n    version = \"1.0.0\"\n  }\n}\n"},
                  {".terraform/modules/modules.json", manifest},
                  {".terraform/modules/x/main.tf", "resource \"x_thing\" \"t\" {}\n"}});
        QVERIFY(config.value);
        QCOMPARE(lines(config.diagnostics), QString());
        const std::vector<addrs::Provider> wanted{addrs::Provider::implied("x")};
        QVERIFY((*config.value)->requiredProvidersWithTests() == wanted);
        QVERIFY((*config.value)->requiredProviders().empty());
    }

    void keepsForLater_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        QTest::newRow("same target") << "override_data { target = data.a.b }\noverride_data { target = data.a.b }"
                                     << "a.tftest.hcl:2,26-34 Duplicated `override_data` block";
        QTest::newRow("same module") << "override_module { target = module.a }\noverride_module { target = module.a }"
                                     << "a.tftest.hcl:2,28-36 Duplicated `override_module` block";
        QTest::newRow("cannot fail") << "run \"a\" {\n  expect_failures = [local.x, output.o, check.c]\n}"
                                     << "a.tftest.hcl:2,22-29 Invalid `expect_failures` reference";
    }
    void keepsForLater() {
        QFETCH(QString, text);
        const auto config = load({{"a.tftest.hcl", text.toStdString()}});
        QCOMPARE(lines(config.diagnostics), QString());
        QTEST(lines((*config)->testDiagnostics), "expected");
    }

    void findsTheFiles() {
        const std::map<std::string, std::string> files{{"tests/a.tftest.hcl", "x {}"},
                                                       {"tests/b.tftest.hcl", "x {}"},
                                                       {"tests/b.tofutest.hcl", ""},
                                                       {"c.tofutest.json", "{\"x\": 1}"}};
        QCOMPARE(lines(load(files).diagnostics),
                 QStringLiteral("c.tofutest.json:1,2-5 Extraneous JSON object property\ntests/a.tftest.hcl:1,1-2 "
                                "Unsupported block type"));
        QCOMPARE(lines(load(files, "").diagnostics), QString());
        QCOMPARE(lines(load({}, "other").diagnostics), QStringLiteral("W Test directory does not exist"));
    }
};

QTEST_APPLESS_MAIN(TestTestFiles)
#include "tst_test_files.moc"
