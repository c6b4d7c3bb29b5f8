// SPDX-License-Identifier: MPL-2.0
#include "core/plans/file/message.h"
#include "core/plans/plan.h"
#include "tests/core/plans/plan_samples.h"

#include <QtTest>

#include <functional>

using namespace planlens;
using namespace planlens::plans;
using Entries = std::map<std::string, std::string>;

namespace {

file::ConfigSnapshot configuration() {
    return {{{"", "", "", ".", {{"main.tf", "module \"m\" {\n  source = \"./m\"\n}\n"}, {"empty.tf", ""}}},
             {"m", "./m", "", "m", {{"main.tf", "# äöü\n"}}},
             {"m.inner", "registry.opentofu.org/a/b/c", "1.2.3", "inner", {}}}};
}

const std::string lockFile = "# locked\n";

std::string sampleBytes() {
    const diags::Result<std::string> bytes = file::write(samples::everything(), configuration(), lockFile);
    return bytes.isOk() ? *bytes : std::string();
}

/// Returns the result of reading: the plan as text, or the diagnostics.
std::string outcomeOf(std::string_view bytes) {
    const diags::Result<file::SavedPlan> saved = file::read(bytes);
    if (!saved.isOk())
        return saved.diagnostics.toString();
    std::string text;
    for (const file::ConfigSnapshot::Module& module : saved->config.modules) {
        text += "module " + module.key + " " + module.source + " " + module.directory + "\n";
        for (const auto& [name, content] : module.files)
            text += name + "\n" + content;
    }
    text += saved->lockFile + saved->workspace + saved->program.toString() + "\n";
    const diags::Result<std::shared_ptr<Plan>> plan = file::decode(*saved, samples::schemas());
    return text + (plan.isOk() ? samples::describe(**plan) : plan.diagnostics.toString());
}

/// Returns the sample plan with a changed archive.
std::string changed(const std::function<void(Entries&)>& change) {
    Entries entries = *file::detail::readArchive(sampleBytes());
    change(entries);
    return *file::detail::writeArchive(entries);
}

/// Returns the sample plan with a changed message.
std::string changedMessage(const std::function<void(tfplan::Plan&)>& change) {
    return changed([&](Entries& entries) {
        tfplan::Plan message;
        message.ParseFromString(entries["tfplan"]);
        change(message);
        entries["tfplan"] = message.SerializeAsString();
    });
}

} // namespace

Q_DECLARE_METATYPE(planlens::values::Value)

class TestPlanFile : public QObject {
    Q_OBJECT
private slots:
    void readsWhatWasWritten() {
        const Plan plan = samples::everything();
        const std::string bytes = sampleBytes();
        QVERIFY(file::looksLikePlanFile(bytes));
        const diags::Result<file::SavedPlan> saved = file::read(bytes);
        QVERIFY2(saved.isOk(), saved.diagnostics.toString().c_str());
        QCOMPARE(saved->lockFile, lockFile);
        QCOMPARE(saved->workspace, std::string("other"));
        QCOMPARE(saved->providers, std::vector{addrs::Provider::implied("test")});
        const diags::Result<std::shared_ptr<Plan>> read = file::decode(*saved, samples::schemas());
        QVERIFY2(read.isOk(), read.diagnostics.toString().c_str());
        const QStringList was = QString::fromStdString(samples::describe(plan)).split(QLatin1Char('\n'));
        const QStringList is = QString::fromStdString(samples::describe(**read)).split(QLatin1Char('\n'));
        for (qsizetype i = 0; i < std::min(was.size(), is.size()); ++i)
            QCOMPARE(is[i], was[i]);
        QCOMPARE(is.size(), was.size());
        for (std::size_t i = 0; i < plan.changes.resources().size(); ++i) {
            QVERIFY((*read)->changes.resources()[i]->change.before == plan.changes.resources()[i]->change.before);
            QVERIFY((*read)->changes.resources()[i]->change.after == plan.changes.resources()[i]->change.after);
        }
    }

    void sortsDriftByAddress() {
        Plan plan = samples::everything();
        plan.drift.clear();
        const char* const sorted[] = {"test_thing.b", "test_thing.c[2]", "test_thing.c[10]",
                                      "module.m[\"a\"].test_thing.a", "module.m[\"b\"].test_thing.a"};
        for (const std::size_t i : {3, 1, 4, 0, 2}) {
            auto change = std::make_shared<ResourceInstanceChange>(*plan.changes.resources().front());
            change->address = change->previousAddress = *addrs::readAbsResourceInstance(sorted[i]);
            plan.drift.push_back(std::move(change));
        }
        const diags::Result<file::SavedPlan> saved = file::read(*file::write(plan, configuration(), lockFile));
        QVERIFY2(saved.isOk(), saved.diagnostics.toString().c_str());
        const diags::Result<std::shared_ptr<Plan>> read = file::decode(*saved, samples::schemas());
        QVERIFY2(read.isOk(), read.diagnostics.toString().c_str());
        QStringList found, expected;
        for (const ResourceInstanceChangePtr& change : (*read)->drift)
            found << QString::fromStdString(change->address.toString());
        for (const char* const address : sorted)
            expected << QString::fromLatin1(address);
        QCOMPARE(found, expected);
    }

    void keepsTheConfiguration() {
        const diags::Result<file::SavedPlan> saved = file::read(sampleBytes());
        QVERIFY(saved.isOk());
        const std::vector<file::ConfigSnapshot::Module> expected = configuration().modules;
        QCOMPARE(saved->config.modules.size(), expected.size());
        for (const file::ConfigSnapshot::Module& module : expected) {
            const auto it = std::find_if(saved->config.modules.begin(), saved->config.modules.end(),
                                         [&](const auto& read) { return read.key == module.key; });
            QVERIFY(it != saved->config.modules.end());
            QCOMPARE(it->source, module.source);
            QCOMPARE(it->version, module.version);
            QCOMPARE(it->directory, module.directory);
            QCOMPARE(it->files, module.files);
        }
    }

    void writingAgainGivesTheSamePlan() {
        const std::string bytes = sampleBytes();
        const diags::Result<file::SavedPlan> saved = file::read(bytes);
        QVERIFY(saved.isOk());
        const diags::Result<std::shared_ptr<Plan>> plan = file::decode(*saved, samples::schemas());
        QVERIFY(plan.isOk());
        const diags::Result<std::string> again = file::write(**plan, saved->config, saved->lockFile);
        QVERIFY(again.isOk());
        QCOMPARE(QString::fromStdString(outcomeOf(*again)), QString::fromStdString(outcomeOf(bytes)));
    }

    void defaultsOfVariablesAreNotKept() {
        Plan plan = samples::everything();
        plan.variables = {{"from_default", {values::Value::string("d"), true, false}}};
        const diags::Result<std::string> bytes = file::write(plan, configuration(), lockFile);
        QVERIFY(bytes.isOk());
        QVERIFY(file::read(*bytes)->variables.empty());
    }

    void schemasAreNeededToDecode() {
        const diags::Result<file::SavedPlan> saved = file::read(sampleBytes());
        QVERIFY(saved.isOk());
        const diags::Result<std::shared_ptr<Plan>> plan = file::decode(*saved, {});
        QVERIFY(plan.hasErrors());
        QCOMPARE(plan.diagnostics[0].summary, std::string("Missing resource schema"));
    }

    void reportsForeignFiles_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("looksLikeOne");
        QTest::newRow("empty") << QByteArray() << false;
        QTest::newRow("one byte") << QByteArray("P") << false;
        QTest::newRow("a state") << QByteArray("{\"version\":4}") << false;
        QTest::newRow("plan JSON") << QByteArray("{\"format_version\":\"1.2\"}") << false;
        QTest::newRow("only the mark of an archive") << QByteArray("PK\x03\x04") << true;
        QTest::newRow("an archive's mark and nonsense") << QByteArray("PK\x03\x04") + QByteArray(500, 'x') << true;
    }

    void reportsForeignFiles() {
        QFETCH(QByteArray, bytes);
        QFETCH(bool, looksLikeOne);
        QCOMPARE(file::looksLikePlanFile(bytes.toStdString()), looksLikeOne);
        const diags::Result<file::SavedPlan> saved = file::read(bytes.toStdString());
        QVERIFY(saved.hasErrors());
        QCOMPARE(saved.diagnostics[0].summary, std::string("Invalid plan file"));
    }

    void reportsTruncatedFiles() {
        const std::string bytes = sampleBytes();
        QVERIFY(bytes.size() > 1000);
        for (std::size_t length = 0; length < bytes.size();
             length += length < 100 || length + 100 > bytes.size() ? 1 : 37) {
            const diags::Result<file::SavedPlan> saved = file::read(std::string_view(bytes).substr(0, length));
            QVERIFY2(saved.hasErrors(), std::to_string(length).c_str());
            QCOMPARE(saved.diagnostics[0].summary, std::string("Invalid plan file"));
        }
    }

    void damageIsReportedOrHasNoEffect() {
        const std::string bytes = sampleBytes();
        const std::string expected = outcomeOf(bytes);
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            for (const int flipped : {0x01, 0x15, 0x80}) {
                std::string damaged = bytes;
                damaged[i] = static_cast<char>(damaged[i] ^ flipped);
                QVERIFY2(!file::read(damaged).isOk() || outcomeOf(damaged) == expected, std::to_string(i).c_str());
            }
        }
    }

    void keysOfPathsAreWrittenInTheirOwnType_data() {
        QTest::addColumn<values::Value>("key");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("bytesOfEarlierVersions"); // the type of the key comes first
        const auto text = [](const char* name, const char* key) {
            const auto bytes = QByteArray(1, char(0xa0 + strlen(key))) + key;
            QTest::newRow(name) << values::Value::string(key) << bytes << QByteArray("\x92\xc4\x08\"string\"") + bytes;
        };
        const auto number = [](const char* name, std::int64_t key, const QByteArray& bytes) {
            QTest::newRow(name) << values::Value::number(key) << bytes << QByteArray("\x92\xc4\x08\"number\"") + bytes;
        };
        text("key of a map", "k");
        text("key with a space, a quote and an umlaut", "ä \"b\"");
        text("empty key", "");
        text("key that looks like a number", "0");
        number("first element", 0, QByteArray(1, '\0'));
        number("element 127", 127, "\x7f");
        number("element 300", 300, "\xcd\x01\x2c");
    }

    /// In sensitive paths, paths that force a replacement, and relevant attributes.
    void keysOfPathsAreWrittenInTheirOwnType() {
        QFETCH(values::Value, key);
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, bytesOfEarlierVersions);
        Plan plan = samples::everything();
        const values::Path path = values::Path().attribute("tags").index(key).attribute("name");
        const values::Value element = values::Value::object({{"name", values::Value::string("n")}});
        const values::Value inner =
            key.type().isString() ? values::Value::map(values::Type::map(element.type()), {{key.asString(), element}})
                                  : values::Value::tuple(std::vector(301, element));
        auto changed = std::make_shared<ResourceInstanceChange>(*plan.changes.resources().front());
        changed->requiredReplace = {path};
        plan.changes = {};
        plan.changes.add(changed);
        OutputChange output;
        output.name = "o";
        output.change.action = Action::Update;
        const values::PathMarks mark{path, values::Mark::sensitive()};
        output.change.before = output.change.after = values::Value::object({{"tags", inner}}).withPathMarks({&mark, 1});
        plan.changes.add(output);
        plan.relevantAttributes = {{"test_thing.a", path}};

        const auto written = [&] {
            tfplan::Plan message;
            message.ParseFromString(
                file::detail::readArchive(*file::write(plan, configuration(), lockFile)).value->at("tfplan"));
            return message;
        };
        tfplan::Plan message = written();
        const std::vector<tfplan::Path*> paths{
            message.mutable_resource_changes(0)->mutable_required_replace(0),
            message.mutable_relevant_attributes(0)->mutable_attr(),
            message.mutable_output_changes(0)->mutable_change()->mutable_before_sensitive_paths(0),
            message.mutable_output_changes(0)->mutable_change()->mutable_after_sensitive_paths(0)};
        for (tfplan::Path* one : paths) {
            QCOMPARE(one->steps_size(), 3);
            QCOMPARE(QByteArray::fromStdString(one->steps(1).element_key().msgpack()), bytes);
        }
        for (const QByteArray& form : {bytes, bytesOfEarlierVersions}) {
            for (tfplan::Path* one : paths)
                one->mutable_steps(1)->mutable_element_key()->set_msgpack(form.toStdString());
            Entries entries = *file::detail::readArchive(sampleBytes());
            entries["tfplan"] = message.SerializeAsString();
            const diags::Result<file::SavedPlan> saved = file::read(*file::detail::writeArchive(entries));
            QVERIFY2(saved.isOk(), saved.diagnostics.toString().c_str());
            const diags::Result<std::shared_ptr<Plan>> read = file::decode(*saved, samples::schemas());
            QVERIFY2(read.isOk(), read.diagnostics.toString().c_str());
            QVERIFY(read.value->get()->changes.resources().front()->requiredReplace == std::vector{path});
            QVERIFY(read.value->get()->relevantAttributes.front().path == path);
            QVERIFY(read.value->get()->changes.outputs().front().change.before == output.change.before);
            QVERIFY(read.value->get()->changes.outputs().front().change.after.pathMarks() ==
                    output.change.after.pathMarks());
        }
    }

    void reportsWhatIsWrongInside_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("expected");
        const auto archive = [](const char* name, const char* expected, const std::function<void(Entries&)>& change) {
            QTest::newRow(name) << QByteArray::fromStdString(changed(change)) << QString(expected);
        };
        const auto message = [](const char* name, const char* expected,
                                const std::function<void(tfplan::Plan&)>& change) {
            QTest::newRow(name) << QByteArray::fromStdString(changedMessage(change)) << QString(expected);
        };
        archive("no plan", "it holds no plan", [](Entries& entries) { entries.erase("tfplan"); });
        archive("no state", "it holds no state", [](Entries& entries) { entries.erase("tfstate"); });
        archive("no state of the run before", "it holds no state",
                [](Entries& entries) { entries.erase("tfstate-prev"); });
        archive("no configuration", "it holds no configuration",
                [](Entries& entries) { entries.erase("tfconfig/modules.json"); });
        archive("modules that are not a list", "its list of modules is damaged",
                [](Entries& entries) { entries["tfconfig/modules.json"] = "{}"; });
        archive("modules are no JSON", "its list of modules is damaged",
                [](Entries& entries) { entries["tfconfig/modules.json"] = "[{"; });
        archive("a module is not an object", "its list of modules is damaged",
                [](Entries& entries) { entries["tfconfig/modules.json"] = "[1]"; });
        archive("a module has a number for its key", "its list of modules is damaged",
                [](Entries& entries) { entries["tfconfig/modules.json"] = "[{\"Key\":1}]"; });
        archive("the plan is another message", "the plan in it is damaged",
                [](Entries& entries) { entries["tfplan"] = "nonsense"; });
        archive("an entry leads out", "an entry leads out of it",
                [](Entries& entries) { entries["../outside"] = "x"; });
        archive("an entry leads out further down", "an entry leads out of it",
                [](Entries& entries) { entries["tfconfig/../../outside"] = "x"; });
        message("newer format", "it is of plan format 4", [](tfplan::Plan& plan) { plan.set_version(4); });
        message("unknown action", "it has an action of a newer version", [](tfplan::Plan& plan) {
            plan.mutable_resource_changes(0)->mutable_change()->set_action(static_cast<tfplan::Action>(99));
        });
        message("a change without values", "a change lacks a value",
                [](tfplan::Plan& plan) { plan.mutable_resource_changes(0)->mutable_change()->clear_values(); });
        message("a damaged value", "a value cannot be read", [](tfplan::Plan& plan) {
            plan.mutable_resource_changes(0)->mutable_change()->mutable_values(0)->set_msgpack("\xc1");
        });
        message("a value of another type", "a value cannot be read", [](tfplan::Plan& plan) {
            plan.mutable_resource_changes(0)->mutable_change()->mutable_values(0)->set_msgpack("\xa1x");
        });
        message("an address that is none", "cannot be read",
                [](tfplan::Plan& plan) { plan.mutable_resource_changes(0)->set_addr("..."); });
        message("a provider that is none", "cannot be read",
                [](tfplan::Plan& plan) { plan.mutable_resource_changes(0)->set_provider("test"); });
        message("a target that is none", "the address nonsense. cannot be read",
                [](tfplan::Plan& plan) { plan.add_target_addrs("nonsense."); });
        message("an exclusion that is none", "the address a..b cannot be read",
                [](tfplan::Plan& plan) { plan.add_exclude_addrs("a..b"); });
        message("a replacement that is none", "the address module.m cannot be read",
                [](tfplan::Plan& plan) { plan.add_force_replace_addrs("module.m"); });
        message("a damaged identity", "a value cannot be read", [](tfplan::Plan& plan) {
            plan.mutable_resource_changes(0)->mutable_change()->mutable_before_identity()->set_msgpack("\xc1");
        });
        message("a damaged key", "a value cannot be read", [](tfplan::Plan& plan) {
            plan.mutable_resource_changes(0)->add_required_replace()->add_steps()->mutable_element_key()->set_msgpack(
                "\xc1");
        });
        message("a damaged variable", "the value of the variable given cannot be read",
                [](tfplan::Plan& plan) { (*plan.mutable_variables())["given"].set_msgpack("\xc1"); });
    }

    void reportsWhatIsWrongInside() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, expected);
        const QString said = QString::fromStdString(outcomeOf(bytes.toStdString()));
        QVERIFY2(said.contains("Invalid plan file") && said.contains(expected), qPrintable(said));
    }
};

QTEST_APPLESS_MAIN(TestPlanFile)
#include "tst_plan_file.moc"
