// SPDX-License-Identifier: MPL-2.0
#include "core/backends/tool.h"
#include "core/backends/types.h"
#include "tests/core/backends/stored_states.h"
#include "tests/support/scoped_environment.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>
#include <sstream>

using namespace planlens;
using backends::Access;
using backends::Backend;
using backends::StoredState;
using backends::WorkspaceState;
using testing::output;
using testing::stateWith;
using values::Value;
namespace fs = std::filesystem;

namespace {

using Names = std::vector<std::string>;

std::string textOf(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return std::move(text).str();
}

std::string messages(const diags::Diagnostics& diagnostics) {
    std::string text = diagnostics.toString();
    while (text.ends_with('\n'))
        text.pop_back();
    return text;
}

/// A backend of each access, in a folder of its own.
class Fixture {
public:
    explicit Fixture(Access access)
        : m_access(access) {
        if (access == Access::Native)
            return;
        fs::create_directories(root / "bin");
        QFile::copy(QStringLiteral(PLANLENS_SOURCE_DIR "/tests/app/fake_tool/tofu"),
                    QString::fromStdString((root / "bin/tofu").string()));
        fs::permissions(root / "bin/tofu", fs::perms::owner_all);
        write("bin/state", "");
        write("bin/workspaces", "\n");
    }

    std::unique_ptr<Backend> backend(const char* type = "pg") const {
        if (m_access == Access::Native)
            return *backends::findBackendType("local")->make({.arguments = {}, .directory = root}).value;
        return backends::makeToolBackend({root / "bin/tofu", {plans::Program::Kind::OpenTofu, "1.10.3"}},
                                         {root, {"PATH=/usr/bin:/bin"}, {"-var=a=b"}}, backends::findBackendType(type));
    }
    /// Writes what a state command will find.
    void store(const char* value) const {
        const std::string text = states::writeFile({"1.12.6", 3, "lineage", stateWith(value)});
        write(m_access == Access::Native ? "terraform.tfstate" : "bin/state", text);
    }
    void write(const char* path, const std::string& text) const {
        fs::create_directories((root / path).parent_path());
        std::ofstream(root / path) << text;
    }
    std::string read(const char* path) const { return textOf(root / path); }

private:
    QTemporaryDir m_directory;
    Access m_access;

public:
    const fs::path root = m_directory.path().toStdString();
};

} // namespace

class TestBackends final : public QObject {
    Q_OBJECT

    testing::ScopedEnvironment m_environment;

private Q_SLOTS:
    void init() {
        m_environment.unset("TF_WORKSPACE");
        m_environment.unset("TF_DATA_DIR");
    }
    void cleanup() { m_environment.restore(); }

    void namesAllTypesOfTheReference_data() {
        QTest::addColumn<bool>("isNative");
        QTest::addColumn<bool>("hasWorkspaces");
        QTest::addColumn<bool>("appliesOwnPlans");
        // internal/backend/init/init.go of OpenTofu 1.12.6
        QTest::newRow("azurerm") << true << true << false;
        QTest::newRow("cloud") << false << true << true;
        QTest::newRow("consul") << true << true << false;
        QTest::newRow("cos") << false << true << false;
        QTest::newRow("gcs") << true << true << false;
        QTest::newRow("http") << true << false << false;
        QTest::newRow("inmem") << false << true << false;
        QTest::newRow("kubernetes") << true << true << false;
        QTest::newRow("local") << true << true << false;
        QTest::newRow("oss") << false << true << false;
        QTest::newRow("pg") << true << true << false;
        QTest::newRow("remote") << false << true << true;
        QTest::newRow("s3") << true << true << false;
    }
    void namesAllTypesOfTheReference() {
        const backends::BackendType* const type = backends::findBackendType(QTest::currentDataTag());
        QVERIFY(type);
        QTEST(type->access() == Access::Native, "isNative");
        QTEST(type->hasWorkspaces, "hasWorkspaces");
        QTEST(type->appliesOwnPlans, "appliesOwnPlans");
        QVERIFY(type->arguments || !type->make);
        QCOMPARE(type->check != nullptr, type->arguments && type->name != "pg");
    }
    void namesNoOtherTypes() {
        Names names;
        for (const backends::BackendType& type : backends::backendTypes())
            names.emplace_back(type.name);
        QCOMPARE(names, (Names{"azurerm", "cloud", "consul", "cos", "gcs", "http", "inmem", "kubernetes", "local",
                               "oss", "pg", "remote", "s3"}));
    }

    void explainsUnknownTypes_data() {
        QTest::addColumn<QString>("expected");
        QTest::newRow("s4") << "There is no backend type named \"s4\".";
        QTest::newRow("etcdv3") << "The \"etcdv3\" backend is not supported in OpenTofu v1.3 or later.";
        QTest::newRow("azure") << "The \"azure\" backend name has been removed, please use \"azurerm\".";
    }
    void explainsUnknownTypes() {
        const char* const name = QTest::currentDataTag();
        QVERIFY(!backends::findBackendType(name));
        QTEST(QString::fromStdString(backends::unknownType(name)), "expected");
    }
    void namesTypesThatOnlyTerraformHas() {
        QVERIFY(backends::unknownType("oci").find("Terraform 1.12 introduced") != std::string::npos);
    }

    void invalidArgumentsAreNamed_data() {
        QTest::addColumn<QString>("argument");
        QTest::addColumn<QString>("expected");
        QTest::newRow("path") << "path"
                              << "Invalid local state file path; The \"path\" attribute value must not be empty.";
        QTest::newRow("workspace_dir") << "workspace_dir"
                                       << "Invalid local workspace directory path; The \"workspace_dir\" attribute "
                                          "value must not be empty.";
    }
    void invalidArgumentsAreNamed() {
        QFETCH(QString, argument);
        const auto isEmpty = [&](const char* name) { return argument == QLatin1String(name); };
        const Value null = Value::null(values::Type::string());
        const Value arguments = Value::object({{"path", isEmpty("path") ? Value::string("") : null},
                                               {"workspace_dir", isEmpty("workspace_dir") ? Value::string("") : null}});
        const auto made = backends::findBackendType("local")->make({.arguments = arguments, .directory = "d"});
        QTEST(QString::fromStdString(messages(made.diagnostics)), "expected");
        QVERIFY(made.diagnostics[0].code == diags::ErrorCode::InvalidBackendArgument);
        QCOMPARE(QString::fromStdString(made.diagnostics[0].codeSubject), argument);
    }

    // The same for each access.

    void eachAccess_data() {
        QTest::addColumn<int>("access");
        QTest::newRow("local") << int(Access::Native);
        QTest::newRow("tool") << int(Access::ThroughTool);
    }

    void readsStates_data() { eachAccess_data(); }
    void readsStates() {
        QFETCH(int, access);
        const Fixture fixture{Access(access)};
        const std::unique_ptr<WorkspaceState> state = fixture.backend()->state("default");
        const auto missing = state->read({});
        QCOMPARE(messages(missing.diagnostics), std::string());
        QVERIFY(!missing->exists);
        QVERIFY(missing->file.state && missing->file.lineage.empty());
        fixture.store("first");
        QCOMPARE(output(*state->read({})), std::string("first"));
        fixture.store("second");
        const auto again = state->read({});
        QVERIFY(again->exists);
        QCOMPARE(output(*again), std::string("second"));
        QCOMPARE(again->file.serial, std::uint64_t(3));
        QCOMPARE(again->file.lineage, std::string("lineage"));
    }

    void reportsUnreadableStates_data() { eachAccess_data(); }
    void reportsUnreadableStates() {
        QFETCH(int, access);
        const Fixture fixture{Access(access)};
        fixture.write(Access(access) == Access::Native ? "terraform.tfstate" : "bin/state", "{}");
        const auto read = fixture.backend()->state("default")->read({});
        QVERIFY(!read.isOk());
        QVERIFY(read.diagnostics[0].code == diags::ErrorCode::UnsupportedState);
    }

    void emptyStatesExist_data() { eachAccess_data(); }
    void emptyStatesExist() {
        QFETCH(int, access);
        const Fixture fixture{Access(access)};
        const char* const file = Access(access) == Access::Native ? "terraform.tfstate" : "bin/state";
        fixture.write(file, "{\"version\":4,\"serial\":1,\"lineage\":\"x\"}");
        const auto read = fixture.backend()->state("default")->read({});
        QVERIFY(read.isOk());
        QVERIFY(read->exists);
    }
    /// `state pull` prints this if there is no state.
    void printedStatesWithoutALineageDoNotExist() {
        const Fixture fixture{Access::ThroughTool};
        fixture.write("bin/state", "{\"version\":4,\"serial\":0,\"lineage\":\"\",\"outputs\":{},\"resources\":[]}");
        const auto read = fixture.backend()->state("default")->read({});
        QVERIFY(read.isOk());
        QVERIFY(!read->exists);
    }

    /// Capabilities say which of the other operations work; those that do not are errors.
    void unsupportedOperationsAreErrors_data() { eachAccess_data(); }
    void unsupportedOperationsAreErrors() {
        QFETCH(int, access);
        const Fixture fixture{Access(access)};
        const auto backend = fixture.backend();
        const backends::Capabilities can = backend->capabilities();
        QCOMPARE(can.write, Access(access) == Access::Native);
        const auto state = backend->state("default");
        QCOMPARE(state->lock("OperationTypeApply", {}, {}).hasErrors(), !can.lock);
        QCOMPARE(state->findLock().hasErrors(), !can.findLock);
        QCOMPARE(state->unlock().hasErrors(), false);
        QCOMPARE(state->openWithoutLock().hasErrors(), !can.write);
        QCOMPARE(state->write(stateWith("x")).hasErrors(), !can.write);
        QVERIFY(state->forceUnlock("unknown").hasErrors());
        QCOMPARE(state->journalBase().empty(), !can.write);
        QVERIFY(state->unlock().isEmpty());
    }

    // The backend "local".

    void writesUnderTheLock() {
        const Fixture fixture(Access::Native);
        const auto backend = fixture.backend();
        const auto state = backend->state("default"), other = backend->state("default");
        QVERIFY(state->write(stateWith("x")).hasErrors()); // neither locked nor opened without a lock
        QVERIFY(state->lock("OperationTypeApply", {}, {}).isEmpty());
        QVERIFY(state->read({}).isOk());
        const auto written = state->write(stateWith("x"));
        QCOMPARE(messages(written.diagnostics), std::string());
        QCOMPARE(written->serial, std::uint64_t(1));
        QVERIFY(!written->lineage.empty());
        const auto refused = other->lock("OperationTypePlan", {}, {});
        QVERIFY(messages(refused).find("OperationTypeApply") != std::string::npos);
        const auto found = other->findLock();
        QVERIFY(found->value().holder == states::FoundLock::Holder::Alive);
        QCOMPARE(found->value().info.operation, std::string("OperationTypeApply"));
        QVERIFY(other->forceUnlock(found->value().info.id).hasErrors());
        QVERIFY(state->unlock().isEmpty());
        QVERIFY(!other->findLock()->has_value());
        QCOMPARE(output(*other->read({})), std::string("x"));
    }

    void removesLocksOfEndedProcesses() {
        const Fixture fixture(Access::Native);
        fixture.store("x");
        fixture.write(".terraform.tfstate.lock.info", "{\"ID\":\"left\",\"Operation\":\"OperationTypeApply\"}");
        const auto state = fixture.backend()->state("default");
        QCOMPARE(state->findLock()->value().info.id, std::string("left"));
        QVERIFY(state->forceUnlock("another").hasErrors());
        QVERIFY(fs::exists(fixture.root / ".terraform.tfstate.lock.info"));
        QCOMPARE(messages(state->forceUnlock("left")), std::string());
        QVERIFY(!fs::exists(fixture.root / ".terraform.tfstate.lock.info"));
    }

    void unknownLocksAreErrors() {
        const Fixture fixture(Access::Native);
        fixture.store("x");
        fs::create_directory(fixture.root / ".terraform.tfstate.lock.info"); // an error of reading, also for root
        const auto state = fixture.backend()->state("default");
        for (const auto& problems : {state->findLock().diagnostics, state->forceUnlock("left")})
            QVERIFY2(messages(problems).find(".lock.info: is a directory") != std::string::npos,
                     messages(problems).c_str());
    }

    void statesAreAtTheirPaths_data() {
        QTest::addColumn<QString>("path");          // argument; empty: none
        QTest::addColumn<QString>("workspacesDir"); // argument; empty: none
        QTest::addColumn<QString>("workspace");
        QTest::addColumn<QString>("expected");
        const QString none;
        QTest::newRow("default") << none << none << "default"
                                 << "terraform.tfstate";
        QTest::newRow("workspace without a name") << none << none << none << "terraform.tfstate";
        QTest::newRow("path") << "a/s.tfstate" << none << "default"
                              << "a/s.tfstate";
        QTest::newRow("other workspace") << "a/s.tfstate" << none << "blue"
                                         << "terraform.tfstate.d/blue/terraform.tfstate";
        QTest::newRow("folder of workspaces") << none << "w"
                                              << "blue"
                                              << "w/blue/terraform.tfstate";
    }
    void statesAreAtTheirPaths() {
        QFETCH(QString, path);
        QFETCH(QString, workspacesDir);
        QFETCH(QString, workspace);
        const auto text = [](const QString& value) {
            return value.isEmpty() ? Value::null(values::Type::string()) : Value::string(value.toStdString());
        };
        const Fixture fixture(Access::Native);
        const auto made = backends::findBackendType("local")->make(
            {.arguments = Value::object({{"path", text(path)}, {"workspace_dir", text(workspacesDir)}}),
             .directory = fixture.root});
        QVERIFY(made.isOk());
        QTEST(QString::fromStdString(
                  (*made)->state(workspace.toStdString())->journalBase().lexically_relative(fixture.root).string()),
              "expected");
    }

    void otherFilesAreUsedIfGiven() {
        const Fixture fixture(Access::Native);
        fixture.store("x");
        const auto made = backends::findBackendType("local")->make(
            {.arguments = {},
             .directory = fixture.root,
             .paths = states::StatePaths{fixture.root / "terraform.tfstate", fixture.root / "out.tfstate", {}}});
        const auto state = (*made)->state("default");
        QVERIFY(state->openWithoutLock().isEmpty());
        QCOMPARE(output(*state->read({})), std::string("x"));
        QVERIFY(state->write(stateWith("y")).isOk());
        QVERIFY(fixture.read("out.tfstate").find("\"y\"") != std::string::npos);
        QVERIFY(fixture.read("terraform.tfstate").find("\"x\"") != std::string::npos);
    }

    void deletesWorkspaces_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("isDeleted");
        QTest::newRow("blue") << "blue" << true;
        QTest::newRow("default") << "default" << false;
        QTest::newRow("none") << "" << false;
        QTest::newRow("unknown") << "green" << false;
        QTest::newRow("folder above") << ".." << false;
        QTest::newRow("file elsewhere") << "../terraform.tfstate" << false;
        QTest::newRow("locked") << "red" << false;
    }
    void deletesWorkspaces() {
        QFETCH(QString, name);
        QFETCH(bool, isDeleted);
        const Fixture fixture(Access::Native);
        fixture.store("x");
        fixture.write("terraform.tfstate.d/blue/terraform.tfstate", "");
        fixture.write("terraform.tfstate.d/red/terraform.tfstate", "");
        const auto backend = fixture.backend();
        const auto locked = backend->state("red");
        QVERIFY(locked->lock("OperationTypePlan", {}, {}).isEmpty());
        QCOMPARE(*backend->workspaces({}), (Names{"default", "blue", "red"}));
        const auto deleted = backend->deleteWorkspace(name.toStdString(), {});
        QCOMPARE(deleted.hasErrors(), !isDeleted);
        QCOMPARE(*backend->workspaces({}), isDeleted ? (Names{"default", "red"}) : (Names{"default", "blue", "red"}));
        QVERIFY(fs::exists(fixture.root / "terraform.tfstate"));
    }

    // The backends of the tool.

    void passesVariablesToTheTool() {
        const Fixture fixture(Access::ThroughTool);
        QVERIFY(fixture.backend()->state("default")->read({}).isOk());
        QCOMPARE(fixture.read("bin/asked"), std::string("state pull -no-color -var=a=b\n"));
        QCOMPARE(fixture.read("bin/environment"), std::string("TF_INPUT=0\n"));
    }

    void selectsAnotherWorkspaceForOneRun() {
        const Fixture fixture(Access::ThroughTool);
        fixture.write(".terraform/environment", "blue");
        QVERIFY(fixture.backend()->state("blue")->read({}).isOk());
        QCOMPARE(fixture.read("bin/environment"), std::string("TF_INPUT=0\n"));
        QVERIFY(fixture.backend()->state("green")->read({}).isOk());
        QVERIFY(fixture.read("bin/environment").find("TF_WORKSPACE=green\n") != std::string::npos);
    }

    void reportsFailuresOfTheTool() {
        const Fixture fixture(Access::ThroughTool);
        fixture.write("bin/fails", "");
        const auto backend = fixture.backend();
        for (const std::string& text :
             {messages(backend->state("default")->read({}).diagnostics), messages(backend->workspaces({}).diagnostics),
              messages(backend->deleteWorkspace("blue", {}))}) {
            QVERIFY2(text.find((fixture.root / "bin/tofu").string()) != std::string::npos, text.c_str());
            QVERIFY2(text.find("the backend is on fire") != std::string::npos, text.c_str());
        }
    }

    void listsWorkspacesOfTheTool_data() {
        QTest::addColumn<QString>("output");
        QTest::newRow("plain") << "  default\n* blue\n\n";
        QTest::newRow("warning about the CLI configuration")
            << "\nWarning: Unable to open CLI configuration file\n\nThe CLI configuration file does not exist.\n"
               "  default\n* blue\n\n";
        QTest::newRow("overridden") << "  default\n* blue\n\n\n\nThe active workspace is being overridden using the "
                                       "TF_WORKSPACE environment\nvariable.\n\n";
    }
    void listsWorkspacesOfTheTool() {
        QFETCH(QString, output);
        const Fixture fixture(Access::ThroughTool);
        fixture.write("bin/workspaces", output.toStdString());
        const auto backend = fixture.backend();
        QCOMPARE(*backend->workspaces({}), (Names{"default", "blue"}));
        QVERIFY(backend->deleteWorkspace("blue", {}).isEmpty());
        QCOMPARE(fixture.read("bin/asked"), std::string("workspace list -no-color\nworkspace delete -no-color blue\n"));
    }

    void typesWithoutWorkspacesHaveOnlyTheDefault() {
        const Fixture fixture(Access::ThroughTool);
        const auto backend = fixture.backend("http");
        QVERIFY(!backend->capabilities().workspaces);
        QVERIFY(backend->workspaces({}).hasErrors());
        QVERIFY(backend->deleteWorkspace("blue", {}).hasErrors());
        QVERIFY(!fs::exists(fixture.root / "bin/asked"));
    }
};

QTEST_APPLESS_MAIN(TestBackends)
#include "tst_backends.moc"
