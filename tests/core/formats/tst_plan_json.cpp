// SPDX-License-Identifier: MPL-2.0
#include "core/configs/config.h"
#include "core/configs/load.h"
#include "core/formats/plan_json.h"
#include "core/plans/plan.h"

#include <QtTest>

#include <nlohmann/json.hpp>

using namespace planlens;
using values::Type;
using values::Value;

namespace {

const addrs::Provider provider("registry.opentofu.org", "hashicorp", "test");

/// Returns a plan that creates `count` objects.
plans::Plan planOf(int count) {
    schemas::Attribute name;
    name.type = Type::string();
    name.optional = true;
    schemas::Block block;
    block.attributes = {{"name", name}};
    auto schema = std::make_shared<schemas::ProviderSchema>();
    schema->managed.emplace("test_thing", schemas::ResourceSchema::make(block, 0));
    plans::Plan plan;
    plan.schemas.emplace(provider, schema);
    for (int i = 0; i < count; ++i) {
        auto change = std::make_shared<plans::ResourceInstanceChange>();
        change->address =
            change->previousAddress = {{}, {addrs::ResourceMode::Managed, "test_thing", "t"}, std::int64_t(i)};
        change->provider.config.provider = provider;
        change->change = {plans::Action::Create,
                          Value::null(Type::object({{"name", Type::string()}})),
                          Value::object({{"name", Value::string(std::string(200, 'n'))}}),
                          {},
                          {},
                          {},
                          {}};
        plan.changes.add(std::move(change));
    }
    return plan;
}

configs::Config emptyConfig() {
    configs::Config config;
    config.root = std::make_unique<configs::ModuleNode>();
    return config;
}

} // namespace

class TestPlanJson : public QObject {
    Q_OBJECT
private slots:
    void comesInPieces() {
        const plans::Plan plan = planOf(1000);
        const configs::Config config = emptyConfig();
        std::string text;
        std::size_t pieces = 0, longest = 0;
        const diags::Diagnostics problems = formats::writePlanJson(plan, config, [&](std::string_view piece) {
            text += piece;
            ++pieces;
            longest = std::max(longest, piece.size());
        });
        QCOMPARE(problems.toString(), std::string());
        QVERIFY(pieces > 5);
        QVERIFY(longest < text.size() / 4);
        QCOMPARE(text, *formats::planJson(plan, config));
        const nlohmann::json document = nlohmann::json::parse(text);
        QCOMPARE(document["resource_changes"].size(), std::size_t(1000));
        QCOMPARE(document["planned_values"]["root_module"]["resources"].size(), std::size_t(1000));
        QCOMPARE(document["resource_changes"][999]["address"], "test_thing.t[999]");
    }

    void listsProviderConfigs_data() {
        QTest::addColumn<QByteArray>("root");
        QTest::addColumn<QByteArray>("expected"); // provider_config without full names
        const auto row = [](const char* name, const QByteArray& constraint, const QByteArray& blocks,
                            const char* expected) {
            QTest::newRow(name)
                << "terraform {\n  required_providers {\n    test = {\n      source = \"hashicorp/test\"\n" +
                       (constraint.isEmpty() ? QByteArray() : "      version = \"" + constraint + "\"\n") +
                       "    }\n  }\n}\n" + blocks
                << QByteArray(expected);
        };
        const QByteArray aliased = "provider \"test\" {\n  alias = \"a\"\n}\n";
        row("without constraint", "", "", R"({"test":{"name":"test"}})");
        row("all numbers are written", "~> 1", "", R"({"test":{"name":"test","version_constraint":"~> 1.0"}})");
        row("patch", "~> 1.0.0", "", R"({"test":{"name":"test","version_constraint":"~> 1.0.0"}})");
        row("sorted", "< 3, >= 1.2", "", R"({"test":{"name":"test","version_constraint":">= 1.2.0, < 3.0.0"}})");
        row("without repeats", ">= 1.0, >= 1.0.0", "", R"({"test":{"name":"test","version_constraint":">= 1.0.0"}})");
        row("exact", "=1.2", "", R"({"test":{"name":"test","version_constraint":"1.2.0"}})");
        row("aliased only", "1.0.0", aliased,
            R"({"test":{"name":"test","version_constraint":"1.0.0"},"test.a":{"alias":"a","name":"test","version_constraint":"1.0.0"}})");
        row("version of a block", ">= 1.0", "provider \"test\" {\n  version = \"< 2\"\n}\n",
            R"({"test":{"name":"test","version_constraint":">= 1.0.0, < 2.0.0"}})");
        QTest::newRow("not required") << aliased
                                      << QByteArray(R"({"test":{"name":"test"},"test.a":{"alias":"a","name":"test"}})");
    }
    void listsProviderConfigs() {
        QFETCH(QByteArray, root);
        QFETCH(QByteArray, expected);
        configs::LoadOptions options;
        options.directory = "/project";
        options.files = configs::memoryFileSystem({{"/project/main.tf", root.toStdString()}});
        const diags::Result<configs::ConfigPtr> config = configs::load(options);
        QVERIFY2(config.value && *config.value && !config.hasErrors(), config.diagnostics.toString().c_str());
        nlohmann::json found =
            nlohmann::json::parse(*formats::planJson(planOf(0), **config))["configuration"]["provider_config"];
        for (auto& [name, entry] : found.items())
            entry.erase("full_name");
        QCOMPARE(found, nlohmann::json::parse(expected.toStdString()));
    }

    /// If a schema is missing, no part of the plan is written.
    void reportsWhichSchemasAreMissing() {
        plans::Plan plan = planOf(2);
        plan.schemas.clear();
        std::string text;
        const diags::Diagnostics problems =
            formats::writePlanJson(plan, emptyConfig(), [&](std::string_view piece) { text += piece; });
        QCOMPARE(problems.size(), std::size_t(1));
        QCOMPARE(problems[0].summary,
                 std::string("error in marshaling resource changes: no schema found for test_thing.t[0] (in provider "
                             "registry.opentofu.org/hashicorp/test)"));
        QCOMPARE(text, std::string());
    }

    /// If an object of the prior state cannot be decoded, no part of the plan is written.
    void writesNothingWithUndecodableObject_data() {
        QTest::addColumn<QByteArray>("attributes");
        QTest::addColumn<QByteArray>("error");
        QTest::newRow("decodable") << QByteArray(R"({"name":"a"})") << QByteArray();
        QTest::newRow("other type") << QByteArray(R"({"name":{"a":["b"]}})")
                                    << QByteArray("error marshaling prior state: string is required");
        QTest::newRow("unknown attribute")
            << QByteArray(R"({"gone":1})")
            << QByteArray("error marshaling prior state: unsupported attribute \"gone\"");
        QTest::newRow("nothing") << QByteArray()
                                 << QByteArray("error marshaling prior state: unexpected end of JSON input");
    }
    void writesNothingWithUndecodableObject() {
        QFETCH(QByteArray, attributes);
        QFETCH(QByteArray, error);
        plans::Plan plan = planOf(1000);
        auto state = std::make_shared<states::State>();
        auto object = std::make_shared<states::StoredObject>();
        object->attributesJson = attributes.toStdString();
        const auto& change = plan.changes.resources().front();
        state->setCurrent(change->address, std::move(object), change->provider);
        plan.priorState = std::move(state);
        std::string text;
        const diags::Diagnostics problems =
            formats::writePlanJson(plan, emptyConfig(), [&](std::string_view piece) { text += piece; });
        QCOMPARE(problems.hasErrors() ? problems[0].summary : std::string(), error.toStdString());
        QCOMPARE(text.empty(), !error.isEmpty());
        if (error.isEmpty())
            QCOMPARE(nlohmann::json::parse(text)["prior_state"]["values"]["root_module"]["resources"].size(),
                     std::size_t(1));
    }
};

QTEST_GUILESS_MAIN(TestPlanJson)
#include "tst_plan_json.moc"
