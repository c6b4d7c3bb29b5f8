// SPDX-License-Identifier: MPL-2.0
#include "core/plans/plan.h"
#include "tests/support/windows.h"
#include "ui/bars/filter_popup.h"
#include "ui/bars/search_field.h"
#include "ui/bars/verdict_bar.h"
#include "ui/graph/graph_view.h"
#include "ui/models/changes/change_facts.h"
#include "ui/models/changes/change_filter_model.h"
#include "ui/models/changes/change_tree_model.h"
#include "ui/models/search/value_search.h"
#include "ui/session/session_result.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>
#include <QTreeWidget>

using namespace planlens;
using namespace planlens::testing;
using models::ChangeCriteria;
using models::ChangeFacts;
using models::Trait;
using theme::ActionKind;
using widgets::MainWindow;

namespace {

values::Value object(std::initializer_list<std::pair<std::string, values::Value>> attributes) {
    return values::Value::object(attributes);
}

plans::ResourceInstanceChangePtr change(const std::string& address, plans::Action action, values::Value before,
                                        values::Value after) {
    auto made = std::make_shared<plans::ResourceInstanceChange>();
    made->address = *addrs::readAbsResourceInstance(address);
    made->previousAddress = made->address;
    made->provider.config.provider = addrs::Provider::implied(made->address.resource.impliedProvider());
    made->change.action = action;
    made->change.before = std::move(before);
    made->change.after = std::move(after);
    return made;
}

values::Value text(const char* value) {
    return values::Value::string(value);
}
values::Value secret(const char* value) {
    return text(value).withMark(values::Mark::sensitive());
}

/// Six changes of three types, two modules and two providers.
std::shared_ptr<const plans::Plan> mixedPlan() {
    auto plan = std::make_shared<plans::Plan>();
    using plans::Action;
    const values::Value none = values::Value::null(values::Type::dynamic());
    plan->changes.add(change("aws_instance.web[0]", Action::Update,
                             object({{"instance_type", text("t3.micro")}, {"name", text("T3 web")}}),
                             object({{"instance_type", text("t3.large")}, {"name", text("T3 web")}})));
    plan->changes.add(change("aws_instance.web[1]", Action::Delete,
                             object({{"instance_type", text("m5.large")}, {"password", secret("hunter2hunter2")}}),
                             none));
    plan->changes.add(change("module.db.aws_db_instance.main", Action::Create, none,
                             object({{"engine", text("postgres")},
                                     {"password", secret("hunter2hunter2")},
                                     {"url", text("postgres://u:hunter2hunter2@host")}})));
    auto moved = std::make_shared<plans::ResourceInstanceChange>(
        *change("module.db.google_dns_record.a", Action::Update, object({{"ttl", values::Value::number(300)}}),
                object({{"ttl", values::Value::number(60)}})));
    moved->previousAddress = *addrs::readAbsResourceInstance("google_dns_record.a");
    plan->changes.add(moved);
    auto imported = std::make_shared<plans::ResourceInstanceChange>(
        *change("google_dns_record.b", Action::NoOp, object({{"ttl", values::Value::number(5)}}),
                object({{"ttl", values::Value::number(5)}})));
    imported->change.importing = plans::Importing{"zone/b", {}, false};
    plan->changes.add(imported);
    plan->changes.add(change("aws_instance.kept", Action::NoOp, object({{"instance_type", text("t3.kept")}}),
                             object({{"instance_type", text("t3.kept")}})));
    plan->drift.push_back(change("aws_instance.web[0]", Action::Update, object({{"name", text("old")}}),
                                 object({{"name", text("T3 web")}})));
    plan->checks["module.db.aws_db_instance.main"].objects["module.db.aws_db_instance.main"].status =
        states::CheckStatus::Pass;
    plan->changes.sort();
    return plan;
}

constexpr const char* configuration = R"(
resource "terraform_data" "a" {
  count = 3
  input = "apple ${count.index}"
}
module "inner" { source = "./inner" }
)";
constexpr const char* innerConfiguration = R"(
resource "terraform_data" "b" { input = "pear" }
variable "token" {
  default   = "swordfish-swordfish"
  sensitive = true
}
resource "terraform_data" "c" { input = var.token }
)";

} // namespace

class TestFilters final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void combinesFilters_data();
    void combinesFilters();
    void countsByTypeForEveryAction();
    void matchesAddressPatterns_data();
    void matchesAddressPatterns();
    void findsValuesButNoSecrets_data();
    void findsValuesButNoSecrets();
    void filterModelStaysWhole();
    void windowCountsWhatIsHidden();
    void popupFiltersByModuleWithKeys();
    void windowFindsByValue();
    void tenThousandChangesAreShownSoon();
};

void TestFilters::initTestCase() {
    theme::apply(*qApp, theme::Scheme::Light);
}

void TestFilters::combinesFilters_data() {
    QTest::addColumn<ChangeCriteria>("criteria");
    QTest::addColumn<int>("shown");
    const QString instance = QStringLiteral("aws_instance");
    const QString db = QStringLiteral("module.db");
    const auto kinds = [](std::initializer_list<ActionKind> list) {
        QSet<int> set;
        for (const ActionKind kind : list)
            set.insert(int(kind));
        return set;
    };
    const auto trait = [](Trait one) { return QSet<int>{int(one)}; };
    QTest::newRow("all") << ChangeCriteria{} << 5;
    QTest::newRow("kind") << ChangeCriteria{kinds({ActionKind::Update}), {}, {}, {}, {}} << 2;
    QTest::newRow("two kinds") << ChangeCriteria{kinds({ActionKind::Update, ActionKind::Delete}), {}, {}, {}, {}} << 3;
    QTest::newRow("type") << ChangeCriteria{{}, {instance}, {}, {}, {}} << 2;
    QTest::newRow("type and kind") << ChangeCriteria{kinds({ActionKind::Delete}), {instance}, {}, {}, {}} << 1;
    QTest::newRow("module") << ChangeCriteria{{}, {}, {db}, {}, {}} << 2;
    QTest::newRow("root module") << ChangeCriteria{{}, {}, {QString()}, {}, {}} << 3;
    QTest::newRow("module and type that is not in it") << ChangeCriteria{{}, {instance}, {db}, {}, {}} << 0;
    QTest::newRow("provider") << ChangeCriteria{{}, {}, {}, {QStringLiteral("hashicorp/google")}, {}} << 2;
    QTest::newRow("drifted") << ChangeCriteria{{}, {}, {}, {}, trait(Trait::Drifted)} << 1;
    QTest::newRow("moved") << ChangeCriteria{{}, {}, {}, {}, trait(Trait::Moved)} << 1;
    QTest::newRow("imported") << ChangeCriteria{{}, {}, {}, {}, trait(Trait::Imported)} << 1;
    QTest::newRow("with a check") << ChangeCriteria{{}, {}, {}, {}, trait(Trait::Checked)} << 1;
    QTest::newRow("moved and in the root module") << ChangeCriteria{{}, {}, {QString()}, {}, trait(Trait::Moved)} << 0;
    QTest::newRow("counted as moved beside its action")
        << ChangeCriteria{kinds({ActionKind::Move}), {}, {}, {}, {}} << 1;
    QTest::newRow("everything at once") << ChangeCriteria{kinds({ActionKind::Update}),
                                                          {instance},
                                                          {QString()},
                                                          {QStringLiteral("hashicorp/aws")},
                                                          trait(Trait::Drifted)}
                                        << 1;
}

void TestFilters::combinesFilters() {
    QFETCH(ChangeCriteria, criteria);
    QFETCH(int, shown);
    const auto plan = mixedPlan();
    const ChangeFacts facts(*plan);
    QCOMPARE(facts.total(), 5);
    QCOMPARE(facts.shown(criteria, {}), shown);
    // The tree shows exactly these changes.
    models::ChangeTreeModel tree;
    tree.setPlan(plan);
    models::ChangeFilterModel filter;
    filter.setSourceModel(&tree);
    filter.setKinds(criteria.kinds);
    filter.setAddresses(facts.addresses(criteria));
    QCOMPARE(filter.addresses().chosen.size(), qsizetype(shown));
    QCOMPARE(filter.addresses().others.size(), qsizetype(5 - shown));
}

void TestFilters::countsByTypeForEveryAction() {
    const ChangeFacts facts(*mixedPlan());
    const auto& byKind = facts.counts().typesByKind;
    using Map = QMap<QString, int>;
    QCOMPARE(byKind[std::size_t(ActionKind::Delete)], (Map{{QStringLiteral("aws_instance"), 1}}));
    QCOMPARE(byKind[std::size_t(ActionKind::Update)],
             (Map{{QStringLiteral("aws_instance"), 1}, {QStringLiteral("google_dns_record"), 1}}));
    QCOMPARE(byKind[std::size_t(ActionKind::Import)], (Map{{QStringLiteral("google_dns_record"), 1}}));
    QCOMPARE(facts.counts().modules, (Map{{QString(), 3}, {QStringLiteral("module.db"), 2}}));
}

void TestFilters::matchesAddressPatterns_data() {
    QTest::addColumn<QString>("query");
    QTest::addColumn<bool>("matches");
    QTest::newRow("part") << QStringLiteral("web") << true;
    QTest::newRow("any case") << QStringLiteral("AWS_inst") << true;
    QTest::newRow("words in any order") << QStringLiteral("web module.a") << true;
    QTest::newRow("star") << QStringLiteral("module.*.aws_*.web") << true;
    QTest::newRow("stars keep the order") << QStringLiteral("web*module") << false;
    QTest::newRow("nothing such") << QStringLiteral("web db") << false;
    QTest::newRow("a key with an equals sign") << QStringLiteral("[\"k=v\"]") << true;
    QTest::newRow("a value, not known where it is") << QStringLiteral("=web") << false;
    QTest::newRow("a value being typed") << QStringLiteral("web name=") << true;
    QTest::newRow("empty") << QString() << false;
}

void TestFilters::matchesAddressPatterns() {
    QFETCH(QString, query);
    QFETCH(bool, matches);
    QCOMPARE(models::AddressQuery(query).matches(QStringLiteral("module.a.aws_instance.web[\"k=v\"]")), matches);
}

void TestFilters::findsValuesButNoSecrets_data() {
    QTest::addColumn<QString>("query");
    QTest::addColumn<QStringList>("found");
    const auto list = [](std::initializer_list<const char*> addresses) {
        QStringList result;
        for (const char* address : addresses)
            result.append(QString::fromLatin1(address));
        return result;
    };
    QTest::newRow("before or after, in any case") << QStringLiteral("=T3") << list({"aws_instance.web[0]"});
    QTest::newRow("in an attribute") << QStringLiteral("type=large")
                                     << list({"aws_instance.web[0]", "aws_instance.web[1]"});
    QTest::newRow("of another attribute") << QStringLiteral("engine=large") << list({});
    QTest::newRow("a path is not a value") << QStringLiteral("=instance_type") << list({});
    QTest::newRow("two values") << QStringLiteral("=large name=web") << list({"aws_instance.web[0]"});
    QTest::newRow("a number") << QStringLiteral("ttl=60") << list({"module.db.google_dns_record.a"});
    QTest::newRow("plain text beside a secret")
        << QStringLiteral("url=postgres://u:") << list({"module.db.aws_db_instance.main"});
    QTest::newRow("a secret") << QStringLiteral("=hunter2") << list({});
    QTest::newRow("part of a secret with the text beside it") << QStringLiteral("=u:hunter") << list({});
    QTest::newRow("the mask's words") << QStringLiteral("=sensitive") << list({});
}

void TestFilters::findsValuesButNoSecrets() {
    QFETCH(QString, query);
    QFETCH(QStringList, found);
    models::ValueSearch search;
    const std::shared_ptr<const plans::Plan> plan = mixedPlan();
    search.setPlan(plan, masking::secretsOf(*plan));
    QSignalSpy ready(&search, &models::ValueSearch::ready);
    const models::AddressQuery asked(query);
    QVERIFY(!search.find(asked.values()));
    QVERIFY(ready.wait(10000));
    const std::shared_ptr<const QSet<QString>> answer = search.find(asked.values());
    QVERIFY(answer);
    QStringList addresses(answer->begin(), answer->end());
    addresses.sort();
    QCOMPARE(addresses, found);
}

void TestFilters::filterModelStaysWhole() {
    models::ChangeTreeModel tree;
    models::ChangeFilterModel filter;
    filter.setSourceModel(&tree);
    QAbstractItemModelTester tester(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
    tester.setUseFetchMore(false); // it would fetch during resets
    tree.setPlan(mixedPlan());
    filter.setAddresses(QSet<QString>{QStringLiteral("module.db.google_dns_record.a")});
    QCOMPARE(filter.rowCount(), 1);
    QCOMPARE(filter.rowCount(filter.index(0, 0)), 1);
    QVERIFY(filter.isActive());
    filter.setAddresses(QSet<QString>());
    QCOMPARE(filter.rowCount(), 0);
    filter.setAddresses({});
    QVERIFY(!filter.isActive());
    QCOMPARE(filter.addresses().chosen.size(), 5);
}

namespace {

/// A window with a plan of five creates, three of them in the root module.
struct Opened {
    QTemporaryDir folder;
    MainWindow window;
    bool open() {
        QDir(folder.path()).mkdir(QStringLiteral("inner"));
        write(folder.filePath(QStringLiteral("main.tf")), configuration);
        write(folder.filePath(QStringLiteral("inner/main.tf")), innerConfiguration);
        window.resize(1280, 800);
        window.show();
        window.openFolder(folder.path());
        return settle(window);
    }
    QString count() const { return window.findChild<QLabel*>(QStringLiteral("shown-count"))->text(); }
    QWidget* chips() const { return window.findChild<QWidget*>(QStringLiteral("filter-chips")); }
};

} // namespace

void TestFilters::windowCountsWhatIsHidden() {
    Opened opened;
    QVERIFY(opened.open());
    QVERIFY(!opened.chips()->isVisible());
    auto* create = opened.window.findChild<QToolButton*>(QStringLiteral("verdict-%1").arg(int(ActionKind::Create)));
    QVERIFY2(create->toolTip().contains(QStringLiteral("5  terraform_data")), qPrintable(create->toolTip()));
    auto* popup = opened.window.findChild<widgets::FilterPopup*>(QStringLiteral("filter-popup"));
    ChangeCriteria criteria;
    criteria.modules = {QStringLiteral("module.inner")};
    popup->setCriteria(criteria);
    QVERIFY(opened.chips()->isVisible());
    QCOMPARE(opened.count(), QStringLiteral("2 of 5 shown · 3 hidden"));
    // One click on the button shows all changes again, and so does its key.
    auto* all = opened.window.findChild<QToolButton*>(QStringLiteral("show-all"));
    QTest::mouseClick(all, Qt::LeftButton);
    QVERIFY(!opened.chips()->isVisible());
    popup->setCriteria(criteria);
    QVERIFY(opened.chips()->isVisible());
    QTest::keyClick(&opened.window, Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(!opened.chips()->isVisible());
    // A chip removes only its own filter.
    criteria.kinds = {int(ActionKind::Create)};
    popup->setCriteria(criteria);
    QTest::mouseClick(create, Qt::LeftButton);
    QCoreApplication::processEvents(); // lays out the chips
    QToolButton* moduleChip = nullptr;
    for (auto* chip : opened.chips()->findChildren<QToolButton*>())
        if (chip->isVisible() && chip->text().startsWith(QStringLiteral("module.inner")))
            moduleChip = chip;
    QVERIFY(moduleChip);
    QTest::mouseClick(moduleChip, Qt::LeftButton);
    QCOMPARE(opened.count(), QStringLiteral("5 of 5 shown · 0 hidden"));
    QVERIFY(create->isChecked());
    QVERIFY(opened.chips()->isVisible());
}

void TestFilters::popupFiltersByModuleWithKeys() {
    Opened opened;
    QVERIFY(opened.open());
    QTest::keyClick(&opened.window, Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
    auto* popup = opened.window.findChild<widgets::FilterPopup*>(QStringLiteral("filter-popup"));
    QTRY_VERIFY(popup->isVisible());
    auto* find = popup->findChild<QLineEdit*>();
    QTest::keyClicks(find, QStringLiteral("inner"));
    auto* list = popup->findChild<QTreeWidget*>(QStringLiteral("filter-list"));
    QTreeWidgetItem* item = nullptr;
    for (int i = 0; i < list->topLevelItemCount(); ++i)
        for (int j = 0; j < list->topLevelItem(i)->childCount(); ++j)
            if (!list->topLevelItem(i)->isHidden() && !list->topLevelItem(i)->child(j)->isHidden()) {
                QVERIFY(!item); // only one is left
                item = list->topLevelItem(i)->child(j);
            }
    QVERIFY(item);
    QCOMPARE(item->text(0), QStringLiteral("module.inner"));
    QCOMPARE(item->text(1), QStringLiteral("2"));
    list->setCurrentItem(item);
    QTest::keyClick(list, Qt::Key_Space);
    QCOMPARE(opened.count(), QStringLiteral("2 of 5 shown · 3 hidden"));
    QTest::keyClick(popup, Qt::Key_Escape);
    QVERIFY(!popup->isVisible());
    auto* tree = opened.window.findChild<QTreeView*>(QStringLiteral("changes"));
    QCOMPARE(tree->model()->rowCount(), 1);
}

void TestFilters::windowFindsByValue() {
    Opened opened;
    QVERIFY(opened.open());
    auto* field = opened.window.findChild<widgets::SearchField*>(QStringLiteral("search"));
    field->setText(QStringLiteral("input=pear"));
    QTRY_COMPARE(field->countText(), QStringLiteral("1 of 1"));
    QCOMPARE(opened.window.graphView().matchCount(), 1);
    field->setText(QStringLiteral("=apple a[1]"));
    QTRY_COMPARE(field->countText(), QStringLiteral("1 of 1"));
    field->setText(QStringLiteral("=swordfish"));
    QTRY_VERIFY(field->countText().startsWith(QStringLiteral("none")));
}

void TestFilters::tenThousandChangesAreShownSoon() {
    auto plan = std::make_shared<plans::Plan>();
    const values::Value none = values::Value::null(values::Type::dynamic());
    for (int i = 0; i < 10000; ++i)
        plan->changes.add(change("module.m" + std::to_string(i / 100) + ".aws_thing.r[" + std::to_string(i % 100) + "]",
                                 plans::Action::Create, none,
                                 object({{"name", text(("name-" + std::to_string(i)).c_str())},
                                         {"size", values::Value::number(i)},
                                         {"policy", text(std::string(400, 'p').c_str())}})));
    plan->changes.sort();
    QElapsedTimer clock;
    clock.start();
    const ChangeFacts facts(*plan);
    const qint64 making = clock.restart();
    models::ChangeTreeModel tree;
    tree.setPlan(plan);
    models::ChangeFilterModel filter;
    filter.setSourceModel(&tree);
    clock.restart();
    ChangeCriteria criteria;
    criteria.modules = {QStringLiteral("module.m7"), QStringLiteral("module.m8")};
    filter.setAddresses(facts.addresses(criteria));
    QCOMPARE(filter.addresses().chosen.size(), 200);
    QCOMPARE(facts.shown(criteria, {}), 200);
    const qint64 filtering = clock.restart();
    const models::ValueIndex index(*plan, masking::secretsOf(*plan));
    const qint64 indexing = clock.restart();
    QCOMPARE(index.find(models::AddressQuery(QStringLiteral("name=name-77")).values()).size(), 111);
    QCOMPARE(index.find(models::AddressQuery(QStringLiteral("=nowhere")).values()).size(), 0);
    const qint64 finding = clock.restart();
    const models::AddressQuery query(QStringLiteral("module.m*thing r[7]"));
    filter.setAddresses({});
    filter.setQuery(query);
    QCOMPARE(facts.shown({}, query), 100);
    QCOMPARE(filter.rowCount(), 100);
    qInfo("10,000 changes: facts %lld ms, filter %lld ms, value index %lld ms (on its thread), two value searches %lld "
          "ms, address search %lld ms",
          making, filtering, indexing, finding, clock.elapsed());
}

QTEST_MAIN(TestFilters)
#include "tst_filters.moc"
