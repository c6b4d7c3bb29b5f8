// SPDX-License-Identifier: MPL-2.0
#include "core/configs/module_node.h"
#include "core/engine/apply.h"
#include "core/engine/evaluation/marks.h"
#include "tests/core/engine/planning.h"
#include "tests/core/engine/print_plan.h"
#include "tests/core/engine/things.h"
#include "tests/support/table_schemas.h"

#include <QtTest>

using namespace planlens;
using namespace planlens::testing;
using values::Value;

namespace {

/// Records the steps of ephemeral resources.
class Steps final : public engine::Listener {
public:
    void ephemeralStarted(const addrs::AbsResourceInstance& address, engine::EphemeralStep step) override {
        static const std::map<engine::EphemeralStep, const char*> names{{engine::EphemeralStep::Open, "open"},
                                                                        {engine::EphemeralStep::Renew, "renew"},
                                                                        {engine::EphemeralStep::Close, "close"}};
        const std::scoped_lock lock(m_mutex);
        m_steps.append(QLatin1String(names.at(step)) + QLatin1Char(' ') + QString::fromStdString(address.toString()));
    }
    QStringList take() {
        const std::scoped_lock lock(m_mutex);
        return std::exchange(m_steps, {});
    }

private:
    std::mutex m_mutex;
    QStringList m_steps;
};

/// Adds test_token, which returns "s3cret" for a name.
std::shared_ptr<Script> tokenScript() {
    auto script = thingScript();
    ResourceRules token;
    token.schema =
        resourceSchema({{"name", optional(values::Type::string())}, {"secret", computed(values::Type::string())}});
    token.open = [schema = token.schema](const providers::OpenEphemeralRequest& request) {
        providers::OpenEphemeralResponse response;
        response.result =
            Value::object({{"name", request.config.attribute("name")}, {"secret", Value::string("s3cret")}});
        return response;
    };
    script->ephemeral["test_token"] = token;
    script->config = resourceSchema({{"token", optional(values::Type::string())}});
    return script;
}

struct Done {
    Planned planned;
    QStringList planSteps, applySteps;
    engine::ApplyOutcome applied;
};

enum class Upto { Plan, Apply };
Done run(const std::string& configuration, const std::shared_ptr<Script>& script, Upto upto = Upto::Plan,
         const std::string& state = {}) {
    Setup setup;
    setup.files = {{"main.tf", configuration}};
    setup.state = state;
    setup.registry = registryWith(script);
    Steps steps;
    Done done{makePlan(setup, steps), {}, {}, {}};
    done.planSteps = steps.take();
    if (upto == Upto::Plan || !done.planned.outcome.plan || done.planned.outcome.diagnostics.hasErrors())
        return done;
    engine::StateSink sink;
    done.applied = engine::apply(applyRequest(done.planned), steps, sink, {});
    done.applySteps = steps.take();
    return done;
}

QString printed(const diags::Diagnostics& diagnostics) {
    return QString::fromStdString(printDiagnostics(diagnostics));
}

} // namespace

class TestEphemeral final : public QObject {
    Q_OBJECT

private slots:
    /// The rows for ephemeral resources from the tests of schema marks.
    void marksWhatIsReadOfThem_data() {
        QTest::addColumn<QByteArray>("json");
        const tests::Json table = tests::readTable("configschema.json");
        if (table.is_null())
            QSKIP("the tables are not there");
        for (const tests::Json& row : table)
            if (row["op"] == "value_marks" && row["schema"].value("ephemeral", false))
                QTest::newRow(row["id"].get<std::string>().c_str()) << QByteArray::fromStdString(row.dump());
    }
    void marksWhatIsReadOfThem() {
        QFETCH(QByteArray, json);
        const tests::Json row = tests::Json::parse(json.toStdString());
        const Value seen =
            engine::seenValue(tests::tableValue(row["given"]), tests::tableBlock(row["schema"]),
                              {addrs::ResourceMode::Ephemeral, "test_token", "t"}, configs::ModuleNode());
        QCOMPARE(seen.toGoString(), tests::tableValue(row["want"]).toGoString());
        QVERIFY(seen == tests::tableValue(row["want"]));
    }

    void opensForPlansAndCloses() {
        const auto script = tokenScript();
        const Done done =
            run("ephemeral \"test_token\" \"t\" {\n  for_each = toset([\"a\"])\n  name = each.key\n}", script);
        QCOMPARE(printed(done.planned.outcome.diagnostics), QString());
        QCOMPARE(done.planSteps, QStringList({QStringLiteral("open ephemeral.test_token.t[\"a\"]"),
                                              QStringLiteral("close ephemeral.test_token.t[\"a\"]")}));
        QVERIFY(done.planned.changes().resources().empty());
    }

    /// Only ephemeral resources that are still needed are opened again.
    void opensForAppliesWhatIsNeeded() {
        const auto script = tokenScript();
        Value configured;
        script->configure = [&](const Value& config) {
            configured = config;
            return providers::ProviderDiagnostics{};
        };
        const Done done = run(
            "terraform {\n  required_providers {\n    test = { source = \"hashicorp/test\" }\n  }\n}\n"
            "ephemeral \"test_token\" \"used\" {\n  provider = test.plain\n}\nephemeral \"test_token\" \"unused\" {\n  "
            "provider = test.plain\n}\n"
            "provider \"test\" { alias = \"plain\" }\nprovider \"test\" { token = ephemeral.test_token.used.secret }\n"
            "resource \"test_thing\" \"x\" {}",
            script, Upto::Apply);
        QCOMPARE(printed(done.planned.outcome.diagnostics), QString());
        QCOMPARE(done.planSteps.size(), 4);
        QCOMPARE(printed(done.applied.diagnostics), QString());
        QCOMPARE(done.applySteps, QStringList({QStringLiteral("open ephemeral.test_token.used"),
                                               QStringLiteral("close ephemeral.test_token.used")}));
        QCOMPARE(configured.attribute("token").asString(), "s3cret");
    }

    /// Unchanged objects need no secrets, but references to them require their declaration with all its references.
    void opensForAppliesOfWhatRefersToIt_data() {
        QTest::addColumn<QString>("argument");
        QTest::addColumn<int>("opened");
        QTest::newRow("referred to") << "needs = test_thing.a.id" << 1;
        QTest::newRow("not") << "needs = \"nothing\"" << 0;
    }
    void opensForAppliesOfWhatRefersToIt() {
        QFETCH(QString, argument);
        QFETCH(int, opened);
        const auto script = tokenScript();
        schemas::Attribute token = optional(values::Type::string());
        token.writeOnly = true;
        script->managed["test_thing"].schema = resourceSchema({{"id", computed(values::Type::string())},
                                                               {"kind", optional(values::Type::string())},
                                                               {"size", optional(values::Type::number())},
                                                               {"needs", optional(values::Type::string())},
                                                               {"stamp", computed(values::Type::number())},
                                                               {"token", token}});
        script->managed["test_thing"].adjustPlan = [](const providers::PlanRequest& request,
                                                      providers::PlanResponse& response) {
            if (!request.prior.isNull())
                response.planned = request.prior;
        };
        const Done done =
            run("ephemeral \"test_token\" \"t\" {}\nresource \"test_thing\" \"a\" { token = "
                "ephemeral.test_token.t.secret }\n"
                "resource \"test_thing\" \"b\" { " +
                    argument.toStdString() + " }\n",
                script, Upto::Apply,
                stateWith({{"a", R"({"id":"1","kind":null,"needs":null,"size":null,"stamp":1,"token":null})"}}));
        QCOMPARE(printed(done.planned.outcome.diagnostics), QString());
        QCOMPARE(printed(done.applied.diagnostics), QString());
        QCOMPARE(done.applySteps.count(QStringLiteral("open ephemeral.test_token.t")), opened);
    }

    void waitsForWhatIsNotKnown() {
        const auto script = tokenScript();
        const Done done =
            run("resource \"test_thing\" \"x\" {}\nephemeral \"test_token\" \"t\" { name = test_thing.x.id }\n"
                "provider \"test\" {\n  alias = \"later\"\n  token = ephemeral.test_token.t.secret\n}\n"
                "resource \"test_thing\" \"y\" { provider = test.later }",
                script, Upto::Apply);
        QCOMPARE(printed(done.planned.outcome.diagnostics), QString());
        QCOMPARE(done.planSteps, QStringList());
        QCOMPARE(printed(done.applied.diagnostics), QString());
        QCOMPARE(done.applySteps, QStringList({QStringLiteral("open ephemeral.test_token.t"),
                                               QStringLiteral("close ephemeral.test_token.t")}));
    }

    void waitsForDependencies() {
        const Done done =
            run("resource \"test_thing\" \"x\" {}\nephemeral \"test_token\" \"t\" { depends_on = [test_thing.x] }",
                tokenScript());
        QCOMPARE(printed(done.planned.outcome.diagnostics), QString());
        QCOMPARE(done.planSteps, QStringList());
    }

    void renewsWhenDue() {
        const auto script = tokenScript();
        const auto open = script->ephemeral["test_token"].open;
        script->ephemeral["test_token"].open = [open](const providers::OpenEphemeralRequest& request) {
            providers::OpenEphemeralResponse response = open(request);
            response.renewAt = providers::Clock::now();
            return response;
        };
        // An operation that lasts until the token is renewed.
        script->data["test_lookup"].readData =
            [&script, schema = script->data["test_lookup"].schema](const providers::ReadDataRequest&) {
                QDeadlineTimer patience(10000);
                while (script->count("renew") == 0 && !patience.hasExpired())
                    QThread::msleep(1);
                providers::ReadDataResponse response;
                std::vector<std::pair<std::string, Value>> attributes;
                for (const values::ObjectAttribute& attribute : schema->type.attributes())
                    attributes.emplace_back(attribute.name, Value::null(attribute.type));
                response.state = Value::object(std::move(attributes));
                return response;
            };
        const Done done = run(
            "ephemeral \"test_token\" \"t\" {}\ndata \"test_lookup\" \"l\" { depends_on = [ephemeral.test_token.t] }",
            script);
        QCOMPARE(printed(done.planned.outcome.diagnostics), QString());
        QCOMPARE(done.planSteps, QStringList({QStringLiteral("open ephemeral.test_token.t"),
                                              QStringLiteral("renew ephemeral.test_token.t"),
                                              QStringLiteral("close ephemeral.test_token.t")}));
    }

    /// A resource is closed after all its direct and indirect dependents.
    void closesAfterEverythingBehindIt_data() {
        QTest::addColumn<QString>("way");
        const QString late =
            "resource \"test_thing\" \"late\" {\n  kind = \"late\"\n  depends_on = [test_thing.early]\n}\n";
        QTest::newRow("a provider")
            << late + "provider \"test\" {\n  alias = \"t\"\n  token = ephemeral.test_token.t.secret\n}\nresource "
                      "\"test_thing\" \"early\" { provider = test.t }\n";
        QTest::newRow("a local value of a provider")
            << late + "locals { l = ephemeral.test_token.t.secret }\nprovider \"test\" {\n  alias = \"t\"\n  token = "
                      "local.l\n}\nresource \"test_thing\" \"early\" { provider = test.t }\n";
        QTest::newRow("another ephemeral resource")
            << late + "ephemeral \"test_token\" \"u\" { name = ephemeral.test_token.t.secret }\nprovider \"test\" {\n  "
                      "alias = \"t\"\n  token = ephemeral.test_token.u.secret\n}\n"
                      "resource \"test_thing\" \"early\" { provider = test.t }\n";
    }
    void closesAfterEverythingBehindIt() {
        QFETCH(QString, way);
        const auto script = tokenScript();
        std::atomic<int> tooEarly = 0;
        const std::size_t count = way.contains(QStringLiteral("\"u\"")) ? 2 : 1;
        const auto check = [&](const Value& config) {
            if (!config.isNull() && config.attribute("kind") == Value::string("late") &&
                script->count("open") - script->count("close") != count)
                ++tooEarly;
        };
        script->managed["test_thing"].adjustPlan = [&](const providers::PlanRequest& request,
                                                       providers::PlanResponse&) { check(request.config); };
        script->managed["test_thing"].adjustApply = [&](const providers::ApplyRequest& request,
                                                        providers::ApplyResponse&) { check(request.config); };
        const Done done = run("ephemeral \"test_token\" \"t\" {}\n" + way.toStdString(), script, Upto::Apply);
        QCOMPARE(printed(done.planned.outcome.diagnostics), QString());
        QCOMPARE(printed(done.applied.diagnostics), QString());
        QCOMPARE(tooEarly.load(), 0);
        for (const QStringList& steps : {done.planSteps, done.applySteps})
            QCOMPARE(steps, count == 1 ? QStringList({"open ephemeral.test_token.t", "close ephemeral.test_token.t"})
                                       : QStringList({"open ephemeral.test_token.t", "open ephemeral.test_token.u",
                                                      "close ephemeral.test_token.u", "close ephemeral.test_token.t"}));
    }

    /// A resource whose result is invalid is closed at once.
    void rejectsInvalidResponses_data() {
        QTest::addColumn<Value>("result");
        QTest::addColumn<QString>("expected");
        QTest::newRow("null") << Value::null(tokenScript()->ephemeral["test_token"].schema->type)
                              << "Provider produced null object";
        QTest::newRow("type") << Value::object({{"name", Value::boolean(true)}}) << "Provider produced invalid object";
        QTest::newRow("unknown") << Value::object({{"name", Value::string("a")},
                                                   {"secret", Value::unknown(values::Type::string())}})
                                 << "Provider produced invalid object";
    }
    void rejectsInvalidResponses() {
        QFETCH(Value, result);
        QFETCH(QString, expected);
        const auto script = tokenScript();
        script->ephemeral["test_token"].open = [result](const providers::OpenEphemeralRequest&) {
            providers::OpenEphemeralResponse response;
            response.result = result;
            return response;
        };
        const Done done = run("ephemeral \"test_token\" \"t\" {}", script);
        QCOMPARE(QString::fromStdString(done.planned.outcome.diagnostics.begin()->summary), expected);
        QCOMPARE(script->count("close"), std::size_t(1));
    }

    /// Values of ephemeral resources are marked while still unknown.
    void marksUnknownValuesInValidation_data() {
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<QString>("expected"); // empty: valid
        const QString module = QStringLiteral("module \"m\" {\n  source = \"./m\"\n  %1\n}\n");
        const QString thing = QStringLiteral("resource \"test_thing\" \"x\" {\n  %1\n}\n");
        QTest::newRow("count of a module")
            << module.arg("count = length(ephemeral.test_token.counted)") << "Invalid count argument";
        QTest::newRow("count of a module, by one instance")
            << module.arg("count = length(ephemeral.test_token.counted[0].secret)") << "Invalid count argument";
        QTest::newRow("count of a resource")
            << thing.arg("count = length(ephemeral.test_token.keyed)") << "Invalid count argument";
        QTest::newRow("for_each of a module")
            << module.arg("for_each = ephemeral.test_token.keyed") << "Invalid for_each argument";
        QTest::newRow("for_each of a resource")
            << thing.arg("for_each = ephemeral.test_token.keyed") << "Invalid for_each argument";
        QTest::newRow("single") << module.arg("count = length(ephemeral.test_token.t.secret)")
                                << "Invalid count argument";
        QTest::newRow("argument of a resource") << thing.arg("kind = ephemeral.test_token.counted[0].secret")
                                                << "Ephemeral value used in non-ephemeral context";
        QTest::newRow("through a local value")
            << thing.arg("size = local.l") + "locals {\n  l = length(ephemeral.test_token.counted)\n}\n"
            << "Ephemeral value used in non-ephemeral context";
        QTest::newRow("output") << "output \"o\" {\n  value = length(ephemeral.test_token.counted)\n}\n"
                                << "Output does not allow ephemeral value";
        QTest::newRow("input of a module")
            << module.arg("v = length(ephemeral.test_token.counted)") << "Variable does not allow ephemeral value";
        QTest::newRow("ephemeral input of a module") << module.arg("e = length(ephemeral.test_token.counted)") << "";
        QTest::newRow("provider")
            << "provider \"test\" {\n  alias = \"a\"\n  token = ephemeral.test_token.counted[0].secret\n}\n"
            << "";
        QTest::newRow("another ephemeral resource")
            << "ephemeral \"test_token\" \"u\" {\n  name = ephemeral.test_token.counted[0].secret\n}\n"
            << "";
    }
    void marksUnknownValuesInValidation() {
        QFETCH(QString, configuration);
        QFETCH(QString, expected);
        Setup setup;
        setup.files = {
            {"main.tf", "ephemeral \"test_token\" \"t\" {}\nephemeral \"test_token\" \"counted\" {\n  count = 2\n}\n"
                        "ephemeral \"test_token\" \"keyed\" {\n  for_each = toset([\"a\"])\n}\n" +
                            configuration.toStdString()},
            {"m/main.tf",
             "variable \"v\" {\n  default = null\n}\nvariable \"e\" {\n  default = null\n  ephemeral = true\n}\n"}};
        setup.registry = registryWith(tokenScript());
        const Planned planned = makePlan(setup);
        QVERIFY2(planned.config, planned.print().c_str());
        engine::Listener silent;
        const diags::Diagnostics found = engine::validate(*planned.config, *planned.providers, silent, {}).diagnostics;
        QCOMPARE(found.hasErrors() ? QString::fromStdString(found.begin()->summary) : QString(), expected);
    }

    void keepsValuesOutOfPlans() {
        const Done done = run("ephemeral \"test_token\" \"t\" {}\nresource \"test_thing\" \"x\" { needs = "
                              "ephemeral.test_token.t.secret }",
                              tokenScript());
        QVERIFY(done.planned.outcome.diagnostics.hasErrors());
        QCOMPARE(QString::fromStdString(done.planned.outcome.diagnostics.begin()->summary),
                 QStringLiteral("Ephemeral value used in non-ephemeral context"));
    }
};

QTEST_APPLESS_MAIN(TestEphemeral)
#include "tst_ephemeral.moc"
