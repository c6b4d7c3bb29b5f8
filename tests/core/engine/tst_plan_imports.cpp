// SPDX-License-Identifier: MPL-2.0
#include "core/plans/plan.h"
#include "tests/core/engine/planning.h"
#include "tests/core/engine/things.h"

#include <QtTest>

using namespace planlens;
using namespace planlens::testing;
using providers::ImportRequest;
using providers::ImportResponse;
using values::Type;
using values::Value;

namespace {

Value thing(const std::string& id, const Value& size = Value::null(Type::number())) {
    return Value::object({{"id", Value::string(id)},
                          {"kind", Value::null(Type::string())},
                          {"needs", Value::null(Type::string())},
                          {"size", size},
                          {"stamp", Value::null(Type::number())}});
}

/// Objects whose real size is 5 and that also have an identity.
std::shared_ptr<Script> importScript() {
    const std::shared_ptr<Script> script = thingScript();
    ResourceRules& rules = script->managed["test_thing"];
    auto schema = std::make_shared<schemas::ResourceSchema>(*rules.schema);
    schemas::ObjectType identity;
    identity.attributes = {{"name", required(Type::string())}, {"zone", optional(Type::string())}};
    schema->identity = std::make_shared<const schemas::ObjectType>(std::move(identity));
    rules.schema = schema;
    rules.import = [](const ImportRequest& request) {
        ImportResponse response;
        response.resources.push_back(
            {"test_thing", thing(request.id.empty() ? request.identity.attribute("name").asString() : request.id),
             "imported", request.identity});
        return response;
    };
    rules.read = [](const providers::ReadRequest& request) {
        providers::ReadResponse response;
        response.newState = thing(request.prior.attribute("id").asString(), Value::number(5));
        response.privateData = request.privateData + " and read";
        response.identity = request.identity;
        return response;
    };
    return script;
}

Setup setupOf(const std::string& configuration, const std::shared_ptr<Script>& script, const std::string& state = {}) {
    Setup setup;
    setup.files = {{"main.tf", configuration}};
    setup.state = state;
    setup.registry = registryWith(script);
    return setup;
}

const std::string importA = "import {\n  to = test_thing.a\n  id = \"real\"\n}\n";

ImportResponse refusing(providers::ProviderDiagnostic diagnostic) {
    ImportResponse response;
    response.diagnostics.push_back(std::move(diagnostic));
    return response;
}

} // namespace

/// Imports with a scripted provider.
class TestPlanImports : public QObject {
    Q_OBJECT
private slots:
    /// `import` reads from the provider first, needs no complete arguments, and leaves other objects alone.
    void importsForTheCommand_data() {
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<QString>("returned"); // types of the objects
        QTest::addColumn<QString>("state");    // names of objects
        QTest::addColumn<QString>("expected"); // diagnostics, started imports, and the state
        const QString a = QStringLiteral("resource \"test_thing\" \"a\" {\n  kind = []\n}\n"),
                      started = QStringLiteral("import test_thing.a\n"),
                      managed = QStringLiteral("Resource already managed by OpenTofu; OpenTofu is already "
                                               "managing a remote object for test_thing.%1. To import to this address "
                                               "you must first remove the existing object from the state.\n");
        const auto row = [](const char* name) -> QTestData& { return QTest::newRow(name); };
        row("one object") << a << "test_thing"
                          << "" << started + "test_thing.a\n";
        row("beside incomplete arguments") << a + "resource \"test_thing\" \"b\" {\n  kind = []\n}\n"
                                           << "test_thing"
                                           << "" << started + "test_thing.a\n";
        row("no object") << a << ""
                         << "" << started;
        row("an object without a type") << a << "-"
                                        << ""
                                        << "import of test_thing.a didn't set type\n" + started;
        row("several objects") << a << "test_thing test_thing test_thing"
                               << "" << started + "test_thing.a\ntest_thing.a-1\ntest_thing.a-2\n";
        row("an object of another type") << a << "test_thing test_other"
                                         << "" << started + "test_other.a\ntest_thing.a\n";
        row("only an object of another type") << a << "test_other"
                                              << "" << started + "test_other.a\n";
        row("a type that the provider does not have")
            << a << "test_none"
            << ""
            << "provider does not support resource type \"test_none\"\n" + started;
        row("an address that is used") << a << "test_thing"
                                       << "a" << managed.arg("a") + started + "test_thing.a\n";
        row("a further address that is used") << a << "test_thing test_thing"
                                              << "a-1" << managed.arg("a-1") + started + "test_thing.a-1\n";
        row("a used address and no object") << a << ""
                                            << "a" << started + "test_thing.a\n";
        row("an undeclared instance")
            << "resource \"test_thing\" \"a\" {\n  count = 0\n}\n"
            << "test_thing"
            << ""
            << "Configuration for import target does not exist; The configuration for the given import "
               "test_thing.a does not exist. All target instances must have an associated configuration to be "
               "imported.\n";
        row("beside moved, removed and import blocks")
            << a +
                   "moved {\n  from = test_thing.b\n  to = test_thing.a\n}\nremoved {\n  from = test_thing.c\n  "
                   "lifecycle {\n    destroy = "
                   "false\n  }\n}\n" +
                   "import {\n  to = test_thing.a\n  id = \"other\"\n}\nimport {\n  to = test_thing.none\n  id = "
                   "\"none\"\n}\n"
            << "test_thing"
            << "b c" << started + "test_thing.a\ntest_thing.b\ntest_thing.c\n";
        row("beside a count of an object that does not exist")
            << a + "resource \"test_thing\" \"b\" {}\nresource \"test_thing\" \"c\" {\n  count = "
                   "length(flatten([test_thing.b.id]))\n}\n"
            << "test_thing"
            << "" << started + "test_thing.a\n";
        row("an unknown provider configuration")
            << a + "provider \"test\" {\n  region = test_thing.b.id\n}\nresource \"test_thing\" \"b\" {\n  provider = "
                   "test.other\n}\nprovider \"test\" {\n  alias = \"other\"\n}\n"
            << "test_thing"
            << ""
            << "main.tf:4,1-16: Invalid provider configuration; The configuration for "
               "provider[\"registry.opentofu.org/hashicorp/test\"] depends on values that cannot be determined until "
               "apply.\n";
        row("a cycle of resources")
            << a + "resource \"test_thing\" \"b\" {\n  needs = test_thing.c.id\n}\nresource \"test_thing\" \"c\" {\n  "
                   "needs = test_thing.b.id\n}\n"
            << "test_thing"
            << ""
            << "Cycle: test_thing.b (expand), test_thing.c (expand)\n";
        row("a cycle through a local value")
            << a + "locals {\n  l = test_thing.b.id\n}\nresource \"test_thing\" \"b\" {\n  needs = local.l\n}\n"
            << "test_thing"
            << ""
            << "Cycle: local.l (expand), test_thing.b (expand)\n";
        row("a cycle through a provider configuration")
            << a + "provider \"test\" {\n  region = test_thing.b.id\n}\nresource \"test_thing\" \"b\" {}\n"
            << "test_thing"
            << ""
            << "Cycle: test_thing.b (expand), provider[\"registry.opentofu.org/hashicorp/test\"]\n";
    }
    void importsForTheCommand() {
        QFETCH(QString, configuration);
        QFETCH(QString, returned);
        QFETCH(QString, state);
        QFETCH(QString, expected);
        const std::shared_ptr<Script> script = importScript();
        script->managed["test_other"] = script->managed["test_thing"];
        script->managed["test_thing"].import = [&](const ImportRequest& request) {
            ImportResponse response;
            for (const QString& type : returned.split(u' ', Qt::SkipEmptyParts))
                response.resources.push_back(
                    {type == QLatin1String("-") ? std::string() : type.toStdString(), thing(request.id), {}, Value()});
            return response;
        };
        std::vector<StoredThing> stored;
        for (const QString& name : state.split(u' ', Qt::SkipEmptyParts))
            stored.push_back({name.toStdString(), R"({"id":"stored","kind":null,"needs":null,"size":5,"stamp":null})"});
        Setup setup = setupOf(configuration.toStdString(), script, stored.empty() ? std::string() : stateWith(stored));
        setup.options.refresh = engine::Refresh::No;
        setup.options.import =
            engine::CommandImport{{{}, {addrs::ResourceMode::Managed, "test_thing", "a"}, {}}, "real"};
        const Planned planned = makePlan(setup);
        std::string found = planned.outcome.diagnostics.toString();
        for (const std::string& call : script->calls())
            if (call.starts_with("import "))
                found += "import test_thing.a\n";
        if (planned.outcome.plan) {
            for (const auto& [address, resource] : planned.outcome.plan->priorState->resources())
                for (const auto& [key, instance] : resource.instances)
                    found += address.instance(key).toString() + "\n";
            QVERIFY(planned.outcome.plan->changes.resources().empty());
        }
        QCOMPARE(QString::fromStdString(found), expected);
    }

    void importsWhatTheProviderReads_data() {
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<QString>("expected");
        const QString one = QString::fromStdString(importA);
        QTest::newRow("the same") << one + "resource \"test_thing\" \"a\" { size = 5 }"
                                  << "no-op test_thing.a importing {\"id\":\"real\"}\n";
        QTest::newRow("to be updated")
            << one + "resource \"test_thing\" \"a\" { size = 6 }"
            << "update test_thing.a importing {\"id\":\"real\"}\n    size: 5 -> 6\n    stamp: null -> (unknown)\n";
        QTest::newRow("to be replaced")
            << one + "resource \"test_thing\" \"a\" {\n  size = 5\n  kind = \"k\"\n}"
            << "delete/create test_thing.a (replace_because_cannot_update) importing {\"id\":\"real\"} because of "
               "[[\"kind\"]]\n"
               "    id: \"real\" -> (unknown)\n    kind: null -> \"k\"\n    stamp: null -> (unknown)\n";
        QTest::newRow("by identity") << "import {\n  to = test_thing.a\n  identity = { name = \"n\" }\n}\nresource "
                                        "\"test_thing\" \"a\" { size = 5 }"
                                     << "no-op test_thing.a importing {\"identity\":{\"name\":\"n\",\"zone\":null}}\n";
        QTest::newRow("by computed ids")
            << "locals { ids = { x = \"1\", y = \"2\" } }\nimport {\n  for_each = local.ids\n  to = "
               "test_thing.a[each.key]\n  id = \"i-${each.value}\"\n}\n"
               "resource \"test_thing\" \"a\" {\n  for_each = toset([\"x\", \"y\", \"z\"])\n  size = 5\n}"
            << "no-op test_thing.a[\"x\"] importing {\"id\":\"i-1\"}\nno-op test_thing.a[\"y\"] importing "
               "{\"id\":\"i-2\"}\n"
               "create test_thing.a[\"z\"]\n    id: (unknown)\n    size: 5\n    stamp: (unknown)\n";
        QTest::newRow("a sensitive mark is not a change")
            << one + "resource \"test_thing\" \"a\" { size = sensitive(5) }"
            << "no-op test_thing.a importing {\"id\":\"real\"}\n";
        QTest::newRow("an empty id imports nothing")
            << "import {\n  to = test_thing.a\n  id = \"\"\n}\nresource \"test_thing\" \"a\" { size = 5 }"
            << "create test_thing.a\n    id: (unknown)\n    size: 5\n    stamp: (unknown)\n";
    }

    void importsWhatTheProviderReads() {
        QFETCH(QString, configuration);
        QFETCH(QString, expected);
        const Planned planned = makePlan(setupOf(configuration.toStdString(), importScript()));
        QCOMPARE(QString::fromStdString(planned.print()), expected);
    }

    void refersToWhatTheStateHasOfTheSameResource() {
        const std::string attributes = R"({"id":"stored","kind":null,"needs":null,"size":5,"stamp":null})";
        const Planned planned = makePlan(setupOf(
            "import {\n  to = test_thing.a\n  id = test_thing.a.id\n}\nresource \"test_thing\" \"a\" { size = 5 }",
            importScript(), stateWith({{"a", attributes}})));
        QCOMPARE(planned.print(), std::string("no-op test_thing.a\n"));
    }

    void readsAfterImporting() {
        const auto script = importScript();
        Setup setup = setupOf(importA + "resource \"test_thing\" \"a\" { size = 5 }", script);
        setup.options.refresh = engine::Refresh::No; // has no effect here
        const Planned planned = makePlan(setup);
        QCOMPARE(script->count("import "), std::size_t(1));
        QCOMPARE(script->count("read "), std::size_t(1));
        const plans::Plan& plan = *planned.outcome.plan;
        QVERIFY(plan.drift.empty());
        QVERIFY(plan.canApply());
        const states::StoredObjectPtr object =
            plan.priorState->current(*addrs::parseAbsResourceInstance("test_thing.a"));
        QVERIFY(object);
        QCOMPARE(object->privateData, std::string("imported and read"));
        QVERIFY(*object == *plan.previousRunState->current(*addrs::parseAbsResourceInstance("test_thing.a")));
    }

    void responsesOfThePreviousPlanAreReused() {
        const auto script = importScript();
        Setup setup = setupOf(importA + "resource \"test_thing\" \"a\" { size = 6 }", script);
        const Planned first = makePlan(setup);
        script->forgetCalls();
        setup.readCache = first.outcome.readCache;
        QCOMPARE(makePlan(setup).print(), first.print());
        QCOMPARE(script->count("import "), std::size_t(0));
        QCOMPARE(script->count("read "), std::size_t(0));
    }

    void doesNotImportObjectsInTheState() {
        const auto script = importScript();
        const Planned planned =
            makePlan(setupOf(importA + "resource \"test_thing\" \"a\" { size = 5 }", script,
                             stateWith({{"a", R"({"id":"1","kind":null,"needs":null,"size":5,"stamp":null})"}})));
        QCOMPARE(QString::fromStdString(planned.print()), "no-op test_thing.a\n");
        QCOMPARE(script->count("import "), std::size_t(0));
    }

    void importsOnlyInNormalMode_data() {
        QTest::addColumn<plans::Mode>("mode");
        QTest::newRow("refresh-only") << plans::Mode::RefreshOnly;
        QTest::newRow("destroy") << plans::Mode::Destroy;
    }
    void importsOnlyInNormalMode() {
        QFETCH(plans::Mode, mode);
        const auto script = importScript();
        Setup setup =
            setupOf(importA + "resource \"test_thing\" \"a\" {}\nresource \"test_thing\" \"b\" { size = 5 }", script,
                    stateWith({{"b", R"({"id":"1","kind":null,"needs":null,"size":5,"stamp":null})"}}));
        setup.options.mode = mode;
        const Planned planned = makePlan(setup);
        QVERIFY2(planned.outcome.diagnostics.isEmpty(), planned.outcome.diagnostics.toString().c_str());
        QCOMPARE(script->count("import "), std::size_t(0));
        QVERIFY(!planned.outcome.plan->changes.resource(*addrs::parseAbsResourceInstance("test_thing.a")));
    }

    /// What an import block refers to is a dependency of the object, but not where the block is ignored.
    void dependsOnWhatTheBlockRefersTo_data() {
        QTest::addColumn<plans::Mode>("mode");
        QTest::addColumn<std::size_t>("dependencies");
        QTest::newRow("normal") << plans::Mode::Normal << std::size_t(1);
        QTest::newRow("refresh-only") << plans::Mode::RefreshOnly << std::size_t(0);
    }
    void dependsOnWhatTheBlockRefersTo() {
        QFETCH(plans::Mode, mode);
        QFETCH(std::size_t, dependencies);
        const std::string stored = R"({"id":"1","kind":null,"needs":null,"size":4,"stamp":null})";
        Setup setup = setupOf("import {\n  for_each = []\n  to = test_thing.a[each.key]\n  id = test_thing.b.id\n}\n"
                              "resource \"test_thing\" \"a\" {}\nresource \"test_thing\" \"b\" { size = 5 }",
                              importScript(), stateWith({{"a", stored}, {"b", stored}}));
        setup.options.mode = mode;
        const Planned planned = makePlan(setup);
        QVERIFY2(planned.outcome.diagnostics.isEmpty(), planned.outcome.diagnostics.toString().c_str());
        const states::StoredObjectPtr object =
            planned.outcome.plan->priorState->current(*addrs::parseAbsResourceInstance("test_thing.a"));
        QVERIFY(object);
        QCOMPARE(object->dependencies.size(), dependencies);
    }

    void importsOnlyWhatIsTargeted() {
        const auto script = importScript();
        Setup setup = setupOf("import {\n  for_each = [\"x\", \"y\"]\n  to = test_thing.a[each.key]\n  id = "
                              "each.value\n}\nresource \"test_thing\" \"a\" {\n  count = 2\n  size = 5\n}",
                              script);
        setup.options.targets = {addrs::parseTargetText("test_thing.a[1]")->subject};
        const Planned planned = makePlan(setup);
        QCOMPARE(planned.outcome.plan->changes.resources().size(), std::size_t(1));
        QCOMPARE(script->count("import "), std::size_t(1));
    }

    void reportsWhatCannotBeImported_data() {
        QTest::addColumn<std::function<void(ResourceRules&)>>("change");
        QTest::addColumn<QString>("expected");
        using Change = std::function<void(ResourceRules&)>;
        const auto importing = [](std::function<ImportResponse(const ImportRequest&)> import) {
            return Change([import](ResourceRules& rules) { rules.import = import; });
        };
        QTest::newRow("refused") << importing([](const auto&) {
            return refusing(providerError("No such thing", "There is nothing of this id."));
        }) << "No such thing; There is nothing of this id.";
        QTest::newRow("nothing") << importing([](const auto&) { return ImportResponse(); })
                                 << "Import returned no resources; While attempting to import with ID real, the "
                                    "providerreturned no instance states.";
        QTest::newRow("two") << importing([](const auto&) {
            ImportResponse response;
            response.resources = {{"test_thing", thing("1"), {}, {}}, {"test_thing", thing("2"), {}, {}}};
            return response;
        })
                             << "Multiple import states not supported; While attempting to import with ID real, the "
                                "provider returned multiple resource instance states. This is not currently supported.";
        QTest::newRow("without type") << importing([](const auto&) {
            ImportResponse response;
            response.resources = {{"", thing("1"), {}, {}}};
            return response;
        }) << "import of test_thing.a didn't set type; ";
        QTest::newRow("null") << importing([](const auto&) {
            ImportResponse response;
            response.resources = {{"test_thing", Value::null(thing("1").type()), {}, {}}};
            return response;
        })
                              << "Import returned null resource; While attempting to import with real, the provider "
                                 "returned an instance with no state.";
        QTest::newRow("deferred") << importing([](const auto&) {
            ImportResponse response;
            response.deferred.emplace();
            return response;
        })
                                  << "Provider deferred changes; The provider put off importing test_thing.a. Planlens "
                                     "cannot plan a deferred resource.";
        QTest::newRow("gone when read")
            << Change([](ResourceRules& rules) {
                   rules.read = [](const providers::ReadRequest& request) {
                       providers::ReadResponse response;
                       response.newState = Value::null(request.prior.type());
                       return response;
                   };
               })
            << "Cannot import non-existent remote object; While attempting to import an existing object to "
               "\"test_thing.a\", the provider detected that no object exists with the given id "
               "or identity. Only pre-existing objects can be imported; check that the id or identity is correct and "
               "that it is associated with the provider's configured region or "
               "endpoint, or use \"tofu apply\" to create a new remote object for this resource.";
    }

    void reportsWhatCannotBeImported() {
        QFETCH(std::function<void(ResourceRules&)>, change);
        QFETCH(QString, expected);
        const auto script = importScript();
        change(script->managed["test_thing"]);
        const Planned planned = makePlan(setupOf(
            importA + "resource \"test_thing\" \"a\" {}\nresource \"test_thing\" \"b\" { needs = test_thing.a.id }",
            script));
        QCOMPARE(planned.outcome.diagnostics.size(), std::size_t(1));
        const diags::Diagnostic& diagnostic = planned.outcome.diagnostics[0];
        QCOMPARE(QString::fromStdString(diagnostic.summary + "; " + diagnostic.detail), expected);
        QVERIFY(planned.outcome.plan->errored);
        QVERIFY(planned.outcome.plan->changes.resources().empty());
    }

    /// The imported object is read without the configuration.
    void locatesNoDiagnosticOfTheFirstRead() {
        const auto script = importScript();
        ResourceRules& rules = script->managed["test_thing"];
        rules.read = [read = rules.read](const providers::ReadRequest& request) {
            providers::ReadResponse response = read(request);
            providers::ProviderDiagnostic warning;
            warning.severity = diags::Severity::Warning;
            warning.summary = "Old size";
            warning.attribute = values::Path().attribute("size");
            response.diagnostics.push_back(warning);
            return response;
        };
        const Planned planned = makePlan(setupOf(importA + "resource \"test_thing\" \"a\" { size = 5 }", script));
        QCOMPARE(planned.outcome.diagnostics.size(), std::size_t(1));
        const diags::Diagnostic& diagnostic = planned.outcome.diagnostics[0];
        QCOMPARE(diagnostic.summary, std::string("Old size"));
        QCOMPARE(diagnostic.address, std::string());
        QVERIFY(!diagnostic.subject || diagnostic.subject->isEmpty());
    }

    void unknownIdsAreErrors() {
        const Planned planned = makePlan(setupOf("import {\n  to = test_thing.a\n  id = test_thing.b.id\n}\nresource "
                                                 "\"test_thing\" \"a\" {}\nresource \"test_thing\" \"b\" {}",
                                                 importScript()));
        QCOMPARE(QString::fromStdString(planned.print()),
                 "create test_thing.b\n    id: (unknown)\n    stamp: (unknown)\nerrored\n"
                 "error main.tf:3,8: Invalid import id argument; The import block \"id\" argument depends on resource "
                 "attributes that cannot be determined until apply, so OpenTofu cannot "
                 "plan to import this resource.\n");
    }

    void identitiesHaveToFit_data() {
        QTest::addColumn<QString>("identity");
        QTest::addColumn<QString>("expected");
        QTest::newRow("missing")
            << "{ zone = \"z\" }"
            << "error main.tf:3,14: Incorrect value type; Invalid expression value: attribute \"name\" is required.\n";
        QTest::newRow("null")
            << "null"
            << "error main.tf:3,14: Invalid import identity argument; The import identity cannot be null.\n";
        QTest::newRow("sensitive")
            << "{ name = sensitive(\"n\") }"
            << "error main.tf:3,14: Invalid import identity argument; The import identity cannot be sensitive.\n";
    }
    void identitiesHaveToFit() {
        QFETCH(QString, identity);
        QFETCH(QString, expected);
        const Planned planned =
            makePlan(setupOf("import {\n  to = test_thing.a\n  identity = " + identity.toStdString() +
                                 "\n}\nresource \"test_thing\" \"a\" {}",
                             importScript()));
        QCOMPARE(QString::fromStdString(planned.print()), expected);
    }

    void generatesMissingConfiguration() {
        Setup setup = setupOf(importA, importScript());
        setup.options.generateConfigPath = "generated.tf";
        const Planned planned = makePlan(setup);
        QCOMPARE(QString::fromStdString(planned.print()),
                 "no-op test_thing.a importing {\"id\":\"real\"} as \"resource \\\"test_thing\\\" \\\"a\\\" {\\n  kind "
                 " = null\\n  needs = null\\n  size  = 5\\n}\"\n");
    }

    void keepsGeneratedConfigurationThatIsWrong() {
        const auto script = importScript();
        script->managed["test_thing"].validate = [](const Value& config) {
            return config.attribute("size").isNull()
                       ? providers::ProviderDiagnostics()
                       : providers::ProviderDiagnostics{providerError("Too big", "Take less.", "size")};
        };
        Setup setup = setupOf(importA, script);
        setup.options.generateConfigPath = "some/generated.tf";
        const Planned planned = makePlan(setup);
        QCOMPARE(QString::fromStdString(planned.print()),
                 "no-op test_thing.a as \"resource \\\"test_thing\\\" \\\"a\\\" {\\n  kind  = null\\n  needs = null\\n "
                 " size  = 5\\n}\"\nerrored\n"
                 "error generated.tf:3,9: Too big; Take less.\n");
    }
};

QTEST_APPLESS_MAIN(TestPlanImports)
#include "tst_plan_imports.moc"
