// SPDX-License-Identifier: MPL-2.0
#include "core/diff/same_changes.h"
#include "core/plans/plan.h"
#include "tests/ui/made_changes.h"
#include "ui/models/attribute_rows.h"
#include "ui/models/changes/change_facts.h"
#include "ui/models/changes/change_filter_model.h"
#include "ui/models/changes/change_tree_model.h"
#include "ui/models/review_marks.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace planlens;
using namespace planlens::testing;
using models::ChangeTreeModel;
using plans::Action;
using values::Type;
using values::Value;

namespace {

Value unknownText() {
    return Value::unknown(Type::string());
}

void add(plans::Plan& plan, const std::string& address, Action action, Value before, Value after) {
    plan.changes.add(std::make_shared<const plans::ResourceInstanceChange>(
        change(address, action, std::move(before), std::move(after))));
}

void addReference(plans::Plan& plan, const char* from, const char* argument, plans::DependencyEnd to,
                  const char* attribute) {
    plans::Dependency dependency;
    dependency.dependent = *addrs::readAbsResourceInstance(from);
    dependency.dependentPath = values::Path().attribute(argument);
    dependency.dependency = std::move(to);
    if (attribute)
        dependency.dependencyPath = values::Path().attribute(attribute);
    plan.dependencies.add(dependency);
}

QString printed(const QAbstractItemModel& model, const QModelIndex& parent = {}, int depth = 0) {
    QString all;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        QStringList cells;
        for (int column = 0; column < 3; ++column)
            cells.append(model.index(row, column, parent).data().toString());
        const QStringList badges = model.index(row, 3, parent).data(models::BadgesRole).toStringList();
        if (!badges.isEmpty())
            cells.append(QString(u'<' + badges.join(u';') + u'>'));
        if (const QString module = model.index(row, 0, parent).data(models::ModuleRole).toString(); !module.isEmpty())
            cells[0] += QStringLiteral(" in ") + module;
        while (!cells.isEmpty() && cells.last().isEmpty())
            cells.removeLast();
        all += QString(depth * 2, u' ') + cells.join(QStringLiteral(" | ")) + u'\n';
        all += printed(model, model.index(row, 0, parent), depth + 1);
    }
    return all;
}

/// Two modules with three equal updates each, one other update, and two destroys and equal creates in the root module.
std::shared_ptr<plans::Plan> repetitive() {
    auto plan = std::make_shared<plans::Plan>();
    const auto with = [](const char* size) { return object({{"id", text("1")}, {"size", text(size)}}); };
    for (const char* module : {"module.m[\"a\"].", "module.m[\"b\"].", "module.m[\"c\"]."})
        add(*plan, std::string(module) + "x_disk.d", Action::Update, with("10"), with("20"));
    add(*plan, "module.m[\"c\"].x_disk.other", Action::Update, with("10"), with("30"));
    for (const char* key : {"0", "1", "2", "3"})
        add(*plan, "module.n.x_host.h[" + std::string(key) + "]", Action::Create, Value::null(with("").type()),
            with("5"));
    for (const char* key : {"0", "1", "2"})
        add(*plan, "x_old.gone[" + std::string(key) + "]", Action::Delete, with("1"), Value::null(with("").type()));
    return plan;
}

} // namespace

class TestChanges final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tellsDeposedObjectsApart();
    void sameChangesShareOneRow();
    void sameReplacementsShareOneRow();
    void rowsOfSameChangesAreDistinguishable();
    void modulesWithoutOtherChangesAreFoundInGroups();
    void filtersApplyToEachSameChange();
    void sameRowsShowTheProgressOfAnApply();
    void sameRowsPassTheModelTester();
    void sameRowsCanBeUngrouped();
    void manyChangesAreNotComparedOnTheGuiThread();
    void computedAttributesAreGrouped();
    void attributesWithoutEffectAreGrouped();
    void pathsOfNestedBlocksShareOneRow();
    void elementsHaveLabels();
    void unknownValuesNameTheirSource();
    void longTextsAreAvailableToViews();
};

void TestChanges::sameChangesShareOneRow() {
    ChangeTreeModel model;
    model.setPlan(repetitive());
    // Destroys are never grouped, even if they are equal.
    QCOMPARE(printed(model), QStringLiteral("x_old.gone[0] | destroy |  | <object 1>\n"
                                            "x_old.gone[1] | destroy |  | <object 1>\n"
                                            "x_old.gone[2] | destroy |  | <object 1>\n"
                                            "module.m[\"c\"]\n"
                                            "  x_disk.other | update\n"
                                            "module.n\n"
                                            "  4 \u00d7 x_host.h | create |  | <same change>\n"
                                            "    x_host.h[0] | create\n"
                                            "    x_host.h[1] | create\n"
                                            "    x_host.h[2] | create\n"
                                            "    x_host.h[3] | create\n"
                                            "3 \u00d7 x_disk.d | update |  | <same change;in 3 modules;size>\n"
                                            "  x_disk.d in m[\"a\"] | update\n"
                                            "  x_disk.d in m[\"b\"] | update\n"
                                            "  x_disk.d in m[\"c\"] | update\n"));
}

void TestChanges::rowsOfSameChangesAreDistinguishable() {
    auto plan = std::make_shared<plans::Plan>();
    const auto with = [](const char* size) { return object({{"id", text("1")}, {"size", text(size)}}); };
    for (int i = 0; i < 6; ++i)
        add(*plan, "module.m[" + std::to_string(i) + "].x_disk.d", Action::Create, Value::null(with("").type()),
            with(i < 3 ? "10" : "20"));
    for (int i = 0; i < 3; ++i)
        add(*plan, "module.m[" + std::to_string(i) + "].x_host.h", Action::Update, with("10"), with("20"));
    ChangeTreeModel model;
    model.setPlan(plan);
    QStringList rows;
    for (int row = 0; row < model.rowCount(); ++row)
        rows.append(model.index(row, 0).data().toString() + QStringLiteral(": ") +
                    model.index(row, 3).data(models::BadgesRole).toStringList().join(u';'));
    // Changed attributes come before new ones.
    QCOMPARE(rows,
             QStringList({QStringLiteral("3 \u00d7 x_host.h: same change;in 3 modules;size"),
                          QStringLiteral("3 \u00d7 x_disk.d: same change;from module.m[0].x_disk.d;in 3 modules"),
                          QStringLiteral("3 \u00d7 x_disk.d: same change;from module.m[3].x_disk.d;in 3 modules")}));
}

void TestChanges::sameReplacementsShareOneRow() {
    const std::shared_ptr<plans::Plan> plan = repetitive();
    const auto with = [](Value id, const char* image) {
        return object({{"id", std::move(id)}, {"image", text(image)}});
    };
    for (const char* module : {"module.m[\"a\"].", "module.m[\"b\"].", "module.m[\"c\"]."})
        add(*plan, std::string(module) + "x_host.web", Action::DeleteThenCreate,
            with(text((std::string("id of ") + module).c_str()), "1"), with(unknownText(), "2"));
    ChangeTreeModel model;
    model.setPlan(plan);
    // Before the modules, because they end objects.
    QVERIFY2(printed(model).startsWith(
                 QStringLiteral("3 \u00d7 x_host.web | replace |  | <same change;in 3 modules;image;id>\n"
                                "  x_host.web in m[\"a\"] | replace |  | <object id of module.m[\"a\"].>\n"
                                "  x_host.web in m[\"b\"] | replace |  | <object id of module.m[\"b\"].>\n"
                                "  x_host.web in m[\"c\"] | replace |  | <object id of module.m[\"c\"].>\n"
                                "x_old.gone[0] | destroy |")),
             qPrintable(printed(model)));
}

void TestChanges::modulesWithoutOtherChangesAreFoundInGroups() {
    ChangeTreeModel model;
    model.setPlan(repetitive());
    const QModelIndex folded = model.indexOf(QStringLiteral("module.m[\"a\"]"));
    QCOMPARE(models::NodeType(folded.data(models::NodeTypeRole).toInt()), models::NodeType::Same);
    QCOMPARE(models::NodeType(model.indexOf(QStringLiteral("module.m[\"c\"]")).data(models::NodeTypeRole).toInt()),
             models::NodeType::Module);
    QCOMPARE(model.indexOf(QStringLiteral("module.m[\"b\"].x_disk.d")).parent(), folded);
}

void TestChanges::filtersApplyToEachSameChange() {
    ChangeTreeModel model;
    model.setPlan(repetitive());
    models::ChangeFilterModel filter;
    filter.setSourceModel(&model);
    QCOMPARE(filter.addresses().chosen.size(), 11);
    filter.setQuery(models::AddressQuery(QStringLiteral("h[2]")));
    QCOMPARE(
        printed(filter),
        QStringLiteral(
            "module.n\n  4 \u00d7 x_host.h, 1 of them shown | create |  | <same change>\n    x_host.h[2] | create\n"));
    filter.setQuery({});
    filter.setKinds({int(theme::ActionKind::Delete)});
    QCOMPARE(printed(filter), QStringLiteral("x_old.gone[0] | destroy |  | <object 1>\nx_old.gone[1] | destroy |  | "
                                             "<object 1>\nx_old.gone[2] | destroy |  | <object 1>\n"));
    QCOMPARE(filter.addresses().chosen.size(), 3);
    QCOMPARE(filter.addresses().others.size(), 8);
}

void TestChanges::sameRowsShowTheProgressOfAnApply() {
    ChangeTreeModel model;
    model.setPlan(repetitive());
    const QModelIndex row =
        model.indexOf(QStringLiteral("module.n.x_host.h[0]")).parent().siblingAtColumn(ChangeTreeModel::BeforeColumn);
    model.setStatusOfAll(models::ApplyStatus::Waiting);
    QCOMPARE(row.data().toString(), QStringLiteral("0 of 4 done"));
    model.setStatus(QStringLiteral("module.n.x_host.h[1]"), models::ApplyStatus::Done);
    QCOMPARE(row.data().toString(), QStringLiteral("1 of 4 done"));
    model.setStatus(QStringLiteral("module.n.x_host.h[2]"), models::ApplyStatus::Failed);
    QCOMPARE(row.data().toString(), QStringLiteral("✗ 1 failed"));
    // The list shows this while the group is folded, also if the apply has ended before the others.
    model.setStatus(QStringLiteral("module.n.x_host.h[0]"), models::ApplyStatus::Skipped);
    QCOMPARE(model.indexOf(QStringLiteral("module.n.x_host.h[0]"))
                 .siblingAtColumn(ChangeTreeModel::BeforeColumn)
                 .data()
                 .toString(),
             QStringLiteral("– not started"));
    QCOMPARE(models::ApplyStatus(row.data(models::StatusRole).toInt()), models::ApplyStatus::Failed);
    QCOMPARE(row.data().toString(), QStringLiteral("✗ 1 failed"));
    model.setStatusOfAll(models::ApplyStatus::Done);
    QCOMPARE(models::ApplyStatus(row.data(models::StatusRole).toInt()), models::ApplyStatus::Done);
}

void TestChanges::sameRowsPassTheModelTester() {
    ChangeTreeModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    tester.setUseFetchMore(false);
    model.setPlan(repetitive());
    model.fetchMore(model.indexOf(QStringLiteral("module.n.x_host.h[1]")));
    model.setStatus(QStringLiteral("module.n.x_host.h[1]"), models::ApplyStatus::Done);
    models::ChangeFilterModel filter;
    filter.setSourceModel(&model);
    QAbstractItemModelTester filterTester(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
    filterTester.setUseFetchMore(false);
    filter.setQuery(models::AddressQuery(QStringLiteral("h[")));
    model.setForm({models::ChangeOrder::Module, models::SameRows::Apart});
    model.setForm({models::ChangeOrder::Module, models::SameRows::Folded});
    filter.setQuery({});
}

void TestChanges::sameRowsCanBeUngrouped() {
    ChangeTreeModel model;
    model.setPlan(repetitive());
    model.setForm({models::ChangeOrder::Module, models::SameRows::Apart});
    const QString all = printed(model);
    QVERIFY(!all.contains(QStringLiteral("same change")));
    QCOMPARE(all.count(QStringLiteral("x_disk.d |")), 3);
}

void TestChanges::manyChangesAreNotComparedOnTheGuiThread() {
    auto plan = std::make_shared<plans::Plan>();
    for (int i = 0; i < 2000; ++i)
        add(*plan, "x_host.h[" + std::to_string(i) + "]", Action::Update, object({{"a", text("1")}}),
            object({{"a", text("2")}}));
    ChangeTreeModel model;
    model.setPlan(plan);
    QCOMPARE(model.rowCount(), 2000);
    model.setPlan(plan, std::make_shared<const std::vector<diff::SameChange>>(diff::sameChanges(plan->changes)));
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.rowCount(model.index(0, 0)), 2000);
}

void TestChanges::computedAttributesAreGrouped() {
    auto plan = std::make_shared<plans::Plan>();
    const auto with = [](const char* size, Value etag, Value arn, Value host) {
        return object(
            {{"arn", std::move(arn)}, {"etag", std::move(etag)}, {"host", std::move(host)}, {"size", text(size)}});
    };
    add(*plan, "x_host.h", Action::Create, Value::null(object({{"id", text("")}}).type()),
        object({{"id", unknownText()}}));
    add(*plan, "x_disk.d", Action::Update, with("10", text("e1"), text("a1"), text("h1")),
        with("20", unknownText(), unknownText(), unknownText()));
    addReference(*plan, "x_disk.d", "host", *addrs::readAbsResourceInstance("x_host.h"), "id");
    plan->dependencies.finish();
    ChangeTreeModel model;
    model.setPlan(plan);
    model.fetchMore(model.indexOf(QStringLiteral("x_disk.d")));
    QCOMPARE(printed(model, model.indexOf(QStringLiteral("x_disk.d"))),
             QStringLiteral("host | \"h1\" | (known after apply) | <from x_host.h.id>\n"
                            "size | \"10\" | \"20\"\n"
                            "2 computed attributes: arn, etag\n"
                            "  arn | \"a1\" | (known after apply) | <known after apply>\n"
                            "  etag | \"e1\" | (known after apply) | <known after apply>\n"));
    const QModelIndex host = model.index(0, 0, model.indexOf(QStringLiteral("x_disk.d")));
    QCOMPARE(host.data(models::SourcesRole).toStringList(), QStringList{QStringLiteral("x_host.h")});
}

void TestChanges::attributesWithoutEffectAreGrouped() {
    auto plan = std::make_shared<plans::Plan>();
    const Type map = Type::map(Type::string());
    const auto rule = [](const Value& note) { return Value::tuple({object({{"note", note}, {"port", text("80")}})}); };
    add(*plan, "x_disk.d", Action::Update,
        object({{"labels", Value::map(map, {})}, {"note", text("")}, {"rules", rule(text(""))}, {"size", text("10")}}),
        object({{"labels", Value::null(map)},
                {"note", Value::null(Type::string())},
                {"rules", rule(Value::null(Type::string()))},
                {"size", text("20")}}));
    ChangeTreeModel model;
    model.setPlan(plan);
    model.fetchMore(model.indexOf(QStringLiteral("x_disk.d")));
    QCOMPARE(printed(model, model.indexOf(QStringLiteral("x_disk.d"))),
             QStringLiteral("rules[0]\n"
                            "  1 attribute without effective change: note\n"
                            "    note | \"\"\n"
                            "  1 unchanged hidden\n"
                            "size | \"10\" | \"20\"\n"
                            "2 attributes without effective change: labels, note\n"
                            "  labels | {}\n"
                            "  note | \"\"\n"));
}

void TestChanges::pathsOfNestedBlocksShareOneRow() {
    const auto block = [](std::vector<std::pair<std::string, Value>> attributes) {
        return Value::tuple({object(std::move(attributes))});
    };
    const auto with = [&](const char* image, const char* replicas, const char* limit) {
        const Value container = block({{"image", text(image)}, {"name", text("app")}});
        const Value pod =
            block({{"metadata", text("m")}, {"spec", block({{"container", container}, {"kept", text("k")}})}});
        return object({{"data", object({{"app.yaml", text(limit)}})},
                       {"limits", object({{"cpu", text(limit)}})},
                       {"spec", block({{"replicas", text(replicas)}, {"template", pod}})}});
    };
    auto plan = std::make_shared<plans::Plan>();
    add(*plan, "x_app.a", Action::Update, with("1", "1", "1"), with("2", "2", "2"));
    ChangeTreeModel model;
    model.setPlan(plan);
    const QModelIndex app = model.indexOf(QStringLiteral("x_app.a"));
    model.fetchMore(app);
    // Counts of hidden attributes are added. Names with a dot would not be clear.
    QCOMPARE(printed(model, app), QStringLiteral("data\n"
                                                 "  app.yaml | \"1\" | \"2\"\n"
                                                 "limits.cpu | \"1\" | \"2\"\n"
                                                 "spec[0]\n"
                                                 "  replicas | \"1\" | \"2\"\n"
                                                 "  template[0].spec[0].container\n"
                                                 "    name = \"app\"\n"
                                                 "      image | \"1\" | \"2\"\n"
                                                 "      1 unchanged hidden\n"
                                                 "    2 unchanged hidden\n"));
    const QModelIndex spec = model.index(2, 0, app), container = model.index(1, 0, spec);
    QCOMPARE(container.data(models::PathRole).toString(), QStringLiteral("spec[0].template[0].spec[0].container"));
}

void TestChanges::elementsHaveLabels() {
    const auto rule = [](int port, const char* block) {
        return object({{"cidr", text(block)},
                       {"description", text(port == 22 ? "ssh" : "web")},
                       {"from_port", Value::number(port)},
                       {"protocol", text("tcp")},
                       {"to_port", Value::number(port)}});
    };
    auto plan = std::make_shared<plans::Plan>();
    add(*plan, "x_group.a", Action::Update, object({{"in", Value::tuple({rule(80, "a"), rule(22, "a")})}}),
        object({{"in", Value::tuple({rule(22, "b"), rule(80, "a")})}}));
    ChangeTreeModel model;
    model.setPlan(plan);
    const QModelIndex group = model.indexOf(QStringLiteral("x_group.a"));
    model.fetchMore(group);
    const QModelIndex element = model.index(0, 0, group), cidr = model.index(0, 0, element);
    QCOMPARE(element.data().toString(), QStringLiteral("in[1 → 0: tcp 22 \"ssh\"]"));
    QCOMPARE(cidr.data().toString(), QStringLiteral("cidr"));
    QCOMPARE(cidr.data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("in[0].cidr, tcp 22 \"ssh\", before: \"a\", after: \"b\""));
}

void TestChanges::unknownValuesNameTheirSource() {
    auto plan = std::make_shared<plans::Plan>();
    const Type one = object({{"id", text("")}, {"name", text("")}}).type();
    add(*plan, "x_host.h", Action::Create, Value::null(one), object({{"id", unknownText()}, {"name", text("known")}}));
    add(*plan, "module.net.x_net.n", Action::Create, Value::null(one),
        object({{"id", unknownText()}, {"name", text("known")}}));
    add(*plan, "x_user.u", Action::Update, object({{"via", text("1")}, {"both", text("1")}, {"known", text("1")}}),
        object({{"via", unknownText()}, {"both", unknownText()}, {"known", unknownText()}}));
    // Through the output of one module, of two modules, and of a value that is already known.
    const plans::NamedValue output{plans::NamedValue::Kind::Output,
                                   std::get<addrs::AbsResourceInstance>(
                                       plans::DependencyEnd(*addrs::readAbsResourceInstance("module.net.x_net.n")))
                                       .module,
                                   "id"};
    addReference(*plan, "x_user.u", "via", output, nullptr);
    plans::Dependency inside;
    inside.dependent = output;
    inside.dependency = *addrs::readAbsResourceInstance("module.net.x_net.n");
    inside.dependencyPath = values::Path().attribute("id");
    plan->dependencies.add(inside);
    addReference(*plan, "x_user.u", "both", *addrs::readAbsResourceInstance("x_host.h"), "id");
    addReference(*plan, "x_user.u", "both", output, nullptr);
    addReference(*plan, "x_user.u", "known", *addrs::readAbsResourceInstance("x_host.h"), "name");
    plan->dependencies.finish();
    ChangeTreeModel model;
    model.setPlan(plan);
    const QModelIndex user = model.indexOf(QStringLiteral("x_user.u"));
    model.fetchMore(user);
    QCOMPARE(printed(model, user),
             QStringLiteral("both | \"1\" | (known after apply) | <from x_host.h.id and 1 more>\n"
                            "known | \"1\" | (known after apply) | <known after apply>\n"
                            "via | \"1\" | (known after apply) | <from module.net.x_net.n.id>\n"));
}

void TestChanges::longTextsAreAvailableToViews() {
    auto plan = std::make_shared<plans::Plan>();
    plan->variables["s"].value = text("hunter2").withMark(values::Mark::sensitive());
    add(*plan, "x_a.b", Action::Update,
        object({{"long", text("1\n2")}, {"secret", text("1\nhunter2")}, {"word", text("a")}}),
        object({{"long", text("1\n3")}, {"secret", text("2\nhunter2")}, {"word", text("b")}}));
    ChangeTreeModel model;
    model.setPlan(plan);
    const QModelIndex resource = model.indexOf(QStringLiteral("x_a.b"));
    model.fetchMore(resource);
    QVERIFY(model.texts(model.index(0, 0, resource)));
    QCOMPARE(*model.texts(model.index(0, 0, resource))->after, std::string("1\n3"));
    QVERIFY(!model.texts(model.index(1, 0, resource)));
    QVERIFY(!model.texts(model.index(2, 0, resource)));
    QVERIFY(!model.texts(resource));
}

void TestChanges::tellsDeposedObjectsApart() {
    auto plan = std::make_shared<plans::Plan>();
    const Value none = Value::null(Type::dynamic());
    const auto addDeposed = [&](const char* address, const char* key) {
        plans::ResourceInstanceChange deposed = change(address, Action::Delete, object({{"id", text(key)}}), none);
        deposed.deposed = key;
        plan->changes.add(std::make_shared<const plans::ResourceInstanceChange>(std::move(deposed)));
    };
    add(*plan, "aws_instance.a", Action::DeleteThenCreate, object({{"id", text("a")}}), object({{"id", text("b")}}));
    addDeposed("aws_instance.a", "00000001");
    addDeposed("aws_instance.a", "00000002");
    addDeposed("aws_instance.b", "00000003");
    plan->changes.sort();
    models::FoundByAddress findings;
    findings[QStringLiteral("aws_instance.b")] = models::FoundAt::one(0);
    const models::ChangeFacts facts(*plan, findings);
    QCOMPARE(facts.total(), 4);
    QCOMPARE(facts.reviewable().size(), 4);
    models::ChangeCriteria destroyed;
    destroyed.kinds = {int(theme::ActionKind::Delete)};
    QCOMPARE(facts.matching(destroyed, {}),
             (QSet<QString>{QStringLiteral("aws_instance.a (deposed object 00000001)"),
                            QStringLiteral("aws_instance.a (deposed object 00000002)"),
                            QStringLiteral("aws_instance.b (deposed object 00000003)"),
                            QStringLiteral("aws_instance.b")})); // its finding is shown too
    QCOMPARE((facts.matching(destroyed, {}) & facts.reviewable()).size(), 3);
    models::ChangeCriteria replaced;
    replaced.kinds = {int(theme::ActionKind::Replace)};
    QCOMPARE(facts.matching(replaced, {}), QSet<QString>{QStringLiteral("aws_instance.a")});

    models::ReviewMarks marks;
    marks.setPlan(plan);
    marks.toggle({QStringLiteral("aws_instance.a (deposed object 00000001)")});
    QCOMPARE(marks.addresses(), QSet<QString>{QStringLiteral("aws_instance.a (deposed object 00000001)")});
    QVERIFY(!marks.contains(QStringLiteral("aws_instance.a")));
    marks.toggle({QStringLiteral("aws_instance.b")}); // without another object
    QVERIFY(marks.contains(QStringLiteral("aws_instance.b (deposed object 00000003)")));
    QVERIFY(marks.contains(QStringLiteral("aws_instance.b")));
    marks.toggle({QStringLiteral("aws_instance.b")});
    QCOMPARE(marks.addresses().size(), 1);
}

QTEST_MAIN(TestChanges)
#include "tst_changes.moc"
