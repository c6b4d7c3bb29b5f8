// SPDX-License-Identifier: MPL-2.0
#include "core/providers/settings/cli_config.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace planlens;
using providers::InstallationMethod;

namespace {

QString text(const providers::CliConfig& config) {
    QStringList lines;
    for (const auto& [provider, folder] : config.devOverrides)
        lines.append(QStringLiteral("override %1 %2")
                         .arg(QString::fromStdString(provider.toString()), QString::fromStdString(folder.string())));
    for (const InstallationMethod& method : config.methods) {
        static const char* const kinds[] = {"direct", "filesystem", "network", "oci"};
        QString line =
            QString::fromLatin1(kinds[static_cast<int>(method.kind)]) + u' ' + QString::fromStdString(method.location);
        for (const std::string& pattern : method.include)
            line += QStringLiteral(" +") + QString::fromStdString(pattern);
        for (const std::string& pattern : method.exclude)
            line += QStringLiteral(" -") + QString::fromStdString(pattern);
        lines.append(line);
    }
    if (!config.pluginCacheDirectory.empty())
        lines.append(QStringLiteral("cache ") + QString::fromStdString(config.pluginCacheDirectory.string()));
    return lines.join(u'\n');
}

void write(const QString& path, const std::string& content) {
    std::filesystem::create_directories(std::filesystem::path(path.toStdString()).parent_path());
    std::ofstream(path.toStdString()) << content;
}

} // namespace

class TestCliConfig final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsAsTheReference_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("config");
        QTest::addColumn<QString>("problems");
        QTest::newRow("nothing") << ""
                                 << ""
                                 << "";
        QTest::newRow("all methods") << "provider_installation {\n"
                                        "  dev_overrides {\n"
                                        "    \"hashicorp/null\" = \"/tmp/dev/\"\n"
                                        "    \"example.com/a/b\" = \"../b\"\n"
                                        "  }\n"
                                        "  filesystem_mirror {\n"
                                        "    path = \"/m\"\n"
                                        "    include = [\"a/b\", \"*/*\"]\n"
                                        "    exclude = \"c/d\"\n"
                                        "  }\n"
                                        "  network_mirror {\n"
                                        "    url = \"https://x.example/\"\n"
                                        "  }\n"
                                        "  direct {\n"
                                        "    exclude = [\"*/*/*\"]\n"
                                        "  }\n"
                                        "}\n"
                                     << "override example.com/a/b ../b\noverride registry.opentofu.org/hashicorp/null "
                                        "/tmp/dev\nnetwork https://x.example/\ndirect  "
                                        "-*/*/*"
                                     << "E Invalid provider_installation method block | Invalid filesystem_mirror "
                                        "block at 1:1: At 9:15: unknown slice type: *ast"
                                        ".LiteralType.";
        QTest::newRow("overrides late")
            << "provider_installation {\n"
               "  direct {\n"
               "  }\n"
               "  dev_overrides {\n"
               "  }\n"
               "}\n"
            << "direct "
            << "E Invalid provider_installation method block | The dev_overrides block at at 4:3 must appear before "
               "all other installati"
               "on methods, because development overrides always have the highest priority.";
        QTest::newRow("unknown method")
            << "provider_installation {\n"
               "  foo {\n"
               "  }\n"
               "}\n"
            << ""
            << "E Invalid provider_installation method block | Unknown provider installation method \"foo\" at 2:3.";
        QTest::newRow("assigned method") << "provider_installation {\n"
                                            "  direct = {}\n"
                                            "}\n"
                                         << ""
                                         << "E Invalid provider_installation method block | The items inside the "
                                            "provider_installation block at 1:1 must all be block"
                                            "s.";
        QTest::newRow("labelled method") << "provider_installation {\n"
                                            "  direct \"x\" {\n"
                                            "  }\n"
                                            "}\n"
                                         << "direct "
                                         << "E Invalid provider_installation method block | The blocks inside the "
                                            "provider_installation block at 1:1 may not have any"
                                            " labels.";
        QTest::newRow("labelled block") << "provider_installation \"x\" {\n"
                                           "}\n"
                                        << ""
                                        << "E Invalid provider_installation block | The provider_installation block at "
                                           "1:1 must not have any labels.";
        QTest::newRow("assigned block") << "provider_installation = {}\n"
                                        << ""
                                        << "E Invalid provider_installation block | The provider_installation block at "
                                           "1:1 must not be introduced with an equals sig"
                                           "n.";
        QTest::newRow("two blocks") << "provider_installation {\n"
                                       "}\n"
                                       "provider_installation {\n"
                                       "}\n"
                                    << ""
                                    << "E No more than one provider_installation block may be specified | ";
        QTest::newRow("mirror without path") << "provider_installation {\n"
                                                "  filesystem_mirror {\n"
                                                "  }\n"
                                                "}\n"
                                             << ""
                                             << "E Invalid provider_installation method block | Invalid "
                                                "filesystem_mirror block at 1:1: \"path\" argument is required.";
        QTest::newRow("mirror without url") << "provider_installation {\n"
                                               "  network_mirror {\n"
                                               "  }\n"
                                               "}\n"
                                            << ""
                                            << "E Invalid provider_installation method block | Invalid network_mirror "
                                               "block at 1:1: \"url\" argument is required.";
        QTest::newRow("path of a list") << "provider_installation {\n"
                                           "  filesystem_mirror {\n"
                                           "    path = [\"/a\"]\n"
                                           "  }\n"
                                           "}\n"
                                        << ""
                                        << "E Invalid provider_installation method block | Invalid filesystem_mirror "
                                           "block at 1:1: At 3:12: root.path: unknown type "
                                           "for string *ast.ListType.";
        QTest::newRow("path of a bool") << "provider_installation {\n"
                                           "  filesystem_mirror {\n"
                                           "    path = true\n"
                                           "  }\n"
                                           "}\n"
                                        << ""
                                        << "E Invalid provider_installation method block | Invalid filesystem_mirror "
                                           "block at 1:1: At 3:12: root.path: unknown type "
                                           "for string *ast.LiteralType.";
        QTest::newRow("bad override") << "provider_installation {\n"
                                         "  dev_overrides {\n"
                                         "    \"a/b/c/d\" = \"/x\"\n"
                                         "  }\n"
                                         "}\n"
                                      << ""
                                      << "E Invalid provider installation dev overrides | The entry \"a/b/c/d\" in 1:1 "
                                         "is not a valid provider source string.\n\nInval"
                                         "id provider source string: The \"source\" attribute must be in the format "
                                         "\"[hostname/][namespace/]name\"";
        QTest::newRow("no cache folder") << "plugin_cache_dir = \"/nonexistent/cache\"\n"
                                         << "cache /nonexistent/cache"
                                         << "E The specified plugin cache dir /nonexistent/cache cannot be opened: "
                                            "stat /nonexistent/cache: no such file or directory"
                                            " | ";
        QTest::newRow("cache folder")
            << "plugin_cache_dir = \"${TMPVAR}/planlens has no such folder/../\"\n"
            << "cache /tmp/planlens has no such folder/../"
            << "E The specified plugin cache dir /tmp/planlens has no such folder/../ cannot be opened: stat "
               "/tmp/planlens has no such folder/../: no such file or directory | ";
        QTest::newRow("credentials")
            << "credentials \"app.example.com\" {\n"
               "  token = \"secret\"\n"
               "}\n"
               "credentials \"bad host\" {\n"
               "  token = \"secret\"\n"
               "}\n"
               "host \"x..y\" {\n"
               "}\n"
            << ""
            << "E The host \"x..y\" block has an invalid hostname: hostname contains empty label (two consecutive "
               "periods) | \nE The creden"
               "tials \"bad host\" block has an invalid hostname: idna: disallowed rune U+0020 | ";
        QTest::newRow("helpers") << "credentials_helper \"a\" {\n"
                                    "}\n"
                                    "credentials_helper \"b\" {\n"
                                    "}\n"
                                 << ""
                                 << "E No more than one credentials_helper block may be specified | ";
        QTest::newRow("unclosed") << "provider_installation {\n"
                                  << ""
                                  << "E Error parsing FILE: At 2:2: object expected closing RBRACE got: EOF | ";
        QTest::newRow("bad text") << "plugin_cache_dir = \"abc\n"
                                  << ""
                                  << "E Error parsing FILE: At 1:24: literal not terminated | ";
        QTest::newRow("bad escape") << "plugin_cache_dir = \"a\\qb\"\n"
                                    << ""
                                    << "E Error parsing FILE: At 1:23: illegal char escape | ";
        QTest::newRow("no value") << "plugin_cache_dir =\n"
                                  << ""
                                  << "";
        QTest::newRow("bare word") << "plugin_cache_dir = foo\n"
                                   << ""
                                   << "E Error parsing FILE: At 1:20: Unknown token: 1:20 IDENT foo | ";
        QTest::newRow("key only")
            << "foo\n"
            << ""
            << "E Error parsing FILE: At 2:1: key 'foo' expected start of object ('{') or assignment ('=') | ";
        QTest::newRow("number key")
            << "1 = 2\n"
            << ""
            << "E Error parsing FILE: At 1:1: expected: IDENT | STRING | ASSIGN | LBRACE got: NUMBER | ";
        QTest::newRow("double") << "a = 1\n"
                                   "a = 2\n"
                                << ""
                                << "E Error parsing FILE: The argument \"a\" at 2:1 was already set. Each argument can "
                                   "only be defined once | ";
        QTest::newRow("illegal") << "a = ?\n"
                                 << ""
                                 << "E Error parsing FILE: At 1:5: illegal char | ";
        QTest::newRow("comments") << "# x\n"
                                     "// y\n"
                                     "/* z\n"
                                     " */\n"
                                     "a = 1 # b\n"
                                  << ""
                                  << "";
        QTest::newRow("list error")
            << "a = [1 2]\n"
            << ""
            << "E Error parsing FILE: At 1:8: error parsing list, expected comma or list end, got: NUMBER | ";
        QTest::newRow("heredoc")
            << "plugin_cache_dir = <<EOT\n"
               "/tmp\n"
               "EOT\n"
            << "cache /tmp\n"
            << "E The specified plugin cache dir /tmp\n cannot be opened: stat /tmp\n: no such file or directory | ";
        QTest::newRow("nested labels") << "a b = {}\n"
                                       << ""
                                       << "E Error parsing FILE: At 1:5: nested object expected: LBRACE got: ASSIGN | ";
        QTest::newRow("json list")
            << "{\"provider_installation\": [{\"filesystem_mirror\": [{\"path\": \"/a\"}, {\"path\": \"/b\"}]}]}"
            << "filesystem /a\nfilesystem /b"
            << "";
        QTest::newRow("cache a list")
            << "plugin_cache_dir = [\"a\"]\n"
            << ""
            << "E Error parsing FILE: At 1:20: root.plugin_cache_dir: unknown type for string *ast.ListType | ";
        QTest::newRow("one line") << "provider_installation { direct {} }\n"
                                  << "direct "
                                  << "";
    }
    void readsAsTheReference() {
        QFETCH(QString, text);
        QFETCH(QString, config);
        QFETCH(QString, problems);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("x.tfrc"));
        write(path, text.toStdString());
        const auto read = providers::loadCliConfig({"TF_CLI_CONFIG_FILE=" + path.toStdString(), "TMPVAR=/tmp"}, ".");
        QStringList told;
        for (const diags::Diagnostic& problem : read.diagnostics)
            told.append(QStringLiteral("%1 %2 | %3")
                            .arg(problem.severity == diags::Severity::Error ? QStringLiteral("E") : QStringLiteral("W"),
                                 QString::fromStdString(problem.summary), QString::fromStdString(problem.detail)));
        QCOMPARE(told.join(u'\n').replace(path, QStringLiteral("FILE")), problems);
        QCOMPARE(::text(*read.value), config);
    }

    void endsInFilesThatNeverDo() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("x.tfrc"));
        write(path, "a = " + std::string(100000, '['));
        const auto read = providers::loadCliConfig({"TF_CLI_CONFIG_FILE=" + path.toStdString()}, ".");
        QVERIFY(read.hasErrors());
        QVERIFY(read.diagnostics[0].summary.ends_with("too many objects and lists in each other"));
    }

    void looksWhereTheReferenceLooks_data() {
        QTest::addColumn<QStringList>("files");
        QTest::addColumn<QStringList>("environment");
        QTest::addColumn<QString>("config");
        const QString home = QStringLiteral("HOME=%1/home"), xdg = QStringLiteral("XDG_CONFIG_HOME=%1/xdg");
        QTest::newRow("nothing") << QStringList() << QStringList{home} << "";
        QTest::newRow("present name") << QStringList{"home/.tofurc", "home/.terraformrc"} << QStringList{home}
                                      << "direct  +home/.tofurc";
        QTest::newRow("old name") << QStringList{"home/.terraformrc"} << QStringList{home}
                                  << "direct  +home/.terraformrc";
        QTest::newRow("XDG") << QStringList{"xdg/opentofu/tofurc"} << QStringList{home, xdg}
                             << "direct  +xdg/opentofu/tofurc";
        QTest::newRow("home before XDG") << QStringList{"home/.terraformrc", "xdg/opentofu/tofurc"}
                                         << QStringList{home, xdg} << "direct  +home/.terraformrc";
        QTest::newRow("folder") << QStringList{"home/.terraform.d/b.tfrc", "home/.terraform.d/a.other"}
                                << QStringList{home} << "direct  +home/.terraform.d/b.tfrc";
        QTest::newRow("folder of XDG") << QStringList{"xdg/opentofu/b.tfrc"} << QStringList{home, xdg}
                                       << "direct  +xdg/opentofu/b.tfrc";
        QTest::newRow("named") << QStringList{"home/.tofurc", "home/.terraform.d/b.tfrc", "named"}
                               << QStringList{home, "TF_CLI_CONFIG_FILE=%1/named"} << "direct  +named";
        QTest::newRow("named the old way")
            << QStringList{"named"} << QStringList{home, "TERRAFORM_CONFIG=%1/named"} << "direct  +named";
        QTest::newRow("named relative to the start")
            << QStringList{"named"} << QStringList{home, "TF_CLI_CONFIG_FILE=named"} << "direct  +named";
        QTest::newRow("cache of the environment")
            << QStringList() << QStringList{home, "TF_PLUGIN_CACHE_DIR=/tmp"} << "cache /tmp";
    }
    void looksWhereTheReferenceLooks() {
        QFETCH(QStringList, files);
        QFETCH(QStringList, environment);
        QFETCH(QString, config);
        const QTemporaryDir folder;
        for (const QString& file : files)
            write(folder.filePath(file),
                  "provider_installation {\n  direct {\n    include = [\"" + file.toStdString() + "\"]\n  }\n}\n");
        std::vector<std::string> variables;
        for (const QString& variable : environment)
            variables.push_back(
                (variable.contains(QStringLiteral("%1")) ? variable.arg(folder.path()) : variable).toStdString());
        const auto read = providers::loadCliConfig(variables, folder.path().toStdString());
        QVERIFY2(read.diagnostics.isEmpty(), read.diagnostics.toString().c_str());
        QCOMPARE(text(*read.value), config);
    }

    void unreadableFoldersAreErrors() {
        const QTemporaryDir folder;
        QVERIFY(QFile::link(".terraform.d", folder.filePath(".terraform.d"))); // too many levels of symbolic links
        const auto read = providers::loadCliConfig({"HOME=" + folder.path().toStdString()}, "/");
        QVERIFY(read.hasErrors());
        QVERIFY2(read.diagnostics.toString().find("too many levels") != std::string::npos,
                 read.diagnostics.toString().c_str());
    }

    void warnsOfANamedFileThatIsNotThere() {
        const auto read = providers::loadCliConfig({"TF_CLI_CONFIG_FILE=/nonexistent/x"}, "/");
        QCOMPARE(read.diagnostics.size(), std::size_t{1});
        QCOMPARE(read.diagnostics[0],
                 diags::Diagnostic::warning("Unable to open CLI configuration file",
                                            "The CLI configuration file at \"/nonexistent/x\" does not exist."));
    }

    void warnsOfProvidersUnderDevelopment() {
        providers::CliConfig config;
        QVERIFY(providers::devOverrideWarning(config).isEmpty());
        config.devOverrides = {{{"registry.opentofu.org", "hashicorp", "null"}, "/dev/null-provider"},
                               {{"example.com", "a", "b"}, "../b"}};
        const auto warning = providers::devOverrideWarning(config);
        QCOMPARE(warning[0].severity, diags::Severity::Warning);
        QCOMPARE(warning[0].detail,
                 std::string("The following provider development overrides are set in the CLI configuration:\n - "
                             "example.com/a/b in ../b\n - hashicorp/null in "
                             "/dev/null-provider\n\nThe behavior may therefore not match any released version of the "
                             "provider and applying changes may cause the state to "
                             "become incompatible with published releases."));
    }
};

QTEST_APPLESS_MAIN(TestCliConfig)
#include "tst_cli_config.moc"
