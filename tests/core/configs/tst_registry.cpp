// SPDX-License-Identifier: MPL-2.0
#include "core/configs/config.h"
#include "core/configs/load.h"

#include <QTest>

using namespace planlens;

/// Sources without a host name belong to the registry that the caller of the loader specifies.
class TestRegistry final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void resolvesProviders_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("provider"); // %1: the registry
        QTest::newRow("no requirement") << "resource \"a_thing\" \"x\" {}\n"
                                        << "%1/hashicorp/a";
        QTest::newRow("no source")
            << "terraform {\n  required_providers {\n    a = {}\n  }\n}\nresource \"a_thing\" \"x\" {}\n"
            << "%1/hashicorp/a";
        QTest::newRow("version only")
            << "terraform {\n  required_providers {\n    a = \"~> 1.0\"\n  }\n}\nresource \"a_thing\" \"x\" {}\n"
            << "%1/hashicorp/a";
        QTest::newRow("namespace") << "terraform {\n  required_providers {\n    a = { source = \"corp/b\" }\n  "
                                      "}\n}\nresource \"a_thing\" \"x\" {}\n"
                                   << "%1/corp/b";
        QTest::newRow("OpenTofu's") << "terraform {\n  required_providers {\n    a = { source = "
                                       "\"registry.opentofu.org/corp/b\" }\n  }\n}\nresource \"a_thing\" \"x\" {}\n"
                                    << "registry.opentofu.org/corp/b";
        QTest::newRow("Terraform's") << "terraform {\n  required_providers {\n    a = { source = "
                                        "\"registry.terraform.io/corp/b\" }\n  }\n}\nresource \"a_thing\" \"x\" {}\n"
                                     << "registry.terraform.io/corp/b";
        QTest::newRow("another one") << "terraform {\n  required_providers {\n    a = { source = "
                                        "\"example.com/corp/b\" }\n  }\n}\nresource \"a_thing\" \"x\" {}\n"
                                     << "example.com/corp/b";
        QTest::newRow("built in") << "resource \"terraform_data\" \"x\" {}\n"
                                  << "terraform.io/builtin/terraform";
    }
    void resolvesProviders() {
        QFETCH(QString, text);
        QFETCH(QString, provider);
        for (const std::string_view registry : {addrs::openTofuRegistry, addrs::terraformRegistry}) {
            configs::LoadOptions options;
            options.files = configs::memoryFileSystem({{"main.tf", text.toStdString()}});
            options.registry = registry;
            const auto config = configs::load(options);
            QVERIFY2(config.isOk(), config.diagnostics.toString().c_str());
            const QString expected = QString(provider).replace(
                QStringLiteral("%1"), QString::fromUtf8(registry.data(), qsizetype(registry.size())));
            QCOMPARE(QString::fromStdString((*config)->requiredProviders().at(0).toString()), expected);
            const configs::ModuleNode& root = *(*config)->root;
            QCOMPARE(
                QString::fromStdString(
                    (*config)->providerFor(root, root.module.resources.begin()->second).address.provider.toString()),
                expected);
        }
    }

    void findsModulesWhereTheToolHasPutThem_data() {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("installed");
        QTest::addColumn<bool>("found");
        QTest::newRow("without a host") << "corp/net/aws"
                                        << "registry.terraform.io/corp/net/aws" << true;
        QTest::newRow("with the host") << "registry.terraform.io/corp/net/aws"
                                       << "registry.terraform.io/corp/net/aws" << true;
        QTest::newRow("OpenTofu's") << "registry.opentofu.org/corp/net/aws"
                                    << "registry.opentofu.org/corp/net/aws" << true;
        QTest::newRow("of the other tool") << "corp/net/aws"
                                           << "registry.opentofu.org/corp/net/aws" << false;
        QTest::newRow("not installed") << "corp/vpc/aws"
                                       << "" << false;
    }
    void findsModulesWhereTheToolHasPutThem() {
        QFETCH(QString, source);
        QFETCH(QString, installed);
        QFETCH(bool, found);
        configs::LoadOptions options;
        options.files = configs::memoryFileSystem({
            {"main.tf", "module \"m\" {\n  source = \"" + source.toStdString() + "\"\n}\n"},
            {"m/main.tf", ""},
            {".terraform/modules/modules.json",
             R"({"Modules":[{"Key":"","Source":"","Dir":"."},{"Key":"m","Source":")" + installed.toStdString() +
                 R"(","Version":"1.0.0","Dir":"m"}]})"},
        });
        options.registry = addrs::terraformRegistry;
        const auto config = configs::load(options);
        QCOMPARE(!config.hasErrors(), found);
        if (!found)
            QVERIFY2(config.diagnostics.toString().find("Run \"terraform init\"") != std::string::npos,
                     config.diagnostics.toString().c_str());
    }
};

QTEST_APPLESS_MAIN(TestRegistry)
#include "tst_registry.moc"
