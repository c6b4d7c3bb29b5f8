// SPDX-License-Identifier: MPL-2.0
#include "tests/core/engine/planning.h"
#include "tests/core/engine/things.h"

#include <QtTest>

#include <mutex>

using namespace planlens;
using namespace planlens::testing;
using values::Value;

namespace {

/// Records the events about reads and ephemeral resources.
class Events final : public engine::Listener {
public:
    void applyStarted(const addrs::AbsResourceInstance&, const addrs::DeposedKey&, plans::Action, const std::string&,
                      const std::string&) override {
        note("started");
    }
    void applyFinished(const addrs::AbsResourceInstance&, const addrs::DeposedKey&, plans::Action,
                       std::chrono::milliseconds, bool failed, const std::string&, const std::string&) override {
        note(failed ? "errored" : "finished");
    }
    void readFailed(const addrs::AbsResourceInstance&, std::chrono::milliseconds) override { note("failed"); }
    void ephemeralStarted(const addrs::AbsResourceInstance&, engine::EphemeralStep step) override {
        note(step == engine::EphemeralStep::Open ? "opening" : "closing");
    }
    void ephemeralFinished(const addrs::AbsResourceInstance&, engine::EphemeralStep step,
                           std::chrono::milliseconds) override {
        note(step == engine::EphemeralStep::Open ? "opened" : "closed");
    }
    QString text() const { return m_events.join(u' '); }

private:
    void note(const char* event) {
        const std::scoped_lock lock(m_mutex);
        m_events.append(QLatin1String(event));
    }
    std::mutex m_mutex;
    QStringList m_events;
};

/// Returns a data source that returns its argument.
std::shared_ptr<Script> script() {
    std::shared_ptr<Script> made = thingScript();
    made->data["test_lookup"].readData = [](const providers::ReadDataRequest& request) {
        providers::ReadDataResponse response;
        const Value needs = request.config.attribute("needs");
        const std::string word = needs.asString();
        response.state = word == "null"   ? Value::null(request.config.type())
                         : word == "type" ? Value::object({{"needs", needs}})
                         : word == "unknown"
                             ? Value::object({{"needs", needs}, {"found", Value::unknown(values::Type::string())}})
                             : Value::object({{"needs", needs}, {"found", needs}});
        if (word == "fails")
            response.diagnostics.push_back({diags::Severity::Error, "Cannot be read", "Never.", {}});
        return response;
    };
    ResourceRules token;
    token.schema = resourceSchema({{"name", optional(values::Type::string())}});
    token.open = [](const providers::OpenEphemeralRequest& request) {
        providers::OpenEphemeralResponse response;
        response.result = request.config;
        return response;
    };
    made->ephemeral["test_token"] = token;
    return made;
}

std::string lookup(const std::string& word) {
    return "data \"test_lookup\" \"d\" {\n  needs = \"" + word + "\"\n}\n";
}
const std::string token = "ephemeral \"test_token\" \"t\" {}\n";

} // namespace

class TestReadEvents final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reportsReads_data() {
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<QString>("events");
        const auto row = [](const char* name, const std::string& configuration, const char* events) {
            QTest::newRow(name) << QString::fromStdString(configuration) << QString::fromUtf8(events);
        };
        row("a read", lookup("found"), "started finished");
        row("a read that fails", lookup("fails"), "started failed");
        row("a value of another type", lookup("type"), "started failed");
        row("no value", lookup("null"), "started errored");
        row("an unknown value", lookup("unknown"), "started errored");
        row("a secret that nothing uses", token, "opening opened closing closed");
        row("a secret beside a read that fails", lookup("fails") + token,
            "started failed opening opened closing closed");
        row("a secret that what fails uses",
            lookup("fails") + token + "locals {\n  l = [ephemeral.test_token.t, data.test_lookup.d]\n}\n",
            "started failed opening opened");
        row("a secret behind what fails is not opened",
            lookup("fails") + "ephemeral \"test_token\" \"t\" {\n  name = data.test_lookup.d.found\n}\n",
            "started failed");
        row("an error far behind a secret",
            token + lookup("fails") +
                "resource \"test_thing\" \"a\" {\n  depends_on = [ephemeral.test_token.t]\n}\nlocals {\n  l = "
                "test_thing.a.id\n}\n"
                "resource \"test_thing\" \"b\" {\n  needs = local.l\n  depends_on = [data.test_lookup.d]\n}\n",
            "opening opened started failed");
    }
    void reportsReads() {
        QFETCH(QString, configuration);
        QFETCH(QString, events);
        Setup setup;
        setup.files = {{"main.tf", configuration.toStdString()}};
        setup.options.threads = 1;
        setup.options.parallelism = 1;
        const std::shared_ptr<Script> provider = script();
        setup.registry = registryWith(provider);
        Events listener;
        makePlan(setup, listener);
        QStringList found = listener.text().split(u' '), wanted = events.split(u' ');
        found.sort();
        wanted.sort();
        QCOMPARE(found, wanted);
        // Whatever is reported, all resources are closed.
        QCOMPARE(provider->count("close "), std::size_t(events.count(QLatin1String("opened"))));
    }
};

QTEST_GUILESS_MAIN(TestReadEvents)
#include "tst_read_events.moc"
