// SPDX-License-Identifier: MPL-2.0
#include "core/providers/packages/lock_file.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace planlens;

namespace {

QString range(const diags::Diagnostic& diagnostic) {
    if (!diagnostic.subject)
        return {};
    const QString whole = QString::fromStdString(diagnostic.subject->toString());
    return whole.mid(whole.indexOf(u':') + 1);
}

} // namespace

class TestLockFile final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsAsTheReference_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("locks");
        QTest::addColumn<QString>("problems");
        QTest::newRow("nothing") << ""
                                 << ""
                                 << "";
        QTest::newRow("one") << "provider \"registry.opentofu.org/hashicorp/null\" {\n"
                                "  version = \"3.3.1\"\n"
                                "  constraints = \"~> 3.1\"\n"
                                "  hashes = [\n"
                                "    \"h1:b=\",\n"
                                "    \"zh:aa\",\n"
                                "    \"h1:a=\",\n"
                                "    \"h1:b=\",\n"
                                "  ]\n"
                                "}\n"
                             << "registry.opentofu.org/hashicorp/null 3.3.1 h1:a= h1:b= zh:aa"
                             << "";
        QTest::newRow("version only") << "provider \"registry.opentofu.org/hashicorp/null\" {\n"
                                         "  version = \"3.3.1\"\n"
                                         "}\n"
                                      << "registry.opentofu.org/hashicorp/null 3.3.1"
                                      << "";
        QTest::newRow("without version") << "provider \"registry.opentofu.org/hashicorp/null\" {\n"
                                            "}\n"
                                         << "registry.opentofu.org/hashicorp/null 0.0.0"
                                         << "E 1,49-49 Missing required argument | The argument \"version\" is "
                                            "required, but no definition was found.";
        QTest::newRow("null version")
            << "provider \"registry.opentofu.org/hashicorp/null\" {\n"
               "  version = null\n"
               "}\n"
            << "registry.opentofu.org/hashicorp/null 0.0.0"
            << "E 2,13-17 Missing required argument | A provider lock block must contain a \"version\" argument.";
        QTest::newRow("number version") << "provider \"registry.opentofu.org/hashicorp/null\" {\n"
                                           "  version = 3\n"
                                           "}\n"
                                        << "registry.opentofu.org/hashicorp/null 3.0.0"
                                        << "E 2,13-14 Invalid provider version number | The selected version number "
                                           "for provider registry.opentofu.org/hashicorp/nul"
                                           "l must be written in normalized form: \"3.0.0\".";
        QTest::newRow("list version")
            << "provider \"registry.opentofu.org/hashicorp/null\" {\n"
               "  version = [\"1.0.0\"]\n"
               "}\n"
            << "registry.opentofu.org/hashicorp/null 0.0.0"
            << "E 2,13-14 Unsuitable value type | Unsuitable value: string required, but have tuple";
        QTest::newRow("reference") << "provider \"registry.opentofu.org/hashicorp/null\" {\n"
                                      "  version = foo.bar\n"
                                      "}\n"
                                   << "registry.opentofu.org/hashicorp/null 0.0.0"
                                   << "E 2,13-16 Variables not allowed | Variables may not be used here.";
        QTest::newRow("bad version")
            << "provider \"registry.opentofu.org/hashicorp/null\" {\n"
               "  version = \"v3.3.1\"\n"
               "}\n"
            << "registry.opentofu.org/hashicorp/null 0.0.0"
            << "E 2,13-21 Invalid provider version number | The selected version number for provider "
               "registry.opentofu.org/hashicorp/nul"
               "l is invalid: a \"v\" prefix should not be used.\nE 2,13-21 Invalid provider version number | The "
               "selected version number f"
               "or provider registry.opentofu.org/hashicorp/null must be written in normalized form: \"0.0.0\".";
        QTest::newRow("short version") << "provider \"registry.opentofu.org/hashicorp/null\" {\n"
                                          "  version = \"3.3\"\n"
                                          "}\n"
                                       << "registry.opentofu.org/hashicorp/null 3.3.0"
                                       << "E 2,13-18 Invalid provider version number | The selected version number for "
                                          "provider registry.opentofu.org/hashicorp/nul"
                                          "l must be written in normalized form: \"3.3.0\".";
        QTest::newRow("bad constraints")
            << "provider \"registry.opentofu.org/hashicorp/null\" {\n"
               "  version = \"3.3.1\"\n"
               "  constraints = \"foo\"\n"
               "}\n"
            << "registry.opentofu.org/hashicorp/null 3.3.1"
            << "E 3,17-22 Invalid provider version constraints | The recorded version constraints for provider "
               "registry.opentofu.org/has"
               "hicorp/null are invalid: missing comma after \"\".\nE 3,17-22 Invalid provider version constraints | "
               "The recorded version c"
               "onstraints for provider registry.opentofu.org/hashicorp/null must be written in normalized form: \"\".";
        QTest::newRow("loose constraints") << "provider \"registry.opentofu.org/hashicorp/null\" {\n"
                                              "  version = \"3.3.1\"\n"
                                              "  constraints = \"~>3.1\"\n"
                                              "}\n"
                                           << "registry.opentofu.org/hashicorp/null 3.3.1"
                                           << "E 3,17-24 Invalid provider version constraints | The recorded version "
                                              "constraints for provider registry.opentofu.org/has"
                                              "hicorp/null must be written in normalized form: \"~> 3.1\".";
        QTest::newRow("null constraints")
            << "provider \"registry.opentofu.org/hashicorp/null\" {\n"
               "  version = \"3.3.1\"\n"
               "  constraints = null\n"
               "}\n"
            << "registry.opentofu.org/hashicorp/null 3.3.1"
            << "E 3,17-21 Unsuitable value type | Unsuitable value: null value is not allowed";
        QTest::newRow("no hashes") << "provider \"registry.opentofu.org/hashicorp/null\" {\n"
                                      "  version = \"3.3.1\"\n"
                                      "  hashes = []\n"
                                      "}\n"
                                   << "registry.opentofu.org/hashicorp/null 3.3.1"
                                   << "E 3,12-14 Invalid provider hash set | The \"hashes\" argument must either be "
                                      "omitted or contain at least one hash value.";
        QTest::newRow("hashes no list") << "provider \"registry.opentofu.org/hashicorp/null\" {\n"
                                           "  version = \"3.3.1\"\n"
                                           "  hashes = \"h1:a\"\n"
                                           "}\n"
                                        << "registry.opentofu.org/hashicorp/null 3.3.1"
                                        << "E 3,13-17 Invalid expression | A static list expression is required.";
        QTest::newRow("hash without scheme") << "provider \"registry.opentofu.org/hashicorp/null\" {\n"
                                                "  version = \"3.3.1\"\n"
                                                "  hashes = [\"abc\", \":x\", \"h9:new\", null]\n"
                                                "}\n"
                                             << "registry.opentofu.org/hashicorp/null 3.3.1 h9:new"
                                             << "E 3,12-41 Invalid provider hash string | Cannot interpret \"abc\" as "
                                                "a provider hash: hash string must start with a scheme"
                                                " keyword followed by a colon.\nE 3,12-41 Invalid provider hash string "
                                                "| Cannot interpret \":x\" as a provider hash: hash st"
                                                "ring must start with a scheme keyword followed by a colon.\nE 3,36-40 "
                                                "Unsuitable value type | Unsuitable value: null valu"
                                                "e is not allowed";
        QTest::newRow("unknown things") << "foo = 1\n"
                                           "bar \"x\" {\n"
                                           "}\n"
                                           "provider \"registry.opentofu.org/hashicorp/null\" {\n"
                                           "  version = \"3.3.1\"\n"
                                           "  more = 1\n"
                                           "  nested {\n"
                                           "  }\n"
                                           "}\n"
                                        << "registry.opentofu.org/hashicorp/null 3.3.1"
                                        << "E 1,1-4 Unsupported argument | An argument named \"foo\" is not expected "
                                           "here.\nE 2,1-4 Unsupported block type | Blocks of "
                                           "type \"bar\" are not expected here.\nE 6,3-7 Unsupported argument | An "
                                           "argument named \"more\" is not expected here.\nE 7,3-9 "
                                           "Unsupported block type | Blocks of type \"nested\" are not expected here.";
        QTest::newRow("modules") << "module \"a\" {\n"
                                    "}\n"
                                    "module \"b\" {\n"
                                    "}\n"
                                 << ""
                                 << "W 1,1-7 Dependency locks for modules are not yet supported | OpenTofu v1.12.6 "
                                    "only supports dependency locks for provide"
                                    "rs, not for modules. This configuration may be intended for a later version of "
                                    "OpenTofu that also supports dependency lo"
                                    "cks for modules.";
        QTest::newRow("twice") << "provider \"registry.opentofu.org/hashicorp/null\" {\n"
                                  "  version = \"3.3.1\"\n"
                                  "}\n"
                                  "provider \"registry.opentofu.org/hashicorp/null\" {\n"
                                  "  version = \"3.3.1\"\n"
                                  "}\n"
                               << "registry.opentofu.org/hashicorp/null 3.3.1"
                               << "E 4,1-9 Duplicate provider lock | This lockfile already declared a lock for "
                                  "provider registry.opentofu.org/hashicorp/nul"
                                  "l at .terraform.lock.hcl:1,1-48.";
        QTest::newRow("no label")
            << "provider {\n"
               "}\n"
            << ""
            << "E 1,10-11 Missing source_addr for provider | All provider blocks must have 1 labels (source_addr).";
        QTest::newRow("invalid address") << "provider \"a/b/c/d\" {\n"
                                            "  version = \"1.0.0\"\n"
                                            "}\n"
                                         << ""
                                         << "E 1,10-19 Invalid provider source address | The provider source address "
                                            "for a provider lock must be a valid, fully-quali"
                                            "fied address of the form \"hostname/namespace/type\".";
        QTest::newRow("short address")
            << "provider \"hashicorp/null\" {\n"
               "  version = \"1.0.0\"\n"
               "}\n"
            << ""
            << "E 1,10-26 Non-normalized provider source address | The provider source address for this provider lock "
               "must be written as"
               " \"registry.opentofu.org/hashicorp/null\", the fully-qualified and normalized form.";
        QTest::newRow("upper case")
            << "provider \"registry.opentofu.org/HashiCorp/null\" {\n"
               "  version = \"1.0.0\"\n"
               "}\n"
            << ""
            << "E 1,10-48 Non-normalized provider source address | The provider source address for this provider lock "
               "must be written as"
               " \"registry.opentofu.org/hashicorp/null\", the fully-qualified and normalized form.";
        QTest::newRow("built in") << "provider \"terraform.io/builtin/terraform\" {\n"
                                     "  version = \"1.0.0\"\n"
                                     "}\n"
                                  << ""
                                  << "E 1,10-42 Invalid provider source address | Cannot lock a version for built-in "
                                     "provider terraform.io/builtin/terraform. "
                                     "Built-in providers are bundled inside OpenTofu itself, so you can't select a "
                                     "version for them independently of the OpenT"
                                     "ofu release you are currently running.";
        QTest::newRow("legacy") << "provider \"registry.opentofu.org/-/aws\" {\n"
                                   "  version = \"1.0.0\"\n"
                                   "}\n"
                                << ""
                                << "E 1,10-39 Invalid provider source address | Provider source address "
                                   "registry.opentofu.org/-/aws is a special provider th"
                                   "at is not eligible for dependency locking.";
        QTest::newRow("unclosed") << "provider \"registry.opentofu.org/hashicorp/null\" {\n"
                                  << "registry.opentofu.org/hashicorp/null 0.0.0"
                                  << "E 1,49-50 Unclosed configuration block | There is no closing brace for this "
                                     "block before the end of the file. This may b"
                                     "e caused by incorrect brace nesting elsewhere in this file.\nE 1,49-49 Missing "
                                     "required argument | The argument \"version\""
                                     " is required, but no definition was found.";
        QTest::newRow("terraform") << "provider \"registry.terraform.io/hashicorp/aws\" {\n"
                                      "  version = \"5.100.0\"\n"
                                      "  hashes = [\"h1:x\"]\n"
                                      "}\n"
                                   << "registry.terraform.io/hashicorp/aws 5.100.0 h1:x"
                                   << "";
    }
    void readsAsTheReference() {
        QFETCH(QString, text);
        QFETCH(QString, locks);
        QFETCH(QString, problems);
        const auto file = providers::parseLockFile(text.toStdString(), providers::lockFileName);
        QStringList found, told;
        for (const auto& [provider, lock] : file->providers) {
            QStringList line{QString::fromStdString(provider.toString()),
                             lock.version.segments.empty() ? QStringLiteral("0.0.0")
                                                           : QString::fromStdString(lock.version.toString())};
            for (const std::string& hash : lock.hashes)
                line.append(QString::fromStdString(hash));
            found.append(line.join(u' '));
        }
        for (const diags::Diagnostic& problem : file.diagnostics)
            told.append(QStringLiteral("%1 %2 %3 | %4")
                            .arg(problem.severity == diags::Severity::Error ? QStringLiteral("E") : QStringLiteral("W"),
                                 range(problem), QString::fromStdString(problem.summary),
                                 QString::fromStdString(problem.detail)));
        QCOMPARE(told.join(u'\n'), problems);
        QCOMPARE(found.join(u'\n'), locks);
    }

    void needsNoFile() {
        const QTemporaryDir folder;
        const auto locks = providers::readLockFile(folder.path().toStdString());
        QVERIFY(locks.isOk());
        QVERIFY(locks->providers.empty());
    }

    void reportsAllProblemsAtOnce() {
        const QTemporaryDir folder;
        std::ofstream(folder.filePath(QStringLiteral(".terraform.lock.hcl")).toStdString())
            << "foo = 1\nbar \"x\" {\n}\n";
        const auto locks = providers::readLockFile(folder.path().toStdString());
        QCOMPARE(locks.diagnostics.size(), std::size_t{1});
        QCOMPARE(locks.diagnostics[0].summary,
                 std::string("failed to read dependency lock file: 2 problems:\n\n- Unsupported argument: An argument "
                             "named \"foo\" is not expected here.\n"
                             "- Unsupported block type: Blocks of type \"bar\" are not expected here."));
    }

    void reportsWhyFileCannotBeRead_data() {
        QTest::addColumn<bool>("isFolder");
        QTest::addColumn<QString>("reason");
        QTest::newRow("folder") << true << "is a directory";
        QTest::newRow("input/output error") << false << "input/output error";
    }
    void reportsWhyFileCannotBeRead() {
        QFETCH(bool, isFolder);
        QFETCH(QString, reason);
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral(".terraform.lock.hcl")).toStdString();
        if (isFolder)
            std::filesystem::create_directory(path);
        else
            std::filesystem::create_symlink("/proc/self/mem", path);
        const auto locks = providers::readLockFile(folder.path().toStdString());
        QCOMPARE(locks.diagnostics.size(), std::size_t{1});
        QCOMPARE(locks.diagnostics[0].summary, "failed to read dependency lock file: Failed to read file: The "
                                               "configuration file \".terraform.lock.hcl\" could not be read: " +
                                                   reason.toStdString() + ".");
    }

    void comparesSelectionsAndHashes() {
        const std::string one =
            "provider \"example.com/a/b\" {\n  version = \"1.0.0\"\n  hashes = [\"h1:a\", \"h1:b\"]\n}\n";
        const std::string same = "provider \"example.com/a/b\" {\n  version = \"1.0.0\"\n  constraints = \"1.0.0\"\n  "
                                 "hashes = [\"h1:b\", \"h1:a\"]\n}\n";
        const std::string other = "provider \"example.com/a/b\" {\n  version = \"1.0.0\"\n  hashes = [\"h1:a\"]\n}\n";
        const auto read = [](const std::string& text) { return *providers::parseLockFile(text, "x"); };
        QVERIFY(read(one) == read(same));
        QVERIFY(!(read(one) == read(other)));
        QVERIFY(!(read(one) == read("")));
    }
};

QTEST_APPLESS_MAIN(TestLockFile)
#include "tst_lock_file.moc"
