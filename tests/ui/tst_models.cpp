// SPDX-License-Identifier: MPL-2.0
#include "core/plans/plan.h"
#include "ui/graph/graph_data.h"
#include "ui/models/attribute_rows.h"
#include "ui/models/changes/change_filter_model.h"
#include "ui/models/changes/change_tree_model.h"
#include "ui/models/rows_model.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace planlens;
using models::AttributeRow;
using plans::Action;
using values::Value;

namespace {

plans::ResourceInstanceChange change(const char* address, Action action, Value before, Value after) {
    plans::ResourceInstanceChange made;
    made.address = made.previousAddress = *addrs::readAbsResourceInstance(address);
    made.change = {action, std::move(before), std::move(after), {}, {}, {}, {}};
    return made;
}

Value object(std::vector<std::pair<std::string, Value>> attributes) {
    return Value::object(std::move(attributes));
}

std::shared_ptr<plans::Plan> smallPlan() {
    auto plan = std::make_shared<plans::Plan>();
    const Value one = object({{"id", Value::string("1")}, {"input", Value::string("a")}, {"same", Value::number(1)}});
    const Value two = object({{"id", Value::string("1")}, {"input", Value::string("b")}, {"same", Value::number(1)}});
    const auto add = [&](plans::ResourceInstanceChange made) {
        plan->changes.add(std::make_shared<const plans::ResourceInstanceChange>(std::move(made)));
    };
    add(change("terraform_data.a", Action::Update, one, two));
    add(change("terraform_data.gone", Action::Delete, one, Value::null(one.type())));
    add(change("terraform_data.quiet", Action::NoOp, one, one));
    add(change("module.m[\"x\"].terraform_data.b[0]", Action::Create, Value::null(one.type()), two));
    add(change("module.m[\"x\"].terraform_data.b[1]", Action::DeleteThenCreate, one, two));
    plans::Dependency dependency;
    dependency.dependent = *addrs::readAbsResourceInstance("module.m[\"x\"].terraform_data.b[0]");
    dependency.dependency = *addrs::readAbsResourceInstance("terraform_data.a");
    plan->dependencies.add(dependency);
    plan->dependencies.finish();
    return plan;
}

QString printed(const QAbstractItemModel& model, const QModelIndex& parent = {}, int depth = 0) {
    QString text;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        QStringList cells;
        for (int column = 0; column < 3; ++column)
            cells.append(model.index(row, column, parent).data().toString());
        while (!cells.isEmpty() && cells.last().isEmpty())
            cells.removeLast();
        text += QString(depth * 2, u' ') + cells.join(QStringLiteral(" | ")) + u'\n';
        text += printed(model, model.index(row, 0, parent), depth + 1);
    }
    return text;
}

} // namespace

class TestModels final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void treePassesTheModelTester();
    void filterPassesTheModelTester();
    void treeShowsModulesResourcesAndAttributes();
    void filterKeepsModulesOfAcceptedChanges();
    void textsThatBecomeUnknownSaySo();
    void importsAreShownWithWhateverElseIsDone();
    void attributesAreCompared_data();
    void attributesAreCompared();
    void textsAreComparedInside_data();
    void textsAreComparedInside();
    void longTextsAreCutAroundTheDifference();
    void sensitiveValuesAreMasked();
    void copiesOfSecretsAreMasked();
    void secretsInsideTextsAreMasked();
    void searchGoesRound();
    void rowsPassTheModelTester();
    void graphGroupsInstancesAndKeepsEdges();
};

void TestModels::treePassesTheModelTester() {
    models::ChangeTreeModel model;
    // With fetchMore(), the tester would insert rows while the model is being reset.
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    tester.setUseFetchMore(false);
    model.setPlan(smallPlan());
    model.fetchMore(model.indexOf(QStringLiteral("terraform_data.a")));
    model.setStatus(QStringLiteral("terraform_data.a"), models::ApplyStatus::Running);
    model.setPlan(nullptr);
    model.setPlan(smallPlan());
}

void TestModels::filterPassesTheModelTester() {
    models::ChangeTreeModel model;
    model.setPlan(smallPlan());
    models::ChangeFilterModel filter;
    filter.setSourceModel(&model);
    const QAbstractItemModelTester tester(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
    filter.setQuery(models::AddressQuery(QStringLiteral("module.m")));
    filter.setKinds({int(theme::ActionKind::Create)});
    filter.setQuery({});
    filter.setKinds({});
}

void TestModels::treeShowsModulesResourcesAndAttributes() {
    models::ChangeTreeModel model;
    model.setPlan(smallPlan());
    model.fetchMore(model.indexOf(QStringLiteral("terraform_data.a")));
    QCOMPARE(printed(model), QStringLiteral("terraform_data.a | update\n"
                                            "  id | \"1\" | (unchanged)\n"
                                            "  input | \"a\" | \"b\"\n"
                                            "  1 unchanged hidden\n"
                                            "terraform_data.gone | destroy\n"
                                            "module.m[\"x\"]\n"
                                            "  terraform_data.b[0] | create\n"
                                            "  terraform_data.b[1] | replace\n"
                                            "1 unchanged hidden\n"));
}

void TestModels::filterKeepsModulesOfAcceptedChanges() {
    models::ChangeTreeModel model;
    models::ChangeFilterModel filter;
    filter.setSourceModel(&model);
    model.setPlan(smallPlan());
    filter.setKinds({int(theme::ActionKind::Create)});
    QCOMPARE(printed(filter), QStringLiteral("module.m[\"x\"]\n  terraform_data.b[0] | create\n"));
    filter.setKinds({});
    filter.setQuery(models::AddressQuery(QStringLiteral("GONE")));
    QCOMPARE(printed(filter), QStringLiteral("terraform_data.gone | destroy\n"));
}

void TestModels::textsThatBecomeUnknownSaySo() {
    const auto plan = std::make_shared<plans::Plan>();
    plan->changes.add(std::make_shared<const plans::ResourceInstanceChange>(
        change("x_a.b", Action::Update, object({{"policy", Value::string(R"({"a":1,"b":[1,2,3],"c":"text"})")}}),
               object({{"policy", Value::unknown(values::Type::string())}}))));
    models::ChangeTreeModel model;
    model.setPlan(plan);
    const QModelIndex instance = model.indexOf(QStringLiteral("x_a.b"));
    model.fetchMore(instance);
    const QModelIndex policy = model.index(0, 0, model.index(0, 0, instance)); // in the group of computed attributes
    QCOMPARE(policy.siblingAtColumn(models::ChangeTreeModel::AfterColumn).data().toString(),
             QStringLiteral("(known after apply)"));
    QVERIFY(model.hasChildren(policy)); // the parts of the old text
}

void TestModels::importsAreShownWithWhateverElseIsDone() {
    auto plan = std::make_shared<plans::Plan>();
    const Value one = object({{"id", Value::string("1")}}), two = object({{"id", Value::string("2")}});
    for (const auto& [address, action] :
         {std::pair("terraform_data.same", Action::NoOp), std::pair("terraform_data.updated", Action::Update)}) {
        plans::ResourceInstanceChange made = change(address, action, one, action == Action::NoOp ? one : two);
        made.change.importing = plans::Importing{"1", Value(), false};
        plan->changes.add(std::make_shared<const plans::ResourceInstanceChange>(std::move(made)));
    }
    plan->changes.add(std::make_shared<const plans::ResourceInstanceChange>(
        change("terraform_data.other", Action::Update, one, two)));
    models::ChangeTreeModel model;
    models::ChangeFilterModel filter;
    filter.setSourceModel(&model);
    model.setPlan(plan);
    filter.setKinds({int(theme::ActionKind::Import)});
    QCOMPARE(printed(filter), QStringLiteral("terraform_data.same | import\nterraform_data.updated | update\n"));
    const QModelIndex updated = model.indexOf(QStringLiteral("terraform_data.updated"));
    QCOMPARE(updated.siblingAtColumn(models::ChangeTreeModel::NotesColumn).data(models::BadgesRole).toStringList(),
             QStringList{QStringLiteral("imported")});
}

void TestModels::attributesAreCompared_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<int>("state");
    // The values are listed by row name, because Value is not a metatype.
    QTest::newRow("changed") << QStringLiteral("\"a\"") << QStringLiteral("\"b\"") << int(AttributeRow::State::Changed);
    QTest::newRow("unknown") << QStringLiteral("\"a\"") << QStringLiteral("(known after apply)")
                             << int(AttributeRow::State::Changed);
    QTest::newRow("added") << QString() << QStringLiteral("1") << int(AttributeRow::State::Added);
    QTest::newRow("removed") << QStringLiteral("true") << QString() << int(AttributeRow::State::Removed);
}

void TestModels::attributesAreCompared() {
    QFETCH(QString, before);
    QFETCH(QString, after);
    QFETCH(int, state);
    const QString tag = QString::fromLatin1(QTest::currentDataTag());
    Value from = Value::string("a");
    Value to = Value::string("b");
    if (tag == QStringLiteral("unknown"))
        to = Value::unknown(values::Type::string());
    if (tag == QStringLiteral("added")) {
        from = Value::null(values::Type::number());
        to = Value::number(1);
    }
    if (tag == QStringLiteral("removed")) {
        from = Value::boolean(true);
        to = Value::null(values::Type::boolean());
    }
    const AttributeRow row =
        models::attributeRows(change("terraform_data.a", Action::Update, object({{"x", from}}), object({{"x", to}})));
    QCOMPARE(row.children.size(), std::size_t(1));
    QCOMPARE(row.children[0].before, before);
    QCOMPARE(row.children[0].after, after);
    QCOMPARE(int(row.children[0].state), state);
}

void TestModels::sensitiveValuesAreMasked() {
    const Value secret = Value::string("hunter2").withMark(values::Mark::sensitive());
    const Value plain = Value::string("hunter3");
    const AttributeRow row =
        models::attributeRows(change("terraform_data.a", Action::Update, object({{"x", object({{"y", secret}})}}),
                                     object({{"x", object({{"y", plain}})}})));
    QCOMPARE(row.children[0].children[0].before, QStringLiteral("(sensitive value)"));
    QVERIFY(row.children[0].children[0].sensitive);
    QVERIFY(!models::valueText(object({{"y", secret}})).contains(QStringLiteral("hunter2")));
}

void TestModels::copiesOfSecretsAreMasked() {
    plans::Plan plan;
    plan.variables["s"].value = Value::string("hunter2").withMark(values::Mark::sensitive());
    const models::Secrets secrets = models::secretsOf(plan);
    QCOMPARE(models::valueText(Value::string("user:hunter2@host"), secrets), QStringLiteral("(sensitive value)"));
    QCOMPARE(models::valueText(Value::string("plain"), secrets), QStringLiteral("\"plain\""));
}

namespace {

QString printedRows(const AttributeRow& row, int depth = 0) {
    QString text;
    for (const AttributeRow& child : row.children) {
        text += QString(depth * 2, u' ') + child.name;
        if (!child.isGap)
            text += QStringLiteral(" | %1 | %2").arg(child.before, child.after);
        text += u'\n' + printedRows(child, depth + 1);
    }
    if (row.hiddenUnchanged)
        text += QString(depth * 2, u' ') + QStringLiteral("(%1 hidden)\n").arg(row.hiddenUnchanged);
    return text;
}

AttributeRow textRow(const char* before, const char* after, const models::Secrets& secrets = {}) {
    const values::Type type = values::Type::string();
    const AttributeRow root = models::attributeRows(
        change("terraform_data.a", Action::Update, object({{"t", before ? Value::string(before) : Value::null(type)}}),
               object({{"t", after ? Value::string(after) : Value::null(type)}})),
        secrets);
    return root.children.empty() ? AttributeRow() : root.children.front();
}

} // namespace

void TestModels::textsAreComparedInside_data() {
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QString>("note");
    QTest::addColumn<QString>("rows");
    QTest::newRow("one line") << QByteArray("a") << QByteArray("b") << QString() << QString();
    QTest::newRow("a line changes")
        << QByteArray("1\n2\n3\n4\nold\n6\n7\n8\n9") << QByteArray("1\n2\n3\n4\nnew\n6\n7\n8\n9")
        << QStringLiteral("lines −1 +1")
        << QStringLiteral(
               "3 unchanged hidden\nline 4 | 4 | 4\nline 5 | old | new\nline 6 | 6 | 6\n3 unchanged hidden\n");
    QTest::newRow("lines come and go")
        << QByteArray("a\nb\nc") << QByteArray("a\nc\nd\ne") << QStringLiteral("lines −1 +2")
        << QStringLiteral("line 1 | a | a\nline 2 | b | \nline 2 | c | c\nline 3 |  | d\nline 4 |  | e\n");
    QTest::newRow("a text with lines is new") << QByteArray() << QByteArray("a\nb") << QStringLiteral("lines −0 +2")
                                              << QStringLiteral("line 1 |  | a\nline 2 |  | b\n");
    QTest::newRow("a key of JSON changes")
        << QByteArray(R"({"a":1,"b":{"c":"x","d":[1,2]},"e":true})")
        << QByteArray(R"({"a":1,"b":{"c":"y","d":[1,2,3]},"f":null})") << QStringLiteral("JSON")
        << QStringLiteral("b |  | \n  c | \"x\" | \"y\"\n  d |  | \n    [2] |  | 3\n    (2 hidden)\ne | true | \nf |  "
                          "| null\n(1 hidden)\n");
    QTest::newRow("JSON is written differently")
        << QByteArray(R"({"a":1,"b":2})") << QByteArray("{\"b\":2,\n\"a\":1}")
        << QStringLiteral("JSON, only the notation changes") << QStringLiteral("(2 hidden)\n");
    QTest::newRow("lines in JSON") << QByteArray(R"({"s":"a\nb"})") << QByteArray(R"({"s":"a\nc"})")
                                   << QStringLiteral("JSON")
                                   << QStringLiteral("s | \"a\\nb\" | \"a\\nc\"\n  line 1 | a | a\n  line 2 | b | c\n");
}

void TestModels::textsAreComparedInside() {
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(QString, note);
    QFETCH(QString, rows);
    const AttributeRow row = textRow(before.isNull() ? nullptr : before.constData(), after.constData());
    QCOMPARE(row.textNote, note);
    QCOMPARE(printedRows(row), rows);
}

void TestModels::longTextsAreCutAroundTheDifference() {
    const QByteArray same(1000, 'x');
    const AttributeRow row =
        textRow(QByteArray(same + "old" + same).constData(), QByteArray(same + "new" + same).constData());
    QVERIFY(row.before.contains(QStringLiteral("old")));
    QVERIFY(row.after.contains(QStringLiteral("new")));
    QVERIFY(row.before.size() < 500);
}

void TestModels::secretsInsideTextsAreMasked() {
    plans::Plan plan;
    plan.variables["s"].value = Value::string("hunter\n\"2<").withMark(values::Mark::sensitive());
    const models::Secrets secrets = models::secretsOf(plan);
    // Plain, in JSON, in base64 and in a URL.
    for (const char* text : {"a\nhunter\n\"2<\nb", "{\"p\":\"hunter\\n\\\"2\\u003c\"}", "{\"p\":\"hunter\\n\\\"2<\"}",
                             "x aHVudGVyCiIyPA==", "https://u:hunter%0A%222%3C@h"}) {
        const AttributeRow row = textRow("{\"p\":\"q\"}", text, secrets);
        const QString all = row.before + row.after + printedRows(row);
        QVERIFY2(!all.contains(QStringLiteral("hunter")) && !all.contains(QStringLiteral("aHVu")), qPrintable(all));
    }
}

void TestModels::searchGoesRound() {
    models::AddressSearch search;
    const QStringList shown{QStringLiteral("a.x"), QStringLiteral("b.x"), QStringLiteral("c.y"), QStringLiteral("d.x")};
    search.find(models::AddressQuery(QStringLiteral(" X ")), shown, {QStringLiteral("z.x")}, QStringLiteral("c.y"));
    QCOMPARE(search.current(), QStringLiteral("d.x"));
    QCOMPARE(search.position(), 3);
    QCOMPARE(search.count(), 3);
    QCOMPARE(search.hiddenCount(), 1);
    search.next();
    QCOMPARE(search.current(), QStringLiteral("a.x"));
    search.previous();
    search.previous();
    QCOMPARE(search.current(), QStringLiteral("b.x"));
    search.goTo(QStringLiteral("c.y"));
    QCOMPARE(search.current(), QStringLiteral("b.x"));
    search.find(models::AddressQuery(), shown, {}, {});
    QCOMPARE(search.count(), 0);
    QVERIFY(search.current().isEmpty());
}

void TestModels::rowsPassTheModelTester() {
    models::RowsModel model({QStringLiteral("A"), QStringLiteral("B")}, {1});
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRows({{{QStringLiteral("1"), QStringLiteral("2")}, {}, {}, models::Row::Severity::Error}});
    QCOMPARE(model.index(0, 1).data().toString(), QStringLiteral("2"));
}

void TestModels::graphGroupsInstancesAndKeepsEdges() {
    const auto data = graph::drawPlan(*smallPlan(), {});
    QCOMPARE(data->nodes.size(), std::size_t(3));
    QCOMPARE(data->unchangedLeftOut, 1);
    QCOMPARE(data->boxes.size(), std::size_t(1));
    QCOMPARE(data->edges.size(), std::size_t(1));
    const graph::GraphNode& group = data->nodes[data->edges[0].to];
    QCOMPARE(group.instances.size(), 2);
    QCOMPARE(group.kind, theme::ActionKind::Replace);
    QCOMPARE(data->nodes[data->edges[0].from].id, QStringLiteral("terraform_data.a"));
}

QTEST_MAIN(TestModels)
#include "tst_models.moc"
