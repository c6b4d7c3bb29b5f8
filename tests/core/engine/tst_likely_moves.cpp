// SPDX-License-Identifier: MPL-2.0
#include "core/report/text/refactoring_text.h"
#include "core/risk/likely_moves.h"
#include "tests/core/engine/planning.h"
#include "tests/support/scripted_provider.h"

#include <QtTest>

#include <set>

using namespace planlens;
using namespace planlens::testing;

namespace {

/// Returns a state with an object of the built-in type at each address, with the given input:
/// "module.m[0].terraform_data.a=web".
std::string stateOf(const QStringList& objects) {
    QStringList resources;
    for (const QString& object : objects) {
        const auto address = *addrs::readAbsResourceInstance(object.section(u'=', 0, 0).toStdString());
        const QString input = object.section(u'=', 1);
        const QString module =
            address.module.isRoot()
                ? QString()
                : QStringLiteral(R"("module": "%1", )")
                      .arg(QString::fromStdString(address.module.toString()).replace(u'"', QStringLiteral("\\\"")));
        const QString index =
            address.key.isNone() ? QString()
            : address.key.isInt()
                ? QStringLiteral(R"("index_key": %1, )").arg(address.key.index())
                : QStringLiteral(R"("index_key": "%1", )")
                      .arg(QString::fromStdString(address.key.string()).replace(u'"', QStringLiteral("\\\"")));
        resources.append(
            QStringLiteral(
                R"({%1"mode": "managed", "type": "terraform_data", "name": "%2", "provider": "provider[\"terraform.io/builtin/terraform\"]",
 "instances": [{%3"schema_version": 0, "attributes": {"id": "id of %4", "input": {"value": "%4", "type": "string"}, "output": {"value": "%4", "type": "string"}, "triggers_replace": null}}]})")
                .arg(module, QString::fromStdString(address.resource.name), index, input));
    }
    return QStringLiteral(
               R"({"version": 4, "terraform_version": "1.12.6", "serial": 1, "lineage": "11111111-2222-3333-4444-555555555555", "outputs": {}, "resources": [%1]})")
        .arg(resources.join(QStringLiteral(",\n")))
        .toStdString();
}

const QString keyWithQuotes = QStringLiteral(R"(terraform_data.a["a \"b\" $${c}"])"); // as addresses are written
constexpr const char* child =
    "variable \"x\" {\n  default = \"in\"\n}\nresource \"terraform_data\" \"in\" {\n  input = var.x\n}\n";

} // namespace

/// The moved block that is suggested for a likely move turns it into a real one.
class TestLikelyMoves final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void becomeMoves_data() {
        QTest::addColumn<QStringList>("state");
        QTest::addColumn<QString>("configuration");
        QTest::addColumn<QStringList>("blocks");
        QTest::newRow("a resource") << QStringList{"terraform_data.a=x"}
                                    << "resource \"terraform_data\" \"b\" {\n  input = \"x\"\n}\n"
                                    << QStringList{"terraform_data.a terraform_data.b"};
        QTest::newRow("all instances") << QStringList{"terraform_data.a[0]=x", "terraform_data.a[1]=x"}
                                       << "resource \"terraform_data\" \"b\" {\n  count = 2\n  input = \"x\"\n}\n"
                                       << QStringList{"terraform_data.a terraform_data.b"};
        QTest::newRow("a key with quotes")
            << QStringList{keyWithQuotes + QStringLiteral("=x")}
            << "resource \"terraform_data\" \"a\" {\n  for_each = toset([\"new\"])\n  input = \"x\"\n}\n"
            << QStringList{keyWithQuotes + QStringLiteral(" terraform_data.a[\"new\"]")};
        QTest::newRow("from count to for_each")
            << QStringList{"terraform_data.a[0]=x", "terraform_data.a[1]=y"}
            << "resource \"terraform_data\" \"a\" {\n  for_each = toset([\"x\", \"y\"])\n  input = each.key\n}\n"
            << QStringList{"terraform_data.a[0] terraform_data.a[\"x\"]",
                           "terraform_data.a[1] terraform_data.a[\"y\"]"};
        QTest::newRow("of one that is still declared")
            << QStringList{"terraform_data.a[0]=x", "terraform_data.a[1]=y"}
            << "resource \"terraform_data\" \"a\" {\n  count = 1\n  input = \"x\"\n}\nresource \"terraform_data\" "
               "\"b\" {\n  input = \"y\"\n}\n"
            << QStringList{"terraform_data.a[1] terraform_data.b"};
        QTest::newRow("into a module") << QStringList{"terraform_data.a=in"}
                                       << "module \"m\" {\n  source = \"./child\"\n  for_each = toset([\"k\"])\n}\n"
                                       << QStringList{"terraform_data.a module.m[\"k\"].terraform_data.in"};
        QTest::newRow("a module") << QStringList{"module.old.terraform_data.in=in"}
                                  << "module \"new\" {\n  source = \"./child\"\n}\n"
                                  << QStringList{"module.old module.new"};
        QTest::newRow("all instances of a module")
            << QStringList{"module.old[\"k\"].terraform_data.in=k", "module.old[\"l\"].terraform_data.in=l"}
            << "module \"new\" {\n  source = \"./child\"\n  for_each = toset([\"k\", \"l\"])\n  x = each.key\n}\n"
            << QStringList{"module.old module.new"};
        QTest::newRow("another key of a module")
            << QStringList{"module.m[0].terraform_data.in=in"}
            << "module \"m\" {\n  source = \"./child\"\n  for_each = toset([\"k\"])\n}\n"
            << QStringList{"module.m[0] module.m[\"k\"]"};
    }

    void becomeMoves() {
        QFETCH(QStringList, state);
        QFETCH(QString, configuration);
        QFETCH(QStringList, blocks);
        Setup setup;
        setup.files = {{"main.tf", configuration.toStdString()}};
        if (configuration.contains(QStringLiteral("./child")))
            setup.files.emplace("child/main.tf", child);
        setup.state = stateOf(state);
        setup.registry = std::make_shared<ScriptedRegistry>();
        const Planned before = makePlan(setup);
        QVERIFY2(before.outcome.plan, before.print().c_str());
        std::set<std::pair<std::string, std::string>> offered;
        const std::vector<risk::LikelyMove> moves = risk::likelyMoves(before.changes());
        for (const risk::LikelyMove& move : moves)
            offered.emplace(move.blockFrom, move.blockTo);
        QStringList texts;
        for (const auto& [from, to] : offered) {
            texts.append(QString::fromStdString(from + " " + to));
            setup.files["main.tf"] += "\n" + report::movedBlock(from, to);
        }
        QCOMPARE(texts, blocks);
        const Planned after = makePlan(setup);
        QVERIFY2(after.outcome.plan && after.outcome.diagnostics.isEmpty(), after.print().c_str());
        std::size_t moved = 0;
        for (const plans::ResourceInstanceChangePtr& change : after.changes().resources()) {
            QCOMPARE(change->change.action, plans::Action::NoOp);
            moved += change->isMoved();
        }
        QCOMPARE(moved, moves.size());
        QVERIFY(risk::likelyMoves(after.changes()).empty());
    }
};

QTEST_APPLESS_MAIN(TestLikelyMoves)
#include "tst_likely_moves.moc"
