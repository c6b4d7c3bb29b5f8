// SPDX-License-Identifier: MPL-2.0
#include "core/states/file/outline.h"
#include "core/states/stored_value.h"

#include "core/states/file/state_text.h"
#include "core/states/sensitive_paths.h"
#include "core/values/json/json.h"
#include "state_samples.h"

#include <QtTest>

using namespace planlens;
using namespace planlens::states;
using namespace planlens::states::samples;
using values::Value;

namespace {

/// Prints one line for each group and entry, indented.
void print(const std::vector<OutlineEntry>& entries, const std::vector<OutlineGroup>& groups, std::size_t at,
           const QString& indent, QStringList& lines) {
    for (const std::size_t entry : groups[at].entries)
        lines << indent + QString::fromStdString(entries[entry].name +
                                                 (entries[entry].deposed.empty() ? "" : "~" + entries[entry].deposed));
    for (const std::size_t group : groups[at].groups) {
        const char* const kind = groups[group].kind == OutlineGroup::Kind::Outputs  ? "outputs"
                                 : groups[group].kind == OutlineGroup::Kind::Checks ? "checks"
                                                                                    : "";
        lines << indent + QString::fromStdString(groups[group].name) + kind + QString(" (%1)").arg(groups[group].count);
        print(entries, groups, group, indent + "  ", lines);
    }
}

QStringList printed(const std::vector<OutlineEntry>& entries, const std::function<bool(const OutlineEntry&)>& accepts) {
    QStringList lines;
    print(entries, outlineGroups(entries, accepts), 0, {}, lines);
    return lines;
}

State sample() {
    State state;
    const addrs::ModuleInstance web = addrs::ModuleInstance().child("web", std::string("eu")),
                                inner = web.child("disk");
    state.setCurrent(thing("a", 0), object("x"), provider());
    state.setCurrent(thing("a", 1), object("y"), provider());
    state.setDeposed(thing("a", 1), "0123abcd", object("old"), provider());
    state.setCurrent({{}, {addrs::ResourceMode::Data, "test_thing", "d"}, {}}, object("d"), provider());
    state.setCurrent({inner, {addrs::ResourceMode::Managed, "test_disk", "main"}, {}}, object("z"), provider());
    state.outputs["url"] = {Value::string("u"), false, {}};
    CheckResult check;
    check.kind = CheckableKind::Check;
    check.status = CheckStatus::Fail;
    check.objects["check.health"] = {CheckStatus::Fail, {"no answer"}};
    state.checkResults = CheckResults{{"check.health", check}};
    return state;
}

QString marked(const char* json, const char* paths) {
    StoredObject stored;
    stored.attributesJson = json;
    diags::Diagnostics problems;
    for (values::Path& path : readPaths(paths, problems))
        stored.sensitivePaths.push_back({std::move(path), values::MarkSet(values::Mark::sensitive())});
    const std::optional<Value> value = storedValue(stored);
    if (!value || problems.hasErrors())
        return "unreadable";
    QStringList found;
    for (const values::PathMarks& at : value->pathMarks())
        found << QString::fromStdString(at.path.toString());
    return found.join(' ');
}

} // namespace

class TestOutline : public QObject {
    Q_OBJECT
private slots:
    void groupsByModuleAndType() {
        const std::vector<OutlineEntry> entries = outlineEntries(sample());
        const QStringList all{"data.test_thing (1)",
                              "  d",
                              "test_thing (3)",
                              "  a[0]",
                              "  a[1]",
                              "  a[1]~0123abcd",
                              "module.web[\"eu\"] (1)",
                              "  module.disk (1)",
                              "    test_disk (1)",
                              "      main",
                              "outputs (1)",
                              "  url",
                              "checks (1)",
                              "  check.health"};
        QCOMPARE(printed(entries, [](const OutlineEntry&) { return true; }), all);
        QCOMPARE(entries[2].address, std::string("test_thing.a[1]"));
        QCOMPARE(entries.back().messages, std::vector<std::string>{"no answer"});
    }

    void leavesOutGroupsWithNothingLetThrough() {
        const std::vector<OutlineEntry> entries = outlineEntries(sample());
        QCOMPARE(
            printed(entries, [](const OutlineEntry& entry) { return entry.address.find("main") != std::string::npos; }),
            (QStringList{"module.web[\"eu\"] (1)", "  module.disk (1)", "    test_disk (1)", "      main"}));
        QCOMPARE(printed(entries, [](const OutlineEntry&) { return false; }), QStringList());
        QCOMPARE(printed({}, [](const OutlineEntry&) { return true; }), QStringList());
    }

    void marksStoredValues_data() {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QByteArray>("paths");
        QTest::addColumn<QString>("marked");
        const auto row = [](const char* name, const char* json, const char* paths, const char* expected) {
            QTest::newRow(name) << QByteArray(json) << QByteArray(paths) << QString(expected);
        };
        row("attribute", R"({"a":"x","b":"y"})", R"([[{"type":"get_attr","value":"a"}]])", ".a");
        row("element of a map", R"({"tags":{"k":"x","l":"y"}})",
            R"([[{"type":"get_attr","value":"tags"},{"type":"index","value":{"value":"k","type":"string"}}]])",
            ".tags.k");
        row("element of a list", R"({"l":["x","y"]})",
            R"([[{"type":"get_attr","value":"l"},{"type":"index","value":{"value":1,"type":"number"}}]])", ".l[1]");
        row("inside a set", R"({"s":["x","y"]})",
            R"([[{"type":"get_attr","value":"s"},{"type":"index","value":{"value":"x","type":"string"}}]])", ".s");
        row("stored with its type", R"({"input":{"value":{"k":"x"},"type":["object",{"k":"string"}]}})",
            R"([[{"type":"get_attr","value":"input"},{"type":"get_attr","value":"k"}]])", ".input.k");
        row("only looks as if it had a type", R"({"r":{"value":"x","type":"A"}})",
            R"([[{"type":"get_attr","value":"r"},{"type":"get_attr","value":"value"}]])", ".r.value");
        row("within null", R"({"a":null})", R"([[{"type":"get_attr","value":"a"},{"type":"get_attr","value":"b"}]])",
            ".a");
        row("no paths", R"({"a":"x"})", "[]", "");
        row("no JSON", R"({"a":)", "[]", "unreadable");
    }

    void marksStoredValues() {
        QFETCH(QByteArray, json);
        QFETCH(QByteArray, paths);
        QFETCH(QString, marked);
        QCOMPARE(::marked(json, paths), marked);
    }

    void recognizesAStateByItsBeginning_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("isState");
        QTest::newRow("state") << QByteArray(
                                      "{\n  \"version\": 4,\n  \"terraform_version\": \"1.12.6\",\n  \"serial\": 3,")
                               << true;
        QTest::newRow("in another order") << QByteArray("{\"lineage\":\"a\",\"version\":4}") << true;
        QTest::newRow("plan as JSON") << QByteArray("{\"format_version\":\"1.2\",\"terraform_version\":\"1.12.6\"")
                                      << false;
        QTest::newRow("state as JSON") << QByteArray(
                                              "{\"format_version\":\"1.0\",\"values\":{\"version\":1,\"serial\":2}}")
                                       << false;
        QTest::newRow("saved plan") << QByteArray("PK\x03\x04") << false;
        QTest::newRow("nothing") << QByteArray() << false;
    }

    void recognizesAStateByItsBeginning() {
        QFETCH(QByteArray, text);
        QFETCH(bool, isState);
        QCOMPARE(looksLikeState({text.constData(), std::size_t(text.size())}), isState);
    }

    void readsLegacyAttributes() {
        StoredObject stored;
        stored.attributesFlat = {{"id", "i"}, {"tags.%", "0"}};
        const std::optional<Value> value = storedValue(stored);
        QVERIFY(value);
        QCOMPARE(value->find("id")->asString(), std::string("i"));
    }
};

QTEST_APPLESS_MAIN(TestOutline)
#include "tst_outline.moc"
