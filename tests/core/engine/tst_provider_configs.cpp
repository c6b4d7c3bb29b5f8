// SPDX-License-Identifier: MPL-2.0
#include "tests/core/engine/planning.h"
#include "tests/core/engine/things.h"

#include "core/providers/simulated/simulated_registry.h"

#include <QtTest>

#include <mutex>

using namespace planlens;
using namespace planlens::testing;
using values::Value;

namespace {

const char* const roots = R"(
provider "test" {
  region = "root"
}
provider "test" {
  alias  = "eu"
  region = "eu"
}
provider "test" {
  alias    = "each"
  for_each = toset(["a", "b"])
  region   = each.key
}
)";
const char* const requirement =
    "terraform {\n  required_providers {\n    test = { source = \"hashicorp/test\" }\n  }\n}\n";
const char* const empty = "provider \"test\" {}\n";
const char* const thing = "resource \"test_thing\" \"r\" {}\n";

std::string call(const std::string& providers, const std::string& more = {}) {
    return "module \"m\" {\n  source = \"./m\"\n  providers = { " + providers + " }\n" + more + "}\n";
}
std::string withProvider(const std::string& provider, const std::string& name = "r") {
    return "resource \"test_thing\" \"" + name + "\" {\n  provider = " + provider + "\n}\n";
}
/// Returns the address of a configuration of the provider "test".
std::string configuration(const std::string& module = {}, const std::string& alias = {}) {
    return module + (module.empty() ? "" : ".") + "provider[\"registry.opentofu.org/hashicorp/test\"]" +
           (alias.empty() ? "" : "." + alias);
}

/// Returns a state file with one object that was created by a given provider configuration.
std::string storedWith(const std::string& provider, const std::string& resource, const std::string& more = {}) {
    std::string quoted;
    for (const char c : provider)
        quoted += c == '"' ? std::string("\\\"") : std::string(1, c);
    return R"({"version":4,"terraform_version":"1.12.6","serial":1,"lineage":"of-things","outputs":{},"resources":[{)" +
           resource + R"(,"provider":")" + quoted + R"(","instances":[{"schema_version":0,)" + more +
           R"("attributes":{"id":"x","stamp":5}}]}]})";
}
const std::string thingGone = R"("mode":"managed","type":"test_thing","name":"gone")";
const std::string dataGone = R"("mode":"data","type":"test_lookup","name":"gone")";

/// The regions with which providers were configured.
struct Regions {
    std::mutex mutex;
    std::set<std::string> all;
    std::shared_ptr<Script> script = thingScript();

    Regions() {
        script->configure = [this](const Value& config) {
            const std::scoped_lock lock(mutex);
            all.insert(config.attribute("region").isNull() ? "-" : config.attribute("region").asString());
            return providers::ProviderDiagnostics();
        };
    }
    std::string joined() const {
        std::string text;
        for (const std::string& one : all)
            text += (text.empty() ? "" : " ") + one;
        return text;
    }
};

} // namespace

/// The provider configurations that resources use.
class TestProviderConfigs final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void usesPassedConfiguration_data() {
        QTest::addColumn<QString>("root");
        QTest::addColumn<QString>("module");
        QTest::addColumn<QString>("inner");
        QTest::addColumn<QString>("provider"); // of all resources
        QTest::addColumn<QString>("regions");  // of the configured providers
        const auto row = [](const char* name, const std::string& root, const std::string& module,
                            const std::string& inner, const std::string& provider, const char* regions) {
            QTest::newRow(name) << QString::fromStdString(root) << QString::fromStdString(module)
                                << QString::fromStdString(inner) << QString::fromStdString(provider)
                                << QString::fromUtf8(regions);
        };
        const std::string inherits = "module \"n\" {\n  source = \"./n\"\n}\n";
        row("empty block", call("test = test.eu"), std::string(empty) + thing, {}, configuration({}, "eu"), "eu");
        row("empty block with alias", call("test.x = test.eu"),
            "provider \"test\" {\n  alias = \"x\"\n}\n" + withProvider("test.x"), {}, configuration({}, "eu"), "eu");
        row("empty block that nothing is passed to", "module \"m\" {\n  source = \"./m\"\n}\n",
            std::string(empty) + thing, {}, configuration("module.m"), "-");
        row("required provider", call("test = test.eu"), std::string(requirement) + thing, {}, configuration({}, "eu"),
            "eu");
        row("inherited below an empty block", call("test = test.eu"), std::string(empty) + inherits, thing,
            configuration({}, "eu"), "eu");
        row("passed on through two empty blocks", call("test = test.eu"),
            std::string(empty) + "module \"n\" {\n  source = \"./n\"\n  providers = { test.y = test }\n}\n",
            "provider \"test\" {\n  alias = \"y\"\n}\n" + withProvider("test.y"), configuration({}, "eu"), "eu");
        row("own configuration", "module \"m\" {\n  source = \"./m\"\n}\n",
            "provider \"test\" {\n  region = \"own\"\n}\n" + inherits + thing, thing, configuration("module.m"), "own");
        row("module with count", call("test = test.eu", "  count = 2\n"), std::string(empty) + thing, {},
            configuration({}, "eu"), "eu");
        row("for_each of the provider", call("test = test.each[each.key]", "  for_each = toset([\"a\", \"b\"])\n"),
            std::string(empty) + inherits + thing, thing, configuration({}, "each"), "a b");
        row("data source", call("test = test.eu"), std::string(empty) + "data \"test_lookup\" \"d\" {}\n" + thing, {},
            configuration({}, "eu"), "eu");
        row("other local name", call("other = test.eu"),
            "terraform {\n  required_providers {\n    other = { source = \"hashicorp/test\" }\n  }\n}\nprovider "
            "\"other\" {}\n" +
                withProvider("other"),
            {}, configuration({}, "eu"), "eu");
    }
    void usesPassedConfiguration() {
        QFETCH(QString, root);
        QFETCH(QString, module);
        QFETCH(QString, inner);
        QFETCH(QString, provider);
        QFETCH(QString, regions);
        Regions configured;
        Setup setup;
        setup.files = {{"main.tf", requirement + std::string(roots) + root.toStdString()},
                       {"m/main.tf", module.toStdString()},
                       {"m/n/main.tf", inner.toStdString()}};
        setup.registry = registryWith(configured.script);
        const Planned planned = makePlan(setup);
        const std::string shown = planned.print();
        QVERIFY2(planned.outcome.plan && !planned.outcome.diagnostics.hasErrors(), shown.c_str());
        QVERIFY2(!planned.changes().resources().empty(), shown.c_str());
        for (const plans::ResourceInstanceChangePtr& change : planned.changes().resources())
            QCOMPARE(QString::fromStdString(change->provider.config.toString()), provider);
        QCOMPARE(QString::fromStdString(configured.joined()), regions);
    }

    void reportsMissingConfiguration_data() {
        QTest::addColumn<QString>("files"); // of the root module
        QTest::addColumn<QString>("state");
        QTest::addColumn<QString>("options");
        QTest::addColumn<QString>("expected"); // part of a message; empty: no error
        const auto row = [](const char* name, const std::string& root, const std::string& state, const char* options,
                            const std::string& expected) {
            QTest::newRow(name) << QString::fromStdString(root) << QString::fromStdString(state)
                                << QString::fromUtf8(options) << QString::fromStdString(expected);
        };
        const std::string lost = configuration({}, "lost"), inModule = configuration("module.old");
        const std::string orphan = storedWith(lost, thingGone);
        const std::string deposed = storedWith(lost, thingGone, R"("deposed":"00000001",)");
        const auto missing = [](const std::string& user, const std::string& provider) {
            return "To work with " + user + " its original provider configuration at " + provider +
                   " is required, but it has been removed.";
        };
        row("orphan", roots, orphan, "", missing("test_thing.gone (orphan)", lost));
        row("orphan, -destroy", roots, orphan, "-destroy", missing("test_thing.gone (orphan)", lost));
        row("orphan, -destroy without refresh", roots, orphan, "-destroy\n-refresh=false",
            missing("test_thing.gone (destroy)", lost));
        row("orphan, -refresh-only", roots, orphan, "-refresh-only", missing("test_thing.gone (orphan)", lost));
        row("orphan, not refreshed", roots, orphan, "-refresh=false", missing("test_thing.gone (orphan)", lost));
        row("orphan that is not targeted", roots + std::string(thing), orphan, "-target=test_thing.r",
            missing("test_thing.gone (orphan)", lost));
        row("orphan that is excluded", roots, orphan, "-exclude=test_thing.gone",
            missing("test_thing.gone (orphan)", lost));
        row("forgotten by a removed block", roots + std::string("removed {\n  from = test_thing.gone\n}\n"), orphan, "",
            missing("test_thing.gone (orphan)", lost));
        row("deposed object", roots, deposed, "", missing("test_thing.gone (deposed 00000001)", lost));
        row("configuration of a module that is gone", roots,
            storedWith(inModule, R"("module":"module.old",)" + thingGone), "",
            missing("module.old.test_thing.gone (orphan)", inModule));
        const std::string onlyNamed = "terraform {\n  required_providers {\n    test = {\n      source = "
                                      "\"hashicorp/test\"\n      configuration_aliases = [test.lost]\n    }\n  }\n}\n";
        row("only named in configuration_aliases", onlyNamed, orphan, "", missing("test_thing.gone (orphan)", lost));
        row("only named, -destroy", onlyNamed, orphan, "-destroy", missing("test_thing.gone (orphan)", lost));
        row("only named, deposed object", onlyNamed, deposed, "-destroy\n-refresh=false",
            missing("test_thing.gone (deposed 00000001)", lost));
        row("default of the root module", "", storedWith(configuration(), thingGone), "", "");
        row("data source", roots, storedWith(lost, dataGone), "", "");
        row("data source, -destroy", roots, storedWith(lost, dataGone), "-destroy", "");
        row("data source, -destroy without refresh", roots, storedWith(lost, dataGone), "-destroy\n-refresh=false",
            missing("data.test_lookup.gone (destroy)", lost));
        row("resource that is configured otherwise", roots + std::string("resource \"test_thing\" \"gone\" {}\n"),
            orphan, "", "");
        row("referred to without a block", requirement + withProvider("test.none"), {}, "",
            missing("test_thing.r", configuration({}, "none")));
        row("passed on without a block", requirement + call("test = test.none"), {}, "",
            "missing provider " + configuration({}, "none"));
    }
    void reportsMissingConfiguration() {
        QFETCH(QString, files);
        QFETCH(QString, state);
        QFETCH(QString, options);
        QFETCH(QString, expected);
        Setup setup;
        setup.files = {{"main.tf", files.toStdString()}, {"m/main.tf", requirement}};
        setup.state = state.toStdString();
        setup.options = planOptions(options.toStdString());
        setup.registry = registryWith(thingScript());
        const Planned planned = makePlan(setup);
        const std::string shown = planned.print();
        QVERIFY2(planned.outcome.diagnostics.hasErrors() == !expected.isEmpty(), shown.c_str());
        QVERIFY2(QString::fromStdString(planned.outcome.diagnostics.toString()).contains(expected), shown.c_str());
    }

    void acceptsConfigurationAliasesInValidation_data() {
        QTest::addColumn<QString>("root");
        QTest::addColumn<QString>("expected"); // message of the plan; empty: no error
        const QString alias = QString::fromStdString(configuration({}, "x"));
        const auto row = [](const char* name, const std::string& text, const QString& expected) {
            QTest::newRow(name) << "terraform {\n  required_providers {\n    test = {\n      source = "
                                   "\"hashicorp/test\"\n      configuration_aliases = [test.x]\n    }\n  }\n}\n" +
                                       QString::fromStdString(text)
                                << expected;
        };
        row("used", withProvider("test.x"),
            "To work with test_thing.r (expand) its original provider configuration at " + alias);
        row("not used", thing, {});
        row("passed on", call("test = test.x"), "missing provider " + alias);
        row("configured", "provider \"test\" {\n  alias = \"x\"\n}\n" + withProvider("test.x"), {});
    }
    void acceptsConfigurationAliasesInValidation() {
        QFETCH(QString, root);
        QFETCH(QString, expected);
        Setup setup;
        setup.files = {{"main.tf", root.toStdString()}, {"m/main.tf", requirement + std::string(thing)}};
        setup.registry = registryWith(thingScript());
        const Planned planned = makePlan(setup);
        const std::string shown = planned.print();
        QVERIFY2(planned.config, shown.c_str());
        engine::Listener listener;
        QVERIFY(!engine::validate(*planned.config, *planned.providers, listener, {}).hasErrors());
        QVERIFY2(planned.outcome.diagnostics.hasErrors() == !expected.isEmpty(), shown.c_str());
        QVERIFY2(QString::fromStdString(planned.outcome.diagnostics.toString()).contains(expected), shown.c_str());
    }

    /// Invalid references in keys of provider instances are found before they are evaluated, so no values are shown.
    void showsNoValuesOfInvalidProviderKeys_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("summary");
        QTest::addColumn<bool>("hasValues");
        QTest::newRow("attribute of text") << "test_thing.r.id.x"
                                           << "Unsupported attribute" << false;
        QTest::newRow("missing attribute") << "test_thing.r.none"
                                           << "Unsupported attribute" << false;
        QTest::newRow("missing resource") << "test_thing.none.id"
                                          << "Reference to undeclared resource" << false;
        QTest::newRow("index of a single resource") << "test_thing.r[0].id"
                                                    << "Unexpected resource instance key" << false;
        QTest::newRow("wrong value") << "tonumber(local.l)"
                                     << "Invalid function argument" << true;
    }
    void showsNoValuesOfInvalidProviderKeys() {
        QFETCH(QString, key);
        QFETCH(QString, summary);
        QFETCH(bool, hasValues);
        Setup setup;
        setup.files = {
            {"main.tf",
             "provider \"test\" {\n  alias = \"by\"\n  for_each = toset([\"k\"])\n}\nlocals {\n  l = \"x\"\n}\n" +
                 std::string(thing) + "resource \"test_thing\" \"a\" {\n  provider = test.by[" + key.toStdString() +
                 "]\n}\n"}};
        setup.registry = registryWith(thingScript());
        const Planned planned = makePlan(setup);
        QCOMPARE(planned.outcome.diagnostics.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(planned.outcome.diagnostics[0].summary), summary);
        QCOMPARE(!planned.outcome.diagnostics[0].values.empty(), hasValues);
    }

    void configuresDestroyingProvidersFromTheState_data() {
        QTest::addColumn<QString>("options");
        QTest::addColumn<QString>("regions");
        QTest::addColumn<int>("destroyed");
        QTest::newRow("refreshed") << "-destroy"
                                   << "- stored" << 2;
        QTest::newRow("not refreshed") << "-destroy\n-refresh=false"
                                       << "- stored" << 2;
        QTest::newRow("without what its provider refers to") << "-destroy\n-exclude=test_thing.source"
                                                             << "stored" << 1;
        QTest::newRow("without that, not refreshed") << "-destroy\n-refresh=false\n-exclude=test_thing.source"
                                                     << "stored" << 1;
        QTest::newRow("alone") << "-destroy\n-refresh=false\n-target=test_thing.user"
                               << "stored" << 1;
    }
    void configuresDestroyingProvidersFromTheState() {
        QFETCH(QString, options);
        QFETCH(QString, regions);
        QFETCH(int, destroyed);
        Regions configured;
        Setup setup;
        setup.files = {{"main.tf", "provider \"test\" {\n  alias = \"of\"\n  region = test_thing.source.needs\n}\n"
                                   "resource \"test_thing\" \"source\" {\n  needs = \"stored\"\n}\n" +
                                       withProvider("test.of", "user")}};
        setup.state = stateWith({{"source", R"({"id":"x","needs":"stored","stamp":5})"},
                                 {"user", R"({"id":"y","stamp":5})", R"(,"dependencies":["test_thing.source"])"}});
        setup.options = planOptions(options.toStdString());
        setup.registry = registryWith(configured.script);
        const Planned planned = makePlan(setup);
        const std::string shown = planned.print();
        QVERIFY2(planned.outcome.plan && !planned.outcome.diagnostics.hasErrors(), shown.c_str());
        QCOMPARE(int(planned.changes().resources().size()), destroyed);
        QCOMPARE(QString::fromStdString(configured.joined()), regions);
    }

    void sendsProviderMeta_data() {
        QTest::addColumn<QString>("options");
        QTest::addColumn<QString>("resource");  // in the state
        QTest::addColumn<QStringList>("calls"); // with their provider_meta
        const QString configured = QStringLiteral("kept"), gone = QStringLiteral("gone");
        QTest::newRow("plan") << "" << configured << QStringList({"read here", "plan here"});
        QTest::newRow("not refreshed") << "-refresh=false" << configured << QStringList({"plan here"});
        QTest::newRow("-refresh-only") << "-refresh-only" << configured << QStringList({"read here"});
        QTest::newRow("-destroy") << "-destroy" << configured
                                  << QStringList({"read here", "plan here", "destroy here"});
        QTest::newRow("-destroy without refresh")
            << "-destroy\n-refresh=false" << configured << QStringList({"destroy here"});
        QTest::newRow("resource that is not configured") << "" << gone << QStringList({"read -", "destroy -"});
        QTest::newRow("resource that is not configured, -destroy")
            << "-destroy" << gone << QStringList({"read -", "destroy -"});
    }
    void sendsProviderMeta() {
        QFETCH(QString, options);
        QFETCH(QString, resource);
        QFETCH(QStringList, calls);
        const auto script = thingScript();
        script->meta = resourceSchema({{"from", optional(values::Type::string())}});
        script->plansDestroy = true;
        QStringList found;
        const auto note = [&found](const char* call, const Value& meta) {
            const QString text =
                QLatin1String(call) + QLatin1Char(' ') +
                (meta.isNull() ? QStringLiteral("-") : QString::fromStdString(meta.attribute("from").asString()));
            if (!found.contains(text))
                found.append(text);
        };
        ResourceRules& rules = script->managed["test_thing"];
        rules.read = [&note](const providers::ReadRequest& request) {
            note("read", request.providerMeta);
            providers::ReadResponse response;
            response.newState = request.prior;
            return response;
        };
        rules.adjustPlan = [&note](const providers::PlanRequest& request, providers::PlanResponse&) {
            note(request.config.isNull() ? "destroy" : "plan", request.providerMeta);
        };
        Setup setup;
        setup.files = {
            {"main.tf",
             "terraform {\n  required_providers {\n    test = {}\n  }\n  provider_meta \"test\" {\n    from = "
             "\"here\"\n  }\n}\n" +
                 std::string(resource == QLatin1String("kept") ? "resource \"test_thing\" \"kept\" {}\n" : "")}};
        setup.state = stateWith({{resource.toStdString(), R"({"id":"x","stamp":5})"}});
        setup.options = planOptions(options.toStdString());
        setup.registry = registryWith(script);
        const Planned planned = makePlan(setup);
        QVERIFY2(planned.outcome.plan && !planned.outcome.diagnostics.hasErrors(), planned.print().c_str());
        QCOMPARE(found, calls);
    }

    /// A provider without provider_meta reports an error for each call about a configured resource.
    void reportsUnsupportedProviderMeta_data() {
        QTest::addColumn<QString>("options");
        for (const char* options : {"", "-refresh=false", "-refresh-only", "-destroy", "-destroy\n-refresh=false"})
            QTest::newRow(*options ? options : "plan") << options;
    }
    void reportsUnsupportedProviderMeta() {
        QFETCH(QString, options);
        Setup setup;
        setup.files = {{"main.tf", "terraform {\n  required_providers {\n    test = {}\n  }\n  provider_meta \"test\" "
                                   "{\n    from = \"here\"\n  }\n}\n" +
                                       std::string(thing)}};
        setup.state = stateWith({{"r", R"({"id":"x","stamp":5})"}});
        setup.options = planOptions(options.toStdString());
        setup.registry = registryWith(thingScript());
        const Planned planned = makePlan(setup);
        QVERIFY(planned.outcome.diagnostics.hasErrors());
        QCOMPARE(QString::fromStdString(planned.outcome.diagnostics.begin()->summary),
                 QStringLiteral("Provider registry.opentofu.org/hashicorp/test doesn't support provider_meta"));
    }

    /// Schemas in JSON do not say whether providers accept provider_meta.
    void acceptsProviderMetaInEstimates() {
        const addrs::Provider address = addrs::Provider::implied("test");
        Setup setup;
        setup.files = {{"main.tf", "terraform {\n  required_providers {\n    test = {}\n  }\n  provider_meta \"test\" "
                                   "{\n    from = \"here\"\n  }\n}\n" +
                                       std::string(thing) + "data \"test_lookup\" \"d\" {}\n"}};
        setup.registry = std::make_shared<providers::simulated::SimulatedRegistry>(
            providers::simulated::SchemasByProvider{{address, *ScriptedProvider(thingScript()).schema({}).value}},
            providers::simulated::ReplacementRules(), nullptr);
        const Planned planned = makePlan(setup);
        QVERIFY2(planned.outcome.plan && !planned.outcome.diagnostics.hasErrors(), planned.print().c_str());
    }
};

QTEST_GUILESS_MAIN(TestProviderConfigs)
#include "tst_provider_configs.moc"
