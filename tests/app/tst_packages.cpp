// SPDX-License-Identifier: MPL-2.0
#include "tests/app/support/project_folder.h"

#include <QRegularExpression>
#include <QtTest>

using namespace planlens::testing;

namespace {

const QByteArray configuration =
    "terraform {\n  required_providers {\n    alpha = { source = \"example.com/corp/alpha\", version = \"~> 1.2\" }\n  "
    "}\n}\nresource \"alpha_thing\" \"x\" {}\n";

constexpr auto schemasOfAlpha =
    R"({"format_version":"1.0","provider_schemas":{"example.com/corp/alpha":{"resource_schemas":{"alpha_thing":{"version":0,"block":{
            "attributes":{"id":{"type":"string","computed":true},"name":{"type":"string","optional":true}}}}}}}})";
constexpr auto stateOfAlpha =
    R"({"version":4,"terraform_version":"1.12.6","serial":1,"lineage":"l","outputs":{},"resources":[{"mode":"managed","type":"alpha_thing","name":"x",
            "provider":"provider[\u0022example.com/corp/alpha\u0022]","instances":[{"schema_version":0,"attributes":{"id":"i","name":"n"}}]}]})";

QByteArray lock(const QByteArray& version, const QByteArray& constraints, const QByteArray& hash,
                const QByteArray& provider = "example.com/corp/alpha") {
    return "provider \"" + provider + "\" {\n  version = \"" + version + "\"\n" +
           (constraints.isEmpty() ? QByteArray() : "  constraints = \"" + constraints + "\"\n") +
           (hash.isEmpty() ? QByteArray() : "  hashes = [\n    \"" + hash + "\",\n  ]\n") + "}\n";
}

void install(const ProjectFolder& folder, const QString& versionAndPlatform) {
    folder.write(QStringLiteral(".terraform/providers/example.com/corp/alpha/%1/terraform-provider-alpha_v1.2.3")
                     .arg(versionAndPlatform),
                 "#!/bin/false\n");
}

/// OpenTofu requests schemas in random order, so the phrase about their purpose varies.
QByteArray told(QByteArray text) {
    static const QRegularExpression wanted(
        QStringLiteral("failed to read (provider configuration schema for|schema for [a-z_.]+ in) "));
    return QString::fromUtf8(text)
        .replace(wanted, QStringLiteral("failed to read "))
        .trimmed()
        .toUtf8(); // "providers" ends with one more line
}

} // namespace

/// Provider packages that are missing, not selected or wrong are refused with the errors of OpenTofu.
class TestPackages : public QObject {
    Q_OBJECT
private slots:
    void reportsWhatTheReferenceSays_data() {
        QTest::addColumn<QByteArray>("lock");
        QTest::addColumn<QString>("package");
        const QString here = QStringLiteral("1.2.3/linux_amd64");
        QTest::newRow("no lock file") << QByteArray() << here;
        QTest::newRow("nothing at all") << QByteArray() << QString();
        QTest::newRow("no package") << lock("1.2.3", "~> 1.2", "h1:x") << QString();
        QTest::newRow("another version of the package") << lock("1.2.4", "~> 1.2", "h1:x") << here;
        QTest::newRow("another platform") << lock("1.2.3", "~> 1.2", "h1:x") << QStringLiteral("1.2.3/darwin_arm64");
        QTest::newRow("another hash") << lock("1.2.3", "~> 1.2", "h1:6n/M+nVOpBHBriZu5aEngOoIYaxvLT1La4K+ZkgUuJg=")
                                      << here;
        QTest::newRow("hash of an archive only")
            << lock("1.2.3", "~> 1.2", "zh:0000000000000000000000000000000000000000000000000000000000000000") << here;
        QTest::newRow("changed constraints")
            << lock("1.1.0", "~> 1.1.0", "h1:x") << QStringLiteral("1.1.0/linux_amd64");
        QTest::newRow("edited version") << lock("1.1.0", "~> 1.2", "h1:x") << QStringLiteral("1.1.0/linux_amd64");
        QTest::newRow("lock of another provider") << lock("1.2.3", "", "h1:x", "example.com/corp/beta") << here;
        QTest::newRow("broken lock file") << QByteArray("provider {\n") << here;
        QTest::newRow("unknown things in the lock file")
            << QByteArray("foo = 1\n" + lock("1.2.3", "~> 1.2", "h1:x") + "bar {\n}\n") << here;
        QTest::newRow("two locks") << lock("1.2.3", "~> 1.2", "h1:x") + lock("1.2.3", "~> 1.2", "h1:x") << here;
        QTest::newRow("short version") << lock("1.2", "~> 1.2", "h1:x") << here;
    }
    void reportsWhatTheReferenceSays() {
        SKIP_WITHOUT_TOFU();
        QFETCH(QByteArray, lock);
        QFETCH(QString, package);
        const ProjectFolder folder(configuration);
        if (!lock.isEmpty())
            folder.write(".terraform.lock.hcl", lock);
        if (!package.isEmpty())
            install(folder, package);
        for (const QStringList& command : {QStringList{"plan", "-no-color"},
                                           {"plan", "-no-color", "-input=false"},
                                           {"validate", "-no-color"},
                                           {"validate", "-json"},
                                           {"show", "-no-color"},
                                           {"output", "-no-color"},
                                           {"output", "-no-color", "-json"},
                                           {"state", "list", "-no-color"},
                                           {"state", "show", "-no-color", "alpha_thing.x"},
                                           {"force-unlock", "-no-color", "-force", "x"},
                                           {"providers", "-no-color"}}) {
            const Ran reference = folder.tofu(command), ours = folder.planlens(command);
            QVERIFY2(ours.exitCode == reference.exitCode,
                     qPrintable(command.join(u' ') + QString::fromUtf8(ours.all())));
            QCOMPARE(QString::fromUtf8(told(ours.err)), QString::fromUtf8(told(reference.err)));
            QCOMPARE(QString::fromUtf8(told(ours.out)), QString::fromUtf8(told(reference.out)));
        }
    }

    void reportsProviderThatOnlyTheStateNeeds_data() {
        QTest::addColumn<QByteArray>("configuration");
        QTest::addColumn<QByteArray>("resource");
        QTest::addColumn<QByteArray>("expected"); // by plan; if empty, all schemas are read together after refreshing
        const QByteArray other = "resource \"terraform_data\" \"x\" {}\n";
        const QByteArray provider = "\"provider\":\"provider[\\\"example.com/corp/alpha\\\"]\",";
        const QByteArray failed =
            "example.com/corp/alpha: failed to instantiate provider \"example.com/corp/alpha\" to "
            "obtain schema: unavailable provider \"example.com/corp/alpha\"";
        QTest::newRow("orphan") << other
                                << "\"mode\":\"managed\",\"type\":\"alpha_thing\",\"name\":\"x\"," + provider +
                                       "\"instances\":[{\"schema_version\":0,\"attributes\":{\"id\":\"i\"}}]"
                                << "failed to read schema for alpha_thing.x in " + failed;
        QTest::newRow("orphan of data") << other
                                        << "\"mode\":\"data\",\"type\":\"alpha_data\",\"name\":\"x\"," + provider +
                                               "\"instances\":[{\"schema_version\":0,\"attributes\":{\"id\":\"i\"}}]"
                                        << "failed to read schema for data.alpha_data.x in " + failed;
        QTest::newRow("orphan in a removed module")
            << other
            << "\"module\":\"module.m[\\\"a\\\"]\",\"mode\":\"managed\",\"type\":\"alpha_thing\",\"name\":\"x\"," +
                   provider + "\"instances\":[{\"index_key\":0,\"schema_version\":0,\"attributes\":{\"id\":\"i\"}}]"
            << "failed to read schema for module.m.alpha_thing.x in " + failed;
        QTest::newRow("orphan whose provider configuration is gone too")
            << other
            << QByteArray("\"mode\":\"managed\",\"type\":\"alpha_thing\",\"name\":\"x\","
                          "\"provider\":\"provider[\\\"example.com/corp/alpha\\\"].eu\","
                          "\"instances\":[{\"schema_version\":0,\"attributes\":{\"id\":\"i\"}}]")
            << QByteArray("Provider configuration not present");
        QTest::newRow("orphan beside an import that is not configured")
            << QByteArray("import {\n  to = terraform_data.none\n  id = \"x\"\n}\n")
            << "\"mode\":\"managed\",\"type\":\"alpha_thing\",\"name\":\"x\"," + provider +
                   "\"instances\":[{\"schema_version\":0,\"attributes\":{\"id\":\"i\"}}]"
            << QByteArray("Configuration for import target does not exist");
        QTest::newRow("configured with another provider")
            << other
            << "\"mode\":\"managed\",\"type\":\"terraform_data\",\"name\":\"x\"," + provider +
                   "\"instances\":[{\"schema_version\":0,\"attributes\":{\"id\":\"i\"}}]"
            << QByteArray();
        QTest::newRow("deposed, configured with another provider")
            << other
            << "\"mode\":\"managed\",\"type\":\"terraform_data\",\"name\":\"x\"," + provider +
                   "\"instances\":[{\"schema_version\":0,\"deposed\":\"00000001\",\"attributes\":{\"id\":\"i\"}}]"
            << QByteArray();
    }
    void reportsProviderThatOnlyTheStateNeeds() {
        QFETCH(QByteArray, configuration);
        QFETCH(QByteArray, resource);
        QFETCH(QByteArray, expected);
        const ProjectFolder folder(configuration);
        folder.write("terraform.tfstate", R"({"version":4,"terraform_version":"1.12.6","serial":1,"lineage":"l",)"
                                          "\"outputs\":{},\"resources\":[{" +
                                              resource + "}]}");
        const QByteArray together =
            "Error: Failed to load plugin schemas\n\nError while loading schemas for plugin components: failed to "
            "instantiate\nprovider \"example.com/corp/alpha\" to obtain schema: unavailable provider\n"
            "\"example.com/corp/alpha\".\n";
        for (const QStringList& command : {QStringList{"plan", "-no-color"},
                                           {"plan", "-no-color", "-destroy"},
                                           {"plan", "-no-color", "-refresh=false"},
                                           {"apply", "-no-color", "-auto-approve"}}) {
            const Ran ran = folder.planlens(command);
            COMPARE_EXIT(ran, 1);
            const bool isTogether = expected.isEmpty() || command.front() == QStringLiteral("apply");
            QVERIFY2(ran.err.contains(isTogether ? together : "Error: " + expected), ran.err.constData());
            QVERIFY2(ran.err.count("Error: ") == 1, ran.err.constData());
            QCOMPARE(ran.out.contains("Refreshing state"), expected.isEmpty() &&
                                                               command.front() == QStringLiteral("plan") &&
                                                               command.back() != QStringLiteral("-refresh=false"));
        }
    }

    void requiresProvidersOfTestFiles() {
        const ProjectFolder folder("resource \"terraform_data\" \"x\" {}\n");
        folder.write("tests/a.tftest.hcl", "provider \"alpha\" {\n  region = \"x\"\n}\n");
        folder.write("b.tftest.hcl", "mock_provider \"beta\" {}\n");
        const QByteArray missing = "Missing required provider";
        QVERIFY(folder.planlens({"validate", "-no-color"}).err.contains(missing));
        QVERIFY(!folder.planlens({"validate", "-no-color", "-no-tests"}).err.contains(missing));
        QVERIFY(!folder.planlens({"validate", "-no-color", "-test-directory=elsewhere"}).err.contains(missing));
        COMPARE_EXIT(folder.planlens({"plan", "-no-color"}), 0);
        QCOMPARE(
            folder.planlens({"providers"}).out,
            QByteArray("\nProviders required by configuration:\n.\n├── provider[terraform.io/builtin/terraform]\n"
                       "├── test.b\n└── test.tests.a\n    └── provider[registry.opentofu.org/hashicorp/alpha]\n\n"));
    }

    /// A package without a recorded hash is refused here, although OpenTofu trusts it.
    void rejectsPackagesWithoutHash_data() {
        QTest::addColumn<QByteArray>("lock");
        QTest::newRow("no hash") << lock("1.2.3", "~> 1.2", "");
        QTest::newRow("hash of an unknown kind") << lock("1.2.3", "~> 1.2", "h9:abc");
    }
    void rejectsPackagesWithoutHash() {
        QFETCH(QByteArray, lock);
        const ProjectFolder folder(configuration);
        folder.write(".terraform.lock.hcl", lock);
        install(folder, "1.2.3/linux_amd64");
        const Ran ran = folder.planlens({"validate", "-no-color"});
        COMPARE_EXIT(ran, 1);
        QVERIFY2(ran.err.contains("records no checksum for example.com/corp/alpha 1.2.3"), ran.err.constData());
        QVERIFY2(ran.err.contains("run tofu init to record one"), ran.err.constData());
    }

    void warnsOfProvidersUnderDevelopment() {
        SKIP_WITHOUT_TOFU();
        const ProjectFolder folder(configuration);
        folder.write("dev/terraform-provider-beta", "");
        folder.write("cli.tfrc", "provider_installation {\n  dev_overrides {\n    \"example.com/corp/beta\" = \"" +
                                     folder.path("dev").toUtf8() + "\"\n  }\n}\n");
        const Environment environment{{"TF_CLI_CONFIG_FILE", folder.path("cli.tfrc")}};
        folder.write("main.tf", "resource \"terraform_data\" \"x\" {}\n");
        for (const QStringList& command : {QStringList{"validate", "-no-color"}, {"validate", "-json"}}) {
            const Ran reference = folder.tofu(command, environment), ours = folder.planlens(command, environment);
            QCOMPARE(ours.exitCode, reference.exitCode);
            QCOMPARE(QString::fromUtf8(ours.all()), QString::fromUtf8(reference.all()));
        }
        QVERIFY(folder.planlens({"plan", "-no-color"}, environment)
                    .out.contains("Warning: Provider development overrides are in effect"));
    }

    void reportsErrorsInTheCliConfiguration() {
        SKIP_WITHOUT_TOFU();
        const ProjectFolder folder("resource \"terraform_data\" \"x\" {}\n");
        folder.write("cli.tfrc", "provider_installation {\n  nowhere {\n  }\n}\n");
        const Environment environment{{"TF_CLI_CONFIG_FILE", folder.path("cli.tfrc")}};
        const Ran reference = folder.tofu({"validate", "-json"}, environment),
                  ours = folder.planlens({"validate", "-json"}, environment);
        QCOMPARE(ours.exitCode, reference.exitCode);
        QVERIFY2(reference.all().contains("Unknown provider installation method \"nowhere\" at 2:3."),
                 reference.all().constData());
        QVERIFY2(ours.err.contains("Unknown provider installation method \"nowhere\" at 2:3."), ours.err.constData());
        QVERIFY(ours.out.startsWith('{')); // the output that programs read stays valid
    }

    void listsSelectedVersions() {
        SKIP_WITHOUT_TOFU();
        const ProjectFolder folder(configuration);
        folder.write(".terraform.lock.hcl",
                     lock("1.2.3", "~> 1.2", "h1:x") + lock("0.0.0", "", "h1:x", "example.com/corp/beta"));
        const QByteArray list =
            "+ provider example.com/corp/alpha v1.2.3\n+ provider example.com/corp/beta (unversioned)\n";
        QVERIFY(folder.tofu({"version"}).out.endsWith(list));
        QVERIFY(folder.planlens({"version"}).out.endsWith(list));
        QVERIFY(folder.planlens({"version", "-json"})
                    .out.contains("\"provider_selections\": {\n    \"example.com/corp/alpha\": \"1.2.3\",\n    "
                                  "\"example.com/corp/beta\": \"0.0.0\"\n  }"));
    }

    void namesTheCommandOfTheTool() {
        const ProjectFolder folder(configuration);
        folder.write(".terraform.lock.hcl", lock("1.2.3", "", "h1:x", "registry.terraform.io/corp/beta"));
        const Ran ran = folder.planlens({"plan", "-no-color"});
        COMPARE_EXIT(ran, 1);
        QVERIFY2(ran.err.contains("run:\n  terraform init\n"), ran.err.constData());
    }

    void estimatesFromSchemasAlone() {
        const ProjectFolder folder(configuration);
        folder.write("schemas.json", schemasOfAlpha);

        const Ran plan = folder.planlens({"plan", "-no-color", "-detailed-exitcode", "-simulate=schemas.json"});
        COMPARE_EXIT(plan, 2);
        QVERIFY2(plan.out.contains("+ id   = (known after apply)") || plan.out.contains("+ id = (known after apply)"),
                 plan.out.constData());
        QVERIFY2(plan.out.contains("Warning: This plan is an estimate"), plan.out.constData());
        QVERIFY(!plan.out.contains("planlens-cli apply"));
        const QByteArray state = stateOfAlpha;
        folder.write("terraform.tfstate", state);
        folder.write("rules.json", "{\"alpha_thing\": [\"name\"]}");
        const Ran update = folder.planlens({"plan", "-no-color", "-simulate=schemas.json"});
        QVERIFY2(update.out.contains("~ resource \"alpha_thing\" \"x\"") && update.out.contains("1 to change"),
                 update.out.constData());
        const Ran replacement =
            folder.planlens({"plan", "-no-color", "-simulate=schemas.json", "-simulate-rules=rules.json"});
        QVERIFY2(replacement.out.contains("-/+ resource \"alpha_thing\" \"x\"") &&
                     replacement.out.contains("# forces replacement"),
                 replacement.out.constData());
        COMPARE_EXIT(folder.planlens({"plan", "-simulate=schemas.json", "-out=saved"}), 1);
        QVERIFY(!folder.has("saved"));
        COMPARE_EXIT(folder.planlens({"apply", "-auto-approve", "-simulate=schemas.json"}), 1);
        const Ran uncached = folder.planlens({"plan", "-no-color", "-simulate-cached"});
        COMPARE_EXIT(uncached, 1);
        QVERIFY2(uncached.err.contains("Error: No cached provider schemas"), uncached.err.constData());
        folder.write(".terraform/planlens-schemas.json", folder.read("schemas.json"));
        COMPARE_EXIT(folder.planlens({"plan", "-no-color", "-simulate-cached"}), 0);
        QCOMPARE(folder.read("terraform.tfstate"), state);
    }
};

QTEST_APPLESS_MAIN(TestPackages)
#include "tst_packages.moc"
