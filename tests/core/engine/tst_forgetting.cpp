// SPDX-License-Identifier: MPL-2.0
#include "core/engine/apply.h"
#include "tests/core/engine/planning.h"
#include "tests/core/engine/things.h"

#include <QtTest>

using namespace planlens;
using namespace planlens::testing;

namespace {

/// test_thing.a with these members in its instance objects, and test_thing.b in module.m with one object.
std::string stateOf(const std::vector<std::string>& instances) {
    std::string joined;
    for (const std::string& instance : instances)
        joined += (joined.empty() ? "" : ",") +
                  std::string(R"({"schema_version":0,"attributes":{"id":"x","size":1},)") + instance + "}";
    const std::string provider = R"("provider":"provider[\"registry.opentofu.org/hashicorp/test\"]")";
    return R"({"version":4,"terraform_version":"1.12.6","serial":1,"lineage":"l","outputs":{},"resources":[{"mode":"managed","type":"test_thing","name":"a",)" +
           provider + R"(,"instances":[)" + joined +
           R"(]},{"module":"module.m","mode":"managed","type":"test_thing","name":"b",)" + provider +
           R"(,"instances":[{"schema_version":0,"attributes":{"id":"y"}}]}]})";
}

std::string removedBlock(const char* from, const char* destroy) {
    return std::string("removed {\n  from = ") + from + "\n  lifecycle {\n    destroy = " + destroy + "\n  }\n}\n";
}

const char* const kept = R"("skip_destroy":true)";
const char* const plain = R"("status":null)";
const char* const keptDeposed = R"("deposed":"00000001","skip_destroy":true)";
const char* const plainDeposed = R"("deposed":"00000001","status":null)";
const char* const keptKey = R"("index_key":"gone","skip_destroy":true)";

std::string thing(const char* destroy, const char* more = "") {
    const std::string lifecycle =
        *destroy ? std::string("  lifecycle {\n    destroy = ") + destroy + "\n  }\n" : std::string();
    return std::string("resource \"test_thing\" \"a\" {\n  size = 1\n") + more + lifecycle + "}\n";
}

} // namespace

/// Which objects are forgotten because of the configuration, the state or `removed` blocks.
class TestForgetting final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void forgetsIfConfigurationOrStateSaysSo_data() {
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<QString>("state");
        QTest::addColumn<QString>("options");
        QTest::addColumn<QStringList>("expected"); // lines of the printed plan; after "!": lines that must be missing
        QTest::addColumn<int>("forgotten");        // when applied
        const auto row = [](const char* name, const std::string& configuration,
                            const std::vector<std::string>& instances, const char* options, const QStringList& expected,
                            int forgotten) {
            QTest::newRow(name) << QString::fromStdString(configuration) << QString::fromStdString(stateOf(instances))
                                << QString::fromLatin1(options) << expected << forgotten;
        };
        const QString warning = QStringLiteral("Resource will be removed from the state");
        const QString byState = QStringLiteral("(forgot_because_lifecycle_destroy_in_state)"),
                      byConfig = QStringLiteral("(forgot_because_lifecycle_destroy_in_config)");
        const QString forget = QStringLiteral("forget test_thing.a"), destroy = QStringLiteral("delete test_thing.a");
        const std::string module = "module \"m\" {\n  source = \"./m\"\n}\n";

        row("deposed, destroy = true, skip_destroy", module + thing("true"), {plain, keptDeposed}, "",
            {forget, byState, warning}, 1);
        row("deposed, no lifecycle, skip_destroy", module + thing(""), {plain, keptDeposed}, "-refresh=false",
            {forget, byState, warning}, 1);
        row("deposed, destroy = false", module + thing("false"), {plain, plainDeposed}, "", {forget, byConfig, warning},
            1);
        row("deposed, destroy = true", module + thing("true"), {plain, plainDeposed}, "",
            {destroy, QLatin1Char('!') + warning}, 0);
        row("deposed, destroying everything", module + thing("true"), {plain, keptDeposed}, "-destroy",
            {forget, byState, warning, destroy}, 1);
        row("deposed, destroying without refresh", module + thing("false"), {plain, plainDeposed},
            "-destroy\n-refresh=false", {forget, byConfig, warning}, 2);
        row("current, destroy = true, skip_destroy, refreshed", module + thing("true"), {kept}, "-destroy", {destroy},
            0);
        row("current, destroy = true, skip_destroy, not refreshed", module + thing("true"), {kept},
            "-destroy\n-refresh=false", {forget, byState, QLatin1Char('!') + warning}, 1);
        row("instance without a key in the configuration", module + thing("true", "  for_each = toset([])\n"),
            {keptKey}, "", {forget, byState, warning}, 1);
        row("instance without a key in the configuration, destroying",
            module + thing("true", "  for_each = toset([])\n"), {keptKey}, "-destroy", {forget, byState}, 1);
        row("removed block over the state", module + removedBlock("test_thing.a", "true"), {kept, keptDeposed}, "",
            {destroy, QLatin1Char('!') + warning}, 0);
        row("removed block forgets, the state gives the reason", module + removedBlock("test_thing.a", "false"),
            {kept, plainDeposed}, "", {forget, byState, warning}, 2);
        row("current forgotten, deposed destroyed", module, {kept, plainDeposed}, "",
            {forget, byState, warning, QStringLiteral("delete test_thing.a deposed 00000001")}, 1);
        row("the last removed block counts: resource",
            removedBlock("module.m", "true") + removedBlock("module.m.test_thing.b", "false") + thing(""), {plain}, "",
            {QStringLiteral("forget module.m.test_thing.b")}, 1);
        row("the last removed block counts: module",
            removedBlock("module.m.test_thing.b", "false") + removedBlock("module.m", "true") + thing(""), {plain}, "",
            {QStringLiteral("delete module.m.test_thing.b")}, 0);
    }
    void forgetsIfConfigurationOrStateSaysSo() {
        QFETCH(QString, configuration);
        QFETCH(QString, state);
        QFETCH(QString, options);
        QFETCH(QStringList, expected);
        QFETCH(int, forgotten);
        Setup setup;
        setup.files = {{"main.tf", configuration.toStdString()}, {"m/main.tf", "resource \"test_thing\" \"b\" {}\n"}};
        setup.state = state.toStdString();
        setup.options = planOptions(options.toStdString());
        setup.registry = registryWith(thingScript());
        const Planned planned = makePlan(setup);
        const QString printed = QString::fromStdString(planned.print());
        for (const QString& part : expected) {
            const bool absent = part.startsWith(QLatin1Char('!'));
            QVERIFY2(printed.contains(absent ? part.mid(1) : part) != absent,
                     qPrintable(part + QLatin1Char('\n') + printed));
        }
        QVERIFY(planned.outcome.plan);
        engine::Listener listener;
        engine::StateSink sink;
        engine::ApplyRequest request = applyRequest(planned);
        request.suppressForgetErrors = true;
        const engine::ApplyOutcome applied = engine::apply(request, listener, sink, {});
        QCOMPARE(static_cast<int>(applied.counts.forgotten), forgotten);
        for (const auto& [address, resource] : applied.state->resources())
            for (const auto& [key, instance] : resource.instances)
                QVERIFY(instance.deposed.empty());
    }
};

QTEST_APPLESS_MAIN(TestForgetting)
#include "tst_forgetting.moc"
