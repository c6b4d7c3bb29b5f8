// SPDX-License-Identifier: MPL-2.0
#include "core/plans/plan.h"
#include "core/risk/findings.h"
#include "core/risk/likely_moves.h"
#include "core/values/json/json.h"

#include <QTest>

using namespace planlens;
using plans::Action;
using plans::ActionReason;
using values::Value;

namespace {

/// Parses JSON with ' instead of ", and "?" for unknown values.
Value object(std::string json) {
    std::replace(json.begin(), json.end(), '\'', '"');
    const auto value = values::fromSimpleJson(json);
    if (!value || !value->type().isObject() || value->isNull())
        return value ? *value : Value();
    std::vector<std::pair<std::string, Value>> attributes;
    for (std::size_t i = 0; i < value->size(); ++i) {
        const Value& one = value->element(i);
        const bool isUnknown = one.type().isString() && !one.isNull() && one.asString() == "?";
        attributes.emplace_back(value->key(i), isUnknown ? Value::unknown(values::Type::string()) : one);
    }
    return Value::object(std::move(attributes));
}

/// Adds a change: "- address {…}": destroyed; "+ address {…}": created; "= address": unchanged. The sign may have a
/// reason: "-i" for a count index.
void add(plans::Plan& plan, const QString& line) {
    const QString sign = line.section(u' ', 0, 0), address = line.section(u' ', 1, 1), value = line.section(u' ', 2);
    auto made = std::make_shared<plans::ResourceInstanceChange>();
    made->address = made->previousAddress = *addrs::readAbsResourceInstance(address.toStdString());
    made->provider.config.provider = addrs::Provider::implied(made->address.resource.impliedProvider());
    const Value given = value.isEmpty() ? object("{'id':'1'}") : object(value.toStdString()),
                none = Value::null(values::Type::dynamic());
    switch (sign[0].unicode()) {
    case '-':
        made->change.action = Action::Delete;
        made->change.before = given;
        made->change.after = none;
        made->reason = sign == QStringLiteral("-i")   ? ActionReason::DeleteBecauseCountIndex
                       : sign == QStringLiteral("-r") ? ActionReason::DeleteBecauseWrongRepetition
                                                      : ActionReason::DeleteBecauseNoResourceConfig;
        break;
    case '+':
        made->change.action = Action::Create;
        made->change.before = none;
        made->change.after = given;
        break;
    default:
        made->change.before = made->change.after = given;
    }
    plan.changes.add(made);
}

QString printed(const std::vector<risk::LikelyMove>& moves) {
    QStringList lines;
    for (const risk::LikelyMove& move : moves) {
        QString line = QString::fromStdString(move.from.toString() + " -> " + move.to.toString());
        for (const std::string& name : move.differing)
            line += QStringLiteral(" !") + QString::fromStdString(name);
        if (move.blockFrom != move.from.toString() || move.blockTo != move.to.toString())
            line += QString::fromStdString(" by " + move.blockFrom + " -> " + move.blockTo);
        lines.append(line);
    }
    return lines.join(u'\n');
}

} // namespace

/// Detection of destroyed and created objects that differ only in their address.
class TestLikelyMoves final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void areFound_data();
    void areFound();
    void areFindings();
    void areFoundInLinearTime();
};

void TestLikelyMoves::areFound_data() {
    QTest::addColumn<QStringList>("changes");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, std::initializer_list<const char*> changes, const char* expected) {
        QStringList lines;
        for (const char* change : changes)
            lines.append(QString::fromLatin1(change));
        QTest::newRow(name) << lines << QString::fromLatin1(expected);
    };
    row("renamed", {"- t_x.a {'id':'1','kind':'web'}", "+ t_x.b {'id':'?','kind':'web'}"}, "t_x.a -> t_x.b");
    row("into a module", {"- t_x.a {'kind':'web'}", "+ module.m[\"k\"].t_x.a {'kind':'web'}"},
        "t_x.a -> module.m[\"k\"].t_x.a");
    row("nothing configured, the name differs", {"- t_x.a {'id':'1','kind':null}", "+ t_x.b {'id':'?','kind':null}"},
        "");
    row("the only argument is unknown", {"- t_x.a {'id':'1','input':'logs'}", "+ t_x.b {'id':'?','input':'?'}"}, "");
    row("one argument is equal, one is unknown",
        {"- t_x.a {'id':'1','input':'logs','kind':'web'}", "+ t_x.b {'id':'?','input':'?','kind':'web'}"},
        "t_x.a -> t_x.b");
    row("only an empty text is equal", {"- t_x.a {'input':'logs','note':''}", "+ t_x.b {'input':'?','note':''}"}, "");
    row("the only argument is a map with an unknown element",
        {"- t_x.a {'tags':{'owner':'x'}}", "+ t_x.b {'tags':{'owner':'?'}}"}, "");
    row("nothing configured, name and module differ", {"- t_x.a {'id':'1'}", "+ module.m.t_x.b {'id':'?'}"}, "");
    row("an argument that is not there and an empty one",
        {"- t_x.a {'kind':'web','note':'','tags':{}}", "+ t_x.b {'kind':'web','note':null,'tags':null}"},
        "t_x.a -> t_x.b");
    row("one of four differs",
        {"- t_x.a {'a':'1','b':'2','c':'3','size':1}", "+ t_x.b {'a':'1','b':'2','c':'3','size':2}"},
        "t_x.a -> t_x.b !size");
    row("one of three differs", {"- t_x.a {'a':'1','b':'2','size':1}", "+ t_x.b {'a':'1','b':'2','size':2}"}, "");
    row("the name of the object differs",
        {"- t_x.a {'a':'1','b':'2','c':'3','name':'x'}", "+ t_x.b {'a':'1','b':'2','c':'3','name':'y'}"}, "");
    row("the name of the object is not known",
        {"- t_x.a {'a':'1','b':'2','c':'3','name':'x'}", "+ t_x.b {'a':'1','b':'2','c':'3','name':'?'}"},
        "t_x.a -> t_x.b");
    row("another type", {"- t_x.a {'kind':'web'}", "+ t_y.a {'kind':'web'}"}, "");
    row("data", {"- data.t_x.a {'kind':'web'}", "+ data.t_x.b {'kind':'web'}"}, "");
    row("only destroyed", {"- t_x.a {'kind':'web'}", "= t_x.b {'kind':'web'}"}, "");
    row("inner values differ",
        {"- t_x.a {'rules':[{'port':1},{'port':2}]}", "+ t_x.b {'rules':[{'port':1},{'port':3}]}"}, "");

    row("two by their values",
        {"- t_x.a {'kind':'web'}", "- t_x.b {'kind':'db'}", "+ t_x.c {'kind':'db'}", "+ t_x.d {'kind':'web'}"},
        "t_x.a -> t_x.d\nt_x.b -> t_x.c");
    row("one for two that are alike", {"- t_x.a {'kind':'web'}", "+ t_x.b {'kind':'web'}", "+ t_x.c {'kind':'web'}"},
        "");
    row("two for one that are alike", {"- t_x.a {'kind':'web'}", "- t_x.b {'kind':'web'}", "+ t_x.c {'kind':'web'}"},
        "");
    row("two alike, one with the same name",
        {"- t_x.a {'kind':'web'}", "- t_x.b {'kind':'web'}", "+ module.m.t_x.b {'kind':'web'}"},
        "t_x.b -> module.m.t_x.b");
    row("two by two alike",
        {"- t_x.a {'kind':'web'}", "- t_x.b {'kind':'web'}", "+ t_x.c {'kind':'web'}", "+ t_x.d {'kind':'web'}"}, "");
    row("the exact one before the near one",
        {"- t_x.a {'a':'1','b':'2','c':'3','d':4}", "- t_x.b {'a':'1','b':'2','c':'3','d':5}",
         "+ t_x.c {'a':'1','b':'2','c':'3','d':5}"},
        "t_x.b -> t_x.c");

    row("all instances of a resource",
        {"- t_x.a[0] {'kind':'web'}", "- t_x.a[1] {'kind':'web'}", "+ t_x.b[0] {'kind':'web'}",
         "+ t_x.b[1] {'kind':'web'}"},
        "t_x.a[0] -> t_x.b[0] by t_x.a -> t_x.b\nt_x.a[1] -> t_x.b[1] by t_x.a -> t_x.b");
    row("one of two instances", {"- t_x.a[0] {'kind':'web'}", "= t_x.a[1]", "+ t_x.b[0] {'kind':'web'}"},
        "t_x.a[0] -> t_x.b[0]");
    row("another key", {"- t_x.a[\"old\"] {'kind':'web'}", "= t_x.a[\"kept\"]", "+ t_x.a[\"new\"] {'kind':'web'}"},
        "t_x.a[\"old\"] -> t_x.a[\"new\"]");
    row("from count to for_each",
        {"-r t_x.a[0] {'kind':'web'}", "-r t_x.a[1] {'kind':'db'}", "+ t_x.a[\"web\"] {'kind':'web'}",
         "+ t_x.a[\"db\"] {'kind':'db'}"},
        "t_x.a[0] -> t_x.a[\"web\"]\nt_x.a[1] -> t_x.a[\"db\"]");
    row("from one to for_each", {"-r t_x.a {'kind':'web'}", "+ t_x.a[\"web\"] {'kind':'web'}"},
        "t_x.a -> t_x.a[\"web\"]");
    row("the resource is still declared", {"-i t_x.a[0] {'kind':'web'}", "+ t_x.b[0] {'kind':'web'}"},
        "t_x.a[0] -> t_x.b[0]");
    row("still declared, and both would be resources",
        {"-r t_x.a {'kind':'web'}", "+ t_x.a[\"k\"] {'kind':'db'}", "+ t_x.b {'kind':'web'}"}, "");
    row("a module",
        {"- module.a.t_x.x {'kind':'web'}", "- module.a.t_x.y[0] {'kind':'db'}", "+ module.b.t_x.x {'kind':'web'}",
         "+ module.b.t_x.y[0] {'kind':'db'}"},
        "module.a.t_x.x -> module.b.t_x.x by module.a -> module.b\nmodule.a.t_x.y[0] -> module.b.t_x.y[0] by module.a "
        "-> module.b");
    row("a module of which something else goes",
        {"- module.a.t_x.x {'kind':'web'}", "- module.a.t_x.y {'kind':'db'}", "+ module.b.t_x.x {'kind':'web'}"},
        "module.a.t_x.x -> module.b.t_x.x");
    row("instances of a module",
        {"- module.a[\"k\"].t_x.x {'kind':'web'}", "- module.a[\"l\"].t_x.x {'kind':'web'}",
         "+ module.b[\"k\"].t_x.x {'kind':'web'}", "+ module.b[\"l\"].t_x.x {'kind':'web'}"},
        "module.a[\"k\"].t_x.x -> module.b[\"k\"].t_x.x by module.a -> module.b\nmodule.a[\"l\"].t_x.x -> "
        "module.b[\"l\"].t_x.x by module.a -> module.b");
    row("a module inside another one",
        {"- module.o[0].module.a.t_x.x {'kind':'web'}", "+ module.o[0].module.b.t_x.x {'kind':'web'}"},
        "module.o[0].module.a.t_x.x -> module.o[0].module.b.t_x.x by module.o[0].module.a -> module.o[0].module.b");
    row("another key of a module", {"- module.a[0].t_x.x {'kind':'web'}", "+ module.a[\"k\"].t_x.x {'kind':'web'}"},
        "module.a[0].t_x.x -> module.a[\"k\"].t_x.x by module.a[0] -> module.a[\"k\"]");
    row("two modules into one",
        {"- module.a.t_x.x {'kind':'web'}", "- module.b.t_x.y {'kind':'db'}", "+ module.c.t_x.x {'kind':'web'}",
         "+ module.c.t_x.y {'kind':'db'}"},
        "module.a.t_x.x -> module.c.t_x.x\nmodule.b.t_x.y -> module.c.t_x.y");
}

void TestLikelyMoves::areFound() {
    QFETCH(QStringList, changes);
    QFETCH(QString, expected);
    plans::Plan plan;
    for (const QString& change : changes)
        add(plan, change);
    QCOMPARE(printed(risk::likelyMoves(plan.changes)), expected);
}

void TestLikelyMoves::areFindings() {
    plans::Plan plan;
    add(plan, QStringLiteral("- t_x.a {'kind':'web'}"));
    add(plan, QStringLiteral("+ t_x.b {'kind':'web'}"));
    const std::vector<risk::Finding> findings = risk::findings(plan, risk::builtInRules());
    QCOMPARE(findings.size(), std::size_t(1));
    QCOMPARE(findings[0].rule, std::string("looks-like-move"));
    QCOMPARE(findings[0].address->toString(), std::string("t_x.a"));
    QCOMPARE(findings[0].other->toString(), std::string("t_x.b"));
}

/// Many equal objects are matched by their keys, and each object is compared with only a few others.
void TestLikelyMoves::areFoundInLinearTime() {
    constexpr int many = 20000;
    plans::Plan plan;
    for (int i = 0; i < many; ++i) {
        add(plan, QStringLiteral("- t_x.a[%1] {'kind':'web','zone':'north'}").arg(i));
        add(plan, QStringLiteral("+ t_x.b[%1] {'kind':'web','zone':'north'}").arg(i));
        add(plan, QStringLiteral("- t_y.old%1 {'kind':'web'}").arg(i));
        add(plan, QStringLiteral("+ t_y.new%1 {'kind':'web'}").arg(i));
    }
    const std::vector<risk::LikelyMove> moves =
        risk::likelyMoves(plan.changes); // comparing all pairs would not end in time
    QCOMPARE(moves.size(), std::size_t(many));
    QVERIFY(std::all_of(moves.begin(), moves.end(), [](const risk::LikelyMove& move) {
        return move.blockFrom == "t_x.a" && move.blockTo == "t_x.b";
    }));
}

QTEST_APPLESS_MAIN(TestLikelyMoves)
#include "tst_likely_moves.moc"
