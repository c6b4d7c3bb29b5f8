// SPDX-License-Identifier: MPL-2.0
#include "core/configs/config.h"
#include "core/configs/load.h"
#include "core/configs/provider_checks.h"
#include "core/schemas/schema.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace planlens;

namespace {

using Files = std::map<std::string, std::string>;

/// Prints one line per diagnostic, sorted: "E main.tf:1,2-3 Summary | Detail", with the first line of the detail.
QString lines(const diags::Diagnostics& diagnostics) {
    QStringList all;
    for (const diags::Diagnostic& diagnostic : diagnostics) {
        QString line = diagnostic.severity == diags::Severity::Warning ? QStringLiteral("W ") : QStringLiteral("E ");
        if (diagnostic.subject)
            line += QString::fromStdString(diagnostic.subject->toString()) + QLatin1Char(' ');
        line += QString::fromStdString(diagnostic.summary) + QStringLiteral(" | ") +
                QString::fromStdString(diagnostic.detail.substr(0, diagnostic.detail.find('\n')));
        all.append(line);
    }
    all.sort();
    return all.join(QLatin1Char('\n'));
}

diags::Result<configs::ConfigPtr> load(Files files,
                                       configs::LoadOptions::Order order = configs::LoadOptions::Order::Whole) {
    configs::LoadOptions options;
    options.files = configs::memoryFileSystem(std::move(files));
    options.order = order;
    options.workspace = "blue";
    return configs::load(options);
}

std::string manifest(const std::string& entries) {
    return "{\"Modules\":[{\"Key\":\"\",\"Source\":\"\",\"Dir\":\".\"}," + entries + "]}";
}

constexpr const char* manifestPath = ".terraform/modules/modules.json";

} // namespace

class TestModules final : public QObject {
    Q_OBJECT

private slots:
    void findsSources_data() {
        QTest::addColumn<QString>("text");
        const auto row = [](const char* name, const char* text) { QTest::newRow(name) << QString::fromUtf8(text); };
        row("literal", "module \"a\" { source = \"./m\" }");
        row("variable", "variable \"v\" { default = \"./m\" }\nmodule \"a\" { source = var.v }");
        row("locals and functions",
            "locals {\n  a = \"M\"\n  b = lower(local.a)\n}\nmodule \"a\" { source = \"./${local.b}\" }");
        row("workspace", "module \"a\" { source = terraform.workspace == \"blue\" ? \"./m\" : \"./n\" }");
        row("path", "module \"a\" { source = \"./${path.module == \".\" ? \"m\" : \"n\"}\" }");
        row("version is null", "module \"a\" {\n  source = \"./m\"\n  version = null\n}");
    }
    void findsSources() {
        QFETCH(QString, text);
        const auto config = load({{"main.tf", text.toStdString()}, {"m/main.tf", "output \"x\" {\n  value = 1\n}"}});
        QCOMPARE(lines(config.diagnostics), QString());
        QCOMPARE((*config)->root->child("a")->module.outputs.size(), std::size_t(1));
    }

    /// The constraints that decoding accepts and providers do not, by module.
    void rejectsConstraintsOfProviders_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* text, const char* expected) {
            QTest::newRow(name) << QString::fromUtf8(text) << QString::fromUtf8(expected);
        };
        const auto required = [](const char* constraint) {
            return QStringLiteral("terraform {\n  required_providers {\n    x = { version = \"%1\" }\n  }\n}")
                .arg(QString::fromUtf8(constraint));
        };
        row("usual", required("~> 2.14, != 2.15.1").toUtf8().constData(), "");
        row("letters without a dash", required("~> 2.14z").toUtf8().constData(),
            "E main.tf:3,5-33 Invalid version constraint | Incorrect version constraint syntax: missing comma after "
            "\"~> 2.14\".");
        row("spaces", required(">=  1.0").toUtf8().constData(),
            "E main.tf:3,5-32 Invalid version constraint | Incorrect version constraint syntax: invalid specification "
            "\">=  1.0\": only one space is expected after the operator \">=\".");
        row("prefix", required("> v1.0").toUtf8().constData(),
            "E main.tf:3,5-31 Invalid version constraint | Incorrect version constraint syntax: invalid specification "
            "\"> v1.0\": a \"v\" prefix should not be used when specifying versions.");
        row("old form", "terraform {\n  required_providers {\n    x = \"1.2.3.4\"\n  }\n}",
            "E main.tf:3,5-18 Invalid version constraint | Incorrect version constraint syntax: invalid specification "
            "\"1.2.3.4\": too many numbered portions; only three are allowed (major, minor, patch).");
        row("provider block", "provider \"x\" {\n  version = \"1.0b\"\n}",
            "E main.tf:2,3-19 Invalid version constraint | Incorrect version constraint syntax: missing comma after "
            "\"1.0\".");
        row("in a module that is called twice", "module \"a\" { source = \"./m\" }\nmodule \"b\" { source = \"./m\" }",
            "E m/main.tf:2,3-19 Invalid version constraint | Incorrect version constraint syntax: missing comma after "
            "\"1.0\".\n"
            "E m/main.tf:2,3-19 Invalid version constraint | Incorrect version constraint syntax: missing comma after "
            "\"1.0\".");
        row("not for OpenTofu itself", "terraform {\n  required_version = \"> 1.1.1.1\"\n}", "");
    }
    void rejectsConstraintsOfProviders() {
        QFETCH(QString, text);
        QFETCH(QString, expected);
        const auto config =
            load({{"main.tf", text.toStdString()}, {"m/main.tf", "provider \"x\" {\n  version = \"1.0b\"\n}"}});
        QVERIFY(!config.hasErrors());
        QCOMPARE(lines((*config)->providerConstraintErrors()), expected);
    }

    void callGivesVariables() {
        const auto config =
            load({{"main.tf", "locals { d = \"./n\" }\nmodule \"a\" {\n  source = \"./m\"\n  folder = local.d\n}"},
                  {"m/main.tf", "variable \"folder\" {}\nmodule \"b\" { source = var.folder }"},
                  {"m/n/main.tf", "output \"x\" {\n  value = 1\n}"}});
        QCOMPARE(lines(config.diagnostics), QString());
        QVERIFY((*config)->root->child("a")->child("b"));
    }

    void rejectsInvalidInput_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* text, const char* expected) {
            QTest::newRow(name) << QString::fromUtf8(text) << QString::fromUtf8(expected);
        };
        row("resource", "module \"a\" { source = terraform_data.x.id }",
            "E main.tf:1,23-39 Dynamic value in static context | Unable to use terraform_data.x in static context, "
            "which is required by module.a.source");
        row("output of module", "module \"a\" { source = module.a.x }",
            "E main.tf:1,23-33 Module output not supported in static context | Unable to use module.a.x in static "
            "context, which is required by module.a.source");
        row("undeclared", "module \"a\" { source = \"${var.n}${local.n}\" }",
            "E main.tf:1,26-31 Undefined variable | Undefined variable var.n\nE main.tf:1,34-41 Undefined local | "
            "Undefined local local.n");
        row("circle", "locals {\n  a = local.b\n  b = local.a\n}\nmodule \"a\" { source = local.a }",
            "E main.tf:2,3-14 Circular reference | local.a is self referential\n"
            "E main.tf:2,3-14 Unable to compute static value | local.a depends on local.b which is not available\n"
            "E main.tf:5,23-30 Unable to compute static value | module.a.source depends on local.a which is not "
            "available");
        row("variable without value", "variable \"v\" {}\nmodule \"a\" { source = var.v }",
            "E main.tf:1,1-13 Failed to request input from user for variable var.v | \n"
            "E main.tf:2,23-28 Unable to compute static value | module.a.source depends on var.v which is not "
            "available");
        row("sensitive",
            "variable \"v\" {\n  default = \"./m\"\n  sensitive = true\n}\nmodule \"a\" { source = var.v }",
            "E main.tf:5,23-28 Sensitive value not allowed | Sensitive values, or values derived from sensitive "
            "values, cannot be used as module.a.source.");
        row("declared as not constant",
            "variable \"v\" {\n  default = \"./m\"\n  const = false\n}\nmodule \"a\" { source = var.v }",
            "E main.tf:5,23-28 Unable to use variable in static context | The variable \"v\" cannot be used in a "
            "static context, because it is declared as \"const = false\".");
        row("constant argument that is not", "module \"a\" {\n  source = \"./c\"\n  v      = terraform_data.x.id\n}",
            "E main.tf:1,1-11 Unable to compute static value | module.a: depends on module.a:var.v which is not "
            "available\n"
            "E main.tf:3,12-28 Dynamic value in static context | Unable to use terraform_data.x in static context, "
            "which is required by module.a:var.v");
        row("null", "module \"a\" { source = null }",
            "E main.tf:1,23-27 Unsuitable value type | Unsuitable value: null value is not allowed");
        row("version beside a local source", "module \"a\" {\n  source = \"./m\"\n  version = \"1.0\"\n}",
            "E main.tf:2,12-17 Invalid registry module source address | Failed to parse module registry address: can't "
            "use local directory \"./m\" as a module registry address.");
        row("folder without a dot", "module \"a\" { source = \"m\" }",
            "E main.tf:1,23-26 Invalid module source address | OpenTofu failed to determine your intended installation "
            "method for remote module package \"m\".");
        row("what cannot be seen", "module \"a\" { source = \"\uFEFF/a/b\" }",
            "E main.tf:1,23-30 Invalid module source address | OpenTofu failed to determine your intended installation "
            "method for remote module package \"\\ufeff/a/b\".");
        row("not installed", "module \"a\" { source = \"foo/bar/baz\" }",
            "E main.tf:1,1-11 Module not installed | This module is not yet installed. Run \"tofu init\" to install "
            "all modules required by this configuration.");
        row("for_each of a provider",
            "provider \"terraform\" {\n  alias = \"a\"\n  for_each = toset([terraform_data.x.id])\n}\nprovider "
            "\"terraform\" {\n  alias = \"b\"\n  for_each = [\"a\"]\n}",
            "E main.tf:3,21-37 Dynamic value in static context | Unable to use terraform_data.x in static context, "
            "which is required by provider.terraform.a.for_each\n"
            "E main.tf:7,14-19 Invalid for_each argument | The given \"for_each\" argument value is unsuitable: the "
            "\"for_each\" argument must be a map, or set of strings, and "
            "you have provided a value of type tuple.");
    }
    void rejectsInvalidInput() {
        QFETCH(QString, text);
        QTEST(
            lines(
                load({{"main.tf", text.toStdString()}, {"c/main.tf", "variable \"v\" { const = true }"}}).diagnostics),
            "expected");
    }

    void comparesWithWhatIsInstalled_data() {
        QTest::addColumn<QString>("version");
        QTest::addColumn<QString>("installed");
        QTest::addColumn<QString>("expected");
        QTest::newRow("the same") << "~> 1.0"
                                  << "registry.opentofu.org/foo/bar/baz" << QString();
        QTest::newRow("the same, recorded as it is written") << "~> 1.0"
                                                             << "foo/bar/baz" << QString();
        QTest::newRow("another version")
            << "~> 2.0"
            << "registry.opentofu.org/foo/bar/baz"
            << "E main.tf:2,12-25 Module version requirements have changed | The version requirements have changed "
               "since this module was installed and the installed version (1.2.0) "
               "is no longer acceptable. Run \"tofu init\" to install all modules required by this configuration.";
        QTest::newRow("another source")
            << "1.2.0"
            << "registry.opentofu.org/foo/bar/qux"
            << "E main.tf:2,12-25 Module source has changed | The source address was changed from "
               "\"registry.opentofu.org/foo/bar/qux\" to \"registry.opentofu.org/foo/bar/baz\" since "
               "this module was installed. Run \"tofu init\" to install all modules required by this configuration.";
    }
    void comparesWithWhatIsInstalled() {
        QFETCH(QString, version);
        QFETCH(QString, installed);
        const auto config = load({{"main.tf", "module \"a\" {\n  source = \"foo/bar/baz\"\n  version = \"" +
                                                  version.toStdString() + "\"\n}"},
                                  {"m/main.tf", ""},
                                  {manifestPath, manifest(R"({"Key":"a","Source":")" + installed.toStdString() +
                                                          R"(","Version":"1.2.0","Dir":"m"})")}});
        QTEST(lines(config.diagnostics), "expected");
    }

    void reportsOnlyThatFolderIsUnreadable_data() {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("entry");
        QTest::newRow("unchanged") << "./gone"
                                   << R"("Source":"./gone")";
        QTest::newRow("another source") << "./other"
                                        << R"("Source":"./gone")";
        QTest::newRow("another version") << "foo/bar/baz\"\n  version = \"2.0.0"
                                         << R"("Source":"registry.opentofu.org/foo/bar/baz","Version":"1.2.0")";
        QTest::newRow("another source and version") << "foo/bar/qux\"\n  version = \"2.0.0"
                                                    << R"("Source":"registry.opentofu.org/foo/bar/baz")";
    }
    void reportsOnlyThatFolderIsUnreadable() {
        QFETCH(QString, source);
        QFETCH(QString, entry);
        const auto config = load({{"main.tf", "module \"a\" {\n  source = \"" + source.toStdString() + "\"\n}"},
                                  {manifestPath, manifest(R"({"Key":"a","Dir":"gone",)" + entry.toStdString() + "}")}});
        QCOMPARE(
            lines(config.diagnostics),
            QStringLiteral("E main.tf:1,1-11 Module not installed | This module's local cache directory gone could "
                           "not be read. Run \"tofu init\" to install all modules required by this "
                           "configuration."));
    }

    void reportsWhyTheRootModuleIsUnreadable_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("reason");
        QTest::newRow("missing") << "gone"
                                 << "no such file or directory";
        QTest::newRow("file") << "file"
                              << "not a directory";
    }
    void reportsWhyTheRootModuleIsUnreadable() {
        QFETCH(QString, name);
        QFETCH(QString, reason);
        const QTemporaryDir folder;
        QVERIFY(QFile(folder.filePath("file")).open(QIODevice::WriteOnly));
        configs::LoadOptions options;
        options.directory = folder.path().toStdString();
        options.rootModule = name.toStdString();
        QCOMPARE(lines(configs::load(options).diagnostics),
                 QStringLiteral("E Failed to read module directory | Module directory %1 does not exist or cannot be "
                                "read: %2.")
                     .arg(folder.filePath(name), reason));
    }

    void reportsModulesThatCouldNotBeInstalled_data() {
        QTest::addColumn<QString>("entries");
        QTest::addColumn<QString>("expected");
        const QString gone =
            " could not be read. Run \"tofu init\" to install all modules required by this configuration.";
        QTest::newRow("module") << R"({"Key":"a","Source":"./a","Dir":""})"
                                << "E main.tf:1,1-11 Module not installed | This module's local cache directory " +
                                       gone;
        QTest::newRow("module in a module")
            << R"({"Key":"a","Source":"./a","Dir":"a"},{"Key":"a.b","Source":"./b","Dir":""})"
            << "E a/main.tf:1,1-11 Module not installed | This module's local cache directory " + gone;
        QTest::newRow("folder that is gone")
            << R"({"Key":"a","Source":"./a","Dir":"gone"})"
            << "E main.tf:1,1-11 Module not installed | This module's local cache directory gone" + gone;
        QTest::newRow("the root itself") << R"({"Key":"a","Source":"./a","Dir":"."})"
                                         << "E main.tf:1,1-11 Module includes itself | The module \"a\" is in a folder "
                                            "that one of the modules around "
                                            "it is in, so that it would include itself without end.";
    }
    void reportsModulesThatCouldNotBeInstalled() {
        QFETCH(QString, entries);
        const auto config = load({{"main.tf", "module \"a\" {\n  source = \"./a\"\n}"},
                                  {"a/main.tf", "module \"b\" {\n  source = \"./b\"\n}"},
                                  {manifestPath, manifest(entries.toStdString())}});
        QTEST(lines(config.diagnostics), "expected");
    }

    void reportsDamagedManifest() {
        QCOMPARE(
            lines(load({{"main.tf", ""}, {manifestPath, "{\"Modules\":[{"}}).diagnostics),
            QStringLiteral(
                "E failed to read module manifest: error unmarshalling snapshot: unexpected end of JSON input | "));
        const QString large =
            lines(load({{"main.tf", ""}, {manifestPath, "{\"Modules\":[],\"x\":1e99999}"}}).diagnostics);
        QVERIFY2(large.contains(QStringLiteral("is too large")), qPrintable(large));
    }

    void looksAtModulesOfWrongRootForBackends() {
        const Files files{{"main.tf", "module \"a b\" { source = \"foo/bar/baz\" }"}};
        const QString name = QStringLiteral("E main.tf:1,8-13 Invalid module instance name | A name must start with a "
                                            "letter or underscore and may contain only letters, digits, "
                                            "underscores, and dashes.");
        QCOMPARE(lines(load(files).diagnostics), name);
        // Even an error in a single file prevents reading the backend.
        QCOMPARE(lines(load(files, configs::LoadOptions::Order::BackendFirst).diagnostics), name);
        const Files both{{"main.tf", "module \"a\" { source = local.x }"}};
        QCOMPARE(load(both).diagnostics.size(), std::size_t(1));
        QCOMPARE(load(both, configs::LoadOptions::Order::BackendFirst).diagnostics.size(), std::size_t(2));
    }

    /// Loading accepts wrong arguments of calls, which are found when a graph is built.
    void checksArgumentsOfFirstWrongCallAfterLoading_data() {
        QTest::addColumn<QString>("root");
        QTest::addColumn<QString>("module");
        QTest::addColumn<QString>("expected");
        const QString call = "module \"a\" { source = \"./m\" }", variable = "variable \"r\" {}",
                      missing =
                          "Missing required argument | The argument \"r\" is required, but no definition was found.";
        QTest::newRow("missing") << call << variable << "E main.tf:1,14-14 " + missing;
        QTest::newRow("given") << "module \"a\" {\n  source = \"./m\"\n  r = 1\n}" << variable << QString();
        QTest::newRow("default") << call << "variable \"r\" {\n  default = 1\n}" << QString();
        QTest::newRow("two calls") << call + "\nmodule \"b\" { source = \"./m\" }" << variable
                                   << "E main.tf:1,14-14 " + missing;
        QTest::newRow("a module that it calls, first") << call << variable + "\nmodule \"n\" { source = \"../n\" }"
                                                       << "E m/main.tf:2,14-14 " + missing;
    }
    void checksArgumentsOfFirstWrongCallAfterLoading() {
        QFETCH(QString, root);
        QFETCH(QString, module);
        const auto config = load(
            {{"main.tf", root.toStdString()}, {"m/main.tf", module.toStdString()}, {"n/main.tf", "variable \"r\" {}"}});
        QCOMPARE(lines(config.diagnostics), QString());
        QTEST(lines(configs::checkCallArguments(*(*config.value)->root)), "expected");
    }

    void passesProviders_data() {
        QTest::addColumn<QString>("root");
        QTest::addColumn<QString>("child");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* root, const char* child, const char* expected) {
            QTest::newRow(name) << QString::fromUtf8(root) << QString::fromUtf8(child) << QString::fromUtf8(expected);
        };
        const char* const plain = "module \"m\" {\n  source = \"./m\"\n}";
        const char* const passing = "terraform {\n  required_providers {\n    b = { source = \"x/b\" }\n  }\n}\nmodule "
                                    "\"m\" {\n  source = \"./m\"\n"
                                    "  providers = { a = b }\n}";
        const char* const requiringA = "terraform {\n  required_providers {\n    a = { source = \"x/a\" }\n  }\n}";
        row("alias is missing", plain,
            "terraform {\n  required_providers {\n    a = {\n      source = \"x/a\"\n      configuration_aliases = "
            "[a.q]\n    }\n  }\n}",
            "E main.tf:1,1-11 Missing required provider configuration | The child module requires an additional "
            "configuration for provider x/a, with the local name \"a.q\".");
        row("another provider", passing, requiringA,
            "E main.tf:8,21-22 Provider type mismatch | The local name \"b\" in the root module represents provider "
            "\"x/b\", but \"a\" in module.m represents \"x/a\".");
        row("nobody declares the name", "module \"m\" {\n  source = \"./m\"\n  providers = { a = a }\n}", "",
            "W main.tf:3,17-18 Reference to undefined provider | There is no explicit declaration for local provider "
            "name \"a\" in module.m, so OpenTofu is assuming you mean to "
            "pass a configuration for \"hashicorp/a\".\n"
            "W main.tf:3,21-22 Reference to undefined provider | There is no explicit declaration for local provider "
            "name \"a\" in the root module, so OpenTofu is assuming you "
            "mean to pass a configuration for provider \"hashicorp/a\".");
        row("configured in the child",
            "provider \"a\" {\n  x = 1\n}\nmodule \"m\" {\n  source = \"./m\"\n  providers = { a = a }\n}",
            "provider \"a\" {\n  x = 1\n}",
            "E main.tf:6,17-18 Cannot override provider configuration | The configuration of module.m has its own "
            "local configuration for a, and so it cannot accept an overridden "
            "configuration provided by the root module.\n"
            "W main.tf:6,17-18 Reference to undefined provider | There is no explicit declaration for local provider "
            "name \"a\" in module.m, so OpenTofu is assuming you mean to "
            "pass a configuration for \"hashicorp/a\".");
        row("configured in a repeated child", "module \"m\" {\n  source = \"./m\"\n  count = 1\n}",
            "provider \"a\" {\n  x = 1\n}",
            "E main.tf:3,11-12 Module is incompatible with count, for_each, enabled and depends_on | The module at "
            "module.m is a legacy module which contains its own local provider "
            "configurations, and so calls to it may not use the count, for_each, enabled or depends_on arguments.");
        row("empty block", plain, "provider \"a\" {\n}",
            "W m/main.tf:1,1-13 Redundant empty provider block | Earlier versions of OpenTofu used empty provider "
            "blocks (\"proxy provider configurations\") for child modules to "
            "declare their need to be passed a provider configuration by their callers. That approach was ambiguous "
            "and is now deprecated.");
        row("key without for_each",
            "resource \"terraform_data\" \"a\" {\n  provider = terraform.q[\"k\"]\n}\nmodule \"m\" {\n  source = "
            "\"./m\"\n}",
            "",
            "E main.tf:2,14-23 Invalid resource provider configuration | This module doesn't declare a provider "
            "\"terraform\" block with alias = \"q\", which is required for use "
            "with for_each.");
        row("the same for_each",
            "locals {\n  r = toset([\"a\"])\n}\nprovider \"terraform\" {\n  alias = \"q\"\n  for_each = "
            "local.r\n}\nresource \"terraform_data\" \"a\" {\n"
            "  for_each = (local.r)\n  provider = terraform.q[each.key]\n}\nmodule \"m\" {\n  source = \"./m\"\n}",
            "",
            "W main.tf:9,14-23 Provider configuration for_each matches resource | This provider configuration uses the "
            "same for_each expression as a resource, which means that "
            "subsequent removal of elements from this collection would cause a planning error.");
    }
    /// A block that an override file changes counts as empty, as OpenTofu finds no argument in it.
    void overriddenProviderBlocksAreProxies() {
        const std::string root =
            "terraform {\n  required_providers {\n    a = { source = \"x/a\" }\n  }\n}\nmodule \"m\" {\n"
            "  source = \"./m\"\n  providers = { a = a }\n}";
        const auto problems = [&](const std::string& block, const std::string& override) {
            const std::string requirements =
                "terraform {\n  required_providers {\n    a = { source = \"x/a\" }\n  }\n}\n";
            return lines(load({{"main.tf", root}, {"m/main.tf", requirements + block}, {"m/x_override.tf", override}})
                             .diagnostics);
        };
        const QString proxy = QStringLiteral("W m/main.tf:6,1-13 Redundant empty provider block"),
                      configured = QStringLiteral("Cannot override provider configuration");
        QVERIFY(problems("provider \"a\" {\n}", "").startsWith(proxy));
        QVERIFY(problems("provider \"a\" {\n}", "provider \"a\" {\n  x = 1\n}").startsWith(proxy));
        QVERIFY(problems("provider \"a\" {\n  x = 1\n}", "provider \"a\" {\n}").startsWith(proxy));
        QVERIFY(problems("provider \"a\" {\n  x = 1\n}", "").contains(configured));
    }
    void passesProviders() {
        QFETCH(QString, root);
        QFETCH(QString, child);
        QTEST(lines(load({{"main.tf", root.toStdString()}, {"m/main.tf", child.toStdString()}}).diagnostics),
              "expected");
    }

    void rejectsLongChains() {
        std::string text = "locals {\n  a0 = \"./m\"\n";
        for (int i = 1; i < 5000; ++i)
            text += "  a" + std::to_string(i) + " = local.a" + std::to_string(i - 1) + "\n";
        const auto config = load({{"main.tf", text + "}\nmodule \"a\" { source = local.a4999 }"}});
        QVERIFY(lines(config.diagnostics)
                    .contains(QStringLiteral("E main.tf:4501,3-22 Reference chain too long | local.a4499 is reached "
                                             "through more than 500 other local values.")));
    }

    void evaluatesBackends_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("expected");
        QTest::newRow("local") << "local.p"
                               << "\"st.tfstate\"";
        QTest::newRow("what does not fit is left out") << "local.p\n    pth = 1"
                                                       << "\"st.tfstate\"";
        QTest::newRow("resource") << "terraform_data.x.id"
                                  << "E main.tf:7,12-28 Dynamic value in static context | Unable to use "
                                     "terraform_data.x in static context, which is required by backend.local";
        QTest::newRow("sensitive")
            << "sensitive(\"x\")"
            << "E main.tf:6,3-18 Backend config contains sensitive values | The backend configuration is stored in "
               ".terraform/terraform.tfstate as well as plan files. It is "
               "recommended to instead supply sensitive credentials via backend specific environment variables";
    }
    void evaluatesBackends() {
        QFETCH(QString, path);
        configs::LoadOptions options;
        options.files =
            configs::memoryFileSystem({{"main.tf", "variable \"v\" { default = \"st\" }\nlocals {\n  p = "
                                                   "\"${var.v}.tfstate\"\n}\nterraform {\n  backend \"local\" {\n"
                                                   "    path = " +
                                                       path.toStdString() + "\n  }\n}"}});
        const auto config = configs::load(options);
        QCOMPARE(lines(config.diagnostics), QString());
        schemas::Block schema;
        schema.attributes["path"].type = values::Type::string();
        schema.attributes["path"].optional = true;
        const auto value = configs::evaluateBackend(**config, options, schema);
        QTEST(value.isOk() ? QStringLiteral("\"%1\"").arg(QString::fromStdString(value->attribute("path").asString()))
                           : lines(value.diagnostics),
              "expected");
    }
};

QTEST_APPLESS_MAIN(TestModules)
#include "tst_modules.moc"
