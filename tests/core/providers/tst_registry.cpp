// SPDX-License-Identifier: MPL-2.0
#include "core/providers/registry.h"

#include <QtTest>

using namespace planlens;
using namespace planlens::providers;
namespace fs = std::filesystem;

namespace {
const addrs::Provider nosuch{"registry.opentofu.org", "hashicorp", "nosuch"};
}

class TestRegistry : public QObject {
    Q_OBJECT
private slots:
    void startsTheBuiltInProvider() {
        DefaultRegistry registry;
        const addrs::Provider terraform = addrs::Provider::builtIn("terraform");
        QVERIFY(registry.isAvailable(terraform));
        const auto first = registry.start(terraform, {});
        const auto second = registry.start(terraform, {});
        QVERIFY(first.isOk() && second.isOk());
        QVERIFY(*first != *second);
        QVERIFY((*first)->isInstant());
        const auto schema = registry.schema(terraform, {});
        QVERIFY(schema.isOk());
        QVERIFY((*schema)->managed.contains("terraform_data"));
        QVERIFY(*registry.schema(terraform, {}) == *schema);
    }

    void reportsWhatIsMissing() {
        DefaultRegistry registry;
        QVERIFY(!registry.isAvailable(nosuch));
        const auto missing = registry.start(nosuch, {});
        QVERIFY(!missing.value);
        QCOMPARE(missing.diagnostics[0].summary, std::string("Missing required provider"));
        QCOMPARE(missing.diagnostics[0].detail,
                 std::string(
                     "This configuration requires provider registry.opentofu.org/hashicorp/nosuch, but that provider "
                     "isn't available. You may be able to install it automatically by running:\n  tofu init"));
        QCOMPARE(
            registry.start(addrs::Provider::builtIn("other"), {}).diagnostics[0].detail,
            std::string("This configuration requires built-in provider terraform.io/builtin/other, but that provider "
                        "isn't available in this OpenTofu version."));
        QCOMPARE(registry.schema(nosuch, {}).diagnostics[0].summary,
                 std::string("failed to instantiate provider \"registry.opentofu.org/hashicorp/nosuch\" to obtain "
                             "schema: unavailable provider \"registry.opentofu.org/hashicorp/nosuch\""));
    }

    void foldersAloneAreNoProviders() {
        const QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        fs::create_directories(root / ".terraform/providers/registry.opentofu.org/hashicorp/nosuch/1.0.0");
        DefaultRegistry registry(root);
        QVERIFY(!registry.isAvailable(nosuch)); // no version is selected
        const auto result = registry.start(nosuch, {});
        QVERIFY(!result.value);
        QVERIFY(result.diagnostics[0].detail.find("registry.opentofu.org/hashicorp/nosuch") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestRegistry)
#include "tst_registry.moc"
