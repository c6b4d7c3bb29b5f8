// SPDX-License-Identifier: MPL-2.0
#include "core/addrs/target.h"
#include "core/plans/plan.h"
#include "core/report/text/plan_text.h"
#include "core/report/text/state_text.h"
#include "core/report/text/terminal_text.h"
#include "tests/support/table_schemas.h"

#include <QTest>

#include <fstream>

using namespace planlens;
using tests::Json;
using values::Type;
using values::Value;

namespace {

const addrs::Provider provider{"registry.opentofu.org", "hashicorp", "test"};

plans::Action actionOf(const std::string& name) {
    for (int i = 0; i <= static_cast<int>(plans::Action::ForgetThenCreate); ++i)
        if (plans::name(static_cast<plans::Action>(i)) == name)
            return static_cast<plans::Action>(i);
    return plans::Action::NoOp;
}

addrs::AbsResourceInstance addressOf(const Json& json) {
    return *addrs::parseAbsResourceInstance(std::string_view(json.get_ref<const std::string&>()));
}

schemas::Block smallBlock() {
    return tests::tableBlock(Json::parse(
        R"({"attributes": {"id": {"type": "string", "computed": true}, "size": {"type": "number", "optional": true}}})"));
}

plans::Plan planWith(plans::ResourceInstanceChange change, schemas::Block block) {
    auto schema = std::make_shared<schemas::ProviderSchema>();
    schema->managed[change.address.resource.type] = schemas::ResourceSchema::make(std::move(block));
    change.provider.config.provider = provider;
    plans::Plan plan;
    plan.schemas[provider] = std::move(schema);
    plan.changes.add(std::make_shared<const plans::ResourceInstanceChange>(std::move(change)));
    return plan;
}

Value object(Value id, Value size) {
    return Value::object({{"id", std::move(id)}, {"size", std::move(size)}});
}

plans::ResourceInstanceChange smallChange(plans::Action action, Value before, Value after) {
    plans::ResourceInstanceChange change;
    change.address = change.previousAddress = *addrs::parseAbsResourceInstance(std::string_view("test_disk.a"));
    change.change.action = action;
    change.change.before = std::move(before);
    change.change.after = std::move(after);
    return change;
}

plans::Plan driftedPlan() {
    const Value before = object(Value::string("d-1"), Value::number(1));
    const Value after = object(Value::string("d-1"), Value::number(2));
    plans::Plan plan = planWith(smallChange(plans::Action::NoOp, after, after), smallBlock());
    auto drift = smallChange(plans::Action::Update, before, after);
    drift.provider.config.provider = provider;
    plan.drift.push_back(std::make_shared<const plans::ResourceInstanceChange>(drift));
    plan.relevantAttributes.push_back({"test_disk.a", values::Path{values::AttributeStep{"size"}}});
    return plan;
}

QString text(const plans::Plan& plan) {
    return QString::fromStdString(report::planText(plan));
}

} // namespace

class PlanTextTest : public QObject {
    Q_OBJECT

private slots:
    void printsChangesLikeTheReference_data() {
        QTest::addColumn<QByteArray>("row");
        std::ifstream file(PLANLENS_SOURCE_DIR "/tests/core/report/data/changes.json");
        for (const Json& row : Json::parse(file))
            QTest::newRow(row.at("name").get<std::string>().c_str()) << QByteArray::fromStdString(row.dump());
    }
    void printsChangesLikeTheReference() {
        QFETCH(QByteArray, row);
        const Json json = Json::parse(row.toStdString());
        plans::ResourceInstanceChange change;
        change.address = addressOf(json["address"]);
        change.previousAddress = addressOf(json["previous"]);
        change.deposed = json["deposed"].get<std::string>();
        change.change.action = actionOf(json["action"].get<std::string>());
        change.change.before = tests::tableValue(json["before"]);
        change.change.after = tests::tableValue(json["after"]);
        for (const Json& path : json["replace"])
            change.requiredReplace.push_back(tests::tablePath(path));
        const plans::Plan plan = planWith(change, tests::tableBlock(json["schema"]));
        const std::string wanted = json["text"].get<std::string>();
        const std::string all = report::planText(plan);
        const std::size_t start = all.find("  # ");
        QVERIFY(start != std::string::npos);
        QCOMPARE(QString::fromStdString(all.substr(start, all.find("\n\nPlan:") - start)),
                 QString::fromStdString(wanted));
    }

    void showsThatMaskedSecretsInJsonChange_data() {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::addColumn<QString>("expected");
        const QString secret =
            QStringLiteral("              ~ key   = \"(sensitive value)\" -> \"(sensitive value)\"\n");
        QTest::newRow("only the secret") << QStringLiteral(R"({"image":"a","key":"a-secret"})")
                                         << QStringLiteral(R"({"image":"a","key":"b-secret"})") << secret;
        QTest::newRow("something else too")
            << QStringLiteral(R"({"image":"a","key":"a-secret"})")
            << QStringLiteral(R"({"image":"b","key":"b-secret"})")
            << QString(QStringLiteral("              ~ image = \"a\" -> \"b\"\n") + secret);
    }
    void showsThatMaskedSecretsInJsonChange() {
        QFETCH(QString, before);
        QFETCH(QString, after);
        QFETCH(QString, expected);
        const auto secret = [](const char* content) {
            return Value::string(content).withMark(values::Mark::sensitive());
        };
        schemas::Block block = smallBlock();
        block.attributes["size"].type = Type::dynamic();
        const QString shown = text(
            planWith(smallChange(plans::Action::Update, object(Value::string(before.toStdString()), secret("a-secret")),
                                 object(Value::string(after.toStdString()), secret("b-secret"))),
                     block));
        QVERIFY2(shown.contains(expected), qPrintable(shown));
    }

    void masksCopiesOfSensitiveValues() {
        const Value secret = Value::string("a-secret").withMark(values::Mark::sensitive());
        const auto change = [&](Value id) {
            return smallChange(plans::Action::Update, object(Value::string("a-secret"), secret),
                               object(std::move(id), Value::number(1)));
        };
        schemas::Block block = smallBlock();
        block.attributes["size"].type = Type::dynamic();
        const QString whole = text(planWith(change(Value::string("b")), block));
        QVERIFY2(whole.contains("  ~ id   = (sensitive value)\n"), qPrintable(whole));
        const QString part = text(planWith(smallChange(plans::Action::Create, Value::null(Type::dynamic()),
                                                       object(Value::string("<a-secret>"), secret)),
                                           block));
        QVERIFY2(part.contains("  + id   = \"<(sensitive value)>\"\n"), qPrintable(part));
        report::TextOptions options;
        options.showSensitive = true;
        QVERIFY(report::planText(planWith(change(Value::string("b")), block), options).find("\"a-secret\" -> \"b\"") !=
                std::string::npos);
    }

    void reportsWhatASmallPlanDoes() {
        const plans::Plan plan = planWith(smallChange(plans::Action::Create, Value::null(Type::dynamic()),
                                                      object(Value::unknown(Type::string()), Value::number(3))),
                                          smallBlock());
        QCOMPARE(text(plan), QStringLiteral(R"(
OpenTofu used the selected providers to generate the following execution
plan. Resource actions are indicated with the following symbols:
  + create

OpenTofu will perform the following actions:

  # test_disk.a will be created
  + resource "test_disk" "a" {
      + id   = (known after apply)
      + size = 3
    }

Plan: 1 to add, 0 to change, 0 to destroy.
)"));
    }

    void reportsThatThereIsNothingToDo_data() {
        QTest::addColumn<int>("mode");
        QTest::addColumn<bool>("errored");
        QTest::addColumn<QString>("start");
        QTest::newRow("normal") << int(plans::Mode::Normal) << false
                                << "\nNo changes. Your infrastructure matches the configuration.\n\n";
        QTest::newRow("destroy") << int(plans::Mode::Destroy) << false
                                 << "\nNo changes. No objects need to be destroyed.\n\n";
        QTest::newRow("refresh-only") << int(plans::Mode::RefreshOnly) << false
                                      << "\nNo changes. Your infrastructure still matches the configuration.\n\n";
        QTest::newRow("errored") << int(plans::Mode::Normal) << true
                                 << "\nPlanning failed. OpenTofu encountered an error while generating this plan.\n\n";
    }
    void reportsThatThereIsNothingToDo() {
        QFETCH(int, mode);
        QFETCH(bool, errored);
        QFETCH(QString, start);
        plans::Plan plan;
        plan.options.mode = static_cast<plans::Mode>(mode);
        plan.errored = errored;
        QVERIFY2(text(plan).startsWith(start), qPrintable(text(plan)));
    }

    void leavesOutDriftWhereNothingFollowsFromIt() {
        const QString printed = text(driftedPlan());
        QVERIFY2(!printed.contains("Objects have changed"), qPrintable(printed));
    }

    void showsDriftOfARefreshOnlyPlan() {
        plans::Plan plan = driftedPlan();
        plan.options.mode = plans::Mode::RefreshOnly;
        const QString printed = text(plan);
        QVERIFY2(printed.startsWith("\nNote: Objects have changed outside of OpenTofu\n\nOpenTofu detected the "
                                    "following changes made outside"),
                 qPrintable(printed));
        QVERIFY2(printed.contains("  # test_disk.a has changed\n  ~ resource \"test_disk\" \"a\" {\n        id   = "
                                  "\"d-1\"\n      ~ size = 1 -> 2\n    }\n"),
                 qPrintable(printed));
    }

    void showsDriftBesideAChangeThatFollowsFromIt() {
        plans::Plan plan = driftedPlan();
        plan.changes.add(plans::OutputChange{
            {}, "size", {plans::Action::Update, Value::number(1), Value::number(2), {}, {}, {}, {}}, false});
        const QString printed = text(plan);
        QVERIFY2(printed.contains("Objects have changed outside of OpenTofu"), qPrintable(printed));
        QVERIFY2(printed.endsWith("\nChanges to Outputs:\n  ~ size = 1 -> 2\n\nYou can apply this plan to save these "
                                  "new output values to the "
                                  "OpenTofu\nstate, without changing any real infrastructure.\n"),
                 qPrintable(printed));
    }

    void hidesSensitiveOutputs() {
        plans::Plan plan;
        plan.changes.add(plans::OutputChange{
            {},
            "key",
            {plans::Action::Create, Value::null(Type::dynamic()), Value::string("s3cret"), {}, {}, {}, {}},
            true});
        QVERIFY(text(plan).contains("  + key = (sensitive value)\n"));
        QVERIFY(!text(plan).contains("s3cret"));
    }

    void reportsWhyAnInstanceGoes() {
        auto change = smallChange(plans::Action::Delete, object(Value::string("d-1"), Value::number(1)),
                                  Value::null(Type::dynamic()));
        change.address = change.previousAddress =
            *addrs::parseAbsResourceInstance(std::string_view("test_disk.a[\"x\"]"));
        change.reason = plans::ActionReason::DeleteBecauseEachKey;
        QVERIFY(
            text(planWith(change, smallBlock()))
                .contains(
                    "  # test_disk.a[\"x\"] will be destroyed\n  # (because key [\"x\"] is not in for_each map)\n"));
    }

    void colorsWhereAskedTo() {
        report::TextOptions options;
        options.color = report::Color::On;
        const plans::Plan plan =
            planWith(smallChange(plans::Action::Delete, object(Value::string("d-1"), Value::number(1)),
                                 Value::null(Type::dynamic())),
                     smallBlock());
        const QString printed = QString::fromStdString(report::planText(plan, options));
        QVERIFY2(printed.contains("\033[1m  # test_disk.a\033[0m will be \033[1m\033[31mdestroyed\033[0m\n"),
                 qPrintable(printed));
    }

    void wrapsLikeTheReference() {
        QCOMPARE(report::wordWrapped("aaa bbb ccc\n  kept as it is", 8), std::string("aaa bbb\nccc\n  kept as it is"));
        QCOMPARE(report::wordWrapped("aaa bbb", 0), std::string("aaa bbb"));
    }

    void reportsThatAStateIsEmpty() {
        QCOMPARE(report::stateText({}, {}).value,
                 std::optional<std::string>("The state file is empty. No resources are represented.\n"));
    }

    void printsOutputsOfAState() {
        states::State state;
        state.outputs["a"] = {Value::string("x"), false, {}};
        state.outputs["b"] = {Value::string("y"), true, {}};
        QCOMPARE(report::stateText(state, {}).value,
                 std::optional<std::string>("\n\nOutputs:\n\na = \"x\"\nb = (sensitive value)\n"));
    }
};

QTEST_APPLESS_MAIN(PlanTextTest)
#include "tst_plan_text.moc"
