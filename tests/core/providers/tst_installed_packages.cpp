// SPDX-License-Identifier: MPL-2.0
#include "core/providers/packages/installed_packages.h"
#include "tests/support/scoped_environment.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace planlens;
using providers::InstalledPackages;
namespace fs = std::filesystem;

namespace {

const addrs::Provider alpha{"registry.opentofu.org", "hashicorp", "alpha"};
const addrs::Provider beta{"example.com", "corp", "beta"};

void write(const fs::path& path, const std::string& content) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << content;
}

QString text(const diags::Diagnostics& diagnostics) {
    QStringList all;
    for (const diags::Diagnostic& diagnostic : diagnostics)
        all.append(QString::fromStdString(diagnostic.detail.empty() ? diagnostic.summary
                                                                    : diagnostic.summary + " | " + diagnostic.detail));
    return all.join(u'\n');
}

std::string lockText(const addrs::Provider& provider, const std::string& version, const std::string& hash,
                     const std::string& constraints = {}) {
    return "provider \"" + provider.toString() + "\" {\n  version = \"" + version + "\"\n" +
           (constraints.empty() ? "" : "  constraints = \"" + constraints + "\"\n") +
           (hash.empty() ? "" : "  hashes = [\n    \"" + hash + "\",\n  ]\n") + "}\n";
}

addrs::ProviderRequirements require(const addrs::Provider& provider, const char* constraints) {
    return {{provider, *addrs::ProviderConstraints::parse(constraints)}};
}

} // namespace

class TestInstalledPackages final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        for (const char* name : {"TF_DATA_DIR", "TF_IN_AUTOMATION", "TF_REATTACH_PROVIDERS"})
            m_environment.unset(name);
    }
    void cleanup() { m_environment.restore(); }

    void findsThePackageInEveryLayout_data() {
        QTest::addColumn<QString>("layout");
        for (const char* layout :
             {"unpacked", "link to the platform", "link to the version", "other data folder", "elsewhere"})
            QTest::newRow(layout) << QString::fromLatin1(layout);
    }
    void findsThePackageInEveryLayout() {
        QFETCH(QString, layout);
        const fs::path inside = fs::path("registry.opentofu.org/hashicorp/alpha/1.2.3") / providers::platform();
        fs::path data = ".terraform";
        if (layout == QStringLiteral("other data folder")) {
            data = "data/of mine";
            m_environment.set("TF_DATA_DIR", "data/of mine");
        } else if (layout == QStringLiteral("elsewhere")) {
            data = root() / "absolute";
            m_environment.set("TF_DATA_DIR", QByteArray::fromStdString(data.string()));
        }
        const fs::path place = root() / data / "providers" / inside;
        if (layout.startsWith(QStringLiteral("link"))) {
            write(root() / "mirror" / inside / "terraform-provider-alpha_v1.2.3_x5", "program");
            const fs::path link = layout.endsWith(QStringLiteral("version")) ? place.parent_path() : place;
            fs::create_directories(link.parent_path());
            fs::create_symlink(
                root() / "mirror" / (layout.endsWith(QStringLiteral("version")) ? inside.parent_path() : inside), link);
        } else {
            write(place / "terraform-provider-alpha_v1.2.3_x5", "program");
        }
        write(root() / ".terraform.lock.hcl", lockText(alpha, "1.2.3", *providers::packageHash(place)));
        InstalledPackages packages(root(), {});
        QVERIFY(packages.isSelected(alpha));
        QCOMPARE(text(packages.problems(InstalledPackages::Form::Whole)), QString());
        const auto package = packages.trusted(alpha);
        QVERIFY2(bool(package), package ? "" : package.error().c_str());
        QVERIFY(package->executable.is_absolute());
        QVERIFY(fs::equivalent(package->executable, place / "terraform-provider-alpha_v1.2.3_x5"));
    }

    void findsTheProgram_data() {
        QTest::addColumn<QStringList>("files");
        QTest::addColumn<QString>("found");
        QTest::newRow("bare name") << QStringList{"terraform-provider-alpha"} << "terraform-provider-alpha";
        QTest::newRow("with a version") << QStringList{"LICENSE", "terraform-provider-alpha_v1"}
                                        << "terraform-provider-alpha_v1";
        QTest::newRow("with an ending") << QStringList{"terraform-provider-alpha.exe"}
                                        << "terraform-provider-alpha.exe";
        QTest::newRow("the first of several")
            << QStringList{"terraform-provider-alpha_b", "terraform-provider-alpha_a"} << "terraform-provider-alpha_a";
        QTest::newRow("not of another type")
            << QStringList{"terraform-provider-alphabet", "terraform-provider-alpha-x"} << "";
        QTest::newRow("not a folder") << QStringList{"terraform-provider-alpha_x/file"} << "";
        QTest::newRow("none") << QStringList{"README"} << "";
    }
    void findsTheProgram() {
        QFETCH(QStringList, files);
        QFETCH(QString, found);
        for (const QString& file : files)
            write(root() / file.toStdString(), "");
        const auto executable = providers::executableOf(root(), alpha);
        QCOMPARE(executable ? QString::fromStdString(executable->filename().string()) : QString(), found);
        if (!executable)
            QCOMPARE(executable.error(),
                     std::string("could not find executable file starting with terraform-provider-alpha"));
    }

    void rejectsWhatIsNotTrusted_data() {
        QTest::addColumn<QString>("lock");
        QTest::addColumn<QString>("error");
        const QString wrong = "the cached package for registry.opentofu.org/hashicorp/alpha 1.2.3 (in "
                              ".terraform/providers) does not match any of the checksums recorded in the "
                              "dependency lock file, run tofu init to ensure all providers are correctly installed";
        const QString none = "the dependency lock file records no checksum for registry.opentofu.org/hashicorp/alpha "
                             "1.2.3, so that the package cached in .terraform/providers cannot be "
                             "trusted, run tofu init to record one";
        const auto lock = [](const char* hash) { return QString::fromStdString(lockText(alpha, "1.2.3", hash)); };
        QTest::newRow("another hash") << lock("h1:6n/M+nVOpBHBriZu5aEngOoIYaxvLT1La4K+ZkgUuJg=") << wrong;
        QTest::newRow("hash of an archive only")
            << lock("zh:0000000000000000000000000000000000000000000000000000000000000000") << wrong;
        QTest::newRow("no hash") << lock("") << none;
        QTest::newRow("hash of an unknown kind") << lock("h9:abc") << none;
        QTest::newRow("no lock file") << QString() << "unavailable provider \"registry.opentofu.org/hashicorp/alpha\"";
        QTest::newRow("another version")
            << QString::fromStdString(lockText(alpha, "1.2.4", "h1:x"))
            << "there is no package for registry.opentofu.org/hashicorp/alpha 1.2.4 cached in .terraform/providers";
        QTest::newRow("unreadable") << "provider {\n"
                                    << "failed to read dependency lock file: 2 problems:\n\n- Unclosed configuration "
                                       "block: There is no closing brace for this block before the "
                                       "end of the file. This may be caused by incorrect brace nesting elsewhere in "
                                       "this file.\n- Missing source_addr for provider: All "
                                       "provider blocks must have 1 labels (source_addr).";
    }
    void rejectsWhatIsNotTrusted() {
        QFETCH(QString, lock);
        QFETCH(QString, error);
        install(alpha, "1.2.3");
        if (!lock.isEmpty())
            write(root() / ".terraform.lock.hcl", lock.toStdString());
        InstalledPackages packages(root(), {});
        const auto package = packages.trusted(alpha);
        QVERIFY(!package);
        QCOMPARE(QString::fromStdString(package.error()), error);
    }

    void looksAgainWhenAFileHasChanged() {
        const fs::path place = install(alpha, "1.2.3");
        const fs::path program = place / "terraform-provider-alpha_v1.2.3";
        write(root() / ".terraform.lock.hcl", lockText(alpha, "1.2.3", *providers::packageHash(place)));
        InstalledPackages packages(root(), {});
        QVERIFY(packages.trusted(alpha));
        const auto time = fs::last_write_time(program);
        write(program, "PROGRAM"); // of equal size and, as far as a program can set it, equal age
        fs::last_write_time(program, time);
        QVERIFY(!packages.trusted(alpha));
        write(program, "program");
        QVERIFY(packages.trusted(alpha));
        write(place / "one more", "");
        QVERIFY(!packages.trusted(alpha));
    }

    void usesAProviderUnderDevelopmentAsItIs() {
        write(root() / "build/terraform-provider-alpha", "anything");
        providers::CliConfig config;
        config.devOverrides = {{alpha, "build"}, {beta, "nowhere"}};
        InstalledPackages packages(root(), config);
        QVERIFY(packages.isSelected(alpha));
        QVERIFY(fs::equivalent(packages.trusted(alpha)->executable, root() / "build/terraform-provider-alpha"));
        QVERIFY(packages.selected(alpha).isUnderDevelopment);
        QVERIFY(packages.selected(alpha).version.empty());
        QVERIFY(fs::equivalent(packages.selected(alpha).executable, root() / "build/terraform-provider-alpha"));
        QVERIFY(packages.selected(beta).executable.empty());
        QCOMPARE(packages.trusted(beta).error(), "could not read package directory: open " +
                                                     (root() / "nowhere").string() + ": no such file or directory");
        // Nothing else is checked for it: no lock, version or package.
        write(root() / ".terraform.lock.hcl", lockText(alpha, "1.2.3", "h1:x"));
        QCOMPARE(text(packages.problems(InstalledPackages::Form::Whole)), QString());
        QCOMPARE(text(packages.inconsistencies(require(alpha, "~> 9.0"))), QString());
    }

    void namesAllThatIsMissing() {
        write(root() / ".terraform.lock.hcl", lockText(alpha, "1.2.3", "h1:x") + lockText(beta, "2.0.0", "h1:x"));
        const InstalledPackages packages(root(), {});
        const QString list = "example.com/corp/beta: there is no package for example.com/corp/beta 2.0.0 cached in "
                             ".terraform/providers\n"
                             "  - registry.opentofu.org/hashicorp/alpha: there is no package for "
                             "registry.opentofu.org/hashicorp/alpha 1.2.3 cached in .terraform/providers";
        QCOMPARE(text(packages.problems(InstalledPackages::Form::Short)),
                 "missing or corrupted provider plugins:\n  - " + list);
        const QString whole =
            "Required plugins are not installed | The installed provider plugins are not consistent with the packages "
            "selected in the dependency lock file:\n  - " +
            list +
            "\n\nOpenTofu uses external plugins to integrate with a variety of different infrastructure services. ";
        QCOMPARE(text(packages.problems(InstalledPackages::Form::Whole)),
                 whole + "To download the plugins required for this configuration, run:\n  tofu init");
        m_environment.set("TF_IN_AUTOMATION", "1");
        QCOMPARE(text(packages.problems(InstalledPackages::Form::Whole)),
                 whole + "You must install the required plugins before running OpenTofu operations.");
    }

    void countsPackagesOfOtherPlatformsAsMissing_data() {
        QTest::addColumn<QString>("place");
        QTest::newRow("other platform") << "1.2.3/darwin_arm64/terraform-provider-alpha";
        QTest::newRow("other version") << "1.2.2/linux_amd64/terraform-provider-alpha";
        QTest::newRow("packed") << "terraform-provider-alpha_1.2.3_linux_amd64.zip";
    }
    void countsPackagesOfOtherPlatformsAsMissing() {
        QFETCH(QString, place);
        write(root() / ".terraform/providers/registry.opentofu.org/hashicorp/alpha" / place.toStdString(), "");
        write(root() / ".terraform.lock.hcl", lockText(alpha, "1.2.3", "h1:x"));
        QCOMPARE(text(InstalledPackages(root(), {}).problems(InstalledPackages::Form::Short)),
                 QStringLiteral("registry.opentofu.org/hashicorp/alpha: there is no package for "
                                "registry.opentofu.org/hashicorp/alpha 1.2.3 cached in .terraform/providers"));
    }

    void reportsWhatTheLockFileDoesNotFit_data() {
        QTest::addColumn<QString>("locks");
        QTest::addColumn<QString>("constraints");
        QTest::addColumn<QString>("list");
        QTest::addColumn<QString>("command");
        const QString name = "provider registry.opentofu.org/hashicorp/alpha: ";
        const auto lock = [](const char* constraints) {
            return QString::fromStdString(lockText(alpha, "1.2.3", "h1:x", constraints));
        };
        QTest::newRow("fits") << lock("~> 1.2") << "~> 1.2" << QString() << QString();
        QTest::newRow("fits another one") << lock("~> 1.2") << "< 2.0.0" << QString() << QString();
        QTest::newRow("changed")
            << lock("~> 1.2") << "~> 2.0"
            << name + "locked version selection 1.2.3 doesn't match the updated version constraints \"~> 2.0\""
            << "init -upgrade";
        QTest::newRow("edited") << lock("~> 2.0") << "~> 2.0"
                                << name +
                                       "version constraints \"~> 2.0\" don't match the locked version selection 1.2.3"
                                << "init -upgrade";
        QTest::newRow("none") << QString() << "~> 2.0"
                              << name + "required by this configuration but no version is selected"
                              << "init";
        QTest::newRow("of others") << QString::fromStdString(lockText(beta, "1.0.0", "h1:x")) << ""
                                   << name + "required by this configuration but no version is selected"
                                   << "init -upgrade";
    }
    void reportsWhatTheLockFileDoesNotFit() {
        QFETCH(QString, locks);
        QFETCH(QString, constraints);
        QFETCH(QString, list);
        QFETCH(QString, command);
        if (!locks.isEmpty())
            write(root() / ".terraform.lock.hcl", locks.toStdString());
        addrs::ProviderRequirements requirements = require(alpha, constraints.toUtf8().constData());
        requirements.emplace(addrs::Provider::builtIn("terraform"), addrs::ProviderConstraints());
        const QString found = text(InstalledPackages(root(), {}).inconsistencies(requirements));
        if (list.isEmpty()) {
            QCOMPARE(found, QString());
            return;
        }
        const QString why = command == QStringLiteral("init") ? "To make the initial dependency selections that will "
                                                                "initialize the dependency lock file, run:\n  tofu init"
                                                              : "To update the locked dependency selections to match a "
                                                                "changed configuration, run:\n  tofu init -upgrade";
        QCOMPARE(found, "Inconsistent dependency lock file | The following dependency selections recorded in the lock "
                        "file are inconsistent with the current configuration:\n  - " +
                            list + "\n\n" + why);
    }

    void listsConstraintErrorsFirst() {
        diags::Diagnostics errors;
        errors.error("Invalid version constraint", "Wrong.");
        const InstalledPackages packages(root(), {});
        const auto found = [&] { return text(packages.inconsistencies({}, addrs::openTofuRegistry, errors)); };
        const QString head = QStringLiteral("\n  - failed to determine the configuration's provider requirements: ");
        QVERIFY(found().contains(head + QStringLiteral("Invalid version constraint; Wrong.\n\nTo make")));
        errors.error("Invalid version constraint", "Wrong too.");
        QVERIFY(found().contains(
            head + QStringLiteral("Invalid version constraint; Wrong., and 1 other diagnostic(s)\n\nTo make")));
    }

    void appliesPlansOnlyWithTheirPackages() {
        const std::string lock = lockText(alpha, "1.2.3", "h1:x");
        write(root() / ".terraform.lock.hcl", lock);
        const InstalledPackages packages(root(), {});
        QCOMPARE(text(packages.inconsistenciesOfPlan(require(alpha, "~> 1.0"), lock)), QString());
        QCOMPARE(text(packages.inconsistenciesOfPlan({}, lockText(alpha, "1.2.4", "h1:x"))),
                 QStringLiteral("Inconsistent dependency lock file | The given plan file was created with a different "
                                "set of external dependency selections than the current configuration. A "
                                "saved plan can be applied only to the same configuration it was created "
                                "from.\n\nCreate a new plan from the updated configuration."));
        QVERIFY(text(packages.inconsistenciesOfPlan(require(alpha, "~> 2.0"), lock))
                    .contains(QStringLiteral("inconsistent with the configuration in the saved plan:\n  - provider ")));
    }

    void usesNoProviderThatRunsAlready() {
        m_environment.set("TF_REATTACH_PROVIDERS", "{}");
        const QString told = text(InstalledPackages(root(), {}).problems(InstalledPackages::Form::Short));
        QVERIFY(told.startsWith(QStringLiteral("Running providers not supported | ")));
    }

    void namesTheToolOfTheFolder() {
        QCOMPARE(InstalledPackages(root(), {}).initCommand(), std::string("tofu init"));
        write(root() / ".terraform.lock.hcl", lockText(alpha, "1.2.3", "h1:x"));
        QCOMPARE(InstalledPackages(root(), {}).initCommand(), std::string("tofu init"));
        write(root() / ".terraform.lock.hcl",
              lockText({"registry.terraform.io", "hashicorp", "alpha"}, "1.2.3", "h1:x"));
        QCOMPARE(InstalledPackages(root(), {}).initCommand(), std::string("terraform init"));
    }

private:
    fs::path root() const { return m_folder->path().toStdString(); }
    fs::path install(const addrs::Provider& provider, const std::string& version) const {
        const fs::path place = root() / ".terraform/providers" / provider.hostname() / provider.nameSpace() /
                               provider.type() / version / providers::platform();
        write(place / ("terraform-provider-" + provider.type() + "_v" + version), "program");
        return place;
    }
    std::unique_ptr<QTemporaryDir> m_folder;
    testing::ScopedEnvironment m_environment;
};

QTEST_APPLESS_MAIN(TestInstalledPackages)
#include "tst_installed_packages.moc"
