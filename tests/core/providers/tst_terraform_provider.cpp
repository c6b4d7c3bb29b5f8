// SPDX-License-Identifier: MPL-2.0
#include "core/providers/builtin/terraform_provider.h"

#include "core/states/file.h"

#include <QtTest>

#include <fstream>

using namespace planlens;
using namespace planlens::providers;
using values::Type;
using values::Value;
namespace fs = std::filesystem;

Q_DECLARE_METATYPE(planlens::values::Value)

namespace {

Value text(std::string_view value) {
    return Value::string(value);
}

/// Returns an object of terraform_data with these attributes.
Value data(Value id, Value input, Value output, Value triggers) {
    return Value::object({{"id", std::move(id)},
                          {"input", std::move(input)},
                          {"output", std::move(output)},
                          {"triggers_replace", std::move(triggers)}});
}

PlanResponse plan(const Value& prior, const Value& proposed) {
    PlanRequest request;
    request.typeName = "terraform_data";
    request.prior = prior;
    request.proposed = proposed;
    return TerraformProvider().planResourceChange(request, {});
}

Value stored(const Value& input, const Value& triggers = Value()) {
    return data(text("id-1"), input, input, triggers);
}

Value remote(std::vector<std::pair<std::string, Value>> given) {
    std::vector<std::pair<std::string, Value>> attributes = {{"backend", text("local")},
                                                             {"config", Value()},
                                                             {"defaults", Value()},
                                                             {"outputs", Value()},
                                                             {"workspace", Value::null(Type::string())}};
    for (auto& attribute : given)
        attributes.push_back(std::move(attribute));
    return Value::object(std::move(attributes));
}

struct Folder {
    QTemporaryDir directory;
    fs::path root = directory.path().toStdString();
    Folder() { write(root / "basic.tfstate", "bar"); }
    static void write(const fs::path& path, std::string_view foo) {
        fs::create_directories(path.parent_path());
        states::State state;
        state.outputs["foo"] = {text(foo), false, {}};
        std::ofstream(path) << states::writeFile({{}, 1, "l", std::make_shared<const states::State>(state)});
    }
    ReadDataResponse read(const Value& config) const {
        ReadDataRequest request;
        request.typeName = "terraform_remote_state";
        request.config = config;
        request.address = "data.terraform_remote_state.r";
        return TerraformProvider({.workingDirectory = root}).readDataSource(request, {});
    }
};

std::string textOf(const ProviderDiagnostics& diagnostics) {
    std::string out;
    for (const ProviderDiagnostic& diagnostic : diagnostics) {
        out += out.empty() ? "" : " | ";
        out += diagnostic.attribute.toString() + " " + diagnostic.summary + ": " + diagnostic.detail;
    }
    return out;
}

Value path(std::string_view value) {
    return Value::object({{"path", text(value)}});
}

} // namespace

class TestTerraformProvider : public QObject {
    Q_OBJECT
private slots:
    void planningACreateLeavesWhatIsComputedUnknown() {
        const auto response =
            plan(Value::null(Type::dynamic()), data(Value::null(Type::string()), text("x"), Value(), Value()));
        QVERIFY(!response.planned.attribute("id").isKnown());
        QVERIFY(response.planned.attribute("id").isKnownNotNull());
        QVERIFY(response.planned.attribute("output") == Value::unknown(Type::string()));
        QVERIFY(response.requiresReplace.empty());
    }

    void theOutputOfNoInputIsNull() {
        const auto response = plan(Value(), data(Value::null(Type::string()), Value(), Value(), Value()));
        QVERIFY(response.planned.attribute("output") == Value());
    }

    void planningNothing() {
        const Value prior = stored(text("x"));
        QVERIFY(plan(prior, prior).planned == prior);
        QVERIFY(plan(prior, Value::null(prior.type())).planned.isNull());
    }

    void aNewInputMakesTheOutputUnknown() {
        const auto response = plan(stored(text("x")), data(text("id-1"), Value::number(2), text("x"), Value()));
        QVERIFY(response.planned.attribute("output") == Value::unknown(Type::number()));
        QVERIFY(response.planned.attribute("id") == text("id-1"));
        const auto gone = plan(stored(text("x")), data(text("id-1"), Value(), text("x"), Value()));
        QVERIFY(!gone.planned.attribute("output").isKnown());
    }

    void newTriggersReplace() {
        const auto response = plan(stored(text("x"), text("a")), data(text("id-1"), text("x"), text("x"), text("b")));
        QCOMPARE(response.requiresReplace.size(), std::size_t(1));
        QCOMPARE(response.requiresReplace[0].toString(), std::string(".triggers_replace"));
        QVERIFY(!response.planned.attribute("id").isKnown());
        QVERIFY(!response.planned.attribute("output").isKnown());
        // A change of type alone is a difference too.
        const auto typed =
            plan(stored(text("x"), text("1")), data(text("id-1"), text("x"), text("x"), Value::number(1)));
        QCOMPARE(typed.requiresReplace.size(), std::size_t(1));
    }

    void applyingFillsIn() {
        ApplyRequest request;
        request.planned = plan(Value(), data(Value::null(Type::string()), text("x"), Value(), Value())).planned;
        const auto response = TerraformProvider().applyResourceChange(request, {});
        QVERIFY(response.newState.isWhollyKnown());
        QVERIFY(response.newState.attribute("output") == text("x"));
        QCOMPARE(response.newState.attribute("id").asString().size(), std::size_t(36));
        request.planned = Value::null(request.planned.type());
        QVERIFY(TerraformProvider().applyResourceChange(request, {}).newState.isNull());
    }

    void computedAttributesCannotBeSet() {
        TerraformProvider provider;
        ValidateRequest request{"terraform_data", data(text("x"), Value(), text("y"), Value())};
        QCOMPARE(textOf(provider.validateResourceConfig(request, {})),
                 std::string(" \"id\" attribute is read-only:  |  \"output\" attribute is read-only: "));
        request.config = data(Value::null(Type::string()), text("x"), Value(), Value());
        QVERIFY(provider.validateResourceConfig(request, {}).empty());
    }

    void upgradesImportsAndMoves() {
        TerraformProvider provider;
        const auto upgraded = provider.upgradeResourceState(
            {"terraform_data",
             0,
             "{\"id\":\"i\",\"input\":{\"value\":1,\"type\":\"number\"},\"output\":null,\"triggers_replace\":null}",
             {}},
            {});
        QVERIFY2(upgraded.diagnostics.empty(), textOf(upgraded.diagnostics).c_str());
        QVERIFY(upgraded.upgraded.attribute("input") == Value::number(1));
        const auto imported = provider.importResourceState({"terraform_data", "abc", Value()}, {});
        QVERIFY(imported.resources.at(0).state.attribute("id") == text("abc"));

        MoveRequest request;
        request.sourceType = "null_resource";
        request.targetType = "terraform_data";
        request.sourceJson = "{\"id\":\"7\",\"triggers\":{\"a\":\"b\"}}";
        const auto moved = provider.moveResourceState(request, {});
        QVERIFY2(moved.diagnostics.empty(), textOf(moved.diagnostics).c_str());
        QVERIFY(moved.target.attribute("triggers_replace") == Value::object({{"a", text("b")}}));
        QVERIFY(moved.target.attribute("id") == text("7"));
        request.sourceType = "other";
        QCOMPARE(
            textOf(provider.moveResourceState(request, {}).diagnostics),
            std::string(" unsupported move: other -> terraform_data; only move from null_resource to terraform_data is "
                        "supported: "));
    }

    void readsOutputsOfARemoteState_data() {
        QTest::addColumn<Value>("config");
        QTest::addColumn<Value>("outputs");
        const Value bar = Value::object({{"foo", text("bar")}});
        QTest::newRow("path") << remote({{"config", path("basic.tfstate")}}) << bar;
        QTest::newRow("map") << remote({{"config", Value::map({{"path", text("./basic.tfstate")}})}}) << bar;
        QTest::newRow("_local") << remote({{"backend", text("_local")}, {"config", path("basic.tfstate")}}) << bar;
        QTest::newRow("default workspace")
            << remote({{"workspace", text("default")}, {"config", path("basic.tfstate")}}) << bar;
        QTest::newRow("other workspace") << remote({{"workspace", text("dev")}})
                                         << Value::object({{"foo", text("dev")}});
        QTest::newRow("workspace folder")
            << remote({{"workspace", text("dev")}, {"config", Value::object({{"workspace_dir", text("elsewhere")}})}})
            << Value::object({{"foo", text("there")}});
        QTest::newRow("defaults") << remote({{"config", path("basic.tfstate")},
                                             {"defaults",
                                              Value::object({{"foo", text("no")}, {"more", Value::number(1)}})}})
                                  << Value::object({{"foo", text("bar")}, {"more", Value::number(1)}});
    }
    void readsOutputsOfARemoteState() {
        QFETCH(Value, config);
        QFETCH(Value, outputs);
        const Folder folder;
        Folder::write(folder.root / "terraform.tfstate.d/dev/terraform.tfstate", "dev");
        Folder::write(folder.root / "elsewhere/dev/terraform.tfstate", "there");
        TerraformProvider provider({.workingDirectory = folder.root});
        const auto problems = provider.validateDataResourceConfig({"terraform_remote_state", config}, {});
        QVERIFY2(problems.empty(), textOf(problems).c_str());
        const auto response = folder.read(config);
        QVERIFY2(response.diagnostics.empty(), textOf(response.diagnostics).c_str());
        QVERIFY2(response.state.attribute("outputs") == outputs, response.state.toGoString().c_str());
        QVERIFY(response.state.attribute("config") == config.attribute("config"));
    }

    void reportsWhyThereIsNoRemoteState_data() {
        QTest::addColumn<Value>("config");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const Value& config, const char* message) {
            QTest::newRow(name) << config
                                << QString(message) +
                                       " |  data.terraform_remote_state.r: Unable to read remote state: ";
        };
        row("missing", remote({{"config", path("none.tfstate")}}),
            ".workspace Unable to find remote state: No stored state was found for the given workspace in the given "
            "backend.");
        row("unknown backend", remote({{"backend", text("nonexistent")}}),
            ".backend Invalid backend configuration: There is no backend type named \"nonexistent\".");
        row("removed backend", remote({{"backend", text("etcd")}}),
            ".backend Invalid backend configuration: The \"etcd\" backend is not supported in OpenTofu v1.3 or later.");
        row("no object of another backend", remote({{"backend", text("s3")}, {"config", text("nope")}}),
            ".config Invalid backend configuration: The given configuration is not valid for backend \"s3\": an object "
            "is required.");
        row("no object", remote({{"config", text("nope")}}),
            ".config Invalid backend configuration: The given configuration is not valid for backend \"local\": an "
            "object is "
            "required.");
        row("empty path", remote({{"config", path("")}}),
            ".path Invalid local state file path: The \"path\" attribute value must not be empty.");
        const auto unnamed = [&](const char* backend, std::vector<std::pair<std::string, Value>> arguments,
                                 const std::string& problem) {
            row(QByteArray("empty workspace of ").append(backend).constData(),
                remote({{"backend", text(backend)},
                        {"config", Value::object(std::move(arguments))},
                        {"workspace", text("")}}),
                (".backend Error loading state error: error loading the remote state: " + problem).c_str());
        };
        unnamed("http", {{"address", text("http://127.0.0.1:1")}}, "workspaces not supported");
        unnamed("s3", {{"bucket", text("b")}, {"key", text("k")}, {"region", text("eu-west-1")}}, "missing state name");
        unnamed("gcs", {{"bucket", text("b")}, {"access_token", text("t")}}, "\"\" is not a valid state name");
        unnamed("kubernetes", {{"secret_suffix", text("s")}, {"config_path", text("kubeconfig")}},
                "missing state name");
        row("damaged", remote({{"config", path("damaged.tfstate")}}),
            " Unsupported state file format: The state file does not have a \"version\" attribute, which is required "
            "to "
            "identify the format version.");
    }
    void reportsWhyThereIsNoRemoteState() {
        QFETCH(Value, config);
        QFETCH(QString, message);
        const Folder folder;
        std::ofstream(folder.root / "damaged.tfstate") << "{}";
        std::ofstream(folder.root / "kubeconfig")
            << "{clusters: [{name: k, cluster: {server: 'http://127.0.0.1:1'}}], contexts: [{name: c, context: "
               "{cluster: k}}], current-context: c}";
        QCOMPARE(QString::fromStdString(textOf(folder.read(config).diagnostics)), message);
    }

    /// The configuration selects the server that receives credentials of the environment.
    void untrustedDirectoriesReadOnlyFiles_data() {
        QTest::addColumn<QString>("backend");
        for (const char* backend : {"http", "pg", "s3", "cloud"})
            QTest::newRow(backend) << QString(backend);
    }
    void untrustedDirectoriesReadOnlyFiles() {
        QFETCH(QString, backend);
        const Folder folder;
        builtin::RemoteStateAccess access{.workingDirectory = folder.root,
                                          .reach = builtin::RemoteStateAccess::Reach::Files,
                                          .tool = "/nowhere/tofu"};
        TerraformProvider provider(access);
        const auto read = [&](const Value& config) {
            return provider.readDataSource({"terraform_remote_state", config, {}, "data.terraform_remote_state.r"}, {});
        };
        QVERIFY(read(remote({{"config", path("basic.tfstate")}})).diagnostics.empty());
        const auto refused = read(remote({{"backend", text(backend.toStdString())}}));
        QCOMPARE(refused.diagnostics.at(0).summary, std::string("Remote state not read"));
    }

    void checksArgumentsOfRemoteStates_data() {
        QTest::addColumn<QString>("backend");
        QTest::addColumn<Value>("arguments");
        QTest::addColumn<QString>("expected");
        using Arguments = std::vector<std::pair<std::string, Value>>;
        const Value none = Value::null(Type::dynamic());
        const auto list = [](Arguments block) { return Value::tuple({Value::object(std::move(block))}); };
        const auto row = [](const char* name, const char* backend, Arguments arguments, const char* expected) {
            QTest::newRow(name) << backend << Value::object(std::move(arguments)) << expected;
        };
        const auto azure = [](Arguments others) {
            for (const char* name : {"storage_account_name", "container_name", "key"})
                others.emplace_back(name, text("abc"));
            return others;
        };
        row("required", "consul", {{"path", none}}, "\"path\": required field is not set");
        row("required of gcs", "gcs", {{"bucket", none}}, "\"bucket\": required field is not set");
        row("required in a block", "kubernetes",
            {{"secret_suffix", text("x")}, {"exec", list({{"api_version", none}, {"command", text("x")}})}},
            "\"exec.0.api_version\": required field is not set");
        row("conflict of azurerm", "azurerm", azure({{"metadata_host", text("x")}, {"environment", text("public")}}),
            "\"environment\": conflicts with metadata_host; \"metadata_host\": conflicts with environment");
        row("conflict of gcs", "gcs",
            {{"bucket", text("b")}, {"encryption_key", text("x")}, {"kms_encryption_key", text("y")}},
            "\"encryption_key\": conflicts with kms_encryption_key; \"kms_encryption_key\": conflicts with "
            "encryption_key");
        row("timeout", "azurerm", azure({{"timeout_seconds", Value::number(-1)}}),
            "timeout_seconds expected to be a non-negative integer");
        row("customer key", "azurerm", azure({{"customer_provided_key", text("x")}}),
            "CPK: failed to decode base64 key illegal base64 data at input byte 0");
        row("deprecated", "azurerm", azure({{"endpoint", text("x")}}),
            "warning: \"endpoint\": [DEPRECATED] This variable is unused and does not affect any execution. Please use "
            "environment or metadata host instead.");
        row("empty header", "http", {{"address", text("http://x")}, {"headers", Value::object({{"a", text("")}})}},
            "headers \"a\" value must not be empty and only contain ascii characters");
        row("null header", "http", {{"address", text("http://x")}, {"headers", Value::object({{"a", none}})}}, "");
        row("acl of oss", "oss", {{"bucket", text("b")}, {"acl", text("foo")}},
            "\"acl\" must be a valid ACL value , expected private, public-read or public-read-write, got \"foo\"");
        row("required of oss", "oss", {{"bucket", none}}, "\"bucket\": required field is not set");
        row("two roles of oss", "oss",
            {{"bucket", text("b")},
             {"assume_role", Value::tuple({Value::object({{"policy", text("x")}}), Value::emptyObject()})}},
            "assume_role: attribute supports 1 item maximum, config has 2 declared");
        row("prefix of cos", "cos", {{"bucket", text("b")}, {"region", text("r")}, {"prefix", text("/x")}},
            "prefix must not start with '/' or './'");
        row("missing of cos", "cos", {{"bucket", text("b")}},
            ".config Invalid backend configuration: The given configuration is not valid for backend \"cos\": "
            "attribute \"region\" is required.");
        row("unknown of cos", "cos", {{"bucket", text("b")}, {"region", text("r")}, {"bogus", Value::number(1)}},
            ".config Invalid backend configuration: The given configuration is not valid for backend \"cos\": "
            "unexpected attribute \"bogus\".");
    }
    void checksArgumentsOfRemoteStates() {
        QFETCH(QString, backend);
        QFETCH(Value, arguments);
        TerraformProvider provider;
        QStringList problems;
        for (const ProviderDiagnostic& problem : provider.validateDataResourceConfig(
                 {"terraform_remote_state", remote({{"backend", text(backend.toStdString())}, {"config", arguments}})},
                 {})) {
            std::string line = textOf({problem});
            if (problem.detail.empty()) // and no path
                line = (problem.severity == diags::Severity::Warning ? "warning: " : "") + problem.summary;
            problems += QString::fromStdString(line);
        }
        problems.sort();
        QTEST(problems.join("; "), "expected");
    }

    void checksRemoteStateConfigurations() {
        TerraformProvider provider;
        const auto validate = [&provider](const Value& config) {
            return textOf(provider.validateDataResourceConfig({"terraform_remote_state", config}, {}));
        };
        QCOMPARE(validate(remote({{"backend", Value::unknown(Type::string())}, {"config", text("nope")}})),
                 std::string(".config Invalid backend configuration: The configuration must be an object value."));
        QCOMPARE(validate(remote({{"defaults", text("nope")}})),
                 std::string(".defaults Invalid default values: Defaults must be given in an object value."));
        QCOMPARE(validate(remote({{"backend", text("gcs")}, {"config", Value::object({{"bucket", text("b")}})}})),
                 std::string());
        QCOMPARE(validate(remote({{"backend", text("pg")}, {"config", Value::object({{"bucket", text("b")}})}})),
                 std::string(".config Invalid backend configuration: The given configuration is not valid for backend "
                             "\"pg\": unexpected attribute \"bucket\"."));
        QCOMPARE(validate(remote({{"config", Value::unknown(Type::dynamic())}})), std::string());
    }
};

QTEST_APPLESS_MAIN(TestTerraformProvider)
#include "tst_terraform_provider.moc"
