// SPDX-License-Identifier: MPL-2.0
#include "core/providers/packages/folder_registry.h"
#include "tests/support/scoped_environment.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace planlens;

namespace {

QString lockOf(const char* host) {
    return QStringLiteral("provider \"%1/hashicorp/a\" {\n  version = \"1.0.0\"\n}\n").arg(QString::fromLatin1(host));
}
QString stateOf(const char* host) {
    return QStringLiteral("{\"resources\": [{\"provider\": \"provider[\\\"%1/hashicorp/a\\\"]\"}]}")
        .arg(QString::fromLatin1(host));
}

std::shared_ptr<const states::State> stateWith(const addrs::Provider& provider) {
    states::State state;
    states::Resource resource;
    resource.provider.provider = provider;
    state.setResource({{}, {addrs::ResourceMode::Managed, "a_thing", "x"}}, resource);
    return std::make_shared<const states::State>(std::move(state));
}
addrs::Provider providerIn(const std::shared_ptr<const states::State>& state) {
    return state->resources().begin()->second.provider.provider;
}

const addrs::Provider tofu{"registry.opentofu.org", "hashicorp", "a"};
const addrs::Provider terraform{"registry.terraform.io", "hashicorp", "a"};
const addrs::Provider other{"example.com", "corp", "a"};

} // namespace

class TestFolderRegistry final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void belongsToOneOfTheTools_data() {
        QTest::addColumn<QString>("lock");
        QTest::addColumn<QString>("state");
        QTest::addColumn<QString>("registry");
        const QString openTofu = "registry.opentofu.org", ofTerraform = "registry.terraform.io";
        const char* const o = "registry.opentofu.org";
        const char* const t = "registry.terraform.io";
        QTest::newRow("nothing") << QString() << QString() << openTofu;
        QTest::newRow("lock of OpenTofu") << lockOf(o) << QString() << openTofu;
        QTest::newRow("lock of Terraform") << lockOf(t) << QString() << ofTerraform;
        QTest::newRow("lock of both") << lockOf(t) + lockOf(o) << QString() << openTofu;
        QTest::newRow("lock of another registry") << lockOf("example.com") << QString() << openTofu;
        QTest::newRow("state of Terraform") << QString() << stateOf(t) << ofTerraform;
        QTest::newRow("state of both") << QString() << stateOf(t) + stateOf(o) << openTofu;
        QTest::newRow("lock of another registry, state of Terraform")
            << lockOf("example.com") << stateOf(t) << ofTerraform;
        QTest::newRow("lock before state") << lockOf(o) << stateOf(t) << openTofu;
        QTest::newRow("lock before state, the other way") << lockOf(t) << stateOf(o) << ofTerraform;
        QTest::newRow("only named in a value")
            << QString() << QStringLiteral("{\"value\": \"registry.terraform.io/hashicorp/a\"}") << openTofu;
        QTest::newRow("unreadable lock") << QStringLiteral("provider {") << QString() << openTofu;
    }
    void belongsToOneOfTheTools() {
        QFETCH(QString, lock);
        QFETCH(QString, state);
        QFETCH(QString, registry);
        const QTemporaryDir folder;
        if (!lock.isEmpty())
            std::ofstream(folder.filePath(QStringLiteral(".terraform.lock.hcl")).toStdString()) << lock.toStdString();
        const std::string stateFile = folder.filePath(QStringLiteral("terraform.tfstate")).toStdString();
        std::ofstream(stateFile) << state.toStdString();
        const std::string_view found = providers::registryOfFolder(folder.path().toStdString(), stateFile);
        QCOMPARE(QString::fromUtf8(found.data(), qsizetype(found.size())), registry);
    }

    void keepsAddressesInAFolderOfTerraform() {
        std::shared_ptr<const states::State> state = stateWith(terraform);
        QVERIFY(providers::fitStateToFolder(state, addrs::terraformRegistry, {}).isEmpty());
        QCOMPARE(providerIn(state).toString(), terraform.toString());
    }
    void rejectsResourcesOfOpenTofuInAFolderOfTerraform() {
        std::shared_ptr<const states::State> state = stateWith(tofu);
        const diags::Diagnostics told = providers::fitStateToFolder(state, addrs::terraformRegistry, {});
        QVERIFY(told.hasErrors());
        QVERIFY(told[0].detail.find("\n  - registry.opentofu.org/hashicorp/a\n") != std::string::npos);
        QCOMPARE(providerIn(state).toString(), tofu.toString());
        QVERIFY(providers::fitStateToFolder(state, addrs::terraformRegistry, {{tofu, {}}})
                    .isEmpty()); // explicitly required
    }
    void takesResourcesOfTerraformForThoseOfOpenTofu() {
        std::shared_ptr<const states::State> state = stateWith(terraform);
        const diags::Diagnostics told = providers::fitStateToFolder(state, addrs::openTofuRegistry, {});
        QCOMPARE(told.size(), std::size_t{1});
        QCOMPARE(told[0].severity, diags::Severity::Warning);
        QVERIFY(told[0].detail.find("\n  - registry.terraform.io/hashicorp/a\n") != std::string::npos);
        QCOMPARE(providerIn(state).toString(), tofu.toString());
    }
    void keepsWhatIsRequiredByItsFullName() {
        std::shared_ptr<const states::State> state = stateWith(terraform);
        QVERIFY(providers::fitStateToFolder(state, addrs::openTofuRegistry, {{terraform, {}}}).isEmpty());
        QCOMPARE(providerIn(state).toString(), terraform.toString());
    }
    void keepsWhatIsOfAnotherRegistry() {
        std::shared_ptr<const states::State> state = stateWith(other);
        QVERIFY(providers::fitStateToFolder(state, addrs::openTofuRegistry, {}).isEmpty());
        QVERIFY(providers::fitStateToFolder(state, addrs::terraformRegistry, {}).isEmpty());
        QCOMPARE(providerIn(state).toString(), other.toString());
    }
    void canDisableTheTranslation() {
        const testing::ScopedEnvironment environment("OPENTOFU_STATEFILE_PROVIDER_ADDRESS_TRANSLATION", "0");
        std::shared_ptr<const states::State> state = stateWith(terraform);
        QVERIFY(providers::fitStateToFolder(state, addrs::openTofuRegistry, {}).isEmpty());
        QCOMPARE(providerIn(state).toString(), terraform.toString());
    }

    void warnsOfLocksOfBothTools() {
        const auto locks = [](const QString& text) { return *providers::parseLockFile(text.toStdString(), "x"); };
        const QString both = lockOf("registry.opentofu.org") + lockOf("registry.terraform.io");
        QVERIFY(!providers::checkLocksOfFolder(locks(both), {{tofu, {}}}).isEmpty());
        QVERIFY(providers::checkLocksOfFolder(locks(both), {{tofu, {}}, {terraform, {}}}).isEmpty());
        QVERIFY(providers::checkLocksOfFolder(locks(lockOf("registry.terraform.io")), {}).isEmpty());
    }
};

QTEST_APPLESS_MAIN(TestFolderRegistry)
#include "tst_folder_registry.moc"
